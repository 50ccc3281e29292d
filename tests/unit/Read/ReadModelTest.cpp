//===- ReadModelTest.cpp - Files become a Model ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Read/Files.h"

#include <gmock/gmock.h>

#include <unistd.h>

using namespace llvm;
using namespace metaobj;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

struct ReadModel : testing::Test {
  TemporaryFolder Folder;
  InputConfig Config;

  std::string add(StringRef Name, const std::vector<SymbolYaml> &Symbols) {
    return Folder.add(Name, elfObject(Symbols));
  }

  /// A graph that calls f2 and f1 and has the input x and the parameters w, v.
  std::string addGraph() {
    return Folder.add("g.json", R"({"nodes": [
      {"op": "null", "name": "x"}, {"op": "null", "name": "w"},
      {"op": "null", "name": "v"},
      {"op": "tvm_op", "name": "1", "attrs": {"func_name": "fused_2"}},
      {"op": "tvm_op", "name": "2", "attrs": {"func_name": "fused_1"}}],
      "arg_nodes": [0, 1, 2], "node_row_ptr": [0, 1, 2, 3, 4, 5],
      "attrs": {"storage_id": ["list_int", [0, 4, 6, 1, 0]],
        "shape": ["list_shape", [[1], [2], [], [1], [1]]],
        "dltype": ["list_str", ["int8", "int8", "bool", "int8", "int8"]]}})");
  }

  std::string addParams(StringRef Name = "p.bin") {
    return Folder.add(Name, ParamsBytes()
                                .header({"w", "v"})
                                .tensor({kDLInt, 8, 1}, {2}, "ab")
                                .tensor({kDLUInt, 1, 1}, {}, "c")
                                .Bytes);
  }

  std::function<std::vector<std::string>(const Model &, RuntimeAbi)>
      DefinedSymbols =
          [](const Model &, RuntimeAbi) { return std::vector<std::string>(); };

  ReadResult go() { return read(Folder, Config, DefinedSymbols); }
};

TEST_F(ReadModel, NothingGivenIsAnEmptyModel) {
  Config.ModelName = "net";
  ReadResult Result = go();
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_EQ(Result.TheModel.Name, "net");
  EXPECT_TRUE(Result.TheModel.Functions.empty());
}

TEST_F(ReadModel, ObjectsInOrderOfTheCommandLine) {
  Config.Files = {add("z.o", {{"fused_z"}, {"fused_y"}}),
                  add("a.o", {{"tvmgen_a"}})};
  EXPECT_THAT(go().functions(), ElementsAre("fused_z", "fused_y", "tvmgen_a"));
}

TEST_F(ReadModel, LeftOutFunctionsAreOneNote) {
  Config.Files = {add("a.o", {{"fused_a"}, {"one"}, {"two"}}),
                  add("b.o", {{"three"}, {"four"}, {"five"}})};
  ReadResult Result = go();
  EXPECT_THAT(Result.functions(), ElementsAre("fused_a"));
  EXPECT_THAT(
      Result.Messages,
      ElementsAre(
          "note: operator objects: left out 5 functions that "
          "match neither 'tvmgen_*' nor 'fused_*': 'one', "
          "'two', 'three' and 2 more\nhint: InputConfig::Match=GLOB lists "
          "others, in place of these patterns"));
}

TEST_F(ReadModel, InputsThatNoParameterIsFor) {
  Config.Files = {addGraph(), addParams()};
  ReadResult Result = go();
  EXPECT_THAT(Result.TheModel.ProgramInputs, ElementsAre("x"));
  EXPECT_THAT(
      Result.Messages,
      ElementsAre(
          "note: g.json: 1 input of the graph has no "
          "parameter, so that the program has to set it: 'x'\n"
          "hint: InputConfig::ProgramInputs=GLOB names those that it sets; any "
          "other is an error then"));
  Config.ProgramInputs = {"x"};
  Result = go();
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.TheModel.ProgramInputs, ElementsAre("x"));
  EXPECT_TRUE(Result.Messages.empty());
}

TEST_F(ReadModel, AForgottenFileOfParameters) {
  Config.Files = {addGraph()};
  Config.ProgramInputs = {"x"};
  EXPECT_THAT(
      go().Refusal,
      StartsWith("g.json: 2 inputs of the graph have no parameter and "
                 "are not named by InputConfig::ProgramInputs: 'w' and 'v'"));
}

