// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models in memory against their records, with each bit flipped. The record is
// made here from metaobj's docs/format.md. tests/e2e/board_records.py has
// metaobj make it, on emulated boards.

#include <gtest/gtest.h>

#include <metaobj-c/metaobj_abi.h>
#include <tvm/runtime/crt/func_registry.h>
#include <tvm_crt/record.h>

#include "record/tables.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;
using Words = std::array<uint32_t, 8>;

bool isLittleEndian() {
  const uint16_t One = 1;
  uint8_t First;
  memcpy(&First, &One, 1);
  return First == 1;
}

// BLAKE3 as its specification has it -----------------------------------------

const Words Initial = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

Words compressed(const Words &Chain, std::array<uint32_t, 16> Block,
                 uint64_t Counter, uint32_t Length, uint32_t Flags) {
  std::array<uint32_t, 16> V;
  std::copy(Chain.begin(), Chain.end(), V.begin());
  std::copy_n(Initial.begin(), 4, V.begin() + 8);
  V[12] = static_cast<uint32_t>(Counter);
  V[13] = static_cast<uint32_t>(Counter >> 32);
  V[14] = Length;
  V[15] = Flags;
  auto Turn = [](uint32_t Word, int Bits) {
    return Word >> Bits | Word << (32 - Bits);
  };
  auto Mix = [&](int A, int B, int C, int D, uint32_t X, uint32_t Y) {
    V[A] += V[B] + X;
    V[D] = Turn(V[D] ^ V[A], 16);
    V[C] += V[D];
    V[B] = Turn(V[B] ^ V[C], 12);
    V[A] += V[B] + Y;
    V[D] = Turn(V[D] ^ V[A], 8);
    V[C] += V[D];
    V[B] = Turn(V[B] ^ V[C], 7);
  };
  const int Order[16] = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
  for (int Round = 0; Round != 7; ++Round) {
    for (int I = 0; I != 4; ++I)
      Mix(I, 4 + I, 8 + I, 12 + I, Block[2 * I], Block[2 * I + 1]);
    for (int I = 0; I != 4; ++I)
      Mix(I, 4 + (I + 1) % 4, 8 + (I + 2) % 4, 12 + (I + 3) % 4,
          Block[8 + 2 * I], Block[9 + 2 * I]);
    std::array<uint32_t, 16> Next;
    for (int I = 0; I != 16; ++I)
      Next[I] = Block[Order[I]];
    Block = Next;
  }
  Words Result;
  for (int I = 0; I != 8; ++I)
    Result[I] = V[I] ^ V[I + 8];
  return Result;
}

Words chainingValue(const uint8_t *Data, size_t Size, uint64_t Counter,
                    uint32_t Root) {
  if (Size > 1024) {
    size_t Left = 1024;
    while (Left * 2 < Size)
      Left *= 2;
    Words A = chainingValue(Data, Left, Counter, 0);
    Words B = chainingValue(Data + Left, Size - Left, Counter + Left / 1024, 0);
    std::array<uint32_t, 16> Both;
    std::copy(A.begin(), A.end(), Both.begin());
    std::copy(B.begin(), B.end(), Both.begin() + 8);
    return compressed(Initial, Both, 0, 64, 4 | Root);
  }
  Words Chain = Initial;
  size_t At = 0;
  do {
    size_t Length = std::min<size_t>(64, Size - At);
    std::array<uint32_t, 16> Block = {};
    for (size_t I = 0; I != Length; ++I)
      Block[I / 4] |= uint32_t(Data[At + I]) << I % 4 * 8;
    bool IsLast = At + Length == Size;
    Chain = compressed(Chain, Block, Counter, static_cast<uint32_t>(Length),
                       (At == 0 ? 1 : 0) | (IsLast ? 2 | Root : 0));
    At += Length;
  } while (At < Size);
  return Chain;
}

Bytes blake3(const Bytes &Data) {
  Bytes Result;
  for (uint32_t Word : chainingValue(Data.data(), Data.size(), 0, 8))
    for (int I = 0; I != 4; ++I)
      Result.push_back(static_cast<uint8_t>(Word >> I * 8));
  return Result;
}

