; Two bytes at any address may lie in two words: both are gathered. With their own alignment one word holds them.
; RUN: simt-opt -passes=plan,vectorize -block=16,1,1 %s 2>/dev/null | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0
; CHECK-LABEL: define {{.*}}@packed.group(
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32
; CHECK: or <16 x i16>
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32
; CHECK-NOT: call {{.*}}masked.gather
; CHECK: ret void
define void @packed(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %odd = getelementptr [19 x i8], ptr addrspace(1) %in, i64 %x64
  %v = load i16, ptr addrspace(1) %odd, align 1
  %even = getelementptr [22 x i8], ptr addrspace(1) %in, i64 %x64
  %w = load i16, ptr addrspace(1) %even, align 2
  %s = add i16 %v, %w
  %p = getelementptr i16, ptr addrspace(1) %out, i64 %x64
  store i16 %s, ptr addrspace(1) %p, align 2
  ret void
}
attributes #0 = { nounwind willreturn memory(none) speculatable }
