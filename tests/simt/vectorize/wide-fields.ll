; Fields that lanes read or write side by side become contiguous accesses and shuffles, and none of the latter where
; they are only copied.
; RUN: simt-opt -passes=plan,vectorize -kernel=copied -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=COPIED %s
; RUN: simt-opt -passes=plan,vectorize -kernel=guarded -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=GUARDED %s
; RUN: simt-opt -passes=plan,vectorize -kernel=partly -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=PARTLY %s
; RUN: simt-opt -passes=plan,vectorize -kernel=rows -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=ROWS %s
; RUN: simt-opt -passes=plan,vectorize -kernel=indexed -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=INDEXED %s
; RUN: simt-opt -passes=plan,vectorize -kernel=apart -isa=avx512 %s -block=16,1,1 2>/dev/null | FileCheck --check-prefix=APART %s
; RUN: simt-opt -passes=plan,vectorize -kernel=guarded -isa=avx2 %s -block=8,1,1 2>/dev/null | FileCheck --check-prefix=GUARDED-AVX2 %s
; RUN: simt-opt -passes=plan,vectorize -kernel=partly -isa=avx2 %s -block=8,1,1 2>/dev/null | FileCheck --check-prefix=PARTLY-AVX2 %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i32 @helicon.tid.x() #0

; COPIED: define {{.*}}@copied.group
; COPIED: %[[A:.*]] = load <16 x i32>, {{.*}}, align 16
; COPIED: %[[B:.*]] = load <16 x i32>, {{.*}}, align 16
; COPIED: %[[C:.*]] = load <16 x i32>, {{.*}}, align 16
; COPIED: %[[D:.*]] = load <16 x i32>, {{.*}}, align 16
; COPIED: store <16 x i32> %[[A]], {{.*}}, align 16
; COPIED: store <16 x i32> %[[B]], {{.*}}, align 16
; COPIED: store <16 x i32> %[[C]], {{.*}}, align 16
; COPIED: store <16 x i32> %[[D]], {{.*}}, align 16
; COPIED-NOT: store
; COPIED: ret void
define void @copied(ptr addrspace(1) noalias %from, ptr addrspace(1) noalias %to) {
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr inbounds [4 x i32], ptr addrspace(1) %from, i64 %x64
  %q = getelementptr inbounds [4 x i32], ptr addrspace(1) %to, i64 %x64
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %p3 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 12
  %q1 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 4
  %q2 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 8
  %q3 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 12
  %a = load i32, ptr addrspace(1) %p, align 16
  %b = load i32, ptr addrspace(1) %p1, align 4
  %c = load i32, ptr addrspace(1) %p2, align 8
  %d = load i32, ptr addrspace(1) %p3, align 4
  store i32 %a, ptr addrspace(1) %q, align 16
  store i32 %b, ptr addrspace(1) %q1, align 4
  store i32 %c, ptr addrspace(1) %q2, align 8
  store i32 %d, ptr addrspace(1) %q3, align 4
  ret void
}

