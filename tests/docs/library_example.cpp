//===- library_example.cpp - The shortest example of docs/library.md ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/ModelBuilder.h"

#include <cstdlib>

using namespace llvm;

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return EXIT_FAILURE;
  ExitOnError ExitOnErr("library_example: ");
  int32_t Bias[3] = {10, 20, 30};
  int64_t Shape[1] = {3};
  DLTensor Tensor = {Bias, {kDLCPU, 0}, 1, {kDLInt, 32, 1}, Shape, nullptr, 0};

  metaobj::ModelBuilder Builder("default");
  Builder.addFunction("tvmgen_default_fused_add");
  Builder.addParam("bias", Tensor);
  metaobj::Model Model = ExitOnErr(std::move(Builder).build());

  metaobj::TargetSpec Target;
  Target.Triple = Triple("thumbv7m-none-eabi");
  metaobj::Emission Metadata =
      ExitOnErr(metaobj::emit(Model, Target, metaobj::EmitConfig()));
  ExitOnErr(Metadata.writeTo(Argv[1]));
  return EXIT_SUCCESS;
}
