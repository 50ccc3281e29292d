/*===- metaobj-c/metaobj.h - The library for every language -------*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * What the program metaobj does, as functions of C in the shared library
 * libmetaobj.so.1. The library brings an LLVM of its own and shows nothing of
 * it: a program may hold any other LLVM besides. It has no other state than its
 * handles; it prints nothing, and reads no environment but the folder for
 * temporary files (TMPDIR).
 *
 * A job is one command of the program, with its inputs and options:
 *
 *     metaobj_job *job = NULL;
 *     metaobj_error *error = metaobj_job_create("emit", &job);
 *     if (!error) error = metaobj_job_add_file(job, "op.o");
 *     if (!error) error = metaobj_job_add_file(job, "net.params");
 *     if (!error) error = metaobj_job_set(job, "output", "metadata.o");
 *     if (!error) error = metaobj_job_run(job, NULL);
 *     if (error) fprintf(stderr, "%s\n", metaobj_error_message(error));
 *     metaobj_error_free(error);
 *     metaobj_job_free(job);
 *
 * Versions. Within a major version, functions and fields are only added; each
 * says since when it is available. A structure that a caller makes starts with
 * its size, so that it can grow. Options are text, so that new ones change
 * nothing here.
 *
 * Errors. A function that can fail returns NULL, or an error that the caller
 * frees. Then it has changed nothing: outputs appear all together or not at
 * all, and old files stay.
 *
 * Text is UTF-8 with a NUL at its end. Texts that are passed in are copied.
 * Texts of a handle live as long as it does.
 *
 * Threads. Any number of threads may work at the same time, each with handles
 * of its own. One handle belongs to one thread at a time. Callbacks come from
 * the thread that runs the job, or from one that it waits for, never from two
 * at once. Linking is the exception: in one process one link runs at a time,
 * others wait.
 *
 * While a job runs, its callbacks may use every other handle, but neither the
 * job nor its modules: that is an error, or has no effect.
 *
 * A handle may be freed as NULL, which does nothing. After an error, the places
 * for results are as they were.
 */
#ifndef METAOBJ_C_METAOBJ_H
#define METAOBJ_C_METAOBJ_H

#include "metaobj_abi.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define METAOBJ_API
#else
#define METAOBJ_API __attribute__((visibility("default")))
#endif

/** The version of this header. */
#define METAOBJ_API_VERSION_MAJOR 1
#define METAOBJ_API_VERSION_MINOR 3

/**
 * The version of the library: major << 16 | minor. A program made with this
 * header needs the same major version and at least the same minor version.
 * Available since 1.0.
 */
METAOBJ_API uint32_t metaobj_api_version(void);

/** The release of metaobj: "0.1.0". Available since 1.0. */
METAOBJ_API const char *metaobj_version(void);

/** The release of the LLVM inside: "19.1.7". Available since 1.0. */
METAOBJ_API const char *metaobj_llvm_version(void);

/* Errors */

/** One error, or several in a row. */
typedef struct metaobj_error metaobj_error;

/** Kinds of errors. */
enum {
  /** The inputs, or what the system does with files, are at fault. */
  METAOBJ_ERROR_INPUT = 1,
  /** The call is: a null pointer, an unknown option, a value that is none. */
  METAOBJ_ERROR_USAGE = 2
};

/** METAOBJ_ERROR_INPUT, METAOBJ_ERROR_USAGE, or a later kind. Available since
 * 1.0. */
METAOBJ_API int metaobj_error_kind(const metaobj_error *error);

/** What is wrong, in one line, without the input. Never NULL. Options have two
 * dashes in it, as on the command line. Available since 1.0. */
METAOBJ_API const char *metaobj_error_message(const metaobj_error *error);

/** The faulty input: a path, "lib.a(op.o)", a parameter; "" if there is none.
 * Available since 1.0. */
METAOBJ_API const char *metaobj_error_input(const metaobj_error *error);

/** The next step; "" if there is none. Available since 1.0. */
METAOBJ_API const char *metaobj_error_hint(const metaobj_error *error);

