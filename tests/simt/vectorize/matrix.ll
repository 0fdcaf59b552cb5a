; Two steps of a product become one outer product: elements of A are broadcasts within each quad, of B four lanes of the
; warp brought together; the second sum uses the moves of A that the first made. The load reads 16 bytes a quad.
; RUN: simt-opt -passes=plan,vectorize -block=32,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare float @helicon.matrix.float(float, i32, i32, i32, i32) #1
; CHECK-LABEL: define {{.*}}@product.group(
; CHECK-COUNT-8: load <4 x i32>
; CHECK-NOT: masked.gather
; CHECK: fpext <16 x half>
; CHECK: shufflevector <16 x float> {{.*}}, <16 x i32> <i32 0, i32 8, i32 16, i32 24, i32 0, i32 8, i32 16, i32 24,
; CHECK: shufflevector <16 x float> {{.*}}, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 4, i32 4, i32 4, i32 4,
; CHECK-COUNT-32: call <16 x float> @llvm.fma.v16f32
; CHECK: ret void
define void @product(ptr addrspace(1) %p) {
  %x = call i32 @helicon.tid.x()
  %group = lshr i32 %x, 2
  %place = and i32 %x, 3
  %row = mul i32 %group, 48
  %at = add i32 %row, %place
  %at64 = zext i32 %at to i64
  %word = getelementptr i32, ptr addrspace(1) %p, i64 %at64
  %a = load i32, ptr addrspace(1) %word, align 4, !helicon.quad !0
  %x64 = zext nneg i32 %x to i64
  %own = getelementptr i32, ptr addrspace(1) %p, i64 %x64
  %b = load i32, ptr addrspace(1) %own, align 4
  %even = call float @helicon.matrix.float(float 0.0, i32 %a, i32 %b, i32 0, i32 0)
  %odd = call float @helicon.matrix.float(float 1.0, i32 %a, i32 %b, i32 1, i32 0)
  %sum = fadd float %even, %odd
  store float %sum, ptr addrspace(1) %own, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { nounwind willreturn convergent memory(none) }
!0 = !{}
