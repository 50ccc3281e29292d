// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one thing that main.c needs from a machine besides the runtime.
#ifndef DIGITS_BOARD_H
#define DIGITS_BOARD_H

#include <stddef.h>

// Shows `size` bytes of text to whoever runs the program.
void board_write(const char *text, size_t size);

#endif // DIGITS_BOARD_H
