/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/**
 * \file device.h
 * The C Device API: accelerators and other devices of a model that was compiled
 * ahead of time. TVM proposed this interface and never shipped it; TVM's
 * generated code calls only the hooks (TVM_DEVICE_DEFINE_HOOKS below).
 *
 * A program includes this header through the header of its platform, which
 * completes tvm_device_t and declares TVMDevicePlatformBind:
 *
 *     #include <tvm/platform/posix.h>         or bare_metal.h, zephyr.h,
 *                                             cmsis_usart.h, cmsis_spi.h
 *
 *     TVM_DEVICE_DEFINE_HOOKS(EthosU);        what generated code calls
 *
 *     static tvm_device_t npu;                zero at first
 *     TVMDeviceInit(&npu);
 *     TVMDevicePlatformBind(&npu, ...);
 *     struct tvmgen_default_devices devices = {&npu};
 *     tvmgen_default_run(&inputs, &outputs, &devices);
 *     TVMDeviceDestroy(&npu);
 *
 * States, and the calls that each allows. Any other call does nothing and
 * returns a code kTvmErrorDevice...:
 *
 *     state        calls                      codes of other calls
 *     zero         Init                       NotInitialized
 *     initialized  Bind, Destroy              AlreadyInitialized, NotBound
 *     bound        Activate, Destroy          AlreadyBound, NotActive, NotOpen
 *     active       Open, Deactivate           NotOpen, Active (Destroy)
 *     open         Close, copies              Open (also of the last
 *                                             Deactivate), Active (Destroy)
 *
 * Activate is allowed in the last two states as well.
 *
 * Generated code calls Activate for all devices first, Open and Close around
 * each operator of a device, and Deactivate last; docs/porting.md has the whole
 * order. The program calls everything else.
 *
 * Results: 0 for success. Codes of this layer are kTvmErrorDevice... and
 * kTvmErrorFunctionCallInvalidArg. Codes with the top bit set
 * (kTvmErrorSystemErrorMask) are the platform's: -errno with POSIX and Zephyr,
 * ARM_DRIVER_ERROR_... with CMSIS-Driver. A device's own functions
 * (tvm_device_ops_t) return anything; it reaches the caller as it is. No
 * function stores a text for TVMGetLastError, because several threads may call
 * them.
 *
 * Context: threads, never interrupts. With a platform that has locks (POSIX,
 * Zephyr), several threads may use one device: Activate counts, and Open waits
 * until other threads have closed the device. Init, Bind and Destroy need the
 * device for themselves. Without locks (bare metal, CMSIS-Driver) one thread
 * uses a device. No function allocates memory.
 */

#ifndef TVM_RUNTIME_DEVICE_H_
#define TVM_RUNTIME_DEVICE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tvm/runtime/c_runtime_api.h>
#include <tvm/runtime/crt/error_codes.h>
#include <tvm_crt/attributes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A device. The platform's header completes the structure. Its memory must be
 * zero before TVMDeviceInit (static, or `= {0}`), must live until
 * TVMDeviceDestroy and must not move: a copy of a device is not a device. */
typedef struct tvm_device tvm_device_t;

/**
 * The device's own functions. Each member may be NULL: then there is nothing to
 * do for it. They may block as long as the device needs, and may call functions
 * of this header for other devices. For their own device, only `open` may call
 * one: a copy. They return 0, or any other code for a failure.
 */
typedef struct {
  /** Wake the device, at its first activation; the platform has power on. On
   * failure the platform turns power back. Called with the state locked: other
   * threads that activate or deactivate this device wait. */
  int32_t (*activate)(tvm_device_t *device);
  /** Prepare the device for the operators that follow; the caller holds the
   * device. On failure the device is not open, and close is not called. May
   * copy (TVMDeviceCopyBytes), for example weights. */
  int32_t (*open)(tvm_device_t *device);
  /** Undo open. The device counts as closed whatever this returns, so it must
   * leave the device ready for the next open. */
  int32_t (*close)(tvm_device_t *device);
  /** Undo activate, at the last deactivation. The device may sleep now, but
   * must keep its memory. It counts as inactive whatever this returns. */
  int32_t (*deactivate)(tvm_device_t *device);
  /** Copy from the CPU's memory to the device's: num_bytes (never 0) from
   * `from`, to `to`, an address as the device counts. Returns when both may be
   * used again; caches are its affair. NULL, with copy_from, for a device whose
   * memory the CPU reads and writes directly. */
  int32_t (*copy_to)(tvm_device_t *device, void *to, const void *from,
                     size_t num_bytes);
  /** The same from the device's memory to the CPU's. Both or none. */
  int32_t (*copy_from)(tvm_device_t *device, void *to, const void *from,
                       size_t num_bytes);
} tvm_device_ops_t;

/** The locks of a device. */
typedef enum {
  /** Held while functions look at or change the number of activations. */
  kTvmDeviceLockState = 0,
  /** Held from Open to Close. */
  kTvmDeviceLockUse = 1,
} tvm_device_lock_t;

