; Lanes that add to one place are summed first; lanes with places of their own go one by one, in shared memory without a lock.
; RUN: simt-opt -passes=plan,vectorize -block=16,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8]
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: define {{.*}}@atomics.group(
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v16i32
; CHECK: atomicrmw add ptr addrspace(1) %{{.*}}, i32 %[[SUM]] monotonic
; CHECK: lane:
; CHECK-NOT: atomicrmw
; CHECK: load i32, ptr addrspace(3)
; CHECK: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: lanes.done:
define void @atomics(ptr addrspace(1) %total, ptr addrspace(1) %keys) {
  %x = call i32 @helicon.tid.x()
  %1 = atomicrmw add ptr addrspace(1) %total, i32 %x monotonic
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %keys, i64 %x64
  %key = load i32, ptr addrspace(1) %p, align 4
  %wide = sext i32 %key to i64
  %bin = getelementptr i32, ptr addrspace(3) @helicon.shared, i64 %wide
  %2 = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
