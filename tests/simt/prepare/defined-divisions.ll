; x / 0 has all bits set, INT_MIN / -1 wraps, and neither may trap; known divisors are left alone.
; RUN: simt-opt %s -passes=prepare.defined | FileCheck %s

define void @divisions(i32 %x, i32 %y, ptr %out) {
  ; CHECK: %[[ZERO:.*]] = icmp eq i32 %y, 0
  ; CHECK: %[[SMALLEST:.*]] = icmp eq i32 %x, -2147483648
  ; CHECK: %[[MINUS:.*]] = icmp eq i32 %y, -1
  ; CHECK: %[[WRAPS:.*]] = and i1 %[[SMALLEST]], %[[MINUS]]
  ; CHECK: %[[BAD:.*]] = or i1 %[[ZERO]], %[[WRAPS]]
  ; CHECK: %[[SAFE:.*]] = select i1 %[[BAD]], i32 1, i32 %y
  ; CHECK: %[[QUOTIENT:.*]] = sdiv i32 %x, %[[SAFE]]
  ; CHECK: select i1 %[[ZERO]], i32 -1, i32 %[[QUOTIENT]]
  %s = sdiv i32 %x, %y
  ; CHECK: %[[ZERO2:.*]] = icmp eq i32 %y, 0
  ; CHECK: %[[SAFE2:.*]] = select i1 %[[ZERO2]], i32 1, i32 %y
  ; CHECK: %[[REST:.*]] = urem i32 %s, %[[SAFE2]]
  ; CHECK: select i1 %[[ZERO2]], i32 -1, i32 %[[REST]]
  %u = urem i32 %s, %y
  ; CHECK: %plain = sdiv i32 %u, 7
  %plain = sdiv i32 %u, 7
  store i32 %plain, ptr %out
  ret void
}