/** More lines, a table; "" if there are none. Available since 1.0. */
METAOBJ_API const char *metaobj_error_details(const metaobj_error *error);

/** The next of several errors, or NULL. It belongs to \p error. Available since
 * 1.0. */
METAOBJ_API const metaobj_error *metaobj_error_next(const metaobj_error *error);

/** Frees \p error and all that follow it. Available since 1.0. */
METAOBJ_API void metaobj_error_free(metaobj_error *error);

/* Bytes */

/** Bytes that the library has made: an object, or JSON. */
typedef struct metaobj_buffer metaobj_buffer;

/** The first byte; a NUL follows the last one. Never NULL. Available since 1.0.
 */
METAOBJ_API const char *metaobj_buffer_data(const metaobj_buffer *buffer);

/** Number of bytes, without the NUL. Available since 1.0. */
METAOBJ_API size_t metaobj_buffer_size(const metaobj_buffer *buffer);

/** Frees \p buffer. Available since 1.0. */
METAOBJ_API void metaobj_buffer_free(metaobj_buffer *buffer);

/* Jobs */

/** One command with its inputs and options. It can run several times. */
typedef struct metaobj_job metaobj_job;

/**
 * Makes a job for the command \p command of the program metaobj, and stores it
 * in \p job:
 *
 * - "emit": files, bytes and modules, as a model
 * - "embed" (since 1.3): files, folders and bytes, which become data
 * - "inspect", "size": files and bytes
 * - "check", "link": files and bytes, which are objects and archives
 * - "diff": two files or bytes
 * - "plan": files and bytes, which are a graph and parameters
 * - "device" (since 1.1): files and bytes, as a model. The option action is one
 *   of the command line's actions.
 *
 * docs/c-api.md has the JSON of their results.
 *
 * Another command, or one that this library was built without, is an error.
 * Available since 1.0.
 */
METAOBJ_API metaobj_error *metaobj_job_create(const char *command,
                                              metaobj_job **job);

/** Frees \p job, its modules and what they own. Available since 1.0. */
METAOBJ_API void metaobj_job_free(metaobj_job *job);

/**
 * Sets the option \p key, which is one of the command line without its dashes
 * ("prefix" for --prefix, "output" or "o" for -o). \p value is its value;
 * NULL for a flag, which also takes "true" and "false". An option that can be
 * repeated gets one more value; any other may be set once. Options that only
 * print are unknown here: json, csv, quiet.
 *
 * "-" is refused: standard streams belong to the program. The name and the form
 * of the value are checked at once, options that contradict each other when the
 * job runs. Available since 1.0.
 */
METAOBJ_API metaobj_error *metaobj_job_set(metaobj_job *job, const char *key,
                                           const char *value);

/**
 * All commands with their options, as JSON (docs/c-api.md): names, forms of
 * values, known values and help. Those that are "of_programs" are not for
 * metaobj_job_set. Available since 1.2.
 */
METAOBJ_API metaobj_error *metaobj_settings(metaobj_buffer **result);

/** How texts spell options: as on a command line, or as Python's keywords. */
enum { METAOBJ_FLAGS = 0, METAOBJ_KEYWORDS = 1 };

/** In which way the errors and diagnostics of \p job spell options; by default
 * METAOBJ_FLAGS. Available since 1.2. */
METAOBJ_API metaobj_error *metaobj_job_spell_settings(metaobj_job *job,
                                                      int spelling);

/** Takes back all options, for another run of the job. Available since 1.0. */
METAOBJ_API void metaobj_job_clear_options(metaobj_job *job);

/** Adds the file \p path, of any kind that the command takes, behind those
 * before. It is opened when the job runs. Available since 1.0. */
METAOBJ_API metaobj_error *metaobj_job_add_file(metaobj_job *job,
                                                const char *path);

