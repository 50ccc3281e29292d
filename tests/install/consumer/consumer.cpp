//===- consumer.cpp - A compiler's back end, in a page --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses the installed library as a compiler would: a runtime module, a target,
// an object. Then reads the object back.
//
//===----------------------------------------------------------------------===//

#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Emit.h"
#include "metaobj/Inspect.h"
#include "metaobj/RuntimeModule.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace {

class OperatorModule : public metaobj::RuntimeModule {
public:
  StringRef name() const override { return "operators"; }

  std::optional<std::vector<metaobj::Function>> functionNames() const override {
    std::vector<metaobj::Function> Functions(2);
    Functions[0].Name = "tvmgen_default_fused_add";
    Functions[1].Name = "tvmgen_default_fused_mul";
    return Functions;
  }
};

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 2)
    return 2;
  ExitOnError ExitOnErr("consumer: ");
  OperatorModule Operators;
  const metaobj::RuntimeModule *Modules[] = {&Operators};
  metaobj::Model Model = ExitOnErr(metaobj::collect(Modules));

  metaobj::TargetSpec Target;
  Target.Triple = Triple(Argc > 2 ? Argv[2] : "thumbv7m-none-eabi");
  metaobj::Emission Metadata =
      ExitOnErr(metaobj::emit(Model, Target, metaobj::EmitConfig()));
  ExitOnErr(Metadata.writeTo(Argv[1]));

  auto Buffer = ExitOnErr(errorOrToExpected(MemoryBuffer::getFile(Argv[1])));
  for (const metaobj::Inspection &What : ExitOnErr(metaobj::inspect(*Buffer)))
    for (const metaobj::InspectedRegistry &Registry : What.Registries)
      for (const metaobj::InspectedFunction &Function : Registry.Functions)
        outs() << Function.Name << '\n';
  return 0;
}
