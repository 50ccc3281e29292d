// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph executor and params files.

#include "graph_executor_fixture.h"

using namespace graph_test;

namespace {

// TVM refuses it, for it wants an index above 0.
TEST_F(GraphExecutor, ParameterAtInputZeroIsLoaded) {
  use(chain());
  EXPECT_EQ(load(paramsFile({{"x", floatsInFile({2}, {3, 4})},
                             {"p", floatsInFile({2}, {10, 20})}})),
            0);
  EXPECT_EQ(TVMGraphExecutor_Run(Executor), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{16, 28}));
}

TEST_F(GraphExecutor, ParamsFileMustFitTheGraph) {
  use(chain());
  EXPECT_EQ(load(paramsFile({{"q", floatsInFile({2}, {1, 2})}})),
            kTvmErrorExecutorModuleNoSuchInput);
  EXPECT_EQ(load(paramsFile({{"p", floatsInFile({3}, {1, 2, 3})}})),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_EQ(load(paramsFile({{"p", fileArray({kDLInt, 32, 1}, {2}, {1, 2})}})),
            kTvmErrorFunctionCallInvalidArg);
  EXPECT_STREQ(TVMGetLastError(), "graph executor: type or size: p");
  EXPECT_EQ(load(paramsFile({})), 0);
  EXPECT_EQ(load(paramsFile({}) + "behind the end"), 0);
}

// A name may be of any length: TVM copies it into 80 bytes all the same.
TEST_F(GraphExecutor, NameOfAParameterMayBeLong) {
  const std::string Name(300, 'p');
  use(GraphModel({{Name, "", "", {{"[2]", 0}}}}, "[0, 0, 0]"));
  EXPECT_EQ(load(paramsFile({{Name, floatsInFile({2}, {1, 2})}})), 0);
  EXPECT_EQ(output(0, 2), (std::vector<float>{1, 2}));
  EXPECT_EQ(load(paramsFile({{Name + "p", floatsInFile({2}, {1, 2})}})),
            kTvmErrorExecutorModuleNoSuchInput);
}

// TVM allocates a bit for each and copies a byte.
TEST_F(GraphExecutor, ParameterOfBooleansIsWhole) {
  use(GraphModel({{"p", "", "", {{"[1000]", 0, "bool"}}}}, "[0, 0, 0]"));
  EXPECT_GE(Platform.LastSize, 1000u);
  const FileArray Array = {{kDLUInt, 1, 1}, {1000}, std::string(1000, '\1')};
  EXPECT_EQ(load(paramsFile({{"p", Array}})), 0);
  EXPECT_EQ(static_cast<char *>(input("p").data)[999], 1);
}

} // namespace
