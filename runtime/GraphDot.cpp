// A graph for graphviz: a record for each node, child graphs and bodies as clusters inside.
#include "runtime/Graph.h"
#include "runtime/Log.h"
#include "runtime/Module.h"

#include <cstdio>
#include <string_view>

namespace helicon {

namespace {

enum Flags : unsigned {
  kVerbose = 1 << 0,
  kKernel = 1 << 2,
  kCopy = 1 << 3,
  kFill = 1 << 4,
  kHost = 1 << 5,
  kEvent = 1 << 6,
  kAttributes = 1 << 9,
  kHandles = 1 << 10,
  kConditional = 1 << 15
};

std::string hex(const void *pointer) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", pointer);
  return text;
}

/// What stands in a record's label without meaning anything to graphviz.
std::string escaped(const std::string &text) {
  constexpr std::string_view kSpecial = "\"\\{}|<> ";
  std::string out;
  for (char c : text) {
    if (kSpecial.find(c) != std::string_view::npos)
      out += '\\';
    out += c;
  }
  return out;
}

std::string triple(const uint32_t (&size)[3]) {
  return "(" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," + std::to_string(size[2]) + ")";
}

const char *nameOf(NodeType type) {
  switch (type) {
  case NodeType::Kernel:
    return "KERNEL";
  case NodeType::Copy:
    return "MEMCPY";
  case NodeType::Fill:
    return "MEMSET";
  case NodeType::Host:
    return "HOST";
  case NodeType::Child:
    return "GRAPH";
  case NodeType::Empty:
    return "EMPTY";
  case NodeType::Wait:
    return "EVENT_WAIT";
  case NodeType::Record:
    return "EVENT_RECORD";
  case NodeType::Alloc:
    return "MEM_ALLOC";
  case NodeType::Free:
    return "MEM_FREE";
  case NodeType::Conditional:
    return "CONDITIONAL";
  }
  return "";
}

class Writer {
public:
  explicit Writer(unsigned flags) : flags(flags & kVerbose ? ~0u : flags) {}

  void graph(const Graph &graph, const std::string &name) {
    text += "subgraph cluster_" + std::to_string(graph.id) + " {\nlabel=\"" + escaped(name) + "\"\n";
    for (const GraphNodeRef &node : graph.nodes)
      this->node(*node);
    for (const GraphNodeRef &node : graph.nodes)
      for (const GraphEdge &edge : node->after)
        text += id(*node) + " -> " + id(*edge.node) + (edge.data[2] ? " [style=dashed]\n" : "\n");
    for (const GraphNodeRef &node : graph.nodes)
      inner(*node);
    text += "}\n";
  }
  std::string text;

private:
  static std::string id(const GraphNode &node) { return "n" + std::to_string(node.id); }

  void inner(const GraphNode &node) {
    std::vector<GraphRef> graphs;
    if (const auto *child = node.as<ChildNode>())
      graphs = {child->graph};
    if (const auto *conditional = node.as<ConditionalNode>())
      graphs = conditional->bodies;
    for (size_t i = 0; i < graphs.size(); i++) {
      graph(*graphs[i], "graph " + std::to_string(i) + " of node " + std::to_string(node.id));
      if (!graphs[i]->nodes.empty())
        text += id(node) + " -> " + id(*graphs[i]->nodes.front()) + " [style=dotted,lhead=cluster_" +
                std::to_string(graphs[i]->id) + "]\n";
    }
  }

  std::string details(const GraphNode &node) const {
    std::string out;
    if (const auto *kernel = node.as<KernelNode>()) {
      out = "|" + escaped(demangled(kernel->kernel->info().name.c_str()));
      if (flags & kKernel)
        out += "|grid " + triple(kernel->grid) + "|block " + triple(kernel->block) + "|shared " +
               std::to_string(kernel->dynamicShared);
      if (flags & kAttributes)
        out += "|cooperative " + std::to_string(kernel->attribute(KernelNode::kCooperative)) + "|priority " +
               std::to_string(kernel->attribute(KernelNode::kPriority));
    } else if (const auto *copy = node.as<CopyNode>(); copy && (flags & kCopy)) {
      out = "|to " + hex(copy->to) + "|from " + hex(copy->from) + "|width " + std::to_string(copy->layout.width) +
            ", height " + std::to_string(copy->layout.height) + ", depth " + std::to_string(copy->layout.depth);
    } else if (const auto *fill = node.as<FillNode>(); fill && (flags & kFill)) {
      out = "|to " + hex(fill->to) + "|value " + std::to_string(fill->value) + "|width " + std::to_string(fill->width) +
            ", height " + std::to_string(fill->height);
    } else if (const auto *host = node.as<HostNode>(); host && (flags & kHost)) {
      out = "|function " + hex(reinterpret_cast<const void *>(host->function)) + "|data " + hex(host->userData);
    } else if (const auto *wait = node.as<WaitNode>(); wait && (flags & kEvent)) {
      out = "|event " + hex(wait->event.get());
    } else if (const auto *record = node.as<RecordNode>(); record && (flags & kEvent)) {
      out = "|event " + hex(record->event.get());
    } else if (const auto *conditional = node.as<ConditionalNode>(); conditional && (flags & kConditional)) {
      constexpr const char *kKinds[] = {"IF", "WHILE", "SWITCH"};
      out = std::string("|") + kKinds[int(conditional->kind)] + "|bodies " + std::to_string(conditional->bodies.size());
    }
    if (flags & kHandles)
      out += "|handle " + hex(&node);
    return out;
  }

  void node(const GraphNode &node) {
    text += id(node) + " [shape=record,label=\"{" + std::to_string(node.id) + "|" + nameOf(node.type()) +
            details(node) + "}\"]\n";
  }

  const unsigned flags;
};

} // namespace

std::string dotText(const Graph &graph, unsigned flags) {
  Writer writer(flags);
  writer.graph(graph, "graph " + std::to_string(graph.id));
  return "digraph dot {\ncompound=true\n" + writer.text + "}\n";
}

} // namespace helicon
