; A function that calls itself is vector code for a warp: masks as bits, one vector a part; a call where any lane wants it.
; RUN: simt-opt -kernel=kernel -block=64,1,1 -parts=4 -passes=plan,vectorize %s 2>/dev/null | FileCheck %s
; RUN: simt-opt -kernel=kernel -block=64,1,1 -parts=4 -passes=structurize,plan,vectorize %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #1

; Two warps, two calls.
; CHECK-LABEL: define {{.*}}void @kernel.group
; CHECK: call { <16 x i32>, <16 x i32> } @down.warp(ptr %ctx, i32 0, i16 -1, i16 -1, <16 x i32> {{.*}}, <16 x i32> {{.*}})
; CHECK: call { <16 x i32>, <16 x i32> } @down.warp(ptr %ctx, i32 1,
; CHECK: ret void
define void @kernel(ptr addrspace(1) %out) {
  %x = call i32 @helicon.tid.x()
  %r = call i32 @down(i32 %x)
  %x64 = zext nneg i32 %x to i64
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %x64
  store i32 %r, ptr addrspace(1) %at, align 4
  ret void
}

; CHECK-LABEL: define{{.*}} { <16 x i32>, <16 x i32> } @down.warp(ptr noalias %ctx, i32 %group, i16
; CHECK: bitcast i16 %{{.*}} to <16 x i1>
; CHECK: icmp ne i16
; CHECK: br i1
; CHECK: ret { <16 x i32>, <16 x i32> }
; CHECK: call { <16 x i32>, <16 x i32> } @down.warp(ptr %ctx, i32 %
define internal i32 @down(i32 %n) #0 {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %more, label %done
more:
  %less = sub i32 %n, 1
  %r = call i32 @down(i32 %less)
  br label %done
done:
  %v = phi i32 [ 0, %entry ], [ %r, %more ]
  ret i32 %v
}
attributes #0 = { "helicon.kept"="vector" }
attributes #1 = { memory(none) }
