/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The type that a text names, for programs; graphs have a reader of their own,
 * which takes it out of JSON. */

#include <tvm/runtime/crt/packed_func.h>

#include <stdbool.h>

#include "backend/failure.h"

typedef struct {
  const char *name;
  DLDataType type;
} kind_t;

/* Skips the word at *text; false when another one is there. */
static bool skip_word(const char **text, const char *word) {
  size_t i = 0U;
  while ((word[i] != '\0') && ((*text)[i] == word[i])) {
    i++;
  }
  if (word[i] != '\0') {
    return false;
  }
  *text = &(*text)[i];
  return true;
}

/* Reads digits, if there are any, into value; false when it is 0 or above the
 * limit. */
static bool read_number(const char **text, uint32_t limit, uint32_t *value) {
  const char *read = *text;
  uint32_t number = 0U;
  while ((*read >= '0') && (*read <= '9') && (number <= limit)) {
    number = (number * 10U) + (uint32_t)(*read - '0');
    read++;
  }
  if (read != *text) {
    *value = number;
    *text = read;
  }
  return (*value > 0U) && (*value <= limit);
}

/* Reads "<bits>x<lanes>", both optional, up to the end. */
static bool read_size(const char *text, DLDataType *type) {
  const char *read = text;
  uint32_t bits = type->bits;
  uint32_t lanes = 1U;
  bool is_right = read_number(&read, 255U, &bits);
  if (is_right && (*read == 'x')) {
    read++;
    lanes = 0U;
    is_right = read_number(&read, 65535U, &lanes);
  }
  type->bits = (uint8_t)bits;
  type->lanes = (uint16_t)lanes;
  return is_right && (*read == '\0');
}

DLDataType String2DLDataType(const char *s) {
  /* Each with the bits that it has when none are named. */
  static const kind_t kinds[] = {
      {"int", {(uint8_t)kDLInt, 32U, 1U}},
      {"uint", {(uint8_t)kDLUInt, 32U, 1U}},
      {"float", {(uint8_t)kDLFloat, 32U, 1U}},
      {"bfloat", {(uint8_t)kDLBfloat, 32U, 1U}},
      {"handle", {(uint8_t)kTVMOpaqueHandle, 64U, 1U}},
  };
  static const DLDataType no_type = {0xffU, 0U, 0U};
  static const DLDataType no_value = {(uint8_t)kTVMOpaqueHandle, 0U, 0U};
  static const DLDataType boolean = {(uint8_t)kDLUInt, 1U, 1U};
  const char *text = s;
  if (text == NULL) {
    (void)tvm_crt_invalid_argument(__func__);
    return no_type;
  }
  if (*text == '\0') {
    return no_value;
  }
  if (skip_word(&text, "bool") && (*text == '\0')) {
    return boolean;
  }
  text = s;
  for (size_t i = 0U; i < (sizeof(kinds) / sizeof(kinds[0])); i++) {
    DLDataType type = kinds[i].type;
    if (skip_word(&text, kinds[i].name) && read_size(text, &type)) {
      return type;
    }
    text = s;
  }
  (void)tvm_crt_fail_named(kTvmErrorFunctionCallInvalidArg, __func__,
                           "not a type", s);
  return no_type;
}
