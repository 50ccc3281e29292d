//===- MainGraph.cpp - A graph of one call --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/MainGraph.h"

using namespace llvm;

namespace metaobj {

Graph mainGraph(const InputConfig::MainArguments &Arguments,
                StringRef Function) {
  Graph Result;
  auto Add = [&Result](DLDataType DType, std::vector<int64_t> Shape) {
    GraphTensor &Tensor = Result.Tensors.emplace_back();
    Tensor.DType = DType;
    Tensor.Shape = std::move(Shape);
    return static_cast<TensorIndex>(Result.Tensors.size() - 1);
  };
  GraphNode Call;
  Call.Name = Call.Function = Function.str();
  for (const auto &Each : Arguments.Inputs) {
    Call.Inputs.push_back(Add(Each.DType, Each.Shape));
    Result.Inputs.push_back({Each.Name, Call.Inputs.back()});
  }
  for (const auto &Each : Arguments.Outputs) {
    Call.Outputs.push_back(Add(Each.DType, Each.Shape));
    Result.Outputs.push_back(Call.Outputs.back());
  }
  for (const auto &Each : Arguments.Pools)
    Call.Outputs.push_back(
        Add({kDLUInt, 8, 1}, {static_cast<int64_t>(Each.Bytes)}));
  Result.Nodes.push_back(std::move(Call));
  return Result;
}

} // namespace metaobj
