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
}

static int64_t storageId(const Param &P) {
  return P.StorageId ? static_cast<int64_t>(*P.StorageId)
                     : METAOBJ_NO_STORAGE_ID;
}

// static const metaobj_param_t _metaobj_params[] = {
//     {"p0", {data, {kDLCPU, 0}, ndim, {code, bits, lanes}, shape, NULL, 0},
//      size, storage_id, 0}, ...};
static Constant *addEntries(ConstantTables &Tables, const EntryTypes &Types,
                            ArrayRef<Param> Params, ArrayRef<Constant *> Data) {
  LLVMContext &Context = Tables.module().getContext();
  Pools ThePools(Tables, Params);
  if (Data.empty())
    return Tables.reservePointers(
        Params.size() * Tables.layout().getTypeAllocSize(Types.Param),
        Tables.layout().getABITypeAlign(Types.Param), symbols::Params, Group);

  Type *I8 = Type::getInt8Ty(Context);
  Type *I16 = Type::getInt16Ty(Context);
  Type *I32 = Type::getInt32Ty(Context);
  Type *I64 = Type::getInt64Ty(Context);
  std::vector<Constant *> Entries;
  for (auto [Index, P] : enumerate(Params)) {
    Constant *Device =
        ConstantStruct::get(Types.Device, {ConstantInt::get(I32, kDLCPU),
                                           ConstantInt::get(I32, 0)});
    Constant *DType = ConstantStruct::get(
        Types.DType,
        {ConstantInt::get(I8, P.DType.code), ConstantInt::get(I8, P.DType.bits),
         ConstantInt::get(I16, P.DType.lanes)});
    Constant *Tensor = ConstantStruct::get(
        Types.Tensor,
        {Data[Index], Device, ConstantInt::get(I32, P.Shape.size()), DType,
         ThePools.shape(Index, P),
         ConstantPointerNull::get(Tables.pointerType()),
         ConstantInt::get(I64, 0)});
    Entries.push_back(ConstantStruct::get(
        Types.Param,
        {ThePools.name(Index), Tensor, ConstantInt::get(I64, P.Data.size()),
         ConstantInt::getSigned(I32, storageId(P)), ConstantInt::get(I32, 0)}));
  }
  return Tables.addPointers(
      ConstantArray::get(ArrayType::get(Types.Param, Entries.size()), Entries),
      symbols::Params, Group);
}

void metaobj::addParamTable(ConstantTables &Tables, ArrayRef<Param> Params,
                            ArrayRef<Constant *> Data, StringRef Symbol) {
  LLVMContext &Context = Tables.module().getContext();
  Type *I16 = Type::getInt16Ty(Context);
  Type *I32 = Type::getInt32Ty(Context);
  EntryTypes Types(Tables);
  Constant *Array = addEntries(Tables, Types, Params, Data);

  // typedef struct metaobj_param_table {
  //   uint16_t version, entry_size; uint32_t num_params;
  //   const metaobj_param_t *params;
  // } metaobj_param_table_t;
  //
  // static const metaobj_param_table_t _metaobj_param_table = {
  //     METAOBJ_ABI_VERSION, sizeof(metaobj_param_t), N, _metaobj_params};
  auto *TableType = StructType::create(
      Context, {I16, I16, I32, Tables.pointerType()}, "metaobj_param_table_t");
  uint64_t EntrySize = Tables.layout().getTypeAllocSize(Types.Param);
  Constant *Table = Tables.addPointers(
      ConstantStruct::get(TableType,
                          {ConstantInt::get(I16, METAOBJ_ABI_VERSION),
                           ConstantInt::get(I16, EntrySize),
                           ConstantInt::get(I32, Params.size()), Array}),
      symbols::ParamTable, Group);

  // const metaobj_param_table_t *<prefix>_params(void) {
  //   return &_metaobj_param_table;
  // }
  Tables.addAccessor(Symbol, Table);
}

// The same entries as addEntries makes.
void metaobj::writeParamEntries(ArrayRef<Param> Params, const Module &M,
                                NumberSink Number, PointerSink Point) {
  const DataLayout &Target = M.getDataLayout();
  auto *Type = StructType::getTypeByName(M.getContext(), ParamTypeName);
  auto *TensorType = cast<StructType>(Type->getElementType(1));
  auto *DTypeType = cast<StructType>(TensorType->getElementType(3));
  const StructLayout &Entry = *Target.getStructLayout(Type);
  const StructLayout &Tensor = *Target.getStructLayout(TensorType);
  const StructLayout &DType = *Target.getStructLayout(DTypeType);

  uint64_t NameOffset = 0;
  uint64_t ShapeOffset = 0;
  uint64_t At = 0;
  for (const auto &[Index, P] : enumerate(Params)) {
    uint64_t TensorAt = At + Entry.getElementOffset(1);
    uint64_t DTypeAt = TensorAt + Tensor.getElementOffset(3);
    Point(At + Entry.getElementOffset(0),
          {PointerTarget::ParamName, NameOffset});
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
    Number(At + Entry.getElementOffset(2), P.Data.size(), 8);
    Number(At + Entry.getElementOffset(3), static_cast<uint64_t>(storageId(P)),
           4);
    NameOffset += P.Name.size() + 1;
    ShapeOffset += P.Shape.size() * sizeof(int64_t);
    At += Entry.getSizeInBytes();
  }
}
