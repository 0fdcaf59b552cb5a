; A constant table with addresses of device variables is copied to private memory at the entry, and its loads are no
; invariants any more; variables that hold such addresses are the runtime's to fill.
; RUN: simt-opt %s -kernel=tables -passes=prepare.reach,prepare.memory | FileCheck %s

@one = addrspace(1) externally_initialized global i32 0, align 4
@two = addrspace(1) externally_initialized global [2 x i32] zeroinitializer, align 4
@held = addrspace(1) externally_initialized global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @one to ptr)], align 8
@inner = private unnamed_addr constant [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @one to ptr), ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(1) @two to ptr), i64 4)], align 8
@outer = private unnamed_addr constant { i32, ptr } { i32 7, ptr @inner }, align 8

; CHECK-LABEL: define void @tables(
; CHECK: %[[OUTER:.*]] = alloca { i32, ptr }, align 8
; CHECK: %[[INNER:.*]] = alloca [2 x ptr], align 8
; CHECK: call ptr @helicon.variable(
; CHECK: store i32 7, ptr %
; CHECK: load ptr, ptr %{{.*}}, align 8{{$}}
define void @tables(ptr %p, i64 %i) {
  %member = getelementptr { i32, ptr }, ptr @outer, i32 0, i32 1
  %table = load ptr, ptr %member, align 8, !invariant.load !0
  %at = getelementptr [2 x ptr], ptr @inner, i64 0, i64 %i
  %address = load ptr, ptr %at, align 8, !invariant.load !0
  ; CHECK: %[[VALUE:.*]] = load ptr, ptr %{{.*}}, align 8{{$}}
  store ptr %table, ptr %p
  store ptr %address, ptr %p
  %again = load ptr, ptr addrspace(1) @held
  store ptr %again, ptr %p
  ret void
}
!0 = !{}
