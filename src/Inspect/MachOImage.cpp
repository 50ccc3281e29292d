//===- MachOImage.cpp - Reading a Mach-O object ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An extern relocation names a symbol. Its addend is in place, or in another
// relocation before it (ARM64_RELOC_ADDEND). Any other relocation names a
// section, and the target's address is in place; this reader adds symbols for
// the sections. Fields of x86-64 instructions count from their end. For the
// types SIGNED_1 to SIGNED_4 the end is 1 to 4 bytes further on.
//
// Linked files have no such relocations. Their pointers have the addresses that
// are right without moving, or are links of chains (MachOFixups.cpp).
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"

#include "Object/MachOFile.h"
#include "Target/FormatFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

class SectionReader {
public:
  SectionReader(const MachOFile &File, const MachOSection &Section,
                unsigned PointerSize)
      : File(File), Section(Section), PointerSize(PointerSize) {}

  std::vector<ImageRelocation> read();

private:
  void readX64(const MachORelocation &Relocation);
  void readArm64(const MachORelocation &Relocation);
  void add(const MachORelocation &Relocation, int64_t Addend, bool IsPointer);
  int64_t stored(const MachORelocation &Relocation) const;

  const MachOFile &File;
  const MachOSection &Section;
  unsigned PointerSize;
  /// Of the last ARM64_RELOC_ADDEND.
  int64_t NextAddend = 0;
  /// The relocation belongs to the subtraction before it.
  bool IsMinuend = false;
  std::vector<ImageRelocation> Result;
};

} // namespace

int64_t SectionReader::stored(const MachORelocation &Relocation) const {
  uint64_t Size = uint64_t(1) << Relocation.Length;
  if (Relocation.Offset > Section.Bytes.size() ||
      Section.Bytes.size() - Relocation.Offset < Size)
    return 0;
  const char *Position = Section.Bytes.data() + Relocation.Offset;
  return Size == 8   ? int64_t(support::endian::read64le(Position))
         : Size == 4 ? SignExtend64<32>(support::endian::read32le(Position))
                     : 0;
}

/// \p Addend is an address when the relocation is not extern.
void SectionReader::add(const MachORelocation &Relocation, int64_t Addend,
                        bool IsPointer) {
  ImageRelocation Added;
  Added.Offset = Relocation.Offset;
  Added.Type = ResolvedRelocation;
  Added.IsPointer = IsPointer;
  Added.Addend = Addend;
  if (Relocation.IsExtern) {
    if (Relocation.Symbol >= File.Symbols.size())
      return;
    Added.Symbol = Relocation.Symbol + 1;
  } else {
    if (Relocation.Symbol == 0 || Relocation.Symbol > File.Sections.size())
      return;
    Added.Symbol = File.Symbols.size() + Relocation.Symbol;
    Added.Addend -=
        static_cast<int64_t>(File.Sections[Relocation.Symbol - 1].Address);
  }
  Result.push_back(Added);
}

void SectionReader::readX64(const MachORelocation &Relocation) {
  int64_t Behind = 0;
  switch (Relocation.Type) {
  case MachO::X86_64_RELOC_UNSIGNED:
    if (!IsMinuend)
      add(Relocation, stored(Relocation),
          (1u << Relocation.Length) == PointerSize);
    IsMinuend = false;
    return;
  case MachO::X86_64_RELOC_SUBTRACTOR:
    IsMinuend = true;
    return;
  case MachO::X86_64_RELOC_SIGNED_1:
    Behind = 1;
    break;
  case MachO::X86_64_RELOC_SIGNED_2:
    Behind = 2;
    break;
  case MachO::X86_64_RELOC_SIGNED_4:
    Behind = 4;
    break;
  case MachO::X86_64_RELOC_SIGNED:
  case MachO::X86_64_RELOC_GOT_LOAD:
  case MachO::X86_64_RELOC_GOT:
    break;
  default:
    return;
  }
  int64_t Addend = stored(Relocation) + Behind;
  if (!Relocation.IsExtern)
    Addend += static_cast<int64_t>(Section.Address + Relocation.Offset + 4);
  add(Relocation, Addend, false);
}

