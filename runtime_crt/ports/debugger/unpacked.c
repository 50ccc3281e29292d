/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls an operator of plain pointers for a debugger; see tasks.h. */

#include "tasks.h"

typedef int32_t (*unpacked_t)(void *, void *, void *, void *, void *, void *,
                              void *, void *, void *, void *, void *, void *,
                              void *, void *, void *, void *);

int32_t tvm_crt_call_unpacked(TVMValue *args, int *type_codes, int num_args,
                              TVMValue *value, int *value_code,
                              void *resource) {
  /* Handles hold addresses of functions, too. */
  const unpacked_t function = (unpacked_t)(uintptr_t)args[0].v_handle;
  (void)type_codes;
  (void)num_args;
  (void)value;
  (void)value_code;
  (void)resource;
  return function(args[1].v_handle, args[2].v_handle, args[3].v_handle,
                  args[4].v_handle, args[5].v_handle, args[6].v_handle,
                  args[7].v_handle, args[8].v_handle, args[9].v_handle,
                  args[10].v_handle, args[11].v_handle, args[12].v_handle,
                  args[13].v_handle, args[14].v_handle, args[15].v_handle,
                  args[16].v_handle);
}
