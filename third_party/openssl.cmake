# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# OpenSSL's libcrypto for signatures of records; Debian: libssl-dev.

metaobj_find_header(OPENSSL_INCLUDE_DIR openssl/evp.h libssl-dev)
metaobj_find_library(OPENSSL_CRYPTO_LIBRARY crypto libssl-dev)
add_library(metaobj_crypto INTERFACE)
add_library(metaobj::crypto ALIAS metaobj_crypto)
target_include_directories(metaobj_crypto SYSTEM INTERFACE
  $<BUILD_INTERFACE:${OPENSSL_INCLUDE_DIR}>)
# By its plain name, as zstd.
target_link_libraries(metaobj_crypto INTERFACE crypto)
