/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An operator with a name that every model has, or (with PROGRAM) a program
 * that calls those of two models. The operators take their workspace by the
 * weak variable that TVM's code generator makes. */

#include <stddef.h>
#include <stdint.h>

#ifdef PROGRAM

#include "metaobj-c/metaobj_tables.h"

/* The C library's; its headers are not there for every machine. */
int printf(const char *format, ...);
int strcmp(const char *a, const char *b);
void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t size,
                               int code, int bits);

METAOBJ_DECLARE_FFI_TABLE(a_);
METAOBJ_DECLARE_FFI_TABLE(b_);

typedef int Operator(void *self, const void *args, int32_t count, void *result);

/* TVM's runtime. */
void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t size,
                               int code, int bits) {
  static int forty = 40;
  return &forty;
}

static int call(const metaobj_ffi_table_t *table, const char *name) {
  for (uint32_t i = 0; i != table->num_symbols; ++i)
    if (strcmp(table->symbols[i].name, name) == 0)
      return ((Operator *)(uintptr_t)table->symbols[i].address)(0, 0, 0, 0);
  return -1;
}

int main(void) {
  printf("%d %d\n", call(a__tvm_ffi_table(), "__tvm_ffi_a_add"),
         call(b__tvm_ffi_table(), "__tvm_ffi_b_add"));
  return 0;
}

#else

__attribute__((weak)) void *__tvm_ffi__library_ctx;
__attribute__((weak)) void *(*__TVMBackendAllocWorkspace)(int, int, uint64_t,
                                                          int, int);

int __tvm_ffi_add(void *self, const void *args, int32_t count, void *result) {
  return *(int *)__TVMBackendAllocWorkspace(1, 0, 4, 0, 8) + RESULT;
}

#endif
