/*===- net_operators.c - The operators of graph_example.cpp -------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <stdint.h>

int32_t net_add(const float *x, const float *bias, float *sum) {
  for (int i = 0; i < 3; i++)
    sum[i] = x[i] + bias[i];
  return 0;
}

int32_t net_relu(const float *x, float *y) {
  for (int i = 0; i < 3; i++)
    y[i] = x[i] > 0 ? x[i] : 0;
  return 0;
}
