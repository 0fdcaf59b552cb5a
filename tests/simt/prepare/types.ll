; Vectors are split, casts between a vector and a scalar become shifts, overflow checks lose their pair.
; RUN: simt-opt %s -kernel=vectors -passes=prepare.types,prepare.verify | FileCheck %s

; RUN: simt-opt %s -kernel=exchange -passes=prepare.types,prepare.verify | FileCheck %s --check-prefix=EXCHANGE

; CHECK-LABEL: @vectors
; CHECK-NOT: <2 x
; CHECK-NOT: with.overflow
; CHECK: ret void
define void @vectors(i32 %bits, ptr %p, i64 %x, i64 %y) {
  %v = bitcast i32 %bits to <2 x half>
  %w = fadd <2 x half> %v, %v
  %u = bitcast <2 x half> %w to i32
  store i32 %u, ptr %p
  %f = load <2 x float>, ptr %p
  %g = fmul <2 x float> %f, %f
  store <2 x float> %g, ptr %p
  %o = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %x, i64 %y)
  %r = extractvalue { i64, i1 } %o, 0
  %c = extractvalue { i64, i1 } %o, 1
  %s = select i1 %c, i64 0, i64 %r
  store i64 %s, ptr %p
  ret void
}
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)

; EXCHANGE-LABEL: @exchange
; EXCHANGE: %[[OLD:.*]] = extractvalue { i32, i1 } %pair, 0
; EXCHANGE: freeze i32 %[[OLD]]
define void @exchange(ptr %p) {
  %pair = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %frozen = freeze { i32, i1 } %pair
  %old = extractvalue { i32, i1 } %frozen, 0
  store i32 %old, ptr %p
  ret void
}
