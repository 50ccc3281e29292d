/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* runtime.RPCTimeEvaluator makes an evaluator for a function and returns a
 * handle; calling the handle, with the function's arguments, measures. The
 * evaluator is the only function of a registry of its own.
 *
 * The number of arguments grew with TVM's releases. The first seven stayed:
 *
 *   0 module (NULL: a global function)  1 function name  2 device type
 *   3 device id  4 number  5 repeat  6 min_repeat_ms
 *
 * and then came, with f_preproc last in each, which must be the empty string:
 *
 *    8 arguments  (v0.8)   f_preproc
 *   10            (v0.9)   cooldown_interval_ms, repeats_to_cooldown
 *   11            (v0.10)  limit_zero_time_iterations, then those two
 *   12            (v0.14)  the same three, then cache_flush_bytes
 *
 * A device cannot sleep in a portable way and a microcontroller has no cache
 * worth flushing: cooldown and flush are accepted and not done. */

#include "runtime/time_evaluator.h"

#if TVM_CRT_ENABLE_TIME_EVALUATOR

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/platform.h>

#include "backend/failure.h"
#include "runtime/name_count.h"
#include "runtime/registry_table.h"

enum {
  arg_module,
  arg_name,
  arg_device_type,
  arg_device_id,
  arg_number,
  arg_repeat,
  arg_min_repeat_ms,
  /* Only with 11 and more arguments. */
  arg_limit_zero_time_iterations
};

/* Value of limit_zero_time_iterations where the host does not send it. */
#define DEFAULT_ZERO_TIME_LIMIT 100

/* The evaluator that was made last; there is one at a time. */
static struct {
  TVMFunctionHandle function;
  int32_t number;
  int32_t repeat;
  int32_t zero_time_limit;
  double min_repeat_seconds;
} evaluator;

/* What a measurement returns, in one allocation for TVMByteArrayFree. */
typedef struct {
  TVMByteArray bytes;
  double seconds[];
} measurements_t;

static const DLDevice cpu = {kDLCPU, 0};

static int refuse(tvm_crt_error_t error, const char *reason) {
  return tvm_crt_fail(error, "runtime.RPCTimeEvaluator", reason);
}

static int check_arguments(const TVMValue *args, const int *type_codes,
                           int num_args) {
  const int last = num_args - 1;
  if ((num_args != 8) && (num_args != 10) && (num_args != 11) &&
      (num_args != 12)) {
    return refuse(kTvmErrorFunctionCallNumArguments,
                  "there must be 8, 10, 11 or 12 arguments");
  }
  for (int i = 0; i < num_args; i++) {
    const int code = type_codes[i];
    int expected = (int)kTVMArgInt;
    if (i == (int)arg_module) {
      expected = (int)kTVMModuleHandle;
    } else if ((i == (int)arg_name) || (i == last)) {
      expected = (int)kTVMStr;
    } else {
      /* All others are numbers. */
    }
    if ((code != expected) &&
        ((i != (int)arg_module) || (code != (int)kTVMNullptr))) {
      return refuse(kTvmErrorFunctionCallWrongArgType,
                    "an argument has the wrong type");
    }
  }
  if ((args[arg_name].v_str == NULL) || (args[last].v_str == NULL) ||
      (args[last].v_str[0] != '\0')) {
    return refuse(kTvmErrorFunctionCallInvalidArg,
                  "preprocessing functions are not supported");
  }
  if ((args[arg_number].v_int64 < 1) ||
      (args[arg_number].v_int64 > INT32_MAX) ||
      (args[arg_repeat].v_int64 < 1) ||
      (args[arg_repeat].v_int64 > INT32_MAX) ||
      (args[arg_min_repeat_ms].v_int64 < 0) ||
      (args[arg_min_repeat_ms].v_int64 > INT32_MAX)) {
    return refuse(kTvmErrorFunctionCallInvalidArg,
                  "number, repeat or min_repeat_ms out of range");
  }
  if ((num_args >= 11) &&
      ((args[arg_limit_zero_time_iterations].v_int64 < 0) ||
       (args[arg_limit_zero_time_iterations].v_int64 > INT32_MAX))) {
    return refuse(kTvmErrorFunctionCallInvalidArg,
                  "limit_zero_time_iterations out of range");
  }
  return 0;
}

/* The arguments that the measured function is called with. */
typedef struct {
  TVMValue *values;
  int *type_codes;
  int count;
} call_arguments_t;

static int call_once(const call_arguments_t *args) {
  TVMValue result;
  int result_code;
  return TVMFuncCall(evaluator.function, args->values, args->type_codes,
                     args->count, &result, &result_code);
}

/* Seconds that number calls take. */
static int time_calls(const call_arguments_t *args, int32_t number,
                      double *seconds) {
  int error = (int)TVMPlatformBeforeMeasurement();
  if (error == 0) {
    error = (int)TVMPlatformTimerStart();
  }
  if (error != 0) {
    return error;
  }
  for (int32_t i = 0; (i < number) && (error == 0); i++) {
    error = call_once(args);
  }
  {
    /* The timer stops in any case, to be ready for the next measurement. */
    const int stop_error = (int)TVMPlatformTimerStop(seconds);
    if (error == 0) {
      error = stop_error;
    }
  }
  return (error != 0) ? error : (int)TVMPlatformAfterMeasurement();
}

