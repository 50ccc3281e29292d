//===- Record.cpp - The record of a model --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Base/Signature.h"
#include "Emit/Code/EmissionTables.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ContentHash.h"
#include "Emit/Parts/Parts.h"
#include "Emit/Text/CSource.h"
#include "Emit/Text/CTables.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral KeptMacro = R"(
/* What nothing refers to, and linkers keep all the same. Compilers without
 * "retain" keep it in the object alone. */
#ifndef METAOBJ_KEPT
#if defined(__has_attribute)
#if __has_attribute(__retain__) && (defined(__clang__) || defined(__linux__))
#define METAOBJ_KEPT __attribute__((__used__, __retain__))
#endif
#endif
#endif
#ifndef METAOBJ_KEPT
#if defined(__GNUC__)
#define METAOBJ_KEPT __attribute__((__used__))
#elif defined(__IAR_SYSTEMS_ICC__)
#define METAOBJ_KEPT __root
#else
#define METAOBJ_KEPT
#endif
#endif
)";

namespace {

/// Hashes and signs the model. ModelTables writes the record behind the
/// registry. The executor of a runtime without registries has the record behind
/// an empty one, as readers of images need one.
class RecordPart final : public OutputPart {
public:
  explicit RecordPart(const EmitConfig &Config)
      : HasExecutor(Config.Executor.has_value()) {}

  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override {
    if (HasExecutor)
      return Error::success();
    return onlyWithRegistry(TheModel, Config, "a record behind the registry",
                            "leave out " + setting::Record);
  }
  Error prepare(Emission::Common &Common) override;
  void addTables(AdditionalTables &Tables,
                 const Emission::Common &Common) const override;
  Error addToModule(IrTables &Writer, const Emission::Common & /*Common*/,
                    const EmissionTables &Tables) const override {
    for (const Table &TheTable : Tables.OfModel.Registry)
      Writer.add(TheTable);
    return Error::success();
  }

  void addToHead(CHead &Head) const override {
    Head.NeedsAbiHeader = true;
    if (HasExecutor)
      Head.Macros += KeptMacro;
  }
  Error writeC(raw_ostream &OS, const CModel &C,
               const ModelTables &Tables) const override;

private:
  const bool HasExecutor;
  /// Of the stored bytes of each parameter, with numbers in little-endian order
  /// whatever the target's is.
  std::vector<ContentHash> ParamHashes;
  std::vector<uint8_t> Signature; ///< Empty if it is not signed.
};

} // namespace

std::shared_ptr<OutputPart> metaobj::makeRecordPart(const Model & /*TheModel*/,
                                                    const EmitConfig &Config) {
  if (!Config.Registry.Record)
    return nullptr;
  return std::make_shared<RecordPart>(Config);
}

Error RecordPart::prepare(Emission::Common &Common) {
  if (Error E = hashContents(Common.model().Params, Endianness::little)
                    .moveInto(ParamHashes))
    return E;
  StringRef Key = Common.Config.Registry.signingKey();
  if (Key.empty())
    return Error::success();
  return signIdentity(Key, ModelTables::recordIdentity(
                               Common.model(), runtimeFamily(Common.Config.Abi),
                               Common.Config.Abi, Common.additionalTables()))
      .moveInto(Signature);
}

void RecordPart::addTables(AdditionalTables &Tables,
                           const Emission::Common &Common) const {
  Tables.ParamHashes = ParamHashes;
  Tables.RecordName = Common.Config.recordName(Common.model());
  Tables.Signature = Signature;
}

Error RecordPart::writeC(raw_ostream &OS, const CModel &C,
                         const ModelTables &Tables) const {
  if (runtimeFamily(C.Config.Abi).Facts.HasRegistry)
    return Error::success();
  // The record has the size of a pointer from TVMModule.
  OS << "\n/* A registry without functions, which the record lies behind. */\n"
        "typedef int (*TVMBackendPackedCFunc)(void);\n";
  writeTypes(OS, Tables.Registry);
  OS << "typedef struct TVMModule {\n  const TVMFuncRegistry *registry;\n} "
        "TVMModule;\n";
  writeTables(OS, Tables.Registry, spellingOf(C, Tables));
  return Error::success();
}
