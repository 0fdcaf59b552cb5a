; A declaration whose module defines it under a suffixed name is bound to that; what the kernel does not reach goes.
; RUN: split-file %s %t
; RUN: simt-opt %t/a.ll %t/b.ll -kernel=kernel -passes=prepare.reach | FileCheck %s
; CHECK: target triple = "x86_64-unknown-linux-gnu"
; CHECK: @_ZL1s__static__1234 = addrspace(1) externally_initialized global i32 4
; CHECK-NOT: @other
; CHECK-LABEL: define void @kernel
; CHECK: load i32, ptr addrspace(1) @_ZL1s__static__1234
; CHECK: call i32 @helper
; CHECK-LABEL: define internal i32 @helper

;--- a.ll
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@_ZL1s = external addrspace(1) global i32
@_ZL1s__static__1234 = addrspace(1) externally_initialized global i32 4
@other = addrspace(1) externally_initialized global i32 4
define void @kernel(ptr %p) {
  %v = load i32, ptr addrspace(1) @_ZL1s
  %w = call i32 @helper(i32 %v)
  store i32 %w, ptr %p
  ret void
}
declare i32 @helper(i32)
;--- b.ll
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define i32 @helper(i32 %x) {
  ret i32 %x
}
define void @unreached() {
  ret void
}