/** Adds a copy of \p size bytes at \p data as a file that is called \p name in
 * messages. "link" (since 1.3), "inspect", "size" and "diff" take files and
 * bytes in the order in which they were added; "emit", "embed", "plan", "check"
 * and "device" take bytes behind all files. "link" has them in a folder for
 * temporary files while it runs; it refuses a thin archive, whose members are
 * other files. Available since 1.0. */
METAOBJ_API metaobj_error *metaobj_job_add_bytes(metaobj_job *job,
                                                 const char *name,
                                                 const void *data, size_t size);

/** A warning or a note. */
typedef struct metaobj_diagnostic {
  size_t size;         /**< sizeof(metaobj_diagnostic) of the library. */
  int32_t severity;    /**< METAOBJ_NOTE or METAOBJ_WARNING. */
  const char *input;   /**< As metaobj_error_input. */
  const char *message; /**< As metaobj_error_message. */
  const char *hint;    /**< As metaobj_error_hint. */
  const char *details; /**< As metaobj_error_details. */
} metaobj_diagnostic;

/** metaobj_diagnostic::severity. */
enum { METAOBJ_NOTE = 1, METAOBJ_WARNING = 2 };

/** Receives a warning or note; its texts are valid during the call. */
typedef void (*metaobj_diagnostic_fn)(const metaobj_diagnostic *what,
                                      void *user);

/** Receives the number of bytes that are written, and of all bytes. \p done
 * starts again when another step of the work begins. A result other than 0 ends
 * the job with an error, unless all is done already. */
typedef int (*metaobj_progress_fn)(uint64_t done, uint64_t total, void *user);

/** Sends warnings and notes to \p function with \p user; NULL: nobody gets
 * them, as before the call. Available since 1.0. */
METAOBJ_API void metaobj_job_on_diagnostic(metaobj_job *job,
                                           metaobj_diagnostic_fn function,
                                           void *user);

/** Calls \p function with \p user while parameters are compressed, and while
 * they are written to a file, not to memory or a descriptor ("emit", "embed"),
 * and while bytes move ("device"): at most ten times a second, and once more
 * when all is done; NULL: nobody, as before the call. Available since 1.0. */
METAOBJ_API void metaobj_job_on_progress(metaobj_job *job,
                                         metaobj_progress_fn function,
                                         void *user);

/**
 * Runs the job. Its files appear, and \p result receives JSON, which the caller
 * frees; \p result may be NULL.
 *
 * "check" says by its JSON that objects do not link; it fails for files that it
 * cannot read. "inspect" with the option verify, and "size" with a budget, fail
 * when something is damaged or too large. Available since 1.0.
 */
METAOBJ_API metaobj_error *metaobj_job_run(metaobj_job *job,
                                           metaobj_buffer **result);

/** Runs a job of "emit" or "embed" and stores what it emits in \p output, not
 * in a file. The option output then only names it in a map or depfile
 * (metadata.o unless set). Several shards, and archives, are errors. \p result
 * as for metaobj_job_run.
 *
 * A job of "inspect" with the option extract stores the elements of the
 * parameter with this name, in the byte order of the file; \p result tells type
 * and shape. Available since 1.0. */
METAOBJ_API metaobj_error *metaobj_job_run_to_memory(metaobj_job *job,
                                                     metaobj_buffer **output,
                                                     metaobj_buffer **result);

/** The same, but writes it to the open file \p descriptor from its current
 * position on, and does not close it. After an error, part of it may be
 * written, but no other file. Available since 1.0. */
METAOBJ_API metaobj_error *
metaobj_job_run_to_descriptor(metaobj_job *job, int descriptor,
                              metaobj_buffer **result);

/* Modules */

/**
 * Functions, parameters and objects that a compiler has in memory, for "emit".
 * Their functions come before those of files, in their order; without any, the
 * objects tell them. A module belongs to its job.
 */
typedef struct metaobj_module metaobj_module;

/** Adds an empty module to \p job and stores it in \p module. \p name is its
 * name in messages. Available since 1.0. */
METAOBJ_API metaobj_error *metaobj_job_add_module(metaobj_job *job,
                                                  const char *name,
                                                  metaobj_module **module);

