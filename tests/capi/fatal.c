/*===- fatal.c - Where LLVM would end the process -----------------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* Run in an empty folder, with the path of an object and of LLVM bitcode that
 * the code generator of its machine cannot compile. */

#include "check.h"

#include <metaobj-c/metaobj.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** A job for a machine with these features. */
static metaobj_job *emit(const char *features) {
  metaobj_job *job = NULL;
  metaobj_module *module = NULL;
  CHECK(!metaobj_job_create("emit", &job));
  CHECK(!metaobj_job_add_module(job, "compiler", &module));
  CHECK(!metaobj_module_add_function(module, "f", NULL));
  CHECK(!metaobj_job_set(job, "mtriple", "powerpc-unknown-linux-gnu"));
  CHECK(!metaobj_job_set(job, "output", "m.o"));
  CHECK(!metaobj_job_set(job, "header", "m.h"));
  if (features)
    CHECK(!metaobj_job_set(job, "mattr", features));
  return job;
}

static void expect(metaobj_error *error, const char *input, const char *text) {
  CHECK(error);
  if (metaobj_error_kind(error) != METAOBJ_ERROR_INPUT ||
      strcmp(metaobj_error_input(error), input) != 0 ||
      !strstr(metaobj_error_message(error), text)) {
    fprintf(stderr, "expected '%s': '%s'\nfound '%s': '%s'\n", input, text,
            metaobj_error_input(error), metaobj_error_message(error));
    exit(1);
  }
  metaobj_error_free(error);
}

static void must(metaobj_error *error) {
  if (error)
    fprintf(stderr, "%s\n", metaobj_error_message(error));
  CHECK(!error);
}

/** Fatal errors and work that is none, in turn. */
static void *run(void *unused) {
  int round;
  (void)unused;
  for (round = 0; round < 4; ++round) {
    metaobj_buffer *output = NULL;
    metaobj_job *bad = emit("+spe,+altivec"), *good = emit(NULL);
    expect(metaobj_job_run_to_memory(bad, &output, NULL),
           "--mtriple=powerpc-unknown-linux-gnu",
           "SPE and traditional floating point cannot both be enabled");
    CHECK(!output);
    /* The same job again: it still is whole. */
    metaobj_job_clear_options(bad);
    must(metaobj_job_set(bad, "mtriple", "powerpc-unknown-linux-gnu"));
    must(metaobj_job_run_to_memory(bad, &output, NULL));
    metaobj_buffer_free(output);
    metaobj_job_clear_options(good);
    must(metaobj_job_set(good, "mtriple", "powerpc-unknown-linux-gnu"));
    must(metaobj_job_run_to_memory(good, &output, NULL));
    metaobj_buffer_free(output);
    metaobj_job_free(bad);
    metaobj_job_free(good);
  }
  return NULL;
}

static void join(const char *object, const char *bitcode,
                 const char *expected) {
  metaobj_job *job = NULL;
  must(metaobj_job_create("link", &job));
  must(metaobj_job_add_file(job, object));
  must(metaobj_job_add_file(job, bitcode));
  must(metaobj_job_set(job, "output", "joined.so"));
  must(metaobj_job_set(job, "linker-argument", "-shared"));
  expect(metaobj_job_run(job, NULL), "ld.lld", expected);
  metaobj_job_free(job);
}

int main(int argc, char **argv) {
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  metaobj_job *bad = emit("+spe,+altivec");
  int i;
  CHECK(argc == 3);
  expect(metaobj_job_run(bad, NULL), "--mtriple=powerpc-unknown-linux-gnu",
         "SPE and traditional floating point cannot both be enabled");
  metaobj_job_free(bad);
  for (i = 0; i < THREADS; ++i)
    CHECK(pthread_create(&threads[i], NULL, run, NULL) == 0);
  for (i = 0; i < THREADS; ++i)
    CHECK(pthread_join(threads[i], NULL) == 0);
  join(argv[1], argv[2], "crashed: Cannot select: intrinsic");
  join(argv[1], argv[2], "crashed before in this process");
  run(NULL); /* All else goes on. */
  puts("nothing was fatal");
  return 0;
}
