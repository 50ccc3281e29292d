//===- StandardStreams.h - Standard output and error ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_TOOLS_METAOBJ_STANDARDSTREAMS_H
#define METAOBJ_TOOLS_METAOBJ_STANDARDSTREAMS_H

/// To be called first. A standard stream that is closed would become the first
/// file that is opened: makes reading and writing it an error instead. A pipe
/// whose reader has gone away ends the process by SIGPIPE, unless that signal
/// is ignored, and then is an error like others.
void prepareStandardStreams();

/// Status of the process when output fails or LLVM gives up. ExitInputsAtFault
/// until a command that uses 1 for something else sets another.
extern int FailureStatus;

/// Writes out what is left for standard output. Returns \p Status or, when
/// standard output has failed, says so and returns FailureStatus.
int finishStandardOutput(int Status);

#endif // METAOBJ_TOOLS_METAOBJ_STANDARDSTREAMS_H
