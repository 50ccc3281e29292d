// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of function registries for tests, and memory that shows each read
// beyond its end.

#ifndef TESTS_RUNTIME_CRT_REGISTRY_BLOB_H
#define TESTS_RUNTIME_CRT_REGISTRY_BLOB_H

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "crt_config.h"
#include <tvm/runtime/crt/func_registry.h>

constexpr size_t CountBytes = TVM_CRT_FUNC_REGISTRY_COUNT_BYTES;
constexpr size_t MaxNameBytes = TVM_CRT_MAX_STRLEN_FUNCTION_NAME;

inline std::string countField(size_t Count) {
  const uint16_t Wide = static_cast<uint16_t>(Count);
  const uint8_t Narrow = static_cast<uint8_t>(Count);
  return CountBytes == 1
             ? std::string(reinterpret_cast<const char *>(&Narrow), 1)
             : std::string(reinterpret_cast<const char *>(&Wide), 2);
}

// The bytes of a registry, the empty name at the end included.
inline std::string namesBlob(const std::vector<std::string> &Names) {
  std::string Blob = countField(Names.size());
  for (const std::string &Name : Names)
    Blob += Name + '\0';
  return Blob + '\0';
}

// A copy of bytes that ends where a page without access begins: a read behind
// the last byte ends the test, whether or not a sanitizer watches.
class GuardedBytes {
public:
  explicit GuardedBytes(const std::string &Bytes) {
    const size_t Page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    Size = (Bytes.size() + Page - 1) / Page * Page + Page;
    Base = static_cast<char *>(mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(Base + Size - Page, Page, PROT_NONE);
    Data = Base + Size - Page - Bytes.size();
    memcpy(Data, Bytes.data(), Bytes.size());
  }
  GuardedBytes(const GuardedBytes &) = delete;
  GuardedBytes &operator=(const GuardedBytes &) = delete;
  ~GuardedBytes() { munmap(Base, Size); }

  char *data() const { return Data; }

private:
  char *Base;
  char *Data;
  size_t Size;
};

// The same on the heap, in a block of exactly this size.
class HeapBytes {
public:
  explicit HeapBytes(const std::string &Bytes) : Data(new char[Bytes.size()]) {
    memcpy(Data.get(), Bytes.data(), Bytes.size());
  }
  char *data() const { return Data.get(); }

private:
  std::unique_ptr<char[]> Data;
};

#endif
