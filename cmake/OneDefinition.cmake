# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj_describe_types(target): GCC describes the types of the target's objects
# for link-time optimization, if METAOBJ_ODR is set. tests/odr compares them.

function(metaobj_describe_types target)
  if(NOT METAOBJ_ODR)
    return()
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "METAOBJ_ODR needs GCC: -Wodr is its warning")
  endif()
  # Machine code besides, which programs are linked from as ever.
  target_compile_options(${target} PRIVATE -flto -ffat-lto-objects)
  target_link_options(${target} PUBLIC -fno-lto)
endfunction()
