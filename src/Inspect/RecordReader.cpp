//===- RecordReader.cpp - Records of models -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inspect/RecordReader.h"

#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

/// Offsets of the numbers of a record, which are the same everywhere. The
/// pointers follow: registry, model, hashes, params.
enum RecordField : unsigned {
  VersionAt = 8,
  SizeAt = 10,
  PointerSizeAt = 12,
  AbiAt = 14,
  NumFunctionsAt = 16,
  NumParamsAt = 20,
  PointersAt = 24,
};

constexpr unsigned NumPointers = 4;
constexpr size_t MagicSize = 8;

} // namespace

/// The head at the start of \p Bytes, or why there is none.
static std::optional<RecordHead> headAt(StringRef Bytes, bool IsLittle,
                                        std::string &Refused) {
  auto Refuse = [&](const Twine &Reason) {
    Refused = Reason.str();
    return std::nullopt;
  };
  if (Bytes.size() < PointersAt)
    return Refuse("it ends inside its numbers");
  auto Number = [&](RecordField Field, unsigned Size) {
    return numberAt(Bytes.data() + Field, Size, IsLittle);
  };
  if (uint64_t Version = Number(VersionAt, 2);
      Version != METAOBJ_RECORD_VERSION &&
      Version != METAOBJ_RECORD_VERSION_SIGNED)
    return Refuse("its version is " + Twine(Version) + ", wanted " +
                  Twine(METAOBJ_RECORD_VERSION) + " or " +
                  Twine(METAOBJ_RECORD_VERSION_SIGNED));
  RecordHead Head;
  Head.Version = static_cast<unsigned>(Number(VersionAt, 2));
  Head.IsLittleEndian = IsLittle;
  Head.PointerSize = static_cast<unsigned>(Number(PointerSizeAt, 2));
  if (Head.PointerSize != 2 && Head.PointerSize != 4 && Head.PointerSize != 8)
    return Refuse("it has pointers of " + Twine(Head.PointerSize) + " bytes");
  uint64_t Size = PointersAt + uint64_t(NumPointers) * Head.PointerSize;
  if (Number(SizeAt, 2) != Size || Bytes.size() < Size)
    return Refuse("its size is " + Twine(Number(SizeAt, 2)) + ", wanted " +
                  Twine(Size));
  Head.Abi = static_cast<unsigned>(Number(AbiAt, 2));
  if (Head.Abi < METAOBJ_RECORD_ABI_U16 ||
      Head.Abi > METAOBJ_RECORD_ABI_UNIVERSAL)
    return Refuse("ABI " + Twine(Head.Abi) + " does not exist");
  Head.NumFunctions = Number(NumFunctionsAt, 4);
  Head.NumParams = Number(NumParamsAt, 4);
  Head.Registry =
      numberAt(Bytes.data() + PointersAt, Head.PointerSize, IsLittle);
  return Head;
}

std::vector<RecordHead> metaobj::findRecordHeads(StringRef Bytes,
                                                 std::string &Refused) {
  std::vector<RecordHead> Result;
  for (bool IsLittle : {true, false}) {
    char Magic[MagicSize];
    support::endian::write<uint64_t>(Magic, METAOBJ_RECORD_MAGIC,
                                     IsLittle ? Endianness::little
                                              : Endianness::big);
    StringRef Wanted(Magic, MagicSize);
    for (size_t Position = Bytes.find(Wanted); Position != StringRef::npos;
         Position = Bytes.find(Wanted, Position + MagicSize))
      if (std::optional<RecordHead> Head =
              headAt(Bytes.drop_front(Position), IsLittle, Refused)) {
        Head->Offset = Position;
        Result.push_back(*Head);
      }
  }
  return Result;
}

static StringRef abiName(unsigned Number) {
  switch (Number) {
  case METAOBJ_RECORD_ABI_U16:
    return "tvm-crt-u16";
  case METAOBJ_RECORD_ABI_U8:
    return "tvm-crt-u8";
  default:
    return "tvm-crt-universal";
  }
}

