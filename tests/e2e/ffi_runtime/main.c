/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the operators on a Cortex-M, with workspaces in the part's own memory
 * and in planned places. Its status is the number of what is wrong. */
#include "operators.h"

#include <tvm_crt/ffi.h>

/* What the operator blur needs: 400 bytes, the gap behind them, 320 bytes. */
#define BLUR_BYTES (448 + 320)

static float in[SIZE * SIZE] __attribute__((aligned(64)));
static float out[SIZE * SIZE] __attribute__((aligned(64)));
static uint8_t place[BLUR_BYTES] __attribute__((aligned(64)));

/* A text to the host of the emulator. */
static void print(const char *text) {
  register int number __asm__("r0") = 4;
  register const char *argument __asm__("r1") = text;
  __asm__ volatile("bkpt 0xab" : "+r"(number) : "r"(argument) : "memory");
}

static void print_line(const char *text) {
  print(text);
  print("\n");
}

static int blur(int64_t columns) {
  int64_t shape[2] = {SIZE, columns};
  DLTensor from = {in, 1, 0, 2, 2, 32, 1, shape, 0, 0};
  DLTensor to = {out, 1, 0, 2, 2, 32, 1, shape, 0, 0};
  TVMFFIAny args[2] = {{7, 0, {0}}, {7, 0, {0}}};
  TVMFFIAny result = {0, 0, {0}};
  args[0].v_ptr = &from;
  args[1].v_ptr = &to;
  return __tvm_ffi_blur(0, args, 2, &result);
}

static int halve(void) {
  int64_t shape[2] = {SIZE, SIZE};
  DLTensor tensor = {out, 1, 0, 2, 2, 32, 1, shape, 0, 0};
  TVMFFIAny args[1] = {{7, 0, {0}}};
  TVMFFIAny result = {0, 0, {0}};
  args[0].v_ptr = &tensor;
  return __tvm_ffi_halve(0, args, 1, &result);
}

/* All elements are 9: a mean is 9 inside, 6 at an edge, 4 in a corner. */
static int differences(float scale) {
  int count = 0;
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++) {
      int edges = (y == 0 || y == SIZE - 1) + (x == 0 || x == SIZE - 1);
      float mean = edges == 0 ? 9 : edges == 1 ? 6 : 4;
      count += out[y * SIZE + x] != mean * scale;
    }
  return count;
}

int main(void) {
  for (int i = 0; i < SIZE * SIZE; i++)
    in[i] = 9;
  int wrong = 0;
  if (blur(SIZE) != 0 || differences(1) != 0)
    wrong |= 1;
  if (halve() != 0 || differences(0.5f) != 0)
    wrong |= 2;
  if (TVMFfiWorkspacePeak() != BLUR_BYTES)
    wrong |= 4;
  /* The place that is planned has exactly this size. */
  TVMFfiUseWorkspace(place, sizeof(place));
  if (blur(SIZE) != 0 || differences(1) != 0)
    wrong |= 8;
  print_line(TVMFfiLastError());
  /* One byte less; the operator keeps its first workspace. */
  TVMFfiUseWorkspace(place, sizeof(place) - 1);
  if (blur(SIZE) != -1)
    wrong |= 16;
  print_line(TVMFfiLastError());
  if (blur(SIZE + 1) != -1)
    wrong |= 32;
  print_line(TVMFfiLastError());
  TVMFfiUseWorkspace(0, 0);
  if (blur(SIZE) != 0 || differences(1) != 0)
    wrong |= 64;
  return wrong;
}