void SectionReader::readArm64(const MachORelocation &Relocation) {
  switch (Relocation.Type) {
  case MachO::ARM64_RELOC_UNSIGNED:
    if (!IsMinuend)
      add(Relocation, stored(Relocation),
          (1u << Relocation.Length) == PointerSize);
    IsMinuend = false;
    return;
  case MachO::ARM64_RELOC_SUBTRACTOR:
    IsMinuend = true;
    return;
  case MachO::ARM64_RELOC_ADDEND:
    NextAddend = SignExtend64<24>(Relocation.Symbol);
    return;
  case MachO::ARM64_RELOC_PAGE21:
  case MachO::ARM64_RELOC_PAGEOFF12:
  case MachO::ARM64_RELOC_GOT_LOAD_PAGE21:
  case MachO::ARM64_RELOC_GOT_LOAD_PAGEOFF12:
    if (Relocation.IsExtern)
      add(Relocation, NextAddend, false);
    break;
  default:
    break;
  }
  NextAddend = 0;
}

std::vector<ImageRelocation> SectionReader::read() {
  for (const MachORelocation &Relocation : Section.Relocations)
    if (File.CpuType == MachO::CPU_TYPE_X86_64)
      readX64(Relocation);
    else
      readArm64(Relocation);
  return std::move(Result);
}

static ImageSymbol imageSymbol(const MachOSymbol &From, const MachOFile &File) {
  ImageSymbol Symbol;
  Symbol.Name = From.Name;
  Symbol.Section = From.Section;
  Symbol.Offset = From.Offset;
  Symbol.IsLocal = !From.IsGlobal;
  if (From.IsDebug)
    Symbol.Kind = ImageSymbol::File;
  else if (From.Section)
    // The format does not tell what a symbol is.
    Symbol.Kind = File.Sections[From.Section - 1].isCode()
                      ? ImageSymbol::Function
                      : ImageSymbol::Object;
  return Symbol;
}

/// Strippers leave symbols that other files need.
static bool isLocal(const MachOSymbol &Symbol) {
  return Symbol.Section != 0 && !Symbol.IsGlobal && !Symbol.IsDebug;
}

/// Their addresses are those of initial values only.
static bool isThreadLocal(const MachOSection &Section) {
  uint32_t Type = Section.Flags & MachO::SECTION_TYPE;
  return Type == MachO::S_THREAD_LOCAL_REGULAR ||
         Type == MachO::S_THREAD_LOCAL_ZEROFILL;
}

Expected<ImageParts> metaobj::readMachOImage(MemoryBufferRef Buffer,
                                             StringRef File) {
  Expected<MachOFile> MachO = readMachOModule(Buffer, File);
  if (!MachO)
    return MachO.takeError();
  Expected<Triple> TheTriple = tripleOf(*MachO, File);
  if (!TheTriple)
    return TheTriple.takeError();

  ImageParts Parts;
  Parts.Format = MachO->Format;
  Parts.Triple = TheTriple->str();
  Parts.IsLittleEndian = true;
  Parts.HasSymbolSizes = false;
  Parts.PointerSize = MachO->Is64 ? 8 : 4;
  Parts.IsLinked = MachO->IsLinked;
  Parts.FileSize = Buffer.getBufferSize();
  Parts.HasSymbolTable = !MachO->IsLinked || any_of(MachO->Symbols, isLocal);
  Parts.Sections.emplace_back();
  Parts.Relocations.emplace_back();
  Parts.Symbols.emplace_back();
  for (const MachOSymbol &TheMachOSymbol : MachO->Symbols)
    Parts.Symbols.push_back(imageSymbol(TheMachOSymbol, *MachO));
  for (const MachOSection &TheMachOSection : MachO->Sections) {
    ImageSymbol &Symbol = Parts.Symbols.emplace_back();
    Symbol.Section = Parts.Sections.size();
    Symbol.Kind = ImageSymbol::SectionStart;
    ImageSection &Section = Parts.Sections.emplace_back();
    Section.Name = Parts.OwnNames.emplace_back(TheMachOSection.Name);
    Section.IsCode = TheMachOSection.isCode();
    Section.HasNoBits = TheMachOSection.Bytes.size() < TheMachOSection.Size;
    Section.HasAddress = MachO->IsLinked && !isThreadLocal(TheMachOSection);
    Section.Address = MachO->IsLinked ? TheMachOSection.Address : 0;
    Section.Size = TheMachOSection.Size;
    Section.Alignment = TheMachOSection.Alignment;
    Section.Bytes = TheMachOSection.Bytes;
    Parts.Relocations.push_back(
        SectionReader(*MachO, TheMachOSection, Parts.PointerSize).read());
  }
  if (Error E = addChainedFixups(*MachO, File, Parts))
    return E;
  return Parts;
}
