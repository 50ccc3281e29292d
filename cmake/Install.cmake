# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake --install: the tool, the library with its headers for
# find_package(metaobj), and the sources of the C runtime, which firmware copies
# and builds with its own compiler.

include(CMakePackageConfigHelpers)

install(TARGETS metaobj metaobj_llvm metaobj_dlpack metaobj_zlib metaobj_zstd
                metaobj_libarchive metaobj_crypto
  EXPORT metaobjTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Components of the package, of which each is there if it was built.
foreach(component Link Device)
  string(TOLOWER metaobj_${component} target)
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT metaobj${component}Targets
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT metaobj${component}Targets NAMESPACE metaobj::
      DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/metaobj)
  endif()
endforeach()
set(left_out_headers)
if(METAOBJ_LINK)
  install(FILES third_party/lld.cmake RENAME metaobjLld.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/metaobj)
else()
  list(APPEND left_out_headers REGEX "/metaobj/(Link|Runtime)\\.h$" EXCLUDE)
endif()
if(NOT METAOBJ_DEVICE)
  list(APPEND left_out_headers REGEX "/metaobj/Device[A-Za-z]*\\.h$" EXCLUDE)
endif()
install(DIRECTORY include/metaobj include/metaobj-c
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${left_out_headers})
install(EXPORT metaobjTargets NAMESPACE metaobj::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/metaobj)
# The runtime is copied from here; with it the header of the parameter table.
install(DIRECTORY runtime_crt DESTINATION ${CMAKE_INSTALL_DATADIR}/metaobj)
install(DIRECTORY include/metaobj-c
  DESTINATION ${CMAKE_INSTALL_DATADIR}/metaobj/runtime_crt/include)
# As in the source tree, so that links from page to page hold.
install(FILES LICENSE README.md CHANGELOG.md SECURITY.md CONTRIBUTING.md
  CODE_OF_CONDUCT.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples contrib zephyr
  DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN docs/site EXCLUDE)
install(FILES tests/docs/compiler_example.cpp
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/docs)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links)
function(metaobj_link_from_pages name folder)
  file(RELATIVE_PATH place ${CMAKE_INSTALL_FULL_DOCDIR} ${folder})
  file(CREATE_LINK "${place}" ${PROJECT_BINARY_DIR}/links/${name} SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/links/${name}
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()
metaobj_link_from_pages(include ${CMAKE_INSTALL_FULL_INCLUDEDIR})
metaobj_link_from_pages(runtime_crt
  ${CMAKE_INSTALL_FULL_DATADIR}/metaobj/runtime_crt)

include(${CMAKE_CURRENT_LIST_DIR}/PkgConfig.cmake)
configure_package_config_file(cmake/metaobjConfig.cmake.in
  ${PROJECT_BINARY_DIR}/metaobjConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/metaobj
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/metaobjConfigVersion.cmake
  COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT) # The tool; metaobjConfig.cmake checks for the library.
install(FILES
  cmake/MetaobjAddModel.cmake
  ${PROJECT_BINARY_DIR}/metaobjConfig.cmake
  ${PROJECT_BINARY_DIR}/metaobjConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/metaobj)
