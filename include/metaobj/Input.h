//===- metaobj/Input.h - Files become a Model -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of operator objects, archives, bitcode, textual IR, files of
/// parameters and graph executor JSON. They recognise a file by its content and
/// never by its name. Every reader treats its file as hostile: it checks each
/// offset and length before use, and its errors name file, offset and reason.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_H
#define METAOBJ_INPUT_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Executor.h"
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

class RuntimeModule;

/// Kind of a file.
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
  ZipArchive, ///< For NumPy arrays: .npz.
  Gguf,
  TfLite,            ///< TensorFlow Lite, LiteRT.
  ExecuTorchProgram, ///< .pte
  ExecuTorchData,    ///< .ptd
  Irpa,              ///< IREE's parameter archive.
  Onnx,
  SafetensorsIndex, ///< JSON that names several files.
  TensorFlowJs,     ///< JSON that names files of weights.
  ParamsManifest,   ///< YAML that describes raw files.
  GraphJson,
  BufferList, ///< CSV of buffers with lifetimes.
  TarArchive, ///< Also Model Library Format.
  /// Compressed; the content has a kind of its own.
  Zstd,
  Gzip,
  /// Anything else, readable or not.
  Unknown,
};

/// Kind of a file by its first bytes, \p Head (4096, or the whole of a smaller
/// file).
FileKind identify(llvm::StringRef Head);

/// For messages: "an ELF object", "a TVM params file". For unknown files LLVM's
/// knowledge of their first bytes ("a GOFF object", "a zip archive", "an empty
/// file").
std::string describeContent(llvm::StringRef Head);

/// How to convert a file of another framework that starts with \p Head into a
/// file of parameters; empty for other files.
Message conversionHint(llvm::StringRef Head);

/// Options of readers of parameters.
struct ParamsReading {
  /// Parameters to read, by name; empty: all. Of the others the readers read
  /// only what they need to find the next one.
  std::function<bool(llvm::StringRef)> IsWanted;
  /// Also compare the checksums of bytes that are only copied. This reads all
  /// of them.
  bool Verify = false;

  bool wants(llvm::StringRef Name) const { return !IsWanted || IsWanted(Name); }
};

/// Parameters of the TVM params file \p Source, in file order. Each payload is
/// a range; nothing of it is read. Format: TVM's NDArray list
/// (save_param_dict), the same bytes from v0.6 to v0.18.
llvm::Expected<std::vector<Param>>
readTvmParams(std::shared_ptr<const ByteSource> Source,
              const ParamsReading &Reading = {});

/// Parameters of the safetensors file \p Source, in the order of the data.
llvm::Expected<std::vector<Param>>
readSafetensors(std::shared_ptr<const ByteSource> Source,
                const ParamsReading &Reading = {});

/// The array of a NumPy file (.npy), with the file's name. Reading the payload
/// transposes an array in Fortran order.
llvm::Expected<Param> readNumpyArray(std::shared_ptr<const ByteSource> Source);

/// The arrays of NumPy's zip archive (.npz), in the order of their data. Stored
/// ones are ranges, deflated ones streams.
llvm::Expected<std::vector<Param>>
readNumpyArchive(std::shared_ptr<const ByteSource> Source,
                 const ParamsReading &Reading = {});

/// Tensors of the GGUF file \p Source, in file order. Tensors of quantised
/// types become bytes; a note to \p Diagnostics counts them.
llvm::Expected<std::vector<Param>>
readGguf(std::shared_ptr<const ByteSource> Source,
         const DiagnosticConsumer &Diagnostics,
         const ParamsReading &Reading = {});

/// The parameters of the manifest \p Text. \p Path is the manifest's path; its
/// files are next to it. Adds their paths to \p FilesRead.
llvm::Expected<std::vector<Param>>
readParamsManifest(llvm::StringRef Text, llvm::StringRef Path,
                   std::vector<std::string> *FilesRead = nullptr,
                   const ParamsReading &Reading = {});

/// Reads graph executor JSON in \p Text; \p Name is for messages. Outputs are
/// empty if the graph does not tell them. If an output has the storage id of an
/// input of its node, it may be written over this input.
llvm::Expected<Graph> readGraph(llvm::StringRef Text, llvm::StringRef Name);

/// Reads a list of names, one per line. Skips blank lines and lines that start
/// with '#', and drops blanks around a name.
llvm::Expected<std::vector<std::string>> readNameList(llvm::StringRef Text,
                                                      llvm::StringRef Name);

/// Files to read, and filters for their contents. Plain data.
struct InputConfig {
  /// The table that is wanted. nullopt: the one for the operators, as far as
  /// their files tell (FileModel::Concluded).
  std::optional<RuntimeAbi> Abi;

