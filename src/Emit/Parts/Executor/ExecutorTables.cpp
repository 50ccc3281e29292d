//===- ExecutorTables.cpp - Constants of an executor ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Parts/Executor/ExecutorTables.h"

#include "Abi/Symbols.h"
#include "Emit/Parts/Executor/DlTensor.h"
#include "Emit/Parts/Executor/FfiCall.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;
using namespace metaobj;

/// TVMValue and int64_t, on every target.
static constexpr uint64_t ValueBytes = 8;

ExecutorTables::ExecutorTables(const metaobj::Executor &TheExecutor,
                               unsigned PointerBytes, unsigned IntBytes)
    : TheExecutor(TheExecutor), PointerBytes(PointerBytes), IntBytes(IntBytes),
      Rows(TheExecutor.Places.size()) {
  findTensors();
  // static const int64_t _metaobj_shapes[] = {...};
  if (!Extents.empty())
    Shapes = &Add.numbers(symbols::Shapes, "const int64_t", Extents);
  addTensors(symbols::ParamTensors, Params);
  addTensors(symbols::PoolTensors, Pools);
  addTensors(symbols::OpenTensors, Open);
  addTensors(symbols::IoTensors, Io);
  addConstants();
  ArgumentsRow.resize(TheExecutor.Calls.size());
  addArguments();
  addFfiArguments();
  findLoops();
  addFfiCalls();
  if (TheExecutor.Config.HasPlatformHooks)
    addHookNames();
  if (TheExecutor.isInRegistry())
    addMetadata();
}

void ExecutorTables::addExtents(const std::vector<int64_t> &List) {
  if (!List.empty() && ShapesAt.try_emplace(List, Extents.size()).second)
    append_range(Extents, List);
}

Address ExecutorTables::extentsAt(const std::vector<int64_t> &List) const {
  return List.empty() ? Address() : Address::table(*Shapes, ShapesAt.at(List));
}

static std::vector<int64_t> compactStrides(const std::vector<int64_t> &Shape) {
  std::vector<int64_t> Strides(Shape.size(), 1);
  // Products of a shape were checked; a zero among the extents ends them.
  for (size_t I = Shape.size(); I-- > 1;)
    Strides[I - 1] = static_cast<int64_t>(static_cast<uint64_t>(Strides[I]) *
                                          static_cast<uint64_t>(Shape[I]));
  return Strides;
}

ExecutorTables::TensorList &ExecutorTables::listOf(const TensorPlace &Place) {
  if (!TheExecutor.isFixed(Place))
    return Open;
  return Place.Kind == TensorPlace::Param ? Params : Pools;
}

void ExecutorTables::addConstant(const TensorPlace &Place) {
  if (Place.Kind == TensorPlace::Param && TheExecutor.isFixed(Place) &&
      ConstantRow
          .try_emplace({Place.Index, Place.Offset}, ConstantPlaces.size())
          .second)
    ConstantPlaces.push_back(Place);
}

/// Finds a row for each tensor that a call takes. Tensors of one type and shape
/// that lie at one place, one after the other, share it.
void ExecutorTables::findTensors() {
  using Key = std::tuple<TensorPlace::KindType, uint32_t, uint64_t, uint8_t,
                         uint8_t, uint16_t, std::vector<int64_t>>;
  std::map<Key, uint64_t> Known;
  for (const ExecutorCall &Call : TheExecutor.Calls)
    for (TensorIndex Argument : Call.Arguments) {
      const TensorPlace &Place = TheExecutor.Places[Argument];
      if (!TheExecutor.takesTensors(Call)) {
        addConstant(Place);
      } else if (!Rows[Argument]) {
        const GraphTensor &Tensor = TheExecutor.TheGraph.Tensors[Argument];
        const DLDataType &Element = *Tensor.DType;
        std::vector<Entry> &Entries = listOf(Place).Entries;
        auto [Row, IsNew] = Known.try_emplace(
            {Place.Kind, Place.Index, Place.Offset, Element.code, Element.bits,
             Element.lanes, *Tensor.Shape},
            Entries.size());
        Rows[Argument] = Row->second;
        if (!IsNew)
          continue;
        Entries.push_back({&Tensor, Place});
        addExtents(*Tensor.Shape);
      }
    }
  for (const ExecutorCopy &Copy : TheExecutor.Copies)
    addConstant(TheExecutor.Places[Copy.From]);
  if (TheExecutor.isInRegistry())
    findCheckedTensors();
}

