; An array that holds something across a barrier moves into the frame; one that doesn't stays on the stack.
; RUN: simt-opt -passes=phases %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.phase.barrier(i32, i32)
; CHECK-LABEL: define dso_local i32 @arrays(
; CHECK: dispatch:
; CHECK-DAG: %lives.frame = getelementptr inbounds i8, ptr %frame, i64 64
; CHECK-DAG: %stays = alloca [8 x i32]
; CHECK-NOT: alloca
define void @arrays(ptr %ctx, i32 %group) {
  %lives = alloca [8 x i32], align 64
  %stays = alloca [8 x i32], align 64
  %at = getelementptr i32, ptr %lives, i32 %group
  store i32 1, ptr %at
  %tmp = getelementptr i32, ptr %stays, i32 %group
  store i32 2, ptr %tmp
  %t = load i32, ptr %tmp
  store i32 %t, ptr %ctx
  %b = call i32 @helicon.phase.barrier(i32 0, i32 0)
; CHECK: resume:
; CHECK: getelementptr i32, ptr %lives.frame, i32 %group
  %v = load i32, ptr %at
  store i32 %v, ptr %ctx
  ret void
}
