//===- MainGraph.cpp - A graph of one call --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/MainGraph.h"

#include "Graph/DType.h"
#include "Input/TvmNames.h"
#include "Text/Wording.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <limits>

using namespace llvm;

namespace metaobj {

/// Adds the arguments behind inputs and outputs, in the order of \p Pools. One
/// of them is constant, if any has the name \p Constant.
static void addPools(GraphNode &Call,
                     ArrayRef<std::pair<StringRef, TensorIndex>> Pools,
                     StringRef Constant) {
  uint32_t Inputs = Call.Inputs.size();
  uint32_t Outputs = Call.Outputs.size();
  std::vector<bool> IsConstant;
  for (const auto &[Name, Tensor] : Pools) {
    IsConstant.push_back(!Constant.empty() && Name == Constant);
    (IsConstant.back() ? Call.Inputs : Call.Outputs).push_back(Tensor);
  }
  if (Constant.empty())
    return;
  uint32_t InputsNow = Call.Inputs.size();
  for (uint32_t I = 0; I != Inputs; ++I)
    Call.ArgumentOrder.push_back(I);
  for (uint32_t I = 0; I != Outputs; ++I)
    Call.ArgumentOrder.push_back(InputsNow + I);
  uint32_t NextInput = Inputs, NextOutput = InputsNow + Outputs;
  for (bool IsInput : IsConstant)
    Call.ArgumentOrder.push_back(IsInput ? NextInput++ : NextOutput++);
}

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
  std::vector<std::pair<StringRef, TensorIndex>> Pools;
  for (const auto &Each : Arguments.Pools)
    Pools.push_back(
        {Each.Name, Add({kDLUInt, 8, 1}, {static_cast<int64_t>(Each.Bytes)})});
  if (!Arguments.ConstantPool.empty()) {
    TensorIndex Tensor = Result.Tensors.size();
    Result.Tensors.emplace_back();
    Result.Inputs.push_back({Arguments.ConstantPool, Tensor, /*IsParam=*/true});
    Pools.push_back({Arguments.ConstantPool, Tensor});
  }
  llvm::sort(Pools);
  addPools(Call, Pools, Arguments.ConstantPool);
  Result.Nodes.push_back(std::move(Call));
  return Result;
}

Error checkMainArguments(const InputConfig &Config, ArrayRef<Param> Params) {
  const InputConfig::MainArguments &Main = *Config.Main;
  auto Fail = [](const Twine &Reason, const Twine &Hint = "") {
    return inputError("InputConfig::Main", Reason, Hint);
  };
  for (const InputConfig::MainArguments::Input &Each : Main.Inputs)
    if (any_of(Params,
               [&](const Param &Other) { return Other.Name == Each.Name; }))
      return Fail("input " + quoted(Each.Name) +
                      " is also the name of a parameter",
                  "leave that out with InputConfig::SkipParams");
  StringSet<> Pools;
  if (!Main.ConstantPool.empty())
    Pools.insert(Main.ConstantPool);
  for (const InputConfig::MainArguments::Pool &Each : Main.Pools) {
    if (!Pools.insert(Each.Name).second)
      return Fail("two pools are called " + quoted(Each.Name));
    if (Each.Bytes > uint64_t(std::numeric_limits<int64_t>::max()))
      return Fail("pool " + quoted(Each.Name) +
                  " has more bytes than 63 bits can count");
  }
  for (const InputConfig::DeviceRule &Each : Config.Devices)
    if (Each.Kind != Config.Devices.front().Kind)
      return inputError("InputConfig::Devices",
                        "main functions of TVM get a context for one kind of "
                        "device, not for " +
                            quoted(Config.Devices.front().Kind) + " and " +
                            quoted(Each.Kind));
  return Error::success();
}

Error compareMain(const InputConfig::MainArguments &Arguments,
                  const LibraryModule &Module) {
  if (Module.Main.size() != 1)
    return Error::success();
  const LibraryMain &Known = Module.Main.front();
  auto Fail = [&](const Twine &Reason) {
    return inputError("InputConfig::Main",
                      Reason + ", says the metadata of module " +
                          quoted(Module.Name));
  };
  auto SizeOf = [](const InputConfig::MainArguments::Tensor &Each) {
    Expected<uint64_t> Bytes = storageBytes(Each.DType, Each.Shape);
    if (Bytes)
      return *Bytes;
    consumeError(Bytes.takeError()); // checkGraph tells it.
    return UINT64_MAX;
  };
  auto IsAlike = [&](const InputConfig::MainArguments::Tensor &Given,
                     const LibraryTensor &Each) {
    return sameDType(Given.DType, Each.DType) && SizeOf(Given) == Each.Size;
  };
  if (Known.Inputs && Known.Inputs->size() != Arguments.Inputs.size())
    return Fail("the model has " + plural(Known.Inputs->size(), "input"));
  auto Describe = [](const LibraryTensor &Each) {
    return quoted(Each.Name) + " is " + plural(Each.Size, "byte") + " of " +
           dtypeName(Each.DType);
  };
  if (Known.Inputs)
    for (const LibraryTensor &Each : *Known.Inputs)
      if (none_of(Arguments.Inputs, [&](const auto &Given) {
            return cNameOfTvm(Given.Name) == cNameOfTvm(Each.Name) &&
                   IsAlike(Given, Each);
          }))
        return Fail("input " + Describe(Each));
  if (!Known.Outputs)
    return Error::success();
  if (Known.Outputs->size() != Arguments.Outputs.size())
    return Fail("the model has " + plural(Known.Outputs->size(), "output"));
  // Their names are not given, and the metadata has no order.
  std::vector<InputConfig::MainArguments::Tensor> Left = Arguments.Outputs;
  for (const LibraryTensor &Each : *Known.Outputs) {
    auto Found =
        find_if(Left, [&](const auto &Given) { return IsAlike(Given, Each); });
    if (Found == Left.end())
      return Fail("output " + Describe(Each));
    Left.erase(Found);
  }
  return Error::success();
}

} // namespace metaobj
