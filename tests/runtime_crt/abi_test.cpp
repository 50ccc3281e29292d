// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that other programs rely on.

#include <gtest/gtest.h>

#include <tvm/runtime/c_backend_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm/runtime/crt/logging.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/stack_allocator.h>

#include <cstddef>
#include <type_traits>

namespace {

TEST(Abi, ErrorCodes) {
  EXPECT_EQ(kTvmErrorNoError, 0);
  EXPECT_EQ(kTvmErrorFunctionNameNotFound, 0x100);
  EXPECT_EQ(kTvmErrorFunctionIndexInvalid, 0x101);
  EXPECT_EQ(kTvmErrorFunctionRegistryFull, 0x102);
  EXPECT_EQ(kTvmErrorFunctionAlreadyDefined, 0x103);
  EXPECT_EQ(kTvmErrorBufferTooSmall, 0x104);
  EXPECT_EQ(kTvmErrorFramingInvalidState, 0x200);
  EXPECT_EQ(kTvmErrorFramingShortPacket, 0x201);
  EXPECT_EQ(kTvmErrorFramingInvalidEscape, 0x202);
  EXPECT_EQ(kTvmErrorFramingPayloadOverflow, 0x203);
  EXPECT_EQ(kTvmErrorFramingPayloadIncomplete, 0x204);
  EXPECT_EQ(kTvmErrorWriteStreamShortWrite, 0x300);
  EXPECT_EQ(kTvmErrorWriteStreamLongWrite, 0x301);
  EXPECT_EQ(kTvmErrorSessionInvalidState, 0x400);
  EXPECT_EQ(kTvmErrorSessionReceiveBufferBusy, 0x401);
  EXPECT_EQ(kTvmErrorSessionReceiveBufferShortWrite, 0x402);
  EXPECT_EQ(kTvmErrorPlatformCheckFailure, 0x500);
  EXPECT_EQ(kTvmErrorPlatformMemoryManagerInitialized, 0x501);
  EXPECT_EQ(kTvmErrorPlatformShutdown, 0x502);
  EXPECT_EQ(kTvmErrorPlatformNoMemory, 0x503);
  EXPECT_EQ(kTvmErrorPlatformTimerBadState, 0x504);
  EXPECT_EQ(kTvmErrorPlatformStackAllocBadFree, 0x505);
  EXPECT_EQ(kTvmErrorPlatformBadFree, 0x506);
  EXPECT_EQ(kTvmErrorPlatformMemorySealed, 0x507);
  EXPECT_EQ(kTvmErrorGeneratedInvalidStorageId, 0x600);
  EXPECT_EQ(kTvmErrorExecutorModuleAlreadyCreated, 0x700);
  EXPECT_EQ(kTvmErrorExecutorModuleBadContext, 0x701);
  EXPECT_EQ(kTvmErrorExecutorModuleNoSuchInput, 0x702);
  EXPECT_EQ(kTvmErrorGraphModuleAlreadyCreated, 0x700);
  EXPECT_EQ(kTvmErrorGraphModuleBadContext, 0x701);
  EXPECT_EQ(kTvmErrorGraphModuleNoSuchInput, 0x702);
  EXPECT_EQ(kTvmErrorFunctionCallNumArguments, 0x800);
  EXPECT_EQ(kTvmErrorFunctionCallWrongArgType, 0x801);
  EXPECT_EQ(kTvmErrorFunctionCallNotImplemented, 0x802);
  EXPECT_EQ(kTvmErrorFunctionCallInvalidArg, 0x803);
  EXPECT_EQ(kTvmErrorTimeEvaluatorBadHandle, 0x900);
  EXPECT_EQ(kTvmErrorParamCorrupt, 0xa00);
  EXPECT_EQ(kTvmErrorParamWindow, 0xa01);
  EXPECT_EQ(kTvmErrorDeviceNotInitialized, 0xb00);
  EXPECT_EQ(kTvmErrorDeviceAlreadyInitialized, 0xb01);
  EXPECT_EQ(kTvmErrorDeviceNotBound, 0xb02);
  EXPECT_EQ(kTvmErrorDeviceAlreadyBound, 0xb03);
  EXPECT_EQ(kTvmErrorDeviceNotActive, 0xb04);
  EXPECT_EQ(kTvmErrorDeviceActive, 0xb05);
  EXPECT_EQ(kTvmErrorDeviceNotOpen, 0xb06);
  EXPECT_EQ(kTvmErrorDeviceOpen, 0xb07);
  EXPECT_EQ(kTvmErrorDeviceNotReady, 0xb08);
  EXPECT_EQ(kTvmErrorDeviceCopySize, 0xb09);
  EXPECT_EQ(kTvmErrorDeviceCopyOverlap, 0xb0a);
  EXPECT_EQ(kTvmErrorDeviceCopyLayout, 0xb0b);
  EXPECT_EQ(static_cast<uint32_t>(kTvmErrorSystemErrorMask), 1u << 31);
}

TEST(Abi, TypeCodes) {
  EXPECT_EQ(kTVMArgInt, 0);
  EXPECT_EQ(kDLInt, 0);
  EXPECT_EQ(kDLUInt, 1);
  EXPECT_EQ(kTVMArgFloat, 2);
  EXPECT_EQ(kDLFloat, 2);
  EXPECT_EQ(kTVMOpaqueHandle, 3);
  EXPECT_EQ(kTVMNullptr, 4);
  EXPECT_EQ(kTVMDataType, 5);
  EXPECT_EQ(kDLDevice, 6);
  EXPECT_EQ(kTVMDLTensorHandle, 7);
  EXPECT_EQ(kTVMObjectHandle, 8);
  EXPECT_EQ(kTVMModuleHandle, 9);
  EXPECT_EQ(kTVMPackedFuncHandle, 10);
  EXPECT_EQ(kTVMStr, 11);
  EXPECT_EQ(kTVMBytes, 12);
  EXPECT_EQ(kTVMNDArrayHandle, 13);
  EXPECT_EQ(kTVMObjectRValueRefArg, 14);
  EXPECT_EQ(kTVMArgBool, 15);
  EXPECT_EQ(kTVMExtBegin, 16);
  EXPECT_EQ(kTVMNNVMFirst, 16);
  EXPECT_EQ(kTVMNNVMLast, 20);
  EXPECT_EQ(kTVMExtReserveEnd, 64);
  EXPECT_EQ(kTVMExtEnd, 128);
  EXPECT_EQ(kDLBfloat, 4);
  EXPECT_EQ(kDLComplex, 5);
  EXPECT_EQ(kDLCPU, 1);
  EXPECT_EQ(kDLHexagon, 16);
  EXPECT_EQ(kDLMicroDev, 35);
}

// What a 64-bit integer is aligned to in a structure: 4 bytes on i386.
struct Int64InStructure {
  char First;
  uint64_t Second;
};
constexpr size_t Int64Alignment = offsetof(Int64InStructure, Second);

TEST(Abi, Layouts) {
  EXPECT_EQ(sizeof(TVMValue), 8u);
  EXPECT_EQ(sizeof(DLDevice), 8u);
  EXPECT_EQ(sizeof(DLDataType), 4u);
  constexpr size_t P = sizeof(void *);
  EXPECT_EQ(offsetof(DLTensor, data), 0u);
  EXPECT_EQ(offsetof(DLTensor, device), P);
  EXPECT_EQ(offsetof(DLTensor, ndim), P + 8);
  EXPECT_EQ(offsetof(DLTensor, dtype), P + 12);
  EXPECT_EQ(offsetof(DLTensor, shape), P + 16);
  EXPECT_EQ(offsetof(DLTensor, strides), 2 * P + 16);
  EXPECT_EQ(offsetof(DLTensor, byte_offset), (3 * P + 16 + Int64Alignment - 1) /
                                                 Int64Alignment *
                                                 Int64Alignment);
  EXPECT_EQ(sizeof(TVMFuncRegistry), 2 * P);
  EXPECT_EQ(sizeof(TVMMutableFuncRegistry), 3 * P);
  EXPECT_EQ(sizeof(TVMModule), P);
  EXPECT_EQ(sizeof(tvm_function_index_t), 2u);
  EXPECT_EQ(sizeof(tvm_module_index_t), 2u);
  EXPECT_EQ(offsetof(tvm_workspace_t, workspace), P);
  EXPECT_EQ(offsetof(tvm_workspace_t, workspace_size), 2 * P);
  EXPECT_EQ(TVM_RUNTIME_ALLOC_ALIGNMENT_BYTES, 16);
}

TEST(Abi, PackedFunctionHasSixParameters) {
  EXPECT_TRUE((std::is_same_v<TVMBackendPackedCFunc,
                              int (*)(TVMValue *, int *, int, TVMValue *, int *,
                                      void *)>));
}

TEST(Abi, StreamsOfTheCpu) {
  TVMStreamHandle Stream = &Stream;
  EXPECT_EQ(TVMStreamCreate(kDLCPU, 0, &Stream), 0);
  EXPECT_EQ(Stream, nullptr);
  EXPECT_NE(TVMStreamCreate(kDLCPU, 0, nullptr), 0);
  EXPECT_EQ(TVMSetStream(kDLCPU, 0, Stream), 0);
  EXPECT_EQ(TVMSynchronize(kDLCPU, 0, Stream), 0);
  EXPECT_EQ(TVMStreamFree(kDLCPU, 0, Stream), 0);
}

} // namespace
