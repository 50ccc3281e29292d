# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# libarchive for archives that are written; Debian: libarchive-dev.

metaobj_find_header(LIBARCHIVE_INCLUDE_DIR archive_entry.h libarchive-dev)
metaobj_find_library(LIBARCHIVE_LIBRARY archive libarchive-dev)
add_library(metaobj_libarchive INTERFACE)
add_library(metaobj::libarchive ALIAS metaobj_libarchive)
target_include_directories(metaobj_libarchive SYSTEM INTERFACE
  $<BUILD_INTERFACE:${LIBARCHIVE_INCLUDE_DIR}>)
# By its plain name, as zstd. Of the archive, -Wl,--gc-sections leaves a tenth of
# a megabyte, and nothing that needs the libraries of other formats.
target_link_libraries(metaobj_libarchive INTERFACE archive)
