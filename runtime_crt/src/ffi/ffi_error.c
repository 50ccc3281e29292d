/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/ffi.h>

#include "ffi/ffi_text.h"

void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message) {
  tvm_crt_ffi_begin_text(kind);
  tvm_crt_ffi_add_text(message);
}
