// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the shape that TVM v0.9 to v0.11 prints a model compiled ahead of time, packed, planned memory:
// metadata.
#include <inttypes.h>
#include <tvm/runtime/metadata_types.h>
#include <tvm/runtime/c_runtime_api.h>
static const int64_t kTvmgenMetadata_inputs_0_shape[1] = {
4L};
static const struct TVMTensorInfo kTvmgenMetadata_inputs[1] = {
{
"x" /* name*/, 
kTvmgenMetadata_inputs_0_shape, 
1L /* num_shape*/, 
{2, 32, 1} /* dtype*/}
};
static const int64_t kTvmgenMetadata_outputs_0_shape[1] = {
4L};
static const struct TVMTensorInfo kTvmgenMetadata_outputs[1] = {
{
"output0" /* name*/, 
kTvmgenMetadata_outputs_0_shape, 
1L /* num_shape*/, 
{2, 32, 1} /* dtype*/}
};
static const int64_t kTvmgenMetadata_workspace_pools_0_shape[1] = {
32L};
static const struct TVMTensorInfo kTvmgenMetadata_workspace_pools[1] = {
{
"global_workspace" /* name*/, 
kTvmgenMetadata_workspace_pools_0_shape, 
1L /* num_shape*/, 
{1, 8, 1} /* dtype*/}
};
static const struct TVMConstantInfo kTvmgenMetadata_constant_pools[2] = {
{
"constant_0_let" /* name_hint*/, 
0L /* byte_offset*/, 
64, 
"\x3f\xa1\xb4\x96\xf0\x40\x5e\xdd\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02\x20\x01\x00\x04\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40\x00\x00\x80\x40"
}
, 
{
"constant_1_let" /* name_hint*/, 
16L /* byte_offset*/, 
64, 
"\x3f\xa1\xb4\x96\xf0\x40\x5e\xdd\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02\x20\x01\x00\x04\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x3f\x00\x00\x80\xbf\x00\x00\x00\x00\x00\x00\xc8\x42"
}
};
static const struct TVMMetadata kTvmgenMetadata[1] = {
{
1L /* version*/, 
kTvmgenMetadata_inputs, 
1L /* num_inputs*/, 
kTvmgenMetadata_outputs, 
1L /* num_outputs*/, 
kTvmgenMetadata_workspace_pools, 
1L /* num_workspace_pools*/, 
kTvmgenMetadata_constant_pools, 
2L /* num_constant_pools*/, 
"tvmgen_default" /* mod_name*/}
};
#ifdef __cplusplus
extern "C"
#endif
TVM_DLL int32_t tvmgen_default_get_c_metadata(TVMValue* arg_values, int* arg_tcodes, int num_args, TVMValue* ret_values, int* ret_tcodes, void* resource_handle) {
    ret_values[0].v_handle = (void*) &kTvmgenMetadata;
    ret_tcodes[0] = kTVMOpaqueHandle;
    return 0;
};
