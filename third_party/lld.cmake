# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lld's libraries beside those of LLVM. Defines metaobj_lld. Its packages name
# LLVM's shared library, which a static program must not get: the archives are
# looked for themselves. Installed with the package, whose targets start with
# metaobj_namespace.

if(NOT METAOBJ_LINK)
  return()
endif()

# What the archives need behind them.
add_library(metaobj_lld_needs INTERFACE)
if(metaobj_llvm_is_shared)
  target_link_libraries(metaobj_lld_needs INTERFACE LLVM)
else()
  set(metaobj_lld_components debuginfocodeview debuginfodwarf debuginfomsf
    debuginfopdb demangle libdriver lto objcopy option passes textapi
    windowsdriver windowsmanifest)
  llvm_map_components_to_libnames(metaobj_lld_components
    ${metaobj_lld_components})
  target_link_libraries(metaobj_lld_needs INTERFACE ${metaobj_lld_components})
endif()
foreach(target metaobj_llvm metaobj_zlib metaobj_zstd)
  target_link_libraries(metaobj_lld_needs INTERFACE
    ${metaobj_namespace}${target})
endforeach()

add_library(metaobj_lld INTERFACE)
foreach(part Common COFF ELF MachO Wasm)
  find_library(METAOBJ_LLD_${part} lld${part} PATHS ${LLVM_LIBRARY_DIR}
    NO_DEFAULT_PATH)
  if(NOT METAOBJ_LLD_${part})
    message(FATAL_ERROR "No liblld${part}.a in ${LLVM_LIBRARY_DIR}: install "
      "liblld-${LLVM_VERSION_MAJOR}-dev (or lld of the same build), or leave "
      "'metaobj link' out with -DMETAOBJ_LINK=OFF")
  endif()
  add_library(metaobj_lld_${part} STATIC IMPORTED)
  set_target_properties(metaobj_lld_${part} PROPERTIES
    IMPORTED_LOCATION ${METAOBJ_LLD_${part}})
  if(part STREQUAL "Common")
    target_link_libraries(metaobj_lld_Common INTERFACE metaobj_lld_needs)
  else()
    target_link_libraries(metaobj_lld_${part} INTERFACE metaobj_lld_Common)
    target_link_libraries(metaobj_lld INTERFACE metaobj_lld_${part})
  endif()
endforeach()
