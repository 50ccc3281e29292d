//===- CoffImage.cpp - Reading a COFF object ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addend is stored at the relocation's place: in a pointer, in the field of
// an x86 instruction, or in the immediates of ADRP and the next instruction. An
// x86 field counts from its own end. The relocation's type includes this, so
// the addend is relative to the data.
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"

#include "Object/CoffFile.h"
#include "Target/FormatFacts.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Where a relocation keeps its addend.
enum class AddendPlace {
  None, ///< The relocation tells nothing of data.
  Word32,
  Word64,
  AdrImmediate,
  AddImmediate,
  LoadImmediate,
};

struct RelocationForm {
  AddendPlace Place = AddendPlace::None;
  bool IsPointer = false;
};

} // namespace

static RelocationForm formOfAmd64(uint16_t Type) {
  switch (Type) {
  case COFF::IMAGE_REL_AMD64_ADDR64:
    return {AddendPlace::Word64, true};
  case COFF::IMAGE_REL_AMD64_ADDR32:
  case COFF::IMAGE_REL_AMD64_REL32:
  case COFF::IMAGE_REL_AMD64_REL32_1:
  case COFF::IMAGE_REL_AMD64_REL32_2:
  case COFF::IMAGE_REL_AMD64_REL32_3:
  case COFF::IMAGE_REL_AMD64_REL32_4:
  case COFF::IMAGE_REL_AMD64_REL32_5:
    return {AddendPlace::Word32, false};
  default:
    return {};
  }
}

static RelocationForm formOfI386(uint16_t Type) {
  switch (Type) {
  case COFF::IMAGE_REL_I386_DIR32:
    return {AddendPlace::Word32, true};
  case COFF::IMAGE_REL_I386_REL32:
    return {AddendPlace::Word32, false};
  default:
    return {};
  }
}

static RelocationForm formOfArm64(uint16_t Type) {
  switch (Type) {
  case COFF::IMAGE_REL_ARM64_ADDR64:
    return {AddendPlace::Word64, true};
  case COFF::IMAGE_REL_ARM64_PAGEBASE_REL21:
  case COFF::IMAGE_REL_ARM64_REL21:
    return {AddendPlace::AdrImmediate, false};
  case COFF::IMAGE_REL_ARM64_PAGEOFFSET_12A:
    return {AddendPlace::AddImmediate, false};
  case COFF::IMAGE_REL_ARM64_PAGEOFFSET_12L:
    return {AddendPlace::LoadImmediate, false};
  default:
    return {};
  }
}

static RelocationForm formOf(uint16_t Machine, uint16_t Type) {
  switch (Machine) {
  case COFF::IMAGE_FILE_MACHINE_AMD64:
    return formOfAmd64(Type);
  case COFF::IMAGE_FILE_MACHINE_I386:
    return formOfI386(Type);
  default:
    return formOfArm64(Type);
  }
}

/// The addend at the start of \p Bytes; nullopt when they are too few.
static std::optional<int64_t> readAddend(AddendPlace Place, StringRef Bytes) {
  if (Bytes.size() < (Place == AddendPlace::Word64 ? 8 : 4))
    return std::nullopt;
  if (Place == AddendPlace::Word64)
    return support::endian::read64le(Bytes.data());
  uint32_t Word = support::endian::read32le(Bytes.data());
  uint32_t Immediate12 = Word >> 10 & 0xFFF;
  switch (Place) {
  case AddendPlace::AdrImmediate:
    return SignExtend64<21>((Word >> 29 & 3) | (Word >> 5 & 0x7FFFF) << 2);
  case AddendPlace::AddImmediate:
    return Immediate12;
  case AddendPlace::LoadImmediate:
    // Counted in units of what is loaded.
    return int64_t(Immediate12) << (Word >> 30);
  default:
    return SignExtend64<32>(Word);
  }
}

