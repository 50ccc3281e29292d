/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Decodes damaged forms of the frame in argv[1], whose content is in argv[2].
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm_crt/param_decoder.h>

#define WINDOW_LOG 17

static unsigned char *frame, *content;
static size_t frame_size, content_size;
static unsigned long long refused, harmless, wrong;

static unsigned char *load(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  unsigned char *data;
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  data = malloc(*size + 1);
  if (fread(data, 1, *size, file) != *size)
    exit(9);
  fclose(file);
  return data;
}

/* Exactly as large as they may be, so that a byte too far is seen. */
static void attempt(const unsigned char *data, size_t size, int whole) {
  unsigned char *stored = malloc(size), *out = malloc(content_size);
  size_t work_size =
      whole ? TVMParamDecode_WorkSize() : TVMParamReader_WorkSize(WINDOW_LOG);
  void *work = malloc(work_size);
  tvm_crt_error_t status;
  memcpy(stored, data, size);
  memset(out, 0x5a, content_size);
  if (whole) {
    status = TVMParamDecode(stored, size, out, content_size, work, work_size);
  } else {
    TVMParamReader reader;
    size_t done = 0;
    status = TVMParamReader_Open(&reader, stored, size, content_size,
                                 WINDOW_LOG, work, work_size);
    while (status == kTvmErrorNoError && done != content_size) {
      size_t count = content_size - done < 100 ? content_size - done : 100;
      status = TVMParamReader_Read(&reader, out + done, count);
      done += count;
    }
  }
  if (status != kTvmErrorNoError && status != kTvmErrorParamCorrupt &&
      status != kTvmErrorParamWindow)
    exit(8);
  if (status != kTvmErrorNoError)
    ++refused;
  else if (memcmp(out, content, content_size) == 0)
    ++harmless;
  else
    ++wrong;
  free(work);
  free(out);
  free(stored);
}

static void report(const char *what) {
  printf("%s %llu %llu %llu\n", what, refused, harmless, wrong);
  refused = harmless = wrong = 0;
}

int main(int argc, char **argv) {
  unsigned char *copy;
  size_t i;
  int whole, bit;
  if (argc != 3)
    return 7;
  frame = load(argv[1], &frame_size);
  content = load(argv[2], &content_size);
  copy = malloc(2 * frame_size);
  for (whole = 0; whole != 2; ++whole)
    attempt(frame, frame_size, whole);
  report("sound");
  for (whole = 0; whole != 2; ++whole)
    for (i = 0; i != frame_size; ++i)
      attempt(frame, i, whole);
  report("prefixes");
  for (whole = 0; whole != 2; ++whole)
    for (i = 0; i != frame_size; ++i) {
      memcpy(copy, frame, frame_size);
      copy[i] = (unsigned char)~copy[i];
      attempt(copy, frame_size, whole);
    }
  report("bytes");
  for (whole = 0; whole != 2; ++whole)
    for (i = 0; i != frame_size; ++i)
      for (bit = 0; bit != 8; ++bit) {
        memcpy(copy, frame, frame_size);
        copy[i] = (unsigned char)(copy[i] ^ 1 << bit);
        attempt(copy, frame_size, whole);
      }
  report("bits");
  memcpy(copy, frame, frame_size);
  memcpy(copy + frame_size, frame, frame_size);
  for (whole = 0; whole != 2; ++whole)
    for (i = 1; i <= frame_size; ++i)
      attempt(copy, frame_size + i, whole);
  report("longer");
  free(copy);
  free(content);
  free(frame);
  return 0;
}
