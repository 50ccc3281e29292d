//===- ParamTable.cpp - The table of metaobj_abi.h ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParamTable.h"

#include "Symbols.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral Group = "params";

/// By this name writeParamEntries finds the type that addParamTable made.
static constexpr StringLiteral ParamTypeName = "metaobj_param_t";
static constexpr StringLiteral CompressedTypeName =
    "metaobj_compressed_param_t";

namespace {

/// Strings and extents of all parameters, each in one array: a table entry
/// points into them.
class Pools {
public:
  Pools(ConstantTables &Tables, ArrayRef<Param> Params);

  Constant *name(size_t Index) const {
    return element(Names, Type::getInt8Ty(context()), NameOffsets[Index]);
  }

  /// NULL for a scalar.
  Constant *shape(size_t Index, const Param &P) const {
    if (P.Shape.empty())
      return ConstantPointerNull::get(Tables.pointerType());
    return element(Shapes, Type::getInt64Ty(context()), ShapeOffsets[Index]);
  }

private:
  LLVMContext &context() const { return Tables.module().getContext(); }

  Constant *element(Constant *Array, Type *Element, uint64_t Offset) const {
    auto *Index = ConstantInt::get(
        Tables.layout().getIndexType(Tables.pointerType()), Offset);
    return ConstantExpr::getInBoundsGetElementPtr(Element, Array, Index);
  }

  ConstantTables &Tables;
  Constant *Names = nullptr;
  Constant *Shapes = nullptr;
  std::vector<uint64_t> NameOffsets;
  std::vector<uint64_t> ShapeOffsets;
};

} // namespace

Pools::Pools(ConstantTables &Tables, ArrayRef<Param> Params) : Tables(Tables) {
  std::string AllNames;
  std::vector<uint64_t> AllExtents;
  for (const Param &P : Params) {
    NameOffsets.push_back(AllNames.size());
    AllNames += P.Name;
    AllNames += '\0';
    ShapeOffsets.push_back(AllExtents.size());
    AllExtents.insert(AllExtents.end(), P.Shape.begin(), P.Shape.end());
  }
  // static const char _metaobj_param_names[] = "p0\0p1\0...";
  Names = Tables.addData(ConstantDataArray::getString(context(), AllNames,
                                                      /*AddNull=*/false),
                         symbols::ParamNames, Group);
  // static const int64_t _metaobj_param_shapes[] = {...};
  if (!AllExtents.empty())
    Shapes = Tables.addData(ConstantDataArray::get(context(), AllExtents),
                            symbols::ParamShapes, Group);
}

namespace {

/// The structures of an entry.
struct EntryTypes {
  explicit EntryTypes(ConstantTables &Tables);

  StructType *Device;
  StructType *DType;
  StructType *Tensor;
  StructType *Param;
  StructType *Compressed;
};

} // namespace

EntryTypes::EntryTypes(ConstantTables &Tables) {
  LLVMContext &Context = Tables.module().getContext();
  Type *Pointer = Tables.pointerType();
  Type *I8 = Type::getInt8Ty(Context);
  Type *I16 = Type::getInt16Ty(Context);
  Type *I32 = Type::getInt32Ty(Context);
  Type *I64 = Type::getInt64Ty(Context);

  // typedef struct metaobj_device { int32_t device_type, device_id; }
  // typedef struct metaobj_dtype { uint8_t code, bits; uint16_t lanes; }
  Device = StructType::create(Context, {I32, I32}, "metaobj_device_t");
  DType = StructType::create(Context, {I8, I8, I16}, "metaobj_dtype_t");

  // typedef struct metaobj_tensor {
  //   const void *data; metaobj_device_t device; int32_t ndim;
  //   metaobj_dtype_t dtype; const int64_t *shape; const int64_t *strides;
  //   uint64_t byte_offset;
  // } metaobj_tensor_t;
  Tensor = StructType::create(
      Context, {Pointer, Device, I32, DType, Pointer, Pointer, I64},
      "metaobj_tensor_t");

  // typedef struct metaobj_param {
  //   const char *name; metaobj_tensor_t tensor; uint64_t size;
  //   int32_t storage_id; uint32_t reserved;
  // } metaobj_param_t;
  Param = StructType::create(Context, {Pointer, Tensor, I64, I32, I32},
                             ParamTypeName);

  // typedef struct metaobj_compressed_param {
  //   metaobj_param_t param; const void *stored; uint64_t stored_size;
  //   uint16_t codec, window_log; uint32_t reserved;
  // } metaobj_compressed_param_t;
  Compressed = StructType::create(Context, {Param, Pointer, I64, I16, I16, I32},
                                  CompressedTypeName);
}

