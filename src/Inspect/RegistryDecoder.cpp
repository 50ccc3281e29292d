//===- RegistryDecoder.cpp - Function registries of an object -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the modules that the functions of an object return, and decodes the
// registries behind them:
//
//     static const char names[] = "<count><name>\0<name>\0...\0";
//     static const TVMBackendPackedCFunc funcs[] = {f0, f1, ...};
//     static const TVMFuncRegistry registry = {names, funcs};
//     static const TVMModule module = {&registry};
//     const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }
//
// It relies on no names: data that code refers to is a module if it has the
// structure of one down to the last function pointer. Names only decide whether
// an almost correct structure is reported or ignored.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"
#include "Inspect/NamesBlob.h"

#include "Base/Wording.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;
using namespace metaobj;

namespace {

constexpr StringLiteral EntryName = "TVMSystemLibEntryPoint";

/// The outcome of taking a place for a module.
struct Attempt {
  std::optional<InspectedRegistry> Registry;
  std::vector<InspectedPart> Parts;
  Location RegistryPlace;
  /// The registry has been decoded before.
  bool IsKnown = false;
  /// Why there is no registry, and how far the structure was right. The larger
  /// the number, the likelier it was meant to be a registry.
  std::string Fault;
  enum DepthType { None, Module, Pair, Names, Functions } Depth = None;
};

class RegistryDecoder {
public:
  RegistryDecoder(const ObjectImage &Object, ArrayRef<CodeRange> Functions,
                  ArrayRef<FoundRecord> Records,
                  std::vector<InspectedPart> &Parts)
      : Object(Object), Functions(Functions), Records(Records), Parts(Parts) {}

  Error decode(std::vector<InspectedRegistry> &Result);

private:
  Attempt decodeModule(Location Module, bool IsNamedAsModule);
  Attempt decodeRegistry(Location Registry, bool IsNamedAsModule);
  bool decodeFunctions(Location Table, const NamesBlob &Blob,
                       InspectedRegistry &Registry, std::string &Fault);
  NamesPlace namesPlace(Location Names) const;
  bool isFunction(const StoredPointer &Stored) const;
  uint64_t roomForFunctions(Location Table) const;
  bool isNamedLikeModule(Location Place) const;
  Error decodeEntry(const CodeRange &Code);
  Error decodeLinkedModules();
  Error decodeRecorded(const FoundRecord &Record);
  Error keep(Attempt &&Found, const CodeRange *Code);

  /// A registry and the function that is taken for its entry.
  struct Kept {
    InspectedRegistry Registry;
    uint32_t EntrySymbol;
    uint64_t EntrySize;
  };

  const ObjectImage &Object;
  ArrayRef<CodeRange> Functions;
  ArrayRef<FoundRecord> Records;
  std::vector<InspectedPart> &Parts;
  std::map<std::pair<uint32_t, uint64_t>, Kept> Registries;
  size_t NumFunctions = 0;
  /// Bytes that were looked at or copied.
  uint64_t Work = 0;
};

} // namespace

/// Names of modules by metaobj, TVM's LLVM emitter and TVM's C emitter.
bool RegistryDecoder::isNamedLikeModule(Location Place) const {
  return Place.isDefined() &&
         Object.symbolAt(Place, [](const ImageSymbol &Symbol) {
           return Symbol.Name == "_tvm_crt_module" ||
                  Symbol.Name == "_tvm_system_lib";
         });
}

/// The blob ends with its symbol. Without one, it may reach to the section's
/// end.
NamesPlace RegistryDecoder::namesPlace(Location Names) const {
  StringRef Bytes = Object.bytesFrom(Names);
  const ImageSymbol *Own =
      Object.symbolAt(Names, [&](const ImageSymbol &Symbol) {
        return Symbol.isObjectOrUntyped() && Symbol.Size != 0 &&
               Symbol.Size <= Bytes.size();
      });
  if (Own)
    return {Bytes.take_front(Own->Size), true, Object.isLittleEndian()};
  // A blob without functions ends where the next thing starts.
  uint64_t Next = Object.nextBoundary(Names);
  if (Bytes.size() >= 2 && Bytes[0] == 0 && Bytes[1] == 0 &&
      Next - Names.Offset == 2)
    Bytes = Bytes.take_front(2);
  return {Bytes, false, Object.isLittleEndian()};
}

