; Parts that fill an aligned word are loaded and stored as that word; what may see the difference keeps them apart.
; RUN: simt-opt %s -kernel=pair -passes=prepare.words,prepare.verify | FileCheck %s
; RUN: simt-opt %s -kernel=apart -passes=prepare.words,prepare.verify | FileCheck %s --check-prefix=APART
; RUN: simt-opt %s -kernel=quad -passes=prepare.words,prepare.verify | FileCheck %s --check-prefix=QUAD

; CHECK-LABEL: @pair
; CHECK: %[[WORD:.*]] = load i32, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: load half
; CHECK: lshr i32 %[[WORD]], 16
; CHECK: fadd half
; CHECK-NOT: store half
; CHECK: store i32 %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK: ret void
define void @pair(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %high = getelementptr i8, ptr addrspace(1) %p, i64 2
  %y = load half, ptr addrspace(1) %high, align 2
  %x = load half, ptr addrspace(1) %p, align 4
  %s = fadd half %x, %y
  store half %s, ptr addrspace(1) %q, align 4
  %to = getelementptr i8, ptr addrspace(1) %q, i64 2
  store half %x, ptr addrspace(1) %to, align 2
  ret void
}

; A store between two loads, a load between two stores, no alignment, one part alone.
; APART-LABEL: @apart
; APART-NOT: i32,
; APART-NOT: store i32
; APART: ret void
define void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) {
  %x = load i16, ptr addrspace(1) %p, align 4
  store i16 %x, ptr addrspace(1) %q, align 4
  %high = getelementptr i8, ptr addrspace(1) %p, i64 2
  %y = load i16, ptr addrspace(1) %high, align 2
  %to = getelementptr i8, ptr addrspace(1) %q, i64 2
  store i16 %y, ptr addrspace(1) %to, align 2
  %u = load i16, ptr addrspace(1) %r, align 2
  %next = getelementptr i8, ptr addrspace(1) %r, i64 2
  %v = load i16, ptr addrspace(1) %next, align 2
  %w = add i16 %u, %v
  store i16 %w, ptr addrspace(1) %r, align 2
  ret void
}

; QUAD-LABEL: @quad
; QUAD: load i32, ptr addrspace(1) %p, align 4
; QUAD: store i32
; QUAD: ret void
define void @quad(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %p1 = getelementptr i8, ptr addrspace(1) %p, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 2
  %q2 = getelementptr i8, ptr addrspace(1) %q, i64 2
  %q3 = getelementptr i8, ptr addrspace(1) %q, i64 3
  %a = load i8, ptr addrspace(1) %p, align 8
  %b = load i8, ptr addrspace(1) %p1, align 1
  %c = load i16, ptr addrspace(1) %p2, align 2
  store i16 %c, ptr addrspace(1) %q, align 4
  store i8 %b, ptr addrspace(1) %q2, align 2
  store i8 %a, ptr addrspace(1) %q3, align 1
  ret void
}
