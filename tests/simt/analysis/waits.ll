; Lanes of one warp that wait for each other. What a lane does that has left a loop, up to the last write that others
; in the loop may wait for, becomes a part of it (a ticket; the loop around, in leave; a walk over slots that are freed
; behind it). Vector code is refused where that is not possible since lanes meet on the way (exchange), and where a side
; of a branch that waits would stand in front of the side that brings what it waits for (late). It is kept where all leave
; together: a flag, the phase of a barrier at which each lane arrived, a search that looks at a flag and ends anyhow,
; whole warps that leave or wait for each other on two sides of a branch (roles), and where what is written comes behind
; a barrier (behind). A side that brings what the other waits for comes first, also where both wait again later (meet).
; RUN: simt-opt -passes=yields,waits -kernel=ticket -block=64,1,1 %s 2>&1 | FileCheck --check-prefixes=KEPT,TICKET %s
; RUN: simt-opt -passes=yields,waits -kernel=leave -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits,plan -kernel=slots -block=64,1,1 %s 2>&1 | FileCheck --check-prefixes=KEPT,SLOTS %s
; RUN: simt-opt -passes=yields,waits -kernel=exchange -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=LEFT %s
; RUN: simt-opt -passes=yields,waits -kernel=behind -block=64,1,1 %s 2>&1 | FileCheck --check-prefixes=KEPT,BEHIND %s
; RUN: simt-opt -passes=yields,waits -kernel=roles -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits -kernel=lanes -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=SIDES %s
; RUN: simt-opt -passes=yields,waits -kernel=late -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=LATE %s
; RUN: simt-opt -passes=yields,waits -kernel=flag -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits -kernel=phase -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits -kernel=search -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits -kernel=meet -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits -kernel=warps -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=KEPT %s
; RUN: simt-opt -passes=yields,waits -kernel=pair -block=64,1,1 %s 2>&1 | FileCheck --check-prefixes=KEPT,PAIR %s
; RUN: simt-opt -passes=yields,waits -kernel=rounds -block=64,1,1 %s 2>&1 | FileCheck --check-prefix=ROUNDS %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; LEFT: waits: lanes of one warp wait in a loop for those that have left it
; LATE: waits: lanes of one warp wait on one side of a branch for what others do on the other
; SIDES: waits: lanes of one warp wait on both sides of a branch
; ROUNDS: waits: lanes of one warp wait in a loop for others in the loop around it
; KEPT: waits: for other warps
declare i32 @helicon.shfl.down(i32, i32, i32, i32)
declare void @helicon.barrier()
; What follows the exit stands inside, and nothing is left behind.
; TICKET-LABEL: define void @ticket
; TICKET: %v = load volatile
; TICKET: store volatile i32 %after{{.*}}, ptr addrspace(1) %serving
; TICKET: call i1 @helicon.lanes.gone()
; TICKET-NOT: store
; TICKET: define void @slots
define void @ticket(ptr addrspace(1) %next, ptr addrspace(1) %serving) {
entry:
  %mine = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %serving, align 4
  %turn = icmp eq i32 %v, %mine
  br i1 %turn, label %exit, label %loop
exit:
  %after = add i32 %mine, 1
  store volatile i32 %after, ptr addrspace(1) %serving, align 4
  ret void
}
; SLOTS: plan: 2x16 threads a group
; SLOTS-LABEL: define void @slots
; SLOTS: cmpxchg
; SLOTS: store volatile i32 -1
; SLOTS: call i1 @helicon.lanes.gone()
; SLOTS-NOT: store
; SLOTS: define void @exchange
define void @slots(ptr addrspace(1) %slot, ptr addrspace(1) %sum, i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ 0, %entry ], [ %next, %loop ]
  %h64 = zext i32 %h to i64
  %p = getelementptr i32, ptr addrspace(1) %slot, i64 %h64
  %pair = cmpxchg ptr addrspace(1) %p, i32 -1, i32 1 monotonic monotonic
  %free = extractvalue { i32, i1 } %pair, 1
  %up = add i32 %h, 1
  %next = urem i32 %up, %n
  br i1 %free, label %won, label %loop
