# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What pip installs besides the Python sources (pyproject.toml): the program on
# the PATH, the shared library in the package.

if(NOT TARGET metaobj_c)
  message(FATAL_ERROR "The Python package needs the shared library: "
    "METAOBJ_C_API=ON, LLVM's archives, and no METAOBJ_SANITIZE")
endif()
# A wheel goes to machines without these libraries. The linker looks first into a
# folder that has only their archives.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/archives)
foreach(library archive crypto z zstd)
  if(METAOBJ_ARCHIVE_OF_${library})
    file(CREATE_LINK ${METAOBJ_ARCHIVE_OF_${library}}
      ${PROJECT_BINARY_DIR}/archives/lib${library}.a SYMBOLIC)
  endif()
endforeach()
foreach(target metaobj-tool metaobj_c)
  target_link_options(${target} PRIVATE -L${PROJECT_BINARY_DIR}/archives)
endforeach()
install(TARGETS metaobj-tool
  RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
install(TARGETS metaobj_c
  LIBRARY DESTINATION ${SKBUILD_PLATLIB_DIR}/metaobj COMPONENT python
  NAMELINK_SKIP)
