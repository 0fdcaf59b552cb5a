; Names that headers or users leave: the math table by any of its spellings, and the services.
; RUN: simt-opt %s -kernel=calls -passes=prepare.services | FileCheck %s

; CHECK-LABEL: @calls
define void @calls(float %f, double %d, ptr %p) {
  ; CHECK: call float @helicon.math.sin.f32(float %f)
  %a = call float @__helicon_sinf(float %f)
  ; CHECK: call double @helicon.math.pow.f64(double %d, double %d)
  %b = call double @__helicon_pow(double %d, double %d)
  ; CHECK: call float @helicon.math.tan.f32(float %f)
  %c = call float @tanf(float %f)
  ; CHECK: call float @helicon.math.exp.f32(float %f)
  %e = call float @llvm.exp.f32(float %f)
  ; CHECK: call i32 @helicon.print(ptr %p, ptr null)
  %g = call i32 @vprintf(ptr %p, ptr null)
  ; CHECK: call ptr @helicon.malloc(i64 8)
  %h = call ptr @malloc(i64 8)
  ; CHECK: call void @helicon.free(ptr
  call void @free(ptr %h)
  ; CHECK: call void @helicon.assertfail(ptr %p, ptr %p, i32 7, ptr %p)
  call void @__assertfail(ptr %p, ptr %p, i32 7, ptr %p, i64 1)
  ; CHECK: call i32 @helicon.cooperative()
  %v = call i32 @__helicon_grid_valid()
  ; CHECK: call void @helicon.barrier.grid()
  call void @__helicon_grid_sync()
  unreachable
}
declare float @__helicon_sinf(float)
declare double @__helicon_pow(double, double)
declare float @tanf(float)
declare i32 @__helicon_grid_valid()
declare void @__helicon_grid_sync()
declare float @llvm.exp.f32(float)
declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
