//===- Wording.h - How messages are put together ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Common parts of errors, warnings and notes.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_BASE_WORDING_H
#define METAOBJ_BASE_WORDING_H

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

namespace metaobj {

/// \p Cause as an error of \p Input, with \p Subject before its text; keeps
/// hint and details of an InputError. The public inputError returns an
/// InputError unchanged, because its input is already the best name.
llvm::Error nestedError(const Message &Input, const Message &Subject,
                        llvm::Error Cause);

/// The same without a subject.
llvm::Error nestedError(const Message &Input, llvm::Error Cause);

/// The text of \p E, one line for each error, without the hints of
/// llvm::toString.
Message withoutHints(llvm::Error E);

/// \p Name in quotes, shortened if it is long. UTF-8 stays readable. Escapes
/// what a terminal would not show, or what turns the direction of text, because
/// names come from files.
std::string quoted(llvm::StringRef Name);

/// The same for a name that may be a setting.
Message quotedMessage(const Message &Name);

/// \p Name without quotes, escaped in the same way. Only the ends of a name
/// with more than 200 bytes.
std::string shortened(llvm::StringRef Name);

/// "'a', 'b' and 'c'", or "'a', 'b', 'c' and 9 more".
std::string quotedList(llvm::ArrayRef<llvm::StringRef> Names, size_t Shown = 3);

/// "[2, 3]", of a shape or a position.
std::string extentsText(llvm::ArrayRef<int64_t> Extents);

/// "1 function", "2 functions".
std::string plural(uint64_t Count, llvm::StringRef Noun);

/// \p Name without quotes, escaped in the same way.
std::string escaped(llvm::StringRef Name);

/// Lines of aligned columns for rows of cells, of which the first is the head.
/// Each line ends in a newline. All rows have the same number of cells. Makes
/// cells printable.
std::string table(std::vector<std::vector<std::string>> Rows);

/// Number of bytes at the start of \p Text, which is not empty, that a terminal
/// shows as one character; 0 if it would not show them, or interpret them.
size_t shownBytes(llvm::StringRef Text);

/// The system's text for \p Code, starting in lower case.
std::string systemText(std::error_code Code);

} // namespace metaobj

#endif // METAOBJ_BASE_WORDING_H
