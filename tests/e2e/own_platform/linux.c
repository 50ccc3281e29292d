/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The sum of arithmetic.c as the end of a program under Linux without a C
 * library, for processors whose boards differ too much. */

#include <stdint.h>

uint32_t arithmetic_sum(void);
void start(void);
void TVMPlatformAbort(uint32_t code);
int TVMPlatformMemoryAllocate(uint32_t bytes, uint64_t device, void **out);
int TVMPlatformMemoryFree(void *memory, uint64_t device);
uint32_t TVMPlatformFormatMessage(void);
int TVMPlatformInitialize(void);
const void *TVMSystemLibEntryPoint(void);
int TVMInitializeRuntime(void);

/* Parts of the runtime ask for them; nothing calls them here. */
void TVMPlatformAbort(uint32_t code) { (void)code; }
int TVMPlatformMemoryAllocate(uint32_t bytes, uint64_t device, void **out) {
  (void)bytes, (void)device, (void)out;
  return 1;
}
int TVMPlatformMemoryFree(void *memory, uint64_t device) {
  (void)memory, (void)device;
  return 1;
}
uint32_t TVMPlatformFormatMessage(void) { return 0; }
int TVMPlatformInitialize(void) { return 0; }
const void *TVMSystemLibEntryPoint(void) { return 0; }

static void write_text(const char *text, unsigned size) {
#if defined(__aarch64__)
  register long x0 __asm__("x0") = 1;
  register const char *x1 __asm__("x1") = text;
  register long x2 __asm__("x2") = size;
  register long x8 __asm__("x8") = 64;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
#else
  register int r0 __asm__("r0") = 1;
  register const char *r1 __asm__("r1") = text;
  register unsigned r2 __asm__("r2") = size;
  register int r7 __asm__("r7") = 4;
  __asm__ volatile("svc #0" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r7) : "memory");
#endif
}

static void leave(int status) {
#if defined(__aarch64__)
  register long x0 __asm__("x0") = status;
  register long x8 __asm__("x8") = 93;
  __asm__ volatile("svc #0" : : "r"(x0), "r"(x8));
#else
  register int r0 __asm__("r0") = status;
  register int r7 __asm__("r7") = 1;
  __asm__ volatile("svc #0" : : "r"(r0), "r"(r7));
#endif
}

void start(void) {
  static const char digits[] = "0123456789abcdef";
  const uint32_t sum = arithmetic_sum();
  char text[] = "sum 00000000\n";
  for (int i = 0; i < 8; i++)
    text[4 + i] = digits[sum >> (28 - 4 * i) & 15];
  write_text(text, sizeof(text) - 1);
  leave(TVMInitializeRuntime());
}
