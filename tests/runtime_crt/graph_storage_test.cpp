// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the graph executor: storages that tensors share, parameters that
// are linked into the program, and what is allocated.

#include "graph_executor_fixture.h"

using namespace graph_test;

namespace {

// TVM computes the size in 32 bits and allocates what is left of it.
TEST_F(GraphExecutor, SizeOfAStorageHasAllBits) {
  const GraphModel Model({{"x", "", "", {{"[65536, 65537]", 0, "int8"}}}},
                         "[0, 0, 0]");
  if (sizeof(size_t) == 4) {
    EXPECT_EQ(create(Model.json()), kTvmErrorExecutorBadGraph);
    return;
  }
  Platform.AllocationsLeft = 1;
  EXPECT_EQ(create(Model.json()), kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no memory");
  EXPECT_GE(Platform.LastSize, size_t(65536) * 65537);
}

TEST_F(GraphExecutor, SizesBeyondTheAddressSpaceAreRefused) {
  const std::string Huge = "[2147483639, 2147483639, 2147483639]";
  EXPECT_EQ(create(GraphModel({{"x", "", "", {{Huge, 0}}}}, "").json()),
            kTvmErrorExecutorBadGraph);
  // Each fits, all together do not.
  std::vector<GraphNode> Nodes;
  const std::string Part =
      sizeof(size_t) == 4 ? "[1000000000]" : "[1000000000, 1000000000, 4]";
  for (int I = 0; I < 3; I++)
    Nodes.push_back({"x" + std::to_string(I), "", "", {{Part, I, "int8"}}});
  EXPECT_EQ(create(GraphModel(Nodes, "").json()), kTvmErrorExecutorBadGraph);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: type or size");
}

// TVM takes the shape at the place of the storage id.
TEST_F(GraphExecutor, StorageIsAsLargeAsItsLargestTensor) {
  use(GraphModel({{"x", "", "", {{"[2]", 2}}},
                  {"a", "add", "[0, 0, 0]", {{"[2]", 1}}},
                  {"b", "add", "[1, 0, 0]", {{"[2]", 0}}},
                  {"c", "add", "[2, 0, 0]", {{"[1, 1000]", 1}}}},
                 "[3, 0, 0], [2, 0, 0], [1, 0, 0], [0, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_GetNumOutputs(Executor), 4);
  DLTensor *Tensors[4];
  for (int I = 0; I < 4; I++) {
    Tensors[I] = TVMGraphExecutor_OutputTensor(Executor, 3 - I);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Tensors[I]->data) % 16, 0u);
  }
  EXPECT_EQ(Tensors[1]->data, Tensors[3]->data);
  EXPECT_EQ(Tensors[3]->ndim, 2);
  EXPECT_EQ(Tensors[3]->shape[1], 1000);
  EXPECT_EQ(Tensors[0]->shape[0], 2);
  // A sanitizer sees it when there is less.
  memset(Tensors[0]->data, 1, 8);
  memset(Tensors[2]->data, 2, 8);
  memset(Tensors[3]->data, 3, 4000);
  EXPECT_EQ(*static_cast<char *>(Tensors[0]->data), 1);
  EXPECT_EQ(*static_cast<char *>(Tensors[2]->data), 2);
  EXPECT_GE(Platform.LastSize, 4000u + 8 + 8);
}

TEST_F(GraphExecutor, LinkedParameterStaysWhereItIs) {
  LinkedId = 1;
  use(chain());
  EXPECT_EQ(input("p").data, Linked);
  EXPECT_NE(input("x").data, nullptr);
  EXPECT_NE(input("x").data, Linked);
  // A params file does not change it, but must fit.
  EXPECT_NE(load(paramsFile({{"p", floatsInFile({1}, {10})}})), 0);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "p", &XTensor),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: linked: p");
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {100, 200})}})), 0);
  EXPECT_EQ(Linked[0], 100);
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{102, 204}));
  // Another tensor may take its place.
  EXPECT_EQ(TVMGraphExecutor_SetInput(Executor, "p", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{3, 6}));
}

