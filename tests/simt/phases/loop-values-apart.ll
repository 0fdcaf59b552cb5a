; Where a phi and what flows into it are needed side by side behind a barrier, each has a slot of its own, and each is
; saved; and a first value is saved in front of its loop only if the slot holds the loop's own at every way back.
; RUN: simt-opt -passes=phases -kernel=swap %s 2>/dev/null | FileCheck %s --check-prefix=SWAP
; RUN: simt-opt -passes=phases -kernel=kept %s 2>/dev/null | FileCheck %s --check-prefix=KEPT
; RUN: simt-opt -passes=phases -kernel=changedLate %s 2>/dev/null | FileCheck %s --check-prefix=CHANGEDLATE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.phase.barrier(i32, i32)

; Two values that change places with every round.
; SWAP-LABEL: define dso_local i32 @swap(
; SWAP: start:
; SWAP-NOT: store <16 x float>
; SWAP: br label %round
; SWAP: round:
; SWAP-DAG: %[[ONE:.*]] = getelementptr inbounds i8, ptr %frame, i64 64
; SWAP-DAG: %[[TWO:.*]] = getelementptr inbounds i8, ptr %frame, i64 128
; SWAP-DAG: store <16 x float> %{{[ab][0-9]*}}, ptr %[[ONE]], align 64
; SWAP-DAG: store <16 x float> %{{[ab][0-9]*}}, ptr %[[TWO]], align 64
; SWAP: ret i32 0
; SWAP: resume:
; SWAP-DAG: getelementptr inbounds i8, ptr %frame, i64 64
; SWAP-DAG: getelementptr inbounds i8, ptr %frame, i64 128
define void @swap(ptr %ctx, i32 %group) {
start:
  %x = load <16 x float>, ptr %ctx, align 64
  br label %round
round:
  %a = phi <16 x float> [ %x, %start ], [ %b, %round ]
  %b = phi <16 x float> [ zeroinitializer, %start ], [ %a, %round ]
  store <16 x float> %a, ptr %ctx, align 64
  %wait = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %go = load volatile i32, ptr %ctx
  %more = icmp ult i32 %go, 8
  br i1 %more, label %round, label %exit
exit:
  store <16 x float> %b, ptr %ctx, align 64
  ret void
}

; A sum that is needed beside its next value.
; KEPT-LABEL: define dso_local i32 @kept(
; KEPT: start:
; KEPT-NOT: store <16 x float>
; KEPT: br label %round
; KEPT: round:
; KEPT-DAG: %[[ONE:.*]] = getelementptr inbounds i8, ptr %frame, i64 64
; KEPT-DAG: %[[TWO:.*]] = getelementptr inbounds i8, ptr %frame, i64 128
; KEPT-DAG: store <16 x float> %{{sum[0-9]*|next}}, ptr %[[ONE]], align 64
; KEPT-DAG: store <16 x float> %{{sum[0-9]*|next}}, ptr %[[TWO]], align 64
; KEPT: ret i32 0
define void @kept(ptr %ctx, i32 %group) {
start:
  br label %round
round:
  %sum = phi <16 x float> [ zeroinitializer, %start ], [ %next, %round ]
  %v = load <16 x float>, ptr %ctx, align 64
  %next = fadd <16 x float> %sum, %v
  %wait = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %both = fmul <16 x float> %sum, %next
  store <16 x float> %both, ptr %ctx, align 64
  %go = load volatile i32, ptr %ctx
  %more = icmp ult i32 %go, 8
  br i1 %more, label %round, label %exit
exit:
  ret void
}

; One way back changes the sum behind the last barrier: the slot holds an old one, and the barrier writes each round.
; CHANGEDLATE-LABEL: define dso_local i32 @changedLate(
; CHANGEDLATE: start:
; CHANGEDLATE-NOT: store <16 x float>
; CHANGEDLATE: br label %round
; CHANGEDLATE: round:
; CHANGEDLATE: store <16 x float> %sum{{[0-9]*}}, ptr %{{.*}}, align 64
; CHANGEDLATE: ret i32 0
define void @changedLate(ptr %ctx, i32 %group) {
start:
  br label %round
round:
  %sum = phi <16 x float> [ zeroinitializer, %start ], [ %sum, %round ], [ %next, %add ]
  store i32 %group, ptr %ctx
  %wait = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %go = load volatile i32, ptr %ctx
  switch i32 %go, label %exit [
    i32 0, label %round
    i32 1, label %add
  ]
add:
  %v = load <16 x float>, ptr %ctx, align 64
  %next = fadd <16 x float> %sum, %v
  br label %round
exit:
  store <16 x float> %sum, ptr %ctx, align 64
  ret void
}
