/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Copies of compressed bytes to the chip: metaobj.rpc.unpack. */

#include <tvm_crt/rpc_reliable.h>

#include "rpc/lz4_block.h"
#include "rpc/rpc_server.h"
#include "runtime/module_functions.h"

/* (address, offset, number of bytes, block): the bytes at address + offset are
 * those of the block, whose matches may reach back to the address. */
static int unpack(TVMValue *args, int *type_codes, int num_args,
                  TVMValue *ret_val, int *ret_type_code,
                  void *resource_handle) {
  static const int codes[] = {(int)kTVMOpaqueHandle, (int)kTVMArgInt,
                              (int)kTVMArgInt, (int)kTVMBytes};
  const size_t num_codes = sizeof(codes) / sizeof(codes[0]);
  const TVMByteArray *block;
  size_t offset;
  size_t num_bytes;
  bool is_valid = num_args == (int)num_codes;
  (void)ret_val;
  (void)ret_type_code;
  (void)resource_handle;
  for (size_t i = 0U; is_valid && (i < num_codes); i++) {
    is_valid = type_codes[i] == codes[i];
  }
  if (!is_valid) {
    return tvm_crt_rpc_fail("arguments");
  }
  block = args[3].v_handle;
  offset = (size_t)args[1].v_int64;
  num_bytes = (size_t)args[2].v_int64;
  if ((args[1].v_int64 < 0) || (args[1].v_int64 > (int64_t)PTRDIFF_MAX) ||
      (args[2].v_int64 < 0) || (args[2].v_int64 > (int64_t)PTRDIFF_MAX) ||
      !tvm_crt_rpc_has_memory(args[0].v_handle, 0U, offset + num_bytes, true)) {
    return tvm_crt_rpc_fail("address");
  }
  return tvm_crt_lz4_block((const uint8_t *)block->data, block->size,
                           args[0].v_handle, offset, num_bytes)
             ? 0
             : tvm_crt_rpc_fail("block");
}

tvm_crt_error_t TVMRpcServer_RegisterUnpack(void) {
  return (tvm_crt_error_t)tvm_crt_module_register("metaobj.rpc.unpack", unpack);
}
