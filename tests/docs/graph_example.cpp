//===- graph_example.cpp - A graph and its executor, for docs/library.md --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/ModelBuilder.h"

#include <cstdlib>

using namespace llvm;

// y = max(x + bias, 0), with two operators that take plain pointers.
static Expected<metaobj::Model> buildModel(metaobj::OperatorObject Operators) {
  static float Bias[3] = {10, 20, 30};
  int64_t Shape[1] = {3};
  const DLDataType Float32 = {kDLFloat, 32, 1};
  DLTensor Tensor = {Bias, {kDLCPU, 0}, 1, Float32, Shape, nullptr, 0};

  metaobj::ModelBuilder Builder("net");
  Builder.addObject(std::move(Operators));
  const metaobj::FunctionOptions Unpacked = {
      .Convention = metaobj::CallingConvention::Unpacked};
  metaobj::FunctionRef Add = Builder.addFunction("net_add", Unpacked);
  metaobj::FunctionRef Relu = Builder.addFunction("net_relu", Unpacked);
  metaobj::ParamRef Weights = Builder.addParam("bias", Tensor);

  metaobj::GraphBuilder &Graph = Builder.graph();
  const metaobj::ShapedType Vector = {Float32, {3}};
  metaobj::TensorRef X = Graph.input("x", Vector);
  metaobj::TensorRef Sum = Graph.call(Add, {X, Graph.param(Weights)}, Vector);
  // The operator may write its result over its input.
  Graph.output("y", Graph.call(Relu, {Sum}, Vector, {.InPlace = {{Sum}}}));
  return std::move(Builder).build();
}

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return EXIT_FAILURE;
  ExitOnError ExitOnErr("graph_example: ");
  auto Operators = ExitOnErr(errorOrToExpected(MemoryBuffer::getFile(Argv[1])));
  metaobj::Model Model =
      ExitOnErr(buildModel({"operators.o", std::move(Operators)}));

  metaobj::EmitConfig Config;
  Config.Executor.emplace();
  metaobj::TargetSpec Target = ExitOnErr(metaobj::inferTarget(Model.Objects));
  metaobj::Emission Net = ExitOnErr(metaobj::emit(Model, Target, Config));
  ExitOnErr(Net.writeTo("net.o"));
  ExitOnErr(metaobj::writeHeader(Net, "net.h"));
  return EXIT_SUCCESS;
}
