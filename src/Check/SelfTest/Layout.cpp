//===- Layout.cpp - Structures as C lays them out -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emitter builds LLVM's structure types and lets LLVM lay them out. Here
// the same tables are written a second time, byte by byte, by the rule of every
// C ABI: a field stands at the next multiple of its alignment, and a structure
// is padded to the largest alignment in it. Pointers stay zero; they must have
// a relocation.
//
//===----------------------------------------------------------------------===//

#include "Check/SelfTest/Sample.h"
#include "Check/SelfTest/Steps.h"

#include "Abi/NameIndex.h"
#include "Abi/Symbols.h"
#include "Base/Wording.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace metaobj;

namespace {

/// Bytes of constant data as a C compiler for the target writes them.
class CData {
public:
  CData(const DataLayout &Layout) : Layout(Layout) {}

  void u8(uint64_t Value) { integer(Value, 1); }
  void u16(uint64_t Value) { integer(Value, 2); }
  void u32(uint64_t Value) { integer(Value, 4); }
  void u64(uint64_t Value) { integer(Value, 8); }
  void null() { zeros(pointerSize(), pointerAlignment()); }
  /// A pointer to something.
  void pointer() {
    null();
    Pointers.push_back(Bytes.size() - pointerSize());
  }
  void text(StringRef Text) { Bytes += Text; }
  /// Starts a structure whose strictest field has this alignment, or ends one.
  void align(uint64_t To) {
    Alignment = std::max(Alignment, To);
    Bytes.resize(alignTo(Bytes.size(), To));
  }

  uint64_t pointerSize() const { return Layout.getPointerSize(); }
  uint64_t pointerAlignment() const {
    return Layout.getPointerABIAlignment(0).value();
  }
  uint64_t integerAlignment(uint64_t Size) const {
    LLVMContext Context;
    return Layout.getABITypeAlign(Type::getIntNTy(Context, 8 * Size)).value();
  }

  const DataLayout &Layout;
  std::string Bytes;
  std::vector<uint64_t> Pointers; ///< Where relocations have to be.
  uint64_t Alignment = 1;

private:
  void zeros(uint64_t Size, uint64_t To) {
    align(To);
    Bytes.append(Size, '\0');
  }
  void integer(uint64_t Value, uint64_t Size) {
    zeros(Size, integerAlignment(Size));
    for (uint64_t I = 0; I < Size; ++I) {
      uint64_t Place = Layout.isBigEndian() ? Size - 1 - I : I;
      Bytes[Bytes.size() - Size + Place] = static_cast<char>(Value >> (8 * I));
    }
  }
};

class LayoutCheck {
public:
  LayoutCheck(Checks &Result, const EmittedObject &Object,
              const DataLayout &Layout, const Expectation &Wanted)
      : Result(Result), Object(Object), Layout(Layout), Wanted(Wanted) {}

  void run();

private:
  void compare(StringRef Symbol, const CData &Data);
  void checkRegistry();
  size_t checkNames(ArrayRef<std::string> Names);
  void checkIndex(ArrayRef<std::string> Names, size_t NamesSize);
  void checkParamTable();
  void checkLinkedParams();
  uint64_t tensorAlignment(const CData &Data) const;
  void addParam(CData &Data, const Param &P) const;
  void addCompressedParam(CData &Data, const Param &P) const;

  Checks &Result;
  const EmittedObject &Object;
  const DataLayout &Layout;
  const Expectation &Wanted;
};

} // namespace

static std::string places(ArrayRef<uint64_t> Offsets) {
  std::string Text;
  for (uint64_t Offset : Offsets)
    Text += (Text.empty() ? "" : " ") + std::to_string(Offset);
  return Text.empty() ? "none" : Text;
}

/// The linker decides the bytes of pointers.
static std::string withoutPointers(StringRef Bytes, ArrayRef<uint64_t> Pointers,
                                   uint64_t PointerSize) {
  std::string Text = Bytes.str();
  for (uint64_t Offset : Pointers)
    std::fill_n(Text.begin() + Offset, PointerSize, '\0');
  return Text;
}

