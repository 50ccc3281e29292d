// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of an image by their names. tests/e2e/registered_models.py has real
// linkers collect them.

#include <gtest/gtest.h>

#include <metaobj-c/metaobj_abi.h>
#include <tvm_crt/models.h>

#include <cstddef>

namespace {

TVMRegisteredModel model(const char *Name) {
  return {TVM_CRT_MODEL_VERSION, sizeof(TVMRegisteredModel), Name, nullptr,
          nullptr};
}

TEST(Models, FoundByName) {
  const TVMRegisteredModel Wake = model("wake"), Word = model("word"),
                           Again = model("wake"), None = model("");
  const TVMRegisteredModel *const List[] = {&Word, &Wake, &Again, &None};
  const auto *End = List + 4;
  EXPECT_EQ(TVMFindModel(List, End, "word"), &Word);
  EXPECT_EQ(TVMFindModel(List, End, "wake"), &Wake); // The first.
  EXPECT_EQ(TVMFindModel(List + 2, End, "wake"), &Again);
  EXPECT_EQ(TVMFindModel(List, End, ""), &None);
  EXPECT_EQ(TVMFindModel(List, End, "wak"), nullptr);
  EXPECT_EQ(TVMFindModel(List, End, "wakes"), nullptr);
  EXPECT_EQ(TVMFindModel(List, List + 1, "wake"), nullptr); // The end counts.
}

TEST(Models, GapsAndNothing) {
  const TVMRegisteredModel Wake = model("wake");
  const TVMRegisteredModel *const List[] = {nullptr, nullptr, &Wake, nullptr};
  EXPECT_EQ(TVMFindModel(List, List + 4, "wake"), &Wake);
  EXPECT_EQ(TVMFindModel(List, List + 4, "word"), nullptr);
  EXPECT_EQ(TVMFindModel(List, List, "wake"), nullptr);
  EXPECT_EQ(TVMFindModel(nullptr, nullptr, "wake"), nullptr);
  EXPECT_EQ(TVMFindModel(List, List + 4, nullptr), nullptr);
}

/// What metaobj emits.
TEST(Models, LayoutIsThatOfTheHeader) {
  EXPECT_EQ(sizeof(TVMRegisteredModel), sizeof(metaobj_model_t));
  EXPECT_EQ(TVM_CRT_MODEL_VERSION, METAOBJ_MODEL_VERSION);
#define SAME(member)                                                           \
  EXPECT_EQ(offsetof(TVMRegisteredModel, member),                              \
            offsetof(metaobj_model_t, member))
  SAME(version);
  SAME(size);
  SAME(name);
  SAME(module);
  SAME(params);
#undef SAME
}

} // namespace
