/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/packed_func.h>

#include "backend/failure.h"

/* The count of arguments that did not fit. */
#define DID_NOT_FIT ((uint32_t)TVM_CRT_MAX_ARGS + 1U)

/* What the texts of errors begin with. */
static const char title[] = "TVMPackedFunc";

static int refuse(void) { return tvm_crt_invalid_argument(title); }

static int check_count(const TVMArgs *args) {
  return (args->values_count > (uint32_t)TVM_CRT_MAX_ARGS)
             ? tvm_crt_wrong_count(title)
             : 0;
}

TVMArgs TVMArgs_Create(TVMValue *values, uint32_t *tcodes,
                       uint32_t values_count) {
  TVMArgs args;
  args.values_count = values_count;
  if ((values_count > (uint32_t)TVM_CRT_MAX_ARGS) ||
      ((values_count > 0U) && ((values == NULL) || (tcodes == NULL)))) {
    args.values_count = DID_NOT_FIT;
  } else {
    for (uint32_t i = 0U; i < values_count; i++) {
      args.values[i] = values[i];
      args.tcodes[i] = (int)tcodes[i];
    }
  }
  return args;
}

int TVMPackedFunc_SetArgs(TVMPackedFunc *pf, const TVMArgs *args) {
  if ((pf == NULL) || (args == NULL)) {
    return refuse();
  }
  pf->args = *args;
  return check_count(args);
}

int TVMPackedFunc_Call(TVMPackedFunc *pf) {
  int error;
  if (pf == NULL) {
    return refuse();
  }
  error = check_count(&pf->args);
  if (error != 0) {
    return error;
  }
  pf->ret_value.values_count = 1U;
  return TVMFuncCall(pf->fexec, pf->args.values, pf->args.tcodes,
                     (int)pf->args.values_count, pf->ret_value.values,
                     pf->ret_value.tcodes);
}

/* Everything but the handle. */
static int prepare(TVMPackedFunc *pf, const char *name, const TVMArgs *args) {
  size_t length = 0U;
  if ((pf == NULL) || (name == NULL)) {
    return refuse();
  }
  pf->fexec = NULL;
  pf->ret_value.values_count = 0U;
  pf->Call = TVMPackedFunc_Call;
  pf->SetArgs = TVMPackedFunc_SetArgs;
  while (name[length] != '\0') {
    if (length == (sizeof(pf->name) - 1U)) {
      return refuse();
    }
    pf->name[length] = name[length];
    length++;
  }
  pf->name[length] = '\0';
  return TVMPackedFunc_SetArgs(pf, args);
}

int TVMPackedFunc_InitGlobalFunc(TVMPackedFunc *pf, const char *name,
                                 const TVMArgs *args) {
  int error = prepare(pf, name, args);
  if (error == 0) {
    error = TVMFuncGetGlobal(name, &pf->fexec);
  }
  if ((error == 0) && (pf->fexec == NULL)) {
    error = kTvmErrorFunctionNameNotFound;
  }
  return error;
}

int TVMPackedFunc_InitModuleFunc(TVMPackedFunc *pf, TVMModuleHandle module,
                                 const char *name, const TVMArgs *args) {
  int error = prepare(pf, name, args);
  if (error == 0) {
    error = TVMModGetFunction(module, name, 0, &pf->fexec);
  }
  return error;
}