TEST_F(ReadModel, MatchAndExclude) {
  Config.Files = {add("a.o", {{"op_1"}, {"op_2"}, {"op_10"}, {"fused_a"}})};
  Config.Match = {"op_?"};
  ReadResult Result = go();
  EXPECT_THAT(Result.functions(), ElementsAre("op_1", "op_2"));
  EXPECT_THAT(Result.Messages,
              ElementsAre("note: a.o: left out 2 functions that match not "
                          "'op_?': 'op_10' and 'fused_a'\nhint: another "
                          "InputConfig::Match=GLOB lists others, too"));
  Config.Match = {"op_*", "fused_*"};
  Config.Exclude = {"*_2", "*_a"};
  Result = go();
  EXPECT_THAT(Result.functions(), ElementsAre("op_1", "op_10"));
  EXPECT_THAT(Result.Messages, ElementsAre("note: a.o: excluded 2 functions: "
                                           "'op_2' and 'fused_a'"));
}

TEST_F(ReadModel, BadPatternsAreNamed) {
  Config.Match = {"fused_[a"};
  EXPECT_THAT(go().Refusal, StartsWith("InputConfig::Match=fused_[a: "));
  Config.Match.clear();
  Config.Exclude = {"[]"};
  EXPECT_THAT(go().Refusal, StartsWith("InputConfig::Exclude=[]: "));
}

TEST_F(ReadModel, RuntimeSymbolsAreNeverMatched) {
  Config.Files = {add("a.o", {{"TVMBackendAllocWorkspace"},
                              {"TVMBackendParallelBarrier"},
                              {"TVMFuncCall"},
                              {"TVMAPISetLastError"},
                              {"__tvm_main__"},
                              {"TVMSystemLibEntryPoint"},
                              {"__tvm_module_ctx"},
                              {"op"}})};
  Config.Match = {"*"};
  ReadResult Result = go();
  EXPECT_THAT(Result.functions(), ElementsAre("op"));
  EXPECT_TRUE(Result.Messages.empty());
}

TEST_F(ReadModel, LookUpOfTheObjectsIsListedLast) {
  Config.Files = {add("a.o", {{"_lookup_linked_param"}, {"fused_a"}}),
                  add("b.o", {{"fused_b"}})};
  ReadResult Result = go();
  EXPECT_THAT(Result.functions(),
              ElementsAre("fused_a", "fused_b", "_lookup_linked_param"));
  EXPECT_THAT(Result.Messages,
              ElementsAre("note: a.o: holds its parameters: "
                          "'_lookup_linked_param' is listed as the last "
                          "function"));
  Config.Exclude = {"_lookup*"};
  EXPECT_THAT(go().functions(), ElementsAre("fused_a", "fused_b"));
  Config.Exclude.clear();
  Config.Functions = {"_lookup_linked_param", "fused_b"};
  EXPECT_THAT(go().functions(), ElementsAre("_lookup_linked_param", "fused_b"));
}

TEST_F(ReadModel, NoOperatorFunctionIsAWarning) {
  Config.Files = {add("a.o", {})};
  EXPECT_THAT(
      go().Messages,
      ElementsAre("warning: model 'default': no function of the operator "
                  "objects is listed"));
}

TEST_F(ReadModel, GivenNamesWinOverGraphAndMatches) {
  std::string Object =
      add("a.o", {{"fused_1"}, {"fused_2"}, {"fused_3"}, {"other"}});
  Config.Files = {Object, addGraph()};
  Config.ProgramInputs = {"*"};
  ReadResult Result = go();
  EXPECT_THAT(Result.functions(), ElementsAre("fused_2", "fused_1"));
  EXPECT_EQ(Result.TheModel.Functions[0].Owner, Object);
  EXPECT_THAT(Result.Messages,
              ElementsAre("note: g.json: left out 1 function of the operator "
                          "objects that it does not name: 'fused_3'"));

  Config.Functions = {"other"};
  Config.FunctionLists = {Folder.add("names.txt", "fused_3\n# x\nfused_1\n")};
  EXPECT_THAT(go().functions(), ElementsAre("other", "fused_3", "fused_1"));
}

