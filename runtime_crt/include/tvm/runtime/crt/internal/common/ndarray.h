/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file ndarray.h
 * Tensors whose memory comes from the platform, and their form in params files.
 *
 * Each array owns one block of TVMPlatformMemoryAllocate, whose address is
 * dl_tensor.shape: the extents and, where the array has memory of its own, the
 * elements behind them. A program may therefore point dl_tensor.data somewhere
 * else and release the array all the same; dl_tensor.shape it must leave alone.
 *
 * An element takes whole bytes: (bits * lanes + 7) / 8 of them. So a boolean
 * takes one, and so does a four-bit number. Params files say the same.
 *
 * Unless said otherwise a function returns 0 on success and, after storing a
 * text for TVMGetLastError:
 *
 * - kTvmErrorFunctionCallInvalidArg for a NULL argument, for a number of
 *   dimensions below 0 or above TVM_CRT_MAX_NDIM, for a negative extent, for a
 *   type of no bits or lanes, and for a size beyond the address space;
 * - the platform's error, when it has no memory.
 *
 * The array is then unchanged.
 */

#ifndef TVM_RUNTIME_CRT_INTERNAL_COMMON_NDARRAY_H_
#define TVM_RUNTIME_CRT_INTERNAL_COMMON_NDARRAY_H_

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** First eight bytes of an array in a params file. */
#define kTVMNDArrayMagic UINT64_C(0xdd5e40f096b4a13f)
/** First eight bytes of a params file. */
#define kTVMNDArrayListMagic UINT64_C(0xf7e58d4f05049cb7)

/** A tensor that owns its extents and, maybe, its elements. */
typedef struct TVMNDArray {
  /** First, so that the array's address is that of a DLTensor. */
  DLTensor dl_tensor;
  /** For the program; 0 at first. No function here frees by it. */
  uint32_t reference_count;
} TVMNDArray;

/**
 * Make an array without elements: dl_tensor.data is NULL.
 *
 * \param ndim Number of dimensions, 0 for a scalar.
 * \param shape ndim extents, copied; may be NULL when ndim is 0.
 * \param dtype Type of an element.
 * \param dev Handed to the platform.
 * \param array Receives the array. Not NULL.
 * \return As the head of this file says.
 */
TVM_CRT_MUST_CHECK int TVMNDArray_Create(int32_t ndim, const tvm_index_t *shape,
                                         DLDataType dtype, DLDevice dev,
                                         TVMNDArray *array);

/** Make an array with memory for its elements, which are not set. Arguments and
 * result as for TVMNDArray_Create. */
TVM_CRT_MUST_CHECK int TVMNDArray_Empty(int32_t ndim, const tvm_index_t *shape,
                                        DLDataType dtype, DLDevice dev,
                                        TVMNDArray *array);

/**
 * Make an array over memory that belongs to somebody else, without a copy: a
 * linked parameter in flash, for example.
 *
 * \param data The elements, which must outlive the array; NULL when there are
 * none. An array over memory that cannot be written must not be.
 * \param nbytes Bytes at data; kTvmErrorBufferTooSmall when the elements need
 * more, and the array is then one without shape and elements.
 * \param ndim As for TVMNDArray_Create, like all that follow.
 * \return As the head of this file says.
 */
TVM_CRT_MUST_CHECK int TVMNDArray_CreateOver(void *data, size_t nbytes,
                                             int32_t ndim,
                                             const tvm_index_t *shape,
                                             DLDataType dtype, DLDevice dev,
                                             TVMNDArray *array);

/**
 * Make an array that shares the elements of another, with an own shape.
 *
 * \param arr The other, which must outlive the view. Not NULL. Its elements
 * may be anybody's, but must lie one behind the other.
 * \param shape As for TVMNDArray_Create, like ndim and dtype.
 * \param ndim See there.
 * \param dtype See there.
 * \param array_view Receives the view. Not NULL.
 * \return As for TVMNDArray_CreateOver.
 */
TVM_CRT_MUST_CHECK int TVMNDArray_CreateView(const TVMNDArray *arr,
                                             const tvm_index_t *shape,
                                             int32_t ndim, DLDataType dtype,
                                             TVMNDArray *array_view);

/**
 * Make an array of what a params file holds, in the target's byte order.
 *
 * \param ret Receives the array, with memory of its own. Not NULL.
 * \param strm Position in the file, of any alignment; moved behind the array
 * on success. Neither it nor what it points to may be NULL.
 * \param nbytes Bytes from there to the end of the file.
 * \return As the head of this file says; kTvmErrorParamCorrupt when the bytes
 * are no array, or one of 4 GiB or more.
 */
TVM_CRT_MUST_CHECK int TVMNDArray_LoadBounded(TVMNDArray *ret,
                                              const char **strm, size_t nbytes);

/** TVMNDArray_LoadBounded for a file whose end is not told: only for bytes that
 * are known to be whole. */
TVM_CRT_MUST_CHECK int TVMNDArray_Load(TVMNDArray *ret, const char **strm);

/**
 * Bytes that the elements take.
 *
 * \param array Not NULL.
 * \return The size; -1 when shape or type are not valid.
 */
int64_t TVMNDArray_DataSizeBytes(const TVMNDArray *array);

/** Add one to the count. \param arr Not NULL. */
void TVMNDArray_IncrementReference(TVMNDArray *arr);

/** Take one from the count, unless it is 0. \param arr Not NULL. \return The
 * new count. */
uint32_t TVMNDArray_DecrementReference(TVMNDArray *arr);

/**
 * Free what the array owns; elements over somebody else's memory stay. Arrays
 * are released in reverse order of their creation where the platform's memory
 * is a stack.
 *
 * \param arr An array that one of these functions made. Afterwards it has
 * neither shape nor elements, and releasing it again is an error.
 * \return 0; kTvmErrorFunctionCallInvalidArg; the platform's error.
 */
int TVMNDArray_Release(TVMNDArray *arr);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_INTERNAL_COMMON_NDARRAY_H_ */
