//===- metaobj/ModelBuilder.h - A model from memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a compiler makes a Model of functions, tensors and a graph in memory:
///
///     ModelBuilder Builder("net");
///     FunctionRef Dense = Builder.addFunction("net_dense");
///     ParamRef Weights = Builder.addParam("weights", Tensor);
///     GraphBuilder &Graph = Builder.graph();
///     TensorRef X = Graph.input("x", {Float32, {784}});
///     Graph.output("y", Graph.call(Dense, {X, Graph.param(Weights)},
///                                  {Float32, {10}}));
///     Expected<Model> Net = std::move(Builder).build();
///
/// No step fails: build() has the faults of all steps. Without any, it checks
/// the graph.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODELBUILDER_H
#define METAOBJ_MODELBUILDER_H

#include "metaobj/Graph.h"
#include "metaobj/Model.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Error.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace metaobj {

class GraphBuilder;

/// Refers to a part of one ModelBuilder. Copies are cheap, and may outlive the
/// builder. A builder reports those of another builder as faults.
template <typename T> class BuilderRef {
public:
  /// Refers to nothing, which builders report as a fault.
  BuilderRef() = default;

private:
  friend class ModelBuilder;
  friend class GraphBuilder;

  BuilderRef(std::shared_ptr<const void> TheOwner, uint32_t TheIndex)
      : Owner(std::move(TheOwner)), Index(TheIndex) {}

  /// Differs between any two builders as long as one of its copies lives.
  std::shared_ptr<const void> Owner;
  uint32_t Index = 0;
};

using FunctionRef = BuilderRef<Function>;
using ParamRef = BuilderRef<Param>;
using TensorRef = BuilderRef<GraphTensor>;

/// The type of a tensor.
struct ShapedType {
  DLDataType DType = {};
  /// Extents, outermost first; empty for a scalar.
  std::vector<int64_t> Shape = {};
};

struct FunctionOptions {
  /// The symbol that the operator object defines; empty: the function's name.
  std::string Symbol = {};
  CallingConvention Convention = CallingConvention::Packed;
};

struct ParamOptions {
  /// Of the first byte; none: ParamConfig::Alignment.
  llvm::MaybeAlign Alignment = {};
  /// Empty: ParamConfig::Section.
  std::string Section = {};
  /// The graph executor's storage id, for `_lookup_linked_param`. Emission
  /// refuses those above 2^20 - 1.
  std::optional<uint64_t> StorageId = std::nullopt;
};

/// Makes one Model. Owns everything but the memory of tensors. Moving it leaves
/// its references and its graph() valid; the source may only be destroyed or
/// assigned to.
class ModelBuilder {
public:
  /// \p Name becomes Model::Name.
  explicit ModelBuilder(llvm::StringRef Name);
  ModelBuilder(ModelBuilder &&) noexcept;
  ModelBuilder &operator=(ModelBuilder &&) noexcept;
  ~ModelBuilder();

  /// Adds a function behind the others. If the builder gets objects, one of
  /// them has to define it.
  FunctionRef addFunction(llvm::StringRef Name,
                          const FunctionOptions &Options = {});

  /// Adds the packed functions of \p Operators that \p IsWanted accepts (all
  /// without it), as
  /// listFunctions (metaobj/RuntimeModule.h) lists them. It is a fault if there
  /// are none. Reads \p Operators only during the call.
  void addOperators(const llvm::Module &Operators,
                    llvm::function_ref<bool(llvm::StringRef)> IsWanted = {});

  /// The same for the functions of an object, and addObject().
  void addOperators(OperatorObject Operators,
                    llvm::function_ref<bool(llvm::StringRef)> IsWanted = {});

  /// Adds an object, but none of its functions. Emission takes target, ELF
  /// flags and attribute sections from objects.
  void addObject(OperatorObject Object);

  /// The function that was added with this name for clients; it is a fault if
  /// there is none.
  FunctionRef function(llvm::StringRef Name);

  /// Adds a parameter whose bytes stay in \p Tensor's memory, which must live
  /// until emission is done. Copies shape and type. Param::fromDLTensor lists
  /// the faults.
  ParamRef addParam(llvm::StringRef Name, const DLTensor &Tensor,
                    const ParamOptions &Options = {});