TEST_F(ReadModel, NamesWithoutObjectsAreTaken) {
  Config.GraphFile = addGraph();
  ReadResult Result = go();
  EXPECT_THAT(Result.functions(), ElementsAre("fused_2", "fused_1"));
  EXPECT_EQ(Result.TheModel.Functions[0].Owner, Config.GraphFile);
  Config.FunctionLists = {Folder.add("names.txt", "f\n")};
  Config.Functions = {"g"};
  Result = go();
  EXPECT_EQ(Result.TheModel.Functions[0].Owner, setting::Functions);
  EXPECT_EQ(Result.TheModel.Functions[1].Owner, Config.FunctionLists[0]);
  // A list without names gives none, instead of matches.
  Config.Functions.clear();
  Config.FunctionLists = {Folder.add("names.txt", "# none\n")};
  EXPECT_TRUE(go().functions().empty());
}

TEST_F(ReadModel, MissingFunctionsAreRefusedWithNearNames) {
  Config.Files = {add("a.o", {{"fused_conv2d"}, {"fused_dense"}})};
  Config.Functions = {"fused_conv2"};
  EXPECT_EQ(go().Refusal,
            "InputConfig::Functions: function 'fused_conv2' is not defined "
            "in the operator object 'a.o'\nhint: did you mean "
            "'fused_conv2d'");
  Config.Files.push_back(add("b.o", {{"fused_conv1d"}}));
  Config.Functions.clear();
  Config.FunctionLists = {Folder.add("names.txt", "zzz\n")};
  EXPECT_EQ(go().Refusal, "names.txt: function 'zzz' is not defined in any of "
                          "the 2 operator objects");
}

TEST_F(ReadModel, NamedSymbolsMustBeFunctions) {
  Config.Files = {add("a.o", {{"data", "STB_GLOBAL", "STT_OBJECT"},
                              {"asm_f", "STB_GLOBAL", "STT_NOTYPE"},
                              {"mine", "STB_LOCAL"}})};
  Config.Functions = {"asm_f"};
  EXPECT_EQ(go().Refusal, "");
  Config.Functions = {"data"};
  EXPECT_EQ(go().Refusal,
            "InputConfig::Functions: 'data' is not a function in 'a.o'");
  Config.Functions = {"mine"};
  EXPECT_THAT(go().Refusal, HasSubstr("'mine' is not defined"));
}

TEST_F(ReadModel, NameGivenTwice) {
  Config.Functions = {"f"};
  Config.FunctionLists = {Folder.add("names.txt", "f\n")};
  EXPECT_EQ(go().Refusal, "names.txt: function 'f' is given twice");
}

TEST_F(ReadModel, FunctionDefinedTwice) {
  Config.Files = {add("a.o", {{"fused_f"}}), add("b.o", {{"fused_f"}})};
  std::string Refusal =
      "b.o: function 'fused_f' is defined twice: by 'a.o' and by 'b.o'\nhint: "
      "leave one of the two out";
  EXPECT_EQ(go().Refusal, Refusal);
  Config.Functions = {"fused_f"};
  EXPECT_EQ(go().Refusal, Refusal);
  // Of no concern to the registry.
  Config.Functions.clear();
  Config.Exclude = {"fused_f"};
  EXPECT_EQ(go().Refusal, "");
}

TEST_F(ReadModel, WeakDefinitionsGiveWay) {
  std::string Weak = add("weak.o", {{"fused_f", "STB_WEAK"}});
  std::string Other = add("other.o", {{"fused_f", "STB_WEAK"}});
  std::string Strong = add("strong.o", {{"fused_f"}});
  Config.Files = {Weak, Other};
  EXPECT_EQ(go().TheModel.Functions.at(0).Owner, Weak);
  Config.Files = {Weak, Strong, Other};
  ReadResult Result = go();
  EXPECT_EQ(Result.Refusal, "");
  ASSERT_EQ(Result.TheModel.Functions.size(), 1u);
  EXPECT_EQ(Result.TheModel.Functions[0].Owner, Strong);
}

