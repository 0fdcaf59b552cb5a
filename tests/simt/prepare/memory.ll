; Shared variables become offsets, the dynamic part starts behind them at 16 bytes, device variables are asked for by
; number, literals stay, copies become words.
; RUN: simt-opt %s -kernel=memory -passes=prepare.reach,prepare.memory | FileCheck %s

; CHECK-DAG: @text = private unnamed_addr constant
; CHECK-DAG: @helicon.shared = external addrspace(3) global [0 x i8], align 1024
; CHECK-NOT: @unused
@first = internal addrspace(3) global [5 x i8] undef, align 1
@second = internal addrspace(3) global [2 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x float], align 4
@counter = addrspace(1) externally_initialized global i32 0, align 4
@table = addrspace(4) externally_initialized global [4 x float] zeroinitializer, align 4
@unused = addrspace(1) externally_initialized global i32 0, align 4
@text = private unnamed_addr constant [3 x i8] c"hi\00"

; CHECK-LABEL: @memory
define void @memory(ptr %p) {
  ; CHECK: %[[TABLE:.*]] = call ptr @helicon.variable(i32 1)
  ; CHECK: %[[COUNTER:.*]] = call ptr @helicon.variable(i32 0)
  ; CHECK: store i8 1, ptr addrspace(3) @helicon.shared
  store i8 1, ptr addrspace(3) @first
  ; CHECK: store i32 2, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @helicon.shared, i64 8)
  store i32 2, ptr addrspace(3) @second
  ; CHECK: store float 3.0{{.*}}, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @helicon.shared, i64 16)
  store float 3.0, ptr addrspace(3) @dynamic
  store i32 4, ptr addrspace(1) @counter
  %v = load float, ptr addrspacecast (ptr addrspace(4) @table to ptr)
  store float %v, ptr %p
  ; CHECK: load i8, ptr @text
  %c = load i8, ptr @text
  store i8 %c, ptr %p
  %q = getelementptr i8, ptr %p, i64 64
  ; CHECK-COUNT-3: load i32
  ; CHECK: load i16
  ; CHECK-COUNT-3: store i32
  ; CHECK: store i16
  ; CHECK-NOT: call {{.*}}llvm.memcpy
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 14, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
