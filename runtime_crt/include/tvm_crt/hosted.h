/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file hosted.h
 * Headers of the C library that TVM's headers include, because programs rely on
 * them without naming them: exit, printf, assert, PRId64. Without a C library
 * it includes nothing. The runtime itself uses none of it.
 */

#ifndef TVM_CRT_HOSTED_H_
#define TVM_CRT_HOSTED_H_

#if defined(__STDC_HOSTED__) && defined(__has_include)
#if __STDC_HOSTED__ && __has_include(<stdlib.h>)
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#endif
#endif

#endif /* TVM_CRT_HOSTED_H_ */
