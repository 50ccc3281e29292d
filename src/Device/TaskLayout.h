//===- TaskLayout.h - Tasks as the chip sees them ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Offsets in tvm_crt_task_t (runtime_crt/ports/debugger/tasks.h) and in
/// DLTensor, for pointers of 4 and 8 bytes, and in TVMFFIAny, little-endian.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_DEVICE_TASKLAYOUT_H
#define METAOBJ_DEVICE_TASKLAYOUT_H

#include <cstddef>
#include <cstdint>

namespace metaobj {

/// TVM_CRT_UNPACKED_ARGS
inline constexpr size_t MostUnpackedArguments = 16;

/// Bytes of a pointer give all other places.
struct TaskLayout {
  unsigned Pointer;

  // uint64_t before, after; TVMValue value; int32_t value_code, error;
  // uint32_t state, counter, num_args, reserved; function, args, type_codes
  static constexpr unsigned Before = 0, After = 8, Value = 16, ValueCode = 24,
                            Error = 28, State = 32, Counter = 36, Count = 40,
                            Function = 48;
  unsigned args() const { return Function + Pointer; }
  unsigned typeCodes() const { return Function + 2 * Pointer; }
  unsigned taskBytes() const { return Pointer == 4 ? 64 : 72; }

  // void *data; DLDevice device; int32_t ndim; DLDataType dtype;
  // int64_t *shape, *strides; uint64_t byte_offset
  unsigned device() const { return Pointer; }
  unsigned dimensions() const { return Pointer + 8; }
  unsigned dataType() const { return Pointer + 12; }
  unsigned shape() const { return Pointer + 16; }
  unsigned strides() const { return 2 * Pointer + 16; }
  unsigned byteOffset() const { return Pointer == 4 ? 32 : 40; }
  unsigned tensorBytes() const { return Pointer == 4 ? 40 : 48; }

  // int32_t type_index; uint32_t zero_padding; union { void *v_ptr; ... }
  static constexpr unsigned AnyPointer = 8, AnyBytes = 16;
  /// kTVMFFIDLTensorPtr
  static constexpr uint32_t AnyTensor = 7;
};

/// TVM_CRT_TASK_...
enum class TaskState : uint32_t { Waits, Runs, Done };

} // namespace metaobj

#endif // METAOBJ_DEVICE_TASKLAYOUT_H
