//===- MachOObjectWriting.cpp - A Mach-O object's file --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file has LLVM's order: header, commands, contents of sections at their
// addresses in the object, relocations, parts of other commands, symbols,
// names.
//
//===----------------------------------------------------------------------===//

#include "Object/MachOObjectOf.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace metaobj;
using namespace metaobj::macho;

template <bool Is64> Error MachOObject<Is64>::checkCounts() const {
  if (Sections.size() > MaxSections)
    return createStringError(inconvertibleErrorCode(),
                             "the object would have " + Twine(Sections.size()) +
                                 " sections, and Mach-O ends at " +
                                 Twine(MaxSections));
  if (Symbols.size() > SymbolMask)
    return createStringError(inconvertibleErrorCode(),
                             "the object would have " + Twine(Symbols.size()) +
                                 " symbols, and relocations of Mach-O end at " +
                                 Twine(SymbolMask));
  return Error::success();
}

/// Puts sections where LLVM puts them: code, then parameters, then the rest.
/// Sections of zeros come last, because they have no bytes in the file.
template <bool Is64> void MachOObject<Is64>::sortSections() {
  constexpr size_t Zeros = std::numeric_limits<size_t>::max();
  std::vector<size_t> Ranks;
  for (const Section &Sec : Sections)
    Ranks.push_back(Sec.isZeroFill() ? Zeros
                    : Sec.Header.flags & MachO::S_ATTR_PURE_INSTRUCTIONS
                        ? 0
                        : Zeros - 1);
  for (const auto &[Number, Where] : enumerate(Added))
    Ranks[Where.Section] = std::min(Ranks[Where.Section], Number + 1);
  std::vector<uint32_t> Order(Sections.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](uint32_t Left, uint32_t Right) {
    return std::tuple(Ranks[Left], Left) < std::tuple(Ranks[Right], Right);
  });

  std::vector<Section> Sorted;
  std::vector<uint32_t> NewNumbers(Sections.size());
  for (uint32_t Number : Order) {
    NewNumbers[Number] = Sorted.size();
    Sorted.push_back(std::move(Sections[Number]));
  }
  Sections = std::move(Sorted);
  for (Addition &TheAddition : Added)
    TheAddition.Section = NewNumbers[TheAddition.Section];
  for (Symbol &Sym : Symbols)
    if (Sym.Entry.n_sect)
      Sym.Entry.n_sect = NewNumbers[Sym.Entry.n_sect - 1] + 1;
}

/// Gives sections addresses, one behind the other.
template <bool Is64>
typename MachOObject<Is64>::Sizes MachOObject<Is64>::placeSections() {
  uint64_t Address = 0;
  Sizes Result;
  for (Section &Sec : Sections) {
    uint64_t Alignment = uint64_t(1) << Sec.Header.align;
    Address =
        SaturatingAdd(Address, offsetToAlignment(Address, Align(Alignment)));
    uint64_t Size = Sec.AddedSize;
    if (Sec.isZeroFill())
      Size = Sec.Header.size;
    else if (!Sec.Contents.empty())
      Size = SaturatingAdd<uint64_t>(
          SaturatingAdd(Size, offsetToAlignment(Size, Align(Sec.Alignment))),
          Sec.Contents.size());
    Sec.Header.addr = Address;
    Sec.Header.size = Size;
    Address = SaturatingAdd(Address, Size);
    if (!Sec.isZeroFill())
      Result.InFile = Address;
  }
  Result.InMemory = Address;
  return Result;
}

/// The file's header, the segment with its sections, and the other commands.
template <bool Is64>
void MachOObject<Is64>::putCommands(uint64_t DataStart, Sizes Data,
                                    uint64_t RelocationStart) {
  uint64_t Relocations = RelocationStart;
  for (Section &Sec : Sections) {
    Sec.Header.offset = Sec.isZeroFill() ? 0 : DataStart + Sec.Header.addr;
    Sec.Header.nreloc = Sec.Relocations.size();
    Sec.Header.reloff = Sec.Relocations.empty() ? 0 : Relocations;
    Relocations += Sec.Header.nreloc * sizeof(MachO::any_relocation_info);
  }
  uint32_t OldSize = Segment.cmdsize;
  Segment.nsects = Sections.size();
  Segment.cmdsize = sizeof(Segment) + Sections.size() * sizeof(SectionHeader);
  Segment.vmsize = Data.InMemory;
  Segment.filesize = Data.InFile;
  Segment.fileoff = DataStart;
  Header.sizeofcmds = Header.sizeofcmds - OldSize + Segment.cmdsize;
  putStructure(WrittenCommands, Header);
  putStructure(WrittenCommands, Segment);
  for (const Section &Sec : Sections)
    putStructure(WrittenCommands, Sec.Header);

  for (StringRef Command : Commands)
    putCommand(Command, Relocations);
}