  /// Refuse files of which no function is listed, unless they are parameters
  /// alone, instead of a warning.
  bool NeedsFunctions = false;

  /// A file with the payload of an FfiModule.
  struct FfiModuleFile {
    std::string Kind;
    std::string Path;
  };
  /// Of tvm-ffi: Model::FfiRoot and Model::FfiImports.
  std::optional<FfiModuleFile> FfiRoot;
  std::vector<FfiModuleFile> FfiImports;

  /// nullopt: the name of the one module of a Model Library Format archive, as
  /// a C name, and without such an archive "default".
  std::optional<std::string> ModelName;

  /// Modules of a compiler, read before all files and only during the call. The
  /// functions that they list come before Functions. A module that cannot list
  /// its functions leaves them to Match, like a file. PickParams and SkipParams
  /// are for parameters of files.
  std::vector<const RuntimeModule *> Modules;

  /// Objects, archives, bitcode, IR, files of parameters, graph JSON, tar
  /// archives of these (Model Library Format) and folders with the contents of
  /// such an archive, in any order. "-" is standard input.
  std::vector<std::string> Files;

  /// Files that are open already; read after Files.
  std::vector<std::shared_ptr<const InputFile>> OpenFiles;

  /// The module to read from a Model Library Format archive with several
  /// modules. Empty: all, which is an error if two have a graph or parameters.
  std::string Module;

  /// Refuse files that are neither objects nor archives.
  bool ObjectsOnly = false;

  /// Names in order, before those of FunctionLists. If either is given, objects
  /// only supply the target. If there are objects, one of them must define each
  /// name.
  std::vector<std::string> Functions;
  std::vector<std::string> FunctionLists; ///< Files with one name per line.

  /// Patterns of operators among the objects' global functions. An empty Match
  /// means `tvmgen_*` and `fused_*` of TVM's C runtime, `__tvm_ffi_*` of
  /// tvm-ffi, or `*_library_query` of IREE.
  std::vector<std::string> Match;
  std::vector<std::string> Exclude;

  /// Members of archives and tar archives to leave out, by name with or without
  /// folders.
  std::vector<std::string> ExcludeMembers;

  std::string GraphFile; ///< Empty: none.
  /// The function of a Relax executable (tvm-ffi) that is the graph, if no file
  /// has one. Empty: the only one, or "main".
  std::string VmFunction;
  /// Bytes of workspaces that an operator has at a time while it runs, by the
  /// name of its function with or without "__tvm_ffi_". An operator that is not
  /// listed has none. Empty: nothing is known, and the runtime gives them.
  std::vector<std::pair<std::string, uint64_t>> Workspaces;
  /// Patterns of the graph's inputs that the program sets. If there are any,
  /// another input without a parameter is an error; otherwise a note lists such
  /// inputs.
  std::vector<std::string> ProgramInputs;
  std::vector<std::string> ParamsFiles; ///< Must be files of parameters.

  /// Patterns of parameters to take from files, by name: a parameter must match
  /// one of PickParams (or this is empty) and none of SkipParams. The others
  /// are neither read nor checked, so that an unsupported member does not make
  /// the file an error. A pattern that matches nothing gives a warning.
  std::vector<std::string> PickParams;
  std::vector<std::string> SkipParams;

  /// Compare all checksums of inputs before emission: of stored members of .npz
  /// archives and of compressed files. By default only bytes that are read are
  /// compared, at that time.
  bool VerifyInputs = false;

  /// An executor of the graph is emitted. It takes parameters that operators
  /// of TVM v0.8 hold behind `_lookup_linked_param` from their object.
  bool TakesOwnParams = false;
  /// Follow a Relax executable (tvm-ffi): its function is the graph, if no file
  /// has one. Otherwise the executable stays what it is.
  bool TakesRelaxGraph = false;

  /// Storage ids by parameter name; they override the graph's.
  std::vector<std::pair<std::string, uint64_t>> StorageIds;

  /// The arguments of the operators' own `tvmgen_<model>___tvm_main__`, in
  /// their order, for an executor around it. No file tells all of them.
  struct MainArguments {
    struct Tensor {
      DLDataType DType;
      std::vector<int64_t> Shape;
    };
    struct Argument : Tensor {
      /// Of an output: empty if only the metadata of an archive names it.
      std::string Name;
    };
    struct Pool {
      std::string Name;
      uint64_t Bytes;
    };
    std::vector<Argument> Inputs;
    std::vector<Argument> Outputs;
    /// Behind the outputs. The function takes them sorted by name, as TVM
    /// makes it.
    std::vector<Pool> Pools;
    /// ExecutorConfig::Constants is among them, by this name; empty: it is not.
    std::string ConstantPool;
    /// Its ConstantPool::Offsets, for the comparison with metadata.
    ConstantOffsets Offsets = {};
  };
  /// Set: the graph is one call of this function. nullopt: as the files say.
  std::optional<MainArguments> Main;

