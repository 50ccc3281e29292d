//===- measure.c - Time and peak memory of one process --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `measure <bytes> <program> [argument...]` runs the program and prints
/// wall-clock nanoseconds, peak memory in KiB and wait status. First it touches
/// and frees that many bytes of memory: on virtual machines fresh memory is
/// slow on its first touch, and neither side of a comparison shall pay for the
/// other.
///
/// A program of its own, because Linux counts what the starting process holds
/// to the peak of the started one: below a Python process everything seems to
/// take 10 MiB.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int touch(size_t bytes) {
  if (bytes == 0)
    return 0;
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return memory == MAP_FAILED ? -1 : munmap(memory, bytes);
}

static long long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: measure <bytes> <program> [argument...]\n", stderr);
    return 2;
  }
  if (touch(strtoull(argv[1], NULL, 10))) {
    perror("measure: touching memory");
    return 2;
  }
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const long long start = nanoseconds();
  const pid_t child = fork();
  if (child == 0) {
    dup2(null, STDOUT_FILENO);
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) {
    perror("measure");
    return 2;
  }
  printf("%lld %ld %d\n", nanoseconds() - start, usage.ru_maxrss, status);
  return 0;
}
