; A variable that has no value when its loop begins starts as zero, so that what is known of it can grow from there.
; RUN: simt-opt %s -block=32 -passes=structurize | FileCheck %s
; RUN: simt-opt %s -block=32 -passes=structurize,plan,vectorize 2>/dev/null | FileCheck %s --check-prefix=VECTOR
; CHECK: %kept = phi i32 [ 0, %entry ], [ %next, %loop ]
; VECTOR-LABEL: @search.group
define void @search(ptr %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %kept = phi i32 [ undef, %entry ], [ %next, %loop ]
  %lane = call i32 @helicon.tid.x()
  %mine = icmp eq i32 %i, %lane
  %next = select i1 %mine, i32 %i, i32 %kept
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %loop, label %done
done:
  %at = getelementptr i32, ptr %out, i32 %lane
  store i32 %next, ptr %at
  ret void
}
declare i32 @helicon.tid.x()
