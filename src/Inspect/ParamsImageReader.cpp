//===- ParamsImageReader.cpp - The header of a params image ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record in the image leads to everything else, as in other raw images.
//
//===----------------------------------------------------------------------===//

#include "Inspect/Decoders.h"

#include "metaobj-c/metaobj_params_image.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;
using namespace metaobj;

/// Offsets of metaobj_params_image_t, which are the same on all machines.
namespace {
enum ImageHeaderOffset : size_t {
  ChecksumAt = 8,
  ImageSizeAt = 12,
  BaseAt = 16,
  ImageVersionAt = 24,
  HeaderSizeAt = 26,
  ImagePointerSizeAt = 28,
  AlignmentAt = 32,
  GenerationAt = 36,
  TableAt = 40,
  LinkedAt = 44,
  NumLinkedAt = 48,
  RecordAt = 52,
  IdAt = 56,
  HeaderEnd = 88,
};
} // namespace

static std::optional<Endianness> orderOfImage(StringRef Bytes) {
  if (Bytes.size() < sizeof(uint64_t))
    return std::nullopt;
  for (Endianness Order : {Endianness::little, Endianness::big})
    if (support::endian::read<uint64_t>(Bytes.data(), Order) ==
        METAOBJ_PARAMS_IMAGE_MAGIC)
      return Order;
  return std::nullopt;
}

namespace {

class ParamsImageReader {
public:
  ParamsImageReader(MemoryBufferRef Buffer, Endianness Order)
      : File(Buffer.getBufferIdentifier()), Bytes(Buffer.getBuffer()),
        Order(Order) {}

  Expected<InspectedParamsImage> read();

private:
  template <class Number> Number at(size_t Offset) const {
    return support::endian::read<Number>(Bytes.data() + Offset, Order);
  }
  Error checkForm() const;
  Error checkPlaces() const;
  Error fault(const Twine &Reason) const {
    return inputError(File, "the params image: " + Reason);
  }

  StringRef File;
  StringRef Bytes;
  Endianness Order;
};

} // namespace

Error ParamsImageReader::checkForm() const {
  if (Bytes.size() < HeaderEnd)
    return fault("its header has " + Twine(HeaderEnd) +
                 " bytes, the file has " + Twine(Bytes.size()));
  if (unsigned Version = at<uint16_t>(ImageVersionAt);
      Version != METAOBJ_PARAMS_IMAGE_VERSION)
    return fault("version " + Twine(Version) + " is not known, only " +
                 Twine(METAOBJ_PARAMS_IMAGE_VERSION));
  if (unsigned Size = at<uint16_t>(HeaderSizeAt); Size != HeaderEnd)
    return fault("its header says that it has " + Twine(Size) +
                 " bytes, wanted " + Twine(HeaderEnd));
  if (unsigned Size = at<uint16_t>(ImagePointerSizeAt); Size != 4 && Size != 8)
    return fault("it has pointers of " + Twine(Size) + " bytes");
  if (!isPowerOf2_32(at<uint32_t>(AlignmentAt)))
    return fault("the alignment " + Twine(at<uint32_t>(AlignmentAt)) +
                 " is not a power of two");
  return Error::success();
}

/// What the open image's users read by these numbers must be inside.
Error ParamsImageReader::checkPlaces() const {
  uint64_t Size = at<uint32_t>(ImageSizeAt);
  if (Size < HeaderEnd || Size > Bytes.size())
    return fault("it has " + Twine(Size) + " bytes, the file has " +
                 Twine(Bytes.size()));
  uint64_t Linked =
      uint64_t(at<uint32_t>(NumLinkedAt)) * at<uint16_t>(ImagePointerSizeAt);
  for (auto [Position, Length] : {std::pair<size_t, uint64_t>(TableAt, 1),
                                  {RecordAt, 1},
                                  {LinkedAt, Linked}}) {
    uint64_t Place = at<uint32_t>(Position);
    if (Length != 0 &&
        (Place < HeaderEnd || Place > Size || Length > Size - Place))
      return fault("the header leads to offset 0x" + Twine::utohexstr(Place) +
                   ", which is not inside of its " + Twine(Size) + " bytes");
  }
  return Error::success();
}

