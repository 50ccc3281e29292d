//===- WasmFile.cpp - A relocatable WebAssembly object --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cursor reads all numbers, and keeps the first error. Every element of a
// list takes at least a byte, so loops over counts end with the file. No memory
// is reserved for a count.
//
//===----------------------------------------------------------------------===//

#include "Object/WasmFile.h"

#include "Base/Wording.h"
#include "Object/WasmText.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Wasm.h"

using namespace llvm;
using namespace metaobj;

bool WasmSymbol::isFunction() const {
  return Kind == wasm::WASM_SYMBOL_TYPE_FUNCTION;
}
bool WasmSymbol::isData() const { return Kind == wasm::WASM_SYMBOL_TYPE_DATA; }
bool WasmSymbol::isUndefined() const {
  return Flags & wasm::WASM_SYMBOL_UNDEFINED;
}
bool WasmSymbol::isLocal() const {
  return (Flags & wasm::WASM_SYMBOL_BINDING_MASK) ==
         wasm::WASM_SYMBOL_BINDING_LOCAL;
}
bool WasmSymbol::isWeak() const {
  return (Flags & wasm::WASM_SYMBOL_BINDING_MASK) ==
         wasm::WASM_SYMBOL_BINDING_WEAK;
}

const WasmFunction *WasmFile::functionOf(const WasmSymbol &Symbol) const {
  if (!Symbol.isFunction() || Symbol.Element < NumImportedFunctions)
    return nullptr;
  return &Functions[Symbol.Element - NumImportedFunctions];
}

namespace {

constexpr uint8_t FunctionTypeForm = 0x60;
constexpr uint8_t LinkingVersion = 2;

/// Operators of the constant expressions that place segments.
enum : uint8_t { GlobalGet = 0x23, I32Const = 0x41, I64Const = 0x42 };

/// Value types of more bytes than one: references to types.
enum : uint8_t { RefNull = 0x63, Ref = 0x64 };

class WasmReader {
public:
  Expected<WasmFile> read(StringRef Contents, bool MayBeLinked);

private:
  Error readSection(uint8_t Id, StringRef Contents);
  Error readCustom(StringRef Contents);
  Error readTypes(WasmCursor Section);
  Error readImports(WasmCursor Section);
  Error readMemories(WasmCursor Section);
  Error readFunctions(WasmCursor Section);
  Error readCode(StringRef Contents);
  Error readData(WasmCursor Section);
  Error readLinking(WasmCursor Section);
  Error readSegmentInfo(WasmCursor Part);
  Error readSymbols(WasmCursor Part);
  Error readSymbol(WasmCursor &Part);
  Error readRelocations(WasmCursor Section);
  Error readFeatures(WasmCursor Section);
  bool readLimits(WasmCursor &Section);
  Expected<std::optional<uint64_t>> readPlace(WasmCursor &Section,
                                              const Twine &Subject);
  Error check(bool MayBeLinked);
  Error readLinked();
  Error readExports(WasmCursor Section);
  Error readElements(WasmCursor Section);
  Error readNames(WasmCursor Section);
  Error addName(uint64_t Function, StringRef Name, WasmCursor &Section);

  WasmFile File;
  std::vector<StringRef> ImportedFunctions;
  struct Section {
    bool IsCustom;
    uint64_t Size; ///< Of the contents, without the name of a custom section.
  };
  std::vector<Section> Sections; ///< In front of the one that is read.
  std::optional<uint32_t> CodeSection;
  std::optional<uint32_t> DataSection;
  bool HasLinking = false;
  /// Contents of sections that only linked modules need.
  StringRef Exports, Elements, Names;
};

} // namespace

static Error wasmFault(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

/// One type of a value; its first byte stands for those of more.
static char readValueType(WasmCursor &Section) {
  uint8_t Type = Section.byte();
  if (Type == RefNull || Type == Ref)
    Section.signedNumber();
  return static_cast<char>(Type);
}

Error WasmReader::readTypes(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    uint8_t Form = Section.byte();
    if (Section && Form != FunctionTypeForm)
      return wasmFault("type " + Twine(I) + " has form " +
                       Twine(unsigned(Form)) + "; function types are known");
    WasmSignature &Type = File.Types.emplace_back();
    for (std::string *List : {&Type.Params, &Type.Results})
      for (uint64_t J = 0, Size = Section.number(); J != Size && Section; ++J)
        *List += readValueType(Section);
  }
  return Section.finish();
}

