// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged graph JSON and params files. Each lies in memory that ends with its
// last byte, so that reading on is seen. What is accepted must also run: the
// operator touches every byte that its tensors have.

#include <gtest/gtest.h>

#include "damage.h"
#include "dlpack_values.h"
#include "fake_platform.h"
#include "graph_model.h"
#include "params_file.h"
#include "registry_blob.h"

#include <tvm/runtime/crt/crt.h>
#include <tvm/runtime/crt/module.h>
#include <tvm_crt/graph_executor.h>

namespace {

size_t bytesOf(const DLTensor *Tensor) {
  size_t Bytes = (Tensor->dtype.bits * Tensor->dtype.lanes + 7u) / 8u;
  for (int I = 0; I < Tensor->ndim; I++)
    Bytes *= static_cast<size_t>(Tensor->shape[I]);
  return Bytes;
}

int touch(TVMValue *Args, int *, int NumArgs, TVMValue *, int *, void *) {
  for (int I = 0; I < NumArgs; I++) {
    const auto *Tensor = static_cast<DLTensor *>(Args[I].v_handle);
    memset(Tensor->data, I, bytesOf(Tensor));
  }
  return 0;
}

class HostileGraph : public testing::Test {
protected:
  void SetUp() override {
    Platform = FakePlatform();
    Platform.AllocationsLeft = INT32_MAX;
    // More than any sound graph here needs.
    Platform.LargestSize = 1 << 20;
    ASSERT_EQ(TVMInitializeRuntime(), 0);
    ASSERT_EQ(TVMModCreateFromCModule(&Module, &Handle), 0);
  }

  // Makes an executor of the text, and runs it if there is one.
  template <typename Memory> int tryGraph(const std::string &Json) {
    const Memory Copy(Json + '\0');
    TVMGraphExecutor *Executor = nullptr;
    const int Error =
        TVMGraphExecutor_Create(Copy.data(), Handle, &Cpu, &Executor);
    EXPECT_EQ(Executor != nullptr, Error == 0);
    if (Executor != nullptr) {
      for (int I = 0; I < TVMGraphExecutor_GetNumInputs(Executor); I++) {
        const DLTensor *Tensor = TVMGraphExecutor_InputTensor(Executor, I);
        memset(Tensor->data, 0, bytesOf(Tensor));
      }
      EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
      EXPECT_EQ(TVMGraphExecutor_Release(&Executor), 0);
    }
    EXPECT_EQ(Platform.LiveAllocations, 0);
    return Error;
  }
  int tryBoth(const std::string &Json) {
    const int Error = tryGraph<HeapBytes>(Json);
    EXPECT_EQ(tryGraph<GuardedBytes>(Json), Error);
    return Error;
  }
  void refuse(const std::string &Json) {
    EXPECT_EQ(tryBoth(Json), kTvmErrorExecutorBadGraph) << Json;
  }