TEST(Records, ReferenceHash) {
  // From the vectors of BLAKE3's authors.
  const Bytes Empty = blake3({}), Abc = blake3({'a', 'b', 'c'});
  EXPECT_EQ(Bytes(Empty.begin(), Empty.begin() + 4),
            Bytes({0xaf, 0x13, 0x49, 0xb9}));
  EXPECT_EQ(Bytes(Abc.begin(), Abc.begin() + 4),
            Bytes({0x64, 0x37, 0xb3, 0xac}));
}

// Models ---------------------------------------------------------------------

struct Parameter {
  std::string Name;
  uint8_t Code, Bits;
  unsigned Unit; ///< Bytes of a number in memory.
  std::vector<int64_t> Shape;
  Bytes Data; ///< Little-endian; of a compressed one as stored.
  bool IsCompressed = false;
};

Bytes pattern(size_t Size, unsigned Seed) {
  Bytes Result(Size);
  for (size_t I = 0; I != Size; ++I)
    Result[I] = static_cast<uint8_t>(I * 7 + I / 251 + Seed);
  return Result;
}

struct Model {
  Bytes Signature;
  uint16_t Abi = METAOBJ_RECORD_ABI_U16;
  std::vector<std::string> Functions = {"tvmgen_add", "mul"};
  std::vector<Parameter> Params = {
      {"w", 2, 32, 4, {2, 3}, pattern(24, 1)},
      {"half", 2, 16, 2, {5}, pattern(10, 2)},
      {"byte", 0, 8, 1, {}, pattern(1, 3)},
      {"complex", 5, 64, 4, {2}, pattern(16, 4)},
      {"none", 2, 32, 4, {0, 4}, {}},
      {"flag", 1, 1, 1, {65}, pattern(65, 5)},
  };
};

void number(Bytes &To, uint64_t Value, unsigned Size) {
  for (unsigned I = 0; I != Size; ++I)
    To.push_back(static_cast<uint8_t>(Value >> I * 8));
}

void text(Bytes &To, const std::string &Text) {
  To.insert(To.end(), Text.begin(), Text.end());
  To.push_back(0);
}

/// A piece of the image, all of whose bits count.
struct Piece {
  std::string What;
  size_t At, Size;
};

/// A model as it lies in memory.
class Image {
public:
  explicit Image(const Model &What, size_t Size = 1 << 14)
      : Memory(new uint64_t[Size / 8]()), Size(Size) {
    build(What);
  }

  uint8_t *bytes() { return reinterpret_cast<uint8_t *>(Memory.get()); }
  TVMRecordMemory memory() {
    return {bytes(), Size, reinterpret_cast<uintptr_t>(bytes())};
  }
  const TVMRecord *record() {
    return reinterpret_cast<const TVMRecord *>(bytes() + RecordAt);
  }
  template <class T> T *at(size_t Offset) {
    return reinterpret_cast<T *>(bytes() + Offset);
  }

  std::vector<Piece> Pieces;
  Bytes Identity;
  size_t RecordAt = 0, TableAt = 0, EntriesAt = 0, CompressedAt = 0;
  std::vector<size_t> DataAt;

private:
  size_t room(size_t Bytes, size_t Alignment = 8) {
    Used = (Used + Alignment - 1) / Alignment * Alignment;
    size_t Place = Used;
    Used += Bytes;
    EXPECT_LE(Used, Size);
    return Place;
  }
  size_t put(const std::string &What, const Bytes &Data, size_t Align = 1) {
    size_t Place = room(Data.size(), Align);
    std::copy(Data.begin(), Data.end(), bytes() + Place);
    Pieces.push_back({What, Place, Data.size()});
    return Place;
  }
  void piece(const std::string &What, size_t At, size_t Bytes) {
    Pieces.push_back({What, At, Bytes});
  }
  void build(const Model &What);
  void entry(const Parameter &P, metaobj_param_t &To, size_t EntryAt);
  Bytes native(const Parameter &P);

  std::unique_ptr<uint64_t[]> Memory;
  size_t Size, Used = 64;
};

