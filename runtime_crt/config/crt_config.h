/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file crt_config.h
 * Limits of the runtime. This file belongs to the program: copy it, change it,
 * and put its folder on the include path. A value given to the compiler with
 * -D wins over the one here. A value out of range stops the compilation of the
 * sources that use it; one that is left out is the default.
 *
 * The files of TVM v0.7 to v0.18 will do as they are. Values that this runtime
 * does not have are ignored: STRLEN_DLTYPE, PAGE_BITS and so on.
 *
 * Of the public headers packed_func.h, stack_allocator.h, tvm_crt/log.h and
 * tvm_crt/record.h include it, so generated operators are compiled without it.
 */

#ifndef TVM_RUNTIME_CRT_CONFIG_H_
#define TVM_RUNTIME_CRT_CONFIG_H_

#include <stdint.h>

/** Highest level of messages that are compiled in: one of
 * TVM_CRT_LOG_LEVEL_FATAL, _ERROR, _WARN, _INFO, _DEBUG, which are -1 to 3.
 * Default _ERROR. It is for programs (tvm_crt/log.h), for the RPC server, and
 * for the executors, whose failures are of level _ERROR; _FATAL leaves these
 * out, and then a program must look at every result. */
#ifndef TVM_CRT_LOG_LEVEL
#define TVM_CRT_LOG_LEVEL TVM_CRT_LOG_LEVEL_ERROR
#endif

/** Bytes of the count in front of a registry's names: 2 for functions compiled
 * by TVM v0.9 and later, 1 for v0.7 and v0.8. Default 2. It must be that of
 * every registry in the program. */
#ifndef TVM_CRT_FUNC_REGISTRY_COUNT_BYTES
#define TVM_CRT_FUNC_REGISTRY_COUNT_BYTES 2
#endif

/** Memory of the global function registry in bytes, in .bss: 64 to 65535,
 * default 512. A function takes its name, a NUL and an address; at most
 * size / (11 + sizeof(void *)) functions fit. The runtime's own functions take
 * about 145 bytes of names; with them, less than 256 bytes (TVM v0.7 has 200)
 * are taken as 384. */
#ifndef TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES
#define TVM_CRT_GLOBAL_FUNC_REGISTRY_SIZE_BYTES 512
#endif

/** Modules that may be registered at a time, the system library included: 1 to
 * 126, default 2. Each costs 8 bytes in .bss (16 with 64-bit pointers). A slot
 * can be freed and used again 8191 times, with up to 2 modules (4095 with 6,
 * 1023 with 30, 255 with 126), before the handle of a module that was freed, or
 * of its functions, could be taken for that of a new one. */
#ifndef TVM_CRT_MAX_REGISTERED_MODULES
#define TVM_CRT_MAX_REGISTERED_MODULES 2
#endif

/** Longest function name in bytes with its NUL: 36 to 32767; default 120, which
 * is what the longest name TVM generates needs, or TVM v0.7's
 * TVM_CRT_STRLEN_NAME where that is larger. A registry's scan stops at a longer
 * name. Costs no memory. */
#ifndef TVM_CRT_MAX_STRLEN_FUNCTION_NAME
#define TVM_CRT_MAX_STRLEN_FUNCTION_NAME 120
#endif

/** Most dimensions of a tensor: 1 to 32, default 6. */
#ifndef TVM_CRT_MAX_NDIM
#define TVM_CRT_MAX_NDIM 6
#endif

/** Most arguments in a TVMArgs (packed_func.h), whose size grows with it, and
 * of a function that a host calls through the RPC server: 1 to 255, default 10.
 * The executors do not use it: their operators may have any number of
 * arguments. */
#ifndef TVM_CRT_MAX_ARGS
#define TVM_CRT_MAX_ARGS 10
#endif

/** Alignment in bytes of the memory of arrays and of the graph executor's
 * tensors: a power of two, 8 to 4096. Default 16 where pointers have 32 bits,
 * 64 where they have more, as vectorised operators expect there. Each tensor
 * may waste that much memory. */
#ifndef TVM_CRT_TENSOR_ALIGNMENT_BYTES
#if UINTPTR_MAX > 0xffffffff
#define TVM_CRT_TENSOR_ALIGNMENT_BYTES 64
#else
#define TVM_CRT_TENSOR_ALIGNMENT_BYTES 16
#endif
#endif

/** Largest packet of the RPC protocol in bytes, framing included: 64 to 2^31-1,
 * default 2048. The runtime reports it to the host; the RPC server has a buffer
 * of this size in .bss. */
#ifndef TVM_CRT_MAX_PACKET_SIZE_BYTES
#define TVM_CRT_MAX_PACKET_SIZE_BYTES 2048
#endif

/** Blocks of memory that a host may hold at a time through the RPC server, and
 * ranges that the program lends it: 1 to 32767, default 16. Each costs 16 bytes
 * in .bss (32 with 64-bit pointers). */
