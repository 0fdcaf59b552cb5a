; A loop that waits says by its yield whether the thread has gone round in it once more, if only threads of its block can
; end it: it reads and changes shared memory and private variables alone (pointers in variables included), may exchange
; values with its warp and sleep. Not so where it reads global memory or the clock, writes global memory, has no poll, or
; ends by itself after some rounds.
; RUN: simt-opt -passes=yields -kernel=flag -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=FLAG %s
; RUN: simt-opt -passes=yields -kernel=lock -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=LOCK %s
; RUN: simt-opt -passes=yields -kernel=variable -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=VARIABLE %s
; RUN: simt-opt -passes=yields -kernel=mixed -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=MIXED %s
; RUN: simt-opt -passes=yields -kernel=both -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=BOTH %s
; RUN: simt-opt -passes=yields -kernel=clock -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=CLOCK %s
; RUN: simt-opt -passes=yields -kernel=tells -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=TELLS %s
; RUN: simt-opt -passes=yields -kernel=bounded -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=BOUNDED %s
; RUN: simt-opt -passes=yields -kernel=endless -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=ENDLESS %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8], align 1024
declare i32 @helicon.ballot(i32, i1)
declare void @helicon.nanosleep(i32)
declare i64 @helicon.clock()
declare i1 @helicon.lanes.gone()

; FLAG-LABEL: define void @flag
; FLAG: loop:
; FLAG-NEXT: [[AGAIN:%.*]] = phi i1 [ true, %rest ], [ false, %entry ]
; FLAG-NEXT: call void @helicon.yield(i1 [[AGAIN]])
define void @flag() {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(3) @helicon.shared, align 4
  %set = icmp ne i32 %v, 0
  %votes = call i32 @helicon.ballot(i32 -1, i1 %set)
  %all = icmp eq i32 %votes, -1
  br i1 %all, label %exit, label %rest
rest:
  call void @helicon.nanosleep(i32 20)
  br label %loop
exit:
  ret void
}
; LOCK-LABEL: define void @lock
; LOCK: call void @helicon.yield(i1 %again)
define void @lock() {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspacecast (ptr addrspace(3) @helicon.shared to ptr), i32 1 monotonic
  %wait = icmp ne i32 %old, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; VARIABLE-LABEL: define void @variable
; VARIABLE: call void @helicon.yield(i1 %again)
define void @variable() {
entry:
  %flag = alloca ptr, align 8
  store ptr addrspacecast (ptr addrspace(3) @helicon.shared to ptr), ptr %flag, align 8
  br label %loop
loop:
  %p = load volatile ptr, ptr %flag, align 8
  %v = load volatile i32, ptr %p, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; MIXED-LABEL: define void @mixed
; MIXED: call void @helicon.yield(i1 false)
define void @mixed(ptr %other) {
entry:
  %flag = alloca ptr, align 8
  store ptr addrspacecast (ptr addrspace(3) @helicon.shared to ptr), ptr %flag, align 8
  store ptr %other, ptr %flag, align 8
  br label %loop
loop:
  %p = load volatile ptr, ptr %flag, align 8
  %v = load volatile i32, ptr %p, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; BOTH-LABEL: define void @both
; BOTH: call void @helicon.yield(i1 false)
define void @both(ptr addrspace(1) %outside) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(3) @helicon.shared, align 4
  %w = load volatile i32, ptr addrspace(1) %outside, align 4
  %sum = or i32 %v, %w
  %wait = icmp eq i32 %sum, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; CLOCK-LABEL: define void @clock
; CLOCK: call void @helicon.yield(i1 false)
define void @clock(i64 %end) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(3) @helicon.shared, align 4
  %now = call i64 @helicon.clock()
  %unset = icmp eq i32 %v, 0
  %early = icmp slt i64 %now, %end
  %wait = and i1 %unset, %early
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; TELLS-LABEL: define void @tells
; TELLS: call void @helicon.yield(i1 false)
define void @tells(ptr addrspace(1) %outside) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(3) @helicon.shared, align 4
  store volatile i32 %v, ptr addrspace(1) %outside, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; BOUNDED-LABEL: define void @bounded
; BOUNDED: call void @helicon.yield(i1 false)
define void @bounded() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  %v = load volatile i32, ptr addrspace(3) @helicon.shared, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %rest, label %exit
rest:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
; ENDLESS-LABEL: define void @endless
; ENDLESS: call void @helicon.yield(i1 false)
define void @endless() {
entry:
  br label %loop
loop:
  %gone = call i1 @helicon.lanes.gone()
  br i1 %gone, label %exit, label %loop
exit:
  ret void
}
