//===- metaobj/Link.h - Linking without another program ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Links objects without another program, with lld in the process of the
/// caller: to one relocatable object, or to an image, the linked ELF file that
/// a board runs, also as raw bytes for programming tools.
///
/// Images may get this project's C runtime (runtime_crt: what operators and
/// programs around them call), without a C compiler: the library has it as LLVM
/// bitcode and generates code for exactly the machine of the operators.
///
///     LinkConfig Config;
///     Config.Inputs = {"main.o", "net.o", "operators.a"};
///     Config.Runtime.Parts = {RuntimePart::Backend, RuntimePart::Startup};
///     Config.Memory = memoryMapOfBoard("mps2-an385");
///     if (!Config.Memory) // A link without memories would be right, too.
///       return createStringError("unknown board");
///     Expected<LinkResult> Linked = link(Config, "net.elf");
///
/// In a library of its own (metaobj::link), because only its users need lld.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_H
#define METAOBJ_LINK_H

#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Model.h"
#include "metaobj/Output.h"
#include "metaobj/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace metaobj {

//===----------------------------------------------------------------------===//
// The C runtime
//===----------------------------------------------------------------------===//

/// Parts of the runtime (runtime_crt/README.md). Each brings those that it
/// needs.
enum class RuntimePart {
  Backend,     ///< What generated operators call.
  Registry,    ///< Function registries, modules, arrays; page allocator.
  Graph,       ///< Graph executor.
  Aot,         ///< Ahead-of-time executor by name.
  Record,      ///< Verification of a model by its record.
  Params,      ///< Reads compressed parameters; link libzstd as well.
  Rpc,         ///< RPC server.
  Ffi,         ///< What operators of tvm-ffi call, of Backend's functions too.
  Helpers,     ///< memcpy, divisions and others that compilers call, if the
               ///< program has none of its own (weak symbols).
  Semihosting, ///< The platform's functions (TVMPlatform*), with text and exit
               ///< by the debugger or emulator.
  Startup,     ///< From reset to main, on Cortex-M and RISC-V.
  Debugger,    ///< Tasks of a debugger (metaobj/Device.h), and their memory.
};

/// What of the runtime, and its constants: a size in bytes each, with the name
/// of its macro in C.
struct RuntimeConfig {
  std::vector<RuntimePart> Parts; ///< Empty: no runtime.
  /// Memory of TVMPlatformMemoryAllocate of Semihosting and Debugger
  /// (TVM_CRT_PORT_ARENA_SIZE_BYTES).
  uint32_t ArenaBytes = 16384;
  /// Memory for workspaces of Ffi (TVM_FFI_WORKSPACE_BYTES).
  uint32_t FfiWorkspaceBytes = 16384;
  /// For the text of Ffi's last error (TVM_FFI_ERROR_TEXT_BYTES); 0: no text.
  uint32_t FfiErrorTextBytes = 128;
};

/// Sets the value that \p Text names, "NAME=VALUE", with the name of its macro
/// in crt_config.h or tvm_crt/ffi.h. Errors: macros that are not known, or that
/// bitcode has fixed, and numbers out of range.
llvm::Error setRuntimeValue(RuntimeConfig &Config, llvm::StringRef Text);

/// "backend", "registry", ...; nullopt for other names, and for Debugger, which
/// is no part of a program.
std::optional<RuntimePart> parseRuntimePart(llvm::StringRef Name);

/// The names that parseRuntimePart takes.
llvm::ArrayRef<llvm::StringLiteral> knownRuntimeParts();

/// The bytes of an archive (.a) of objects with the parts of \p Config and all
/// that they need, for \p Target, the machine of \p Objects. Its source is
/// compiled with the default crt_config.h, but without the time evaluator,
/// which needs floating-point functions of a compiler's library. Errors: a
/// machine that there is no bitcode for, and objects that linkers would not
/// accept next to \p Objects.
llvm::Expected<llvm::SmallVector<char, 0>>
runtimeLibrary(const TargetSpec &Target, llvm::ArrayRef<OperatorObject> Objects,
               const RuntimeConfig &Config);

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

class InputFile;

/// Paths of further files with what is loaded of the linked ELF file; empty:
/// not written.
struct ImageFiles {
  std::string Raw; ///< All bytes from the lowest load address on.
  std::string Hex; ///< Intel hex.
  std::string Uf2; ///< UF2, which boards take as a USB drive.
  /// Number of the family of chips in UF2, which loaders compare; 0: none.
  uint32_t Uf2Family = 0;
};

