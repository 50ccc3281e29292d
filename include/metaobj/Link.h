//===- metaobj/Link.h - Linking without another program ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Links objects with lld in the process of the caller: to one object, or to an
/// image with its raw forms; and the C runtime as objects, made of bitcode for
/// exactly the machine of the operators, without a C compiler. In a library of
/// its own (metaobj::link), because only its users need lld.
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

/// Parts of the runtime. Each takes those that it needs with it.
enum class RuntimePart {
  Backend,     ///< What generated operators call.
  Registry,    ///< Function registries, modules, arrays; page allocator.
  Graph,       ///< Graph executor.
  Aot,         ///< Ahead-of-time executor by name.
  Record,      ///< Verification of a model by its record.
  Params,      ///< Decoder of compressed parameters; needs zstd's.
  Rpc,         ///< RPC server.
  Ffi,         ///< What operators of tvm-ffi call, of Backend's functions too.
  Helpers,     ///< memcpy, divisions and others that compilers call. Weak.
  Semihosting, ///< TVMPlatform* of a debugger's or an emulator's host.
  Startup,     ///< From reset to main, on Cortex-M and RISC-V.
  Debugger,    ///< Tasks of a debugger (metaobj/Device.h), and their memory.
};

struct RuntimeConfig {
  std::vector<RuntimePart> Parts;
  /// Memory of TVMPlatformMemoryAllocate of Semihosting and Debugger
  /// (TVM_CRT_PORT_ARENA_SIZE_BYTES).
  uint32_t ArenaBytes = 16384;
  /// Memory for workspaces of Ffi (TVM_FFI_WORKSPACE_BYTES).
  uint32_t FfiWorkspaceBytes = 16384;
  /// For the text of Ffi's last error (TVM_FFI_ERROR_TEXT_BYTES); 0: no text.
  uint32_t FfiErrorTextBytes = 128;
};

/// Sets the value of crt_config.h or tvm_crt/ffi.h that \p Text names:
/// "NAME=VALUE". An error for those that only a compiler can change.
llvm::Error setRuntimeValue(RuntimeConfig &Config, llvm::StringRef Text);

/// "backend", "registry", ...; nullopt for other names, and for Debugger, which
/// is no part of a program.
std::optional<RuntimePart> parseRuntimePart(llvm::StringRef Name);

/// The names that parseRuntimePart takes.
llvm::ArrayRef<llvm::StringLiteral> knownRuntimeParts();

/// An archive of objects with the parts of \p Config and all that they need,
/// for \p Target, the machine of \p Objects. Compiled with the default
/// crt_config.h, but without the time evaluator, which needs floating point of
/// a compiler's library. Errors: a
/// machine that the runtime was not compiled for, and objects that linkers
/// would not accept next to \p Objects.
llvm::Expected<llvm::SmallVector<char, 0>>
runtimeLibrary(const TargetSpec &Target, llvm::ArrayRef<OperatorObject> Objects,
               const RuntimeConfig &Config);

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

class InputFile;

/// Image files besides the linked one (ELF); empty: not written.
struct ImageFiles {
  std::string Raw; ///< All bytes from the lowest load address on.
  std::string Hex; ///< Intel hex.
  std::string Uf2;
  /// Family of chips that loaders of UF2 compare; 0: not told.
  uint32_t Uf2Family = 0;
};

/// The path of a file, or a file that is open or in memory (metaobj/Payload.h;
/// never null).
using LinkInput = std::variant<std::string, std::shared_ptr<const InputFile>>;

struct LinkConfig {
  /// Objects and archives, in the order of the linker's command line. All
  /// objects of a tar archive are linked. The first object tells the format.
  ///
  /// lld reads paths: link() stores the bytes of open files in a folder for
  /// temporary files (TMPDIR) and removes them at its end. Messages and maps
  /// have their names, the output has the same bytes. Error: an open file that
  /// is a thin archive, because its members are other files.
  std::vector<LinkInput> Inputs;

  /// Parts of the C runtime that programs take functions of, like from a
  /// library behind the inputs. Made for the machine of the inputs.
  RuntimeConfig Runtime;

  /// Join the inputs to one object instead (ELF, WebAssembly).
  bool Relocatable = false;
  /// With Relocatable: make all symbols local but entry points of registries
  /// and executors, and Keep (ELF).
  bool Localize = false;
  std::vector<std::string> Keep; ///< Names or patterns ("*").

  /// Symbol where the program starts; empty: the memory map's or the linker's.
  std::string Entry;
  /// Places for everything (ELF). Not together with Script.
  std::optional<MemoryMap> Memory;
  std::string Script; ///< Path of a linker script (ELF); empty: none.
  /// Drop sections that nothing refers to; nullopt: with Memory.
  std::optional<bool> GcSections;
  std::string MapFile; ///< Path of the linker's map; empty: none.

  ImageFiles Images;

  /// More arguments for the linker of the format, and files of them ("@file").
  /// Errors: another output, standard streams, options of LLVM that end the
  /// process. The linker prints nothing (LinkResult::LinkerOutput).
  std::vector<std::string> Arguments;

  DiagnosticConsumer Diagnostics;
};

/// What lies in a region.
struct RegionUse {
  std::string Name;
  uint64_t Address = 0;
  uint64_t Bytes = 0; ///< Of the region.
  uint64_t Used = 0;  ///< With gaps; without a stack.
};

/// A memory that several models share (ExecutorPool::IsShared).
struct SharedPoolUse {
  std::string Name;            ///< Of the pool.
  uint64_t Bytes = 0;          ///< Of the largest.
  std::vector<uint64_t> Alone; ///< What each of the models needs.
};

struct LinkResult {
  uint64_t FileBytes = 0;
  /// Those of objects among the inputs, by name; not of members of archives.
  std::vector<SharedPoolUse> SharedPools;
  std::vector<RegionUse> Regions; ///< With LinkConfig::Memory.
  /// What the linker prints by its own options: names of files, its map.
  std::string LinkerOutput;
};

/// Links to \p Output, a regular file. Images and map appear together with it;
/// after an error all old files are unchanged.
///
/// lld keeps its state in globals: calls wait for each other. While lld runs,
/// it replaces the handlers of signals of faults; a fault in it is an error,
/// and so are all later calls of the process. lld sets all options of LLVM's
/// command line (llvm::cl) to their defaults, and fails if one is required. It
/// runs in one thread unless Arguments have another number.
llvm::Expected<LinkResult> link(const LinkConfig &Config,
                                llvm::StringRef Output,
                                SignalHandling Handling = SignalHandling::None);

/// "flash 12,345 of 262,144 bytes (4.7 %)", a line for each region, and one for
/// each memory that two or more models share.
void print(const LinkResult &Result, llvm::raw_ostream &OS);
/// docs/c-api.md, "Results".
void printJson(const LinkResult &Result, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_LINK_H
