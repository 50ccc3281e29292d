# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj_options: how the project's own C++ is compiled. RTTI as LLVM was
# built, because classes derive from LLVM's; no exceptions, as LLVM.
# metaobj_warnings: what needs no LLVM.

add_library(metaobj_warnings INTERFACE)
target_compile_options(metaobj_warnings INTERFACE
  -Wall -Wextra $<$<BOOL:${METAOBJ_WERROR}>:-Werror>)
# GCC 12 sees overlapping copies in std::string (its bug 105651) and uninitialised
# members of std::variant (its bug 105562) where there are none.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(metaobj_warnings INTERFACE
    -Wno-restrict -Wno-maybe-uninitialized)
endif()

add_library(metaobj_options INTERFACE)
target_link_libraries(metaobj_options INTERFACE metaobj_warnings)
target_compile_options(metaobj_options INTERFACE -fno-exceptions)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(metaobj_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

if(METAOBJ_SANITIZE)
  add_compile_options(-fsanitize=${METAOBJ_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${METAOBJ_SANITIZE})
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
