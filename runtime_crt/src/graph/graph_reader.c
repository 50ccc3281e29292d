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
 * then list by list; all of that happens twice, to count and to fill tables. */

#include "graph/graph.h"
#include "graph/json.h"

#include <tvm/runtime/crt/crt.h>

#include "config_checks.h"
#include "runtime/tensor_size.h"

enum { nodes, arg_nodes, heads, node_row_ptr, attrs, num_lists };
static const char list_names[] =
    "nodes\0arg_nodes\0heads\0node_row_ptr\0attrs\0";

enum { storage_id, dltype, shape, num_attributes };
static const char attribute_names[] = "storage_id\0dltype\0shape\0";

enum { node_op, node_name, node_inputs, node_attrs, node_param, num_members };
static const char member_names[] = "op\0name\0inputs\0attrs\0param\0";

enum { func_name, num_outputs, flatten_data, num_parameters };
static const char parameter_names[] = "func_name\0num_outputs\0flatten_data\0";

enum { op_null, op_tvm, num_ops };
static const char op_names[] = "null\0tvm_op\0";

/* In the order of DLDataTypeCode, and then those with other names. */
enum { type_handle = 3, type_bool = 6, num_types };
static const char type_names[] =
    "int\0uint\0float\0handle\0bfloat\0complex\0bool\0";

typedef struct {
  TVMGraphExecutor *graph;
  /* What was counted so far; also where the next of each goes in its table. */
  graph_counts_t counts;
  json_t json;
  /* Why reading failed, when it was not the text. */
  int error;
} reader_t;

static bool has_tables(const reader_t *reader) {
  return reader->graph->entries != NULL;
}

static void fail_unless(reader_t *reader, bool condition) {
  if (!condition) {
    json_fail(&reader->json);
  }
}

/* Counts one more, and stores a value for it where there is a table. */
static void append(reader_t *reader, uint32_t *count, uint16_t *table,
                   uint32_t value) {
  fail_unless(reader, *count < GRAPH_COUNT_MAX);
  if (!reader->json.failed) {
    if (table != NULL) {
      table[*count] = (uint16_t)value;
    }
    *count += 1U;
  }
}

static uint32_t read_number(reader_t *reader) {
  return json_unsigned(&reader->json, GRAPH_COUNT_MAX);
}

/* The first entry of each node; read first of all, because other lists refer to
 * it. Node and entry numbers are checked against it later. */
static void read_first_entries(reader_t *reader) {
  uint32_t count = 0U;
  uint32_t last = 0U;
  json_enter(&reader->json, '[');
  while (json_more(&reader->json, ']')) {
    const uint32_t first = read_number(reader);
    fail_unless(reader, (first >= last) && ((count > 0U) || (first == 0U)));
    last = first;
    append(reader, &count, reader->graph->first_entry, first);
  }
  fail_unless(reader, count > 0U);
  reader->counts.nodes = count - 1U;
  reader->counts.entries = last;
}

/* The entry of an output of a node; 0 while there are no tables. */
static uint32_t entry_of(reader_t *reader, uint32_t node, uint32_t output) {
  const uint16_t *first = reader->graph->first_entry;
  uint32_t entry = 0U;
  fail_unless(reader, node < reader->counts.nodes);
  if ((first != NULL) && !reader->json.failed) {
    entry = (uint32_t)first[node] + output;
    fail_unless(reader, entry < (uint32_t)first[node + 1U]);
  }
  return entry;
}

/* A list of [node, output, version], appended to a table of entries. */
static void read_references(reader_t *reader, uint32_t *count,
                            uint16_t *table) {
  json_enter(&reader->json, '[');
  while (json_more(&reader->json, ']')) {
    uint32_t place[2] = {0U, 0U};
    uint32_t length = 0U;
    json_enter(&reader->json, '[');
    while (json_more(&reader->json, ']')) {
      const uint32_t number = read_number(reader);
      if (length < 2U) {
        place[length] = number;
      }
      length++;
    }
    fail_unless(reader, length >= 2U);
    append(reader, count, table, entry_of(reader, place[0], place[1]));
  }
}

/* Goes to the list in ["list_int", [...]]. */
static void enter_attribute(reader_t *reader, const char *place) {
  json_go(&reader->json, place);
  json_enter(&reader->json, '[');
  (void)json_more(&reader->json, ']');
  (void)json_string(&reader->json);
  (void)json_more(&reader->json, ']');
  json_enter(&reader->json, '[');
}

