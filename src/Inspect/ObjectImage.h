//===- ObjectImage.h - An object file as the decoders see it ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One file of any object format, pointer width and byte order as one set of
/// plain types, so that there is one decoder for all. Section 0 and symbol 0
/// mean none. All offsets of symbols and relocations are offsets into a
/// section, also in linked files.
///
/// The file may be hostile: no offset, size or index is used before a
/// comparison with the file's contents.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_OBJECTIMAGE_H
#define METAOBJ_INSPECT_OBJECTIMAGE_H

#include "Base/NameLimits.h"
#include "metaobj/Inspect.h"
#include "metaobj/Payload.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

struct RawFile;

struct ImageSection {
  llvm::StringRef Name;
  bool IsCode = false;
  bool IsWritable = false; ///< ELF and PE only.
  /// Zeros that the file does not store.
  bool HasNoBits = false;
  /// Its address in a linked file.
  bool HasAddress = false;
  uint64_t Address = 0;
  uint64_t Size = 0;
  uint64_t Alignment = 0;
  llvm::StringRef Bytes; ///< Empty when HasNoBits.
};

struct ImageSymbol {
  enum KindType {
    Untyped,
    Object,
    Function,
    SectionStart,
    File,
    ThreadLocal,
    Other
  };

  /// The C name, without the prefix of the file's format.
  llvm::StringRef Name;
  uint32_t Section = 0; ///< 0: undefined, absolute or common.
  uint64_t Offset = 0;  ///< In the section; bits that select an instruction
                        ///< set (Thumb) are cleared.
  uint64_t Size = 0;    ///< 0 if the format has no sizes of symbols.
  KindType Kind = Untyped;
  bool IsLocal = true;
  /// Linkers make room for it (ELF only).
  bool IsCommon = false;

  bool isDefined() const { return Section != 0; }
  bool isFunction() const { return Kind == Function; }
  bool isObjectOrUntyped() const { return Kind == Object || Kind == Untyped; }
};

struct ImageRelocation {
  uint64_t Offset = 0;
  uint32_t Type = 0; ///< The format's number; not 0 if it has a meaning.
  uint32_t Symbol = 0;
  int64_t Addend = 0;
  bool InPlace = false;   ///< The section's bytes are a part of the addend.
  bool IsPointer = false; ///< Fills a whole pointer with an address.
};

/// The unsigned number of 1, 2, 4 or 8 bytes at \p Bytes.
inline uint64_t numberAt(const void *Bytes, unsigned Size,
                         bool IsLittleEndian) {
  Endianness Order = IsLittleEndian ? Endianness::little : Endianness::big;
  switch (Size) {
  case 1:
    return *static_cast<const uint8_t *>(Bytes);
  case 2:
    return llvm::support::endian::read<uint16_t>(Bytes, Order);
  case 4:
    return llvm::support::endian::read<uint32_t>(Bytes, Order);
  default:
    return llvm::support::endian::read<uint64_t>(Bytes, Order);
  }
}

/// A place in a section. Section 0 means that only the symbol is known, and
/// another file defines it.
struct Location {
  uint32_t Section = 0;
  uint64_t Offset = 0;
  uint32_t Symbol = 0; ///< That a relocation named; 0 when there was none.

  bool isDefined() const { return Section != 0; }
  Location advance(uint64_t Bytes) const {
    return {Section, Offset + Bytes, 0};
  }
  bool isSamePlace(const Location &Other) const {
    return Section == Other.Section && Offset == Other.Offset;
  }
};

/// Kind of a pointer's target. In linked files of machines with several
/// memories (AVR, WebAssembly) it decides which memory an address is in.
enum class Pointee { Data, Function, Parameter };

/// What common symbols count as.
inline constexpr llvm::StringLiteral CommonSection = "COMMON";

/// More dimensions of a tensor than this are taken for damage.
inline constexpr uint64_t MaxRank = 64;

/// Prefix of the symbols of parameters.
inline constexpr llvm::StringLiteral ParamSymbolMark = "__tvm_param__";

/// Prefix of the symbols of compressed parameters.
inline constexpr llvm::StringLiteral CompressedSymbolMark =
    "__tvm_param_zstd__";

/// The mark in the symbol \p Name; empty if it is none of a parameter.
inline llvm::StringRef paramMarkIn(llvm::StringRef Name) {
  for (llvm::StringRef Mark : {ParamSymbolMark, CompressedSymbolMark})
    if (Name.contains(Mark))
      return Mark;
  return {};
}

inline bool isParamSymbol(llvm::StringRef Name) {
  return !paramMarkIn(Name).empty();
}

/// The contents of the bytes of a pointer.
struct StoredPointer {
  enum KindType { NotAPointer, Null, Pointer } Kind = NotAPointer;
  Location Target;
};

/// Filled by the reader of a format.
struct ImageParts {
  std::string File;
  uint64_t FileSize = 0;
  /// The first byte; null for several objects as one.
  const char *FileStart = nullptr;
  std::string Format;
  std::string Triple;
  uint16_t Machine = 0;
  bool IsLittleEndian = false;
  bool IsLinked = false;
  bool HasSymbolSizes = true;
  /// Linked files may have none, or only dynamic symbols.
  bool HasSymbolTable = true;
  unsigned PointerSize = 0;
  std::vector<ImageSection> Sections;
  std::vector<ImageSymbol> Symbols;
  /// A list for each section; there may be fewer lists.
  std::vector<std::vector<ImageRelocation>> Relocations;
  /// Linked WebAssembly: pointers to functions are indexes into a table.
  bool HasFunctionTable = false;
  std::map<uint64_t, Location> FunctionTable;
  /// The first index of the function at each offset of the code.
  std::map<uint64_t, uint64_t> FunctionIndexes;
  /// Names that are not in one piece in the file.
  std::list<std::string> OwnNames;
};