// TVM takes that of the tensor whose number is the parameter's storage id.
TEST_F(GraphExecutor, LinkedParameterHasItsOwnShape) {
  LinkedId = 0;
  const GraphModel Model(
      {{"x", "", "", {{"[5]", 1}}}, {"p", "", "", {{"[1, 2]", 0}}}}, "");
  ASSERT_EQ(create(Model.json()), 0);
  ASSERT_EQ(input("p").data, Linked);
  EXPECT_EQ(input("p").ndim, 2);
  EXPECT_EQ(input("p").shape[0], 1);
  EXPECT_EQ(input("p").shape[1], 2);
}

TEST_F(GraphExecutor, LinkedParameterTakesNoMemory) {
  const std::string Json =
      GraphModel({{"p", "", "", {{"[100000]", 0}}}}, "").json();
  ASSERT_EQ(create(Json), 0);
  EXPECT_GE(Platform.LastSize, 400000u);
  ASSERT_EQ(TVMGraphExecutor_Release(&Executor), 0);
  LinkedId = 0;
  ASSERT_EQ(create(Json), 0);
  EXPECT_LT(Platform.LastSize, 1000u);
}

// TVM does not set the marks of what is linked to zero, and does not look at
// what the look-up returned.
TEST_F(GraphExecutor, LookUpOfLinkedParametersMayFail) {
  LookupStatus = kTvmErrorGeneratedInvalidStorageId;
  EXPECT_EQ(create(chain().json()), kTvmErrorGeneratedInvalidStorageId);
  EXPECT_EQ(Executor, nullptr);
}

TEST_F(GraphExecutor, ModuleWithoutLinkedParametersWorks) {
  const std::string OneName = namesBlob({"add"});
  const TVMFuncRegistry OneFunction = {OneName.data(), Funcs};
  const TVMModule Small = {&OneFunction};
  TVMModuleHandle SmallHandle = nullptr;
  ASSERT_EQ(TVMModCreateFromCModule(&Small, &SmallHandle), 0);
  EXPECT_EQ(TVMGraphExecutor_Create(chain().json().c_str(), SmallHandle, &Cpu,
                                    &Executor),
            0);
}

// A view has its input's storage, and no operator is called for it.
TEST_F(GraphExecutor, ViewOfAnInputMovesWithIt) {
  use(GraphModel({{"x", "", "", {{"[2]", 0}}},
                  {"v", "__nop", "[0, 0, 0]", {{"[1, 2]", 0}}},
                  {"y", "add", "[1, 0, 0], [1, 0, 0]", {{"[2]", 1}}}},
                 "[2, 0, 0], [1, 0, 0]"));
  ASSERT_EQ(TVMGraphExecutor_SetInput(Executor, "x", &XTensor), 0);
  ASSERT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(Calls, 1);
  EXPECT_EQ(output(0, 2), (std::vector<float>{2, 4}));
  EXPECT_EQ(output(1, 2), (std::vector<float>{1, 2}));
}

TEST_F(GraphExecutor, NoMemoryIsAnErrorAndLosesNothing) {
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(create(chain().json()), kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no memory");
  Platform.AllocationsLeft = 1;
  EXPECT_EQ(create(chain().json()), kTvmErrorPlatformNoMemory);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: no memory");
  EXPECT_EQ(Platform.LiveAllocations, 0);
}

// Only making an executor allocates.
TEST_F(GraphExecutor, RunNeedsNoMemory) {
  use(chain());
  EXPECT_EQ(Platform.LiveAllocations, 2);
  Platform.AllocationsLeft = 0;
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({2}, {10, 20})}})), 0);
  EXPECT_EQ(TVMGraphExecutor_CopyInput(Executor, "x", &XTensor), 0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{12, 24}));
}

TEST_F(GraphExecutor, ReleaseReportsThePlatformsError) {
  use(chain());
  TVMGraphExecutor *Kept = Executor;
  Platform.FreeError = kTvmErrorPlatformStackAllocBadFree;
  EXPECT_EQ(TVMGraphExecutor_Release(&Executor),
            kTvmErrorPlatformStackAllocBadFree);
  EXPECT_EQ(Executor, Kept);
  Platform.FreeError = kTvmErrorNoError;
}

} // namespace
