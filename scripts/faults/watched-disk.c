/*
 * Preloaded (LD_PRELOAD) into a process to watch what it does to the files of one folder, WATCHED_DISK_FOLDER: every write,
 * truncation, creation, renaming, removal and fsync. Built when it is used: cc -shared -fPIC.
 *
 * WATCHED_DISK_TRACE names a file to which each is appended, in the order in which it was done, with the bytes written: a
 * record of `struct record`, the path, a second path or the bytes. An fsync is two records: what was written before the first
 * is on the disk when the second is there.
 *
 * WATCHED_DISK_CONTROL names a file of `struct control` that whoever watches reads and writes meanwhile: operations are counted
 * there, and those from `first` to `last` fail. All is done under one lock, so that counts and orders are exact.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE, CREATE, RENAME, REMOVE, SYNC_BEGUN, SYNC_DONE };

/** How operations fail: with EIO; with ENOSPC; half of a write is done and no error told; half of it, and ENOSPC for the rest. */
enum { FAIL_EIO = 1, FAIL_FULL, FAIL_SHORT, FAIL_TORN };

struct control {
  uint64_t count;
  uint64_t first;
  uint64_t last;
  uint64_t kind;
  uint64_t fired;
  /** The operation that failed first, as in a trace. */
  uint64_t operation;
};

struct __attribute__((packed)) record {
  uint32_t operation;
  uint32_t path_bytes;
  uint64_t offset;
  /** Of the second path, or of what was written. */
  uint64_t bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char folder[PATH_MAX];
static size_t folder_bytes;
static int trace = -1;
static struct control *control;

static void prepare(void) {
  const char *name = getenv("WATCHED_DISK_FOLDER");
  if (name == NULL || realpath(name, folder) == NULL) return;
  folder_bytes = strlen(folder);
  const char *trace_path = getenv("WATCHED_DISK_TRACE");
  if (trace_path != NULL) trace = syscall(SYS_openat, AT_FDCWD, trace_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  const char *control_path = getenv("WATCHED_DISK_CONTROL");
  int file = control_path == NULL ? -1 : (int)syscall(SYS_openat, AT_FDCWD, control_path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) control = mapped;
  syscall(SYS_close, file);
}

/** A path below the folder, from there; `NULL` for others. The folder itself is "". */
static const char *below(const char *path) {
  if (folder_bytes == 0 || strncmp(path, folder, folder_bytes) != 0) return NULL;
  if (path[folder_bytes] == 0) return path + folder_bytes;
  return path[folder_bytes] == '/' ? path + folder_bytes + 1 : NULL;
}

static const char *path_of(int file, char *buffer) {
  pthread_once(&once, prepare);
  if (folder_bytes == 0 || file < 0) return NULL;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, PATH_MAX - 1);
  if (length < 0) return NULL;
  buffer[length] = 0;
  return below(buffer);
}

/** A path as it was given, made absolute; the file need not be there. */
static const char *path_named(int directory, const char *name, char *buffer) {
  pthread_once(&once, prepare);
  if (folder_bytes == 0 || name == NULL) return NULL;
  if (name[0] == '/') {
    snprintf(buffer, PATH_MAX, "%s", name);
    return below(buffer);
  }
  char base[PATH_MAX];
  if (directory == AT_FDCWD) {
    if (syscall(SYS_getcwd, base, sizeof base) < 0) return NULL;
  } else if (path_of(directory, base) == NULL) {
    return NULL;
  }
  if (snprintf(buffer, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return NULL;
  return below(buffer);
}

static void record(uint32_t operation, const char *path, uint64_t offset, const void *bytes, uint64_t length) {
  if (trace < 0) return;
  struct record head = {operation, (uint32_t)strlen(path), offset, length};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)path, head.path_bytes}, {(void *)bytes, length}};
  syscall(SYS_writev, trace, parts, length > 0 ? 3 : 2);
}

/** Counts an operation. @returns how it is to fail; 0 when it is not */
static int failure(uint32_t operation) {
  if (control == NULL) return 0;
  uint64_t number = ++control->count;
  if (number < control->first || number > control->last) return 0;
  int is_first = number == control->first;
  if (control->kind == FAIL_SHORT && operation != WRITE) return 0;
  if (control->fired++ == 0) control->operation = operation;
  switch (control->kind) {
    case FAIL_SHORT:
      return FAIL_SHORT;
    case FAIL_TORN:
      return operation == WRITE && is_first ? FAIL_SHORT : FAIL_FULL;
    case FAIL_FULL:
      return FAIL_FULL;
    default:
      return FAIL_EIO;
  }
}

static long refused(int how) {
  errno = how == FAIL_FULL ? ENOSPC : EIO;
  return -1;
}

