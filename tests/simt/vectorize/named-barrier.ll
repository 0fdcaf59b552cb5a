; Barriers by number: what is waited for in one word (reduction, number, count, and that it is counted), an arrival is a
; call of the runtime, and beside them the block's barrier is counted too. Barriers in shared memory: lane by lane.
; RUN: simt-opt -passes=barriers,plan,vectorize -kernel=sync -block=64,1,1 %s 2>/dev/null | FileCheck %s
; RUN: simt-opt -passes=plan,vectorize -kernel=state -block=32,1,1 %s 2>/dev/null | FileCheck --check-prefix=STATE %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8]
declare i32 @helicon.tid.x() #0
declare void @helicon.barrier() #1
declare i32 @helicon.barrier.named(i32, i32, i32, i1) #1
declare void @helicon.barrier.arrive(i32, i32) #1
declare i64 @helicon.mbarrier.arrive(ptr addrspace(3), i32, i32)
; 0x80000000 + 3 (or) + 16 * 2 + 256 * 64
; CHECK-LABEL: define {{.*}}@sync.group(
; CHECK: call i32 @helicon.phase.barrier(i32 -2147467229, i32 %
; CHECK: %arrive = load ptr
; CHECK: call void %arrive(ptr {{.*}}, i32 {{.*}}, i32 -2147467200)
; CHECK: call i32 @helicon.phase.barrier(i32 -2147483648, i32 0)
define void @sync(ptr addrspace(1) %out) {
  %x = call i32 @helicon.tid.x()
  %odd = trunc i32 %x to i1
  %any = call i32 @helicon.barrier.named(i32 3, i32 2, i32 64, i1 %odd)
  call void @helicon.barrier.arrive(i32 4, i32 64)
  call void @helicon.barrier()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x64
  store i32 %any, ptr addrspace(1) %p, align 4
  ret void
}
; STATE-LABEL: define {{.*}}@state.group(
; STATE: %mbarrier = load volatile i64, ptr addrspace(3)
; STATE: store volatile i64 %{{.*}}, ptr addrspace(3)
; STATE: insertelement <16 x i64> %{{.*}}, i64 %mbarrier
define void @state(ptr addrspace(1) %out) {
  %x = call i32 @helicon.tid.x()
  %s = call i64 @helicon.mbarrier.arrive(ptr addrspace(3) @helicon.shared, i32 1, i32 0)
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %x64
  store i64 %s, ptr addrspace(1) %p, align 8
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { nounwind willreturn convergent }
