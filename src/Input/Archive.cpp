//===- Archive.cpp - Members of archives ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input/Archive.h"

#include "metaobj/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/Archive.h"

using namespace llvm;
using namespace llvm::object;

namespace metaobj {

/// A part of an archive that keeps all of it alive, instead of a copy.
static std::shared_ptr<const MemoryBuffer>
shareSlice(std::shared_ptr<const MemoryBuffer> Whole, StringRef Part,
           StringRef Name) {
  struct Slice {
    std::shared_ptr<const MemoryBuffer> Whole;
    std::unique_ptr<MemoryBuffer> Part;
  };
  auto Shared = std::make_shared<Slice>();
  Shared->Whole = std::move(Whole);
  Shared->Part = MemoryBuffer::getMemBuffer(Part, Name,
                                            /*RequiresNullTerminator=*/false);
  const MemoryBuffer *Buffer = Shared->Part.get();
  return std::shared_ptr<const MemoryBuffer>(std::move(Shared), Buffer);
}

/// The member's name as messages can show it: archives hold any bytes.
static std::string printable(StringRef Name) {
  std::string Text = Name.str();
  for (char &Byte : Text)
    if (static_cast<unsigned char>(Byte) < 0x20 || Byte == 0x7F)
      Byte = '?';
  return Text;
}

static Expected<ArchiveMember>
readMember(StringRef Archive, const std::shared_ptr<const MemoryBuffer> &Bytes,
           const object::Archive::Child &Child, bool Thin) {
  Expected<StringRef> Name = Child.getName();
  if (!Name)
    return inputError(Archive, Name.takeError());
  ArchiveMember Member;
  Member.Name = (Archive + "(" + printable(*Name) + ")").str();
  if (Thin) {
    Expected<std::string> Path = Child.getFullName();
    if (!Path)
      return inputError(Member.Name, Path.takeError());
    Member.Path = std::move(*Path);
    return Member;
  }
  Expected<StringRef> Contents = Child.getBuffer();
  if (!Contents)
    return inputError(Member.Name, Contents.takeError());
  Member.Bytes = shareSlice(Bytes, *Contents, Member.Name);
  return Member;
}

Error visitArchive(StringRef Name, std::shared_ptr<const MemoryBuffer> Bytes,
                   function_ref<Error(ArchiveMember)> Visit) {
  // The archive's own name is where thin members are looked for.
  Expected<std::unique_ptr<Archive>> Opened =
      Archive::create(MemoryBufferRef(Bytes->getBuffer(), Name));
  if (!Opened)
    return inputError(Name, Opened.takeError());
  Error Iteration = Error::success();
  for (const Archive::Child &Child : (*Opened)->children(Iteration)) {
    Expected<ArchiveMember> Member =
        readMember(Name, Bytes, Child, (*Opened)->isThin());
    Error Failed = Member ? Visit(std::move(*Member)) : Member.takeError();
    if (Failed) {
      // Leaving the loop early, the iteration has no error of its own yet.
      consumeError(std::move(Iteration));
      return Failed;
    }
  }
  if (Iteration)
    return inputError(Name, std::move(Iteration));
  return Error::success();
}

} // namespace metaobj
