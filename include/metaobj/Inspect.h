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

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct InspectedFunction {
  uint64_t Index;     ///< Ordinal in the registry.
  std::string Name;   ///< What clients look up.
  std::string Symbol; ///< What the table points to.
};

struct InspectedRegistry {
  std::string Entry; ///< Symbol of the function that returns the module.
  std::string Abi;   ///< "tvm-crt-u16", ...
  uint64_t Count;    ///< As stored.
  std::vector<InspectedFunction> Functions;
};

struct InspectedParam {
  std::string Name;
  std::string Symbol;
  std::optional<uint64_t> StorageId;
  std::optional<std::string> DType;
  std::optional<std::vector<int64_t>> Shape;
  uint64_t Bytes;
  uint64_t Align;
  std::string Section;
  std::string Hash; ///< "blake3:" and 64 hexadecimal digits.
};

struct Inspection {
  std::string File;   ///< "lib.a(op.o)" for a member.
  std::string Format; ///< "ELF32-LE".
  std::string Triple;
  std::vector<InspectedRegistry> Registries;
  std::vector<InspectedParam> Params;
};

/// What \p Buffer, an object or an archive, holds: one entry for an object, one
/// for each member of an archive.
llvm::Expected<std::vector<Inspection>> inspect(llvm::MemoryBufferRef Buffer);

/// The object of docs/inspect-json.md.
llvm::json::Value toJson(const Inspection &What);

/// For people.
void print(const Inspection &What, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_INSPECT_H
