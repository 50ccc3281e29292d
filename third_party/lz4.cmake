# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LZ4 for copies to chips; Debian: liblz4-dev.

metaobj_find_header(LZ4_INCLUDE_DIR lz4hc.h liblz4-dev)
metaobj_find_library(LZ4_LIBRARY lz4 liblz4-dev)
add_library(metaobj_lz4 INTERFACE)
add_library(metaobj::lz4 ALIAS metaobj_lz4)
target_include_directories(metaobj_lz4 SYSTEM INTERFACE
  $<BUILD_INTERFACE:${LZ4_INCLUDE_DIR}>)
# By its plain name, as zstd.
target_link_libraries(metaobj_lz4 INTERFACE lz4)
