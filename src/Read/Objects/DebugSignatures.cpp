//===- DebugSignatures.cpp - Types that debug information tells -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Objects/DebugSignatures.h"

#include "Base/LlvmVersion.h"
#include "Object/ElfFile.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Object/RelocationResolver.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

/// Limit for one section of debug information; larger sections are not read.
/// LLVM's reader needs several times as much memory.
static constexpr uint64_t LargestDebugSection = uint64_t(1) << 26;

/// Longest chain of pointers, qualifiers and names of a type. A damaged one may
/// lead back to itself.
static constexpr unsigned LongestTypeChain = 16;

static bool isWanted(StringRef Name) {
  static constexpr StringLiteral Names[] = {".debug_info", ".debug_abbrev",
                                            ".debug_str", ".debug_line_str",
                                            ".debug_str_offsets"};
  return is_contained(Names, Name);
}

namespace {

/// The sections with declarations, decompressed, and with references between
/// them resolved. References to code and data stay as they are.
struct DebugSections {
  /// By name, without the dot.
  StringMap<std::unique_ptr<MemoryBuffer>> Contents;
  uint8_t AddressSize = 0;
  bool IsLittleEndian = false;
};

/// In a relocatable object the offsets from one section of DWARF to another are
/// relocations. LLVM's DWARFContext resolves them when it is given an
/// ELFObjectFile, whose accessors end the process on some damaged files. Here
/// of LLVM's object files only the rule of each machine for a relocation's
/// value is taken.
class DebugSectionReader {
public:
  DebugSectionReader(const ElfFile &File, const ObjectFile &Named)
      : File(File), Resolver(getRelocationResolver(Named)) {}

  std::optional<DebugSections> read();

private:
  bool addSection(const ElfSection &Section);
  bool relocate(const ElfSection &Table);
  bool relocate(const ElfRelocation &Relocation, bool HasAddend,
                const ElfSymbols &Symbols, char *Bytes);

  const ElfFile &File;
  std::pair<SupportsRelocation, RelocationResolver> Resolver;
  DebugSections Result;
  /// Bytes that can be written, by section number.
  DenseMap<uint64_t, WritableMemoryBuffer *> Writable;
};

} // namespace

bool DebugSectionReader::addSection(const ElfSection &Section) {
  std::optional<StringRef> Bytes = expectedToOptional(File.contents(Section));
  if (!Bytes)
    return false;
  uint64_t Size = Bytes->size();
  std::optional<Decompressor> Compressed;
  if (Section.Flags & ELF::SHF_COMPRESSED) {
    Compressed = expectedToOptional(Decompressor::create(
        Section.Name, *Bytes, File.IsLittleEndian, File.Is64));
    if (!Compressed)
      return false;
    Size = Compressed->getDecompressedSize();
  }
  if (Size > LargestDebugSection)
    return false;
  std::unique_ptr<WritableMemoryBuffer> Buffer =
      WritableMemoryBuffer::getNewMemBuffer(Size, Section.Name);
  if (!Buffer)
    return false;
  if (Compressed) {
    MutableArrayRef<uint8_t> Room(
        reinterpret_cast<uint8_t *>(Buffer->getBufferStart()), Size);
    if (Error E = Compressed->decompress(Room)) {
      consumeError(std::move(E));
      return false;
    }
  } else {
    copy(*Bytes, Buffer->getBufferStart());
  }
  Writable[Section.Number] = Buffer.get();
  // Two sections of a name are parts of groups: which counts is not known.
  return Result.Contents
      .try_emplace(Section.Name.drop_front(), std::move(Buffer))
      .second;
}

/// Writes the value of \p Relocation, which the four bytes at \p Bytes are for,
/// when it leads to a section of debug information. Addresses of code and data
/// are of no interest.
bool DebugSectionReader::relocate(const ElfRelocation &Relocation,
                                  bool HasAddend, const ElfSymbols &Symbols,
                                  char *Bytes) {
  if (Relocation.Symbol >= Symbols.size())
    return false;
  ElfSymbol Symbol = Symbols[Relocation.Symbol];
  if (Relocation.Symbol == 0 || Symbol.isUndefined())
    return true;
  // Section numbers that do not fit the symbol stand in a table.
  if (Symbol.Section >= File.Sections.size())
    return Symbol.Section == ELF::SHN_ABS;
  if (File.Sections[Symbol.Section].isLoaded())
    return true;
  if (!Resolver.first || !Resolver.first(Relocation.Type))
    return false;
  auto Order = File.IsLittleEndian ? Endianness::little : Endianness::big;
  uint64_t Stored = support::endian::read<uint32_t>(Bytes, Order);
  // Elsewhere the addend replaces what is stored.
  if (HasAddend && File.Machine != ELF::EM_RISCV &&
      File.Machine != ELF::EM_LOONGARCH)
    Stored = 0;
  support::endian::write<uint32_t>(
      Bytes,
      Resolver.second(Relocation.Type, Relocation.Offset, Symbol.Value, Stored,
                      Relocation.Addend),
      Order);
  return true;
}

