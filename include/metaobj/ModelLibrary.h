//===- metaobj/ModelLibrary.h - TVM's exported models -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_MODELLIBRARY_H
#define METAOBJ_MODELLIBRARY_H

#include "metaobj/Abi.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <dlpack/dlpack.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

class Package;

/// An input or output of a module.
struct LibraryTensor {
  std::string Name; ///< As in the model's source, not made a C name.
  uint64_t Size;    ///< In bytes, at most 2^63 - 1, as all sizes here.
  DLDataType DType;
};

/// Memory of a module's main function on one device. Sizes are in bytes, and
/// nullopt if the metadata does not tell them. TVM does not keep them apart
/// cleanly: with its unified memory plan, constants are those in pools.
struct LibraryMain {
  int64_t Device; ///< DLDeviceType
  std::optional<uint64_t> WorkspaceSize;
  std::optional<uint64_t> ConstantsSize;
  std::optional<uint64_t> IoSize;
  /// Sorted by name; the metadata does not tell the order of arguments.
  /// nullopt: TVM before v0.11, which does not write them.
  std::optional<std::vector<LibraryTensor>> Inputs;
  std::optional<std::vector<LibraryTensor>> Outputs;
};

/// Memory that an operator asks the runtime for, on one device.
struct LibraryWorkspace {
  int64_t Device; ///< DLDeviceType
  uint64_t Size;
};

struct LibraryOperator {
  std::string Function;
  std::vector<LibraryWorkspace> Workspaces;
};

/// A storage id of the graph executor. TVM also writes shape and type, of the
/// wrong tensor; nobody should read them.
struct LibraryStorage {
  uint64_t Id;
  uint64_t Size;
  std::string Input; ///< The graph's input in it; empty: none.
};

/// A module, as the metadata describes it. All of it is optional there.
struct LibraryModule {
  std::string Name;
  std::string Style;                  ///< "full-model" or "operator".
  std::vector<std::string> Executors; ///< "graph", "aot".
  std::vector<std::string> Targets;   ///< TVM's texts: "c -keys=cpu ".
  std::vector<LibraryMain> Main;      ///< One for each device.
  std::vector<LibraryOperator> Operators;
  std::vector<LibraryStorage> Storage;
};

/// A C or C++ source in `codegen/host/src`.
struct LibrarySource {
  enum ContentType {
    Operators, ///< Or anything else that needs a compiler.
    /// Nothing but TVM's registry, or nothing, or metaobj's own: metaobj
    /// replaces it.
    Registry,
    Executor, ///< `tvmgen_<m>_run` and its pools, perhaps a registry as well.
  };

  std::string Name; ///< Its path in the archive, without "./".
  ContentType Content;
  /// The functions that a Registry or Executor defines, in its order.
  std::vector<std::string> Functions = {};
  /// The first word of the arguments of an Executor's `_run`: "struct" with
  /// TVM's C interface. Empty if it has none.
  std::string RunArgument = {};

  /// Does an output that defines \p Symbols replace it? A registry always; an
  /// executor if all its functions are among them.
  bool isReplacedBy(llvm::ArrayRef<std::string> Symbols) const;
};

/// A Model Library Format archive, as TVM exports models, or a folder with the
/// contents of one.
struct ModelLibrary {
  std::string Name; ///< A path.
  /// Version of the format; nullopt if the metadata does not tell it.
  std::optional<int64_t> Version = std::nullopt;
  /// Its modules, sorted by name; empty if the metadata does not tell them.
  std::vector<LibraryModule> Modules = {};
  /// The module that InputConfig::Module picked; empty: it did not.
  std::string Picked = {};
  /// Sources of the module that was picked, or all.
  std::vector<LibrarySource> Sources = {};

  /// The starts of functions ("tvmgen_default_") of modules with the header
  /// that TVM writes for its C interface, whose functions are unpacked.
  std::vector<std::string> CInterfaces = {};

  /// Paths, without "./", of members that InputConfig::ExcludeMembers leaves
  /// out, and of objects that the output replaces: with nothing but TVM's
  /// registry, or written by metaobj.
  std::vector<std::string> LeftOut = {};
  /// All its files. Set by readModel.
  std::shared_ptr<const Package> Contents = {};

  /// The one module that the model is made of; null if there are several, or
  /// none is known.
  const LibraryModule *used() const;

  /// Names of sources that need a compiler. An output that defines \p Symbols
  /// replaces the others.
  std::vector<llvm::StringRef>
  uncompiled(llvm::ArrayRef<std::string> Symbols) const;
};

/// A model, and the files that it comes from.
struct FileModel : Model {
  std::vector<ModelLibrary> Libraries; ///< Those among the files.
  /// Every file that was read, for a depfile; no pipes.
  std::vector<std::string> FilesRead;
  /// What the operators are. Emission takes its Abi.
  Conclusion Concluded;
};

/// Refuses a model with uncompiled operators: there are no objects, but sources
/// in a library. Accepts all others.
llvm::Error refuseSources(const FileModel &TheModel);

} // namespace metaobj

#endif // METAOBJ_MODELLIBRARY_H
