//===- metaobj/Model.h - What is emitted ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The model as plain data: functions, parameters and the operator objects that
/// define the functions. Nothing here knows of code generation.
///
/// A compiler implements RuntimeModule for each of its modules and calls
/// collect(); a tool fills a Model from files (metaobj/Input.h).
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_H
#define METAOBJ_MODEL_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Payload.h"
#include "metaobj/SharedText.h"
#include "metaobj/Tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

#include <dlpack/dlpack.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A function that some operator object defines.
struct Function {
  /// The name that clients look up.
  std::string Name;
  /// The symbol that the operator object defines; empty means Name.
  std::string Symbol;
  CallingConvention Convention = CallingConvention::Packed;
  /// Where the name comes from: a module's name or a file, for messages.
  std::string Owner;

  llvm::StringRef symbol() const { return Symbol.empty() ? Name : Symbol; }
};

/// The packed function through which TVM's graph executors ask for linked
/// parameters: what registries call it, in every model.
inline constexpr llvm::StringLiteral LookupLinkedParamName =
    "_lookup_linked_param";

/// What compressed bytes are made of; the numbers are those of metaobj_abi.h.
enum class ParamCodec : uint16_t {
  Zstd = 1, ///< One frame of RFC 8878, with content size and checksum.
};

/// "zstd".
llvm::StringRef paramCodecName(ParamCodec Codec);

/// Of a parameter that is stored compressed.
struct CompressedForm {
  ParamCodec Codec = ParamCodec::Zstd;
  /// Decoding looks back at most 2^WindowLog bytes.
  unsigned WindowLog = 0;
  /// Of the numbers in the compressed bytes.
  Endianness ByteOrder = Endianness::little;
  /// The bytes as they were, in the source's byte order.
  Payload Raw;
};

/// A linked parameter.
struct Param {
  std::string Name;
  DLDataType DType = {};
  /// Extents, outermost first; empty for a scalar. Small parameters, of which
  /// there may be many, mostly have one or two.
  llvm::SmallVector<int64_t, 2> Shape;
  /// What is stored: the elements, or a compressed form of them.
  Payload Data;
  /// Set when Data is compressed; emission does it (EmitConfig::Compression).
  /// Copies share it.
  std::shared_ptr<const CompressedForm> Compressed;
  /// Bytes, a power of two; 0 means EmitConfig's default.
  uint64_t Alignment = 0;
  /// Empty means EmitConfig's default.
  SharedText Section;
  /// Where the parameter comes from: a module's name or a file, for messages.
  SharedText Owner;
  /// The graph executor's storage id, for `_lookup_linked_param`.
  std::optional<uint64_t> StorageId;

  bool isCompressed() const { return Compressed != nullptr; }

  /// The elements, however they are stored.
  const Payload &raw() const { return Compressed ? Compressed->Raw : Data; }

  /// The storage id under which `_lookup_linked_param` finds it.
  std::optional<uint64_t> linkedId() const {
    return Compressed ? std::nullopt : StorageId;
  }

  /// A parameter whose bytes stay in \p Tensor's memory, which must live until
  /// emission is done. Shape and dtype are copied. Refused by name: memory that
  /// is not the CPU's, strides that are not compact, types below one byte other
  /// than bool, opaque handles, sizes that do not fit 64 bits, a null data
  /// pointer with a non-zero size.
  static llvm::Expected<Param> fromDLTensor(std::string Name,
                                            const DLTensor &Tensor);

  /// The same for a tensor that is handed over: its deleter is called exactly
  /// once, when the last copy of the Param (or of a Model that holds it) is
  /// gone, so after emission; at once when the tensor is refused.
  static llvm::Expected<Param> fromManaged(std::string Name,
                                           DLManagedTensor *Tensor);
};

/// An ELF object, LLVM bitcode or textual IR that defines functions. Target
/// inference reads it; nothing of it is copied into the output but ELF flags
/// and attribute sections.
struct OperatorObject {
  /// A path, or "lib.a(op.o)" for a member.
  std::string Name;
  std::shared_ptr<const llvm::MemoryBuffer> Bytes;
  /// Linkers take a member of an archive only when something needs it.
  bool IsMember = false;
};

/// All that is emitted for one model.
struct Model {
  std::string Name = "default";
  /// In registry order: the position is the ordinal that clients see.
  std::vector<Function> Functions;
  std::vector<Param> Params;
  std::vector<OperatorObject> Objects;
  /// Inputs of the graph that no parameter is for, in the graph's order: the
  /// program has to set them before it runs. Only readModel knows a graph.
  std::vector<std::string> ProgramInputs;
  /// What calls the functions, and in which order.
  std::optional<metaobj::Graph> Graph;

  /// Is there a parameter for `_lookup_linked_param` to find? Compressed ones
  /// are not found: who asks wants to read elements.
  bool hasStorageIds() const;
};

/// What a compiler implements for each of its modules.
class RuntimeModule {
public:
  virtual ~RuntimeModule();

  /// For messages; need not be unique.
  virtual llvm::StringRef name() const = 0;

  /// The functions that clients may look up, in registry order. nullopt when
  /// this kind of module cannot tell.
  virtual std::optional<std::vector<Function>> functionNames() const = 0;

  /// Parameters to link into the image.
  virtual llvm::Expected<std::vector<Param>> linkedParams() const;

  /// The objects that define the functions, when they exist already.
  virtual llvm::Expected<std::vector<OperatorObject>> operatorObjects() const;
};

/// What the reader of a registry can hold.
struct RegistryLimits {
  /// For messages: the runtime ABI's name.
  std::string Abi = "tvm-crt-u16";
  /// Most functions that clients can count or address.
  size_t MaxFunctions = 32768;
  /// Bytes of the client's buffer for a function's name, including the NUL:
  /// TVM_CRT_MAX_STRLEN_FUNCTION_NAME of its crt_config.h.
  size_t FunctionNameBuffer = 120;
  /// The same for parameters: TVM_CRT_MAX_STRLEN_PARAM_NAME.
  size_t ParamNameBuffer = 80;
};

struct CollectOptions {
  std::string ModelName = "default";
  RegistryLimits Limits;
  /// Take modules that cannot list their functions as having none.
  bool AllowUnlistedModules = false;
  DiagnosticConsumer Diagnostics;
};

/// One model of all modules: functions, parameters and objects in the order
/// given. \p Modules are only read during the call.
///
/// Errors: a module that cannot list its functions; everything that checkModel
/// refuses.
llvm::Expected<Model> collect(llvm::ArrayRef<const RuntimeModule *> Modules,
                              const CollectOptions &Options = {});

/// Refuses what no registry can hold: a function or parameter given twice (both
/// sources are named), an empty name, a NUL in a name, a function that is not
/// packed, a storage id given twice, more functions than \p Limits allow, a
/// payload whose size differs from dtype and shape. Warns of names that do not
/// fit the client's buffer.
llvm::Error checkModel(const Model &TheModel, const RegistryLimits &Limits,
                       const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_MODEL_H