/// Are the addresses, or indexes, of 64 bits?
bool WasmReader::readLimits(WasmCursor &Section) {
  uint8_t Flags = Section.byte();
  Section.number();
  if (Flags & wasm::WASM_LIMITS_FLAG_HAS_MAX)
    Section.number();
  return Flags & wasm::WASM_LIMITS_FLAG_IS_64;
}

Error WasmReader::readImports(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    Section.name();
    StringRef Field = Section.name();
    switch (uint8_t Kind = Section.byte()) {
    case wasm::WASM_EXTERNAL_FUNCTION:
      Section.number();
      ImportedFunctions.push_back(Field);
      break;
    case wasm::WASM_EXTERNAL_TABLE:
      readValueType(Section);
      readLimits(Section);
      break;
    case wasm::WASM_EXTERNAL_MEMORY:
      File.Is64 = readLimits(Section);
      break;
    case wasm::WASM_EXTERNAL_GLOBAL:
      readValueType(Section);
      Section.byte();
      break;
    case wasm::WASM_EXTERNAL_TAG:
      Section.byte();
      Section.number();
      break;
    default:
      return wasmFault("import " + Twine(I) + " is of unknown kind " +
                       Twine(unsigned(Kind)));
    }
  }
  File.NumImportedFunctions = ImportedFunctions.size();
  return Section.finish();
}

/// Objects import their memory, linked modules have one.
Error WasmReader::readMemories(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I)
    File.Is64 = readLimits(Section);
  return Section.finish();
}

Error WasmReader::readFunctions(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    uint64_t Type = Section.number();
    if (Section && Type >= File.Types.size())
      return wasmFault("function " + Twine(I) + " has type " + Twine(Type) +
                       " of " + Twine(File.Types.size()));
    File.Functions.emplace_back().Type = static_cast<uint32_t>(Type);
  }
  return Section.finish();
}

Error WasmReader::readCode(StringRef Contents) {
  File.Code = Contents;
  WasmCursor Section(Contents);
  uint64_t Count = Section.number();
  if (Section && Count != File.Functions.size())
    return wasmFault("has code for " + Twine(Count) + " of " +
                     plural(File.Functions.size(), "function"));
  for (WasmFunction &Function : File.Functions) {
    uint64_t Size = Section.number();
    Function.Offset = Section.tell();
    Function.Size = Section.take(Size).size();
  }
  return Section.finish();
}

/// A constant expression: a place, or nullopt if a loader decides.
Expected<std::optional<uint64_t>> WasmReader::readPlace(WasmCursor &Section,
                                                        const Twine &Subject) {
  std::optional<uint64_t> Place;
  for (unsigned Number = 0; Section; ++Number) {
    uint8_t Operator = Section.byte();
    if (Operator == wasm::WASM_OPCODE_END)
      break;
    Place = std::nullopt;
    if (Operator == I32Const || Operator == I64Const) {
      auto Value = static_cast<uint64_t>(Section.signedNumber());
      if (Number == 0)
        Place = Operator == I32Const ? static_cast<uint32_t>(Value) : Value;
    } else if (Operator == GlobalGet) {
      Section.number();
    } else {
      return wasmFault(Subject + " is placed by operator " +
                       Twine(unsigned(Operator)) + "; constants are known");
    }
  }
  return Place;
}

Error WasmReader::readData(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    uint64_t Flags = Section.number();
    if (Flags & wasm::WASM_DATA_SEGMENT_HAS_MEMINDEX)
      Section.number();
    // In objects the place in memory is the linker's affair.
    Expected<std::optional<uint64_t>> Place = std::nullopt;
    if (!(Flags & wasm::WASM_DATA_SEGMENT_IS_PASSIVE))
      Place = readPlace(Section, "data segment " + Twine(I));
    if (!Place)
      return Place.takeError();
    uint64_t Size = Section.number();
    WasmSegment &Segment = File.Segments.emplace_back();
    Segment.Address = *Place;
    Segment.Offset = Section.tell();
    Segment.Bytes = Section.take(Size);
  }
  return Section.finish();
}

