/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Private to this part: the text of the last error. */

#ifndef RUNTIME_CRT_SRC_FFI_FFI_TEXT_H_
#define RUNTIME_CRT_SRC_FFI_FFI_TEXT_H_

#include <stddef.h>

/* Begins a new text: "<kind>: ", or nothing for NULL. */
void tvm_crt_ffi_begin_text(const char *kind);

/* Adds to it, as far as there is room. NULL adds nothing. */
void tvm_crt_ffi_add_text(const char *text);

/* Adds a number in decimal. */
void tvm_crt_ffi_add_number(size_t number);

#endif /* RUNTIME_CRT_SRC_FFI_FFI_TEXT_H_ */
