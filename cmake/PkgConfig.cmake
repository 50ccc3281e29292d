# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj.pc, for pkg-config, and metaobj-static.pc with LLVM's archives, of
# which programs take what they need (metaobj/Target.h).

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

# As for users of the CMake package.
set(metaobj_pc_options
  "$<JOIN:$<TARGET_PROPERTY:metaobj,INTERFACE_LINK_OPTIONS>, >")

# metaobj_make_pc(name llvm): what links the library together with LLVM.
function(metaobj_make_pc name llvm)
  set(metaobj_pc_llvm "${llvm}")
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/metaobj.pc.in
    ${PROJECT_BINARY_DIR}/${name}.pc.genex @ONLY)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/${name}.pc
    INPUT ${PROJECT_BINARY_DIR}/${name}.pc.genex)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc
    DESTINATION ${metaobj_pc_folder})
endfunction()

# What llvm-config says of the archives.
execute_process(
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --ldflags --libs
    --system-libs ${metaobj_llvm_components}
  OUTPUT_VARIABLE metaobj_llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE
  RESULT_VARIABLE metaobj_llvm_config_status ERROR_QUIET)
string(REPLACE "\n" " " metaobj_llvm_archives "${metaobj_llvm_archives}")
if(metaobj_llvm_config_status EQUAL 0)
  metaobj_make_pc(metaobj-static "${metaobj_llvm_archives}")
else()
  message(STATUS "No llvm-config in ${LLVM_TOOLS_BINARY_DIR} that knows "
    "LLVM's archives: metaobj-static.pc is not made")
endif()
if(metaobj_llvm_is_shared)
  metaobj_make_pc(metaobj $<TARGET_FILE:LLVM>)
elseif(metaobj_llvm_config_status EQUAL 0)
  metaobj_make_pc(metaobj "${metaobj_llvm_archives}")
endif()
