// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same with the executor that metaobj put into model.o: one call runs the
// network. The image is filled in where the network reads it.
#include "images.h"
#include "tvmgen_digits.h"

int main(void) {
  uint8_t *pixels = tvmgen_digits_map_inputs().image;
  const int32_t *digit = tvmgen_digits_map_outputs().output;
  for (int i = 0; i < DIGITS_IMAGE_COUNT; ++i) {
    read_image(i, pixels);
    if (tvmgen_digits_run() != 0)
      return 1;
    print_image(i, *digit);
  }
  print_right();
  print("\n");
  return 0;
}
