// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graph JSON put together for tests.

#ifndef TESTS_RUNTIME_CRT_GRAPH_MODEL_H
#define TESTS_RUNTIME_CRT_GRAPH_MODEL_H

#include <string>
#include <vector>

// A node and the tensors it has: what its outputs are, one for an input.
struct GraphTensor {
  std::string Shape;
  int Storage;
  std::string Type = "float32";
};

struct GraphNode {
  std::string Name;
  // Empty for an input.
  std::string Function;
  // "[node, output, 0], ..."
  std::string Inputs;
  std::vector<GraphTensor> Tensors;
};

inline std::string join(const std::vector<std::string> &Parts) {
  std::string Text;
  for (const std::string &Part : Parts)
    Text += (Text.empty() ? "" : ", ") + Part;
  return Text;
}

// The lists of a graph, each as JSON text.
struct GraphModel {
  std::string Nodes, ArgNodes, Heads, FirstEntries, Shapes, Types, Storages;

  GraphModel(const std::vector<GraphNode> &All, const std::string &Heads)
      : Heads(Heads) {
    std::vector<std::string> Items, Args, First = {"0"}, Shape, Type, Storage;
    size_t Entries = 0;
    for (const GraphNode &Node : All) {
      std::string Text = R"({"op": ")";
      Text += Node.Function.empty() ? "null" : "tvm_op";
      Text += R"(", "name": ")" + Node.Name + '"';
      if (Node.Function.empty())
        Args.push_back(std::to_string(Items.size()));
      else
        Text += R"(, "attrs": {"num_outputs": ")" +
                std::to_string(Node.Tensors.size()) +
                R"(", "num_inputs": "1", "flatten_data": "0", "func_name": ")" +
                Node.Function + R"("})";
      Items.push_back(Text + R"(, "inputs": [)" + Node.Inputs + "]}");
      for (const GraphTensor &Tensor : Node.Tensors) {
        Shape.push_back(Tensor.Shape);
        Type.push_back('"' + Tensor.Type + '"');
        Storage.push_back(std::to_string(Tensor.Storage));
        Entries++;
      }
      First.push_back(std::to_string(Entries));
    }
    Nodes = join(Items);
    ArgNodes = join(Args);
    FirstEntries = join(First);
    Shapes = join(Shape);
    Types = join(Type);
    Storages = join(Storage);
  }

  std::string json() const {
    return R"({"nodes": [)" + Nodes + R"(], "arg_nodes": [)" + ArgNodes +
           R"(], "heads": [)" + Heads +
           R"(], "attrs": {"dltype": ["list_str", [)" + Types +
           R"(]], "storage_id": ["list_int", [)" + Storages +
           R"(]], "shape": ["list_shape", [)" + Shapes +
           R"(]]}, "node_row_ptr": [)" + FirstEntries + "]}";
  }
};

#endif
