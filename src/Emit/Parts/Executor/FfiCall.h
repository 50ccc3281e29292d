//===- FfiCall.h - Calls of tvm-ffi on a target -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMIT_PARTS_EXECUTOR_FFICALL_H
#define METAOBJ_EMIT_PARTS_EXECUTOR_FFICALL_H

#include "Abi/Table.h"

namespace metaobj::ffi_any {

// typedef struct {
//   int32_t type_index;
//   uint32_t zero_padding;
//   union { int64_t v_int64; double v_float64; void *v_ptr; ... };
// } TVMFFIAny;
//
// Source: `tvm/ffi/c_api.h` of tvm-ffi 0.1.
inline constexpr Field Fields[] = {
    Field::number(4, "int32_t type_index"),
    Field::number(4, "uint32_t zero_padding"),
    Field::pointer("void *v_ptr"),
};
inline constexpr Record Type = {"TVMFFIAny", Fields};

/// The same where a pointer fills only half of the union.
inline constexpr Field NarrowFields[] = {
    Field::number(4, "int32_t type_index"),
    Field::number(4, "uint32_t zero_padding"),
    Field::pointer("void *v_ptr"),
    Field::number(4, "uint32_t rest"),
};
inline constexpr Record NarrowType = {"TVMFFIAny", NarrowFields};

inline constexpr unsigned Bytes = 16, UnionBytes = 8, Alignment = 8;

/// kTVMFFIDLTensorPtr
inline constexpr uint64_t DLTensorPointer = 7;

} // namespace metaobj::ffi_any

namespace metaobj::ffi_call {

// struct metaobj_ffi_call {
//   int32_t (*function)(void *, const TVMFFIAny *, int32_t, TVMFFIAny *);
//   const TVMFFIAny *arguments;
//   int32_t num_arguments;
//   uint32_t workspace_bytes;  /* These two only if any call has them. */
//   void *workspace;
// };
inline constexpr Field Fields[] = {
    Field::functionPointer("int32_t (*function)()"),
    Field::pointer("const TVMFFIAny *arguments"),
    Field::number(4, "int32_t num_arguments"),
    Field::number(4, "uint32_t workspace_bytes"),
    Field::pointer("void *workspace"),
};
inline constexpr Record TypeWithWorkspace = {"metaobj_ffi_call", Fields};
inline constexpr Record Type = {"metaobj_ffi_call", llvm::ArrayRef(Fields, 3)};

inline const Record &typeOf(bool HasWorkspaces) {
  return HasWorkspaces ? TypeWithWorkspace : Type;
}

/// Numbers of the fields above.
enum : unsigned {
  Function,
  Arguments,
  NumArguments,
  WorkspaceBytes,
  Workspace,
};

} // namespace metaobj::ffi_call

#endif // METAOBJ_EMIT_PARTS_EXECUTOR_FFICALL_H
