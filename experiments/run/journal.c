#include "experiments/run/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

struct us_journal {
    char *path;
    int fd;
    bool synced; /* all of it */
    us_str line; /* that is being written */
};

static us_status fail_system(const char *path, us_status status, const char *what, us_error *err)
{
    return us_error_set_system(err, status, path, errno, "%s", what);
}

/* ---- opening */

static us_status open_file(const char *path, int *out, us_error *err)
{
    struct stat info;
    us_status status = US_OK;
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd < 0)
        return fail_system(path, US_BAD_INPUT, "cannot open", err);
    if (fstat(fd, &info) != 0)
        status = fail_system(path, US_BAD_INPUT, "cannot open", err);
    else if (!S_ISREG(info.st_mode))
        status = us_error_set(err, US_BAD_INPUT, path, 0, 0, "expected a regular file");
    if (status == US_OK)
        *out = fd;
    else
        close(fd);
    return status;
}

/* Finds the end of the last complete line, searching backwards. */
static bool find_end(int fd, off_t size, off_t *end)
{
    char block[4096];
    for (off_t to = size; to > 0;) {
        off_t from = to > (off_t)sizeof(block) ? to - (off_t)sizeof(block) : 0;
        int64_t got = us_file_read_at(fd, block, (size_t)(to - from), from);
        if (got != to - from)
            return false;
        for (int64_t i = got; i > 0; i--) {
            if (block[i - 1] == '\n') {
                *end = from + i;
                return true;
            }
        }
        to = from;
    }
    *end = 0;
    return true;
}

us_status us_journal_open(const char *path, us_journal **out, us_error *err)
{
    int fd = -1;
    off_t end = 0;
    US_TRY(open_file(path, &fd, err));
    off_t size = lseek(fd, 0, SEEK_END);
    if (size < 0 || !find_end(fd, size, &end) || (end < size && ftruncate(fd, end) != 0)) {
        us_status status = fail_system(path, US_BAD_INPUT, "cannot read", err);
        close(fd);
        return status;
    }
    us_file_sync_folder(path); /* a file that was just made is found after a power cut */
    us_journal *journal = US_NEW(us_journal);
    *journal = (us_journal){us_mem_strdup(path), fd, end == size, {0}};
    us_str_init(&journal->line);
    *out = journal;
    return US_OK;
}

/* ---- writing */

/* The bytes that reached the file. */
static size_t put(const us_journal *journal)
{
    size_t done = 0;
    while (done < journal->line.length) {
        ssize_t now = write(journal->fd, journal->line.text + done, journal->line.length - done);
        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0)
            break;
        done += (size_t)now;
    }
    return done;
}

/* Appends in one piece, at the end, even with other writers: if the lock is removed and another run
 * begins, lines stay complete. */
us_status us_journal_append(us_journal *journal, const char *line, size_t length, us_error *err)
{
    us_assert(!memchr(line, '\n', length));
    journal->synced = false;
    us_str_reset(&journal->line);
    us_str_add_bytes(&journal->line, line, length);
    us_str_add_char(&journal->line, '\n');
    size_t done = put(journal);
    if (done == journal->line.length)
        return US_OK;
    us_status status = fail_system(journal->path, US_INCOMPLETE, "cannot write", err);
    off_t size = lseek(journal->fd, 0, SEEK_END);
    if (size < (off_t)done || ftruncate(journal->fd, size - (off_t)done) != 0)
        journal->synced = false; /* the next to open it cuts it */
    return status;
}

/* A file that was moved or removed would lose whatever is written to it. */
static us_status check_place(int fd, const char *path, const char *what, us_error *err)
{
    return us_file_is_at(fd, path)
               ? US_OK
               : us_error_set(err, US_INCOMPLETE, path, 0, 0, "somebody removed or moved %s", what);
}

us_status us_journal_sync(us_journal *journal, us_error *err)
{
    if (!journal->synced && us_file_sync_open(journal->fd) != 0)
        return fail_system(journal->path, US_INCOMPLETE, "cannot write", err);
    journal->synced = true;
    return check_place(journal->fd, journal->path, "it, and results with it", err);
}

us_status us_journal_close(us_journal *journal, us_error *err)
{
    if (!journal)
        return US_OK;
    us_status status = us_journal_sync(journal, err);
    if (close(journal->fd) != 0 && status == US_OK)
        status = fail_system(journal->path, US_INCOMPLETE, "cannot write", err);
    us_str_clear(&journal->line);
    us_mem_free(journal->path);
    us_mem_free(journal);
    return status;
}

/* ---- locks */

struct us_folder_lock {
    char *path;
    int fd;
    pid_t holder; /* children of fork hold no locks */
    dev_t device;
    ino_t inode;
    us_folder_lock *next;
};

/* The locks of this process. POSIX drops all locks of a process on a file when it closes any
 * descriptor of the file, so a file that is locked here is not opened again. All opening and
 * closing of lock files happens under the mutex. */
static us_folder_lock *held_locks;
static pthread_mutex_t held_mutex = PTHREAD_MUTEX_INITIALIZER;