  const std::string Names = namesBlob({"f"});
  const TVMBackendPackedCFunc Funcs[1] = {touch};
  const TVMFuncRegistry Registry = {Names.data(), Funcs};
  const TVMModule Module = {&Registry};
  TVMModuleHandle Handle = nullptr;
};

GraphModel model() {
  return GraphModel(
      {{"x", "", "", {{"[2, 3]", 0}}},
       {"p", "", "", {{"[]", 1, "int8"}}},
       {"s", "f", "[0, 0, 0], [1, 0, 0]", {{"[2]", 2}, {"[1]", 3}}},
       {"v", "__nop", "[2, 0, 0]", {{"[1, 2]", 2}}},
       {"y", "f", "[3, 0, 0], [2, 1, 0]", {{"[4]", 0}}}},
      "[4, 0, 0]");
}

TEST_F(HostileGraph, TheSoundGraphIsAccepted) {
  EXPECT_EQ(tryBoth(model().json()), 0);
}

TEST_F(HostileGraph, EveryPrefixIsRefused) {
  const std::string Json = model().json();
  for (size_t Length = 0; Length < Json.size(); Length++)
    refuse(Json.substr(0, Length));
}

TEST_F(HostileGraph, EveryPrefixThatIsClosedEnds) {
  const std::string Json = model().json();
  for (size_t Length = 0; Length < Json.size(); Length++)
    for (const char *End : {"}", "]}", "]]}", "\"}", "\"]}}", "]]]}}"})
      tryBoth(Json.substr(0, Length) + End);
}

TEST_F(HostileGraph, EveryFlippedByteEnds) {
  const std::string Json = model().json();
  for (size_t At = 0; At < Json.size(); At++)
    for (int Flip : flips()) {
      std::string Changed = Json;
      Changed[At] = static_cast<char>(Changed[At] ^ Flip);
      tryGraph<HeapBytes>(Changed);
    }
}

// Every number replaced by others.
TEST_F(HostileGraph, EveryNumberChangedEnds) {
  const std::string Json = model().json();
  for (size_t At = 0; At < Json.size(); At++) {
    if (!isdigit(static_cast<unsigned char>(Json[At])))
      continue;
    for (const char *Number : {"0",
                               "1",
                               "2",
                               "3",
                               "4",
                               "5",
                               "6",
                               "7",
                               "100",
                               "65534",
                               "65535",
                               "65536",
                               "2147483639",
                               "2147483640",
                               "4294967296",
                               "99999999999",
                               "18446744073709551616",
                               "-1",
                               "1.5",
                               "1e3",
                               "null",
                               "\"1\"",
                               "[1]",
                               ""}) {
      std::string Changed = Json;
      tryBoth(Changed.replace(At, 1, Number));
    }
  }
}

// Every list with an item more, and with one less.
TEST_F(HostileGraph, ListsOfDifferentLengthsAreRefused) {
  std::string GraphModel::*const Lists[] = {
      &GraphModel::Shapes, &GraphModel::Types, &GraphModel::Storages,
      &GraphModel::FirstEntries};
  const char *const More[] = {", [1]", ", \"int8\"", ", 0", ", 6"};
  for (size_t I = 0; I < std::size(Lists); I++) {
    GraphModel Longer = model();
    Longer.*Lists[I] += More[I];
    refuse(Longer.json());
    GraphModel Shorter = model();
    std::string &List = Shorter.*Lists[I];
    List.erase(List.rfind(','));
    refuse(Shorter.json());
    GraphModel Empty = model();
    (Empty.*Lists[I]).clear();
    refuse(Empty.json());
  }
}

TEST_F(HostileGraph, ListsMustFitTogether) {
  GraphModel Model = model();
  Model.FirstEntries = "0, 1, 3, 2, 5, 6";
  refuse(Model.json());
  Model.FirstEntries = "1, 2, 3, 5, 6, 7";
  refuse(Model.json());
  Model.FirstEntries = "0, 1, 2, 3, 5, 6";
  refuse(Model.json());
  Model.FirstEntries = "0, 0, 1, 3, 4, 6";
  refuse(Model.json());
  Model = model();
  Model.Storages = "0, 1, 2, 3, 2, 6";
  refuse(Model.json());
  Model.Storages = "0, 1, 2, 3, 2, 5";
  EXPECT_EQ(tryBoth(Model.json()), 0);
  // Says nothing that the nodes do not say.
  Model = model();
  Model.ArgNodes = "";
  EXPECT_EQ(tryBoth(Model.json()), 0);
  for (const char *Heads : {"[5, 0, 0]", "[2, 2, 0]", "[4, 1, 0]", "[4]", "[]",
                            "4", "[4, 0, []]"}) {
    Model = model();
    Model.Heads = Heads;
    refuse(Model.json());
  }
  Model.Heads = "[4, 0]";
  EXPECT_EQ(tryBoth(Model.json()), 0);
}

TEST_F(HostileGraph, MoreThanTheLimitsIsRefused) {
  GraphModel Model = model();
  Model.Shapes.replace(0, 6, "[1, 1, 1, 1, 1, 1, 1]");
  refuse(Model.json());
  // Too many references for their numbers.
  Model = model();
  std::string Many = "[4, 0, 0]";
  while (Many.size() < size_t(65535) * 9)
    Many += ",[4,0,0]";
  Model.Heads = Many;
  refuse(Model.json());
  Model.Heads = Many.substr(0, Many.size() - size_t(8) * 40);
  Model = model();
  Model.Nodes.replace(Model.Nodes.find("\"2\""), 3, "\"65534\"");
  refuse(Model.json());
}

std::string replaced(std::string Text, const std::string &Old,
                     const std::string &New) {
  return Text.replace(Text.find(Old), Old.size(), New);
}

TEST_F(HostileGraph, NodesMustBeWhatTheExecutorKnows) {
  const std::string Json = model().json();
  refuse(replaced(Json, "\"null\"", "\"nul\""));
  refuse(replaced(Json, "\"tvm_op\"", "\"tvm\""));
  refuse(replaced(Json, "\"op\"", "\"po\""));
  refuse(replaced(Json, "\"name\": \"x\"", "\"name\": 1"));
  refuse(replaced(Json, "\"name\": \"x\", ", ""));
  refuse(replaced(Json, "\"flatten_data\": \"0\"", "\"flatten_data\": \"1\""));
  refuse(replaced(Json, "\"func_name\": \"f\"", "\"func_name\": 0"));
  refuse(replaced(Json, "\"func_name\"", "\"function\""));
  refuse(replaced(Json, "\"num_outputs\": \"2\"", "\"num_outputs\": \"3\""));
  // Escapes are not resolved.
  EXPECT_EQ(tryBoth(replaced(Json, "\"func_name\": \"f\"",
                             "\"func_name\": \"\\u0066\"")),
            kTvmErrorFunctionNameNotFound);
}

TEST_F(HostileGraph, OtherFormsOfTheSameAreAccepted) {
  const std::string Json = model().json();
  for (const std::string &Text :
       {replaced(Json, "\"attrs\"", "\"param\""),
        replaced(Json, "\"flatten_data\": \"0\", ", ""),
        replaced(Json, "\"num_outputs\": \"2\"", "\"num_outputs\": 2"),
        replaced(Json, "{\"nodes\"",
                 " \t\r\n{\"metadata\" : {\"a\": [[], {}, true, -1.5e+3, "
                 "\"\\\"}]\"]} ,\"nodes\" "),
        replaced(Json, "\"inputs\": []",
                 "\"control_deps\": [0, 1], \"inputs\": []"),
        replaced(Json, "\"attrs\": {\"dltype\"",
                 "\"attrs\": {\"device_index\": [\"list_int\", [1, 1]], "
                 "\"a_key_of_more_than_nineteen_letters\": null, \"dltype\""),
        Json + " \n"})
    EXPECT_EQ(tryBoth(Text), 0) << Text;
  // It ends at its brace.
  EXPECT_EQ(tryBoth(Json + "x"), 0);
  refuse("[" + Json + "]");
}

// Containers that are skipped may be nested thirty-one deep.
TEST_F(HostileGraph, DepthIsBounded) {
  for (size_t Depth : {30u, 31u, 32u, 33u, 100000u}) {
    std::string Deep;
    for (size_t I = 0; I < Depth; I++)
      Deep += I % 2 != 0 ? "{\"k\":" : "[";
    Deep += "0";
    for (size_t I = Depth; I-- > 0;)
      Deep += I % 2 != 0 ? "}" : "]";
    const std::string Json =
        replaced(model().json(), "{", "{\"skipped\": " + Deep + ", ");
    EXPECT_EQ(tryBoth(Json) == 0, Depth <= 31) << Depth;
  }
}

// Values of a key that is not known, alone and inside of containers.
std::vector<std::string> withSkipped(const std::string &Value) {
  std::vector<std::string> Texts;
  for (const char *Around : {"$", "[$]", "[1, $]", "[$, 1]", "{\"k\": $}",
                             "{\"k\": $, \"l\": []}", "[[], {\"k\": [$ ]} ]"})
    Texts.push_back(
        replaced(model().json(), "{",
                 "{\"skipped\": " + replaced(Around, "$", Value) + ", "));
  return Texts;
}

TEST_F(HostileGraph, WhatIsSkippedMustBeJson) {
  refuse(replaced(model().json(), "{", "{\"skipped\": , "));
  for (const char *Value :
       {"[",        "]",          "{",           "\"a",         "\"\\\"",
        "\"\n\"",   "\"\x01\"",   "[1",          "{\"a\": 1",   "[\"]",
        "[[]",      "[]]",        "[\x01",       "[1 2]",       "[1,]",
        "[,1]",     "[,]",        "[1,,2]",      "{\"a\"}",     "{\"a\" 1}",
        "{\"a\":}", "{\"a\":1,}", "{,}",         "{1: 2}",      "{a: 2}",
        "{[]: 2}",  "[1}",        "{\"a\":1]",   "{\"a\": [}]", "tru",
        "truee",    "True",       "nul",         "nil",         "false1",
        "NaN",      "Infinity",   "undefined",   "'a'",         "01",
        "-",        "-01",        "+1",          ".5",          "1.",
        "1.2.3",    "1.e5",       "1e",          "1e+",         "1e5.0",
        "1e5e5",    "--1",        "1-1",         "0x10",        "1_000",
        "/**/1",    "1;",         "\"a\" \"b\"", "true false"})
    for (const std::string &Json : withSkipped(Value))
      refuse(Json);
}

TEST_F(HostileGraph, WhatIsSkippedMayBeAnyJson) {
  for (const char *Value : {"[]",
                            "{}",
                            "[ ]",
                            "{ }",
                            "true",
                            "false",
                            "null",
                            "0",
                            "-0",
                            "10",
                            "-120",
                            "0.5",
                            "-10.25",
                            "1e5",
                            "1E+05",
                            "0e-0",
                            "123.456e-78",
                            "123456789012345678901234567890",
                            "99999999999.99999999999e99999999999",
                            "\"\"",
                            "\"a\\\"]}\"",
                            "\"\\u0041\"",
                            "[true, [null], {\"\": []}]",
                            "{\"a\":{\"b\":[{}]},\"c\":\"d\"}",
                            "\t[ 1 ,\n2 ]\r"})
    for (const std::string &Json : withSkipped(Value))
      EXPECT_EQ(tryBoth(Json), 0) << Json;
}

// Cannot be written: a program that tries has ended.
const float Linked[2] = {1, 2};

int lookUp(TVMValue *Args, int *, int, TVMValue *Result, int *Code, void *) {
  const bool IsIt = Args[0].v_int64 == 3;
  Result->v_handle = IsIt ? const_cast<float *>(Linked) : nullptr;
  *Code = IsIt ? kTVMOpaqueHandle : kTVMNullptr;
  return 0;
}

int writeLast(TVMValue *Args, int *, int NumArgs, TVMValue *, int *, void *) {
  const auto *Tensor = static_cast<DLTensor *>(Args[NumArgs - 1].v_handle);
  memset(Tensor->data, 0, bytesOf(Tensor));
  return 0;
}

// Linked into the program is what has storage 3.
class HostileLinked : public HostileGraph {
protected:
  void SetUp() override {
    HostileGraph::SetUp();
    ASSERT_EQ(TVMModCreateFromCModule(&LinkedModule, &Handle), 0);
  }
  int create(const std::string &Json) {
    TVMGraphExecutor *Executor = nullptr;
    const int Error =
        TVMGraphExecutor_Create(Json.c_str(), Handle, &Cpu, &Executor);
    EXPECT_EQ(Executor != nullptr, Error == 0);
    if (Executor != nullptr) {
      for (int I = 0; I < TVMGraphExecutor_GetNumInputs(Executor); I++)
        EXPECT_NE(TVMGraphExecutor_InputTensor(Executor, I), nullptr);
      EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
      EXPECT_EQ(TVMGraphExecutor_Release(&Executor), 0);
    }
    EXPECT_EQ(Platform.LiveAllocations, 0);
    return Error;
  }

