; The loop that fills a tile behind a bounds check, waits and computes. The guarded load has a version for groups that
; pass whole, asked conjunct by conjunct; and each load prefetches its place of the next round.
; RUN: simt-opt -passes=guards %s -block=16,16,1 | FileCheck --check-prefix=GUARDS %s
; RUN: simt-opt -passes=prefetch %s -block=16,16,1 | FileCheck --check-prefix=PREFETCH %s
; RUN: simt-opt -passes=prefetch,guards,plan,vectorize %s -block=16,16,1 2>/dev/null | FileCheck --check-prefix=VECTOR %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@helicon.shared = external addrspace(3) global [0 x i8]
declare i32 @helicon.tid.x() #0
declare i32 @helicon.tid.y() #0
declare void @helicon.barrier() #1

; GUARDS: loop:
; GUARDS: %[[ROW:.*]] = call i1 @helicon.group.all(i1 %row.in)
; GUARDS: %[[COLUMN:.*]] = call i1 @helicon.group.all(i1 %column.in)
; GUARDS: %[[BOTH:.*]] = and i1 %[[ROW]], %[[COLUMN]]
; GUARDS: br i1 %[[BOTH]], label %read.full, label %loop.edge
; PREFETCH: read:
; PREFETCH: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 128
; PREFETCH-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[NEXT]], i32 0, i32 2, i32 1)
; VECTOR: read.full:
; VECTOR-NOT: masked
; VECTOR-COUNT-16: call void @llvm.prefetch
; VECTOR-NOT: masked
; VECTOR: store <16 x float>
define void @tile(ptr addrspace(1) %data, ptr addrspace(1) %out, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  %y = call i32 @helicon.tid.y()
  %x64 = zext nneg i32 %x to i64
  %y64 = zext nneg i32 %y to i64
  %n64 = zext i32 %n to i64
  %row.in = icmp slt i32 %y, %n
  %start = mul i64 %y64, %n64
  %row = getelementptr float, ptr addrspace(1) %data, i64 %start
  %cell = getelementptr [16 x float], ptr addrspace(3) @helicon.shared, i64 %y64, i64 %x64
  %across = getelementptr [16 x float], ptr addrspace(3) @helicon.shared, i64 %x64, i64 %y64
  br label %loop
loop:
  %t = phi i64 [ 0, %entry ], [ %next, %filled ]
  %sum = phi float [ 0.0, %entry ], [ %more, %filled ]
  %at = shl i64 %t, 5
  %column = add nuw nsw i64 %at, %x64
  %column.in = icmp ult i64 %column, %n64
  %in = select i1 %row.in, i1 %column.in, i1 false
  br i1 %in, label %read, label %filled
read:
  %p = getelementptr float, ptr addrspace(1) %row, i64 %column
  %v = load float, ptr addrspace(1) %p, align 4
  br label %filled
filled:
  %value = phi float [ 0.0, %loop ], [ %v, %read ]
  store float %value, ptr addrspace(3) %cell, align 4
  call void @helicon.barrier()
  %w = load float, ptr addrspace(3) %across, align 4
  %more = fadd float %sum, %w
  call void @helicon.barrier()
  %next = add nuw nsw i64 %t, 1
  %again = icmp ult i64 %next, 100
  br i1 %again, label %loop, label %after
after:
  %total = phi float [ %more, %filled ]
  %q = getelementptr [16 x float], ptr addrspace(1) %out, i64 %y64, i64 %x64
  store float %total, ptr addrspace(1) %q, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
attributes #1 = { convergent nounwind willreturn }
