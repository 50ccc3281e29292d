//===- Values.cpp - Limits of the runtime that a link chooses -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Link/Runtime/Values.h"

#include "Base/Wording.h"
#include "Emit/Code/CodeGeneration.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>
#include <memory>
#include <utility>

using namespace llvm;
using namespace metaobj;

Error metaobj::setRuntimeValue(RuntimeConfig &Config, StringRef Text) {
  // With the limits of the sources that have them.
  struct KnownValue {
    StringLiteral Name;
    uint32_t RuntimeConfig::*Field;
    uint32_t Least, Most;
    bool MayBeZero; ///< Although it is less than Least.
  };
  static constexpr KnownValue Known[] = {
      {"TVM_CRT_PORT_ARENA_SIZE_BYTES", &RuntimeConfig::ArenaBytes, 16,
       0x7fffffff, false},
      {"TVM_FFI_WORKSPACE_BYTES", &RuntimeConfig::FfiWorkspaceBytes, 0,
       0x7fffffff, false},
      {"TVM_FFI_ERROR_TEXT_BYTES", &RuntimeConfig::FfiErrorTextBytes, 16, 65535,
       true},
  };
  auto [Name, Value] = Text.split('=');
  const auto *Found = find_if(
      Known, [Name = Name](const KnownValue &V) { return V.Name == Name; });
  if (Found == std::end(Known)) {
    std::vector<StringRef> Names;
    for (const KnownValue &V : Known)
      Names.push_back(V.Name);
    return inputError(Name,
                      "is not a value that can change after compilation; only "
                      "these are: " +
                          join(Names, ", "),
                      "compile runtime_crt with it and link the library");
  }
  uint32_t Number;
  if (Value.getAsInteger(0, Number) || Number > Found->Most ||
      (Number < Found->Least && (Number != 0 || !Found->MayBeZero)))
    return inputError(Name, (Found->MayBeZero ? "must be 0 or " : "must be ") +
                                Twine(Found->Least) + " to " +
                                Twine(Found->Most) + ", found " +
                                quoted(Value));
  Config.*(Found->Field) = Number;
  return Error::success();
}

namespace {

/// A module of variables, each of which linkers can drop.
class ValuesModule {
public:
  static Expected<ValuesModule> create(const TargetSpec &Spec) {
    TargetSpec Sectioned = Spec;
    Sectioned.Options.DataSections = true;
    Expected<std::unique_ptr<TargetMachine>> Machine =
        createTargetMachine(Sectioned);
    if (!Machine)
      return Machine.takeError();
    ValuesModule Result;
    Result.Machine = std::move(*Machine);
    Result.M = emptyModule(*Result.Machine, *Result.Context);
    return Result;
  }

  Constant *add(StringRef Name, Constant *Value, bool IsConstant,
                MaybeAlign Alignment = std::nullopt) {
    auto *Result =
        new GlobalVariable(*M, Value->getType(), IsConstant,
                           GlobalValue::ExternalLinkage, Value, Name);
    Result->setAlignment(Alignment);
    return Result;
  }
  void addByte(StringRef Name, uint8_t Value) {
    add(Name, ConstantInt::get(Type::getInt8Ty(*Context), Value), true);
  }
  void addSize(StringRef Name, uint32_t Value) {
    add(Name, ConstantInt::get(Type::getInt32Ty(*Context), Value), true);
  }
  Constant *addMemory(StringRef Name, uint32_t Bytes, uint64_t Alignment) {
    auto *Memory = ArrayType::get(Type::getInt8Ty(*Context), Bytes);
    return add(Name, Constant::getNullValue(Memory), /*IsConstant=*/false,
               Align(Alignment));
  }
  Constant *nullPointer() const {
    return ConstantPointerNull::get(PointerType::get(*Context, 0));
  }
  /// size_t.
  IntegerType *sizeType() const {
    return M->getDataLayout().getIntPtrType(*Context);
  }

  Expected<SmallVector<char, 0>> object() {
    SmallVector<char, 0> Result;
    raw_svector_ostream OS(Result);
    if (Error E = generateCode(*M, *Machine, OS))
      return E;
    return Result;
  }

private:
  ValuesModule() = default;

  std::unique_ptr<LLVMContext> Context = std::make_unique<LLVMContext>();
  std::unique_ptr<TargetMachine> Machine;
  std::unique_ptr<Module> M;
};

} // namespace

///     extern uint8_t tvm_crt_port_arena[];
///     extern const uint32_t tvm_crt_port_arena_size;
///     extern const uint8_t tvm_crt_has_fpu;
static void addPortValues(ValuesModule &Values, const RuntimeConfig &Config,
                          bool HasFpu) {
  constexpr uint64_t Alignment = 16; // TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES
  Values.addMemory("tvm_crt_port_arena", Config.ArenaBytes, Alignment);
  Values.addSize("tvm_crt_port_arena_size", Config.ArenaBytes);
  Values.addByte("tvm_crt_has_fpu", HasFpu);
}

///     extern char tvm_crt_ffi_error_text[];
///     extern const uint32_t tvm_crt_ffi_error_text_bytes;
static void addErrorText(ValuesModule &Values, const RuntimeConfig &Config) {
  Values.addMemory("tvm_crt_ffi_error_text", Config.FfiErrorTextBytes, 1);
  Values.addSize("tvm_crt_ffi_error_text_bytes", Config.FfiErrorTextBytes);
}

///     const TVMFfiWorkspace TVMFfiOwnWorkspace = {memory, bytes};
static void addOwnWorkspace(ValuesModule &Values, const RuntimeConfig &Config) {
  constexpr uint64_t Alignment = 64; // TVM_CRT_FFI_ALIGNMENT
  uint32_t Bytes = Config.FfiWorkspaceBytes;
  Constant *Memory =
      Bytes == 0 ? Values.nullPointer()
                 : Values.addMemory("tvm_crt_ffi_own_memory", Bytes, Alignment);
  Values.add("TVMFfiOwnWorkspace",
             ConstantStruct::getAnon(
                 {Memory, ConstantInt::get(Values.sizeType(), Bytes)}),
             /*IsConstant=*/true);
}

Expected<std::vector<ValuesObject>>
metaobj::valuesObjects(const TargetSpec &Spec, const RuntimeConfig &Config,
                       bool HasFpu) {
  const std::pair<StringRef, std::function<void(ValuesModule &)>> Objects[] = {
      {"values.o",
       [&](ValuesModule &Values) { addPortValues(Values, Config, HasFpu); }},
      {"ffi_error_text.o",
       [&](ValuesModule &Values) { addErrorText(Values, Config); }},
      {"ffi_own_workspace.o",
       [&](ValuesModule &Values) { addOwnWorkspace(Values, Config); }},
  };
  std::vector<ValuesObject> Result;
  for (const auto &[Name, Fill] : Objects) {
    Expected<ValuesModule> Values = ValuesModule::create(Spec);
    if (!Values)
      return Values.takeError();
    Fill(*Values);
    Expected<SmallVector<char, 0>> Bytes = Values->object();
    if (!Bytes)
      return Bytes.takeError();
    Result.push_back({Name, std::move(*Bytes)});
  }
  return Result;
}
