; Products that are only added are fused into all their sums; others stay; nothing may be contracted afterwards.
; RUN: simt-opt %s -kernel=fused -passes=prepare.fma | FileCheck %s
; RUN: simt-opt %s -kernel=fused -isa=sse42 -passes=prepare.fma | FileCheck %s --check-prefix=NOFMA
; NOFMA-LABEL: @fused
; NOFMA-NOT: contract
; NOFMA-NOT: @llvm.fma

; CHECK-LABEL: @fused
define void @fused(float %a, float %b, float %c, ptr %out) {
  ; CHECK: %sum = call float @llvm.fma.f32(float %a, float %b, float %c)
  %product = fmul contract float %a, %b
  %sum = fadd contract float %product, %c
  ; CHECK: %[[MINUSA:.*]] = fneg float %a
  ; CHECK: call float @llvm.fma.f32(float %[[MINUSA]], float %c, float %b)
  %product2 = fmul contract float %a, %c
  %difference = fsub contract float %b, %product2
  ; CHECK: %[[MINUSC:.*]] = fneg float %c
  ; CHECK: call float @llvm.fma.f32(float %a, float %a, float %[[MINUSC]])
  %product3 = fmul contract float %a, %a
  %difference2 = fsub contract float %product3, %c
  ; Used twice, by sums alone: fused into both.
  ; CHECK-NOT: fmul float %b, %b
  ; CHECK: %both1 = call float @llvm.fma.f32(float %b, float %b, float %sum)
  ; CHECK: %both2 = call float @llvm.fma.f32(float %b, float %b, float %difference)
  %square = fmul contract float %b, %b
  %both1 = fadd contract float %square, %sum
  %both2 = fadd contract float %square, %difference
  ; Used by a store too: the product is there anyway.
  ; CHECK: %kept = fmul float %c, %c
  ; CHECK: fadd float %kept, %both1
  %kept = fmul contract float %c, %c
  store float %kept, ptr %out
  %plain = fadd contract float %kept, %both1
  ; The user said no.
  ; CHECK: fmul float %a, %c
  ; CHECK: fadd float
  %strict = fmul float %a, %c
  %last = fadd float %strict, %both2
  %all = fadd contract float %plain, %last
  %all2 = fadd contract float %all, %difference2
  store float %all2, ptr %out
  ret void
}
