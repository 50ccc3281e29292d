//===- ReadBack.cpp - What Inspect and sections say -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/Sample.h"
#include "Check/SelfTest/Steps.h"

#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

using namespace llvm;
using namespace metaobj;

static std::string hashOf(ArrayRef<uint8_t> Bytes) {
  BLAKE3 Hasher;
  Hasher.update(Bytes);
  return "blake3:" + toHex(Hasher.final(), /*LowerCase=*/true);
}

static std::string shapeText(ArrayRef<int64_t> Shape) {
  std::string Text = "[";
  for (int64_t Extent : Shape)
    Text += (Text.size() == 1 ? "" : ",") + std::to_string(Extent);
  return Text + "]";
}

static void checkRegistry(Checks &Result, const InspectedRegistry &Found,
                          const Expectation &Wanted, bool IsLinked) {
  const Model &TheModel = Wanted.TheModel;
  if (!IsLinked) {
    Result.equal("entry point", Found.Entry, Wanted.Config.EntryPoint);
    // Inspect names it when every function is found by it.
    Result.equal("index of the registry", Found.Index,
                 Wanted.Config.Registry.HasIndex
                     ? Wanted.Config.symbolStart(TheModel) + "_registry_index"
                     : "");
  }
  Result.equal("ABI of the registry", Found.Abi,
               runtimeAbiName(Wanted.Config.Abi));
  std::vector<std::string> Names =
      expectedFunctions(TheModel, Wanted.Config.Abi);
  Result.equal("count of functions", Found.Count, Names.size());
  if (!Result.equal("number of functions", Found.Functions.size(),
                    Names.size()))
    return;
  for (const auto &[Index, Function] : enumerate(Found.Functions)) {
    Result.equal("function " + Twine(Index), Function.Name, Names[Index]);
    Result.equal("index of " + quoted(Function.Name), Function.Index, Index);
    std::string Symbol = Names[Index];
    if (Symbol == METAOBJ_UNIVERSAL_NAME)
      Symbol = symbols::UniversalFunction.str();
    for (const metaobj::Function &F : TheModel.Functions)
      if (F.Name == Names[Index])
        Symbol = F.symbol().str();
    Result.equal("symbol of " + quoted(Function.Name), Function.Symbol, Symbol);
  }
}

static void checkParam(Checks &Result, const InspectedParam &Found,
                       const Param &P, const Expectation &Wanted) {
  std::string Text = " of parameter " + quoted(P.Name);
  Result.equal("name" + Text, Found.Name, P.Name);
  Result.equal("symbol" + Text, Found.Symbol, Wanted.Config.paramSymbol(P));
  Result.equal("storage id" + Text,
               Found.StorageId ? std::to_string(*Found.StorageId) : "none",
               P.StorageId ? std::to_string(*P.StorageId) : "none");
  Result.equal("dtype" + Text, Found.DType.value_or("unknown"),
               dtypeName(P.DType));
  Result.equal("shape" + Text,
               Found.Shape ? shapeText(*Found.Shape) : "unknown",
               shapeText(P.Shape));
  Result.equal("size" + Text, Found.Bytes, P.raw().size());
  Result.equal("codec" + Text, Found.Codec,
               P.Compressed ? paramCodecName(P.Compressed->Codec) : "");
  Result.equal("stored size" + Text, Found.StoredBytes, P.Data.size());
  uint64_t Alignment = expectedAlignment(P, Wanted.Config);
  // Of a linked file, only the address can be judged.
  uint64_t Aligned = Found.Align ? *Found.Align : Found.Address.value_or(0);
  Result.expect(Aligned % Alignment == 0,
                (Found.Align ? "alignment" : "address") + Text + " is " +
                    Twine(Aligned) + ", wanted a multiple of " +
                    Twine(Alignment));
  Result.equal("hash of the bytes" + Text, Found.Hash,
               hashOf(expectedBytes(P, Wanted.IsBigEndian)));
}

void metaobj::checkInspection(Checks &Result, const Inspection &Found,
                              const Expectation &Wanted, bool IsLinked) {
  if (Result.equal("number of registries", Found.Registries.size(), 1))
    checkRegistry(Result, Found.Registries.front(), Wanted, IsLinked);
  ArrayRef<Param> Params = Wanted.TheModel.Params;
  if (!Result.equal("number of parameters", Found.Params.size(), Params.size()))
    return;
  // Compressed parameters are listed behind all others.
  size_t Index = 0;
  for (bool IsCompressed : {false, true})
    for (const Param &P : Params)
      if (P.isCompressed() == IsCompressed)
        checkParam(Result, Found.Params[Index++], P, Wanted);
}

void metaobj::checkProtection(Checks &Result, const EmittedObject &Object,
                              const Expectation &Wanted) {
  for (const ViewedSection &Section : Object.Sections) {
    bool IsAllowed = Section.Bytes.empty() || !Section.IsWritable ||
                     (Section.IsRelocatedReadOnly &&
                      (Wanted.IsPositionIndependent || Section.Name == ".opd"));
    Result.expect(IsAllowed,
                  "section " + quoted(Section.Name) + " is writable");
  }
  for (const Param &P : Wanted.TheModel.Params) {
    std::string Name = Wanted.Config.paramSymbol(P);
    const ViewedSymbol *Symbol = Object.find(Name);
    if (!Result.expect(Symbol, "there is no symbol " + quoted(Name)))
      continue;
    Result.expect(!Object.Sections[Symbol->Section].IsWritable,
                  "parameter " + quoted(P.Name) + " is in section " +
                      quoted(Object.Sections[Symbol->Section].Name) +
                      ", which is writable");
  }
}
