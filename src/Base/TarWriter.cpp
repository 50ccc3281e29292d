//===- TarWriter.cpp - Makes tar archives ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/TarWriter.h"

#include "Base/Wording.h"
#include "metaobj/Diagnostic.h"

#include <archive.h>
#include <archive_entry.h>

#include <limits>
#include <memory>

using namespace llvm;
using namespace metaobj;

/// Archives end at a multiple of this size, as those of tar and Python.
static constexpr int TapeRecord = 10240;

/// libarchive hands over so many bytes at once. More make a copy no faster.
static constexpr int PieceOfOutput = 26 * TapeRecord;

namespace {

/// The data of one member.
class MemberStream final : public raw_ostream {
public:
  MemberStream(archive *Archive, uint64_t Size) : Archive(Archive), Size(Size) {
    SetBufferSize(PieceOfOutput);
  }
  ~MemberStream() override { flush(); }

  bool isWhole() {
    flush();
    return !HasFailed && Position == Size;
  }

private:
  void write_impl(const char *Begin, size_t Count) override {
    Position += Count;
    // libarchive would drop the rest.
    if (Position > Size || HasFailed)
      return;
    while (Count != 0 && !HasFailed) {
      la_ssize_t Done = archive_write_data(Archive, Begin, Count);
      HasFailed = Done <= 0;
      if (HasFailed)
        return;
      Begin += Done;
      Count -= size_t(Done);
    }
  }
  uint64_t current_pos() const override { return Position; }

  archive *Archive;
  uint64_t Size;
  uint64_t Position = 0;
  bool HasFailed = false;
};

struct FreeEntry {
  void operator()(archive_entry *Entry) const { archive_entry_free(Entry); }
};

} // namespace

/// Called by libarchive, for a TarWriter.
la_ssize_t TarWriter::writePiece(archive * /*Archive*/, void *Writer,
                                 const void *Bytes, size_t Size) {
  auto *This = static_cast<TarWriter *>(Writer);
  if (This->IsDropped)
    return ARCHIVE_FATAL;
  This->To.write(static_cast<const char *>(Bytes), Size);
  return la_ssize_t(Size);
}

TarWriter::TarWriter(raw_ostream &To, StringRef Name)
    : To(To), Name(Name), Archive(archive_write_new()) {
  if (!Archive)
    report_bad_alloc_error("no memory for a tar archive");
  archive_write_set_format_gnutar(Archive);
  archive_write_set_bytes_per_block(Archive, PieceOfOutput);
  archive_write_set_bytes_in_last_block(Archive, TapeRecord);
  archive_write_open(Archive, this, nullptr, writePiece, nullptr);
}

TarWriter::~TarWriter() {
  // libarchive completes an unfinished archive, even if a member lacks a
  // terabyte. (archive_write_fail would leak its buffer.)
  IsDropped = true;
  archive_write_free(Archive);
}

Error TarWriter::fail() const {
  const char *Text = archive_error_string(Archive);
  return inputError(Name, Twine("cannot write the tar archive: ") +
                              (Text ? Text : "libarchive gives no reason"));
}

Error TarWriter::add(StringRef Member, uint64_t Size,
                     function_ref<Error(raw_ostream &)> Write) {
  if (Size > uint64_t(std::numeric_limits<int64_t>::max()))
    return inputError(Name, "member " + quoted(Member) + " has " + Twine(Size) +
                                " bytes, which no tar archive can say");
  std::unique_ptr<archive_entry, FreeEntry> Entry(archive_entry_new());
  if (!Entry)
    report_bad_alloc_error("no memory for a member of a tar archive");
  archive_entry_set_pathname(Entry.get(), Member.str().c_str());
  archive_entry_set_filetype(Entry.get(), AE_IFREG);
  archive_entry_set_perm(Entry.get(), 0644);
  archive_entry_set_size(Entry.get(), int64_t(Size));
  archive_entry_set_mtime(Entry.get(), 0, 0);
  archive_entry_set_uname(Entry.get(), "root");
  archive_entry_set_gname(Entry.get(), "root");
  if (archive_write_header(Archive, Entry.get()) != ARCHIVE_OK)
    return fail();
  MemberStream Stream(Archive, Size);
  if (Error E = Write(Stream))
    return E;
  if (Stream.isWhole())
    return Error::success();
  if (Stream.tell() == Size)
    return fail();
  return inputError(Name, "member " + quoted(Member) + " was to have " +
                              plural(Size, "byte") + ", but got " +
                              Twine(Stream.tell()));
}

Error TarWriter::finish() {
  if (archive_write_close(Archive) != ARCHIVE_OK)
    return fail();
  return Error::success();
}
