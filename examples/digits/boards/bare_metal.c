// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What both boards do around main(): memory before it, semihosting after it.
// The names of the memory areas come from sections.ld.
#include <stdint.h>

#include <semihosting.h>

#include "board.h"

extern uint32_t data_start[], data_end[], data_initial[];
extern uint32_t bss_start[], bss_end[];

int main(void);

void board_write(const char *text, size_t size) {
  tvm_crt_semihosting_write(text, size);
}

// Where the processor arrives with a stack and nothing else.
void bare_metal_start(void) {
  const uint32_t *initial = data_initial;
  for (uint32_t *word = data_start; word < data_end; ++word)
    *word = *initial++;
  for (uint32_t *word = bss_start; word < bss_end; ++word)
    *word = 0;
  tvm_crt_semihosting_exit(main());
}

// Where every fault arrives: an emulator that hangs would tell nobody.
void bare_metal_fault(void) {
  static const char text[] = "error: processor fault\n";
  tvm_crt_semihosting_write(text, sizeof(text) - 1);
  tvm_crt_semihosting_exit(1);
}
