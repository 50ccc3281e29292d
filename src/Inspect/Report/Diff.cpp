//===- Diff.cpp - What differs between two files --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First each registry and parameter of one file finds its partner in the other:
// by what identifies it best, then by less, at last by its position. Partners
// are then compared fact by fact.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Report/Elements.h"

#include "Base/Wording.h"

#include "Inspect/Report/Report.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Inspect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

using namespace llvm;
using namespace metaobj;

namespace {

struct RegistryInFile {
  const InspectedRegistry &Registry;
  const InspectedFile &File;
};

constexpr size_t NoPartner = SIZE_MAX;

/// Finds partners by keys. An empty key fits nothing; of several equal keys the
/// first fits the first.
template <typename T> class Matching {
public:
  Matching(ArrayRef<T> A, ArrayRef<T> B)
      : A(A), B(B), PartnersOfA(A.size(), NoPartner),
        PartnersOfB(B.size(), NoPartner) {}

  void match(function_ref<std::string(const T &)> KeyOf) {
    StringMap<std::vector<size_t>> Waiting; // The last is the first in B.
    for (size_t J = B.size(); J-- != 0;)
      if (PartnersOfB[J] == NoPartner)
        if (std::string Key = KeyOf(B[J]); !Key.empty())
          Waiting[Key].push_back(J);
    for (size_t I = 0; I != A.size(); ++I) {
      if (PartnersOfA[I] != NoPartner)
        continue;
      auto Found = Waiting.find(KeyOf(A[I]));
      if (Found == Waiting.end() || Found->second.empty())
        continue;
      PartnersOfA[I] = Found->second.back();
      PartnersOfB[Found->second.back()] = I;
      Found->second.pop_back();
    }
  }

  /// Each of A with its partner in B, and then the rest of B. Null: none.
  std::vector<std::pair<const T *, const T *>> pairs() const {
    std::vector<std::pair<const T *, const T *>> Result;
    for (const auto &[I, J] : enumerate(PartnersOfA))
      Result.push_back({&A[I], J == NoPartner ? nullptr : &B[J]});
    for (const auto &[J, I] : enumerate(PartnersOfB))
      if (I == NoPartner)
        Result.push_back({nullptr, &B[J]});
    return Result;
  }

private:
  ArrayRef<T> A, B;
  std::vector<size_t> PartnersOfA, PartnersOfB;
};

class Differ {
public:
  Differ(ArrayRef<InspectedFile> A, ArrayRef<InspectedFile> B) : A(A), B(B) {}

  Expected<DiffReport> run();

private:
  void compareRegistries();
  void compare(const RegistryInFile &InA, const RegistryInFile &InB);
  Error compareParams();
  Error compare(const ParamInFile &InA, const ParamInFile &InB);
  Error compareBytes(const ParamInFile &InA, const ParamInFile &InB,
                     ParamDifference &Result);
  Expected<ComparedElements> elements(const ParamInFile &InA,
                                      const ParamInFile &InB);

  ArrayRef<InspectedFile> A, B;
  DiffReport Report;
  /// Parameters that share bytes are compared once.
  std::map<std::string, ComparedElements> Known;
  uint64_t Work = 0;
};

} // namespace

/// Both tell the fact, and differently.
static void addFact(std::vector<FactDifference> &Facts, StringRef Fact,
                    const std::optional<std::string> &InA,
                    const std::optional<std::string> &InB) {
  if (InA && InB && *InA != *InB)
    Facts.push_back({Fact.str(), *InA, *InB});
}

static std::optional<std::string> known(StringRef Text) {
  return Text.empty() ? std::nullopt : std::optional(Text.str());
}

static std::optional<std::string> known(std::optional<uint64_t> Number) {
  return Number ? std::optional(utostr(*Number)) : std::nullopt;
}

/// "ELF" of "ELF32-LE": formats that name sections alike.
static StringRef familyOf(const Inspection &Inspected) {
  return StringRef(Inspected.Format).take_until([](char C) {
    return C == '-' || C == ' ' || isDigit(C);
  });
}

/// Sections, symbols and alignments mean the same in both.
static bool areAlike(const InspectedFile &A, const InspectedFile &B) {
  return A.Inspected.IsLinked == B.Inspected.IsLinked &&
         familyOf(A.Inspected) == familyOf(B.Inspected);
}

