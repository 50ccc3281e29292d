//===- metaobj/Executor.h - How a model is run ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ahead-of-time executor: a function that calls the operators of a
/// Model::Graph in their order, in memory that was planned when it was emitted.
/// docs/executor.md describes the functions, and docs/format.md the tables.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EXECUTOR_H
#define METAOBJ_EXECUTOR_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

/// How programs call `tvmgen_<model>_run`.
enum class EntryInterface {
  /// With structures of pointers, which the C header declares.
  C,
  /// As a packed function, with DLTensors: the inputs, then the outputs.
  Packed,
};

/// What else can be called by name, through the registry.
enum class PackedWrappers {
  None,
  /// The model, as with EntryInterface::Packed.
  Entry,
  /// And each operator that is not packed itself.
  All,
};

/// A memory for the tensors between operators.
struct ExecutorPool : PlanPool {
  explicit ExecutorPool(std::string ItsName = "global_workspace",
                        std::optional<uint64_t> ItsLimit = std::nullopt)
      : PlanPool{std::move(ItsName), ItsLimit} {}

  /// The program passes its address to each run. Otherwise it is a variable of
  /// the emitted object.
  bool IsCallers = false;
  /// All models of an image with a shared pool of this name have one memory, as
  /// large as the largest of them needs: a common symbol, which linkers merge.
  /// They must never run at the same time. Not with IsCallers or Section.
  bool IsShared = false;
  /// Of the variable, in ELF; in other formats it has none.
  std::string Section = ".bss.noinit.tvm";
};

/// What an executor calls.
enum class ExecutorCalls {
  Operators, ///< Those of the graph.
  /// The operators' own `tvmgen_<model>___tvm_main__`, which TVM's
  /// ahead-of-time compiler makes: the graph has one call, of it
  /// (InputConfig::Main).
  Main,
};

/// For each parameter of a pool: its first byte there.
using ConstantOffsets = std::vector<std::pair<std::string, uint64_t>>;

/// The parameters of the graph as one constant, with the alignment of the
/// pools.
struct ConstantPool {
  std::string Name = "global_const_workspace"; ///< TVM's.
  /// The program passes its address to each run, and the header has its bytes.
  /// Otherwise it is a parameter of the emitted object.
  bool IsCallers = false;
  /// Of that parameter; empty: as EmitConfig says.
  std::string Section;
  /// Empty: the parameters follow each other. readConstantOffsets reads them.
  ConstantOffsets Offsets;
};

namespace setting {
inline constexpr Setting ConstantPoolOffsets("ConstantPool::Offsets");
} // namespace setting

struct ExecutorConfig {
  ExecutorCalls Calls = ExecutorCalls::Operators;
  EntryInterface Interface = EntryInterface::C;
  PackedWrappers Wrappers = PackedWrappers::None;
  /// The fastest first, as in PlanProblem::Pools.
  std::vector<ExecutorPool> Pools = {ExecutorPool()};
  std::optional<ConstantPool> Constants;
  /// Inputs and outputs lie in the pools. The header has functions that tell
  /// where.
  bool WorkspaceIo = false;
  /// Of pools and of each tensor in them: bytes, a power of two.
  uint64_t Alignment = GraphPlanConfig::GraphAlignment;
  PlanEffort Effort;
  /// Call `TVMPlatformBeforeInference` and `TVMPlatformAfterInference` around
  /// each run, and `TVMPlatformPoolPower` for each pool. The object has weak
  /// ones that do nothing. docs/porting.md describes them.
  bool HasPlatformHooks = false;

  /// Can the model be called by name?
  bool isInRegistry() const {
    return Interface == EntryInterface::Packed ||
           Wrappers != PackedWrappers::None;
  }
};

namespace setting {
inline constexpr Setting ExecutorInterface("ExecutorConfig::Interface");
inline constexpr Setting ExecutorWrappers("ExecutorConfig::Wrappers");
inline constexpr Setting ExecutorPools("ExecutorConfig::Pools");
inline constexpr Setting ExecutorConstants("ExecutorConfig::Constants");
inline constexpr Setting ExecutorWorkspaceIo("ExecutorConfig::WorkspaceIo");
inline constexpr Setting ExecutorAlignment("ExecutorConfig::Alignment");
} // namespace setting

} // namespace metaobj

#endif // METAOBJ_EXECUTOR_H
