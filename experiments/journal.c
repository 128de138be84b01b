#include "experiments/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

struct us_journal {
    char *path;
    int fd;
    off_t end;   /* behind the last whole line */
    bool synced; /* all of it */
};

static us_status fail_system(const char *path, us_status status, const char *what, us_error *err)
{
    char why[128];
    if (strerror_r(errno, why, sizeof(why)) != 0)
        why[0] = '\0';
    return us_fail(err, status, path, 0, 0, "%s: %s", what, why);
}

/* ---- opening */

static us_status open_file(const char *path, int *out, us_error *err)
{
    struct stat info;
    us_status status = US_OK;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd < 0)
        return fail_system(path, US_BAD_INPUT, "cannot open", err);
    if (fstat(fd, &info) != 0)
        status = fail_system(path, US_BAD_INPUT, "cannot open", err);
    else if (!S_ISREG(info.st_mode))
        status = us_fail(err, US_BAD_INPUT, path, 0, 0, "expected a regular file");
    if (status == US_OK)
        *out = fd;
    else
        close(fd);
    return status;
}

/* Where the last whole line ends: searched from behind. */
static bool find_end(int fd, off_t size, off_t *end)
{
    char block[4096];
    for (off_t to = size; to > 0;) {
        off_t from = to > (off_t)sizeof(block) ? to - (off_t)sizeof(block) : 0;
        ssize_t got = pread(fd, block, (size_t)(to - from), from);
        if (got != to - from)
            return false;
        for (ssize_t i = got; i > 0; i--) {
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

/* So that a file that was just made is found after a power cut. Some file systems refuse it. */
static void sync_folder(const char *path)
{
    int fd = us_file_folder(path);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
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
    sync_folder(path);
    us_journal *journal = US_NEW(us_journal);
    *journal = (us_journal){us_strdup(path), fd, end, end == size};
    *out = journal;
    return US_OK;
}

/* ---- writing */

static bool put(us_journal *journal, const char *bytes, size_t length, off_t at)
{
    while (length > 0) {
        ssize_t now = pwrite(journal->fd, bytes, length, at);
        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0)
            return false;
        bytes += now;
        length -= (size_t)now;
        at += now;
    }
    return true;
}

us_status us_journal_append(us_journal *journal, const char *line, size_t length, us_error *err)
{
    us_assert(!memchr(line, '\n', length));
    journal->synced = false;
    /* The newline last: without it nothing counts. */
    if (put(journal, line, length, journal->end) &&
        put(journal, "\n", 1, journal->end + (off_t)length)) {
        journal->end += (off_t)length + 1;
        return US_OK;
    }
    us_status status = fail_system(journal->path, US_INCOMPLETE, "cannot write", err);
    if (ftruncate(journal->fd, journal->end) != 0)
        journal->synced = false; /* the next to open it cuts it */
    return status;
}

us_status us_journal_sync(us_journal *journal, us_error *err)
{
    if (!journal->synced && fsync(journal->fd) != 0)
        return fail_system(journal->path, US_INCOMPLETE, "cannot write", err);
    journal->synced = true;
    return US_OK;
}

us_status us_journal_close(us_journal *journal, us_error *err)
{
    if (!journal)
        return US_OK;
    us_status status = us_journal_sync(journal, err);
    if (close(journal->fd) != 0 && status == US_OK)
        status = fail_system(journal->path, US_INCOMPLETE, "cannot write", err);
    us_free(journal->path);
    us_free(journal);
    return status;
}

/* ---- who is at work */

struct us_lock {
    int fd;
};

/* Bytes of the file: of each division one, shared by all who work at a part of it; behind them of
 * each part one. Who is alone has them all. */
enum { DIVISIONS = 1 << 20 };

/* Of the process, not of the open file: a worker that outlives its parent keeps nobody out. */
static us_status take_bytes(int fd, const char *path, int kind, off_t from, off_t count,
                            us_error *err)
{
    struct flock wish = {
        .l_type = (short)kind, .l_whence = SEEK_SET, .l_start = from, .l_len = count};
    if (fcntl(fd, F_SETLK, &wish) == 0)
        return US_OK;
    return errno == EACCES || errno == EAGAIN
               ? us_fail(err, US_FAILED, path, 0, 0, "another run is at work here")
               : fail_system(path, US_BAD_INPUT, "cannot lock", err);
}

static us_status check_free(int fd, const char *path, off_t from, off_t to, us_error *err)
{
    struct flock wish = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = from, .l_len = to - from};
    if (from == to)
        return US_OK;
    if (fcntl(fd, F_GETLK, &wish) != 0)
        return fail_system(path, US_BAD_INPUT, "cannot lock", err);
    return wish.l_type == F_UNLCK
               ? US_OK
               : us_fail(err, US_FAILED, path, 0, 0,
                         "another run is at work here, on one of %lld parts: expected a part of "
                         "as many",
                         (long long)wish.l_start);
}

/* The own division first: of two that look for others afterwards one at least sees the other. */
static us_status take_part(int fd, const char *path, int part, int parts, us_error *err)
{
    US_TRY(take_bytes(fd, path, F_RDLCK, parts, 1, err));
    US_TRY(take_bytes(fd, path, F_WRLCK, (off_t)DIVISIONS + part, 1, err));
    US_TRY(check_free(fd, path, 0, parts, err));
    return check_free(fd, path, (off_t)parts + 1, DIVISIONS, err);
}

us_status us_lock_open(const char *path, int part, int parts, us_lock **out, us_error *err)
{
    int fd = -1;
    us_assert(part >= 0 && part < parts && parts < DIVISIONS);
    US_TRY(open_file(path, &fd, err));
    us_status status = parts == 1 ? take_bytes(fd, path, F_WRLCK, 0, 0, err)
                                  : take_part(fd, path, part, parts, err);
    if (status != US_OK) {
        close(fd);
        return status;
    }
    us_lock *lock = US_NEW(us_lock);
    lock->fd = fd;
    *out = lock;
    return US_OK;
}

void us_lock_close(us_lock *lock)
{
    if (lock)
        close(lock->fd);
    us_free(lock);
}