static std::vector<FunctionDifference>
compareFunctions(ArrayRef<InspectedFunction> A, ArrayRef<InspectedFunction> B,
                 bool WithSymbols) {
  Matching<InspectedFunction> Pairs(A, B);
  // With a mark, because a name may be empty.
  Pairs.match([](const InspectedFunction &F) { return "=" + F.Name; });
  std::vector<FunctionDifference> Result;
  for (auto [InA, InB] : Pairs.pairs()) {
    FunctionDifference Difference;
    Difference.Name = (InA ? InA : InB)->Name;
    if (InA)
      Difference.IndexInA = InA->Index;
    if (InB)
      Difference.IndexInB = InB->Index;
    if (InA && InB) {
      auto PointerOf = [](const InspectedFunction &Function) {
        return std::string(Function.IsNull ? "NULL" : "a function");
      };
      addFact(Difference.Facts, "pointer", PointerOf(*InA), PointerOf(*InB));
      if (WithSymbols)
        addFact(Difference.Facts, "symbol", known(InA->Symbol),
                known(InB->Symbol));
    }
    if (Difference.IndexInA != Difference.IndexInB || !Difference.Facts.empty())
      Result.push_back(std::move(Difference));
  }
  return Result;
}

void Differ::compare(const RegistryInFile &InA, const RegistryInFile &InB) {
  const InspectedRegistry &RA = InA.Registry, &RB = InB.Registry;
  RegistryDifference Result;
  Result.Entry = RA.Entry.empty() ? RB.Entry : RA.Entry;
  addFact(Result.Facts, "entry", known(RA.Entry), known(RB.Entry));
  addFact(Result.Facts, "abi", RA.Abi, RB.Abi);
  addFact(Result.Facts, "count byte order",
          RA.IsCountSwapped ? "swapped" : "the target's",
          RB.IsCountSwapped ? "swapped" : "the target's");
  bool AreAlike = areAlike(InA.File, InB.File);
  // Linked files do not tell the index.
  if (!InA.File.Inspected.IsLinked && !InB.File.Inspected.IsLinked)
    addFact(Result.Facts, "index", RA.Index.empty() ? "none" : RA.Index,
            RB.Index.empty() ? "none" : RB.Index);
  Result.Functions = compareFunctions(RA.Functions, RB.Functions,
                                      AreAlike && !InA.File.Inspected.IsLinked);
  if (!Result.Facts.empty() || !Result.Functions.empty())
    Report.Registries.push_back(std::move(Result));
}

static std::vector<RegistryInFile> registriesOf(ArrayRef<InspectedFile> Files) {
  std::vector<RegistryInFile> Result;
  for (const InspectedFile &File : Files)
    for (const InspectedRegistry &Registry : File.Inspected.Registries)
      Result.push_back({Registry, File});
  return Result;
}

void Differ::compareRegistries() {
  std::vector<RegistryInFile> OfA = registriesOf(A), OfB = registriesOf(B);
  Matching<RegistryInFile> Pairs(OfA, OfB);
  auto Names = [](const RegistryInFile &TheRegistryInFile) {
    std::string Result;
    for (const InspectedFunction &Function :
         TheRegistryInFile.Registry.Functions)
      Result += Function.Name + '\0';
    return Result;
  };
  // Members of an archive may all have the same entry function.
  Pairs.match([&](const RegistryInFile &InFile) {
    const std::string &Entry = InFile.Registry.Entry;
    return Entry.empty() ? "" : Entry + '\0' + Names(InFile);
  });
  Pairs.match(
      [](const RegistryInFile &InFile) { return InFile.Registry.Entry; });
  Pairs.match(Names);
  Pairs.match([](const RegistryInFile &) { return "any"; });
  for (auto [InA, InB] : Pairs.pairs()) {
    if (InA && InB) {
      compare(*InA, *InB);
      continue;
    }
    RegistryDifference &Lone = Report.Registries.emplace_back();
    Lone.Entry = (InA ? InA : InB)->Registry.Entry;
    Lone.IsInA = InA;
    Lone.IsInB = InB;
  }
}

static std::optional<std::string> shapeText(const InspectedParam &Param) {
  if (!Param.Shape)
    return std::nullopt;
  return extentsText(*Param.Shape);
}

