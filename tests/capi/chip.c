/*===- chip.c - What programs do with devices ---------------------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Run in a folder with chip.o, a host's object of chip_operators.c. The device
 * is a process of this machine. */

#include "check.h"

#include <metaobj-c/metaobj.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char graph[] =
    "{\"nodes\": [{\"op\": \"null\", \"name\": \"x\", \"inputs\": []}, "
    "{\"op\": \"tvm_op\", \"name\": \"f\", \"inputs\": [[0, 0, 0]], \"attrs\": "
    "{\"func_name\": \"tvmgen_net_add\", \"num_inputs\": \"1\", "
    "\"num_outputs\": \"1\", \"flatten_data\": \"0\"}}], \"arg_nodes\": [0], "
    "\"heads\": [[1, 0, 0]], \"node_row_ptr\": [0, 1, 2], \"attrs\": "
    "{\"dltype\": [\"list_str\", [\"int32\", \"int32\"]], \"shape\": "
    "[\"list_shape\", [[2], [2]]], \"storage_id\": [\"list_int\", [0, 1]]}}";

static void must(metaobj_error *error) {
  if (!error)
    return;
  fprintf(stderr, "%s: %s (%s)\n%s\n", metaobj_error_input(error),
          metaobj_error_message(error), metaobj_error_hint(error),
          metaobj_error_details(error));
  exit(1);
}

/** Expects an error of this kind with \p words in its message. */
static void fails(metaobj_error *error, int kind, const char *words) {
  CHECK(error);
  if (metaobj_error_kind(error) != kind ||
      !strstr(metaobj_error_message(error), words)) {
    fprintf(stderr, "expected %d '%s'\nfound    %d '%s'\n", kind, words,
            metaobj_error_kind(error), metaobj_error_message(error));
    exit(1);
  }
  metaobj_error_free(error);
}

static metaobj_job *job(const char *via) {
  metaobj_job *made = NULL;
  must(metaobj_job_create("device", &made));
  if (via)
    must(metaobj_job_set(made, "via", via));
  return made;
}

/** Adds the operators, as a file or as bytes. */
static void add_operators(metaobj_job *to, int is_memory) {
  static char bytes[1 << 16];
  size_t size;
  FILE *file;
  if (!is_memory) {
    must(metaobj_job_add_file(to, "chip.o"));
    return;
  }
  file = fopen("chip.o", "rb");
  CHECK(file);
  size = fread(bytes, 1, sizeof(bytes), file);
  CHECK(size != 0 && size != sizeof(bytes));
  fclose(file);
  must(metaobj_job_add_bytes(to, "net/chip.o", bytes, size));
}

static metaobj_chip *open_chip(int is_memory) {
  metaobj_chip *chip = NULL;
  metaobj_job *from = job("host");
  must(metaobj_job_set(from, "limit", "2000"));
  add_operators(from, is_memory);
  must(metaobj_job_open_chip(from, &chip));
  metaobj_job_free(from);
  return chip;
}

static metaobj_tensor_t tensor(const int32_t *data, const int64_t *shape) {
  metaobj_tensor_t made;
  memset(&made, 0, sizeof(made));
  made.data = data;
  made.device.device_type = 1;
  made.ndim = 1;
  made.dtype.bits = 32;
  made.dtype.lanes = 1;
  made.shape = shape;
  return made;
}

static metaobj_call *call_of(metaobj_chip *chip, const char *function) {
  metaobj_call *call = NULL;
  must(metaobj_call_create(chip, function, &call));
  return call;
}

