; In groups of one warp, what asks for the warp is made once, from lane 0's value; an index that was cut to 16 bits has
; none of its own there and stays a vector.
; RUN: simt-opt -passes=plan,vectorize -parts=2 -kernel=narrow -block=128,1,1 %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: define dso_local void @narrow.group
; CHECK: and <16 x i16> {{.*}}96
; CHECK: mul <16 x i16> {{.*}}742
define void @narrow(ptr addrspace(1) %out) #1 {
  %x = call i32 @helicon.tid.x()
  %low = trunc i32 %x to i16
  %warp = and i16 %low, 96
  %many = mul i16 %warp, 742
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i16, ptr addrspace(1) %out, i64 %x64
  store i16 %many, ptr addrspace(1) %p, align 2
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { "helicon.one-warp" "helicon.block"="128,1,1" }
