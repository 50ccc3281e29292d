/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/ffi.h>

#include "ffi/ffi_text.h"

void TVMFFIErrorSetRaisedFromCStrParts(const char *kind, const char **parts,
                                       int32_t num_parts) {
  tvm_crt_ffi_begin_text(kind);
  for (int32_t i = 0; (parts != NULL) && (i < num_parts); i++) {
    tvm_crt_ffi_add_text(parts[i]);
  }
}
