; Traps lead to the return; at the end there is one return, no unreachable, and a way out of every endless loop.
; RUN: simt-opt %s -kernel=trap -passes=prepare.traps,prepare.exits | FileCheck %s --check-prefix=TRAP
; RUN: simt-opt %s -kernel=endless -passes=prepare.exits | FileCheck %s --check-prefix=ENDLESS

; TRAP-LABEL: @trap
; TRAP: call void @helicon.trap(i32 0)
; TRAP-NEXT: br label %[[RETURN:.*]]
; TRAP-NOT: unreachable
; TRAP: [[RETURN]]:
; TRAP-NEXT: ret void
; TRAP-NOT: ret void
define void @trap(i1 %c, ptr %p) {
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  store i32 1, ptr %p
  ret void
}

; ENDLESS-LABEL: @endless
; ENDLESS: %gone = call i1 @helicon.lanes.gone()
; ENDLESS: br i1 %gone, label %[[OUT:.*]], label %one
; ENDLESS: [[OUT]]:
; ENDLESS: ret void
define void @endless(ptr %p, i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  store volatile i32 1, ptr %p
  br label %two
two:
  store volatile i32 2, ptr %p
  br label %one
}
declare void @llvm.trap()
