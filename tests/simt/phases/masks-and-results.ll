; Masks are kept as the integer of their bits; a reducing barrier publishes its share and reads the block's value back;
; a yield is a suspension with its own status.
; RUN: simt-opt -passes=phases %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.phase.barrier(i32, i32)
declare void @helicon.phase.yield(i1)

; CHECK-LABEL: define dso_local i32 @votes(
define void @votes(ptr %ctx, i32 %group) {
; CHECK: start:
; CHECK: %[[OP:.*]] = getelementptr inbounds i8, ptr %frame, i64 4
; CHECK: store i32 1, ptr %[[OP]]
; CHECK: %[[SHARE:.*]] = getelementptr inbounds i8, ptr %frame, i64 8
; CHECK: store i32 %share, ptr %[[SHARE]]
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %mask to i16
; CHECK: store i16 %[[BITS]], ptr %{{.*}}, align 2
; CHECK: ret i32 0
start:
  %v = load volatile <16 x float>, ptr %ctx, align 64
  %mask = fcmp ogt <16 x float> %v, zeroinitializer
  %share = load volatile i32, ptr %ctx
; CHECK: resume:
; CHECK: %combined = load i32, ptr %
; CHECK-NOT: load i16
  %all = call i32 @helicon.phase.barrier(i32 1, i32 %share)
; CHECK: ret i32 1
; CHECK: resume{{[0-9]+}}:
; CHECK: %[[BACK:.*]] = load i16, ptr %{{.*}}, align 2
; CHECK: bitcast i16 %[[BACK]] to <16 x i1>
  call void @helicon.phase.yield(i1 false)
  %chosen = select <16 x i1> %mask, <16 x float> %v, <16 x float> zeroinitializer
  store <16 x float> %chosen, ptr %ctx, align 64
  store i32 %all, ptr %ctx
  ret void
}
