//===- ModelLibraryFormat.cpp - TVM's exported models ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/ModelLibraryFormat.h"

#include "Text/Nesting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <utility>

using namespace llvm;

namespace metaobj {

/// Metadata lists each function of a model; real files have some kilobytes.
static constexpr uint64_t LargestMetadata = uint64_t(1) << 24;

/// The number of the format; nullopt when \p Text does not tell one.
static std::optional<int64_t> versionOf(StringRef Text) {
  if (jsonNesting(Text) > DeepestJson)
    return std::nullopt;
  Expected<json::Value> Root = json::parse(Text);
  if (!Root) {
    consumeError(Root.takeError());
    return std::nullopt;
  }
  const json::Object *Object = Root->getAsObject();
  return Object ? Object->getInteger("version") : std::nullopt;
}

static bool isSource(StringRef Name) {
  static constexpr StringLiteral Extensions[] = {".c", ".cc", ".cpp"};
  return is_contained(Extensions,
                      sys::path::extension(Name, sys::path::Style::posix));
}

Error ModelLibraryReader::look(const std::shared_ptr<const ByteSource> &Archive,
                               const TarMember &Member) {
  StringRef Name = Member.Name;
  Name.consume_front("./");
  HasCode |= Name.starts_with("codegen/host/");
  if (Name.starts_with("codegen/host/src/") && isSource(Name))
    Library.Sources.push_back(Name.str());
  if (Name != "metadata.json")
    return Error::success();
  HasMetadata = true;
  if (Member.Size > LargestMetadata)
    return Error::success();
  std::string Text(Member.Size, '\0');
  if (Error E = Archive->read(
          Member.Offset,
          MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(Text.data()),
                                   Text.size())))
    return E;
  Library.Version = versionOf(Text);
  return Error::success();
}

std::optional<ModelLibrary> ModelLibraryReader::take() && {
  // Other archives may have a metadata.json of their own.
  if (!HasMetadata || (!HasCode && !Library.Version))
    return std::nullopt;
  return std::move(Library);
}

} // namespace metaobj
