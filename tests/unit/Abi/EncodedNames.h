//===- EncodedNames.h - Names as an ABI encodes them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_UNIT_ABI_ENCODEDNAMES_H
#define METAOBJ_UNIT_ABI_ENCODEDNAMES_H

#include "Abi/ModelTables.h"

/// The registry's names for functions called \p Names, with the empty name.
inline std::string encodedNames(const std::vector<std::string> &Names,
                                metaobj::RuntimeAbi Abi,
                                metaobj::Endianness Order) {
  metaobj::Model TheModel;
  for (const std::string &Name : Names) {
    TheModel.Functions.push_back({});
    TheModel.Functions.back().Name = Name;
  }
  metaobj::ModelTables Tables(TheModel, metaobj::runtimeFamily(Abi), Abi,
                              /*HasNameIndex=*/false);
  return metaobj::bytesOfText(Tables.Registry.front(), Order);
}

#endif // METAOBJ_UNIT_ABI_ENCODEDNAMES_H
