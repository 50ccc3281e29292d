//===- EmittedObject.cpp - An object as LLVM reads it ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/EmittedObject.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/COFF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/MachO.h"
#include "llvm/Object/SymbolSize.h"
#include "llvm/Object/Wasm.h"

using namespace llvm;
using namespace metaobj;

/// Sets the write access to \p To, by the rules of the object's format.
static void readProtection(const object::SectionRef &From, ViewedSection &To) {
  const object::ObjectFile *File = From.getObject();
  if (File->isELF()) {
    uint64_t Flags = object::ELFSectionRef(From).getFlags();
    To.IsWritable = (Flags & ELF::SHF_ALLOC) && (Flags & ELF::SHF_WRITE);
    // Besides, what PowerPC's ABIs have of such data: function descriptors and
    // tables of addresses.
    bool IsLoaders = StringRef(To.Name).starts_with(".data.rel.ro") ||
                     To.Name == ".opd" || To.Name == ".got2" ||
                     To.Name == ".toc";
    To.IsRelocatedReadOnly = To.IsWritable && IsLoaders;
  } else if (const auto *Coff = dyn_cast<object::COFFObjectFile>(File)) {
    To.IsWritable =
        Coff->getCOFFSection(From)->Characteristics & COFF::IMAGE_SCN_MEM_WRITE;
  } else if (const auto *MachO = dyn_cast<object::MachOObjectFile>(File)) {
    StringRef Segment =
        MachO->getSectionFinalSegmentName(From.getRawDataRefImpl());
    To.IsWritable = Segment != "__TEXT";
    // Linkers move it to __DATA_CONST.
    To.IsRelocatedReadOnly = Segment == "__DATA_CONST" || To.Name == "__const";
  }
}

static Error readSections(const object::ObjectFile &File, EmittedObject &View,
                          DenseMap<uint64_t, unsigned> &Indexes) {
  for (const object::SectionRef &From : File.sections()) {
    Indexes[From.getIndex()] = View.Sections.size();
    ViewedSection &To = View.Sections.emplace_back();
    Expected<StringRef> Name = From.getName();
    if (!Name)
      return Name.takeError();
    To.Name = Name->str();
    To.IsCode = From.isText();
    if (!From.isBSS() && !From.isVirtual()) {
      Expected<StringRef> Bytes = From.getContents();
      if (!Bytes)
        return Bytes.takeError();
      To.Bytes = *Bytes;
    }
    readProtection(From, To);
  }
  for (const object::SectionRef &From : File.sections()) {
    object::SectionRef Section = From;
    // An ELF section of relocations belongs to another section.
    if (File.isELF()) {
      Expected<object::section_iterator> Relocated = From.getRelocatedSection();
      if (!Relocated)
        return Relocated.takeError();
      if (*Relocated == File.section_end())
        continue;
      Section = **Relocated;
    }
    auto Index = Indexes.find(Section.getIndex());
    if (Index == Indexes.end())
      continue;
    for (const object::RelocationRef &Relocation : From.relocations())
      View.Sections[Index->second].Relocations.push_back(
          Relocation.getOffset());
  }
  return Error::success();
}

static Error readSymbols(const object::ObjectFile &File, EmittedObject &View,
                         const DenseMap<uint64_t, unsigned> &Indexes,
                         char GlobalPrefix) {
  for (const auto &[Symbol, Size] : object::computeSymbolSizes(File)) {
    Expected<object::section_iterator> Section = Symbol.getSection();
    if (!Section)
      return Section.takeError();
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    if (*Section == File.section_end() || Name->empty())
      continue;
    Expected<uint64_t> Address = Symbol.getAddress();
    if (!Address)
      return Address.takeError();
    if (GlobalPrefix)
      Name->consume_front(StringRef(&GlobalPrefix, 1));
    View.Symbols.push_back({Name->str(), Indexes.lookup((*Section)->getIndex()),
                            *Address - (*Section)->getAddress(), Size});
  }
  return Error::success();
}