/// The record of \p Head in \p Section, or nullopt and a reason in \p Refused.
static Expected<std::optional<FoundRecord>>
readRecord(const ObjectImage &Object, uint32_t Section, const RecordHead &Head,
           std::string &Refused, uint64_t &Work) {
  Location Place = {Section, Head.Offset, 0};
  uint64_t Before = uint64_t(2) * Head.PointerSize;
  auto PlaceOf = [&](unsigned Pointer) {
    return Place.advance(PointersAt + uint64_t(Pointer) * Head.PointerSize);
  };
  auto Fault = [&](const Twine &Reason) {
    return inputError(Object.file(), "the record at " + Object.describe(Place) +
                                         ": " + Reason);
  };
  FoundRecord Found;
  StoredPointer Registry = Object.pointerAt(PlaceOf(0));
  if (Head.IsLittleEndian != Object.isLittleEndian() ||
      Head.PointerSize != Object.pointerSize() || Head.Offset < Before ||
      Registry.Kind != StoredPointer::Pointer ||
      !Registry.Target.isSamePlace({Section, Head.Offset - Before, 0})) {
    Refused = "it is for another address: 0x" +
              utohexstr(Head.Registry + Before, /*LowerCase=*/true);
    return std::nullopt;
  }
  std::optional<StringRef> Model = Object.textAt(PlaceOf(1));
  if (!Model || Model->size() > LongestName)
    return Fault("the model's name is not a string of this file");
  Work += Model->size();
  StoredPointer Hashes = Object.pointerAt(PlaceOf(2));
  StoredPointer Params = Object.pointerAt(PlaceOf(3));
  uint64_t SignatureAt =
      METAOBJ_RECORD_ID_SIZE + (2 + Head.NumParams) * METAOBJ_RECORD_CHECK_SIZE;
  bool IsSigned = Head.Version == METAOBJ_RECORD_VERSION_SIGNED;
  uint64_t HashesSize =
      SignatureAt + (IsSigned ? METAOBJ_RECORD_SIGNATURE_SIZE : 0);
  StringRef HashBytes = Object.bytesFrom(Hashes.Target);
  if (Hashes.Kind != StoredPointer::Pointer || HashBytes.size() < HashesSize)
    return Fault("its hashes are not in this file");
  if ((Params.Kind == StoredPointer::Null) != (Head.NumParams == 0) ||
      (Head.NumParams != 0 &&
       (Params.Kind != StoredPointer::Pointer || !Params.Target.isDefined())))
    return Fault("its parameter table is not in this file");
  Found.Head = Head;
  Found.Place = Place;
  Found.Registry = {Section, Head.Offset - Before, 0};
  Found.Hashes = Hashes.Target;
  if (Head.NumParams != 0)
    Found.Params = Params.Target;
  InspectedRecord &Result = Found.Result;
  Result.Model = Model->str();
  Result.Abi = abiName(Head.Abi).str();
  Result.Address = Object.addressOf(Place);
  Result.NumFunctions = Head.NumFunctions;
  Result.NumParams = Head.NumParams;
  Result.Identity =
      "blake3:" +
      toHex(HashBytes.take_front(METAOBJ_RECORD_ID_SIZE), /*LowerCase=*/true);
  if (IsSigned)
    Result.Signature = toHex(
        HashBytes.substr(SignatureAt, METAOBJ_RECORD_SIGNATURE_SIZE), true);
  return std::optional<FoundRecord>(std::move(Found));
}

Expected<std::vector<FoundRecord>>
metaobj::readRecords(const ObjectImage &Object, std::string &Refused) {
  std::vector<FoundRecord> Result;
  uint64_t Work = 0;
  for (uint32_t Section = 1; Section < Object.sections().size(); ++Section) {
    StringRef Bytes = Object.sections()[Section].Bytes;
    // Before linking, a record's pointers are relocations. Parameters, which
    // may be gigabytes, have none, and are not read.
    if (!Object.isLinked() &&
        Object.relocations(Section, 0, Bytes.size()).empty())
      continue;
    // Sections of a hostile file may overlap.
    Work += Bytes.size();
    if (Work > Object.workLimit())
      return inputError(Object.file(), "sections overlap");
    for (const RecordHead &Head : findRecordHeads(Bytes, Refused)) {
      Expected<std::optional<FoundRecord>> Found =
          readRecord(Object, Section, Head, Refused, Work);
      if (!Found)
        return Found.takeError();
      if (*Found)
        Result.push_back(std::move(**Found));
    }
    if (Work > Object.workLimit())
      return inputError(Object.file(), "records overlap");
  }
  return Result;
}