/// Only parameter tables say that there is no id.
static std::optional<std::string> storageIdText(const InspectedParam &Param) {
  if (!Param.StorageId && Param.TableIndex)
    return "none";
  return known(Param.StorageId);
}

/// COFF and Mach-O only tell where the next symbol is.
static bool isSizeKnown(const ParamInFile &P) {
  StringRef Family = familyOf(P.File.Inspected);
  return P.Param.TableIndex || Family == "ELF" || Family == "WASM";
}

Expected<ComparedElements> Differ::elements(const ParamInFile &InA,
                                            const ParamInFile &InB) {
  auto Place = [](const ParamInFile &P, ArrayRef<InspectedFile> Files) {
    return utostr(&P.File - Files.data()) + ":" +
           (P.Param.FileOffset ? utostr(*P.Param.FileOffset) : "none") + ":" +
           utostr(P.Param.StoredBytes) + ":" + P.Param.Codec + ":" +
           utostr(P.Param.Bytes) + ":" + P.Param.DType.value_or("?") +
           shapeText(P.Param).value_or("?");
  };
  auto [Found, IsNew] = Known.try_emplace(Place(InA, A) + Place(InB, B));
  if (IsNew) {
    Expected<ComparedElements> Result = compareElements(InA, InB, Work);
    if (!Result)
      return Result.takeError();
    Found->second = std::move(*Result);
  }
  return Found->second;
}

Error Differ::compareBytes(const ParamInFile &InA, const ParamInFile &InB,
                           ParamDifference &Result) {
  const InspectedParam &PA = InA.Param, &PB = InB.Param;
  if (PA.IsElsewhere || PB.IsElsewhere) {
    addFact(Result.Facts, "data",
            PA.IsElsewhere ? "in another object" : "in the file",
            PB.IsElsewhere ? "in another object" : "in the file");
    Report.NumElsewhere += PA.IsElsewhere && PB.IsElsewhere;
    return Error::success();
  }
  if (PA.Bytes != PB.Bytes) {
    for (const ParamInFile *P : {&InA, &InB})
      if (!isSizeKnown(*P))
        Result.NotCompared = P->File.Inspected.File +
                             " does not tell its size: there is no parameter "
                             "table, and symbols of the format have none";
    if (Result.NotCompared.empty())
      addFact(Result.Facts, "bytes", utostr(PA.Bytes), utostr(PB.Bytes));
    return Error::success();
  }
  if (PA.DType && PB.DType && *PA.DType != *PB.DType)
    return Error::success();
  Expected<ComparedElements> Compared = elements(InA, InB);
  if (!Compared)
    return Compared.takeError();
  Result.Elements = std::move(Compared->Difference);
  Result.NotCompared = std::move(Compared->NotCompared);
  return Error::success();
}

Error Differ::compare(const ParamInFile &InA, const ParamInFile &InB) {
  const InspectedParam &PA = InA.Param, &PB = InB.Param;
  ParamDifference Result;
  Result.Name = PA.Name;
  Result.Model = PA.Model.empty() ? PB.Model : PA.Model;
  auto Compare = [&](StringRef Fact, const std::optional<std::string> &OfA,
                     const std::optional<std::string> &OfB) {
    addFact(Result.Facts, Fact, OfA, OfB);
  };
  if (PA.IsModelOfRecord == PB.IsModelOfRecord)
    Compare("model", known(PA.Model), known(PB.Model));
  bool AreAlike = areAlike(InA.File, InB.File);
  if (AreAlike && !InA.File.Inspected.IsLinked)
    Compare("symbol", known(PA.Symbol), known(PB.Symbol));
  Compare("sid", storageIdText(PA), storageIdText(PB));
  Compare("dtype", PA.DType, PB.DType);
  Compare("shape", shapeText(PA), shapeText(PB));
  if (!PA.IsElsewhere && !PB.IsElsewhere) {
    Compare("codec", PA.Codec.empty() ? "none" : PA.Codec,
            PB.Codec.empty() ? "none" : PB.Codec);
    Compare("align", known(PA.Align), known(PB.Align));
    if (AreAlike)
      Compare("section", PA.Section, PB.Section);
  }
  if (Error E = compareBytes(InA, InB, Result))
    return E;
  if (PA.TableIndex && PB.TableIndex && *PA.TableIndex != *PB.TableIndex) {
    Result.IndexInA = PA.TableIndex;
    Result.IndexInB = PB.TableIndex;
  }
  if (!Result.Facts.empty() || Result.Elements || Result.IndexInA ||
      !Result.NotCompared.empty())
    Report.Params.push_back(std::move(Result));
  return Error::success();
}

