//===- LinkProgram.cpp - Links operators for a device ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only file of this room that needs lld. A build without metaobj::link has
// NoLinker.cpp in its place.
//
//===----------------------------------------------------------------------===//

#include "Device/LoadedProgram.h"

#include "Base/AtomicFile.h"
#include "Base/Wording.h"
#include "Base/WorkFiles.h"
#include "metaobj/Link.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::requireLinker(StringRef) { return Error::success(); }

/// The map for the linker.
static Expected<MemoryMap> mapForLinker(StringRef Device,
                                        const DeviceProgram &Program,
                                        const SessionMemory &Memory,
                                        ArrayRef<DeviceGap> Gaps) {
  PlacedSections Places = Memory.Places;
  auto InRam = [&](size_t Place) {
    return Memory.Regions[Place].Region.IsWritable || Program.UseFlash
               ? Place
               : Places.Data;
  };
  Places.Text = InRam(Places.Text);
  Places.Rodata = InRam(Places.Rodata);
  MemoryMap Map;
  for (size_t I = 0; I < Memory.Regions.size(); ++I) {
    size_t Used[] = {Places.Text, Places.Rodata, Places.Data, Places.Bss,
                     Places.Workspace};
    if (!is_contained(Used, I) && !Program.UseFlash)
      continue;
    MemoryRegion Region = Memory.Regions[I].Region;
    if (Gaps[I].Bytes == 0) {
      if (!is_contained(Used, I))
        continue;
      return inputError(Device,
                        "region " + quoted(Region.Name) +
                            " has no room for another program",
                        "unload one");
    }
    Region.Address = Gaps[I].Address;
    Region.Bytes = Gaps[I].Bytes;
    // The debugger writes initial values to their places.
    Region.IsWritable = true;
    if (I == Places.Workspace && I != Places.Bss)
      append_range(Region.Sections,
                   std::vector<std::string>{".bss.tvm_crt_port_arena",
                                            ".bss.tvm_crt_ffi_own_memory"});
    Map.Regions.push_back(std::move(Region));
  }
  auto Name = [&Memory](size_t Place) {
    return Memory.Regions[Place].Region.Name;
  };
  Map.Places.Text = Name(Places.Text);
  Map.Places.Rodata = Name(Places.Rodata);
  Map.Places.Data = Name(Places.Data);
  Map.Places.Bss = Name(Places.Bss);
  return Map;
}

static LinkConfig linkOf(const DeviceProgram &Program, MemoryMap Map,
                         uint64_t WorkspaceRoom, ArrayRef<StringRef> Needed) {
  constexpr uint64_t MostWorkspace = 65536, LeastWorkspace = 16;
  LinkConfig Config;
  Config.Inputs.assign(Program.Objects.begin(), Program.Objects.end());
  Config.Runtime.Parts = {RuntimePart::Debugger};
  uint64_t Workspace = Program.WorkspaceBytes;
  if (Workspace == 0)
    Workspace = std::min(MostWorkspace, WorkspaceRoom / 8);
  Workspace = std::clamp<uint64_t>(Workspace, LeastWorkspace, INT32_MAX);
  if (Program.Ffi.empty()) {
    Config.Runtime.ArenaBytes = static_cast<uint32_t>(alignTo(Workspace, 16));
  } else {
    Config.Runtime.Parts.push_back(RuntimePart::Ffi);
    Config.Runtime.ArenaBytes = LeastWorkspace;
    Config.Runtime.FfiWorkspaceBytes = static_cast<uint32_t>(Workspace);
  }
  if (!Needed.empty())
    Config.Entry = Needed.front().str();
  else if (!Program.Functions.empty())
    Config.Entry = Program.Functions.front();
  Config.GcSections = true;
  Config.Memory = std::move(Map);
  for (const std::string &Function : Program.Functions)
    Config.Arguments.insert(Config.Arguments.end(), {"-u", Function});
  for (StringRef Name : Needed)
    Config.Arguments.insert(Config.Arguments.end(), {"-u", Name.str()});
  if (!Program.Library.empty()) {
    Config.Arguments.push_back("--start-lib");
    llvm::append_range(Config.Arguments, Program.Library);
    Config.Arguments.push_back("--end-lib");
  }
  Config.Diagnostics = Program.Diagnostics;
  return Config;
}

