//===- IdentifyTest.cpp - Kinds of files and name lists -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/Nesting.h"
#include "Read/Files.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>

#include <algorithm>

#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;

namespace {

TEST(Identify, KindsByContent) {
  EXPECT_EQ(identify(elfObject({})), FileKind::ElfObject);
  EXPECT_EQ(identify("!<arch>\n"), FileKind::Archive);
  EXPECT_EQ(identify("!<thin>\n"), FileKind::ThinArchive);
  EXPECT_EQ(identify(bitcode("")), FileKind::Bitcode);
  EXPECT_EQ(identify("\xDE\xC0\x17\x0B wrapper"), FileKind::Bitcode);
  EXPECT_EQ(identify(ParamsBytes().header({}).Bytes), FileKind::TvmParams);
  EXPECT_EQ(identify("{\"nodes\": []}"), FileKind::GraphJson);
  EXPECT_EQ(identify("\xEF\xBB\xBF \r\n\t{ \n}"), FileKind::GraphJson);
  EXPECT_EQ(identify(""), FileKind::Unknown);
  // Not JSON: the size of a header that starts with a brace.
  EXPECT_EQ(identify(StringRef("\x7B\0\0\0\0\0\0\0{\"a\":1}", 15)),
            FileKind::Safetensors);
  EXPECT_EQ(identify("\x93NUMPY\x01"), FileKind::NumpyArray);
  EXPECT_EQ(identify("PK\x03\x04rest"), FileKind::ZipArchive);
  EXPECT_EQ(identify("PK\x05\x06rest"), FileKind::ZipArchive);
  EXPECT_EQ(identify("GGUF\x03"), FileKind::Gguf);
  EXPECT_EQ(identify("\x28\xB5\x2F\xFD"), FileKind::Zstd);
  EXPECT_EQ(identify("\x1F\x8B\x08"), FileKind::Gzip);
  EXPECT_EQ(identify("\x1F\x8B\x07"), FileKind::Unknown);
  EXPECT_EQ(identify("\xEF\xBB\xBF# text\r\n\n---\nmetaobj-params: 1\n"),
            FileKind::ParamsManifest);
  EXPECT_EQ(identify("metaobj-params-more: 1\n"), FileKind::Unknown);
  EXPECT_EQ(identify("[1]"), FileKind::Unknown);
}

TEST(Identify, ReadsNoMoreOfAnObjectThanItsHead) {
  const auto PageBytes = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  void *Pages = ::mmap(nullptr, 2 * PageBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Pages, MAP_FAILED);
  auto *Bytes = static_cast<char *>(Pages);
  ASSERT_EQ(::mprotect(Bytes + PageBytes, PageBytes, PROT_NONE), 0);
  // Parameters without an end of a line would be read to their end.
  const std::pair<StringRef, FileKind> Magics[] = {
      {StringRef("\177ELF\2\1\1", 7), FileKind::ElfObject},
      {StringRef("\x64\x86\1\0", 4), FileKind::CoffObject},
      {StringRef("\xCF\xFA\xED\xFE\7\0\0\1\3\0\0\0\1\0\0\0", 16),
       FileKind::MachOObject},
      {StringRef("\0asm\1\0\0\0", 8), FileKind::WasmObject}};
  for (const auto &[Magic, Kind] : Magics)
    for (char Fill : {'x', ',', '"', ';', '\0'}) {
      std::fill(Bytes, Bytes + PageBytes, Fill);
      std::copy(Magic.begin(), Magic.end(), Bytes);
      const FileKind Found = identify(StringRef(Bytes, 2 * PageBytes));
      // More than the magic decides of some.
      if (Fill == '\0') {
        EXPECT_EQ(Found, Kind) << toHex(Magic);
      }
    }
  ::munmap(Pages, 2 * PageBytes);
}

TEST(Identify, TextualIr) {
  for (const char *Text :
       {"; ModuleID = 'a'\n", "source_filename = \"a\"\n",
        "; comment\n\n  ; another\ntarget triple = \"armv7m-none-eabi\"\n",
        "define i32 @f() {\n", "declare void @g()\n", "@g = global i32 0\n",
        "@\"odd name\" = global i32 0\n", "%T = type { i32 }\n",
        "!llvm.module.flags = !{}\n", "!0 = !{}\n", "$comdat = comdat any\n",
        "attributes #0 = { nounwind }\n", "module asm \"nop\"\n"})
    EXPECT_EQ(identify(Text), FileKind::TextualIr) << Text;
  for (const char *Text :
       {"; only a comment\n", "%PDF-1.4\n", "!important\n", "@echo off\n",
        "defined\n", "targets: all\n", "tvmgen_default_fused_add\n", "$ ls\n",
        "source_filename\n", "@", "@\""})
    EXPECT_EQ(identify(Text), FileKind::Unknown) << Text;
}

TEST(Identify, DescriptionsForMessages) {
  std::pair<std::string, const char *> Cases[] = {
      {"", "an empty file"},
      {elfObject({}), "an ELF object"},
      {"!<arch>\n", "an archive"},
      {"!<thin>\n", "a thin archive"},
      {bitcode(""), "LLVM bitcode"},
      {"define void @f() {", "LLVM IR"},
      {ParamsBytes().header({}).Bytes, "a TVM params file"},
      {"{}", "JSON"},
      {std::string("\x64\x86\x01\0", 4) + std::string(60, '\0'),
       "a COFF object"},
      {"\xCF\xFA\xED\xFE" +
           std::string("\x07\0\0\x01\x03\0\0\0\x01\0\0\0", 12) +
           std::string(20, '\0'),
       "a Mach-O object"},
      {std::string("\0asm\x01\0\0\0", 8), "a WebAssembly object"},
      {"<bigaf>\n", "a text file"},
      {"PK\x03\x04rest", "a zip archive"},
      {"\x1F\x8B\x08", "gzip data"},
      {"\x28\xB5\x2F\xFD", "zstd data"},
      {std::string(257, '\0') + "ustar", "a tar archive"},
      {"\x93NUMPY\x01", "a NumPy array"},
      {std::string("\x40\0\0\0\0\0\0\0{\"w\":{}}", 16), "a safetensors file"},
      {std::string("\x1C\0\0\0TFL3", 8), "a TensorFlow Lite model"},
      {std::string("\x38\0\0\0ET12", 8), "an ExecuTorch program"},
      {std::string("\x38\0\0\0FT01", 8), "an ExecuTorch data file"},
      {std::string("IRPA\0\0", 6), "a parameter archive of IREE"},
      {"{\"metadata\": {}, \"weight_map\": {}}",
       "an index of safetensors files"},
      {"{\"modelTopology\": {}", "a model of TensorFlow.js"},
      {"[{\"paths\": [\"group1-shard1of1.bin\"], \"weights\": []}]",
       "a model of TensorFlow.js"},
      // Text with the letters at the right place.
      {"RESET12 and BUDGET12", "a text file"},
      {"BUDGET12", "a text file"},
      {"GGUF\x03", "a GGUF file"},
      // ModelProto: ir_version 8, producer_name "pytorch"
      {"\x08\x08\x12\x07pytorch\x1A\x05"
       "2.1.0",
       "an ONNX model"},
      // ir_version 3 and the graph
      {"\x08\x03:\x05\x0A\x03xyz", "an ONNX model"},
      {"hello\n", "a text file"},
      {std::string("\x01\x02\0\x04\x05", 5), "a file of unknown kind"},
  };
  for (const auto &[Head, Name] : Cases)
    EXPECT_EQ(describeContent(Head), Name)
        << toHex(StringRef(Head).take_front(16));
}

/// The first bytes of files as the frameworks write them.
TEST(Identify, FilesOfOtherFrameworks) {
  struct {
    std::string Head;
    const char *Name;
    const char *Hint; ///< Its start.
  } Cases[] = {
      // torch.save(..., _use_new_zipfile_serialization=False)
      {"\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19.\x80\x02M"
       "\xE9\x03.",
       "a PyTorch file (legacy)", "convert it: python3 -c \"import torch"},
      // pickle.dumps({}), pickle.dumps({}, 2)
      {"\x80\x04}\x94.", "a Python pickle", "load it with the program"},
      {"\x80\x02}q", "a Python pickle", "load it with the program"},
      // saved_model_schema_version 1, a MetaGraphDef with its meta_info_def
      {"\x08\x01\x12\xB0\x29\x0A\xDB\x02", "a TensorFlow SavedModel",
       "convert its parameters: python3 -c \"import numpy, tensorflow"},
      // kMXAPINDArrayListMagic, reserved, count
      {std::string("\x12\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0", 20),
       "an MXNet params file", "convert it: python3 -c \"import mxnet"},
      {std::string("\x89HDF\r\n\x1A\n\0\0", 10), "an HDF5 file",
       "convert it: python3 -c \"import h5py"},
      {std::string(512, '\0') + "\x89HDF\r\n\x1A\n", "an HDF5 file",
       "convert it: python3 -c \"import h5py"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n",
       "a pointer of Git LFS, not the file itself", "fetch the file: git lfs"},
      {"\n<!DOCTYPE html>\n<title>Not Found</title>", "an HTML page",
       "a server may have sent it"},
      {"<HTML><body>404", "an HTML page", "a server may have sent it"},
      {"/* made by xxd */\nconst unsigned char graph_json[] = {\n  0x7b,",
       "C source", "compile it and give the object; what a C array holds"},
      {"// a model\n#include <stdint.h>\n", "C source", "compile it"},
  };
  for (const auto &Case : Cases) {
    EXPECT_EQ(describeContent(Case.Head), Case.Name);
    EXPECT_TRUE(
        StringRef(conversionHint(Case.Head).text()).starts_with(Case.Hint))
        << Case.Name;
    // Neither reads past the end.
    for (size_t Size = 0; Size != Case.Head.size(); ++Size)
      EXPECT_FALSE(describeContent(Case.Head.substr(0, Size)).empty());
  }
  EXPECT_EQ(conversionHint("hello\n"), "");
  EXPECT_EQ(conversionHint("const is a word, and void another\n"), "");
  EXPECT_EQ(conversionHint(StringRef("\1\2\0\3", 4)),
            "raw numbers are read by a manifest, which says their names, types "
            "and shapes");
  EXPECT_EQ(conversionHint(elfObject({})), "");
  EXPECT_EQ(conversionHint("\x93NUMPY\x01"), "");
}

TEST(Identify, AnyBytesHaveADescription) {
  // Neither reads past the end.
  for (unsigned First = 0; First != 256; ++First)
    for (size_t Size = 0; Size != 12; ++Size) {
      std::string Head(Size, char(First));
      EXPECT_FALSE(describeContent(Head).empty());
    }
}

TEST(NameList, OneNameALine) {
  EXPECT_THAT(cantFail(readNameList("\xEF\xBB\xBF"
                                    "b\n\n# comment\n  a \t\r\n#\n c",
                                    "names.txt")),
              ElementsAre("b", "a", "c"));
  EXPECT_THAT(cantFail(readNameList("", "names.txt")), ElementsAre());
}

TEST(NameList, RefusesWhatIsNotOneName) {
  EXPECT_EQ(text(readNameList("a\n\nb 3\n", "names.txt")),
            "names.txt: line 3: 'b 3' is not one name\nhint: give one name a "
            "line");
  EXPECT_EQ(text(readNameList(StringRef("a\0b", 3), "names.txt")),
            "names.txt: line 1: 'a\\00b' is not one name\nhint: give one name "
            "a line");
}

TEST(Nesting, CountsBracketsOutsideStrings) {
  EXPECT_EQ(jsonNesting("{\"a\": [[1], [2]], \"[[[[\": \"\\\"[[[[\"}"), 3u);
  EXPECT_EQ(jsonNesting(std::string(1000, '[')), 1000u);
  EXPECT_EQ(jsonNesting("]]]][\"unfinished[[["), 1u);
  EXPECT_EQ(jsonNesting("\"\\"), 0u);
  EXPECT_EQ(irNesting("; ((((((\n@a = global [2 x <{ i8 }>] \"\\22((((\""), 3u);
}

/// Formats that one or two numbers tell: other files start with these, too.
TEST(Identify, WeakMagicsNeedMore) {
  auto Kind = [](StringRef Bytes) { return identify(Bytes); };
  std::string Zeros(4096, '\0');
  EXPECT_EQ(Kind(Zeros), FileKind::Unknown);
  EXPECT_EQ(describeContent(Zeros), "a file that starts with zeros");
  EXPECT_EQ(describeContent(StringRef("\0\0", 2)),
            "a file that starts with zeros");
  std::string AlmostZeros = Zeros;
  AlmostZeros[2] = 1;
  AlmostZeros[100] = 1;
  EXPECT_EQ(describeContent(AlmostZeros), "a file of unknown kind");

  // The machine's number, and neither sections nor symbols.
  for (StringRef Machine :
       {StringRef("\x64\x86"), StringRef("\x4C\x01"), StringRef("\x64\xAA"),
        StringRef("\xC4\x01"), StringRef("\x68\x02")}) {
    std::string File = Machine.str() + std::string(100, '\0');
    EXPECT_EQ(Kind(File), FileKind::Unknown);
    EXPECT_EQ(describeContent(File), "a file of unknown kind");
    // A section, and symbols before its end.
    File[2] = 1;
    File[8] = 30;
    EXPECT_EQ(Kind(File), FileKind::Unknown);
    File[8] = 60;
    EXPECT_EQ(describeContent(File), Machine == "\x68\x02"
                                         ? "a COFF object of an unknown machine"
                                         : "a COFF object");
  }

  // Import libraries' members have a version, a machine and a size.
  std::string Import = StringRef("\0\0\xFF\xFF", 4).str() + std::string(60, 1);
  EXPECT_EQ(Kind(Import), FileKind::Unknown);
  Import.replace(4, 16, StringRef("\0\0\x64\x86\0\0\0\0\7\0\0\0\0\0\4\0", 16));
  EXPECT_EQ(Kind(Import), FileKind::CoffObject);

  EXPECT_EQ(describeContent(StringRef("\x01\xDF\xFF\xFF\0\0\0\0", 8)),
            "a file of unknown kind");
  EXPECT_EQ(describeContent(StringRef("\x01\xDF\0\3\0\0\0\0", 8)),
            "an XCOFF object");
}

} // namespace