/** How many locks a platform needs for each device. */
#define TVM_DEVICE_NUM_LOCKS 2

/**
 * What a platform does for all its devices. Each member may be NULL; lock and
 * unlock only together, on a platform without threads.
 */
typedef struct {
  /** Take a lock, which its owner can take again. wait: whether to block until
   * another thread releases it. Returns 0, or the platform's code without the
   * lock. */
  int32_t (*lock)(tvm_device_t *device, tvm_device_lock_t lock, bool wait);
  /** Release a lock once. Only its owner calls this. */
  void (*unlock)(tvm_device_t *device, tvm_device_lock_t lock);
  /** Turn power on, before the device's own activate. */
  int32_t (*activate)(tvm_device_t *device);
  /** Let the device sleep with its memory kept, after its own deactivate. */
  int32_t (*deactivate)(tvm_device_t *device);
  /** Undo what TVMDevicePlatformBind did. The device counts as destroyed
   * whatever this returns. */
  int32_t (*release)(tvm_device_t *device);
} tvm_device_port_t;

/** First member of each platform's struct tvm_device, named `base`. Only the
 * functions below write it. */
typedef struct {
  /** The device itself, from Init to Destroy. */
  const tvm_device_t *self;
  /** Set while the device is bound. */
  const tvm_device_port_t *port;
  /** NULL for a device without functions of its own. */
  const tvm_device_ops_t *ops;
  /** Under kTvmDeviceLockState. */
  uint32_t activations;
  /** Under kTvmDeviceLockUse. */
  bool is_open;
} tvm_device_base_t;

/**
 * Make memory a device. The program calls this once, before anything else.
 *
 * \param device Zero memory. Not NULL.
 * \return 0; kTvmErrorDeviceAlreadyInitialized; kTvmErrorFunctionCallInvalidArg
 * for NULL.
 */
int32_t TVMDeviceInit(tvm_device_t *device) TVM_CRT_MUST_CHECK;

/**
 * End the use of a device, bound or not. The program calls this; no other
 * thread may use the device meanwhile. The platform releases what it bound, for
 * which it may block.
 *
 * \return 0; kTvmErrorDeviceActive when an activation is left, and
 * kTvmErrorDeviceNotInitialized: the device stays as it is. Any other code is
 * the platform's, and the device is destroyed all the same.
 */
int32_t TVMDeviceDestroy(tvm_device_t *device);

/**
 * Start to use a device: it leaves its low-power state. Generated code calls
 * this at the start of a run, a program may too. Calls are counted; only the
 * first one wakes the device, and each needs its Deactivate. Blocks until the
 * device is awake.
 *
 * \return 0; kTvmErrorDeviceNotBound; kTvmErrorDeviceActive after UINT32_MAX
 * activations; the platform's code or the device's. After any failure this call
 * does not count.
 */
int32_t TVMDeviceActivate(tvm_device_t *device) TVM_CRT_MUST_CHECK;

/**
 * Take the device for this thread. Generated code calls this before each
 * operator of the device. Blocks while another thread has it open.
 *
 * \return 0; kTvmErrorDeviceNotActive; kTvmErrorDeviceOpen when this thread has
 * it open; kTvmErrorDeviceNotBound; the platform's code or the device's. After
 * any failure of this call the device is as before.
 */
int32_t TVMDeviceOpen(tvm_device_t *device) TVM_CRT_MUST_CHECK;

/**
 * Give the device back. Generated code calls this after each operator of the
 * device, also after one that failed.
 *
 * \return 0; kTvmErrorDeviceNotOpen when this thread does not have it open, and
 * kTvmErrorDeviceNotBound: nothing happens. Any other code is the device's, and
 * the device is closed all the same.
 */
int32_t TVMDeviceClose(tvm_device_t *device);

/**
 * Undo one Activate; the last one lets the device sleep, with its memory kept.
 * Generated code calls this at the end of a run, also of one that failed.
 *
 * \return 0; kTvmErrorDeviceNotActive; kTvmErrorDeviceOpen when the last
 * activation would end while the device is open; kTvmErrorDeviceNotBound: then
 * nothing happens. Any other code is the platform's or the device's (the first
 * one, of the device's own function, which comes first), and the device is
 * inactive all the same.
 */
int32_t TVMDeviceDeactivate(tvm_device_t *device);

/** Whether a device is bound; false for NULL. For accessors of platforms. */
bool TVMDeviceIsBound(const tvm_device_t *device);

/**
 * For platforms, the start of TVMDevicePlatformBind: whether it may go on. It
 * must not write to the device before.
 *
 * \param ops What the program wants to bind, or NULL.
 * \return 0; kTvmErrorDeviceNotInitialized; kTvmErrorDeviceAlreadyBound;
 * kTvmErrorFunctionCallInvalidArg for a device of NULL, or for one of copy_to
 * and copy_from without the other.
 */
int32_t TVMDeviceCheckBind(const tvm_device_t *device,
                           const tvm_device_ops_t *ops) TVM_CRT_MUST_CHECK;

