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

void metaobj::addParamTable(ConstantTables &Tables, ArrayRef<Param> Params,
                            ArrayRef<Constant *> Data, StringRef Symbol) {
  LLVMContext &Context = Tables.module().getContext();
  Type *Pointer = Tables.pointerType();
  Type *I8 = Type::getInt8Ty(Context);
  Type *I16 = Type::getInt16Ty(Context);
  Type *I32 = Type::getInt32Ty(Context);
  Type *I64 = Type::getInt64Ty(Context);
  Pools ThePools(Tables, Params);

  // typedef struct metaobj_device { int32_t device_type, device_id; }
  // typedef struct metaobj_dtype { uint8_t code, bits; uint16_t lanes; }
  auto *DeviceType =
      StructType::create(Context, {I32, I32}, "metaobj_device_t");
  auto *DTypeType =
      StructType::create(Context, {I8, I8, I16}, "metaobj_dtype_t");

  // typedef struct metaobj_tensor {
  //   const void *data; metaobj_device_t device; int32_t ndim;
  //   metaobj_dtype_t dtype; const int64_t *shape; const int64_t *strides;
  //   uint64_t byte_offset;
  // } metaobj_tensor_t;
  auto *TensorType = StructType::create(
      Context, {Pointer, DeviceType, I32, DTypeType, Pointer, Pointer, I64},
      "metaobj_tensor_t");

  // typedef struct metaobj_param {
  //   const char *name; metaobj_tensor_t tensor; uint64_t size;
  //   int32_t storage_id; uint32_t reserved;
  // } metaobj_param_t;
  auto *ParamType = StructType::create(
      Context, {Pointer, TensorType, I64, I32, I32}, "metaobj_param_t");

  // static const metaobj_param_t _metaobj_params[] = {
  //     {"p0", {data, {kDLCPU, 0}, ndim, {code, bits, lanes}, shape, NULL, 0},
  //      size, storage_id, 0}, ...};
  std::vector<Constant *> Entries;
  for (auto [Index, P] : enumerate(Params)) {
    Constant *Device = ConstantStruct::get(
        DeviceType, {ConstantInt::get(I32, kDLCPU), ConstantInt::get(I32, 0)});
    Constant *DType =
        ConstantStruct::get(DTypeType, {ConstantInt::get(I8, P.DType.code),
                                        ConstantInt::get(I8, P.DType.bits),
                                        ConstantInt::get(I16, P.DType.lanes)});
    Constant *Tensor = ConstantStruct::get(
        TensorType, {Data[Index], Device, ConstantInt::get(I32, P.Shape.size()),
                     DType, ThePools.shape(Index, P),
                     ConstantPointerNull::get(Tables.pointerType()),
                     ConstantInt::get(I64, 0)});
    int64_t StorageId = P.StorageId ? static_cast<int64_t>(*P.StorageId)
                                    : METAOBJ_NO_STORAGE_ID;
    Entries.push_back(ConstantStruct::get(
        ParamType,
        {ThePools.name(Index), Tensor, ConstantInt::get(I64, P.Data.size()),
         ConstantInt::getSigned(I32, StorageId), ConstantInt::get(I32, 0)}));
  }
  Constant *Array = Tables.addPointers(
      ConstantArray::get(ArrayType::get(ParamType, Entries.size()), Entries),
      symbols::Params, Group);

  // typedef struct metaobj_param_table {
  //   uint16_t version, entry_size; uint32_t num_params;
  //   const metaobj_param_t *params;
  // } metaobj_param_table_t;
  //
  // static const metaobj_param_table_t _metaobj_param_table = {
  //     METAOBJ_ABI_VERSION, sizeof(metaobj_param_t), N, _metaobj_params};
  auto *TableType = StructType::create(Context, {I16, I16, I32, Pointer},
                                       "metaobj_param_table_t");
  uint64_t EntrySize = Tables.layout().getTypeAllocSize(ParamType);
  Constant *Table = Tables.addPointers(
      ConstantStruct::get(TableType,
                          {ConstantInt::get(I16, METAOBJ_ABI_VERSION),
                           ConstantInt::get(I16, EntrySize),
                           ConstantInt::get(I32, Entries.size()), Array}),
      symbols::ParamTable, Group);

  // const metaobj_param_table_t *<prefix>_params(void) {
  //   return &_metaobj_param_table;
  // }
  Tables.addAccessor(Symbol, Table);
}
