//===- LibraryOutput.h - An archive with the output in it -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_JOB_LIBRARYOUTPUT_H
#define METAOBJ_JOB_LIBRARYOUTPUT_H

#include "Read/Packages/Package.h"
#include "metaobj/Job.h"

#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace metaobj {

/// The Model Library Format archive of a model, with what was emitted in place
/// of TVM's registry.
class LibraryOutput {
public:
  /// Refuses a model from no such archive, or from several, or an archive whose
  /// new members would have no place. \p TheModel must outlive the result.
  static llvm::Expected<LibraryOutput> create(const FileModel &TheModel,
                                              const EmitConfig &Emitting,
                                              OutputKind Kind);

  /// Writes a tar archive: the members of the input in their order, then the
  /// emitted object (or C source) and its header. Adds files of a folder to
  /// \p FilesRead.
  llvm::Error write(const Emission &Emitted, const OutputPlace &To,
                    const ProgressFunction &Tell,
                    std::vector<std::string> &FilesRead) const;

private:
  explicit LibraryOutput(const ModelLibrary &Library) : Library(Library) {}
  llvm::Error nameMembers(const LibraryModule &Module, OutputKind Kind);
  llvm::Error leaveOut(const std::vector<std::string> &Symbols);
  /// Visits the members of the input that are written, by names without "./".
  llvm::Error visit(Package::Visitor Visit) const;
  llvm::Expected<uint64_t>
  sizeOfMembers(std::vector<std::string> &FilesRead) const;

  const ModelLibrary &Library;
  std::string Member; ///< The emitted object or source.
  std::string Header;
  /// Members of the input that are not written.
  llvm::StringSet<> LeftOut;
};

} // namespace metaobj

#endif // METAOBJ_JOB_LIBRARYOUTPUT_H
