// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the three programs of the demo share: the test images, and the lines
// that they print.
#ifndef DIGITS_IMAGES_H
#define DIGITS_IMAGES_H

#include <stdint.h>

#include "model/digits_model.h"

#define DIGITS_IMAGE_BYTES 64

// Reads an image, 0 to DIGITS_IMAGE_COUNT - 1, as a camera would: `pixels`
// receives DIGITS_IMAGE_BYTES grey levels, 0 (paper) to 16 (ink).
void read_image(int index, uint8_t *pixels);

// Prints the image's label and what the network saw in it.
void print_image(int index, int32_t digit);

// Prints how many of the images so far were right; ends no line.
void print_right(void);

void print(const char *text);

// `base` is 2 to 16.
void print_number(uint32_t value, uint32_t base);

#endif // DIGITS_IMAGES_H
