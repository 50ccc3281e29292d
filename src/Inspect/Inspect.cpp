//===- Inspect.cpp - What a file holds ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "metaobj/Inspect.h"

#include "CodeReferences.h"
#include "ElfObject.h"
#include "ParamDecoder.h"
#include "RegistryDecoder.h"

#include "metaobj/Diagnostic.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;
using namespace metaobj;

static bool isElf(file_magic Magic) {
  return Magic >= file_magic::elf && Magic <= file_magic::elf_core;
}

static StringRef describe(file_magic Magic) {
  switch (Magic) {
  case file_magic::bitcode:
    return "LLVM bitcode";
  case file_magic::macho_object:
  case file_magic::macho_executable:
  case file_magic::macho_universal_binary:
    return "a Mach-O file";
  case file_magic::coff_object:
  case file_magic::pecoff_executable:
  case file_magic::coff_import_library:
    return "a COFF file";
  case file_magic::wasm_object:
    return "a WebAssembly file";
  case file_magic::xcoff_object_32:
  case file_magic::xcoff_object_64:
    return "an XCOFF file";
  default:
    return "of an unknown format";
  }
}

static Expected<Inspection> inspectElf(MemoryBufferRef Buffer, StringRef File) {
  Expected<ElfObject> Object = ElfObject::read(Buffer, File);
  if (!Object)
    return Object.takeError();
  Expected<std::unique_ptr<object::ObjectFile>> Named =
      object::ObjectFile::createELFObjectFile(Buffer, /*InitContent=*/false);
  if (!Named)
    return inputError(File, Named.takeError());

  Inspection Result;
  Result.File = File.str();
  Result.Format = std::string(Object->is64Bit() ? "ELF64" : "ELF32") +
                  (Object->isLittleEndian() ? "-LE" : "-BE");
  Result.Triple = (*Named)->makeTriple().str();

  // Code of linked files is not followed: calls and addresses have lost their
  // relocations.
  std::vector<CodeRange> Functions;
  if (!Object->isLinked())
    Functions = globalFunctions(*Object);
  auto Registries = decodeRegistries(*Object, Functions);
  if (!Registries)
    return Registries.takeError();
  Result.Registries = std::move(*Registries);
  auto Params = decodeParams(*Object, Functions);
  if (!Params)
    return Params.takeError();
  Result.Params = std::move(*Params);
  return Result;
}

static Expected<std::vector<Inspection>>
inspectArchive(MemoryBufferRef Buffer) {
  StringRef File = Buffer.getBufferIdentifier();
  Expected<std::unique_ptr<object::Archive>> Archive =
      object::Archive::create(Buffer);
  if (!Archive)
    return inputError(File, Archive.takeError());

  std::vector<Inspection> Result;
  Error Failure = Error::success();
  for (const object::Archive::Child &Child : (*Archive)->children(Failure)) {
    Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
    if (!Member) {
      consumeError(std::move(Failure));
      return inputError(File, Member.takeError());
    }
    if (!isElf(identify_magic(Member->getBuffer())))
      continue;
    Expected<Inspection> Found = inspectElf(
        *Member, (File + "(" + Member->getBufferIdentifier() + ")").str());
    if (!Found) {
      consumeError(std::move(Failure));
      return Found.takeError();
    }
    Result.push_back(std::move(*Found));
  }
  if (Failure)
    return inputError(File, std::move(Failure));
  return Result;
}

Expected<std::vector<Inspection>> metaobj::inspect(MemoryBufferRef Buffer) {
  file_magic Magic = identify_magic(Buffer.getBuffer());
  if (Magic == file_magic::archive)
    return inspectArchive(Buffer);
  StringRef File = Buffer.getBufferIdentifier();
  if (!isElf(Magic))
    return inputError(File, "is " + describe(Magic) +
                                "; ELF files and archives are read");
  Expected<Inspection> Found = inspectElf(Buffer, File);
  if (!Found)
    return Found.takeError();
  std::vector<Inspection> Result;
  Result.push_back(std::move(*Found));
  return Result;
}
