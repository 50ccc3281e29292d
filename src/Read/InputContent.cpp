//===- InputContent.cpp - What an input is behind its compression ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/InputContent.h"

#include "Read/Packages/PackageContents.h"
#include "Read/Params/ParamsFormats.h"

#include <utility>

using namespace llvm;
using namespace metaobj;

Expected<OpenedFile> metaobj::openContent(std::shared_ptr<const InputFile> File,
                                          bool Verify) {
  Expected<std::string> Head = readHead(*File);
  if (!Head)
    return Head.takeError();
  FileKind Outer = identify(*Head);
  OpenedFile Result{File, File, std::move(*Head), Outer};
  if (Outer != FileKind::Zstd && Outer != FileKind::Gzip)
    return Result;
  bool IsZstd = Outer == FileKind::Zstd;
  Expected<std::shared_ptr<const ByteSource>> Source =
      IsZstd ? openZstd(File) : openGzip(File);
  if (!Source)
    return Source.takeError();
  if (Error E = readHead(**Source).moveInto(Result.Head))
    return E;
  Result.Kind = identify(Result.Head);
  if (!holdsParams(Result.Kind) && Result.Kind != FileKind::TarArchive &&
      Result.Kind != FileKind::GraphJson)
    return inputError(File->path(),
                      "is " + describeContent(Result.Head) +
                          ", compressed with " + (IsZstd ? "zstd" : "gzip") +
                          "; only files of parameters, graphs and tar "
                          "archives are read compressed",
                      "decompress it first");
  // All of gzip data was read to learn its size.
  if (Verify && IsZstd)
    if (Error E = readInPieces(**Source, 0, (*Source)->size()))
      return E;
  Result.Source = std::move(*Source);
  return Result;
}

Expected<std::shared_ptr<const MemoryBuffer>>
metaobj::readInside(const ByteSource &Source) {
  if (Source.size() > LargestText)
    return inputError(Source.path(), "has " + Twine(Source.size()) +
                                         " bytes; objects and graphs of up "
                                         "to " +
                                         Twine(LargestText) +
                                         " are read from tar archives and "
                                         "folders");
  std::unique_ptr<WritableMemoryBuffer> Buffer =
      WritableMemoryBuffer::getNewUninitMemBuffer(Source.size(), Source.path());
  if (!Buffer)
    return inputError(Source.path(), "does not fit into memory");
  if (Error E =
          Source.read(0, MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(
                                                      Buffer->getBufferStart()),
                                                  Buffer->getBufferSize())))
    return E;
  return std::shared_ptr<const MemoryBuffer>(std::move(Buffer));
}

bool metaobj::isPacked(FileKind Kind) {
  return Kind == FileKind::TarArchive || Kind == FileKind::Gzip ||
         Kind == FileKind::Zstd;
}

Expected<std::vector<PackedObject>>
metaobj::readPackedObjects(std::shared_ptr<const InputFile> File) {
  Expected<OpenedFile> Opened = openContent(std::move(File), /*Verify=*/false);
  if (!Opened)
    return Opened.takeError();
  if (Opened->Kind != FileKind::TarArchive)
    return inputError(Opened->File->path(),
                      "is " + describeContent(Opened->Head) +
                          (Opened->isCompressed() ? ", compressed" : "") +
                          "; object files, archives and tar archives of them "
                          "are read");
  InputConfig Config;
  Config.ObjectsOnly = true;
  MemberFilter All;
  Expected<PackageContents> Contents =
      readContents(Config, *tarPackage(Opened->Source), All);
  if (!Contents)
    return Contents.takeError();
  std::vector<PackedObject> Result;
  for (const FileInside &TheFileInside : Contents->Files) {
    const ByteSource &Source = *TheFileInside.File.Source;
    Expected<std::shared_ptr<const MemoryBuffer>> Bytes = readInside(Source);
    if (!Bytes)
      return Bytes.takeError();
    Result.push_back({TheFileInside.File.Name, Source.path(),
                      TheFileInside.Kind, std::move(*Bytes)});
  }
  return Result;
}
