//===- ReadImage.cpp - An object file of any format -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/ImageReaders.h"

#include "Object/ObjectFormat.h"
#include "metaobj/Diagnostic.h"

#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;
using namespace metaobj;

static auto readerOf(ObjectFormat Format, StringRef Bytes) {
  switch (Format) {
  case ObjectFormat::Elf:
    return readElfImage;
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
    return inputError(File, "is not an object file");
  Expected<ImageParts> Parts =
      readerOf(*Format, Buffer.getBuffer())(Buffer, File);
  if (!Parts)
    return Parts.takeError();
  Parts->File = File.str();
  Parts->FileSize = Buffer.getBufferSize();
  Parts->FileStart = Buffer.getBufferStart();
  return ObjectImage(std::move(*Parts));
}
