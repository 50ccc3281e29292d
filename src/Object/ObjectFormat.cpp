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

namespace metaobj {

/// COFF objects start with the number of their machine, which is not enough to
/// tell them from other files. They have no optional header, and so no size of
/// one.
static bool startsLikeCoffObject(StringRef Head) {
  constexpr size_t OptionalHeaderSizeAt = 16;
  if (Head.size() < COFF::Header16Size ||
      support::endian::read16le(Head.data() + OptionalHeaderSizeAt) != 0)
    return false;
  switch (support::endian::read16le(Head.data())) {
  case COFF::IMAGE_FILE_MACHINE_AMD64:
  case COFF::IMAGE_FILE_MACHINE_ARM64:
  case COFF::IMAGE_FILE_MACHINE_ARMNT:
  case COFF::IMAGE_FILE_MACHINE_I386:
    return true;
  default:
    return false;
  }
}

static bool startsLikeBigCoffObject(StringRef Head) {
  return Head.starts_with(StringRef("\0\0\xFF\xFF", 4));
}

std::optional<ObjectFormat> objectFormatOf(StringRef Head) {
  if (Head.starts_with("\x7F"
                       "ELF"))
    return ObjectFormat::Elf;
  switch (identify_magic(Head)) {
  case file_magic::coff_object:
    if (startsLikeCoffObject(Head) || startsLikeBigCoffObject(Head))
      return ObjectFormat::Coff;
    return std::nullopt;
  case file_magic::coff_cl_gl_object:
  case file_magic::coff_import_library:
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

} // namespace metaobj
