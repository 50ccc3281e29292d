//===- Commands.h - What the jobs of C do -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_LIBMETAOBJ_COMMANDS_H
#define METAOBJ_TOOLS_LIBMETAOBJ_COMMANDS_H

#include "../metaobj/Command.h"
#include "Handles.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

/// Runs \p Job and returns its JSON. An output of "emit" or "embed" goes to \p
/// Output; if it is null, to the file that the options name.
llvm::Expected<std::string> runCommand(const metaobj_job &Job,
                                       llvm::raw_ostream *Output);

/// A job of "device" for \p Chip, or for the device that its options name.
llvm::Expected<std::string> runDeviceCommand(const metaobj_job &Job,
                                             metaobj_chip *Chip);

#endif // METAOBJ_TOOLS_LIBMETAOBJ_COMMANDS_H
