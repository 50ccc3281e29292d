/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Every wrong call has its error code. */

#include <stdio.h>
#include <stdlib.h>
#include <tvm_crt/param_decoder.h>
#define SHOW(call) printf("0x%x\n", (unsigned)(call))

int main(int argc, char **argv) {
  static unsigned char frame[4096], out[4096];
  static uint64_t work[1 << 17];
  FILE *file = fopen(argv[argc - 1], "rb");
  size_t size = fread(frame, 1, sizeof frame, file);
  TVMParamReader r;
  fclose(file);
  SHOW(TVMParamDecode(NULL, size, out, 2000, work, sizeof work));
  SHOW(TVMParamDecode(frame, size, NULL, 2000, work, sizeof work));
  SHOW(TVMParamDecode(frame, size, out, 2000, NULL, sizeof work));
  SHOW(TVMParamDecode(frame, size, out, 2000, (char *)work + 1, 400000));
  SHOW(TVMParamDecode(frame, size, out, 2000, work, 100));
  SHOW(TVMParamDecode(frame, size, out, 1999, work, sizeof work));
  SHOW(TVMParamDecode(frame, size, out, 2001, work, sizeof work));
  SHOW(TVMParamReader_Open(NULL, frame, size, 2000, 17, work, sizeof work));
  SHOW(TVMParamReader_Open(&r, frame, size, 2000, 9, work, sizeof work));
  SHOW(TVMParamReader_Open(&r, frame, size, 2000, 18, work, sizeof work));
  SHOW(TVMParamReader_Open(&r, frame, size, 2000, 10, work, sizeof work));
  SHOW(TVMParamReader_Open(&r, frame, size, 2000, 17, work,
                           TVMParamReader_WorkSize(17) - 1));
  SHOW(TVMParamReader_Read(&r, out, 1));
  SHOW(TVMParamReader_Open(&r, frame, size, 2000, 17, work, sizeof work));
  SHOW(TVMParamReader_Read(NULL, out, 1));
  SHOW(TVMParamReader_Read(&r, NULL, 1));
  SHOW(TVMParamReader_Read(&r, out, 2001));
  SHOW(TVMParamReader_Read(&r, out, 0));
  SHOW(TVMParamReader_Read(&r, out, 2000));
  SHOW(TVMParamReader_Read(&r, out, 1));
  printf("%d %d %d\n", (int)TVMParamReader_WorkSize(9),
         TVMParamReader_WorkSize(10) < TVMParamReader_WorkSize(17),
         (int)TVMParamReader_WorkSize(18));
  return 0;
}
