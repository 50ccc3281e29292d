// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "images.h"

#include <stddef.h>

#include "boards/board.h"

static const struct {
  uint8_t label;
  uint8_t pixels[DIGITS_IMAGE_BYTES];
} test_images[DIGITS_IMAGE_COUNT] = {
#include "model/test_images.inc"
};

static uint32_t right_count;

void read_image(int index, uint8_t *pixels) {
  for (int pixel = 0; pixel < DIGITS_IMAGE_BYTES; ++pixel)
    pixels[pixel] = test_images[index].pixels[pixel];
}

void print(const char *text) {
  size_t size = 0;
  while (text[size] != '\0')
    ++size;
  board_write(text, size);
}

void print_number(uint32_t value, uint32_t base) {
  char text[32];
  size_t start = sizeof(text);
  do {
    text[--start] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value != 0);
  board_write(text + start, sizeof(text) - start);
}

void print_image(int index, int32_t digit) {
  right_count += digit == test_images[index].label;
  print("image ");
  print_number((uint32_t)index, 10);
  print(": label ");
  print_number(test_images[index].label, 10);
  print(", predicted ");
  print_number((uint32_t)digit, 10);
  print("\n");
}

void print_right(void) {
  print_number(right_count, 10);
  print(" of ");
  print_number(DIGITS_IMAGE_COUNT, 10);
  print(" right");
}
