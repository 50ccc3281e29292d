/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file error_detail.h
 * Details of the last failure, for a program that writes them to a log, sends
 * them to a host or keeps them over a reset. They belong to the text of
 * TVMGetLastError: the runtime records and replaces both together. A program
 * that does not call this function links nothing of it.
 *
 * Failures of the runtime itself have details. Texts of generated code, of
 * TVMAPISetLastError and of TVMAPIErrorf have none.
 */

#ifndef TVM_CRT_ERROR_DETAIL_H_
#define TVM_CRT_ERROR_DETAIL_H_

#include <stdint.h>

#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Room for the name of a function with its NUL, in bytes. */
#define TVM_CRT_ERROR_FUNCTION_BYTES 48

/** A failure. */
typedef struct {
  /** The error code; kTvmErrorNoError when nothing failed yet or the text has
   * no detail. */
  tvm_crt_error_t error;
  /** Its category, a tvm_crt_error_category_t; 0 for codes that are not the
   * runtime's, such as those of a platform. */
  uint8_t category;
  /** Its number in the category; 0 for such codes. */
  uint8_t code;
  /** The function that failed: a C function of the runtime, or the name under
   * which a packed function is registered. Cut when it does not fit; empty when
   * there is no detail. */
  char function[TVM_CRT_ERROR_FUNCTION_BYTES];
} TVMErrorDetail;

/** Get the last failure. \param detail Receives it; NULL is ignored. */
void TVMLastErrorDetail(TVMErrorDetail *detail);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_ERROR_DETAIL_H_ */
