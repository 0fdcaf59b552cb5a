; The target's intrinsics in terms of helicon.* and plain IR.
; RUN: simt-opt %s -kernel=warp -passes=prepare.nvvm | FileCheck %s

; CHECK-LABEL: @warp
define void @warp(i32 %x, i1 %p, i64 %l, float %f, ptr %out) {
  ; CHECK: call i32 @helicon.shfl.down(i32 -1, i32 %x, i32 4, i32 31)
  %a = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 4, i32 31)
  ; CHECK: %[[BITS:.*]] = bitcast float %f to i32
  ; CHECK: call i32 @helicon.shfl.bfly(i32 -1, i32 %[[BITS]], i32 1, i32 31)
  %b = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %f, i32 1, i32 31)
  ; CHECK: call i32 @helicon.shfl.up
  ; CHECK: call i32 @helicon.laneid
  ; CHECK: icmp sge
  %c = call {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %x, i32 4, i32 0)
  ; CHECK: %[[NOT:.*]] = xor i1 %p, true
  ; CHECK: %[[BALLOT:.*]] = call i32 @helicon.ballot(i32 15, i1 %[[NOT]])
  ; CHECK: icmp eq i32 %[[BALLOT]], 0
  %d = call i1 @llvm.nvvm.vote.all.sync(i32 15, i1 %p)
  ; CHECK: call i32 @helicon.match.any(i32 -1, i64 %l)
  %e = call i32 @llvm.nvvm.match.any.sync.i64(i32 -1, i64 %l)
  ; CHECK: call i32 @helicon.redux.smax(i32 255, i32 %x)
  %g = call i32 @llvm.nvvm.redux.sync.max(i32 %x, i32 255)
  ; CHECK: call i32 @helicon.barrier.popc(i1
  %h = call i32 @llvm.nvvm.barrier0.popc(i32 %x)
  ; CHECK: call void @helicon.barrier()
  call void @llvm.nvvm.barrier0()
  ; CHECK: fence seq_cst
  call void @llvm.nvvm.membar.gl()
  ; CHECK: atomicrmw uinc_wrap ptr %out, i32 %x monotonic
  %i = call i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr %out, i32 %x)
  ; CHECK: %[[ROUNDED:.*]] = call float @llvm.floor.f32(float %f)
  ; CHECK: call i32 @llvm.fptosi.sat.i32.f32(float %[[ROUNDED]])
  %j = call i32 @llvm.nvvm.f2i.rm(float %f)
  ; CHECK: fadd float %f, %f
  %k = call float @llvm.nvvm.add.rn.f(float %f, float %f)
  ret void
}
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i64(i32, i64)
declare i32 @llvm.nvvm.redux.sync.max(i32, i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.membar.gl()
declare i32 @llvm.nvvm.atomic.load.inc.32.p0(ptr, i32)
declare i32 @llvm.nvvm.f2i.rm(float)
declare float @llvm.nvvm.add.rn.f(float, float)
