//===- EmitOptions.h - Command line of metaobj emit -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_EMITOPTIONS_H
#define METAOBJ_TOOLS_METAOBJ_EMITOPTIONS_H

#include "SettingFlags.h"
#include "TargetFlags.h"

#include "metaobj/Job.h"

#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

/// Lives while the command runs: its members register themselves.
struct EmitOptions {
  llvm::cl::OptionCategory Category{"Emit options"};
  llvm::cl::OptionCategory TargetCategory{
      "Target options", "By default, metaobj takes the target from the "
                        "operator objects."};

  llvm::cl::list<std::string> Inputs{llvm::cl::Positional,
                                     llvm::cl::desc("<input>..."),
                                     llvm::cl::cat(Category)};
  TextFlag Output{Category, metaobj::Setting::Output, "file",
                  "Output file; - is standard output"};
  llvm::cl::alias OutputAlias{"output", llvm::cl::desc("The same as -o"),
                              llvm::cl::aliasopt(Output),
                              llvm::cl::cat(Category)};
  TextFlag Kind{
      Category, metaobj::Setting::Kind, "kind",
      "Kind of output: obj (default), asm, llvm-ir, llvm-bc, c; params-image "
      "(the parameters alone, for a partition of flash); mlf, mlf-c (the Model "
      "Library Format archive again, with the object or C in it)",
      llvm::cl::init("obj")};
  TextFlag Abi{
      Category, metaobj::Setting::Abi, "abi",
      "Runtime ABI (default: as the operators and their archive tell): "
      "tvm-crt-u16 (TVM's C runtime v0.9 to v0.18, runtime_crt), tvm-crt-u8 "
      "(v0.7, v0.8), tvm-crt-universal (both, up to 254 functions), tvm-ffi "
      "(the system library of TVM v0.22 and later)"};

  TextFlag Table{Category, "table", "table",
                 "A table in place of a registry: iree (the libraries of "
                 "IREE's static loader), functions (any functions, by name)"};

  TextsFlag Functions{Category, metaobj::Setting::Functions, "name",
                      "Function to list, in order; repeatable"};
  TextsFlag FunctionLists{Category, "functions", "file",
                          "File of function names, one per line, in order"};
  TextsFlag Match{Category, metaobj::Setting::Match, "glob",
                  "Functions of the objects that are operators (default: "
                  "names that TVM or IREE gives them); repeatable"};
  TextsFlag Exclude{
      Category, metaobj::Setting::Exclude, "glob",
      "Functions that match --match but are not operators; repeatable"};
  TextsFlag ExcludeMembers{
      Category, metaobj::Setting::ExcludeMembers, "glob",
      "Members of archives and tar archives to leave out; repeatable"};
  TextFlag Module{Category, metaobj::Setting::Module, "name",
                  "Module to read from a Model Library Format archive"};
  TextFlag Graph{Category, metaobj::Setting::Graph, "file",
                 "Graph executor JSON: function names in order of first use, "
                 "storage ids of parameters"};
  TextsFlag ProgramInputs{Category, metaobj::Setting::ProgramInputs, "glob",
                          "Inputs of the graph that the program sets; then any "
                          "other without a parameter is an error; repeatable"};
  TextsFlag Params{Category, "params", "file",
                   "File of parameters; repeatable"};
  TextsFlag PickParams{
      Category, metaobj::Setting::PickParams, "glob",
      "Parameters to take from the files (default: all); repeatable"};
  TextsFlag SkipParams{
      Category, metaobj::Setting::SkipParams, "glob",
      "Parameters to leave out, without reading their data; repeatable"};
  SwitchFlag VerifyInputs{
      Category, "verify-inputs",
      "Compare all checksums of the inputs before any output is written"};
  TextsFlag StorageIds{Category, metaobj::Setting::StorageIds, "name=number",
                       "Storage id of a parameter; repeatable"};

  TextsFlag Placement{
      Category, metaobj::Setting::Placement, "rule",
      "GLOB:section=NAME,align=BYTES,order=NUMBER,visibility=WHO,compress=HOW: "
      "where matching parameters go; the last match wins; repeatable"};
  TextsFlag PlacementFiles{
      Category, "placement", "file",
      "YAML file of such rules; the rules of --place follow them; repeatable"};
  TextsFlag Presets{Category, metaobj::Setting::Presets, "name",
                    "Rules for a system, before all others: tvm, ethos-u, "
                    "zephyr, esp-idf, avr-progmem, x86-large; repeatable"};

