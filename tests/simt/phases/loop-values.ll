; What flows into a phi shares its slot: a loop's first values are saved in front of it, and its barriers write only
; what changed. Inner loops take the outer loop's slot on, and a value that leaves a loop is read on its way out only.
; RUN: simt-opt -passes=phases -kernel=nested %s 2>/dev/null | FileCheck %s --check-prefix=NESTED
; RUN: simt-opt -passes=phases -kernel=twoWays %s 2>/dev/null | FileCheck %s --check-prefix=TWOWAYS
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.phase.barrier(i32, i32)

; The first value comes from memory; the sum of the inner loop is that of the outer one.
; NESTED-LABEL: define dso_local i32 @nested(
define void @nested(ptr %ctx, i32 %group) {
; NESTED: start:
; NESTED: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %frame, i64 [[SUM:64|128]]
; NESTED-NEXT: store <16 x float> %first, ptr %[[SLOT]], align 64
; NESTED-NEXT: br label %outer
start:
  %first = load <16 x float>, ptr %ctx, align 64
  br label %outer
; NESTED: outer:
; NESTED-NOT: store <16 x float>
; NESTED: br label %inner
outer:
  %i = phi i32 [ 0, %start ], [ %i.next, %done ]
  %sum = phi <16 x float> [ %first, %start ], [ %inner.next, %done ]
  br label %inner
; NESTED: inner:
; NESTED-NOT: store <16 x float>
; NESTED: ret i32 0
; NESTED: resume:
; NESTED: load <16 x float>
; NESTED: %inner.next = fadd
; NESTED: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %frame, i64 [[SUM]]
; NESTED-NEXT: store <16 x float> %inner.next, ptr %[[SLOT]], align 64
; NESTED-NOT: store <16 x float>
; NESTED: ret i32 0
; NESTED: resume{{[0-9]+}}:
; NESTED-NOT: load <16 x float>
; NESTED: br i1
inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %acc = phi <16 x float> [ %sum, %outer ], [ %inner.next, %inner ]
  store i32 %k, ptr %ctx
  %b1 = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %at = getelementptr <16 x float>, ptr %ctx, i32 %group
  %v = load <16 x float>, ptr %at, align 64
  %inner.next = fadd <16 x float> %acc, %v
  %b2 = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, 4
  br i1 %more, label %inner, label %done
done:
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, 8
  br i1 %again, label %outer, label %exit
; NESTED: exit:
; NESTED: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %frame, i64 [[SUM]]
; NESTED-NEXT: %[[LAST:.*]] = load <16 x float>, ptr %[[SLOT]], align 64
; NESTED: store <16 x float> %[[LAST]], ptr %ctx
exit:
  store <16 x float> %inner.next, ptr %ctx, align 64
  ret void
}

; Two ways around the loop: one comes from the second barrier, the other from the first, behind which the sum did not
; change. Both leave the sum in the slot.
; TWOWAYS-LABEL: define dso_local i32 @twoWays(
; TWOWAYS: store <16 x float> zeroinitializer, ptr %{{.*}}, align 64
; TWOWAYS: round:
; TWOWAYS-NOT: store <16 x float>
; TWOWAYS: ret i32 0
; TWOWAYS: add:
; TWOWAYS: store <16 x float> %next
; TWOWAYS: ret i32 0
define void @twoWays(ptr %ctx, i32 %group) {
start:
  br label %round
round:
  %sum = phi <16 x float> [ zeroinitializer, %start ], [ %both, %latch ]
  store i32 %group, ptr %ctx
  %b1 = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %go = load volatile i32, ptr %ctx
  %odd = trunc i32 %go to i1
  br i1 %odd, label %add, label %latch
add:
  %v = load <16 x float>, ptr %ctx, align 64
  %next = fadd <16 x float> %sum, %v
  %b2 = call i32 @helicon.phase.barrier(i32 0, i32 0)
  br label %latch
latch:
  %both = phi <16 x float> [ %sum, %round ], [ %next, %add ]
  %more = icmp ult i32 %go, 8
  br i1 %more, label %round, label %exit
exit:
  store <16 x float> %both, ptr %ctx, align 64
  ret void
}
