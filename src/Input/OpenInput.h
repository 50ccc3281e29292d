//===- OpenInput.h - Looks through the compression of inputs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_OPENINPUT_H
#define METAOBJ_INPUT_OPENINPUT_H

#include "Input/OpenedFile.h"

namespace metaobj {

/// Looks through the compression of \p File. What is compressed is a file of
/// parameters, a tar archive or a graph; with \p Verify all of it is read, so
/// that its checksums are compared.
llvm::Expected<OpenedFile> openInput(std::shared_ptr<const InputFile> File,
                                     bool Verify);

} // namespace metaobj

#endif // METAOBJ_INPUT_OPENINPUT_H
