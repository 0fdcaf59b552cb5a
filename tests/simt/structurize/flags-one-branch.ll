; Those who part, and those who stay, come to the meeting from one branch: the copy's meeting is behind `mark` alone.
; RUN: simt-opt %s -passes=structurize | FileCheck %s
declare i32 @helicon.tid.x()
declare void @helicon.barrier()

; CHECK-LABEL: define void @oneBranch
; CHECK: br i1 %leaves, label %mark.left
; CHECK: {{^}}meet.left:
; CHECK-NEXT: %old.left = atomicrmw
define void @oneBranch(ptr addrspace(1) %out) {
entry:
  %t = call i32 @helicon.tid.x()
  %leaves = icmp ult i32 %t, 5
  br i1 %leaves, label %mark, label %meet
mark:
  br label %meet
meet:
  %gone = phi i1 [ false, %entry ], [ true, %mark ]
  %old = atomicrmw add ptr addrspace(1) %out, i32 %t monotonic
  br i1 %gone, label %end, label %stay
stay:
  call void @helicon.barrier()
  store i32 2, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
