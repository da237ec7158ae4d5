/*
 * Preloaded (LD_PRELOAD) into a process to give it a machine's clock that can be set while it runs: the real time of day
 * plus the milliseconds that the file MACHINE_CLOCK_FILE holds, a 64-bit integer. Other clocks are left as they are. What
 * waits until a time of day waits as long as it would. Built when it is used: cc -shared -fPIC.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The first version of each architecture that has today's kind of condition. */
#if defined(__x86_64__)
#define CONDITION_VERSION "GLIBC_2.3.2"
#else
#define CONDITION_VERSION "GLIBC_2.17"
#endif

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

static void move(struct timespec *time, int64_t milliseconds) {
  int64_t nanoseconds = time->tv_nsec + milliseconds % 1000 * 1000000;
  time->tv_sec += milliseconds / 1000;
  if (nanoseconds < 0) {
    nanoseconds += 1000000000;
    time->tv_sec -= 1;
  } else if (nanoseconds >= 1000000000) {
    nanoseconds -= 1000000000;
    time->tv_sec += 1;
  }
  time->tv_nsec = nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (real_clock == NULL) open_file();
  int result = real_clock(clock, time);
  int is_time_of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (result == 0 && is_time_of_day && ahead_milliseconds != NULL) move(time, *ahead_milliseconds);
  return result;
}

/* A deadline by the monotonic clock counts from the machine's start, and is far below any time of day. */
static struct timespec real_deadline(const struct timespec *deadline) {
  struct timespec real = *deadline;
  int is_time_of_day = deadline->tv_sec > 20 * 365 * 24 * 3600;
  if (is_time_of_day && ahead_milliseconds != NULL) move(&real, -*ahead_milliseconds);
  return real;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  /* By its version: the oldest, which dlsym gives otherwise, knows another kind of condition. */
  if (real == NULL) real = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", CONDITION_VERSION);
  struct timespec moved = real_deadline(deadline);
  return real(condition, mutex, &moved);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
  static int (*real)(sem_t *, const struct timespec *);
  if (real == NULL) real = dlsym(RTLD_NEXT, "sem_timedwait");
  struct timespec moved = real_deadline(deadline);
  return real(semaphore, &moved);
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
