; Accesses whose address may be no multiple of their size are tested; what is known, private or may lie anywhere is not.
; RUN: simt-opt %s -kernel=tested -checked -passes=prepare.alignment | FileCheck %s --check-prefix=TESTED
; RUN: simt-opt %s -kernel=known -checked -passes=prepare.alignment | FileCheck %s --check-prefix=KNOWN
; RUN: simt-opt %s -kernel=tested -passes=prepare.alignment | FileCheck %s --check-prefix=OFF
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@words = addrspace(1) global [8 x i64] zeroinitializer, align 8

; OFF-NOT: helicon.report

; TESTED-LABEL: define void @tested(ptr %p, ptr %q)
; TESTED: %[[A:.*]] = ptrtoint ptr %p to i64
; TESTED-NEXT: and i64 %[[A]], 7
; TESTED: call void @helicon.report(i32 1, i64 %[[A]], i64 8)
; TESTED-NEXT: unreachable
; TESTED: load double, ptr %p
; No more than the size counts.
; TESTED: and i64 %{{.*}}, 3
; TESTED: call void @helicon.report(i32 1, i64 %{{.*}}, i64 4)
; TESTED: store i32 1, ptr %q, align 16
; Nor more than 16.
; TESTED: and i64 %{{.*}}, 15
; TESTED: call void @helicon.report(i32 1, i64 %{{.*}}, i64 16)
; TESTED: call void @llvm.memcpy
; TESTED: and i64 %{{.*}}, 3
; TESTED: atomicrmw
define void @tested(ptr align 16 %p, ptr %q) {
  %local = alloca [64 x i8], align 64
  %v = load double, ptr %p, align 8
  store i32 1, ptr %q, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %local, ptr align 32 %q, i64 64, i1 false)
  %old = atomicrmw add ptr %q, i32 1 seq_cst, align 4
  ret void
}

; KNOWN-LABEL: define void @known
; KNOWN-NOT: call void @helicon.report
define void @known(ptr %p, i64 %i) {
  %local = alloca [8 x i64], align 8
  %at = getelementptr [8 x i64], ptr %local, i64 0, i64 %i
  store i64 1, ptr %at, align 8
  %v = load i64, ptr addrspace(1) getelementptr ([8 x i64], ptr addrspace(1) @words, i64 0, i64 3), align 8
  %byte = load i8, ptr %p, align 1
  %packed = load i64, ptr %p, align 1
  ret void
}
