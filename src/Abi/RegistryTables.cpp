//===- RegistryTables.cpp - Function registry and its index ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelTables.h"
#include "Symbols.h"
#include "metaobj-c/metaobj_abi.h"

using namespace llvm;
using namespace metaobj;

// typedef struct TVMFuncRegistry {
//   const char *names;
//   const TVMBackendPackedCFunc *funcs;
// } TVMFuncRegistry;
static constexpr Field RegistryFields[] = {
    Field::pointer("const char *names"),
    Field::pointer("const TVMBackendPackedCFunc *funcs"),
};
static constexpr Record RegistryType = {"TVMFuncRegistry", RegistryFields};

// typedef struct metaobj_record { ... } metaobj_record_t;
static constexpr Field RecordFields[] = {
    Field::number(8, "uint64_t magic"),
    Field::number(2, "uint16_t version"),
    Field::number(2, "uint16_t size"),
    Field::number(2, "uint16_t pointer_size"),
    Field::number(2, "uint16_t abi"),
    Field::number(4, "uint32_t num_functions"),
    Field::number(4, "uint32_t num_params"),
    Field::pointer("const void *registry"),
    Field::pointer("const char *model"),
    Field::pointer("const uint8_t *hashes"),
    Field::pointer("const void *params"),
};
static constexpr Record RecordType = {"metaobj_record_t", RecordFields};

// typedef struct TVMFuncRegistryWithRecord {
//   TVMFuncRegistry registry;
//   metaobj_record_t record;
// } TVMFuncRegistryWithRecord;
static constexpr Field WithRecordFields[] = {
    Field::structure(RegistryType, "TVMFuncRegistry registry"),
    Field::structure(RecordType, "metaobj_record_t record"),
};
static constexpr Record WithRecordType = {"TVMFuncRegistryWithRecord",
                                          WithRecordFields};

// typedef struct TVMModule {
//   const TVMFuncRegistry *registry;
// } TVMModule;
static constexpr Field ModuleFields[] = {
    Field::pointer("const TVMFuncRegistry *registry"),
};
static constexpr Record ModuleType = {"TVMModule", ModuleFields};

/// Adds an array of \p Values, which outlive it.
template <typename T>
static Table &addNumbers(TableGroup &Group, StringLiteral GroupName,
                         StringLiteral Symbol, StringLiteral Type,
                         const std::vector<T> &Values) {
  Table &Added =
      Group.emplace_back(Table{Symbol, GroupName, Table::Array,
                               Field::number(sizeof(T), Type), Values.size()});
  Added.Write = [&Values](TableSink &Sink) {
    for (size_t I = 0; I != Values.size(); ++I) {
      Sink.row(I);
      Sink.number(Values[I]);
    }
  };
  return Added;
}

// static const char _tvm_crt_function_names[] = "<count>" "f0\0" "f1\0" ... "";
// static const TVMBackendPackedCFunc _tvm_func_registry_ptrs[] = {f0, f1, ...};
// static const TVMFuncRegistry _tvm_crt_func_registry = {
//     _tvm_crt_function_names, _tvm_func_registry_ptrs};
// static const TVMModule _tvm_crt_module = {&_tvm_crt_func_registry};
void ModelTables::addRegistry() {
  constexpr StringLiteral Group = "registry";
  Table &Names =
      Registry.emplace_back(Table{symbols::FunctionNames, Group, Table::Text,
                                  Field::number(crt().CountBytes, "count")});
  // TVM and runtime_crt read the two-byte count by memcpy. Alignment 2 costs
  // nothing and helps clients that are less careful.
  Names.Alignment = 2;
  Names.Comment = "What clients look up; the empty name ends the list.";
  Names.Write = [this](TableSink &Sink) {
    Sink.number(Entries.size());
    for (const RegistryEntry &Each : Entries)
      Sink.text(Each.Name);
    Sink.text("");
  };

  Table &Functions = Registry.emplace_back(Table{
      symbols::Functions, Group, Table::Array,
      Field::functionPointer("const TVMBackendPackedCFunc"), Entries.size()});
  Functions.LeadsToOperators = true;
  Functions.Write = [this](TableSink &Sink) {
    for (size_t I = 0; I != Entries.size(); ++I) {
      Sink.row(I);
      Sink.pointer(Entries[I].Function);
    }
  };

  Table &TheRegistry =
      Additional.ParamHashes
          ? addRegistryWithRecord()
          : Registry.emplace_back(Table{symbols::Registry, Group, Table::Single,
                                        Field::structure(RegistryType, "")});
  TheRegistry.Write = [&Names, &Functions,
                       WriteRecord =
                           std::move(TheRegistry.Write)](TableSink &Sink) {
    Sink.pointer(Address::table(Names));
    Sink.pointer(Address::table(Functions));
    if (WriteRecord)
      WriteRecord(Sink);
  };

  Table &Module = Registry.emplace_back(Table{
      symbols::Module, Group, Table::Single, Field::structure(ModuleType, "")});
  Module.Write = [&TheRegistry](TableSink &Sink) {
    Sink.pointer(Address::table(TheRegistry));
  };
}

