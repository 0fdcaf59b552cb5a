; Who traps does so before the others go on, and inside the loop that the others stay in.
; RUN: simt-opt %s -kernel=loop -passes=traps | FileCheck %s --check-prefix=LOOP
; RUN: simt-opt %s -kernel=shared -passes=traps | FileCheck %s --check-prefix=SHARED
; RUN: simt-opt %s -kernel=endless -passes=traps | FileCheck %s --check-prefix=ENDLESS
; RUN: simt-opt %s -kernel=endless -passes=traps,structurize,plan,vectorize | FileCheck %s --check-prefix=VECTOR
; RUN: simt-opt %s -kernel=latch -passes=traps | FileCheck %s --check-prefix=LATCH
; RUN: simt-opt %s -kernel=latch -passes=traps,structurize,plan,vectorize | FileCheck %s --check-prefix=LATCH-VECTOR
; RUN: simt-opt %s -kernel=all -passes=traps | FileCheck %s --check-prefix=ALL
declare i32 @helicon.tid.x()
declare void @helicon.trap(i32)
declare i32 @helicon.print(ptr, ptr)

; The way to the trap joins the loop again.
; LOOP-LABEL: define void @loop
; LOOP: br i1 %bad, label %say, label %[[OVER:trap.over[0-9]*]]
; LOOP: {{^}}say:
; LOOP: call void @helicon.trap(i32 0)
; LOOP-NEXT: br label %[[OVER]]
; LOOP: {{^}}[[OVER]]:
; LOOP-NEXT: br label %next
define void @loop(ptr addrspace(1) %out, i32 %n) {
entry:
  %t = call i32 @helicon.tid.x()
  br label %head
head:
  %i = phi i32 [ %t, %entry ], [ %j, %next ]
  %bad = icmp eq i32 %i, 77
  br i1 %bad, label %say, label %next
say:
  %said = call i32 @helicon.print(ptr null, ptr null)
  call void @helicon.trap(i32 0)
  br label %return
next:
  %j = add i32 %i, 3
  %more = icmp slt i32 %j, %n
  br i1 %more, label %head, label %return
return:
  ret void
}

; One trap for two places: each gets its own.
; SHARED-LABEL: define void @shared
; SHARED: br i1 %one, label %bad.first, label %trap.over
; SHARED-COUNT-2: call void @helicon.trap(i32 %kind
; SHARED: ret void
define void @shared(ptr addrspace(1) %out) {
entry:
  %t = call i32 @helicon.tid.x()
  %one = icmp eq i32 %t, 1
  br i1 %one, label %bad, label %more
more:
  store i32 %t, ptr addrspace(1) %out
  %two = icmp eq i32 %t, 2
  br i1 %two, label %bad, label %good
bad:
  %kind = phi i32 [ 1, %entry ], [ 2, %more ]
  call void @helicon.trap(i32 %kind)
  br label %return
good:
  store i32 %t, ptr addrspace(1) %out
  br label %return
return:
  ret void
}

; Only the trap leaves the loop: it gets another way out, and the trap stands inside.
; ENDLESS-LABEL: define void @endless
; ENDLESS: %gone = call i1 @helicon.lanes.gone()
; ENDLESS: br i1 %bad, label %trap, label %[[OVER:trap.over[0-9]*]]
; ENDLESS: {{^}}trap:
; ENDLESS-NEXT: call void @helicon.trap(i32 0)
; ENDLESS-NEXT: br label %[[OVER]]
; VECTOR-LABEL: @endless.group
define void @endless(ptr addrspace(1) %out) {
entry:
  %t = call i32 @helicon.tid.x()
  br label %head
head:
  %i = phi i32 [ %t, %entry ], [ %j, %next ]
  store volatile i32 %i, ptr addrspace(1) %out
  %bad = icmp eq i32 %i, 77
  br i1 %bad, label %trap, label %next
next:
  %j = add i32 %i, 3
  br label %head
trap:
  call void @helicon.trap(i32 0)
  br label %return
return:
  ret void
}

; Two traps leave one block, which is also the loop's last: each way gets a block on the way back, behind one another.
; LATCH-LABEL: define void @latch
; LATCH: {{^}}[[SECOND:trap.over[0-9]*]]:
; LATCH-NEXT: br label %[[FIRST:trap.over[0-9]*]]
; LATCH: {{^}}[[FIRST]]:
; LATCH-NEXT: br label %[[ROUND:trap.round[0-9]*]]
; LATCH: br i1 %gone, label %[[ROUND]].out, label %head
; LATCH: phi i32 [ %t, %entry ], [ %j, %[[ROUND]] ]
; LATCH: switch i32 %i, label %[[SECOND]] [
; LATCH: call void @helicon.trap(i32 1)
; LATCH-NEXT: br label %[[FIRST]]
; LATCH: call void @helicon.trap(i32 2)
; LATCH-NEXT: br label %[[SECOND]]
; LATCH-VECTOR-LABEL: @latch.group
define void @latch(ptr addrspace(1) %out) {
entry:
  %t = call i32 @helicon.tid.x()
  br label %head
head:
  %i = phi i32 [ %t, %entry ], [ %j, %head ]
  store volatile i32 %i, ptr addrspace(1) %out
  %j = add i32 %i, 3
  switch i32 %i, label %head [
    i32 77, label %one
    i32 78, label %two
  ]
one:
  call void @helicon.trap(i32 1)
  br label %return
two:
  call void @helicon.trap(i32 2)
  br label %return
return:
  ret void
}

; All threads trap: nothing to do.
; ALL-LABEL: define void @all
; ALL: call void @helicon.trap(i32 0)
; ALL-NEXT: br label %return
define void @all() {
entry:
  call void @helicon.trap(i32 0)
  br label %return
return:
  ret void
}
