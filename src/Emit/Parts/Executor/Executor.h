//===- Executor.h - A run of a model, decided -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything about an executor that does not depend on the target, as plain
/// data: code, tables and C header are made from it.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTOR_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTOR_H

#include "Abi/ExecutorSymbols.h"
#include "Model/ContentHash.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Executor.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Model.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Symbol of the pools that models share under this name.
inline std::string sharedPoolSymbol(llvm::StringRef Pool) {
  return ("metaobj_shared_" + Pool).str();
}

/// Symbol of a number that is not 0 while a run uses that memory.
inline std::string sharedPoolFlag(llvm::StringRef Pool) {
  return sharedPoolSymbol(Pool) + "_in_use";
}

/// Where the elements of a tensor are while the model runs.
struct TensorPlace {
  enum KindType : uint8_t {
    Unused, ///< Nothing reads or writes it.
    Param,  ///< Of the object, or of the params image.
    Input,
    Output,
    Pool,
  };
  KindType Kind = Unused;
  uint32_t Index = 0;  ///< Among those of its kind.
  uint64_t Offset = 0; ///< In a pool, or in a parameter with several of them.

  bool operator==(const TensorPlace &) const = default;
};

/// An input that the program sets, or an output.
struct ExecutorIo {
  std::string Name; ///< In the graph.
  TensorIndex Tensor;
  uint64_t Bytes;
};

struct ExecutorMemory {
  ExecutorPool Pool;
  uint64_t Bytes;
  uint64_t Alignment = 1; ///< Of its first byte.
  /// The program's parameters: nobody writes them.
  bool IsConstant = false;
  /// The address of a params image, in place of a pool. Parameters are those
  /// of its table, at the same index.
  bool IsImage = false;
};

/// A kind of device, whose operators get a context from the program.
struct ExecutorDevice {
  std::string Kind;    ///< "ethos-u".
  std::string InHooks; ///< "EthosU", as in TVMDeviceEthosUOpen.
};

/// A call of an operator.
struct ExecutorCall {
  uint32_t Node;     ///< In the graph.
  uint32_t Function; ///< In Model::Functions.
  std::vector<TensorIndex> Arguments;
  std::optional<uint32_t> Device;
  /// Where the operator's workspaces lie, in a pool, and their bytes.
  std::optional<TensorPlace> Workspace = std::nullopt;
  uint64_t WorkspaceBytes = 0;
};

/// An output that no operator writes where the program wants it: a view of an
/// input, for example.
struct ExecutorCopy {
  uint32_t Output;
  TensorIndex From;
};

/// A packed function that the object defines itself.
struct OwnFunction {
  std::string Name; ///< In the registry.
  std::string Symbol;
  /// The unpacked function of the model that it wraps.
  std::optional<uint32_t> Wrapped = std::nullopt;
};

struct Executor {
  ExecutorConfig Config;
  /// Start of the symbols: "tvmgen_default".
  std::string SymbolStart;
  std::string ModelName;
  /// With types and shapes for everything that a call uses.
  Graph TheGraph;
  /// What each graph tensor is to the calls.
  std::vector<TensorPlace> Places;
  std::vector<ExecutorIo> Inputs, Outputs;
  /// A pool of constants, or a params image, is the last.
  std::vector<ExecutorMemory> Pools;
  /// The bytes of a pool of constants that is the program's.
  std::optional<Param> CallersConstants;
  /// The id of the params image that the program passes. It covers the order,
  /// names, types and shapes of all parameters.
  std::optional<ContentHash> ImageId;
  std::vector<ExecutorDevice> Devices;
  std::vector<ExecutorCall> Calls;
  /// Some of them have workspaces in the pools; then others must not take any.
  bool PlansWorkspaces = false;
  std::vector<ExecutorCopy> Copies;
  /// For the registry.
  std::vector<OwnFunction> Own;

  /// The function with plain pointers is the operators', or not seen.
  bool hasOwnMain() const {
    return !isPacked() && Config.Calls == ExecutorCalls::Operators;
  }

