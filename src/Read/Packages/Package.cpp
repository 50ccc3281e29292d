//===- Package.cpp - Files that are one input -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Packages/Package.h"

#include "Base/TarArchive.h"
#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <vector>

using namespace llvm;
using namespace metaobj;

/// As many as headers of a tar archive; a larger folder is a mistake.
static constexpr size_t MostFiles = size_t(1) << 20;

Package::~Package() = default;

namespace {

class TarPackage final : public Package {
public:
  explicit TarPackage(std::shared_ptr<const ByteSource> Archive)
      : Archive(std::move(Archive)) {}

  const std::string &path() const override { return Archive->path(); }
  bool isFolder() const override { return false; }
  Error visit(Visitor Visit, OtherVisitor Other) const override;

private:
  std::shared_ptr<const ByteSource> Archive;
};

class FolderPackage final : public Package {
public:
  explicit FolderPackage(StringRef Path) : Path(Path) {}

  const std::string &path() const override { return Path; }
  bool isFolder() const override { return true; }
  Error visit(Visitor Visit, OtherVisitor Other) const override;

private:
  Expected<std::vector<std::string>> names(OtherVisitor Other) const;

  std::string Path;
};

} // namespace

Error TarPackage::visit(Visitor Visit, OtherVisitor Other) const {
  return visitTar(
      Archive,
      [&](const TarMember &Member) {
        std::string Name = path() + "(" + shortened(Member.Name) + ")";
        return Visit({Member.Name, std::make_shared<const SourceSlice>(
                                       Archive, Member.Offset, Member.Size,
                                       std::move(Name))});
      },
      [&](const TarOther &Member) {
        Other({Member.Name.str(), Member.Subject.str()});
      });
}

/// A file that is neither a regular one nor a folder.
static StringRef describeFileType(sys::fs::file_type Type) {
  switch (Type) {
  case sys::fs::file_type::symlink_file:
    return "a symbolic link";
  case sys::fs::file_type::fifo_file:
    return "a pipe";
  default:
    return "a device";
  }
}

/// Paths of all files, relative to the folder.
Expected<std::vector<std::string>>
FolderPackage::names(OtherVisitor Other) const {
  std::vector<std::string> Names;
  std::vector<PackageOther> Others;
  std::error_code EC;
  // Folders come in an order of the file system's own.
  for (sys::fs::recursive_directory_iterator Bytes(Path, EC,
                                                   /*follow_symlinks=*/false),
       End;
       !EC && Bytes != End; Bytes.increment(EC)) {
    sys::fs::file_type Type = Bytes->type();
    if (Type == sys::fs::file_type::type_unknown) // By some file systems.
      if (ErrorOr<sys::fs::basic_file_status> Status = Bytes->status())
        Type = Status->type();
    if (Type == sys::fs::file_type::directory_file)
      continue;
    SmallString<128> Full(Bytes->path());
    sys::path::replace_path_prefix(Full, Path, "");
    std::string Name =
        sys::path::convert_to_slash(sys::path::relative_path(Full));
    if (Names.size() + Others.size() == MostFiles)
      return inputError(Path, "has more than " + plural(MostFiles, "file"));
    if (Type == sys::fs::file_type::regular_file)
      Names.push_back(std::move(Name));
    else
      Others.push_back({std::move(Name), describeFileType(Type).str()});
  }
  if (EC)
    return inputError(Path, "cannot read the folder: " + systemText(EC));
  llvm::sort(Names);
  llvm::sort(Others, [](const PackageOther &Left, const PackageOther &Right) {
    return Left.Name < Right.Name;
  });
  for (PackageOther &ThePackageOther : Others)
    Other(std::move(ThePackageOther));
  return Names;
}

Error FolderPackage::visit(Visitor Visit, OtherVisitor Other) const {
  Expected<std::vector<std::string>> Names = names(Other);
  if (!Names)
    return Names.takeError();
  for (std::string &Name : *Names) {
    SmallString<128> Full(Path);
    sys::path::append(Full, Name);
    Expected<std::shared_ptr<const InputFile>> File = InputFile::open(Full);
    if (!File)
      return File.takeError();
    if (Error E = Visit({std::move(Name), std::move(*File)}))
      return E;
  }
  return Error::success();
}

std::unique_ptr<Package>
metaobj::tarPackage(std::shared_ptr<const ByteSource> Archive) {
  return std::make_unique<TarPackage>(std::move(Archive));
}

std::unique_ptr<Package> metaobj::folderPackage(StringRef Path) {
  return std::make_unique<FolderPackage>(Path);
}
