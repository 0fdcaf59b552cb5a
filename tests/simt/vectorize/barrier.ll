; One group that is the whole block: a barrier costs nothing, unless it is the grid's. Several groups: a phase barrier is
; left.
; RUN: simt-opt -passes=plan,vectorize -kernel=sync -block=64,1,1 -parts=4 %s 2>/dev/null | FileCheck --check-prefix=WHOLE %s
; RUN: simt-opt -passes=plan,vectorize -kernel=sync -block=64,1,1 -parts=2 %s 2>/dev/null | FileCheck --check-prefix=TWO %s
; RUN: simt-opt -passes=plan,vectorize -kernel=meet -block=64,1,1 -parts=4 %s 2>/dev/null | FileCheck --check-prefix=GRID %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare void @helicon.barrier() #1
declare i32 @helicon.barrier.popc(i1) #1
declare void @helicon.barrier.grid() #1
; WHOLE-LABEL: define {{.*}}@sync.group(
; WHOLE-NOT: helicon.phase.barrier
; WHOLE: call i16 @llvm.ctpop.i16
; WHOLE: ret void
; TWO-LABEL: define {{.*}}@sync.group(
; TWO: call i32 @helicon.phase.barrier(i32 0, i32 0)
; TWO: call i32 @helicon.phase.barrier(i32 1, i32 %
define void @sync(ptr addrspace(1) %out) {
  %x = call i32 @helicon.tid.x()
  call void @helicon.barrier()
  %odd = trunc i32 %x to i1
  %count = call i32 @helicon.barrier.popc(i1 %odd)
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x64
  store i32 %count, ptr addrspace(1) %p, align 4
  ret void
}
; GRID-LABEL: define {{.*}}@meet.group(
; GRID: call i32 @helicon.phase.barrier(i32 4, i32 0)
define void @meet() {
  call void @helicon.barrier.grid()
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { nounwind willreturn convergent }
