/*
 * Preloaded (LD_PRELOAD) into a process to give it a disk that fails: while the file named by FAILING_FSYNC_FILE exists,
 * every fsync and fdatasync fails with EIO. Built when it is needed: cc -shared -fPIC.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int failing(const char *name, int file) {
  const char *path = getenv("FAILING_FSYNC_FILE");
  if (path != NULL && access(path, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(file);
}

int fsync(int file) { return failing("fsync", file); }

int fdatasync(int file) { return failing("fdatasync", file); }
