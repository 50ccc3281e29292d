/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include <tvm_crt/message_format.h>

#include <stdbool.h>

/* Where the text goes; room counts the bytes left, without the final NUL. */
typedef struct {
  char *next;
  size_t room;
} sink_t;

typedef enum { length_int, length_long, length_size } length_t;

static void put_char(sink_t *sink, char c) {
  if (sink->room == 0U) {
    return;
  }
  *sink->next = c;
  sink->next++;
  sink->room--;
}

static void put_text(sink_t *sink, const char *text) {
  for (size_t i = 0U; (sink->room > 0U) && (text[i] != '\0'); i++) {
    put_char(sink, text[i]);
  }
}

/* Numbers are no wider than a register, so that the division needs no support
 * library on a target that can divide. */
static void put_number(sink_t *sink, unsigned long value, bool is_hex) {
  /* 20 digits write 2^64 - 1 in decimal, the longest case. */
  char digits[20];
  const unsigned long base = is_hex ? 16UL : 10UL;
  unsigned long rest = value;
  size_t count = 0U;
  do {
    digits[count] = "0123456789abcdef"[rest % base];
    count++;
    rest /= base;
  } while (rest != 0U);
  while (count > 0U) {
    count--;
    put_char(sink, digits[count]);
  }
}

/* Skips the length letters at *fmt. */
static length_t read_length(const char **fmt) {
  const char *read = *fmt;
  length_t length = length_int;
  if (*read == 'z') {
    length = length_size;
    read++;
  } else if (*read == 'l') {
    length = length_long;
    read++;
  } else {
    /* An int has none. */
  }
  *fmt = read;
  return length;
}

/* va_list may be an array type, whose address does not survive being passed as
 * a parameter; inside a structure it does. */
typedef struct {
  va_list list;
} arguments_t;

static unsigned long next_unsigned(arguments_t *args, length_t length) {
  unsigned long value;
  switch (length) {
  case length_long:
    value = va_arg(args->list, unsigned long);
    break;
  case length_size:
    value = (unsigned long)va_arg(args->list, size_t);
    break;
  default:
    value = va_arg(args->list, unsigned int);
    break;
  }
  return value;
}

static void put_signed(sink_t *sink, arguments_t *args, length_t length) {
  long value;
  switch (length) {
  case length_long:
    value = va_arg(args->list, long);
    break;
  case length_size:
    value = (long)va_arg(args->list, ptrdiff_t);
    break;
  default:
    value = va_arg(args->list, int);
    break;
  }
  if (value < 0) {
    put_char(sink, '-');
    /* Negated as unsigned: the lowest value has no positive counterpart. */
    put_number(sink, 0UL - (unsigned long)value, false);
  } else {
    put_number(sink, (unsigned long)value, false);
  }
}

/* Writes the conversion at *fmt, behind the percent sign, and skips it. False
 * when it is not known; nothing is written or skipped then. */
static bool put_conversion(sink_t *sink, const char **fmt, arguments_t *args) {
  const char *read = *fmt;
  const length_t length = read_length(&read);
  const char *text;
  switch (*read) {
  case 'd':
  case 'i':
    put_signed(sink, args, length);
    break;
  case 'u':
    put_number(sink, next_unsigned(args, length), false);
    break;
  case 'x':
    put_number(sink, next_unsigned(args, length), true);
    break;
  case 's':
  case 'c':
  case '%':
    if (length != length_int) {
      return false;
    }
    if (*read == 's') {
      text = va_arg(args->list, const char *);
      put_text(sink, (text != NULL) ? text : "(null)");
    } else {
      put_char(sink, (*read == 'c') ? (char)va_arg(args->list, int) : '%');
    }
    break;
  default:
    return false;
  }
  *fmt = &read[1];
  return true;
}

size_t tvm_crt_format_message(char *out, size_t out_size, const char *fmt,
                              va_list args) {
  const char *read = fmt;
  sink_t sink;
  arguments_t copy;
  if ((out == NULL) || (out_size == 0U)) {
    return 0;
  }
  sink.next = out;
  sink.room = out_size - 1U;
  va_copy(copy.list, args);
  while ((read != NULL) && (*read != '\0') && (sink.room > 0U)) {
    const char c = *read;
    read++;
    if (c != '%') {
      put_char(&sink, c);
    } else if (!put_conversion(&sink, &read, &copy)) {
      put_char(&sink, '%');
      put_text(&sink, read);
      read = NULL;
    } else {
      /* Written. */
    }
  }
  va_end(copy.list);
  *sink.next = '\0';
  return (size_t)(sink.next - out);
}
