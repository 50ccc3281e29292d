/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Bytes for the RPC server: as they are, and as requests in sound packets of a
 * session. Requests call one function, which reads what it was given.
 *
 * Tries to break (SECURITY.md): runtime_crt 2, 12. */

#include <stdlib.h>
#include <string.h>

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/rpc_server.h>
#include <tvm_crt/rpc_session.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int holds) {
  if (!holds)
    abort();
}

static const struct {
  uint16_t count;
  char names[1];
} names = {0, ""};
static const TVMFuncRegistry registry = {(const char *)&names, NULL};
static const TVMModule module = {&registry};

const TVMModule *TVMSystemLibEntryPoint(void) { return &module; }

static volatile uint8_t sink;

static void read_all(const void *bytes, size_t size) {
  const uint8_t *next = bytes;
  for (size_t i = 0; i < size; i++)
    sink = next[i];
}

/* Reads all arguments, and returns the first one. */
static int function(TVMValue *args, int *codes, int count, TVMValue *out,
                    int *out_code, void *resource) {
  (void)resource;
  for (int i = 0; i < count; i++) {
    if (codes[i] == kTVMStr)
      read_all(args[i].v_str, strlen(args[i].v_str) + 1);
    if (codes[i] == kTVMBytes) {
      const TVMByteArray *bytes = args[i].v_handle;
      read_all(bytes->data, bytes->size);
    }
    if (codes[i] == kTVMDLTensorHandle) {
      DLTensor *tensor = args[i].v_handle;
      size_t elements = (tensor->dtype.bits * tensor->dtype.lanes + 7) / 8;
      for (int dim = 0; dim < tensor->ndim; dim++)
        elements *= (size_t)tensor->shape[dim];
      if (elements > 0)
        memset((uint8_t *)tensor->data + tensor->byte_offset, 1, elements);
    }
  }
  if (count > 0 && codes[0] != kTVMBytes && codes[0] != kTVMDLTensorHandle) {
    *out = args[0];
    *out_code = codes[0];
  }
  if (count > 1 && codes[0] == kTVMDLTensorHandle) {
    static DLTensor tensor;
    static int64_t shape[2] = {2, 2};
    static int32_t elements[4];
    const DLTensor made = {elements, {kDLCPU, 0}, 2, {kDLInt, 32, 1},
                           shape,    NULL,        0};
    tensor = made;
    out->v_handle = &tensor;
    *out_code = kTVMNDArrayHandle;
  }
  return 0;
}

/* The host reads what the server says. */
static TVMRpcSession host;
static uint8_t host_body[4096];
static uint64_t last_handle;
static uint64_t function_handle;

static ptrdiff_t to_host(void *context, const uint8_t *bytes, size_t size) {
  (void)context;
  for (size_t i = 0; i < size; i++) {
    const TVMSessionEvent event = TVMRpcSession_Take(&host, bytes[i]);
    check(event != kTVMSessionLost && event != kTVMSessionTooLong);
    if (event == kTVMSessionHasMessage) {
      uint64_t length;
      check(host.length >= 12);
      memcpy(&length, host_body, 8);
      check(length == host.length - 8);
      if (host.length == 28 && host_body[8] == 4 && host_body[16] == 3)
        memcpy(&last_handle, host_body + 20, 8);
    }
  }
  return (ptrdiff_t)size;
}

static microtvm_rpc_server_t server;

static ptrdiff_t to_server(void *context, const uint8_t *bytes, size_t size) {
  uint8_t copy[TVM_RPC_WRITE_BYTES];
  uint8_t *next = copy;
  size_t left = size;
  (void)context;
  check(size <= sizeof(copy));
  memcpy(copy, bytes, size);
  (void)MicroTVMRpcServerLoop(server, &next, &left);
  return (ptrdiff_t)size;
}

static void connect(void) {
  union {
    TVMBackendPackedCFunc code;
    void *data;
  } address;
  server = MicroTVMRpcServerInit(to_host, NULL);
  check(server != NULL);
  address.code = function;
  check(TVMFuncRegisterGlobal("f", address.data, 0) == 0);
  check(TVMRpcSession_Reset(&host, to_server, NULL, host_body,
                            sizeof(host_body), 3) == 0);
  check(TVMRpcSession_Start(&host) == 0);
  check(host.state == kTVMSessionEstablished);
}

static void request(const uint8_t *body, size_t size) {
  if (host.state != kTVMSessionEstablished)
    connect();
  check(TVMRpcSession_BeginMessage(&host, kTVMSessionNormal, size + 8) == 0);
  TVMFrameWriter_Number(&host.writer, (uint32_t)size, 4);
  TVMFrameWriter_Number(&host.writer, 0, 4);
  TVMFrameWriter_Write(&host.writer, body, size);
  check(TVMFrameWriter_End(&host.writer) == 0);
}

static void find_and_allocate(void) {
  /* GetGlobalFunc f; DevAllocData of 16 bytes. */
  static const uint8_t find[] = {9, 0, 0, 0, 1, 0, 0, 0, 11, 0,  0,
                                 0, 1, 0, 0, 0, 0, 0, 0, 0,  'f'};
  static const uint8_t allocate[] = {
      13, 0, 0,  0, 4, 0, 0, 0, 6, 0, 0, 0,  0, 0,  0, 0, 0, 0, 0,
      0,  5, 0,  0, 0, 1, 0, 0, 0, 0, 0, 0,  0, 16, 0, 0, 0, 0, 0,
      0,  0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 32, 1, 0,  0, 0, 0, 0};
  request(find, sizeof(find));
  function_handle = last_handle;
  request(allocate, sizeof(allocate));
}

/* A kind, the length of a request, and the request; in it, 8 bytes of 0xee
 * stand for the last handle, and of 0xdd for the function. Kind 0 is for bytes
 * as they are. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint64_t any_last = 0xeeeeeeeeeeeeeeee;
  static const uint64_t any_function = 0xdddddddddddddddd;
  size_t at = 0;
  connect();
  find_and_allocate();
  while (at + 2 <= size) {
    const unsigned kind = data[at] % 4;
    size_t length = data[at + 1];
    uint8_t bytes[256];
    at += 2;
    if (length > size - at)
      length = size - at;
    memcpy(bytes, data + at, length);
    at += length;
    for (size_t i = 0; i + 8 <= length; i++) {
      if (memcmp(bytes + i, &any_last, 8) == 0)
        memcpy(bytes + i, &last_handle, 8);
      else if (memcmp(bytes + i, &any_function, 8) == 0)
        memcpy(bytes + i, &function_handle, 8);
    }
    if (kind == 0) {
      for (size_t i = 0; i < length; i += 16)
        (void)to_server(NULL, bytes + i, length - i < 16 ? length - i : 16);
      connect();
      find_and_allocate();
    } else {
      request(bytes, length);
    }
  }
  return 0;
}