  TextFlag Order{
      Category, "order", "order",
      "Order of parameters in a section: packed (default; least padding), file",
      llvm::cl::init("packed")};
  TextFlag Dedup{Category, metaobj::Setting::Dedup, "scope",
                 "Parameters with equal bytes share them: model (default), "
                 "off, link (by the linker, also with other objects)",
                 llvm::cl::init("model")};
  TextFlag Compress{Category, "compress", "how",
                    "Store parameters compressed: off (default), zstd, "
                    "zstd:<level>, from 1 to 22 (3 without one)",
                    llvm::cl::init("off")};
  NumberFlag CompressRatio{
      Category, "compress-ratio", "percent",
      "Keep a parameter as it is if compression would leave more than this "
      "many percent of it: 1 to 100 (default 90)",
      llvm::cl::init(90)};
  NumberFlag CompressWindow{
      Category, "compress-window", "log",
      "Decoding looks back at most 2^<log> bytes: 10 to 27 (default 17)",
      llvm::cl::init(17)};
  SwitchFlag ParamSections{Category, metaobj::Setting::ParamSections,
                           "A section for each parameter, <section>.<name>, so "
                           "that linkers can drop unused ones"};

  TextFlag Shards{Category, metaobj::Setting::Shards, "count",
                  "Split the parameters across <count> additional objects: -o "
                  "m.o gives m.o, m.shard-1-of-2.o and so on"};
  TextFlag Shard{
      Category, "shard", "number/count",
      "Write only one of these objects, to -o; number 0 is the metadata"};

  TextFlag ModelName{Category, metaobj::Setting::ModelName, "name",
                     "Name of the model (default: that of a Model Library "
                     "Format archive, or \"default\")"};
  TextFlag Prefix{Category, metaobj::Setting::Prefix, "prefix",
                  "Prefix of the emitted symbols, for several models in one "
                  "image (default: TVM's names, and tvmgen_<model>_params)"};
  TextFlag Entry{Category, metaobj::Setting::EntryPoint, "symbol",
                 "Symbol of the function that returns the module",
                 llvm::cl::init("TVMSystemLibEntryPoint")};
  SwitchFlag RegistryIndex{
      Category, metaobj::Setting::RegistryIndex,
      "Add an index of the registry's names, which runtime_crt can search"};
  SwitchFlag Record{Category, metaobj::Setting::Record,
                    "Add a record with hashes, by which inspect finds and "
                    "verifies the model in a raw image"};
  TextFlag SigningKey{Category, metaobj::Setting::SigningKey, "key.pem",
                      "Sign the record with this Ed25519 private key (PEM)"};
  TextFlag Register{
      Category, metaobj::Setting::Register, "name",
      "Register the model: programs find all models of an image by their names "
      "(default: the prefix, or the model's name); with --abi=tvm-ffi only "
      "'ctor': a constructor registers the library",
      llvm::cl::ValueOptional};
  SwitchFlag ExternalParams{
      Category, metaobj::Setting::ExternalParams,
      "Leave the parameters out: they come in a params image, which the "
      "program opens by the id that <prefix>_params_id returns"};
  TextFlag ImageBase{Category, metaobj::Setting::ParamsImageBase, "address",
                     "Address of the first byte of a params image (default: it "
                     "may lie anywhere)"};
  NumberFlag Generation{
      Category, metaobj::Setting::ParamsImageGeneration, "number",
      "Number of a params image: firmware takes the newer of two (default: 0)"};
  SwitchFlag ExportParams{Category, "export-params",
                          "Make __tvm_param__<name> global symbols"};
  SwitchFlag SectionSymbols{
      Category, metaobj::Setting::SectionSymbols,
      "Add global symbols for start and end of each section of parameters"};
  SwitchFlag DebugInfo{
      Category, metaobj::Setting::DebugInfo,
      "Add debug information: debuggers show parameters by name, with types"};
  TextFlag Executor{
      Category, metaobj::Setting::Executor, "kind",
      "How the model runs: none (default; the program finds functions by "
      "name), aot (tvmgen_<model>_run calls the operators of the graph), main "
      "(it calls the operators' own tvmgen_<model>___tvm_main__)",
      llvm::cl::init("none")};
  TextsFlag MainInputs{
      Category, metaobj::Setting::Main, "name:dtype:extents",
      "An input that tvmgen_<model>___tvm_main__ takes, with its type and "
      "extents (1x28x28); in its order, repeatable"};
  TextsFlag MainOutputs{Category, "main-output", "name:dtype:extents",
                        "The same of an output; without a name it has that of "
                        "metadata.json, or 'output'"};
  TextsFlag MainPools{Category, "main-pool", "name:bytes",
                      "Memory that it takes behind the outputs; repeatable"};
  TextFlag OperatorCalls{
      Category, metaobj::Setting::OperatorCalls, "convention",
      "How the executor calls the operators: packed (default), unpacked",
      llvm::cl::init("packed")};
  TextFlag Interface{Category, metaobj::Setting::ExecutorInterface,
                     "convention",
                     "How programs call tvmgen_<model>_run: c (default; with "
                     "structures of the C header), packed",
                     llvm::cl::init("c")};
  TextFlag Wrappers{Category, metaobj::Setting::ExecutorWrappers, "functions",
                    "What of an executor can be called by name as well: none "
                    "(default), entry, all",
                    llvm::cl::init("none")};
  TextsFlag Pools{
      Category, metaobj::Setting::ExecutorPools, "name[:limit][,caller|shared]",
      "A memory of the executor, the fastest first: a limit in bytes, K or M; "
      "caller: the program passes its address; shared: one memory for all "
      "models of an image; section=NAME; repeatable"};
  TextFlag ConstantPool{
      Category, metaobj::Setting::ExecutorConstants, "name[,caller]",
      "The executor takes the parameters of the graph from one constant; "
      "caller: the program passes its address; section=NAME"};
  TextFlag ConstantOffsets{Category, metaobj::Setting::ConstantPoolOffsets,
                           "file",
                           "CSV (name,offset) with the places of the "
                           "parameters in the constant pool"};
  SwitchFlag WorkspaceIo{Category, metaobj::Setting::ExecutorWorkspaceIo,
                         "The model's inputs and outputs lie in the pools"};
  Flag<llvm::cl::opt<uint64_t>> WorkspaceAlignment{
      Category, metaobj::Setting::ExecutorAlignment, "bytes",
      "Of pools and the tensors in them, a power of two (default: 16)",
      llvm::cl::init(metaobj::ExecutorConfig().Alignment)};
  NumberFlag PlanningEffort{
      Category, metaobj::Setting::PlanEffort, "level",
      "How long to search for small pools: 0 to 9 (default: 5)",
      llvm::cl::init(metaobj::PlanEffort().Level)};
  SwitchFlag PlatformHooks{
      Category, "platform-hooks",
      "The executor calls TVMPlatformBeforeInference, "
      "TVMPlatformAfterInference and TVMPlatformPoolPower"};
  TextsFlag Devices{
      Category, metaobj::Setting::Devices, "kind=glob",
      "Operators that run on a kind of device and get its context; repeatable"};

