//===- metaobj/Input.h - Files become a Model -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of operator objects, archives, bitcode, textual IR, files of
/// parameters and graph executor JSON. What a file is, is told by its content
/// and never by its name. Every reader takes its file as hostile: each offset
/// and length is checked before it is used, and errors name file, offset and
/// reason.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_H
#define METAOBJ_INPUT_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Graph.h"
#include "metaobj/Model.h"
#include "metaobj/ModelLibrary.h"
#include "metaobj/Plan.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace metaobj {

/// What a file holds.
enum class FileKind {
  ElfObject,
  CoffObject,
  MachOObject,
  WasmObject,
  Archive,
  ThinArchive,
  Bitcode,
  TextualIr,
  TvmParams,
  Safetensors,
  NumpyArray, ///< .npy
  ZipArchive, ///< .npz is one of NumPy arrays.
  Gguf,
  ParamsManifest, ///< Raw files, described by YAML.
  GraphJson,
  BufferList, ///< CSV of buffers with lifetimes.
  TarArchive, ///< Model Library Format is one.
  /// Compressed; what is inside tells its kind by itself.
  Zstd,
  Gzip,
  /// Anything else, readable or not.
  Unknown,
};

/// Kind of a file that starts with \p Head, its first bytes (4096 are enough;
/// fewer when the file is smaller).
FileKind identify(llvm::StringRef Head);

/// "an ELF object", "a TVM params file"; for unknown files what LLVM knows of
/// their first bytes ("a GOFF object", "a zip archive", "an empty file"), for
/// messages.
std::string describeContent(llvm::StringRef Head);

/// How to make a file of parameters of a file that starts with \p Head, when it
/// is one of another framework's; empty for all others.
std::string conversionHint(llvm::StringRef Head);

/// What readers of files of parameters do besides reading.
struct ParamsReading {
  /// Which parameters are wanted, by name; empty: all. Of the others no more is
  /// looked at than it takes to find the next one.
  std::function<bool(llvm::StringRef)> IsWanted;
  /// Compare the checksums of bytes that are only copied otherwise. Each of
  /// them is read for it.
  bool Verify = false;

  bool wants(llvm::StringRef Name) const { return !IsWanted || IsWanted(Name); }
};

/// Parameters of the TVM params file \p Source, in file order, none of them
/// read: each payload is a range. Source: TVM's NDArray list format
/// (save_param_dict), the same bytes from v0.6 to v0.18.
llvm::Expected<std::vector<Param>>
readTvmParams(std::shared_ptr<const ByteSource> Source,
              const ParamsReading &Reading = {});

/// The same of a safetensors file, in the order of the data.
llvm::Expected<std::vector<Param>>
readSafetensors(std::shared_ptr<const ByteSource> Source,
                const ParamsReading &Reading = {});

/// The array of a NumPy file (.npy), which is named after the file. One in
/// Fortran order is transposed when its payload is read.
llvm::Expected<Param> readNumpyArray(std::shared_ptr<const ByteSource> Source);

/// The arrays of a zip archive of NumPy's (.npz), in the order of their place.
/// Stored ones are ranges, deflated ones streams.
llvm::Expected<std::vector<Param>>
readNumpyArchive(std::shared_ptr<const ByteSource> Source,
                 const ParamsReading &Reading = {});

/// Tensors of the GGUF file \p Source, in file order. Those of quantised types
/// are bytes; a note to \p Diagnostics counts them.
llvm::Expected<std::vector<Param>>
readGguf(std::shared_ptr<const ByteSource> Source,
         const DiagnosticConsumer &Diagnostics,
         const ParamsReading &Reading = {});

/// The parameters that the manifest \p Text describes. \p Path is the
/// manifest's; files are beside it. Their paths are added to \p FilesRead.
llvm::Expected<std::vector<Param>>
readParamsManifest(llvm::StringRef Text, llvm::StringRef Path,
                   std::vector<std::string> *FilesRead = nullptr,
                   const ParamsReading &Reading = {});

/// Reads graph executor JSON in \p Text; \p Name is for messages. Outputs are
/// empty where the graph does not tell them. An output whose storage id is that
/// of an input of its node may be written over it.
llvm::Expected<Graph> readGraph(llvm::StringRef Text, llvm::StringRef Name);

