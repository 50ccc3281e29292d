/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Finds and calls every function of a model, reads every parameter by storage
 * id and by table, and writes what it saw. The text is the same on every
 * machine: elements are read as the numbers that they are, and a floating-point
 * number is written exactly, by arithmetic and not by its bytes.
 *
 * No heap, no C library: board_write() is all that a machine gives. model.h is
 * written by run_qemu.py. */

#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/func_registry.h>
#include <tvm/runtime/crt/module.h>

#include "board.h"
#include "metaobj-c/metaobj_abi.h"
#include "model.h"

METAOBJ_DECLARE_PARAMS(tvmgen_default);

int main(void);

/*===----------------------------------------------------------------------===*\
|* Text                                                                       *|
\*===----------------------------------------------------------------------===*/

static void print(const char *text) {
  size_t size = 0;
  while (text[size] != '\0')
    size++;
  board_write(text, size);
}

static void print_unsigned(uint64_t value) {
  char text[20];
  size_t start = sizeof(text);
  do {
    text[--start] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  board_write(text + start, sizeof(text) - start);
}

static void print_signed(int64_t value) {
  if (value < 0)
    print("-");
  print_unsigned(value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

/* A finite number as an integer times a power of two. Doubling and halving are
 * exact, so that nothing is rounded here. */
static void print_real(double value) {
  const double limit = 9007199254740992.0; /* All integers below are exact. */
  int exponent = 0;
  if (value < 0 || (value == 0 && 1 / value < 0)) {
    print("-");
    value = -value;
  }
  for (; value >= limit; exponent++)
    value /= 2;
  for (; value != (double)(uint64_t)value; exponent--)
    value *= 2;
  print_unsigned((uint64_t)value);
  print("*2^");
  print_signed(exponent);
}

/* Reports what went wrong and the runtime's own words for it; always 1. */
static int fail(const char *what) {
  print("error: ");
  print(what);
  print(": ");
  print(TVMGetLastError());
  print("\n");
  return 1;
}

/*===----------------------------------------------------------------------===*\
|* Elements                                                                   *|
\*===----------------------------------------------------------------------===*/

static int64_t read_int(const void *data, uint64_t index, unsigned bits) {
  switch (bits) {
  case 8:
    return ((const int8_t *)data)[index];
  case 16:
    return ((const int16_t *)data)[index];
  case 32:
    return ((const int32_t *)data)[index];
  default:
    return ((const int64_t *)data)[index];
  }
}

static uint64_t read_unsigned(const void *data, uint64_t index, unsigned bits) {
  switch (bits) {
  case 1: /* TVM keeps a bool in a byte. */
  case 8:
    return ((const uint8_t *)data)[index];
  case 16:
    return ((const uint16_t *)data)[index];
  case 32:
    return ((const uint32_t *)data)[index];
  default:
    return ((const uint64_t *)data)[index];
  }
}

static double read_real(const void *data, uint64_t index, unsigned bits) {
  return bits == 32 ? ((const float *)data)[index]
                    : ((const double *)data)[index];
}

static void print_element(const void *data, uint64_t index, unsigned code,
                          unsigned bits) {
  print(" ");
  if (code == kDLInt)
    print_signed(read_int(data, index, bits));
  else if (code == kDLComplex) {
    print_real(read_real(data, 2 * index, bits / 2));
    print(",");
    print_real(read_real(data, 2 * index + 1, bits / 2));
  } else if (code == kDLFloat && bits >= 32)
    print_real(read_real(data, index, bits));
  else /* Numbers that C has no type for are written as their bits. */
    print_unsigned(read_unsigned(data, index, bits));
}

static void print_elements(const void *data, uint64_t count, unsigned code,
                           unsigned bits) {
  print(" type ");
  print_unsigned(code);
  print(".");
  print_unsigned(bits);
  print(":");
  for (uint64_t i = 0; i < count; i++)
    print_element(data, i, code, bits);
  print("\n");
}

/*===----------------------------------------------------------------------===*\
|* Functions                                                                  *|
\*===----------------------------------------------------------------------===*/

static int find_module(TVMModuleHandle *module) {
  TVMFunctionHandle system_lib = NULL;
  TVMValue result;
  int result_code = kTVMNullptr;
  if (TVMFuncGetGlobal("runtime.SystemLib", &system_lib) != 0 ||
      system_lib == NULL)
    return fail("runtime.SystemLib is not found");
  if (TVMFuncCall(system_lib, NULL, NULL, 0, &result, &result_code) != 0 ||
      result_code != kTVMModuleHandle)
    return fail("runtime.SystemLib gives no module");
  *module = result.v_handle;
  return 0;
}

/* The count in front of the names. In a universal registry it is only never too
 * small: each kind of runtime reads it in its own way, and with or without the
 * lead in front of the first name. */
static int check_count(void) {
  static const char name[] = "_" METAOBJ_UNIVERSAL_NAME;
  const TVMFuncRegistry *registry = TVMSystemLibEntryPoint()->registry;
  const unsigned count = TVMFuncRegistry_GetNumFuncs(registry);
  tvm_function_index_t index;
  if (TVMFuncRegistry_Lookup(registry, name, &index) == kTvmErrorNoError ||
      TVMFuncRegistry_Lookup(registry, name + 1, &index) == kTvmErrorNoError)
    return index == 0 && count > FUNCTION_COUNT ? 0 : fail("universal count");
  return count == FUNCTION_COUNT ? 0 : fail("count");
}

/* Operators of toolchain.operator_source(): each returns a number of its own.
 */
static int call_each(TVMModuleHandle module) {
  static const char *const names[] = {NUMBERED_OPERATORS};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
    TVMFunctionHandle function = NULL;
    TVMValue result;
    int result_code = kTVMNullptr;
    if (TVMModGetFunction(module, names[i], 0, &function) != 0)
      return fail(names[i]);
    print(names[i]);
    print(" ");
    print_signed(TVMFuncCall(function, NULL, NULL, 0, &result, &result_code));
    print("\n");
  }
  return 0;
}

/* Values of 64 bits in both directions, whatever an address has. */
static int call_with_scalars(TVMModuleHandle module) {
  TVMFunctionHandle function = NULL;
  TVMValue args[2];
  TVMValue result;
  int codes[2] = {kTVMArgInt, kTVMArgFloat};
  int result_code = kTVMNullptr;
  args[0].v_int64 = -((int64_t)3 << 33);
  args[1].v_float64 = 0.125;
  if (TVMModGetFunction(module, "tvmgen_default_fused_scale", 0, &function) !=
          0 ||
      TVMFuncCall(function, args, codes, 2, &result, &result_code) != 0 ||
      result_code != kTVMArgFloat)
    return fail("scale");
  print("scale ");
  print_real(result.v_float64);
  print("\n");
  return 0;
}

static DLTensor tensor_of(const void *data, int64_t *shape, int32_t ndim) {
  DLTensor tensor;
  tensor.data = (void *)(uintptr_t)data;
  tensor.device.device_type = kDLCPU;
  tensor.device.device_id = 0;
  tensor.ndim = ndim;
  tensor.dtype.code = kDLFloat;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  tensor.shape = shape;
  tensor.strides = NULL;
  tensor.byte_offset = 0;
  return tensor;
}

/* A parameter as an operator's argument, where the linker placed it. */
static int call_with_tensors(TVMModuleHandle module, const void *weight) {
  static const float input[3] = {2, 4, 8};
  static float output[2];
  int64_t shape[2] = {2, 3};
  DLTensor tensors[3];
  TVMFunctionHandle function = NULL;
  TVMValue args[3];
  TVMValue result;
  int codes[3];
  int result_code = kTVMNullptr;
  tensors[0] = tensor_of(input, shape + 1, 1);
  tensors[1] = tensor_of(weight, shape, 2);
  tensors[2] = tensor_of(output, shape, 1);
  for (int i = 0; i < 3; i++) {
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  if (TVMModGetFunction(module, "tvmgen_default_fused_dense", 0, &function) !=
          0 ||
      TVMFuncCall(function, args, codes, 3, &result, &result_code) != 0)
    return fail("dense");
  print("dense ");
  print_real(output[0]);
  print(" ");
  print_real(output[1]);
  print("\n");
  return 0;
}

/*===----------------------------------------------------------------------===*\
|* Parameters                                                                 *|
\*===----------------------------------------------------------------------===*/

static TVMFunctionHandle lookup;

/* The parameter with this storage id; NULL when there is none. */
static const void *look_up(int64_t id) {
  TVMValue argument;
  TVMValue result;
  int code = kTVMArgInt;
  int result_code = -1;
  argument.v_int64 = id;
  if (TVMFuncCall(lookup, &argument, &code, 1, &result, &result_code) != 0 ||
      result_code != kTVMOpaqueHandle)
    return NULL;
  return result.v_handle;
}

static int read_by_storage_id(TVMModuleHandle module) {
  static const struct {
    uint8_t code;
    uint8_t bits;
    uint16_t count;
  } storages[] = {STORAGES};
  const int64_t known = sizeof(storages) / sizeof(*storages);
  if (TVMModGetFunction(module, "_lookup_linked_param", 0, &lookup) != 0)
    return fail("_lookup_linked_param");
  for (int64_t id = -1; id <= known; id++) {
    const void *data = look_up(id);
    print("storage ");
    print_signed(id);
    if (data == NULL)
      print(" none\n");
    else if (id < 0 || id == known)
      return fail("a parameter that does not exist");
    else
      print_elements(data, storages[id].count, storages[id].code,
                     storages[id].bits);
  }
  /* All 64 bits of an id count. */
  if (look_up((int64_t)1 << 32) != NULL || look_up(INT64_MIN) != NULL)
    return fail("a storage id with its upper half cut off");
  return 0;
}

static int read_entry(const metaobj_param_t *entry) {
  const metaobj_tensor_t *tensor = &entry->tensor;
  uint64_t count = 1;
  print(entry->name);
  print(" storage ");
  print_signed(entry->storage_id);
  print(" [");
  for (int32_t i = 0; i < tensor->ndim; i++) {
    count *= (uint64_t)tensor->shape[i];
    print(i == 0 ? "" : ",");
    print_signed(tensor->shape[i]);
  }
  print("] bytes ");
  print_unsigned(entry->size);
  print_elements(tensor->data, count, tensor->dtype.code, tensor->dtype.bits);
  if ((uintptr_t)tensor->data % 64 != 0 || tensor->strides != NULL ||
      tensor->byte_offset != 0 || tensor->dtype.lanes != 1 ||
      tensor->device.device_type != kDLCPU || tensor->device.device_id != 0)
    return fail("an entry of the table");
  if (look_up(entry->storage_id) != tensor->data)
    return fail("look-up and table do not agree");
  return 0;
}

static int read_table(void) {
  const metaobj_param_table_t *table = tvmgen_default_params();
  print("table ");
  print_unsigned(table->version);
  print(" ");
  print_unsigned(table->num_params);
  print("\n");
  if (table->entry_size != sizeof(metaobj_param_t))
    return fail("size of an entry");
  for (uint32_t i = 0; i < table->num_params; i++)
    if (read_entry(metaobj_param_at(table, i)) != 0)
      return 1;
  return 0;
}

int main(void) {
  TVMModuleHandle module = NULL;
  TVMFunctionHandle absent = NULL;
  if (TVMInitializeRuntime() != kTvmErrorNoError)
    return fail("the runtime does not start");
  if (find_module(&module) != 0 || check_count() != 0 ||
      call_each(module) != 0 || call_with_scalars(module) != 0 ||
      read_by_storage_id(module) != 0 ||
      call_with_tensors(module, look_up(DENSE_STORAGE)) != 0 ||
      read_table() != 0)
    return 1;
  if (TVMModGetFunction(module, "absent", 0, &absent) !=
      kTvmErrorFunctionNameNotFound)
    return fail("a function that does not exist is found");
  print("done\n");
  return 0;
}
