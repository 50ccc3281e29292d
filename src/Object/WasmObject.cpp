//===- WasmObject.cpp - Parameters in a WebAssembly object ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// WasmFile.h introduces the format. Each new section of parameters is a data
// segment at the end of the data section. Its name, alignment and symbols go to
// the ends of their lists in the section "linking". So no number changes. Three
// more sections change: the import of the memory has its size in pages, "data
// count" has the number of segments, and "reloc.DATA" has the pointers of the
// tables with their addends. All other sections stay as they are.
//
// Numbers have as many bytes as they need (LEB128), so these sections are
// written again. Sizes of sections always have five bytes, as LLVM writes them.
//
//===----------------------------------------------------------------------===//

#include "Object/EditableObject.h"
#include "Object/WasmFile.h"
#include "Object/WasmText.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Wasm.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

using namespace llvm;
using namespace metaobj;

namespace {

/// Bytes of a size that is written before what it counts.
constexpr unsigned SizeWidth = 5;

/// Memory is counted in pages.
constexpr uint64_t PageSize = 65536;

/// Of a segment, its description, and a group: nothing special.
constexpr uint64_t NoFlags = 0;

constexpr StringLiteral LinkingName = "linking";
constexpr StringLiteral DataRelocationsName = "reloc.DATA";

class WasmObject final : public EditableObject {
public:
  Error take(SmallVector<char, 0> Bytes);

  uint32_t addGroup() override;
  uint32_t addSection(StringRef Name, uint64_t Alignment, uint64_t Size,
                      ArrayRef<Part> Parts, uint32_t Group,
                      bool IsWritable) override;
  void setSignature(uint32_t Group, uint32_t Symbol) override;
  Error defineSymbol(const DataSymbol &TheDataSymbol) override;
  std::vector<uint32_t> addSymbols(ArrayRef<DataSymbol> New) override;
  Error writeTable(StringRef Symbol,
                   function_ref<void(Table &)> Write) override;
  Expected<uint32_t> findSymbol(StringRef Name) const override;
  Expected<FileContents> finish() override;

private:
  /// A section of the file, or of "linking".
  struct Section {
    uint8_t Id;
    StringRef Name; ///< Of a custom section.
    StringRef Contents;
  };
  struct Segment {
    StringRef Name;
    uint64_t Alignment;
    uint64_t Size;
    ArrayRef<Part> Parts;
    std::string Head; ///< Flags, address and size, as the file has them.
  };

  /// A COMDAT group.
  struct Group {
    StringRef Name;
    std::vector<uint32_t> Segments;
  };

  Error takeSections();
  void addDataSection();
  uint64_t addressOfNewSegments() const;
  uint64_t placeSegments();
  Error checkSizes(uint64_t MemorySize) const;
  std::string imports(StringRef Old, uint64_t MemorySize) const;
  std::string linking(StringRef Old) const;
  std::string symbols(StringRef Old) const;
  std::string segmentInfo(StringRef Old) const;
  std::string groups() const;
  std::string relocations(uint64_t Shift) const;
  uint32_t segmentCount() const { return File.Segments.size() + New.size(); }

  /// Appends a section with the contents \p Written. The caller appends \p More
  /// bytes to it.
  void put(FileContents &Output, const Section &Sec, std::string Written,
           uint64_t More = 0);
  void putData(FileContents &Output, const Section &Sec, StringRef OldSegments);

  SmallVector<char, 0> Bytes;
  WasmFile File;
  std::vector<Section> Sections;
  MutableArrayRef<char> Data; ///< Contents of the data section.
  char NoSegments[1] = {0};   ///< Those of one without segments.
  uint32_t DataNumber = 0;    ///< Of the data section.
  std::vector<WasmRelocation> Relocations;
  std::vector<Segment> New;
  std::vector<Group> Groups;
  DenseMap<uint32_t, StringRef> Signatures; ///< Names of weak symbols.
  /// What follows the names of undefined symbols that are defined here, by
  /// their numbers.
  std::map<uint32_t, std::string> Defined;
  std::string NewSymbols;
  uint32_t NewSymbolCount = 0;
  /// Data to which the file refers.
  std::vector<std::unique_ptr<std::string>> WrittenParts;
};

} // namespace

