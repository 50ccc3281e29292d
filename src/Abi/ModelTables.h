//===- ModelTables.h - The tables of a model --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_MODELTABLES_H
#define METAOBJ_ABI_MODELTABLES_H

#include "Model/ContentHash.h"
#include "NameIndex.h"
#include "Table.h"
#include "TvmCrtAbi.h"
#include "metaobj/Model.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Storage ids index a table, so they must be small. TVM numbers them from 0.
inline constexpr uint64_t MaxStorageId = (1u << 20) - 1;

/// An entry of the registry.
struct RegistryEntry {
  llvm::StringRef Name;
  Address Function;
};

/// The tables of a model, which must outlive this and have passed
/// checkEmission. A group that the model does not need is empty.
class ModelTables {
public:
  /// \p Own are names of functions that only the output defines; the registry
  /// has them before the model's. With \p ParamHashes, of what each parameter
  /// stores in little-endian order, there is a record behind the registry. With
  /// \p RegisteredName programs find the model by this name.
  ModelTables(const Model &TheModel, const TvmCrtAbi &Abi, bool HasNameIndex,
              std::vector<std::string> Own = {},
              std::optional<std::vector<ContentHash>> ParamHashes = {},
              std::optional<std::string> RegisteredName = {});
  ModelTables(const ModelTables &) = delete;
  ModelTables &operator=(const ModelTables &) = delete;

  /// TVMFuncRegistry and TVMModule, which the entry point returns.
  TableGroup Registry;
  /// TVMRegistryIndex of runtime_crt.
  TableGroup RegistryIndex;
  /// The parameters by their storage ids, for the function Address::Lookup.
  TableGroup LinkedParams;
  /// The table of metaobj_abi.h.
  TableGroup Params;
  /// The model in the list of the image's models, for
  /// EmitConfig::Register. No function returns it.
  TableGroup Registered;

  /// Does the registry refer to the function Address::Universal?
  bool hasUniversalEntry() const { return Abi.HasUniversalEntry; }

private:
  void listEntries();
  void addRegistry();
  Table &addRegistryWithRecord();
  std::vector<uint8_t> recordHashes() const;
  void addNameIndex();
  void addLinkedParams();
  void addParams();
  void addRegistered();

  const Model &TheModel;
  const TvmCrtAbi &Abi;
  std::vector<std::string> Own;
  /// In the clients' order.
  std::vector<RegistryEntry> Entries;
  std::optional<NameIndex> Index;
  std::optional<std::vector<ContentHash>> ParamHashes;
  /// METAOBJ_RECORD_ID_SIZE bytes and the checks behind them.
  std::vector<uint8_t> Hashes;
  std::optional<std::string> RegisteredName;
};

} // namespace metaobj

#endif // METAOBJ_ABI_MODELTABLES_H
