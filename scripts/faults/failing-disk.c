/*
 * Preloaded (LD_PRELOAD) into a process to give it a disk that fails: the file that FAILING_DISK_MODE_FILE names says how. While
 * it holds "hang", every fsync and fdatasync waits until it holds something else; with "eio" each fails with EIO; with "full"
 * each write of SQLite's fails with ENOSPC. Built when it is used: cc -shared -fPIC.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int is_mode(const char *mode) {
  const char *path = getenv("FAILING_DISK_MODE_FILE");
  char text[16] = "";
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length > 0 && strncmp(text, mode, strlen(mode)) == 0;
}

static int synced(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  struct timespec moment = {0, 5000000};
  while (is_mode("hang")) nanosleep(&moment, NULL);
  if (is_mode("eio")) {
    errno = EIO;
    return -1;
  }
  return real(file);
}

int fsync(int file) { return synced("fsync", file); }

int fdatasync(int file) { return synced("fdatasync", file); }

static ssize_t written(const char *name, int file, const void *bytes, size_t length, off64_t offset) {
  ssize_t (*real)(int, const void *, size_t, off64_t) =
      (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, name);
  if (is_mode("full")) {
    errno = ENOSPC;
    return -1;
  }
  return real(file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  return written("pwrite", file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  return written("pwrite64", file, bytes, length, offset);
}
