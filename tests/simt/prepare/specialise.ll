; Block extents are constants, indices carry ranges, and a global index is seen not to wrap where the launch fits.
; RUN: simt-opt %s -block=48,2 -passes=prepare.specialise,prepare.optimise | FileCheck %s
; RUN: simt-opt %s -block=48,2 -wide-index -passes=prepare.specialise,prepare.optimise | FileCheck %s --check-prefix=WIDE

; CHECK-LABEL: @index
; CHECK-DAG: call i32 @helicon.tid.x(), !range ![[TID:[0-9]+]]
; CHECK-DAG: call i32 @helicon.ctaid.x(), !range ![[CTAID:[0-9]+]]
; CHECK: mul nuw nsw i32 %{{.*}}, 48
; CHECK: add nuw nsw i32
; CHECK: zext nneg i32
; WIDE-NOT: mul nuw nsw i32 %{{.*}}, 48
define void @index(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %n
  %i = add i32 %m, %t
  %j = sext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %j
  ; The z index of a flat block is 0, the block has three warps.
  ; CHECK: store i32 3,
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %w = call i32 @llvm.nvvm.read.ptx.sreg.nwarpid()
  %v = add i32 %z, %w
  store i32 %v, ptr %p
  ret void
}
; CHECK-DAG: ![[TID]] = !{i32 0, i32 48}
; CHECK-DAG: ![[CTAID]] = !{i32 0, i32 44739242}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nwarpid()