/// The memory's limits in the imports \p Section, and all that follows; empty
/// if the memory is not the first import.
static StringRef memoryLimits(StringRef Section) {
  WasmCursor Cursor(Section);
  Cursor.number();
  Cursor.name();
  Cursor.name();
  return Cursor.byte() == wasm::WASM_EXTERNAL_MEMORY ? Cursor.rest() : "";
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Error WasmObject::takeSections() {
  WasmCursor Cursor(
      StringRef(Bytes.data(), Bytes.size()).drop_front(WasmHeaderSize));
  bool HasMemory = false;
  while (!Cursor.atEnd()) {
    uint8_t Id = Cursor.byte();
    StringRef Contents = Cursor.name();
    StringRef Name;
    if (Id == wasm::WASM_SEC_CUSTOM) {
      WasmCursor Custom(Contents);
      Name = Custom.name();
      Contents = Custom.rest();
    }
    if (Id == wasm::WASM_SEC_DATA) {
      DataNumber = Sections.size();
      Data = {const_cast<char *>(Contents.data()), Contents.size()};
    }
    if (Id == wasm::WASM_SEC_IMPORT)
      HasMemory = !memoryLimits(Contents).empty();
    Sections.push_back({Id, Name, Contents});
  }
  if (!HasMemory)
    return malformed("no memory");
  if (Data.empty())
    addDataSection();
  return Error::success();
}

/// A module without data has no section for it. Custom sections follow.
void WasmObject::addDataSection() {
  Data = NoSegments;
  auto Place = find_if(Sections, [](const Section &Sec) {
    return Sec.Id == wasm::WASM_SEC_CUSTOM;
  });
  DataNumber = Place - Sections.begin();
  Sections.insert(Place, {wasm::WASM_SEC_DATA, "",
                          StringRef(NoSegments, sizeof(NoSegments))});
}

Error WasmObject::take(SmallVector<char, 0> Taken) {
  Bytes = std::move(Taken);
  Expected<WasmFile> Read = readWasmFile(
      MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "object"),
      "the object that LLVM wrote");
  if (!Read)
    return Read.takeError();
  File = std::move(*Read);
  Relocations = File.DataRelocations;
  return takeSections();
}

Expected<std::unique_ptr<EditableObject>>
metaobj::readWasmObject(SmallVector<char, 0> Bytes) {
  auto Object = std::make_unique<WasmObject>();
  if (Error E = Object->take(std::move(Bytes)))
    return E;
  return Object;
}

//===----------------------------------------------------------------------===//
// Segments and symbols
//===----------------------------------------------------------------------===//

uint32_t WasmObject::addGroup() {
  Groups.emplace_back();
  return Groups.size();
}

uint32_t WasmObject::addSection(StringRef Name, uint64_t Alignment,
                                uint64_t Size, ArrayRef<Part> Parts,
                                uint32_t Group, bool) {
  uint32_t Number = segmentCount();
  if (Group)
    Groups[Group - 1].Segments.push_back(Number);
  New.push_back({Name.empty() ? ".rodata" : keep(Name), Alignment, Size,
                 keep(Parts), ""});
  return Number;
}

static uint32_t symbolFlags(const DataSymbol &Symbol) {
  uint32_t Flags = Symbol.IsWeak ? wasm::WASM_SYMBOL_BINDING_WEAK : 0;
  switch (Symbol.Visibility) {
  case ParamVisibility::Local:
    return Flags | wasm::WASM_SYMBOL_BINDING_LOCAL;
  case ParamVisibility::Hidden:
    return Flags | wasm::WASM_SYMBOL_VISIBILITY_HIDDEN;
  case ParamVisibility::Global:
    return Flags;
  }
  llvm_unreachable("all visibilities are covered");
}

void WasmObject::setSignature(uint32_t Group, uint32_t Symbol) {
  Groups[Group - 1].Name = Signatures[Symbol];
}

