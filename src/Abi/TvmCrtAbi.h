//===- TvmCrtAbi.h - ABIs of TVM's C runtime --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// TVM's C runtime has one set of tables in all its releases; what changed is
/// how the names are encoded. A TvmCrtAbi is one encoding.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_TVMCRTABI_H
#define METAOBJ_ABI_TVMCRTABI_H

#include "metaobj/Abi.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

class TvmCrtAbi {
public:
  virtual ~TvmCrtAbi();

  /// As --abi takes it.
  virtual llvm::StringRef name() const = 0;

  virtual RegistryLimits limits() const = 0;

  /// The names blob without the NUL that ends the list. The caller has checked
  /// the names and their number.
  virtual std::string encodeNames(llvm::ArrayRef<llvm::StringRef> Names,
                                  bool IsBigEndian) const = 0;

  /// Width of the count in front of the names.
  virtual unsigned countBytes() const { return 1; }

  /// Does the function table start with an entry that no client asks for?
  virtual bool hasUniversalEntry() const { return false; }
};

const TvmCrtAbi &tvmCrtAbi(RuntimeAbi Abi);

/// One for each encoding's file.
const TvmCrtAbi &tvmCrtU16();
const TvmCrtAbi &tvmCrtU8();
const TvmCrtAbi &tvmCrtUniversal();

/// Appends each name with its NUL.
void appendNames(std::string &Blob, llvm::ArrayRef<llvm::StringRef> Names);

} // namespace metaobj

#endif // METAOBJ_ABI_TVMCRTABI_H