Error WasmReader::addName(uint64_t Function, StringRef Name,
                          WasmCursor &Section) {
  uint64_t Count = File.NumImportedFunctions + File.Functions.size();
  if (Section && Function >= Count)
    return wasmFault(quoted(Name) + " is the name of function " +
                     Twine(Function) + " of " + Twine(Count));
  if (Section)
    File.FunctionNames.push_back({static_cast<uint32_t>(Function), Name});
  return Error::success();
}

Error WasmReader::readExports(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    StringRef Name = Section.name();
    uint8_t Kind = Section.byte();
    uint64_t Index = Section.number();
    if (Kind == wasm::WASM_EXTERNAL_FUNCTION)
      if (Error E = addName(Index, Name, Section))
        return E;
  }
  return Section.finish();
}

/// Subsections with lists of numbers and names.
Error WasmReader::readNames(WasmCursor Section) {
  while (!Section.atEnd()) {
    uint8_t Kind = Section.byte();
    WasmCursor Part(Section.name());
    if (!Section || (Kind != wasm::WASM_NAMES_FUNCTION &&
                     Kind != wasm::WASM_NAMES_DATA_SEGMENT))
      continue;
    for (uint64_t I = 0, Count = Part.number(); I != Count && Part; ++I) {
      uint64_t Index = Part.number();
      StringRef Name = Part.name();
      if (Kind == wasm::WASM_NAMES_FUNCTION) {
        if (Error E = addName(Index, Name, Part))
          return E;
      } else if (Part && Index < File.Segments.size()) {
        File.Segments[Index].Name = Name;
      }
    }
    if (Error E = Part.finish())
      return E;
  }
  return Section.finish();
}

/// Segments that fill the table at the start: their functions by index.
Error WasmReader::readElements(WasmCursor Section) {
  enum : uint64_t { IsNotActive = 1, HasTable = 2, HasExpressions = 4 };
  uint64_t NumFunctions = File.NumImportedFunctions + File.Functions.size();
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    uint64_t Flags = Section.number();
    if (Section && Flags >= HasExpressions)
      return wasmFault("element segment " + Twine(I) + " has form " +
                       Twine(Flags) + "; lists of functions are known");
    bool IsActive = !(Flags & IsNotActive);
    if (IsActive && (Flags & HasTable))
      Section.number();
    Expected<std::optional<uint64_t>> Place = std::nullopt;
    if (IsActive)
      Place = readPlace(Section, "element segment " + Twine(I));
    if (!Place)
      return Place.takeError();
    if (Flags != 0)
      Section.byte(); // The kind of element: functions.
    for (uint64_t J = 0, Size = Section.number(); J != Size && Section; ++J) {
      uint64_t Function = Section.number();
      if (Section && Function >= NumFunctions)
        return wasmFault("element " + Twine(J) + " of segment " + Twine(I) +
                         " is function " + Twine(Function) + " of " +
                         Twine(NumFunctions));
      if (*Place && Section)
        File.Table[**Place + J] = static_cast<uint32_t>(Function);
    }
  }
  return Section.finish();
}

Error WasmReader::readSegmentInfo(WasmCursor Part) {
  uint64_t Count = Part.number();
  if (Part && Count != File.Segments.size())
    return wasmFault("names " + Twine(Count) + " of " +
                     plural(File.Segments.size(), "data segment"));
  for (WasmSegment &Segment : File.Segments) {
    Segment.Name = Part.name();
    uint64_t Alignment = Part.number();
    if (Part && Alignment > 32)
      return wasmFault("data segment " + quoted(Segment.Name) +
                       " is aligned to 2^" + Twine(Alignment));
    Segment.Alignment = uint64_t(1) << std::min<uint64_t>(Alignment, 32);
    Part.number();
  }
  return Part.finish();
}

