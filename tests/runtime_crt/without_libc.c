// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program without C library and start-up code: the kernel enters it at
// _start. Exit status 42 when all went well, otherwise the line.

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm/runtime/crt/page_allocator.h>
#include <tvm/runtime/crt/platform.h>
#include <tvm_crt/life_cycle.h>

#if defined(__x86_64__)
__asm__(".globl _start\n"
        "_start:\n"
        "  xor %ebp, %ebp\n"
        "  and $-16, %rsp\n"
        "  call run\n"
        "  mov %eax, %edi\n"
        "  mov $60, %eax\n"
        "  syscall\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n"
        "_start:\n"
        "  bl run\n"
        "  mov x8, #93\n"
        "  svc #0\n");
#elif defined(__riscv)
__asm__(".globl _start\n"
        "_start:\n"
        ".option push\n"
        ".option norelax\n"
        "  la gp, __global_pointer$\n"
        ".option pop\n"
        "  call run\n"
        "  li a7, 93\n"
        "  ecall\n");
#else
#error "no entry written for this machine"
#endif

static uint8_t pool[4096] __attribute__((aligned(16)));
static MemoryManagerInterface *manager;

tvm_crt_error_t TVMPlatformMemoryAllocate(size_t num_bytes, DLDevice dev,
                                          void **out_ptr) {
  return manager->Allocate(manager, num_bytes, dev, out_ptr);
}

tvm_crt_error_t TVMPlatformMemoryFree(void *ptr, DLDevice dev) {
  return manager->Free(manager, ptr, dev);
}

tvm_crt_error_t TVMPlatformTimerStart(void) {
  return kTvmErrorFunctionCallNotImplemented;
}

tvm_crt_error_t TVMPlatformTimerStop(double *elapsed_time_seconds) {
  (void)elapsed_time_seconds;
  return kTvmErrorFunctionCallNotImplemented;
}

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__ & 0xff;                                                  \
  } while (0)

static int run_once(void) {
  TVMFunctionHandle get_system_lib, add;
  TVMValue result, args[3];
  int result_code, codes[3];
  int32_t data[3][2] = {{1, 2}, {10, 20}, {0, 0}};
  int64_t shape[1] = {2};
  DLTensor tensors[3];
  CHECK(TVMFuncGetGlobal("runtime.SystemLib", &get_system_lib) ==
        kTvmErrorPlatformCheckFailure);
  CHECK(TVMInitializeRuntime() == kTvmErrorNoError);
  CHECK(TVMFuncGetGlobal("runtime.SystemLib", &get_system_lib) == 0);
  CHECK(TVMFuncCall(get_system_lib, 0, 0, 0, &result, &result_code) == 0);
  CHECK(TVMModGetFunction(result.v_handle, "tvmgen_default_fused_add", 0,
                          &add) == 0);
  for (int i = 0; i < 3; i++) {
    tensors[i].data = data[i];
    tensors[i].device.device_type = kDLCPU;
    tensors[i].device.device_id = 0;
    tensors[i].ndim = 1;
    tensors[i].shape = shape;
    tensors[i].strides = 0;
    tensors[i].byte_offset = 0;
    args[i].v_handle = &tensors[i];
    codes[i] = kTVMDLTensorHandle;
  }
  CHECK(TVMFuncCall(add, args, codes, 3, &result, &result_code) == 0);
  CHECK(data[2][0] == 11 && data[2][1] == 22);
  CHECK(manager->vleak_size == 0);
  TVMShutdownRuntime();
  CHECK(TVMFuncCall(add, args, codes, 3, &result, &result_code) == -1);
  return 42;
}

int run(void);
int run(void) {
  CHECK(PageMemoryManagerCreate(&manager, pool, sizeof(pool), 6) ==
        kTvmErrorNoError);
  /* Twice: after a shutdown all is as at the start. */
  CHECK(run_once() == 42);
  return run_once();
}
