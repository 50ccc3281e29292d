//===- metaobj/Inspect.h - Reading back -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes an object from its bytes and relocations alone. It knows nothing of
/// the emitter, so that it can prove the emitter right. It also reads objects
/// of TVM's own emitters and of C compilers.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_H
#define METAOBJ_INSPECT_H

#include "metaobj/Abi.h"
#include "metaobj/Diagnostic.h"
#include "metaobj/Operators.h"
#include "metaobj/Output.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Bytes of the file that are a table or names of one. Parts may overlap: equal
/// names can be stored once.
struct InspectedPart {
  enum KindType { Table, Names };
  KindType Kind;
  std::string Subject; ///< "function table", "shapes", ...
  uint64_t FileOffset;
  uint64_t Bytes;
};

struct InspectedFunction {
  uint64_t Index;     ///< Position in the registry.
  std::string Name;   ///< For clients.
  std::string Symbol; ///< Target of the table's pointer; empty if unknown.
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  bool IsNull = false; ///< The table's pointer is NULL: no client can call it.
};

struct InspectedRegistry {
  /// Symbol of the function that returns the module. Empty in a linked file,
  /// because Inspect does not follow its code.
  std::string Entry;
  std::string Abi; ///< "tvm-crt-u16", ...
  uint64_t Count;  ///< Number of functions, as stored.
  std::vector<InspectedFunction> Functions;
  /// Symbol of the function that returns an index of the names; the index finds
  /// every function. Empty without an index, and in a linked file.
  std::string Index = {};
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  /// The count is stored in little-endian order for a big-endian target. TVM's
  /// own runtime works with that; readers that trust the count do not.
  bool IsCountSwapped = false;
};

struct InspectedParam {
  std::string Name;
  /// Prefix of the model's symbols: "tvmgen_default" of
  /// `tvmgen_default_params`. Empty if no symbol and no record tells it.
  std::string Model;
  /// Without symbols, Model is the name in the model's record: "default".
  bool IsModelOfRecord = false;
  std::string Symbol; ///< Empty if the bytes have no symbol of their own.
  std::optional<uint64_t> Address; ///< In linked files.
  std::optional<uint64_t> StorageId;
  /// Position in its parameter table; compressed parameters follow the others.
  /// nullopt without a table, and so are the next two.
  std::optional<uint64_t> TableIndex = std::nullopt;
  std::optional<std::string> DType;
  std::optional<std::vector<int64_t>> Shape;
  uint64_t Bytes; ///< Of all elements.
  /// "zstd" if they are stored compressed; empty if not.
  std::string Codec;
  uint64_t StoredBytes;
  /// A shard has the bytes: of the parameter, this file has a place in tables
  /// at most.
  bool IsElsewhere = false;
  /// Guaranteed alignment, wherever the section is placed. nullopt in linked
  /// files and images: their addresses are multiples of more by chance.
  std::optional<uint64_t> Align = std::nullopt;
  std::string Section; ///< Empty if another object has the bytes.
  /// Of the stored bytes in the file, or in the member of an archive. nullopt
  /// if there are none: zeros of a section without bytes in the file, bytes of
  /// another object, or several objects that are taken as one.
  std::optional<uint64_t> FileOffset = std::nullopt;
  /// Byte order of the elements: the file's, or that of a Relax executable,
  /// which is the same on all machines.
  bool IsLittleEndian = true;
  /// "blake3:" and 64 hexadecimal digits, of the elements. Empty if another
  /// object has the bytes, or if there are too many bytes to hash: zeros of a
  /// section without bytes in the file, or decoded bytes.
  std::string Hash;
};

/// A function of an executor.
struct InspectedEntry {
  std::string Symbol;
  std::optional<uint64_t> Address; ///< In linked files.
};

/// A memory of an executor: a variable of the file.
struct InspectedPool {
  std::string Name;
  std::string Symbol;
  uint64_t Bytes = 0;
  std::string Section;
  std::optional<uint64_t> Address; ///< In linked files.
};

/// A tensor in TVM's metadata.
struct InspectedTensor {
  std::string Name;
  std::string DType;
  std::vector<int64_t> Shape;
};

/// A constant in TVM's metadata.
struct InspectedConstant {
  std::string Name;
  uint64_t Offset = 0; ///< In the pool of constants.
  uint64_t Bytes = 0;  ///< Of its NDArray.
};

/// What `<module>_get_c_metadata` returns.
struct InspectedMetadata {
  std::string Module; ///< "tvmgen_default".
  std::vector<InspectedTensor> Inputs, Outputs;
  /// Of the program: metaobj's own executors list none.
  std::vector<InspectedTensor> WorkspacePools;
  std::vector<InspectedConstant> Constants;
};

