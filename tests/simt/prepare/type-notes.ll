; Notes that tell accesses apart by their types go; the one on a virtual table's pointer stays.
; RUN: simt-opt %s -kernel=kernel -passes=prepare.reach | FileCheck %s

; CHECK-LABEL: @kernel
define void @kernel(ptr %p, ptr %q) {
  ; CHECK-NEXT: load ptr, ptr %p, align 8, !tbaa
  %table = load ptr, ptr %p, align 8, !tbaa !0
  ; CHECK-NEXT: load float, ptr %q, align 4{{$}}
  %x = load float, ptr %q, align 4, !tbaa !3
  ; CHECK-NEXT: store float %x, ptr %table, align 4{{$}}
  store float %x, ptr %table, align 4, !tbaa !3
  ; CHECK-NEXT: call void @llvm.memcpy{{.*}}i1 false){{$}}
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %p, ptr align 16 %q, i64 16, i1 false), !tbaa.struct !6
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
!3 = !{!4, !4, i64 0}
!4 = !{!"float", !5, i64 0}
!5 = !{!"omnipotent char", !2, i64 0}
!6 = !{i64 0, i64 16, !3}
