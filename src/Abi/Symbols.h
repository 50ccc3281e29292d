//===- Symbols.h - Local symbols of the emitted tables ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of local symbols of an emitted object. The first four are TVM's own,
/// which people know from their map files.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_SYMBOLS_H
#define METAOBJ_ABI_SYMBOLS_H

#include "llvm/ADT/StringRef.h"

namespace metaobj::symbols {

inline constexpr llvm::StringLiteral Module = "_tvm_crt_module";
inline constexpr llvm::StringLiteral Registry = "_tvm_crt_func_registry";
inline constexpr llvm::StringLiteral Functions = "_tvm_func_registry_ptrs";
inline constexpr llvm::StringLiteral FunctionNames = "_tvm_crt_function_names";
inline constexpr llvm::StringLiteral RecordHashes = "_metaobj_record_hashes";
inline constexpr llvm::StringLiteral RecordModel = "_metaobj_record_model";
inline constexpr llvm::StringLiteral ModelName = "_metaobj_model_name";
inline constexpr llvm::StringLiteral RegisteredModel = "_metaobj_model";
inline constexpr llvm::StringLiteral ModelPointer = "_metaobj_model_pointer";
inline constexpr llvm::StringLiteral RegistryIndex = "_metaobj_registry_index";
inline constexpr llvm::StringLiteral IndexSlots = "_metaobj_index_slots";
inline constexpr llvm::StringLiteral IndexShifts = "_metaobj_index_shifts";
inline constexpr llvm::StringLiteral IndexOffsets = "_metaobj_index_offsets";
inline constexpr llvm::StringLiteral UniversalFunction = "_metaobj_universal";
inline constexpr llvm::StringLiteral FfiNames = "_metaobj_ffi_names";
inline constexpr llvm::StringLiteral FfiSymbols = "_metaobj_ffi_symbols";
inline constexpr llvm::StringLiteral FfiTable = "_metaobj_ffi_table";
inline constexpr llvm::StringLiteral FfiConstructor =
    "_metaobj_ffi_constructor";
inline constexpr llvm::StringLiteral NamesOfFunctions =
    "_metaobj_names_of_functions";
inline constexpr llvm::StringLiteral NamedFunctions =
    "_metaobj_named_functions";
inline constexpr llvm::StringLiteral FunctionTable = "_metaobj_function_table";
inline constexpr llvm::StringLiteral IreeQueries = "_metaobj_iree_queries";
inline constexpr llvm::StringLiteral IreeTable = "_metaobj_iree_table";
inline constexpr llvm::StringLiteral LinkedParams = "_tvm_linked_params";
inline constexpr llvm::StringLiteral ParamTable = "_metaobj_param_table";
inline constexpr llvm::StringLiteral Params = "_metaobj_params";
inline constexpr llvm::StringLiteral CompressedParams =
    "_metaobj_compressed_params";
inline constexpr llvm::StringLiteral ParamsId = "_metaobj_params_id";
inline constexpr llvm::StringLiteral ParamNames = "_metaobj_param_names";
inline constexpr llvm::StringLiteral ParamShapes = "_metaobj_param_shapes";
inline constexpr llvm::StringLiteral Shapes = "_metaobj_shapes";
inline constexpr llvm::StringLiteral ParamTensors = "_metaobj_param_tensors";
inline constexpr llvm::StringLiteral PoolTensors = "_metaobj_pool_tensors";
inline constexpr llvm::StringLiteral OpenTensors = "_metaobj_open_tensors";
inline constexpr llvm::StringLiteral IoTensors = "_metaobj_io_tensors";
inline constexpr llvm::StringLiteral ConstantAddresses = "_metaobj_constants";
inline constexpr llvm::StringLiteral CallArguments = "_metaobj_arguments";
inline constexpr llvm::StringLiteral TypeCodes = "_metaobj_type_codes";
inline constexpr llvm::StringLiteral MetadataNames = "_metaobj_metadata_names";
inline constexpr llvm::StringLiteral MetadataInputs =
    "_metaobj_metadata_inputs";
inline constexpr llvm::StringLiteral MetadataOutputs =
    "_metaobj_metadata_outputs";
inline constexpr llvm::StringLiteral Metadata = "_metaobj_metadata";
inline constexpr llvm::StringLiteral SetTensor = "_metaobj_set_tensor";
inline constexpr llvm::StringLiteral CheckTensor = "_metaobj_check_tensor";
inline constexpr llvm::StringLiteral CopyBytes = "_metaobj_copy_bytes";
inline constexpr llvm::StringLiteral HookNames = "_metaobj_hook_names";
inline constexpr llvm::StringLiteral RunModel = "_metaobj_run";
inline constexpr llvm::StringLiteral PartOfRun = "_metaobj_part";
inline constexpr llvm::StringLiteral FailedOperator =
    "_metaobj_failed_operator";

/// Prefix of the packed form of an unpacked operator.
inline constexpr llvm::StringLiteral PackedOperator = "_metaobj_packed_";

/// Prefix of the symbols of bytes that linkers may fold; a hash follows.
inline constexpr llvm::StringLiteral SharedData = "__metaobj_data_";

/// All of the above except the prefixes. LLVM renames the second of two equal
/// names in a module, so a user's symbol must not be one of these.
inline constexpr llvm::StringLiteral All[] = {
    Module,           Registry,          Functions,
    FunctionNames,    UniversalFunction, RegistryIndex,
    IndexSlots,       IndexShifts,       IndexOffsets,
    LinkedParams,     ParamTable,        Params,
    CompressedParams, ParamNames,        ParamShapes,
    Shapes,           ParamTensors,      PoolTensors,
    OpenTensors,      IoTensors,         ConstantAddresses,
    CallArguments,    TypeCodes,         MetadataNames,
    MetadataInputs,   MetadataOutputs,   Metadata,
    SetTensor,        CheckTensor,       CopyBytes,
    PartOfRun,        HookNames,         RunModel,
    FailedOperator,   RecordHashes,      RecordModel,
    ModelName,        RegisteredModel,   ModelPointer,
    ParamsId,         FfiNames,          FfiSymbols,
    FfiTable,         FfiConstructor,    NamesOfFunctions,
    NamedFunctions,   FunctionTable,     IreeQueries,
    IreeTable};

} // namespace metaobj::symbols

#endif // METAOBJ_ABI_SYMBOLS_H
