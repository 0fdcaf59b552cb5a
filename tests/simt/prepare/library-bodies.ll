; Functions of the C library that the C++ library calls become loops, unless the program has its own; by another type they stay.
; RUN: simt-opt %s -kernel=calls -passes=prepare.library-bodies | FileCheck %s

define void @calls(ptr %p, ptr %q, i64 %n) {
  %a = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %b = call ptr @memchr(ptr %p, i32 7, i64 %n)
  %c = call i32 @strlen(ptr %p)
  ret void
}
; CHECK: define internal i32 @memcmp(ptr %[[A:.*]], ptr %[[B:.*]], i64 %[[N:.*]])
; CHECK: %[[I:.*]] = phi i64 [ 0, {{.*}} ], [ %[[NEXT:.*]], %[[LATCH:.*]] ]
; CHECK: icmp eq i64 %[[I]], %[[N]]
; CHECK: ret i32 0
; CHECK: %[[X:.*]] = load i8
; CHECK: %[[Y:.*]] = load i8
; CHECK: icmp ne i8 %[[X]], %[[Y]]
; CHECK: sub i32
; CHECK: %[[NEXT]] = add i64 %[[I]], 1
declare i32 @memcmp(ptr, ptr, i64)
; CHECK: define internal ptr @memchr(
; CHECK: ret ptr null
; CHECK: trunc i32 {{.*}} to i8
declare ptr @memchr(ptr, i32, i64)
; CHECK: declare i32 @strlen(ptr)
declare i32 @strlen(ptr)
