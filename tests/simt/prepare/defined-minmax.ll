; A maximum hides from LLVM's simplifier, which crashes on it here, and is written out at the end.
; RUN: simt-opt %s -passes=prepare.defined | FileCheck %s
; RUN: simt-opt %s -passes=prepare.defined,prepare.optimise,prepare.lane-forms,prepare.cleanup,prepare.verify | FileCheck %s --check-prefix=OUT
; CHECK: call nnan float @helicon.maxnum.float(float %x, float %y)
; CHECK-NOT: call {{.*}}@llvm.m{{in|ax}}num
; OUT-LABEL: @most
; OUT-NOT: num
; OUT: fcmp {{.*}}olt
; OUT: fcmp {{.*}}ogt
; OUT: ret void
define void @most(float %x, float %y, ptr %p) {
  %low = call float @llvm.minnum.f32(float %x, float %y)
  %sign = call float @llvm.copysign.f32(float %x, float %y)
  %m = call float @llvm.maxnum.f32(float %low, float %sign)
  store volatile float %m, ptr %p
  %n = call nnan float @llvm.maxnum.f32(float %x, float %y)
  store volatile float %n, ptr %p
  ret void
}
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.copysign.f32(float, float)
