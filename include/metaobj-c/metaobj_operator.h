/*===- metaobj-c/metaobj_operator.h - Operators describe themselves -*- C
-*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/
/**
 * \file
 * METAOBJ_OPERATOR describes an operator in the object file that defines it:
 *
 *     int32_t my_add(void *args, int32_t *type_codes, int32_t num_args,
 *                    void *out_ret_value, int32_t *out_ret_tcode,
 *                    void *resource_handle) { ... }
 *
 *     METAOBJ_OPERATOR(my_add, METAOBJ_PACKED
 *                      METAOBJ_IN(float32, 2) METAOBJ_IN(float32, 2)
 *                      METAOBJ_OUT(float32, 2) METAOBJ_WORKSPACE(1024));
 *
 * metaobj then lists the functions that are described as packed, and guesses
 * nothing by names. The descriptions are text in a section that linkers leave
 * out of images (docs/format.md), so they cost no memory.
 *
 * For GCC and clang, C99 and C++, freestanding; needs no other header. Use the
 * macro outside of functions, where the function is declared. In C++ the
 * function must be extern "C".
 */
#ifndef METAOBJ_C_METAOBJ_OPERATOR_H
#define METAOBJ_C_METAOBJ_OPERATOR_H

/** The first line of a description, with its version. */
#define METAOBJ_OPERATOR_VERSION 1
#define METAOBJ_OPERATOR_MAGIC "metaobj-operator"

/** The section of descriptions in ELF, COFF and WebAssembly, where it is a
 * custom section. */
#define METAOBJ_OPERATORS_SECTION ".metaobj.ops"
/** The same in Mach-O. Linkers take nothing from this segment. */
#define METAOBJ_OPERATORS_SECTION_MACHO "__DWARF,__metaobj_ops"

#define METAOBJ_OPERATOR_TEXT_(text) #text
#define METAOBJ_OPERATOR_TEXT(text) METAOBJ_OPERATOR_TEXT_(text)

/* GNU's assembler for Windows cannot return to the section before, so there GCC
 * writes a variable, whose section's flags end the line. Elsewhere the text
 * passes through an assembler, which resolves escapes as well. */
#if (defined(_WIN32) || defined(__CYGWIN__)) && !defined(__clang__)
#define METAOBJ_OPERATOR_LINE "\n"
#else
#define METAOBJ_OPERATOR_LINE "\\n"
#endif

/**
 * \name Fields of a description
 * Write them behind each other, without commas.
 * @{
 */

/** How the function is called; exactly one of these. Registries list packed
 * functions. An executor calls packed ones and unpacked ones: those take a
 * pointer to the data of each argument, and then perhaps a device's context. */
#define METAOBJ_PACKED "call=packed" METAOBJ_OPERATOR_LINE
#define METAOBJ_UNPACKED "call=unpacked" METAOBJ_OPERATOR_LINE
/** The safe call of tvm-ffi. */
#define METAOBJ_FFI "call=ffi" METAOBJ_OPERATOR_LINE

/** The tensors that the function takes, in their order: those that it reads,
 * writes, or both. \p dtype is a type as TVM writes it (float32, int8, bool),
 * \p rank the number of extents. Without any of these the description does not
 * tell the arguments. */
#define METAOBJ_IN(dtype, rank)                                                \
  "in=" #dtype ":" METAOBJ_OPERATOR_TEXT(rank) METAOBJ_OPERATOR_LINE
#define METAOBJ_OUT(dtype, rank)                                               \
  "out=" #dtype ":" METAOBJ_OPERATOR_TEXT(rank) METAOBJ_OPERATOR_LINE
#define METAOBJ_INOUT(dtype, rank)                                             \
  "inout=" #dtype ":" METAOBJ_OPERATOR_TEXT(rank) METAOBJ_OPERATOR_LINE

/** The name for clients and graphs, without quotes; default: the symbol. */
#define METAOBJ_NAME(name) "name=" #name METAOBJ_OPERATOR_LINE

