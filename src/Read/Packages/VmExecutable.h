//===- VmExecutable.h - Relax executables -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TVM compiles a Relax model to operators, and to an executable for its
/// virtual machine: the calls of the operators, and the parameters. The
/// executable is a module around the library of the operators, so that it lies
/// in an object (`devc.o`), or a file of its own (`vm.bin`).
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_VMEXECUTABLE_H
#define METAOBJ_READ_PACKAGES_VMEXECUTABLE_H

#include "metaobj/Model.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

/// The kind of the module for tvm-ffi.
inline constexpr llvm::StringLiteral VmExecutableKind = "relax.VMExecutable";

/// A function of an executable, or one that it calls.
struct VmFunction {
  enum KindType {
    Called = 0, ///< An operator, or a function of TVM ("vm.builtin.reshape").
    Bytecode = 1,
    Compiled = 2, ///< In the library, under another name.
  };
  KindType Kind;
  std::string Name;
  std::vector<std::string> Params; ///< Names of inputs and parameters.
  /// Of Bytecode: its first instruction and the one behind its last.
  int64_t Start = 0, End = 0;
};

/// A tensor among the constants, all in little-endian order.
struct VmConstant {
  uint64_t Index; ///< Among all constants: `c[0]` in TVM's own listings.
  DLDataType DType;
  llvm::SmallVector<int64_t, 2> Shape;
  uint64_t Offset, Size; ///< Of the data in the executable.
};

/// A constant: a position in VmExecutable::Tensors, a shape, a type, a short
/// text, or what is none of these.
struct VmTensorIndex {
  size_t Position;
};
using VmValue = std::variant<std::monostate, VmTensorIndex,
                             std::vector<int64_t>, DLDataType, std::string>;

struct VmExecutable {
  std::string Version;
  /// Of other versions nothing more is known.
  bool isKnown() const { return Version == "0.14"; }
  std::vector<VmFunction> Functions;
  std::vector<VmConstant> Tensors;
  std::vector<VmValue> Constants;
  /// Of each instruction in Words.
  std::vector<int64_t> Offsets;
  std::vector<int64_t> Words;
  uint64_t WordsAt = 0; ///< Their first byte in the executable.
};

/// Does a file that starts with \p Head have the magic of an executable?
bool startsLikeVmExecutable(llvm::StringRef Head);

/// Reads all of \p Source but the data of tensors and long texts. Everything
/// that a damaged file claims is compared with its size first.
llvm::Expected<VmExecutable>
readVmExecutable(std::shared_ptr<const ByteSource> Source);

/// A module in the variable `__tvm_ffi__library_bin` of a library.
struct FfiModuleRange {
  std::string Kind; ///< "relax.VMExecutable"; "_lib": the library itself.
  uint64_t Offset = 0, Size = 0; ///< Of its payload in the source.
};

/// The modules at the start of \p Source, which may go on behind them: a root
/// comes before those that it imports.
llvm::Expected<std::vector<FfiModuleRange>>
readFfiBinary(std::shared_ptr<const ByteSource> Source);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_VMEXECUTABLE_H
