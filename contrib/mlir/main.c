// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints what the model of model.mlir makes of inputs that check.py knows too.
#include "images.h"
#include "model.h"

enum { CASES = 8, INPUTS = 16, OUTPUTS = 4 };

int main(void) {
  int8_t data[INPUTS];
  int32_t scores[OUTPUTS];
  struct tvmgen_mlp_inputs inputs = {.data = data};
  struct tvmgen_mlp_outputs outputs = {scores};
  for (int number = 0; number < CASES; ++number) {
    for (int i = 0; i < INPUTS; ++i)
      data[i] = (int8_t)((number * 59 + i * 37) % 256 - 128);
    if (tvmgen_mlp_run(&inputs, &outputs) != 0)
      return 1;
    for (int i = 0; i < OUTPUTS; ++i) {
      print_number((uint32_t)scores[i], 16);
      print(i + 1 < OUTPUTS ? " " : "\n");
    }
  }
  return 0;
}
