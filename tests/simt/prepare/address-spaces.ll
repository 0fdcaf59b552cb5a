; isspacep: variables are known by name, what comes from elsewhere by the ends of shared and constant memory, which
; prepare asks for as it does for variables.
; RUN: simt-opt %s -kernel=ask -passes=prepare.reach,prepare.memory | FileCheck %s

@numbers = addrspace(4) externally_initialized global [4 x i32] zeroinitializer, align 4
@counter = addrspace(1) externally_initialized global i32 0, align 4

; CHECK-LABEL: @ask
; CHECK-DAG: %[[BEGIN:.*]] = call ptr @helicon.variable(i32 0)
; CHECK-DAG: %[[END:.*]] = call ptr @helicon.variable(i32 1)
; CHECK: store volatile i1 true, ptr %to
; CHECK: store volatile i1 false, ptr %to
; CHECK: store volatile i1 false, ptr %to
; CHECK: store volatile i1 true, ptr %to
; CHECK: %[[INSIDE:.*]] = icmp ult i64
; CHECK: store volatile i1 %[[INSIDE]], ptr %to
; CHECK: call i32 @helicon.dynshared.bytes()
; CHECK: %[[SHARED:.*]] = icmp uge i64
; CHECK: %[[CONSTANT:.*]] = icmp uge i64
; CHECK: %[[GLOBAL:.*]] = and i1 %[[SHARED]], %[[CONSTANT]]
; CHECK: store volatile i1 %[[GLOBAL]], ptr %to
define void @ask(ptr %to, ptr %p) {
  %a = call i1 @llvm.nvvm.isspacep.const(ptr addrspacecast (ptr addrspace(4) @numbers to ptr))
  store volatile i1 %a, ptr %to
  %b = call i1 @llvm.nvvm.isspacep.global(ptr addrspacecast (ptr addrspace(4) @numbers to ptr))
  store volatile i1 %b, ptr %to
  %c = call i1 @llvm.nvvm.isspacep.const(ptr addrspacecast (ptr addrspace(1) @counter to ptr))
  store volatile i1 %c, ptr %to
  %d = call i1 @llvm.nvvm.isspacep.global(ptr addrspacecast (ptr addrspace(1) @counter to ptr))
  store volatile i1 %d, ptr %to
  %e = call i1 @llvm.nvvm.isspacep.const(ptr %p)
  store volatile i1 %e, ptr %to
  %f = call i1 @llvm.nvvm.isspacep.global(ptr %p)
  store volatile i1 %f, ptr %to
  ret void
}
declare i1 @llvm.nvvm.isspacep.const(ptr)
declare i1 @llvm.nvvm.isspacep.global(ptr)