Bytes Image::native(const Parameter &P) {
  Bytes Result = P.Data;
  if (!isLittleEndian() && !P.IsCompressed)
    for (size_t At = 0; At + P.Unit <= Result.size(); At += P.Unit)
      std::reverse(Result.begin() + At, Result.begin() + At + P.Unit);
  return Result;
}

void Image::entry(const Parameter &P, metaobj_param_t &To, size_t EntryAt) {
  Bytes Name;
  text(Name, P.Name);
  To.name = at<const char>(put("table", Name));
  To.tensor.device = {1, 0};
  To.tensor.ndim = static_cast<int32_t>(P.Shape.size());
  To.tensor.dtype = {P.Code, P.Bits, 1};
  if (!P.Shape.empty()) {
    size_t ShapeAt = room(P.Shape.size() * 8);
    std::copy(P.Shape.begin(), P.Shape.end(), at<int64_t>(ShapeAt));
    piece("table", ShapeAt, P.Shape.size() * 8);
    To.tensor.shape = at<const int64_t>(ShapeAt);
  }
  To.size = P.IsCompressed ? 1000 : P.Data.size();
  To.storage_id = P.Name == "w" ? 7 : METAOBJ_NO_STORAGE_ID;
  // A wrong pointer may lead to the same few bytes.
  if (P.Data.size() >= 10)
    piece("place",
          EntryAt + (P.IsCompressed
                         ? offsetof(metaobj_compressed_param_t, stored)
                         : offsetof(metaobj_param_t, tensor.data)),
          sizeof(void *));
#define PIECE(member)                                                          \
  piece("table", EntryAt + offsetof(metaobj_param_t, member), sizeof(To.member))
  PIECE(name);
  PIECE(tensor.device);
  PIECE(tensor.ndim);
  PIECE(tensor.dtype);
  PIECE(tensor.shape);
  PIECE(tensor.strides);
  PIECE(tensor.byte_offset);
  PIECE(size);
  PIECE(storage_id);
  PIECE(reserved);
#undef PIECE
}

