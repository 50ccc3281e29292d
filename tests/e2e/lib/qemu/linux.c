/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Output and end of a Linux program without a C library, for machines for which
 * Debian has none. The functions are those of the semihosting port, whose
 * platform.c goes with them; linux.S does what C cannot. */

#include <semihosting.h>

#include "board.h"

int main(void);
void linux_main(void);
long linux_call(long number, long first, const void *second, long third);

#if defined(_ABIN32)
enum { call_write = 6001, call_exit = 6058 };
#elif defined(__mips__)
enum { call_write = 5001, call_exit = 5058 };
#elif defined(__powerpc__) || defined(__arm__)
enum { call_write = 4, call_exit = 1 };
#else
enum { call_write = 64, call_exit = 93 };
#endif

enum { standard_output = 1 };

void tvm_crt_semihosting_write(const char *text, size_t nbytes) {
  (void)linux_call(call_write, standard_output, text, (long)nbytes);
}

void board_write(const char *text, size_t size) {
  tvm_crt_semihosting_write(text, size);
}

void tvm_crt_semihosting_exit(int status) {
  for (;;)
    (void)linux_call(call_exit, status, NULL, 0);
}

void linux_main(void) { tvm_crt_semihosting_exit(main()); }
