//===- TvmFfi.cpp - Names and functions of tvm-ffi ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/TvmFfi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

#include <memory>

using namespace llvm;
using namespace metaobj;

std::string tvm_ffi::Names::function(StringRef Name) const {
  return (FunctionStart + Prefix + Name).str();
}

// The first release with generated code for tvm-ffi is v0.21. Each line is what
// the code generator of that release calls.
ArrayRef<tvm_ffi::RuntimeFunction> tvm_ffi::runtimeFunctions() {
  static constexpr RuntimeFunction All[] = {
      {"TVMFuncCall", "ipppipp", 0, 20, "", true, false},
      {"TVMAPISetLastError", "vp", 0, 20, "", true, false},
      {"TVMBackendRegisterSystemLibSymbol", "ipp", 0, 21, "", false, false},
      {"TVMBackendGetFuncFromEnv", "ippp", 0, 25, "", true, false},
      {"TVMBackendAllocWorkspace", "piilii", 0, NoLastVersion, "", true, true},
      {"TVMBackendFreeWorkspace", "iiip", 0, NoLastVersion, "", true, true},
      {"TVMBackendParallelLaunch", "ippi", 0, NoLastVersion, "", true, true},
      {"TVMBackendParallelBarrier", "iip", 0, NoLastVersion, "", true, true},
      {"TVMFFIFunctionCall", "ippip", 21, NoLastVersion, "", true, false},
      {"TVMFFIErrorSetRaisedFromCStr", "vpp", 21, NoLastVersion, "", true,
       true},
      {Registration, "ipp", 22, NoLastVersion, "", false, false},
      {"TVMFFIErrorSetRaisedFromCStrParts", "vppi", 24, NoLastVersion, "", true,
       true},
      {"TVMFFIEnvModLookupFromImports", "ippp", 26, NoLastVersion, "", true,
       false},
      {"TVMFFIHandleInitOnce", "ipp", 26, NoLastVersion, "v0.1.5", true, false},
  };
  return All;
}

const tvm_ffi::RuntimeFunction *tvm_ffi::findRuntimeFunction(StringRef Name) {
  const auto *Found =
      find_if(runtimeFunctions(), [&](const RuntimeFunction &Function) {
        return Function.Name == Name;
      });
  return Found == runtimeFunctions().end() ? nullptr : Found;
}

bool tvm_ffi::isHostFunction(StringRef Name) {
  const RuntimeFunction *Known = findRuntimeFunction(Name);
  return Name.starts_with(RuntimeFunction::FfiStart) &&
         !(Known && Known->IsInRuntimeCrt);
}

const tvm_ffi::RuntimeFunction *tvm_ffi::findPointedFunction(StringRef Symbol) {
  if (!Symbol.consume_front("__"))
    return nullptr;
  const RuntimeFunction *Found = findRuntimeFunction(Symbol);
  return Found && Found->HasPointer ? Found : nullptr;
}

void tvm_ffi::Releases::add(StringRef Function) {
  const RuntimeFunction *Known = findRuntimeFunction(Function);
  if (!Known)
    return;
  if (Known->First > First) {
    First = Known->First;
    NeedsFirst = Known->Name;
  }
  if (Known->Last < Last) {
    Last = Known->Last;
    NeedsLast = Known->Name;
  }
  if (!Known->FfiVersion.empty())
    FfiVersion = Known->FfiVersion;
}

std::string tvm_ffi::Releases::text() const {
  std::string Result = "TVM v0." + std::to_string(First);
  if (Last == NoLastVersion)
    Result += " and later";
  else if (Last != First)
    Result += " to v0." + std::to_string(Last);
  if (!FfiVersion.empty())
    Result += " (tvm-ffi " + FfiVersion.str() + ")";
  return Result;
}

namespace {

/// Joins numbers and texts to one piece of memory, between payloads.
class FfiBinaryWriter {
public:
  void number(uint64_t Value) {
    char Bytes[sizeof(Value)];
    support::endian::write64le(Bytes, Value);
    Open.append(Bytes, sizeof(Bytes));
  }
  void text(StringRef Text) {
    number(Text.size());
    Open += Text;
  }
  void payload(const Payload &Data) {
    number(Data.size());
    close();
    append(Data);
  }
  tvm_ffi::Binary finish() {
    close();
    return std::move(Result);
  }
  uint64_t size() const { return Result.Size + Open.size(); }

private:
  void close() {
    if (Open.empty())
      return;
    auto Kept = std::make_shared<std::string>(std::move(Open));
    Open.clear();
    append(Payload::memory(
        {reinterpret_cast<const uint8_t *>(Kept->data()), Kept->size()}, Kept));
  }
  void append(const Payload &Data) {
    Result.Size += Data.size();
    Result.Pieces.push_back(Data);
    Result.Pieces.back().setElement(1, Endianness::little);
  }

  tvm_ffi::Binary Result;
  std::string Open;
};

} // namespace

/// The root imports the library, which imports the rest. Each module comes
/// before those that it imports.
///
///     u64 bytes that follow
///     u64 n + 1, n + 1 times u64: where the imports of each module start
///     u64 m, m times u64: numbers of imported modules
///     n times: kind (u64 size and bytes) and payload (the same)
///
/// The library itself has the kind "_lib" and no payload. Everything is little
/// endian on every target.
static void writeFfiModules(FfiBinaryWriter &Out, const Model &TheModel) {
  uint64_t NumRoots = TheModel.FfiRoot ? 1 : 0;
  uint64_t NumImports = TheModel.FfiImports.size();
  uint64_t Count = NumRoots + 1 + NumImports;
  Out.number(Count + 1);
  Out.number(0);
  if (TheModel.FfiRoot)
    Out.number(1);
  for (uint64_t I = 0; I != 1 + NumImports; ++I)
    Out.number(NumRoots + NumImports);
  Out.number(NumRoots + NumImports);
  for (uint64_t Child = 1; Child != Count; ++Child)
    Out.number(Child);
  auto Put = [&](const FfiModule &Module) {
    Out.text(Module.Kind);
    Out.payload(Module.Data);
  };
  if (TheModel.FfiRoot)
    Put(*TheModel.FfiRoot);
  Out.text("_lib");
  for (const FfiModule &FfiImport : TheModel.FfiImports)
    Put(FfiImport);
}

tvm_ffi::Binary tvm_ffi::packModules(const Model &TheModel) {
  if (!TheModel.hasFfiModules())
    return {};
  FfiBinaryWriter Body;
  writeFfiModules(Body, TheModel);
  uint64_t Size = Body.size();
  FfiBinaryWriter Whole;
  Whole.number(Size);
  writeFfiModules(Whole, TheModel);
  return Whole.finish();
}

Expected<std::vector<uint8_t>> tvm_ffi::bytesOf(const Binary &Modules) {
  std::vector<uint8_t> Bytes(Modules.Size);
  MutableArrayRef<uint8_t> Rest = Bytes;
  for (const Payload &Piece : Modules.Pieces) {
    if (Error E = Piece.read(0, Rest.take_front(Piece.size())))
      return E;
    Rest = Rest.drop_front(Piece.size());
  }
  return Bytes;
}
