//===- ParamTables.cpp - Parameters by name and by storage id -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Abi/ModelTables.h"
#include "Abi/Symbols.h"
#include "metaobj-c/metaobj_abi.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace metaobj;

// static const void *const _tvm_linked_params[] = {p0, NULL, p2, ...};
//
// Indexed by storage id. NULL: no parameter has the id, or the parameter is
// compressed.
void ModelTables::addLinkedParams() {
  uint64_t Count = 0;
  for (const Param &P : TheModel.Params)
    if (std::optional<uint64_t> Id = P.linkedId())
      Count = std::max(Count, *Id + 1);
  auto Write = [this](TableSink &Sink) {
    std::vector<std::pair<uint64_t, size_t>> ById;
    for (const auto &[Index, P] : enumerate(TheModel.Params))
      if (std::optional<uint64_t> Id = P.linkedId())
        ById.push_back({*Id, Index});
    llvm::sort(ById);
    for (const auto &[Id, Index] : ById) {
      Sink.row(Id);
      Sink.pointer(Address::param(Index));
    }
  };
  Table &Linked = TableAdder(LinkedParams, "linked_params")
                      .array(symbols::LinkedParams,
                             Field::pointer("const void *const"), Count, Write);
  Linked.IsSparse = true;
  Linked.LeadsToParams = true;
  Linked.Comment = "Where the parameter of a storage id lies.";
}

// static const uint8_t _metaobj_params_id[32] = {...};
void ModelTables::addParamsId() {
  Table &Id =
      TableAdder(ParamsId, "params_id")
          .numbers(symbols::ParamsId, "const uint8_t", *Additional.ParamsId);
  Id.Comment = "The id of the parameters that the model needs.";
}

// typedef struct metaobj_device { ... } metaobj_device_t;
static constexpr Field DeviceFields[] = {
    Field::number(4, "int32_t device_type"),
    Field::number(4, "int32_t device_id"),
};
static constexpr Record DeviceType = {"metaobj_device_t", DeviceFields};

// typedef struct metaobj_dtype { ... } metaobj_dtype_t;
static constexpr Field DTypeFields[] = {
    Field::number(1, "uint8_t code"),
    Field::number(1, "uint8_t bits"),
    Field::number(2, "uint16_t lanes"),
};
static constexpr Record DTypeType = {"metaobj_dtype_t", DTypeFields};

// typedef struct metaobj_tensor { ... } metaobj_tensor_t;
static constexpr Field TensorFields[] = {
    Field::pointer("const void *data"),
    Field::structure(DeviceType, "metaobj_device_t device"),
    Field::number(4, "int32_t ndim"),
    Field::structure(DTypeType, "metaobj_dtype_t dtype"),
    Field::pointer("const int64_t *shape"),
    Field::pointer("const int64_t *strides"),
    Field::number(8, "uint64_t byte_offset"),
};
static constexpr Record TensorType = {"metaobj_tensor_t", TensorFields};

// typedef struct metaobj_param { ... } metaobj_param_t;
static constexpr Field ParamFields[] = {
    Field::pointer("const char *name"),
    Field::structure(TensorType, "metaobj_tensor_t tensor"),
    Field::number(8, "uint64_t size"),
    Field::number(4, "int32_t storage_id"),
    Field::number(4, "uint32_t reserved"),
};
static constexpr Record ParamType = {"metaobj_param_t", ParamFields};

// typedef struct metaobj_compressed_param { ... } metaobj_compressed_param_t;
static constexpr Field CompressedFields[] = {
    Field::structure(ParamType, "metaobj_param_t param"),
    Field::pointer("const void *stored"),
    Field::number(8, "uint64_t stored_size"),
    Field::number(2, "uint16_t codec"),
    Field::number(2, "uint16_t window_log"),
    Field::number(4, "uint32_t reserved"),
};
static constexpr Record CompressedType = {"metaobj_compressed_param_t",
                                          CompressedFields};

// typedef struct metaobj_param_table { ... } metaobj_param_table_t;
static constexpr Field TableFields[] = {
    Field::number(2, "uint16_t version"),
    Field::number(2, "uint16_t entry_size"),
    Field::number(4, "uint32_t num_params"),
    Field::pointer("const metaobj_param_t *params"),
};
static constexpr Record TableType = {"metaobj_param_table_t", TableFields};

// typedef struct metaobj_compressed_table { ... } metaobj_compressed_table_t;
static constexpr Field CompressedTableFields[] = {
    Field::structure(TableType, "metaobj_param_table_t table"),
    Field::number(4, "uint32_t num_compressed"),
    Field::number(2, "uint16_t compressed_size"),
    Field::number(2, "uint16_t reserved"),
    Field::pointer("const metaobj_compressed_param_t *compressed"),
};
static constexpr Record CompressedTableType = {"metaobj_compressed_table_t",
                                               CompressedTableFields};

const Record &metaobj::paramRecord() { return ParamType; }
const Record &metaobj::paramTableRecord() { return TableType; }

namespace {

/// Passes on the entries of a model's parameters. It must see all parameters in
/// the order of the model, because each name and shape starts where the one
/// before it ends.
class EntryWriter {
public:
  EntryWriter(TableSink &Sink, const Table &Names, const Table *Shapes)
      : Sink(Sink), Names(Names), Shapes(Shapes) {}

  /// Entry \p Row.
  void write(const Param &P, size_t Index, uint64_t Row);

