; Trip counts differ by lane: the header carries a mask, the loop goes on while any lane wants to, and the value that
; leaves is kept per lane from the iteration in which the lane left.
; RUN: simt-opt -passes=plan,vectorize -block=16,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: define {{.*}}@trips.group(
; CHECK: loop:
; CHECK: %[[MASK:.*]] = phi <16 x i1>
; CHECK: %[[LEAVE:.*]] = and <16 x i1> %[[MASK]],
; CHECK: %[[STAY:.*]] = and <16 x i1> %[[MASK]],
; CHECK: select <16 x i1> %[[LEAVE]], <16 x i32> %more
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %[[STAY]] to i16
; CHECK: %[[ANY:.*]] = icmp ne i16 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %loop, label %done
; CHECK: store <16 x i32>
define void @trips(ptr addrspace(1) %out) {
entry:
  %x = call i32 @helicon.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %sum, %x
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %i, %x
  br i1 %again, label %loop, label %done
done:
  %result = phi i32 [ %more, %loop ]
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x64
  store i32 %result, ptr addrspace(1) %p, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
