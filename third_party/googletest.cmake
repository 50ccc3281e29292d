# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GoogleTest, for tests only; Debian: libgtest-dev, libgmock-dev.

find_package(GTest REQUIRED)
