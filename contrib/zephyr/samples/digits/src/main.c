/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Reads handwritten digits, and says how many of them are as labelled. */

#include <stdio.h>

#include <tvm/runtime/crt/platform.h>

#include "tvmgen_digits.h"

static const struct {
  uint8_t label, pixels[TVMGEN_DIGITS_IMAGE_SIZE];
} images[] = {
#include "test_images.inc"
};

int main(void) {
  const unsigned count = sizeof(images) / sizeof(images[0]);
  unsigned right = 0;
  if (TVMPlatformInitialize() != kTvmErrorNoError)
    return 1;
  for (unsigned i = 0; i != count; ++i) {
    int32_t digit;
    struct tvmgen_digits_inputs inputs = {(void *)images[i].pixels};
    struct tvmgen_digits_outputs outputs = {&digit};
    if (tvmgen_digits_run(&inputs, &outputs) != 0)
      return 1;
    right += digit == images[i].label;
  }
  printf("%u of %u digits are right\n", right, count);
  return 0;
}
