/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <stdbool.h>
#include <stddef.h>

#include <tvm_crt/models.h>

static bool equal_names(const char *a, const char *b) {
  size_t at = 0;
  while ((a[at] == b[at]) && (a[at] != '\0')) {
    ++at;
  }
  return a[at] == b[at];
}

const TVMRegisteredModel *TVMFindModel(const void *begin, const void *end,
                                       const char *name) {
  const TVMRegisteredModel *const *next =
      (const TVMRegisteredModel *const *)begin;
  const TVMRegisteredModel *const *last =
      (const TVMRegisteredModel *const *)end;
  const TVMRegisteredModel *found = NULL;
  while ((name != NULL) && (found == NULL) && (next != last)) {
    if ((*next != NULL) && equal_names((*next)->name, name)) {
      found = *next;
    }
    ++next;
  }
  return found;
}
