/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file graph_executor.h
 * Runs a model that graph JSON describes: its operators and their order, as
 * TVM's graph executor writes it.
 *
 *     TVMGraphExecutor *executor = NULL;
 *     status = TVMGraphExecutor_Create(json, system_lib, &cpu, &executor);
 *     status = TVMGraphExecutor_LoadParams(executor, params, params_size);
 *     status = TVMGraphExecutor_SetInput(executor, "input", &input);
 *     status = TVMGraphExecutor_Run(executor);
 *     status = TVMGraphExecutor_GetOutput(executor, 0, &output);
 *     status = TVMGraphExecutor_Release(&executor);
 *
 * Only TVMGraphExecutor_Create allocates memory, in two blocks of
 * TVMPlatformMemoryAllocate: tables, and the tensors, which share memory by
 * storage_id of the JSON. Parameters that are linked into the program (the
 * module has _lookup_linked_param) take no memory: operators read them in
 * place. The other executor functions use only the stack.
 *
 * A function returns 0 on success and otherwise one of the codes that it lists,
 * after storing a text for TVMGetLastError. NULL for an executor, name or
 * tensor is kTvmErrorFunctionCallInvalidArg everywhere. TVM's own functions of
 * these names abort instead, or return nothing.
 *
 * Many programs ignore results. A failure has three consequences, so that no
 * program takes old memory for a result:
 *
 * - Its text goes to the platform's log (TVMLogf in logging.h), unless
 *   TVM_CRT_LOG_LEVEL is below TVM_CRT_LOG_LEVEL_ERROR.
 * - TVMGraphExecutor_Run fails, with kTvmErrorExecutorNotReady, while an input
 *   is not set. After a refused call that should have set it, it is not set,
 *   whatever it was before. After refused parameters Run fails until others
 *   are loaded; after a name that there is not, or a refused output, the next
 *   run fails.
 * - Unless the last run succeeded, TVMGraphExecutor_GetOutput fails and fills
 *   the program's tensor with bytes 0xff: not a number in floating point, -1 in
 *   integers.
 *
 * A program's tensor must have as many elements as the graph's tensor, each
 * with as many bits and lanes, in CPU memory; lanes of 0 count as 1. As with
 * TVM, the number of the device, the type's code, strides and byte_offset are
 * ignored and need no value: data points to the first element, and the others
 * follow without gaps.
 */

#ifndef TVM_RUNTIME_CRT_GRAPH_EXECUTOR_H_
#define TVM_RUNTIME_CRT_GRAPH_EXECUTOR_H_

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A model that is ready to run. */
typedef struct TVMGraphExecutor TVMGraphExecutor;

/**
 * Make an executor.
 *
 * \param sym_json The graph. It ends with its closing brace: what follows, a
 * NUL or anything, is not read. Text without that brace must have a NUL. Not
 * needed after the call: what is kept of it are the names of inputs, as copies.
 * At most 65534 nodes, tensors, and operator arguments; extents below 2^31 - 8.
 * Escapes in names are not resolved. Inputs are the nodes of op null, in order,
 * as arg_nodes has them. flatten_data must be 0. Keys that are not known are
 * skipped.
 * \param module_handle The module with the operators; must stay live.
 * \param devices The first one must be a CPU, of any number; the executor's
 * tensors are on CPU 0. Not NULL.
 * \param executor Receives the executor, for TVMGraphExecutor_Release; NULL
 * after any other failure than one of NULL arguments. Not NULL.
 * \return kTvmErrorExecutorBadGraph for JSON that is malformed, does not fit
 * together, or is beyond these limits; the last error shows the text from the
 * fault on. The same for an operator with an output in the storage of a linked
 * parameter, which cannot be written; a view of one (__nop) may be there.
 * kTvmErrorFunctionNameNotFound for an operator that the module does not have.
 * kTvmErrorExecutorModuleBadContext for another device. The platform's error
 * when it has no memory. What _lookup_linked_param returned when it failed.
 */
TVM_CRT_MUST_CHECK int TVMGraphExecutor_Create(const char *sym_json,
                                               TVMModuleHandle module_handle,
                                               const DLDevice *devices,
                                               TVMGraphExecutor **executor);

