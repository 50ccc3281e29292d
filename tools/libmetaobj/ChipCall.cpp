//===- ChipCall.cpp - Calls of C to functions on devices ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

#include <cstring>
#include <variant>

using namespace llvm;
using namespace metaobj;

struct metaobj_call {
  struct Argument {
    std::string Name;
    std::vector<int64_t> Shape;
    DLTensor Tensor = {nullptr, {kDLCPU, 0}, 0, {}, nullptr, nullptr, 0};
    bool IsTensor = false;
    int Use = METAOBJ_INPUT;
    DeviceValue Value = nullptr;
  };

  std::shared_ptr<ChipState> State;
  std::string Function;
  std::vector<Argument> Arguments;
};

struct metaobj_result {
  DeviceResult Result;
  metaobj_tensor_t Tensor = {};
  std::string Text; ///< Keeps a NUL behind its end.
};

metaobj_error *metaobj_call_create(metaobj_chip *Chip, const char *Function,
                                   metaobj_call **Call) {
  if (!Chip)
    return usageError("the chip is NULL");
  if (!Function || !*Function || !Call)
    return usageError("a call needs a function and a place for its handle");
  auto New = std::make_unique<metaobj_call>();
  New->State = Chip->State;
  New->Function = Function;
  *Call = New.release();
  return nullptr;
}

void metaobj_call_free(metaobj_call *Call) { delete Call; }

/// Adds \p Value to \p Call.
static metaobj_error *addValue(metaobj_call *Call, DeviceValue Value) {
  if (!Call)
    return usageError("the call is NULL");
  if (Call->State->IsBusy)
    return unusable(Call->State);
  Call->Arguments.emplace_back().Value = std::move(Value);
  return nullptr;
}

metaobj_error *metaobj_call_add_tensor(metaobj_call *Call, const char *Name,
                                       const metaobj_tensor_t *Tensor,
                                       int Use) {
  if (!Call || !Name || !Tensor)
    return usageError("an argument needs a call, a name and a tensor");
  if (Call->State->IsBusy)
    return unusable(Call->State);
  if (Use < METAOBJ_INPUT || Use > METAOBJ_CONSTANT)
    return usageError("unknown use " + Twine(Use) + " of a tensor");
  Expected<Param> Checked =
      checkTensor("argument '" + Twine(Name) + "'", *Tensor);
  if (!Checked)
    return toHandle(Checked.takeError());
  metaobj_call::Argument &New = Call->Arguments.emplace_back();
  New.Name = Name;
  New.IsTensor = true;
  New.Use = Use;
  std::memcpy(static_cast<void *>(&New.Tensor), Tensor, sizeof(New.Tensor));
  New.Shape.assign(Checked->Shape.begin(), Checked->Shape.end());
  New.Tensor.strides = nullptr;
  return nullptr;
}

metaobj_error *metaobj_call_add_int(metaobj_call *Call, int64_t Value) {
  return addValue(Call, Value);
}

metaobj_error *metaobj_call_add_bool(metaobj_call *Call, int Value) {
  return addValue(Call, Value != 0);
}

metaobj_error *metaobj_call_add_double(metaobj_call *Call, double Value) {
  return addValue(Call, Value);
}

metaobj_error *metaobj_call_add_string(metaobj_call *Call, const char *Value) {
  if (!Value)
    return usageError("the text is NULL");
  return addValue(Call, std::string(Value));
}

metaobj_error *metaobj_call_add_bytes(metaobj_call *Call, const void *Bytes,
                                      size_t Size) {
  if (!Bytes && Size)
    return usageError("the bytes need a place");
  DeviceBytes Value;
  const auto *First = static_cast<const uint8_t *>(Bytes);
  if (Size)
    Value.Bytes.assign(First, First + Size);
  return addValue(Call, std::move(Value));
}

metaobj_error *metaobj_call_add_handle(metaobj_call *Call, uint64_t Address,
                                       int32_t Code) {
  return addValue(Call, DeviceHandle{Address, Code});
}

metaobj_error *metaobj_call_add_null(metaobj_call *Call) {
  return addValue(Call, nullptr);
}

static metaobj_result *newResult(DeviceResult TheDeviceResult) {
  auto *New = new metaobj_result;
  New->Result = std::move(TheDeviceResult);
  DeviceValue &Value = New->Result.Value;
  metaobj_tensor_t &Tensor = New->Tensor;
  Tensor.device.device_type = kDLCPU;
  if (auto *Text = std::get_if<std::string>(&Value))
    New->Text = *Text;
  if (auto *Bytes = std::get_if<DeviceBytes>(&Value))
    New->Text.assign(Bytes->Bytes.begin(), Bytes->Bytes.end());
  static_assert(sizeof(DLDevice) == sizeof(Tensor.device) &&
                sizeof(DLDataType) == sizeof(Tensor.dtype));
  if (auto *Device = std::get_if<DLDevice>(&Value))
    std::memcpy(&Tensor.device, Device, sizeof(*Device));
  if (auto *Type = std::get_if<DLDataType>(&Value))
    std::memcpy(&Tensor.dtype, Type, sizeof(*Type));
  if (auto *Found = std::get_if<DeviceTensor>(&Value)) {
    std::memcpy(&Tensor.dtype, &Found->DType, sizeof(Found->DType));
    Tensor.data = Found->Bytes.data();
    Tensor.ndim = static_cast<int32_t>(Found->Shape.size());
    Tensor.shape = Found->Shape.data();
  }
  return New;
}

