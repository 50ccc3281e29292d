/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Operators, hooks of devices, and a program that writes down in which order
 * they are called: once without a failure, then with one at each call. */

#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "tvmgen_net.h"

int main(void);

enum { FIRST_ERROR = 1000 };

static int32_t count, failing;
static char ethos[1], vendor[1];

static void print(const char *text) {
  size_t size = 0;
  while (text[size] != '\0')
    size++;
  board_write(text, size);
}

static void print_number(int32_t value) {
  char digits[12];
  size_t start = sizeof(digits);
  uint32_t rest = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;
  do {
    digits[--start] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0)
    digits[--start] = '-';
  print(" ");
  board_write(digits + start, sizeof(digits) - start);
}

static int32_t happen(const char *what, const void *context) {
  print(" ");
  print(what);
  print(context == ethos    ? "(ethos)"
        : context == vendor ? "(vendor)"
        : context == NULL   ? "()"
                            : "(?)");
  return count++ == failing ? FIRST_ERROR + failing : 0;
}

#define HOOK(KIND, ACTION)                                                     \
  int32_t TVMDevice##KIND##ACTION(void *context);                              \
  int32_t TVMDevice##KIND##ACTION(void *context) {                             \
    return happen(#KIND #ACTION, context);                                     \
  }
#define HOOKS(KIND)                                                            \
  HOOK(KIND, Activate)                                                         \
  HOOK(KIND, Open) HOOK(KIND, Close) HOOK(KIND, Deactivate)

HOOKS(EthosU)
HOOKS(VendorNpu)

#ifdef HOOKED
int32_t TVMPlatformBeforeInference(const char *model);
void TVMPlatformPoolPower(const char *pool, int32_t state);
void TVMPlatformAfterInference(const char *model, int32_t result);

int32_t TVMPlatformBeforeInference(const char *model) {
  print(" ");
  print(model);
  return happen("before", NULL);
}

void TVMPlatformPoolPower(const char *pool, int32_t state) {
  print(" ");
  print(pool);
  print_number(state);
}

void TVMPlatformAfterInference(const char *model, int32_t result) {
  print(" ");
  print(model);
  print(" after");
  print_number(result);
}
#endif

#ifdef UNPACKED
int32_t tvmgen_net_mul(void *a, void *b, void *out, void *context);
int32_t tvmgen_net_mul(void *a, void *b, void *out, void *context) {
  (void)a, (void)b, (void)out;
  return happen("mul", context);
}
int32_t tvmgen_net_add(void *a, void *b, void *out);
int32_t tvmgen_net_add(void *a, void *b, void *out) {
  (void)a, (void)b, (void)out;
  return happen("add", NULL);
}
int32_t tvmgen_net_scale(void *a, void *b, void *out, void *context);
int32_t tvmgen_net_scale(void *a, void *b, void *out, void *context) {
  (void)a, (void)b, (void)out;
  return happen("scale", context);
}
#else
#define OPERATOR(NAME)                                                         \
  int32_t tvmgen_net_##NAME(void *args, int32_t *codes, int32_t num_args,      \
                            void *out_value, int32_t *out_code,                \
                            void *context);                                    \
  int32_t tvmgen_net_##NAME(void *args, int32_t *codes, int32_t num_args,      \
                            void *out_value, int32_t *out_code,                \
                            void *context) {                                   \
    (void)args, (void)codes, (void)num_args, (void)out_value, (void)out_code;  \
    return happen(#NAME, context);                                             \
  }
OPERATOR(mul)
OPERATOR(add)
OPERATOR(scale)
#endif

int main(void) {
  static int32_t x[4], y[4], outputs[4][4];
  struct tvmgen_net_inputs in = {x, y};
  struct tvmgen_net_outputs out = {outputs[0], outputs[1], outputs[2],
                                   outputs[3]};
  struct tvmgen_net_devices devices;
  devices.ethos_u = ethos;
  devices.vendor_npu = vendor;
  for (failing = -1; failing <= count; failing++) {
    int32_t result;
    count = 0;
    result = tvmgen_net_run(&in, &out, &devices);
    print(":");
    print_number(result);
    print_number(tvmgen_net_failed_operator());
    print("\n");
    if (failing >= 0 && result == 0)
      break; /* Behind the last call. */
  }
  return 0;
}
