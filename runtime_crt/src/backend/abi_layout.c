/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Generated operators were compiled elsewhere, maybe by another compiler, with
 * these layouts in mind. A target where they differ stops the build here. */

#include <tvm/runtime/crt/module.h>

#define CHECK(name, condition) typedef char check_##name[(condition) ? 1 : -1]

CHECK(byte_is_8_bits, (unsigned char)-1 == 0xff);
/* With pointers of 16 bits there is the backend only, and what is generated for
 * it is C, which sees the same headers. */
CHECK(int_is_32_bits, sizeof(int) == ((sizeof(void *) == 2) ? 2 : 4));
CHECK(error_code_is_int, sizeof(tvm_crt_error_t) == sizeof(int));
CHECK(value_size, sizeof(TVMValue) == 8);
CHECK(data_type_size, sizeof(DLDataType) == 4);
CHECK(device_type_size, sizeof(DLDeviceType) == 4);
CHECK(device_size, sizeof(DLDevice) == 8);
CHECK(device_offset, offsetof(DLTensor, device) == sizeof(void *));
CHECK(ndim_offset, offsetof(DLTensor, ndim) == sizeof(void *) + 8);
CHECK(dtype_offset, offsetof(DLTensor, dtype) == sizeof(void *) + 12);
CHECK(shape_offset, offsetof(DLTensor, shape) == sizeof(void *) + 16);
CHECK(strides_offset, offsetof(DLTensor, strides) == 2 * sizeof(void *) + 16);
CHECK(registry_size, sizeof(TVMFuncRegistry) == 2 * sizeof(void *));
CHECK(module_size, sizeof(TVMModule) == sizeof(void *));
CHECK(function_pointer_size, sizeof(TVMBackendPackedCFunc) == sizeof(void *));
