//===- Check.h - Will these objects link, and fit the board? ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what linkers would refuse, without running one, and faults that lld or
/// GNU ld accept silently although the image is wrong.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_CHECK_H
#define METAOBJ_CHECK_CHECK_H

#include "metaobj/Diagnostic.h"
#include "metaobj/MemoryMap.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace metaobj {

/// The kind of file to link.
enum class LinkOutput {
  /// A program at a fixed address.
  Executable,
  /// A program that runs at any address (--pie).
  PositionIndependentExecutable,
  SharedObject,      ///< --shared.
  RelocatableObject, ///< -r: to be linked again.
};

struct CheckConfig {
  LinkOutput Output = LinkOutput::Executable;
  /// Receives findings for which the objects are not refused.
  DiagnosticConsumer Diagnostics;
};

/// Will lld and GNU ld link \p Objects (object files, bitcode, IR) together,
/// and will the result be right? Success, or one InputError for each finding.
/// If an object cannot be read, this is the only finding.
///
/// Checks members of archives that the other objects need, as linkers do. If
/// there are no other objects, checks all members.
llvm::Error checkObjects(llvm::ArrayRef<OperatorObject> Objects,
                         const CheckConfig &Config);

/// Does the linked ELF file \p Image fit \p Board, which checkRegions accepts?
/// Success, or one InputError for each finding.
llvm::Error checkBoard(llvm::MemoryBufferRef Image, const MemoryMap &Board,
                       const CheckConfig &Config);

/// A function of a compiler's library that objects call by one name, and that
/// is there by another name only.
struct HelperAlias {
  std::string Name;  ///< What is called: "__mulsf3".
  std::string Other; ///< What is there: "__aeabi_fmul".
};

/// What lld does not do with \p Objects. Errors: targets that contradict each
/// other, as in checkObjects; objects that cannot be read. Returns the names
/// that the link needs as aliases.
llvm::Expected<std::vector<HelperAlias>>
checkForLld(llvm::ArrayRef<OperatorObject> Objects, const CheckConfig &Config);

/// The next step when a linker found symbols that two of \p Objects define;
/// empty if there are none.
llvm::Expected<Message>
hintForDuplicates(llvm::ArrayRef<OperatorObject> Objects);

} // namespace metaobj

#endif // METAOBJ_CHECK_CHECK_H