static std::vector<ParamInFile> paramsOf(ArrayRef<InspectedFile> Files) {
  std::vector<ParamInFile> Result;
  for (const InspectedFile &File : Files)
    for (const InspectedParam &Param : File.Inspected.Params)
      Result.push_back({Param, File});
  return Result;
}

static uint64_t sizeOf(ArrayRef<InspectedFile> Files) {
  uint64_t Size = 0;
  for (const InspectedFile &TheInspectedFile : Files)
    Size += TheInspectedFile.Bytes->getBufferSize();
  return Size;
}

Error Differ::compareParams() {
  // Parameters of a hostile file may overlap in many ways. Contents of frames
  // have the limit of Inspect.
  const uint64_t MostWork = 64 * (sizeOf(A) + sizeOf(B)) + (uint64_t(1) << 29);
  std::vector<ParamInFile> OfA = paramsOf(A), OfB = paramsOf(B);
  Matching<ParamInFile> Pairs(OfA, OfB);
  Pairs.match([](const ParamInFile &P) {
    const InspectedParam &Param = P.Param;
    StringRef Model = Param.Model;
    // A record has the name alone.
    Model.consume_front("tvmgen_");
    return Model.empty() ? "" : Model.str() + '\0' + Param.Name;
  });
  Pairs.match([](const ParamInFile &TheParamInFile) {
    return TheParamInFile.Param.Hash.empty()
               ? ""
               : TheParamInFile.Param.Hash + TheParamInFile.Param.Name;
  });
  Pairs.match(
      [](const ParamInFile &InFile) { return "=" + InFile.Param.Name; });
  for (auto [InA, InB] : Pairs.pairs()) {
    if (InA && InB) {
      if (Error E = compare(*InA, *InB))
        return E;
      if (Work > MostWork)
        return inputError(InA->File.Inspected.File, "parameters overlap");
      continue;
    }
    ParamDifference &Lone = Report.Params.emplace_back();
    Lone.Name = (InA ? InA : InB)->Param.Name;
    Lone.Model = (InA ? InA : InB)->Param.Model;
    Lone.IsInA = InA;
    Lone.IsInB = InB;
  }
  return Error::success();
}

static DiffSide sideOf(MemoryBufferRef Buffer, ArrayRef<InspectedFile> Files) {
  DiffSide Side;
  Side.File = Buffer.getBufferIdentifier().str();
  bool IsFile = Files.size() == 1 && Files[0].Inspected.File == Side.File;
  Side.Format = IsFile ? Files[0].Inspected.Format
                       : "archive of " + plural(Files.size(), "object");
  for (const InspectedFile &TheInspectedFile : Files) {
    Side.NumRegistries += TheInspectedFile.Inspected.Registries.size();
    Side.NumParams += TheInspectedFile.Inspected.Params.size();
    Side.IsStripped |= TheInspectedFile.Inspected.IsStripped;
    for (const InspectedRegistry &Registry :
         TheInspectedFile.Inspected.Registries)
      Side.NumFunctions += Registry.Functions.size();
  }
  return Side;
}

Expected<DiffReport> Differ::run() {
  compareRegistries();
  if (Error E = compareParams())
    return E;
  return std::move(Report);
}

Expected<DiffReport> metaobj::diff(MemoryBufferRef A, MemoryBufferRef B) {
  Expected<std::vector<InspectedFile>> OfA = inspectWithBytes(A);
  if (!OfA)
    return OfA.takeError();
  Expected<std::vector<InspectedFile>> OfB = inspectWithBytes(B);
  if (!OfB)
    return OfB.takeError();
  Expected<DiffReport> Report = Differ(*OfA, *OfB).run();
  if (!Report)
    return Report.takeError();
  Report->A = sideOf(A, *OfA);
  Report->B = sideOf(B, *OfB);
  return Report;
}
