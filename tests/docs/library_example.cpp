//===- library_example.cpp - The shortest example of docs/library.md ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Emit.h"
#include "metaobj/RuntimeModule.h"

#include <cstdlib>

using namespace llvm;

// One of the compiler's modules: what it defines, and what it wants linked.
class OperatorModule : public metaobj::RuntimeModule {
public:
  StringRef name() const override { return "operators"; }

  std::optional<std::vector<metaobj::Function>> functionNames() const override {
    metaobj::Function Add;
    Add.Name = "tvmgen_default_fused_add";
    return std::vector{Add};
  }

  Expected<std::vector<metaobj::Param>> linkedParams() const override {
    static int32_t Bias[3] = {10, 20, 30};
    static int64_t Shape[1] = {3};
    DLTensor Tensor = {Bias,  {kDLCPU, 0}, 1, {kDLInt, 32, 1},
                       Shape, nullptr,     0};
    Expected<metaobj::Param> P = metaobj::Param::fromDLTensor("bias", Tensor);
    if (!P)
      return P.takeError();
    return std::vector{std::move(*P)};
  }
};

int main(int Argc, char **Argv) {
  if (Argc != 2)
    return EXIT_FAILURE;
  ExitOnError ExitOnErr("library_example: ");
  OperatorModule Operators;
  const metaobj::RuntimeModule *Modules[] = {&Operators};
  metaobj::Model Model = ExitOnErr(metaobj::collect(Modules));

  metaobj::TargetSpec Target;
  Target.Triple = Triple("thumbv7m-none-eabi");
  metaobj::Emission Metadata =
      ExitOnErr(metaobj::emit(Model, Target, metaobj::EmitConfig()));
  ExitOnErr(Metadata.writeTo(Argv[1]));
  return EXIT_SUCCESS;
}
