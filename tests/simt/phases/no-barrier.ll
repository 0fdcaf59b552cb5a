; Nothing to cut: only the signature changes, and there is no frame.
; RUN: simt-opt -passes=phases %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
; CHECK: frame: 0 bytes
; CHECK-LABEL: define dso_local i32 @plain(ptr %ctx, i32 %group, ptr %frame)
; CHECK-NEXT: store i32 %group, ptr %ctx
; CHECK-NEXT: ret i32 -1
define void @plain(ptr %ctx, i32 %group) {
  store i32 %group, ptr %ctx
  ret void
}
