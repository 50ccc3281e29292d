//===- RealFilesTest.cpp - Files that TVM itself has written --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Files.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gmock/gmock.h>

#include <cstring>
#include <map>

using namespace llvm;
using namespace metaobj;

namespace {

struct RealFiles : testing::Test {
  void SetUp() override {
    if (!sys::fs::is_directory(METAOBJ_TEST_DATA))
      GTEST_SKIP() << "SKIPPED LOUDLY: no real TVM files in "
                   << METAOBJ_TEST_DATA;
  }

  static std::string path(StringRef Name) {
    return (METAOBJ_TEST_DATA "/" + Name).str();
  }
  static std::string load(StringRef Name) {
    auto Buffer = MemoryBuffer::getFile(path(Name));
    EXPECT_TRUE(bool(Buffer)) << Name.str();
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  static ReadResult model(std::vector<StringRef> Names) {
    TemporaryFolder Folder;
    std::vector<std::string> Paths;
    for (StringRef Name : Names)
      Paths.push_back(path(Name));
    return readFiles(Folder, Paths);
  }
};

/// A second decoder of params files, as short as can be: it trusts the file and
/// copies the data.
struct DecodedTensor {
  std::string Name;
  unsigned Code, Bits;
  std::vector<int64_t> Shape;
  std::string Data;
};

std::vector<DecodedTensor> decode(const std::string &Bytes) {
  size_t Offset = 16;
  auto Number = [&](unsigned Size) {
    uint64_t Value = 0;
    std::memcpy(&Value, Bytes.data() + Offset, Size); // little-endian hosts
    Offset += Size;
    return Value;
  };
  std::vector<DecodedTensor> Result(Number(8));
  for (DecodedTensor &Tensor : Result) {
    uint64_t Size = Number(8);
    Tensor.Name = Bytes.substr(Offset, Size);
    Offset += Size;
  }
  EXPECT_EQ(Number(8), Result.size());
  for (DecodedTensor &Tensor : Result) {
    Offset += 24;
    uint64_t Dimensions = Number(4);
    Tensor.Code = Number(1);
    Tensor.Bits = Number(1);
    Offset += 2;
    for (uint64_t I = 0; I != Dimensions; ++I)
      Tensor.Shape.push_back(int64_t(Number(8)));
    uint64_t Size = Number(8);
    Tensor.Data = Bytes.substr(Offset, Size);
    Offset += Size;
  }
  EXPECT_EQ(Offset, Bytes.size());
  return Result;
}

TEST_F(RealFiles, ParamsAgreeWithASecondDecoder) {
  std::pair<const char *, size_t> Files[] = {{"magic_wand/params.bin", 17},
                                             {"conv1d/params.bin", 2},
                                             {"nodes_fp32/default.params", 0},
                                             {"sine/default.params", 0},
                                             {"gvsoc/default.params", 0}};
  for (auto [Name, Count] : Files) {
    SCOPED_TRACE(Name);
    auto Params = readTvmParams(cantFail(InputFile::open(path(Name))));
    ASSERT_EQ(text(Params.takeError()), "");
    std::vector<DecodedTensor> Wanted = decode(load(Name));
    if (Count != 0) {
      EXPECT_EQ(Wanted.size(), Count);
    }
    ASSERT_EQ(Params->size(), Wanted.size());
    for (size_t I = 0; I != Wanted.size(); ++I) {
      const Param &P = (*Params)[I];
      EXPECT_EQ(P.Name, Wanted[I].Name);
      EXPECT_EQ(P.DType.code, Wanted[I].Code);
      EXPECT_EQ(P.DType.bits, Wanted[I].Bits);
      EXPECT_EQ(ArrayRef(P.Shape), ArrayRef(Wanted[I].Shape));
      std::vector<uint8_t> Data(P.Data.size());
      ASSERT_EQ(text(P.Data.read(0, Data)), "");
      EXPECT_EQ(std::string(Data.begin(), Data.end()), Wanted[I].Data);
    }
  }
}

/// Names in quotes after "func_name", found without a JSON parser.
std::vector<std::string> scanFunctions(StringRef Text) {
  std::vector<std::string> Names;
  while (true) {
    size_t Offset = Text.find("\"func_name\"");
    if (Offset == StringRef::npos)
      return Names;
    Text = Text.drop_front(Offset + 11);
    Text = Text.drop_front(Text.find('"') + 1);
    std::string Name = Text.take_front(Text.find('"')).str();
    if (Name != "__nop" && !is_contained(Names, Name))
      Names.push_back(Name);
  }
}

TEST_F(RealFiles, GraphsListFunctionsInOrderOfFirstUse) {
  struct {
    const char *Name;
    size_t Functions;
    size_t Inputs;
    const char *First;
  } Files[] = {
      {"magic_wand/graph.json", 10, 18,
       "tvmgen_fused_layout_transform_cast_subtract"},
      {"conv1d/graph.json", 2, 3, "tvmgen_default_fused_nn_conv1d"},
      {"nodes_fp32/graph.json", 0, 0, nullptr},
      {"mobilenet/graph.json", 36, 0, nullptr},
      {"gvsoc/default.graph", 3, 1,
       "tvmgen_default_fused_nn_contrib_dense_pack_add_nn_relu"},
  };
  for (const auto &File : Files) {
    SCOPED_TRACE(File.Name);
    std::string Text = load(File.Name);
    EXPECT_EQ(identify(StringRef(Text).take_front(4096)), FileKind::GraphJson);
    auto Parsed = readGraph(Text, File.Name);
    ASSERT_EQ(text(Parsed.takeError()), "");
    EXPECT_EQ(Parsed->functionNames(), scanFunctions(Text));
    if (File.Functions) {
      EXPECT_EQ(Parsed->functionNames().size(), File.Functions);
    }
    if (File.Inputs) {
      EXPECT_EQ(Parsed->Inputs.size(), File.Inputs);
    }
    if (File.First) {
      EXPECT_EQ(Parsed->functionNames()[0], File.First);
    }
    for (const Graph::Input &Input : Parsed->Inputs) {
      const GraphTensor &Tensor = Parsed->tensorOf(Input);
      EXPECT_TRUE(Tensor.Shape && Tensor.DType) << Input.Name;
    }
    EXPECT_EQ(Parsed->Outputs.size(), 1u);
  }
}

TEST_F(RealFiles, GraphAndRegistryHaveTheSameFunctions) {
  for (StringRef Folder : {"magic_wand", "mobilenet"}) {
    auto Parsed = readGraph(load((Folder + "/graph.json").str()), Folder);
    ASSERT_EQ(text(Parsed.takeError()), "");
    auto Listed = readNameList(load((Folder + "/functions.txt").str()), Folder);
    ASSERT_EQ(text(Listed.takeError()), "");
    EXPECT_THAT(Parsed->functionNames(),
                testing::UnorderedElementsAreArray(*Listed));
  }
}

TEST_F(RealFiles, WholeModels) {
  ReadResult Wand = model({"magic_wand/params.bin", "magic_wand/graph.json"});
  ASSERT_EQ(Wand.Refusal, "");
  EXPECT_EQ(Wand.TheModel.Functions.size(), 10u);
  std::map<std::string, uint64_t> Ids;
  for (const Param &P : Wand.TheModel.Params) {
    ASSERT_TRUE(P.StorageId) << P.Name;
    Ids[P.Name] = *P.StorageId;
  }
  EXPECT_EQ(Ids.size(), 17u);
  EXPECT_EQ(Ids["p0"], 1u);
  EXPECT_EQ(Ids["p1"], 3u);
  EXPECT_EQ(Ids["p7"], 10u);
  EXPECT_EQ(Ids["p8"], 11u);
  ASSERT_TRUE(Wand.TheModel.Graph);
  EXPECT_EQ(llvm::count_if(
                Wand.TheModel.Graph->Inputs,
                [](const Graph::Input &TheInput) { return TheInput.IsParam; }),
            17);
  // All but the input that the program sets is there.
  EXPECT_EQ(Wand.TheModel.ProgramInputs.size(), 1u);
  ASSERT_EQ(Wand.Messages.size(), 1u);
  EXPECT_TRUE(StringRef(Wand.Messages[0])
                  .contains("graph.json: 1 input of the graph has no "
                            "parameter"))
      << Wand.Messages[0];

  ReadResult Conv = model({"conv1d/graph.json", "conv1d/params.bin"});
  ASSERT_EQ(Conv.Refusal, "");
  EXPECT_EQ(Conv.TheModel.Params.size(), 2u);

  ReadResult Nodes =
      model({"nodes_fp32/graph.json", "nodes_fp32/default.params"});
  EXPECT_EQ(Nodes.Refusal, "");
  ReadResult Gvsoc = model({"gvsoc/default.graph", "gvsoc/default.params"});
  EXPECT_EQ(Gvsoc.Refusal, "");
}

TEST_F(RealFiles, ParamsOfAnotherModelAreRefused) {
  ReadResult Mixed = model({"conv1d/graph.json", "magic_wand/params.bin"});
  EXPECT_THAT(Mixed.Refusal,
              testing::HasSubstr("parameter 'p1' is int16 [8, 1, 4, 3]"));
  EXPECT_THAT(Mixed.Refusal, testing::HasSubstr("has float32 [256]"));
}

TEST_F(RealFiles, LibraryFormatMetadataIsNoGraph) {
  for (StringRef Name : {"conv1d/metadata.json", "gvsoc/metadata.json"})
    EXPECT_THAT(text(readGraph(load(Name), Name)),
                testing::HasSubstr("is Model Library Format metadata"));
}

} // namespace
