//===- OwnParams.cpp - Parameters that operators hold ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/OwnParams.h"

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Object/ElfFile.h"
#include "Read/NamePatterns.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral ParamStart = "__tvm_param__";

Expected<const OperatorObject *>
metaobj::findOwnLookUp(const InputConfig &Config, const GatheredFiles &Files) {
  Expected<NamePatterns> Excluded =
      NamePatterns::create(setting::Exclude, Config.Exclude);
  if (!Excluded)
    return Excluded.takeError();
  if (Excluded->match(LookupLinkedParamName))
    return nullptr;
  for (const auto &[Object, Contents] :
       zip_equal(Files.Objects, Files.Contents))
    for (const ObjectSymbol &Symbol : Contents.Symbols)
      if (Symbol.Name == LookupLinkedParamName && Symbol.mayBeFunction())
        return &Object;
  return nullptr;
}

namespace {

/// Bytes of an object's own parameter; null without contents: all are zero.
struct OwnBytes {
  const uint8_t *Start;
  uint64_t Size;
};

/// The parameters of one object by their names.
struct OwnParams {
  StringMap<OwnBytes> Params;
  Endianness Order = Endianness::little;
};

} // namespace

static Error refuse(StringRef Name, const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(),
                           quoted(Name) + " " + Reason);
}

/// Elements are numbers: no relocation may mean bytes \p First to \p End of
/// section \p In.
static Error checkPlain(const ElfFile &File, const ElfSection &In,
                        uint64_t First, uint64_t End, StringRef Name) {
  for (const ElfSection &Section : File.Sections) {
    if (Section.Info != In.Number || !Section.isRelocations())
      continue;
    Expected<ElfTable<ElfRelocation>> Relocations = File.relocations(Section);
    if (!Relocations)
      return Relocations.takeError();
    for (const ElfRelocation &Relocation : Relocations->entries())
      if (Relocation.Offset >= First && Relocation.Offset < End)
        return refuse(Name,
                      "has a relocation, so it is not an array of numbers");
  }
  return Error::success();
}

static Expected<OwnBytes> bytesOf(const ElfFile &File, const ElfSymbol &Symbol,
                                  StringRef Name) {
  if (Symbol.Section >= ELF::SHN_LORESERVE)
    return refuse(Name, "is in no section that can be read");
  Expected<const ElfSection *> Section = File.section(Symbol.Section);
  if (!Section)
    return Section.takeError();
  const ElfSection &In = **Section;
  uint64_t First = Symbol.Value;
  if (First > In.Size || Symbol.Size > In.Size - First)
    return refuse(Name,
                  "is not in its section: " + plural(Symbol.Size, "byte") +
                      " from byte " + Twine(First) + " of " + Twine(In.Size));
  if (Error E = checkPlain(File, In, First, First + Symbol.Size, Name))
    return E;
  if (In.isNoBits())
    return OwnBytes{nullptr, Symbol.Size};
  Expected<StringRef> Contents = File.contents(In);
  if (!Contents)
    return Contents.takeError();
  return OwnBytes{Contents->bytes_begin() + First, Symbol.Size};
}

/// None if \p Object is no ELF object.
static Expected<OwnParams> readOwnParams(const OperatorObject &Object) {
  OwnParams Result;
  MemoryBufferRef Buffer = Object.Bytes->getMemBufferRef();
  if (identify(Buffer.getBuffer().take_front(4)) != FileKind::ElfObject)
    return Result;
  Expected<ElfFile> File = readElfFile(Buffer, Object.Name);
  if (!File)
    return File.takeError();
  Result.Order = File->IsLittleEndian ? Endianness::little : Endianness::big;
  auto Add = [&](const ElfSymbol &Symbol, StringRef Name) -> Error {
    if (Symbol.Type != ELF::STT_OBJECT || !Name.starts_with(ParamStart) ||
        Symbol.isUndefined())
      return Error::success();
    Expected<OwnBytes> Bytes = bytesOf(*File, Symbol, Name);
    if (!Bytes)
      return Bytes.takeError();
    if (!Result.Params.try_emplace(Name.drop_front(ParamStart.size()), *Bytes)
             .second)
      return refuse(Name, "is there twice");
    return Error::success();
  };
  if (Error E = File->visitSymbols(Add))
    return inputError(Object.Name, std::move(E));
  return Result;
}

