/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Log and checks of programs that include logging.h alone, as TVM's serial
 * transport for Zephyr does. The argument says which check fails. */

#include <tvm/runtime/crt/logging.h>

#include "crt_config.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

void TVMPlatformAbort(tvm_crt_error_t code) {
  printf("abort 0x%x\n", (unsigned)code);
  exit(3);
}

void TVMLogf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  vprintf(fmt, args);
  va_end(args);
}

#ifdef __cplusplus
}
#endif

static int evaluated;

static int count(int result) {
  evaluated++;
  return result;
}

static void fail(int which) {
  const int one = 1;
  const void *nothing = NULL;
  switch (which) {
  case 0:
    CHECK(one % 2 == 0);
    break;
  case 1:
    CHECK_EQ(one, 2, "got %d, wanted %d", one, 2);
    break;
  case 2:
    CHECK_NE(nothing, NULL, "no memory");
    break;
  case 3:
    CHECK_LT(one + 1, one, "less");
    break;
  case 4:
    CHECK_LE(2, one, "%d%%", 100);
    break;
  case 5:
    CHECK_GT(one, 1, "greater");
    break;
  case 6:
    CHECK_GE(one, 2, "%s", "greater or equal");
    break;
  case 7:
    CHECK_BINARY_OP(==, one & 2, 2, "bits");
    break;
  case 8:
    CHECK(one == 2, "a text");
    break;
  default:
    TVMPlatformAbort((tvm_crt_error_t)(kTvmErrorPlatformCheckFailure | 1));
  }
  printf("not reached\n");
}

int main(int argc, char **argv) {
  /* None of these fails, and each looks at its operands once. */
  CHECK(count(1));
  CHECK_EQ(count(1), 1, "one");
  CHECK_BINARY_OP(<=, count(1), 1, "%d", 1);
  if (evaluated != 3)
    return 1;

  LOG(TVM_CRT_LOG_LEVEL_ERROR, "error %d\n", 1);
  LOG(TVM_CRT_LOG_LEVEL_DEBUG, "debug %d\n", count(2));
  LOG_ERROR("text of an error\n");
  LOG_WARN("text of a warning %s\n", "s");
  LOG_INFO("text of information %d\n", count(3));
  LOG_DEBUG("text for debugging\n");
  /* As a whole statement, with and without a semicolon. */
  if (argc > 5)
    LOG_ERROR("never\n")
  printf("evaluated %d\n", evaluated);
  if (argc > 1)
    fail(atoi(argv[1]));
  return 0;
}