void LayoutCheck::compare(StringRef Name, const CData &Data) {
  const ViewedSymbol *Symbol = Object.find(Name);
  if (!Result.expect(Symbol, "there is no symbol " + quoted(Name)))
    return;
  uint64_t Size = Data.Bytes.size();
  if (Object.HasSymbolSizes)
    Result.equal("size of " + quoted(Name), Symbol->Size, Size);
  Result.expect(Symbol->Offset % Data.Alignment == 0,
                quoted(Name) + " is at offset " + Twine(Symbol->Offset) +
                    " of its section, wanted a multiple of " +
                    Twine(Data.Alignment));
  Result.equal("relocated places of " + quoted(Name),
               places(Object.relocations(*Symbol, Size)),
               places(Data.Pointers));
  std::optional<StringRef> Bytes = Object.bytes(*Symbol, Size);
  if (!Result.expect(Bytes.has_value(),
                     quoted(Name) + " passes the end of its section"))
    return;
  std::string Found =
      withoutPointers(*Bytes, Data.Pointers, Data.pointerSize());
  auto [Ours, Theirs] =
      std::mismatch(Found.begin(), Found.end(), Data.Bytes.begin());
  uint64_t Position = Ours - Found.begin();
  Result.expect(Ours == Found.end(),
                "byte " + Twine(Position) + " of " + quoted(Name) + " is 0x" +
                    toHex(StringRef(Found).substr(Position, 1), true) +
                    ", wanted 0x" +
                    toHex(StringRef(Data.Bytes).substr(Position, 1), true));
}

size_t LayoutCheck::checkNames(ArrayRef<std::string> Names) {
  CData Data(Layout);
  switch (Wanted.Config.Abi) {
  case RuntimeAbi::TvmCrtU16:
    // An array of bytes: nothing aligns the count.
    Data.text(Layout.isBigEndian() ? StringRef("\0", 1) : "");
    Data.u8(Names.size());
    Data.text(Layout.isBigEndian() ? "" : StringRef("\0", 1));
    break;
  case RuntimeAbi::TvmCrtU8:
    Data.u8(Names.size());
    break;
  case RuntimeAbi::TvmCrtUniversal:
    Data.u8(Names.size());
    Data.u8(METAOBJ_UNIVERSAL_LEAD);
    break;
  default:
    llvm_unreachable("only registries are tested");
  }
  for (const std::string &Name : Names) {
    Data.text(Name);
    Data.u8(0);
  }
  Data.u8(0);
  compare(symbols::FunctionNames, Data);
  return Data.Bytes.size();
}

void LayoutCheck::checkRegistry() {
  std::vector<std::string> Names =
      expectedFunctions(Wanted.TheModel, Wanted.Config.Abi);
  size_t NamesSize = checkNames(Names);
  CData Functions(Layout);
  for (size_t I = 0; I < Names.size(); ++I)
    Functions.pointer();
  compare(symbols::Functions, Functions);
  CData Registry(Layout); // TVMFuncRegistry
  Registry.pointer();     // names
  Registry.pointer();     // funcs
  compare(symbols::Registry, Registry);
  CData Module(Layout); // TVMModule
  Module.pointer();     // registry
  compare(symbols::Module, Module);
  if (Wanted.Config.Registry.HasIndex)
    checkIndex(Names, NamesSize);
}

/// The builder chooses the numbers in these tables. Inspect checks that they
/// lead to the functions.
void LayoutCheck::checkIndex(ArrayRef<std::string> Names, size_t NamesSize) {
  std::vector<StringRef> Listed(Names.begin(), Names.end());
  bool HasUniversal = Wanted.Config.Abi == RuntimeAbi::TvmCrtUniversal;
  if (HasUniversal)
    Listed.erase(Listed.begin());
  NameIndex Index = NameIndex::build(Listed, HasUniversal ? 1 : 0, NamesSize);
  CData Slots(Layout), Shifts(Layout), Offsets(Layout);
  for (uint16_t Slot : Index.Slots)
    Slots.u16(Slot);
  for (uint16_t Shift : Index.Shifts)
    Shifts.u16(Shift);
  for (uint32_t Offset : Index.Offsets)
    Offsets.u32(Offset);
  compare(symbols::IndexSlots, Slots);
  compare(symbols::IndexShifts, Shifts);
  compare(symbols::IndexOffsets, Offsets);
  CData TheIndex(Layout); // TVMRegistryIndex
  for (uint64_t Number : Index.numbers())
    TheIndex.u32(Number);
  TheIndex.pointer(); // names
  TheIndex.pointer(); // slots
  TheIndex.pointer(); // shifts
  TheIndex.pointer(); // offsets
  compare(symbols::RegistryIndex, TheIndex);
}

uint64_t LayoutCheck::tensorAlignment(const CData &Data) const {
  return std::max({Data.pointerAlignment(), Data.integerAlignment(2),
                   Data.integerAlignment(4), Data.integerAlignment(8)});
}