void Image::build(const Model &What) {
  // The names and their count.
  Bytes Names, Hashed;
  auto Count = static_cast<uint16_t>(What.Functions.size());
  if (What.Abi == METAOBJ_RECORD_ABI_U16) {
    Names.resize(2);
    memcpy(Names.data(), &Count, 2);
  } else {
    Names.push_back(static_cast<uint8_t>(Count));
  }
  for (const std::string &Each : What.Functions) {
    bool IsLead = What.Abi == METAOBJ_RECORD_ABI_UNIVERSAL && Hashed.empty();
    text(Names, IsLead ? "_" + Each : Each);
    text(Hashed, Each);
  }
  Names.push_back(0);
  size_t NamesAt = put("names", Names, 2);
  std::vector<Bytes> Parts = {blake3(Hashed)};

  // The parameters; compressed ones last.
  std::vector<Parameter> Params;
  for (bool IsCompressed : {false, true})
    for (const Parameter &Each : What.Params)
      if (Each.IsCompressed == IsCompressed)
        Params.push_back(Each);
  size_t NumCompressed = 0;
  for (const Parameter &Each : Params)
    NumCompressed += Each.IsCompressed;
  size_t NumPlain = Params.size() - NumCompressed;
  EntriesAt = room(NumPlain * sizeof(metaobj_param_t));
  CompressedAt = room(NumCompressed * sizeof(metaobj_compressed_param_t));
  Bytes Table;
  for (size_t I = 0; I != Params.size(); ++I) {
    const Parameter &P = Params[I];
    DataAt.push_back(put("param " + std::to_string(I), native(P)));
    text(Table, P.Name);
    number(Table, P.Code, 1);
    number(Table, P.Bits, 1);
    number(Table, 1, 2);
    number(Table, P.Shape.size(), 4);
    for (int64_t Extent : P.Shape)
      number(Table, static_cast<uint64_t>(Extent), 8);
    number(Table, P.IsCompressed ? 1000 : P.Data.size(), 8);
    number(Table, P.Name == "w" ? 7 : UINT32_MAX, 4);
    number(Table, P.Data.size(), 8);
    number(Table, P.IsCompressed ? 1 : 0, 2);
    number(Table, P.IsCompressed ? 12 : 0, 2);
    if (I < NumPlain) {
      size_t EntryAt = EntriesAt + I * sizeof(metaobj_param_t);
      entry(P, *at<metaobj_param_t>(EntryAt), EntryAt);
      at<metaobj_param_t>(EntryAt)->tensor.data = bytes() + DataAt[I];
    } else {
      size_t EntryAt =
          CompressedAt + (I - NumPlain) * sizeof(metaobj_compressed_param_t);
      auto *To = at<metaobj_compressed_param_t>(EntryAt);
      entry(P, To->param, EntryAt);
      piece("table", EntryAt + offsetof(metaobj_param_t, tensor.data),
            sizeof(void *));
      To->stored = bytes() + DataAt[I];
      To->stored_size = P.Data.size();
      To->codec = METAOBJ_CODEC_ZSTD;
      To->window_log = 12;
      piece("table",
            EntryAt + offsetof(metaobj_compressed_param_t, stored_size),
            sizeof(uint64_t) + 2 + 2 + 4);
    }
  }
  Parts.push_back(blake3(Table));
  for (const Parameter &P : Params)
    Parts.push_back(blake3(P.Data));
  if (!Params.empty()) {
    TableAt = room(sizeof(metaobj_compressed_table_t));
    auto *To = at<metaobj_compressed_table_t>(TableAt);
    To->table.version =
        NumCompressed ? METAOBJ_ABI_VERSION_COMPRESSED : METAOBJ_ABI_VERSION;
    To->table.entry_size = sizeof(metaobj_param_t);
    To->table.num_params = static_cast<uint32_t>(NumPlain);
    if (NumPlain)
      To->table.params = at<metaobj_param_t>(EntriesAt);
    piece("table", TableAt,
          NumPlain ? sizeof(metaobj_param_table_t)
                   : offsetof(metaobj_param_table_t, params));
    if (NumCompressed) {
      To->num_compressed = static_cast<uint32_t>(NumCompressed);
      To->compressed_size = sizeof(metaobj_compressed_param_t);
      To->compressed = at<metaobj_compressed_param_t>(CompressedAt);
#define PIECE(member)                                                          \
  piece("table", TableAt + offsetof(metaobj_compressed_table_t, member),       \
        sizeof(To->member))
      PIECE(num_compressed);
      PIECE(compressed_size);
      PIECE(reserved);
      PIECE(compressed);
#undef PIECE
    }
  }

  // The identity and the checks.
  Bytes Whole;
  const uint16_t Version = What.Signature.empty()
                               ? METAOBJ_RECORD_VERSION
                               : METAOBJ_RECORD_VERSION_SIGNED;
  number(Whole, Version, 2);
  number(Whole, What.Abi, 2);
  number(Whole, What.Functions.size(), 4);
  number(Whole, Params.size(), 4);
  text(Whole, "net");
  for (const Bytes &Each : Parts)
    Whole.insert(Whole.end(), Each.begin(), Each.end());
  Identity = blake3(Whole);
  size_t HashesAt = put("identity", Identity);
  for (const Bytes &Each : Parts)
    put("check", Bytes(Each.begin(), Each.begin() + 4));
  std::copy(What.Signature.begin(), What.Signature.end(),
            bytes() + room(What.Signature.size(), 1));
  Bytes Name;
  text(Name, "net");
  size_t NameAt = put("model", Name);

  size_t FuncsAt = room(What.Functions.size() * sizeof(void *));
  size_t RegistryAt = room(sizeof(TVMFuncRegistry) + sizeof(metaobj_record_t));
  RecordAt = RegistryAt + sizeof(TVMFuncRegistry);
  *at<TVMFuncRegistry>(RegistryAt) = {at<const char>(NamesAt),
                                      at<TVMBackendPackedCFunc>(FuncsAt)};
  piece("names pointer", RegistryAt, sizeof(void *));
  *at<metaobj_record_t>(RecordAt) = {METAOBJ_RECORD_MAGIC,
                                     Version,
                                     sizeof(metaobj_record_t),
                                     sizeof(void *),
                                     What.Abi,
                                     static_cast<uint32_t>(Count),
                                     static_cast<uint32_t>(Params.size()),
                                     bytes() + RegistryAt,
                                     at<const char>(NameAt),
                                     bytes() + HashesAt,
                                     Params.empty() ? nullptr
                                                    : bytes() + TableAt};
  piece("record", RecordAt, sizeof(metaobj_record_t));
}

