; A flag tells behind a meeting that threads part for good, also where a vote of the group asks it first: what they do
; then comes before the barriers of the others.
; RUN: simt-opt %s -passes=structurize | FileCheck %s
declare i32 @helicon.tid.x()
declare void @helicon.barrier()
declare i1 @helicon.group.all(i1)

; CHECK-LABEL: define void @flags
; CHECK: br i1 %leaves, label %{{.*left}}, label %[[OTHERS:[A-Za-z0-9.]+]]
; CHECK: {{^}}wait:
; CHECK-NEXT: call void @helicon.barrier()
; CHECK: {{^}}[[OTHERS]]: {{.*}}%[[BEHIND:[A-Za-z0-9.]+]], %entry
; CHECK: br i1 {{.*}}, label %wait
; CHECK: %old.left = atomicrmw
; CHECK-NEXT: br label %[[BEHIND]]
define void @flags(ptr addrspace(1) %out) {
entry:
  %t = call i32 @helicon.tid.x()
  %leaves = icmp ult i32 %t, 5
  br i1 %leaves, label %meet, label %wait
wait:
  call void @helicon.barrier()
  br label %meet
meet:
  %flag = phi i8 [ 1, %entry ], [ 0, %wait ]
  %gone = trunc i8 %flag to i1
  %stays = xor i1 %gone, true
  %all = call i1 @helicon.group.all(i1 %stays)
  br i1 %all, label %full, label %ask
ask:
  br i1 %gone, label %deed, label %some
deed:
  %old = atomicrmw add ptr addrspace(1) %out, i32 %t monotonic
  br label %end
full:
  call void @helicon.barrier()
  store i32 1, ptr addrspace(1) %out
  br label %end
some:
  call void @helicon.barrier()
  store i32 2, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
