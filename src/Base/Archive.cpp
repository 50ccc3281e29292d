//===- Archive.cpp - Members of archives ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Archive.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include "llvm/Object/Archive.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace metaobj;

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

/// Does every member end inside the archive? LLVM's reader trusts the size of a
/// member until it steps to the next one. It reads long names and contents past
/// the end of a shortened archive.
static Error checkMemberSizes(StringRef Name, StringRef Bytes) {
  bool Thin = Bytes.starts_with(ThinArchiveMagic);
  uint64_t Position = StringRef(ArchiveMagic).size();
  while (Position < Bytes.size()) {
    if (Bytes.size() - Position < sizeof(UnixArMemHdrType))
      return inputError(Name, "ends at byte " + Twine(Bytes.size()) +
                                  " inside the header of the member at byte " +
                                  Twine(Position));
    const auto *Header =
        reinterpret_cast<const UnixArMemHdrType *>(Bytes.data() + Position);
    StringRef Digits = StringRef(Header->Size, sizeof(Header->Size)).rtrim(' ');
    uint64_t Size;
    if (Digits.getAsInteger(10, Size))
      return inputError(Name,
                        "the member at byte " + Twine(Position) +
                            " has no number for its size: " + quoted(Digits));
    uint64_t Start = Position + sizeof(UnixArMemHdrType);
    StringRef Member = StringRef(Header->Name, sizeof(Header->Name)).rtrim(' ');
    // A thin archive has the contents of its tables only.
    if (Thin && Member != "/" && Member != "//" && Member != "/SYM64/")
      Size = 0;
    if (Size > Bytes.size() - Start)
      return inputError(Name, "ends at byte " + Twine(Bytes.size()) +
                                  " inside the member at byte " +
                                  Twine(Position) + ", which has " +
                                  Twine(Size) + " bytes from byte " +
                                  Twine(Start));
    // Members start at even positions.
    Position = alignTo(Start + Size, 2);
  }
  return Error::success();
}

static Expected<ArchiveMember>
readMember(StringRef Archive, const std::shared_ptr<const MemoryBuffer> &Bytes,
           const object::Archive::Child &Child, bool Thin) {
  Expected<StringRef> Name = Child.getName();
  if (!Name)
    return inputError(Archive, Name.takeError());
  ArchiveMember Member;
  Member.Name = (Archive + "(" + shortened(*Name) + ")").str();
  Member.MemberName = Name->str();
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

Error metaobj::visitArchive(StringRef Name,
                            std::shared_ptr<const MemoryBuffer> Bytes,
                            function_ref<Error(ArchiveMember)> Visit) {
  if (Error E = checkMemberSizes(Name, Bytes->getBuffer()))
    return E;
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
