/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Generated operators were compiled elsewhere, maybe by another compiler, with
 * these layouts in mind. A target where they differ stops the build here. */

#include <tvm/runtime/crt/module.h>

#define LAYOUT(name, condition) typedef char check_##name[(condition) ? 1 : -1]

LAYOUT(byte_is_8_bits, (unsigned char)-1 == 0xff);
/* With pointers of 16 bits there is the backend only, and what is generated for
 * it is C, which sees the same headers. */
LAYOUT(int_is_32_bits, sizeof(int) == ((sizeof(void *) == 2) ? 2 : 4));
LAYOUT(error_code_is_int, sizeof(tvm_crt_error_t) == sizeof(int));
LAYOUT(value_size, sizeof(TVMValue) == 8);
LAYOUT(data_type_size, sizeof(DLDataType) == 4);
LAYOUT(device_type_size, sizeof(DLDeviceType) == 4);
LAYOUT(device_size, sizeof(DLDevice) == 8);
LAYOUT(device_offset, offsetof(DLTensor, device) == sizeof(void *));
LAYOUT(ndim_offset, offsetof(DLTensor, ndim) == sizeof(void *) + 8);
LAYOUT(dtype_offset, offsetof(DLTensor, dtype) == sizeof(void *) + 12);
LAYOUT(shape_offset, offsetof(DLTensor, shape) == sizeof(void *) + 16);
LAYOUT(strides_offset, offsetof(DLTensor, strides) == 2 * sizeof(void *) + 16);
LAYOUT(registry_size, sizeof(TVMFuncRegistry) == 2 * sizeof(void *));
LAYOUT(module_size, sizeof(TVMModule) == sizeof(void *));
LAYOUT(function_pointer_size, sizeof(TVMBackendPackedCFunc) == sizeof(void *));