  const std::string LinkedNames = namesBlob({"f", "_lookup_linked_param"});
  const TVMBackendPackedCFunc LinkedFuncs[2] = {writeLast, lookUp};
  const TVMFuncRegistry LinkedRegistry = {LinkedNames.data(), LinkedFuncs};
  const TVMModule LinkedModule = {&LinkedRegistry};
};

// Two inputs, an operator, a view of its output, an operator: in all storages
// that they can have.
TEST_F(HostileLinked, NoOperatorWritesALinkedParameter) {
  for (int Case = 0; Case < 5 * 5 * 5 * 5 * 5; Case++) {
    const int X = Case % 5, P = Case / 5 % 5, S = Case / 25 % 5,
              V = Case / 125 % 5, Y = Case / 625;
    const GraphModel Model({{"x", "", "", {{"[2]", X}}},
                            {"p", "", "", {{"[2]", P}}},
                            {"s", "f", "[0, 0, 0], [1, 0, 0]", {{"[2]", S}}},
                            {"v", "__nop", "[2, 0, 0]", {{"[1, 2]", V}}},
                            {"y", "f", "[3, 0, 0]", {{"[2]", Y}}}},
                           "[4, 0, 0]");
    const bool IsLinked = X == 3 || P == 3;
    const bool IsWritten = S == 3 || Y == 3;
    const int Error = create(Model.json());
    ASSERT_EQ(Error, IsLinked && IsWritten ? kTvmErrorExecutorBadGraph : 0)
        << Model.Storages;
    if (Error != 0)
      ASSERT_STREQ(TVMGetLastError(),
                   "graph executor: linked parameter is written");
  }
}

TEST_F(HostileLinked, NoOutputOfAnOperatorIsALinkedParameter) {
  for (const char *Storages : {"3, 3, 1", "3, 1, 3", "3, 3, 3"}) {
    GraphModel Model({{"p", "", "", {{"[2]", 0}}},
                      {"s", "f", "[0, 0, 0]", {{"[2]", 1}, {"[2]", 2}}},
                      {"v", "__nop", "[0, 0, 0]", {{"[2]", 0}}}},
                     "[1, 0, 0]");
    Model.Storages = std::string(Storages) + ", 3";
    EXPECT_EQ(create(Model.json()), kTvmErrorExecutorBadGraph);
    Model.Storages = "3, 0, 1, 3";
    EXPECT_EQ(create(Model.json()), 0);
  }
}

TEST_F(HostileGraph, PositionOfTheFaultIsTold) {
  refuse("{\"nodes\" 5}");
  EXPECT_STREQ(TVMGetLastError(), "graph executor: bad graph: 5}");
  refuse("");
  EXPECT_STREQ(TVMGetLastError(), "graph executor: bad graph: ");
}

class HostileParams : public HostileGraph {
protected:
  void SetUp() override {
    HostileGraph::SetUp();
    ASSERT_EQ(TVMGraphExecutor_Create(model().json().c_str(), Handle, &Cpu,
                                      &Executor),
              0);
  }
  void TearDown() override {
    EXPECT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  }
  template <typename Memory> int load(const std::string &Bytes) {
    const Memory Copy(Bytes);
    return TVMGraphExecutor_LoadParams(Executor, Copy.data(),
                                       static_cast<uint32_t>(Bytes.size()));
  }

