; Inline PTX becomes a function of plain IR, target intrinsics and helicon.*.
; RUN: simt-opt %s -kernel=statements -passes=prepare.ptx | FileCheck %s
; RUN: simt-opt %s -kernel=statements -passes=prepare.ptx,prepare.services,prepare.nvvm,prepare.defined,prepare.inline,prepare.carry,prepare.traps,prepare.fma,prepare.specialise,prepare.parameters,prepare.spaces,prepare.optimise,prepare.lane-forms,prepare.memory | FileCheck %s --check-prefix=PLACED

; CHECK-LABEL: define void @statements
; PLACED-LABEL: define {{.*}}void @statements
; PLACED-NOT: helicon.carry
define void @statements(i32 %x, i32 %y, ptr %p, i64 %l) {
  ; CHECK: call { i32, i32 } @[[CHAIN:.*]](i32 %x, i32 %y)
  %sum = call { i32, i32 } asm "add.cc.u32 $0, $2, $3; addc.u32 $1, 0, 0;", "=r,=r,r,r"(i32 %x, i32 %y)
  %low = extractvalue { i32, i32 } %sum, 0
  ; CHECK: call i32 @[[LANE:.*]]()
  %lane = call i32 asm sideeffect "mov.u32 $0, %laneid;", "=r"()
  ; CHECK: call i32 @[[GUARDED:.*]](ptr %p, i32 %x, i32 %low)
  %loaded = call i32 asm sideeffect "{ .reg .pred q;\0A setp.lt.s32 q, $2, 5; @q ld.global.u32 $0, [$1+8]; }", "=r,l,r,0"(ptr %p, i32 %x, i32 %low)
  ; CHECK: call void @[[SHARED:.*]](i32 %y, i32 %loaded)
  ; PLACED: store i32 {{.*}}, ptr addrspace(3)
  call void asm sideeffect "st.shared.u32 [$0], $1;", "r,r,~{memory}"(i32 %y, i32 %loaded)
  ; The same text with the same constants is the same function.
  ; CHECK: call i32 @[[TABLE:.*]](i32 %x, i32 %y, i32 %lane, i32 150)
  ; CHECK: call i32 @[[TABLE]](i32 %y, i32 %y, i32 %lane, i32 150)
  %xor = call i32 asm "lop3.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,n"(i32 %x, i32 %y, i32 %lane, i32 150)
  %again = call i32 asm "lop3.b32 $0, $1, $2, $3, $4;", "=r,r,r,r,n"(i32 %y, i32 %y, i32 %lane, i32 150)
  ; What is not supported stays, for the check at the end.
  ; CHECK: call i32 asm "mma.sync
  %kept = call i32 asm "mma.sync $0, $1;", "=r,r"(i32 %xor)
  store i32 %again, ptr %p
  ret void
}

; CHECK: define internal { i32, i32 } @[[CHAIN]](i32 %0, i32 %1)
; CHECK: %[[SUM:.*]] = add i32 %0, %1
; CHECK: %[[CARRY:.*]] = icmp ult i32 %[[SUM]], %0
; CHECK: store i1 %[[CARRY]], ptr @helicon.carry
; CHECK: %[[FLAG:.*]] = load i1, ptr @helicon.carry
; CHECK: zext i1 %[[FLAG]] to i32
; CHECK: define internal i32 @[[LANE]]()
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: define internal i32 @[[GUARDED]](ptr %0, i32 %1, i32 %2)
; CHECK: %[[LESS:.*]] = icmp slt i32 %1, 5
; CHECK: br i1 %[[LESS]]
; CHECK: load i32, ptr addrspace(1)
; CHECK: phi i32
; CHECK: define internal void @[[SHARED]](i32 %0, i32 %1)
; CHECK: fence syncscope("singlethread")
; CHECK: %[[BASE:.*]] = call ptr addrspace(3) @helicon.shared.base()
; CHECK: getelementptr i8, ptr addrspace(3) %[[BASE]], i64
; CHECK: store i32 %1, ptr addrspace(3)
; CHECK: define internal i32 @[[TABLE]](i32 %0, i32 %1, i32 %2, i32 %3)
; CHECK: %[[XOR:.*]] = xor i32 %0, %1
; CHECK: xor i32 %[[XOR]], %2
