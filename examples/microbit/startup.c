// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From reset to main: initial values of data, zeros, and the vectors.
#include <stdint.h>

extern uint32_t data_start[], data_end[], data_image[];
extern uint32_t bss_start[], bss_end[], stack_top[];

int main(void);
void reset(void);

static void stop(void) {
  for (;;) {
  }
}

void reset(void) {
  const uint32_t *from = data_image;
  for (uint32_t *to = data_start; to < data_end; to++)
    *to = *from++;
  for (uint32_t *to = bss_start; to < bss_end; to++)
    *to = 0;
  (void)main();
  stop();
}

/* Initial stack; reset, NMI, hard fault. */
__attribute__((section(".vectors"), used)) static const struct {
  uint32_t *stack;
  void (*handlers[3])(void);
} vectors = {stack_top, {reset, stop, stop}};
