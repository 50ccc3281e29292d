# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A toolchain file: Linux on AArch64, by Debian's cross compiler. The planner needs
# no libraries but the compiler's. All else has them in METAOBJ_SYSROOT, a folder
# with packages of Debian for arm64 (tools/debian_root.py).

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
if(METAOBJ_SYSROOT)
  set(CMAKE_SYSROOT ${METAOBJ_SYSROOT})
  list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES METAOBJ_SYSROOT)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
