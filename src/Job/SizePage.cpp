//===- SizePage.cpp - Where bytes went, as a file -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job/SizePage.h"

#include "Base/AtomicFile.h"
#include "Job/JobFiles.h"

using namespace llvm;
using namespace metaobj;

Error metaobj::writeSizePage(const SizePage &Page,
                             ArrayRef<SizeReport> Reports) {
  if (Error E =
          refuseInput(Page.Path, "page", setting::SizePage, Page.Measured))
    return E;
  OutputTransaction Outputs(Page.Signals);
  auto Write = [&](raw_ostream &OS) -> Error {
    printHtml(Reports, OS);
    return Error::success();
  };
  if (Error E =
          writeFileAtomically({Outputs, Page.Path}, Write, EqualFile::Replaced))
    return E;
  return Outputs.commit();
}
