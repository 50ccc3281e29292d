// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices and types of tensors that many tests name.

#ifndef TESTS_RUNTIME_CRT_DLPACK_VALUES_H
#define TESTS_RUNTIME_CRT_DLPACK_VALUES_H

#include <dlpack/dlpack.h>

inline constexpr DLDevice Cpu = {kDLCPU, 0};
inline constexpr DLDataType Int16 = {kDLInt, 16, 1};

#endif // TESTS_RUNTIME_CRT_DLPACK_VALUES_H
