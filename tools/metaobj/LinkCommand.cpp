//===- LinkCommand.cpp - metaobj link in the table of commands ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandTable.h"

#include "Link/LinkSettings.h"

using namespace llvm;
using namespace metaobj;

static constexpr StringLiteral LinkExamples[] = {
    "metaobj link -r operators.o model.o -o all.o",
    "metaobj link main.o all.o --board=mps2-an385 "
    "--with-runtime=semihosting,startup -o app.elf"};

constinit const CommandInfo LinkCommand = {
    "link",
    "link objects to an image or to one object, without a tool chain",
    "Link objects and archives in this process, with lld; arguments behind "
    "'--' are for ld.lld, lld-link, ld64.lld or wasm-ld",
    "<object or archive>...",
    1,
    NoLimit,
    LinkExamples,
    makeSettings<LinkSettings>,
    nullptr,
    false,
    /*TakesLinkerWords=*/true};
