; Other groups change shared memory while a group waits for its next turn. An atomic there is a plain read and write, and
; what it read is not kept over the turn, since the turn is told the address of shared memory.
; RUN: simt-opt -passes=turns,structurize,plan,vectorize %s -block=64,1,1 -parts=2 2>/dev/null \
; RUN:   | opt -S -passes='simplifycfg,loop-mssa(loop-rotate,licm),gvn' | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8], align 16
declare i32 @helicon.tid.x() #0
declare i32 @helicon.ctaid.x() #0
declare i32 @helicon.nctaid.x() #0

; CHECK-LABEL: define {{.*}}@count.group(
; CHECK: loop.full:
; CHECK: call void @helicon.phase.turn(ptr addrspace(3) %[[SHARED:.*]])
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %[[SHARED]]
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]],
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %[[SHARED]]
; CHECK: br i1 {{.*}}label %loop.full
; CHECK: loop:
; CHECK: call void @helicon.phase.turn(ptr addrspace(3) %[[SHARED]])
; CHECK: load i32, ptr addrspace(3) %[[SHARED]]
; CHECK: store i32 {{.*}}, ptr addrspace(3) %[[SHARED]]
; CHECK: br i1 {{.*}}label %loop
define void @count(ptr addrspace(1) %in, i32 %n) {
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
  %source = getelementptr i32, ptr addrspace(1) %in, i64 %i64
  %v = load i32, ptr addrspace(1) %source, align 4
  %old = atomicrmw add ptr addrspace(3) @helicon.shared, i32 %v monotonic, align 4
  %next = add i32 %i, %step
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

attributes #0 = { nounwind willreturn memory(none) speculatable }
