; An int that a 64-bit stride is added to is a 32-bit recurrence again; where the high half is used, nothing changes.
; RUN: simt-opt %s -kernel=strided -block=256 -passes=prepare.optimise | FileCheck %s
; RUN: simt-opt %s -kernel=wide -block=256 -passes=prepare.optimise | FileCheck %s --check-prefix=WIDE

; CHECK-LABEL: @strided
; CHECK: %[[I:.*]] = phi i32 [ %[[NEXT:.*]], %loop ], [ %{{.*}}, %{{.*}} ]
; CHECK-NOT: phi i64
; CHECK: sext i32 %[[I]] to i64
; CHECK: %[[NEXT]] = add i32 %[[I]],
; CHECK: icmp ult i32 %[[NEXT]], %n
define void @strided(ptr addrspace(1) %p, i32 %n, i64 %first, i64 %stride) {
entry:
  %start = trunc i64 %first to i32
  %any = icmp ult i32 %start, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i64 [ %first, %entry ], [ %far, %loop ]
  %high = shl i64 %i, 32
  %at = ashr exact i64 %high, 32
  %q = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %q
  %far = add i64 %at, %stride
  %next = trunc i64 %far to i32
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; WIDE-LABEL: @wide
; WIDE: phi i64
define void @wide(ptr addrspace(1) %p, i32 %n, i64 %first, i64 %stride) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %q
  %next = add i64 %i, %stride
  %low = trunc i64 %next to i32
  %more = icmp ult i32 %low, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