/// Null, or to code of this file or to something of another.
bool RegistryDecoder::isFunction(const StoredPointer &Stored) const {
  if (Stored.Kind != StoredPointer::Pointer)
    return Stored.Kind == StoredPointer::Null;
  if (!Stored.Target.isDefined())
    return true;
  const ImageSection &Section = Object.sections()[Stored.Target.Section];
  return Section.IsCode || Section.Name == ".opd";
}

/// The number of pointers in the section from \p Table on; 0 if the first is no
/// pointer to a function. Without a registry this saves the scan of its names.
uint64_t RegistryDecoder::roomForFunctions(Location Table) const {
  if (!isFunction(Object.pointerAt(Table, Pointee::Function)))
    return 0;
  return Object.bytesFrom(Table).size() / Object.pointerSize();
}

bool RegistryDecoder::decodeFunctions(Location Table, const NamesBlob &Blob,
                                      InspectedRegistry &Registry,
                                      std::string &Fault) {
  unsigned PointerSize = Object.pointerSize();
  const ImageSymbol *Own =
      Object.symbolAt(Table, [](const ImageSymbol &TheImageSymbol) {
        return TheImageSymbol.Kind == ImageSymbol::Object &&
               TheImageSymbol.Size != 0;
      });
  if (Own && Own->Size / PointerSize < Blob.Count) {
    Fault = ("the function table at " + Object.describe(Table) + " has " +
             Twine(Own->Size / PointerSize) + " pointers, the names count " +
             Twine(Blob.Count))
                .str();
    return false;
  }
  for (const auto &[Index, Name] : enumerate(Blob.Names)) {
    Location Place = Table.advance(uint64_t(Index) * PointerSize);
    auto Fail = [&, Ordinal = Index](const Twine &Reason) {
      Fault = ("function pointer " + Twine(Ordinal) + " at " +
               Object.describe(Place) + " " + Reason)
                  .str();
      return false;
    };
    StoredPointer Stored = Object.pointerAt(Place, Pointee::Function);
    if (Stored.Kind == StoredPointer::NotAPointer)
      return Fail("is not a pointer");
    if (!isFunction(Stored))
      return Fail("leads to data at " + Object.describe(Stored.Target));
    StringRef Symbol;
    if (Stored.Kind == StoredPointer::Pointer)
      Symbol = Object.functionName(Stored.Target);
    if (Symbol.size() > LongestSymbol)
      return Fail("leads to a symbol whose name has " + Twine(Symbol.size()) +
                  " bytes");
    Work += Symbol.size();
    Registry.Functions.push_back({Index, Name.str(), Symbol.str(),
                                  Object.functionAddress(Stored.Target),
                                  Stored.Kind == StoredPointer::Null});
  }
  return true;
}

/// Bytes of the count, the names and the empty name at the end.
static uint64_t sizeOfNames(const NamesPlace &Place, const NamesBlob &Blob) {
  if (!Blob.Names.empty())
    return Blob.Names.back().end() - Place.Bytes.begin() + 2;
  return Blob.Abi == "tvm-crt-u8" ? 2 : 3;
}

/// \p IsNamedAsModule: a name marks it as a module, so faults must be reported.
Attempt RegistryDecoder::decodeModule(Location Module, bool IsNamedAsModule) {
  StoredPointer Stored = Object.pointerAt(Module);
  if (Stored.Kind != StoredPointer::Pointer || !Stored.Target.isDefined()) {
    Attempt Result;
    Result.Depth = Attempt::Module;
    if (IsNamedAsModule)
      Result.Fault = "the module at " + Object.describe(Module) +
                     " does not lead to a registry";
    return Result;
  }
  Attempt Result = decodeRegistry(Stored.Target, IsNamedAsModule);
  if (Result.Registry)
    Object.addPart(Result.Parts, InspectedPart::Table, "module", Module,
                   Object.pointerSize());
  return Result;
}

