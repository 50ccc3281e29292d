# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# metaobj_unite(target): with METAOBJ_UNITE_SOURCES the files of each folder of
# the target are compiled as one. LLVM's headers are nine tenths of what a
# compiler reads for a file. When they are read once for each room, a whole build
# takes a fifth of the time. But an edit of one file compiles its whole room, so
# the dev build does without. Names local to a file must be unique in its room.
#
# metaobj_unite_tests(target): the same for tests, of which the dev build
# compiles a few as one.

# GCC takes the united files for headers, whose local types others could see.
function(metaobj_allow_local_bases target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  endif()
endfunction()

function(metaobj_unite target)
  if(NOT METAOBJ_UNITE_SOURCES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME room)
    set_source_files_properties(${source} TARGET_DIRECTORY ${target}
      PROPERTIES UNITY_GROUP "${room}")
  endforeach()
  metaobj_allow_local_bases(${target})
endfunction()

function(metaobj_unite_tests target)
  if(METAOBJ_UNITE_SOURCES)
    metaobj_unite(${target})
  else()
    set_target_properties(${target} PROPERTIES
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 5)
    metaobj_allow_local_bases(${target})
  endif()
endfunction()
