//===- ElfType.h - Class and byte order of ELF files ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_OBJECT_ELFTYPE_H
#define METAOBJ_OBJECT_ELFTYPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"

namespace metaobj {

/// Do class and byte order of the ELF file \p Bytes exist? Otherwise
/// withElfType takes 32 bits for its class, and big endian for its order.
inline bool hasElfType(llvm::StringRef Bytes) {
  auto [Class, Order] = llvm::object::getElfArchType(Bytes);
  return (Class == llvm::ELF::ELFCLASS32 || Class == llvm::ELF::ELFCLASS64) &&
         (Order == llvm::ELF::ELFDATA2LSB || Order == llvm::ELF::ELFDATA2MSB);
}

/// Calls \p Read with a value of the type ELFType of the ELF file \p Bytes,
/// which templates of LLVM and of the readers want.
template <class Reader>
auto withElfType(llvm::StringRef Bytes, const Reader &Read) {
  auto [Class, Order] = llvm::object::getElfArchType(Bytes);
  bool IsLittleEndian = Order == llvm::ELF::ELFDATA2LSB;
  if (Class == llvm::ELF::ELFCLASS64)
    return IsLittleEndian ? Read(llvm::object::ELF64LE())
                          : Read(llvm::object::ELF64BE());
  return IsLittleEndian ? Read(llvm::object::ELF32LE())
                        : Read(llvm::object::ELF32BE());
}

/// Calls \p Visit with each symbol in the symbol tables of \p File and its
/// name, until it returns an error.
template <class ELFT, class Visitor>
llvm::Error visitSymbols(const llvm::object::ELFFile<ELFT> &File,
                         const Visitor &Visit) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const typename ELFT::Shdr &Table : *Sections) {
    if (Table.sh_type != llvm::ELF::SHT_SYMTAB)
      continue;
    auto Symbols = File.symbols(&Table);
    if (!Symbols)
      return Symbols.takeError();
    llvm::Expected<llvm::StringRef> Names =
        File.getStringTableForSymtab(Table, *Sections);
    if (!Names)
      return Names.takeError();
    for (const typename ELFT::Sym &Symbol : *Symbols) {
      llvm::Expected<llvm::StringRef> Name = Symbol.getName(*Names);
      if (!Name)
        return Name.takeError();
      if (llvm::Error E = Visit(Symbol, *Name))
        return E;
    }
  }
  return llvm::Error::success();
}

} // namespace metaobj

#endif // METAOBJ_OBJECT_ELFTYPE_H
