; Threads of a group that wait at different barriers need groups of one warp, or the thread executor where a warp parts.
; Guards of whole loops, and threads that end, are no reason; named barriers always count by warps.
; RUN: simt-opt -passes=barriers,plan -kernel=guarded -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=ANY %s
; RUN: simt-opt -passes=barriers,plan -kernel=loop -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=ANY %s
; RUN: simt-opt -passes=barriers,plan -kernel=warps -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=WARP %s
; RUN: simt-opt -passes=barriers,plan -kernel=named -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=WARP %s
; RUN: simt-opt -passes=barriers -kernel=lanes -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=APART %s
; RUN: simt-opt -passes=barriers -kernel=names -block=128,1,1 %s 2>&1 | FileCheck --check-prefix=NAMES %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare void @helicon.barrier() #1
declare i32 @helicon.barrier.named(i32, i32, i32, i1) #1
declare void @helicon.barrier.arrive(i32, i32) #1
; ANY: barriers: any groups
; ANY: plan: 8x16 threads a group, 1 group
; WARP: barriers: groups of one warp
; WARP: plan: 2x16 threads a group, 4 groups; warps meet at barriers of their own
; APART: barriers: threads of one warp part and wait at different barriers
; NAMES: barriers: lanes of one warp name different barriers
define void @guarded(i32 %n) {
  %x = call i32 @helicon.tid.x()
  %in = icmp ult i32 %x, %n
  br i1 %in, label %sync, label %end
sync:
  call void @helicon.barrier()
  br label %end
end:
  ret void
}
define void @loop(i32 %n, ptr addrspace(1) %p) {
entry:
  %x = call i32 @helicon.tid.x()
  %in = icmp ult i32 %x, %n
  br i1 %in, label %loop, label %after
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  call void @helicon.barrier()
  %next = add i32 %i, 128
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %after
after:
  call void @helicon.barrier()
  store i32 %x, ptr addrspace(1) %p
  ret void
}
define void @warps() {
  %x = call i32 @helicon.tid.x()
  %first = icmp ult i32 %x, 32
  br i1 %first, label %one, label %other
one:
  call void @helicon.barrier()
  br label %end
other:
  call void @helicon.barrier()
  br label %end
end:
  ret void
}
define void @named() {
  %x = call i32 @helicon.tid.x()
  %warp = lshr i32 %x, 5
  %first = icmp eq i32 %warp, 0
  br i1 %first, label %one, label %other
one:
  call void @helicon.barrier.arrive(i32 1, i32 128)
  br label %end
other:
  %id = add i32 %warp, 1
  %r = call i32 @helicon.barrier.named(i32 0, i32 %id, i32 128, i1 false)
  br label %end
end:
  ret void
}
define void @lanes() {
  %x = call i32 @helicon.tid.x()
  %first = icmp ult i32 %x, 16
  br i1 %first, label %one, label %other
one:
  call void @helicon.barrier()
  br label %end
other:
  call void @helicon.barrier()
  br label %end
end:
  ret void
}
define void @names() {
  %x = call i32 @helicon.tid.x()
  %id = and i32 %x, 1
  %r = call i32 @helicon.barrier.named(i32 0, i32 %id, i32 64, i1 false)
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { nounwind willreturn convergent }