won:
  %old = atomicrmw add ptr addrspace(1) %sum, i32 1 monotonic
  store volatile i32 -1, ptr addrspace(1) %p, align 4
  ret void
}
define void @exchange(ptr addrspace(1) %next, ptr addrspace(1) %serving) {
entry:
  %mine = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %serving, align 4
  %turn = icmp eq i32 %v, %mine
  br i1 %turn, label %exit, label %loop
exit:
  %other = call i32 @helicon.shfl.down(i32 -1, i32 %mine, i32 1, i32 31)
  store volatile i32 %other, ptr addrspace(1) %serving, align 4
  ret void
}
; BEHIND-NOT: helicon.lanes.gone
define void @behind(ptr addrspace(1) %next, ptr addrspace(1) %serving) {
entry:
  %mine = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %serving, align 4
  %turn = icmp sge i32 %v, %mine
  br i1 %turn, label %exit, label %loop
exit:
  call void @helicon.barrier()
  store volatile i32 %mine, ptr addrspace(1) %serving, align 4
  ret void
}
define void @roles(ptr addrspace(3) %full, ptr addrspace(3) %empty) {
entry:
  %x = call i32 @helicon.tid.x()
  %first = icmp eq i32 %x, 0
  br i1 %first, label %init, label %start
init:
  store volatile i32 1, ptr addrspace(3) %empty, align 4
  br label %start
start:
  %producer = icmp ult i32 %x, 32
  br i1 %producer, label %waitempty, label %waitfull
waitempty:
  %e = load volatile i32, ptr addrspace(3) %empty, align 4
  %taken = icmp eq i32 %e, 0
  br i1 %taken, label %waitempty, label %fill
fill:
  store volatile i32 1, ptr addrspace(3) %full, align 4
  br label %exit
waitfull:
  %f = load volatile i32, ptr addrspace(3) %full, align 4
  %unfilled = icmp eq i32 %f, 0
  br i1 %unfilled, label %waitfull, label %drain
drain:
  store volatile i32 1, ptr addrspace(3) %empty, align 4
  br label %exit
exit:
  ret void
}
define void @lanes(ptr addrspace(3) %full, ptr addrspace(3) %empty) {
entry:
  %x = call i32 @helicon.tid.x()
  %producer = icmp ult i32 %x, 16
  br i1 %producer, label %waitempty, label %waitfull
waitempty:
  %e = load volatile i32, ptr addrspace(3) %empty, align 4
  %taken = icmp eq i32 %e, 0
  br i1 %taken, label %waitempty, label %fill
fill:
  store volatile i32 1, ptr addrspace(3) %full, align 4
  br label %exit
waitfull:
  %f = load volatile i32, ptr addrspace(3) %full, align 4
  %unfilled = icmp eq i32 %f, 0
  br i1 %unfilled, label %waitfull, label %drain
drain:
  store volatile i32 1, ptr addrspace(3) %empty, align 4
  br label %exit
exit:
  ret void
}
define void @leave(ptr addrspace(1) %flag, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %mine = icmp eq i32 %i, %x
  br i1 %mine, label %write, label %wait
wait:
  %v = load volatile i32, ptr addrspace(1) %flag, align 4
  %early = icmp sle i32 %v, %i
  br i1 %early, label %wait, label %latch
latch:
  %more = icmp slt i32 %next, %n
  br i1 %more, label %outer, label %exit
write:
  store volatile i32 %next, ptr addrspace(1) %flag, align 4
  br label %exit
exit:
  ret void
}
define void @late(ptr addrspace(3) %word) {
entry:
  %x = call i32 @helicon.tid.x()
  %way = and i32 %x, 3
  switch i32 %way, label %c [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  %ta = atomicrmw sub ptr addrspace(3) %word, i64 1 acq_rel
  br label %waita
waita:
  %va = load atomic i64, ptr addrspace(3) %word acquire, align 8
  %closeda = icmp ne i64 %va, 0
  br i1 %closeda, label %waita, label %exit
b:
  %tb = atomicrmw sub ptr addrspace(3) %word, i64 1 acq_rel
  br label %waitb
waitb:
  %vb = load atomic i64, ptr addrspace(3) %word acquire, align 8
  %closedb = icmp ne i64 %vb, 0
  br i1 %closedb, label %waitb, label %exit
c:
  %tc = atomicrmw sub ptr addrspace(3) %word, i64 1 acq_rel
  br label %exit
exit:
  ret void
}
define void @flag(ptr addrspace(1) %flag) {
entry:
  br label %wait
wait:
  %v = load volatile i32, ptr addrspace(1) %flag, align 4
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %wait, label %exit
exit:
  store volatile i32 2, ptr addrspace(1) %flag, align 4
  ret void
}
define void @phase(ptr addrspace(3) %word, i32 %n) {
entry:
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %left ]
  %next = add i32 %i, 1
  %before = atomicrmw sub ptr addrspace(3) %word, i64 1 acq_rel
  %token = lshr i64 %before, 40
  br label %wait
wait:
  %v = load atomic i64, ptr addrspace(3) %word acquire, align 8
  %now = lshr i64 %v, 40
  %same = icmp eq i64 %now, %token
  br i1 %same, label %wait, label %left
left:
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %exit
exit:
  ret void
}
define void @search(ptr addrspace(1) %found, ptr addrspace(1) %in, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %go ]
  %next = add i32 %i, 64
  %f = load volatile i32, ptr addrspace(1) %found, align 4
  %none = icmp eq i32 %f, 0
  %inside = icmp slt i32 %next, %n
  %on = and i1 %none, %inside
  br i1 %on, label %go, label %exit
