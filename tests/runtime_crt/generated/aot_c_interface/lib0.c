// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the shape that TVM v0.17 and v0.18 print a model with C interface and unpacked API:
// pools and entry. There is no registry.
#include "tvm/runtime/c_runtime_api.h"
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((section(".rodata.tvm"), ))
static const struct global_const_workspace {
  float constant_0_let[4] __attribute__((aligned(16))); // 16 bytes, aligned offset: 0
  float constant_1_let[4] __attribute__((packed, aligned(16))); // 16 bytes, aligned offset: 16
} global_const_workspace = {
  .constant_0_let = {
    0x1p+0, 0x1p+1, 0x1.8p+1, 0x1p+2
  },
  .constant_1_let = {
    0x1p-1, -0x1p+0, 0x0p+0, 0x1.9p+6
  },
};// of total size 32 bytes
__attribute__((section(".bss.noinit.tvm"), aligned(16)))
static uint8_t global_workspace[32];
#include <tvmgen_default.h>
TVM_DLL int32_t tvmgen_default___tvm_main__(void* x,void* output0,uint8_t* global_const_workspace_0_var,uint8_t* global_workspace_1_var,void* accelerator);
int32_t tvmgen_default_run(struct tvmgen_default_inputs* inputs,struct tvmgen_default_outputs* outputs,struct tvmgen_default_devices* devices) {return tvmgen_default___tvm_main__(inputs->x,outputs->output,((uint8_t*)&global_const_workspace),((uint8_t*)&global_workspace),devices->accelerator);
}
#ifdef __cplusplus
}
#endif
;