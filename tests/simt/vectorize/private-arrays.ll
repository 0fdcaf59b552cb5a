; A local array that is only indexed lies lane-minor: a uniform index is one vector access, a varying one a gather.
; RUN: simt-opt -passes=plan,vectorize -block=16,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: define {{.*}}@local.group(
; CHECK: alloca [512 x i8], align 64
; CHECK: getelementptr i8, ptr %{{.*}}, i64 192
; CHECK: store <16 x i32>
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p0(
define void @local(ptr addrspace(1) %out) {
  %array = alloca [8 x i32], align 4
  %x = call i32 @helicon.tid.x()
  %third = getelementptr [8 x i32], ptr %array, i64 0, i64 3
  store i32 %x, ptr %third, align 4
  %index = and i32 %x, 7
  %wide = zext nneg i32 %index to i64
  %any = getelementptr [8 x i32], ptr %array, i64 0, i64 %wide
  %v = load i32, ptr %any, align 4
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x64
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