metaobj_error *metaobj_call_run(metaobj_call *Call, metaobj_result **Result) {
  if (!Call)
    return usageError("the call is NULL");
  if (metaobj_error *Problem = unusable(Call->State))
    return Problem;
  ChipState &State = *Call->State;
  return atWork(State, [&]() -> Error {
    std::vector<DeviceArgument> Arguments;
    for (metaobj_call::Argument &Argument : Call->Arguments) {
      DeviceArgument &New = Arguments.emplace_back();
      New.Name = Argument.Name;
      New.Value = Argument.Value;
      if (!Argument.IsTensor)
        continue;
      Argument.Tensor.shape = Argument.Shape.data();
      New.Tensor = &Argument.Tensor;
      New.IsOutput = Argument.Use == METAOBJ_OUTPUT;
      New.IsConstant = Argument.Use == METAOBJ_CONSTANT;
    }
    if (Error E = State.checkOperators())
      return E;
    auto Symbol = State.Symbols.find(Call->Function);
    Expected<DeviceResult> Done = State.Opened.Session->call(
        Symbol == State.Symbols.end() ? Call->Function : Symbol->second,
        Arguments);
    if (!Done)
      return Done.takeError();
    if (!Result)
      return Error::success();
    *Result = newResult(std::move(*Done));
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void metaobj_result_free(metaobj_result *Result) { delete Result; }

/// The value of \p TheResult if it is a \p ValueT; null if not.
template <class ValueT>
static const ValueT *valueOf(const metaobj_result *TheResult) {
  return TheResult ? std::get_if<ValueT>(&TheResult->Result.Value) : nullptr;
}

int metaobj_result_cycles(const metaobj_result *TheResult, uint64_t *Cycles) {
  if (!TheResult || !Cycles || !TheResult->Result.Cycles)
    return 0;
  *Cycles = *TheResult->Result.Cycles;
  return 1;
}

const char *metaobj_result_counter(const metaobj_result *TheResult) {
  return TheResult ? TheResult->Result.Counter.c_str() : "";
}

int metaobj_result_kind(const metaobj_result *TheResult) {
  return valueOf<bool>(TheResult)           ? METAOBJ_VALUE_BOOL
         : valueOf<int64_t>(TheResult)      ? METAOBJ_VALUE_INT
         : valueOf<double>(TheResult)       ? METAOBJ_VALUE_DOUBLE
         : valueOf<std::string>(TheResult)  ? METAOBJ_VALUE_STRING
         : valueOf<DeviceBytes>(TheResult)  ? METAOBJ_VALUE_BYTES
         : valueOf<DLDataType>(TheResult)   ? METAOBJ_VALUE_DTYPE
         : valueOf<DLDevice>(TheResult)     ? METAOBJ_VALUE_DEVICE
         : valueOf<DeviceHandle>(TheResult) ? METAOBJ_VALUE_HANDLE
         : valueOf<DeviceTensor>(TheResult) ? METAOBJ_VALUE_TENSOR
                                            : METAOBJ_VALUE_NULL;
}

int64_t metaobj_result_int(const metaobj_result *TheResult) {
  if (const bool *Value = valueOf<bool>(TheResult))
    return *Value;
  if (const int64_t *Value = valueOf<int64_t>(TheResult))
    return *Value;
  if (const DeviceHandle *Value = valueOf<DeviceHandle>(TheResult))
    return static_cast<int64_t>(Value->Address);
  return 0;
}

double metaobj_result_double(const metaobj_result *TheResult) {
  const double *Value = valueOf<double>(TheResult);
  return Value ? *Value : 0;
}

const char *metaobj_result_bytes(const metaobj_result *TheResult,
                                 size_t *Size) {
  StringRef Bytes = TheResult ? StringRef(TheResult->Text) : "";
  if (Size)
    *Size = Bytes.size();
  return Bytes.data();
}

const metaobj_tensor_t *metaobj_result_tensor(const metaobj_result *TheResult) {
  bool HasOne = valueOf<DeviceTensor>(TheResult) ||
                valueOf<DLDataType>(TheResult) || valueOf<DLDevice>(TheResult);
  return HasOne ? &TheResult->Tensor : nullptr;
}
