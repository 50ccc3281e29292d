/*===- run_net.c - Runs the network of graph_example.cpp ----------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "net.h"

#include <stdio.h>

int main(void) {
  float x[3] = {1, -42, 3}, y[3];
  struct tvmgen_net_inputs inputs = {.x = x};
  struct tvmgen_net_outputs outputs = {.y = y};
  if (tvmgen_net_run(&inputs, &outputs) != 0)
    return 1;
  printf("%g %g %g\n", y[0], y[1], y[2]);
  return 0;
}
