/*
 * Preloaded (LD_PRELOAD) into a process to give it a machine's clock that can be set while it runs: the real time of day
 * plus the milliseconds that the file MACHINE_CLOCK_FILE holds, a 64-bit integer. Other clocks are left as they are. Built
 * when it is used: cc -shared -fPIC.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead_milliseconds;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_file(void) {
  const char *path = getenv("MACHINE_CLOCK_FILE");
  real_clock = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) ahead_milliseconds = memory;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (real_clock == NULL) open_file();
  int result = real_clock(clock, time);
  if (result != 0 || ahead_milliseconds == NULL) return result;
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return result;
  int64_t ahead = *ahead_milliseconds;
  int64_t nanoseconds = time->tv_nsec + ahead % 1000 * 1000000;
  time->tv_sec += ahead / 1000;
  if (nanoseconds < 0) {
    nanoseconds += 1000000000;
    time->tv_sec -= 1;
  } else if (nanoseconds >= 1000000000) {
    nanoseconds -= 1000000000;
    time->tv_sec += 1;
  }
  time->tv_nsec = nanoseconds;
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return result;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds != NULL) *seconds = now.tv_sec;
  return now.tv_sec;
}
