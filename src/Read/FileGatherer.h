//===- FileGatherer.h - All files of one run --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_FILEGATHERER_H
#define METAOBJ_READ_FILEGATHERER_H

#include "Read/Objects/ObjectContents.h"
#include "metaobj/Input.h"

#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A function's name from the user, a module or a graph.
struct GivenName {
  std::string Name;
  /// The origin of the name, for messages.
  Message Source;
  /// What objects define; empty: Name.
  std::string Symbol = {};

  llvm::StringRef symbol() const { return Symbol.empty() ? Name : Symbol; }
};

/// The contents of all files of one run, not yet combined.
struct GatheredFiles {
  std::vector<OperatorObject> Objects;
  /// The member name of each object; empty outside archives.
  std::vector<std::string> MemberNames;
  std::vector<ObjectContents> Contents; ///< Of each object.
  std::vector<ModelLibrary> Libraries;
  size_t ObjectsOfLibraries = 0; ///< Those of Objects that are in Libraries.
  std::vector<std::string> FilesRead;
  std::vector<Param> Params;
  std::optional<Graph> TheGraph;
  std::string GraphName;
  /// TheGraph is that of a Relax executable, which tells the program's inputs
  /// from parameters that are missing.
  bool HasRelaxGraph = false;
  /// Parameters of the operators are among those of the model, so nothing needs
  /// the operators' look-up of them.
  bool HasTakenOwnParams = false;
  /// A file of its own, not in an object; null: there is none.
  std::shared_ptr<const ByteSource> Executable;
  /// Set before to take a list of buffers, which then is the only file.
  bool TakesBuffers = false;
  std::optional<BufferList> Buffers;
  /// Names of InputConfig::Modules, Functions and FunctionLists. May be empty
  /// although there is a list: the list may have no names.
  std::vector<GivenName> Names;
  /// What gives names first, for messages; empty: nothing does.
  Message NamesOrigin;

  llvm::BumpPtrAllocator NameMemory;
  llvm::StringSaver SymbolNames{NameMemory};
};

/// Reads all files that \p Config names into \p Result.
llvm::Error gatherFiles(const InputConfig &Config, GatheredFiles &Result);

} // namespace metaobj

#endif // METAOBJ_READ_FILEGATHERER_H
