/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Graph JSON:
 *
 *   {"nodes": [{"op": "null", "name": "x", "inputs": []},
 *              {"op": "tvm_op", "name": "add", "inputs": [[0, 0, 0]],
 *               "attrs": {"func_name": "add", "num_outputs": "1",
 *                         "flatten_data": "0"}}],
 *    "arg_nodes": [0],             the nodes of op null
 *    "heads": [[1, 0, 0]],         the outputs
 *    "node_row_ptr": [0, 1, 2],    first entry of each node, number of entries
 *    "attrs": {"storage_id": ["list_int", [0, 1]],
 *              "dltype": ["list_str", ["float32", "float32"]],
 *              "shape": ["list_shape", [[1, 2], [1, 2]]]}}
 *
 * An entry is referred to by [node, output of the node, version]. Members may
 * stand in any order. The text is read once for the places of the lists, and
 * then list by list; all of that happens twice, to count and to fill tables.
 * The inputs are the nodes of op null, so arg_nodes is not needed. */

#include "graph/graph.h"
#include "graph/json.h"

#include "backend/failure.h"
#include "config_registry.h"
#include "config_tensors.h"
#include "runtime/tensor_size.h"

/* The lists of the text. */
enum { nodes, heads, node_row_ptr, attrs, num_members };
static const char *const member_names[] = {"nodes", "heads", "node_row_ptr",
                                           "attrs"};

/* The lists of tensors in attrs. */
enum { storage_id, dltype, shape, num_attributes };
static const char *const attribute_names[] = {"storage_id", "dltype", "shape"};

enum {
  node_op,
  node_name,
  node_inputs,
  node_attrs,
  node_param,
  num_node_members
};
static const char *const node_names[] = {"op", "name", "inputs", "attrs",
                                         "param"};

enum { func_name, num_outputs, flatten_data, num_parameters };
static const char *const parameter_names[] = {"func_name", "num_outputs",
                                              "flatten_data"};

enum { op_null, op_tvm, num_ops };
static const char *const op_names[] = {"null", "tvm_op"};

/* Operators whose output is their input, in the same storage. */
enum { view_nop, num_views };
static const char *const views[] = {"__nop"};

/* In the order of DLDataTypeCode, and then those with other names. */
enum { type_bool = 6, num_types };
static const char *const type_names[] = {"int",    "uint",    "float", "handle",
                                         "bfloat", "complex", "bool"};

/* The counts of the graph say what was read so far; also where the next of each
 * goes in its table. Tables are filled from a text in which everything was
 * counted before, so they have room; numbers in the text are checked before
 * they are used as indexes.
 */
typedef struct {
  json_t json;
  TVMGraphExecutor *graph;
  /* Why reading failed, when it was not the text. */
  int error;
} reader_t;

static void fail_unless_below(reader_t *reader, size_t value, size_t limit) {
  if (value >= limit) {
    json_fail(&reader->json);
  }
}

/* Counts one more, and stores a number for it where there is a list. */
static void append(reader_t *reader, size_t list, uint32_t value) {
  uint16_t *items = reader->graph->lists[list];
  uint32_t *count = &reader->graph->counts[list];
  fail_unless_below(reader, *count, GRAPH_COUNT_MAX);
  if (!reader->json.failed) {
    if (items != NULL) {
      items[*count] = (uint16_t)value;
    }
    *count += 1U;
  }
}

static uint32_t read_number(reader_t *reader) {
  return tvm_crt_json_unsigned(&reader->json, GRAPH_COUNT_MAX);
}

/* The entry of an output of a node; 0 while there are no tables. */
static uint32_t entry_of(reader_t *reader, uint32_t node, uint32_t output) {
  const uint16_t *first = reader->graph->lists[graph_first_entries];
  uint32_t entry = 0U;
  fail_unless_below(reader, (size_t)node + 1U,
                    reader->graph->counts[graph_first_entries]);
  if ((first != NULL) && !reader->json.failed) {
    first = &first[node];
    entry = (uint32_t)first[0] + output;
    fail_unless_below(reader, entry, first[1]);
  }
  return entry;
}

/* Appends an entry that an operator reads or that is an output to a list. */
static void append_read(reader_t *reader, size_t list, uint32_t entry) {
  TVMGraphExecutor *graph = reader->graph;
  append(reader, list, entry);
  if ((graph->storages != NULL) && !reader->json.failed) {
    graph_storage(graph, entry)->is_read = true;
  }
}

/* A list of [node, output, version], appended to a list of entries. */
static void read_references(reader_t *reader, const char *place, size_t list) {
  json_t *json = &reader->json;
  tvm_crt_json_list(json, place);
  while (tvm_crt_json_more(json, ']')) {
    uint32_t node;
    uint32_t output;
    tvm_crt_json_enter(json, '[');
    (void)tvm_crt_json_more(json, ']');
    node = read_number(reader);
    (void)tvm_crt_json_more(json, ']');
    output = read_number(reader);
    while (tvm_crt_json_more(json, ']')) {
      (void)read_number(reader);
    }
    append_read(reader, list, entry_of(reader, node, output));
  }
}

