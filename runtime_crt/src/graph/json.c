/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "graph/json.h"

/* A number that times ten plus nine stays below 2^31. */
#define BEFORE_LAST_DIGIT_MAX 214748363U

void tvm_crt_json_begin(json_t *json, const char *text) {
  json->start = text;
  json->at = text;
  json->failed = false;
  json->is_first = false;
  json->bytes = text;
  json->length = 0U;
}

void tvm_crt_json_go(json_t *json, const char *place) {
  if (!json->failed) {
    json->at = (place != NULL) ? place : json->start;
    json->failed = place == NULL;
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

/* Skips digits, any number of them. */
static void skip_digits(json_t *json) {
  (void)tvm_crt_json_digits(json, UINT32_MAX);
}

/* Skips a number. */
static void skip_number(json_t *json) {
  if (json->failed) {
    return;
  }
  if (*json->at == '-') {
    json->at++;
  }
  /* No digit follows a zero in front. */
  if (*json->at == '0') {
    json->at++;
  } else {
    skip_digits(json);
  }
  if (*json->at == '.') {
    json->at++;
    skip_digits(json);
  }
  if ((*json->at == 'e') || (*json->at == 'E')) {
    json->at++;
    if ((*json->at == '+') || (*json->at == '-')) {
      json->at++;
    }
    skip_digits(json);
  }
}

/* Skips a value that is neither array nor object. */
static void skip_scalar(json_t *json) {
  static const char *const words[] = {"true", "false", "null"};
  const size_t num_words = sizeof(words) / sizeof(words[0]);
  const char next = tvm_crt_json_peek(json);
  if (next == '"') {
    tvm_crt_json_string(json);
  } else if ((next >= 'a') && (next <= 'z')) {
    tvm_crt_json_word(json);
    if (tvm_crt_json_position(json, words, num_words) == num_words) {
      json->failed = true;
    }
  } else {
    skip_number(json);
  }
}

/* Skips the name of a member and the colon behind it. */
static void skip_name(json_t *json) {
  tvm_crt_json_string(json);
  tvm_crt_json_expect(json, ':');
}

void tvm_crt_json_skip(json_t *json) {
  /* What closes the containers that are open, the innermost one last. */
  char closing[JSON_DEPTH_MAX] = {0};
  size_t depth = 0U;
  do {
    const char next = tvm_crt_json_peek(json);
    if ((next == '{') || (next == '[')) {
      if (depth == JSON_DEPTH_MAX) {
        json->failed = true;
        return;
      }
      closing[depth] = (next == '{') ? '}' : ']';
      depth++;
      tvm_crt_json_enter(json, next);
    } else {
      skip_scalar(json);
    }
    /* Behind the last value of a container comes what follows the container. */
    while ((depth > 0U) && !tvm_crt_json_more(json, closing[depth - 1U])) {
      depth--;
    }
    if ((depth > 0U) && (closing[depth - 1U] == '}')) {
      skip_name(json);
    }
  } while (depth > 0U);
}

static bool is_equal(const json_t *json, const char *name) {
  size_t i = 0U;
  while ((i < json->length) && (json->bytes[i] == name[i])) {
    i++;
  }
  return (i == json->length) && (name[i] == '\0');
}

size_t tvm_crt_json_position(const json_t *json, const char *const *names,
                             size_t count) {
  size_t position = 0U;
  while ((position < count) && !is_equal(json, names[position])) {
    position++;
  }
  return position;
}

void tvm_crt_json_members(json_t *json, const char *const *names, size_t count,
                          const char **values) {
  for (size_t i = 0U; i < count; i++) {
    values[i] = NULL;
  }
  tvm_crt_json_enter(json, '{');
  while (tvm_crt_json_more(json, '}')) {
    size_t position;
    tvm_crt_json_string(json);
    position = tvm_crt_json_position(json, names, count);
    tvm_crt_json_expect(json, ':');
    if (position < count) {
      values[position] = json->at;
    }
    tvm_crt_json_skip(json);
  }
}