TVMRecordState verify(const TVMRecord *Record, TVMRecordMemory Memory,
                      TVMRecordCheck &Check) {
  memset(&Check, 0xa5, sizeof(Check));
  Check.memories = &Memory;
  Check.num_memories = 1;
  Check.step = nullptr;
  return TVMRecord_Verify(Record, &Check);
}

TVMRecordState verify(Image &What) {
  TVMRecordCheck Check;
  TVMRecordState State = verify(What.record(), What.memory(), Check);
  if (State == kTVMRecordIntact) {
    EXPECT_EQ(Bytes(Check.identity, Check.identity + 32), What.Identity);
  }
  return State;
}

/// Each bit of each piece, one at a time.
void flipEverything(Image &What) {
  ASSERT_EQ(verify(What), kTVMRecordIntact);
  for (const Piece &Each : What.Pieces)
    for (size_t At = Each.At; At != Each.At + Each.Size; ++At)
      for (unsigned Bit = 0; Bit != 8; ++Bit) {
        What.bytes()[At] ^= static_cast<uint8_t>(1U << Bit);
        TVMRecordCheck Check;
        TVMRecordState State = verify(What.record(), What.memory(), Check);
        std::string Where = Each.What + ", byte " +
                            std::to_string(At - Each.At) + ", bit " +
                            std::to_string(Bit);
        EXPECT_GE(State, kTVMRecordDamagedRecord) << Where;
        const std::map<std::string, TVMRecordState> Wanted = {
            {"names", kTVMRecordDamagedNames},
            {"names pointer", kTVMRecordDamagedNames},
            {"table", kTVMRecordDamagedTable},
            {"place", kTVMRecordDamagedParam},
            {"identity", kTVMRecordDamagedIdentity},
            {"check", kTVMRecordDamagedCheck}};
        if (auto Known = Wanted.find(Each.What); Known != Wanted.end()) {
          EXPECT_EQ(State, Known->second) << Where;
        }
        if (Each.What.starts_with("param")) {
          EXPECT_EQ(State, kTVMRecordDamagedParam) << Where;
          EXPECT_EQ(Each.What, "param " + std::to_string(Check.param));
        }
        What.bytes()[At] ^= static_cast<uint8_t>(1U << Bit);
      }
  EXPECT_EQ(verify(What), kTVMRecordIntact);
}

TEST(Records, EachFlippedBit) {
  Image Plain{Model()};
  flipEverything(Plain);
}

TEST(Records, EachFlippedBitOfOtherAbis) {
  Model Narrow;
  Narrow.Abi = METAOBJ_RECORD_ABI_U8;
  Narrow.Params.resize(1);
  Image NarrowImage(Narrow);
  flipEverything(NarrowImage);
  Model Universal;
  Universal.Abi = METAOBJ_RECORD_ABI_UNIVERSAL;
  Universal.Functions.insert(Universal.Functions.begin(),
                             METAOBJ_UNIVERSAL_NAME);
  Universal.Params.resize(1);
  Image UniversalImage(Universal);
  flipEverything(UniversalImage);
}

TEST(Records, EachFlippedBitOfCompressed) {
  Model Mixed;
  Mixed.Params.push_back(
      {"frame", 2, 32, 4, {250}, pattern(33, 9), /*IsCompressed=*/true});
  Mixed.Params.insert(
      Mixed.Params.begin(),
      {"first", 2, 16, 2, {500}, pattern(7, 8), /*IsCompressed=*/true});
  Image MixedImage(Mixed);
  flipEverything(MixedImage);
  Model Only;
  Only.Params = {{"frame", 2, 32, 4, {250}, pattern(33, 9), true}};
  Image OnlyImage(Only);
  flipEverything(OnlyImage);
}