/* The place of the list in ["list_int", [...]]. */
static const char *list_of(reader_t *reader, const char *place) {
  json_t *json = &reader->json;
  tvm_crt_json_list(json, place);
  (void)tvm_crt_json_more(json, ']');
  tvm_crt_json_string(json);
  (void)tvm_crt_json_more(json, ']');
  return json->at;
}

static void read_shapes(reader_t *reader, const char *place) {
  TVMGraphExecutor *graph = reader->graph;
  json_t *json = &reader->json;
  tvm_crt_json_list(json, place);
  while (tvm_crt_json_more(json, ']')) {
    const uint32_t first = graph->counts[graph_extents];
    uint32_t ndim;
    tvm_crt_json_enter(json, '[');
    while (tvm_crt_json_more(json, ']')) {
      const uint32_t extent = tvm_crt_json_unsigned(json, JSON_NUMBER_MAX);
      if (graph->extents != NULL) {
        graph->extents[graph->counts[graph_extents]] = (int64_t)extent;
      }
      append(reader, graph_extents, 0U);
    }
    ndim = graph->counts[graph_extents] - first;
    fail_unless_below(reader, ndim, (size_t)TVM_CRT_MAX_NDIM + 1U);
    if (graph->entries != NULL) {
      DLTensor *entry = &graph->entries[graph->counts[graph_entries]];
      entry->ndim = (int32_t)ndim;
      entry->shape = &graph->extents[first];
    }
    append(reader, graph_entries, 0U);
  }
}

/* The type of the next entry: int8, float32x4, bool. */
static void read_type(reader_t *reader) {
  const TVMGraphExecutor *graph = reader->graph;
  json_t *json = &reader->json;
  DLDataType type = {(uint8_t)kDLUInt, 1U, 1U};
  size_t code;
  tvm_crt_json_expect(json, '"');
  tvm_crt_json_word(json);
  code = tvm_crt_json_position(json, type_names, num_types);
  fail_unless_below(reader, code, (size_t)num_types);
  if (code != (size_t)type_bool) {
    type.code = (uint8_t)code;
    type.bits = (uint8_t)tvm_crt_json_digits(json, UINT8_MAX);
  }
  if (!json->failed && (*json->at == 'x')) {
    json->at++;
    type.lanes = (uint16_t)tvm_crt_json_digits(json, GRAPH_COUNT_MAX);
  }
  if (*json->at != '"') {
    json_fail(json);
  }
  tvm_crt_json_expect(json, '"');
  if (graph->entries != NULL) {
    graph->entries[graph->counts[graph_types]].dtype = type;
  }
}

static void read_types(reader_t *reader, const char *place) {
  tvm_crt_json_list(&reader->json, place);
  while (tvm_crt_json_more(&reader->json, ']')) {
    read_type(reader);
    append(reader, graph_types, 0U);
  }
}

/* A list of numbers that are below a limit. */
static void read_numbers(reader_t *reader, const char *place, size_t list,
                         uint32_t limit) {
  tvm_crt_json_list(&reader->json, place);
  while (tvm_crt_json_more(&reader->json, ']')) {
    const uint32_t number = read_number(reader);
    fail_unless_below(reader, number, limit);
    append(reader, list, number);
  }
}

/* An input, with its name. */
static void read_input(reader_t *reader, uint32_t node, const char *place) {
  uint32_t *count = &reader->graph->counts[graph_name_bytes];
  json_t *json = &reader->json;
  char *names;
  tvm_crt_json_go(json, place);
  tvm_crt_json_string(json);
  append(reader, graph_inputs, entry_of(reader, node, 0U));
  names = reader->graph->names;
  if (names != NULL) {
    /* The NUL is there already. */
    names = &names[*count];
    for (size_t i = 0U; i < json->length; i++) {
      names[i] = json->bytes[i];
    }
  }
  *count += (uint32_t)json->length + 1U;
}

/* Finds the function of the name that was read in the module. */
static void bind(reader_t *reader, TVMFunctionHandle *function) {
  char text[TVM_CRT_MAX_STRLEN_FUNCTION_NAME];
  const json_t *name = &reader->json;
  for (size_t i = 0U; i < name->length; i++) {
    text[i] = name->bytes[i];
  }
  text[name->length] = '\0';
  reader->error = TVMModGetFunction(reader->graph->module, text, 0, function);
  if (reader->error != 0) {
    json_fail(&reader->json);
  }
}