; With a mask there are two ways. AVX-512 masks the pieces, each element by its lane; AVX2 goes back to gathers.
; GUARDED: define {{.*}}@guarded.group
; GUARDED: whole:
; GUARDED-COUNT-2: load <16 x float>
; GUARDED: some:
; GUARDED: %[[LOW:.*]] = shufflevector <16 x i1> %{{.*}}, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2,
; GUARDED: @llvm.masked.load.v16f32.p1({{.*}}, <16 x i1> %[[LOW]]
; GUARDED: @llvm.masked.load.v16f32.p1(
; GUARDED: store <16 x float>
; GUARDED: @llvm.masked.store.v16f32.p1(
; GUARDED-AVX2: define {{.*}}@guarded.group
; GUARDED-AVX2: whole{{.*}}:
; GUARDED-AVX2-COUNT-2: load <8 x float>
; GUARDED-AVX2: some{{.*}}:
; GUARDED-AVX2-COUNT-2: @llvm.masked.gather.v8f32
; GUARDED-AVX2: store <8 x float>
; GUARDED-AVX2-COUNT-2: @llvm.masked.scatter.v8f32
define void @guarded(ptr addrspace(1) %data, i32 %n) {
entry:
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %body, label %exit
body:
  %p = getelementptr inbounds [2 x float], ptr addrspace(1) %data, i64 %x64
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %re = load float, ptr addrspace(1) %p, align 4
  %im = load float, ptr addrspace(1) %p1, align 4
  store float %im, ptr addrspace(1) %p, align 4
  store float %re, ptr addrspace(1) %p1, align 4
  br label %exit
exit:
  ret void
}

; Nothing behind the last field of the last lane is read: of three fields two, so the last piece ends an element
; earlier. Stores leave the third as it is, which takes masks, and without AVX-512 scatters.
; PARTLY: define {{.*}}@partly.group
; PARTLY: load <16 x float>
; PARTLY: load <16 x float>
; PARTLY: getelementptr i8, ptr addrspace(1) %{{.*}}, i64 124
; PARTLY: load <16 x float>
; PARTLY-COUNT-3: @llvm.masked.store.v16f32.p1(<16 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, i32 4, <16 x i1> <i1
; PARTLY-AVX2: define {{.*}}@partly.group
; PARTLY-AVX2-COUNT-3: load <8 x float>
; PARTLY-AVX2-COUNT-2: @llvm.masked.scatter.v8f32
define void @partly(ptr addrspace(1) %data) {
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr inbounds [3 x float], ptr addrspace(1) %data, i64 %x64
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %a = load float, ptr addrspace(1) %p, align 4
  %b = load float, ptr addrspace(1) %p1, align 4
  %c = fadd float %a, %b
  store float %b, ptr addrspace(1) %p, align 4
  store float %c, ptr addrspace(1) %p1, align 4
  ret void
}

; Rows of four threads: an address a row, and each row is read as it lies.
; ROWS: define {{.*}}@rows.group
; ROWS-COUNT-4: load <16 x i32>
; ROWS-NOT: gather
; ROWS-COUNT-4: store <16 x i32>
; ROWS-NOT: scatter
; ROWS: ret void
define void @rows(ptr addrspace(1) noalias %from, ptr addrspace(1) noalias %to, i64 %pitch) {
  %x = call i32 @helicon.tid.x()
  %row = lshr i32 %x, 2
  %column = and i32 %x, 3
  %row64 = zext nneg i32 %row to i64
  %column64 = zext nneg i32 %column to i64
  %x64 = zext nneg i32 %x to i64
  %start = mul i64 %row64, %pitch
  %line = getelementptr inbounds i8, ptr addrspace(1) %from, i64 %start
  %p = getelementptr inbounds [4 x i32], ptr addrspace(1) %line, i64 %column64
  %q = getelementptr inbounds [4 x i32], ptr addrspace(1) %to, i64 %x64
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %p3 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 12
  %q1 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 4
  %q2 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 8
  %q3 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 12
  %a = load i32, ptr addrspace(1) %p, align 16
  %b = load i32, ptr addrspace(1) %p1, align 4
  %c = load i32, ptr addrspace(1) %p2, align 8
  %d = load i32, ptr addrspace(1) %p3, align 4
  store i32 %a, ptr addrspace(1) %q, align 16
  store i32 %b, ptr addrspace(1) %q1, align 4
  store i32 %c, ptr addrspace(1) %q2, align 8
  store i32 %d, ptr addrspace(1) %q3, align 4
  ret void
}

; By index each lane reads its own 8 bytes. Written that way they could overlap by half, and stay as they are, unless
; they are aligned.
; INDEXED: define {{.*}}@indexed.group
; INDEXED-COUNT-16: load <2 x float>
; INDEXED-NOT: gather.v16f32
; INDEXED-COUNT-2: @llvm.masked.scatter.v16f32
; INDEXED-COUNT-16: store <2 x float> %{{.*}}, align 8
; INDEXED: ret void
define void @indexed(ptr addrspace(1) noalias %from, ptr addrspace(1) noalias %to, ptr addrspace(1) noalias %index) {
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %k = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x64
  %i = load i64, ptr addrspace(1) %k, align 8
  %p = getelementptr inbounds float, ptr addrspace(1) %from, i64 %i
  %q = getelementptr inbounds float, ptr addrspace(1) %to, i64 %i
  %r = getelementptr inbounds i64, ptr addrspace(1) %to, i64 %i
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %q1 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 4
  %r1 = getelementptr inbounds i8, ptr addrspace(1) %r, i64 4
  %a = load float, ptr addrspace(1) %p, align 4
  %b = load float, ptr addrspace(1) %p1, align 4
  store float %b, ptr addrspace(1) %q, align 4
  store float %a, ptr addrspace(1) %q1, align 4
  store float %a, ptr addrspace(1) %r, align 8
  store float %b, ptr addrspace(1) %r1, align 4
  ret void
}

; A store between two loads, or a load between two stores, that may touch the same memory keeps them apart.
; APART: define {{.*}}@apart.group
; APART-COUNT-2: load <16 x float>
; APART: @llvm.masked.store.v16f32{{.*}}<16 x i1> <i1 true, i1 false, i1 true,
; APART: @llvm.masked.store.v16f32{{.*}}<16 x i1> <i1 true, i1 false, i1 true,
; APART-COUNT-2: load <16 x float>
; APART-COUNT-2: @llvm.masked.store
; APART: ret void
define void @apart(ptr addrspace(1) %one, ptr addrspace(1) %two) {
  %x = call i32 @helicon.tid.x()
  %x64 = zext nneg i32 %x to i64
  %p = getelementptr inbounds [2 x float], ptr addrspace(1) %one, i64 %x64
  %q = getelementptr inbounds [2 x float], ptr addrspace(1) %two, i64 %x64
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %q1 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 4
  %a = load float, ptr addrspace(1) %p, align 4
  store float %a, ptr addrspace(1) %q, align 4
  %b = load float, ptr addrspace(1) %p1, align 4
  store float %b, ptr addrspace(1) %q1, align 4
  ret void
}
attributes #0 = { nounwind willreturn memory(none) }