static bool is_held_here(const char *path)
{
    struct stat info;
    if (!held_locks || stat(path, &info) != 0)
        return false;
    for (const us_folder_lock *lock = held_locks; lock; lock = lock->next)
        if (lock->device == info.st_dev && lock->inode == info.st_ino && lock->holder == getpid())
            return true;
    return false;
}

/* The bytes of the lock file: one for each division, shared by all holders of its parts; behind
 * them one for each part. A sole holder has them all. */
enum { DIVISIONS = 1 << 20 };

enum { TRIES = 1000 }; /* to lock a file that others take away */

static us_status fail_busy(const char *path, us_error *err)
{
    return us_error_set(err, US_INCOMPLETE, path, 0, 0, "another run is at work here");
}

/* The lock is the process's, not the open file's: a worker that outlives its parent blocks no other
 * run. */
static us_status take_bytes(int fd, const char *path, int kind, off_t from, off_t count,
                            us_error *err)
{
    struct flock request = {
        .l_type = (short)kind, .l_whence = SEEK_SET, .l_start = from, .l_len = count};
    if (fcntl(fd, F_SETLK, &request) == 0)
        return US_OK;
    return errno == EACCES || errno == EAGAIN ? fail_busy(path, err)
                                              : fail_system(path, US_BAD_INPUT, "cannot lock", err);
}

static us_status check_free(int fd, const char *path, off_t from, off_t to, us_error *err)
{
    struct flock request = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = from, .l_len = to - from};
    if (from == to)
        return US_OK;
    if (fcntl(fd, F_GETLK, &request) != 0)
        return fail_system(path, US_BAD_INPUT, "cannot lock", err);
    return request.l_type == F_UNLCK
               ? US_OK
               : us_error_set(
                     err, US_INCOMPLETE, path, 0, 0,
                     "another run is at work here, on one of %lld parts: expected a part of "
                     "as many",
                     (long long)request.l_start);
}

/* The own division first: of two that look for others afterwards one at least sees the other. */
static us_status take_part(int fd, const char *path, int part, int parts, us_error *err)
{
    US_TRY(take_bytes(fd, path, F_RDLCK, parts, 1, err));
    US_TRY(take_bytes(fd, path, F_WRLCK, (off_t)DIVISIONS + part, 1, err));
    US_TRY(check_free(fd, path, 0, parts, err));
    return check_free(fd, path, (off_t)parts + 1, DIVISIONS, err);
}

/* gone: the file was removed before it was locked, and blocks no other run. */
static us_status try_lock(const char *path, int part, int parts, int *out, bool *gone,
                          us_error *err)
{
    int fd = -1;
    US_TRY(open_file(path, &fd, err));
    us_status status = parts == 1 ? take_bytes(fd, path, F_WRLCK, 0, 0, err)
                                  : take_part(fd, path, part, parts, err);
    *gone = status == US_OK && !us_file_is_at(fd, path);
    if (status == US_OK && !*gone)
        *out = fd;
    else
        close(fd);
    return status;
}

static us_status open_lock(const char *path, int part, int parts, us_folder_lock **out,
                           us_error *err)
{
    int fd = -1;
    bool gone = true;
    struct stat info;
    if (is_held_here(path))
        return fail_busy(path, err);
    for (int tries = 0; gone && tries < TRIES; tries++)
        US_TRY(try_lock(path, part, parts, &fd, &gone, err));
    if (gone)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "cannot lock: somebody takes it away again and again");
    if (fstat(fd, &info) != 0) {
        us_status status = fail_system(path, US_BAD_INPUT, "cannot lock", err);
        close(fd);
        return status;
    }
    us_folder_lock *lock = US_NEW(us_folder_lock);
    *lock =
        (us_folder_lock){us_mem_strdup(path), fd, getpid(), info.st_dev, info.st_ino, held_locks};
    held_locks = lock;
    *out = lock;
    return US_OK;
}

us_status us_folder_lock_open(const char *path, int part, int parts, us_folder_lock **out,
                              us_error *err)
{
    us_assert(part >= 0 && part < parts && parts < DIVISIONS);
    pthread_mutex_lock(&held_mutex);
    us_status status = open_lock(path, part, parts, out, err);
    pthread_mutex_unlock(&held_mutex);
    return status;
}

us_status us_folder_lock_check(const us_folder_lock *lock, us_error *err)
{
    return check_place(lock->fd, lock->path, "what keeps other runs out", err);
}

void us_folder_lock_close(us_folder_lock *lock)
{
    if (!lock)
        return;
    pthread_mutex_lock(&held_mutex);
    us_folder_lock **at = &held_locks;
    while (*at != lock)
        at = &(*at)->next;
    *at = lock->next;
    close(lock->fd);
    pthread_mutex_unlock(&held_mutex);
    us_mem_free(lock->path);
    us_mem_free(lock);
}

static bool is_held_elsewhere(const char *path)
{
    struct flock request = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool held = fcntl(fd, F_GETLK, &request) == 0 && request.l_type != F_UNLCK;
    close(fd);
    return held;
}

bool us_folder_lock_is_held(const char *path)
{
    pthread_mutex_lock(&held_mutex);
    bool held = is_held_here(path) || is_held_elsewhere(path);
    pthread_mutex_unlock(&held_mutex);
    return held;
}