/// Finds the sections of a linked file by their addresses.
class SectionAddresses {
public:
  SectionAddresses() = default;
  explicit SectionAddresses(llvm::ArrayRef<ImageSection> Sections);

  /// nullopt if no section has \p Address. An address just behind the last byte
  /// of a section belongs to it only if no other section has the address: a
  /// table without elements can lie at the end.
  std::optional<Location> locate(uint64_t Address) const;

private:
  struct Range {
    uint64_t Start;
    uint32_t Section;
    uint64_t Size;
  };
  std::vector<Range> Ranges; ///< By start.
};

class ObjectImage : private ImageParts {
public:
  /// Detects the format by the first bytes. Errors name the object \p File.
  static llvm::Expected<ObjectImage> read(llvm::MemoryBufferRef Buffer,
                                          llvm::StringRef File);

  /// Takes \p File, which must outlive the image and has a record. \p Base is
  /// the address of a raw image, if the record is not to tell it.
  static llvm::Expected<ObjectImage>
  readRaw(RawFile &File, llvm::StringRef Name, std::optional<uint64_t> Base);

  /// Takes relocatable objects of one machine and format as one object with the
  /// name of the first. Others are errors.
  static llvm::Expected<ObjectImage> join(std::vector<ObjectImage> Objects);

  const std::string &file() const { return File; }
  /// Tables of a hostile file may overlap, and together describe far more than
  /// the file. No valid file has as many bytes as this for a decoder to read or
  /// copy.
  uint64_t workLimit() const { return metaobj::workLimit(FileSize); }
  /// The same for items of at least \p Size bytes in the file.
  uint64_t mostThingsOf(uint64_t Size) const { return FileSize / Size; }
  /// "ELF64-LE", "COFF-x86-64": LLVM's names, byte order included.
  llvm::StringRef format() const { return Format; }
  /// With its unknown parts, as in --mtriple.
  llvm::StringRef triple() const { return Triple; }
  /// ELF's e_machine; EM_NONE for other formats, whose relocations do not need
  /// it.
  uint16_t machine() const { return Machine; }
  bool isLittleEndian() const { return IsLittleEndian; }
  /// An executable or a shared object: pointers are addresses.
  bool isLinked() const { return IsLinked; }
  /// False for COFF, PE and Mach-O: a symbol extends at most to the next one.
  bool hasSymbolSizes() const { return HasSymbolSizes; }
  /// A linked file that has lost its symbol table.
  bool isStripped() const { return IsLinked && !HasSymbolTable; }
  /// The address of \p Place in memory; nullopt before linking.
  std::optional<uint64_t> addressOf(Location Place) const;
  /// The number in a pointer to this function; nullopt before linking.
  std::optional<uint64_t> functionAddress(Location Target) const;
  /// Bytes of a data pointer.
  unsigned pointerSize() const { return PointerSize; }

  llvm::ArrayRef<ImageSection> sections() const { return Sections; }
  llvm::ArrayRef<ImageSymbol> symbols() const { return Symbols; }

  /// Relocations of [\p Begin, \p End) of a section, by offset.
  llvm::ArrayRef<ImageRelocation> relocations(uint32_t Section, uint64_t Begin,
                                              uint64_t End) const;

  /// All bytes from \p Place to the end of its section; empty if there are
  /// none.
  llvm::StringRef bytesFrom(Location Place) const;

  /// The place of these bytes in the file; nullopt if it does not store them.
  std::optional<uint64_t> fileOffsetOf(Location Place) const;

  /// The unsigned number of \p Size bytes at \p Place in the file's byte order.
  std::optional<uint64_t> integerAt(Location Place, unsigned Size) const;

  /// Adds these bytes to \p Parts, if the file stores them.
  void addPart(std::vector<InspectedPart> &Parts, InspectedPart::KindType Kind,
               llvm::StringRef Subject, Location Place, uint64_t Bytes) const;

  StoredPointer pointerAt(Location Place, Pointee Kind = Pointee::Data) const;

  /// The string without its end to which the pointer at \p Place leads; nullopt
  /// if there is none in this file.
  std::optional<llvm::StringRef> textAt(Location Place) const;

  /// The same for a pointer to a parameter. A parameter in another object
  /// (InShards) gets a place in section 0, with the number of its
  /// symbol as offset. Other pointers out of the file do not change.
  StoredPointer paramAt(Location Place) const;

  /// The place of the symbol of \p Relocation plus \p Addend.
  Location locate(const ImageRelocation &Relocation, int64_t Addend) const;

  /// The named symbol at exactly this place that \p IsWanted accepts: functions
  /// and objects before symbols without a type, global before local symbols.
  const ImageSymbol *
  symbolAt(Location Place,
           llvm::function_ref<bool(const ImageSymbol &)> IsWanted) const;

  /// The name of the function at a pointer's target; empty if unknown.
  llvm::StringRef functionName(Location Target) const;

  /// The first place after \p Place with another symbol, or the section's end.
  uint64_t nextBoundary(Location Place) const;

  /// ".rodata+0x10" or the name of an undefined symbol.
  std::string describe(Location Place) const;

private:
  explicit ObjectImage(ImageParts Parts);

  Location codeAt(Location Target) const;
  StoredPointer fromAddress(uint64_t Address, Pointee Kind) const;
  std::optional<Location> locatePointee(uint64_t Address, Pointee Kind) const;

  /// Indexes of named, defined symbols by section and offset.
  std::vector<uint32_t> SymbolsByPlace;
  SectionAddresses Addresses; ///< Empty before linking.
};

} // namespace metaobj

#endif // METAOBJ_INSPECT_OBJECTIMAGE_H
