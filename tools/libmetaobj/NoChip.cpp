//===- NoChip.cpp - Devices of C where they are left out ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In place of Chip.cpp and ChipCall.cpp: programs find all functions.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

using namespace llvm;
using namespace metaobj;

static metaobj_error *leftOut() {
  return usageError("devices are left out of this library",
                    buildWith("device"));
}

Expected<std::string> runDeviceCommand(const metaobj_job &, metaobj_chip *) {
  llvm_unreachable("no job has this command");
}

metaobj_error *metaobj_job_add_input(metaobj_job *, const char *,
                                     const metaobj_tensor_t *) {
  return leftOut();
}

metaobj_error *metaobj_job_open_chip(metaobj_job *, metaobj_chip **) {
  return leftOut();
}

metaobj_error *metaobj_job_run_on_chip(metaobj_job *, metaobj_chip *,
                                       metaobj_buffer **) {
  return leftOut();
}

void metaobj_chip_close(metaobj_chip *) {}

void metaobj_chip_free(metaobj_chip *) {}

void metaobj_chip_on_progress(metaobj_chip *, metaobj_progress_fn, void *) {}

metaobj_error *metaobj_chip_describe(metaobj_chip *, metaobj_buffer **) {
  return leftOut();
}

metaobj_error *metaobj_chip_registers(metaobj_chip *, metaobj_buffer **) {
  return leftOut();
}

metaobj_error *metaobj_chip_read(metaobj_chip *, uint64_t, void *, size_t) {
  return leftOut();
}

metaobj_error *metaobj_chip_write(metaobj_chip *, uint64_t, const void *,
                                  size_t) {
  return leftOut();
}

metaobj_error *metaobj_chip_reset(metaobj_chip *) { return leftOut(); }

metaobj_error *metaobj_call_create(metaobj_chip *, const char *,
                                   metaobj_call **) {
  return leftOut();
}

void metaobj_call_free(metaobj_call *) {}

metaobj_error *metaobj_call_add_tensor(metaobj_call *, const char *,
                                       const metaobj_tensor_t *, int) {
  return leftOut();
}

metaobj_error *metaobj_call_add_int(metaobj_call *, int64_t) {
  return leftOut();
}

metaobj_error *metaobj_call_add_bool(metaobj_call *, int) { return leftOut(); }

metaobj_error *metaobj_call_add_double(metaobj_call *, double) {
  return leftOut();
}

metaobj_error *metaobj_call_add_string(metaobj_call *, const char *) {
  return leftOut();
}

metaobj_error *metaobj_call_add_bytes(metaobj_call *, const void *, size_t) {
  return leftOut();
}

metaobj_error *metaobj_call_add_handle(metaobj_call *, uint64_t, int32_t) {
  return leftOut();
}

metaobj_error *metaobj_call_add_null(metaobj_call *) { return leftOut(); }

metaobj_error *metaobj_call_run(metaobj_call *, metaobj_result **) {
  return leftOut();
}

void metaobj_result_free(metaobj_result *) {}

int metaobj_result_cycles(const metaobj_result *, uint64_t *) { return 0; }

const char *metaobj_result_counter(const metaobj_result *) { return ""; }

int metaobj_result_kind(const metaobj_result *) { return 0; }

int64_t metaobj_result_int(const metaobj_result *) { return 0; }

double metaobj_result_double(const metaobj_result *) { return 0; }

const char *metaobj_result_bytes(const metaobj_result *, size_t *Size) {
  if (Size)
    *Size = 0;
  return "";
}

const metaobj_tensor_t *metaobj_result_tensor(const metaobj_result *) {
  return nullptr;
}
