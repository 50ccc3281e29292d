//===- Record.cpp - The record of a model --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Base/Signature.h"
#include "Emit/EmissionOutput.h"
#include "Emit/Layout/ContentHash.h"
#include "Emit/Parts/Parts.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Hashes and signs the model. ModelTables writes the record behind the
/// registry.
class RecordPart final : public OutputPart {
public:
  Error checkModel(const Model &TheModel,
                   const EmitConfig &Config) const override {
    return onlyWithRegistry(TheModel, Config, "a record behind the registry",
                            "leave out " + setting::Record);
  }
  Error prepare(Emission::Common &Common) override;
  void addTables(AdditionalTables &Tables,
                 const Emission::Common &Common) const override;
  void addToHead(CHead &Head) const override { Head.NeedsAbiHeader = true; }

private:
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
  return std::make_shared<RecordPart>();
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
