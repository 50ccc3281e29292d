//===- NumpyArchive.cpp - Reader of archives of arrays (.npz) -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An .npz archive is a zip archive with a file `<name>.npy` for each array.
/// `numpy.savez` stores them, so that they are ranges of the archive;
/// `numpy.savez_compressed` deflates them, so that they are streams.
///
//===----------------------------------------------------------------------===//

#include "Base/Wording.h"
#include "Base/ZipDirectory.h"
#include "Read/OpenedFile.h"
#include "Read/Params/Conversion.h"
#include "Read/Params/NumpyArray.h"
#include "metaobj/Input.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <zlib.h>

#include <algorithm>

using namespace llvm;
using namespace metaobj;

static StringRef methodName(uint16_t Method) {
  switch (Method) {
  case 9:
    return "Deflate64";
  case 12:
    return "bzip2";
  case 14:
    return "LZMA";
  case 93:
    return "zstd";
  case 95:
    return "xz";
  default:
    return "a method that is not known";
  }
}

/// A member that is no array may be a file of another kind.
static Error checkMagic(const ByteSource &Source, uint64_t Begin, uint64_t Size,
                        StringRef Input) {
  Expected<std::string> Head =
      readString(Source, Begin, std::min(Size, HeadSize));
  if (!Head)
    return Head.takeError();
  if (identify(*Head) == FileKind::NumpyArray)
    return Error::success();
  return inputError(Input, "is " + describeContent(*Head) +
                               "; expected a NumPy array");
}

/// The bytes of a stored member are only copied, so that nothing else compares
/// its checksum.
static Error checkStored(const ByteSource &Archive, const ZipMember &Member,
                         uint64_t Begin, StringRef Input) {
  uint32_t Computed = 0;
  Error E =
      readInPieces(Archive, Begin, Member.Size, [&](ArrayRef<uint8_t> Piece) {
        Computed =
            uint32_t(crc32(Computed, Piece.data(), unsigned(Piece.size())));
      });
  if (E)
    return E;
  if (Computed == Member.Checksum)
    return Error::success();
  return inputError(Input,
                    "has checksum 0x" + utohexstr(Computed) +
                        ", but the archive says 0x" +
                        utohexstr(Member.Checksum),
                    "the file is damaged: make or fetch it again");
}

static StringRef paramName(const ZipMember &Member) {
  StringRef Name = Member.Name;
  Name.consume_back(".npy");
  return Name;
}

static Expected<Param>
readMember(const std::shared_ptr<const ByteSource> &Archive,
           const ZipMember &Member, bool Verify) {
  std::string Input = Archive->path() + "(" + shortened(Member.Name) + ")";
  if (Member.IsEncrypted)
    return inputError(Input, "is encrypted");
  if (Member.Method != ZipStored && Member.Method != ZipDeflated)
    return inputError(Input,
                      "is compressed by " + methodName(Member.Method) +
                          " (method " + Twine(Member.Method) +
                          "); stored and deflated members are read",
                      "numpy.savez writes such archives");
  Expected<uint64_t> Begin = findZipData(*Archive, Member);
  if (!Begin)
    return Begin.takeError();
  StringRef Name = paramName(Member);
  if (Member.Method == ZipStored) {
    if (Member.Size != Member.StoredSize)
      return inputError(Input, "is stored in " +
                                   plural(Member.StoredSize, "byte") +
                                   ", but has " + Twine(Member.Size));
    if (Error E = checkMagic(*Archive, *Begin, Member.Size, Input))
      return E;
    if (Verify)
      if (Error E = checkStored(*Archive, Member, *Begin, Input))
        return E;
    return readNumpyArrayIn(Archive, *Begin, Member.Size, Name.str(), Input);
  }
  Expected<std::shared_ptr<const DecompressedStream>> Stream =
      inflateMember(Archive, Member, *Begin, Input);
  if (!Stream)
    return Stream.takeError();
  if (Error E = checkMagic(**Stream, 0, Member.Size, Input))
    return E;
  // Its last byte has the checksum compared.
  if (Verify)
    if (Error E = readInPieces(**Stream, 0, Member.Size))
      return E;
  Expected<Param> P =
      readNumpyArrayIn(*Stream, 0, Member.Size, Name.str(), Input);
  (*Stream)->release();
  return P;
}

/// Other frameworks have zip archives of their own.
static Error refuseOtherArchives(const ByteSource &Source,
                                 ArrayRef<ZipMember> Members) {
  auto Has = [&](StringRef Name) {
    return any_of(Members, [&](const ZipMember &Member) {
      return sys::path::filename(Member.Name, sys::path::Style::posix) == Name;
    });
  };
  const ForeignFormat *Found = Has("data.pkl")           ? &PyTorchArchive
                               : Has("model.weights.h5") ? &KerasArchive
                                                         : nullptr;
  if (!Found)
    return Error::success();
  return inputError(Source.path(),
                    "is " + Found->Name +
                        "; expected an archive of NumPy arrays",
                    Found->hint());
}

Expected<std::vector<Param>>
metaobj::readNumpyArchive(std::shared_ptr<const ByteSource> Source,
                          const ParamsReading &Reading) {
  Expected<std::vector<ZipMember>> Members = readZipDirectory(Source);
  if (!Members)
    return Members.takeError();
  if (Error E = refuseOtherArchives(*Source, *Members))
    return E;
  std::vector<Param> Params;
  Params.reserve(Members->size());
  SharedText Owner = Source->path();
  for (const ZipMember &Member : *Members) {
    // Folders hold nothing.
    if (StringRef(Member.Name).ends_with("/") ||
        !Reading.wants(paramName(Member)))
      continue;
    Param &P = Params.emplace_back();
    if (Error E = readMember(Source, Member, Reading.Verify).moveInto(P))
      return E;
    P.Owner = Owner;
  }
  return Params;
}