/// What packed functions of the output are given.
void ExecutorTables::findCheckedTensors() {
  auto Check = [this](TensorIndex Index) {
    const GraphTensor &Tensor = TheExecutor.TheGraph.Tensors[Index];
    Io.Entries.push_back({&Tensor, {}, /*HasStrides=*/true});
    addExtents(*Tensor.Shape);
    addExtents(compactStrides(*Tensor.Shape));
  };
  for (const std::vector<ExecutorIo> *List :
       {&TheExecutor.Inputs, &TheExecutor.Outputs})
    for (const ExecutorIo &TheExecutorIo : *List)
      Check(TheExecutorIo.Tensor);
  if (TheExecutor.Config.Wrappers != PackedWrappers::All)
    return;
  for (const ExecutorCall &Call : TheExecutor.Calls)
    if (!TheExecutor.isPacked(Call) &&
        WrapperRow.try_emplace(Call.Function, Io.Entries.size()).second)
      for (TensorIndex Argument : Call.Arguments)
        Check(Argument);
}

void ExecutorTables::writeTensor(TableSink &Sink, const Entry &TheEntry) const {
  const TensorPlace &Place = TheEntry.Place;
  uint64_t ByteOffset = 0;
  if (!TheExecutor.isFixed(Place)) {
    Sink.pointer({});
    ByteOffset = Place.Offset;
  } else if (Place.Kind == TensorPlace::Param) {
    Sink.pointer(Address::param(Place.Index, Place.Offset));
  } else {
    Sink.pointer(Address::pool(Place.Index, Place.Offset));
  }
  Sink.number(kDLCPU);
  Sink.number(0);
  Sink.number(TheEntry.Tensor->Shape->size());
  Sink.number(TheEntry.Tensor->DType->code);
  Sink.number(TheEntry.Tensor->DType->bits);
  Sink.number(TheEntry.Tensor->DType->lanes);
  Sink.pointer(extentsAt(*TheEntry.Tensor->Shape));
  Sink.pointer(TheEntry.HasStrides
                   ? extentsAt(compactStrides(*TheEntry.Tensor->Shape))
                   : Address());
  Sink.number(ByteOffset);
}

// static const DLTensor <Symbol>[] = {
//     {data, {kDLCPU, 0}, ndim, {code, bits, lanes}, shape, NULL, 0}, ...};
void ExecutorTables::addTensors(StringLiteral Symbol, TensorList &List) {
  if (List.Entries.empty())
    return;
  Table &Added = Add.rows(
      Symbol, Field::structure(dltensor::Type, "const DLTensor"),
      List.Entries.size(), [this, &List](TableSink &Sink, uint64_t Row) {
        writeTensor(Sink, List.Entries[Row]);
      });
  Added.LeadsToParams = &List == &Params;
  List.In = &Added;
}

// static const void *const _metaobj_constants[] = {__tvm_param__p0, ...};
void ExecutorTables::addConstants() {
  if (ConstantPlaces.empty())
    return;
  Table &Added =
      Add.rows(symbols::ConstantAddresses, Field::pointer("const void *const"),
               ConstantPlaces.size(), [this](TableSink &Sink, uint64_t Row) {
                 const TensorPlace &Place = ConstantPlaces[Row];
                 Sink.pointer(Address::param(Place.Index, Place.Offset));
               });
  Added.LeadsToParams = true;
  Constants = &Added;
}

bool ExecutorTables::areKnown(const ExecutorCall &Call) const {
  return all_of(Call.Arguments,
                [this](TensorIndex Tensor) { return tensor(Tensor); });
}

