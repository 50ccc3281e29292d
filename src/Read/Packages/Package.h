//===- Package.h - Files that are one input ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some inputs hold files that could be inputs by themselves: tar archives, and
/// folders into which somebody has unpacked one.
///
//===----------------------------------------------------------------------===//

#ifndef METAOBJ_READ_PACKAGES_PACKAGE_H
#define METAOBJ_READ_PACKAGES_PACKAGE_H

#include "metaobj/Payload.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace metaobj {

/// A file of a package. The path of its source is for messages:
/// "model.tar(lib/a.o)", "model/lib/a.o".
struct PackageFile {
  std::string Name; ///< Its path in the package.
  std::shared_ptr<const ByteSource> Source;
};

/// A link, device or pipe in a package.
struct PackageOther {
  std::string Name;
  std::string Subject; ///< "a symbolic link"
};

class Package {
public:
  using Visitor = llvm::function_ref<llvm::Error(const PackageFile &)>;
  using OtherVisitor = llvm::function_ref<void(PackageOther)>;

  virtual ~Package();

  /// As the user wrote it.
  virtual const std::string &path() const = 0;

  /// A folder, or else an archive?
  virtual bool isFolder() const = 0;

  /// Visits the files in an order that the package alone determines. Links,
  /// devices and pipes go to \p Other and are not opened.
  virtual llvm::Error visit(Visitor Visit, OtherVisitor Other) const = 0;
};

/// The archive may be a stream: a visitor reads what it wants at once, or later
/// in the same order.
std::unique_ptr<Package> tarPackage(std::shared_ptr<const ByteSource> Archive);

/// Files by their names. An unreadable file is an error.
std::unique_ptr<Package> folderPackage(llvm::StringRef Path);

} // namespace metaobj

#endif // METAOBJ_READ_PACKAGES_PACKAGE_H
