//===- VerifyRecord.cpp - What a record's hashes say of an image ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/format.md lists the hashed bytes. They are collected from the image, so
// that a wrong pointer shows like a wrong byte.
//
//===----------------------------------------------------------------------===//

#include "Inspect/ParamTable.h"
#include "Inspect/RecordReader.h"

#include "Base/Wording.h"
#include "metaobj-c/metaobj_abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"

#include <array>
#include <map>
#include <tuple>

using namespace llvm;
using namespace metaobj;

namespace {

using Digest = std::array<uint8_t, METAOBJ_RECORD_ID_SIZE>;

/// Adds the low \p Size bytes of \p Number.
void addNumber(BLAKE3 &Hasher, uint64_t Number, unsigned Size) {
  std::array<uint8_t, 8> Little;
  support::endian::write64le(Little.data(), Number);
  Hasher.update(ArrayRef(Little).take_front(Size));
}

void addName(BLAKE3 &Hasher, StringRef Name) {
  Hasher.update(Name);
  addNumber(Hasher, 0, 1);
}

class RecordVerifier {
public:
  explicit RecordVerifier(const ObjectImage &Object) : Object(Object) {}

  Error verify(FoundRecord &Record);

private:
  Expected<Digest> hashNames(const FoundRecord &Record);
  Expected<Digest> hashTable(ArrayRef<ParamTableEntry> Entries);
  Expected<Digest> hashData(const ParamTableEntry &Entry);
  Error spend(uint64_t Bytes) {
    Work += Bytes;
    if (Work > Object.workLimit())
      return inputError(Object.file(), "parameters of records overlap");
    return Error::success();
  }

  const ObjectImage &Object;
  /// By place, size and unit of the byte order.
  std::map<std::tuple<uint32_t, uint64_t, uint64_t, unsigned>, Digest> Known;
  uint64_t Work = 0;
};

} // namespace

/// The registry was decoded before, so its names are there.
Expected<Digest> RecordVerifier::hashNames(const FoundRecord &Record) {
  bool IsWide = Record.Head.Abi == METAOBJ_RECORD_ABI_U16;
  bool IsUniversal = Record.Head.Abi == METAOBJ_RECORD_ABI_UNIVERSAL;
  StringRef Bytes = Object.bytesFrom(Object.pointerAt(Record.Registry).Target)
                        .drop_front(IsWide ? 2 : 1)
                        .drop_front(IsUniversal ? 1 : 0);
  BLAKE3 Hasher;
  for (uint64_t I = 0; I != Record.Head.NumFunctions; ++I) {
    auto [Name, Rest] = Bytes.split('\0');
    addName(Hasher, Name);
    if (Error E = spend(Name.size() + 1))
      return E;
    Bytes = Rest;
  }
  return Hasher.final();
}

Expected<Digest> RecordVerifier::hashTable(ArrayRef<ParamTableEntry> Entries) {
  BLAKE3 Hasher;
  for (const ParamTableEntry &Entry : Entries) {
    addName(Hasher, Entry.Name);
    addNumber(Hasher, Entry.Type.code, 1);
    addNumber(Hasher, Entry.Type.bits, 1);
    addNumber(Hasher, Entry.Type.lanes, 2);
    addNumber(Hasher, Entry.Shape.size(), 4);
    for (int64_t Extent : Entry.Shape)
      addNumber(Hasher, static_cast<uint64_t>(Extent), 8);
    addNumber(Hasher, Entry.Size, 8);
    addNumber(Hasher, Entry.StorageId.value_or(UINT64_MAX), 4);
    addNumber(Hasher, Entry.StoredSize, 8);
    addNumber(Hasher, Entry.WindowLog ? METAOBJ_CODEC_ZSTD : 0, 2);
    addNumber(Hasher, Entry.WindowLog.value_or(0), 2);
    if (Error E = spend(Entry.Name.size() + Entry.Shape.size() * 8 + 1))
      return E;
  }
  return Hasher.final();
}

