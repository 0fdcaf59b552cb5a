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

; What a pair's parts are taken from is the pair itself, also where a loop, a choice or a constant lies between.
; RUN: simt-opt %s -kernel=pairs -passes=prepare.types,prepare.verify | FileCheck %s --check-prefix=PAIRS
; PAIRS-LABEL: @pairs
; PAIRS-NOT: phi { i32, i1 }
; PAIRS: %[[PAIR:.*]] = cmpxchg
; PAIRS-NEXT: extractvalue { i32, i1 } %[[PAIR]], 0
; PAIRS-NEXT: extractvalue { i32, i1 } %[[PAIR]], 1
; PAIRS-NOT: { i32, i1 }
define void @pairs(ptr %p, i32 %n, i1 %c) {
entry:
  br label %loop
loop:
  %last = phi { i32, i1 } [ { i32 7, i1 true }, %entry ], [ %chosen, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %pair = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %chosen = select i1 %c, { i32, i1 } %last, { i32, i1 } %pair
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %out = phi { i32, i1 } [ %chosen, %loop ]
  %ok = extractvalue { i32, i1 } %out, 1
  %old = extractvalue { i32, i1 } %out, 0
  %s = select i1 %ok, i32 %old, i32 1
  store i32 %s, ptr %p
  ret void
}
