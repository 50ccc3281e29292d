//===- DataSymbols.h - Symbols of data without a table ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_ABI_DATASYMBOLS_H
#define METAOBJ_ABI_DATASYMBOLS_H

#include "metaobj/Abi.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace metaobj {

/// A symbol of a parameter with RuntimeAbi::None, and what it stands for.
struct DataSymbolForm {
  enum KindType {
    Start,       ///< The first byte.
    End,         ///< Behind the last byte.
    SizeT,       ///< A variable of type size_t with the number of bytes.
    UnsignedInt, ///< The same of type unsigned int.
    UInt32,      ///< The same of type uint32_t.
    Absolute,    ///< Its address is the number of bytes.
  };
  KindType Kind;
  llvm::StringLiteral Before, Behind; ///< Param::Symbol stands between them.

  bool isVariable() const {
    return Kind == SizeT || Kind == UnsignedInt || Kind == UInt32;
  }
};

/// The symbols of \p Style. The first is that of the parameter.
llvm::ArrayRef<DataSymbolForm> dataSymbols(DataStyle Style);

/// Param::Symbol of what is stored: "model_tflite", "model_tflite_zst".
std::string dataName(const Param &TheParam);

/// The symbol of \p Form, one of \p Style, for the parameter \p Name.
std::string dataSymbol(DataStyle Style, const DataSymbolForm &Form,
                       llvm::StringRef Name);

} // namespace metaobj

#endif // METAOBJ_ABI_DATASYMBOLS_H
