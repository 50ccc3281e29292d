/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file helpers.h
 * How the functions are defined that compilers call on their own.
 */

#ifndef RUNTIME_CRT_PORTS_HELPERS_H_
#define RUNTIME_CRT_PORTS_HELPERS_H_

#include <stdint.h>

/** Declares and begins a function that gives way to any other of its name. */
#define HELPER(type, name, parameters)                                         \
  __attribute__((weak)) type name parameters;                                  \
  type name parameters

#endif /* RUNTIME_CRT_PORTS_HELPERS_H_ */
