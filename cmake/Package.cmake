# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cpack: a Debian package of what cmake --install installs. That of the release
# build needs nothing else for the tool.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the authors of metaobj <metaobj@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Of the library and of runtime_crt's Makefile.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "llvm-${LLVM_VERSION_MAJOR}-dev, libdlpack-dev, libzstd-dev, zlib1g-dev, \
libarchive-dev, libssl-dev, make")
include(CPack)
