/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The least that a client of the GDB remote protocol can do: packets that were
 * made before go through a socket, and replies are counted, not looked at.
 *
 *     raw_gdb <port or path> read|write|both <address> <bytes>
 *             <bytes of a packet> <packets on the way>
 */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
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

struct packets {
  char *all;
  char **ends;
  size_t count;
};

static struct packets make(int is_write, unsigned long address,
                           unsigned long left, unsigned long piece) {
  struct packets p;
  size_t room = (is_write ? 2 * piece : 0) + 64;
  char *payload = malloc(room), *at;
  p.count = (left + piece - 1) / piece;
  p.all = at = malloc(p.count * room);
  p.ends = malloc(p.count * sizeof(*p.ends));
  if (payload == NULL || p.all == NULL || p.ends == NULL)
    fail("memory");
  for (size_t i = 0; i < p.count; ++i) {
    unsigned long now = left < piece ? left : piece;
    size_t size = (size_t)sprintf(payload, is_write ? "M%lx,%lx:" : "m%lx,%lx",
                                  address, now);
    for (unsigned long j = 0; is_write && j < now; ++j) {
      payload[size++] = "0123456789abcdef"[(i + j) >> 4 & 15];
      payload[size++] = "0123456789abcdef"[(i + j) & 15];
    }
    *at++ = '+'; /* For the reply before. */
    at += frame(at, payload, size);
    p.ends[i] = at;
    address += now;
    left -= now;
  }
  free(payload);
  return p;
}

static void run(struct packets p, size_t window) {
  static size_t before = 1; /* Replies; the first was for qSupported. */
  size_t sent = 0;
  const char *from = p.all;
  for (size_t done = 0; done < p.count; ++done) {
    if (sent < p.count && sent < done + window) {
      size_t until = done + window < p.count ? done + window : p.count;
      send_all(from, (size_t)(p.ends[until - 1] - from));
      from = p.ends[until - 1];
      sent = until;
    }
    take_replies(before + done + 1);
  }
  before += p.count;
}

int main(int argc, char **argv) {
  char hello[32];
  if (argc != 7)
    return 2;
  unsigned long address = strtoul(argv[3], NULL, 0);
  unsigned long bytes = strtoul(argv[4], NULL, 0);
  unsigned long piece = strtoul(argv[5], NULL, 0);
  unsigned long window = strtoul(argv[6], NULL, 0);
  struct packets writes = make(1, address, bytes, piece);
  struct packets reads = make(0, address, bytes, piece);
  connect_to(argv[1]);
  send_all(hello, frame(hello, "qSupported", 10));
  take_replies(1);
  if (strcmp(argv[2], "read") != 0)
    run(writes, window);
  if (strcmp(argv[2], "write") != 0)
    run(reads, window);
  close(handle);
  return 0;
}
