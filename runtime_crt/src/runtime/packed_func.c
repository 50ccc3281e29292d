/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm/runtime/crt/packed_func.h>

#include "backend/failure.h"
#include "config_checks.h"

/* The count of arguments that did not fit. */
#define DID_NOT_FIT ((uint32_t)TVM_CRT_MAX_ARGS + 1U)

static int refuse_argument(void) {
  return tvm_crt_fail(kTvmErrorFunctionCallInvalidArg, "TVMPackedFunc",
                      "NULL, or a name that is too long");
}

static int check_count(const TVMArgs *args) {
  if (args->values_count > (uint32_t)TVM_CRT_MAX_ARGS) {
    return tvm_crt_fail(kTvmErrorFunctionCallNumArguments, "TVMPackedFunc",
                        "more arguments than TVM_CRT_MAX_ARGS");
  }
  return kTvmErrorNoError;
}

/* Only what is in use: the rest may be unset. */
static void copy_args(TVMArgs *to, const TVMValue *values, const int *tcodes,
                      uint32_t count) {
  to->values_count = count;
  for (uint32_t i = 0U; (i < count) && (count != DID_NOT_FIT); i++) {
    to->values[i] = values[i];
    to->tcodes[i] = tcodes[i];
  }
}

TVMArgs TVMArgs_Create(TVMValue *values, uint32_t *tcodes,
                       uint32_t values_count) {
  TVMArgs args;
  uint32_t count = values_count;
  if ((count > (uint32_t)TVM_CRT_MAX_ARGS) ||
      ((count > 0U) && ((values == NULL) || (tcodes == NULL)))) {
    count = DID_NOT_FIT;
  }
  copy_args(&args, values, (const int *)tcodes, count);
  return args;
}

int TVMPackedFunc_SetArgs(TVMPackedFunc *pf, const TVMArgs *args) {
  int error;
  if ((pf == NULL) || (args == NULL)) {
    return refuse_argument();
  }
  error = check_count(args);
  copy_args(&pf->args, args->values, args->tcodes,
            (error == 0) ? args->values_count : DID_NOT_FIT);
  return error;
}

int TVMPackedFunc_Call(TVMPackedFunc *pf) {
  int error;
  if (pf == NULL) {
    return refuse_argument();
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
    return refuse_argument();
  }
  pf->fexec = NULL;
  pf->ret_value.values_count = 0U;
  pf->Call = TVMPackedFunc_Call;
  pf->SetArgs = TVMPackedFunc_SetArgs;
  while (name[length] != '\0') {
    if (length == (sizeof(pf->name) - 1U)) {
      return refuse_argument();
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
