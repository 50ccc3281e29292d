/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file message_format.h
 * A formatter for messages on targets without a printf.
 */

#ifndef TVM_CRT_MESSAGE_FORMAT_H_
#define TVM_CRT_MESSAGE_FORMAT_H_

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Format a message into a buffer.
 *
 * Known are %s %c %d %i %u %x %%, and the lengths l and z before d, i, u and
 * x. No flags, widths or precisions, no floating point. From the first
 * conversion that is not known, the rest of the format is copied as it stands,
 * because the types of the arguments behind it are unknown.
 *
 * \param out Receives text and NUL, cut when it does not fit; may be NULL when
 * out_size is 0.
 * \param out_size Size of out in bytes.
 * \param fmt NULL writes the empty text. A NULL string argument writes (null).
 * \param args The arguments.
 * \return Bytes written without the NUL.
 */
size_t tvm_crt_format_message(char *out, size_t out_size, const char *fmt,
                              va_list args);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_MESSAGE_FORMAT_H_ */
