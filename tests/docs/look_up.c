/*===- look_up.c - Finds what compiler_example.cpp made -----------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <metaobj-c/metaobj_abi.h>
#include <stdio.h>
#include <tvm/runtime/crt/module.h>

METAOBJ_DECLARE_PARAMS(tvmgen_net);

int main(void) {
  tvm_function_index_t index;
  if (TVMFuncRegistry_Lookup(TVMSystemLibEntryPoint()->registry, "tvmgen_net_y",
                             &index) != 0)
    return 1;
  printf("function %d, %g\n", (int)index,
         *(const float *)metaobj_param_at(tvmgen_net_params(), 0)->tensor.data);
  return 0;
}
