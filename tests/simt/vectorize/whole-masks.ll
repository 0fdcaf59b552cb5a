; Without AVX-512 a masked access of 16 bits is slow, and so is a masked store: a full mask takes a plain one.
; RUN: simt-opt -passes=plan,vectorize -isa=avx2 %s -block=8,1,1 2>/dev/null | FileCheck %s
; RUN: simt-opt -passes=plan,vectorize -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=MASKED %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK: icmp eq i8 %{{.*}}, -1
; CHECK: whole:
; CHECK: load <8 x half>
; CHECK: some:
; CHECK: @llvm.masked.load.v8f16
; CHECK: phi <8 x half>
; CHECK: store <8 x half>
; CHECK: @llvm.masked.store.v8f16
; MASKED-NOT: whole:
; MASKED: @llvm.masked.load.v16f16
; MASKED: @llvm.masked.store.v16f16
define void @twice(ptr addrspace(1) %data, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %body, label %exit
body:
  %p = getelementptr inbounds half, ptr addrspace(1) %data, i64 %x64
  %v = load half, ptr addrspace(1) %p, align 2
  %w = fadd half %v, %v
  store half %w, ptr addrspace(1) %p, align 2
  br label %exit
exit:
  ret void
}
attributes #0 = { nounwind willreturn memory(none) }
