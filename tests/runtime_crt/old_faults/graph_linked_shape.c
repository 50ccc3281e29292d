/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the tensor of a linked parameter gets the shape of the tensor whose
 * number is the parameter's storage id.
 *
 * Wraps: TVMGraphExecutor_Create. Program: crt_test. Fails:
 * GraphExecutor.LinkedParameterHasItsOwnShape.
 * Also: GraphExecutor.Linked*. */

#include <tvm_crt/graph_executor.h>

int __real_TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module,
                                   const DLDevice *devices,
                                   TVMGraphExecutor **executor);
int __wrap_TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module,
                                   const DLDevice *devices,
                                   TVMGraphExecutor **executor);

/* Where the parameter of a storage id lies, or NULL. */
static void *linked(TVMModuleHandle module, int64_t sid) {
  TVMFunctionHandle function;
  TVMValue arg;
  TVMValue result;
  int code = kTVMArgInt;
  int result_code;
  arg.v_int64 = sid;
  if (TVMModGetFunction(module, "_lookup_linked_param", 0, &function) != 0 ||
      TVMFuncCall(function, &arg, &code, 1, &result, &result_code) != 0)
    return NULL;
  return result.v_handle;
}

int __wrap_TVMGraphExecutor_Create(const char *sym_json, TVMModuleHandle module,
                                   const DLDevice *devices,
                                   TVMGraphExecutor **executor) {
  const int error =
      __real_TVMGraphExecutor_Create(sym_json, module, devices, executor);
  const int count = error == 0 ? TVMGraphExecutor_GetNumInputs(*executor) : 0;
  /* In the tests' graphs the first tensors are the inputs. */
  for (int sid = 0; sid < count; sid++) {
    void *data = linked(module, sid);
    for (int i = 0; data != NULL && i < count; i++) {
      DLTensor *tensor = TVMGraphExecutor_InputTensor(*executor, i);
      if (tensor->data == data)
        tensor->shape = TVMGraphExecutor_InputTensor(*executor, sid)->shape;
    }
  }
  return error;
}
