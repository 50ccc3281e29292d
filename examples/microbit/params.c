// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds a parameter by the table that metaobj emits.
#include <metaobj-c/metaobj_abi.h>

METAOBJ_DECLARE_PARAMS(tvmgen_acceptance);

const void *first_param(void) {
  return metaobj_param_at(tvmgen_acceptance_params(), 0)->tensor.data;
}
