; In front of a warp operation with a mask: a report where the mask leaves out the lane, names one that takes no part, or
; (only where it is no constant) differs among the lanes. Operations without a mask stay as they are.
; RUN: simt-opt %s -passes=masks | FileCheck %s
declare i32 @helicon.shfl.down(i32, i32, i32, i32)
declare i32 @helicon.redux.add(i32, i32)
declare i32 @helicon.activemask()

; CHECK-LABEL: define void @masks
; CHECK: %active = call i32 @helicon.activemask()
; CHECK-NEXT: %lane = call i32 @helicon.laneid()
; CHECK-NOT: match.any
; CHECK: br i1 {{.*}}, label %[[BAD:[0-9]+]], label %[[GO:[0-9]+]]
; CHECK: {{^}}[[BAD]]:
; A shuffle down is operation 3.
; CHECK: call void @helicon.report(i32 0, i64 12884967423, i64 %{{[0-9]+}})
; CHECK-NEXT: br label %[[GO]]
; CHECK: {{^}}[[GO]]:
; CHECK-NEXT: call i32 @helicon.shfl.down
; CHECK: %agree = call i32 @helicon.match.any(i32 %active{{[0-9]*}}, i64
; CHECK: call void @helicon.report(i32 0,
; CHECK: call i32 @helicon.redux.add(i32 %mask
; CHECK-NEXT: call i32 @helicon.activemask()
; CHECK-NOT: call void @helicon.report
define void @masks(i32 %mask, ptr addrspace(1) %out) {
  %a = call i32 @helicon.shfl.down(i32 65535, i32 1, i32 2, i32 31)
  %b = call i32 @helicon.redux.add(i32 %mask, i32 %a)
  %c = call i32 @helicon.activemask()
  %sum = add i32 %b, %c
  store i32 %sum, ptr addrspace(1) %out
  ret void
}
