// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the program needs of a board whose start-up code metaobj brings.
#include <semihosting.h>

#include "board.h"

void board_write(const char *text, size_t size) {
  tvm_crt_semihosting_write(text, size);
}