// static const TVMValue _metaobj_arguments[] = {{.v_handle = &tensor}, ...};
// static const int _metaobj_type_codes[] = {kTVMDLTensorHandle, ...};
//
// A pointer stands at the start of its TVMValue.
void ExecutorTables::addArguments() {
  uint64_t Count = 0;
  size_t Most = 0;
  for (const auto &[Call, Row] : zip_equal(TheExecutor.Calls, ArgumentsRow)) {
    if (!TheExecutor.isPacked(Call))
      continue;
    Most = std::max(Most, Call.Arguments.size());
    if (!areKnown(Call))
      continue;
    Row = Count;
    Count += Call.Arguments.size();
  }
  uint64_t Stride = ValueBytes / PointerBytes;
  if (Count) {
    auto Write = [this, Stride](TableSink &Sink) {
      for (const auto &[Call, Row] : zip_equal(TheExecutor.Calls, ArgumentsRow))
        for (size_t I = 0;
             Row && TheExecutor.isPacked(Call) && I != Call.Arguments.size();
             ++I) {
          TableRow To = *tensor(Call.Arguments[I]);
          Sink.row((*Row + I) * Stride);
          Sink.pointer(Address::table(*To.In, To.Row));
        }
    };
    Table &Added =
        Add.array(symbols::CallArguments, Field::pointer("DLTensor *const"),
                  Count * Stride, Write);
    Added.Alignment = ValueBytes;
    Added.IsSparse = true;
    Arguments = &Added;
  }
  if (Most)
    Codes = &Add.rows(symbols::TypeCodes, Field::number(IntBytes, "const int"),
                      Most, [](TableSink &Sink, uint64_t /*Row*/) {
                        Sink.number(7, "kTVMDLTensorHandle");
                      });
}

// static const TVMFFIAny _metaobj_ffi_arguments[] = {
//     {kTVMFFIDLTensorPtr, 0, {.v_ptr = &tensor}}, ...};
void ExecutorTables::addFfiArguments() {
  std::vector<TensorIndex> All;
  for (const auto &[Call, Row] : zip_equal(TheExecutor.Calls, ArgumentsRow)) {
    if (!TheExecutor.isFfi(Call) || !areKnown(Call))
      continue;
    Row = All.size();
    append_range(All, Call.Arguments);
  }
  if (All.empty())
    return;
  bool IsNarrow = PointerBytes < ffi_any::UnionBytes;
  size_t Count = All.size();
  Table &Added = Add.rows(
      symbols::FfiArguments,
      Field::structure(IsNarrow ? ffi_any::NarrowType : ffi_any::Type,
                       "const TVMFFIAny"),
      Count,
      [this, All = std::move(All), IsNarrow](TableSink &Sink, uint64_t Row) {
        TableRow To = *tensor(All[Row]);
        Sink.number(ffi_any::DLTensorPointer, "kTVMFFIDLTensorPtr");
        Sink.number(0);
        Sink.pointer(Address::table(*To.In, To.Row));
        if (IsNarrow)
          Sink.number(0);
      });
  Added.Alignment = ffi_any::Alignment;
  FfiArguments = &Added;
}

/// Is all that the call takes known when the image is linked?
bool ExecutorTables::isInLoops(size_t Call) const {
  const ExecutorCall &Its = TheExecutor.Calls[Call];
  return TheExecutor.isFfi(Its) && ArgumentsRow[Call] &&
         Its.WorkspaceBytes <= UINT32_MAX &&
         (!TheExecutor.PlansWorkspaces ||
          none_of(TheExecutor.Pools, [](const ExecutorMemory &Memory) {
            return Memory.Pool.IsCallers;
          }));
}

/// Code for fewer calls is smaller than a loop.
static constexpr size_t LeastLoop = 3;

void ExecutorTables::findLoops() {
  size_t Count = TheExecutor.Calls.size();
  LoopEnds.resize(Count);
  FfiCallRow.resize(Count);
  uint64_t Row = 0;
  for (size_t First = 0, End; First != Count; First = End) {
    for (End = First; End != Count && isInLoops(End);)
      ++End;
    bool IsLoop = End - First >= LeastLoop;
    End = std::max(End, First + 1);
    for (size_t Call = First; Call != End; ++Call) {
      LoopEnds[Call] = IsLoop ? End : Call;
      if (IsLoop)
        FfiCallRow[Call] = Row++;
    }
  }
}

