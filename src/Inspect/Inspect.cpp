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

#include "Model/Wording.h"
#include "Object/Archive.h"
#include "metaobj/Diagnostic.h"

#include "llvm/BinaryFormat/Magic.h"
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
  // With its unknown parts spelt out, as --mtriple takes it.
  Result.Triple = Triple::normalize((*Named)->makeTriple().str());

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

static Expected<MemoryBufferRef>
contentsOf(const ArchiveMember &Member, std::unique_ptr<MemoryBuffer> &File) {
  if (Member.Path.empty())
    return Member.Bytes->getMemBufferRef();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Read =
      MemoryBuffer::getFile(Member.Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!Read)
    return inputError(Member.Name,
                      "'" + Member.Path + "': " + systemText(Read.getError()));
  File = std::move(*Read);
  return File->getMemBufferRef();
}

static Expected<std::vector<Inspection>>
inspectArchive(MemoryBufferRef Buffer) {
  std::vector<Inspection> Result;
  auto Visit = [&](ArchiveMember Member) -> Error {
    std::unique_ptr<MemoryBuffer> File;
    Expected<MemoryBufferRef> Contents = contentsOf(Member, File);
    if (!Contents)
      return Contents.takeError();
    if (!isElf(identify_magic(Contents->getBuffer())))
      return Error::success();
    Expected<Inspection> Found = inspectElf(*Contents, Member.Name);
    if (!Found)
      return Found.takeError();
    Result.push_back(std::move(*Found));
    return Error::success();
  };
  if (Error E = visitArchive(
          Buffer.getBufferIdentifier(),
          MemoryBuffer::getMemBuffer(Buffer, /*RequiresNullTerminator=*/false),
          Visit))
    return E;
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