bool DebugSectionReader::relocate(const ElfSection &Table) {
  auto Found = Writable.find(Table.Info);
  if (Found == Writable.end())
    return true;
  MutableArrayRef<char> Bytes = Found->second->getBuffer();
  auto Symbols = expectedToOptional(File.symbols(Table.Link));
  auto Relocations = expectedToOptional(File.relocations(Table));
  if (!Symbols || !Relocations)
    return false;
  return all_of(Relocations->entries(), [&](const ElfRelocation &Relocation) {
    return Bytes.size() >= sizeof(uint32_t) &&
           Relocation.Offset <= Bytes.size() - sizeof(uint32_t) &&
           relocate(Relocation, Table.Type == ELF::SHT_RELA, *Symbols,
                    Bytes.data() + Relocation.Offset);
  });
}

std::optional<DebugSections> DebugSectionReader::read() {
  Result.AddressSize = File.Is64 ? 8 : 4;
  Result.IsLittleEndian = File.IsLittleEndian;
  for (const ElfSection &Section : File.Sections)
    if (isWanted(Section.Name) && !Section.isNoBits() && !addSection(Section))
      return std::nullopt;
  if (!Result.Contents.count("debug_info"))
    return std::nullopt;
  for (const ElfSection &Section : File.Sections)
    if (Section.isRelocations() && !relocate(Section))
      return std::nullopt;
  return std::move(Result);
}

/// The sections of the ELF object \p Bytes. nullopt if it has none, or if one
/// cannot be read to its end.
static std::optional<DebugSections> readDebugSections(StringRef Bytes) {
  MemoryBufferRef Buffer(Bytes, "");
  auto File = expectedToOptional(readElfFile(Buffer, ""));
  auto Named = expectedToOptional(
      ObjectFile::createELFObjectFile(Buffer, /*InitContent=*/false));
  if (!File || !Named)
    return std::nullopt;
  return DebugSectionReader(*File, **Named).read();
}

namespace {

/// As much of a type as a call depends on.
struct ValueType {
  enum KindType { Void, Integer, Pointer, Other } Kind = Other;
  uint64_t Bytes = 0; ///< Of an integer.
  std::string Text;   ///< As C writes it.
};

} // namespace

/// Is \p Die one of a list, and not its end? LLVM's iterators run past a list
/// that damaged debug information does not end.
static bool isEntry(const DWARFDie &Die) { return Die && !Die.isNULL(); }

static std::string nameOf(const DWARFDie &Die, const char *Otherwise) {
  return dwarf::toString(Die.find(dwarf::DW_AT_name), Otherwise);
}

/// What \p Die refers to by \p Attribute: nullopt when that cannot be found,
/// and an invalid entry without the attribute.
static std::optional<DWARFDie> follow(const DWARFDie &Die,
                                      dwarf::Attribute Attribute) {
  if (!Die.find(Attribute))
    return DWARFDie();
  DWARFDie Target = Die.getAttributeValueAsReferencedDie(Attribute);
  if (!Target)
    return std::nullopt;
  return Target;
}

static ValueType describeNamed(const DWARFDie &Die) {
  ValueType Result;
  switch (Die.getTag()) {
  case dwarf::DW_TAG_base_type: {
    Result.Text = nameOf(Die, "?");
    uint64_t Encoding = dwarf::toUnsigned(Die.find(dwarf::DW_AT_encoding), 0);
    if (Encoding != dwarf::DW_ATE_float &&
        Encoding != dwarf::DW_ATE_complex_float) {
      Result.Kind = ValueType::Integer;
      Result.Bytes = dwarf::toUnsigned(Die.find(dwarf::DW_AT_byte_size), 0);
    }
    return Result;
  }
  case dwarf::DW_TAG_enumeration_type:
    Result.Kind = ValueType::Integer;
    Result.Bytes = dwarf::toUnsigned(Die.find(dwarf::DW_AT_byte_size), 0);
    Result.Text = "enum " + nameOf(Die, "");
    return Result;
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
    Result.Text = "struct " + nameOf(Die, "");
    return Result;
  case dwarf::DW_TAG_union_type:
    Result.Text = "union " + nameOf(Die, "");
    return Result;
  case dwarf::DW_TAG_subroutine_type:
    Result.Text = "function";
    return Result;
  default:
    Result.Text = "?";
    return Result;
  }
}