void ExecutorTables::writeFfiCall(TableSink &Sink, size_t Call) const {
  const ExecutorCall &Its = TheExecutor.Calls[Call];
  TableRow First = *arguments(Call);
  Sink.pointer(Address::function(Its.Function));
  Sink.pointer(Address::table(*First.In, First.Row));
  Sink.number(Its.Arguments.size());
  if (!TheExecutor.PlansWorkspaces)
    return;
  TensorPlace Place = Its.Workspace.value_or(TensorPlace{TensorPlace::Pool});
  Sink.number(Its.WorkspaceBytes);
  Sink.pointer(Address::pool(Place.Index, Place.Offset));
}

// static const struct {
//   int32_t (*function)(void *, const TVMFFIAny *, int32_t, TVMFFIAny *);
//   const TVMFFIAny *arguments;
//   int32_t num_arguments;
//   ...
// } _metaobj_ffi_calls[] = {{__tvm_ffi_f, _metaobj_ffi_arguments, N}, ...};
void ExecutorTables::addFfiCalls() {
  std::vector<size_t> Calls;
  for (size_t Call = 0; Call != LoopEnds.size(); ++Call)
    if (LoopEnds[Call] != Call)
      Calls.push_back(Call);
  if (Calls.empty())
    return;
  size_t Count = Calls.size();
  Table &Added = Add.rows(
      symbols::FfiCalls,
      Field::structure(ffi_call::typeOf(TheExecutor.PlansWorkspaces),
                       "const struct metaobj_ffi_call"),
      Count, [this, Calls = std::move(Calls)](TableSink &Sink, uint64_t Row) {
        writeFfiCall(Sink, Calls[Row]);
      });
  Added.LeadsToOperators = true;
  FfiCalls = &Added;
}

// static const char _metaobj_hook_names[] = "net\0" "global_workspace\0" ...;
void ExecutorTables::addHookNames() {
  std::vector<std::string> Texts = {TheExecutor.ModelName};
  for (const ExecutorMemory &Memory : TheExecutor.Pools)
    if (!Memory.IsConstant)
      Texts.push_back(Memory.Pool.Name);
  uint64_t Offset = 0;
  for (const std::string &Text : Texts) {
    HookNamesAt.push_back(Offset);
    Offset += Text.size() + 1;
  }
  HookNames = &Add.text(symbols::HookNames,
                        [Texts = std::move(Texts)](TableSink &Sink) {
                          for (const std::string &Text : Texts)
                            Sink.text(Text);
                        });
}

// struct TVMTensorInfo {
//   const char *name;
//   const int64_t *shape;
//   int64_t num_shape;
//   DLDataType dtype;
// };
static constexpr Field InfoFields[] = {
    Field::pointer("const char *name"),
    Field::pointer("const int64_t *shape"),
    Field::number(8, "int64_t num_shape"),
    Field::number(1, "uint8_t code"),
    Field::number(1, "uint8_t bits"),
    Field::number(2, "uint16_t lanes"),
};
static constexpr Record InfoType = {"TVMTensorInfo", InfoFields};

// struct TVMMetadata {
//   int64_t version;
//   const struct TVMTensorInfo *inputs;
//   int64_t num_inputs;
//   const struct TVMTensorInfo *outputs;
//   int64_t num_outputs;
//   const struct TVMTensorInfo *workspace_pools;
//   int64_t num_workspace_pools;
//   const struct TVMConstantInfo *constant_pools;
//   int64_t num_constant_pools;
//   const char *mod_name;
// };
static constexpr Field MetadataFields[] = {
    Field::number(8, "int64_t version"),
    Field::pointer("const struct TVMTensorInfo *inputs"),
    Field::number(8, "int64_t num_inputs"),
    Field::pointer("const struct TVMTensorInfo *outputs"),
    Field::number(8, "int64_t num_outputs"),
    Field::pointer("const struct TVMTensorInfo *workspace_pools"),
    Field::number(8, "int64_t num_workspace_pools"),
    Field::pointer("const struct TVMConstantInfo *constant_pools"),
    Field::number(8, "int64_t num_constant_pools"),
    Field::pointer("const char *mod_name"),
};
static constexpr Record MetadataType = {"TVMMetadata", MetadataFields};

/// The version of these structures, of TVM v0.9 to v0.18.
static constexpr uint64_t MetadataVersion = 1;

