/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Look-ups by the scan that the format implies: compare, and go on behind the
 * name's NUL. Of the type of TVMFuncRegistry_Lookup. */

#ifndef BENCHMARKS_CRT_SCANS_H_
#define BENCHMARKS_CRT_SCANS_H_

#include <tvm/runtime/crt/func_registry.h>

/* Byte by byte. */
tvm_crt_error_t scan_plain(const TVMFuncRegistry *reg, const char *name,
                           tvm_function_index_t *function_index);

/* With strcmp and strlen of the libc, which on a PC take 16 and more bytes at a
 * time, also behind the end of the names. */
tvm_crt_error_t scan_libc(const TVMFuncRegistry *reg, const char *name,
                          tvm_function_index_t *function_index);

#endif /* BENCHMARKS_CRT_SCANS_H_ */
