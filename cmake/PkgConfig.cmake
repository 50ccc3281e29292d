# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj.pc, for pkg-config.

set(metaobj_pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH metaobj_prefix_from_pc
  /prefix/${metaobj_pc_folder} /prefix)

# The folders that compilers search by themselves are left to them: named once
# more they hide headers of the C++ library.
set(metaobj_pc_cflags ${metaobj_llvm_definitions})
if(NOT LLVM_ENABLE_RTTI)
  list(APPEND metaobj_pc_cflags -fno-rtti)
endif()
foreach(folder IN LISTS LLVM_INCLUDE_DIRS DLPACK_INCLUDE_DIR)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    list(APPEND metaobj_pc_cflags -isystem ${folder})
  endif()
endforeach()
list(JOIN metaobj_pc_cflags " " metaobj_pc_cflags)

# The shared library, or what llvm-config says of the archives.
if(metaobj_llvm_components)
  execute_process(
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --ldflags --libs
      --system-libs ${metaobj_llvm_components}
    OUTPUT_VARIABLE metaobj_pc_llvm OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE metaobj_pc_status ERROR_QUIET)
  if(NOT metaobj_pc_status EQUAL 0)
    message(STATUS "No llvm-config in ${LLVM_TOOLS_BINARY_DIR} that knows "
      "LLVM's archives: metaobj.pc is not made")
    return()
  endif()
  string(REPLACE "\n" " " metaobj_pc_llvm "${metaobj_pc_llvm}")
else()
  set(metaobj_pc_llvm $<TARGET_FILE:LLVM>)
endif()

configure_file(${CMAKE_CURRENT_LIST_DIR}/metaobj.pc.in
  ${PROJECT_BINARY_DIR}/metaobj.pc.genex @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/metaobj.pc
  INPUT ${PROJECT_BINARY_DIR}/metaobj.pc.genex)
install(FILES ${PROJECT_BINARY_DIR}/metaobj.pc
  DESTINATION ${metaobj_pc_folder})
