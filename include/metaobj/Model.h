//===- metaobj/Model.h - What is emitted ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The model as plain data: functions, parameters and the operator objects that
/// define the functions. This header knows nothing of code generation.
///
/// A compiler makes it with a ModelBuilder (metaobj/ModelBuilder.h) or from its
/// modules (metaobj/RuntimeModule.h), a tool from files (metaobj/Input.h).
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODEL_H
#define METAOBJ_MODEL_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// "float32", "int8", "bool", "bfloat16", "float32x4": DLPack types as TVM
/// writes them. Unknown codes give "code<N>_<bits>".
std::string dtypeName(DLDataType DType);

/// The inverse of dtypeName. nullopt when \p Name is no type.
std::optional<DLDataType> parseDType(llvm::StringRef Name);

/// Bytes of one element of \p DType in memory, all lanes together. An error if
/// a parameter cannot have this type.
llvm::Expected<uint64_t> elementBytes(DLDataType DType);

/// Bytes of each number in \p DType, which are reversed if the byte order
/// changes: 4 for float32 and for complex64. 1: there is nothing to reverse.
unsigned byteOrderUnit(DLDataType DType);

/// Bytes of a compact tensor. Negative extents and products that exceed 64 bits
/// are errors.
llvm::Expected<uint64_t> tensorBytes(DLDataType DType,
                                     llvm::ArrayRef<int64_t> Shape);

/// Bytes that a tensor of a graph takes in memory while the graph runs. As
/// tensorBytes, but handles and types smaller than a byte are no errors: each
/// element takes whole bytes, as in TVM's graph executors.
llvm::Expected<uint64_t> storageBytes(DLDataType DType,
                                      llvm::ArrayRef<int64_t> Shape);

/// Who sees the symbol of a parameter.
enum class ParamVisibility {
  Local,  ///< Its object.
  Hidden, ///< All objects of an image; no other image.
  Global, ///< Everybody.
};

/// "local", "hidden", "global".
llvm::StringRef paramVisibilityName(ParamVisibility Visibility);

/// The inverse; nullopt when \p Name is none of these.
std::optional<ParamVisibility> parseParamVisibility(llvm::StringRef Name);

/// A function that an operator object defines.
struct Function {
  /// The name for clients.
  std::string Name;
  /// The symbol that the operator object defines; empty means Name.
  std::string Symbol;
  CallingConvention Convention = CallingConvention::Packed;
  /// Origin of the name, for messages: a module's name, a file or a setting.
  Message Owner;
  /// With CallingConvention::Other: its type in WebAssembly, "(i32, f32) ->
  /// (i32)", where linkers compare types. Empty if it is not known.
  std::string Type = {};

  llvm::StringRef symbol() const { return Symbol.empty() ? Name : Symbol; }
};

/// The packed function by which TVM's graph executors look up linked
/// parameters: its name in every registry, for every model.
inline constexpr llvm::StringLiteral LookupLinkedParamName =
    "_lookup_linked_param";

/// The form of compressed bytes; the numbers are those of metaobj_abi.h.
enum class ParamCodec : uint16_t {
  Zstd = 1, ///< One frame of RFC 8878, with content size and checksum.
};

/// "zstd".
llvm::StringRef paramCodecName(ParamCodec Codec);

/// Details of a compressed parameter.
struct CompressedForm {
  ParamCodec Codec = ParamCodec::Zstd;
  /// Decoding looks back at most 2^WindowLog bytes.
  unsigned WindowLog = 0;
  /// Byte order of the numbers that decoding gives.
  Endianness ByteOrder = Endianness::little;
  /// The elements before compression, in the byte order of their source.
  Payload Raw;
};

/// A linked parameter: its bytes are in the program, and not loaded when it
/// runs.
struct Param {
  std::string Name;
  DLDataType DType = {};
  /// Extents, outermost first; empty for a scalar. A model may have many small
  /// parameters, mostly with one or two extents.
  llvm::SmallVector<int64_t, 2> Shape;
  /// The stored bytes: the elements, or a compressed form of them.
  Payload Data;
  /// Null: Data is not compressed. Emission compresses
  /// (CompressionConfig::Level). Copies share it.
  std::shared_ptr<const CompressedForm> Compressed;
  /// Bytes, a power of two; 0 means EmitConfig's default.
  uint64_t Alignment = 0;
  /// In bytes, a power of two. Placement rules do not lower it, because pieces
  /// of the parameter lie at multiples of it.
  uint64_t LeastAlignment = 1;
  /// Empty means EmitConfig's default.
  SharedText Section;
  /// Origin of the parameter, for messages: a module's name or a file.
  SharedText Owner;
  /// The number by which TVM's graph executor asks `_lookup_linked_param` for
  /// this parameter; nullopt: it does not ask.
  std::optional<uint64_t> StorageId;
  /// A symbol of its own, which RuntimeAbi::None spells in a style. Empty: the
  /// symbol is made of Name.
  SharedText Symbol;

  bool isCompressed() const { return Compressed != nullptr; }

  /// The elements, in any stored form.
  const Payload &raw() const { return Compressed ? Compressed->Raw : Data; }

  /// The storage id by which `_lookup_linked_param` finds it.
  std::optional<uint64_t> linkedId() const {
    return Compressed ? std::nullopt : StorageId;
  }

