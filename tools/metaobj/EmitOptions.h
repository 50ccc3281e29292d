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
  llvm::cl::opt<std::string> Output{
      optionName(metaobj::Setting::Output),
      llvm::cl::desc("Output file; - is standard output"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::alias OutputAlias{"output", llvm::cl::desc("The same as -o"),
                              llvm::cl::aliasopt(Output),
                              llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Kind{
      optionName(metaobj::Setting::Kind),
      llvm::cl::desc(
          "Kind of output: obj (default), asm, llvm-ir, llvm-bc, c; "
          "params-image (the parameters alone, for a partition of "
          "flash); mlf, mlf-c (the Model Library Format archive again, with "
          "the object or C in it)"),
      llvm::cl::value_desc("kind"), llvm::cl::init("obj"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Abi{
      optionName(metaobj::Setting::Abi),
      llvm::cl::desc(
          "Runtime ABI: tvm-crt-u16 (default, unless a Model Library Format "
          "archive is older; TVM's C runtime v0.9 to v0.18, runtime_crt), "
          "tvm-crt-u8 (v0.7, v0.8), tvm-crt-universal (both, up to 254 "
          "functions), tvm-ffi (the system library of TVM v0.22 and later)"),
      llvm::cl::value_desc("abi"), llvm::cl::init("tvm-crt-u16"),
      llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> Table{
      "table",
      llvm::cl::desc("A table in place of a registry: iree (the libraries of "
                     "IREE's static loader), functions (any functions, by "
                     "name)"),
      llvm::cl::value_desc("table"), llvm::cl::cat(Category)};

  llvm::cl::list<std::string> Functions{
      optionName(metaobj::Setting::Functions),
      llvm::cl::desc("Function to list, in order; repeatable"),
      llvm::cl::value_desc("name"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> FunctionLists{
      "functions",
      llvm::cl::desc("File of function names, one per line, in order"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Match{
      optionName(metaobj::Setting::Match),
      llvm::cl::desc("Functions of the objects that are operators (default: "
                     "tvmgen_* and fused_*); repeatable"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Exclude{
      optionName(metaobj::Setting::Exclude),
      llvm::cl::desc("Functions that match --match but are no operators; "
                     "repeatable"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> ExcludeMembers{
      optionName(metaobj::Setting::ExcludeMembers),
      llvm::cl::desc("Members of archives and tar archives to leave out; "
                     "repeatable"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Module{
      optionName(metaobj::Setting::Module),
      llvm::cl::desc("Module to read from a Model Library Format archive"),
      llvm::cl::value_desc("name"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Graph{
      optionName(metaobj::Setting::Graph),
      llvm::cl::desc("Graph executor JSON: function names in order of first "
                     "use, storage ids of parameters"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> ProgramInputs{
      optionName(metaobj::Setting::ProgramInputs),
      llvm::cl::desc("Inputs of the graph that the program sets; then any "
                     "other without a parameter is an error; repeatable"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Params{
      "params", llvm::cl::desc("File of parameters; repeatable"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> PickParams{
      optionName(metaobj::Setting::PickParams),
      llvm::cl::desc("Parameters to take from the files (default: all); "
                     "repeatable"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> SkipParams{
      optionName(metaobj::Setting::SkipParams),
      llvm::cl::desc("Parameters to leave out, without reading their data; "
                     "repeatable"),
      llvm::cl::value_desc("glob"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> VerifyInputs{
      "verify-inputs",
      llvm::cl::desc("Compare all checksums of the inputs before any output "
                     "is written"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> StorageIds{
      optionName(metaobj::Setting::StorageIds),
      llvm::cl::desc("Storage id of a parameter; repeatable"),
      llvm::cl::value_desc("name=number"), llvm::cl::cat(Category)};

  llvm::cl::list<std::string> Placement{
      optionName(metaobj::Setting::Placement),
      llvm::cl::desc(
          "GLOB:section=NAME,align=BYTES,order=NUMBER,visibility=WHO,"
          "compress=HOW: where matching parameters go; the last match wins; "
          "repeatable"),
      llvm::cl::value_desc("rule"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> PlacementFiles{
      "placement",
      llvm::cl::desc("YAML file of such rules; the rules of --place follow "
                     "them; repeatable"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Presets{
      optionName(metaobj::Setting::Presets),
      llvm::cl::desc(
          "Rules for a system, before all others: tvm, ethos-u, zephyr, "
          "esp-idf, avr-progmem, x86-large; repeatable"),
      llvm::cl::value_desc("name"), llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> Order{
      "order",
      llvm::cl::desc("Order of parameters in a section: packed (default; least "
                     "padding), file"),
      llvm::cl::value_desc("order"), llvm::cl::init("packed"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Dedup{
      optionName(metaobj::Setting::Dedup),
      llvm::cl::desc(
          "Parameters with equal bytes share them: model (default), off, "
          "link (by the linker, also with other objects)"),
      llvm::cl::value_desc("scope"), llvm::cl::init("model"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Compress{
      "compress",
      llvm::cl::desc("Store parameters compressed: off (default), zstd, "
                     "zstd:<level>, from 1 to 22 (3 without one)"),
      llvm::cl::value_desc("how"), llvm::cl::init("off"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> CompressRatio{
      "compress-ratio",
      llvm::cl::desc(
          "Keep a parameter as it is if compression would leave more than "
          "this many percent of it: 1 to 100 (default 90)"),
      llvm::cl::value_desc("percent"), llvm::cl::init(90),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> CompressWindow{
      "compress-window",
      llvm::cl::desc(
          "Decoding looks back at most 2^<log> bytes: 10 to 27 (default 17)"),
      llvm::cl::value_desc("log"), llvm::cl::init(17), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> ParamSections{
      optionName(metaobj::Setting::ParamSections),
      llvm::cl::desc("A section for each parameter, <section>.<name>, so that "
                     "linkers can drop unused ones"),
      llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> Shards{
      optionName(metaobj::Setting::Shards),
      llvm::cl::desc(
          "Split the parameters across <count> additional objects: -o m.o "
          "gives m.o, m.shard-1-of-2.o and so on"),
      llvm::cl::value_desc("count"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Shard{
      "shard",
      llvm::cl::desc("Write only one of these objects, to -o; number 0 is "
                     "the metadata"),
      llvm::cl::value_desc("number/count"), llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> ModelName{
      optionName(metaobj::Setting::ModelName),
      llvm::cl::desc("Name of the model (default: that of a Model Library "
                     "Format archive, or \"default\")"),
      llvm::cl::value_desc("name"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Prefix{
      optionName(metaobj::Setting::Prefix),
      llvm::cl::desc("Prefix of the emitted symbols, for several models in one "
                     "image (default: TVM's names, and tvmgen_<model>_params)"),
      llvm::cl::value_desc("prefix"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Entry{
      optionName(metaobj::Setting::EntryPoint),
      llvm::cl::desc("Symbol of the function that returns the module"),
      llvm::cl::value_desc("symbol"), llvm::cl::init("TVMSystemLibEntryPoint"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> RegistryIndex{
      optionName(metaobj::Setting::RegistryIndex),
      llvm::cl::desc(
          "Add an index of the registry's names, which runtime_crt can "
          "search"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Record{
      optionName(metaobj::Setting::Record),
      llvm::cl::desc("Add a record with hashes, by which inspect finds and "
                     "verifies the model in a raw image"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> SigningKey{
      optionName(metaobj::Setting::SigningKey), llvm::cl::value_desc("key.pem"),
      llvm::cl::desc("Sign the record with this Ed25519 private key (PEM)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Register{
      optionName(metaobj::Setting::Register), llvm::cl::ValueOptional,
      llvm::cl::value_desc("name"),
      llvm::cl::desc("Register the model: programs find all models of an image "
                     "by their names (default: the prefix, or the model's "
                     "name); with --abi=tvm-ffi only 'ctor': a constructor "
                     "registers the library"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> ExternalParams{
      optionName(metaobj::Setting::ExternalParams),
      llvm::cl::desc("Leave the parameters out: they come in a params image, "
                     "which the program opens by the id that "
                     "<prefix>_params_id returns"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> ImageBase{
      optionName(metaobj::Setting::ParamsImageBase),
      llvm::cl::desc("Address of the first byte of a params image (default: it "
                     "may lie anywhere)"),
      llvm::cl::value_desc("address"), llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> Generation{
      optionName(metaobj::Setting::ParamsImageGeneration),
      llvm::cl::desc(
          "Number of a params image: firmware takes the newer of two "
          "(default: 0)"),
      llvm::cl::value_desc("number"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> ExportParams{
      "export-params",
      llvm::cl::desc("Make __tvm_param__<name> global symbols"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> SectionSymbols{
      optionName(metaobj::Setting::SectionSymbols),
      llvm::cl::desc("Add global symbols for start and end of each section of "
                     "parameters"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> DebugInfo{
      optionName(metaobj::Setting::DebugInfo),
      llvm::cl::desc("Add debug information: debuggers show parameters by "
                     "name, with types"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Executor{
      optionName(metaobj::Setting::Executor),
      llvm::cl::desc("How the model runs: none (default; the program finds "
                     "functions by name), aot (tvmgen_<model>_run calls the "
                     "operators of the graph), main (it calls the operators' "
                     "own tvmgen_<model>___tvm_main__)"),
      llvm::cl::value_desc("kind"), llvm::cl::init("none"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> MainInputs{
      optionName(metaobj::Setting::Main),
      llvm::cl::desc(
          "An input that tvmgen_<model>___tvm_main__ takes, with its "
          "type and extents (1x28x28); in its order, repeatable"),
      llvm::cl::value_desc("name:dtype:extents"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> MainOutputs{
      "main-output", llvm::cl::desc("The same of an output"),
      llvm::cl::value_desc("dtype:extents"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> MainPools{
      "main-pool",
      llvm::cl::desc("Memory that it takes behind the outputs; repeatable"),
      llvm::cl::value_desc("name:bytes"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> OperatorCalls{
      optionName(metaobj::Setting::OperatorCalls),
      llvm::cl::desc("How the executor calls the operators: packed (default), "
                     "unpacked"),
      llvm::cl::value_desc("convention"), llvm::cl::init("packed"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Interface{
      optionName(metaobj::Setting::ExecutorInterface),
      llvm::cl::desc("How programs call tvmgen_<model>_run: c (default; with "
                     "structures of the C header), packed"),
      llvm::cl::value_desc("convention"), llvm::cl::init("c"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Wrappers{
      optionName(metaobj::Setting::ExecutorWrappers),
      llvm::cl::desc("What of an executor can be called by name as well: none "
                     "(default), entry, all"),
      llvm::cl::value_desc("functions"), llvm::cl::init("none"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Pools{
      optionName(metaobj::Setting::ExecutorPools),
      llvm::cl::desc("A memory of the executor, the fastest first: a limit in "
                     "bytes, K or M; caller: the program passes its address; "
                     "shared: one memory for all models of an image; "
                     "section=NAME; repeatable"),
      llvm::cl::value_desc("name[:limit][,caller|shared]"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> ConstantPool{
      optionName(metaobj::Setting::ExecutorConstants),
      llvm::cl::desc("The executor takes the parameters of the graph from one "
                     "constant; caller: the program passes its address; "
                     "section=NAME"),
      llvm::cl::value_desc("name[,caller]"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> ConstantOffsets{
      optionName(metaobj::Setting::ConstantPoolOffsets),
      llvm::cl::desc("CSV (name,offset) with the places of the parameters in "
                     "the constant pool"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> WorkspaceIo{
      optionName(metaobj::Setting::ExecutorWorkspaceIo),
      llvm::cl::desc("The model's inputs and outputs lie in the pools"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<uint64_t> WorkspaceAlignment{
      optionName(metaobj::Setting::ExecutorAlignment),
      llvm::cl::desc("Of pools and the tensors in them, a power of two "
                     "(default: 16)"),
      llvm::cl::value_desc("bytes"),
      llvm::cl::init(metaobj::ExecutorConfig().Alignment),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> PlanningEffort{
      optionName(metaobj::Setting::PlanEffort),
      llvm::cl::desc("How long to search for small pools: 0 to 9 (default: 5)"),
      llvm::cl::value_desc("level"),
      llvm::cl::init(metaobj::PlanEffort().Level), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> PlatformHooks{
      "platform-hooks",
      llvm::cl::desc("The executor calls TVMPlatformBeforeInference, "
                     "TVMPlatformAfterInference and TVMPlatformPoolPower"),
      llvm::cl::cat(Category)};
  llvm::cl::list<std::string> Devices{
      optionName(metaobj::Setting::Devices),
      llvm::cl::desc("Operators that run on a kind of device and get its "
                     "context; repeatable"),
      llvm::cl::value_desc("kind=glob"), llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> FfiRoot{
      optionName(metaobj::Setting::FfiRoot),
      llvm::cl::desc("With --abi=tvm-ffi: the module that imports the library, "
                     "such as relax.VMExecutable=vm.bin"),
      llvm::cl::value_desc("kind=file"), llvm::cl::cat(Category)};
  llvm::cl::list<std::string> FfiImports{
      optionName(metaobj::Setting::FfiImports),
      llvm::cl::desc("With --abi=tvm-ffi: a module that the library imports, "
                     "such as the code of a device; repeatable"),
      llvm::cl::value_desc("kind=file"), llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> Header{
      optionName(metaobj::Setting::Header),
      llvm::cl::desc("Also write a C header: entry point, parameters, sizes"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Rust{
      optionName(metaobj::Setting::Rust),
      llvm::cl::desc("Also write a module of Rust: types, sizes, parameters as "
                     "references, what runs the model"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Map{
      optionName(metaobj::Setting::Map),
      llvm::cl::desc("Write where each parameter went and why, as JSON"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::opt<std::string> Depfile{
      optionName(metaobj::Setting::Depfile),
      llvm::cl::desc("Write dependencies for Make and Ninja: all files that "
                     "were read"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Fsync{
      "fsync",
      llvm::cl::desc("Force each output to the disk before it replaces an "
                     "old one"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<unsigned> IoThreads{
      "io-threads",
      llvm::cl::desc(
          "Threads that write an object: 1, or 2 with one that reads "
          "(default: 2 for large objects)"),
      llvm::cl::value_desc("n"), llvm::cl::init(0), llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Summary{
      "summary",
      llvm::cl::desc(
          "Print one line on standard error: parameters, bytes, sections, "
          "bytes saved (default on a terminal)"),
      llvm::cl::cat(Category)};
  llvm::cl::opt<bool> Quiet{
      "quiet",
      llvm::cl::desc("Print no notes, progress and summary, only warnings "
                     "and errors"),
      llvm::cl::cat(Category)};

  llvm::cl::opt<std::string> MTriple{
      optionName(metaobj::Setting::Triple), llvm::cl::desc("Target triple"),
      llvm::cl::value_desc("triple"), llvm::cl::cat(TargetCategory)};
  llvm::cl::opt<std::string> TargetFrom{
      optionName(metaobj::Setting::TargetFile),
      llvm::cl::desc("Take the target from this file only"),
      llvm::cl::value_desc("file"), llvm::cl::cat(TargetCategory)};
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
