//===- ScratchFile.h - A file without a name --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_SCRATCHFILE_H
#define METAOBJ_BASE_SCRATCHFILE_H

#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// Stores bytes that are too many for memory and are read again. It has no
/// name: nothing remains, whatever ends the program.
class ScratchFile {
public:
  /// A file in the folder of \p Output or, if this is not possible, in the
  /// folder of temporary files. \p Output is also for messages.
  static llvm::Expected<ScratchFile> create(llvm::StringRef Output);

  ScratchFile(ScratchFile &&Other);
  ~ScratchFile();

  /// Bytes so far.
  uint64_t size() const { return Size; }

  llvm::Error append(llvm::ArrayRef<uint8_t> Bytes);

  /// Drops all bytes from \p NewSize on; the next bytes replace them.
  void shrinkTo(uint64_t NewSize) { Size = NewSize; }

  /// Ends writing. The file closes with the last payload that is a range of
  /// the result.
  llvm::Expected<std::shared_ptr<const InputFile>> finish();

private:
  ScratchFile(std::string Output, int Descriptor)
      : Output(std::move(Output)), Descriptor(Descriptor) {}

  llvm::Error cannotStore(std::error_code Cause) const;

  std::string Output;
  int Descriptor;
  uint64_t Size = 0;
};

} // namespace metaobj

#endif // METAOBJ_BASE_SCRATCHFILE_H
