; A texture reference is a device variable that holds a handle.
; RUN: simt-opt %s -kernel=read -passes=prepare.nvvm | FileCheck %s

@image = addrspace(1) externally_initialized global i64 undef, align 8

; CHECK-LABEL: @read
define void @read(ptr %out) {
  ; CHECK: %[[HANDLE:.*]] = load i64, ptr addrspace(1) @image, align 8
  ; CHECK: store i64 %[[HANDLE]], ptr %out
  %handle = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @image)
  store i64 %handle, ptr %out
  ret void
}

declare i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1))