/// Numbers of big-endian machines are turned; a frame is hashed as it is.
Expected<Digest> RecordVerifier::hashData(const ParamTableEntry &Entry) {
  unsigned Unit = Object.isLittleEndian() || Entry.WindowLog
                      ? 1
                      : byteOrderUnit(Entry.Type);
  auto [Place, IsNew] = Known.try_emplace(
      {Entry.Data.Section, Entry.Data.Offset, Entry.StoredSize, Unit});
  if (!IsNew)
    return Place->second;
  if (Error E = spend(Entry.StoredSize))
    return E;
  ArrayRef<uint8_t> Bytes = arrayRefFromStringRef(
      Object.bytesFrom(Entry.Data).take_front(Entry.StoredSize));
  BLAKE3 Hasher;
  if (Unit <= 1) {
    Hasher.update(Bytes);
    return Place->second = Hasher.final();
  }
  std::vector<uint8_t> Turned;
  while (!Bytes.empty()) {
    ArrayRef<uint8_t> Piece = Bytes.take_front(size_t(Unit) << 12);
    Bytes = Bytes.drop_front(Piece.size());
    Turned.assign(Piece.begin(), Piece.end());
    for (size_t Position = 0; Position + Unit <= Turned.size();
         Position += Unit)
      std::reverse(Turned.begin() + Position, Turned.begin() + Position + Unit);
    Hasher.update(Turned);
  }
  return Place->second = Hasher.final();
}

static Digest hashWhole(const FoundRecord &Record, ArrayRef<Digest> Parts) {
  BLAKE3 Hasher;
  addNumber(Hasher, Record.Head.Version, 2);
  addNumber(Hasher, Record.Head.Abi, 2);
  addNumber(Hasher, Record.Head.NumFunctions, 4);
  addNumber(Hasher, Record.Head.NumParams, 4);
  addName(Hasher, Record.Result.Model);
  for (const Digest &Part : Parts)
    Hasher.update(Part);
  return Hasher.final();
}

Error RecordVerifier::verify(FoundRecord &Record) {
  InspectedRecord &Result = Record.Result;
  std::vector<ParamTableEntry> Entries;
  if (Record.Params) {
    std::vector<InspectedPart> Ignored;
    auto Table = readParamTable(Object, *Record.Params, Ignored);
    if (!Table)
      return Table.takeError();
    if (*Table)
      Entries = std::move(**Table);
  }
  if (Entries.size() != Record.Head.NumParams)
    return inputError(Object.file(),
                      "the record of model " + quoted(Result.Model) +
                          " counts " +
                          plural(Record.Head.NumParams, "parameter") +
                          ", its table has " + Twine(Entries.size()));
  Result.IsPartial = any_of(Entries, [&](const ParamTableEntry &Entry) {
    return !Entry.Data.isDefined() ||
           Object.bytesFrom(Entry.Data).size() < Entry.StoredSize;
  });
  if (Result.IsPartial)
    return Error::success();

  std::vector<std::string> Names = {"the names of its functions",
                                    "its parameter table"};
  std::vector<Digest> Parts;
  Expected<Digest> OfNames = hashNames(Record);
  if (!OfNames)
    return OfNames.takeError();
  Expected<Digest> OfTable = hashTable(Entries);
  if (!OfTable)
    return OfTable.takeError();
  Record.TableHash = "blake3:" + toHex(*OfTable, /*LowerCase=*/true);
  Parts = {*OfNames, *OfTable};
  for (const ParamTableEntry &TheParamTableEntry : Entries) {
    Expected<Digest> OfData = hashData(TheParamTableEntry);
    if (!OfData)
      return OfData.takeError();
    Parts.push_back(*OfData);
    Names.push_back("parameter " + quoted(TheParamTableEntry.Name));
  }

  StringRef Stored = Object.bytesFrom(Record.Hashes);
  bool IsWhole = toStringRef(hashWhole(Record, Parts)) ==
                 Stored.take_front(METAOBJ_RECORD_ID_SIZE);
  StringRef Checks = Stored.drop_front(METAOBJ_RECORD_ID_SIZE);
  for (const auto &[Index, Part] : enumerate(Parts))
    if (toStringRef(Part).take_front(METAOBJ_RECORD_CHECK_SIZE) !=
        Checks.substr(Index * METAOBJ_RECORD_CHECK_SIZE,
                      METAOBJ_RECORD_CHECK_SIZE))
      Result.Damage.push_back(IsWhole ? "the check of " + Names[Index]
                                      : Names[Index]);
  if (!IsWhole && Result.Damage.empty())
    Result.Damage.push_back("its name, numbers or identity");
  return Error::success();
}

Error metaobj::verifyRecords(const ObjectImage &Object,
                             MutableArrayRef<FoundRecord> Records) {
  RecordVerifier Verifier(Object);
  for (FoundRecord &Record : Records)
    if (Error E = Verifier.verify(Record))
      return E;
  return Error::success();
}
