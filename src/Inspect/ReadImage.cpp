//===- ReadImage.cpp - Object files of any format ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageReaders.h"

#include "Object/ObjectFormat.h"
#include "metaobj/Diagnostic.h"

#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;
using namespace metaobj;

/// The reader for \p Bytes of a format other than ELF.
static auto readerOf(ObjectFormat Format, StringRef Bytes) {
  switch (Format) {
  case ObjectFormat::Coff:
    return identify_magic(Bytes) == file_magic::pecoff_executable
               ? readPeImage
               : readCoffImage;
  case ObjectFormat::MachO:
    return readMachOImage;
  default:
    return readWasmImage;
  }
}

Expected<ObjectImage> ObjectImage::read(MemoryBufferRef Buffer,
                                        StringRef File) {
  std::optional<ObjectFormat> Format = objectFormatOf(Buffer.getBuffer());
  if (!Format)
    return inputError(File, "is no object file");
  if (*Format == ObjectFormat::Elf)
    return readElf(Buffer, File);
  Expected<ImageParts> Parts =
      readerOf(*Format, Buffer.getBuffer())(Buffer, File);
  if (!Parts)
    return Parts.takeError();
  Parts->File = File.str();
  Parts->FileSize = Buffer.getBufferSize();
  Parts->FileStart = Buffer.getBufferStart();
  ObjectImage Image(std::move(*Parts));
  Image.indexSections();
  Image.indexSymbols();
  return Image;
}
