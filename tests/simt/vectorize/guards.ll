; The loop behind a bounds check exists twice; a group that passes whole takes the copy, which runs without masks.
; RUN: simt-opt -passes=guards %s -block=64,1,1 | FileCheck %s
; RUN: simt-opt -passes=guards,plan,vectorize %s -block=64,1,1 2>/dev/null | FileCheck --check-prefix=VECTOR %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK: %[[ALL:.*]] = call i1 @helicon.group.all(i1 %inside)
; CHECK: br i1 %[[ALL]], label %pre.full, label %entry.edge
; CHECK: entry.edge:
; CHECK: br i1 %inside, label %pre, label %exit
; VECTOR: loop.full:
; VECTOR-NOT: masked
; VECTOR: load <16 x float>
; VECTOR: br i1
define void @sum(ptr addrspace(1) %data, ptr addrspace(1) %out, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %pre, label %exit
pre:
  br label %loop
loop:
  %i = phi i64 [ 0, %pre ], [ %next, %loop ]
  %sum = phi float [ 0.0, %pre ], [ %more, %loop ]
  %row = getelementptr [64 x float], ptr addrspace(1) %data, i64 %i, i64 %x64
  %v = load float, ptr addrspace(1) %row, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %after
after:
  %result = phi float [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %out, i64 %x64
  store float %result, ptr addrspace(1) %p, align 4
  br label %exit
exit:
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