  /// The same, but takes ownership of \p Tensor. Calls its deleter once: when
  /// the last copy of the parameter is gone, or at once if it refuses it.
  ParamRef addParam(llvm::StringRef Name, DLManagedTensor *Tensor,
                    const ParamOptions &Options = {});

  /// The same for the elements in \p Data, in row-major order. Elements of
  /// several bytes need Payload::setElement: without it their bytes are copied
  /// as they are, to targets of the other byte order, too.
  ParamRef addParam(llvm::StringRef Name, const ShapedType &Type, Payload Data,
                    const ParamOptions &Options = {});

  /// Adds a parameter of another origin: a file, or a tensor whose memory has
  /// an owner.
  ParamRef addParam(Param Added);

  /// The graph of the model, which has one from the first call on. It lives as
  /// long as the builder, or the one that the builder was moved to.
  GraphBuilder &graph();

  /// The model, if there is no fault in it. Otherwise the faults of all steps
  /// in one error; graph and inputs are checked when no step has one:
  /// - references of other builders, or to nothing; unknown functions;
  /// - tensors that Param::fromDLTensor refuses, objects that cannot be read;
  /// - functions that none of the objects defines;
  /// - refusals of checkModel and checkGraph. The limits of a runtime ABI are
  ///   checked when the model is emitted;
  /// - inputs with the name of a parameter, outputs without a name or with the
  ///   name of another one.
  ///
  /// A second call is an error.
  llvm::Expected<Model> build() &&;

private:
  friend class GraphBuilder;
  struct State;
  std::unique_ptr<State> Parts;
};

/// A call may write an output over an input.
struct InPlaceOutput {
  /// One of the call's inputs.
  TensorRef Input;
  /// Position among the call's outputs.
  uint32_t Output = 0;
};

struct CallOptions {
  /// For messages and tables, need not be unique; empty: the function's name.
  std::string Name = {};
  std::vector<InPlaceOutput> InPlace = {};
  /// As GraphNode::Device.
  std::string Device = {};
  /// As GraphNode::ArgumentOrder.
  std::vector<uint32_t> ArgumentOrder = {};
  /// As GraphNode::Workspace: bytes.
  std::optional<uint64_t> Workspace = std::nullopt;
};

/// Makes the graph of a ModelBuilder. Calls run in the order in which they are
/// added.
class GraphBuilder {
public:
  GraphBuilder(const GraphBuilder &) = delete;
  GraphBuilder &operator=(const GraphBuilder &) = delete;

  /// A tensor that the program sets before each run. No parameter may have its
  /// name.
  TensorRef input(llvm::StringRef Name, const ShapedType &Type);

  /// The tensor of a parameter; always the same one.
  TensorRef param(const ParamRef &TheParamRef);

  /// Calls \p Callee, whose arguments are \p Inputs and then its output of type
  /// \p Output, which it returns.
  TensorRef call(const FunctionRef &Callee, llvm::ArrayRef<TensorRef> Inputs,
                 const ShapedType &Output, const CallOptions &Options = {});

  /// The same with any number of outputs: as many as \p Outputs has types, in
  /// their order.
  std::vector<TensorRef> call(const FunctionRef &Callee,
                              llvm::ArrayRef<TensorRef> Inputs,
                              llvm::ArrayRef<ShapedType> Outputs,
                              const CallOptions &Options = {});

  /// The elements of \p TheTensorRef in another shape. Calls nothing.
  TensorRef view(const TensorRef &TheTensorRef, std::vector<int64_t> Shape);

  /// The program reads \p Tensor after each run, under a \p Name that no other
  /// output has. One tensor may be several outputs.
  void output(llvm::StringRef Name, const TensorRef &Tensor);

private:
  friend class ModelBuilder;
  explicit GraphBuilder(ModelBuilder::State &TheParts) : Parts(TheParts) {}

  TensorRef addTensor(GraphTensor Added);
  std::optional<TensorIndex> find(const TensorRef &Tensor,
                                  const llvm::Twine &Subject);
  GraphNode &addNode(const FunctionRef &Callee,
                     llvm::ArrayRef<TensorRef> Inputs,
                     const CallOptions &Options);

  ModelBuilder::State &Parts;
};

} // namespace metaobj

#endif // METAOBJ_MODELBUILDER_H