  /// Goes on behind \p P.
  void pass(const Param &P) {
    NameOffset += P.Name.size() + 1;
    ShapeOffset += P.Shape.size();
  }

private:
  TableSink &Sink;
  const Table &Names;
  const Table *Shapes;
  uint64_t NameOffset = 0;
  uint64_t ShapeOffset = 0;
};

} // namespace

// {"p0", {data, {kDLCPU, 0}, ndim, {code, bits, lanes}, shape, NULL, 0}, size,
//  storage_id, 0}
//
// {{as above, with NULL for data}, stored, stored_size, codec, window_log, 0}
void EntryWriter::write(const Param &P, size_t Index, uint64_t Row) {
  Sink.row(Row);
  Sink.pointer(Address::string(Names, NameOffset, P.Name));
  Sink.pointer(P.Compressed ? Address() : Address::param(Index));
  Sink.number(kDLCPU);
  Sink.number(0);
  Sink.number(P.Shape.size());
  Sink.number(P.DType.code);
  Sink.number(P.DType.bits);
  Sink.number(P.DType.lanes);
  Sink.pointer(P.Shape.empty() ? Address()
                               : Address::table(*Shapes, ShapeOffset));
  Sink.pointer({});
  Sink.number(0);
  Sink.number(P.raw().size());
  if (P.StorageId)
    Sink.number(*P.StorageId);
  else
    Sink.number(static_cast<uint32_t>(METAOBJ_NO_STORAGE_ID),
                "METAOBJ_NO_STORAGE_ID");
  Sink.number(0);
  if (!P.Compressed)
    return;
  Sink.pointer(Address::param(Index));
  Sink.number(P.Data.size());
  Sink.number(static_cast<uint16_t>(P.Compressed->Codec));
  Sink.number(P.Compressed->WindowLog);
  Sink.number(0);
}

// static const char _metaobj_param_names[] = "p0\0p1\0...";
// static const int64_t _metaobj_param_shapes[] = {2, 3, ...};
// static const metaobj_param_t _metaobj_params[] = {...};
// static const metaobj_compressed_param_t _metaobj_compressed_params[] = {...};
// static const metaobj_param_table_t _metaobj_param_table = {
//     METAOBJ_ABI_VERSION, sizeof(metaobj_param_t), N, _metaobj_params};
//
// and with compressed parameters, instead of the last,
//
// static const metaobj_compressed_table_t _metaobj_param_table = {
//     {METAOBJ_ABI_VERSION_COMPRESSED, ...}, N,
//     sizeof(metaobj_compressed_param_t), 0, _metaobj_compressed_params};
void ModelTables::addParams() {
  TableAdder Add(Params, "params");
  Table &Names = Add.text(symbols::ParamNames, [this](TableSink &Sink) {
    for (const Param &P : TheModel.Params)
      Sink.text(P.Name);
  });
  Names.IsInPlaceInC = true;

  uint64_t NumExtents = 0, NumCompressed = 0;
  for (const Param &P : TheModel.Params) {
    NumExtents += P.Shape.size();
    NumCompressed += P.isCompressed();
  }
  const Table *Shapes = nullptr;
  if (NumExtents != 0) {
    auto WriteShapes = [this](TableSink &Sink) {
      uint64_t Row = 0;
      for (const Param &P : TheModel.Params)
        for (int64_t Extent : P.Shape) {
          Sink.row(Row++);
          Sink.number(static_cast<uint64_t>(Extent));
        }
    };
    Shapes = &Add.array(symbols::ParamShapes, Field::number(8, "const int64_t"),
                        NumExtents, WriteShapes);
  }

  auto AddList = [&](bool AreCompressed, StringLiteral Symbol, Field Type,
                     uint64_t Count) -> const Table * {
    if (Count == 0)
      return nullptr;
    auto Write = [this, &Names, Shapes, AreCompressed](TableSink &Sink) {
      EntryWriter Writer(Sink, Names, Shapes);
      uint64_t Row = 0;
      for (const auto &[Index, P] : enumerate(TheModel.Params)) {
        if (P.isCompressed() == AreCompressed)
          Writer.write(P, Index, Row++);
        Writer.pass(P);
      }
    };
    Table &List = Add.array(Symbol, Type, Count, Write);
    List.LeadsToParams = true;
    return &List;
  };
  uint64_t NumPlain = TheModel.Params.size() - NumCompressed;
  const Table *Plain =
      AddList(false, symbols::Params,
              Field::structure(ParamType, "const metaobj_param_t"), NumPlain);
  const Table *Compressed = AddList(
      true, symbols::CompressedParams,
      Field::structure(CompressedType, "const metaobj_compressed_param_t"),
      NumCompressed);

  auto WriteWhole = [=](TableSink &Sink) {
    if (Compressed)
      Sink.number(METAOBJ_ABI_VERSION_COMPRESSED,
                  "METAOBJ_ABI_VERSION_COMPRESSED");
    else
      Sink.number(METAOBJ_ABI_VERSION, "METAOBJ_ABI_VERSION");
    Sink.sizeOf(ParamType);
    Sink.number(NumPlain);
    Sink.pointer(Address::table(Plain));
    if (!Compressed)
      return;
    Sink.number(NumCompressed);
    Sink.sizeOf(CompressedType);
    Sink.number(0);
    Sink.pointer(Address::table(Compressed));
  };
  Add.structure(symbols::ParamTable,
                Compressed ? CompressedTableType : TableType, WriteWhole);
}
