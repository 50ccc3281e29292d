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

void json_list(json_t *json, const char *place) {
  json_go(json, place);
  json_enter(json, '[');
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

/* Whether a byte belongs to a number, true, false or null. */
static bool is_word(char byte) {
  return ((byte >= '+') && (byte <= 'z') && (byte != ',') && (byte != ']'));
}

void json_skip(json_t *json) {
  uint32_t depth = 0U;
  do {
    const char next = json_peek(json);
    if (next == '"') {
      (void)json_string(json);
    } else if (next == '\0') {
      json->failed = true;
    } else {
      if ((next == '{') || (next == '[')) {
        depth++;
      }
      if ((next == '}') || (next == ']')) {
        depth--;
      }
      json->at++;
      /* What else there is ends with a word. */
      while ((depth == 0U) && is_word(*json->at)) {
        json->at++;
      }
    }
    /* Below 0 is far above the limit. */
    if (depth > JSON_DEPTH_MAX) {
      json->failed = true;
    }
  } while ((depth > 0U) && !json->failed);
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

size_t json_one_of(json_t *json, const char *list) {
  return json_position(json_string(json), list);
}

void json_members(json_t *json, const char *list, const char **values) {
  const json_string_t nothing = {NULL, 0U};
  const size_t count = json_position(nothing, list);
  for (size_t i = 0U; i < count; i++) {
    values[i] = NULL;
  }
  json_enter(json, '{');
  while (json_more(json, '}')) {
    const size_t position = json_one_of(json, list);
    expect(json, ':');
    (void)json_peek(json);
    if (position < count) {
      values[position] = json->at;
    }
    json_skip(json);
  }
}
