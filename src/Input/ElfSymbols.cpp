//===- ElfSymbols.cpp - What ELF objects define ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads symbol tables by way of ELFFile, whose accessors all check what they
/// are asked for; ELFObjectFile's symbol accessors end the process on some
/// damaged files.
///
//===----------------------------------------------------------------------===//

#include "Input/ObjectSymbols.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;

namespace metaobj {

static std::string describeType(uint16_t Type) {
  switch (Type) {
  case ELF::ET_EXEC:
    return "an executable";
  case ELF::ET_DYN:
    return "a shared object";
  case ELF::ET_CORE:
    return "a core file";
  default:
    return "of ELF type " + std::to_string(Type);
  }
}

static DefinedSymbol::KindType kindOf(unsigned char Type) {
  switch (Type) {
  case ELF::STT_FUNC:
    return DefinedSymbol::Function;
  case ELF::STT_NOTYPE:
    return DefinedSymbol::Untyped;
  default:
    return DefinedSymbol::Other;
  }
}

template <typename ELFT>
static Error addSymbols(const ELFFile<ELFT> &File,
                        typename ELFT::ShdrRange Sections,
                        const typename ELFT::Shdr &Table,
                        std::vector<DefinedSymbol> &Result) {
  auto Symbols = File.symbols(&Table);
  if (!Symbols)
    return Symbols.takeError();
  Expected<StringRef> Names = File.getStringTableForSymtab(Table, Sections);
  if (!Names)
    return Names.takeError();
  for (const typename ELFT::Sym &Symbol : *Symbols) {
    unsigned char Binding = Symbol.getBinding();
    if (Symbol.st_shndx == ELF::SHN_UNDEF ||
        (Binding != ELF::STB_GLOBAL && Binding != ELF::STB_WEAK))
      continue;
    Expected<StringRef> Name = Symbol.getName(*Names);
    if (!Name)
      return Name.takeError();
    if (!Name->empty())
      Result.push_back({*Name, kindOf(Symbol.getType()),
                        Binding == ELF::STB_WEAK, StringRef()});
  }
  return Error::success();
}

template <typename ELFT>
static Expected<std::vector<DefinedSymbol>>
readSymbols(const OperatorObject &Object) {
  auto File = ELFFile<ELFT>::create(Object.Bytes->getBuffer());
  if (!File)
    return inputError(Object.Name, File.takeError());
  uint16_t Type = File->getHeader().e_type;
  if (Type != ELF::ET_REL)
    return inputError(Object.Name,
                      "is " + describeType(Type) +
                          "; expected a relocatable object",
                      "give the objects that it was linked from");
  auto Sections = File->sections();
  if (!Sections)
    return inputError(Object.Name, Sections.takeError());
  std::vector<DefinedSymbol> Result;
  for (const typename ELFT::Shdr &Section : *Sections)
    if (Section.sh_type == ELF::SHT_SYMTAB)
      if (Error E = addSymbols<ELFT>(*File, *Sections, Section, Result))
        return inputError(Object.Name, std::move(E));
  return Result;
}

Expected<std::vector<DefinedSymbol>>
readElfSymbols(const OperatorObject &Object) {
  auto [Class, Order] = getElfArchType(Object.Bytes->getBuffer());
  if (Order == ELF::ELFDATA2LSB && Class == ELF::ELFCLASS32)
    return readSymbols<ELF32LE>(Object);
  if (Order == ELF::ELFDATA2LSB && Class == ELF::ELFCLASS64)
    return readSymbols<ELF64LE>(Object);
  if (Order == ELF::ELFDATA2MSB && Class == ELF::ELFCLASS32)
    return readSymbols<ELF32BE>(Object);
  if (Order == ELF::ELFDATA2MSB && Class == ELF::ELFCLASS64)
    return readSymbols<ELF64BE>(Object);
  return inputError(Object.Name,
                    "is a damaged ELF object: its class is " +
                        Twine(unsigned(Class)) + " and its byte order " +
                        Twine(unsigned(Order)) + "; each must be 1 or 2");
}

} // namespace metaobj
