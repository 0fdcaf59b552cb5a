// Kernels that launch kernels: every form of a launch that the language has, the order of streams, what the device
// runtime answers, and errors. All values are computed at the host as well.
#include "check.h"

#include <algorithm>

#include "launches_forms.h"
#include "launches_order.h"

int main() {
  testForms();
  testQuicksort();
  testRefinement();
  testOrder();
  testRuntime();
  testErrors();
  return check::finish("launches");
}
