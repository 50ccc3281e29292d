//===- RegistryTables.cpp - Function registry and its index ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
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

// static const char _tvm_crt_function_names[] = "<count>" "f0\0" "f1\0" ... "";
// static const TVMBackendPackedCFunc _tvm_func_registry_ptrs[] = {f0, f1, ...};
// static const TVMFuncRegistry _tvm_crt_func_registry = {
//     _tvm_crt_function_names, _tvm_func_registry_ptrs};
const Table &ModelTables::addRegistry() {
  TableAdder Add(Registry, "registry");
  auto WriteNames = [this](TableSink &Sink) {
    Sink.number(Entries.size());
    for (const RegistryEntry &Entry : Entries)
      Sink.text(Entry.Name);
    Sink.text("");
  };
  Table &Names = Add.text(symbols::FunctionNames, WriteNames,
                          Field::number(crt().CountBytes, "count"));
  // TVM and runtime_crt read the two-byte count by memcpy. Alignment 2 costs
  // nothing and helps clients that are less careful.
  Names.Alignment = 2;
  Names.Comment = "What clients look up; the empty name ends the list.";

  Table &Functions = Add.rows(
      symbols::Functions, Field::functionPointer("const TVMBackendPackedCFunc"),
      Entries.size(), [this](TableSink &Sink, uint64_t Row) {
        Sink.pointer(Entries[Row].Function);
      });
  Functions.LeadsToOperators = true;

  auto WriteRegistry = [&Names, &Functions](TableSink &Sink) {
    Sink.pointer(Address::table(Names));
    Sink.pointer(Address::table(Functions));
  };
  return Additional.ParamHashes
             ? addRegistryWithRecord(WriteRegistry)
             : Add.structure(symbols::Registry, RegistryType, WriteRegistry);
}

// static const TVMModule _tvm_crt_module = {&_tvm_crt_func_registry};
void ModelTables::addModule(const Table &TheRegistry) {
  TableAdder Add(Registry, "registry");
  Add.structure(symbols::Module, ModuleType, [&TheRegistry](TableSink &Sink) {
    Sink.pointer(Address::table(TheRegistry));
  });
}

// static const uint8_t _metaobj_record_hashes[] = {...};
// static const char _metaobj_record_model[] = "default";
// static const TVMFuncRegistryWithRecord _tvm_crt_func_registry = {
//     {...}, {METAOBJ_RECORD_MAGIC, ..., &_metaobj_param_table}};
//
// One variable with the registry: every linker, of objects or of IR, keeps both
// or none.
const Table &ModelTables::addRegistryWithRecord(
    std::function<void(TableSink &)> WriteRegistry) {
  TableAdder Add(Registry, "registry");
  Hashes = recordHashes();
  const Table &HashTable =
      Add.numbers(symbols::RecordHashes, "const uint8_t", Hashes);
  const Table &Name = Add.text(symbols::RecordModel, [this](TableSink &Sink) {
    Sink.text(Additional.RecordName);
  });

  Table &Result = Add.structure(symbols::Registry, WithRecordType, nullptr);
  Result.Comment = "Tools find the record in a raw image.";
  Result.Member = "registry";
  Result.IsKept = Additional.KeepsRecord;
  Result.Write = [this, WriteRegistry = std::move(WriteRegistry), &HashTable,
                  &Name, &Result](TableSink &Sink) {
    WriteRegistry(Sink);
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
    Sink.pointer(Address::table(lastOf(Params)));
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
  TableAdder Add(RegistryIndex, "registry_index");
  std::vector<StringRef> Names;
  uint64_t NamesSize = crt().CountBytes + 1;
  for (const RegistryEntry &Entry : Entries) {
    NamesSize += Entry.Name.size() + 1;
    if (Entry.Function.Kind != Address::Universal)
      Names.push_back(Entry.Name);
  }
  Index = NameIndex::build(Names, crt().HasUniversalEntry ? 1 : 0, NamesSize);

  const Table &Slots =
      Add.numbers(symbols::IndexSlots, "const uint16_t", Index->Slots);
  const Table &Shifts =
      Add.numbers(symbols::IndexShifts, "const uint16_t", Index->Shifts);
  const Table &Offsets =
      Add.numbers(symbols::IndexOffsets, "const uint32_t", Index->Offsets);
  Add.structure(symbols::RegistryIndex, IndexType, [&, this](TableSink &Sink) {
    for (uint64_t Number : Index->numbers())
      Sink.number(Number);
    Sink.pointer(Address::table(Registry.front()));
    for (const Table *Offset : {&Slots, &Shifts, &Offsets})
      Sink.pointer(Address::table(Offset));
  });
}
