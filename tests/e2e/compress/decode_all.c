/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Writes the elements of compressed parameter number i to the file i.whole,
 * and again, decoded piece by piece, to i.pieces. */

#include <metaobj-c/metaobj_abi.h>
#include <stdio.h>
#include <stdlib.h>
#include <tvm_crt/param_decoder.h>

METAOBJ_DECLARE_PARAMS(tvmgen_default);

static int write_file(unsigned index, const char *kind, const void *data,
                      size_t size) {
  char name[64];
  FILE *file;
  snprintf(name, sizeof name, "%u.%s", index, kind);
  file = fopen(name, "wb");
  return !file || fwrite(data, 1, size, file) != size || fclose(file);
}

static tvm_crt_error_t in_pieces(const metaobj_compressed_param_t *p,
                                 unsigned char *out, size_t piece) {
  size_t work_size = TVMParamReader_WorkSize(p->window_log), done = 0;
  void *work = malloc(work_size);
  size_t size = (size_t)p->param.size;
  TVMParamReader reader;
  tvm_crt_error_t status =
      TVMParamReader_Open(&reader, p->stored, p->stored_size, p->param.size,
                          p->window_log, work, work_size);
  while (status == kTvmErrorNoError && done != size) {
    size_t count = size - done < piece ? size - done : piece;
    status = TVMParamReader_Read(&reader, out + done, count);
    done += count;
  }
  free(work);
  return status;
}

int main(int argc, char **argv) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  size_t piece = (size_t)atoi(argv[argc - 1]);
  void *work = malloc(TVMParamDecode_WorkSize());
  uint32_t i;
  for (i = 0; i != metaobj_num_compressed(table); ++i) {
    const metaobj_compressed_param_t *p = metaobj_compressed_at(table, i);
    size_t size = (size_t)p->param.size;
    unsigned char *out = malloc(size);
    if (p->codec != METAOBJ_CODEC_ZSTD || p->param.tensor.data != NULL)
      return 2;
    if (TVMParamDecode(p->stored, p->stored_size, out, size, work,
                       TVMParamDecode_WorkSize()) ||
        write_file(i, "whole", out, size))
      return 3;
    if (in_pieces(p, out, piece) || write_file(i, "pieces", out, size))
      return 4;
    free(out);
    puts(p->param.name);
  }
  free(work);
  return 0;
}
