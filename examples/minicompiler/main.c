// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the test images with what the minicompiler made.
#include "images.h"
#include "tvmgen_digits.h"

int main(void) {
  uint8_t pixels[DIGITS_IMAGE_BYTES];
  int32_t digit;
  struct tvmgen_digits_inputs inputs = {pixels};
  struct tvmgen_digits_outputs outputs = {&digit};
  for (int i = 0; i < DIGITS_IMAGE_COUNT; ++i) {
    read_image(i, pixels);
    if (tvmgen_digits_run(&inputs, &outputs) != 0)
      return 1;
    print_image(i, digit);
  }
  print_right();
  print("\n");
  return 0;
}
