//===- TensorNames.h - Names of the tensors of a model ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files of models, other than files of weights, may give a tensor no name, one
/// name to several tensors, or list a tensor for each function that uses it.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_TENSORNAMES_H
#define METAOBJ_READ_PARAMS_TENSORNAMES_H

#include "metaobj/Input.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>

namespace metaobj {

class TensorNames {
public:
  TensorNames(const ByteSource &Source, const ParamsReading &Reading)
      : Path(Source.path()), FileSize(Source.size()), Reading(Reading) {}

  /// Counts a tensor of any kind, with \p Bytes that were read for it. An error
  /// when the file is too small for all that was counted: parts of it are then
  /// visited again and again.
  llvm::Error charge(uint64_t Bytes);

  /// Is the tensor a parameter that nothing has taken and that is wanted? Then
  /// \p Name becomes the parameter's: if it is empty or that of another tensor,
  /// it gets "@" and \p Place. Tensors with one name and one \p Key are the
  /// same; the key stands for bytes, type and shape.
  llvm::Expected<bool> take(std::string &Name, llvm::StringRef Key,
                            const llvm::Twine &Place);

  /// A note if names were changed.
  void reportRenamed(const DiagnosticConsumer &Diagnostics) const;

private:
  std::string Path;
  uint64_t FileSize;
  const ParamsReading &Reading;
  llvm::StringMap<std::string> Keys; ///< By name.
  uint64_t Work = 0;                 ///< In bytes.
  uint64_t Renamed = 0;
  std::string Example;
};

/// Makes \p P, whose shape counts elements of \p Bits bits (1, 2 or 4) without
/// gaps between them, a tensor of bytes: the innermost extent counts the bytes
/// of a row, or the only one counts all if a row ends inside a byte.
llvm::Error makePackedBytes(Param &P, unsigned Bits);

/// Tensors of each type that were taken as bytes, by the type's name.
using TensorsAsBytes = std::map<llvm::StringRef, uint64_t>;

/// Gives \p P, which has its shape, the dtype \p DType. Empty: makes it packed
/// bytes of elements of \p Bits bits, and counts it in \p AsBytes by the name
/// \p Type. Returns the size of its data in bytes.
llvm::Expected<uint64_t> setTypeOrPack(Param &P, llvm::StringRef Type,
                                       llvm::StringRef DType, unsigned Bits,
                                       TensorsAsBytes &AsBytes);

/// A note that counts them, if there are any. \p Types says what they have in
/// common: "quantised types".
void reportAsBytes(const TensorsAsBytes &Tensors, llvm::StringRef Types,
                   llvm::StringRef Path, const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_TENSORNAMES_H