/// The type that \p Die has by DW_AT_type, which is void without it. nullopt
/// when that cannot be read.
static std::optional<ValueType> typeOf(const DWARFDie &Die, unsigned Depth) {
  std::optional<DWARFDie> Target = follow(Die, dwarf::DW_AT_type);
  if (!Target || Depth == LongestTypeChain)
    return std::nullopt;
  if (!*Target)
    return ValueType{ValueType::Void, 0, "void"};
  dwarf::Tag Tag = Target->getTag();
  bool IsPointer = Tag == dwarf::DW_TAG_pointer_type ||
                   Tag == dwarf::DW_TAG_reference_type ||
                   Tag == dwarf::DW_TAG_array_type;
  bool IsQualifier =
      Tag == dwarf::DW_TAG_const_type || Tag == dwarf::DW_TAG_volatile_type ||
      Tag == dwarf::DW_TAG_restrict_type || Tag == dwarf::DW_TAG_atomic_type;
  if (!IsPointer && !IsQualifier && Tag != dwarf::DW_TAG_typedef)
    return describeNamed(*Target);
  std::optional<ValueType> Inner = typeOf(*Target, Depth + 1);
  if (!Inner)
    return std::nullopt;
  if (IsPointer) {
    bool IsNested = !Inner->Text.empty() && Inner->Text.back() == '*';
    return ValueType{ValueType::Pointer, 0,
                     Inner->Text + (IsNested ? "*" : " *")};
  }
  if (Tag == dwarf::DW_TAG_typedef)
    Inner->Text = nameOf(*Target, "?");
  else if (Tag == dwarf::DW_TAG_const_type && Inner->Kind != ValueType::Pointer)
    Inner->Text = "const " + Inner->Text;
  return Inner;
}

/// C's int has 16 bits where pointers have 16; TVM writes int32_t there, too.
static bool isInt(const ValueType &Type) {
  return Type.Kind == ValueType::Integer &&
         (Type.Bytes == 2 || Type.Bytes == 4);
}

static bool isPacked(const ValueType &Result, ArrayRef<ValueType> Params) {
  constexpr size_t NumArgs = 2, WithoutResource = 5, All = 6;
  if (!isInt(Result) ||
      (Params.size() != WithoutResource && Params.size() != All))
    return false;
  for (const auto &[Index, Type] : enumerate(Params))
    if (Index == NumArgs ? !isInt(Type) : Type.Kind != ValueType::Pointer)
      return false;
  return true;
}

/// The type of the function \p Die; nullopt when it cannot be told.
static std::optional<DebugSignature> signatureOf(const DWARFDie &Die) {
  std::optional<ValueType> Result = typeOf(Die, 0);
  if (!Result)
    return std::nullopt;
  std::vector<ValueType> Params;
  std::string Text;
  for (DWARFDie Child = Die.getFirstChild(); isEntry(Child);
       Child = Child.getSibling()) {
    bool IsRest = Child.getTag() == dwarf::DW_TAG_unspecified_parameters;
    if (!IsRest && Child.getTag() != dwarf::DW_TAG_formal_parameter)
      continue;
    std::optional<ValueType> Type =
        IsRest ? ValueType{ValueType::Other, 0, "..."} : typeOf(Child, 0);
    // Without a type of its own it would be the copy of another function's.
    if (!Type || Type->Kind == ValueType::Void)
      return std::nullopt;
    Text += (Params.empty() ? "" : ", ") + Type->Text;
    Params.push_back(std::move(*Type));
  }
  // Little debug information (-g1) leaves all of them out.
  if (Params.empty())
    return std::nullopt;
  DebugSignature Signature = {isPacked(*Result, Params),
                              Result->Text + " (" + Text + ")"};
  if (isInt(*Result) && all_of(Params, [](const ValueType &TheValueType) {
        return TheValueType.Kind == ValueType::Pointer;
      }))
    Signature.Pointers = Params.size();
  return Signature;
}

static bool isGlobalFunction(const DWARFDie &Die) {
  return Die.getTag() == dwarf::DW_TAG_subprogram &&
         Die.find(dwarf::DW_AT_external) && !Die.find(dwarf::DW_AT_declaration);
}

StringMap<DebugSignature>
metaobj::readDebugSignatures(const OperatorObject &Object) {
  StringMap<DebugSignature> Result;
  StringRef Bytes = Object.Bytes->getBuffer();
  if (identify_magic(Bytes) != file_magic::elf_relocatable)
    return Result;
  std::optional<DebugSections> Sections = readDebugSections(Bytes);
  if (!Sections)
    return Result;
  auto Ignore = [](Error E) { consumeError(std::move(E)); };
  std::unique_ptr<DWARFContext> Context =
      DWARFContext::create(Sections->Contents, Sections->AddressSize,
                           Sections->IsLittleEndian, Ignore, Ignore);
  for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units()) {
    // The sections' offsets were resolved as those of 32-bit DWARF.
    if (Unit->getFormat() != dwarf::DWARF32)
      continue;
    DWARFDie Root = Unit->getUnitDIE(/*ExtractUnitDIEOnly=*/false);
    if (!Root)
      continue;
    for (DWARFDie Die = Root.getFirstChild(); isEntry(Die);
         Die = Die.getSibling()) {
      if (!isGlobalFunction(Die))
        continue;
      StringRef Name = dwarf::toString(
          Die.find({dwarf::DW_AT_linkage_name, dwarf::DW_AT_name}), "");
      if (Name.empty())
        continue;
      if (std::optional<DebugSignature> Type = signatureOf(Die))
        Result.try_emplace(Name, std::move(*Type));
    }
  }
  return Result;
}
