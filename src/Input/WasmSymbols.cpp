//===- WasmSymbols.cpp - What WebAssembly objects define ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call through a pointer traps when the function has another type than the
// caller says, so a function that is not packed is worse than useless in a
// registry here.
//
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"

#include "Object/WasmFile.h"

#include "llvm/BinaryFormat/Wasm.h"

using namespace llvm;

namespace metaobj {

/// int (void *, int *, int, void *, int *, void *) of C.
static WasmSignature packedSignature(bool Is64) {
  char Int = static_cast<char>(wasm::WASM_TYPE_I32);
  char Pointer =
      static_cast<char>(Is64 ? wasm::WASM_TYPE_I64 : wasm::WASM_TYPE_I32);
  return {{Pointer, Pointer, Int, Pointer, Pointer, Pointer}, {Int}};
}

static StringRef typeName(char Type) {
  switch (static_cast<uint8_t>(Type)) {
  case wasm::WASM_TYPE_I32:
    return "i32";
  case wasm::WASM_TYPE_I64:
    return "i64";
  case wasm::WASM_TYPE_F32:
    return "f32";
  case wasm::WASM_TYPE_F64:
    return "f64";
  case wasm::WASM_TYPE_V128:
    return "v128";
  default:
    return "ref";
  }
}

/// "(i32, i64) -> (f32)", as WebAssembly's own texts write types.
static std::string print(const WasmSignature &Type) {
  std::string Text;
  for (const std::string *List : {&Type.Params, &Type.Results}) {
    Text += Text.empty() ? "(" : " -> (";
    for (size_t I = 0; I != List->size(); ++I)
      Text += (I == 0 ? "" : ", ") + typeName((*List)[I]).str();
    Text += ")";
  }
  return Text;
}

Expected<std::vector<DefinedSymbol>>
readWasmSymbols(const OperatorObject &Object, StringSaver &Names) {
  Expected<WasmFile> File =
      readWasmFile(Object.Bytes->getMemBufferRef(), Object.Name);
  if (!File)
    return File.takeError();
  WasmSignature Packed = packedSignature(File->Is64);
  StringRef PackedText = Names.save(print(Packed));
  std::vector<DefinedSymbol> Result;
  for (const WasmSymbol &Symbol : File->Symbols) {
    if (Symbol.isLocal() || Symbol.isUndefined() || Symbol.Name.empty())
      continue;
    DefinedSymbol Defined = {Symbol.Name, DefinedSymbol::Other,
                             Symbol.isWeak()};
    if (const WasmFunction *Function = File->functionOf(Symbol)) {
      Defined.Kind = DefinedSymbol::Function;
      const WasmSignature &Type = File->Types[Function->Type];
      Defined.PackedSignature = PackedText;
      if (Type.Params != Packed.Params || Type.Results != Packed.Results)
        Defined.OtherSignature = Names.save(print(Type));
    }
    Result.push_back(Defined);
  }
  return Result;
}

} // namespace metaobj