Expected<InspectedParamsImage> ParamsImageReader::read() {
  if (Error E = checkForm())
    return E;
  if (Error E = checkPlaces())
    return E;
  InspectedParamsImage Result;
  uint64_t Base = at<uint64_t>(BaseAt);
  if (Base != METAOBJ_PARAMS_IMAGE_RELATIVE)
    Result.Base = Base;
  Result.Bytes = at<uint32_t>(ImageSizeAt);
  Result.Alignment = at<uint32_t>(AlignmentAt);
  Result.Generation = at<uint32_t>(GenerationAt);
  Result.TableOffset = at<uint32_t>(TableAt);
  Result.RecordOffset = at<uint32_t>(RecordAt);
  Result.LinkedOffset = at<uint32_t>(LinkedAt);
  Result.NumLinked = at<uint32_t>(NumLinkedAt);
  Result.Id = "blake3:" + toHex(Bytes.substr(IdAt, METAOBJ_PARAMS_ID_SIZE),
                                /*LowerCase=*/true);
  StringRef Covered = Bytes.slice(ImageSizeAt, Result.Bytes);
  if (crc32(arrayRefFromStringRef(Covered)) != at<uint32_t>(ChecksumAt))
    Result.Damage.push_back("its checksum");
  return Result;
}

Expected<std::optional<InspectedParamsImage>>
metaobj::readParamsImage(MemoryBufferRef Buffer) {
  std::optional<Endianness> Order = orderOfImage(Buffer.getBuffer());
  if (!Order)
    return std::nullopt;
  Expected<InspectedParamsImage> Image =
      ParamsImageReader(Buffer, *Order).read();
  if (!Image)
    return Image.takeError();
  return *Image;
}

/// Do the pointers by storage ids lead to the parameters with these ids?
static bool areLinkedRight(const InspectedParamsImage &Image,
                           const ObjectImage &Object,
                           ArrayRef<InspectedParam> Params) {
  std::map<uint64_t, uint64_t> Places;
  for (const InspectedParam &Param : Params)
    if (Param.StorageId && Param.FileOffset)
      Places[*Param.StorageId] = *Param.FileOffset;
  uint64_t Count = Places.empty() ? 0 : Places.rbegin()->first + 1;
  if (Count != Image.NumLinked)
    return false;
  for (uint64_t Id = 0; Id != Count; ++Id) {
    StoredPointer Stored = Object.pointerAt(
        {1, Image.LinkedOffset + Id * Object.pointerSize(), 0});
    auto Wanted = Places.find(Id);
    if (Wanted == Places.end()
            ? Stored.Kind != StoredPointer::Null
            : Stored.Kind != StoredPointer::Pointer ||
                  !Stored.Target.isSamePlace({1, Wanted->second, 0}))
      return false;
  }
  return true;
}

void metaobj::compareHeader(InspectedParamsImage &Image,
                            const ObjectImage &Object,
                            ArrayRef<FoundRecord> Records,
                            ArrayRef<InspectedParam> Params) {
  // All of it is one section, from the header on.
  const FoundRecord *Own = nullptr;
  for (const FoundRecord &Record : Records)
    if (Record.Place.isSamePlace({1, Image.RecordOffset, 0}))
      Own = &Record;
  if (!Own) {
    Image.Damage.push_back("the place of its record");
    return;
  }
  if (Own->TableHash != Image.Id)
    Image.Damage.push_back("its id");
  if (!Own->Params || !Own->Params->isSamePlace({1, Image.TableOffset, 0}))
    Image.Damage.push_back("the place of its table");
  if (!areLinkedRight(Image, Object, Params))
    Image.Damage.push_back("its pointers by storage ids");
}
