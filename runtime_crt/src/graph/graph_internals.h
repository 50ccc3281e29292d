/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Members of an executor that only programs with
 * internal/graph_executor/graph_executor.h have. */

#ifndef RUNTIME_CRT_SRC_GRAPH_GRAPH_INTERNALS_H_
#define RUNTIME_CRT_SRC_GRAPH_GRAPH_INTERNALS_H_

#include <stddef.h>

#include <tvm/runtime/crt/graph_executor.h>
#include <tvm_crt/attributes.h>

#include "config_tensors.h"

/* Where one definition replaces another, the program's header decides. */
#if !defined(TVM_CRT_NO_WEAK) && !defined(TVM_CRT_SINGLE_SOURCE)
#define HAS_GRAPH_INTERNALS 1
#define LACKS_GRAPH_INTERNALS 1
#elif TVM_CRT_ENABLE_GRAPH_INTERNALS
#define HAS_GRAPH_INTERNALS 1
#define LACKS_GRAPH_INTERNALS 0
#else
#define HAS_GRAPH_INTERNALS 0
#define LACKS_GRAPH_INTERNALS 1
#endif

/* Their bytes behind an executor that has counted what is in the text; 0 for
 * other programs. */
size_t tvm_crt_graph_internals_bytes(const TVMGraphExecutor *executor,
                                     const char *text);

/* Fills them in, in memory that is zero. */
void tvm_crt_graph_fill_internals(TVMGraphExecutor *executor, const char *text);

#endif /* RUNTIME_CRT_SRC_GRAPH_GRAPH_INTERNALS_H_ */