  /// Does it call the hooks of devices? The operators' own main function does
  /// so itself, with the contexts that it is given.
  bool opensDevices() const {
    return !Devices.empty() && Config.Calls == ExecutorCalls::Operators;
  }

  bool isPacked() const { return Config.Interface == EntryInterface::Packed; }
  bool isPacked(const ExecutorCall &Call) const {
    return TheGraph.Nodes[Call.Node].Convention == CallingConvention::Packed;
  }
  bool isFfi(const ExecutorCall &Call) const {
    return TheGraph.Nodes[Call.Node].Convention == CallingConvention::Ffi;
  }
  /// Does the operator get DLTensors?
  bool takesTensors(const ExecutorCall &Call) const {
    return isPacked(Call) || isFfi(Call);
  }
  bool isInRegistry() const { return Config.isInRegistry(); }

  /// Is it a parameter, of the object or the program?
  bool isConstant(const TensorPlace &Place) const {
    return Place.Kind == TensorPlace::Param ||
           (Place.Kind == TensorPlace::Pool && Pools[Place.Index].IsConstant);
  }

  /// Is its address known when the image is linked?
  bool isFixed(const TensorPlace &Place) const {
    return (Place.Kind == TensorPlace::Param && !ImageId) ||
           (Place.Kind == TensorPlace::Pool &&
            !Pools[Place.Index].Pool.IsCallers);
  }

  /// In bytes.
  uint64_t alignmentOf(const ExecutorMemory &Memory) const {
    if (Memory.IsImage)
      return alignof(uint64_t);
    return Memory.IsConstant ? CallersConstants->LeastAlignment
                             : Config.Alignment;
  }

  /// Do programs give pointers to inputs and outputs?
  bool hasIoArguments() const { return !Config.WorkspaceIo; }

  /// TVM's name of the module, for look-ups by name: "tvmgen_default".
  std::string moduleName() const { return "tvmgen_" + ModelName; }
  std::string symbol(llvm::StringRef Suffix) const {
    return SymbolStart + "_" + Suffix.str();
  }
  std::string poolSymbol(const ExecutorPool &Pool) const {
    return Pool.IsShared ? sharedPoolSymbol(Pool.Name) : symbol(Pool.Name);
  }
  std::string poolSymbol(size_t Pool) const {
    return poolSymbol(Pools[Pool].Pool);
  }
};

/// The first return code of a run whose shared pool another run uses:
/// kTvmErrorExecutorPoolInUse.
inline constexpr uint32_t PoolInUse = 0x705;

/// The global symbols of an executor with \p Config, whose pools have no
/// characters that C names cannot have; \p SymbolStart is "tvmgen_<model>".
std::vector<std::string> executorSymbols(const ExecutorConfig &Config,
                                         llvm::StringRef SymbolStart);

/// What planExecutor refuses without a look at the graph: settings that exclude
/// each other, names of pools, their alignment.
llvm::Error checkExecutor(const Model &TheModel, const ExecutorConfig &Config);

/// Decides how \p TheModel runs. \p CallersConstants are the parameters that
/// the program passes, or null; \p ImageId is the id of the params image that
/// it passes instead, which has the parameters of \p TheModel. \p Board has the
/// memories of the pools.
///
/// Errors: a model without a graph; a function that the graph calls and the
/// model does not have; a tensor without type or shape; parameters that are
/// compressed or have another size than the graph says; limits of pools that
/// no plan was found for; settings that exclude each other.
llvm::Expected<std::shared_ptr<const Executor>>
planExecutor(const Model &TheModel, const ExecutorConfig &Config,
             llvm::StringRef SymbolStart, const DiagnosticConsumer &Diagnostics,
             const Param *CallersConstants = nullptr,
             const std::optional<ContentHash> &ImageId = std::nullopt,
             const std::optional<MemoryMap> &Board = std::nullopt);

} // namespace metaobj

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_EXECUTOR_H