TEST_F(ReadModel, ReservedSymbols) {
  DefinedSymbols = [](const Model &, RuntimeAbi) {
    return std::vector<std::string>{"TVMSystemLibEntryPoint", "default_params"};
  };
  Config.Files = {add("a.o", {{"fused_f"}}),
                  add("b.o", {{"TVMSystemLibEntryPoint"}})};
  EXPECT_EQ(go().Refusal,
            "b.o: defines 'TVMSystemLibEntryPoint', which the emitted object "
            "will define\nhint: it is a registry: leave it out of this "
            "command and of the link");
  Config.Files = {add("b.o", {{"default_params", "STB_WEAK", "STT_OBJECT"}})};
  EXPECT_THAT(go().Refusal, StartsWith("b.o: defines 'default_params'"));
  Config.Files = {add("b.o", {{"TVMSystemLibEntryPoint", "STB_LOCAL"}})};
  EXPECT_EQ(go().Refusal, "");
  Config.Files.clear();
  Config.Functions = {"TVMSystemLibEntryPoint"};
  EXPECT_EQ(
      go().Refusal,
      "InputConfig::Functions: function 'TVMSystemLibEntryPoint' cannot be an "
      "operator: the emitted object defines that symbol itself\nhint: "
      "take it out of the names");
}

TEST_F(ReadModel, GraphGivesStorageIds) {
  Config.Files = {addParams(), addGraph()};
  ReadResult Result = go();
  ASSERT_EQ(Result.Refusal, "");
  ASSERT_EQ(Result.TheModel.Params.size(), 2u);
  EXPECT_EQ(Result.TheModel.Params[0].StorageId, 4u);
  EXPECT_EQ(Result.TheModel.Params[1].StorageId, 6u);
  Config.StorageIds = {{"v", 9}};
  EXPECT_EQ(go().TheModel.Params[1].StorageId, 9u);
  Config.StorageIds = {{"v", 4}};
  EXPECT_EQ(go().Refusal, "p.bin: storage id 4 is given twice: to parameter "
                          "'w' of 'p.bin' and to parameter 'v' of 'p.bin'");
}

TEST_F(ReadModel, StorageIdsByHand) {
  Config.ParamsFiles = {addParams()};
  Config.StorageIds = {{"w", 3}};
  ReadResult Result = go();
  EXPECT_EQ(Result.TheModel.Params[0].StorageId, 3u);
  EXPECT_FALSE(Result.TheModel.Params[1].StorageId);
  Config.StorageIds = {{"ww", 3}};
  EXPECT_EQ(
      go().Refusal,
      "InputConfig::StorageIds: there is no parameter 'ww' to have storage "
      "id 3\nhint: did you mean 'w' or 'v'");
  Config.StorageIds = {{"w", 3}, {"w", 3}};
  EXPECT_EQ(
      go().Refusal,
      "InputConfig::StorageIds: parameter 'w' is given a storage id twice");
  Config.StorageIds = {{"w", UINT64_MAX}};
  EXPECT_EQ(
      go().Refusal,
      "InputConfig::StorageIds: storage id 18446744073709551615 of parameter "
      "'w' has more than 63 bits");
}

TEST_F(ReadModel, ParametersThatTheGraphHasOtherwise) {
  std::string Graph = addGraph();
  auto With = [&](DLDataType DType, std::vector<int64_t> Shape,
                  std::string Data) {
    Config.Files = {
        Graph,
        Folder.add(
            "p.bin",
            ParamsBytes().header({"w"}).tensor(DType, Shape, Data).Bytes)};
    return go().Refusal;
  };
  EXPECT_EQ(With({kDLInt, 8, 1}, {2}, "ab"), "");
  EXPECT_EQ(With({kDLUInt, 8, 1}, {2}, "ab"),
            "p.bin: parameter 'w' is uint8 [2], but 'g.json' has int8 [2]");
  EXPECT_EQ(With({kDLInt, 8, 1}, {1, 2}, "ab"),
            "p.bin: parameter 'w' is int8 [1, 2], but 'g.json' has int8 [2]");
}

TEST_F(ReadModel, ParametersThatTheGraphDoesNotKnow) {
  Config.Files = {addGraph(),
                  Folder.add("p.bin", ParamsBytes()
                                          .header({"u", "w"})
                                          .tensor({kDLInt, 8, 1}, {}, "a")
                                          .tensor({kDLInt, 8, 1}, {2}, "ab")
                                          .Bytes)};
  Config.ProgramInputs = {"*"};
  ReadResult Result = go();
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_FALSE(Result.TheModel.Params[0].StorageId);
  EXPECT_EQ(Result.TheModel.Params[1].StorageId, 4u);
  EXPECT_THAT(
      Result.Messages,
      ElementsAre("note: g.json: 1 parameter is not an input of the graph "
                  "and so without a storage id: 'u'"));
}

