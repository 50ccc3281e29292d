/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Prints the digits that the model sees, and returns 1 if one is wrong. */

#include <stdio.h>
#include <stdlib.h>

#include "tvmgen_digits.h"

static const struct {
  uint8_t label, pixels[TVMGEN_DIGITS_IMAGE_SIZE];
} images[] = {
#include "test_images.inc"
};

/* What the operators want of the C runtime. */
void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code,
                               int bits);
void *TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code,
                               int bits) {
  (void)type, (void)id, (void)code, (void)bits;
  return malloc(bytes);
}
int TVMBackendFreeWorkspace(int type, int id, void *workspace);
int TVMBackendFreeWorkspace(int type, int id, void *workspace) {
  (void)type, (void)id;
  free(workspace);
  return 0;
}

int main(void) {
  int wrong = 0;
  for (size_t i = 0; i != sizeof(images) / sizeof(images[0]); ++i) {
    int32_t digit;
    struct tvmgen_digits_inputs inputs = {(void *)images[i].pixels};
    struct tvmgen_digits_outputs outputs = {&digit};
    if (tvmgen_digits_run(&inputs, &outputs) != 0)
      return 1;
    printf("%d", (int)digit);
    wrong |= digit != images[i].label;
  }
  printf("\n");
  return wrong;
}
