//===- ModelTables.cpp - The tables of a model ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"

#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

ModelTables::ModelTables(const Model &TheModel, const RuntimeFamily &Family,
                         RuntimeAbi Abi, bool HasNameIndex,
                         AdditionalTables Additional)
    : TheModel(TheModel), Family(Family), Abi(Abi), HasNameIndex(HasNameIndex),
      Additional(std::move(Additional)) {
  Family.addTables(*this);
  if (!TheModel.Params.empty() && Family.Facts.HasTables)
    addParams();
  if (this->Additional.ParamsId)
    addParamsId();
  if (this->Additional.RegisteredName)
    addRegistered();
}

void ModelTables::addRegistryTables() {
  listEntries();
  addModule(addRegistry());
  if (HasNameIndex)
    addNameIndex();
  if (TheModel.hasLinkedIds())
    addLinkedParams();
}

void ModelTables::addLoneRecord() {
  if (Additional.ParamHashes)
    addRegistry();
}

std::vector<uint8_t> ModelTables::recordIdentity(const Model &TheModel,
                                                 const RuntimeFamily &Family,
                                                 RuntimeAbi Abi,
                                                 AdditionalTables Additional) {
  // The identity covers that there is a signature, but not which.
  Additional.Signature.resize(METAOBJ_RECORD_SIGNATURE_SIZE);
  ModelTables Tables(TheModel, Family, Abi, /*HasNameIndex=*/false,
                     std::move(Additional));
  Tables.Hashes.resize(METAOBJ_RECORD_ID_SIZE);
  return std::move(Tables.Hashes);
}

void ModelTables::listEntries() {
  // As clients with a one-byte count read it.
  static const std::string Universal =
      std::string(1, METAOBJ_UNIVERSAL_LEAD) + METAOBJ_UNIVERSAL_NAME;
  const std::vector<std::string> &Own = Additional.Own;
  Entries.reserve(Own.size() + TheModel.Functions.size() + 2);
  if (crt().HasUniversalEntry)
    Entries.push_back({Universal, {Address::Universal}});
  for (size_t I = 0; I != Own.size(); ++I)
    Entries.push_back({Own[I], Address::own(I)});
  // The operators' own main function has the name of the executor's, and takes
  // pools that callers by name do not have.
  for (size_t I = 0; I != TheModel.Functions.size(); ++I)
    if (TheModel.Functions[I].Convention == CallingConvention::Packed &&
        !is_contained(Own, TheModel.Functions[I].Name))
      Entries.push_back({TheModel.Functions[I].Name, Address::function(I)});
  if (Additional.HasLookup && TheModel.hasLinkedIds())
    Entries.push_back({LookupLinkedParamName, {Address::Lookup}});
}
