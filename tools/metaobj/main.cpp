//===- main.cpp - The metaobj program -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

int main(int Argc, const char **Argv) { return runCommandLine(Argc, Argv); }
