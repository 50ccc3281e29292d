// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part for operators of tvm-ffi with neither a text of errors nor a memory
// of its own: workspaces come from the places that the program names.

#include <string.h>

#include <tvm_crt/ffi.h>

void *TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes,
                               int dtype_code_hint, int dtype_bits_hint);
int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);

static unsigned char place[191];

int main(void) {
  TVMFFIErrorSetRaisedFromCStr("ValueError", "a text that nobody keeps");
  if (strcmp(TVMFfiLastError(), "") != 0)
    return 1;
  if (TVMBackendAllocWorkspace(1, 0, 1, 2, 32) != NULL)
    return 2;
  TVMFfiUseWorkspace(place, sizeof(place));
  void *block = TVMBackendAllocWorkspace(1, 0, 128, 2, 32);
  if (block == NULL || TVMBackendFreeWorkspace(1, 0, block) != 0)
    return 3;
  TVMFfiUseWorkspace(NULL, 0);
  if (TVMBackendAllocWorkspace(1, 0, 1, 2, 32) != NULL)
    return 4;
  return strcmp(TVMFfiLastError(), "") == 0 ? 0 : 5;
}
