//===- RecordHashes.cpp - What the record of a model hashes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/format.md lists the hashed bytes. Numbers are little endian and so are
// the elements of parameters, so a model has one identity on all machines, also
// as C source.
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

namespace {

class FieldHasher {
public:
  FieldHasher &number(uint64_t Value, unsigned Bytes) {
    for (unsigned I = 0; I != Bytes; ++I)
      Little[I] = static_cast<uint8_t>(Value >> I * 8);
    Hasher.update(ArrayRef(Little).take_front(Bytes));
    return *this;
  }
  FieldHasher &text(StringRef String) {
    Hasher.update(String);
    return number(0, 1);
  }
  FieldHasher &hash(const ContentHash &Other) {
    Hasher.update(Other);
    return *this;
  }
  ContentHash final() { return Hasher.final(); }

private:
  BLAKE3 Hasher;
  std::array<uint8_t, 8> Little = {};
};

} // namespace

static void addEntry(FieldHasher &Hasher, const Param &P) {
  Hasher.text(P.Name).number(P.DType.code, 1).number(P.DType.bits, 1);
  Hasher.number(P.DType.lanes, 2).number(P.Shape.size(), 4);
  for (int64_t Extent : P.Shape)
    Hasher.number(static_cast<uint64_t>(Extent), 8);
  int64_t StorageId = METAOBJ_NO_STORAGE_ID;
  if (P.StorageId)
    StorageId = static_cast<int64_t>(*P.StorageId);
  Hasher.number(P.raw().size(), 8).number(static_cast<uint64_t>(StorageId), 4);
  Hasher.number(P.Data.size(), 8);
  Hasher.number(P.isCompressed() ? METAOBJ_CODEC_ZSTD : 0, 2);
  Hasher.number(P.isCompressed() ? P.Compressed->WindowLog : 0, 2);
}

unsigned ModelTables::recordVersion() const {
  return Additional.Signature.empty() ? METAOBJ_RECORD_VERSION
                                      : METAOBJ_RECORD_VERSION_SIGNED;
}

/// Numbers of the parameters in the order of their table.
static std::vector<size_t> tableOrder(const Model &TheModel) {
  std::vector<size_t> Order;
  for (bool AreCompressed : {false, true})
    for (const auto &[Index, P] : enumerate(TheModel.Params))
      if (P.isCompressed() == AreCompressed)
        Order.push_back(Index);
  return Order;
}

ContentHash metaobj::paramTableHash(const Model &TheModel) {
  FieldHasher Table;
  for (size_t Index : tableOrder(TheModel))
    addEntry(Table, TheModel.Params[Index]);
  return Table.final();
}

std::vector<uint8_t> ModelTables::recordHashes() const {
  FieldHasher Names;
  for (const RegistryEntry &Entry : Entries)
    Names.text(Entry.Function.Kind == Address::Universal
                   ? METAOBJ_UNIVERSAL_NAME
                   : Entry.Name);
  std::vector<ContentHash> Parts = {Names.final(), paramTableHash(TheModel)};
  for (size_t Index : tableOrder(TheModel))
    Parts.push_back((*Additional.ParamHashes)[Index]);
  FieldHasher Whole;
  Whole.number(recordVersion(), 2).number(crt().RecordNumber, 2);
  Whole.number(Entries.size(), 4).number(TheModel.Params.size(), 4);
  Whole.text(Additional.RecordName);
  for (const ContentHash &Part : Parts)
    Whole.hash(Part);

  ContentHash Identity = Whole.final();
  std::vector<uint8_t> Result(Identity.begin(), Identity.end());
  for (const ContentHash &Part : Parts)
    Result.insert(Result.end(), Part.begin(),
                  Part.begin() + METAOBJ_RECORD_CHECK_SIZE);
  Result.insert(Result.end(), Additional.Signature.begin(),
                Additional.Signature.end());
  return Result;
}