static void read_shapes(reader_t *reader) {
  const TVMGraphExecutor *graph = reader->graph;
  uint32_t count = 0U;
  while (json_more(&reader->json, ']')) {
    const uint32_t first = reader->counts.extents;
    fail_unless(reader, count < reader->counts.entries);
    json_enter(&reader->json, '[');
    while (json_more(&reader->json, ']')) {
      const uint32_t extent = json_unsigned(&reader->json, JSON_NUMBER_MAX);
      if ((graph->extents != NULL) && !reader->json.failed) {
        graph->extents[reader->counts.extents] = (int64_t)extent;
      }
      append(reader, &reader->counts.extents, NULL, 0U);
    }
    fail_unless(reader,
                (reader->counts.extents - first) <= (uint32_t)TVM_CRT_MAX_NDIM);
    if ((graph->entries != NULL) && !reader->json.failed) {
      DLTensor *entry = &graph->entries[count];
      entry->data = NULL;
      entry->device = graph->device;
      entry->ndim = (int32_t)(reader->counts.extents - first);
      entry->shape = &graph->extents[first];
      entry->strides = NULL;
      entry->byte_offset = 0U;
    }
    count++;
  }
  fail_unless(reader, count == reader->counts.entries);
}

static bool is_digit(char c) { return (c >= '0') && (c <= '9'); }

/* An element type: int8, float32x4, bool. */
static DLDataType read_type(reader_t *reader) {
  json_t *json = &reader->json;
  json_string_t name = json_string(json);
  const char *behind = json->at;
  const size_t length = name.length;
  DLDataType type = {0U, 1U, 1U};
  size_t code;
  name.length = 0U;
  while ((name.length < length) && !is_digit(name.bytes[name.length])) {
    name.length++;
  }
  code = json_position(name, type_names);
  json_go(json, &name.bytes[name.length]);
  if (code == (size_t)type_bool) {
    code = (size_t)kDLUInt;
  } else {
    fail_unless(reader, (code < (size_t)num_types) && (name.length < length));
    type.bits = (uint8_t)json_unsigned(json, UINT8_MAX);
  }
  type.code = (uint8_t)code;
  if (!json->failed && (*json->at == 'x')) {
    json->at++;
    type.lanes = (uint16_t)read_number(reader);
  }
  fail_unless(reader, &name.bytes[length] == json->at);
  json_go(json, behind);
  return type;
}

static void read_types(reader_t *reader) {
  uint32_t count = 0U;
  while (json_more(&reader->json, ']')) {
    const DLDataType type = read_type(reader);
    fail_unless(reader, count < reader->counts.entries);
    if (has_tables(reader) && !reader->json.failed) {
      reader->graph->entries[count].dtype = type;
    }
    count++;
  }
  fail_unless(reader, count == reader->counts.entries);
}

/* A storage is as large as the largest entry that uses it. */
static void read_storages(reader_t *reader) {
  const TVMGraphExecutor *graph = reader->graph;
  uint32_t count = 0U;
  while (json_more(&reader->json, ']')) {
    const uint32_t id = read_number(reader);
    fail_unless(reader, (count < reader->counts.entries) &&
                            (id < reader->counts.entries));
    if (has_tables(reader) && !reader->json.failed) {
      size_t nbytes = 0U;
      fail_unless(reader, tensor_bytes(&graph->entries[count], &nbytes));
      if (graph->storages[id].nbytes < nbytes) {
        graph->storages[id].nbytes = nbytes;
      }
      graph->storage_of[count] = (uint16_t)id;
    }
    if (reader->counts.storages <= id) {
      reader->counts.storages = id + 1U;
    }
    count++;
  }
  fail_unless(reader, count == reader->counts.entries);
}

/* Until its node is read, a place in the list of inputs holds the node. */
static void read_arg_nodes(reader_t *reader) {
  json_enter(&reader->json, '[');
  while (json_more(&reader->json, ']')) {
    append(reader, &reader->counts.inputs, reader->graph->inputs,
           read_number(reader));
  }
}

/* Input number index; arg_nodes must list the nodes of inputs in order. */
static void read_input(reader_t *reader, uint32_t index, uint32_t node,
                       json_string_t name) {
  const TVMGraphExecutor *graph = reader->graph;
  fail_unless(reader, index < reader->counts.inputs);
  if (has_tables(reader) && !reader->json.failed) {
    fail_unless(reader, (uint32_t)graph->inputs[index] == node);
    graph->inputs[index] = (uint16_t)entry_of(reader, node, 0U);
  }
  for (size_t i = 0U; i <= name.length; i++) {
    const char byte = (i < name.length) ? name.bytes[i] : '\0';
    fail_unless(reader, byte != '\\');
    if (has_tables(reader)) {
      graph->names[reader->counts.name_bytes] = byte;
    }
    reader->counts.name_bytes++;
  }
}

