//===- ModelTables.h - The tables of a model --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_MODELTABLES_H
#define METAOBJ_ABI_MODELTABLES_H

#include "Abi/NameIndex.h"
#include "Abi/RuntimeFamily.h"
#include "Abi/Table.h"
#include "Abi/TvmCrtAbi.h"
#include "Abi/TvmFfi.h"
#include "Model/ContentHash.h"
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

/// BLAKE3 of the names, types, shapes, storage ids and stored sizes of all
/// parameters, in the order of their table. Firmware and params image compare
/// it.
ContentHash paramTableHash(const Model &TheModel);

/// metaobj_param_t and metaobj_param_table_t.
const Record &paramRecord();
const Record &paramTableRecord();

/// What only some models have.
struct AdditionalTables {
  /// Names of functions that only the output defines; the registry has them
  /// before the model's.
  std::vector<std::string> Own = {};
  /// Of what each parameter stores in little-endian order: there is a record
  /// behind the registry.
  std::optional<std::vector<ContentHash>> ParamHashes = std::nullopt;
  /// Of the model in the record.
  std::string RecordName = {};
  /// Programs find the model by this name.
  std::optional<std::string> RegisteredName = std::nullopt;
  /// Of parameters that are not in the output.
  std::optional<ContentHash> ParamsId = std::nullopt;
  /// Of the record; empty if it is not signed.
  std::vector<uint8_t> Signature = {};
  /// The registry ends with the function Address::Lookup if parameters have
  /// storage ids.
  bool HasLookup = true;
  /// Of a library of tvm-ffi.
  std::optional<tvm_ffi::Library> Ffi = std::nullopt;
  /// Linkers keep the record although no code of the output refers to the
  /// registry: an executor calls the operators themselves.
  bool KeepsRecord = false;
};

/// The tables of a model, which must outlive this and have passed
/// checkEmission. A group that the model does not need is empty.
class ModelTables {
public:
  /// \p Abi is one of \p Family.
  ModelTables(const Model &TheModel, const RuntimeFamily &Family,
              RuntimeAbi Abi, bool HasNameIndex,
              AdditionalTables Additional = {});
  ModelTables(const ModelTables &) = delete;
  ModelTables &operator=(const ModelTables &) = delete;

  /// What the runtime reads: TVMFuncRegistry and TVMModule, which the entry
  /// point returns, or the table of another runtime. An executor of a runtime
  /// without registries has no function that returns any: a record lies behind
  /// a TVMFuncRegistry without functions.
  TableGroup Registry;
  /// TVMRegistryIndex of runtime_crt.
  TableGroup RegistryIndex;
  /// The parameters by their storage ids, for the function Address::Lookup.
  TableGroup LinkedParams;
  /// The table of metaobj_abi.h.
  TableGroup Params;
  /// The id of parameters that are not in the output.
  TableGroup ParamsId;
  /// The model in the list of the image's models, for
  /// RegistryConfig::Register. No function returns it.
  TableGroup Registered;

  /// For families of runtimes, which add what is theirs: the model, and what
  /// only some models have.
  const Model &model() const { return TheModel; }
  const AdditionalTables &additional() const { return Additional; }
  /// Of Registry, in the clients' order.
  std::vector<RegistryEntry> Entries;
  /// Registry, its index and the parameters by storage id, for TVM's C runtime.
  void addRegistryTables();
  /// A record behind a registry without functions, if there is a record.
  void addLoneRecord();

  /// Does the registry refer to the function Address::Universal?
  bool hasUniversalEntry() const {
    return Family.Facts.HasRegistry && crt().HasUniversalEntry;
  }

  /// The rows of the table of a tvm-ffi library; nullptr without any.
  const Table *ffiSymbols() const {
    return !Additional.Ffi || Registry.size() < 2
               ? nullptr
               : &*std::prev(Registry.end(), 2);
  }

  /// The identity in the record of such tables with a signature. \p Additional
  /// has hashes of the parameters.
  static std::vector<uint8_t> recordIdentity(const Model &TheModel,
                                             const RuntimeFamily &Family,
                                             RuntimeAbi Abi,
                                             AdditionalTables Additional);

private:
  /// That of the registry; a record without one says it of an empty one.
  const TvmCrtAbi &crt() const {
    return tvmCrtAbi(Family.Facts.HasRegistry ? Abi : RuntimeAbi::TvmCrtU16);
  }
  /// The table that a group's function returns, if it has any.
  static const Table *lastOf(const TableGroup &Group) {
    return Group.empty() ? nullptr : &Group.back();
  }
  void listEntries();
  const Table &addRegistry();
  void addModule(const Table &TheRegistry);
  const Table &
  addRegistryWithRecord(std::function<void(TableSink &)> WriteRegistry);
  std::vector<uint8_t> recordHashes() const;
  unsigned recordVersion() const;
  void addNameIndex();
  void addLinkedParams();
  void addParams();
  void addParamsId();
  void addRegistered();

  const Model &TheModel;
  const RuntimeFamily &Family;
  RuntimeAbi Abi;
  bool HasNameIndex;
  AdditionalTables Additional;
  std::optional<NameIndex> Index;
  /// METAOBJ_RECORD_ID_SIZE bytes, the checks behind them, and the signature.
  std::vector<uint8_t> Hashes;
};

} // namespace metaobj

#endif // METAOBJ_ABI_MODELTABLES_H
