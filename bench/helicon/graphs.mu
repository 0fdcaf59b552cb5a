// What a node of a graph costs beside a launch: 1,000 empty kernels of one block, as a chain, side by side, and
// launched one by one; and what a change of one node's parameters costs before the next launch.
#include "Device.h"

constexpr int kNodes = 1000;

__global__ void empty() {}
__global__ void nothing(int) {}

static musaGraphExec_t instantiate(musaGraph_t graph) {
  musaGraphExec_t exec = nullptr;
  CHECK(musaGraphInstantiate(&exec, graph, 0));
  return exec;
}

static musaGraph_t build(bool chain) {
  musaGraph_t graph = nullptr;
  musaGraphNode_t last = nullptr;
  CHECK(musaGraphCreate(&graph, 0));
  for (int i = 0; i < kNodes; ++i) {
    musaKernelNodeParams params{};
    params.func = reinterpret_cast<void *>(empty);
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    CHECK(musaGraphAddKernelNode(&last, graph, &last, chain && i > 0 ? 1 : 0, &params));
  }
  return graph;
}

int main() {
  bench::measure("graph_launches", "us", kNodes, [] {
    for (int i = 0; i < kNodes; ++i)
      empty<<<1, 32>>>();
    finish();
  });
  for (bool chain : {true, false}) {
    musaGraph_t graph = build(chain);
    musaGraphExec_t exec = instantiate(graph);
    bench::measure(chain ? "graph_chain" : "graph_fan", "us", kNodes, [&] {
      CHECK(musaGraphLaunch(exec, nullptr));
      finish();
    });
    CHECK(musaGraphExecDestroy(exec));
    CHECK(musaGraphDestroy(graph));
  }

  musaGraph_t graph = nullptr;
  musaGraphNode_t node = nullptr;
  int value = 0;
  void *args[] = {&value};
  musaKernelNodeParams params{};
  params.func = reinterpret_cast<void *>(nothing);
  params.gridDim = dim3(1);
  params.blockDim = dim3(32);
  params.kernelParams = args;
  CHECK(musaGraphCreate(&graph, 0));
  CHECK(musaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  musaGraphExec_t exec = instantiate(graph);
  bench::measure("graph_update", "us", 200, [&] {
    for (value = 0; value < 200; ++value) {
      CHECK(musaGraphExecKernelNodeSetParams(exec, node, &params));
      CHECK(musaGraphLaunch(exec, nullptr));
      finish();
    }
  });
}
