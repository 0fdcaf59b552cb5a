// A spin lock that is safe in lockstep keeps its critical section and release inside the loop: lanes that lost the
// race must not spin while the winner waits behind the loop.
// RUN: %device %s | simt-opt - -kernel=lock -block=64 -passes=prepare | FileCheck %s
// CHECK-LABEL: @lock
// CHECK: [[LOOP:.*]]: {{.*}}preds = %{{.*}}, %[[JOIN:.*]]
// CHECK: cmpxchg
// CHECK: br i1 %{{.*}}, label %[[HELD:.*]], label %[[JOIN]]
// CHECK: [[HELD]]:
// CHECK: atomicrmw xchg
// CHECK: br label %[[JOIN]]
// CHECK: [[JOIN]]:
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[LOOP]]
extern "C" __global__ void lock(int *mutex, int *value) {
  bool done = false;
  while (!done)
    if (__sync_val_compare_and_swap(mutex, 0, 1) == 0) {
      *value += 1;
      __sync_lock_test_and_set(mutex, 0);
      done = true;
    }
}
