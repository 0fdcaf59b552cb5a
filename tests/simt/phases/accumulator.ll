; A loop with two barriers around an inner loop. The accumulator stays in a register through the inner loop and is
; saved behind it, in the slot that its first value was saved in; what the outer loop only reads is saved once, in front
; of it; addresses made of the context and the group's number are computed again.
; RUN: simt-opt -passes=phases %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.phase.barrier(i32, i32)
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)

; CHECK: frame: 192 bytes
; CHECK-LABEL: define dso_local i32 @tiles(ptr %ctx, i32 %group, ptr noalias align 64 dereferenceable(192) %frame)
; CHECK: dispatch:
; CHECK: switch i32 %state, label %broken [
; CHECK-NEXT: i32 0, label %start
; CHECK-NEXT: i32 1, label %resume
; CHECK-NEXT: i32 2, label %resume{{[0-9]+}}
define void @tiles(ptr %ctx, i32 %group) {
start:
  %shared.at = getelementptr i8, ptr %ctx, i64 8
  %shared = load ptr, ptr %shared.at, align 8, !invariant.load !0
  %mine = getelementptr <16 x float>, ptr %shared, i32 %group
  %first = load <16 x float>, ptr %mine, align 64
; CHECK: %scale = call <16 x float> @llvm.sqrt
; CHECK-NEXT: %[[SCALE:.*]] = getelementptr inbounds i8, ptr %frame, i64 [[SCALESLOT:64|128]]
; CHECK-NEXT: store <16 x float> %scale, ptr %[[SCALE]], align 64
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store <16 x float> zeroinitializer, ptr %{{.*}}, align 64
; CHECK-NEXT: br label %tile
  %scale = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %first)
  br label %tile
; CHECK: tile:
; CHECK: store <16 x float> %scale
; CHECK-NOT: store <16 x float>
; CHECK: store i32 1, ptr %
; CHECK: ret i32 0
; CHECK: resume:
; CHECK-NOT: store
; CHECK: load <16 x float>
tile:
  %t = phi i32 [ 0, %start ], [ %t.next, %done ]
  %sum = phi <16 x float> [ zeroinitializer, %start ], [ %acc.next, %done ]
  store <16 x float> %scale, ptr %mine, align 64
  %b1 = call i32 @helicon.phase.barrier(i32 0, i32 0)
  br label %inner
; CHECK: inner:
; CHECK-NOT: %frame
; CHECK: br i1 %more, label %inner, label %done
inner:
  %i = phi i32 [ 0, %tile ], [ %i.next, %inner ]
  %acc = phi <16 x float> [ %sum, %tile ], [ %acc.next, %inner ]
  %at = getelementptr <16 x float>, ptr %shared, i32 %i
  %v = load <16 x float>, ptr %at, align 64
  %scaled = fmul <16 x float> %v, %scale
  %acc.next = fadd <16 x float> %acc, %scaled
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 4
  br i1 %more, label %inner, label %done
; The second barrier saves the accumulator and not the scale, whose slot still holds it.
; CHECK: done:
; CHECK-NOT: store <16 x float> %scale
; CHECK: store <16 x float> %acc.next
; CHECK-NOT: store <16 x float>
; CHECK: ret i32 0
done:
  %b2 = call i32 @helicon.phase.barrier(i32 0, i32 0)
  %t.next = add i32 %t, 1
  %again = icmp ult i32 %t.next, 8
  br i1 %again, label %tile, label %exit
; Only the way out reads the sum back.
; CHECK: resume{{[0-9]+}}:
; CHECK: load <16 x float>
; CHECK-NOT: load <16 x float>
; CHECK: exit:
; CHECK: load <16 x float>
; CHECK: ret i32 -1
exit:
  store <16 x float> %acc.next, ptr %mine, align 64
  ret void
}
!0 = !{}
