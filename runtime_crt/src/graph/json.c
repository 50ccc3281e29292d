/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "graph/json.h"

/* A number that times ten plus nine stays below 2^31. */
#define BEFORE_LAST_DIGIT_MAX 214748363U

void tvm_crt_json_go(json_t *json, const char *place) {
  if (place == NULL) {
    json->failed = true;
  }
  if (!json->failed) {
    json->at = place;
    json->is_first = false;
  }
}

char tvm_crt_json_peek(json_t *json) {
  if (json->failed) {
    return '\0';
  }
  while ((*json->at == ' ') || (*json->at == '\n') || (*json->at == '\r') ||
         (*json->at == '\t')) {
    json->at++;
  }
  return *json->at;
}

void tvm_crt_json_expect(json_t *json, char wanted) {
  if (tvm_crt_json_peek(json) == wanted) {
    json->at++;
  } else {
    json->failed = true;
  }
}

void tvm_crt_json_enter(json_t *json, char opening) {
  tvm_crt_json_expect(json, opening);
  json->is_first = true;
}

void tvm_crt_json_list(json_t *json, const char *place) {
  tvm_crt_json_go(json, place);
  tvm_crt_json_enter(json, '[');
}

bool tvm_crt_json_more(json_t *json, char closing) {
  const bool is_first = json->is_first;
  json->is_first = false;
  if (tvm_crt_json_peek(json) == closing) {
    json->at++;
    return false;
  }
  if (!is_first) {
    tvm_crt_json_expect(json, ',');
  }
  return !json->failed;
}

void tvm_crt_json_string(json_t *json) {
  tvm_crt_json_expect(json, '"');
  json->bytes = json->at;
  while (!json->failed && (*json->at != '"')) {
    if (*json->at == '\\') {
      json->at++;
    }
    /* No string has control characters; the end of the text is one. */
    if ((uint8_t)*json->at < (uint8_t)' ') {
      json->failed = true;
    } else {
      json->at++;
    }
  }
  json->length = (size_t)(json->at - json->bytes);
  if (!json->failed) {
    json->at++;
  }
}

uint32_t tvm_crt_json_digits(json_t *json, uint32_t max) {
  const char *first = json->at;
  uint32_t value = 0U;
  while (!json->failed && (*json->at >= '0') && (*json->at <= '9')) {
    if (value > BEFORE_LAST_DIGIT_MAX) {
      /* Stays above every max. */
      value = BEFORE_LAST_DIGIT_MAX + 1U;
    }
    value = (value * 10U) + (uint32_t)((uint8_t)*json->at - (uint8_t)'0');
    json->at++;
  }
  if ((json->at == first) || (value > max)) {
    json->failed = true;
    value = 0U;
  }
  return value;
}

uint32_t tvm_crt_json_unsigned(json_t *json, uint32_t max) {
  const bool is_quoted = tvm_crt_json_peek(json) == '"';
  uint32_t value;
  if (is_quoted) {
    json->at++;
  }
  value = tvm_crt_json_digits(json, max);
  if (is_quoted) {
    tvm_crt_json_expect(json, '"');
  }
  return value;
}

void tvm_crt_json_word(json_t *json) {
  json->bytes = json->at;
  while (!json->failed && (*json->at >= 'a') && (*json->at <= 'z')) {
    json->at++;
  }
  json->length = (size_t)(json->at - json->bytes);
}

/* Skips a number. */
static void skip_number(json_t *json) {
  if (json->failed) {
    return;
  }
  if (*json->at == '-') {
    json->at++;
  }
  if (*json->at == '0') {
    json->at++;
  } else {
    (void)tvm_crt_json_digits(json, UINT32_MAX);
  }
  if (*json->at == '.') {
    json->at++;
    (void)tvm_crt_json_digits(json, UINT32_MAX);
  }
  if (((uint8_t)*json->at | 0x20U) == (uint8_t)'e') {
    json->at++;
    if ((*json->at == '+') || (*json->at == '-')) {
      json->at++;
    }
    (void)tvm_crt_json_digits(json, UINT32_MAX);
  }
}

void tvm_crt_json_skip(json_t *json) {
  static const char words[] = "true\0"
                              "false\0"
                              "null\0";
  /* The containers that are open, the innermost one last: 1 for an object, 0
   * for an array; a 1 in front. */
  uint32_t open = 1U;
  do {
    const char next = tvm_crt_json_peek(json);
    if (((uint8_t)next | 0x20U) == (uint8_t)'{') {
      if ((open >> JSON_DEPTH_MAX) != 0U) {
        json->failed = true;
      }
      tvm_crt_json_enter(json, next);
      /* The bit that an opening bracket does not have. */
      open = (open << 1) | (((uint32_t)(uint8_t)next >> 5) & 1U);
    } else if (next == '"') {
      tvm_crt_json_string(json);
    } else if (next >= 'a') {
      tvm_crt_json_word(json);
      if (tvm_crt_json_position(json, words) > 2U) {
        json->failed = true;
      }
    } else {
      skip_number(json);
    }
    while ((open > 1U) &&
           !tvm_crt_json_more(json, ((open & 1U) != 0U) ? '}' : ']')) {
      open >>= 1;
    }
    if ((open > 1U) && ((open & 1U) != 0U)) {
      tvm_crt_json_string(json);
      tvm_crt_json_expect(json, ':');
    }
  } while (open > 1U);
}

static bool is_equal(const json_t *json, const char *name) {
  size_t i = 0U;
  while ((i < json->length) && (json->bytes[i] == name[i])) {
    i++;
  }
  return (i == json->length) && (name[i] == '\0');
}

size_t tvm_crt_json_position(const json_t *json, const char *list) {
  size_t position = 0U;
  const char *name = list;
  while ((*name != '\0') && !is_equal(json, name)) {
    while (*name != '\0') {
      name++;
    }
    name++;
    position++;
  }
  return position;
}

void tvm_crt_json_members(json_t *json, const char *list, size_t count,
                          const char **values) {
  for (size_t i = 0U; i < count; i++) {
    values[i] = NULL;
  }
  tvm_crt_json_enter(json, '{');
  while (tvm_crt_json_more(json, '}')) {
    size_t position;
    tvm_crt_json_string(json);
    position = tvm_crt_json_position(json, list);
    tvm_crt_json_expect(json, ':');
    values[position] = json->at;
    tvm_crt_json_skip(json);
  }
}