/** Bytes that the function takes by TVMBackendAllocWorkspace at a time: a
 * decimal number, or a macro that is one. */
#define METAOBJ_WORKSPACE(bytes)                                               \
  "workspace=" METAOBJ_OPERATOR_TEXT(bytes) METAOBJ_OPERATOR_LINE

/** The kind of device that the function runs on (ethos-u); default: cpu. */
#define METAOBJ_DEVICE(kind) "device=" #kind METAOBJ_OPERATOR_LINE

/** Where the constants are that the function reads: `none`, in its `object`,
 * among its `arguments`, or in the `pool` that it gets. */
#define METAOBJ_CONSTANTS(where) "constants=" #where METAOBJ_OPERATOR_LINE

/** @} */

/** The text of a description but for its end. */
#define METAOBJ_OPERATOR_RECORD(function, fields)                              \
  METAOBJ_OPERATOR_MAGIC                                                       \
  " " METAOBJ_OPERATOR_TEXT(METAOBJ_OPERATOR_VERSION) METAOBJ_OPERATOR_LINE    \
      "symbol=" #function METAOBJ_OPERATOR_LINE fields

/* The section, the record and its NUL, and the section before. Flags and
 * numbers are the same for all machines, and so are the directives. */
#if !defined(__GNUC__) && !defined(__clang__)
/* METAOBJ_OPERATOR is not defined: other compilers have no such assembly. */
#elif defined(__APPLE__)
#define METAOBJ_OPERATOR_PUT(function, fields)                                 \
  __asm__(".pushsection " METAOBJ_OPERATORS_SECTION_MACHO                      \
          ",regular,debug\n\t.asciz \"" METAOBJ_OPERATOR_RECORD(               \
              function, fields) "\"\n\t.popsection\n")
#elif defined(__wasm__)
#define METAOBJ_OPERATOR_PUT(function, fields)                                 \
  __asm__(".section .custom_section." METAOBJ_OPERATORS_SECTION                \
          ",\"\",@\n\t.asciz \"" METAOBJ_OPERATOR_RECORD(                      \
              function, fields) "\"\n\t.text\n")
#elif (defined(_WIN32) || defined(__CYGWIN__)) && defined(__clang__)
#define METAOBJ_OPERATOR_PUT(function, fields)                                 \
  __asm__(".section " METAOBJ_OPERATORS_SECTION                                \
          ",\"n\"\n\t.asciz \"" METAOBJ_OPERATOR_RECORD(                       \
              function, fields) "\"\n\t.text\n")
#elif defined(_WIN32) || defined(__CYGWIN__)
#define METAOBJ_OPERATOR_PUT(function, fields)                                 \
  static const char metaobj_description_of_##function[] __attribute__((        \
      __used__, __section__(METAOBJ_OPERATORS_SECTION ",\"n\"\n#"))) =         \
      METAOBJ_OPERATOR_RECORD(function, fields)
#else
#define METAOBJ_OPERATOR_PUT(function, fields)                                 \
  __asm__(".pushsection " METAOBJ_OPERATORS_SECTION                            \
          ",\"e\"\n\t.asciz \"" METAOBJ_OPERATOR_RECORD(                       \
              function, fields) "\"\n\t.popsection\n")
#endif

#ifdef METAOBJ_OPERATOR_PUT
/** Describes \p function, which this source must define, by the fields that
 * follow. */
#define METAOBJ_OPERATOR(function, ...)                                        \
  METAOBJ_OPERATOR_OF(function, __VA_ARGS__)
/* The declaration makes nothing. It takes the semicolon, and needs the
 * function to be declared. */
#define METAOBJ_OPERATOR_OF(function, fields)                                  \
  METAOBJ_OPERATOR_PUT(function, fields);                                      \
  extern char metaobj_operator_##function[sizeof(&(function)) ? 1 : -1]
#endif

#endif /* METAOBJ_C_METAOBJ_OPERATOR_H */
