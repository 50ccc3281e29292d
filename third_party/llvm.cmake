# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# LLVM 19 by default; any other with -DLLVM_DIR=<prefix>/lib/cmake/llvm, a
# branch with a custom ISA included. Defines metaobj::llvm, which carries LLVM's
# include directories, definitions and libraries. The last of the packages: its
# error names all that are missing.

if(LLVM_DIR)
  set(given ${LLVM_DIR})
  find_package(LLVM QUIET CONFIG PATHS ${given} NO_DEFAULT_PATH)
  if(NOT LLVM_FOUND)
    message(FATAL_ERROR "No LLVM in LLVM_DIR=${given}: it is the folder of "
      "LLVMConfig.cmake, such as /usr/lib/llvm-19/lib/cmake/llvm")
  endif()
else()
  # LLVM counts its releases 19.1.x and takes no 19.1 for a 19.
  find_package(LLVM 19.1 QUIET CONFIG HINTS /usr/lib/llvm-19)
endif()
if(NOT LLVM_FOUND)
  metaobj_add_missing("LLVM 19" llvm-19-dev)
  if(METAOBJ_LINK)
    metaobj_add_missing("its lld" liblld-19-dev)
  endif()
  if(METAOBJ_C_API)
    metaobj_add_missing("its Polly" libpolly-19-dev)
  endif()
  metaobj_require_packages("Another LLVM, 16 to 22: \
-DLLVM_DIR=<prefix>/lib/cmake/llvm; with pip: \
--config-settings=cmake.define.LLVM_DIR=...")
endif()
metaobj_require_packages("")
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}")

add_library(metaobj_llvm INTERFACE)
add_library(metaobj::llvm ALIAS metaobj_llvm)
target_include_directories(metaobj_llvm SYSTEM INTERFACE
  $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
separate_arguments(metaobj_llvm_definitions NATIVE_COMMAND
  "${LLVM_DEFINITIONS}")
target_compile_definitions(metaobj_llvm INTERFACE
  ${metaobj_llvm_definitions})

# What is used of LLVM's archives.
set(metaobj_llvm_components
  asmparser asmprinter binaryformat bitreader bitwriter codegen core
  debuginfodwarf irreader mc mcdisassembler object support target targetparser
  transformutils)
foreach(backend IN LISTS LLVM_TARGETS_TO_BUILD)
  foreach(part codegen asmparser desc disassembler info)
    string(TOLOWER "LLVM${backend}${part}" wanted)
    foreach(library IN LISTS LLVM_AVAILABLE_LIBS)
      string(TOLOWER "${library}" available)
      if(available STREQUAL wanted)
        string(REGEX REPLACE "^LLVM" "" component "${library}")
        list(APPEND metaobj_llvm_components ${component})
      endif()
    endforeach()
  endforeach()
endforeach()

# The shared library links in a second; otherwise just the components that are
# used are linked, archives or shared, as LLVM was built.
set(metaobj_llvm_is_shared OFF)
if(LLVM_LINK_LLVM_DYLIB AND NOT METAOBJ_STATIC AND NOT METAOBJ_STATIC_LLVM)
  set(metaobj_llvm_is_shared ON)
  target_link_libraries(metaobj_llvm INTERFACE LLVM)
else()
  llvm_map_components_to_libnames(metaobj_llvm_libraries
    ${metaobj_llvm_components})
  target_link_libraries(metaobj_llvm INTERFACE ${metaobj_llvm_libraries})
endif()

# LLVM's archives name shared libraries, where plain names let the linker of a
# static program find archives. Debian's names libz3.so for a solver too, which
# nothing here calls.
if(METAOBJ_STATIC OR METAOBJ_TOOL_STARTS_QUICKLY)
  foreach(archive LLVMSupport LLVMWindowsManifest)
    set(needed)
    if(TARGET ${archive})
      get_target_property(needed ${archive} INTERFACE_LINK_LIBRARIES)
    endif()
    if(needed)
      list(FILTER needed EXCLUDE REGEX "libz3")
      list(TRANSFORM needed REPLACE "^ZLIB::ZLIB$" z)
      list(TRANSFORM needed REPLACE "^zstd::libzstd_(shared|static)$" zstd)
      list(TRANSFORM needed REPLACE "^Terminfo::terminfo$" tinfo)
      list(TRANSFORM needed REPLACE "^LibXml2::LibXml2$" xml2)
      set_target_properties(${archive} PROPERTIES
        INTERFACE_LINK_LIBRARIES "${needed}")
    endif()
  endforeach()
endif()
