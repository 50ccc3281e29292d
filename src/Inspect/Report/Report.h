//===- Report.h - What differs, and where bytes went ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares two files, and says where the bytes of one went, by what Inspect
/// reads from their bytes. Knows nothing of the emitter.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_REPORT_H
#define METAOBJ_INSPECT_REPORT_REPORT_H

#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// A fact that both files tell, with different values: "shape", "[2, 3]",
/// "[3, 2]".
struct FactDifference {
  std::string Fact;
  std::string A, B;
};

/// A function of a registry that is not at the same place in both.
struct FunctionDifference {
  std::string Name;
  /// Positions, as in function handles; nullopt where the function is missing.
  std::optional<uint64_t> IndexInA, IndexInB;
  std::vector<FactDifference> Facts; ///< "symbol".
};

struct RegistryDifference {
  std::string Entry; ///< Symbol of the entry function; empty if unknown.
  bool IsInA = true, IsInB = true;
  /// "entry", "abi", "count byte order", "index".
  std::vector<FactDifference> Facts;
  /// If the registry is in both: removed and moved functions in A's order, then
  /// added functions in B's order.
  std::vector<FunctionDifference> Functions;
};

/// Elements of one type and number with different values.
struct ElementDifference {
  /// No file tells a type that has whole bytes: bytes are compared in place of
  /// elements, and no shape says where they are.
  bool AreBytes = false;
  uint64_t NumElements = 0;
  uint64_t NumDifferent = 0;
  uint64_t First = 0; ///< Index of the first element that differs, in C order.
  std::vector<int64_t>
      FirstPosition;              ///< The same by the shape, if it is known.
  std::string FirstInA, FirstInB; ///< Their values.
  /// The largest absolute difference of two numbers, "1.5", and the element
  /// that has it. Exact for integers, in double precision for others. "inf" if
  /// it is infinite; empty if there is no pair of numbers.
  std::string Largest;
  uint64_t LargestAt = 0;
  std::vector<int64_t> LargestPosition;
  /// Elements where one of both, or both, are not a number.
  uint64_t NumNotANumber = 0;
};

struct ParamDifference {
  std::string Name;
  std::string Model; ///< Prefix of the model's symbols; empty if unknown.
  bool IsInA = true, IsInB = true;
  /// "model", "symbol", "sid", "dtype", "shape", "bytes", "codec", "align",
  /// "section", "data".
  std::vector<FactDifference> Facts;
  /// Positions in the parameter table, if they differ.
  std::optional<uint64_t> IndexInA, IndexInB;
  std::optional<ElementDifference> Elements;
  /// Why the elements cannot be compared. Then they may differ. Empty also if
  /// a fact "dtype" or "bytes" says it.
  std::string NotCompared;
};

/// What was compared on one side.
struct DiffSide {
  std::string File;
  std::string Format; ///< "ELF32-LE", or "archive of 3 objects".
  uint64_t NumRegistries = 0;
  uint64_t NumFunctions = 0;
  uint64_t NumParams = 0;
  /// The file has lost its symbols: parameters and registries that no dynamic
  /// symbol tells are not compared.
  bool IsStripped = false;
};

struct DiffReport {
  DiffSide A, B;
  std::vector<RegistryDifference> Registries;
  std::vector<ParamDifference> Params;
  /// Parameters whose bytes another object has, on both sides. Only their facts
  /// are compared.
  uint64_t NumElsewhere = 0;

  bool areEqual() const { return Registries.empty() && Params.empty(); }
};

/// Compares all that inspect() finds in \p A and \p B: objects, archives,
/// linked files and images of any machine, format and byte order. A fact that
/// one of them does not tell is not compared. Sections are compared if both are
/// objects, or both are linked, of one format; alignments if both are objects.
/// Errors are those of inspect().
///
/// Elements are compared by value, piece by piece: memory does not depend on
/// the size of parameters.
llvm::Expected<DiffReport> diff(llvm::MemoryBufferRef A,
                                llvm::MemoryBufferRef B);

/// Prints the object of docs/report.md.
void printJson(const DiffReport &Report, llvm::raw_ostream &OS);

/// Prints text for people.
void print(const DiffReport &Report, llvm::raw_ostream &OS);

/// What bytes of a file are for.
enum class ByteUse {
  Code,
  Names,     ///< Of functions and parameters, for look-up.
  Tables,    ///< Registries, parameter tables, shapes and others.
  Parameter, ///< Stored elements.
  Padding,   ///< Zeros between other bytes.
  Relocations,
  Symbols,
  Strings, ///< Names of symbols and sections.
  Headers,
  Other, ///< Everything else, by section.
};

/// "code", "names", ..., as in text and JSON.
llvm::StringRef byteUseName(ByteUse Use);

/// Neighbouring bytes of one use.
struct SizedPiece {
  ByteUse Use;
  /// Of the parameter or the section; "function names", "file header", ...
  SharedText Name;
  SharedText Section; ///< Empty outside of sections.
  uint64_t FileOffset;
  uint64_t Bytes;
};

struct SizedSection {
  enum KindType { Code, ReadOnly, Data, ZeroFill, NotLoaded };
  SharedText Name;
  KindType Kind;
  uint64_t
      Bytes; ///< In memory. Without NotLoaded and ZeroFill, also in the file.
};

