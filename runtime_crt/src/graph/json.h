/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Reading of JSON text in place: no memory, no recursion.
 *
 * A cursor stands before a value. The functions move it, and from the first
 * byte that is not what they want on they find nothing any more: a caller may
 * read on and look at failed once, at the end. Of an object no byte behind its
 * closing brace is read, and none behind a NUL.
 *
 *     tvm_crt_json_enter(&cursor, '[');
 *     while (tvm_crt_json_more(&cursor, ']')) {
 *       value = tvm_crt_json_unsigned(&cursor, 100U);
 *     }
 */

#ifndef RUNTIME_CRT_SRC_GRAPH_JSON_H_
#define RUNTIME_CRT_SRC_GRAPH_JSON_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Containers inside each other that tvm_crt_json_skip accepts. */
#define JSON_DEPTH_MAX 31U

/* Largest number that tvm_crt_json_unsigned reads. */
#define JSON_NUMBER_MAX 2147483639U

typedef struct {
  const char *start;
  /* Where it stands; after a failure, what it did not like. */
  const char *at;
  bool failed;
  /* Nothing was read of the container that was entered last. */
  bool is_first;
  /* The string or word that was read last, as it stands in the text: an escape
   * is not resolved. */
  const char *bytes;
  size_t length;
} json_t;

/* Begins to read a text. */
void tvm_crt_json_begin(json_t *json, const char *text);

/* Moves to a place in the same text, where tvm_crt_json_members found a value
 * or where the cursor once stood. NULL, a value that there is not, is a failure
 * at the start of the text. */
void tvm_crt_json_go(json_t *json, const char *place);

/* Marks the text as not acceptable. */
static inline void json_fail(json_t *json) { json->failed = true; }

/* The next byte that is not white space; NUL at the end and after a failure. */
char tvm_crt_json_peek(json_t *json);

/* Goes over a byte, with white space before it. */
void tvm_crt_json_expect(json_t *json, char wanted);

/* Enters an array or object, named by its opening byte. */
void tvm_crt_json_enter(json_t *json, char opening);

/* Goes to a list and enters it. */
void tvm_crt_json_list(json_t *json, const char *place);

/* Moves to the next value of the container, or behind the closing byte: then
 * false. */
bool tvm_crt_json_more(json_t *json, char closing);

/* Reads a string. */
void tvm_crt_json_string(json_t *json);

/* Reads a number from 0 to max, which is JSON_NUMBER_MAX at most; it may stand
 * between quotes. After a failure it means nothing. */
uint32_t tvm_crt_json_unsigned(json_t *json, uint32_t max);

/* Reads the digits where the cursor stands; as tvm_crt_json_unsigned without
 * white space and quotes. With UINT32_MAX there may be any number of them. */
uint32_t tvm_crt_json_digits(json_t *json, uint32_t max);

/* Reads the small letters where the cursor stands. */
void tvm_crt_json_word(json_t *json);

/* Position of the string or word in a list of count names; count when it is not
 * there. */
size_t tvm_crt_json_position(const json_t *json, const char *const *names,
                             size_t count);

/* Skips a value, which must be JSON, but for escapes that it does not have. */
void tvm_crt_json_skip(json_t *json);

/* Reads an object. values[i] receives where the value of names[i] stands, or
 * NULL when there is none. Members with other names are skipped. */
void tvm_crt_json_members(json_t *json, const char *const *names, size_t count,
                          const char **values);

#endif /* RUNTIME_CRT_SRC_GRAPH_JSON_H_ */
