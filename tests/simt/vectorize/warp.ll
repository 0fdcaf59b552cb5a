; A warp is two parts of 16 lanes: a butterfly with a constant distance is a permutation of both, a vote one scalar for both.
; RUN: simt-opt -passes=plan,vectorize -block=32,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare i32 @helicon.shfl.bfly(i32, i32, i32, i32) #1
declare i32 @helicon.ballot(i32, i1) #1
; CHECK-LABEL: define {{.*}}@warp.group(
; CHECK: shufflevector {{.*}} <16 x i32> <i32 1, i32 0, i32 3, i32 2,
; CHECK: shufflevector {{.*}} <16 x i32> <i32 17, i32 16, i32 19, i32 18,
; CHECK: shl i32 %{{.*}}, 16
; CHECK: or i32
; CHECK: ret void
define void @warp(ptr addrspace(1) %out, i32 %n) {
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x64
  %v = load i32, ptr addrspace(1) %p, align 4
  %other = call i32 @helicon.shfl.bfly(i32 -1, i32 %v, i32 1, i32 31)
  %small = icmp slt i32 %v, %n
  %votes = call i32 @helicon.ballot(i32 -1, i1 %small)
  %sum = add i32 %other, %votes
  store i32 %sum, ptr addrspace(1) %p, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { nounwind willreturn convergent }