/// An ahead-of-time executor, of metaobj or of TVM.
struct InspectedExecutor {
  std::string Prefix; ///< Start of the symbols: "tvmgen_default".
  std::vector<InspectedEntry> Functions;
  std::vector<InspectedPool> Pools;
  std::optional<InspectedMetadata> Metadata;
};

/// A record that was emitted with the registry (RegistryConfig::Record), and
/// what its hashes say of the file.
struct InspectedRecord {
  std::string Model;                              ///< "default".
  std::string Abi;                                ///< "tvm-crt-u16", ...
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  uint64_t NumFunctions = 0;
  uint64_t NumParams = 0;
  /// "blake3:" and 64 hexadecimal digits, as stored: equal for the same model
  /// on all machines.
  std::string Identity;
  /// The signature of the identity (RecordConfig::SigningKey), 128 hexadecimal
  /// digits; empty if the record is not signed.
  std::string Signature = {};
  /// What differs from its hash: "parameter 'w'", "its parameter table". Empty
  /// if nothing does.
  std::vector<std::string> Damage = {};
  /// Other files have bytes of parameters, so nothing was compared.
  bool IsPartial = false;
  /// Set by verify() with a key: has the key's owner signed what the file
  /// holds? So it is false if the hashes differ or were not compared.
  std::optional<bool> IsSignatureVerified = std::nullopt;

  /// All hashes were compared, and fit.
  bool areHashesVerified() const { return !IsPartial && Damage.empty(); }
};

/// A model that programs find by name (RegistryConfig::Register).
struct InspectedModel {
  std::string Name;
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
};

/// An entry of a table of names and addresses.
struct InspectedRow {
  std::string Name;   ///< For the runtime; empty if the table has no names.
  std::string Symbol; ///< Target of the pointer; empty if unknown.
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  bool IsNull = false;
  bool IsData = false; ///< No function.
};

/// A table that is no registry of TVM's C runtime.
struct InspectedTable {
  std::string Kind;     ///< "tvm-ffi", "iree", "functions".
  std::string Accessor; ///< Its function; empty in linked files.
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  std::vector<InspectedRow> Rows;
};

/// A module around a library of tvm-ffi (`__tvm_ffi__library_bin`).
struct InspectedFfiModule {
  std::string Kind;   ///< "relax.VMExecutable"; "_lib": the library itself.
  std::string Symbol; ///< Of the variable with all modules of the library.
  std::optional<uint64_t> Address = std::nullopt; ///< In linked files.
  uint64_t Bytes = 0;
  /// Of a Relax executable; empty for other kinds. If the version is unknown,
  /// so is the rest.
  std::string Version = {};
  struct Function {
    std::string Name;
    std::vector<std::string> Params; ///< Inputs, and parameters without values.
  };
  std::vector<Function> Functions = {};
  /// The functions that these call, of the library and of TVM.
  std::vector<std::string> Calls = {};
};

/// The header of a params image: parameters in an image of their own
/// (OutputKind::ParamsImage).
struct InspectedParamsImage {
  /// nullopt: it may lie anywhere. Its addresses count from its start then.
  std::optional<uint64_t> Base = std::nullopt;
  uint64_t Bytes = 0; ///< Without what follows it in its partition.
  uint64_t Alignment = 1;
  uint32_t Generation = 0;
  /// Of names, types and shapes, as stored: "blake3:" and 64 hexadecimal
  /// digits.
  std::string Id;
  /// What differs from the rest of the image: "its checksum", "its id". Empty
  /// if nothing does.
  std::vector<std::string> Damage = {};
  /// Where firmware finds what the record leads to as well.
  uint64_t TableOffset = 0, RecordOffset = 0, LinkedOffset = 0;
  uint64_t NumLinked = 0;
};