Error WasmReader::readSymbol(WasmCursor &Part) {
  WasmSymbol Symbol;
  Symbol.Kind = Part.byte();
  Symbol.Flags = static_cast<uint32_t>(Part.number());
  switch (Symbol.Kind) {
  case wasm::WASM_SYMBOL_TYPE_FUNCTION:
  case wasm::WASM_SYMBOL_TYPE_GLOBAL:
  case wasm::WASM_SYMBOL_TYPE_TAG:
  case wasm::WASM_SYMBOL_TYPE_TABLE: {
    uint64_t Index = Part.number();
    if (!Symbol.isUndefined() ||
        (Symbol.Flags & wasm::WASM_SYMBOL_EXPLICIT_NAME))
      Symbol.Name = Part.name();
    if (!Symbol.isFunction() || !Part)
      break;
    if (Index >= ImportedFunctions.size() + File.Functions.size() ||
        Symbol.isUndefined() != (Index < ImportedFunctions.size()))
      return wasmFault("function symbol " + Twine(File.Symbols.size()) +
                       " is function " + Twine(Index) + " of " +
                       Twine(ImportedFunctions.size()) + " imported and " +
                       Twine(File.Functions.size()) + " others");
    Symbol.Element = static_cast<uint32_t>(Index);
    if (Symbol.Name.empty() && Symbol.isUndefined())
      Symbol.Name = ImportedFunctions[Index];
    break;
  }
  case wasm::WASM_SYMBOL_TYPE_DATA: {
    Symbol.Name = Part.name();
    if (Symbol.isUndefined())
      break;
    uint64_t Segment = Part.number();
    Symbol.Offset = Part.number();
    Symbol.Size = Part.number();
    if (Part && Segment >= File.Segments.size())
      return wasmFault("symbol " + quoted(Symbol.Name) +
                       " is in data segment " + Twine(Segment) + " of " +
                       Twine(File.Segments.size()));
    Symbol.Element = static_cast<uint32_t>(Segment);
    break;
  }
  case wasm::WASM_SYMBOL_TYPE_SECTION: {
    uint64_t Index = Part.number();
    if (Part && (Index >= Sections.size() || !Sections[Index].IsCustom))
      return wasmFault("symbol " + Twine(File.Symbols.size()) +
                       " is of section " + Twine(Index) +
                       ", which is not a custom section in front of it");
    break;
  }
  default:
    return wasmFault("symbol " + Twine(File.Symbols.size()) +
                     " is of unknown kind " + Twine(unsigned(Symbol.Kind)));
  }
  File.Symbols.push_back(Symbol);
  return Error::success();
}

Error WasmReader::readSymbols(WasmCursor Part) {
  for (uint64_t I = 0, Count = Part.number(); I != Count && Part; ++I)
    if (Error E = readSymbol(Part))
      return E;
  return Part.finish();
}

Error WasmReader::readLinking(WasmCursor Section) {
  HasLinking = true;
  uint64_t Version = Section.number();
  if (Section && Version != LinkingVersion)
    return wasmFault("its linking section has version " + Twine(Version) +
                     "; version " + Twine(unsigned(LinkingVersion)) +
                     " is known");
  while (!Section.atEnd()) {
    uint8_t Kind = Section.byte();
    StringRef Part = Section.name();
    Error E = Error::success();
    if (Section && Kind == wasm::WASM_SEGMENT_INFO)
      E = readSegmentInfo(WasmCursor(Part));
    else if (Section && Kind == wasm::WASM_SYMBOL_TABLE)
      E = readSymbols(WasmCursor(Part));
    if (E)
      return E;
  }
  return Section.finish();
}

/// R_WASM_FUNCTION_INDEX_I32, which LLVM 16 does not know.
static constexpr uint8_t FunctionIndexI32 = 26;

