// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fake_platform.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <tvm/runtime/crt/logging.h>

FakePlatform Platform;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t Bytes, DLDevice Device,
                                          void **Out) {
  Platform.LastSize = Bytes;
  Platform.LastDevice = Device;
  if (Platform.AllocationsLeft == 0 || Bytes > Platform.LargestSize)
    return kTvmErrorPlatformNoMemory;
  Platform.AllocationsLeft--;
  Platform.LiveAllocations++;
  *Out = malloc(Bytes);
  memset(*Out, Platform.Fill, Bytes);
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformMemoryFree(void *Pointer, DLDevice Device) {
  Platform.LastDevice = Device;
  if (Platform.FreeError != kTvmErrorNoError)
    return Platform.FreeError;
  Platform.LiveAllocations--;
  free(Pointer);
  return kTvmErrorNoError;
}

void TVMLogf(const char *Format, ...) {
  char Text[512];
  va_list Args;
  va_start(Args, Format);
  vsnprintf(Text, sizeof(Text), Format, Args);
  va_end(Args);
  Platform.Log += Text;
}

size_t TVMPlatformFormatMessage(char *Out, size_t Size, const char *Format,
                                va_list Args) {
  int Length = vsnprintf(Out, Size, Format, Args);
  return size_t(Length) < Size ? size_t(Length) : Size - 1;
}

void TVMPlatformAbort(tvm_crt_error_t) { abort(); }

tvm_crt_error_t TVMPlatformTimerStart() {
  if (Platform.TimerRuns)
    return kTvmErrorPlatformTimerBadState;
  Platform.TimerRuns = true;
  Platform.TimerStart = Platform.Now;
  return kTvmErrorNoError;
}

tvm_crt_error_t TVMPlatformTimerStop(double *Seconds) {
  if (!Platform.TimerRuns)
    return kTvmErrorPlatformTimerBadState;
  Platform.TimerRuns = false;
  *Seconds = Platform.Now - Platform.TimerStart;
  return kTvmErrorNoError;
}

void TVMPlatformLogError(tvm_crt_error_t Error, const char *Text) {
  Platform.LoggedErrors++;
  Platform.LastLogged = Error;
  Platform.LastLoggedText = Text;
}

tvm_crt_error_t TVMPlatformBeforeMeasurement() {
  Platform.Measurements++;
  return Platform.MeasurementError;
}

tvm_crt_error_t TVMPlatformGenerateRandom(uint8_t *Buffer, size_t Bytes) {
  memset(Buffer, 0x5a, Bytes);
  return kTvmErrorNoError;
}
