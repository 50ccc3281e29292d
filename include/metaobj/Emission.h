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

#include <memory>
#include <string>

namespace metaobj {

struct EmitConfig;

/// One output: an object, assembly, IR, bitcode or C. Nothing is written yet,
/// and parameters are where they were: they are read each time it is written.
///
/// Refers to the model, which must live as long. Copies are cheap and share
/// everything. Several threads may write the same one.
class Emission {
public:
  struct Common; ///< What all outputs of a model share.
  struct Output; ///< What is to be written.
  explicit Emission(std::shared_ptr<const Output> TheOutput);

  /// The model with its parameters as they are stored: compressed where
  /// EmitConfig asks for it and they shrink enough.
  const Model &model() const;
  const EmitConfig &config() const;
  /// What was decided for the parameters.
  const ParamLayout &layout() const;

  /// Writes it \p To a path ("-": standard output) or, together with other
  /// files, {Transaction, Path}. The file appears whole or not at all.
  llvm::Error writeTo(const OutputPlace &To,
                      const WriteOptions &Options = {}) const;

  /// Writes it to a stream. What the stream does not take is its own to tell.
  llvm::Error writeTo(llvm::raw_ostream &To) const;

  /// All of it in memory, called \p Name: for a linker, a JIT or a test.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  toMemory(llvm::StringRef Name = "metadata.o") const;

private:
  std::shared_ptr<const Output> TheOutput;
};

/// Writes what emitShards made, each to its shardPath: they appear together,
/// the metadata last. Progress is that of all files together.
llvm::Error writeShards(llvm::ArrayRef<Emission> Shards, const OutputPlace &To,
                        const WriteOptions &Options = {});

/// Writes the C and C++ header of what is emitted, whatever its kind: entry
/// point, accessor of the parameters, look-up, exported parameters, sizes. The
/// include guard is made of the file's name. An old file with the same bytes
/// stays, and keeps its time.
llvm::Error writeHeader(const Emission &Of, const OutputPlace &To);

/// Writes where each parameter went and why to \p To, as JSON
/// (docs/map-json.md). \p Output is named in the map. An old file with the same
/// bytes stays, and keeps its time.
llvm::Error writeMap(const Emission &Of, llvm::StringRef Output,
                     const OutputPlace &To);

/// "12 parameters, 4096 bytes in 2 sections; 64 bytes saved by sharing, 60
/// bytes saved by packing".
std::string summarize(const Emission &Of);

} // namespace metaobj

#endif // METAOBJ_EMISSION_H