TEST(Records, NothingInIt) {
  Model Empty;
  Empty.Functions.clear();
  Empty.Params.clear();
  Image EmptyImage(Empty);
  EXPECT_EQ(verify(EmptyImage), kTVMRecordIntact);
  EmptyImage.at<metaobj_record_t>(EmptyImage.RecordAt)->params =
      EmptyImage.bytes();
  EXPECT_EQ(verify(EmptyImage), kTVMRecordDamagedRecord);
}

TEST(Records, Signed) {
  Model Signed;
  Signed.Signature = pattern(64, 3);
  Signed.Params.resize(1);
  Image SignedImage(Signed), PlainImage{Model()};
  flipEverything(SignedImage);
  const uint8_t *Signature = TVMRecord_Signature(SignedImage.record());
  ASSERT_NE(Signature, nullptr);
  EXPECT_EQ(Bytes(Signature, Signature + 64), Signed.Signature);
  EXPECT_EQ(TVMRecord_Signature(PlainImage.record()), nullptr);
}

/// Ends of blocks, of chunks and of subtrees.
TEST(Records, Sizes) {
  for (size_t Size : {63, 64, 65, 127, 1023, 1024, 1025, 2047, 2048, 2049, 3072,
                      3073, 4097, 5120, 7168, 8191, 8192, 8193, 15361}) {
    Model Sized;
    Sized.Params = {
        {"w", 0, 8, 1, {static_cast<int64_t>(Size)}, pattern(Size, 1)}};
    Image SizedImage(Sized, 1 << 15);
    EXPECT_EQ(verify(SizedImage), kTVMRecordIntact) << Size;
    SizedImage.bytes()[SizedImage.DataAt[0] + Size - 1] ^= 16;
    EXPECT_EQ(verify(SizedImage), kTVMRecordDamagedParam) << Size;
  }
}

/// The hash of the model is a tree, too, and shares the levels.
TEST(Records, ManyAndLarge) {
  Model Many;
  Many.Params.clear();
  for (int I = 0; I != 200; ++I)
    Many.Params.push_back(
        {"p" + std::to_string(I), 0, 8, 1, {3}, pattern(3, I)});
  Many.Params.push_back({"large", 0, 8, 1, {32768}, pattern(32768, 1)});
  Image ManyImage(Many, 1 << 17);
  TVMRecordState Wanted =
      TVM_CRT_RECORD_LEVELS < 8 ? kTVMRecordRefused : kTVMRecordIntact;
  EXPECT_EQ(verify(ManyImage), Wanted);
}

TEST(Records, TheFirstDamageIsTold) {
  Image Damaged{Model()};
  Damaged.bytes()[Damaged.DataAt[3]] ^= 1;
  Damaged.bytes()[Damaged.DataAt[1]] ^= 1;
  TVMRecordCheck Check;
  EXPECT_EQ(verify(Damaged.record(), Damaged.memory(), Check),
            kTVMRecordDamagedParam);
  EXPECT_EQ(Check.param, 1U);
}

/// The image of a slot, which will run elsewhere.
TEST(Records, AnotherSlot) {
  Image Original{Model()};
  TVMRecordMemory Memory = Original.memory();
  std::vector<uint64_t> Copy(Memory.size / 8);
  memcpy(Copy.data(), Memory.bytes, Memory.size);
  Memory.bytes = Copy.data();
  auto *Record = reinterpret_cast<const TVMRecord *>(
      reinterpret_cast<uint8_t *>(Copy.data()) + Original.RecordAt);
  EXPECT_EQ(TVMRecord_Find(&Memory, nullptr), Record);
  TVMRecordCheck Check;
  EXPECT_EQ(verify(Record, Memory, Check), kTVMRecordIntact);
  // What is damaged in the original does not count.
  Original.bytes()[Original.DataAt[0]] ^= 1;
  EXPECT_EQ(verify(Record, Memory, Check), kTVMRecordIntact);
  Memory.address = reinterpret_cast<uintptr_t>(Copy.data());
  EXPECT_EQ(TVMRecord_Find(&Memory, nullptr), nullptr);
  EXPECT_EQ(verify(Record, Memory, Check), kTVMRecordDamagedRecord);
}

