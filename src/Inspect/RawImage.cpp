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

#include "Inspect/ObjectImage.h"
#include "Inspect/RawFile.h"
#include "Inspect/RecordReader.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace metaobj;

static uint64_t recordAddress(const RecordHead &Head) {
  return Head.Registry + uint64_t(2) * Head.PointerSize;
}

static std::string hex(uint64_t Number) {
  return "0x" + utohexstr(Number, /*LowerCase=*/true);
}

static Error noRecord(StringRef File, const Twine &Reason) {
  return inputError(File, Reason,
                    "emit the model with " + setting::Record +
                        ", or inspect the file that was linked");
}

/// Gives \p Whole, the only segment of the raw image \p Name, its address.
static Error placeImage(RawSegment &Whole, StringRef Name,
                        std::optional<uint64_t> Base) {
  if (Base) {
    Whole.Address = *Base;
    return Error::success();
  }
  std::string Refused;
  for (const RecordHead &Head : findRecordHeads(Whole.Bytes, Refused)) {
    uint64_t Start = recordAddress(Head) - Head.Offset;
    if (Head.Registry == 0)
      return noRecord(Name, "the record at offset " + hex(Head.Offset) +
                                " has no addresses: a loader fills them in");
    if (recordAddress(Head) < Head.Offset || (Base && *Base != Start))
      return inputError(
          Name,
          "the record at offset " + hex(Head.Offset) + " is for address " +
              hex(recordAddress(Head)) +
              (Base ? ", others are for an image that starts at " + hex(*Base)
                    : std::string()),
          "say where the image starts with " + setting::ImageBase);
    Base = Start;
  }
  Whole.Address = Base.value_or(0);
  return Error::success();
}

/// The record whose byte order and pointer size all have.
static Expected<RecordHead> chooseRecord(const RawFile &File, StringRef Name) {
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
                          ? "leave out " + setting::ImageBase +
                                " to take the address from the record"
                          : "inspect the file that was linked");
  if (!Refused.empty())
    return noRecord(Name, "the record of its model is damaged: " + Refused);
  return noRecord(Name,
                  "has no record of a model: without one, neither registry nor "
                  "parameters can be found in an image");
}

/// Segments must lie where pointers can lead.
static Error checkEnd(const RawSegment &End, StringRef Name,
                      unsigned PointerSize) {
  uint64_t Last = maskTrailingOnes<uint64_t>(PointerSize * 8);
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
                      "leave out " + setting::ImageBase);
  if (File.Segments.empty())
    return inputError(Name, "has no bytes for memory");
  if (IsRaw)
    if (Error E = placeImage(File.Segments.front(), Name, Base))
      return E;
  Expected<RecordHead> Head = chooseRecord(File, Name);
  if (!Head)
    return Head.takeError();
  if (Error E = checkEnd(File.Segments.back(), Name, Head->PointerSize))
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
  for (const RawSegment &Segment : File.Segments) {
    ImageSection &Section = Parts.Sections.emplace_back();
    Section.Name = "image";
    // Nothing tells code from data.
    Section.IsCode = true;
    Section.HasAddress = true;
    Section.Address = Segment.Address;
    Section.Size = Segment.Bytes.size();
    Section.Bytes = Segment.Bytes;
  }
  Parts.Symbols.emplace_back();
  return ObjectImage(std::move(Parts));
}
