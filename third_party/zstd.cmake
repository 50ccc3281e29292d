# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# zstd for compressed inputs; Debian: libzstd-dev.

metaobj_find_header(ZSTD_INCLUDE_DIR zstd.h libzstd-dev)
metaobj_find_library(ZSTD_LIBRARY zstd libzstd-dev)
add_library(metaobj_zstd INTERFACE)
add_library(metaobj::zstd ALIAS metaobj_zstd)
target_include_directories(metaobj_zstd SYSTEM INTERFACE
  $<BUILD_INTERFACE:${ZSTD_INCLUDE_DIR}>)
# By its plain name, so that -static finds the archive, and an installed metaobj
# the library of its machine.
target_link_libraries(metaobj_zstd INTERFACE zstd)
