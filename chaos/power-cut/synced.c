/*
 * What a power cut leaves, at its worst: nothing that was not synced.
 *
 * Preloaded into a process, this keeps beside every file below CHAOS_DISK a copy in CHAOS_SYNCED as it was when fsync or
 * fdatasync was last called for it. After a "power cut" (kill -9 of everything) the copies are put in place of the files:
 * what was written and never synced is gone. Renames and unlinks count at once, which is kinder than some disks.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CHUNK_BYTES (1 << 20)

/* The copy's path of a file below CHAOS_DISK; 0 for any other. */
static int copy_path(const char *path, char *copy) {
  const char *disk = getenv("CHAOS_DISK"), *synced = getenv("CHAOS_SYNCED");
  if (disk == NULL || synced == NULL) return 0;
  size_t length = strlen(disk);
  if (strncmp(path, disk, length) != 0 || path[length] != '/') return 0;
  return snprintf(copy, PATH_MAX, "%s%s", synced, path + length) < PATH_MAX;
}

static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
}

static void copy_whole(int from, int to) {
  char *chunk = malloc(CHUNK_BYTES);
  off_t at = 0;
  for (ssize_t got; (got = pread(from, chunk, CHUNK_BYTES, at)) > 0; at += got)
    for (ssize_t put = 0; put < got;) {
      ssize_t wrote = pwrite(to, chunk + put, got - put, at + put);
      if (wrote < 0) abort();
      put += wrote;
    }
  free(chunk);
}

/* One at a time on the whole disk: of two that copy the same file, the later one has the later content. */
static void keep(int fd) {
  char link[64], path[PATH_MAX], copy[PATH_MAX], fresh[PATH_MAX + 32], lock_path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  struct stat about;
  if (length < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return;
  path[length] = 0;
  if (!copy_path(path, copy)) return;
  make_folders(copy);
  snprintf(lock_path, sizeof lock_path, "%s/.lock", getenv("CHAOS_SYNCED"));
  int lock = open(lock_path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  flock(lock, LOCK_EX);
  /* A descriptor that can only be written can't be read: open the file again. */
  int from = open(path, O_RDONLY | O_CLOEXEC);
  if (from >= 0) {
    snprintf(fresh, sizeof fresh, "%s.%ld", copy, syscall(SYS_gettid));
    int to = open(fresh, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    copy_whole(from, to);
    close(to);
    close(from);
    syscall(SYS_rename, fresh, copy);
  }
  close(lock);
}

int fsync(int fd) {
  int done = syscall(SYS_fsync, fd);
  int error = errno;
  if (done == 0) keep(fd);
  errno = error;
  return done;
}

int fdatasync(int fd) {
  int done = syscall(SYS_fdatasync, fd);
  int error = errno;
  if (done == 0) keep(fd);
  errno = error;
  return done;
}

int rename(const char *from, const char *to) {
  char old_copy[PATH_MAX], new_copy[PATH_MAX];
  int done = syscall(SYS_rename, from, to);
  int error = errno;
  if (done == 0 && copy_path(from, old_copy) && copy_path(to, new_copy)) {
    make_folders(new_copy);
    syscall(SYS_rename, old_copy, new_copy);
  }
  errno = error;
  return done;
}

int unlink(const char *path) {
  char copy[PATH_MAX];
  int done = syscall(SYS_unlink, path);
  int error = errno;
  if (done == 0 && copy_path(path, copy)) syscall(SYS_unlink, copy);
  errno = error;
  return done;
}