  /// A parameter whose bytes stay in \p Tensor's memory. \p Owner keeps that
  /// memory alive. Without one, the caller keeps it until an Emission is
  /// written for the last time. Copies shape and dtype. The error for a refused
  /// tensor names the reason: memory outside the CPU, strides that are not
  /// compact, types below one byte other than bool, opaque handles, sizes above
  /// 64 bits, or a null data pointer with a size other than zero.
  static llvm::Expected<Param>
  fromDLTensor(std::string Name, const DLTensor &Tensor,
               std::shared_ptr<const void> Owner = nullptr);

  /// The same, but takes ownership of the tensor. Calls its deleter exactly
  /// once: when the last copy of the Param (or of a Model with it) is gone, so
  /// after emission, or at once if it refuses the tensor.
  static llvm::Expected<Param> fromManaged(std::string Name,
                                           DLManagedTensor *Tensor);
};

/// An object, LLVM bitcode or textual IR that defines functions. Target
/// inference reads it. Emission copies only its ELF flags and attribute
/// sections into the output.
struct OperatorObject {
  /// A path, or "lib.a(op.o)" for a member.
  std::string Name;
  std::shared_ptr<const llvm::MemoryBuffer> Bytes;
  /// Linkers take a member of an archive only if something needs it.
  bool IsMember = false;
};

/// A section that tells linkers about the ABI of the code, such as
/// `.ARM.attributes`; copied byte for byte, so that vendors' tags survive.
struct AttributeSection {
  std::string Name;
  uint32_t Type;  ///< sh_type.
  uint64_t Flags; ///< sh_flags.
  uint64_t Align; ///< sh_addralign.
  std::string Contents;
};

/// A module of tvm-ffi that is stored with a library of operators, such as the
/// program of a virtual machine or the code of a device.
struct FfiModule {
  /// Such as "relax.VMExecutable". Not empty, and not "_lib". tvm-ffi loads the
  /// module with `ffi.Module.load_from_bytes.<Kind>`.
  std::string Kind;
  Payload Data;
};

/// What operators need of their tvm-ffi library.
struct FfiNeeds {
  /// The system library's prefix for which they were compiled; nullopt if they
  /// do not tell it.
  std::optional<std::string> Prefix = std::nullopt;
  /// An operator refers to the library's context.
  bool HasContext = false;
  /// An operator defines it.
  bool DefinesContext = false;
  /// An operator defines the bytes of the library's modules.
  bool HasBinary = false;
  /// Symbols of pointers to functions of the runtime ("__TVMFFIFunctionCall")
  /// that none of them sets.
  std::vector<std::string> Pointers = {};
  /// Those in COMDAT groups of COFF, where no other definition replaces them.
  std::vector<std::string> FixedPointers = {};
  /// Functions that only TVM's runtime of a host has, to which an operator
  /// refers by their symbols, and that none of them defines.
  std::vector<std::string> HostFunctions = {};
  /// The name of an operator object that registers its functions itself, in a
  /// constructor; empty: none does.
  std::string RegistersItself = {};
};

/// Everything that is emitted for one model.
struct Model {
  std::string Name = "default";
  /// In registry order: the position is the index in clients' handles.
  std::vector<Function> Functions;
  std::vector<Param> Params;
  std::vector<OperatorObject> Objects;
  /// Inputs of the graph without a parameter, in the graph's order. The program
  /// must set them before it runs the model. readModel and GraphBuilder::input
  /// set them. If there are any, the executor refuses all other inputs without
  /// a parameter.
  std::vector<std::string> ProgramInputs;
  /// The calls in the order of their execution, and their tensors; nullopt: the
  /// model has none.
  std::optional<metaobj::Graph> Graph;

  /// With RuntimeAbi::TvmFfi: the module that imports the library of operators,
  /// and those that this library imports.
  std::optional<FfiModule> FfiRoot;
  std::vector<FfiModule> FfiImports;
  /// nullopt: emission asks Objects.
  std::optional<FfiNeeds> Ffi;

  bool hasFfiModules() const { return FfiRoot || !FfiImports.empty(); }

  /// Can `_lookup_linked_param` find a parameter? It does not find compressed
  /// ones, because its callers read elements.
  bool hasLinkedIds() const;
};

namespace setting {
inline constexpr Setting ModelName("Model::Name");
} // namespace setting

/// Limits of who reads the registry, the table of functions that clients call
/// by name.
struct RegistryLimits {
  /// For messages: the runtime ABI's name.
  std::string Abi = "tvm-crt-u16";
  /// The largest number of functions that clients can count or address.
  size_t MaxFunctions = 32768;
  /// Bytes of the client's buffer for a function's name, with the NUL:
  /// TVM_CRT_MAX_STRLEN_FUNCTION_NAME of its crt_config.h.
  size_t FunctionNameBuffer = 120;
  /// The same for parameters: TVM_CRT_MAX_STRLEN_PARAM_NAME.
  size_t ParamNameBuffer = 80;
  /// How clients call functions.
  CallingConvention Convention = CallingConvention::Packed;
};

/// What emission and readModel call themselves. Refuses a model that no
/// registry can hold: a function, parameter or storage
/// id given twice (the error names both sources); an empty name; a NUL in a
/// name; a function with another convention than that of \p Limits, unless the
/// graph calls it; more functions than \p Limits allow; a payload whose size
/// does not fit dtype and shape. The error joins all faults; of more than
/// twenty it counts the others. Without a fault, warns of names that do not fit
/// the client's buffer. \p Diagnostics may be empty.
llvm::Error checkModel(const Model &TheModel, const RegistryLimits &Limits,
                       const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_MODEL_H
