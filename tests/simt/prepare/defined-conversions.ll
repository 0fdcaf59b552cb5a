; Conversions saturate, a NaN that goes to 64 bits or comes from a double becomes the highest bit; narrow results go through 32 bits and are cut off, as the hardware does it.
; RUN: simt-opt %s -passes=prepare.defined | FileCheck %s

define void @conversions(float %x, double %y, ptr %out) {
  ; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %a = fptosi float %x to i32
  ; CHECK: call i64 @llvm.fptoui.sat.i64.f64(double %y)
  ; CHECK: %[[NAN:.*]] = fcmp uno double %y, %y
  ; CHECK: select i1 %[[NAN]], i64 -9223372036854775808,
  %b = fptoui double %y to i64
  ; CHECK: %[[WIDE:.*]] = call i32 @llvm.fptoui.sat.i32.f32(float %x)
  ; CHECK: trunc i32 %[[WIDE]] to i8
  %c = call i8 @llvm.fptoui.sat.i8.f32(float %x)
  store i32 %a, ptr %out
  store i64 %b, ptr %out
  store i8 %c, ptr %out
  ret void
}
declare i8 @llvm.fptoui.sat.i8.f32(float)