/// The path of a file, or a file that is open or in memory (InputFile of
/// metaobj/Payload.h; never null).
using LinkInput = std::variant<std::string, std::shared_ptr<const InputFile>>;

/// What to link, and how. Plain data. A field with "(ELF)" is an error for
/// other formats.
struct LinkConfig {
  /// Objects and archives, in the order of the linker's command line. All
  /// objects of a tar archive are linked. The first object tells the format
  /// and the machine.
  ///
  /// lld reads paths: link() stores the bytes of open files in a folder for
  /// temporary files (TMPDIR) and removes them at its end. Messages and maps
  /// have their names, the output has the same bytes. An open file that is a
  /// thin archive is an error, because its members are other files.
  std::vector<LinkInput> Inputs;

  /// The C runtime, made for the machine of the inputs, as a library behind
  /// them: only the functions that something needs are linked.
  RuntimeConfig Runtime;

  /// Join the inputs to one relocatable object, not to an image (ELF,
  /// WebAssembly). Memories, images and dropped sections are errors with it.
  bool Relocatable = false;
  /// Make symbols local, so that several models with equal names can be linked:
  /// an error without Relocatable, and so is Keep without this. The functions
  /// by which programs use registries and executors stay global, and those of
  /// Keep (ELF).
  bool Localize = false;
  std::vector<std::string> Keep; ///< Names of symbols, or patterns ("*").

  /// Symbol where the program starts; empty: MemoryMap::Entry, or else the
  /// linker's.
  std::string Entry;
  /// The memories of the board: code, data and stack go to its regions (ELF).
  /// nullopt: the linker's addresses. Not together with Script.
  std::optional<MemoryMap> Memory;
  std::string Script; ///< Path of a linker script (ELF); empty: none.
  /// Drop sections that nothing refers to; nullopt: only with Memory.
  std::optional<bool> GcSections;
  std::string MapFile; ///< Path of the linker's map; empty: none.

  ImageFiles Images;

  /// More arguments for lld's command line of the format, and files of them
  /// ("@file"). Errors: another output, standard streams, options of LLVM that
  /// end the process. What the linker would print is LinkResult::LinkerOutput.
  std::vector<std::string> Arguments;

  /// Receives warnings and notes, the linker's too; empty: they are dropped.
  DiagnosticConsumer Diagnostics;
};

/// A memory of tensors that several models of an image share, because they
/// never run at the same time (ExecutorPool::IsShared of metaobj/Executor.h).
struct SharedPoolUse {
  std::string Name;            ///< Of the pool.
  uint64_t Bytes = 0;          ///< What all need together: that of the largest.
  std::vector<uint64_t> Alone; ///< Bytes that each of the models needs.
};

/// What link() made.
struct LinkResult {
  uint64_t FileBytes = 0; ///< Of the output.
  /// Ordered by name. Those of models whose objects are inputs, but not members
  /// of archives.
  std::vector<SharedPoolUse> SharedPools;
  std::vector<RegionUse> Regions; ///< With LinkConfig::Memory.
  /// What the linker prints because of Arguments: names of files, a map.
  std::string LinkerOutput;
};

/// Links to the path \p Output, where a regular file may be. Images and map
/// appear together with it; after an error all old files are unchanged.
/// \p Handling says whether signals remove unfinished files (metaobj/Output.h).
/// Errors are the linker's, or those of \p Config.
///
/// lld has global variables: calls in several threads wait for each other.
/// While lld runs, it replaces the process's handlers of SIGSEGV and other
/// faults. A crash of lld is an error, and so are all later calls in this
/// process. lld sets all options of LLVM's command line (llvm::cl) to their
/// defaults, and fails if one is required. It runs in one thread unless
/// Arguments have another number.
llvm::Expected<LinkResult> link(const LinkConfig &Config,
                                llvm::StringRef Output,
                                SignalHandling Handling = SignalHandling::None);

/// "flash 12,345 of 262,144 bytes (4.7 %)", a line for each region, and one for
/// each memory that two or more models share.
void print(const LinkResult &Result, llvm::raw_ostream &OS);
/// The same as JSON, as docs/c-api.md ("Results") describes it.
void printJson(const LinkResult &Result, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_LINK_H
