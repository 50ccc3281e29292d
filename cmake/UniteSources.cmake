# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj_unite(target): a few files of a folder are compiled as one. LLVM's
# headers are nine tenths of what a compiler reads for a file: with twelve
# files at a time it reads them a twelfth as often. An edit of one compiles all.
#
# With METAOBJ_UNITE_SOURCES it is all files of a folder, and a whole build takes
# a fifth of the time. Names local to a file must be unique in its folder.

set(METAOBJ_FILES_AT_A_TIME 12)

# A compiler of a whole folder takes up to 1.2 GB: no more at a time than memory has
# room for (Ninja).
if(METAOBJ_UNITE_SOURCES)
  cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
  math(EXPR compilers "${memory_mib} / 1200 + 1")
  set_property(GLOBAL APPEND PROPERTY JOB_POOLS rooms=${compilers})
  set(CMAKE_JOB_POOL_COMPILE rooms)
  set(CMAKE_JOB_POOL_LINK rooms)
endif()

function(metaobj_unite target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(folder STREQUAL "")
      set(folder ${target})
    endif()
    set(group ${folder})
    if(NOT METAOBJ_UNITE_SOURCES)
      math(EXPR batch "0${count_${folder}} / ${METAOBJ_FILES_AT_A_TIME}")
      math(EXPR count_${folder} "0${count_${folder}} + 1")
      set(group ${folder}_${batch})
    endif()
    set_source_files_properties(${source} TARGET_DIRECTORY ${target}
      PROPERTIES UNITY_GROUP "${group}")
  endforeach()
  # GCC takes the united files for headers, whose local types others could see.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
endfunction()
