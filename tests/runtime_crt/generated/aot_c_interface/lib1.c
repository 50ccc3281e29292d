// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the shape that TVM v0.17 and v0.18 print a model with C interface and unpacked API:
// operators, main function, the hooks of a device.
#define TVM_EXPORTS
#include "tvm/runtime/c_runtime_api.h"
#include "tvm/runtime/c_backend_api.h"
#include <math.h>
#include <stdbool.h>
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t TVMDeviceAcceleratorActivate(void* device_context_accelerator);
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t TVMDeviceAcceleratorOpen(void* device_context_accelerator);
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t TVMDeviceAcceleratorClose(void* device_context_accelerator);
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t TVMDeviceAcceleratorDeactivate(void* device_context_accelerator);
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_multiply(float* p0, float* p1, float* T, uint8_t* global_const_workspace_2_var, uint8_t* global_workspace_3_var, void* device_context_accelerator) {
  for (int32_t ax0 = 0; ax0 < 4; ++ax0) {
    T[ax0] = (p0[ax0] * p1[ax0]);
  }
  return 0;
}

#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_add(float* p0, float* p1, float* T, uint8_t* global_const_workspace_2_var, uint8_t* global_workspace_3_var) {
  for (int32_t ax0 = 0; ax0 < 4; ++ax0) {
    T[ax0] = (p0[ax0] + p1[ax0]);
  }
  return 0;
}

#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default___tvm_main__(float* x_buffer_var, float* output_buffer_var, uint8_t* global_const_workspace_0_var, uint8_t* global_workspace_1_var, void* device_context_accelerator) {
  void* constant_0_let = (&(global_const_workspace_0_var[0]));
  void* constant_1_let = (&(global_const_workspace_0_var[16]));
  void* sid_1_let = (&(global_workspace_1_var[16]));
  if (TVMDeviceAcceleratorActivate(device_context_accelerator) != 0 ) return -1;
  if (TVMDeviceAcceleratorOpen(device_context_accelerator) != 0 ) return -1;
  if (tvmgen_default_fused_multiply(x_buffer_var, constant_0_let, sid_1_let, global_const_workspace_0_var, global_workspace_1_var, device_context_accelerator) != 0 ) return -1;
  if (TVMDeviceAcceleratorClose(device_context_accelerator) != 0 ) return -1;
  if (tvmgen_default_fused_add(sid_1_let, constant_1_let, output_buffer_var, global_const_workspace_0_var, global_workspace_1_var) != 0 ) return -1;
  if (TVMDeviceAcceleratorDeactivate(device_context_accelerator) != 0 ) return -1;
  return 0;
}
