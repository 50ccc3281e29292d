# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A stand-in for Zephyr's build: what find_package(Zephyr) gives to applications
# and to the CMakeLists.txt of a module, on plain targets. MODULE_CMAKE is the
# module's folder with it, AUTOCONF the header with the values of Kconfig, and
# CONFIG a CMake file with the same. Zephyr has a C library; libc is what of it the
# module includes. The program `zephyr` has the application, and needs a C library.

project(zephyr_stand_in LANGUAGES C)

include(${CONFIG})
add_library(zephyr_interface INTERFACE)
target_include_directories(zephyr_interface INTERFACE
  ${CMAKE_CURRENT_LIST_DIR}/include ${CMAKE_CURRENT_LIST_DIR}/libc)
target_compile_options(zephyr_interface INTERFACE -imacros ${AUTOCONF})

function(zephyr_include_directories)
  target_include_directories(zephyr_interface INTERFACE ${ARGN})
endfunction()

macro(zephyr_library_named name)
  set(ZEPHYR_CURRENT_LIBRARY ${name})
  add_library(${name} STATIC)
  target_link_libraries(${name} PUBLIC zephyr_interface)
endmacro()

function(zephyr_library_include_directories)
  target_include_directories(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

function(zephyr_library_sources)
  target_sources(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

file(WRITE ${CMAKE_BINARY_DIR}/empty.c "")
add_library(app STATIC ${CMAKE_BINARY_DIR}/empty.c)
target_link_libraries(app PUBLIC zephyr_interface)
foreach(module IN LISTS ZEPHYR_EXTRA_MODULES)
  add_subdirectory(${module}/${MODULE_CMAKE} module)
endforeach()

add_executable(zephyr EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/kernel.c)
target_link_libraries(zephyr PRIVATE zephyr_interface
  -Wl,--whole-archive app -Wl,--no-whole-archive $<TARGET_NAME_IF_EXISTS:tvm_crt>)