static ImageSymbol imageSymbol(const CoffSymbol &From, const CoffFile &Coff) {
  ImageSymbol Symbol;
  Symbol.Name = From.Name;
  const CoffSection *Section = Coff.sectionOf(From);
  if (Section) {
    Symbol.Section = From.Section;
    Symbol.Offset = From.Value;
  }
  Symbol.IsLocal = !From.isGlobal();
  if (From.IsFunction)
    Symbol.Kind = ImageSymbol::Function;
  else if (From.IsSectionDefinition)
    Symbol.Kind = ImageSymbol::SectionStart;
  else if (From.StorageClass == COFF::IMAGE_SYM_CLASS_FILE)
    Symbol.Kind = ImageSymbol::File;
  else if (Section && !Section->isCode())
    Symbol.Kind = ImageSymbol::Object;
  return Symbol;
}

/// A weak function is an undefined symbol that names another as its default.
static void resolveWeakSymbols(const CoffFile &Coff,
                               std::vector<ImageSymbol> &Symbols) {
  for (size_t I = 0; I != Coff.Symbols.size(); ++I) {
    std::optional<uint32_t> Default = Coff.Symbols[I].Default;
    if (!Default || Coff.Symbols[I].Section != 0)
      continue;
    const CoffSymbol &Target = Coff.Symbols[*Default];
    if (!Coff.sectionOf(Target))
      continue;
    ImageSymbol &Symbol = Symbols[I + 1];
    Symbol.Section = Target.Section;
    Symbol.Offset = Target.Value;
    Symbol.Kind = Target.IsFunction ? ImageSymbol::Function : Symbol.Kind;
  }
}

static std::vector<ImageRelocation> imageRelocations(const CoffSection &Section,
                                                     uint16_t Machine) {
  std::vector<ImageRelocation> Result;
  for (const CoffRelocation &TheCoffRelocation : Section.Relocations) {
    RelocationForm Form = formOf(Machine, TheCoffRelocation.Type);
    if (Form.Place == AddendPlace::None ||
        TheCoffRelocation.Offset > Section.Bytes.size())
      continue;
    std::optional<int64_t> Addend = readAddend(
        Form.Place, Section.Bytes.drop_front(TheCoffRelocation.Offset));
    if (!Addend)
      continue;
    ImageRelocation Relocation;
    Relocation.Offset = TheCoffRelocation.Offset;
    Relocation.Type = ResolvedRelocation;
    Relocation.Symbol = TheCoffRelocation.Symbol + 1;
    Relocation.Addend = *Addend;
    Relocation.IsPointer = Form.IsPointer;
    Result.push_back(Relocation);
  }
  return Result;
}

Expected<ImageParts> metaobj::readCoffImage(MemoryBufferRef Buffer,
                                            StringRef File) {
  Expected<CoffFile> Coff = readCoffFile(Buffer, File);
  if (!Coff)
    return Coff.takeError();
  Expected<Triple> TheTriple = tripleOf(*Coff, File);
  if (!TheTriple)
    return TheTriple.takeError();

  ImageParts Parts;
  Parts.Format = Coff->Format;
  Parts.Triple = TheTriple->str();
  Parts.IsLittleEndian = true;
  Parts.HasSymbolSizes = false;
  Parts.PointerSize = TheTriple->isArch64Bit() ? 8 : 4;
  Parts.Sections.emplace_back();
  Parts.Relocations.emplace_back();
  for (const CoffSection &TheCoffSection : Coff->Sections) {
    ImageSection &Section = Parts.Sections.emplace_back();
    Section.Name = TheCoffSection.Name;
    Section.IsCode = TheCoffSection.isCode();
    Section.HasNoBits =
        TheCoffSection.Characteristics & COFF::IMAGE_SCN_CNT_UNINITIALIZED_DATA;
    Section.Size =
        Section.HasNoBits ? TheCoffSection.Size : TheCoffSection.Bytes.size();
    Section.Alignment = TheCoffSection.Alignment;
    Section.Bytes = Section.HasNoBits ? StringRef() : TheCoffSection.Bytes;
    Parts.Relocations.push_back(
        imageRelocations(TheCoffSection, Coff->Machine));
  }
  Parts.Symbols.emplace_back();
  for (const CoffSymbol &Symbol : Coff->Symbols)
    Parts.Symbols.push_back(imageSymbol(Symbol, *Coff));
  resolveWeakSymbols(*Coff, Parts.Symbols);
  return Parts;
}
