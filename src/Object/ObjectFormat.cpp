//===- ObjectFormat.cpp - Which format an object has ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Object/ObjectFormat.h"

#include "llvm/BinaryFormat/COFF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace metaobj;

using support::endian::read16le;
using support::endian::read32le;

static bool isKnownCoffMachine(uint16_t Machine) {
  switch (Machine) {
  case COFF::IMAGE_FILE_MACHINE_AMD64:
  case COFF::IMAGE_FILE_MACHINE_ARM64:
  case COFF::IMAGE_FILE_MACHINE_ARMNT:
  case COFF::IMAGE_FILE_MACHINE_I386:
    return true;
  default:
    return false;
  }
}

/// COFF objects start with the number of their machine, which is not enough to
/// recognise them. They also have no optional header, so its size is 0; they
/// have sections or symbols, and the symbols are behind the sections.
bool metaobj::hasCoffHeader(StringRef Head) {
  if (Head.size() < COFF::Header16Size)
    return false;
  uint16_t NumSections = read16le(Head.data() + 2);
  uint32_t SymbolTable = read32le(Head.data() + 8);
  uint32_t NumSymbols = read32le(Head.data() + 12);
  uint16_t OptionalHeaderSize = read16le(Head.data() + 16);
  uint64_t SectionsEnd =
      COFF::Header16Size + uint64_t(NumSections) * COFF::SectionSize;
  return OptionalHeaderSize == 0 && (NumSections != 0 || NumSymbols != 0) &&
         (SymbolTable == 0 || SymbolTable >= SectionsEnd);
}

static bool startsLikeCoffObject(StringRef Head) {
  return hasCoffHeader(Head) && isKnownCoffMachine(read16le(Head.data()));
}

static bool startsLikeBigCoffObject(StringRef Head) {
  return Head.starts_with(StringRef("\0\0\xFF\xFF", 4));
}

/// Members of import libraries start with two numbers that other files may
/// have, too. Then come a version, a machine, the size of two names, and the
/// kind of import in the low bits of the last number.
static bool startsLikeImport(StringRef Head) {
  return Head.size() >= COFF::Header16Size && read16le(Head.data() + 4) == 0 &&
         read16le(Head.data() + 6) != 0 && read32le(Head.data() + 12) != 0 &&
         read16le(Head.data() + 18) < 0x20;
}

std::optional<ObjectFormat> metaobj::objectFormatOf(StringRef Head) {
  if (Head.starts_with("\x7F"
                       "ELF"))
    return ObjectFormat::Elf;
  switch (identify_magic(Head)) {
  case file_magic::coff_object:
    if (startsLikeCoffObject(Head) || startsLikeBigCoffObject(Head))
      return ObjectFormat::Coff;
    return std::nullopt;
  case file_magic::coff_import_library:
    if (startsLikeImport(Head))
      return ObjectFormat::Coff;
    return std::nullopt;
  case file_magic::coff_cl_gl_object:
  case file_magic::pecoff_executable:
    return ObjectFormat::Coff;
  case file_magic::macho_object:
  case file_magic::macho_executable:
  case file_magic::macho_fixed_virtual_memory_shared_lib:
  case file_magic::macho_core:
  case file_magic::macho_preload_executable:
  case file_magic::macho_dynamically_linked_shared_lib:
  case file_magic::macho_dynamic_linker:
  case file_magic::macho_bundle:
  case file_magic::macho_dynamically_linked_shared_lib_stub:
  case file_magic::macho_dsym_companion:
  case file_magic::macho_kext_bundle:
  case file_magic::macho_file_set:
  case file_magic::macho_universal_binary:
    return ObjectFormat::MachO;
  case file_magic::wasm_object:
    return ObjectFormat::Wasm;
  default:
    return std::nullopt;
  }
}