/**
 * For platforms, the end of TVMDevicePlatformBind: the device is bound.
 *
 * \param port Functions of the platform. Must live as long as the device.
 * \param ops Functions of the device, or NULL. Must live as long as the device.
 * \return As TVMDeviceCheckBind; also kTvmErrorFunctionCallInvalidArg for a
 * port that is NULL, or that has one of lock and unlock without the other.
 */
int32_t TVMDeviceBindPort(tvm_device_t *device, const tvm_device_port_t *port,
                          const tvm_device_ops_t *ops) TVM_CRT_MUST_CHECK;

/** Bytes to copy. */
typedef struct {
  /** Whose memory it is; NULL for the CPU's. This thread has the device open.
   */
  tvm_device_t *device;
  /** As the device counts; NULL only for no bytes, or for a device with copy
   * functions of its own. */
  const void *data;
  /** All of them are copied. */
  size_t num_bytes;
} tvm_device_source_t;

/** Where to copy to. */
typedef struct {
  /** As in tvm_device_source_t. */
  tvm_device_t *device;
  void *data;
  /** Room, at least the bytes of the source. */
  size_t num_bytes;
} tvm_device_target_t;

/**
 * Copy bytes between devices, or between a device and the CPU. The program
 * calls this between Open and Close, usually in an operator. Memory that the
 * CPU sees is copied directly. Other memory goes through the device's own
 * functions; from one such device to another, in pieces of 64 bytes over the
 * stack. Blocks as long as these functions do.
 *
 * \return 0; kTvmErrorDeviceNotOpen for a device that this thread does not have
 * open; kTvmErrorDeviceCopySize for too little room, or a range that passes the
 * end of all addresses; kTvmErrorDeviceCopyOverlap when a byte is in both
 * ranges; kTvmErrorFunctionCallInvalidArg for NULL; then no byte was written.
 * After a code of a device's own function the target has unspecified bytes.
 */
int32_t TVMDeviceCopyBytes(const tvm_device_source_t *from,
                           const tvm_device_target_t *to) TVM_CRT_MUST_CHECK;

/**
 * The same for all elements of a tensor. Like TVMDeviceCopyDataFromTo, the
 * tensors must have equal sizes in bytes and elements in row-major order
 * without gaps; byte_offset counts. The member `device` of a tensor tells
 * nothing about devices of this header: it is not read, except that a tensor
 * without a device must be kDLCPU.
 *
 * \param from_device Whose memory `from` is in; NULL for the CPU's.
 * \param to_device The same for `to`.
 * \return As TVMDeviceCopyBytes; kTvmErrorDeviceCopyLayout for strides that are
 * negative or leave gaps, for a shape or type that is not valid, and for a
 * tensor of an unnamed device; kTvmErrorDeviceCopySize for unequal sizes.
 */
int32_t TVMDeviceCopyTensor(const DLTensor *from, tvm_device_t *from_device,
                            DLTensor *to,
                            tvm_device_t *to_device) TVM_CRT_MUST_CHECK;

#ifdef __cplusplus
}
#define TVM_DEVICE_HOOK_LINKAGE extern "C"
#else
#define TVM_DEVICE_HOOK_LINKAGE
#endif

/**
 * Declares the four functions that generated code calls for devices of a kind.
 * Each gets the pointer that the program put into tvmgen_<model>_devices.
 *
 * \param name The kind as it stands in the functions' names: EthosU for
 * ethos-u (docs/porting.md has the rule).
 */
#define TVM_DEVICE_DECLARE_HOOKS(name)                                         \
  TVM_DEVICE_HOOK_LINKAGE int32_t TVMDevice##name##Activate(void *context);    \
  TVM_DEVICE_HOOK_LINKAGE int32_t TVMDevice##name##Open(void *context);        \
  TVM_DEVICE_HOOK_LINKAGE int32_t TVMDevice##name##Close(void *context);       \
  TVM_DEVICE_HOOK_LINKAGE int32_t TVMDevice##name##Deactivate(void *context)

/** Defines them as calls of this header's functions; each context must be a
 * tvm_device_t. Once for each kind, at file scope, with a semicolon. A kind of
 * which a model has no device needs no hooks. */
#define TVM_DEVICE_DEFINE_HOOKS(name)                                          \
  TVM_DEVICE_DECLARE_HOOKS(name);                                              \
  int32_t TVMDevice##name##Activate(void *context) {                           \
    return TVMDeviceActivate((tvm_device_t *)context);                         \
  }                                                                            \
  int32_t TVMDevice##name##Open(void *context) {                               \
    return TVMDeviceOpen((tvm_device_t *)context);                             \
  }                                                                            \
  int32_t TVMDevice##name##Close(void *context) {                              \
    return TVMDeviceClose((tvm_device_t *)context);                            \
  }                                                                            \
  int32_t TVMDevice##name##Deactivate(void *context) {                         \
    return TVMDeviceDeactivate((tvm_device_t *)context);                       \
  }                                                                            \
  TVM_DEVICE_DECLARE_HOOKS(name)

#endif /* TVM_RUNTIME_DEVICE_H_ */