#ifndef TVM_CRT_RPC_MAX_BLOCKS
#define TVM_CRT_RPC_MAX_BLOCKS 16
#endif

/** Bytes for the text of the last error with its NUL, in .bss: 32 to 65535,
 * default 128. Longer texts are cut. A program without the runtime library that
 * never calls TVMGetLastError has no text and does not pay for it. */
#ifndef TVM_CRT_LAST_ERROR_SIZE_BYTES
#define TVM_CRT_LAST_ERROR_SIZE_BYTES 128
#endif

/** 1 calls TVMPlatformLogError (platform.h) for each failure of the runtime,
 * for a log of errors: 0 or 1, default 0. Costs about 30 bytes of code. */
#ifndef TVM_CRT_ENABLE_ERROR_HOOK
#define TVM_CRT_ENABLE_ERROR_HOOK 0
#endif

/** 1 copies tensors and parameters by memcpy, 0 by a loop over words that needs
 * no libc. Default 1 with an operating system, 0 without; a board whose libc
 * has a fast memcpy wants 1. */
#ifndef TVM_CRT_ENABLE_MEMCPY
#if defined(__unix__) || defined(__APPLE__) || defined(_WIN32)
#define TVM_CRT_ENABLE_MEMCPY 1
#else
#define TVM_CRT_ENABLE_MEMCPY 0
#endif
#endif

/** For the runtime as a single source, or a compiler without weak functions: 1
 * if the program includes internal/graph_executor/graph_executor.h: 0 or 1,
 * default 0. Otherwise including it is enough. */
#ifndef TVM_CRT_ENABLE_GRAPH_INTERNALS
#define TVM_CRT_ENABLE_GRAPH_INTERNALS 0
#endif

/** 1 lets a module use an index of its registry (tvm_crt/registry_index.h), for
 * look-ups that take the same time whatever the number of functions: 0 or 1,
 * default 0. Costs about 500 bytes of code and a pointer in .bss for each
 * module.
 */
#ifndef TVM_CRT_ENABLE_REGISTRY_INDEX
#define TVM_CRT_ENABLE_REGISTRY_INDEX 0
#endif

/** 1 lets TVMInitializeRuntime register the runtime's own global functions,
 * which hosts call by name: runtime.SystemLib, tvm.rpc.server.ModuleGetFunction
 * and so on. 0 leaves them out, about 1 KiB; a program then gets its module by
 * TVMModCreateFromCModule, and TVM_CRT_ENABLE_TIME_EVALUATOR must be 0 too. 0
 * or 1, default 1. */
#ifndef TVM_CRT_ENABLE_BUILTIN_FUNCTIONS
#define TVM_CRT_ENABLE_BUILTIN_FUNCTIONS 1
#endif

/** 1 registers runtime.RPCTimeEvaluator, which measures functions for a host; 0
 * leaves it and its floating point out. Default 1. */
#ifndef TVM_CRT_ENABLE_TIME_EVALUATOR
#define TVM_CRT_ENABLE_TIME_EVALUATOR 1
#endif

/** Defined: the stack allocator checks that memory is freed in reverse order of
 * allocation, at 16 bytes a block at most. Default not defined. The spelling
 * TVM_CRT_STACK_ALLOCATOR_ENABLE_FIFO_CHECK means the same. */
/* #define TVM_CRT_STACK_ALLOCATOR_ENABLE_LIFO_CHECK */

/** How far back decoding a compressed parameter may look, as the logarithm to
 * base 2 of bytes: 10 to 27, default 17. Parameters that need more are refused;
 * the window of metaobj's --compress must not be larger. It bounds the work
 * memory of TVMParamReader, which the program gives (TVMParamReader_WorkSize).
 */
#ifndef TVM_CRT_PARAM_WINDOW_LOG
#define TVM_CRT_PARAM_WINDOW_LOG 17
#endif

/** Levels of the hash trees that TVMRecord_Verify (tvm_crt/record.h) has room
 * for, 32 bytes each in TVMRecordCheck: 1 to 64, default 24. A parameter of n
 * KiB takes log2(n) levels, and the hashes of m parameters log2(m / 32); what
 * needs more is refused. 24 are enough for 1000 parameters of 512 MiB each. */
#ifndef TVM_CRT_RECORD_LEVELS
#define TVM_CRT_RECORD_LEVELS 24
#endif

/** Memory that the semihosting port hands out, in bytes, in .bss: 16 to 2^31-1,
 * default 16384. Other ports ignore it. */
#ifndef TVM_CRT_PORT_ARENA_SIZE_BYTES
#define TVM_CRT_PORT_ARENA_SIZE_BYTES 16384
#endif

#endif /* TVM_RUNTIME_CRT_CONFIG_H_ */
