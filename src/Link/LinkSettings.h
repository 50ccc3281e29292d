//===- LinkSettings.h - What link can be told -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_LINK_LINKSETTINGS_H
#define METAOBJ_LINK_LINKSETTINGS_H

#include "Job/MemorySettings.h"
#include "metaobj/Link.h"

namespace metaobj {

class LinkSettings : public CommandSettings {
public:
  LinkSettings();

  llvm::Error finish() override;

  /// Without inputs and diagnostics.
  llvm::Expected<LinkConfig> config() const;

  std::string Output;
  bool Quiet = false;
  bool Json = false;

private:
  void addImages();

  LinkConfig Config;
  MemorySettings Memory;
};

} // namespace metaobj

#endif // METAOBJ_LINK_LINKSETTINGS_H
