//===- RawImage.cpp - Images without an object file -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither byte order nor pointer size stands in such a file: the records of its
// models tell them, and the address of a raw image.
//
//===----------------------------------------------------------------------===//

#include "ObjectImage.h"
#include "RawFile.h"
#include "RecordReader.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

/// The largest alignment that an address in an image is taken to have.
static constexpr uint64_t LargestImageAlignment = 1 << 16;

static uint64_t recordAddress(const RecordHead &Head) {
  return Head.Registry + uint64_t(2) * Head.PointerSize;
}

static std::string hex(uint64_t Number) {
  return "0x" + utohexstr(Number, /*LowerCase=*/true);
}

namespace {

/// Decides how the bytes of a file are read.
class RawImageReader {
public:
  RawImageReader(RawFile &File, StringRef Name) : File(File), Name(Name) {}

  /// Gives the only segment of a raw image its address.
  Error place(std::optional<uint64_t> Base);
  /// The record whose byte order and pointer size all have.
  Expected<RecordHead> choose() const;
  Error checkEnd(const RecordHead &Head) const;

private:
  Error noRecord(const Twine &Reason) const {
    return inputError(Name, Reason,
                      "emit the model with EmitConfig::Record, or inspect the "
                      "file that was linked");
  }

  RawFile &File;
  StringRef Name;
};

} // namespace

Error RawImageReader::place(std::optional<uint64_t> Base) {
  RawSegment &Whole = File.Segments.front();
  if (Base) {
    Whole.Address = *Base;
    return Error::success();
  }
  std::string Refused;
  for (const RecordHead &Head : findRecordHeads(Whole.Bytes, Refused)) {
    uint64_t Start = recordAddress(Head) - Head.Offset;
    if (Head.Registry == 0)
      return noRecord("the record at offset " + hex(Head.Offset) +
                      " has no addresses: a loader fills them in");
    if (recordAddress(Head) < Head.Offset || (Base && *Base != Start))
      return inputError(
          Name,
          "the record at offset " + hex(Head.Offset) + " is for address " +
              hex(recordAddress(Head)) +
              (Base ? ", others are for an image that starts at " + hex(*Base)
                    : std::string()),
          "say where the image starts with InspectConfig::Base");
    Base = Start;
  }
  if (!Base)
    return Error::success();
  Whole.Address = *Base;
  return Error::success();
}

Expected<RecordHead> RawImageReader::choose() const {
  std::optional<RecordHead> Chosen, Misplaced;
  uint64_t MisplacedAt = 0;
  std::string Refused;
  for (const RawSegment &Segment : File.Segments)
    for (const RecordHead &Head : findRecordHeads(Segment.Bytes, Refused)) {
      uint64_t Address = Segment.Address + Head.Offset;
      if (recordAddress(Head) != Address) {
        Misplaced = Head;
        MisplacedAt = Address;
        continue;
      }
      if (Chosen && (Chosen->IsLittleEndian != Head.IsLittleEndian ||
                     Chosen->PointerSize != Head.PointerSize))
        return inputError(Name, "has records for different machines");
      Chosen = Head;
    }
  if (Chosen)
    return *Chosen;
  if (Misplaced)
    return inputError(Name,
                      "the record at address " + hex(MisplacedAt) +
                          " is for address " + hex(recordAddress(*Misplaced)) +
                          ": it is damaged, or the image is not where it runs",
                      File.Format == "RAW"
                          ? "leave out InspectConfig::Base to take the address "
                            "from the record"
                          : "inspect the file that was linked");
  if (!Refused.empty())
    return noRecord("the record of its model is damaged: " + Refused);
  return noRecord("has no record of a model: without one, neither registry nor "
                  "parameters can be found in an image");
}

/// Segments must lie where pointers can lead.
Error RawImageReader::checkEnd(const RecordHead &Head) const {
  unsigned Bits = Head.PointerSize * 8;
  uint64_t Last = Bits == 64 ? UINT64_MAX : (uint64_t(1) << Bits) - 1;
  const RawSegment &End = File.Segments.back();
  if (End.Address <= Last && End.Bytes.size() - 1 <= Last - End.Address)
    return Error::success();
  return inputError(Name, Twine(End.Bytes.size()) + " bytes from address " +
                              hex(End.Address) + " on pass the end of memory");
}

Expected<ObjectImage> ObjectImage::readRaw(RawFile &File, StringRef Name,
                                           std::optional<uint64_t> Base) {
  bool IsRaw = File.Format == "RAW";
  if (Base && !IsRaw)
    return inputError(Name, "tells its addresses itself",
                      "leave out InspectConfig::Base");
  if (File.Segments.empty())
    return inputError(Name, "has no bytes for memory");
  RawImageReader Reader(File, Name);
  if (IsRaw)
    if (Error E = Reader.place(Base))
      return E;
  Expected<RecordHead> Head = Reader.choose();
  if (!Head)
    return Head.takeError();
  if (Error E = Reader.checkEnd(*Head))
    return E;

  ImageParts Parts;
  Parts.File = Name.str();
  Parts.FileSize = File.Bytes->getBufferSize();
  Parts.FileStart = File.Bytes->getBufferStart();
  Parts.Format = (File.Format + Twine(Head->PointerSize * 8) +
                  (Head->IsLittleEndian ? "-LE" : "-BE"))
                     .str();
  Parts.Triple = "unknown-unknown-unknown";
  Parts.IsLittleEndian = Head->IsLittleEndian;
  Parts.IsLinked = true;
  Parts.HasSymbolTable = false;
  Parts.PointerSize = Head->PointerSize;
  Parts.Sections.emplace_back();
  for (const RawSegment &Each : File.Segments) {
    ImageSection &Section = Parts.Sections.emplace_back();
    Section.Name = "image";
    // Nothing tells code from data.
    Section.IsCode = true;
    Section.HasAddress = true;
    Section.Address = Each.Address;
    Section.Size = Each.Bytes.size();
    Section.Alignment = LargestImageAlignment;
    Section.Bytes = Each.Bytes;
  }
  Parts.Symbols.emplace_back();
  Parts.Relocations.resize(Parts.Sections.size());
  ObjectImage Image(std::move(Parts));
  Image.indexSections();
  Image.indexSymbols();
  return Image;
}
