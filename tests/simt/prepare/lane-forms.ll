; Sums of thread indices that make the linear index, narrow divisions, unsigned conversions of non-negative values.
; RUN: simt-opt %s -block=8,8,4 -passes=prepare.specialise,prepare.lane-forms,prepare.cleanup | FileCheck %s

; CHECK-LABEL: @forms
define void @forms(ptr %p, i8 %a, i8 %b, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  ; CHECK: %[[LINEAR:.*]] = call i32 @helicon.tid.linear(), !range
  ; CHECK: store volatile i32 %[[LINEAR]], ptr %p
  %y8 = shl i32 %y, 3
  %xy = or disjoint i32 %x, %y8
  %z64 = mul i32 %z, 64
  %l = add i32 %xy, %z64
  store volatile i32 %l, ptr %p
  ; The same times four, in 64 bits.
  ; CHECK: %[[FOUR:.*]] = mul nuw nsw i32 %[[LINEAR]], 4
  ; CHECK: %[[WIDE:.*]] = zext nneg i32 %[[FOUR]] to i64
  ; CHECK: store volatile i64 %[[WIDE]], ptr %p
  %x4 = shl i32 %x, 2
  %xw = zext i32 %x4 to i64
  %y32 = shl i32 %y, 5
  %yw = zext i32 %y32 to i64
  %zw = zext i32 %z to i64
  %z256 = mul i64 %zw, 256
  %s = add i64 %xw, %yw
  %t = add i64 %s, %z256
  store volatile i64 %t, ptr %p
  ; Other strides are no linear index.
  ; CHECK: %other = add i32
  %y9 = mul i32 %y, 9
  %other = add i32 %x, %y9
  store volatile i32 %other, ptr %p
  ; CHECK: udiv i32
  ; CHECK: udiv i8 %a, 7
  %d = udiv i8 %a, %b
  store volatile i8 %d, ptr %p
  %e = udiv i8 %a, 7
  store volatile i8 %e, ptr %p
  ; CHECK: sitofp i32 %n to float
  %f = uitofp nneg i32 %n to float
  store volatile float %f, ptr %p
  ; A maximum with a number needs one comparison, with zero too; two unknowns need the cases of NaN and of zeros.
  ; CHECK: %[[GREATER:.*]] = fcmp ogt float %[[F:.*]], 0.0
  ; CHECK: select i1 %[[GREATER]], float %[[F]], float 0.0
  ; CHECK-NOT: fcmp
  ; CHECK: store volatile
  %h = load volatile float, ptr %p
  %relu = call float @llvm.maxnum.f32(float %h, float 0.0)
  store volatile float %relu, ptr %p
  ; CHECK: fcmp olt float %[[F]],
  ; CHECK: or i32
  ; CHECK: fcmp oeq
  ; CHECK: fcmp uno
  ; CHECK-NOT: llvm.minnum
  ; CHECK: ret void
  %g = load volatile float, ptr %p
  %least = call float @llvm.minnum.f32(float %h, float %g)
  store volatile float %least, ptr %p
  ret void
}
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
