; A divergent if: the side runs under "any lane", its loads and stores under the mask, and the join selects by lane.
; RUN: simt-opt -passes=plan,vectorize -block=16,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: define {{.*}}@blend.group(
; CHECK: %[[ODD:.*]] = icmp ne <16 x i32>
; CHECK: bitcast <16 x i1> %[[ODD]] to i16
; CHECK: br i1 {{.*}}, label %side, label %join
; CHECK: side:
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p1({{.*}}, <16 x i1> %[[ODD]],
; CHECK: %[[BLEND:.*]] = select <16 x i1> %[[ODD]]
; CHECK: join:
; CHECK: phi <16 x float>
; CHECK: store <16 x float>
define void @blend(ptr addrspace(1) %data, i32 %bit) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr float, ptr addrspace(1) %data, i64 %x64
  %low = and i32 %x, %bit
  %odd = icmp ne i32 %low, 0
  br i1 %odd, label %side, label %join
side:
  %v = load float, ptr addrspace(1) %p, align 4
  br label %join
join:
  %r = phi float [ %v, %side ], [ 1.0, %entry ]
  store float %r, ptr addrspace(1) %p, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
