; A 64-bit division where lanes may be off: the divisor has no zero left before the lanes that are off get a one, so that
; a pass that divides by each arm of the last select, and chooses afterwards, divides by nothing that is undefined.
; RUN: simt-opt -passes=plan,vectorize %s -block=32,8,1 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: @quotient.group
; CHECK: %[[D:.*]] = freeze <16 x i64>
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq <16 x i64> %[[D]], zeroinitializer
; CHECK-NEXT: %[[NONE:.*]] = select <16 x i1> %[[ZERO]], <16 x i64> <i64 1, {{.*}}>, <16 x i64> %[[D]]
; CHECK-NEXT: %[[SAFE:.*]] = select <16 x i1> %{{.*}}, <16 x i64> %[[NONE]], <16 x i64> <i64 1,
; CHECK-NEXT: udiv <16 x i64> %{{.*}}, %[[SAFE]]
define void @quotient(ptr addrspace(1) %data) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i64, ptr addrspace(1) %data, i64 %x64
  %v = load i64, ptr addrspace(1) %p, align 8
  %positive = icmp ne i64 %v, 0
  br i1 %positive, label %divide, label %exit
divide:
  %q = udiv i64 %x64, %v
  store i64 %q, ptr addrspace(1) %p, align 8
  br label %exit
exit:
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