static void read_operator(reader_t *reader, uint32_t node, const char *inputs,
                          const char *attributes) {
  TVMGraphExecutor *graph = reader->graph;
  const char *values[num_parameters];
  const uint32_t first = graph->counts[graph_args];
  json_t *json = &reader->json;
  uint32_t count;
  tvm_crt_json_go(json, attributes);
  tvm_crt_json_members(json, parameter_names, num_parameters, values);
  tvm_crt_json_go(json, values[func_name]);
  /* It is the last string of the node that is read. */
  tvm_crt_json_string(json);
  if (tvm_crt_json_position(json, views, num_views) < (size_t)num_views) {
    return;
  }
  fail_unless_below(reader, json->length, TVM_CRT_MAX_STRLEN_FUNCTION_NAME);
  read_references(reader, inputs, graph_args);
  tvm_crt_json_go(json, values[num_outputs]);
  count = read_number(reader);
  for (uint32_t i = 0U; i < count; i++) {
    const uint32_t entry = entry_of(reader, node, i);
    append(reader, graph_args, entry);
    if ((graph->storages != NULL) && !json->failed) {
      graph_storage(graph, entry)->is_written = true;
    }
  }
  if (values[flatten_data] != NULL) {
    tvm_crt_json_go(json, values[flatten_data]);
    (void)tvm_crt_json_unsigned(json, 0U);
  }
  count = graph->counts[graph_args] - first;
  if (graph->counts[graph_most_args] < count) {
    graph->counts[graph_most_args] = count;
  }
  if ((graph->operators != NULL) && !json->failed) {
    operator_t *step = &graph->operators[graph->counts[graph_operators]];
    step->num_args = (uint16_t)count;
    bind(reader, &step->function);
  }
  graph->counts[graph_operators]++;
}

/* The nodes; returns how many. */
static uint32_t read_nodes(reader_t *reader, const char *place) {
  json_t *json = &reader->json;
  uint32_t count = 0U;
  tvm_crt_json_list(json, place);
  while (tvm_crt_json_more(json, ']')) {
    const char *values[num_node_members];
    const char *behind;
    size_t op;
    tvm_crt_json_members(json, node_names, num_node_members, values);
    behind = json->at;
    tvm_crt_json_go(json, values[node_op]);
    tvm_crt_json_string(json);
    op = tvm_crt_json_position(json, op_names, num_ops);
    fail_unless_below(reader, op, (size_t)num_ops);
    if (op == (size_t)op_null) {
      read_input(reader, count, values[node_name]);
    } else {
      read_operator(reader, count, values[node_inputs],
                    (values[node_attrs] != NULL) ? values[node_attrs]
                                                 : values[node_param]);
    }
    tvm_crt_json_go(json, behind);
    count++;
  }
  return count;
}

static void read_graph(reader_t *reader) {
  const uint32_t *counts = reader->graph->counts;
  const char *lists[num_members];
  const char *attributes[num_attributes];
  json_t *json = &reader->json;
  tvm_crt_json_members(json, member_names, num_members, lists);
  /* What stands behind the closing brace is not looked at: parameters may. */
  tvm_crt_json_go(json, lists[attrs]);
  tvm_crt_json_members(json, attribute_names, num_attributes, attributes);
  read_shapes(reader, list_of(reader, attributes[shape]));
  read_types(reader, list_of(reader, attributes[dltype]));
  read_numbers(reader, list_of(reader, attributes[storage_id]), graph_storages,
               counts[graph_entries]);
  /* Other lists refer to it. */
  read_numbers(reader, lists[node_row_ptr], graph_first_entries,
               counts[graph_entries] + 1U);
  if (((read_nodes(reader, lists[nodes]) + 1U) !=
       counts[graph_first_entries]) ||
      (counts[graph_types] != counts[graph_entries]) ||
      (counts[graph_storages] != counts[graph_entries])) {
    json_fail(json);
  }
  read_references(reader, lists[heads], graph_outputs);
}

/* Bytes of text that an error shows from the fault on: up to the next closing
 * brace, as behind that of the graph the text may end without a NUL. */
static size_t fault_length(const char *fault) {
  size_t length = 0U;
  while ((fault[length] != '\0') && (fault[length] != '}')) {
    length++;
  }
  if (fault[length] == '}') {
    length++;
  }
  return length;
}

int tvm_crt_graph_read(TVMGraphExecutor *executor, const char *text) {
  reader_t reader;
  tvm_crt_json_begin(&reader.json, text);
  reader.graph = executor;
  for (size_t i = 0U; i < (size_t)graph_num_counts; i++) {
    executor->counts[i] = 0U;
  }
  reader.error = 0;
  read_graph(&reader);
  if (reader.json.failed && (reader.error == 0)) {
    reader.error =
        tvm_crt_graph_fail_bytes(kTvmErrorExecutorBadGraph, "bad graph",
                                 reader.json.at, fault_length(reader.json.at));
  }
  return reader.error;
}