static void tensors(metaobj_chip *chip) {
  static const int64_t shape[1] = {2}, strides[1] = {2};
  int32_t from[4] = {40, 1, 2, 3}, into[2] = {0, 0};
  metaobj_tensor_t x = tensor(from, shape), y = tensor(into, shape);
  metaobj_call *call = call_of(chip, "tvmgen_net_add");
  metaobj_result *result = NULL;
  uint64_t cycles = 0;
  must(metaobj_call_add_tensor(call, "x", &x, METAOBJ_INPUT));
  must(metaobj_call_add_tensor(call, "y", &y, METAOBJ_OUTPUT));
  must(metaobj_call_run(call, &result));
  CHECK(into[0] == 41 && into[1] == 2);
  CHECK(metaobj_result_cycles(result, &cycles) && cycles > 0);
  CHECK(*metaobj_result_counter(result));
  CHECK(metaobj_result_kind(result) == METAOBJ_VALUE_NULL);
  CHECK(!metaobj_result_tensor(result));
  metaobj_result_free(result);
  from[0] = 7;
  must(metaobj_call_run(call, NULL));
  CHECK(into[0] == 8 && into[1] == 2);
  metaobj_call_free(call);

  call = call_of(chip, "tvmgen_net_add");
  must(metaobj_call_add_tensor(call, "x", &x, METAOBJ_CONSTANT));
  must(metaobj_call_add_tensor(call, "y", &y, METAOBJ_OUTPUT));
  must(metaobj_call_run(call, NULL));
  must(metaobj_call_run(call, NULL));
  CHECK(into[0] == 8 && into[1] == 2);
  x.strides = strides;
  fails(metaobj_call_add_tensor(call, "x", &x, METAOBJ_INPUT),
        METAOBJ_ERROR_INPUT, "stride 0 is 2, a compact tensor has 1");
  x.strides = NULL;
  fails(metaobj_call_add_tensor(call, "x", &x, 3), METAOBJ_ERROR_USAGE,
        "unknown use 3 of a tensor");
  fails(metaobj_call_add_tensor(call, NULL, &x, 0), METAOBJ_ERROR_USAGE,
        "an argument needs a call, a name and a tensor");
  metaobj_call_free(call);
}

/** What the echo of the call's first argument is. */
static metaobj_result *echo(metaobj_call *call, int kind) {
  metaobj_result *result = NULL;
  must(metaobj_call_run(call, &result));
  if (metaobj_result_kind(result) != kind) {
    fprintf(stderr, "expected kind %d, found %d\n", kind,
            metaobj_result_kind(result));
    exit(1);
  }
  metaobj_call_free(call);
  return result;
}

static void values(metaobj_chip *chip) {
  static const int64_t shape[1] = {2};
  int32_t elements[2] = {3, 4};
  metaobj_tensor_t x = tensor(elements, shape);
  const metaobj_tensor_t *found;
  metaobj_result *result;
  metaobj_call *call;
  size_t size = 0;

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_int(call, INT64_MIN + 5));
  result = echo(call, METAOBJ_VALUE_INT);
  CHECK(metaobj_result_int(result) == INT64_MIN + 5);
  CHECK(metaobj_result_double(result) == 0);
  CHECK(metaobj_result_bytes(result, &size)[0] == 0 && size == 0);
  metaobj_result_free(result);

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_bool(call, 5));
  result = echo(call, METAOBJ_VALUE_INT);
  CHECK(metaobj_result_int(result) == 1);
  metaobj_result_free(result);

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_double(call, 0.5));
  result = echo(call, METAOBJ_VALUE_DOUBLE);
  CHECK(metaobj_result_double(result) == 0.5);
  metaobj_result_free(result);

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_string(call, "text"));
  result = echo(call, METAOBJ_VALUE_STRING);
  CHECK(strcmp(metaobj_result_bytes(result, &size), "text") == 0 && size == 4);
  metaobj_result_free(result);

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_bytes(call, "a\0b", 3));
  result = echo(call, METAOBJ_VALUE_BYTES);
  CHECK(memcmp(metaobj_result_bytes(result, &size), "a\0b", 4) == 0);
  CHECK(size == 3);
  metaobj_result_free(result);

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_null(call));
  metaobj_result_free(echo(call, METAOBJ_VALUE_NULL));

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_handle(call, 0x1234, 3));
  result = echo(call, METAOBJ_VALUE_HANDLE);
  CHECK(metaobj_result_int(result) == 0x1234);
  metaobj_result_free(result);

  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_tensor(call, "x", &x, METAOBJ_INPUT));
  result = echo(call, METAOBJ_VALUE_TENSOR);
  found = metaobj_result_tensor(result);
  CHECK(found && found->ndim == 1 && found->shape[0] == 2);
  CHECK(found->dtype.bits == 32 && found->dtype.code == 0);
  CHECK(memcmp(found->data, elements, sizeof(elements)) == 0);
  metaobj_result_free(result);
}

/** The first number behind \p key. */
static uint64_t number(const char *json, const char *key) {
  const char *found = strstr(json, key);
  CHECK(found);
  return strtoull(strchr(found, ':') + 1, NULL, 10);
}

