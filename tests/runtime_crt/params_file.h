// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Params files as TVM writes them, for tests.

#ifndef TESTS_RUNTIME_CRT_PARAMS_FILE_H
#define TESTS_RUNTIME_CRT_PARAMS_FILE_H

#include <string>
#include <utility>
#include <vector>

#include <tvm/runtime/crt/internal/common/ndarray.h>

// Bytes of a number in the order of params files, whatever the machine's is.
inline std::string littleEndian(uint64_t Value, size_t Bytes) {
  std::string Text;
  for (size_t I = 0; I < Bytes; I++)
    Text += static_cast<char>(Value >> (8 * I));
  return Text;
}

struct FileArray {
  DLDataType Type;
  std::vector<int64_t> Shape;
  std::string Data;
};

// Elements given as numbers.
inline FileArray fileArray(DLDataType Type, std::vector<int64_t> Shape,
                           const std::vector<uint64_t> &Elements) {
  FileArray Array = {Type, std::move(Shape), ""};
  for (uint64_t Element : Elements)
    Array.Data += littleEndian(Element, (Type.bits + 7) / 8);
  return Array;
}

inline std::string arrayBytes(const FileArray &Array) {
  std::string Bytes =
      littleEndian(kTVMNDArrayMagic, 8) + littleEndian(0, 8) +
      littleEndian(kDLCPU, 4) + littleEndian(0, 4) +
      littleEndian(Array.Shape.size(), 4) + littleEndian(Array.Type.code, 1) +
      littleEndian(Array.Type.bits, 1) + littleEndian(Array.Type.lanes, 2);
  for (int64_t Extent : Array.Shape)
    Bytes += littleEndian(static_cast<uint64_t>(Extent), 8);
  return Bytes + littleEndian(Array.Data.size(), 8) + Array.Data;
}

// A file of named arrays.
inline std::string
paramsFile(const std::vector<std::pair<std::string, FileArray>> &Params) {
  std::string Bytes =
      littleEndian(kTVMNDArrayListMagic, 8) + littleEndian(0, 8);
  Bytes += littleEndian(Params.size(), 8);
  for (const auto &Param : Params)
    Bytes += littleEndian(Param.first.size(), 8) + Param.first;
  Bytes += littleEndian(Params.size(), 8);
  for (const auto &Param : Params)
    Bytes += arrayBytes(Param.second);
  return Bytes;
}

#endif
