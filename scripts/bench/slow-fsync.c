/*
 * Preloaded (LD_PRELOAD) into a process to give it a slower disk: every fsync and fdatasync waits for
 * SLOW_FSYNC_MICROSECONDS before the real one. Built when the benchmark runs: cc -shared -fPIC.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void wait_first(void) {
  const char *text = getenv("SLOW_FSYNC_MICROSECONDS");
  long microseconds = text == NULL ? 0 : atol(text);
  struct timespec left = {microseconds / 1000000, microseconds % 1000000 * 1000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

static int delayed(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  wait_first();
  return real(file);
}

int fsync(int file) { return delayed("fsync", file); }

int fdatasync(int file) { return delayed("fdatasync", file); }