// static const struct TVMTensorInfo <Symbol>[] = {...};
const Table *ExecutorTables::addInfos(TableAdder &Adder, StringLiteral Symbol,
                                      const Table &Names,
                                      const std::vector<ExecutorIo> &List,
                                      std::vector<uint64_t> NamesAt) {
  if (List.empty())
    return nullptr;
  auto Write = [this, &Names, &List,
                NamesAt = std::move(NamesAt)](TableSink &Sink, uint64_t Row) {
    const GraphTensor &Tensor = TheExecutor.TheGraph.Tensors[List[Row].Tensor];
    Sink.pointer(Address::table(Names, NamesAt[Row]));
    Sink.pointer(extentsAt(*Tensor.Shape));
    Sink.number(Tensor.Shape->size());
    Sink.number(Tensor.DType->code);
    Sink.number(Tensor.DType->bits);
    Sink.number(Tensor.DType->lanes);
  };
  return &Adder.rows(Symbol,
                     Field::structure(InfoType, "const struct TVMTensorInfo"),
                     List.size(), std::move(Write));
}

// static const struct TVMMetadata _metaobj_metadata = {1, inputs, ...};
//
// There are no pools in it: clients of TVM v0.12 and later count them as
// arguments and give them nothing. The executor owns them.
void ExecutorTables::addMetadata() {
  std::vector<std::string> Texts = {TheExecutor.moduleName()};
  std::vector<uint64_t> InputsAt, OutputsAt;
  uint64_t Offset = Texts.front().size() + 1;
  auto AddName = [&](std::vector<uint64_t> &Places, std::string Name) {
    Places.push_back(Offset);
    Offset += Name.size() + 1;
    Texts.push_back(std::move(Name));
  };
  for (const ExecutorIo &Input : TheExecutor.Inputs)
    AddName(InputsAt, Input.Name);
  // TVM numbers a single one here, too.
  for (size_t I = 0; I != TheExecutor.Outputs.size(); ++I)
    AddName(OutputsAt, "output" + std::to_string(I));
  TableAdder Adder(Metadata, "metadata");
  const Table &Names = Adder.text(symbols::MetadataNames,
                                  [Texts = std::move(Texts)](TableSink &Sink) {
                                    for (const std::string &Text : Texts)
                                      Sink.text(Text);
                                  });
  const Table *Inputs = addInfos(Adder, symbols::MetadataInputs, Names,
                                 TheExecutor.Inputs, std::move(InputsAt));
  const Table *Outputs = addInfos(Adder, symbols::MetadataOutputs, Names,
                                  TheExecutor.Outputs, std::move(OutputsAt));
  auto Write = [this, &Names, Inputs, Outputs](TableSink &Sink) {
    Sink.number(MetadataVersion);
    Sink.pointer(Address::table(Inputs));
    Sink.number(TheExecutor.Inputs.size());
    Sink.pointer(Address::table(Outputs));
    Sink.number(TheExecutor.Outputs.size());
    for (int Kind = 0; Kind != 2; ++Kind) { // Of pools.
      Sink.pointer({});
      Sink.number(0);
    }
    Sink.pointer(Address::table(Names));
  };
  Adder.structure(symbols::Metadata, MetadataType, Write);
}

std::optional<TableRow> ExecutorTables::tensor(TensorIndex Tensor) const {
  const TensorPlace &Place = TheExecutor.Places[Tensor];
  if (!TheExecutor.isFixed(Place) || !Rows[Tensor])
    return std::nullopt;
  return TableRow{(Place.Kind == TensorPlace::Param ? Params : Pools).In,
                  *Rows[Tensor]};
}

TableRow ExecutorTables::openTensor(TensorIndex Tensor) const {
  return {Open.In, *Rows[Tensor]};
}

TableRow ExecutorTables::constant(const TensorPlace &Place) const {
  return {Constants, ConstantRow.lookup({Place.Index, Place.Offset})};
}

std::optional<TableRow> ExecutorTables::arguments(size_t Call) const {
  if (!ArgumentsRow[Call])
    return std::nullopt;
  if (TheExecutor.isFfi(TheExecutor.Calls[Call]))
    return TableRow{FfiArguments, *ArgumentsRow[Call]};
  return TableRow{Arguments, *ArgumentsRow[Call] * (ValueBytes / PointerBytes)};
}