/// Bytes that a relocation of \p Type changes.
static uint64_t changedBytes(uint8_t Type) {
  switch (Type) {
  case wasm::R_WASM_TABLE_INDEX_I32:
  case wasm::R_WASM_MEMORY_ADDR_I32:
  case wasm::R_WASM_FUNCTION_OFFSET_I32:
  case wasm::R_WASM_SECTION_OFFSET_I32:
  case wasm::R_WASM_GLOBAL_INDEX_I32:
  case wasm::R_WASM_MEMORY_ADDR_LOCREL_I32:
  case FunctionIndexI32:
    return 4;
  case wasm::R_WASM_TABLE_INDEX_I64:
  case wasm::R_WASM_MEMORY_ADDR_I64:
  case wasm::R_WASM_FUNCTION_OFFSET_I64:
    return 8;
  case wasm::R_WASM_MEMORY_ADDR_LEB64:
  case wasm::R_WASM_MEMORY_ADDR_SLEB64:
  case wasm::R_WASM_MEMORY_ADDR_REL_SLEB64:
  case wasm::R_WASM_MEMORY_ADDR_TLS_SLEB64:
  case wasm::R_WASM_TABLE_INDEX_SLEB64:
  case wasm::R_WASM_TABLE_INDEX_REL_SLEB64:
    return 10;
  default: // Numbers of up to 32 bits in their longest form.
    return 5;
  }
}

Error WasmReader::readRelocations(WasmCursor Section) {
  uint64_t Target = Section.number();
  if (Section && Target >= Sections.size())
    return wasmFault("relocations are for section " + Twine(Target) + " of " +
                     Twine(Sections.size()));
  std::vector<WasmRelocation> Others; // Of debug information.
  std::vector<WasmRelocation> &List =
      CodeSection && Target == *CodeSection   ? File.CodeRelocations
      : DataSection && Target == *DataSection ? File.DataRelocations
                                              : Others;
  uint64_t Last = 0;
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    WasmRelocation Relocation = {};
    Relocation.Type = Section.byte();
    Relocation.Offset = Section.number();
    uint64_t Index = Section.number();
    if (wasm::relocTypeHasAddend(Relocation.Type))
      Relocation.Addend = Section.signedNumber();
    auto Fault = [&Relocation](const Twine &Subject) {
      return wasmFault("a relocation at offset 0x" +
                       Twine::utohexstr(Relocation.Offset) + " " + Subject);
    };
    uint64_t Limit = Relocation.Type == wasm::R_WASM_TYPE_INDEX_LEB
                         ? File.Types.size()
                         : File.Symbols.size();
    if (Section && Index >= Limit)
      return Fault("names number " + Twine(Index) + " of " + Twine(Limit));
    uint64_t Size = Section ? Sections[Target].Size : 0;
    uint64_t Bytes = changedBytes(Relocation.Type);
    if (Section &&
        (Relocation.Offset > Size || Size - Relocation.Offset < Bytes))
      return Fault("changes " + Twine(Bytes) + " bytes of a section of " +
                   Twine(Size));
    if (Section && Relocation.Offset < Last)
      return Fault("is behind one at offset 0x" + Twine::utohexstr(Last));
    Last = Relocation.Offset;
    Relocation.Index = static_cast<uint32_t>(Index);
    if (Section)
      List.push_back(Relocation);
  }
  return Section.finish();
}

Error WasmReader::readFeatures(WasmCursor Section) {
  for (uint64_t I = 0, Count = Section.number(); I != Count && Section; ++I) {
    char Prefix = static_cast<char>(Section.byte());
    File.Features.push_back(Prefix + Section.name().str());
  }
  return Section.finish();
}

Error WasmReader::readCustom(StringRef Contents) {
  WasmCursor Section(Contents);
  StringRef Name = Section.name();
  StringRef Rest = Contents.drop_front(Section ? Section.tell() : 0);
  if (Error E = Section.finish())
    return E;
  if (Name == "linking")
    return readLinking(WasmCursor(Rest));
  if (Name.starts_with("reloc."))
    return readRelocations(WasmCursor(Rest));
  if (Name == "name")
    Names = Rest;
  if (Name == "target_features")
    return readFeatures(WasmCursor(Rest));
  if (Name == "dylink" || Name == "dylink.0")
    return wasmFault("is a shared WebAssembly library, whose addresses a "
                     "loader decides; expected a relocatable object");
  File.OtherSections.push_back({Name, Rest});
  return Error::success();
}