Error WasmObject::defineSymbol(const DataSymbol &TheDataSymbol) {
  Expected<uint32_t> Number = findSymbol(TheDataSymbol.Name);
  if (!Number)
    return Number.takeError();
  const WasmSymbol &Symbol = File.Symbols[*Number];
  if (!Symbol.isData() || !Symbol.isUndefined())
    return malformed("a second symbol '" + TheDataSymbol.Name + "'");
  Defined[*Number] = leb(TheDataSymbol.Section) + leb(TheDataSymbol.Offset) +
                     leb(TheDataSymbol.Size);
  return Error::success();
}

std::vector<uint32_t> WasmObject::addSymbols(ArrayRef<DataSymbol> Added) {
  std::vector<uint32_t> Numbers;
  Numbers.reserve(Added.size());
  raw_string_ostream OS(NewSymbols);
  for (const DataSymbol &Symbol : Added) {
    Numbers.push_back(File.Symbols.size() + NewSymbolCount++);
    if (Symbol.IsWeak)
      Signatures[Numbers.back()] = keep(Symbol.Name);
    OS << static_cast<char>(wasm::WASM_SYMBOL_TYPE_DATA);
    encodeULEB128(symbolFlags(Symbol), OS);
    OS << counted(Symbol.Name);
    encodeULEB128(Symbol.Section, OS);
    encodeULEB128(Symbol.Offset, OS);
    encodeULEB128(Symbol.Size, OS);
  }
  return Numbers;
}

