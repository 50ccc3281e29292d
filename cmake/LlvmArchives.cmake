# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj_link_archives(target): links the project's libraries and LLVM's
# archives into a target, where the libraries themselves are linked with LLVM's
# shared library.

# 100 MB of archives: lld takes seconds for them where GNU ld takes a minute.
find_program(METAOBJ_LLD ld.lld PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)

function(metaobj_link_archives target)
  # Their headers; not what they link, which may be LLVM's shared library.
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  foreach(library metaobj_llvm metaobj_dlpack)
    target_include_directories(${target} SYSTEM PRIVATE
      $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_definitions(${target} PRIVATE
      $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
  endforeach()

  # LLVM's archive of its link-time optimiser may name Polly's.
  if(METAOBJ_LINK AND TARGET Polly)
    get_target_property(polly Polly LOCATION)
    if(NOT EXISTS "${polly}")
      message(FATAL_ERROR "No ${polly}: install "
        "libpolly-${LLVM_VERSION_MAJOR}-dev (or Polly of the same build), or "
        "leave out the shared library with -DMETAOBJ_C_API=OFF")
    endif()
  endif()

  llvm_map_components_to_libnames(llvm ${metaobj_llvm_components})
  set(archives $<TARGET_FILE:metaobj> $<TARGET_FILE:metaobj_plan>)
  add_dependencies(${target} metaobj metaobj_plan)
  if(METAOBJ_LINK)
    set(lld_components
      debuginfocodeview debuginfodwarf debuginfomsf debuginfopdb demangle
      libdriver lto objcopy option passes textapi windowsdriver)
    if(TARGET LLVMDTLTO) # From LLVM 22 on.
      list(PREPEND lld_components dtlto)
    endif()
    llvm_map_components_to_libnames(lld_needs ${lld_components})
    list(PREPEND llvm ${lld_needs})
    list(PREPEND archives $<TARGET_FILE:metaobj_link>
      ${METAOBJ_LLD_COFF} ${METAOBJ_LLD_ELF} ${METAOBJ_LLD_MachO}
      ${METAOBJ_LLD_Wasm} ${METAOBJ_LLD_Common})
    add_dependencies(${target} metaobj_link)
  endif()
  if(METAOBJ_DEVICE)
    list(PREPEND archives $<TARGET_FILE:metaobj_device>)
    add_dependencies(${target} metaobj_device)
  endif()
  target_link_libraries(${target} PRIVATE
    -Wl,--start-group ${archives} -Wl,--end-group ${llvm}
    metaobj_zlib metaobj_zstd metaobj_libarchive metaobj_crypto)

  target_link_options(${target} PRIVATE -Wl,--gc-sections)
  # The objects may describe their types for link-time optimization (METAOBJ_ODR).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
  if(METAOBJ_LLD)
    target_link_options(${target} PRIVATE
      -B${LLVM_TOOLS_BINARY_DIR} -fuse-ld=lld)
  endif()
endfunction()
