//===- FfiConstructor.cpp - Registers functions before main() -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
#include "Abi/TableCode.h"
#include "Base/Wording.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Target/TargetFamily.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral ConstructorMacro = R"(
/* What runs before main(). */
#ifndef METAOBJ_CONSTRUCTOR
#if defined(__GNUC__) || defined(__clang__)
#define METAOBJ_CONSTRUCTOR __attribute__((__constructor__))
#else
#error "no way is known to make a constructor: define METAOBJ_CONSTRUCTOR"
#endif
#endif
)";

namespace {

/// For a library of tvm-ffi.
class FfiConstructorPart final : public OutputPart {
public:
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override;
  Error checkMachine(const Emission::Common &Common,
                     const TargetMachine &Machine,
                     OutputKind Kind) const override;
  Error addToModule(IrTables &Writer, const Emission::Common & /*Common*/,
                    const EmissionTables &Tables) const override {
    if (const Table *Symbols = Tables.OfModel.ffiSymbols())
      addFfiConstructor(Writer, *Symbols);
    return Error::success();
  }
  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables &Tables) const override;
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeFfiConstructorPart(const Model & /*TheModel*/,
                                const EmitConfig &Config) {
  if (!Config.Registry.FfiConstructor)
    return nullptr;
  return std::make_shared<FfiConstructorPart>();
}

Error FfiConstructorPart::checkModel(const Model &TheModel,
                                     const EmitConfig &Config) const {
  if (runtimeFamily(Config.Abi).Facts.HasLibrary)
    return Error::success();
  return inputError("model " + quoted(TheModel.Name),
                    runtimeAbiName(Config.Abi) +
                        " has no constructor that registers functions",
                    "choose " + setting::Abi + "=tvm-ffi, or leave this out");
}

/// LLVM's default for programs that use it as a library is the section of old
/// systems; the tool and compilers ask for the other one.
Error FfiConstructorPart::checkMachine(const Emission::Common &Common,
                                       const TargetMachine &Machine,
                                       OutputKind Kind) const {
  if (Kind == OutputKind::Object && !Machine.Options.UseInitArray &&
      Machine.getTargetTriple().isOSBinFormatELF())
    report(Common.Config.Diagnostics, Diagnostic::Warning,
           subject(targetOf(Machine)),
           "the constructor is in .ctors, which few systems still run",
           "set UseInitArray in the options of the target");
  return Error::success();
}

Error FfiConstructorPart::writeC(raw_ostream &OS, const CModel & /*C*/,
                                 const ModelTables &Tables) const {
  const Table *Symbols = Tables.ffiSymbols();
  if (!Symbols)
    return Error::success();
  OS << ConstructorMacro << "\nint " << tvm_ffi::Registration
     << "(const char *name, void *symbol);\nMETAOBJ_CONSTRUCTOR static void "
     << symbols::FfiConstructor << "(void) {\n  uint32_t i;\n  for (i = 0; i < "
     << Symbols->Count << "; ++i)\n    " << tvm_ffi::Registration << "("
     << Symbols->Symbol << "[i].name, " << Symbols->Symbol
     << "[i].address);\n}\n";
  return Error::success();
}
