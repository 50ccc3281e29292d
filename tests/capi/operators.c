/*===- operators.c - What flows.c reads -----------------------------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

int tvmgen_net_add(void *args, int *codes, int count, void *value, int *code,
                   void *resource);
int tvmgen_net_mul(void *args, int *codes, int count, void *value, int *code,
                   void *resource);

int tvmgen_net_add(void *args, int *codes, int count, void *value, int *code,
                   void *resource) {
  (void)args, (void)codes, (void)count, (void)value, (void)code, (void)resource;
  return 0;
}

int tvmgen_net_mul(void *args, int *codes, int count, void *value, int *code,
                   void *resource) {
  (void)args, (void)codes, (void)count, (void)value, (void)code, (void)resource;
  return 0;
}
