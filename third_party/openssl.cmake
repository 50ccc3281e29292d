# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenSSL's libcrypto for signatures of records; Debian: libssl-dev.

find_path(OPENSSL_INCLUDE_DIR openssl/evp.h REQUIRED)
find_library(OPENSSL_CRYPTO_LIBRARY crypto REQUIRED)
add_library(metaobj_crypto INTERFACE)
add_library(metaobj::crypto ALIAS metaobj_crypto)
target_include_directories(metaobj_crypto SYSTEM INTERFACE
  $<BUILD_INTERFACE:${OPENSSL_INCLUDE_DIR}>)
# By its plain name, as zstd.
target_link_libraries(metaobj_crypto INTERFACE crypto)