static int64_t storageId(const Param &P) {
  return P.StorageId ? static_cast<int64_t>(*P.StorageId)
                     : METAOBJ_NO_STORAGE_ID;
}

namespace {

class EntryBuilder {
public:
  EntryBuilder(ConstantTables &Tables, const EntryTypes &Types,
               ArrayRef<Param> Params, ArrayRef<Constant *> Data)
      : Tables(Tables), Types(Types), Params(Params), Data(Data),
        ThePools(Tables, Params) {}

  /// The entries of all parameters that are compressed, or of those that are
  /// not; null when there are none.
  Constant *addList(bool IsCompressed, StringRef Symbol);

private:
  Constant *number(unsigned Bits, uint64_t Value) const {
    return ConstantInt::get(Type::getIntNTy(Tables.module().getContext(), Bits),
                            Value);
  }
  Constant *plainEntry(size_t Index) const;
  Constant *compressedEntry(size_t Index) const;

  ConstantTables &Tables;
  const EntryTypes &Types;
  ArrayRef<Param> Params;
  ArrayRef<Constant *> Data;
  Pools ThePools;
};

} // namespace

//     {"p0", {data, {kDLCPU, 0}, ndim, {code, bits, lanes}, shape, NULL, 0},
//      size, storage_id, 0}
Constant *EntryBuilder::plainEntry(size_t Index) const {
  const Param &P = Params[Index];
  Constant *Null = ConstantPointerNull::get(Tables.pointerType());
  Constant *Device =
      ConstantStruct::get(Types.Device, {number(32, kDLCPU), number(32, 0)});
  Constant *DType = ConstantStruct::get(
      Types.DType, {number(8, P.DType.code), number(8, P.DType.bits),
                    number(16, P.DType.lanes)});
  Constant *Tensor = ConstantStruct::get(
      Types.Tensor,
      {P.Compressed ? Null : Data[Index], Device, number(32, P.Shape.size()),
       DType, ThePools.shape(Index, P), Null, number(64, 0)});
  return ConstantStruct::get(
      Types.Param,
      {ThePools.name(Index), Tensor, number(64, P.raw().size()),
       ConstantInt::getSigned(Type::getInt32Ty(Tables.module().getContext()),
                              storageId(P)),
       number(32, 0)});
}

//     {{as above, with NULL for data}, stored, stored_size, codec, window_log,
//      0}
Constant *EntryBuilder::compressedEntry(size_t Index) const {
  const Param &P = Params[Index];
  return ConstantStruct::get(
      Types.Compressed,
      {plainEntry(Index), Data[Index], number(64, P.Data.size()),
       number(16, static_cast<uint16_t>(P.Compressed->Codec)),
       number(16, P.Compressed->WindowLog), number(32, 0)});
}

