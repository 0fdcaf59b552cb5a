; Shifts by the width or more give what hardware gives; where the amount is known to fit nothing is added.
; RUN: simt-opt %s -passes=prepare.defined | FileCheck %s
; RUN: simt-opt %s -passes=prepare.defined,prepare.optimise | FileCheck %s --check-prefix=OPT

define void @shifts(i32 %x, i32 %n, ptr %out) {
  ; CHECK: %[[FITS:.*]] = icmp ult i32 %n, 32
  ; CHECK: %[[LEFT:.*]] = shl i32 %x, %n
  ; CHECK: select i1 %[[FITS]], i32 %[[LEFT]], i32 0
  %left = shl i32 %x, %n
  ; CHECK: %[[AMOUNT:.*]] = select i1 %{{.*}}, i32 %n, i32 31
  ; CHECK: ashr i32 %left, %[[AMOUNT]]
  %right = ashr i32 %left, %n
  ; OPT: %[[LOW:.*]] = and i32 %n, 31
  ; OPT: lshr i32 %{{.*}}, %[[LOW]]
  ; OPT-NOT: select
  %low = and i32 %n, 31
  %small = lshr i32 %right, %low
  ; CHECK: shl i32 %{{.*}}, 3
  %constant = shl i32 %small, 3
  store i32 %constant, ptr %out
  ret void
}
