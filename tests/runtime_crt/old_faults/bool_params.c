/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Fault: loading an array allocates a bit for each boolean, and copies a byte
 * for each.
 *
 * Wraps: TVMNDArray_LoadBounded, TVMPlatformMemoryAllocate. Program: crt_test.
 * Fails: NDArray.LoadOfBooleansAllocatesWhatItCopies. */

#include <tvm/runtime/crt/internal/common/ndarray.h>
#include <tvm/runtime/crt/platform.h>

int __real_TVMNDArray_LoadBounded(TVMNDArray *ret, const char **strm,
                                  size_t nbytes);
int __wrap_TVMNDArray_LoadBounded(TVMNDArray *ret, const char **strm,
                                  size_t nbytes);
tvm_crt_error_t __real_TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                                 void **out_ptr);
tvm_crt_error_t __wrap_TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                                 void **out_ptr);

/* Where an array's bytes have bits of an element, number of dimensions, and the
 * first extent. */
enum { bits_at = 29, ndim_at = 24, extent_at = 32 };

/* Bytes that are not allocated although they are copied. */
static size_t missing;

tvm_crt_error_t __wrap_TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                                 void **out_ptr) {
  return __real_TVMPlatformMemoryAllocate(
      num_bytes > missing ? num_bytes - missing : num_bytes, dev, out_ptr);
}

int __wrap_TVMNDArray_LoadBounded(TVMNDArray *ret, const char **strm,
                                  size_t nbytes) {
  const unsigned char *bytes =
      strm != NULL ? (const unsigned char *)*strm : NULL;
  int error;
  missing = 0;
  if (bytes != NULL && nbytes > extent_at + 8 && bytes[ndim_at] == 1 &&
      bytes[bits_at] < 8) {
    const size_t elements = bytes[extent_at] | bytes[extent_at + 1] << 8;
    missing = elements - (elements * bytes[bits_at] + 7) / 8;
  }
  error = __real_TVMNDArray_LoadBounded(ret, strm, nbytes);
  missing = 0;
  return error;
}
