//===- CsvReader.h - Rows under named columns -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_CSVREADER_H
#define METAOBJ_INPUT_CSVREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace metaobj {

/// Reads comma-separated values whose first line names the columns, in any
/// order; columns with other names are not looked at. A field may be in double
/// quotes, where two of them stand for one.
class CsvReader {
public:
  /// \p Name is for messages. \p Text must outlive this.
  CsvReader(llvm::StringRef Text, llvm::StringRef Name)
      : Text(Text), Name(Name) {}

  /// Reads the first line. It must have the first \p Needed of \p Columns, and
  /// none of them twice. \p Wanted is for the message: "a list of buffers has
  /// id and size".
  llvm::Error readHead(llvm::ArrayRef<llvm::StringLiteral> Columns,
                       size_t Needed, llvm::StringRef Wanted);

  /// The fields of the next line that is not blank; nullopt: there is none.
  using Row = std::vector<std::string>;
  llvm::Expected<std::optional<Row>> nextRow();

  /// Is there a column for \p Column, a position in the list of readHead()?
  bool has(size_t Column) const { return PositionOf[Column].has_value(); }
  llvm::StringRef text(const Row &Of, size_t Column) const {
    return Of[*PositionOf[Column]];
  }
  llvm::Expected<uint64_t> number(const Row &Of, size_t Column) const;

  /// An error in the line that was read last.
  llvm::Error fail(const llvm::Twine &Reason) const;

private:
  llvm::Expected<Row> nextLine();

  llvm::StringRef Text; ///< What is left of it.
  llvm::StringRef Name;
  size_t Line = 0;
  size_t Width = 0;
  std::vector<llvm::StringRef> Names;
  std::vector<std::optional<size_t>> PositionOf;
};

/// Does the first line of \p Head have all of \p Columns?
bool hasCsvColumns(llvm::StringRef Head,
                   llvm::ArrayRef<llvm::StringLiteral> Columns);

} // namespace metaobj

#endif // METAOBJ_INPUT_CSVREADER_H
