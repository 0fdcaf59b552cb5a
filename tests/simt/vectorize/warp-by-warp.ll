; In a loop that walks memory one warp goes after the other: its store comes before the next warp's load. What warps
; share is stored behind all their loads. And where parts walk along rows of their own, the loop is unrolled.
; RUN: simt-opt -passes=plan,vectorize %s -block=64,1,1 -kernel=scale 2>/dev/null | FileCheck --check-prefix=SCALE %s
; RUN: simt-opt -passes=plan,vectorize %s -block=64,1,1 -kernel=common 2>/dev/null | FileCheck --check-prefix=COMMON %s
; RUN: simt-opt -passes=unroll %s -block=16,4,1 -kernel=rows 2>/dev/null | FileCheck --check-prefix=ROWS %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
declare i32 @helicon.tid.y() #0

; SCALE-LABEL: define {{.*}}@scale.group(
; SCALE: loop:
; SCALE-COUNT-2: load <16 x float>
; SCALE-NOT: load <16 x float>
; SCALE-COUNT-2: store <16 x float>
; SCALE-COUNT-2: load <16 x float>
; SCALE-NOT: load <16 x float>
; SCALE-COUNT-2: store <16 x float>
define void @scale(ptr addrspace(1) %data) {
entry:
  %t = call i32 @helicon.tid.x()
  %t64 = zext nneg i32 %t to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr [64 x float], ptr addrspace(1) %data, i64 %i, i64 %t64
  %v = load float, ptr addrspace(1) %p, align 4
  %w = fmul float %v, 2.0
  store float %w, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; COMMON-LABEL: define {{.*}}@common.group(
; COMMON: loop:
; COMMON-COUNT-4: load <16 x float>
; COMMON-NOT: load <16 x float>
; COMMON: store float
; COMMON-COUNT-4: store <16 x float>
define void @common(ptr addrspace(1) %data, ptr addrspace(1) %flags, ptr addrspace(1) %out) {
entry:
  %t = call i32 @helicon.tid.x()
  %t64 = zext nneg i32 %t to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr [64 x float], ptr addrspace(1) %data, i64 %i, i64 %t64
  %v = load float, ptr addrspace(1) %p, align 4
  %flag = getelementptr float, ptr addrspace(1) %flags, i64 %i
  store float 1.0, ptr addrspace(1) %flag, align 4
  %q = getelementptr [64 x float], ptr addrspace(1) %out, i64 %i, i64 %t64
  store float %v, ptr addrspace(1) %q, align 4
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; ROWS-LABEL: define {{.*}}@rows(
; ROWS: loop:
; ROWS-COUNT-8: load float
; ROWS: br i1
define void @rows(ptr addrspace(1) %data, ptr addrspace(1) %out, i64 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  %y = call i32 @helicon.tid.y()
  %y64 = zext nneg i32 %y to i64
  %start = mul i64 %y64, %n
  %row = getelementptr float, ptr addrspace(1) %data, i64 %start
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr float, ptr addrspace(1) %row, i64 %k
  %v = load float, ptr addrspace(1) %p, align 4
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %total = phi float [ %more, %loop ]
  %at = shl i32 %y, 4
  %cell = or disjoint i32 %at, %x
  %cell64 = zext nneg i32 %cell to i64
  %q = getelementptr float, ptr addrspace(1) %out, i64 %cell64
  store float %total, ptr addrspace(1) %q, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
