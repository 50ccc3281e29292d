// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators in the shape that TVM's C code generator prints: void pointers, no
// checks, workspace from the backend.
#define TVM_EXPORTS
#include "tvm/runtime/c_backend_api.h"
#include "tvm/runtime/c_runtime_api.h"
#include <stdbool.h>
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_add(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle) {
  void* p0 = (((TVMValue*)args)[0].v_handle);
  void* p1 = (((TVMValue*)args)[1].v_handle);
  void* out = (((TVMValue*)args)[2].v_handle);
  void* p0_data = (((DLTensor*)p0)[0].data);
  void* p0_shape = (((DLTensor*)p0)[0].shape);
  int32_t dev_id = (((DLTensor*)p0)[0].device.device_id);
  void* p1_data = (((DLTensor*)p1)[0].data);
  void* out_data = (((DLTensor*)out)[0].data);
  int64_t n = ((int64_t*)p0_shape)[0];
  void* sum = TVMBackendAllocWorkspace(1, dev_id, (uint64_t)64, 0, 32);
  if (sum == NULL) {
    return -1;
  }
  for (int32_t i = 0; i < n && i < 16; ++i) {
    ((int32_t*)sum)[i] = (((int32_t*)p0_data)[i] + ((int32_t*)p1_data)[i]);
  }
  for (int32_t i = 0; i < n && i < 16; ++i) {
    ((int32_t*)out_data)[i] = ((int32_t*)sum)[i];
  }
  if (TVMBackendFreeWorkspace(1, dev_id, sum) != 0) {
    return -1;
  }
  return 0;
}

#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_negate(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle) {
  void* p0 = (((TVMValue*)args)[0].v_handle);
  void* out = (((TVMValue*)args)[1].v_handle);
  int64_t n = ((int64_t*)(((DLTensor*)p0)[0].shape))[0];
  for (int32_t i = 0; i < n; ++i) {
    ((int32_t*)(((DLTensor*)out)[0].data))[i] = (0 - ((int32_t*)(((DLTensor*)p0)[0].data))[i]);
  }
  return 0;
}
