/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file graph_executor.h
 * Additions of the graph executor to TVM's interface. Results are as in
 * tvm/runtime/crt/graph_executor.h.
 */

#ifndef TVM_CRT_GRAPH_EXECUTOR_H_
#define TVM_CRT_GRAPH_EXECUTOR_H_

#include <tvm/runtime/crt/graph_executor.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Copy the elements of an input into the executor's memory, or into that which
 * TVMGraphExecutor_SetInput gave it.
 *
 * \param executor The executor.
 * \param name Name of the input.
 * \param data_in As for TVMGraphExecutor_SetInput, but not needed after the
 * call, and of any alignment; byte_offset counts, and strides, unless NULL,
 * must be those of elements without gaps.
 * \return As there; kTvmErrorFunctionCallInvalidArg also for a parameter that
 * is linked into the program, whose memory cannot be written.
 */
TVM_CRT_MUST_CHECK int TVMGraphExecutor_CopyInput(TVMGraphExecutor *executor,
                                                  const char *name,
                                                  DLTensor *data_in);

/**
 * The tensor of an input, for a program that writes the elements itself: the
 * input counts as set from now on.
 *
 * \param executor The executor.
 * \param index Index of the input.
 * \return The tensor, which belongs to the executor and of which only elements
 * may be written, and not those of a linked parameter; NULL, with the last
 * error set, when there is no such input.
 */
DLTensor *TVMGraphExecutor_InputTensor(TVMGraphExecutor *executor,
                                       int32_t index);

/** The tensor of an output. As TVMGraphExecutor_InputTensor; its elements are
 * those of the last run, and may be overwritten by the next. */
DLTensor *TVMGraphExecutor_OutputTensor(TVMGraphExecutor *executor,
                                        int32_t index);

#ifdef __cplusplus
}
#endif

#endif /* TVM_CRT_GRAPH_EXECUTOR_H_ */
