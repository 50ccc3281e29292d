// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of each program of calls.py. In front of it stands what it runs:
// model_start, model_input, model_output, model_run, and INPUT_BYTES, INPUT and
// EXPECTED, the first elements of the output.
//
// callgrind collects from measured() on: the run before it lets allocators set
// up.

#include <string.h>

static const unsigned char given_input[INPUT_BYTES] = {INPUT};

__attribute__((noinline)) int warm_up(void);
__attribute__((noinline)) int measured(void);

__attribute__((noinline)) int warm_up(void) { return model_run(); }

__attribute__((noinline)) int measured(void) { return model_run(); }

int main(void) {
  const int expected[] = {EXPECTED};
  if (model_start() != 0)
    return 2;
  for (int i = 0; i < 2; ++i) {
    memset(model_output(), 0xff, sizeof(expected));
    memcpy(model_input(), given_input, sizeof(given_input));
    if ((i == 0 ? warm_up() : measured()) != 0)
      return 3;
    if (memcmp(model_output(), expected, sizeof(expected)) != 0)
      return 4;
  }
  return 0;
}