// static const uint8_t _metaobj_record_hashes[] = {...};
// static const char _metaobj_record_model[] = "default";
// static const TVMFuncRegistryWithRecord _tvm_crt_func_registry = {
//     {...}, {METAOBJ_RECORD_MAGIC, ..., &_metaobj_param_table}};
//
// One variable with the registry: every linker, of objects or of IR, keeps both
// or none. Returns the table, whose contents are still those of the record
// alone.
Table &ModelTables::addRegistryWithRecord() {
  constexpr StringLiteral Group = "registry";
  Hashes = recordHashes();
  const Table &HashTable = addNumbers(Registry, Group, symbols::RecordHashes,
                                      "const uint8_t", Hashes);
  Table &Name = Registry.emplace_back(
      Table{symbols::RecordModel, Group, Table::Text, Field::number(1, "")});
  Name.Write = [this](TableSink &Sink) { Sink.text(TheModel.Name); };

  Table &Result =
      Registry.emplace_back(Table{symbols::Registry, Group, Table::Single,
                                  Field::structure(WithRecordType, "")});
  Result.Comment = "Tools find the record in a raw image.";
  Result.Member = "registry";
  Result.Write = [this, &HashTable, &Name, &Result](TableSink &Sink) {
    Sink.number(METAOBJ_RECORD_MAGIC, "METAOBJ_RECORD_MAGIC");
    Sink.number(recordVersion(), Additional.Signature.empty()
                                     ? "METAOBJ_RECORD_VERSION"
                                     : "METAOBJ_RECORD_VERSION_SIGNED");
    Sink.sizeOf(RecordType);
    Sink.sizeOf(ModuleType); // A structure of one pointer.
    Sink.number(crt().RecordNumber);
    Sink.number(Entries.size());
    Sink.number(TheModel.Params.size());
    Sink.pointer(Address::table(Result));
    Sink.pointer(Address::table(Name));
    Sink.pointer(Address::table(HashTable));
    Sink.pointer(Params.empty() ? Address() : Address::table(Params.back()));
  };
  return Result;
}

// typedef struct TVMRegistryIndex { ... } TVMRegistryIndex;
//
// runtime_crt/include/tvm_crt/registry_index.h explains the members.
static constexpr Field IndexFields[] = {
    Field::number(4, "uint32_t version"),
    Field::number(4, "uint32_t num_functions"),
    Field::number(4, "uint32_t num_slots"),
    Field::number(4, "uint32_t max_probes"),
    Field::number(4, "uint32_t seed"),
    Field::number(4, "uint32_t names_size"),
    Field::pointer("const char *names"),
    Field::pointer("const uint16_t *slots"),
    Field::pointer("const uint16_t *shifts"),
    Field::pointer("const uint32_t *offsets"),
};
static constexpr Record IndexType = {"TVMRegistryIndex", IndexFields};

// static const uint16_t _metaobj_index_slots[] = {...};
// static const uint16_t _metaobj_index_shifts[] = {...};
// static const uint32_t _metaobj_index_offsets[] = {...};
// static const TVMRegistryIndex _metaobj_registry_index = {...};
//
// It is a group of its own, so that linkers drop it from programs that do not
// use it.
void ModelTables::addNameIndex() {
  constexpr StringLiteral Group = "registry_index";
  std::vector<StringRef> Names;
  uint64_t NamesSize = crt().CountBytes + 1;
  for (const RegistryEntry &Each : Entries) {
    NamesSize += Each.Name.size() + 1;
    if (Each.Function.Kind != Address::Universal)
      Names.push_back(Each.Name);
  }
  Index = NameIndex::build(Names, crt().HasUniversalEntry ? 1 : 0, NamesSize);

  const Table &Slots = addNumbers(RegistryIndex, Group, symbols::IndexSlots,
                                  "const uint16_t", Index->Slots);
  const Table &Shifts = addNumbers(RegistryIndex, Group, symbols::IndexShifts,
                                   "const uint16_t", Index->Shifts);
  const Table &Offsets = addNumbers(RegistryIndex, Group, symbols::IndexOffsets,
                                    "const uint32_t", Index->Offsets);
  const Table &FunctionNames = Registry.front();
  Table &TheIndex = RegistryIndex.emplace_back(
      Table{symbols::RegistryIndex, Group, Table::Single,
            Field::structure(IndexType, "")});
  TheIndex.Write = [this, &FunctionNames, &Slots, &Shifts,
                    &Offsets](TableSink &Sink) {
    for (uint64_t Number : Index->numbers())
      Sink.number(Number);
    Sink.pointer(Address::table(FunctionNames));
    Sink.pointer(Address::table(Slots));
    Sink.pointer(Address::table(Shifts));
    Sink.pointer(Address::table(Offsets));
  };
}
