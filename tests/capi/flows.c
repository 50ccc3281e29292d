/*===- flows.c - What programs do with libmetaobj.so.1 ------------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Run in a folder with op.o, a host's object that defines tvmgen_net_add and
 * tvmgen_net_mul. With an argument, another LLVM is loaded from it first. */

#include "check.h"

#include <metaobj-c/metaobj.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void must(metaobj_error *error) {
  if (!error)
    return;
  fprintf(stderr, "%s: %s (%s)\n", metaobj_error_input(error),
          metaobj_error_message(error), metaobj_error_hint(error));
  exit(1);
}

/** Expects an error with these parts. */
static void fails(metaobj_error *error, int kind, const char *input,
                  const char *message, const char *hint) {
  CHECK(error);
  if (metaobj_error_kind(error) != kind ||
      strcmp(metaobj_error_input(error), input) != 0 ||
      strcmp(metaobj_error_message(error), message) != 0 ||
      strcmp(metaobj_error_hint(error), hint) != 0) {
    fprintf(stderr,
            "expected %d '%s': '%s' ('%s')\nfound    %d '%s': '%s' ('%s')\n",
            kind, input, message, hint, metaobj_error_kind(error),
            metaobj_error_input(error), metaobj_error_message(error),
            metaobj_error_hint(error));
    exit(1);
  }
  metaobj_error_free(error);
}

static metaobj_job *job(const char *command) {
  metaobj_job *made = NULL;
  must(metaobj_job_create(command, &made));
  return made;
}

static const float weights[6] = {1, 2, 3, 4, 5, 6};
static const int64_t shape[2] = {2, 3};
static int deleted;

static void delete_managed(metaobj_managed_tensor *self) {
  CHECK(self->manager_ctx == &deleted);
  ++deleted;
  free(self);
}

static void delete_versioned(metaobj_versioned_tensor *self) {
  CHECK(self->manager_ctx == &deleted);
  ++deleted;
  free(self);
}

static metaobj_tensor_t tensor(void) {
  metaobj_tensor_t made;
  memset(&made, 0, sizeof(made));
  made.data = weights;
  made.device.device_type = 1;
  made.ndim = 2;
  made.dtype.code = 2;
  made.dtype.bits = 32;
  made.dtype.lanes = 1;
  made.shape = shape;
  return made;
}

static metaobj_managed_tensor *managed(void) {
  metaobj_managed_tensor *made = calloc(1, sizeof(*made));
  made->tensor = tensor();
  made->manager_ctx = &deleted;
  made->deleter = delete_managed;
  return made;
}

static metaobj_versioned_tensor *versioned(uint32_t major) {
  metaobj_versioned_tensor *made = calloc(1, sizeof(*made));
  made->major_version = major;
  made->minor_version = 1;
  made->manager_ctx = &deleted;
  made->deleter = delete_versioned;
  made->flags = 1;
  made->tensor = tensor();
  return made;
}