/** Writes at an offset; at the file's own position where it is below 0. */
static ssize_t written(int file, const void *bytes, size_t length, off_t offset) {
  char buffer[PATH_MAX];
  const char *path = path_of(file, buffer);
  if (path == NULL)
    return offset < 0 ? syscall(SYS_write, file, bytes, length) : syscall(SYS_pwrite64, file, bytes, length, offset);
  pthread_mutex_lock(&lock);
  int how = failure(WRITE);
  ssize_t result;
  if (how == FAIL_SHORT && length > 1) length /= 2;
  if (how == FAIL_EIO || how == FAIL_FULL) {
    result = refused(how);
  } else {
    off_t at = offset;
    if (offset < 0) {
      int flags = (int)syscall(SYS_fcntl, file, F_GETFL, 0);
      at = syscall(SYS_lseek, file, 0, (flags & O_APPEND) ? SEEK_END : SEEK_CUR);
    }
    result = offset < 0 ? syscall(SYS_write, file, bytes, length) : syscall(SYS_pwrite64, file, bytes, length, offset);
    if (result > 0) record(WRITE, path, (uint64_t)at, bytes, (uint64_t)result);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t write(int file, const void *bytes, size_t length) { return written(file, bytes, length, -1); }
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) { return written(file, bytes, length, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) { return written(file, bytes, length, offset); }

static int synced(int file, long call) {
  char buffer[PATH_MAX];
  const char *path = path_of(file, buffer);
  if (path == NULL) return (int)syscall(call, file);
  pthread_mutex_lock(&lock);
  int how = failure(SYNC_DONE);
  if (how == 0) record(SYNC_BEGUN, path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  if (how != 0) return (int)refused(how);
  int result = (int)syscall(call, file);
  pthread_mutex_lock(&lock);
  if (result == 0) record(SYNC_DONE, path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int file) { return synced(file, SYS_fsync); }
int fdatasync(int file) { return synced(file, SYS_fdatasync); }

static int truncated(int file, off_t length) {
  char buffer[PATH_MAX];
  const char *path = path_of(file, buffer);
  if (path == NULL) return (int)syscall(SYS_ftruncate, file, length);
  pthread_mutex_lock(&lock);
  int how = failure(TRUNCATE);
  int result = how != 0 ? (int)refused(how) : (int)syscall(SYS_ftruncate, file, length);
  if (result == 0) record(TRUNCATE, path, (uint64_t)length, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int file, off_t length) { return truncated(file, length); }
int ftruncate64(int file, off64_t length) { return truncated(file, length); }

static int renamed(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  char from_buffer[PATH_MAX], to_buffer[PATH_MAX];
  const char *from_path = path_named(from_directory, from, from_buffer);
  const char *to_path = path_named(to_directory, to, to_buffer);
  if (from_path == NULL || to_path == NULL)
    return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
  pthread_mutex_lock(&lock);
  int how = failure(RENAME);
  int result = how != 0 ? (int)refused(how) : (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
  if (result == 0) record(RENAME, from_path, 0, to_path, strlen(to_path));
  pthread_mutex_unlock(&lock);
  return result;
}

int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return renamed(from_directory, from, to_directory, to, 0);
}
int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  return renamed(from_directory, from, to_directory, to, flags);
}

static int removed(int directory, const char *name, int flags) {
  char buffer[PATH_MAX];
  const char *path = path_named(directory, name, buffer);
  if (path == NULL) return (int)syscall(SYS_unlinkat, directory, name, flags);
  pthread_mutex_lock(&lock);
  int result = (int)syscall(SYS_unlinkat, directory, name, flags);
  if (result == 0) record(REMOVE, path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *name) { return removed(AT_FDCWD, name, 0); }
int unlinkat(int directory, const char *name, int flags) { return removed(directory, name, flags); }

static int opened(int directory, const char *name, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  const char *path = (flags & (O_CREAT | O_TRUNC)) == 0 ? NULL : path_named(directory, name, buffer);
  if (path == NULL) return (int)syscall(SYS_openat, directory, name, flags, mode);
  pthread_mutex_lock(&lock);
  int was_there = syscall(SYS_faccessat, directory, name, F_OK) == 0;
  int file = (int)syscall(SYS_openat, directory, name, flags, mode);
  if (file >= 0 && !was_there) record(CREATE, path, 0, NULL, 0);
  if (file >= 0 && was_there && (flags & O_TRUNC) != 0) record(TRUNCATE, path, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return file;
}

#define OPENED(directory, last)                                     \
  mode_t mode = 0;                                                  \
  if ((flags & (O_CREAT | __O_TMPFILE)) != 0) {                     \
    va_list rest;                                                   \
    va_start(rest, last);                                           \
    mode = va_arg(rest, mode_t);                                    \
    va_end(rest);                                                   \
  }                                                                 \
  return opened(directory, name, flags, mode);

int open(const char *name, int flags, ...) { OPENED(AT_FDCWD, flags) }
int open64(const char *name, int flags, ...) { OPENED(AT_FDCWD, flags) }
int openat(int directory, const char *name, int flags, ...) { OPENED(directory, flags) }
int openat64(int directory, const char *name, int flags, ...) { OPENED(directory, flags) }
