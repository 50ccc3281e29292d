// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function registry in the shape that TVM's metadata module prints it in C,
// with the names of v0.7 and v0.8.
#include <tvm/runtime/crt/module.h>
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_add(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle);
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_negate(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle);
static TVMBackendPackedCFunc _tvm_func_array[] = {
    (TVMBackendPackedCFunc)tvmgen_default_fused_add,
    (TVMBackendPackedCFunc)tvmgen_default_fused_negate,
};
static const TVMFuncRegistry _tvm_func_registry = {
    "\002tvmgen_default_fused_add\000tvmgen_default_fused_negate\000",    _tvm_func_array,
};
static const TVMModule _tvm_system_lib = {
    &_tvm_func_registry,
};
const TVMModule* TVMSystemLibEntryPoint(void) {
    return &_tvm_system_lib;
}
;