Error WasmReader::readSection(uint8_t Id, StringRef Contents) {
  switch (Id) {
  case wasm::WASM_SEC_CUSTOM:
    return readCustom(Contents);
  case wasm::WASM_SEC_TYPE:
    return readTypes(WasmCursor(Contents));
  case wasm::WASM_SEC_IMPORT:
    return readImports(WasmCursor(Contents));
  case wasm::WASM_SEC_FUNCTION:
    return readFunctions(WasmCursor(Contents));
  case wasm::WASM_SEC_EXPORT:
    Exports = Contents;
    return Error::success();
  case wasm::WASM_SEC_ELEM:
    Elements = Contents;
    return Error::success();
  case wasm::WASM_SEC_MEMORY:
    return readMemories(WasmCursor(Contents));
  case wasm::WASM_SEC_CODE:
    CodeSection = Sections.size();
    return readCode(Contents);
  case wasm::WASM_SEC_DATA:
    DataSection = Sections.size();
    return readData(WasmCursor(Contents));
  default:
    return Error::success();
  }
}

Error WasmReader::readLinked() {
  File.IsLinked = true;
  for (const auto &[Index, Name] : enumerate(ImportedFunctions))
    File.FunctionNames.push_back({static_cast<uint32_t>(Index), Name});
  if (!Names.empty())
    if (Error E = readNames(WasmCursor(Names)))
      return E;
  if (!Exports.empty())
    if (Error E = readExports(WasmCursor(Exports)))
      return E;
  if (!Elements.empty())
    if (Error E = readElements(WasmCursor(Elements)))
      return E;
  return Error::success();
}

/// Checks that several sections fit together.
Error WasmReader::check(bool MayBeLinked) {
  if (!HasLinking && !MayBeLinked)
    return wasmFault("is a linked WebAssembly module; expected a relocatable "
                     "object, as compilers write it with -c");
  if (!File.Functions.empty() && !CodeSection)
    return wasmFault("has no code for its functions");
  return HasLinking ? Error::success() : readLinked();
}

Expected<WasmFile> WasmReader::read(StringRef Contents, bool MayBeLinked) {
  WasmCursor Whole(Contents);
  Whole.take(WasmHeaderSize);
  while (!Whole.atEnd()) {
    uint8_t Id = Whole.byte();
    StringRef Section = Whole.name();
    if (!Whole)
      break;
    if (Error E = readSection(Id, Section))
      return E;
    bool IsCustom = Id == wasm::WASM_SEC_CUSTOM;
    WasmCursor Named(Section);
    if (IsCustom)
      Named.name();
    Sections.push_back({IsCustom, Section.size() - Named.tell()});
  }
  if (Error E = Whole.finish())
    return E;
  if (Error E = check(MayBeLinked))
    return E;
  return std::move(File);
}

static Expected<WasmFile> readWasm(MemoryBufferRef Buffer, StringRef Name,
                                   bool MayBeLinked) {
  StringRef Contents = Buffer.getBuffer();
  uint32_t Version =
      WasmCursor(Contents.drop_front(std::min<size_t>(Contents.size(), 4)))
          .word();
  if (!Contents.starts_with(StringRef("\0asm", 4)) ||
      Version != wasm::WasmVersion)
    return inputError(Name, "is of WebAssembly version " + Twine(Version) +
                                "; expected version " +
                                Twine(wasm::WasmVersion));
  Expected<WasmFile> File = WasmReader().read(Contents, MayBeLinked);
  if (!File)
    return inputError(Name, File.takeError());
  return File;
}

Expected<WasmFile> metaobj::readWasmFile(MemoryBufferRef Buffer,
                                         StringRef Name) {
  return readWasm(Buffer, Name, /*MayBeLinked=*/false);
}

Expected<WasmFile> metaobj::readWasmModule(MemoryBufferRef Buffer,
                                           StringRef Name) {
  return readWasm(Buffer, Name, /*MayBeLinked=*/true);
}