/// Reads a list of names, one a line; blank lines and lines starting with '#'
/// are skipped, blanks around a name are dropped.
llvm::Expected<std::vector<std::string>> readNameList(llvm::StringRef Text,
                                                      llvm::StringRef Name);

/// What is read, and what of it is wanted. Plain data.
struct InputConfig {
  std::string ModelName = "default";

  /// Objects, archives, bitcode, IR, files of parameters, graph JSON, tar
  /// archives of them (Model Library Format) and folders into which one was
  /// unpacked, in any order. "-" is standard input.
  std::vector<std::string> Files;

  /// More of them, which are open already: read after Files.
  std::vector<std::shared_ptr<const InputFile>> OpenFiles;

  /// The module of a Model Library Format archive that is read, when it has
  /// several. Empty: all, which is an error where two have a graph or
  /// parameters.
  std::string Module;

  /// Refuse files that are neither objects nor archives.
  bool ObjectsOnly = false;

  /// Names in order, before those of FunctionLists. When either is given,
  /// objects only supply the target, and each name must be defined in one of
  /// the objects if there are any.
  std::vector<std::string> Functions;
  std::vector<std::string> FunctionLists; ///< Files with one name a line.

  /// Which global functions of bare objects are operators. An empty Match
  /// means `tvmgen_*` and `fused_*`.
  std::vector<std::string> Match;
  std::vector<std::string> Exclude;

  /// Members of archives and tar archives that are left out, by their names
  /// with or without folders.
  std::vector<std::string> ExcludeMembers;

  std::string GraphFile; ///< Empty: none.
  /// Patterns of the graph's inputs that the program sets. When there are any,
  /// another input that no parameter is for is an error; otherwise a note tells
  /// of such inputs.
  std::vector<std::string> ProgramInputs;
  std::vector<std::string> ParamsFiles; ///< Must be files of parameters.

  /// Patterns of the parameters that are taken from files, by name: those that
  /// match one of PickParams, or all when it is empty, but none that matches
  /// one of SkipParams. The others are neither read nor checked, so that one
  /// odd member does not refuse a file. A pattern that matches nothing is a
  /// warning.
  std::vector<std::string> PickParams;
  std::vector<std::string> SkipParams;

  /// Compare all checksums that inputs carry: those of stored members of .npz
  /// archives and of compressed files, which are otherwise compared when, and
  /// as far as, the bytes are read.
  bool VerifyInputs = false;

  /// Storage ids given by hand, by parameter name; they win over the graph's.
  std::vector<std::pair<std::string, uint64_t>> StorageIds;

  DiagnosticConsumer Diagnostics;
};

/// Functions, parameters and objects of all files. Names from several sources:
/// Functions and FunctionLists win over the graph's, and those over matched
/// symbols of the objects. A list that closes with `_lookup_linked_param`, as
/// TVM's own do, means the one that is emitted; one that an operator object
/// defines is listed last by itself, unless Exclude matches it. Parameters that
/// the graph names get its storage id; a shape or dtype that differs from the
/// graph's is an error. Of a Model Library Format archive an object that holds
/// nothing but a registry is left out.
///
/// \p DefinedSymbols tells what the emitted object will define for a model with
/// these parameters (its functions are not known yet), the entry point first:
/// an operator object that defines one already is an error.
llvm::Expected<FileModel> readModel(
    const InputConfig &Config,
    llvm::function_ref<std::vector<std::string>(const Model &)> DefinedSymbols =
        nullptr);

/// Buffers in the CSV \p Text. Its first line names the columns: id, lower,
/// upper and size in any order, perhaps alignment; others are passed over.
/// \p Name is for messages.
llvm::Expected<std::vector<PlanBuffer>> readBufferList(llvm::StringRef Text,
                                                       llvm::StringRef Name);

/// What is to be planned, and the file that it was read from.
struct PlanInput : GraphBuffers {
  std::string Name;
};

/// The buffers of the graph among the files of \p Config, or of the one list
/// of buffers that is the only file. Parameters are needed only to tell them
/// from the inputs that the program sets, which are buffers with
/// GraphPlanConfig::WorkspaceIo. Functions and objects are not looked for.
llvm::Expected<PlanInput> readPlanInput(const InputConfig &Config,
                                        const GraphPlanConfig &Planning);

/// Objects, members of archives, bitcode and IR in \p Files, as they are.
llvm::Expected<std::vector<OperatorObject>>
readObjects(llvm::ArrayRef<std::string> Files,
            const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_INPUT_H