/* Finds a function in the module. */
static void bind(reader_t *reader, json_string_t name,
                 TVMFunctionHandle *function) {
  char text[TVM_CRT_MAX_STRLEN_FUNCTION_NAME];
  fail_unless(reader, name.length < sizeof(text));
  if (!reader->json.failed) {
    for (size_t i = 0U; i < name.length; i++) {
      text[i] = name.bytes[i];
    }
    text[name.length] = '\0';
    reader->error = TVMModGetFunction(reader->graph->module, text, 0, function);
    fail_unless(reader, reader->error == 0);
  }
}

static void read_operator(reader_t *reader, uint32_t node, const char *inputs,
                          const char *attributes) {
  TVMGraphExecutor *graph = reader->graph;
  const char *values[num_parameters] = {NULL, NULL, NULL};
  const uint32_t first = reader->counts.args;
  json_string_t name;
  uint32_t outputs;
  json_go(&reader->json, attributes);
  json_members(&reader->json, parameter_names, values);
  json_go(&reader->json, values[func_name]);
  name = json_string(&reader->json);
  if (json_position(name, "__nop\0") == 0U) {
    /* Its output is its input, in the same storage. */
    return;
  }
  if (values[flatten_data] != NULL) {
    json_go(&reader->json, values[flatten_data]);
    (void)json_unsigned(&reader->json, 0U);
  }
  json_go(&reader->json, values[num_outputs]);
  outputs = read_number(reader);
  json_go(&reader->json, inputs);
  read_references(reader, &reader->counts.args, graph->args);
  for (uint32_t i = 0U; (i < outputs) && !reader->json.failed; i++) {
    append(reader, &reader->counts.args, graph->args,
           entry_of(reader, node, i));
  }
  if (has_tables(reader) && !reader->json.failed) {
    operator_t *operator= & graph->operators[reader->counts.operators];
    operator->num_args =(uint16_t)(reader->counts.args - first);
    bind(reader, name, &operator->function);
  }
  if (reader->counts.most_args < (reader->counts.args - first)) {
    reader->counts.most_args = reader->counts.args - first;
  }
  append(reader, &reader->counts.operators, NULL, 0U);
}

static void read_nodes(reader_t *reader) {
  uint32_t count = 0U;
  uint32_t inputs = 0U;
  json_enter(&reader->json, '[');
  while (json_more(&reader->json, ']')) {
    const char *values[num_members] = {NULL, NULL, NULL, NULL, NULL};
    const char *behind;
    size_t op;
    json_members(&reader->json, member_names, values);
    behind = reader->json.at;
    json_go(&reader->json, values[node_op]);
    op = json_position(json_string(&reader->json), op_names);
    fail_unless(reader,
                (op < (size_t)num_ops) && (count < reader->counts.nodes));
    if (op == (size_t)op_null) {
      json_go(&reader->json, values[node_name]);
      read_input(reader, inputs, count, json_string(&reader->json));
      inputs++;
    } else {
      read_operator(reader, count, values[node_inputs],
                    (values[node_attrs] != NULL) ? values[node_attrs]
                                                 : values[node_param]);
    }
    json_go(&reader->json, behind);
    count++;
  }
  fail_unless(reader, (count == reader->counts.nodes) &&
                          (inputs == reader->counts.inputs));
}

static void read_lists(reader_t *reader) {
  const char *lists[num_lists] = {NULL, NULL, NULL, NULL, NULL};
  const char *attributes[num_attributes] = {NULL, NULL, NULL};
  json_t *json = &reader->json;
  json_members(json, list_names, lists);
  fail_unless(reader, json_peek(json) == '\0');
  json_go(json, lists[attrs]);
  json_members(json, attribute_names, attributes);
  json_go(json, lists[node_row_ptr]);
  read_first_entries(reader);
  enter_attribute(reader, attributes[shape]);
  read_shapes(reader);
  enter_attribute(reader, attributes[dltype]);
  read_types(reader);
  enter_attribute(reader, attributes[storage_id]);
  read_storages(reader);
  json_go(json, lists[arg_nodes]);
  read_arg_nodes(reader);
  json_go(json, lists[nodes]);
  read_nodes(reader);
  json_go(json, lists[heads]);
  read_references(reader, &reader->counts.outputs, reader->graph->outputs);
}

int graph_read(TVMGraphExecutor *executor, const char *json) {
  static const graph_counts_t nothing = {0U, 0U, 0U, 0U, 0U,
                                         0U, 0U, 0U, 0U, 0U};
  reader_t reader;
  reader.graph = executor;
  reader.counts = nothing;
  reader.json.at = json;
  reader.json.failed = false;
  reader.json.is_first = false;
  reader.error = 0;
  read_lists(&reader);
  if (reader.json.failed && (reader.error == 0)) {
    (void)TVMAPIErrorf("graph executor: bad graph at byte %zu",
                       (size_t)(reader.json.at - json));
    reader.error = (int)kTvmErrorExecutorBadGraph;
  }
  executor->counts = reader.counts;
  return reader.error;
}