// static const metaobj_param_t _metaobj_params[] = {...};
// static const metaobj_compressed_param_t _metaobj_compressed_params[] = {...};
Constant *EntryBuilder::addList(bool IsCompressed, StringRef Symbol) {
  StructType *Type = IsCompressed ? Types.Compressed : Types.Param;
  auto IsListed = [&](const Param &P) {
    return P.isCompressed() == IsCompressed;
  };
  size_t Count = count_if(Params, IsListed);
  if (Count == 0)
    return nullptr;
  if (Data.empty())
    return Tables.reservePointers(
        Count * Tables.layout().getTypeAllocSize(Type),
        Tables.layout().getABITypeAlign(Type), Symbol, Group);
  std::vector<Constant *> List;
  for (const auto &[Index, P] : enumerate(Params))
    if (IsListed(P))
      List.push_back(IsCompressed ? compressedEntry(Index) : plainEntry(Index));
  return Tables.addPointers(
      ConstantArray::get(ArrayType::get(Type, Count), List), Symbol, Group);
}

void metaobj::addParamTable(ConstantTables &Tables, ArrayRef<Param> Params,
                            ArrayRef<Constant *> Data, StringRef Symbol) {
  LLVMContext &Context = Tables.module().getContext();
  Type *I16 = Type::getInt16Ty(Context);
  Type *I32 = Type::getInt32Ty(Context);
  PointerType *Pointer = Tables.pointerType();
  EntryTypes Types(Tables);
  EntryBuilder Builder(Tables, Types, Params, Data);
  Constant *Plain = Builder.addList(/*IsCompressed=*/false, symbols::Params);
  Constant *Compressed =
      Builder.addList(/*IsCompressed=*/true, symbols::CompressedParams);
  size_t NumCompressed =
      count_if(Params, [](const Param &P) { return P.isCompressed(); });

  // typedef struct metaobj_param_table {
  //   uint16_t version, entry_size; uint32_t num_params;
  //   const metaobj_param_t *params;
  // } metaobj_param_table_t;
  //
  // static const metaobj_param_table_t _metaobj_param_table = {
  //     METAOBJ_ABI_VERSION, sizeof(metaobj_param_t), N, _metaobj_params};
  auto SizeOf = [&](StructType *Type) {
    return ConstantInt::get(I16, Tables.layout().getTypeAllocSize(Type));
  };
  auto *TableType = StructType::create(Context, {I16, I16, I32, Pointer},
                                       "metaobj_param_table_t");
  Constant *Value = ConstantStruct::get(
      TableType,
      {ConstantInt::get(I16, Compressed ? METAOBJ_ABI_VERSION_COMPRESSED
                                        : METAOBJ_ABI_VERSION),
       SizeOf(Types.Param),
       ConstantInt::get(I32, Params.size() - NumCompressed),
       Plain ? Plain : ConstantPointerNull::get(Pointer)});

  // typedef struct metaobj_compressed_table {
  //   metaobj_param_table_t table; uint32_t num_compressed;
  //   uint16_t compressed_size, reserved;
  //   const metaobj_compressed_param_t *compressed;
  // } metaobj_compressed_table_t;
  //
  // static const metaobj_compressed_table_t _metaobj_param_table = {
  //     {METAOBJ_ABI_VERSION_COMPRESSED, ...}, N,
  //     sizeof(metaobj_compressed_param_t), 0, _metaobj_compressed_params};
  if (Compressed) {
    auto *WholeType =
        StructType::create(Context, {TableType, I32, I16, I16, Pointer},
                           "metaobj_compressed_table_t");
    Value = ConstantStruct::get(WholeType,
                                {Value, ConstantInt::get(I32, NumCompressed),
                                 SizeOf(Types.Compressed),
                                 ConstantInt::get(I16, 0), Compressed});
  }
  Constant *Table = Tables.addPointers(Value, symbols::ParamTable, Group);

  // const metaobj_param_table_t *<prefix>_params(void) {
  //   return &_metaobj_param_table;
  // }
  Tables.addAccessor(Symbol, Table);
}