  TVMGraphExecutor *Executor = nullptr;
  const std::string File = paramsFile(
      {{"p", fileArray({kDLInt, 8, 1}, {}, {7})},
       {"x", fileArray({kDLFloat, 32, 1}, {2, 3}, {1, 2, 3, 4, 5, 6})}});
};

TEST_F(HostileParams, TheSoundFileIsLoaded) {
  EXPECT_EQ(load<GuardedBytes>(File), 0);
  EXPECT_EQ(
      *static_cast<char *>(TVMGraphExecutor_InputTensor(Executor, 1)->data), 7);
}

TEST_F(HostileParams, EveryPrefixIsRefused) {
  for (size_t Length = 0; Length < File.size(); Length++) {
    EXPECT_EQ(load<HeapBytes>(File.substr(0, Length)), kTvmErrorParamCorrupt);
    EXPECT_EQ(load<GuardedBytes>(File.substr(0, Length)),
              kTvmErrorParamCorrupt);
    EXPECT_STREQ(TVMGetLastError(), "graph executor: params");
  }
}

TEST_F(HostileParams, EveryFlippedByteEnds) {
  for (size_t At = 0; At < File.size(); At++)
    for (int Flip : flips()) {
      std::string Changed = File;
      Changed[At] = static_cast<char>(Changed[At] ^ Flip);
      const int Error = load<HeapBytes>(Changed);
      if (Error != 0)
        EXPECT_TRUE(Error == kTvmErrorParamCorrupt ||
                    Error == kTvmErrorExecutorModuleNoSuchInput ||
                    Error == kTvmErrorFunctionCallInvalidArg)
            << Error;
    }
}

// Each number of eight bytes made as large as it can be.
TEST_F(HostileParams, EveryHugeNumberIsRefusedAtOnce) {
  for (size_t At = 16; At + 8 <= File.size(); At++)
    for (uint64_t Number : {UINT64_MAX, uint64_t(1) << 63, uint64_t(1) << 32,
                            uint64_t(1) << 31}) {
      std::string Changed = File;
      Changed.replace(At, 8, littleEndian(Number, 8));
      (void)load<HeapBytes>(Changed);
    }
}

} // namespace