static void memory(metaobj_chip *chip) {
  metaobj_buffer *about = NULL;
  unsigned char before[8], after[8];
  uint64_t place;
  must(metaobj_chip_describe(chip, &about));
  CHECK(strstr(metaobj_buffer_data(about), "\"tvmgen_net_echo\""));
  CHECK(strstr(metaobj_buffer_data(about), "\"device\": \"host\""));
  CHECK(number(metaobj_buffer_data(about), "\"program\"") > 0);
  place =
      number(strstr(metaobj_buffer_data(about), "\"areas\""), "\"address\"");
  place += number(strstr(metaobj_buffer_data(about), "\"areas\""), "\"bytes\"");
  place -= 16; /* The end of the host's memory. */
  metaobj_buffer_free(about);
  must(metaobj_chip_read(chip, place, before, sizeof(before)));
  must(metaobj_chip_write(chip, place, "8 bytes!", 8));
  must(metaobj_chip_read(chip, place, after, sizeof(after)));
  CHECK(memcmp(after, "8 bytes!", 8) == 0);
  must(metaobj_chip_write(chip, place, before, sizeof(before)));
  must(metaobj_chip_read(chip, place, NULL, 0));
  fails(metaobj_chip_read(chip, 16, after, 8), METAOBJ_ERROR_INPUT, "");
  fails(metaobj_chip_write(chip, UINT64_MAX, after, 8), METAOBJ_ERROR_USAGE,
        "the bytes leave the address space");
  fails(metaobj_chip_read(chip, UINT64_MAX, after, 2), METAOBJ_ERROR_USAGE,
        "the bytes leave the address space");
  must(metaobj_chip_registers(chip, &about));
  CHECK(metaobj_buffer_data(about)[0] == '{');
  metaobj_buffer_free(about);
}

static void graphs(metaobj_chip *chip) {
  static const int32_t elements[4] = {1, 2, 41, 0};
  static const int64_t shape[2] = {2, 2};
  metaobj_buffer *own = NULL, *other = NULL;
  metaobj_tensor_t x = tensor(elements, shape);
  metaobj_job *each = job(NULL);
  x.ndim = 2;
  must(metaobj_job_add_bytes(each, "graph.json", graph, sizeof(graph) - 1));
  fails(metaobj_job_run_on_chip(each, chip, &own), METAOBJ_ERROR_INPUT,
        "is an input of the graph without elements");
  must(metaobj_job_add_input(each, "x", &x));
  must(metaobj_job_run_on_chip(each, chip, &own));
  CHECK(strstr(metaobj_buffer_data(own), "\"42\""));
  CHECK(number(metaobj_buffer_data(own), "\"calls\"") == 2);
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE,
        "no device: name it with --via");
  must(metaobj_job_set(each, "via", "host"));
  fails(metaobj_job_run_on_chip(each, chip, NULL), METAOBJ_ERROR_USAGE,
        "the chip has its own --via");
  add_operators(each, 1);
  must(metaobj_job_run(each, &other));
  CHECK(strstr(metaobj_buffer_data(other), "\"42\""));
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "action", "memory"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE,
        "the action 'memory' is for the command line");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "via", "host"));
  fails(metaobj_job_set(each, "action", "mend"), METAOBJ_ERROR_USAGE,
        "unknown action 'mend'");
  metaobj_buffer_free(own);
  metaobj_buffer_free(other);
  metaobj_job_free(each);
}

/** Tries everything that a callback of \p user must not do. */
static int misuse(uint64_t done, uint64_t total, void *user) {
  metaobj_chip *chip = *(metaobj_chip **)user;
  metaobj_buffer *about = NULL;
  (void)done;
  CHECK(total == 0);
  fails(metaobj_chip_describe(chip, &about), METAOBJ_ERROR_USAGE,
        "the chip is at work");
  metaobj_chip_close(chip);
  metaobj_chip_free(chip);
  metaobj_chip_on_progress(chip, NULL, NULL);
  *(metaobj_chip **)user = NULL;
  return 1;
}

static void faults(metaobj_chip *chip) {
  metaobj_chip *seen = chip;
  metaobj_error *error;
  metaobj_call *call = call_of(chip, "tvmgen_net_crash");
  error = metaobj_call_run(call, NULL);
  CHECK(error && strstr(metaobj_error_message(error), "SIGSEGV"));
  CHECK(strstr(metaobj_error_message(error), "in tvmgen_net_crash"));
  CHECK(strstr(metaobj_error_details(error), "0x60000000"));
  metaobj_error_free(error);
  metaobj_call_free(call);
  call = call_of(chip, "tvmgen_net_none");
  fails(metaobj_call_run(call, NULL), METAOBJ_ERROR_INPUT, "'tvmgen_net_none'");
  metaobj_call_free(call);
  call = call_of(chip, "tvmgen_net_loop");
  metaobj_chip_on_progress(chip, misuse, &seen);
  fails(metaobj_call_run(call, NULL), METAOBJ_ERROR_INPUT, "stopped");
  CHECK(!seen);
  metaobj_chip_on_progress(chip, NULL, NULL);
  metaobj_call_free(call);
  tensors(chip); /* It goes on. */
  must(metaobj_chip_reset(chip));
  tensors(chip);
}