/** Fills \p module, which is valid during the call, with the functions below.
 * Returns NULL, or the text of an error, which it keeps valid until the job has
 * ended. */
typedef const char *(*metaobj_module_fn)(metaobj_module *module, void *user);

/** Adds a module that \p fill fills each time the job runs. What it gives must
 * stay valid until the job has run. Available since 1.0. */
METAOBJ_API metaobj_error *
metaobj_job_add_module_callback(metaobj_job *job, const char *name,
                                metaobj_module_fn fill, void *user);

/** Lists the function \p name, whose symbol is \p symbol; NULL: the same.
 * Available since 1.0. */
METAOBJ_API metaobj_error *metaobj_module_add_function(metaobj_module *module,
                                                       const char *name,
                                                       const char *symbol);

/** Adds an object, an archive, LLVM bitcode or IR: \p size bytes at \p data,
 * which stay valid until the job is freed. \p name is for messages. Available
 * since 1.0. */
METAOBJ_API metaobj_error *metaobj_module_add_object(metaobj_module *module,
                                                     const char *name,
                                                     const void *data,
                                                     size_t size);

/** Adds the parameter \p name. \p tensor has the layout of DLPack's DLTensor,
 * so that a pointer to one may be cast; it is read at once, but its elements
 * stay where they are, valid until the job is freed. Memory of other devices,
 * strides that are not compact and types below one byte, other than bool, are
 * errors. Available since 1.0. */
METAOBJ_API metaobj_error *
metaobj_module_add_tensor(metaobj_module *module, const char *name,
                          const metaobj_tensor_t *tensor);

/** Same layout as DLManagedTensor of DLPack. */
typedef struct metaobj_managed_tensor {
  metaobj_tensor_t tensor;
  void *manager_ctx;
  void (*deleter)(struct metaobj_managed_tensor *self); /**< May be NULL. */
} metaobj_managed_tensor;

/** The same, but takes ownership: the deleter is called once, when the job is
 * freed (when its run ends, in a module that a callback fills), or at once if
 * the tensor is refused. Available since 1.0. */
METAOBJ_API metaobj_error *
metaobj_module_add_managed_tensor(metaobj_module *module, const char *name,
                                  metaobj_managed_tensor *tensor);

/** Same layout as DLManagedTensorVersioned of DLPack 1.x. */
typedef struct metaobj_versioned_tensor {
  uint32_t major_version; /**< 1. */
  uint32_t minor_version;
  void *manager_ctx;
  void (*deleter)(struct metaobj_versioned_tensor *self); /**< May be NULL. */
  uint64_t flags; /**< Read-only tensors and copies are as good as others. */
  metaobj_tensor_t tensor;
} metaobj_versioned_tensor;

/** The same for such a tensor. Another major version is an error. Available
 * since 1.0. */
METAOBJ_API metaobj_error *
metaobj_module_add_versioned_tensor(metaobj_module *module, const char *name,
                                    metaobj_versioned_tensor *tensor);

/* Devices */

/** Sets the elements of the input \p name of the graph, as the option input
 * does, to those of \p tensor, which are copied. For "device". Their type is
 * that of the input; n times as many are for n runs. Available since 1.1. */
METAOBJ_API metaobj_error *
metaobj_job_add_input(metaobj_job *job, const char *name,
                      const metaobj_tensor_t *tensor);

/**
 * A device with the operators of a job, until it is closed: a chip behind a
 * debugger or with a server, or a process of this machine.
 *
 *     metaobj_chip *chip = NULL;
 *     metaobj_call *call = NULL;
 *     metaobj_job_create("device", &job);
 *     metaobj_job_set(job, "via", "host");
 *     metaobj_job_add_file(job, "operators.o");
 *     metaobj_job_open_chip(job, &chip);
 *     metaobj_call_create(chip, "tvmgen_net_add", &call);
 *     metaobj_call_add_tensor(call, "x", &x, METAOBJ_INPUT);
 *     metaobj_call_add_tensor(call, "y", &y, METAOBJ_OUTPUT);
 *     metaobj_call_run(call, NULL);
 *
 * Faults of operators are errors: their details have the registers. The chip
 * can go on after them.
 */
