/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "graph/json.h"

/* A number that times ten plus nine stays below 2^31. */
#define BEFORE_LAST_DIGIT_MAX 214748363U

void json_go(json_t *json, const char *place) {
  if (place == NULL) {
    json->failed = true;
  }
  if (!json->failed) {
    json->at = place;
    json->is_first = false;
  }
}

void json_fail(json_t *json) { json->failed = true; }

char json_peek(json_t *json) {
  if (json->failed) {
    return '\0';
  }
  while ((*json->at == ' ') || (*json->at == '\n') || (*json->at == '\r') ||
         (*json->at == '\t')) {
    json->at++;
  }
  return *json->at;
}

static void expect(json_t *json, char wanted) {
  if (json_peek(json) == wanted) {
    json->at++;
  } else {
    json->failed = true;
  }
}

void json_enter(json_t *json, char opening) {
  expect(json, opening);
  json->is_first = true;
}

bool json_more(json_t *json, char closing) {
  const bool is_first = json->is_first;
  json->is_first = false;
  if (json_peek(json) == closing) {
    json->at++;
    return false;
  }
  if (!is_first) {
    expect(json, ',');
  }
  return !json->failed;
}

json_string_t json_string(json_t *json) {
  json_string_t string;
  expect(json, '"');
  string.bytes = json->at;
  string.length = 0U;
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
  string.length = (size_t)(json->at - string.bytes);
  if (!json->failed) {
    json->at++;
  }
  return string;
}

uint32_t json_unsigned(json_t *json, uint32_t max) {
  const bool is_quoted = json_peek(json) == '"';
  uint32_t value = 0U;
  bool is_number = false;
  if (is_quoted) {
    json->at++;
  }
  while ((*json->at >= '0') && (*json->at <= '9') &&
         (value <= BEFORE_LAST_DIGIT_MAX)) {
    value = (value * 10U) + (uint32_t)((uint8_t)*json->at - (uint8_t)'0');
    is_number = true;
    json->at++;
  }
  if (is_quoted) {
    expect(json, '"');
  }
  if (!is_number || (value > max)) {
    json->failed = true;
  }
  return json->failed ? 0U : value;
}

/* Skips a number, true, false or null. */
static void skip_word(json_t *json) {
  const char *start = json->at;
  while (!json->failed && ((uint8_t)*json->at > (uint8_t)' ') &&
         (*json->at != ',') && (*json->at != ']') && (*json->at != '}') &&
         (*json->at != '"') && (*json->at != ':')) {
    json->at++;
  }
  if (json->at == start) {
    json->failed = true;
  }
}

static void skip_key(json_t *json) {
  (void)json_string(json);
  expect(json, ':');
}

void json_skip(json_t *json) {
  /* A bit for each container that is open, 1 for an object; the highest bit
   * that is set only marks their number. */
  uint32_t open = 1U;
  do {
    const char next = json_peek(json);
    if ((next == '{') || (next == '[')) {
      if (open >= ((uint32_t)1U << JSON_DEPTH_MAX)) {
        json->failed = true;
      }
      open = (open << 1) | ((next == '{') ? 1U : 0U);
      json_enter(json, next);
    } else if (next == '"') {
      (void)json_string(json);
    } else {
      skip_word(json);
    }
    while ((open > 1U) && !json_more(json, ((open & 1U) != 0U) ? '}' : ']')) {
      open >>= 1;
    }
    if ((open > 1U) && ((open & 1U) != 0U)) {
      skip_key(json);
    }
  } while ((open > 1U) && !json->failed);
}

static bool is_equal(json_string_t string, const char *name) {
  size_t i = 0U;
  while ((i < string.length) && (string.bytes[i] == name[i])) {
    i++;
  }
  return (i == string.length) && (name[i] == '\0');
}

size_t json_position(json_string_t string, const char *list) {
  size_t position = 0U;
  const char *name = list;
  while ((*name != '\0') && !is_equal(string, name)) {
    while (*name != '\0') {
      name++;
    }
    name++;
    position++;
  }
  return position;
}

void json_members(json_t *json, const char *list, const char **values) {
  const json_string_t nothing = {NULL, 0U};
  const size_t count = json_position(nothing, list);
  json_enter(json, '{');
  while (json_more(json, '}')) {
    const size_t position = json_position(json_string(json), list);
    expect(json, ':');
    (void)json_peek(json);
    if (position < count) {
      values[position] = json->at;
    }
    json_skip(json);
  }
}