static Expected<std::vector<SectionImage>>
sectionImages(const object::ObjectFile &Object) {
  std::vector<SectionImage> Result;
  for (const object::SectionRef &Ref : Object.sections()) {
    object::ELFSectionRef Section(Ref);
    if (!(Section.getFlags() & ELF::SHF_ALLOC) || Section.getSize() == 0)
      continue;
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    SectionImage Image = {Name->str(),
                          Section.getAddress(),
                          {},
                          Section.getType() == ELF::SHT_NOBITS,
                          (Section.getFlags() & ELF::SHF_WRITE) != 0};
    if (Image.IsZero)
      Image.Bytes.resize(Section.getSize());
    else {
      Expected<StringRef> Contents = Section.getContents();
      if (!Contents)
        return Contents.takeError();
      Image.Bytes.assign(Contents->bytes_begin(), Contents->bytes_end());
    }
    Result.push_back(std::move(Image));
  }
  return Result;
}

/// Absolute symbols that relocations name: those of other programs.
static Expected<std::set<std::string>>
neededSymbols(const object::ObjectFile &Object) {
  std::set<std::string> Result;
  for (const object::SectionRef &Section : Object.sections()) {
    Expected<object::section_iterator> Changed = Section.getRelocatedSection();
    if (!Changed)
      return Changed.takeError();
    if (*Changed == Object.section_end() ||
        !(object::ELFSectionRef(**Changed).getFlags() & ELF::SHF_ALLOC))
      continue;
    for (const object::RelocationRef &Relocation : Section.relocations()) {
      object::symbol_iterator Symbol = Relocation.getSymbol();
      if (Symbol == Object.symbol_end())
        continue;
      Expected<uint32_t> Flags = Symbol->getFlags();
      Expected<StringRef> Name = Symbol->getName();
      if (!Flags)
        return Flags.takeError();
      if (!Name)
        return Name.takeError();
      if (*Flags & object::SymbolRef::SF_Absolute && !Name->empty())
        Result.insert(Name->str());
    }
  }
  return Result;
}

/// \p Image without symbols of other programs. They may be others now.
template <class ElfT> static Error hideNeeded(std::string &Image) {
  auto File = object::ELFFile<ElfT>::create(Image);
  if (!File)
    return File.takeError();
  auto Sections = File->sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Table : *Sections) {
    if (Table.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto Symbols = File->symbols(&Table);
    if (!Symbols)
      return Symbols.takeError();
    for (const typename ElfT::Sym &TheSym : *Symbols) {
      if (TheSym.st_shndx != ELF::SHN_ABS ||
          TheSym.getBinding() == ELF::STB_LOCAL)
        continue;
      // In Image. Nobody has to define it then.
      auto *Symbol = const_cast<typename ElfT::Sym *>(&TheSym);
      Symbol->st_shndx = ELF::SHN_UNDEF;
      Symbol->setBinding(ELF::STB_WEAK);
    }
  }
  return Error::success();
}

/// What the program takes of each region.
static std::vector<DeviceGap> partsOf(ArrayRef<SectionImage> Images,
                                      ArrayRef<DeviceGap> Gaps) {
  constexpr uint64_t Unit = 64;
  std::vector<DeviceGap> Result(Gaps.size());
  for (size_t I = 0; I < Gaps.size(); ++I) {
    const DeviceGap &Gap = Gaps[I];
    uint64_t Bytes = 0;
    for (const SectionImage &TheSectionImage : Images)
      if (TheSectionImage.Address - Gap.Address < Gap.Bytes)
        Bytes = std::max(Bytes, TheSectionImage.Address - Gap.Address +
                                    TheSectionImage.Bytes.size());
    uint64_t End = alignTo(Gap.Address + Bytes, Unit) - Gap.Address;
    Result[I] = {Gap.Address, Bytes ? std::min(End, Gap.Bytes) : 0};
  }
  return Result;
}

