//===- metaobj/Inspect.h - Reading back -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes what an object holds from its bytes and relocations alone, knowing
/// nothing of how it was made, so that it can prove the emitter right. It reads
/// what TVM's own emitters and a C compiler write as well.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_H
#define METAOBJ_INSPECT_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct InspectedFunction {
  uint64_t Index;     ///< Ordinal in the registry.
  std::string Name;   ///< What clients look up.
  std::string Symbol; ///< What the table points to; empty when unknown.
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
};

struct InspectedRegistry {
  /// Symbol of the function that returns the module. Empty in a linked file,
  /// whose code is not followed.
  std::string Entry;
  std::string Abi; ///< "tvm-crt-u16", ...
  uint64_t Count;  ///< Of the functions.
  std::vector<InspectedFunction> Functions;
  /// Symbol of the function that returns an index of the names, by which every
  /// function was found; empty without one, and in a linked file.
  std::string Index = {};
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  /// The count is stored in little-endian order for a big-endian target. TVM's
  /// own runtime works with that; what trusts the count does not.
  bool IsCountSwapped = false;
};

struct InspectedParam {
  std::string Name;
  /// What the symbols of its model start with: "tvmgen_default" of
  /// `tvmgen_default_params`. Empty when no symbol tells.
  std::string Model;
  std::string Symbol; ///< Empty when the bytes have none of their own.
  std::optional<uint64_t> Address; ///< In linked files.
  std::optional<uint64_t> StorageId;
  std::optional<std::string> DType;
  std::optional<std::vector<int64_t>> Shape;
  uint64_t Bytes; ///< Of all elements.
  /// How they are stored: "zstd"; empty: as they are.
  std::string Codec;
  uint64_t StoredBytes;
  /// What is sure wherever the section is placed; 0 when another object has
  /// the bytes.
  uint64_t Align = 0;
  std::string Section; ///< Empty when another object has the bytes.
  /// "blake3:" and 64 hexadecimal digits, of the elements; empty when another
  /// object has the bytes, for more zeros than are worth counting, in a section
  /// without bytes in the file, and for more compressed bytes than are worth
  /// decoding.
  std::string Hash;
};

struct Inspection {
  std::string File;   ///< "lib.a(op.o)" for a member.
  std::string Format; ///< "ELF32-LE".
  std::string Triple;
  /// A linked file without its symbol table: what dynamic symbols do not tell
  /// was not found.
  bool IsStripped = false;
  std::vector<InspectedRegistry> Registries;
  std::vector<InspectedParam> Params;
};

/// What \p Buffer, an ELF file or an archive, holds: one entry for a file, one
/// for each ELF member of an archive. A structure that was meant to be a
/// registry or a parameter table and is not right is an error, and so is a
/// stripped file in which nothing is found.
llvm::Expected<std::vector<Inspection>> inspect(llvm::MemoryBufferRef Buffer);

/// What relocatable objects hold together, as if they were linked into one that
/// is called like the first of \p Buffers, of which there is at least one. The
/// bytes of parameters can be in another object than the table that leads to
/// them (EmitConfig::Shards). Archives and linked files are errors.
llvm::Expected<Inspection>
inspectTogether(llvm::ArrayRef<llvm::MemoryBufferRef> Buffers);

/// What is worth a warning in \p Registry, found in \p File: a count in the
/// other byte order.
void warnOfRegistry(const InspectedRegistry &Registry, llvm::StringRef File,
                    const DiagnosticConsumer &Diagnostics);

/// The object of docs/inspect-json.md, or an array of them when there is not
/// exactly one.
void printJson(llvm::ArrayRef<Inspection> What, llvm::raw_ostream &OS);

/// For people.
void print(const Inspection &What, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_INSPECT_H