namespace {

/// Writes the same entries as EntryBuilder makes.
class EntryWriter {
public:
  EntryWriter(const Module &M, NumberSink Number, PointerSink Point)
      : Target(M.getDataLayout()), CompressedType(StructType::getTypeByName(
                                       M.getContext(), CompressedTypeName)),
        ParamType(StructType::getTypeByName(M.getContext(), ParamTypeName)),
        TensorType(cast<StructType>(ParamType->getElementType(1))),
        Entry(*Target.getStructLayout(ParamType)),
        Tensor(*Target.getStructLayout(TensorType)),
        DType(*Target.getStructLayout(
            cast<StructType>(TensorType->getElementType(3)))),
        Number(Number), Point(Point) {}

  void writeList(ArrayRef<Param> Params, bool IsCompressed);

private:
  void writePlain(uint64_t At, const Param &P, size_t Index,
                  uint64_t NameOffset, uint64_t ShapeOffset);
  void writeCompressed(uint64_t At, const Param &P, size_t Index);

  const DataLayout &Target;
  StructType *CompressedType;
  StructType *ParamType;
  StructType *TensorType;
  const StructLayout &Entry;
  const StructLayout &Tensor;
  const StructLayout &DType;
  NumberSink Number;
  PointerSink Point;
};

} // namespace

void EntryWriter::writePlain(uint64_t At, const Param &P, size_t Index,
                             uint64_t NameOffset, uint64_t ShapeOffset) {
  uint64_t TensorAt = At + Entry.getElementOffset(1);
  uint64_t DTypeAt = TensorAt + Tensor.getElementOffset(3);
  Point(At + Entry.getElementOffset(0), {PointerTarget::ParamName, NameOffset});
  if (!P.Compressed)
    Point(TensorAt + Tensor.getElementOffset(0),
          {PointerTarget::ParamData, Index});
  Number(TensorAt + Tensor.getElementOffset(1), kDLCPU, 4);
  Number(TensorAt + Tensor.getElementOffset(2), P.Shape.size(), 4);
  Number(DTypeAt + DType.getElementOffset(0), P.DType.code, 1);
  Number(DTypeAt + DType.getElementOffset(1), P.DType.bits, 1);
  Number(DTypeAt + DType.getElementOffset(2), P.DType.lanes, 2);
  if (!P.Shape.empty())
    Point(TensorAt + Tensor.getElementOffset(4),
          {PointerTarget::ParamShape, ShapeOffset});
  Number(At + Entry.getElementOffset(2), P.raw().size(), 8);
  Number(At + Entry.getElementOffset(3), static_cast<uint64_t>(storageId(P)),
         4);
}

void EntryWriter::writeCompressed(uint64_t At, const Param &P, size_t Index) {
  const StructLayout &Stored = *Target.getStructLayout(CompressedType);
  Point(At + Stored.getElementOffset(1), {PointerTarget::ParamData, Index});
  Number(At + Stored.getElementOffset(2), P.Data.size(), 8);
  Number(At + Stored.getElementOffset(3),
         static_cast<uint16_t>(P.Compressed->Codec), 2);
  Number(At + Stored.getElementOffset(4), P.Compressed->WindowLog, 2);
}

void EntryWriter::writeList(ArrayRef<Param> Params, bool IsCompressed) {
  uint64_t Size =
      Target.getTypeAllocSize(IsCompressed ? CompressedType : ParamType);
  uint64_t NameOffset = 0;
  uint64_t ShapeOffset = 0;
  uint64_t At = 0;
  for (const auto &[Index, P] : enumerate(Params)) {
    if (P.isCompressed() == IsCompressed) {
      writePlain(At, P, Index, NameOffset, ShapeOffset);
      if (IsCompressed)
        writeCompressed(At, P, Index);
      At += Size;
    }
    NameOffset += P.Name.size() + 1;
    ShapeOffset += P.Shape.size() * sizeof(int64_t);
  }
}

void metaobj::writeParamEntries(ArrayRef<Param> Params, const Module &M,
                                bool IsCompressed, NumberSink Number,
                                PointerSink Point) {
  EntryWriter(M, Number, Point).writeList(Params, IsCompressed);
}
