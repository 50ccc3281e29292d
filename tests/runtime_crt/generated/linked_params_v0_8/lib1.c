// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the shape that TVM v0.8 prints a model for the graph executor with linked parameters:
// operators, parameters, their look-up.
#define TVM_EXPORTS
#include "tvm/runtime/c_runtime_api.h"
#include "tvm/runtime/c_backend_api.h"
#include <math.h>
#ifdef __cplusplus
extern "C" {
#endif
static const float __tvm_param__p0[4] = {
    0x1p+0, 0x1p+1, 0x1.8p+1, 0x1p+2
};
#ifdef __cplusplus
}  // extern "C"
#endif
#ifdef __cplusplus
extern "C" {
#endif
static const float __tvm_param__p1[4] = {
    0x1p-1, -0x1p+0, 0x0p+0, 0x1.9p+6
};
#ifdef __cplusplus
}  // extern "C"
#endif
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_multiply(void* args, void* arg_type_ids, int32_t num_args, void* out_ret_value, void* out_ret_tcode, void* resource_handle) {
  void* arg_p0 = (((TVMValue*)args)[0].v_handle);
  void* arg_p1 = (((TVMValue*)args)[1].v_handle);
  void* arg_T = (((TVMValue*)args)[2].v_handle);
  void* p0 = (((DLTensor*)arg_p0)[0].data);
  void* p1 = (((DLTensor*)arg_p1)[0].data);
  void* T = (((DLTensor*)arg_T)[0].data);
  for (int32_t ax0 = 0; ax0 < 4; ++ax0) {
    ((float*)T)[ax0] = (((float*)p0)[ax0] * ((float*)p1)[ax0]);
  }
  return 0;
}

#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_add(void* args, void* arg_type_ids, int32_t num_args, void* out_ret_value, void* out_ret_tcode, void* resource_handle) {
  void* arg_p0 = (((TVMValue*)args)[0].v_handle);
  void* arg_p1 = (((TVMValue*)args)[1].v_handle);
  void* arg_T = (((TVMValue*)args)[2].v_handle);
  void* p0 = (((DLTensor*)arg_p0)[0].data);
  void* p1 = (((DLTensor*)arg_p1)[0].data);
  void* T = (((DLTensor*)arg_T)[0].data);
  for (int32_t ax0 = 0; ax0 < 4; ++ax0) {
    ((float*)T)[ax0] = (((float*)p0)[ax0] + ((float*)p1)[ax0]);
  }
  return 0;
}

#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t _lookup_linked_param(void* args, int* arg_type_ids, int num_args, void* out_ret_value, int* out_ret_tcode, void* resource_handle) {
    switch (((int64_t*) args)[0]) {
    default:
        out_ret_tcode[0] = 4;
        return 0;
    case 3:
        ((uint64_t*)out_ret_value)[0] = (uint64_t) (uintptr_t) __tvm_param__p1;
        out_ret_tcode[0] = 3;
        return 0;
    case 1:
        ((uint64_t*)out_ret_value)[0] = (uint64_t) (uintptr_t) __tvm_param__p0;
        out_ret_tcode[0] = 3;
        return 0;
    }
}