Attempt RegistryDecoder::decodeRegistry(Location Registry,
                                        bool IsNamedAsModule) {
  Attempt Result;
  auto Fail = [&](Attempt::DepthType Depth, const Twine &Fault) {
    Result.Depth = Depth;
    if (IsNamedAsModule)
      Result.Fault = Fault.str();
    return Result;
  };
  Result.RegistryPlace = Registry;
  Result.IsKnown = Registries.count({Registry.Section, Registry.Offset});
  if (Result.IsKnown)
    return Result;
  StoredPointer Names = Object.pointerAt(Registry);
  StoredPointer Table =
      Object.pointerAt(Registry.advance(Object.pointerSize()));
  if (Names.Kind != StoredPointer::Pointer || !Names.Target.isDefined() ||
      Table.Kind == StoredPointer::NotAPointer)
    return Fail(Attempt::Pair,
                "the registry at " + Object.describe(Registry) +
                    " is not a pair of pointers to names and functions");

  NamesPlace Place = namesPlace(Names.Target);
  std::optional<NamesBlob> Blob = decodeNames(
      Place, IsNamedAsModule ? UINT64_MAX : roomForFunctions(Table.Target),
      Work);
  if (!Blob)
    return Fail(Attempt::Names,
                "the names at " + Object.describe(Names.Target) + " " +
                    (IsNamedAsModule ? explainNames(Place) : std::string()));

  InspectedRegistry Decoded;
  Decoded.Abi = Blob->Abi.str();
  Decoded.Count = Blob->Count;
  Decoded.Address = Object.addressOf(Registry);
  Decoded.IsCountSwapped = Blob->IsSwapped;
  std::string Fault;
  if (!decodeFunctions(Table.Target, *Blob, Decoded, Fault))
    return Fail(Attempt::Functions, Fault);
  Result.Registry = std::move(Decoded);
  auto Add = [&](InspectedPart::KindType Kind, StringRef Subject,
                 Location TheLocation, uint64_t Bytes) {
    Object.addPart(Result.Parts, Kind, Subject, TheLocation, Bytes);
  };
  uint64_t PointerSize = Object.pointerSize();
  Add(InspectedPart::Table, "registry", Registry, 2 * PointerSize);
  Add(InspectedPart::Table, "function table", Table.Target,
      Blob->Names.size() * PointerSize);
  Add(InspectedPart::Names, "function names", Names.Target,
      sizeOfNames(Place, *Blob));
  return Result;
}

/// Several functions may refer to one registry, because the compiler may inline
/// the entry. The entry is the function with TVM's name, else the smallest one.
Error RegistryDecoder::keep(Attempt &&Found, const CodeRange *Code) {
  ArrayRef<ImageSymbol> Symbols = Object.symbols();
  uint32_t Entry = 0;
  uint64_t Size = 0;
  if (Code) {
    const uint32_t *Named = find_if(Code->Symbols, [&](uint32_t Index) {
      return Symbols[Index].Name == EntryName;
    });
    Entry = Named == Code->Symbols.end() ? Code->Symbols.front() : *Named;
    Size = Named == Code->Symbols.end() ? Code->End - Code->Begin : 0;
  }
  auto [Known, IsNew] = Registries.try_emplace(
      {Found.RegistryPlace.Section, Found.RegistryPlace.Offset});
  Kept &Here = Known->second;
  if (!IsNew && Here.EntrySize <= Size)
    return Error::success();
  if (IsNew) {
    NumFunctions += Found.Registry->Functions.size();
    if (NumFunctions > Object.mostThingsOf(Object.pointerSize()))
      return inputError(Object.file(), "function tables overlap");
    Here.Registry = std::move(*Found.Registry);
    append_range(Parts, Found.Parts);
  }
  Here.EntrySymbol = Entry;
  Here.EntrySize = Size;
  Here.Registry.Entry = Code ? Symbols[Entry].Name.str() : "";
  return Error::success();
}