Expected<uint32_t> WasmObject::findSymbol(StringRef Name) const {
  for (const auto &[Number, Symbol] : enumerate(File.Symbols))
    if (Symbol.Name == Name)
      return Number;
  return malformed("no symbol '" + Name + "'");
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Error WasmObject::writeTable(StringRef Name,
                             function_ref<void(Table &)> Write) {
  Expected<uint32_t> Number = findSymbol(Name);
  if (!Number)
    return Number.takeError();
  const WasmSymbol &Symbol = File.Symbols[*Number];
  if (!Symbol.isData() || Symbol.isUndefined())
    return malformed("no place for '" + Name + "'");
  const WasmSegment &In = File.Segments[Symbol.Element];
  if (Symbol.Offset > In.Bytes.size() ||
      Symbol.Size > In.Bytes.size() - Symbol.Offset)
    return malformed("no room for '" + Name + "'");
  uint64_t Begin = In.Offset + Symbol.Offset;
  auto Probe = find_if(Relocations, [Begin](const WasmRelocation &Relocation) {
    return Relocation.Offset == Begin;
  });
  if (Probe == Relocations.end())
    return malformed("no relocation for '" + Name + "'");
  uint8_t Type = Probe->Type;
  std::vector<WasmRelocation> Behind(Probe + 1, Relocations.end());
  Relocations.erase(Probe, Relocations.end());
  auto AddPointer = [&](uint64_t Offset, uint32_t Target, uint64_t Addend) {
    Relocations.push_back(
        {Type, Begin + Offset, Target, static_cast<int64_t>(Addend)});
  };
  // LLVM writes where it has placed the symbol, which linkers overwrite.
  Error Failure =
      fillTable(Name, Data.slice(Begin, Symbol.Size),
                {File.Is64 ? 8u : 4u, Endianness::little, /*HasAddends=*/false},
                AddPointer, Write);
  Relocations.insert(Relocations.end(), Behind.begin(), Behind.end());
  return Failure;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The end in memory of LLVM's segments, which lie one behind the other.
uint64_t WasmObject::addressOfNewSegments() const {
  uint64_t Address = 0;
  for (const WasmSegment &Segment : File.Segments)
    Address = alignTo(Address, Segment.Alignment) + Segment.Bytes.size();
  return Address;
}

/// Gives new segments addresses; returns the size of the memory.
uint64_t WasmObject::placeSegments() {
  uint64_t Address = addressOfNewSegments();
  for (Segment &Seg : New) {
    Address = SaturatingAdd(Address,
                            offsetToAlignment(Address, Align(Seg.Alignment)));
    // Addresses of 32 bits are signed there, too.
    int64_t Operand = File.Is64 ? static_cast<int64_t>(Address)
                                : static_cast<int32_t>(Address);
    Seg.Head = leb(NoFlags);
    Seg.Head += static_cast<char>(File.Is64 ? wasm::WASM_OPCODE_I64_CONST
                                            : wasm::WASM_OPCODE_I32_CONST);
    Seg.Head += signedLeb(Operand);
    Seg.Head += static_cast<char>(wasm::WASM_OPCODE_END);
    Seg.Head += leb(Seg.Size);
    Address = SaturatingAdd(Address, Seg.Size);
  }
  return Address;
}

Error WasmObject::checkSizes(uint64_t MemorySize) const {
  constexpr uint64_t LargestSection = std::numeric_limits<uint32_t>::max();
  uint64_t Size = Data.size();
  for (const Segment &Seg : New)
    Size = SaturatingAdd(Size, Seg.Head.size() + Seg.Size);
  if (Size > LargestSection)
    return createStringError(inconvertibleErrorCode(),
                             "the data section would have " + Twine(Size) +
                                 " bytes, and those of WebAssembly end at " +
                                 Twine(LargestSection));
  constexpr uint64_t LargestMemory = uint64_t(1) << 32;
  if (File.Is64 || MemorySize <= LargestMemory)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "the data would take " + Twine(MemorySize) +
                               " bytes of memory, and 32-bit WebAssembly has " +
                               Twine(LargestMemory));
}

/// The imports \p Old, whose first is the memory, with a memory of at least
/// \p MemorySize bytes.
std::string WasmObject::imports(StringRef Old, uint64_t MemorySize) const {
  WasmCursor Cursor(memoryLimits(Old));
  Cursor.byte();
  StringRef Before = Old.drop_back(Cursor.rest().size());
  Cursor.number();
  return Before.str() + leb(divideCeil(MemorySize, PageSize)) +
         Cursor.rest().str();
}

std::string WasmObject::symbols(StringRef Old) const {
  if (Defined.empty())
    return extended(Old, NewSymbolCount, NewSymbols);
  // Everything is copied but for the flags of what is now defined, and the
  // place that follows its name.
  WasmCursor Cursor(Old);
  uint64_t Count = Cursor.number();
  std::string Result = leb(Count);
  for (uint32_t Number = 0; Number != Count; ++Number) {
    StringRef Start = Cursor.rest();
    const WasmSymbol &Symbol = File.Symbols[Number];
    uint8_t Kind = Cursor.byte();
    Cursor.number();
    if (Symbol.isData()) {
      Cursor.name();
      for (unsigned I = 0; I != 3 && !Symbol.isUndefined(); ++I)
        Cursor.number();
    } else {
      Cursor.number();
      bool HasName = !Symbol.isUndefined() ||
                     Symbol.Flags & wasm::WASM_SYMBOL_EXPLICIT_NAME;
      if (HasName && Kind != wasm::WASM_SYMBOL_TYPE_SECTION)
        Cursor.name();
    }
    auto Place = Defined.find(Number);
    if (Place == Defined.end())
      Result += Start.drop_back(Cursor.rest().size());
    else
      Result += std::string(1, static_cast<char>(Kind)) +
                leb(Symbol.Flags & ~wasm::WASM_SYMBOL_UNDEFINED) +
                counted(Symbol.Name) + Place->second;
  }
  return extended(Result, NewSymbolCount, NewSymbols);
}

std::string WasmObject::segmentInfo(StringRef Old) const {
  std::string Added;
  for (const Segment &Seg : New) {
    Added += counted(Seg.Name);
    Added += leb(Log2_64(Seg.Alignment));
    Added += leb(NoFlags);
  }
  return extended(Old, New.size(), Added);
}

/// All COMDAT groups: LLVM's module, which has no parameters, has none.
std::string WasmObject::groups() const {
  std::string Result = leb(Groups.size());
  for (const Group &TheGroup : Groups) {
    Result += counted(TheGroup.Name);
    Result += leb(NoFlags);
    Result += leb(TheGroup.Segments.size());
    for (uint32_t Segment : TheGroup.Segments)
      Result += leb(wasm::WASM_COMDAT_DATA) + leb(Segment);
  }
  return Result;
}

/// The section "linking": a version and parts.
std::string WasmObject::linking(StringRef Old) const {
  WasmCursor Cursor(Old);
  std::string Result = leb(Cursor.number());
  auto Put = [&Result](uint8_t Kind, StringRef Part) {
    Result += static_cast<char>(Kind);
    Result += leb(Part.size(), SizeWidth);
    Result += Part;
  };
  bool HasSymbols = false, HasSegments = false;
  while (!Cursor.atEnd()) {
    uint8_t Kind = Cursor.byte();
    std::string Part = Cursor.name().str();
    if (Kind == wasm::WASM_SYMBOL_TABLE) {
      HasSymbols = true;
      Part = symbols(Part);
    } else if (Kind == wasm::WASM_SEGMENT_INFO) {
      HasSegments = true;
      Part = segmentInfo(Part);
    }
    Put(Kind, Part);
  }
  // Lists that a module without symbols or data lacks have no entries.
  StringRef NoEntries(NoSegments, sizeof(NoSegments));
  if (!HasSymbols)
    Put(wasm::WASM_SYMBOL_TABLE, symbols(NoEntries));
  if (!HasSegments)
    Put(wasm::WASM_SEGMENT_INFO, segmentInfo(NoEntries));
  if (!Groups.empty())
    Put(wasm::WASM_COMDAT_INFO, groups());
  return Result;
}

/// The section "reloc.DATA": the number of its section, and all relocations.
std::string WasmObject::relocations(uint64_t Shift) const {
  std::string Result = leb(DataNumber) + leb(Relocations.size());
  raw_string_ostream OS(Result);
  for (const WasmRelocation &Relocation : Relocations) {
    OS << static_cast<char>(Relocation.Type);
    encodeULEB128(Relocation.Offset + Shift, OS);
    encodeULEB128(Relocation.Index, OS);
    if (wasm::relocTypeHasAddend(Relocation.Type))
      encodeSLEB128(Relocation.Addend, OS);
  }
  OS.flush();
  return Result;
}

void WasmObject::put(FileContents &Output, const Section &Sec,
                     std::string Written, uint64_t More) {
  bool IsCustom = Sec.Id == wasm::WASM_SEC_CUSTOM;
  std::string Name = IsCustom ? counted(Sec.Name) : "";
  std::string Head(1, static_cast<char>(Sec.Id));
  Head += leb(Name.size() + Written.size() + More, SizeWidth);
  for (std::string &Part :
       {std::ref(Head), std::ref(Name), std::ref(Written)}) {
    WrittenParts.push_back(std::make_unique<std::string>(std::move(Part)));
    Output.append(*WrittenParts.back());
  }
}

/// The data section: the number of segments, those of LLVM, and new ones.
void WasmObject::putData(FileContents &Output, const Section &Sec,
                         StringRef OldSegments) {
  uint64_t Size = OldSegments.size();
  for (const Segment &Seg : New)
    Size += Seg.Head.size() + Seg.Size;
  put(Output, Sec, leb(segmentCount()), Size);
  Output.append(OldSegments);
  for (const Segment &Seg : New) {
    Output.append(Seg.Head);
    Output.append(Seg.Parts, Seg.Size);
  }
}

Expected<FileContents> WasmObject::finish() {
  uint64_t MemorySize = placeSegments();
  if (Error E = checkSizes(MemorySize))
    return E;
  WasmCursor AtData(StringRef(Data.data(), Data.size()));
  AtData.number();
  StringRef OldSegments = AtData.rest();
  uint64_t Shift =
      leb(segmentCount()).size() - (Data.size() - OldSegments.size());

  FileContents Output;
  Output.append(StringRef(Bytes.data(), WasmHeaderSize));
  for (const Section &Sec : Sections) {
    if (Sec.Id == wasm::WASM_SEC_IMPORT)
      put(Output, Sec, imports(Sec.Contents, MemorySize));
    else if (Sec.Id == wasm::WASM_SEC_DATACOUNT)
      put(Output, Sec, leb(segmentCount()));
    else if (Sec.Id == wasm::WASM_SEC_DATA)
      putData(Output, Sec, OldSegments);
    else if (Sec.Name == LinkingName)
      put(Output, Sec, linking(Sec.Contents));
    else if (Sec.Name == DataRelocationsName)
      put(Output, Sec, relocations(Shift));
    else
      put(Output, Sec, Sec.Contents.str());
  }
  return Output;
}
