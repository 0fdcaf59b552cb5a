; A loop that waits for a flag yields and keeps groups to one warp; so does one whose reads choose by a branch whether to
; go on. Lanes that wait on places of their own need the thread executor if a lane may write there behind the loop, but
; not if they write in the loop only. A compare-and-swap loop that recomputes its operand does not wait. A lock that the
; loop frees itself is asked for without a yield, unless its holder yields in a loop inside.
; RUN: simt-opt -passes=yields,plan -kernel=flag -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=FLAG %s
; RUN: simt-opt -passes=yields,plan -kernel=lanes -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=LANES %s
; RUN: simt-opt -passes=yields,plan -kernel=rounds -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=ROUNDS %s
; RUN: simt-opt -passes=yields,plan -kernel=branch -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=BRANCH %s
; RUN: simt-opt -passes=yields,plan -kernel=walk -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=WALK %s
; RUN: simt-opt -passes=yields,plan -kernel=lock -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=LOCK %s
; RUN: simt-opt -passes=yields,plan -kernel=locks -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=LOCKS %s
; RUN: simt-opt -passes=yields,plan -kernel=table -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=TABLE %s
; RUN: simt-opt -passes=yields,plan -kernel=variable -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=VARIABLE %s
; RUN: simt-opt -passes=yields,plan -kernel=update -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=UPDATE %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; FLAG: plan: 2x16 threads a group, 4 groups; a loop waits for other threads
; FLAG: call void @helicon.yield(
define void @flag(ptr addrspace(1) %f) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %f, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; LANES: plan: thread; lanes of one warp wait for each other in a loop
define void @lanes(ptr addrspace(1) %f) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %f, i64 %x64
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %p, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %exit
exit:
  store i32 1, ptr addrspace(1) %f, align 4
  ret void
}
; ROUNDS: plan: 2x16 threads a group, 4 groups; a loop waits for other threads
; ROUNDS: call void @helicon.yield(
define void @rounds(ptr addrspace(1) %f) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %f, i64 %x64
  %next = getelementptr i32, ptr addrspace(1) %p, i64 1
  store i32 0, ptr addrspace(1) %f, align 4
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %p, align 4
  store volatile i32 %v, ptr addrspace(1) %next, align 4
  %wait = icmp eq i32 %v, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
; BRANCH: plan: 2x16 threads a group, 4 groups; a loop waits for other threads
; BRANCH: call void @helicon.yield(
define void @branch(ptr addrspace(1) %f) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %f, align 4
  %set = icmp ne i32 %v, 0
  br i1 %set, label %seen, label %latch
seen:
  store i32 7, ptr addrspace(1) %f, align 4
  br label %latch
latch:
  %again = phi i1 [ true, %loop ], [ false, %seen ]
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
; A loop that reads another place in each round ends by itself.
; WALK-NOT: waits for other threads
; WALK-NOT: call void @helicon.yield(
; WALK: define void @walk
define void @walk(ptr addrspace(1) %f) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr addrspace(1) %f, i64 %i
  %v = load volatile i32, ptr addrspace(1) %p, align 4
  %set = icmp ne i32 %v, 0
  br i1 %set, label %seen, label %latch
seen:
  store i32 7, ptr addrspace(1) %p, align 4
  br label %latch
latch:
  %step = phi i64 [ 1, %loop ], [ 2, %seen ]
  %next = add i64 %i, %step
  %more = icmp slt i64 %next, 100
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
; UPDATE-NOT: call void @helicon.yield(
; UPDATE: define void @update
define void @update(ptr addrspace(1) %p) {
entry:
  %first = load i32, ptr addrspace(1) %p, align 4
  br label %loop
loop:
  %old = phi i32 [ %first, %entry ], [ %seen, %loop ]
  %new = mul i32 %old, 3
  %pair = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %exit, label %loop
exit:
  ret void
}
; LOCK-NOT: call void @helicon.yield(
; LOCK: define void @lock(
; LOCK-NOT: call void @helicon.yield(
; LOCK: define void @locks
define void @lock(ptr addrspace(1) %outer) {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr addrspace(1) %outer, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %held, label %latch
held:
  store volatile i32 0, ptr addrspace(1) %outer, align 4
  br label %latch
latch:
  %done = phi i1 [ false, %loop ], [ true, %held ]
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
; LOCKS: define void @locks
; LOCKS: loop:
; LOCKS-NEXT: call void @helicon.yield(
; LOCKS: inside:
; LOCKS-NEXT: call void @helicon.yield(
define void @locks(ptr addrspace(1) %outer, ptr addrspace(1) %inner) {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr addrspace(1) %outer, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %inside, label %latch
inside:
  %taken = atomicrmw xchg ptr addrspace(1) %inner, i32 1 monotonic
  %wait = icmp eq i32 %taken, 1
  br i1 %wait, label %inside, label %held
held:
  store volatile i32 0, ptr addrspace(1) %inner, align 4
  store volatile i32 0, ptr addrspace(1) %outer, align 4
  br label %latch
latch:
  %done = phi i1 [ false, %loop ], [ true, %held ]
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
; A walk along a table: it may have to wait for a free place, but not in each round.
; TABLE-LABEL: define void @table
; TABLE: [[NEXT:%.*]] = add i32 %round, 1
; TABLE-NEXT: [[PART:%.*]] = and i32 [[NEXT]], 63
; TABLE-NEXT: %due = icmp eq i32 [[PART]], 0
; TABLE-NEXT: br i1 %due
; TABLE: call void @helicon.yield(i1 false)
; TABLE-NOT: helicon.yield
; TABLE: define void @variable
define void @table(ptr addrspace(1) %keys, i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ 0, %entry ], [ %next, %loop ]
  %h64 = zext i32 %h to i64
  %p = getelementptr i32, ptr addrspace(1) %keys, i64 %h64
  %pair = cmpxchg ptr addrspace(1) %p, i32 -1, i32 1 monotonic monotonic
  %free = extractvalue { i32, i1 } %pair, 1
  %up = add i32 %h, 1
  %next = urem i32 %up, %n
  br i1 %free, label %exit, label %loop
exit:
  ret void
}
; What was read goes through a private variable, as in code for a debugger.
; VARIABLE-LABEL: define void @variable
; VARIABLE: call void @helicon.yield(
define void @variable(ptr addrspace(1) %f) {
entry:
  %seen = alloca i32, align 4
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %f, align 4
  store volatile i32 %v, ptr %seen, align 4
  %again = load volatile i32, ptr %seen, align 4
  %wait = icmp eq i32 %again, 0
  br i1 %wait, label %loop, label %exit
exit:
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
