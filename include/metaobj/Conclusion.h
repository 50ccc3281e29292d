//===- metaobj/Conclusion.h - What the operators are ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CONCLUSION_H
#define METAOBJ_CONCLUSION_H

#include "metaobj/Abi.h"
#include "metaobj/Message.h"

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>
#include <vector>

namespace metaobj {

/// The runtime for which a compiler makes operators.
enum class OperatorFamily {
  Unknown, ///< Nothing tells it.
  TvmCrt,  ///< The C runtime of TVM v0.7 to v0.18.
  TvmFfi,  ///< tvm-ffi: TVM v0.22 and later.
  Iree,    ///< Static libraries of IREE.
};

/// What operators are, from all that their objects and packages tell:
/// everything that depends on the runtime asks it.
struct Conclusion {
  OperatorFamily Family = OperatorFamily::Unknown;

  /// The table that the runtime reads: InputConfig::Abi if it is set.
  RuntimeAbi Abi = RuntimeAbi::TvmCrtUniversal;

  /// "operators of TVM v0.24 and later, tvm-ffi, from their names"; empty if
  /// nothing tells anything.
  std::string Text;

  /// What the program has to do for such operators, or what the text assumes;
  /// empty if nothing.
  Message Hint;

  /// Functions of the runtime that the operators call, directly or by pointers
  /// that the runtime or metaobj sets, in the order of tvm-ffi's table.
  std::vector<llvm::StringRef> Needs;
};

} // namespace metaobj

#endif // METAOBJ_CONCLUSION_H