/* One result: seconds per call, over at least the wanted time. number is kept
 * for the next result. */
static int measure(const call_arguments_t *args, int32_t *number,
                   double *seconds_per_call) {
  int32_t zero_times = 0;
  double seconds = 0.0;
  int error = time_calls(args, *number, &seconds);
  while ((error == 0) && (seconds < evaluator.min_repeat_seconds)) {
    if (seconds > 0.0) {
      /* Aim at the wanted time, and grow by the golden ratio at least. */
      const double count = (double)*number;
      const double wanted =
          (evaluator.min_repeat_seconds / (seconds / count)) + 1.0;
      const double grown = (count * 1.618) + 1.0;
      const double next = (wanted > grown) ? wanted : grown;
      *number = (next < (double)INT32_MAX) ? (int32_t)next : INT32_MAX;
    } else {
      /* A clock too coarse to see the calls. */
      zero_times++;
      if (zero_times >= evaluator.zero_time_limit) {
        break;
      }
      if (*number <= (INT32_MAX / 2)) {
        *number *= 2;
      }
    }
    error = time_calls(args, *number, &seconds);
  }
  if (error != 0) {
    return error;
  }
  *seconds_per_call = seconds / (double)*number;
  return 0;
}

/* A packed function. What it measures was found by its name, so it is never an
 * evaluator. */
static int evaluate(TVMValue *args, int *type_codes, int num_args,
                    TVMValue *ret_val, int *ret_type_code,
                    void *resource_handle) {
  const call_arguments_t call = {args, type_codes, num_args};
  const size_t repeat = (size_t)evaluator.repeat;
  const size_t header = offsetof(measurements_t, seconds);
  int32_t number = evaluator.number;
  void *memory = NULL;
  measurements_t *results;
  int error;
  (void)resource_handle;
  if (repeat > ((SIZE_MAX - header) / sizeof(double))) {
    return refuse(kTvmErrorFunctionCallInvalidArg, "repeat is too large");
  }
  error = (int)TVMPlatformMemoryAllocate(header + (repeat * sizeof(double)),
                                         cpu, &memory);
  if (error != 0) {
    return refuse((tvm_crt_error_t)error, "no memory for the results");
  }
  results = memory;
  /* The first call fills caches and pays for lazy set-up. */
  error = call_once(&call);
  for (size_t i = 0; (i < repeat) && (error == 0); i++) {
    error = measure(&call, &number, &results->seconds[i]);
  }
  if (error != 0) {
    (void)TVMPlatformMemoryFree(memory, cpu);
    return error;
  }
  results->bytes.data = &((const char *)memory)[header];
  results->bytes.size = repeat * sizeof(double);
  ret_val->v_handle = &results->bytes;
  *ret_type_code = kTVMBytes;
  return 0;
}

#define NAMES "evaluate\0"

static const struct {
  name_count_t count;
  char text[sizeof(NAMES)];
} names = {1U, NAMES};

static const TVMBackendPackedCFunc functions[] = {evaluate};
static const TVMFuncRegistry registry = {(const char *)&names, functions};

int tvm_crt_time_evaluator_create(TVMValue *args, int *type_codes, int num_args,
                                  TVMValue *ret_val, int *ret_type_code,
                                  void *resource_handle) {
  TVMFunctionHandle function = NULL;
  int error = check_arguments(args, type_codes, num_args);
  (void)resource_handle;
  if (error != 0) {
    return error;
  }
  if (type_codes[arg_module] == (int)kTVMModuleHandle) {
    error = TVMModGetFunction(args[arg_module].v_handle, args[arg_name].v_str,
                              0, &function);
  } else {
    error = TVMFuncGetGlobal(args[arg_name].v_str, &function);
    if ((error == 0) && (function == NULL)) {
      error = kTvmErrorFunctionNameNotFound;
    }
  }
  if (error != 0) {
    return error;
  }
  /* The handle of the evaluator before this one becomes invalid. */
  tvm_crt_registry_table_free(TIME_EVALUATOR_SLOT);
  tvm_crt_registry_table[TIME_EVALUATOR_SLOT].registry = &registry;
  evaluator.function = function;
  evaluator.number = (int32_t)args[arg_number].v_int64;
  evaluator.repeat = (int32_t)args[arg_repeat].v_int64;
  evaluator.min_repeat_seconds =
      (double)(int32_t)args[arg_min_repeat_ms].v_int64 / 1000.0;
  evaluator.zero_time_limit =
      (num_args >= 11) ? (int32_t)args[arg_limit_zero_time_iterations].v_int64
                       : DEFAULT_ZERO_TIME_LIMIT;
  ret_val->v_handle = encode_function(number_of_slot(TIME_EVALUATOR_SLOT), 0U);
  *ret_type_code = kTVMPackedFuncHandle;
  return 0;
}

#else

/* C wants a declaration in every source. */
typedef int time_evaluator_is_disabled;

#endif
