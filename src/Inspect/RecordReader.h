//===- RecordReader.h - Records of models -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds metaobj_record_t by its magic number, in files of any kind, and
/// compares what it leads to with its hashes.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INSPECT_RECORDREADER_H
#define METAOBJ_INSPECT_RECORDREADER_H

#include "Inspect/ObjectImage.h"

#include "metaobj/Inspect.h"

#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// The numbers of a record.
struct RecordHead {
  uint64_t Offset = 0; ///< In the searched bytes.
  bool IsLittleEndian = true;
  unsigned Version = 0; ///< METAOBJ_RECORD_VERSION or _SIGNED.
  unsigned PointerSize = 0;
  unsigned Abi = 0;
  uint64_t NumFunctions = 0;
  uint64_t NumParams = 0;
  uint64_t Registry = 0; ///< The pointer, as stored.
};

/// All records in \p Bytes. \p Refused gets why something with the magic number
/// is none.
std::vector<RecordHead> findRecordHeads(llvm::StringRef Bytes,
                                        std::string &Refused);

/// A record and the places it leads to.
struct FoundRecord {
  RecordHead Head;
  Location Place;
  Location Registry;
  Location Hashes;
  std::optional<Location> Params;
  /// "blake3:" and 64 hexadecimal digits of the parameter table as it is; empty
  /// if nothing was compared.
  std::string TableHash = {};
  InspectedRecord Result;
};

/// The records of \p Object whose first pointer leads back to them. Others are
/// contents of parameters or of another image; \p Refused says why. Other wrong
/// pointers are errors.
llvm::Expected<std::vector<FoundRecord>> readRecords(const ObjectImage &Object,
                                                     std::string &Refused);

/// Fills in what is damaged.
llvm::Error verifyRecords(const ObjectImage &Object,
                          llvm::MutableArrayRef<FoundRecord> Records);

} // namespace metaobj

#endif // METAOBJ_INSPECT_RECORDREADER_H
