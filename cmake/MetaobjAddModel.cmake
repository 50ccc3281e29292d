# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#[[
Emits the metadata of a model while a project builds:

  metaobj_add_model(<target>
    [NAME <model>]
    [OBJECTS <file, or $<TARGET_OBJECTS:...>>...]
    [INPUTS <file>...]
    [PARAMS <file>...]
    [GRAPH <file>]
    [OPTIONS <option>...])

Makes <target>, an interface library: who links it gets the emitted object, the
operator objects and the folder of the header tvmgen_<model>.h. NAME is <target>
unless it is given. INPUTS are archives and other files that are only read, such
as a Model Library Format archive. All files may be relative to the current
source folder. OPTIONS are those of `metaobj emit`.

The object is made again when one of the files changes that metaobj has read,
and only then. Ninja, and Makefiles, know these from a depfile.

All configurations of a multi-config generator share the object of one.

METAOBJ_EXECUTABLE names another metaobj than that of the package.
]]
function(metaobj_add_model target)
  cmake_parse_arguments(PARSE_ARGV 1 model "" "NAME;GRAPH"
    "OBJECTS;INPUTS;PARAMS;OPTIONS")
  if(model_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "metaobj_add_model(${target}): unknown argument "
      "${model_UNPARSED_ARGUMENTS}")
  endif()
  if(model_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "metaobj_add_model(${target}): nothing follows "
      "${model_KEYWORDS_MISSING_VALUES}")
  endif()
  # A keyword that is spelt wrong would be a file of the list before it.
  foreach(file IN LISTS model_OBJECTS model_INPUTS model_PARAMS)
    if(file MATCHES "^[A-Z_]+$" AND
        NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
      message(FATAL_ERROR "metaobj_add_model(${target}): unknown argument "
        "${file}; known are NAME, OBJECTS, INPUTS, PARAMS, GRAPH and OPTIONS")
    endif()
  endforeach()
  if(NOT model_OBJECTS AND NOT model_INPUTS AND NOT model_PARAMS)
    message(FATAL_ERROR "metaobj_add_model(${target}): name what the model is "
      "made of, with OBJECTS, INPUTS or PARAMS")
  endif()
  if(NOT model_NAME)
    set(model_NAME ${target})
  endif()
  if(METAOBJ_EXECUTABLE)
    find_program(tool NAMES "${METAOBJ_EXECUTABLE}" NO_CACHE REQUIRED)
  else()
    set(tool metaobj::tool)
  endif()

  # What is no generator expression becomes absolute.
  foreach(list OBJECTS INPUTS PARAMS GRAPH)
    set(files)
    foreach(file IN LISTS model_${list})
      if(NOT file MATCHES "^\\$<")
        cmake_path(ABSOLUTE_PATH file NORMALIZE)
      endif()
      list(APPEND files "${file}")
    endforeach()
    set(model_${list} "${files}")
  endforeach()
  set(arguments ${model_OBJECTS} ${model_INPUTS})
  foreach(file IN LISTS model_PARAMS)
    list(APPEND arguments "--params=${file}")
  endforeach()
  if(model_GRAPH)
    list(APPEND arguments "--graph=${model_GRAPH}")
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.model")
  file(MAKE_DIRECTORY "${folder}")
  # Not metadata.o: some linker scripts look for that name.
  set(object "${folder}/${target}.o")
  set(header "${folder}/tvmgen_${model_NAME}.h")
  add_custom_command(OUTPUT "${object}" "${header}"
    COMMAND ${tool} emit --quiet "--model=${model_NAME}" ${arguments}
            ${model_OPTIONS} -o "${object}" "--header=${header}"
            "--depfile=${object}.d"
    DEPENDS ${tool} ${model_OBJECTS} ${model_INPUTS} ${model_PARAMS}
            ${model_GRAPH}
    DEPFILE "${object}.d"
    COMMENT "Emitting the model ${model_NAME}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}-model DEPENDS "${object}" "${header}")
  # Files alone give Make no order between targets.
  foreach(file IN LISTS model_OBJECTS model_INPUTS)
    if(file MATCHES "^\\$<TARGET_OBJECTS:([^<>]+)>$")
      add_dependencies(${target}-model ${CMAKE_MATCH_1})
    endif()
  endforeach()

  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}-model)
  target_include_directories(${target} INTERFACE "${folder}")
  target_link_libraries(${target} INTERFACE "${object}" ${model_OBJECTS})
endfunction()