/// Parameters in another memory, and without it.
TEST(Records, SeveralMemories) {
  Image Both{Model()};
  alignas(8) uint8_t Other[64];
  auto *Entry = Both.at<metaobj_param_t>(Both.EntriesAt);
  memcpy(Other, Entry->tensor.data, Entry->size);
  Entry->tensor.data = Other;
  EXPECT_EQ(verify(Both), kTVMRecordDamagedParam);
  TVMRecordMemory Memories[] = {
      Both.memory(), {Other, 24, reinterpret_cast<uintptr_t>(Other)}};
  TVMRecordCheck Check = {};
  Check.memories = Memories;
  Check.num_memories = 2;
  EXPECT_EQ(TVMRecord_Verify(Both.record(), &Check), kTVMRecordIntact);
  Memories[1].size = 23;
  EXPECT_EQ(TVMRecord_Verify(Both.record(), &Check), kTVMRecordDamagedParam);
  Check.num_memories = 0;
  EXPECT_EQ(TVMRecord_Verify(Both.record(), &Check), kTVMRecordDamagedRecord);
}

/// Numbers that lead far away.
TEST(Records, HostileNumbers) {
  auto Expect = [](TVMRecordState Wanted, auto Change) {
    Image Changed{Model()};
    Change(Changed);
    EXPECT_EQ(verify(Changed), Wanted);
  };
  auto Entry = [](Image &I) { return I.at<metaobj_param_t>(I.EntriesAt); };
  auto Record = [](Image &I) { return I.at<metaobj_record_t>(I.RecordAt); };
  Expect(kTVMRecordDamagedTable,
         [&](Image &I) { Entry(I)->size = UINT64_MAX; });
  Expect(kTVMRecordDamagedTable, [&](Image &I) { Entry(I)->tensor.ndim = -1; });
  Expect(kTVMRecordDamagedTable,
         [&](Image &I) { Entry(I)->tensor.dtype = {5, 8, 1}; });
  Expect(kTVMRecordDamagedRecord,
         [&](Image &I) { Record(I)->num_params = UINT32_MAX; });
  Expect(kTVMRecordDamagedRecord,
         [&](Image &I) { Record(I)->num_functions = UINT32_MAX; });
  Expect(kTVMRecordDamagedTable, [&](Image &I) {
    I.at<metaobj_param_table_t>(I.TableAt)->num_params += 1;
    Record(I)->num_params += 1;
  });
  // Texts up to the end of the memory.
  Expect(kTVMRecordDamagedRecord, [&](Image &I) {
    auto *Last = I.at<char>(I.memory().size - 1);
    *Last = 'x';
    Record(I)->model = Last;
  });
  Expect(kTVMRecordDamagedNames, [&](Image &I) {
    auto *Last = I.at<char>(I.memory().size - 4);
    const uint16_t Count = 2;
    memcpy(Last, &Count, 2);
    Last[2] = Last[3] = 'x';
    I.at<TVMFuncRegistry>(I.RecordAt - sizeof(TVMFuncRegistry))->names = Last;
  });
  Expect(kTVMRecordDamagedNames, [&](Image &I) {
    auto *Last = I.at<char>(I.memory().size - 6);
    const uint16_t Count = 2;
    memcpy(Last, &Count, 2);
    memcpy(Last + 2, "x\0y", 4);
    I.at<TVMFuncRegistry>(I.RecordAt - sizeof(TVMFuncRegistry))->names = Last;
  });
}

struct Steps {
  int Left, Calls;
};

int32_t countDown(void *Context) {
  auto *Counted = static_cast<Steps *>(Context);
  ++Counted->Calls;
  return Counted->Left-- == 0;
}

