//===- OwnParams.cpp - Parameters that operators hold ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Params/OwnParams.h"

#include "Base/Wording.h"
#include "Model/DType.h"
#include "Object/ElfType.h"
#include "Read/NamePatterns.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;
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

/// Reads the parameters of one ELF object.
template <class ELFT> class OwnParamReader {
public:
  using Section = typename ELFT::Shdr;
  using Symbol = typename ELFT::Sym;

  explicit OwnParamReader(const ELFFile<ELFT> &File) : File(File) {}

  /// By the names of parameters.
  Expected<StringMap<OwnBytes>> read();

private:
  Expected<OwnBytes> bytesOf(const Symbol &Sym, StringRef Name);
  Error checkPlain(const Section &Sec, uint64_t First, uint64_t End,
                   StringRef Name);

  const ELFFile<ELFT> &File;
  typename ELFT::ShdrRange Sections;
  StringMap<OwnBytes> Result;
};

} // namespace

static Error refuse(StringRef Name, const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(),
                           quoted(Name) + " " + Reason);
}

/// Elements are numbers: no relocation may mean bytes \p First to \p End of
/// section \p Sec.
template <class ELFT>
Error OwnParamReader<ELFT>::checkPlain(const Section &Sec, uint64_t First,
                                       uint64_t End, StringRef Name) {
  auto Check = [&](auto Relocations) -> Error {
    if (!Relocations)
      return Relocations.takeError();
    for (const auto &Relocation : *Relocations)
      if (Relocation.r_offset >= First && Relocation.r_offset < End)
        return refuse(Name,
                      "has a relocation, so it is not an array of numbers");
    return Error::success();
  };
  auto Index = static_cast<uint64_t>(&Sec - Sections.begin());
  for (const Section &TheSection : Sections) {
    if (TheSection.sh_info != Index)
      continue;
    if (TheSection.sh_type == ELF::SHT_RELA)
      if (Error E = Check(File.relas(TheSection)))
        return E;
    if (TheSection.sh_type == ELF::SHT_REL)
      if (Error E = Check(File.rels(TheSection)))
        return E;
  }
  return Error::success();
}

template <class ELFT>
Expected<OwnBytes> OwnParamReader<ELFT>::bytesOf(const Symbol &Sym,
                                                 StringRef Name) {
  if (Sym.st_shndx >= ELF::SHN_LORESERVE)
    return refuse(Name, "is in no section that can be read");
  auto Where = File.getSection(uint32_t(Sym.st_shndx));
  if (!Where)
    return Where.takeError();
  const Section &In = **Where;
  uint64_t First = Sym.st_value;
  uint64_t Size = Sym.st_size;
  if (First > In.sh_size || Size > In.sh_size - First)
    return refuse(Name, "is not in its section: " + plural(Size, "byte") +
                            " from byte " + Twine(First) + " of " +
                            Twine(uint64_t(In.sh_size)));
  if (Error E = checkPlain(In, First, First + Size, Name))
    return E;
  if (In.sh_type == ELF::SHT_NOBITS)
    return OwnBytes{nullptr, Size};
  auto Contents = File.getSectionContents(In);
  if (!Contents)
    return Contents.takeError();
  return OwnBytes{Contents->data() + First, Size};
}

template <class ELFT>
Expected<StringMap<OwnBytes>> OwnParamReader<ELFT>::read() {
  auto Read = File.sections();
  if (!Read)
    return Read.takeError();
  Sections = *Read;
  auto Add = [this](const Symbol &Sym, StringRef Name) -> Error {
    if (Sym.getType() != ELF::STT_OBJECT || !Name.starts_with(ParamStart) ||
        Sym.st_shndx == ELF::SHN_UNDEF)
      return Error::success();
    Expected<OwnBytes> Bytes = bytesOf(Sym, Name);
    if (!Bytes)
      return Bytes.takeError();
    if (!Result.try_emplace(Name.drop_front(ParamStart.size()), *Bytes).second)
      return refuse(Name, "is there twice");
    return Error::success();
  };
  if (Error E = visitSymbols(File, Add))
    return E;
  return std::move(Result);
}

/// The parameters of \p Object by their names; none if it is no ELF object.
static Expected<StringMap<OwnBytes>>
readOwnParams(const OperatorObject &Object) {
  StringRef Bytes = Object.Bytes->getBuffer();
  if (identify(Bytes.take_front(4)) != FileKind::ElfObject)
    return StringMap<OwnBytes>();
  return withElfType(Bytes,
                     [&]<class ELFT>(ELFT) -> Expected<StringMap<OwnBytes>> {
                       auto File = ELFFile<ELFT>::create(Bytes);
                       if (!File)
                         return inputError(Object.Name, File.takeError());
                       auto Params = OwnParamReader<ELFT>(*File).read();
                       if (!Params)
                         return inputError(Object.Name, Params.takeError());
                       return Params;
                     });
}

static Endianness byteOrderOf(const OperatorObject &Object) {
  return getElfArchType(Object.Bytes->getBuffer()).second == ELF::ELFDATA2MSB
             ? Endianness::big
             : Endianness::little;
}

/// The parameter for \p Input of the graph.
static Expected<Param> makeParam(const Graph::Input &Input,
                                 const GraphTensor &Tensor, OwnBytes From,
                                 const OperatorObject &Object,
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
  Result.Data.setElement(byteOrderUnit(Result.DType), byteOrderOf(Object));
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
  Expected<StringMap<OwnBytes>> Own = readOwnParams(Object);
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
    auto Found = Own->find(Input.Name);
    if (Found == Own->end()) {
      ++Open;
      continue;
    }
    Expected<Param> Made = makeParam(Input, Files.TheGraph->tensorOf(Input),
                                     Found->second, Object, Files.GraphName);
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
