/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A system library of tvm-ffi, as far as programs can see it, and a program.
 * WITH_TABLE: the program registers net_tvm_ffi_table(); without it a
 * constructor has done that. LIBRARY is the prefix that it asks for. */
#include "double.h"

#include <metaobj-c/metaobj_tables.h>

#ifdef WITH_TABLE
const metaobj_ffi_table_t *WITH_TABLE(void);
#endif

static struct {
  const char *name;
  void *symbol;
} known[32];
static int count;
static int twice;
static int errors;

static int equal(const char *a, const char *b) {
  for (; *a == *b; ++a, ++b)
    if (*a == 0)
      return 1;
  return 0;
}

int TVMFFIEnvModRegisterSystemLibSymbol(const char *name, void *symbol) {
  int i;
  for (i = 0; i < count; ++i)
    if (equal(known[i].name, name))
      ++twice;
  known[count].name = name;
  known[count++].symbol = symbol;
  return 0;
}

/* The handle is the library's context here. */
int TVMFFIFunctionCall(void *function, TVMFFIAny *args, int32_t num_args,
                       TVMFFIAny *result) {
  result->v_int64 = *(int *)function + num_args;
  return 0;
}

void TVMFFIErrorSetRaisedFromCStr(const char *kind, const char *message) {
  errors +=
      equal(kind, "TypeError") && equal(message, "add takes two arguments");
}

static const char *join(const char *a, const char *b, const char *c) {
  static char text[256];
  char *to = text;
  const char *parts[3];
  int i;
  parts[0] = a;
  parts[1] = b;
  parts[2] = c;
  for (i = 0; i < 3; ++i)
    while (*parts[i])
      *to++ = *parts[i]++;
  *to = 0;
  return text;
}

static void *find(const char *a, const char *b, const char *c) {
  const char *name = join(a, b, c);
  int i;
  for (i = 0; i < count; ++i)
    if (equal(known[i].name, name))
      return known[i].symbol;
  return 0;
}

static uint64_t number(const unsigned char **at) {
  uint64_t result = 0;
  int i;
  for (i = 0; i < 8; ++i)
    result |= (uint64_t)*(*at)++ << (8 * i);
  return result;
}

/* The modules: their number, then one digit for the imports of each, and the
 * sum of all payload bytes. */
static int modules(const unsigned char *at) {
  uint64_t bytes = number(&at), n, m, i, before = 0, sum = 0;
  const unsigned char *end = at + bytes;
  int digits;
  n = number(&at) - 1;
  digits = (int)n;
  for (i = 0; i <= n; ++i) {
    uint64_t start = number(&at);
    if (i)
      digits = digits * 10 + (int)(start - before);
    before = start;
  }
  m = number(&at);
  for (i = 0; i < m; ++i)
    if (number(&at) != i + 1)
      return -1;
  for (i = 0; i < n; ++i) {
    uint64_t size = number(&at);
    int is_library = size == 4 && at[0] == '_' && at[3] == 'b';
    at += size;
    if (is_library)
      continue;
    for (size = number(&at); size; --size)
      sum += *at++;
  }
  return at == end ? digits * 1000 + (int)sum : -2;
}

int start(void);
int start(void) {
  static int place = 500;
  void **context;
#ifdef WITH_TABLE
  if (metaobj_ffi_register(WITH_TABLE(), TVMFFIEnvModRegisterSystemLibSymbol))
    return -1;
#endif
  context = (void **)find(LIBRARY, "__tvm_ffi__library_ctx", "");
  if (context)
    *context = &place;
  return count + 100 * twice;
}

static int run(const char *name, int32_t num_args) {
  TVMFFIAny args[2], result;
  TVMFFISafeCallType call =
      (TVMFFISafeCallType)find("__tvm_ffi_", LIBRARY, name);
  args[0].v_int64 = 40;
  args[1].v_int64 = 2;
  result.type_index = 0;
  if (!call)
    return -1;
  return call(0, args, num_args, &result) ? -2 : (int)result.v_int64;
}

int add(void);
int add(void) { return run("add", 2); }
int call(void);
int call(void) { return run("call", 2); }
int wrong(void);
int wrong(void) { return run("add", 1) * 10 + errors; }
int absent(void);
int absent(void) { return run("subtract", 2); }
int binary(void);
int binary(void) {
  const unsigned char *bytes = find(LIBRARY, "__tvm_ffi__library_bin", "");
  return bytes ? modules(bytes) : 0;
}

#ifdef HOSTED
#include <stdio.h>
int main(void) {
  printf("%d", start());
  printf(" %d %d %d %d %d\n", add(), call(), wrong(), absent(), binary());
  return 0;
}
#endif