static void usage(void) {
  metaobj_chip *chip = NULL;
  metaobj_call *call = NULL;
  metaobj_buffer *about = NULL;
  metaobj_job *each = job(NULL), *emit = NULL;
  char byte;
  fails(metaobj_job_open_chip(NULL, &chip), METAOBJ_ERROR_USAGE,
        "the job is NULL");
  fails(metaobj_job_open_chip(each, NULL), METAOBJ_ERROR_USAGE,
        "a chip needs a place");
  fails(metaobj_job_open_chip(each, &chip), METAOBJ_ERROR_USAGE,
        "no device: name it with --via");
  fails(metaobj_job_set(each, "via", "nowhere"), METAOBJ_ERROR_USAGE,
        "nowhere: is not an address of a device");
  fails(metaobj_job_set(each, "limits", "5"), METAOBJ_ERROR_USAGE,
        "unknown option 'limits'");
  must(metaobj_job_create("emit", &emit));
  fails(metaobj_job_open_chip(emit, &chip), METAOBJ_ERROR_USAGE,
        "the job is of another command");
  fails(metaobj_job_add_input(emit, "x", NULL), METAOBJ_ERROR_USAGE,
        "the job is of another command");
  fails(metaobj_job_add_input(each, "x", NULL), METAOBJ_ERROR_USAGE,
        "an input needs a name and a tensor");
  CHECK(!chip);
  metaobj_job_free(emit);
  fails(metaobj_call_create(NULL, "f", &call), METAOBJ_ERROR_USAGE, "NULL");
  fails(metaobj_call_run(NULL, NULL), METAOBJ_ERROR_USAGE, "NULL");
  fails(metaobj_call_add_int(NULL, 1), METAOBJ_ERROR_USAGE, "NULL");
  fails(metaobj_call_add_string(NULL, NULL), METAOBJ_ERROR_USAGE, "NULL");
  fails(metaobj_chip_reset(NULL), METAOBJ_ERROR_USAGE, "NULL");
  fails(metaobj_job_run_on_chip(each, NULL, NULL), METAOBJ_ERROR_USAGE, "NULL");
  chip = open_chip(1);
  fails(metaobj_call_create(chip, NULL, &call), METAOBJ_ERROR_USAGE,
        "a call needs a function");
  fails(metaobj_chip_read(chip, 0, NULL, 1), METAOBJ_ERROR_USAGE,
        "the bytes need a place");
  fails(metaobj_chip_describe(chip, NULL), METAOBJ_ERROR_USAGE,
        "the result needs a place");
  call = call_of(chip, "tvmgen_net_echo");
  must(metaobj_call_add_int(call, 1));
  metaobj_chip_close(chip);
  metaobj_chip_close(chip);
  fails(metaobj_chip_read(chip, 0, &byte, 1), METAOBJ_ERROR_USAGE,
        "the chip is closed");
  fails(metaobj_chip_describe(chip, &about), METAOBJ_ERROR_USAGE,
        "the chip is closed");
  fails(metaobj_job_run_on_chip(each, chip, NULL), METAOBJ_ERROR_USAGE,
        "the chip is closed");
  metaobj_chip_free(chip);
  fails(metaobj_call_run(call, NULL), METAOBJ_ERROR_USAGE,
        "the chip is closed");
  metaobj_call_free(call);
  metaobj_job_free(each);
  metaobj_chip_free(NULL);
  metaobj_chip_close(NULL);
  metaobj_chip_on_progress(NULL, NULL, NULL);
  metaobj_call_free(NULL);
  metaobj_result_free(NULL);
  CHECK(metaobj_result_kind(NULL) == METAOBJ_VALUE_NULL);
  CHECK(!metaobj_result_cycles(NULL, NULL));
  CHECK(!*metaobj_result_counter(NULL) && !*metaobj_result_bytes(NULL, NULL));
  CHECK(!metaobj_result_tensor(NULL) && metaobj_result_int(NULL) == 0);
}

int main(void) {
  metaobj_chip *chip = open_chip(0);
  tensors(chip);
  values(chip);
  memory(chip);
  graphs(chip);
  faults(chip);
  metaobj_chip_free(chip);
  usage();
  puts("the chip did all");
  return 0;
}
