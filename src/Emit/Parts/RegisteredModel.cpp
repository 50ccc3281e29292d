//===- RegisteredModel.cpp - A model in the list of its image -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Base/LlvmVersion.h"
#include "Base/Wording.h"
#include "Emit/CheckEmission.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CTables.h"
#include "Target/TargetFamily.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral CollectedMacro = R"(
/* What linkers collect from all objects, and keep. GCC for other systems than
 * Linux may know "retain" but warn that it cannot do it; GNU ld keeps what the
 * program names the start and the end of. */
#ifndef METAOBJ_COLLECTED
#if (!defined(__GNUC__) && !defined(__clang__)) || defined(__AVR__)
#error "no way is known to register a model: define METAOBJ_COLLECTED"
#elif defined(__has_attribute) && (defined(__clang__) || defined(__linux__))
#if __has_attribute(__retain__)
#define METAOBJ_COLLECTED                                                      \
  __attribute__((__used__, __retain__, __section__(METAOBJ_MODELS_SECTION)))
#endif
#endif
#endif
#ifndef METAOBJ_COLLECTED
#define METAOBJ_COLLECTED                                                      \
  __attribute__((__used__, __section__(METAOBJ_MODELS_SECTION)))
#endif
)";

namespace {

class RegisteredModelPart final : public OutputPart {
public:
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override;
  Error checkMachine(const Emission::Common &Common,
                     const TargetMachine &Machine,
                     OutputKind Kind) const override;

  void addTables(AdditionalTables &Tables,
                 const Emission::Common &Common) const override {
    Tables.RegisteredName = Common.Config.registeredName(Common.model());
  }

  Error addToModule(IrTables &Writer, const Emission::Common & /*Common*/,
                    const EmissionTables &Tables) const override {
    for (const Table &TheTable : Tables.OfModel.Registered)
      Writer.add(TheTable);
    return Error::success();
  }

  void addToHead(CHead &Head) const override {
    Head.NeedsAbiHeader = true;
    Head.Macros += CollectedMacro;
  }

  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables &Tables) const override {
    writeTables(OS, Tables.Registered, spellingOf(C, Tables));
    return Error::success();
  }
};

} // namespace

std::shared_ptr<OutputPart>
metaobj::makeRegisteredModelPart(const Model & /*TheModel*/,
                                 const EmitConfig &Config) {
  if (!Config.Registry.Register)
    return nullptr;
  return std::make_shared<RegisteredModelPart>();
}

Error RegisteredModelPart::checkModel(const Model &TheModel,
                                      const EmitConfig &Config) const {
  if (Error E =
          onlyWithRegistry(TheModel, Config, "a list of registered models",
                           runtimeFamily(Config.Abi).Facts.HasLibrary
                               ? "leave out " + setting::Register +
                                     ", or choose " + setting::FfiConstructor
                               : "leave out " + setting::Register))
    return E;
  StringRef Name = *Config.Registry.Register;
  if (Error E = checkNameLength(setting::Register, Name))
    return E;
  if (Name.contains('\0'))
    return inputError("model " + quoted(TheModel.Name),
                      "the name " + quoted(Name) + " has a NUL inside",
                      "choose another " + setting::Register);
  return Error::success();
}

/// Before LLVM 19, segments of WebAssembly cannot say that linkers must keep
/// them.
static void warnOfLostModel(const TargetMachine &Machine,
                            const EmitConfig &Config) {
  if (LLVM_VERSION_MAJOR >= 19 ||
      !Machine.getTargetTriple().isOSBinFormatWasm())
    return;
  report(Config.Diagnostics, Diagnostic::Warning, subject(targetOf(Machine)),
         "wasm-ld drops the registered model: LLVM " +
             Twine(LLVM_VERSION_MAJOR) + " cannot mark it as used",
         "link with --no-gc-sections, or emit with a newer LLVM");
}

/// Warns if linkers drop the list. Refuses machines with a memory for programs
/// alone: linkers put the list there, and programs would read other bytes at
/// its address.
Error RegisteredModelPart::checkMachine(const Emission::Common &Common,
                                        const TargetMachine &Machine,
                                        OutputKind Kind) const {
  if (Kind == OutputKind::Object)
    warnOfLostModel(Machine, Common.Config);
  if (Machine.createDataLayout().getProgramAddressSpace() == 0)
    return Error::success();
  return inputError("model " + quoted(Common.model().Name),
                    "cannot be registered for " +
                        Machine.getTargetTriple().str() +
                        ": linkers put lists into the program's memory",
                    "leave out " + setting::Register +
                        "; programs call the entry point by its name");
}