  TextFlag FfiRoot{Category, metaobj::Setting::FfiRoot, "kind=file",
                   "With --abi=tvm-ffi: the module that imports the library, "
                   "such as relax.VMExecutable=vm.bin"};
  TextsFlag FfiImports{Category, metaobj::Setting::FfiImports, "kind=file",
                       "With --abi=tvm-ffi: a module that the library imports, "
                       "such as the code of a device; repeatable"};

  TextFlag Header{Category, metaobj::Setting::Header, "file",
                  "Also write a C header: entry point, parameters, sizes"};
  TextFlag Rust{Category, metaobj::Setting::Rust, "file",
                "Also write a module of Rust: types, sizes, parameters as "
                "references, what runs the model"};
  TextFlag Map{Category, metaobj::Setting::Map, "file",
               "Write where each parameter went and why, as JSON"};
  TextFlag Depfile{
      Category, metaobj::Setting::Depfile, "file",
      "Write dependencies for Make and Ninja: all files that were read"};
  SwitchFlag Fsync{
      Category, "fsync",
      "Force each output to the disk before it replaces an old one"};
  NumberFlag IoThreads{Category, "io-threads", "n",
                       "Threads that write an object: 1, or 2 with one that "
                       "reads (default: 2 for large objects)",
                       llvm::cl::init(0)};
  SwitchFlag Summary{Category, "summary",
                     "Print one line on standard error: parameters, bytes, "
                     "sections, bytes saved (default on a terminal)"};
  SwitchFlag Quiet{
      Category, "quiet",
      "Print no notes, progress and summary, only warnings and errors"};

  TextFlag MTriple{TargetCategory, metaobj::Setting::Triple, "triple",
                   "Target triple"};
  TextFlag TargetFrom{TargetCategory, metaobj::Setting::TargetFile, "file",
                      "Take the target from this file only"};
  llvm::codegen::RegisterCodeGenFlags CodeGenFlags;

  /// Those whose values are numbers.
  std::vector<llvm::cl::Option *> numbers() {
    return {&CompressRatio,      &CompressWindow, &Generation,
            &WorkspaceAlignment, &PlanningEffort, &IoThreads};
  }
};

/// Splits "-ofile" into "-o" and "file", as compilers do. Leaves names of other
/// options alone, and arguments with '=', which are misspelt options.
void splitJoinedOutput(std::vector<const char *> &Arguments);

/// An error for the first option with an impossible value, which is wrong
/// usage. The other functions here require that there was none.
llvm::Error checkValues(const EmitOptions &Options);

/// The job of these options, without progress.
metaobj::Job jobOf(const EmitOptions &Options,
                   metaobj::DiagnosticConsumer Diagnostics);

#endif // METAOBJ_TOOLS_METAOBJ_EMITOPTIONS_H
