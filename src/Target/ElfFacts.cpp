//===- ElfFacts.cpp - What an ELF object tells of its target --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/ElfFacts.h"

#include "Target/Families.h"

#include "Object/ElfFile.h"

#include <optional>

using namespace llvm;
using namespace metaobj;

/// As many as a message has room for.
static constexpr uint64_t MostFixedReferences = 4;

namespace {

/// One walk over one object.
class Reader {
public:
  Reader(const ElfFile &File, const TargetFamily &Family, ElfFacts &Facts)
      : File(File), Family(Family), Facts(Facts) {}

  Error run();

private:
  Error readFunctions(const ElfSection &Table);
  Error readRelocations(const ElfSection &Table);
  void recordUse(const ElfRelocation &Relocation, const ElfSection &Relocated,
                 const ElfSymbols &Symbols);
  bool isFixed(RelocationUse Use, const ElfSection &Relocated);
  bool doesTell(const ElfSymbols &Symbols, const ElfSymbol &Symbol) const;
  StringRef nameOf(const ElfSymbols &Symbols, const ElfSymbol &Symbol) const;

  const ElfFile &File;
  const TargetFamily &Family;
  ElfFacts &Facts;
  bool SawPositionIndependent = false;
};

} // namespace

/// Takes note of a relocation's use. Does it hold at a fixed address only?
bool Reader::isFixed(RelocationUse Use, const ElfSection &Relocated) {
  switch (Use) {
  case RelocationUse::Neutral:
  case RelocationUse::Direct:
    return false;
  case RelocationUse::PositionIndependent:
    SawPositionIndependent = true;
    return false;
  case RelocationUse::AbsoluteCode:
    Facts.AbsoluteCode |= Relocated.isCode();
    return true;
  case RelocationUse::Pointer:
    // The section of constant pointers shows the relocation model: read-only
    // data, or data that a loader relocates first. .got2 is a table of
    // addresses in objects for 32-bit PowerPC.
    if (Relocated.isWritable() && (Relocated.Name.starts_with(".data.rel.ro") ||
                                   Relocated.Name == ".got2"))
      SawPositionIndependent = true;
    Facts.HasConstantPointers |= !Relocated.isWritable() && !Relocated.isCode();
    return !Relocated.isWritable();
  }
  return false;
}

/// For messages; empty if the file does not tell it.
StringRef Reader::nameOf(const ElfSymbols &Symbols,
                         const ElfSymbol &Symbol) const {
  if (Symbol.Type != ELF::STT_SECTION)
    return expectedToOptional(Symbols.name(Symbol)).value_or("");
  return Symbol.Section < File.Sections.size()
             ? File.Sections[Symbol.Section].Name
             : "";
}

/// Does an address of \p Symbol say where the image may lie?
bool Reader::doesTell(const ElfSymbols &Symbols,
                      const ElfSymbol &Symbol) const {
  // Static code also reaches weak symbols through the GOT: they may stay
  // undefined, and then their address is too far away for any other way.
  if (Symbol.isWeak() && Symbol.isUndefined())
    return false;
  // A number is the same wherever the image lies.
  if (Symbol.Section == ELF::SHN_ABS)
    return false;
  return !Symbol.isUndefined() || !Family.isOwnPlace(nameOf(Symbols, Symbol));
}

void Reader::recordUse(const ElfRelocation &Relocation,
                       const ElfSection &Relocated, const ElfSymbols &Symbols) {
  // Without a symbol it is a number, or continues the relocation before it.
  if (Relocation.Symbol == 0)
    return;
  std::optional<ElfSymbol> Symbol;
  if (Relocation.Symbol < Symbols.size())
    Symbol = Symbols[Relocation.Symbol];
  if (Symbol && !doesTell(Symbols, *Symbol))
    return;
  RelocationUse Use = Family.use(Relocation.Type);
  Facts.ReachesOthersDirectly |= Use == RelocationUse::Direct && Symbol &&
                                 Symbol->isUndefined() &&
                                 Symbol->visibility() == ELF::STV_DEFAULT;
  if (!isFixed(Use, Relocated))
    return;
  if (Facts.FixedReferenceCount++ < MostFixedReferences)
    Facts.FixedReferences.push_back(
        {Relocated.Name.str(), Relocation.Offset, Relocation.Type,
         Symbol ? nameOf(Symbols, *Symbol).str() : ""});
}

