// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the shape that TVM v0.12 to v0.16 prints a model compiled ahead of time, packed, planned memory:
// operators and main function.
#define TVM_EXPORTS
#include "tvm/runtime/c_runtime_api.h"
#include "tvm/runtime/c_backend_api.h"
#include <math.h>
#include <stdbool.h>
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_fused_multiply(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle) {
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
TVM_DLL int32_t tvmgen_default_fused_add(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle) {
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
TVM_DLL int32_t tvmgen_default___tvm_main__(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value, int32_t* out_ret_tcode, void* resource_handle) {
  TVMValue stack[3];
  void* stack_tcode = stack;
  TVMValue stack_1[3];
  void* stack_value = stack_1;
  void* arg_x = (((TVMValue*)args)[0].v_handle);
  void* arg_output = (((TVMValue*)args)[1].v_handle);
  void* global_const_workspace_0_var = (((DLTensor*)(((TVMValue*)args)[2].v_handle))[0].data);
  void* global_workspace_1_var = (((DLTensor*)(((TVMValue*)args)[3].v_handle))[0].data);
  void* constant_0_let = (&(((uint8_t*)global_const_workspace_0_var)[0]));
  void* constant_1_let = (&(((uint8_t*)global_const_workspace_0_var)[16]));
  void* sid_1_let = (&(((uint8_t*)global_workspace_1_var)[16]));
  DLTensor stack_scale_array[1];
  void* stack_scale = stack_scale_array;
  int64_t stack_scale_shape[1];
  stack_scale_shape[0] = (int64_t)4;
  (((DLTensor*)stack_scale)[0].data) = constant_0_let;
  (((DLTensor*)stack_scale)[0].shape) = stack_scale_shape;
  (((DLTensor*)stack_scale)[0].strides) = NULL;
  (((DLTensor*)stack_scale)[0].ndim) = 1;
  (((DLTensor*)stack_scale)[0].dtype.code) = ((uint8_t)2);
  (((DLTensor*)stack_scale)[0].dtype.bits) = ((uint8_t)32);
  (((DLTensor*)stack_scale)[0].dtype.lanes) = ((uint16_t)1);
  (((DLTensor*)stack_scale)[0].byte_offset) = ((uint64_t)0);
  (((DLTensor*)stack_scale)[0].device.device_id) = 0;
  (((DLTensor*)stack_scale)[0].device.device_type) = (DLDeviceType)1;
  DLTensor stack_bias_array[1];
  void* stack_bias = stack_bias_array;
  int64_t stack_bias_shape[1];
  stack_bias_shape[0] = (int64_t)4;
  (((DLTensor*)stack_bias)[0].data) = constant_1_let;
  (((DLTensor*)stack_bias)[0].shape) = stack_bias_shape;
  (((DLTensor*)stack_bias)[0].strides) = NULL;
  (((DLTensor*)stack_bias)[0].ndim) = 1;
  (((DLTensor*)stack_bias)[0].dtype.code) = ((uint8_t)2);
  (((DLTensor*)stack_bias)[0].dtype.bits) = ((uint8_t)32);
  (((DLTensor*)stack_bias)[0].dtype.lanes) = ((uint16_t)1);
  (((DLTensor*)stack_bias)[0].byte_offset) = ((uint64_t)0);
  (((DLTensor*)stack_bias)[0].device.device_id) = 0;
  (((DLTensor*)stack_bias)[0].device.device_type) = (DLDeviceType)1;
  DLTensor stack_sid_1_array[1];
  void* stack_sid_1 = stack_sid_1_array;
  int64_t stack_sid_1_shape[1];
  stack_sid_1_shape[0] = (int64_t)4;
  (((DLTensor*)stack_sid_1)[0].data) = sid_1_let;
  (((DLTensor*)stack_sid_1)[0].shape) = stack_sid_1_shape;
  (((DLTensor*)stack_sid_1)[0].strides) = NULL;
  (((DLTensor*)stack_sid_1)[0].ndim) = 1;
  (((DLTensor*)stack_sid_1)[0].dtype.code) = ((uint8_t)2);
  (((DLTensor*)stack_sid_1)[0].dtype.bits) = ((uint8_t)32);
  (((DLTensor*)stack_sid_1)[0].dtype.lanes) = ((uint16_t)1);
  (((DLTensor*)stack_sid_1)[0].byte_offset) = ((uint64_t)0);
  (((DLTensor*)stack_sid_1)[0].device.device_id) = 0;
  (((DLTensor*)stack_sid_1)[0].device.device_type) = (DLDeviceType)1;
  (((TVMValue*)stack_value)[0].v_handle) = arg_x;
  ((int32_t*)stack_tcode)[0] = 7;
  (((TVMValue*)stack_value)[1].v_handle) = stack_scale;
  ((int32_t*)stack_tcode)[1] = 7;
  (((TVMValue*)stack_value)[2].v_handle) = stack_sid_1;
  ((int32_t*)stack_tcode)[2] = 7;
  TVMValue ret_val;
  int ret_type_code;
  if (tvmgen_default_fused_multiply( (TVMValue*) stack_value , (int*) stack_tcode, 3, &ret_val, &ret_type_code, NULL) != 0){
    return -1;
  }
  (((TVMValue*)stack_value)[0].v_handle) = stack_sid_1;
  ((int32_t*)stack_tcode)[0] = 7;
  (((TVMValue*)stack_value)[1].v_handle) = stack_bias;
  ((int32_t*)stack_tcode)[1] = 7;
  (((TVMValue*)stack_value)[2].v_handle) = arg_output;
  ((int32_t*)stack_tcode)[2] = 7;
  TVMValue ret_val1;
  int ret_type_code1;
  if (tvmgen_default_fused_add( (TVMValue*) stack_value , (int*) stack_tcode, 3, &ret_val1, &ret_type_code1, NULL) != 0){
    return -1;
  }
  return 0;
}
