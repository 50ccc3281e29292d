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

/// The contents of \p Text, which may be damaged.
static void readMetadata(StringRef Text, ModelLibrary &Into) {
  if (jsonNesting(Text) > DeepestJson)
    return;
  Expected<json::Value> Root = json::parse(Text);
  if (!Root) {
    consumeError(Root.takeError());
    return;
  }
  const json::Object *Object = Root->getAsObject();
  if (!Object)
    return;
  Into.Version = Object->getInteger("version");
  if (const json::Object *Modules = Object->getObject("modules"))
    for (const auto &[Key, Value] : *Modules)
      Into.Modules.push_back(Key.str());
  else if (std::optional<StringRef> Name = Object->getString("model_name"))
    Into.Modules.push_back(Name->str());
  // JSON has no order for them.
  llvm::sort(Into.Modules);
}

/// The start of "<module>_lib12.o"; of other names nothing.
static StringRef beforeLibNumber(StringRef Stem) {
  StringRef Rest = Stem.rtrim("0123456789");
  if (Rest.size() == Stem.size() || !Rest.consume_back("_lib"))
    return "";
  return Rest;
}

StringRef moduleOf(const ModelLibrary &Library, StringRef Name) {
  StringRef File = sys::path::filename(Name, sys::path::Style::posix);
  StringRef Stem = sys::path::stem(File, sys::path::Style::posix);
  for (StringRef Name : {Stem, beforeLibNumber(Stem)}) {
    auto Found = llvm::lower_bound(Library.Modules, Name);
    if (Found != Library.Modules.end() && *Found == Name)
      return *Found;
  }
  return "";
}

static bool isSource(StringRef Name) {
  static constexpr StringLiteral Extensions[] = {".c", ".cc", ".cpp"};
  return is_contained(Extensions,
                      sys::path::extension(Name, sys::path::Style::posix));
}

Error ModelLibraryReader::look(const PackageFile &File) {
  StringRef Name = File.Name;
  Name.consume_front("./");
  HasCode |= Name.starts_with("codegen/host/");
  if (Name.starts_with("codegen/host/src/") && isSource(Name))
    Library.Sources.push_back(Name.str());
  if (Name != "metadata.json")
    return Error::success();
  HasMetadata = true;
  const ByteSource &Source = *File.Source;
  if (Source.size() > LargestMetadata)
    return Error::success();
  std::string Text(Source.size(), '\0');
  if (Error E = Source.read(
          0, MutableArrayRef<uint8_t>(reinterpret_cast<uint8_t *>(Text.data()),
                                      Text.size())))
    return E;
  readMetadata(Text, Library);
  return Error::success();
}

std::optional<ModelLibrary> ModelLibraryReader::take() && {
  // Other archives may have a metadata.json of their own.
  if (!HasMetadata || (!HasCode && !Library.Version))
    return std::nullopt;
  return std::move(Library);
}

} // namespace metaobj