struct Inspection {
  std::string File; ///< "lib.a(op.o)" for a member.
  /// "ELF32-LE", "PE-x86-64", "Mach-O arm64", "WASM". For images "RAW", "HEX"
  /// and "UF2" with the width of pointers: "RAW32-LE".
  std::string Format;
  std::string Triple;
  bool IsLittleEndian = true;
  bool IsLinked = false; ///< An executable, a shared object or an image.
  /// Bytes of memory without an object file: nothing tells sections.
  bool IsImage = false;
  /// A linked file without its symbol table: the results come from dynamic
  /// symbols, exports and records only.
  bool IsStripped = false;
  std::vector<InspectedRegistry> Registries;
  /// By kind, section and address.
  std::vector<InspectedTable> Tables = {};
  /// In the order of the variables that have them, and of each variable.
  std::vector<InspectedFfiModule> Modules = {};
  /// With the tensors of Relax executables, under TVM's own names: "c[0]".
  std::vector<InspectedParam> Params;
  std::vector<InspectedExecutor> Executors;
  /// Memories that the executors of several models take turns in. In ELF
  /// objects they are common symbols, for which linkers make room: in section
  /// "COMMON". Other objects do not tell them.
  std::vector<InspectedPool> SharedPools = {};
  std::vector<InspectedRecord> Records;
  /// By section and address. Images without sections do not tell them.
  std::vector<InspectedModel> Models;
  /// Of relocatable objects: the operators that they describe.
  std::vector<OperatorDescription> Operators;
  /// Of relocatable objects without tables: what the operators are, for each
  /// runtime that some are for.
  std::vector<Conclusion> Concluded = {};
  /// There is no registry then.
  std::optional<InspectedParamsImage> ParamsImage = std::nullopt;
  /// The tables and names that were read, without the bytes of parameters.
  std::vector<InspectedPart> Parts;

  /// A table of functions, or an executor of metaobj, is there, so that the
  /// file is not a compiler's.
  bool hasTables() const;
};

struct InspectConfig {
  /// Address of the first byte of a raw image, if its records are not to tell
  /// it.
  std::optional<uint64_t> Base = std::nullopt;
};

namespace setting {
inline constexpr Setting ImageBase("InspectConfig::Base");
} // namespace setting

/// The contents of \p Buffer, an object file, a linked file, an archive, a
/// params image or an image with a record (raw, Intel HEX, UF2): one entry for
/// a file, or one for each object member of an archive. A damaged registry or
/// parameter table is an error, and so is a stripped file without results.
llvm::Expected<std::vector<Inspection>>
inspect(llvm::MemoryBufferRef Buffer, const InspectConfig &Config = {});

/// An inspection and the bytes of its file or member.
struct InspectedFile {
  Inspection Inspected;
  /// A part of the buffer that was inspected, the file that a thin archive
  /// names, or the bytes that Intel HEX or UF2 stand for.
  std::shared_ptr<const llvm::MemoryBuffer> Bytes;
};

/// The same, with the bytes: InspectedParam::FileOffset is a place in them.
llvm::Expected<std::vector<InspectedFile>>
inspectWithBytes(llvm::MemoryBufferRef Buffer,
                 const InspectConfig &Config = {});

/// Writes the elements of \p Param, which is one of \p File, as a NumPy array
/// if the path of \p To ends in ".npy", else as they are. Decodes compressed
/// ones. Errors: the file does not have the bytes, NumPy has no such type.
llvm::Error extractParam(const InspectedFile &File, const InspectedParam &Param,
                         const OutputPlace &To);

/// The same, but writes the elements as they are to \p OS: all of them, or, if
/// compressed ones are damaged, some.
llvm::Error extractParam(const InspectedFile &File, const InspectedParam &Param,
                         llvm::raw_ostream &OS);

/// The contents of relocatable objects, as if they were linked into one object
/// with the name of the first of \p Buffers. There must be at least one. A
/// table can lead to parameters in another object (InShards).
/// Archives and linked files are errors.
llvm::Expected<Inspection>
inspectTogether(llvm::ArrayRef<llvm::MemoryBufferRef> Buffers);

/// Warns about \p Registry in \p File if its count is in the other byte order.
void warnOfRegistry(const InspectedRegistry &Registry, llvm::StringRef File,
                    const DiagnosticConsumer &Diagnostics);

/// Warns about each damaged record in \p Inspected, and a wrong checksum.
void warnOfRecords(const Inspection &Inspected,
                   const DiagnosticConsumer &Diagnostics);

/// An Ed25519 public key (RFC 8032).
using PublicKey = std::array<uint8_t, 32>;

/// The key in the PEM file \p Path. Another kind of file is an error, which
/// does not name its folder.
llvm::Expected<PublicKey> readPublicKey(llvm::StringRef Path);

/// An error if \p Inspected has no record, or if one is damaged or could not be
/// compared. With \p Key also if a record is not signed by the key's owner;
/// sets InspectedRecord::IsSignatureVerified then.
llvm::Error verify(Inspection &Inspected,
                   const std::optional<PublicKey> &Key = std::nullopt);

/// Prints the object of docs/inspect-json.md, or an array of such objects if
/// there is not exactly one.
void printJson(llvm::ArrayRef<Inspection> Subject, llvm::raw_ostream &OS);

/// Prints text for people.
void print(const Inspection &Inspected, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_INSPECT_H
