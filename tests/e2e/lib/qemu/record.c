/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* A program that verifies its own model as a boot loader does, and writes what
 * it found. The linker is told where the read-only data begins and ends, in
 * which the record is searched. */

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/record.h>

#include "board.h"

int main(void);

const TVMModule *TVMSystemLibEntryPoint(void);

extern const uint8_t image_start[], image_end[];

static uint32_t steps;

static int32_t count_step(void *context) {
  ++*(uint32_t *)context;
  return 0;
}

static void print(const char *text) {
  size_t size = 0;
  while (text[size] != '\0')
    size++;
  board_write(text, size);
}

static void print_digit(uint32_t digit) {
  const char text = "0123456789abcdef"[digit & 15u];
  board_write(&text, 1);
}

int main(void) {
  static TVMRecordCheck check;
  static const char *const states[] = {"intact", "stopped",  "refused",
                                       "record", "names",    "table",
                                       "param ", "identity", "check"};
  const uintptr_t start = (uintptr_t)image_start;
  const TVMRecordMemory memory = {image_start, (uintptr_t)image_end - start,
                                  start};
  /* The linker keeps the model for it. */
  const TVMRecord *wanted =
      (const TVMRecord *)(const void *)(TVMSystemLibEntryPoint()->registry + 1);
  const TVMRecord *record = TVMRecord_Find(&memory, NULL);
  TVMRecordState state;
  if (record == NULL) {
    print("no record\n");
    return 0;
  }
  if (record != wanted) {
    print("another record\n");
    return 0;
  }
  check.memories = &memory;
  check.num_memories = 1;
  check.step = count_step;
  check.context = &steps;
  state = TVMRecord_Verify(record, &check);
  print(states[state]);
  if (state == kTVMRecordDamagedParam)
    print_digit(check.param);
  if (state == kTVMRecordIntact) {
    print(" ");
    for (size_t i = 0; i < sizeof(check.identity); i++) {
      print_digit((uint32_t)check.identity[i] >> 4);
      print_digit(check.identity[i]);
    }
    if (steps == 0)
      print(" without a step");
  }
  print("\n");
  return 0;
}
