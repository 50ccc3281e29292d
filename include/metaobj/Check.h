//===- metaobj/Check.h - Will these objects link together? ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a linker would find wrong, before any linker runs, and what lld or GNU
/// ld let pass although the image is not right.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_CHECK_H
#define METAOBJ_CHECK_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace metaobj {

/// What is to be linked.
enum class LinkOutput {
  /// A program at a fixed address.
  Executable,
  /// A program that runs at any address (--pie).
  PositionIndependentExecutable,
  SharedObject,      ///< --shared.
  RelocatableObject, ///< -r: more objects follow.
};

struct CheckConfig {
  LinkOutput Output = LinkOutput::Executable;
  /// Receives what is no reason to refuse the objects.
  DiagnosticConsumer Diagnostics;
};

/// Will lld and GNU ld take \p Objects (object files, bitcode, IR) together,
/// and will the result be right? Success, or one InputError for each finding.
/// An object that cannot be read is the only finding then.
///
/// Of the members of archives, those that the other objects need are looked at
/// as linkers do; all of them are when there are no other objects.
llvm::Error checkObjects(llvm::ArrayRef<OperatorObject> Objects,
                         const CheckConfig &Config);

} // namespace metaobj

#endif // METAOBJ_CHECK_H