/// Functions and data segments are no sections in WebAssembly.
static void readWasm(const object::WasmObjectFile &File, EmittedObject &View) {
  std::vector<uint64_t> DataRelocations;
  for (const object::SectionRef &Section : File.sections())
    if (File.getWasmSection(Section).Type == wasm::WASM_SEC_DATA)
      for (const wasm::WasmRelocation &Relocation :
           File.getWasmSection(Section).Relocations)
        DataRelocations.push_back(Relocation.Offset);
  for (const object::WasmSegment &Segment : File.dataSegments()) {
    ViewedSection &To = View.Sections.emplace_back();
    To.Name = Segment.Data.Name.str();
    To.Bytes = toStringRef(Segment.Data.Content);
    for (uint64_t Offset : DataRelocations)
      if (Offset >= Segment.SectionOffset &&
          Offset - Segment.SectionOffset < To.Bytes.size())
        To.Relocations.push_back(Offset - Segment.SectionOffset);
  }
  unsigned FirstFunction = View.Sections.size();
  for (const wasm::WasmFunction &Function : File.functions()) {
    ViewedSection &To = View.Sections.emplace_back();
    To.Name = Function.SymbolName.str();
    To.Bytes = toStringRef(Function.Body);
    To.IsCode = true;
  }
  for (const object::SymbolRef &Ref : File.symbols()) {
    const object::WasmSymbol &Symbol = File.getWasmSymbol(Ref);
    if (!Symbol.isDefined())
      continue;
    const wasm::WasmSymbolInfo &Info = Symbol.Info;
    if (Symbol.isTypeData()) {
      View.Symbols.push_back({Info.Name.str(), Info.DataRef.Segment,
                              Info.DataRef.Offset, Info.DataRef.Size});
    } else if (Symbol.isTypeFunction()) {
      // Imported functions come first in the numbering.
      for (const auto &[Index, Function] : enumerate(File.functions()))
        if (Function.Index == Info.ElementIndex)
          View.Symbols.push_back(
              {Info.Name.str(), unsigned(FirstFunction + Index), 0,
               View.Sections[FirstFunction + Index].Bytes.size()});
    }
  }
}

Expected<EmittedObject> EmittedObject::read(MemoryBufferRef Buffer,
                                            char GlobalPrefix) {
  Expected<std::unique_ptr<object::ObjectFile>> File =
      object::ObjectFile::createObjectFile(Buffer);
  if (!File)
    return inputError(Buffer.getBufferIdentifier(), File.takeError());
  EmittedObject View;
  View.HasSymbolSizes = (*File)->isELF() || (*File)->isWasm();
  if (const auto *Wasm = dyn_cast<object::WasmObjectFile>(File->get())) {
    readWasm(*Wasm, View);
  } else {
    DenseMap<uint64_t, unsigned> Indexes;
    if (Error E = readSections(**File, View, Indexes))
      return inputError(Buffer.getBufferIdentifier(), std::move(E));
    if (Error E = readSymbols(**File, View, Indexes, GlobalPrefix))
      return inputError(Buffer.getBufferIdentifier(), std::move(E));
  }
  for (ViewedSection &Section : View.Sections)
    llvm::sort(Section.Relocations);
  View.File = std::move(*File);
  return View;
}

const ViewedSymbol *EmittedObject::find(StringRef Name) const {
  for (const ViewedSymbol &Symbol : Symbols)
    if (Symbol.Name == Name)
      return &Symbol;
  return nullptr;
}

std::optional<StringRef> EmittedObject::bytes(const ViewedSymbol &Symbol,
                                              uint64_t Size) const {
  StringRef Bytes = Sections[Symbol.Section].Bytes;
  if (Symbol.Offset > Bytes.size() || Size > Bytes.size() - Symbol.Offset)
    return std::nullopt;
  return Bytes.substr(Symbol.Offset, Size);
}

std::vector<uint64_t> EmittedObject::relocations(const ViewedSymbol &Symbol,
                                                 uint64_t Size) const {
  std::vector<uint64_t> Offsets;
  for (uint64_t Offset : Sections[Symbol.Section].Relocations)
    if (Offset >= Symbol.Offset && Offset - Symbol.Offset < Size &&
        (Offsets.empty() || Offsets.back() != Offset - Symbol.Offset))
      Offsets.push_back(Offset - Symbol.Offset);
  return Offsets;
}
