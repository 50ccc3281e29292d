//===- TarWriterTest.cpp - Tar archives, read again -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/TarWriter.h"

#include "Base/Messages.h"
#include "Base/TarArchive.h"

#include <gmock/gmock.h>

#include <clocale>
#include <cstring>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

namespace {

class TarBytes final : public ByteSource {
public:
  explicit TarBytes(std::string Bytes)
      : ByteSource(Stream, "out.tar", Bytes.size()), Bytes(std::move(Bytes)) {}

  Error read(uint64_t Offset, MutableArrayRef<uint8_t> Out) const override {
    std::memcpy(Out.data(), Bytes.data() + Offset, Out.size());
    return Error::success();
  }

private:
  std::string Bytes;
};

using Members = std::vector<std::pair<std::string, std::string>>;

Error addText(TarWriter &Archive, StringRef Name, StringRef Text) {
  return Archive.add(Name, Text.size(), [&](raw_ostream &OS) {
    OS << Text;
    return Error::success();
  });
}

std::string archiveOf(const Members &Files) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  TarWriter Archive(OS, "out.tar");
  for (const auto &[Name, Text] : Files)
    cantFail(addText(Archive, Name, Text));
  cantFail(Archive.finish());
  return OS.str();
}

Members membersOf(const std::string &Bytes) {
  Members Result;
  auto Source = std::make_shared<const TarBytes>(Bytes);
  cantFail(visitTar(Source, [&](const TarMember &Member) -> Error {
    std::string Text(Member.Size, '\0');
    cantFail(Source->read(
        Member.Offset, MutableArrayRef(reinterpret_cast<uint8_t *>(Text.data()),
                                       Text.size())));
    Result.emplace_back(Member.Name, std::move(Text));
    return Error::success();
  }));
  return Result;
}

TEST(TarWriter, KeepsNamesAndBytes) {
  Members Files = {{"./a", "text"},
                   {"./empty", ""},
                   {"./" + std::string(300, 'x') + "/b", std::string(513, 'y')},
                   {"./\xC3\xA4", "umlaut"},
                   {"./bad\xFF", "no UTF-8"},
                   {"./large", std::string(1 << 20, 'z')}};
  std::string Bytes = archiveOf(Files);
  EXPECT_EQ(membersOf(Bytes), Files);
  EXPECT_EQ(Bytes.size() % 10240, 0u);
}

TEST(TarWriter, HasNothingOfTheMachine) {
  Members Files = {{"./\xC3\xA4", "umlaut"}};
  std::string Before = archiveOf(Files);
  std::string Old = std::setlocale(LC_ALL, nullptr);
  ASSERT_TRUE(std::setlocale(LC_ALL, "C.UTF-8"));
  std::string After = archiveOf(Files);
  std::setlocale(LC_ALL, Old.c_str());
  EXPECT_EQ(Before, After);
  // Mode, owner, group, time and names of both, at their places in the header.
  StringRef Header = StringRef(Before).take_front(512);
  EXPECT_EQ(Header.substr(100, 7), "0000644");
  EXPECT_EQ(Header.substr(108, 7), "0000000");
  EXPECT_EQ(Header.substr(116, 7), "0000000");
  EXPECT_EQ(Header.substr(136, 11), "00000000000");
  EXPECT_TRUE(Header.substr(265).starts_with(StringRef("root\0", 5)));
  EXPECT_TRUE(Header.substr(297).starts_with(StringRef("root\0", 5)));
}

TEST(TarWriter, RefusesOtherSizes) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  TarWriter Archive(OS, "out.tar");
  auto Write = [](raw_ostream &Stream) {
    Stream << "12345";
    return Error::success();
  };
  EXPECT_EQ(text(Archive.add("./m", 4, Write)),
            "out.tar: member './m' was to have 4 bytes, but got 5");
  EXPECT_EQ(text(Archive.add("./n", 6, Write)),
            "out.tar: member './n' was to have 6 bytes, but got 5");
  EXPECT_EQ(text(Archive.add("./o", 1, Write)),
            "out.tar: member './o' was to have 1 byte, but got 5");
  EXPECT_EQ(text(Archive.add("./p", uint64_t(1) << 63, Write)),
            "out.tar: member './p' has 9223372036854775808 bytes, which no tar "
            "archive can say");
  EXPECT_EQ(text(Archive.add(
                "./q", 5,
                [](raw_ostream &) { return inputError("p.bin", "is gone"); })),
            "p.bin: is gone");
}

// As after an error.
TEST(TarWriter, DoesNotFinishByItself) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  {
    TarWriter Archive(OS, "out.tar");
    cantFail(addText(Archive, "./m", "text"));
    consumeError(Archive.add("./n", uint64_t(1) << 50,
                             [](raw_ostream &) { return Error::success(); }));
  }
  EXPECT_EQ(OS.str().size() % 10240, OS.str().empty() ? 0u : OS.str().size());
  EXPECT_LT(OS.str().size(), 10240u);
}

TEST(TarWriter, SaysWhatLibarchiveSays) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  TarWriter Archive(OS, "out.tar");
  cantFail(Archive.finish());
  EXPECT_THAT(text(addText(Archive, "./m", "text")),
              HasSubstr("out.tar: cannot write the tar archive: "));
}

} // namespace