  /// How the operators of the graph are called. Nothing in a file tells it.
  CallingConvention OperatorCalls = CallingConvention::Packed;

  /// Operators of the graph that match the pattern run on this kind of device:
  /// GraphNode::Device. The last match counts.
  struct DeviceRule {
    std::string Kind; ///< "ethos-u".
    std::string Glob; ///< Of functions.
  };
  std::vector<DeviceRule> Devices;

  DiagnosticConsumer Diagnostics;
};

namespace setting {
inline constexpr Setting Functions("InputConfig::Functions");
inline constexpr Setting Match("InputConfig::Match");
inline constexpr Setting ExcludeMembers("InputConfig::ExcludeMembers");
inline constexpr Setting Module("InputConfig::Module");
inline constexpr Setting ProgramInputs("InputConfig::ProgramInputs");
inline constexpr Setting PickParams("InputConfig::PickParams");
inline constexpr Setting SkipParams("InputConfig::SkipParams");
inline constexpr Setting StorageIds("InputConfig::StorageIds");
inline constexpr Setting VmFunction("InputConfig::VmFunction");
inline constexpr Setting Workspaces("InputConfig::Workspaces");
inline constexpr Setting Main("InputConfig::Main");
inline constexpr Setting FfiRoot("InputConfig::FfiRoot");
inline constexpr Setting FfiImports("InputConfig::FfiImports");
} // namespace setting

/// Functions, parameters and objects of all files. Functions and FunctionLists
/// override the graph's names, which override matched symbols of the objects.
/// If a list ends with `_lookup_linked_param`, as TVM's own lists do, the name
/// means the emitted function. If an operator object defines this function, it
/// is listed last by itself, unless Exclude matches it. Parameters that the
/// graph names get its storage id; a shape or dtype that differs from the
/// graph's is an error. In a Model Library Format archive, an object that holds
/// only a registry is left out.
///
/// \p DefinedSymbols returns the symbols that the emitted object will define
/// for a model with these parameters and this ABI, the entry point first; the
/// functions are not known yet. An operator object that defines one of these
/// symbols is an error.
llvm::Expected<FileModel> readModel(
    const InputConfig &Config,
    llvm::function_ref<std::vector<std::string>(const Model &, RuntimeAbi)>
        DefinedSymbols = nullptr);

/// What a list of buffers says.
struct BufferList {
  /// Without a known plan. The pools are those that the column `pools` names,
  /// in the order in which it does, or one.
  PlanProblem Problem;
  /// Who uses each buffer, such as "cpu" and "npu" (MemoryRegion::Readers). No
  /// elements: the list has no such column.
  std::vector<std::vector<std::string>> Readers = {};
  /// A plan that is known: where each buffer lies. The pool's name is empty if
  /// there is one pool. No elements: there is no such plan.
  struct Place {
    std::string Pool;
    uint64_t Offset;
  };
  std::vector<Place> Known = {};
};

/// Buffers in the CSV \p Text. Its first line names the columns: id, lower,
/// upper and size in any order, perhaps those of docs/plan.md. Ignores other
/// columns. \p Name is for messages.
llvm::Expected<BufferList> readBufferList(llvm::StringRef Text,
                                          llvm::StringRef Name);

/// ConstantPool::Offsets in the CSV \p Text. Its first line names the columns:
/// name and offset. \p Name is for messages.
llvm::Expected<ConstantOffsets> readConstantOffsets(llvm::StringRef Text,
                                                    llvm::StringRef Name);

/// The same from the file \p Path ("-": standard input).
llvm::Expected<ConstantOffsets> loadConstantOffsets(llvm::StringRef Path);

/// The buffers for a plan, and the file that they come from.
struct PlanInput : GraphBuffers {
  std::string Name;
  /// As in BufferList.
  std::vector<std::vector<std::string>> Readers = {};
  std::vector<BufferList::Place> Known = {};
};

/// The buffers of the graph among the files of \p Config, or of the one list
/// of buffers that is the only file. Parameters only separate weights from the
/// inputs that the program sets, which are buffers with
/// GraphPlanConfig::WorkspaceIo. Ignores functions and objects.
llvm::Expected<PlanInput> readPlanInput(const InputConfig &Config,
                                        const GraphPlanConfig &Planning);

/// Objects, members of archives, bitcode and IR in \p Files, and then in
/// \p OpenFiles, without changes.
llvm::Expected<std::vector<OperatorObject>>
readObjects(llvm::ArrayRef<std::string> Files,
            const DiagnosticConsumer &Diagnostics,
            llvm::ArrayRef<std::shared_ptr<const InputFile>> OpenFiles = {});

} // namespace metaobj

#endif // METAOBJ_INPUT_H