Error Reader::readRelocations(const ElfSection &Table) {
  Expected<const ElfSection *> Relocated = File.section(Table.Info);
  if (!Relocated)
    return Relocated.takeError();
  // Debug information and unwind tables have absolute addresses in any code.
  StringRef Name = (*Relocated)->Name;
  if (!(*Relocated)->isLoaded() || Name.starts_with(".eh_frame") ||
      Name.starts_with(".ARM.ex"))
    return Error::success();
  Expected<ElfSymbols> Symbols = File.symbols(Table.Link);
  if (!Symbols)
    return Symbols.takeError();
  Expected<ElfTable<ElfRelocation>> Relocations = File.relocations(Table);
  if (!Relocations)
    return Relocations.takeError();
  for (const ElfRelocation &Relocation : Relocations->entries())
    recordUse(Relocation, **Relocated, *Symbols);
  return Error::success();
}

Error Reader::readFunctions(const ElfSection &Table) {
  Expected<ElfSymbols> Symbols = File.symbols(Table.Number);
  if (!Symbols)
    return Symbols.takeError();
  for (const ElfSymbol &Symbol : Symbols->entries())
    if (Symbol.Type == ELF::STT_FUNC && !Symbol.isUndefined())
      Facts.FunctionBits |= Symbol.Other & ~ElfSymbol::VisibilityMask;
  return Error::success();
}

Error Reader::run() {
  for (const ElfSection &Section : File.Sections) {
    Facts.HasStackNote |= Section.Name == ".note.GNU-stack";
    Facts.HasCode |=
        Section.isLoaded() && Section.isCode() && Section.Size != 0;
    Facts.HasDescriptors |= Section.Name == ".opd";
    if (Section.Name == ".note.gnu.property")
      if (Error E = File.contents(Section).moveInto(Facts.PropertyNote))
        return E;
    if (Family.isAttributeSection(Section.Name, Section.Type)) {
      Expected<StringRef> Contents = File.contents(Section);
      if (!Contents)
        return Contents.takeError();
      Facts.Attributes.push_back({Section.Name.str(), Section.Type,
                                  Section.Flags, Section.Alignment,
                                  Contents->str()});
    } else if (Section.Type == ELF::SHT_SYMTAB) {
      if (Error E = readFunctions(Section))
        return E;
    } else if (Section.isRelocations()) {
      if (Error E = readRelocations(Section))
        return E;
    }
  }
  // Code that must lie at a fixed address makes the whole image do so.
  if (Facts.FixedReferenceCount)
    Facts.Evidence = Placement::Static;
  else if (SawPositionIndependent)
    Facts.Evidence = Placement::PositionIndependent;
  else if (Facts.HasCode)
    Facts.Evidence = Family.placement(Facts);
  return Error::success();
}

Expected<ElfFacts> metaobj::readElfFacts(MemoryBufferRef Buffer) {
  ElfFacts Facts;
  Facts.Name = Buffer.getBufferIdentifier().str();
  if (!hasElfType(Buffer.getBuffer()))
    return inputError(Facts.Name, "is not an ELF object");
  Expected<ElfFile> File = readElfFile(Buffer, Facts.Name);
  if (!File)
    return File.takeError();
  if (!File->isRelocatable())
    return inputError(Facts.Name, "is a linked ELF file; expected a "
                                  "relocatable object");
  Facts.Is64 = File->Is64;
  Facts.IsLittleEndian = File->IsLittleEndian;
  Facts.Machine = File->Machine;
  Facts.OsAbi = File->OsAbi;
  Facts.Flags = File->Flags;
  if (const TargetFamily *Family = familyOfElf(Facts.Machine))
    if (Error E = Reader(*File, *Family, Facts).run())
      return inputError(Facts.Name, std::move(E));
  return Facts;
}

Expected<uint32_t> metaobj::joinElfFlags(MemoryBufferRef Emitted,
                                         uint32_t Operators) {
  Expected<ElfFile> File = readElfFile(Emitted, Emitted.getBufferIdentifier());
  if (!File)
    return File.takeError();
  const TargetFamily *Family = familyOfElf(File->Machine);
  return Family ? Family->elfFlags(Operators, File->Flags) : Operators;
}
