//===- ElfFinish.cpp - Last changes to an ELF object ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM writes the section header table last. It is cut off, new contents are
// put in its place, and the table goes behind them again: no other offset in
// the file changes.
//
//===----------------------------------------------------------------------===//

#include "ElfFinish.h"

#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

namespace {

template <class ELFT> class Finisher {
public:
  Finisher(SmallVectorImpl<char> &Object) : Object(Object) {}

  Error run(std::optional<uint32_t> Flags,
            ArrayRef<AttributeSection> Attributes);
  Error dropStackNote();

private:
  using Ehdr = typename ELFT::Ehdr;
  using Shdr = typename ELFT::Shdr;

  Ehdr &header() { return *reinterpret_cast<Ehdr *>(Object.data()); }

  /// Takes the section header table off the end of the file.
  Error detachSections();
  /// Puts it back, aligned.
  void attachSections();

  /// Appends \p Contents to the file; returns its offset.
  uint64_t append(StringRef Contents, uint64_t Align);

  Shdr *find(StringRef Name, uint32_t Type);
  void replace(Shdr &Section, const AttributeSection &New);
  void add(const AttributeSection &New);

  SmallVectorImpl<char> &Object;
  std::vector<Shdr> Sections;
  std::string SectionNames;
};

} // namespace

static Error malformed(const Twine &Reason) {
  return createStringError(inconvertibleErrorCode(),
                           "the object that LLVM wrote has " + Reason.str());
}

template <class ELFT> Error Finisher<ELFT>::detachSections() {
  Expected<ELFFile<ELFT>> File =
      ELFFile<ELFT>::create(StringRef(Object.data(), Object.size()));
  if (!File)
    return File.takeError();
  Expected<typename ELFT::ShdrRange> Table = File->sections();
  if (!Table)
    return Table.takeError();
  Sections.assign(Table->begin(), Table->end());
  uint64_t Offset = header().e_shoff;
  if (Offset + Sections.size() * sizeof(Shdr) != Object.size())
    return malformed("bytes behind its section header table");
  // Beyond this the header's fields stand for others, which are not kept here.
  if (Sections.size() + 64 >= ELF::SHN_LORESERVE)
    return malformed("more sections than can be added to");
  if (header().e_shstrndx >= Sections.size())
    return malformed("no section names");
  Expected<StringRef> Names = File->getSectionStringTable(*Table);
  if (!Names)
    return Names.takeError();
  SectionNames = Names->str();
  Object.truncate(Offset);
  return Error::success();
}

template <class ELFT> void Finisher<ELFT>::attachSections() {
  StringRef Bytes(reinterpret_cast<const char *>(Sections.data()),
                  Sections.size() * sizeof(Shdr));
  uint64_t Offset = append(Bytes, sizeof(typename ELFT::uint));
  header().e_shoff = Offset;
  header().e_shnum = Sections.size();
}

template <class ELFT>
uint64_t Finisher<ELFT>::append(StringRef Contents, uint64_t Align) {
  Object.resize(alignTo(Object.size(), std::max<uint64_t>(Align, 1)));
  uint64_t Offset = Object.size();
  Object.append(Contents.begin(), Contents.end());
  return Offset;
}

template <class ELFT>
typename Finisher<ELFT>::Shdr *Finisher<ELFT>::find(StringRef Name,
                                                    uint32_t Type) {
  for (Shdr &Section : Sections)
    if (Section.sh_type == Type &&
        StringRef(SectionNames).substr(Section.sh_name).split('\0').first ==
            Name)
      return &Section;
  return nullptr;
}

template <class ELFT>
void Finisher<ELFT>::replace(Shdr &Section, const AttributeSection &New) {
  // Into the old place when there is room, so that no bytes are left over.
  if (New.Contents.size() <= Section.sh_size) {
    char *Place = Object.data() + Section.sh_offset;
    llvm::copy(New.Contents, Place);
    std::fill(Place + New.Contents.size(), Place + Section.sh_size, '\0');
  } else {
    Section.sh_offset = append(New.Contents, New.Align);
  }
  Section.sh_size = New.Contents.size();
  Section.sh_flags = New.Flags;
  Section.sh_addralign = New.Align;
}

template <class ELFT> void Finisher<ELFT>::add(const AttributeSection &New) {
  // LLVM shares one string table between sections and symbols; at its end there
  // is room for more names without moving any.
  Shdr Section = {};
  Section.sh_name = SectionNames.size();
  Section.sh_type = New.Type;
  Section.sh_flags = New.Flags;
  Section.sh_addralign = New.Align;
  Section.sh_offset = append(New.Contents, New.Align);
  Section.sh_size = New.Contents.size();
  SectionNames += New.Name;
  SectionNames += '\0';
  Sections.push_back(Section);
}

template <class ELFT>
Error Finisher<ELFT>::run(std::optional<uint32_t> Flags,
                          ArrayRef<AttributeSection> Attributes) {
  if (Flags)
    header().e_flags = *Flags;
  if (Attributes.empty())
    return Error::success();

  if (Error E = detachSections())
    return E;
  size_t OldNamesSize = SectionNames.size();
  for (const AttributeSection &New : Attributes) {
    if (Shdr *Section = find(New.Name, New.Type))
      replace(*Section, New);
    else
      add(New);
  }
  if (SectionNames.size() != OldNamesSize) {
    Shdr &Names = Sections[header().e_shstrndx];
    Names.sh_offset = append(SectionNames, 1);
    Names.sh_size = SectionNames.size();
  }
  attachSections();
  return Error::success();
}

template <class ELFT> Error Finisher<ELFT>::dropStackNote() {
  if (Error E = detachSections())
    return E;
  if (Shdr *Section = find(".note.GNU-stack", ELF::SHT_PROGBITS))
    *Section = Shdr{};
  attachSections();
  return Error::success();
}

/// Calls \p Work with the Finisher for the class and byte order of \p Object.
template <class Callable>
static Error withFinisher(SmallVectorImpl<char> &Object, Callable Work) {
  auto [Class, Data] = getElfArchType(StringRef(Object.data(), Object.size()));
  bool IsLittleEndian = Data == ELF::ELFDATA2LSB;
  if (Class == ELF::ELFCLASS64)
    return IsLittleEndian ? Work(Finisher<ELF64LE>(Object))
                          : Work(Finisher<ELF64BE>(Object));
  if (Class == ELF::ELFCLASS32)
    return IsLittleEndian ? Work(Finisher<ELF32LE>(Object))
                          : Work(Finisher<ELF32BE>(Object));
  return malformed("no ELF header");
}

Error metaobj::finishElf(SmallVectorImpl<char> &Object,
                         std::optional<uint32_t> Flags,
                         ArrayRef<AttributeSection> Attributes) {
  return withFinisher(
      Object, [&](auto Finisher) { return Finisher.run(Flags, Attributes); });
}

Error metaobj::dropStackNote(SmallVectorImpl<char> &Object) {
  return withFinisher(Object,
                      [](auto Finisher) { return Finisher.dropStackNote(); });
}
