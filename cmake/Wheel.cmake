# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What pip installs besides the Python sources (pyproject.toml): the program on
# the PATH, the shared library in the package.

if(NOT TARGET metaobj_c)
  message(FATAL_ERROR "The Python package needs the shared library: "
    "METAOBJ_C_API=ON, LLVM's archives, and no METAOBJ_SANITIZE")
endif()
install(TARGETS metaobj-tool
  RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
install(TARGETS metaobj_c
  LIBRARY DESTINATION ${SKBUILD_PLATLIB_DIR}/metaobj COMPONENT python
  NAMELINK_SKIP)