/// The parameter for \p Input of the graph.
static Expected<Param> makeParam(const Graph::Input &Input,
                                 const GraphTensor &Tensor, OwnBytes From,
                                 Endianness Order, const OperatorObject &Object,
                                 StringRef GraphName) {
  std::string Symbol = quoted((ParamStart + Input.Name).str());
  if (!Tensor.DType || !Tensor.Shape)
    return inputError(GraphName, "has no type or shape of " +
                                     quoted(Input.Name) + ", which is " +
                                     Symbol + " of " + quoted(Object.Name));
  Expected<uint64_t> Bytes = tensorBytes(*Tensor.DType, *Tensor.Shape);
  if (!Bytes)
    return inputError(GraphName, Bytes.takeError());
  if (*Bytes != From.Size)
    return inputError(Object.Name,
                      "holds " + Symbol + " with " + plural(From.Size, "byte") +
                          ", but " + quoted(GraphName) + " has " +
                          tensorName(*Tensor.DType, *Tensor.Shape),
                      "the graph and the objects are of different models");
  Param Result;
  Result.Name = Input.Name;
  Result.DType = *Tensor.DType;
  Result.Shape.assign(Tensor.Shape->begin(), Tensor.Shape->end());
  Result.Data = From.Start ? Payload::memory({From.Start, size_t(From.Size)},
                                             Object.Bytes)
                           : Payload::fill(0, From.Size);
  Result.Data.setElement(byteOrderUnit(Result.DType), Order);
  Result.Owner = Object.Name;
  return Result;
}

Error metaobj::takeOwnParams(const InputConfig &Config, GatheredFiles &Files,
                             std::vector<Param> &Params) {
  if (!Config.TakesOwnParams || !Files.TheGraph)
    return Error::success();
  Expected<const OperatorObject *> Holder = findOwnLookUp(Config, Files);
  if (!Holder)
    return Holder.takeError();
  if (!*Holder)
    return Error::success();
  const OperatorObject &Object = **Holder;
  Expected<OwnParams> Own = readOwnParams(Object);
  if (!Own)
    return Own.takeError();
  Expected<NamePatterns> Programs =
      NamePatterns::create(setting::ProgramInputs, Config.ProgramInputs);
  if (!Programs)
    return Programs.takeError();
  size_t Open = 0, Taken = 0;
  for (Graph::Input &Input : Files.TheGraph->Inputs) {
    if (Input.IsParam || Programs->match(Input.Name))
      continue;
    auto Found = Own->Params.find(Input.Name);
    if (Found == Own->Params.end()) {
      ++Open;
      continue;
    }
    Expected<Param> Made =
        makeParam(Input, Files.TheGraph->tensorOf(Input), Found->second,
                  Own->Order, Object, Files.GraphName);
    if (!Made)
      return Made.takeError();
    Params.push_back(std::move(*Made));
    Input.IsParam = true;
    ++Taken;
  }
  if (Taken) {
    Files.HasTakenOwnParams = true;
    report(Config.Diagnostics, Diagnostic::Note, Object.Name,
           "holds " + plural(Taken, "parameter") +
               " of the graph, which the executor takes from there",
           "link with --gc-sections, which drops the object's own copy");
  } else if (Open) {
    return inputError(
        Object.Name,
        "holds its parameters behind " + quoted(LookupLinkedParamName) +
            ", which the executor does not ask, and has no "
            "symbols of them (" +
            ParamStart + "<name>) to take them by",
        "give the file of parameters, with " + setting::Exclude + "=" +
            LookupLinkedParamName + " and a " + setting::Prefix +
            ", or name all that the program sets with " +
            setting::ProgramInputs);
  }
  return Error::success();
}