TEST(Records, StepsAndStop) {
  Image Whole{Model()};
  TVMRecordMemory Memory = Whole.memory();
  TVMRecordCheck Check = {};
  Steps Counted = {INT32_MAX, 0};
  Check.memories = &Memory;
  Check.num_memories = 1;
  Check.step = countDown;
  Check.context = &Counted;
  EXPECT_EQ(TVMRecord_Verify(Whole.record(), &Check), kTVMRecordIntact);
  const int All = Counted.Calls;
  EXPECT_GT(All, 10);
  for (int Calls = 0; Calls != All; ++Calls) {
    Counted = {Calls, 0};
    EXPECT_EQ(TVMRecord_Verify(Whole.record(), &Check), kTVMRecordStopped);
    EXPECT_EQ(Counted.Calls, Calls + 1); // Not called again.
  }
}

TEST(Records, Found) {
  Image First{Model()};
  TVMRecordMemory Memory = First.memory();
  EXPECT_EQ(TVMRecord_Find(&Memory, nullptr), First.record());
  EXPECT_EQ(TVMRecord_Find(&Memory, First.record()), nullptr);
  // The number alone is no record: here it is the contents of a parameter.
  memcpy(First.bytes(), First.record(), sizeof(TVMRecord));
  EXPECT_EQ(TVMRecord_Find(&Memory, nullptr), First.record());
  // A record that the end cuts.
  Memory.size = First.RecordAt + sizeof(TVMRecord) - 1;
  EXPECT_EQ(TVMRecord_Find(&Memory, nullptr), nullptr);
  Memory.size = sizeof(TVMRecord) - 1;
  EXPECT_EQ(TVMRecord_Find(&Memory, nullptr), nullptr);
}

// What metaobj emits ---------------------------------------------------------

TEST(Records, LayoutsAreThoseOfTheHeader) {
#define SAME(ours, theirs, member)                                             \
  EXPECT_EQ(offsetof(ours, member), offsetof(theirs, member))
  EXPECT_EQ(sizeof(TVMRecord), sizeof(metaobj_record_t));
  EXPECT_EQ(TVM_CRT_RECORD_VERSION, METAOBJ_RECORD_VERSION);
  EXPECT_EQ(TVM_CRT_RECORD_VERSION_SIGNED, METAOBJ_RECORD_VERSION_SIGNED);
  EXPECT_EQ(TVM_CRT_RECORD_ID_BYTES, METAOBJ_RECORD_ID_SIZE);
  EXPECT_EQ(TVM_CRT_RECORD_SIGNATURE_BYTES, METAOBJ_RECORD_SIGNATURE_SIZE);
  SAME(TVMRecord, metaobj_record_t, abi);
  SAME(TVMRecord, metaobj_record_t, num_params);
  SAME(TVMRecord, metaobj_record_t, registry);
  SAME(TVMRecord, metaobj_record_t, model);
  SAME(TVMRecord, metaobj_record_t, hashes);
  SAME(TVMRecord, metaobj_record_t, params);
  EXPECT_EQ(sizeof(param_entry_t), sizeof(metaobj_param_t));
  SAME(param_entry_t, metaobj_param_t, tensor);
  SAME(param_entry_t, metaobj_param_t, tensor.strides);
  SAME(param_entry_t, metaobj_param_t, tensor.byte_offset);
  SAME(param_entry_t, metaobj_param_t, size);
  SAME(param_entry_t, metaobj_param_t, storage_id);
  EXPECT_EQ(sizeof(param_table_t), sizeof(metaobj_param_table_t));
  SAME(param_table_t, metaobj_param_table_t, params);
  EXPECT_EQ(sizeof(compressed_entry_t), sizeof(metaobj_compressed_param_t));
  SAME(compressed_entry_t, metaobj_compressed_param_t, stored);
  SAME(compressed_entry_t, metaobj_compressed_param_t, window_log);
  EXPECT_EQ(sizeof(compressed_table_t), sizeof(metaobj_compressed_table_t));
  SAME(compressed_table_t, metaobj_compressed_table_t, num_compressed);
  SAME(compressed_table_t, metaobj_compressed_table_t, compressed);
#undef SAME
}

} // namespace
