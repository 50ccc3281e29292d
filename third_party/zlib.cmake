# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# zlib for deflated members of zip archives; Debian: zlib1g-dev.

metaobj_find_header(ZLIB_INCLUDE_DIR zlib.h zlib1g-dev)
metaobj_find_library(ZLIB_LIBRARY z zlib1g-dev)
add_library(metaobj_zlib INTERFACE)
add_library(metaobj::zlib ALIAS metaobj_zlib)
target_include_directories(metaobj_zlib SYSTEM INTERFACE
  $<BUILD_INTERFACE:${ZLIB_INCLUDE_DIR}>)
# By its plain name, as zstd.
target_link_libraries(metaobj_zlib INTERFACE z)
