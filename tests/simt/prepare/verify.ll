; The first thing outside the prepared form is named.
; RUN: not simt-opt %s -kernel=vector -passes=prepare.verify 2>&1 | FileCheck %s --check-prefix=VECTOR
; RUN: not simt-opt %s -kernel=contracted -passes=prepare.verify 2>&1 | FileCheck %s --check-prefix=CONTRACT
; RUN: not simt-opt %s -kernel=open -passes=prepare.verify 2>&1 | FileCheck %s --check-prefix=OPEN
; RUN: not simt-opt %s -kernel=twice -passes=prepare.verify 2>&1 | FileCheck %s --check-prefix=TWICE
; VECTOR: kernel vector cannot be prepared: a type outside the prepared form: {{.*}}<2 x i32>
define void @vector(ptr %p) {
  %v = load <2 x i32>, ptr %p
  ret void
}
; CONTRACT: kernel contracted cannot be prepared: a float operation that may be contracted
define void @contracted(float %x, ptr %p) {
  %v = fmul contract float %x, %x
  store float %v, ptr %p
  ret void
}
; OPEN: kernel open cannot be prepared: unreachable
define void @open() {
  unreachable
}
; TWICE: kernel twice cannot be prepared: 2 returns
define void @twice(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}
