; Functions that stay get the block's context and the thread's index in front, and pass them on.
; RUN: simt-opt -passes=scalarize -block=32,1,1 -kernel=kernel %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8], align 16
declare i32 @helicon.tid.x()
declare void @helicon.barrier()

; CHECK: define {{.*}}void @kernel.thread(ptr %ctx, i32 range(i32 0, 32) %thread)
; CHECK: %[[R:.*]] = call i32 @down.thread(ptr %ctx, i32 %thread, i32 %{{.*}})
; CHECK: store i32 %[[R]]
define void @kernel(ptr addrspace(1) %out) {
  %x = call i32 @helicon.tid.x()
  %r = call i32 @down(i32 %x)
  store i32 %r, ptr addrspace(1) %out, align 4
  ret void
}

; CHECK: define {{.*}}i32 @down.thread(ptr %ctx, i32 range(i32 0, 32) %thread, i32 %n)
; CHECK: %shared = load ptr
; CHECK: call i32 %barrier(ptr %ctx, i32 %thread, i32 0, i32 0, i32 1)
; CHECK: call i32 @down.thread(ptr %ctx, i32 %thread, i32 %less)
; CHECK-NOT: @helicon
define internal i32 @down(i32 %n) #0 {
entry:
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %done, label %more
more:
  store i32 %n, ptr addrspace(3) @helicon.shared, align 4
  call void @helicon.barrier()
  %less = sub i32 %n, 1
  %r = call i32 @down(i32 %less)
  br label %done
done:
  %v = phi i32 [ 0, %entry ], [ %r, %more ]
  ret i32 %v
}
attributes #0 = { "helicon.kept" }
