//===- CheckProgram.h - A program and its operators -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_OBJECTS_CHECKPROGRAM_H
#define METAOBJ_READ_OBJECTS_CHECKPROGRAM_H

#include "metaobj/Diagnostic.h"
#include "metaobj/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// Refuses \p Source if it is no program of TVM's virtual machine, or if it
/// calls functions that are not among \p Operators. If it calls all of these,
/// the others may be functions of the process, which a warning names. Names
/// with dots always are.
llvm::Error checkProgram(std::shared_ptr<const ByteSource> Source,
                         llvm::ArrayRef<Function> Operators,
                         const DiagnosticConsumer &Diagnostics);

/// The same for the program in \p Input, which calls \p Calls, and operators by
/// their symbols without tvm_ffi::FunctionStart.
llvm::Error checkProgram(llvm::StringRef Input,
                         llvm::ArrayRef<std::string> Calls,
                         const llvm::StringSet<> &Operators,
                         const DiagnosticConsumer &Diagnostics);

} // namespace metaobj

#endif // METAOBJ_READ_OBJECTS_CHECKPROGRAM_H
