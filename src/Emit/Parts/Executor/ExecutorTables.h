//===- ExecutorTables.h - Constants of an executor --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORTABLES_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORTABLES_H

#include "Abi/Table.h"
#include "Emit/Parts/Executor/Executor.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A row of a table; code takes its address.
struct TableRow {
  const Table *In;
  uint64_t Row;
};

/// The tables of an executor, which must outlive this.
class ExecutorTables {
public:
  /// For a target with pointers and ints of these sizes.
  ExecutorTables(const Executor &TheExecutor, unsigned PointerBytes,
                 unsigned IntBytes);
  ExecutorTables(const ExecutorTables &) = delete;
  ExecutorTables &operator=(const ExecutorTables &) = delete;

  /// All tables of the executor.
  TableGroup Executor;
  /// TVMMetadata and its parts, if the model is in the registry.
  TableGroup Metadata;

  /// The DLTensor of \p Tensor, if its address is known when it is linked.
  std::optional<TableRow> tensor(TensorIndex Tensor) const;
  /// Else a DLTensor without data; byte_offset tells where in its pool it is.
  TableRow openTensor(TensorIndex Tensor) const;
  /// The first of what callers' DLTensors are compared with: inputs, then
  /// outputs.
  TableRow ioTensors() const { return {Io.In, 0}; }
  /// The same for the arguments of an unpacked operator, which has a wrapper.
  TableRow operatorTensors(uint32_t Function) const {
    return {Io.In, WrapperRow.lookup(Function)};
  }
  /// The address of a parameter's bytes.
  TableRow constant(const TensorPlace &Place) const;
  /// The TVMValues of a packed call, or the TVMFFIAnys of one of tvm-ffi, whose
  /// tensors are all known.
  std::optional<TableRow> arguments(size_t Call) const;
  /// Behind the last of the calls from \p Call on that one loop does, because
  /// all have rows in a table; \p Call itself if there is no loop.
  size_t endOfLoop(size_t Call) const { return LoopEnds[Call]; }
  /// What such a call takes (ffi_call::Type, or with workspaces).
  TableRow ffiCall(size_t Call) const { return {FfiCalls, FfiCallRow[Call]}; }
  /// Names for the platform's hooks: of the model, or of pool \p Pool.
  TableRow hookName(std::optional<uint32_t> Pool) const {
    return {HookNames, HookNamesAt[Pool ? *Pool + 1 : 0]};
  }
  /// As many kTVMDLTensorHandle as any call needs.
  const Table *typeCodes() const { return Codes; }

private:
  /// A DLTensor to be written.
  struct Entry {
    const GraphTensor *Tensor;
    TensorPlace Place = {};
    bool HasStrides = false;
  };

  /// The DLTensors of one table.
  struct TensorList {
    std::vector<Entry> Entries = {};
    const Table *In = nullptr;
  };

  TensorList &listOf(const TensorPlace &Place);
  void findTensors();
  void addConstant(const TensorPlace &Place);
  void findCheckedTensors();
  void addTensors(llvm::StringLiteral Symbol, TensorList &List);
  void writeTensor(TableSink &Sink, const Entry &TheEntry) const;
  void addConstants();
  bool areKnown(const ExecutorCall &Call) const;
  void addArguments();
  void addFfiArguments();
  bool isInLoops(size_t Call) const;
  void findLoops();
  void addFfiCalls();
  void writeFfiCall(TableSink &Sink, size_t Call) const;
  void addHookNames();
  void addMetadata();
  const Table *addInfos(TableAdder &Adder, llvm::StringLiteral Symbol,
                        const Table &Names, const std::vector<ExecutorIo> &List,
                        std::vector<uint64_t> NamesAt);
  void addExtents(const std::vector<int64_t> &List);
  Address extentsAt(const std::vector<int64_t> &List) const;

  TableAdder Add{Executor, "executor"};
  const metaobj::Executor &TheExecutor;
  unsigned PointerBytes;
  unsigned IntBytes;

  /// Extents of all shapes, each once; and where they begin.
  std::vector<int64_t> Extents;
  std::map<std::vector<int64_t>, uint64_t> ShapesAt;
  TensorList Params, Pools, Open, Io;
  /// By graph tensor: its row in the list for its place.
  std::vector<std::optional<uint64_t>> Rows;
  /// By parameter and byte of it: the row of the address.
  llvm::DenseMap<std::pair<uint32_t, uint64_t>, uint64_t> ConstantRow;
  std::vector<TensorPlace> ConstantPlaces;
  /// By function: the row of its first argument.
  llvm::DenseMap<uint32_t, uint64_t> WrapperRow;
  /// Of the model and then of each pool: the first byte.
  std::vector<uint64_t> HookNamesAt;
  /// By call: the first of its rows.
  std::vector<std::optional<uint64_t>> ArgumentsRow;
  /// By call: the end of the loop that starts there, and its row.
  std::vector<size_t> LoopEnds;
  std::vector<uint64_t> FfiCallRow;

  const Table *Shapes = nullptr, *Constants = nullptr, *Arguments = nullptr,
              *FfiArguments = nullptr, *FfiCalls = nullptr, *Codes = nullptr,
              *HookNames = nullptr;
};

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTORTABLES_H