typedef struct metaobj_chip metaobj_chip;

/** Connects with the device that the options of \p job name, links and loads
 * the objects among its inputs, and stores the device in \p chip. The option
 * function, which may be repeated, names functions to call; without it the
 * objects tell them. Without inputs, the chip has memory and registers only, or
 * what its own server has. The job may be freed before the chip. Available
 * since 1.1. */
METAOBJ_API metaobj_error *metaobj_job_open_chip(metaobj_job *job,
                                                 metaobj_chip **chip);

/** Runs \p job, which is of "device" and has a graph, with the operators of
 * \p chip. Its own options tell inputs and comparison; those of the way and of
 * memory are the chip's. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_job_run_on_chip(metaobj_job *job,
                                                   metaobj_chip *chip,
                                                   metaobj_buffer **result);

/** Ends the connection. Everything else that is done with \p chip and its
 * calls is an error then. Available since 1.1. */
METAOBJ_API void metaobj_chip_close(metaobj_chip *chip);

/** Closes and frees \p chip, but not its calls. Available since 1.1. */
METAOBJ_API void metaobj_chip_free(metaobj_chip *chip);

/** Calls \p function with \p user while the chip works, at least each second:
 * with the bytes that were read and written since the work began, and 0. A
 * result other than 0 ends the work with an error. NULL: nobody. The function
 * must not use the chip. Available since 1.1. */
METAOBJ_API void metaobj_chip_on_progress(metaobj_chip *chip,
                                          metaobj_progress_fn function,
                                          void *user);

/** Stores JSON in \p result: "device", the names of "functions", bytes of
 * "memory" ("program", "heap", "used"), and "areas" of memory that the device
 * tells of ("kind", "address", "bytes", "block_bytes"). Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_chip_describe(metaobj_chip *chip,
                                                 metaobj_buffer **result);

/** Stores JSON in \p result: an object with all registers. Available since 1.1.
 */
METAOBJ_API metaobj_error *metaobj_chip_registers(metaobj_chip *chip,
                                                  metaobj_buffer **result);

/** Reads \p size bytes at \p address into \p bytes. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_chip_read(metaobj_chip *chip,
                                             uint64_t address, void *bytes,
                                             size_t size);

/** Writes \p size bytes at \p bytes to \p address. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_chip_write(metaobj_chip *chip,
                                              uint64_t address,
                                              const void *bytes, size_t size);

/** Connects again, resets the device, and loads the operators again. After an
 * error the chip is closed. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_chip_reset(metaobj_chip *chip);

/** The call of a function with its arguments. It can run several times. */
typedef struct metaobj_call metaobj_call;

/** Makes a call of \p function, which is checked when the call runs, and stores
 * it in \p call. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_create(metaobj_chip *chip,
                                               const char *function,
                                               metaobj_call **call);

/** Frees \p call, also after its chip. Available since 1.1. */
METAOBJ_API void metaobj_call_free(metaobj_call *call);

/** What a call does with a tensor. */
enum {
  METAOBJ_INPUT = 0,  /**< The device gets the elements. */
  METAOBJ_OUTPUT = 1, /**< The elements are written when the call is done. */
  /** As METAOBJ_INPUT, but the elements stay on the device, if it has room, and
   * are sent again only when they have changed. */
  METAOBJ_CONSTANT = 2
};

/** Adds a tensor, which is read at once, but its elements stay where they are
 * while the call runs. They are written with METAOBJ_OUTPUT. \p name is for
 * messages. Errors are those of metaobj_module_add_tensor. Available since 1.1.
 */
METAOBJ_API metaobj_error *
metaobj_call_add_tensor(metaobj_call *call, const char *name,
                        const metaobj_tensor_t *tensor, int use);

