; A 16x16 block in one group: the row index is one scalar a part, the column one vector for all, so the load of B
; is done once and the broadcast of A once a part.
; RUN: simt-opt -passes=plan,vectorize -block=16,16,1 -parts=4 %s 2>/dev/null | FileCheck %s
; RUN: simt-opt -passes=plan,vectorize -block=16,16,1 %s 2>&1 | FileCheck --check-prefix=PLAN %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare i32 @helicon.tid.y() #0
; PLAN: plan: 16x16 threads a group, 1 group
; CHECK-LABEL: define {{.*}}@rows.group(
; CHECK-COUNT-4: load float, ptr addrspace(1)
; CHECK-COUNT-1: load <16 x float>
; CHECK-NOT: load <16 x float>
; CHECK-COUNT-4: fmul <16 x float>
; CHECK-COUNT-4: store <16 x float>
; CHECK: ret void
define void @rows(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
  %x = call i32 @helicon.tid.x()
  %y = call i32 @helicon.tid.y()
  %x64 = zext nneg i32 %x to i64
  %y64 = zext nneg i32 %y to i64
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %y64
  %va = load float, ptr addrspace(1) %pa, align 4
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %x64
  %vb = load float, ptr addrspace(1) %pb, align 4
  %product = fmul float %va, %vb
  %row = getelementptr [16 x float], ptr addrspace(1) %c, i64 %y64, i64 %x64
  store float %product, ptr addrspace(1) %row, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