static void add_params(metaobj_module *module) {
  metaobj_tensor_t borrowed = tensor();
  must(metaobj_module_add_tensor(module, "a", &borrowed));
  must(metaobj_module_add_managed_tensor(module, "b", managed()));
  must(metaobj_module_add_versioned_tensor(module, "c", versioned(1)));
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes;
  CHECK(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  bytes = malloc(*size + 1);
  CHECK(fread(bytes, 1, *size, file) == *size);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

static const char *fill(metaobj_module *module, void *user) {
  int *calls = user;
  if (++*calls == 3)
    return "the compiler is tired";
  must(metaobj_module_add_function(module, "add", "tvmgen_net_add"));
  add_params(module);
  return NULL;
}

static void count(const metaobj_diagnostic *what, void *user) {
  CHECK(what->size == sizeof(*what));
  CHECK(what->severity == METAOBJ_NOTE || what->severity == METAOBJ_WARNING);
  CHECK(*what->message);
  ++*(int *)user;
}

static int watch(uint64_t done, uint64_t total, void *user) {
  CHECK(done <= total);
  ++*(int *)user;
  return 0;
}

static int stop(uint64_t done, uint64_t total, void *user) {
  (void)done, (void)total, (void)user;
  return 1;
}

/** The same model by a module, by a callback, to a file, to memory and to a
 * descriptor: the same bytes. */
static void emit(void) {
  metaobj_job *emit = job("emit");
  metaobj_module *module = NULL;
  metaobj_buffer *result = NULL, *output = NULL;
  size_t size, again;
  char *bytes, *other;
  int notes = 0, calls = 0, fills = 0, descriptor;

  must(metaobj_job_add_module(emit, "compiler", &module));
  must(metaobj_module_add_function(module, "add", "tvmgen_net_add"));
  add_params(module);
  must(metaobj_job_add_file(emit, "op.o"));
  must(metaobj_job_set(emit, "output", "m.o"));
  must(metaobj_job_set(emit, "--header", "m.h"));
  must(metaobj_job_set(emit, "param-sections", NULL));
  must(metaobj_job_set(emit, "place", "a:section=.fast"));
  must(metaobj_job_set(emit, "place", "b:section=.slow"));
  metaobj_job_on_diagnostic(emit, count, &notes);
  metaobj_job_on_progress(emit, watch, &calls);
  must(metaobj_job_run(emit, &result));
  CHECK(notes == 2); /* What the operators are; tvmgen_net_mul was left out. */
  CHECK(calls > 0);
  CHECK(strstr(metaobj_buffer_data(result), "\"m.h\""));
  CHECK(strstr(metaobj_buffer_data(result), "3 parameters"));
  CHECK(metaobj_buffer_size(result) == strlen(metaobj_buffer_data(result)));
  metaobj_buffer_free(result);

  bytes = read_file("m.o", &size);
  must(metaobj_job_run_to_memory(emit, &output, NULL));
  CHECK(metaobj_buffer_size(output) == size);
  CHECK(memcmp(metaobj_buffer_data(output), bytes, size) == 0);
  CHECK(metaobj_buffer_data(output)[size] == 0);
  metaobj_buffer_free(output);

  descriptor = open("by-descriptor.o", O_RDWR | O_CREAT | O_TRUNC, 0666);
  must(metaobj_job_run_to_descriptor(emit, descriptor, NULL));
  CHECK(close(descriptor) == 0);
  other = read_file("by-descriptor.o", &again);
  CHECK(again == size && memcmp(other, bytes, size) == 0);
  free(other);

  metaobj_job_on_progress(emit, stop, NULL);
  fails(metaobj_job_run(emit, NULL), METAOBJ_ERROR_INPUT, "m.o",
        "writing was stopped", "");
  metaobj_job_on_progress(emit, NULL, NULL);
  metaobj_job_on_diagnostic(emit, NULL, NULL);
  CHECK(deleted == 0);
  metaobj_job_free(emit);
  CHECK(deleted == 2);

  /* Objects, too, are in memory now. */
  emit = job("emit");
  must(metaobj_job_add_module_callback(emit, "compiler", fill, &fills));
  other = read_file("op.o", &again);
  must(metaobj_job_add_bytes(emit, "op.o", other, again));
  must(metaobj_job_set(emit, "param-sections", "true"));
  must(metaobj_job_set(emit, "place", "a:section=.fast"));
  must(metaobj_job_set(emit, "place", "b:section=.slow"));
  must(metaobj_job_run_to_memory(emit, &output, NULL));
  CHECK(metaobj_buffer_size(output) == size);
  CHECK(memcmp(metaobj_buffer_data(output), bytes, size) == 0);
  metaobj_buffer_free(output);
  CHECK(deleted == 4);
  must(metaobj_job_run_to_memory(emit, &output, NULL));
  metaobj_buffer_free(output);
  fails(metaobj_job_run_to_memory(emit, &output, NULL), METAOBJ_ERROR_INPUT,
        "compiler", "the compiler is tired", "");
  metaobj_job_free(emit);

  emit = job("emit");
  must(metaobj_job_add_module(emit, "compiler", &module));
  must(metaobj_module_add_object(module, "memory.o", other, again));
  must(metaobj_job_run_to_memory(emit, &output, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"read\": []"));
  metaobj_buffer_free(result);
  metaobj_buffer_free(output);
  metaobj_job_free(emit);
  free(other);
  free(bytes);

  /* What the test makes by the command line, too. */
  emit = job("emit");
  must(metaobj_job_add_file(emit, "op.o"));
  must(metaobj_job_add_module(emit, "compiler", &module));
  add_params(module);
  must(metaobj_job_set(emit, "o", "plain.o"));
  must(metaobj_job_run(emit, NULL));
  metaobj_job_free(emit);
}

static void inspect(void) {
  static const char buffers[] = "id,lower,upper,size\na,0,2,16\nb,1,3,16\n";
  metaobj_job *each = job("inspect");
  metaobj_buffer *result = NULL, *output = NULL;
  char *bytes;
  size_t size;
  must(metaobj_job_add_file(each, "m.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"name\": \"add\""));
  CHECK(strstr(metaobj_buffer_data(result), "\"section\": \".fast"));
  metaobj_buffer_free(result);
  fails(metaobj_job_set(each, "base", "somewhere"), METAOBJ_ERROR_USAGE, "",
        "expected an address for --base, such as 0x8000, found 'somewhere'",
        "");
  metaobj_job_clear_options(each);
  must(metaobj_job_run(each, NULL));
  fails(metaobj_job_run_to_memory(each, &result, NULL), METAOBJ_ERROR_USAGE, "",
        "inspect has an output only with --extract", "run the job without one");

  /* The elements of a parameter, in the host's byte order. */
  must(metaobj_job_set(each, "extract", "b"));
  must(metaobj_job_run_to_memory(each, &output, &result));
  CHECK(metaobj_buffer_size(output) == sizeof(weights));
  CHECK(memcmp(metaobj_buffer_data(output), weights, sizeof(weights)) == 0);
  CHECK(strstr(metaobj_buffer_data(result), "\"dtype\": \"float32\""));
  CHECK(strstr(metaobj_buffer_data(result), "\"byte_order\": "));
  metaobj_buffer_free(output);
  metaobj_buffer_free(result);
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "", "no output file",
        "set the option output to its path, or extract to memory");
  must(metaobj_job_set(each, "output", "b.bin"));
  must(metaobj_job_run(each, NULL));
  bytes = read_file("b.bin", &size);
  CHECK(size == sizeof(weights) && memcmp(bytes, weights, size) == 0);
  free(bytes);
  must(metaobj_job_add_file(each, "op.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "",
        "a parameter is extracted from one file, not from 2", "");
  metaobj_job_free(each);

  each = job("diff");
  must(metaobj_job_add_file(each, "m.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "",
        "two files are compared, not 1", "");
  must(metaobj_job_add_file(each, "by-descriptor.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"equal\": true"));
  metaobj_buffer_free(result);
  metaobj_job_free(each);

  each = job("size");
  must(metaobj_job_add_file(each, "m.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"flash\""));
  metaobj_buffer_free(result);
  metaobj_job_free(each);

  each = job("check");
  must(metaobj_job_add_file(each, "m.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"links\": false"));
  CHECK(strstr(metaobj_buffer_data(result), "tvmgen_net_add"));
  metaobj_buffer_free(result);
  must(metaobj_job_add_file(each, "op.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"links\": true"));
  CHECK(!strstr(metaobj_buffer_data(result), "\"fits\""));
  metaobj_buffer_free(result);
  must(metaobj_job_set(each, "memory", "ram=0x0:64K"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"fits\": false"));
  CHECK(strstr(metaobj_buffer_data(result), "parts have no addresses yet"));
  metaobj_buffer_free(result);
  metaobj_job_free(each);

  each = job("plan");
  must(
      metaobj_job_add_bytes(each, "buffers.csv", buffers, sizeof(buffers) - 1));
  must(metaobj_job_set(each, "pool", "sram:64"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"sram\""));
  metaobj_buffer_free(result);
  metaobj_job_free(each);
}

struct told {
  int calls;
  uint64_t done, total; /**< Of the last one. */
};

static int tell(uint64_t done, uint64_t total, void *user) {
  struct told *of = user;
  ++of->calls;
  of->done = done;
  of->total = total;
  return 0;
}

/** Progress comes ten times a second and at the end, however many files there
 * are. */
static void pace(void) {
  enum { COUNT = 24, BYTES = 1 << 20 };
  static uint8_t elements[COUNT * BYTES];
  static const int64_t length[1] = {BYTES};
  metaobj_job *emit = job("emit");
  metaobj_module *module = NULL;
  metaobj_tensor_t each = tensor();
  struct told told = {0, 0, 0};
  struct timespec begin, end;
  double seconds;
  char name[16];
  int i;
  each.ndim = 1;
  each.dtype.code = 1;
  each.dtype.bits = 8;
  each.shape = length;
  must(metaobj_job_add_file(emit, "op.o"));
  must(metaobj_job_add_module(emit, "compiler", &module));
  for (i = 0; i != COUNT; ++i) {
    snprintf(name, sizeof(name), "p%d", i);
    each.data = elements + i * BYTES;
    elements[i * BYTES] = (uint8_t)i;
    must(metaobj_module_add_tensor(module, name, &each));
  }
  must(metaobj_job_set(emit, "shards", "24"));
  must(metaobj_job_set(emit, "output", "shard.o"));
  metaobj_job_on_progress(emit, tell, &told);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  must(metaobj_job_run(emit, NULL));
  clock_gettime(CLOCK_MONOTONIC, &end);
  seconds = (double)(end.tv_sec - begin.tv_sec) +
            (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
  CHECK(told.calls >= 1 && told.calls <= 10 * seconds + 2);
  CHECK(told.done == told.total && told.total != 0);
  metaobj_job_free(emit);
}

/** The result of \p command for the files m.o and op.o: with or without an
 * \p output, by paths or as bytes. */
static char *result_for(const char *command, const char *output, int is_first,
                        int is_second) {
  static const char *const names[2] = {"m.o", "op.o"};
  const int is_memory[2] = {is_first, is_second};
  metaobj_job *each = job(command);
  metaobj_buffer *result = NULL;
  char *text, *bytes;
  size_t size;
  int i;
  for (i = 0; i != 2; ++i) {
    if (!is_memory[i]) {
      must(metaobj_job_add_file(each, names[i]));
      continue;
    }
    bytes = read_file(names[i], &size);
    must(metaobj_job_add_bytes(each, names[i], bytes, size));
    memset(bytes, 0, size);
    free(bytes);
  }
  if (output)
    must(metaobj_job_set(each, "output", output));
  if (strcmp(command, "link") == 0) {
    must(metaobj_job_set(each, "r", NULL));
    must(metaobj_job_set(each, "linker-argument", "--print-map"));
    must(metaobj_job_set(each, "linker-argument", "--trace"));
  }
  must(metaobj_job_run(each, &result));
  text = malloc(metaobj_buffer_size(result) + 1);
  strcpy(text, metaobj_buffer_data(result));
  metaobj_buffer_free(result);
  metaobj_job_free(each);
  return text;
}

/** Commands that read files read bytes: also emit and plan, see above, and
 * device, see chip.c. */
static void bytes_are_files(void) {
  static const struct {
    const char *command;
    int has_order; /**< Of files and bytes among each other. */
  } commands[] = {
      {"inspect", 1}, {"size", 1}, {"diff", 1}, {"link", 1}, {"check", 0}};
  size_t i, size, again;
  int which;
  for (i = 0; i != sizeof(commands) / sizeof(commands[0]); ++i) {
    const char *command = commands[i].command;
    const char *output = strcmp(command, "link") == 0 ? "of-paths.o" : NULL;
    char *wanted = result_for(command, output, 0, 0), *found;
    for (which = 1; which != 4; ++which) {
      char *file, *other;
      if (!commands[i].has_order && which == 1)
        continue;
      found = result_for(command, output ? "of-bytes.o" : NULL, which & 1,
                         which >> 1);
      CHECK(strstr(found, ".link-") == NULL);
      CHECK(strcmp(found, wanted) == 0);
      free(found);
      if (!output)
        continue;
      file = read_file(output, &size);
      other = read_file("of-bytes.o", &again);
      CHECK(size == again && memcmp(file, other, size) == 0);
      free(file);
      free(other);
    }
    free(wanted);
  }
}

/** Paths are bytes; JSON has all of them, too. */
static void paths(void) {
  metaobj_job *each = job("emit");
  metaobj_buffer *result = NULL;
  unlink("op\x80.o");
  CHECK(symlink("op.o", "op\x80.o") == 0);
  must(metaobj_job_add_file(each, "op\x80.o"));
  must(metaobj_job_set(each, "output", "m\xff.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"6dff2e6f\""));
  CHECK(strstr(metaobj_buffer_data(result), "\"read_hex\""));
  metaobj_buffer_free(result);
  metaobj_job_free(each);
  each = job("inspect");
  must(metaobj_job_add_file(each, "m\xff.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"file_hex\": \"6dff2e6f\""));
  metaobj_buffer_free(result);
  metaobj_job_free(each);
  each = job("inspect");
  must(metaobj_job_add_file(each, "none\xff.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_INPUT, "none\\FF.o",
        "no such file or directory", "");
  metaobj_job_free(each);
}

static int holds(const metaobj_buffer *buffer, const char *text) {
  size_t size = metaobj_buffer_size(buffer), length = strlen(text), i;
  for (i = 0; i + length <= size; ++i)
    if (!memcmp(metaobj_buffer_data(buffer) + i, text, length))
      return 1;
  return 0;
}

/** Any bytes become data, in memory as well. */
static void embed(void) {
  metaobj_job *each = job("embed");
  metaobj_buffer *output = NULL, *result = NULL;
  must(metaobj_job_add_bytes(each, "net.bin", "any bytes", 9));
  must(metaobj_job_set(each, "mtriple", "thumbv7m-none-eabi"));
  must(metaobj_job_set(each, "type", "const char[9]"));
  must(metaobj_job_run_to_memory(each, &output, &result));
  CHECK(holds(output, "any bytes"));
  CHECK(holds(output, "net_bin_end"));
  metaobj_buffer_free(output);
  metaobj_buffer_free(result);
  metaobj_job_free(each);
  each = job("embed");
  must(metaobj_job_add_bytes(each, "net.bin", "any bytes", 9));
  must(metaobj_job_set(each, "mtriple", "thumbv7m-none-eabi"));
  must(metaobj_job_set(each, "type", "const char[8]"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "",
        "no output file: name it with -o", "");
  must(metaobj_job_set(each, "output", "net.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_INPUT, "net.bin",
        "has 9 bytes, and its type takes 8", "choose another --type");
  metaobj_job_free(each);
}

static void link_objects(void) {
  metaobj_job *each = job("link");
  metaobj_buffer *result = NULL;
  metaobj_error *error;
  must(metaobj_job_add_file(each, "op.o"));
  must(metaobj_job_add_file(each, "m.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "", "no output file",
        "set the option output to its path");
  must(metaobj_job_set(each, "r", NULL));
  must(metaobj_job_set(each, "output", "joined.o"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "\"bytes\""));
  metaobj_buffer_free(result);
  metaobj_job_free(each);
  CHECK(access("joined.o", R_OK) == 0);

  /* Standard output is that of this program, and a path is no option. */
  unlink("@op.o");
  CHECK(symlink("op.o", "@op.o") == 0);
  each = job("link");
  must(metaobj_job_add_file(each, "@op.o"));
  must(metaobj_job_set(each, "r", NULL));
  must(metaobj_job_set(each, "output", "mapped.o"));
  must(metaobj_job_set(each, "linker-argument", "--print-map"));
  must(metaobj_job_set(each, "linker-argument", "--trace"));
  must(metaobj_job_run(each, &result));
  CHECK(strstr(metaobj_buffer_data(result), "./@op.o\\n"));
  CHECK(strstr(metaobj_buffer_data(result), "op.o:(.text)"));
  metaobj_buffer_free(result);
  must(metaobj_job_set(each, "linker-argument", "--version"));
  error = metaobj_job_run(each, NULL);
  CHECK(error && strstr(metaobj_error_details(error), "LLD"));
  fails(error, METAOBJ_ERROR_INPUT, "mapped.o",
        "the linker has only printed what one of its arguments asks for",
        "leave out arguments such as --help and --version");
  must(metaobj_job_set(each, "linker-argument", "-oother.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_INPUT,
        "linker argument '-oother.o'", "names another output",
        "name the file by the option of metaobj");
  CHECK(access("other.o", F_OK) != 0);
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "mapped.o"));
  must(metaobj_job_set(each, "linker-argument", "-mllvm"));
  must(metaobj_job_set(each, "linker-argument", "-help"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_INPUT,
        "linker argument '-mllvm'", "has LLVM print 'help' and end the process",
        "run the linker as a program of its own");
  metaobj_job_free(each);
}

struct used {
  metaobj_job *job;
  metaobj_module *module;
  int calls;
};

/** A job and its modules are in use while it runs. */
static void use_running(const metaobj_diagnostic *what, void *user) {
  struct used *of = user;
  metaobj_tensor_t late = tensor();
  (void)what;
  ++of->calls;
  fails(metaobj_job_run(of->job, NULL), METAOBJ_ERROR_USAGE, "",
        "the job is running", "make another job for what a callback does");
  fails(metaobj_job_set(of->job, "prefix", "x"), METAOBJ_ERROR_USAGE, "",
        "the job is running", "make another job for what a callback does");
  fails(metaobj_module_add_tensor(of->module, "late", &late),
        METAOBJ_ERROR_USAGE, "", "the job of the module is running",
        "fill the module before, or by a callback");
  metaobj_job_clear_options(of->job);
  metaobj_job_on_diagnostic(of->job, NULL, NULL);
}

static void running(void) {
  struct used of = {NULL, NULL, 0};
  metaobj_buffer *output = NULL;
  of.job = job("emit");
  must(metaobj_job_add_file(of.job, "op.o"));
  must(metaobj_job_add_module(of.job, "compiler", &of.module));
  must(metaobj_module_add_function(of.module, "tvmgen_net_add", NULL));
  metaobj_job_on_diagnostic(of.job, use_running, &of);
  must(metaobj_job_run_to_memory(of.job, &output, NULL));
  metaobj_buffer_free(output);
  CHECK(of.calls == 2);
  metaobj_job_free(of.job);
}

static void faults(void) {
  metaobj_job *each = NULL;
  int full;
  metaobj_module *module = NULL;
  metaobj_tensor_t wrong = tensor();
  fails(
      metaobj_job_create("mend", &each), METAOBJ_ERROR_USAGE, "",
      "unknown command 'mend'",
      "known are: emit, embed, inspect, diff, size, link, device, check, plan");
  fails(metaobj_job_create("emit", NULL), METAOBJ_ERROR_USAGE, "",
        "a job needs a command and a place for its handle", "");
  fails(metaobj_job_run(NULL, NULL), METAOBJ_ERROR_USAGE, "", "the job is NULL",
        "");
  each = job("emit");
  must(metaobj_job_add_file(each, "op.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "",
        "no output file: name it with -o", "");
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_set(each, "prefx", "x"), METAOBJ_ERROR_USAGE, "",
        "unknown option 'prefx'", "did you mean 'prefix'");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "none.o"));
  must(metaobj_job_set(each, "prefix", "x"));
  fails(metaobj_job_set(each, "prefix", "y"), METAOBJ_ERROR_USAGE, "",
        "--prefix is set twice", "");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_set(each, "x86-asm-syntax", "intel"), METAOBJ_ERROR_USAGE,
        "", "unknown option 'x86-asm-syntax'", "");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_set(each, "record", "perhaps"), METAOBJ_ERROR_USAGE, "",
        "expected true or false for --record, found 'perhaps'", "");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_set(each, "plan-effort", "great"), METAOBJ_ERROR_USAGE, "",
        "expected a number from 0 to 9 for --plan-effort, found 'great'", "");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_set(each, "fsync", 0), METAOBJ_ERROR_USAGE, "",
        "unknown option 'fsync'",
        "outputs are left to the system's cache: run 'sync' afterwards");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_set(each, "code-model", "great"), METAOBJ_ERROR_USAGE, "",
        "unknown value 'great' for --code-model; known are: tiny, small, "
        "kernel, medium, large",
        "");
  metaobj_job_clear_options(each);
  must(metaobj_job_spell_settings(each, METAOBJ_KEYWORDS));
  fails(metaobj_job_set(each, "param-sections", "x"), METAOBJ_ERROR_USAGE, "",
        "expected true or false for param_sections=, found 'x'", "");
  must(metaobj_job_set(each, "workspace-io", NULL));
  must(metaobj_job_set(each, "output", "none.o"));
  fails(metaobj_job_run(each, NULL), METAOBJ_ERROR_USAGE, "",
        "workspace_io= is for an executor: add executor=aot", "");
  must(metaobj_job_spell_settings(each, METAOBJ_FLAGS));
  metaobj_job_clear_options(each);
  fails(metaobj_job_spell_settings(each, 7), METAOBJ_ERROR_USAGE, "",
        "unknown spelling 7", "");
  fails(metaobj_job_set(each, "output", "-"), METAOBJ_ERROR_USAGE, "",
        "the option output names a standard stream, which is for the command "
        "line",
        "name a file");
  fails(metaobj_job_set(each, "prefix", NULL), METAOBJ_ERROR_USAGE, "",
        "--prefix needs a value", "");
  metaobj_job_clear_options(each);
  must(metaobj_job_set(each, "output", "a"));
  fails(metaobj_job_set(each, "o", "b"), METAOBJ_ERROR_USAGE, "",
        "-o is set twice", "");
  metaobj_job_clear_options(each);
  fails(metaobj_job_run_to_descriptor(each, 12345, NULL), METAOBJ_ERROR_INPUT,
        "metadata.o", "bad file descriptor", "");
  full = open("/dev/full", O_WRONLY);
  must(metaobj_job_set(each, "header", "none.h"));
  fails(metaobj_job_run_to_descriptor(each, full, NULL), METAOBJ_ERROR_INPUT,
        "metadata.o", "no space left on device", "");
  close(full);
  CHECK(access("none.h", F_OK) != 0);
  metaobj_job_clear_options(each);

  must(metaobj_job_add_module(each, "compiler", &module));
  wrong.device.device_type = 2;
  fails(metaobj_module_add_tensor(module, "w", &wrong), METAOBJ_ERROR_INPUT,
        "parameter 'w'", "its memory is on a device (CUDA), not the CPU's",
        "copy it to the CPU first");
  deleted = 0;
  fails(metaobj_module_add_versioned_tensor(module, "w", versioned(2)),
        METAOBJ_ERROR_INPUT, "parameter 'w'",
        "its tensor has version 2.1 of DLPack, wanted 1",
        "ask its maker for version 1");
  CHECK(deleted == 1);
  fails(metaobj_module_add_managed_tensor(NULL, "w", managed()),
        METAOBJ_ERROR_USAGE, "",
        "a parameter needs a module, a name and a tensor", "");
  CHECK(deleted == 2);
  metaobj_job_free(each);
  CHECK(access("none.o", F_OK) != 0);
  metaobj_job_free(NULL);
  metaobj_error_free(NULL);
  metaobj_buffer_free(NULL);
}

/** Another LLVM does its work before and after. */
static void use_llvm(void *library) {
  void *(*create)(void) = NULL;
  void *(*module)(const char *, void *) = NULL;
  char *(*print)(void *) = NULL;
  char *text;
  if (!library)
    return;
  *(void **)&create = dlsym(library, "LLVMContextCreate");
  *(void **)&module = dlsym(library, "LLVMModuleCreateWithNameInContext");
  *(void **)&print = dlsym(library, "LLVMPrintModuleToString");
  CHECK(create && module && print);
  text = print(module("of another LLVM", create()));
  CHECK(strstr(text, "of another LLVM"));
}

int main(int argc, char **argv) {
  void *other = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) : NULL;
  CHECK(argc == 1 || other);
  CHECK(metaobj_api_version() ==
        (METAOBJ_API_VERSION_MAJOR << 16 | METAOBJ_API_VERSION_MINOR));
  CHECK(*metaobj_version() && *metaobj_llvm_version());
  use_llvm(other);
  emit();
  inspect();
  pace();
  bytes_are_files();
  paths();
  embed();
  link_objects();
  faults();
  running();
  use_llvm(other);
  puts("all flows passed");
  return 0;
}
