//===- OpenInput.cpp - Looks through the compression of inputs ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/OpenInput.h"

#include "Input/ParamsFormats.h"

using namespace llvm;

namespace metaobj {

/// Looks through the compression of \p File.
static Error decompress(OpenedFile &File, bool Verify) {
  bool IsZstd = File.Kind == FileKind::Zstd;
  Expected<std::shared_ptr<const ByteSource>> Source =
      IsZstd ? openZstd(File.File) : openGzip(File.File);
  if (!Source)
    return Source.takeError();
  Expected<std::string> Head = readHead(**Source);
  if (!Head)
    return Head.takeError();
  FileKind Kind = identify(*Head);
  if (!holdsParams(Kind) && Kind != FileKind::TarArchive &&
      Kind != FileKind::GraphJson)
    return inputError(File.File->path(),
                      "is " + describeContent(*Head) + ", compressed with " +
                          (IsZstd ? "zstd" : "gzip") +
                          "; only files of parameters, graphs and tar "
                          "archives are read compressed",
                      "decompress it first");
  // All of gzip data was read to learn its size.
  if (Verify && IsZstd)
    if (Error E = readInPieces(**Source, 0, (*Source)->size()))
      return E;
  File.Source = std::move(*Source);
  File.Head = std::move(*Head);
  File.Kind = Kind;
  return Error::success();
}

Expected<OpenedFile> openInput(std::shared_ptr<const InputFile> File,
                               bool Verify) {
  Expected<std::string> Head = readHead(*File);
  if (!Head)
    return Head.takeError();
  FileKind Kind = identify(*Head);
  OpenedFile Opened{File, File, std::move(*Head), Kind};
  if (Kind == FileKind::Zstd || Kind == FileKind::Gzip)
    if (Error E = decompress(Opened, Verify))
      return E;
  return Opened;
}

} // namespace metaobj
