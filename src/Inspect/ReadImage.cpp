//===- ReadImage.cpp - Object files of any format ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageReaders.h"

#include "Object/ObjectFormat.h"
#include "metaobj/Diagnostic.h"

using namespace llvm;
using namespace metaobj;

Expected<ObjectImage> ObjectImage::read(MemoryBufferRef Buffer,
                                        StringRef File) {
  std::optional<ObjectFormat> Format = objectFormatOf(Buffer.getBuffer());
  if (!Format)
    return inputError(File, "is no object file");
  if (*Format == ObjectFormat::Elf)
    return readElf(Buffer, File);
  auto *Read = *Format == ObjectFormat::Coff    ? readCoffImage
               : *Format == ObjectFormat::MachO ? readMachOImage
                                                : readWasmImage;
  Expected<ImageParts> Parts = Read(Buffer, File);
  if (!Parts)
    return Parts.takeError();
  Parts->File = File.str();
  Parts->FileSize = Buffer.getBufferSize();
  Parts->FileStart = Buffer.getBufferStart();
  ObjectImage Image(std::move(*Parts));
  Image.indexSymbols();
  return Image;
}
