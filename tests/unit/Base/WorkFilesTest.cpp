//===- WorkFilesTest.cpp - Folders of several linkers at once -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Base/WorkFiles.h"

#include "Read/Files.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <thread>

using namespace llvm;
using namespace metaobj;

/// Each removes what it takes for left by dead ones, while others begin.
TEST(WorkFolderTest, ManyBesideEachOther) {
  TemporaryFolder Parent;
  auto Work = [&Parent] {
    for (unsigned I = 0; I != 2000; ++I) {
      Expected<WorkFolder> Folder = WorkFolder::create(Parent.path("out"));
      ASSERT_TRUE(bool(Folder)) << toString(Folder.takeError());
      for (unsigned Look = 0; Look != 4; ++Look) {
        ASSERT_TRUE(sys::fs::is_directory(Folder->path()));
        std::this_thread::yield();
      }
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I != 4; ++I)
    Threads.emplace_back(Work);
  for (std::thread &Thread : Threads)
    Thread.join();
  std::error_code Problem;
  EXPECT_EQ(sys::fs::directory_iterator(Parent.path(""), Problem),
            sys::fs::directory_iterator());
}
