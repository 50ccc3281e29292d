//===- Registry.cpp - Function registry, module, entry point --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registry.h"

#include "NameIndex.h"
#include "Symbols.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral Group = "registry";

/// static int _metaobj_universal(void *args, int *type_codes, int num_args,
///                               void *out_ret_value, int *out_ret_tcode,
///                               void *resource_handle) {
///   return kTvmErrorFunctionCallNotImplemented;
/// }
static llvm::Function *addUniversalFunction(ConstantTables &Tables) {
  llvm::Function *F = Tables.addFunction(Tables.packedFunctionType(),
                                         GlobalValue::InternalLinkage,
                                         symbols::UniversalFunction);
  IRBuilder<> Builder(BasicBlock::Create(Tables.module().getContext(), "", F));
  Builder.CreateRet(
      ConstantInt::get(Tables.intType(), METAOBJ_UNIVERSAL_RESULT));
  return F;
}

/// static const char _tvm_crt_function_names[] = "...";
///
/// The two-byte count is read by memcpy in TVM and in runtime_crt; alignment 2
/// costs nothing and is kind to clients that are less careful.
static GlobalVariable *addNames(ConstantTables &Tables, StringRef Blob) {
  // The NUL that LLVM adds is the empty name that ends the list.
  GlobalVariable *Variable = Tables.addData(
      ConstantDataArray::getString(Tables.module().getContext(), Blob,
                                   /*AddNull=*/true),
      symbols::FunctionNames, Group);
  Variable->setAlignment(Align(2));
  return Variable;
}

/// static const TVMBackendPackedCFunc _tvm_func_registry_ptrs[] = {f0, f1,
/// ...};
static GlobalVariable *addFunctions(ConstantTables &Tables,
                                    const TvmCrtAbi &Abi,
                                    ArrayRef<RegistryEntry> Entries) {
  std::vector<Constant *> Functions;
  if (Abi.hasUniversalEntry())
    Functions.push_back(addUniversalFunction(Tables));
  for (const RegistryEntry &Entry : Entries)
    Functions.push_back(Entry.Callee);
  if (is_contained(Functions, nullptr)) {
    const DataLayout &Layout = Tables.layout();
    return Tables.reservePointers(Functions.size() * Layout.getPointerSize(),
                                  Layout.getPointerABIAlignment(0),
                                  symbols::Functions, Group);
  }
  auto *Type = ArrayType::get(Tables.functionPointerType(), Functions.size());
  Constant *Value = ConstantArray::get(Type, Functions);
  // Without a pointer LLVM would make a section of its own for it, of the same
  // name as that of the pointers but not writable.
  return Functions.empty()
             ? Tables.addData(Value, symbols::Functions, Group)
             : Tables.addPointers(Value, symbols::Functions, Group);
}

/// typedef struct TVMRegistryIndex {
///   uint32_t version;
///   uint32_t num_functions;
///   uint32_t num_slots;
///   uint32_t max_probes;
///   uint32_t seed;
///   uint32_t names_size;
///   const char *names;
///   const uint16_t *slots;
///   const uint16_t *shifts;
///   const uint32_t *offsets;
/// } TVMRegistryIndex;
///
/// static const uint16_t _metaobj_index_slots[] = {...};
/// static const uint16_t _metaobj_index_shifts[] = {...};
/// static const uint32_t _metaobj_index_offsets[] = {...};
/// static const TVMRegistryIndex _metaobj_registry_index = {...};
/// const TVMRegistryIndex *<accessor>(void) {
///   return &_metaobj_registry_index;
/// }
///
/// runtime_crt/include/tvm_crt/registry_index.h tells what the members mean. A
/// group of its own: a program that does not use it drops it.
static void addIndex(ConstantTables &Tables, const NameIndex &Index,
                     GlobalVariable *Names, StringRef Accessor) {
  constexpr StringLiteral IndexGroup = "registry_index";
  LLVMContext &Context = Tables.module().getContext();
  auto *Number = IntegerType::get(Context, 32);
  auto AddTable = [&](auto Values, StringRef Symbol) {
    return Tables.addData(ConstantDataArray::get(Context, Values), Symbol,
                          IndexGroup);
  };
  std::vector<Constant *> Members;
  std::vector<Type *> Types;
  auto AddMember = [&](Constant *Value) {
    Members.push_back(Value);
    Types.push_back(Value->getType());
  };
  for (uint64_t Value : Index.numbers())
    AddMember(ConstantInt::get(Number, Value));
  AddMember(Names);
  AddMember(AddTable(ArrayRef(Index.Slots), symbols::IndexSlots));
  AddMember(AddTable(ArrayRef(Index.Shifts), symbols::IndexShifts));
  AddMember(AddTable(ArrayRef(Index.Offsets), symbols::IndexOffsets));
  auto *TheType = StructType::create(Context, Types, "TVMRegistryIndex");
  Tables.addAccessor(Accessor,
                     Tables.addPointers(ConstantStruct::get(TheType, Members),
                                        symbols::RegistryIndex, IndexGroup));
}

void metaobj::addRegistry(ConstantTables &Tables, const TvmCrtAbi &Abi,
                          ArrayRef<RegistryEntry> Entries, StringRef EntryPoint,
                          StringRef IndexAccessor) {
  LLVMContext &Context = Tables.module().getContext();
  PointerType *Pointer = Tables.pointerType();

  // typedef struct TVMFuncRegistry {
  //   const char *names;
  //   const TVMBackendPackedCFunc *funcs;
  // } TVMFuncRegistry;
  //
  // static const TVMFuncRegistry _tvm_crt_func_registry = {
  //     _tvm_crt_function_names, _tvm_func_registry_ptrs};
  std::vector<StringRef> NameList;
  for (const RegistryEntry &Entry : Entries)
    NameList.push_back(Entry.Name);
  std::string Blob = Abi.encodeNames(NameList, Tables.layout().isBigEndian());
  GlobalVariable *Names = addNames(Tables, Blob);
  GlobalVariable *Functions = addFunctions(Tables, Abi, Entries);
  auto *RegistryType =
      StructType::create(Context, {Pointer, Pointer}, "TVMFuncRegistry");
  Constant *Registry =
      Tables.addPointers(ConstantStruct::get(RegistryType, {Names, Functions}),
                         symbols::Registry, Group);

  // typedef struct TVMModule {
  //   const TVMFuncRegistry *registry;
  // } TVMModule;
  //
  // static const TVMModule _tvm_crt_module = {&_tvm_crt_func_registry};
  auto *ModuleType = StructType::create(Context, {Pointer}, "TVMModule");
  Constant *TheModule = Tables.addPointers(
      ConstantStruct::get(ModuleType, {Registry}), symbols::Module, Group);

  // const TVMModule *TVMSystemLibEntryPoint(void) { return &_tvm_crt_module; }
  llvm::Function *Entry = Tables.addAccessor(EntryPoint, TheModule);
  if (any_of(Entries, [](const RegistryEntry &Each) { return !Each.Callee; }))
    ConstantTables::showPointer(*Functions, Entry);
  if (!IndexAccessor.empty())
    addIndex(Tables, NameIndex::build(Abi, NameList, Blob.size()), Names,
             IndexAccessor);
}
