//===- NumpyFiles.h - Files of NumPy made by tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TESTS_UNIT_READ_NUMPYFILES_H
#define METAOBJ_TESTS_UNIT_READ_NUMPYFILES_H

#include "Read/ParamsFiles.h"

#include <string>

namespace metaobj {

/// An .npy file with this header, as it is, and data.
inline std::string numpyFile(llvm::StringRef Header, llvm::StringRef Data,
                             unsigned Major = 1) {
  return "\x93NUMPY" + std::string(1, char(Major)) + std::string(1, '\0') +
         number(Header.size(), Major == 1 ? 2 : 4) + Header.str() + Data.str();
}

/// The header that NumPy writes, padded so that data starts at byte 128.
inline std::string numpyHeader(llvm::StringRef Type, llvm::StringRef Shape) {
  std::string Text = ("{'descr': '" + Type +
                      "', 'fortran_order': False, 'shape': " + Shape + ", }")
                         .str();
  Text.resize(117, ' ');
  return Text + "\n";
}

inline std::string numpyArray(llvm::StringRef Type, llvm::StringRef Shape,
                              llvm::StringRef Data) {
  return numpyFile(numpyHeader(Type, Shape), Data);
}

} // namespace metaobj

#endif // METAOBJ_TESTS_UNIT_READ_NUMPYFILES_H