/** \return Index of the input or parameter of this name; -1, with the last
 * error set, when there is none. */
int TVMGraphExecutor_GetInputIndex(TVMGraphExecutor *executor,
                                   const char *name);

/**
 * The name of an input or parameter: with TVMGraphExecutor_GetNumInputs a way
 * to all of them. An addition to TVM's interface.
 *
 * \param executor The executor.
 * \param index Its number, from 0.
 * \param name Receives the name, which lives as long as the executor; unchanged
 * on failure. Not NULL.
 * \return kTvmErrorExecutorModuleNoSuchInput.
 */
int TVMGraphExecutor_GetInputName(TVMGraphExecutor *executor, int index,
                                  const char **name);

/** \return Number of inputs, parameters included; 0 for NULL. */
int TVMGraphExecutor_GetNumInputs(TVMGraphExecutor *executor);

/** \return Number of outputs; 0 for NULL. */
int TVMGraphExecutor_GetNumOutputs(TVMGraphExecutor *executor);

/**
 * Let operators read an input where it is, without a copy.
 *
 * \param executor The executor.
 * \param name Name of the input.
 * \param data_in Its elements must live until the input is set again or the
 * executor is released, and be aligned as the operators expect; the structure
 * is not needed after the call. See above for what is looked at. For a tensor
 * with a byte_offset that means something there is TVMGraphExecutor_CopyInput.
 * \return kTvmErrorExecutorModuleNoSuchInput; kTvmErrorFunctionCallInvalidArg
 * for a tensor that is not like this.
 */
int TVMGraphExecutor_SetInput(TVMGraphExecutor *executor, const char *name,
                              DLTensor *data_in);

/**
 * Copy parameters into the executor's memory.
 *
 * \param executor The executor.
 * \param param_blob A params file as TVM writes it, of any alignment; not
 * needed after the call. Numbers come out in the machine's byte order.
 * \param param_size Its size in bytes. Bytes behind the file's end do not
 * matter.
 * \return kTvmErrorParamCorrupt for bytes that are no such file;
 * kTvmErrorExecutorModuleNoSuchInput for a name that the graph does not have;
 * kTvmErrorFunctionCallInvalidArg for a parameter of another type or size than
 * the graph's, or for one that is linked into the program and has other
 * elements there. Parameters in front of the bad one are then set. One that
 * TVMGraphExecutor_SetInput bound is written into the memory given there.
 */
TVM_CRT_MUST_CHECK int TVMGraphExecutor_LoadParams(TVMGraphExecutor *executor,
                                                   const char *param_blob,
                                                   uint32_t param_size);

/**
 * Run all operators, in the order of the graph.
 *
 * \param executor The executor.
 * \return What the first operator that failed returned; those behind it did not
 * run. The last error is then "<function>: operator", or, when the operator set
 * a text of its own, "<text>: operator: <function>". An error, too, when the
 * module was freed. kTvmErrorExecutorNotReady, with the name, when an input
 * that an operator or output reads was never set, bound, copied, loaded, linked
 * or handed out by TVMGraphExecutor_InputTensor; the same after refused calls,
 * as told above.
 */
int TVMGraphExecutor_Run(TVMGraphExecutor *executor);

/**
 * Copy an output.
 *
 * \param executor The executor.
 * \param idx Index of the output.
 * \param out Receives the elements. See above for what is looked at.
 * \return kTvmErrorFunctionCallInvalidArg when there is no such output or when
 * the tensor is not like this; nothing is written then.
 * kTvmErrorExecutorNotReady when the last run failed or there was none; the
 * elements are then all bytes 0xff.
 */
TVM_CRT_MUST_CHECK int TVMGraphExecutor_GetOutput(TVMGraphExecutor *executor,
                                                  const int32_t idx,
                                                  DLTensor *out);

/**
 * Free an executor.
 *
 * \param executor Set to NULL on success. Neither it nor what it points to may
 * be NULL.
 * \return The platform's error; the executor can then only be released again,
 * which goes on where this failed.
 */
int TVMGraphExecutor_Release(TVMGraphExecutor **executor);

#ifdef __cplusplus
}
#endif

#endif /* TVM_RUNTIME_CRT_GRAPH_EXECUTOR_H_ */
