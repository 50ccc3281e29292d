//===- JoinedFiles.h - Files that are one sequence of bytes -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PARAMS_JOINEDFILES_H
#define METAOBJ_READ_PARAMS_JOINEDFILES_H

#include "metaobj/Payload.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

/// Files one after the other, for parameters that begin in one and end in
/// another.
class JoinedFiles final : public ByteSource {
public:
  explicit JoinedFiles(std::string Path)
      : ByteSource(Stream, std::move(Path)) {}

  void add(std::shared_ptr<const InputFile> File) {
    Begins.push_back(Size);
    Size += File->size();
    Files.push_back(std::move(File));
  }

  /// The file that has all of \p Count bytes from \p Offset on, and where;
  /// null if they lie in several.
  std::pair<std::shared_ptr<const InputFile>, uint64_t>
  place(uint64_t Offset, uint64_t Count) const {
    size_t Index = find(Offset);
    if (Index == Files.size() ||
        Count > Files[Index]->size() - (Offset - Begins[Index]))
      return {};
    return {Files[Index], Offset - Begins[Index]};
  }

  llvm::Error read(uint64_t Offset,
                   llvm::MutableArrayRef<uint8_t> Out) const override {
    for (size_t Index = find(Offset); !Out.empty(); ++Index) {
      uint64_t Inside = Offset - Begins[Index];
      size_t Count =
          std::min<uint64_t>(Out.size(), Files[Index]->size() - Inside);
      if (llvm::Error E = Files[Index]->read(Inside, Out.take_front(Count)))
        return E;
      Out = Out.drop_front(Count);
      Offset += Count;
    }
    return llvm::Error::success();
  }

private:
  /// The file with the byte at \p Offset; the number of files at the end.
  size_t find(uint64_t Offset) const {
    if (Offset >= Size)
      return Files.size();
    return size_t(std::upper_bound(Begins.begin(), Begins.end(), Offset) -
                  Begins.begin()) -
           1;
  }

  std::vector<std::shared_ptr<const InputFile>> Files;
  std::vector<uint64_t> Begins; ///< One for each.
};

} // namespace metaobj

#endif // METAOBJ_READ_PARAMS_JOINEDFILES_H