/// A function or variable of an ELF file, in a section of code or zeros.
/// Symbols do not overlap: the first and largest at a place counts.
struct SizedSymbol {
  std::string Name;
  SharedText Section;
  uint64_t Bytes;
};

struct SizedParam {
  std::string Name;
  std::string Model; ///< Empty if unknown.
  std::string Section;
  uint64_t Bytes;       ///< Of all elements.
  uint64_t StoredBytes; ///< After compression.
  /// Of the stored bytes, those that no parameter before it has: 0 for one that
  /// shares all.
  uint64_t OwnBytes;
  bool IsCompressed;
};

/// A memory of an executor: a variable that its tensors take turns in.
struct SizedPool {
  std::string Name;
  /// Prefix of the model's symbols; empty if models share the memory.
  std::string Model;
  std::string Section;
  uint64_t Bytes;
  std::optional<uint64_t> Address; ///< In linked files.
  std::string Symbol;
};

struct SizeReport {
  std::string File;   ///< "lib.a(op.o)" for a member.
  std::string Format; ///< "ELF32-LE".
  uint64_t FileBytes = 0;
  /// The file has lost its symbols: only what dynamic symbols tell has a name.
  bool IsStripped = false;
  /// Bytes of sections that a device keeps: code, constants, initial values. Of
  /// linked files, with what alignment leaves between them.
  uint64_t Flash = 0;
  /// The same for sections that programs write: initial values and zeros.
  uint64_t Ram = 0;
  uint64_t SavedByCompression = 0;
  uint64_t SavedBySharing = 0;
  std::vector<SizedSection> Sections;
  std::vector<SizedSymbol> Symbols;
  std::vector<SizedParam> Params;
  /// All bytes of the file, each once, in the file's order.
  std::vector<SizedPiece> Pieces;
  /// The memory plan: pools that the file has itself.
  std::vector<SizedPool> Pools;
  /// How full the memories of a board are, if the caller measured them.
  std::vector<RegionUse> Memories;

  /// Sum of the pieces of \p Use.
  uint64_t bytesOf(ByteUse Use) const;
};

/// Where each byte of \p Buffer went: one report for a file, or one for each
/// object member of an archive, which may have none. Errors are those of
/// inspect(), and names of sections that have more bytes than the file by far.
llvm::Expected<std::vector<SizeReport>> measure(llvm::MemoryBufferRef Buffer);

/// Bytes before and after.
struct SizeChange {
  uint64_t Before = 0, After = 0;
};

/// A section, symbol, parameter or pool with other bytes than before.
struct NamedSizeChange : SizeChange {
  /// "section", "symbol", "parameter", "pool", "memory".
  std::string Kind;
  std::string Name;
};

/// What differs between two builds.
struct SizeComparison {
  SizeChange File, Flash, Ram;
  /// The largest change first. Names that several sections, files or members
  /// have are one. What is not there has 0 bytes.
  std::vector<NamedSizeChange> Changes;
};

/// Compares all of \p Base together with all of \p Now.
SizeComparison compareSizes(llvm::ArrayRef<SizeReport> Base,
                            llvm::ArrayRef<SizeReport> Now);

/// The files that were compared.
struct SizeComparisonNames {
  std::string Base, Now;
};

/// Prints text for people, Markdown for a review, or the object of
/// docs/report.md.
void print(const SizeComparison &Comparison, const SizeComparisonNames &Names,
           llvm::raw_ostream &OS);
void printMarkdown(const SizeComparison &Comparison,
                   const SizeComparisonNames &Names, llvm::raw_ostream &OS);
void printJson(const SizeComparison &Comparison,
               const SizeComparisonNames &Names, llvm::raw_ostream &OS);

/// A limit for all sections or parameters that a pattern matches, together.
struct PatternLimit {
  std::string Pattern;
  uint64_t Bytes;
};

struct SizeBudget {
  std::optional<uint64_t> File, Flash, Ram;
  std::vector<PatternLimit> Sections, Params;
  std::string Path; ///< Where it was read from, for warnings.
};

/// Reads the JSON of docs/report.md. Errors name the file and the key.
llvm::Expected<SizeBudget> readBudget(llvm::MemoryBufferRef Buffer);

struct BudgetExcess {
  std::string Subject; ///< "flash", "section '.rodata*'", ...
  uint64_t Bytes;
  uint64_t Limit;
};

/// The limits that \p Reports exceed together. Warns about each pattern that
/// matches nothing. A bad pattern is an error.
llvm::Expected<std::vector<BudgetExcess>>
checkBudget(llvm::ArrayRef<SizeReport> Reports, const SizeBudget &Budget,
            const DiagnosticConsumer &Diagnostics);

/// Prints the object of docs/report.md, or an array if there is not exactly
/// one.
void printJson(llvm::ArrayRef<SizeReport> Reports, llvm::raw_ostream &OS);

/// Prints text for people.
void print(const SizeReport &Report, llvm::raw_ostream &OS);

/// Prints a page (HTML) with maps of flash and RAM, and tables of all figures.
/// It needs no script and no other file.
void printHtml(llvm::ArrayRef<SizeReport> Reports, llvm::raw_ostream &OS);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_REPORT_H
