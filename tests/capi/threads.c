/*===- threads.c - Eight threads with the functions of C ------------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Each thread emits models of its own for a machine of its own, and other jobs
 * between them. All get the bytes that one thread gets alone. */

#include <metaobj-c/metaobj.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 6, ELEMENTS = 1 << 16 };

static const char *const triples[THREADS] = {
    "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu",
    "thumbv7m-none-eabi",       "riscv32-unknown-elf",
    "wasm32-unknown-unknown",   "x86_64-pc-windows-msvc",
    "arm64-apple-macosx",       "s390x-unknown-linux-gnu"};

static const char graph[] =
    "{\"nodes\": [{\"op\": \"null\", \"name\": \"x\", \"inputs\": []}, "
    "{\"op\": \"tvm_op\", \"name\": \"f\", \"inputs\": [[0, 0, 0]], \"attrs\": "
    "{\"func_name\": \"tvmgen_f\", \"num_inputs\": \"1\", \"num_outputs\": "
    "\"1\", \"flatten_data\": \"0\"}}], \"arg_nodes\": [0], \"heads\": [[1, 0, "
    "0]], \"node_row_ptr\": [0, 1, 2], \"attrs\": {\"dltype\": [\"list_str\", "
    "[\"int8\", \"int8\"]], \"shape\": [\"list_shape\", [[4], [4]]], "
    "\"storage_id\": [\"list_int\", [0, 1]]}}";

static int8_t elements[THREADS][ELEMENTS];
static metaobj_buffer *alone[THREADS];

static void must(metaobj_error *error) {
  if (!error)
    return;
  fprintf(stderr, "%s: %s\n", metaobj_error_input(error),
          metaobj_error_message(error));
  exit(1);
}

static int progress(uint64_t done, uint64_t total, void *user) {
  ++*(int *)user;
  return done > total;
}

static void tell(const metaobj_diagnostic *what, void *user) {
  (void)what;
  ++*(int *)user;
}

/** The object of model number \p number. */
static metaobj_buffer *emit(int number) {
  static const int64_t shape[1] = {ELEMENTS};
  metaobj_tensor_t tensor;
  metaobj_job *job = NULL;
  metaobj_module *module = NULL;
  metaobj_buffer *output = NULL;
  char name[16];
  int calls = 0;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = elements[number];
  tensor.device.device_type = 1;
  tensor.ndim = 1;
  tensor.dtype.bits = 8;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  snprintf(name, sizeof(name), "model%d", number);
  must(metaobj_job_create("emit", &job));
  must(metaobj_job_add_module(job, "compiler", &module));
  must(metaobj_module_add_function(module, "tvmgen_f", NULL));
  must(metaobj_module_add_tensor(module, name, &tensor));
  must(metaobj_job_add_bytes(job, "graph.json", graph, sizeof(graph) - 1));
  must(metaobj_job_set(job, "mtriple", triples[number]));
  must(metaobj_job_set(job, "prefix", name));
  if (number % 2)
    must(metaobj_job_set(job, "record", NULL));
  if (number % 4 == 0)
    must(metaobj_job_set(job, "executor", "aot"));
  if (number == 2)
    must(metaobj_job_set(job, "compress", "zstd"));
  metaobj_job_on_progress(job, progress, &calls);
  metaobj_job_on_diagnostic(job, tell, &calls);
  must(metaobj_job_run_to_memory(job, &output, NULL));
  metaobj_job_free(job);
  return output;
}

/** Writes the object and reads it again; links it, which others may, too. */
static void use(int number, const metaobj_buffer *object) {
  char path[64], linked[64];
  metaobj_job *job = NULL;
  metaobj_buffer *result = NULL;
  FILE *file;
  snprintf(path, sizeof(path), "model%d.o", number);
  snprintf(linked, sizeof(linked), "linked%d.o", number);
  file = fopen(path, "wb");
  if (!file ||
      fwrite(metaobj_buffer_data(object), 1, metaobj_buffer_size(object),
             file) != metaobj_buffer_size(object) ||
      fclose(file) != 0)
    exit(1);
  must(metaobj_job_create("inspect", &job));
  must(metaobj_job_add_file(job, path));
  must(metaobj_job_run(job, &result));
  if (!strstr(metaobj_buffer_data(result), "\"tvmgen_f\""))
    exit(1);
  metaobj_buffer_free(result);
  metaobj_job_free(job);
  must(metaobj_job_create("size", &job));
  must(metaobj_job_add_file(job, path));
  must(metaobj_job_run(job, NULL));
  metaobj_job_free(job);
  if (number > 1)
    return;
  must(metaobj_job_create("link", &job));
  must(metaobj_job_add_file(job, path));
  must(metaobj_job_set(job, "r", NULL));
  must(metaobj_job_set(job, "o", linked));
  must(metaobj_job_run(job, NULL));
  metaobj_job_free(job);
}

static void *work(void *user) {
  int number = *(int *)user;
  for (int round = 0; round < ROUNDS; ++round) {
    metaobj_buffer *object = emit(number);
    if (metaobj_buffer_size(object) != metaobj_buffer_size(alone[number]) ||
        memcmp(metaobj_buffer_data(object), metaobj_buffer_data(alone[number]),
               metaobj_buffer_size(object)) != 0) {
      fprintf(stderr, "thread %d got other bytes\n", number);
      exit(1);
    }
    use(number, object);
    metaobj_buffer_free(object);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; ++i)
    for (int j = 0; j < ELEMENTS; ++j)
      elements[i][j] = (int8_t)(j % (i + 3));
  for (int i = 0; i < THREADS; ++i)
    alone[i] = emit(i);
  for (int i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0)
      return 1;
  }
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; ++i)
    metaobj_buffer_free(alone[i]);
  puts("all threads got their bytes");
  return 0;
}
