/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The modules that have a handle. */

#ifndef RUNTIME_CRT_SRC_RUNTIME_MODULE_TABLE_H_
#define RUNTIME_CRT_SRC_RUNTIME_MODULE_TABLE_H_

#include <tvm/runtime/crt/module.h>

/* Forgets all modules. */
void module_table_reset(void);

/* The registry of a live module, or NULL: index may have any value. */
const TVMFuncRegistry *module_table_registry(tvm_module_index_t index);

/* The handle of the system library, which is registered on the first call. As
 * TVMModCreateFromCModule. */
int module_table_system_lib(TVMModuleHandle *out_handle) TVM_CRT_MUST_CHECK;

#endif /* RUNTIME_CRT_SRC_RUNTIME_MODULE_TABLE_H_ */
