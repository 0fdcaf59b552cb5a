; Integers of odd and of 128 bits become plain ones.
; RUN: simt-opt %s -kernel=odd -passes=prepare.odd-integers,prepare.verify | FileCheck %s --check-prefix=ODD
; RUN: simt-opt %s -kernel=wide -passes=prepare.odd-integers,prepare.wide-integers,prepare.verify | FileCheck %s --check-prefix=WIDE

; ODD-LABEL: @odd
; ODD-NOT: {{ i(2|33) }}
define void @odd(i32 %x, ptr %p) {
  %two = trunc i32 %x to i2
  ; ODD: icmp eq i8 %{{.*}}, 3
  %c = icmp eq i2 %two, -1
  %w = zext i32 %x to i33
  ; ODD: and i64 %{{.*}}, 8589934591
  %m = mul i33 %w, %w
  ; ODD: lshr i64
  %h = lshr i33 %m, 1
  %t = trunc i33 %h to i32
  %s = select i1 %c, i32 %t, i32 0
  store i32 %s, ptr %p
  ret void
}

; WIDE-LABEL: @wide
; WIDE-NOT: i128
; WIDE: ret void
define void @wide(i64 %x, i64 %y, ptr %p) {
entry:
  %a = zext i64 %x to i128
  %b = sext i64 %y to i128
  %odd = zext i64 %x to i65
  %odd2 = mul i65 %odd, %odd
  %odd3 = lshr i65 %odd2, 1
  %odd4 = trunc i65 %odd3 to i64
  store i64 %odd4, ptr %p
  br label %loop
loop:
  %i = phi i128 [ %a, %entry ], [ %next, %loop ]
  %sum = add i128 %i, %b
  %product = mul i128 %sum, %a
  %down = sub i128 %product, 7
  %amount = and i128 %down, 127
  %shifted = ashr i128 %down, %amount
  %quotient = udiv i128 %shifted, 10
  %next = xor i128 %quotient, %i
  %more = icmp slt i128 %next, 1000000000000000000000000
  br i1 %more, label %loop, label %done
done:
  store i128 %next, ptr %p
  ret void
}