go:
  %v = load i32, ptr addrspace(1) %in, align 4
  br label %loop
exit:
  store volatile i32 1, ptr addrspace(1) %found, align 4
  ret void
}
define void @meet(ptr addrspace(1) %count, ptr addrspace(1) %sense, i32 %n) {
entry:
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %met ]
  %next = add i32 %i, 1
  %before = load volatile i32, ptr addrspace(1) %sense, align 4
  %came = atomicrmw add ptr addrspace(1) %count, i32 1 monotonic
  %notlast = icmp ne i32 %came, %n
  br i1 %notlast, label %others, label %last
last:
  %after = add i32 %before, 1
  store volatile i32 %after, ptr addrspace(1) %sense, align 4
  br label %met
others:
  %v = load volatile i32, ptr addrspace(1) %sense, align 4
  %same = icmp eq i32 %v, %before
  br i1 %same, label %others, label %met
met:
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %exit
exit:
  ret void
}
define void @warps(ptr addrspace(1) %flag, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  %warp = lshr i32 %x, 5
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %mine = icmp eq i32 %i, %warp
  br i1 %mine, label %write, label %wait
wait:
  %v = load volatile i32, ptr addrspace(1) %flag, align 4
  %early = icmp sle i32 %v, %i
  br i1 %early, label %wait, label %latch
latch:
  %more = icmp slt i32 %next, %n
  br i1 %more, label %outer, label %exit
write:
  store volatile i32 %next, ptr addrspace(1) %flag, align 4
  br label %exit
exit:
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
; What is copied ends with a pair: its parts are taken where it is made, once more in the copy.
; PAIR-LABEL: define void @pair
; PAIR-NOT: phi { i32, i1 }
; PAIR-COUNT-2: cmpxchg
define void @pair(ptr addrspace(1) %word, ptr addrspace(3) %out, i1 %wait) {
entry:
  %x = call i32 @helicon.tid.x()
  br i1 %wait, label %loop, label %join
loop:
  %v = load volatile i32, ptr addrspace(1) %word, align 4
  %turn = icmp eq i32 %v, %x
  br i1 %turn, label %join, label %loop
join:
  %next = add i32 %x, 1
  %pair = cmpxchg ptr addrspace(1) %word, i32 %x, i32 %next monotonic monotonic, align 4
  %old = extractvalue { i32, i1 } %pair, 0
  %slot = getelementptr i32, ptr addrspace(3) %out, i32 %x
  store i32 %old, ptr addrspace(3) %slot, align 4
  ret void
}
; Each lane's second turn comes when all had their first.
define void @rounds(ptr addrspace(1) %word) {
entry:
  %x = call i32 @helicon.tid.x()
  br label %first
first:
  %v = load volatile i32, ptr addrspace(1) %word, align 4
  %turn = icmp eq i32 %v, %x
  br i1 %turn, label %between, label %first
between:
  %next = add i32 %x, 1
  store volatile i32 %next, ptr addrspace(1) %word, align 4
  %again = add i32 %x, 64
  br label %second
second:
  %w = load volatile i32, ptr addrspace(1) %word, align 4
  %mine = icmp eq i32 %w, %again
  br i1 %mine, label %last, label %second
last:
  %more = add i32 %x, 65
  store volatile i32 %more, ptr addrspace(1) %word, align 4
  ret void
}
