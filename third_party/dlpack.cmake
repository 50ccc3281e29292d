# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# DLPack is one header; Debian: libdlpack-dev.

metaobj_find_header(DLPACK_INCLUDE_DIR dlpack/dlpack.h libdlpack-dev)
add_library(metaobj_dlpack INTERFACE)
add_library(metaobj::dlpack ALIAS metaobj_dlpack)
target_include_directories(metaobj_dlpack SYSTEM INTERFACE
  $<BUILD_INTERFACE:${DLPACK_INCLUDE_DIR}>)
