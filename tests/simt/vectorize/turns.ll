; A grid-stride loop takes turns. While all threads go on it runs without masks and carries one counter; its remains do
; the rest under masks. After phases a turn is status 2. A loop whose step is not the grid's keeps its way.
; RUN: simt-opt -passes=turns %s -block=64,1,1 -kernel=copy | FileCheck %s
; RUN: simt-opt -passes=turns,guards,structurize,plan,vectorize,phases %s -block=64,1,1 -kernel=copy 2>/dev/null | FileCheck --check-prefix=PHASES %s
; RUN: simt-opt -passes=turns %s -block=64,1,1 -kernel=fixed | FileCheck --check-prefix=FIXED %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare i32 @helicon.ctaid.x() #0
declare i32 @helicon.nctaid.x() #0

; CHECK-LABEL: define {{.*}}@copy(
; CHECK: some.left:
; CHECK: br i1 %again{{.*}}, label %some.go.on, label %exit
; CHECK: loop.full:
; CHECK: %[[TURN:.*]] = phi i32 [ 0, %pre ], [ %[[NEXT:.*]], %loop.full ]
; CHECK-NOT: phi
; CHECK: call void @helicon.turn(ptr addrspace(3) null)
; CHECK: call i1 @helicon.group.all(i1 %again{{.*}})
; CHECK: br i1 %{{.*}}, label %loop.full, label %some.left
; PHASES-LABEL: define {{.*}}i32 @copy.group(
; PHASES: ret i32 2
define void @copy(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n) {
entry:
  %t = call i32 @helicon.tid.x()
  %block = call i32 @helicon.ctaid.x()
  %base = shl nuw nsw i32 %block, 6
  %first = or disjoint i32 %base, %t
  %inside = icmp slt i32 %first, %n
  br i1 %inside, label %pre, label %exit
pre:
  %blocks = call i32 @helicon.nctaid.x()
  %step = shl nuw nsw i32 %blocks, 6
  br label %loop
loop:
  %i = phi i32 [ %first, %pre ], [ %next, %loop ]
  %i64 = sext i32 %i to i64
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i64
  %v = load float, ptr addrspace(1) %source, align 4
  %target = getelementptr float, ptr addrspace(1) %to, i64 %i64
  store float %v, ptr addrspace(1) %target, align 4
  %next = add i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; FIXED-LABEL: define {{.*}}@fixed(
; FIXED-NOT: call void @helicon.turn
define void @fixed(ptr addrspace(1) %from, ptr addrspace(1) %to, i32 %n) {
entry:
  %t = call i32 @helicon.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %i64 = sext i32 %i to i64
  %source = getelementptr float, ptr addrspace(1) %from, i64 %i64
  %v = load float, ptr addrspace(1) %source, align 4
  %target = getelementptr float, ptr addrspace(1) %to, i64 %i64
  store float %v, ptr addrspace(1) %target, align 4
  %next = add i32 %i, 64
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