Error RegistryDecoder::decodeEntry(const CodeRange &Code) {
  Attempt Nearest;
  bool IsEntry = any_of(Code.Symbols, [&](uint32_t Index) {
    return Object.symbols()[Index].Name == EntryName;
  });
  bool HasRegistry = false;
  for (const Location &Place : dataReferences(Object, Code)) {
    if (!Place.isDefined() || Object.sections()[Place.Section].IsCode)
      continue;
    Attempt Found = decodeModule(Place, IsEntry || isNamedLikeModule(Place));
    if (Work > Object.workLimit())
      return inputError(Object.file(), "registries overlap");
    if (Found.Registry || Found.IsKnown) {
      HasRegistry = true;
      if (Error E = keep(std::move(Found), &Code))
        return E;
    } else if (!Found.Fault.empty() && Found.Depth > Nearest.Depth) {
      Nearest = std::move(Found);
    }
  }
  if (HasRegistry || Nearest.Depth == Attempt::None)
    return Error::success();
  return inputError(Object.file(),
                    quoted(Object.symbols()[Code.Symbols.front()].Name) + ": " +
                        Nearest.Fault);
}

/// Does not follow code of linked files: there a module is an object of a
/// pointer's size with the structure of a module. Without sizes, names tell.
Error RegistryDecoder::decodeLinkedModules() {
  for (const ImageSymbol &Symbol : Object.symbols()) {
    Location Place = {Symbol.Section, Symbol.Offset, 0};
    if (!Symbol.isDefined() || Symbol.Kind != ImageSymbol::Object ||
        (Object.hasSymbolSizes() && Symbol.Size != Object.pointerSize()))
      continue;
    bool IsNamedAsModule = isNamedLikeModule(Place);
    if (!Object.hasSymbolSizes() && !IsNamedAsModule)
      continue;
    Attempt Found = decodeModule(Place, IsNamedAsModule);
    if (Work > Object.workLimit())
      return inputError(Object.file(), "registries overlap");
    if (Found.Registry && (IsNamedAsModule || Found.Registry->Count != 0)) {
      if (Error E = keep(std::move(Found), nullptr))
        return E;
    } else if (IsNamedAsModule && Found.Depth >= Attempt::Names) {
      return inputError(Object.file(),
                        quoted(Symbol.Name) + ": " + Found.Fault);
    }
  }
  return Error::success();
}

/// A record says what its registry must be.
Error RegistryDecoder::decodeRecorded(const FoundRecord &Record) {
  Attempt Found = decodeRegistry(Record.Registry, /*IsNamedAsModule=*/true);
  if (Work > Object.workLimit())
    return inputError(Object.file(), "registries overlap");
  auto Fault = [&](const Twine &Reason) {
    return inputError(Object.file(), "the registry of model " +
                                         quoted(Record.Result.Model) + ": " +
                                         Reason);
  };
  if (!Found.Registry && !Found.IsKnown)
    return Fault(Found.Fault);
  if (Found.Registry)
    if (Error E = keep(std::move(Found), nullptr))
      return E;
  InspectedRegistry &Known =
      Registries[{Record.Registry.Section, Record.Registry.Offset}].Registry;
  // The names of a registry without functions do not tell.
  if (Known.Count == 0 && Record.Head.NumFunctions == 0)
    Known.Abi = Record.Result.Abi;
  if (Known.Abi != Record.Result.Abi ||
      Known.Count != Record.Result.NumFunctions)
    return Fault("it has " + plural(Known.Count, "function") + " in the ABI " +
                 Known.Abi + ", its record says " +
                 Twine(Record.Result.NumFunctions) + " in " +
                 Record.Result.Abi);
  return Error::success();
}

Error RegistryDecoder::decode(std::vector<InspectedRegistry> &Result) {
  for (const CodeRange &Code : Functions)
    if (Error E = decodeEntry(Code))
      return E;
  if (Object.isLinked())
    if (Error E = decodeLinkedModules())
      return E;
  for (const FoundRecord &Record : Records)
    if (Error E = decodeRecorded(Record))
      return E;

  std::multimap<uint32_t, Kept *> ByEntry;
  for (auto &[Place, TheKept] : Registries)
    ByEntry.emplace(TheKept.EntrySymbol, &TheKept);
  for (const auto &[Entry, TheKept] : ByEntry)
    Result.push_back(std::move(TheKept->Registry));
  return Error::success();
}

Error metaobj::decodeRegistries(const ObjectImage &Object,
                                ArrayRef<CodeRange> Functions,
                                ArrayRef<FoundRecord> Records,
                                Inspection &Result) {
  return RegistryDecoder(Object, Functions, Records, Result.Parts)
      .decode(Result.Registries);
}
