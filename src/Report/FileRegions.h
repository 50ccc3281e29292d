//===- FileRegions.h - Parts of an object file ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_REPORT_FILEREGIONS_H
#define METAOBJ_REPORT_FILEREGIONS_H

#include "metaobj/Report.h"

namespace metaobj {

/// What the format's headers say of a file. Regions may overlap and pass the
/// end of a hostile file.
struct FileRegions {
  std::vector<SizedSection> Sections;
  std::vector<SizedPiece> Regions;

  void add(ByteUse Use, llvm::StringRef Name, uint64_t Offset, uint64_t Bytes,
           llvm::StringRef Section = "") {
    Regions.push_back({Use, Name.str(), Section.str(), Offset, Bytes});
  }
};

/// Of a file that inspect() has read. Errors name it \p File.
llvm::Expected<FileRegions> readRegions(llvm::MemoryBufferRef Buffer,
                                        llvm::StringRef File);

/// Each reads one format.
llvm::Expected<FileRegions> readElfRegions(llvm::MemoryBufferRef Buffer);
llvm::Expected<FileRegions> readCoffRegions(llvm::MemoryBufferRef Buffer);
llvm::Expected<FileRegions> readMachORegions(llvm::MemoryBufferRef Buffer);
llvm::Expected<FileRegions> readWasmRegions(llvm::MemoryBufferRef Buffer,
                                            llvm::StringRef File);

} // namespace metaobj

#endif // METAOBJ_REPORT_FILEREGIONS_H
