//===- ObjectGatherer.h - All objects of one run ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_INPUT_OBJECTGATHERER_H
#define METAOBJ_INPUT_OBJECTGATHERER_H

#include "File/Archive.h"
#include "Input/FileGatherer.h"
#include "Input/MemberFilter.h"

#include <memory>
#include <string>
#include <vector>

namespace metaobj {

/// Adds operator objects, IR and those of all formats alike, and what they
/// define, to those of a run.
class ObjectGatherer {
public:
  ObjectGatherer(const InputConfig &Config, MemberFilter &Members,
                 GatheredFiles &Result)
      : Config(Config), Members(Members), Result(Result) {}

  /// \p MemberName is what the object is called in its archive.
  llvm::Error add(OperatorObject Object, FileKind Kind,
                  std::string MemberName = "");

  /// Adds the members that are objects; tells of the others.
  llvm::Error addArchive(const std::string &Path,
                         std::shared_ptr<const llvm::MemoryBuffer> Bytes);

  /// Leaves out the objects from number \p FirstObject on that hold nothing but
  /// a registry, which TVM generated and the output takes the place of.
  void dropRegistries(size_t FirstObject);

  /// Tells of code for GCC's link-time optimisation: linkers that are asked for
  /// it compile such objects again.
  void noteFatLto() const;

private:
  llvm::Expected<bool> addMember(ArchiveMember Member);

  const InputConfig &Config;
  MemberFilter &Members;
  GatheredFiles &Result;
};

} // namespace metaobj

#endif // METAOBJ_INPUT_OBJECTGATHERER_H
