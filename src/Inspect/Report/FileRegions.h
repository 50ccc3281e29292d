//===- FileRegions.h - Parts of an object file ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_REPORT_FILEREGIONS_H
#define METAOBJ_INSPECT_REPORT_FILEREGIONS_H

#include "Inspect/Report/Report.h"

namespace metaobj {

/// What the format's headers say of a file. Regions may overlap and pass the
/// end of a hostile file.
struct FileRegions {
  explicit FileRegions(llvm::StringRef File) : File(File) {}

  llvm::StringRef File; ///< All of its bytes.
  std::vector<SizedSection> Sections;
  std::vector<SizedPiece> Regions;
  std::vector<SizedSymbol> Symbols;
  /// Of a linked file: what alignment leaves between sections.
  uint64_t FlashGaps = 0, RamGaps = 0;

  void add(ByteUse Use, SharedText Name, uint64_t Offset, uint64_t Bytes,
           SharedText Section = {}) {
    Regions.push_back(
        {Use, std::move(Name), std::move(Section), Offset, Bytes});
  }

  /// Adds a section with \p Bytes in memory, and the region of those that the
  /// file stores. Sections of a hostile file may all have one long name: all
  /// names together are an error if they are far longer than the file.
  /// Compilers let a section and its relocations share a name, so that the
  /// limit is a multiple of the file's size.
  llvm::Error addSection(llvm::StringRef Name, SizedSection::KindType Kind,
                         uint64_t Bytes, llvm::StringRef Stored,
                         ByteUse Use = ByteUse::Other);

  /// The name of the section that was added last, which its pieces share.
  const SharedText &lastName() const { return Sections.back().Name; }

private:
  uint64_t NameBytes = 0;
};

/// Each reads one format; errors name the buffer's identifier or no file.
llvm::Expected<FileRegions> readElfRegions(llvm::MemoryBufferRef Buffer);
llvm::Expected<FileRegions> readCoffRegions(llvm::MemoryBufferRef Buffer);
llvm::Expected<FileRegions> readMachORegions(llvm::MemoryBufferRef Buffer);
llvm::Expected<FileRegions> readWasmRegions(llvm::MemoryBufferRef Buffer);

} // namespace metaobj

#endif // METAOBJ_INSPECT_REPORT_FILEREGIONS_H
