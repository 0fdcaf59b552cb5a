; One CUDA thread: indices from the linear one, facts of the block from its context, waiting through the services.
; RUN: simt-opt -passes=scalarize -block=8,4,1 %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8], align 16
declare i32 @helicon.tid.x()
declare i32 @helicon.tid.y()
declare i32 @helicon.ctaid.z()
declare void @helicon.barrier()
declare i32 @helicon.ballot(i32, i1)
declare i1 @helicon.group.all(i1)
declare float @helicon.math.sin.f32(float)

; CHECK-LABEL: define dso_local void @kernel.thread(ptr %ctx, i32 range(i32 0, 32) %thread)
; CHECK: head:
; CHECK: %args = load ptr, ptr %{{.*}}, !invariant.load
; CHECK: %shared = load ptr, ptr %{{.*}}, !invariant.load
; CHECK-NOT: @helicon.
; CHECK: %tid.x = urem i32 %thread, 8
; CHECK: udiv i32 %thread, 8
; CHECK: getelementptr inbounds i8, ptr %ctx, i64 48
; CHECK: call i32 %barrier(ptr %ctx, i32 %thread, i32 0, i32 0, i32 1)
; CHECK: %[[P:.*]] = zext i1 %odd to i64
; CHECK: call i64 %warp(ptr %ctx, i32 %thread, i32 5, i32 -1, i64 %[[P]], i32 0, i32 0, i32 2)
; CHECK: br i1 %odd, label
; CHECK: call float @Sleef_finz_sinf1_u10purecfma(
; CHECK: ret void
define void @kernel(ptr addrspace(1) %out, float %f) {
  %x = call i32 @helicon.tid.x()
  %y = call i32 @helicon.tid.y()
  %z = call i32 @helicon.ctaid.z()
  %xy = add i32 %x, %y
  %xyz = add i32 %xy, %z
  store i32 %xyz, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @helicon.shared, i64 16)
  call void @helicon.barrier()
  %odd = trunc i32 %x to i1
  %votes = call i32 @helicon.ballot(i32 -1, i1 %odd)
  %all = call i1 @helicon.group.all(i1 %odd)
  br i1 %all, label %then, label %exit
then:
  %s = call float @helicon.math.sin.f32(float %f)
  store float %s, ptr addrspace(1) %out
  br label %exit
exit:
  ret void
}
