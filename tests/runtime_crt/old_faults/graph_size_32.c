/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: the graph executor computes the size of a storage in 32 bits.
 *
 * Wraps: TVMPlatformMemoryAllocate. Program: crt_test. Fails:
 * GraphExecutor.SizeOfAStorageHasAllBits.
 * Also: GraphExecutor.SizesBeyondTheAddressSpaceAreRefused,
 * RpcServer.AllocationsHaveLimits. */

#include <tvm/runtime/crt/platform.h>

tvm_crt_error_t __real_TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                                 void **out_ptr);
tvm_crt_error_t __wrap_TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                                 void **out_ptr);

tvm_crt_error_t __wrap_TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                                 void **out_ptr) {
  return __real_TVMPlatformMemoryAllocate((uint32_t)num_bytes, dev, out_ptr);
}