/** Adds a number. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_add_int(metaobj_call *call,
                                                int64_t value);

/** Adds a truth value: 0, or another number for true. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_add_bool(metaobj_call *call, int value);

/** Adds a number. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_add_double(metaobj_call *call,
                                                   double value);

/** Adds a text, without a NUL in it. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_add_string(metaobj_call *call,
                                                   const char *value);

/** Adds \p size bytes at \p bytes, which are copied. Available since 1.1. */
METAOBJ_API metaobj_error *
metaobj_call_add_bytes(metaobj_call *call, const void *bytes, size_t size);

/** Adds an address on the device, of the type \p code of TVM: 3 for any other
 * pointer. Available since 1.1. */
METAOBJ_API metaobj_error *
metaobj_call_add_handle(metaobj_call *call, uint64_t address, int32_t code);

/** Adds a null pointer. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_add_null(metaobj_call *call);

/** What a function has returned, and how long it took. */
typedef struct metaobj_result metaobj_result;

/** Runs the call. \p result, which may be NULL, receives what the caller
 * frees. After an error, outputs may be changed. Available since 1.1. */
METAOBJ_API metaobj_error *metaobj_call_run(metaobj_call *call,
                                            metaobj_result **result);

/** Frees \p result. Available since 1.1. */
METAOBJ_API void metaobj_result_free(metaobj_result *result);

/** Stores the cycles of the call in \p cycles and returns 1; 0 if they were not
 * counted. Available since 1.1. */
METAOBJ_API int metaobj_result_cycles(const metaobj_result *result,
                                      uint64_t *cycles);

/** What counted: "DWT", "SysTick", "mcycle", "TSC", or a later one; "" for
 * nothing. Available since 1.1. */
METAOBJ_API const char *metaobj_result_counter(const metaobj_result *result);

/** Kinds of values. */
enum {
  METAOBJ_VALUE_NULL = 0,
  METAOBJ_VALUE_BOOL = 1,
  METAOBJ_VALUE_INT = 2,
  METAOBJ_VALUE_DOUBLE = 3,
  METAOBJ_VALUE_STRING = 4,
  METAOBJ_VALUE_BYTES = 5,
  METAOBJ_VALUE_DTYPE = 6,  /**< DLDataType. */
  METAOBJ_VALUE_DEVICE = 7, /**< DLDevice. */
  METAOBJ_VALUE_HANDLE = 8, /**< An address on the device. */
  METAOBJ_VALUE_TENSOR = 9
};

/** The kind of the value that was returned, or of a later kind. Available since
 * 1.1. */
METAOBJ_API int metaobj_result_kind(const metaobj_result *result);

/** A number, a truth value as 0 or 1, or an address; 0 for other kinds.
 * Available since 1.1. */
METAOBJ_API int64_t metaobj_result_int(const metaobj_result *result);

/** A number; 0 for other kinds. Available since 1.1. */
METAOBJ_API double metaobj_result_double(const metaobj_result *result);

/** A string or bytes, with their number in \p size, which may be NULL; a NUL
 * follows them. Other kinds: "". Available since 1.1. */
METAOBJ_API const char *metaobj_result_bytes(const metaobj_result *result,
                                             size_t *size);

/** A tensor, which belongs to \p result. Of another kind, NULL; but of
 * METAOBJ_VALUE_DTYPE and METAOBJ_VALUE_DEVICE, one without elements, whose
 * dtype or device it is. Available since 1.1. */
METAOBJ_API const metaobj_tensor_t *
metaobj_result_tensor(const metaobj_result *result);

/* The command line */

/**
 * Runs the program metaobj with \p argc arguments at \p argv, the first of
 * which is the name of the program, and ends the process with its exit status.
 * It uses the standard streams, and handlers of signals: for a process that is
 * nothing else, such as `python3 -m metaobj`. Available since 1.0.
 */
METAOBJ_API void metaobj_run_command_line(int argc, const char *const *argv);

#ifdef __cplusplus
}
#endif

#endif /* METAOBJ_C_METAOBJ_H */