void LayoutCheck::addParam(CData &Data, const Param &P) const {
  uint64_t Alignment = tensorAlignment(Data);
  Data.align(Alignment); // metaobj_param_t
  Data.pointer();        // name
  Data.align(Alignment); // metaobj_tensor_t
  if (P.Compressed)
    Data.null(); // data
  else
    Data.pointer();
  Data.u32(kDLCPU); // device.device_type
  Data.u32(0);      // device.device_id
  Data.u32(P.Shape.size());
  Data.align(Data.integerAlignment(2)); // metaobj_dtype_t
  Data.u8(P.DType.code);
  Data.u8(P.DType.bits);
  Data.u16(P.DType.lanes);
  if (P.Shape.empty())
    Data.null(); // shape
  else
    Data.pointer();
  Data.null();           // strides
  Data.u64(0);           // byte_offset
  Data.align(Alignment); // end of metaobj_tensor_t
  Data.u64(P.raw().size());
  Data.u32(P.StorageId ? *P.StorageId : uint64_t(METAOBJ_NO_STORAGE_ID));
  Data.u32(0); // reserved
  Data.align(Alignment);
}

void LayoutCheck::addCompressedParam(CData &Data, const Param &P) const {
  addParam(Data, P);       // metaobj_compressed_param_t
  Data.pointer();          // stored
  Data.u64(P.Data.size()); // stored_size
  Data.u16(METAOBJ_CODEC_ZSTD);
  Data.u16(P.Compressed->WindowLog);
  Data.u32(0); // reserved
  Data.align(tensorAlignment(Data));
}

void LayoutCheck::checkParamTable() {
  CData Entries(Layout), Compressed(Layout), Names(Layout), Extents(Layout);
  uint64_t NumCompressed = 0;
  for (const Param &P : Wanted.TheModel.Params) {
    if (P.Compressed) {
      addCompressedParam(Compressed, P);
      ++NumCompressed;
    } else {
      addParam(Entries, P);
    }
    Names.text(P.Name);
    Names.u8(0);
    for (int64_t Extent : P.Shape)
      Extents.u64(Extent);
  }
  compare(symbols::Params, Entries);
  compare(symbols::ParamNames, Names);
  compare(symbols::ParamShapes, Extents);

  uint64_t Count = Wanted.TheModel.Params.size() - NumCompressed;
  CData Table(Layout); // metaobj_param_table_t
  Table.u16(NumCompressed ? METAOBJ_ABI_VERSION_COMPRESSED
                          : METAOBJ_ABI_VERSION);
  Table.u16(Entries.Bytes.size() / Count); // entry_size
  Table.u32(Count);
  Table.pointer(); // params
  uint64_t Alignment =
      std::max({Table.pointerAlignment(), Table.integerAlignment(2),
                Table.integerAlignment(4)});
  Table.align(Alignment);
  if (NumCompressed) {
    compare(symbols::CompressedParams, Compressed);
    Table.u32(NumCompressed); // metaobj_compressed_table_t
    Table.u16(Compressed.Bytes.size() / NumCompressed); // compressed_size
    Table.u16(0);                                       // reserved
    Table.pointer();                                    // compressed
    Table.align(Alignment);
  }
  compare(symbols::ParamTable, Table);
}

void LayoutCheck::checkLinkedParams() {
  uint64_t Last = 0;
  for (const Param &P : Wanted.TheModel.Params)
    Last = std::max(Last, P.linkedId().value_or(0));
  CData Data(Layout);
  for (uint64_t Id = 0; Id <= Last; ++Id) {
    bool IsParam = any_of(Wanted.TheModel.Params,
                          [&](const Param &P) { return P.linkedId() == Id; });
    if (IsParam)
      Data.pointer();
    else
      Data.null();
  }
  compare(symbols::LinkedParams, Data);
}

void LayoutCheck::run() {
  checkRegistry();
  checkParamTable();
  checkLinkedParams();
  for (const Param &P : Wanted.TheModel.Params) {
    CData Data(Layout);
    std::vector<uint8_t> Bytes(P.Data.size());
    if (P.Compressed)
      Result.succeeded(P.Data.read(0, Bytes));
    else
      Bytes = expectedBytes(P, Layout.isBigEndian());
    Data.text(toStringRef(Bytes));
    Data.Alignment = expectedAlignment(P, Wanted.Config);
    compare(Wanted.Config.paramSymbol(P), Data);
  }
}

void metaobj::checkLayout(Checks &Result, const EmittedObject &Object,
                          const DataLayout &Layout, const Expectation &Wanted) {
  LayoutCheck(Result, Object, Layout, Wanted).run();
}
