# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The C runtime as LLVM bitcode, for each way in which C compilers lay out data
# and pass arguments. `metaobj link` makes objects for the operators' machine of
# it. Needs clang of LLVM's own version: older LLVMs do not read newer bitcode.

find_program(METAOBJ_CLANG_${LLVM_VERSION_MAJOR} clang
  PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
set(runtime_clang ${METAOBJ_CLANG_${LLVM_VERSION_MAJOR}})

# Of which folders and files of runtime_crt each part of the runtime is made.
set(runtime_parts backend registry graph aot record params rpc ffi helpers
  semihosting startup debugger)
set(runtime_backend src/backend)
set(runtime_registry src/runtime src/memory)
set(runtime_graph src/graph)
set(runtime_aot src/aot)
set(runtime_record src/record)
set(runtime_params src/params)
set(runtime_rpc src/rpc)
set(runtime_ffi src/ffi)
# What compilers call on their own: for every part, on every machine.
set(runtime_helpers ports/helpers ports/semihosting/memory_functions.c)
set(runtime_semihosting ports/semihosting)
set(runtime_startup ports/startup)
set(runtime_debugger ports/debugger ports/semihosting/platform.c)

# Name and clang's flags.
set(runtime_arm --target=thumbv6m-none-eabi)
set(runtime_arm_short_enums --target=thumbv6m-none-eabi -fshort-enums)
set(runtime_riscv32 --target=riscv32-unknown-elf -march=rv32i -mabi=ilp32)
set(runtime_riscv64 --target=riscv64-unknown-elf -march=rv64i -mabi=lp64)
set(runtime_aarch64 --target=aarch64-none-elf)
set(runtime_x86_64 --target=x86_64-none-linux-gnu)
set(runtime_variants arm arm_short_enums riscv32 riscv64 aarch64 x86_64)
# What only these have.
set(runtime_bare_metal arm arm_short_enums riscv32 riscv64)

# metaobj_runtime_bitcode(<out: list of archives>)
#
# Writes ${CMAKE_CURRENT_BINARY_DIR}/runtime/<variant>/<part>.a.
function(metaobj_runtime_bitcode archives)
  set(crt ${PROJECT_SOURCE_DIR}/runtime_crt)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${crt}/include/*.h
    ${crt}/config/*.h ${crt}/src/*.h ${crt}/ports/*.h
    ${PROJECT_SOURCE_DIR}/include/metaobj-c/*.h)
  # Without its neighbours, which are those of the host.
  set(zstd ${CMAKE_CURRENT_BINARY_DIR}/runtime/zstd)
  file(COPY ${ZSTD_INCLUDE_DIR}/zstd.h DESTINATION ${zstd})
  if(EXISTS ${ZSTD_INCLUDE_DIR}/zstd_errors.h)
    file(COPY ${ZSTD_INCLUDE_DIR}/zstd_errors.h DESTINATION ${zstd})
  endif()
  set(made)
  foreach(variant IN LISTS runtime_variants)
    foreach(part IN LISTS runtime_parts)
      if(part MATCHES "^(semihosting|startup)$" AND
         NOT variant IN_LIST runtime_bare_metal)
        continue()
      endif()
      set(sources)
      foreach(folder IN LISTS runtime_${part})
        if(folder MATCHES "\\.c$")
          list(APPEND sources ${crt}/${folder})
          continue()
        endif()
        file(GLOB found CONFIGURE_DEPENDS ${crt}/${folder}/*.c)
        list(APPEND sources ${found})
      endforeach()
      if(NOT part STREQUAL "helpers")
        list(FILTER sources EXCLUDE REGEX "/memory_functions\\.c$")
      endif()
      set(folder ${CMAKE_CURRENT_BINARY_DIR}/runtime/${variant}/${part})
      set(names)
      set(bitcode)
      foreach(source IN LISTS sources)
        get_filename_component(stem ${source} NAME_WE)
        list(APPEND names ${stem}.c)
        list(APPEND bitcode ${stem}.bc)
      endforeach()
      file(MAKE_DIRECTORY ${folder})
      # Bitcode has the name of its source, which is that of a copy here: the
      # program shall be the same wherever it is built.
      add_custom_command(OUTPUT ${folder}.a
        COMMAND ${CMAKE_COMMAND} -E copy ${sources} .
        COMMAND ${runtime_clang} ${runtime_${variant}} -std=c99 -Os -emit-llvm
                -c -ffreestanding -fno-ident -fno-asynchronous-unwind-tables
                -fno-unwind-tables -fno-stack-protector -fno-pic -fno-pie
                -fno-vectorize -fno-slp-vectorize
                -D TVM_CRT_CONFIG_AT_LINK -D TVM_CRT_ENABLE_TIME_EVALUATOR=0
                -I ${crt}/include -I ${crt}/config -I ${crt}/src -I ${crt}/ports/semihosting
                -I ${crt}/ports/startup -I ${crt}/ports/debugger -I ${crt}/ports/helpers
                -I ${PROJECT_SOURCE_DIR}/include -isystem ${zstd} ${names}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${folder}.a
        COMMAND ${CMAKE_AR} qcSD ${folder}.a ${bitcode}
        WORKING_DIRECTORY ${folder} DEPENDS ${sources} ${headers}
        COMMENT "Runtime for ${variant}: ${part}" VERBATIM)
      list(APPEND made ${folder}.a)
    endforeach()
  endforeach()
  set(${archives} ${made} PARENT_SCOPE)
endfunction()

# metaobj_embed_runtime(<target>)
#
# Compiles the archives into <target>, with a table of them (RuntimeTable.inc).
# Without clang the table is empty.
function(metaobj_embed_runtime target)
  set(table)
  set(assembly "        \".section .rodata\\n\"\n")
  set(archives)
  if(runtime_clang)
    metaobj_runtime_bitcode(archives)
  else()
    message(STATUS "No clang in ${LLVM_TOOLS_BINARY_DIR}: 'metaobj link' "
      "has no C runtime of its own (--with-runtime)")
  endif()
  foreach(archive IN LISTS archives)
    get_filename_component(part ${archive} NAME_WE)
    get_filename_component(folder ${archive} DIRECTORY)
    get_filename_component(variant ${folder} NAME)
    string(APPEND table "METAOBJ_RUNTIME(${variant}, ${part})\n")
    set(symbol metaobj_runtime_${variant}_${part})
    foreach(line
        ".globl ${symbol}_start, ${symbol}_end"
        ".hidden ${symbol}_start"
        ".hidden ${symbol}_end"
        ".balign 16"
        "${symbol}_start:"
        ".incbin \\\"${archive}\\\""
        "${symbol}_end:")
      string(APPEND assembly "        \"${line}\\n\"\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/RuntimeTable.inc
    CONTENT "${table}" @ONLY)
  if(archives)
    set(embedding ${CMAKE_CURRENT_BINARY_DIR}/RuntimeArchives.c)
    file(CONFIGURE OUTPUT ${embedding} CONTENT "__asm__(\n\
${assembly}        \".previous\\n\");\n" @ONLY)
    set_source_files_properties(${embedding} PROPERTIES
      OBJECT_DEPENDS "${archives}" SKIP_UNITY_BUILD_INCLUSION ON
      # Its symbols are only in the assembly.
      COMPILE_OPTIONS -fno-lto)
    target_sources(${target} PRIVATE ${embedding})
  endif()
endfunction()