/// A command other than the segment's. Its part of the end of the file, which
/// starts at \p TailStart, is placed there.
template <bool Is64>
void MachOObject<Is64>::putCommand(StringRef Old, uint64_t TailStart) {
  uint64_t Offset = TailStart + WrittenTail.size();
  switch (readStructure<MachO::load_command>(Old.begin()).cmd) {
  case MachO::LC_SYMTAB:
    SymbolCommand.nsyms = Symbols.size();
    SymbolCommand.symoff = Offset;
    putSymbols();
    SymbolCommand.stroff = TailStart + WrittenTail.size();
    SymbolCommand.strsize = alignTo(Strings.size(), Types::WordSize);
    Strings.resize(SymbolCommand.strsize);
    WrittenTail.append(Strings.begin(), Strings.end());
    return putStructure(WrittenCommands, SymbolCommand);
  case MachO::LC_DYSYMTAB:
    return putStructure(WrittenCommands, DynamicCommand);
  case MachO::LC_DATA_IN_CODE:
  case MachO::LC_LINKER_OPTIMIZATION_HINT: {
    // Places in code, which is before all that moves.
    auto Command = readStructure<MachO::linkedit_data_command>(Old.begin());
    const char *Places = Bytes.data() + Command.dataoff;
    WrittenTail.append(Places, Places + Command.datasize);
    Command.dataoff = Offset;
    return putStructure(WrittenCommands, Command);
  }
  default:
    WrittenCommands.append(Old.begin(), Old.end());
  }
}

template <bool Is64> void MachOObject<Is64>::putSymbols() {
  WrittenTail.reserve(WrittenTail.size() +
                      Symbols.size() * sizeof(typename Types::Symbol) +
                      Strings.size() + Types::WordSize);
  for (Symbol &Sym : Symbols) {
    if (Sym.Entry.n_sect) {
      const Section &In = Sections[Sym.Entry.n_sect - 1];
      Sym.Entry.n_value =
          In.Header.addr + (Sym.IsAdded ? 0 : In.start()) + Sym.Offset;
    }
    putStructure(WrittenTail, Sym.Entry);
  }
}

template <bool Is64> void MachOObject<Is64>::putRelocations() {
  for (const Section &Sec : Sections)
    for (MachO::any_relocation_info Relocation : Sec.Relocations) {
      Relocation.r_word0 += Sec.start();
      putStructure(WrittenRelocations, Relocation);
    }
}

template <bool Is64> Expected<FileContents> MachOObject<Is64>::finish() {
  if (Error E = checkCounts())
    return E;
  sortSections();
  Sizes Data = placeSections();
  uint64_t DataStart = sizeof(Header) + Header.sizeofcmds - Segment.cmdsize +
                       sizeof(Segment) +
                       Sections.size() * sizeof(SectionHeader);
  uint64_t RelocationStart = SaturatingAdd(DataStart, Data.InFile);
  RelocationStart =
      SaturatingAdd(RelocationStart,
                    offsetToAlignment(RelocationStart, Align(Types::WordSize)));
  if (Error E = checkFileSize(RelocationStart, "Mach-O"))
    return E;
  // Addresses in the object have 32 bits in relocations, and in 32-bit files.
  if (Error E = checkFileSize(Data.InMemory, "Mach-O"))
    return E;
  putRelocations();
  putCommands(DataStart, Data, RelocationStart);
  uint64_t FileSize =
      RelocationStart + WrittenRelocations.size() + WrittenTail.size();
  if (Error E = checkFileSize(FileSize, "Mach-O"))
    return E;

  FileContents File;
  File.append(StringRef(WrittenCommands.data(), WrittenCommands.size()));
  for (const auto &[Number, Item] : enumerate(Sections)) {
    if (Item.isZeroFill())
      continue;
    uint64_t Start = DataStart + Item.Header.addr;
    File.padTo(Start);
    for (const Addition &Where : Added) {
      if (Where.Section != Number)
        continue;
      File.padTo(Start + Where.Offset);
      File.append(Where.Parts, Where.Size);
    }
    if (Item.Contents.empty())
      continue;
    File.padTo(Start + Item.start());
    File.append(StringRef(Item.Contents.data(), Item.Contents.size()));
  }
  File.padTo(RelocationStart);
  File.append(StringRef(WrittenRelocations.data(), WrittenRelocations.size()));
  File.append(StringRef(WrittenTail.data(), WrittenTail.size()));
  return File;
}

template Expected<FileContents> MachOObject<true>::finish();
template Expected<FileContents> MachOObject<false>::finish();
