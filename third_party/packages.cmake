# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Headers and libraries of other projects. One error names all that are missing,
# with Debian's packages.

# metaobj_find_header(<variable> <header> <Debian package>)
function(metaobj_find_header variable header package)
  find_path(${variable} ${header})
  if(NOT ${variable})
    metaobj_add_missing(${header} ${package})
  endif()
endfunction()

# metaobj_find_library(<variable> <name> <Debian package>)
function(metaobj_find_library variable name package)
  find_library(${variable} ${name})
  if(NOT ${variable})
    metaobj_add_missing(lib${name} ${package})
  endif()
endfunction()

# metaobj_add_missing(<name> <Debian package>)
function(metaobj_add_missing name package)
  set_property(GLOBAL APPEND PROPERTY metaobj_missing_names ${name})
  set_property(GLOBAL APPEND PROPERTY metaobj_missing_packages ${package})
endfunction()

# Fails if something is missing. The hint is a next step besides Debian's
# packages, or empty.
function(metaobj_require_packages hint)
  get_property(names GLOBAL PROPERTY metaobj_missing_names)
  if(NOT names)
    return()
  endif()
  get_property(packages GLOBAL PROPERTY metaobj_missing_packages)
  list(REMOVE_DUPLICATES packages)
  list(JOIN names ", " names)
  list(JOIN packages " " packages)
  message(FATAL_ERROR "Not found: ${names}\n"
    "Debian and Ubuntu: apt-get install ${packages}\n${hint}")
endfunction()
