//===- ModelTables.cpp - The tables of a model ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTables.h"

#include "metaobj-c/metaobj_abi.h"

using namespace llvm;
using namespace metaobj;

ModelTables::ModelTables(const Model &TheModel, const TvmCrtAbi &Abi,
                         bool HasNameIndex, std::vector<std::string> Own,
                         std::optional<std::vector<ContentHash>> ParamHashes,
                         std::optional<std::string> RegisteredName)
    : TheModel(TheModel), Abi(Abi), Own(std::move(Own)),
      ParamHashes(std::move(ParamHashes)),
      RegisteredName(std::move(RegisteredName)) {
  listEntries();
  addRegistry();
  if (HasNameIndex)
    addNameIndex();
  if (TheModel.hasStorageIds())
    addLinkedParams();
  if (!TheModel.Params.empty())
    addParams();
  if (this->RegisteredName)
    addRegistered();
}

void ModelTables::listEntries() {
  // As clients with a one-byte count read it.
  static const std::string Universal =
      std::string(1, METAOBJ_UNIVERSAL_LEAD) + METAOBJ_UNIVERSAL_NAME;
  Entries.reserve(Own.size() + TheModel.Functions.size() + 2);
  if (Abi.HasUniversalEntry)
    Entries.push_back({Universal, {Address::Universal}});
  for (size_t I = 0; I != Own.size(); ++I)
    Entries.push_back({Own[I], Address::own(I)});
  for (size_t I = 0; I != TheModel.Functions.size(); ++I)
    if (TheModel.Functions[I].Convention == CallingConvention::Packed)
      Entries.push_back({TheModel.Functions[I].Name, Address::function(I)});
  if (TheModel.hasStorageIds())
    Entries.push_back({LookupLinkedParamName, {Address::Lookup}});
}