TEST_F(ReadModel, ParametersGivenTwice) {
  Config.Files = {addParams("a.bin")};
  Config.ParamsFiles = {addParams("b.bin")};
  EXPECT_EQ(go().Refusal,
            "b.bin: parameter 'w' is given twice: by 'a.bin' and by 'b.bin'\n"
            "b.bin: parameter 'v' is given twice: by 'a.bin' and by 'b.bin'");
  Config.ParamsFiles = Config.Files;
  EXPECT_EQ(go().Refusal, "a.bin: parameter 'w' is given twice by 'a.bin'\n"
                          "a.bin: parameter 'v' is given twice by 'a.bin'");
}

TEST_F(ReadModel, TwoGraphs) {
  Config.Files = {addGraph()};
  Config.GraphFile = Folder.add("second.json", "{}");
  EXPECT_EQ(go().Refusal, "second.json: is a second graph; the first is "
                          "'g.json'\nhint: one model has one graph");
}

TEST_F(ReadModel, FilesOfTheWrongKind) {
  std::string Expected =
      "; expected an object file, an archive, LLVM "
      "bitcode or IR, a file of parameters, graph executor JSON or a tar "
      "archive of them";
  std::string Goff = std::string("\x03\xF0\0", 3) + std::string(77, '\0');
  Config.Files = {Folder.add("a.obj", Goff)};
  EXPECT_EQ(go().Refusal, "a.obj: is a GOFF object" + Expected);
  Config.Files = {Folder.add("a.o", "")};
  EXPECT_EQ(go().Refusal, "a.o: is an empty file" + Expected);
  Config.Files = {Folder.path(".")};
  EXPECT_THAT(go().Refusal, HasSubstr(": is a folder without Model Library "));
  Config.Files = {Folder.path("none.o")};
  EXPECT_EQ(go().Refusal, "none.o: no such file or directory");
  Config.Files.clear();
  Config.ParamsFiles = {addGraph()};
  EXPECT_EQ(go().Refusal,
            "g.json: is JSON; expected a file of parameters: TVM params, "
            "safetensors, NumPy, GGUF, TensorFlow Lite, ExecuTorch, ONNX, IREE "
            "parameters, TensorFlow.js or a manifest");
  Config.ParamsFiles.clear();
  Config.GraphFile = addParams();
  EXPECT_EQ(go().Refusal,
            "p.bin: is a TVM params file; expected graph executor JSON");
  Config.GraphFile.clear();
  Config.FunctionLists = {add("a.o", {})};
  EXPECT_EQ(go().Refusal,
            "a.o: is an ELF object; expected a list of function names");
}

TEST_F(ReadModel, StandardInputIsReadOnce) {
  Config.Files = {"-", "-"};
  // Closed or empty, the first is refused; only the second matters here.
  std::string Path = addParams();
  int Saved = dup(0);
  ASSERT_TRUE(freopen(Path.c_str(), "r", stdin));
  EXPECT_EQ(go().Refusal, "<stdin>: standard input is given twice");
  rewind(stdin);
  lseek(0, 0, SEEK_SET);
  Config.Files = {"-"};
  ReadResult Result = go();
  dup2(Saved, 0);
  close(Saved);
  EXPECT_EQ(Result.Refusal, "");
  ASSERT_EQ(Result.TheModel.Params.size(), 2u);
  EXPECT_EQ(Result.TheModel.Params[0].Owner, "<stdin>");
}

TEST_F(ReadModel, FilesReadAreListed) {
  Config.Files = {add("a.o", {{"fused_1"}, {"fused_2"}})};
  Config.ParamsFiles = {addParams()};
  Config.GraphFile = addGraph();
  Config.FunctionLists = {Folder.add("names.txt", "fused_1\n")};
  ReadResult Result = go();
  EXPECT_EQ(Result.Refusal, "");
  EXPECT_THAT(Result.TheModel.FilesRead,
              ElementsAre(Folder.path("a.o"), Folder.path("p.bin"),
                          Folder.path("g.json"), Folder.path("names.txt")));
}

} // namespace