/// Fills \p Result from its File.
static Error readLinked(LoadedProgram &Result) {
  MemoryBufferRef Image(Result.File, "operators");
  Expected<std::vector<LoadedSection>> Sections = loadedSections(Image);
  if (!Sections)
    return Sections.takeError();
  Expected<std::vector<LoadedSymbol>> Symbols = loadedSymbols(Image);
  if (!Symbols)
    return Symbols.takeError();
  Result.Sections = std::move(*Sections);
  Result.Symbols = std::move(*Symbols);
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createELFObjectFile(Image);
  if (!Object)
    return Object.takeError();
  Result.ThumbMask = (*Object)->getArch() == Triple::arm ||
                     (*Object)->getArch() == Triple::thumb;
  Expected<std::vector<SectionImage>> Images = sectionImages(**Object);
  if (!Images)
    return Images.takeError();
  Result.Images = std::move(*Images);
  Expected<std::set<std::string>> Needs = neededSymbols(**Object);
  if (!Needs)
    return Needs.takeError();
  Result.Needs = std::move(*Needs);
  return Error::success();
}

Expected<LoadedProgram>
metaobj::linkProgram(StringRef Device, const DeviceProgram &Program,
                     const SessionMemory &Memory, ArrayRef<DeviceGap> Gaps,
                     ArrayRef<StringRef> Needed,
                     ArrayRef<const LoadedProgram *> Others) {
  Expected<MemoryMap> Map = mapForLinker(Device, Program, Memory, Gaps);
  if (!Map)
    return Map.takeError();
  Expected<WorkFolder> Folder = WorkFolder::createTemporary();
  if (!Folder)
    return Folder.takeError();
  LinkConfig Config = linkOf(Program, std::move(*Map),
                             Gaps[Memory.Places.Workspace].Bytes, Needed);
  for (size_t I = 0; I < Others.size(); ++I) {
    std::string Path = Folder->file("symbols" + std::to_string(I));
    std::string File = Others[I]->File;
    bool Is64 = File[ELF::EI_CLASS] == ELF::ELFCLASS64;
    if (Error E = Is64 ? hideNeeded<object::ELF64LE>(File)
                       : hideNeeded<object::ELF32LE>(File))
      return E;
    if (Error E = writeFileAtomically(Path, StringRef(File)))
      return E;
    Config.Arguments.push_back("--just-symbols=" + Path);
  }
  // They tell whose symbols the program needs.
  if (!Others.empty())
    Config.Arguments.push_back("--emit-relocs");
  std::string Path = Folder->file("operators");
  Expected<LinkResult> Linked = link(Config, Path);
  if (!Linked)
    return handleErrors(Linked.takeError(), [&](const InputError &E) {
      return make_error<InputError>(Device,
                                    "operators do not link: " + E.reason(),
                                    E.hint(), E.details());
    });
  Expected<std::unique_ptr<MemoryBuffer>> Image = mapFile(Path);
  if (!Image)
    return Image.takeError();
  if (!Program.ImagePath.empty())
    if (Error E = writeFileAtomically(Program.ImagePath, (*Image)->getBuffer()))
      return E;
  LoadedProgram Result;
  Result.File = (*Image)->getBuffer().str();
  if (Error E = readLinked(Result))
    return E;
  auto Has = [&](StringRef Name) {
    return Result.find(Name) || any_of(Others, [Name](const auto *Item) {
             return Item->find(Name);
           });
  };
  for (StringRef Text : Needed) {
    if (!Has(Text))
      return inputError(Device, "the linked program has no " + quoted(Text));
    if (!Result.find(Text))
      Result.Needs.insert(Text.str());
  }
  Result.Unpacked = Program.Unpacked;
  Result.Ffi = Program.Ffi;
  for (const std::string &Function : Program.Functions)
    if (Result.find(Function))
      Result.Functions.push_back(Function);
  Result.Parts = partsOf(Result.Images, Gaps);
  return Result;
}
