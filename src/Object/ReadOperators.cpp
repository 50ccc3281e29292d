//===- ReadOperators.cpp - Descriptions of operators in objects -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/CoffFile.h"
#include "Object/ElfType.h"
#include "Object/IrModule.h"
#include "Object/MachOFile.h"
#include "Object/ObjectFormat.h"
#include "Object/OperatorText.h"
#include "Object/WasmFile.h"
#include "metaobj-c/metaobj_operator.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::object;

namespace metaobj {

using Descriptions = std::vector<OperatorDescription>;

/// ELFFile's accessors check all that they are asked for.
template <class ELFT>
static Expected<Descriptions> readElfOperators(MemoryBufferRef Object) {
  StringRef Name = Object.getBufferIdentifier();
  Descriptions Result;
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Object.getBuffer());
  if (!File)
    return inputError(Name, File.takeError());
  if (File->getHeader().e_type != ELF::ET_REL)
    return Result;
  auto Sections = File->sections();
  if (!Sections)
    return inputError(Name, Sections.takeError());
  for (const typename ELFT::Shdr &Section : *Sections) {
    if (Section.sh_type == ELF::SHT_NULL || Section.sh_type == ELF::SHT_NOBITS)
      continue;
    Expected<StringRef> SectionName = File->getSectionName(Section);
    if (!SectionName)
      return inputError(Name, SectionName.takeError());
    if (*SectionName != METAOBJ_OPERATORS_SECTION)
      continue;
    Expected<ArrayRef<uint8_t>> Bytes = File->getSectionContents(Section);
    if (!Bytes)
      return inputError(Name, Bytes.takeError());
    if (Error E = parseOperators(toStringRef(*Bytes), Name, Result))
      return E;
  }
  return Result;
}

static Expected<Descriptions> readElfOperatorsOfAny(MemoryBufferRef Object) {
  return withElfType(Object.getBuffer(), [&]<class ELFT>(ELFT) {
    return readElfOperators<ELFT>(Object);
  });
}

/// The descriptions in the section \p Wanted, in a file of one of our readers.
template <class File, class Section>
static Expected<Descriptions>
readOperatorsOf(Expected<File> Read, std::vector<Section> File::*Sections,
                StringRef Wanted, StringRef Name) {
  if (!Read)
    return Read.takeError();
  Descriptions Result;
  for (const Section &Each : (*Read).*Sections)
    if (Each.Name == Wanted)
      if (Error E = parseOperators(Each.Bytes, Name, Result))
        return E;
  return Result;
}

Expected<Descriptions> readOperators(MemoryBufferRef Object) {
  StringRef Name = Object.getBufferIdentifier();
  if (std::optional<ObjectFormat> Format = objectFormatOf(Object.getBuffer()))
    switch (*Format) {
    case ObjectFormat::Elf:
      return readElfOperatorsOfAny(Object);
    case ObjectFormat::Coff:
      return readOperatorsOf(readCoffFile(Object, Name), &CoffFile::Sections,
                             METAOBJ_OPERATORS_SECTION, Name);
    case ObjectFormat::MachO:
      return readOperatorsOf(readMachOFile(Object, Name), &MachOFile::Sections,
                             METAOBJ_OPERATORS_SECTION_MACHO, Name);
    case ObjectFormat::Wasm:
      return readOperatorsOf(readWasmFile(Object, Name),
                             &WasmFile::OtherSections,
                             METAOBJ_OPERATORS_SECTION, Name);
    }
  Expected<std::unique_ptr<IrModule>> Read =
      IrModule::read(Object, DiagnosticConsumer());
  if (!Read)
    return Read.takeError();
  return readOperators(***Read);
}

} // namespace metaobj
