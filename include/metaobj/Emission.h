//===- metaobj/Emission.h - What emission made ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result of the functions of Emit.h, before and while it is written.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_EMISSION_H
#define METAOBJ_EMISSION_H

#include "metaobj/Model.h"
#include "metaobj/Output.h"
#include "metaobj/Placement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

/// On a function: Clang warns where its result outlives this object or argument
/// (-Wdangling, -Wreturn-stack-address). Other compilers do not know it.
#ifdef __clang__
#define METAOBJ_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define METAOBJ_LIFETIME_BOUND
#endif

namespace metaobj {

struct EmitConfig;

/// A table of constants that an executor has in the output, or a variable.
struct ExecutorTable {
  std::string Symbol;
  std::string Section; ///< Empty: the format's section for such data.
  uint64_t Bytes = 0;
  bool IsVariable = false; ///< In RAM: a pool, the number of the failed call.
};

/// One output: an object, IR, bitcode or C, before it is written.
/// Each write reads the parameters from their sources.
///
/// Refers to the model, which must outlive it. Copies are cheap and share
/// everything. Several threads may write the same emission.
class Emission {
public:
  struct Common; ///< Shared by all outputs of a model.
  struct Output; ///< The contents of one output.
  explicit Emission(std::shared_ptr<const Output> TheOutput);

  /// The model with its stored parameters: compressed if EmitConfig asks for it
  /// and they shrink enough; in one pool with ExecutorConfig::Constants.
  const Model &model() const METAOBJ_LIFETIME_BOUND;
  const EmitConfig &config() const METAOBJ_LIFETIME_BOUND;
  /// The places of the parameters.
  const ParamLayout &layout() const METAOBJ_LIFETIME_BOUND;
  /// In the order of the object; none without an executor.
  llvm::ArrayRef<ExecutorTable> executorTables() const METAOBJ_LIFETIME_BOUND;

  /// Writes it \p To a path ("-": standard output) or, together with other
  /// files, {Transaction, Path}. The file appears whole or not at all.
  llvm::Error writeTo(const OutputPlace &To,
                      const ProgressFunction &Progress = nullptr) const;

  /// Number of bytes of an object, which is known before it is written;
  /// nullopt for texts.
  std::optional<uint64_t> size() const;

  /// Writes it to a stream. The caller must check the stream's errors.
  llvm::Error writeTo(llvm::raw_ostream &To) const;

  /// The whole output in memory, named \p Name: for a linker, a JIT or a test.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  toMemory(llvm::StringRef Name = "metadata.o") const;

  /// For the functions that write it.
  const Common &common() const METAOBJ_LIFETIME_BOUND;

private:
  std::shared_ptr<const Output> TheOutput;
};

/// Writes the result of emitShards, each shard to its shardPath. The files
/// appear together, the metadata last. Progress counts all files together.
llvm::Error writeShards(llvm::ArrayRef<Emission> Shards, const OutputPlace &To,
                        const ProgressFunction &Progress = nullptr);

/// Writes the C and C++ header for any kind of output: entry point, accessor of
/// the parameters, look-up, exported parameters, sizes. The include guard comes
/// from the file's name. If an old file has the same bytes, it stays and keeps
/// its time.
llvm::Error writeHeader(const Emission &TheEmission, const OutputPlace &To);

/// The same to a stream, for a file with the name \p FileName. The caller must
/// check the stream's errors.
llvm::Error writeHeader(const Emission &TheEmission, llvm::StringRef FileName,
                        llvm::raw_ostream &To);

/// Writes a module of Rust for any kind of output, for programs without std
/// too: types and sizes, the entry point, each parameter as a reference to an
/// array of its type, what runs the model (docs/rust.md). If an old file has
/// the same bytes, it stays and keeps its time.
llvm::Error writeRust(const Emission &TheEmission, const OutputPlace &To);

/// Writes where each parameter went and why to \p To, as JSON
/// (docs/map-json.md). The map names \p Output. If an old file has the same
/// bytes, it stays and keeps its time.
llvm::Error writeMap(const Emission &TheEmission, llvm::StringRef Output,
                     const OutputPlace &To);

/// "12 parameters, 4096 bytes in 2 sections; 64 bytes saved by sharing, 60
/// bytes saved by packing; executor: 5 calls, 4388 bytes of RAM, 620 bytes of
/// tables".
std::string summarize(const Emission &TheEmission);

} // namespace metaobj

#endif // METAOBJ_EMISSION_H
