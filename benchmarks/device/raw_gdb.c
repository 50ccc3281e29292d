/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The least that a client of the GDB remote protocol can do: packets that were
 * made before go through a socket, and replies are counted, not looked at.
 * Prints the nanoseconds from the first packet to the last reply.
 *
 *     raw_gdb <port or path> read|write <address> <bytes> <bytes of a packet>
 *             <packets at a time>
 */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int handle;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void connect_to(const char *where) {
  struct sockaddr_in tcp = {.sin_family = AF_INET};
  struct sockaddr_un local = {.sun_family = AF_UNIX};
  int one = 1, is_local = strchr(where, '/') != NULL;
  handle = socket(is_local ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
  if (is_local) {
    strncpy(local.sun_path, where, sizeof(local.sun_path) - 1);
    if (connect(handle, (struct sockaddr *)&local, sizeof(local)) != 0)
      fail(where);
    return;
  }
  tcp.sin_port = htons((unsigned short)atoi(where));
  tcp.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(handle, (struct sockaddr *)&tcp, sizeof(tcp)) != 0)
    fail(where);
  setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
}

static void send_all(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(handle, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0)
      fail("send");
    bytes += sent;
    count -= (size_t)sent;
  }
}

/* Reads until \p count packets have ended since the program began. */
static void take_replies(size_t count) {
  static char bytes[65536];
  static int digits;   /* Of a checksum that are still to come. */
  static size_t taken; /* Packets that have ended. */
  while (taken < count) {
    ssize_t got = recv(handle, bytes, sizeof(bytes), 0);
    if (got <= 0)
      fail("recv");
    for (ssize_t i = 0; i < got;) {
      if (digits > 0) {
        ++i;
        if (--digits == 0)
          ++taken;
        continue;
      }
      const char *end = memchr(bytes + i, '#', (size_t)(got - i));
      if (end == NULL)
        break;
      digits = 2;
      i = end - bytes + 1;
    }
  }
}

static size_t frame(char *into, const char *payload, size_t size) {
  unsigned char sum = 0;
  for (size_t i = 0; i < size; ++i)
    sum += (unsigned char)payload[i];
  into[0] = '$';
  memcpy(into + 1, payload, size);
  sprintf(into + 1 + size, "#%02x", sum);
  return size + 4;
}

int main(int argc, char **argv) {
  if (argc != 7)
    return 2;
  int is_write = strcmp(argv[2], "write") == 0;
  unsigned long address = strtoul(argv[3], NULL, 0);
  unsigned long left = strtoul(argv[4], NULL, 0);
  unsigned long piece = strtoul(argv[5], NULL, 0);
  unsigned long window = strtoul(argv[6], NULL, 0);
  size_t packets = (left + piece - 1) / piece;
  size_t room = (is_write ? 2 * piece : 0) + 64;
  char *all = malloc(packets * room), *payload = malloc(room), *at = all;
  char **ends = malloc(packets * sizeof(*ends));
  for (size_t i = 0; i < packets; ++i) {
    unsigned long now = left < piece ? left : piece;
    size_t size = (size_t)sprintf(payload, is_write ? "M%lx,%lx:" : "m%lx,%lx",
                                  address, now);
    for (unsigned long j = 0; is_write && j < now; ++j)
      size += (size_t)sprintf(payload + size, "%02lx", (i + j) & 0xff);
    *at++ = '+'; /* For the reply before. */
    at += frame(at, payload, size);
    ends[i] = at;
    address += now;
    left -= now;
  }
  connect_to(argv[1]);
  send_all(payload, frame(payload, "qSupported", 10));
  take_replies(1);
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  size_t sent = 0;
  const char *from = all;
  for (size_t done = 0; done < packets; ++done) {
    if (sent < packets && sent < done + window) {
      size_t until = done + window < packets ? done + window : packets;
      send_all(from, (size_t)(ends[until - 1] - from));
      from = ends[until - 1];
      sent = until;
    }
    take_replies(done + 2); /* The first was for qSupported. */
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL +
                       (end.tv_nsec - begin.tv_nsec));
  close(handle);
  return 0;
}
