/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What a program reads of an executor that includes
 * internal/graph_executor/graph_executor.h: its header asks for this file. The
 * members lie behind the executor, and what they point to behind them. */

#include "graph/graph_internals.h"

#include "graph/graph.h"
#include "graph/json.h"

#if HAS_GRAPH_INTERNALS

extern const uint8_t tvm_crt_graph_internals;
const uint8_t tvm_crt_graph_internals = 1U;

/* As the header has them. */
typedef struct {
  char *op_type;
  char *name;
} node_t;

typedef struct {
  uint32_t node_id;
  uint32_t index;
  uint32_t version;
} node_entry_t;

typedef struct {
  node_t *nodes;
  uint32_t *input_nodes;
  node_entry_t *outputs;
  uint32_t nodes_count;
} members_t;

/* The header names these of the executor's own. */
#define SAME_LAYOUT(name, condition)                                           \
  typedef char check_internal_##name[(condition) ? 1 : -1]
SAME_LAYOUT(counts, (graph_first_entries == 1) && (graph_inputs == 3) &&
                        (graph_outputs == 4) && (graph_entries == 7) &&
                        (graph_num_counts == 11));
SAME_LAYOUT(lists, GRAPH_NUM_APPENDED == 8U);
SAME_LAYOUT(entries,
            offsetof(TVMGraphExecutor, entries) ==
                (offsetof(TVMGraphExecutor, lists) + (9U * sizeof(void *))));
SAME_LAYOUT(states,
            offsetof(TVMGraphExecutor, is_call_refused) ==
                (offsetof(TVMGraphExecutor, lists) + (16U * sizeof(void *))));
SAME_LAYOUT(end,
            sizeof(TVMGraphExecutor) ==
                (offsetof(TVMGraphExecutor, lists) + (17U * sizeof(void *))));

static const char *const list_names[] = {"nodes", "heads"};
static const char *const text_names[] = {"op", "name"};

static size_t num_nodes(const TVMGraphExecutor *executor) {
  return (size_t)executor->counts[graph_first_entries] - 1U;
}

/* Reads the string at a place, which may be NULL. */
static void read_text(json_t *json, const char *place) {
  json->length = 0U;
  if (place != NULL) {
    tvm_crt_json_go(json, place);
    tvm_crt_json_string(json);
  }
}

/* Bytes of all names and types with their NULs. */
static size_t text_bytes(const char *text) {
  const char *lists[2];
  size_t nbytes = 0U;
  json_t json;
  tvm_crt_json_begin(&json, text);
  tvm_crt_json_members(&json, list_names, 2U, lists);
  tvm_crt_json_list(&json, lists[0]);
  while (tvm_crt_json_more(&json, ']')) {
    const char *values[2];
    const char *behind;
    tvm_crt_json_members(&json, text_names, 2U, values);
    behind = json.at;
    for (size_t i = 0U; i < 2U; i++) {
      read_text(&json, values[i]);
      nbytes += json.length + 1U;
    }
    tvm_crt_json_go(&json, behind);
  }
  return nbytes;
}

/* The text was read before, so it has no faults, and is as long as its parts.
 */
size_t tvm_crt_graph_internals_bytes(const TVMGraphExecutor *executor,
                                     const char *text) {
  return sizeof(members_t) + (num_nodes(executor) * sizeof(node_t)) +
         ((size_t)executor->counts[graph_outputs] * sizeof(node_entry_t)) +
         ((size_t)executor->counts[graph_inputs] * sizeof(uint32_t)) +
         text_bytes(text);
}

/* Copies the string that was read; the NUL is there already. */
static char *copy_text(const json_t *json, char **free_bytes) {
  char *start = *free_bytes;
  for (size_t i = 0U; i < json->length; i++) {
    start[i] = json->bytes[i];
  }
  *free_bytes = &start[json->length + 1U];
  return start;
}

static void fill_nodes(json_t *json, const char *place, members_t *members,
                       char *free_bytes) {
  char *next = free_bytes;
  uint32_t node = 0U;
  uint32_t input = 0U;
  tvm_crt_json_list(json, place);
  while (tvm_crt_json_more(json, ']')) {
    const char *values[2];
    const char *behind;
    tvm_crt_json_members(json, text_names, 2U, values);
    behind = json->at;
    read_text(json, values[0]);
    members->nodes[node].op_type = copy_text(json, &next);
    /* "null"; operators are "tvm_op". */
    if ((json->length > 0U) && (json->bytes[0] == 'n')) {
      members->input_nodes[input] = node;
      input++;
    }
    read_text(json, values[1]);
    members->nodes[node].name = copy_text(json, &next);
    node++;
    tvm_crt_json_go(json, behind);
  }
  members->nodes_count = node;
}

/* A list of [node, output, version], of which the last may be missing. */
static void fill_outputs(json_t *json, const char *place,
                         node_entry_t *outputs) {
  uint32_t count = 0U;
  tvm_crt_json_list(json, place);
  while (tvm_crt_json_more(json, ']')) {
    uint32_t *numbers[3];
    size_t next = 0U;
    numbers[0] = &outputs[count].node_id;
    numbers[1] = &outputs[count].index;
    numbers[2] = &outputs[count].version;
    tvm_crt_json_enter(json, '[');
    while (tvm_crt_json_more(json, ']')) {
      const uint32_t number = tvm_crt_json_unsigned(json, GRAPH_COUNT_MAX);
      if (next < 3U) {
        *numbers[next] = number;
        next++;
      }
    }
    count++;
  }
}

void tvm_crt_graph_fill_internals(TVMGraphExecutor *executor,
                                  const char *text) {
  members_t *members = (members_t *)(void *)&executor[1];
  const char *lists[2];
  json_t json;
  members->nodes = (node_t *)(void *)&members[1];
  members->outputs =
      (node_entry_t *)(void *)&members->nodes[num_nodes(executor)];
  members->input_nodes =
      (uint32_t *)(void *)&members->outputs[executor->counts[graph_outputs]];
  tvm_crt_json_begin(&json, text);
  tvm_crt_json_members(&json, list_names, 2U, lists);
  fill_nodes(
      &json, lists[0], members,
      (char *)(void *)&members->input_nodes[executor->counts[graph_inputs]]);
  fill_outputs(&json, lists[1], members->outputs);
  /* The program may write them by what it finds here. */
  for (uint32_t i = 0U; i < executor->counts[graph_inputs]; i++) {
    graph_storage(executor, graph_input_entry(executor, i))->is_set = true;
  }
}

#endif /* HAS_GRAPH_INTERNALS */
