/* This feature macro declares realpath and syscall. */
#define _DEFAULT_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/syscall.h>
#endif

#include "base/file.h"
#include "base/leftovers.h"

/* ---- new files */

int us_file_create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
}

bool us_file_link(const char *from, const char *to)
{
    return link(from, to) == 0;
}

/* ---- names beside a file */

/* The i-th name for a temporary file beside path. */
static void name_beside(const char *path, int i, us_str *name)
{
    us_str_reset(name);
    us_str_addf(name, "%s.%ld.%d.tmp", path, (long)getpid(), i);
}

/* Creates a file beside path. Its name has the process number and a counter, which skips the names
 * that killed runs left behind. Returns the descriptor, or -1 with errno. */
static int open_beside(const char *path, us_str *name)
{
    for (int i = 0; i < 1000; i++) {
        name_beside(path, i, name);
        int fd = us_file_create(name->text);
        if (fd >= 0)
            us_leftovers_add(name->text);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

void us_file_temp_path(const char *path, us_str *out)
{
    struct stat info;
    US_AUTOSTR(name);
    for (int i = 0; i < 1000; i++) {
        name_beside(path, i, &name);
        if (lstat(name.text, &info) != 0)
            break;
    }
    us_str_add_bytes(out, name.text, name.length);
}

/* ---- a file that takes another's place */

static us_status fail_write(const char *path, us_error *err)
{
    return us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write");
}

int us_file_sync_open(int fd)
{
    int code;
    do
        code = fsync(fd);
    while (code != 0 && errno == EINTR);
    return code;
}

/* Finds what the path names: nothing, or a regular file. */
static us_status check_place(const char *path, struct stat *old, bool *there, us_error *err)
{
    *there = stat(path, old) == 0;
    if (!*there && lstat(path, old) == 0)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "cannot write: expected a file or a new one, found a link to nothing");
    if (*there && !S_ISREG(old->st_mode))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "cannot write: expected a regular file, found %s",
                            S_ISDIR(old->st_mode) ? "a folder" : "a special file");
    return US_OK;
}

static void free_real(char *const *real)
{
    free(*real);
}

static void pass_on(us_sibling *from, us_sibling *to)
{
    *to = *from;
    *from = (us_sibling){.fd = -1};
}

us_status us_sibling_open(const char *path, us_sibling *out, us_error *err)
{
    struct stat old;
    bool there;
    US_AUTOSTR(name);
    US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
    US_TRY(check_place(path, &old, &there, err));
    US_AUTO(free_real) char *real = there ? realpath(path, NULL) : NULL;
    if (there && !real) /* replacing the path would replace the link */
        return fail_write(path, err);
    sibling.called = us_mem_strdup(path);
    sibling.path = us_mem_strdup(real ? real : path);
    sibling.fd = open_beside(sibling.path, &name);
    if (sibling.fd < 0)
        return fail_write(path, err);
    sibling.name = us_str_detach(&name);
    if (there && fchmod(sibling.fd, old.st_mode & 0777) != 0)
        return fail_write(path, err);
    pass_on(&sibling, out);
    return US_OK;
}

us_status us_sibling_write(const us_sibling *sibling, const char *bytes, size_t length,
                           us_error *err)
{
    while (length > 0) {
        ssize_t put = write(sibling->fd, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return fail_write(sibling->called, err);
        bytes += put;
        length -= (size_t)put;
    }
    return US_OK;
}

us_status us_sibling_sync(const us_sibling *sibling, us_error *err)
{
    return us_file_sync_open(sibling->fd) == 0 ? US_OK : fail_write(sibling->called, err);
}

/* The temporary name is gone: the file has its place. */
static void settle(us_sibling *sibling)
{
    us_mem_free(sibling->name);
    sibling->name = NULL;
}

us_status us_sibling_rename(us_sibling *sibling, us_error *err)
{
    us_assert(sibling->name);
    if (rename(sibling->name, sibling->path) != 0)
        return fail_write(sibling->called, err);
    settle(sibling);
    return US_OK;
}

us_status us_sibling_put(us_sibling *sibling, us_error *err)
{
    US_TRY(us_sibling_sync(sibling, err));
    US_TRY(us_sibling_rename(sibling, err));
    us_file_sync_folder(sibling->path);
    return US_OK;
}

us_status us_sibling_put_exclusive(us_sibling *sibling, us_error *err)
{
    us_assert(sibling->name);
    US_TRY(us_file_rename_exclusive(sibling->name, sibling->path, err));
    settle(sibling);
    return US_OK;
}

void us_sibling_close(us_sibling *sibling)
{
    us_file_close(&sibling->fd);
    if (sibling->name)
        unlink(sibling->name);
    us_mem_free(sibling->name);
    us_mem_free(sibling->path);
    us_mem_free(sibling->called);
    *sibling = (us_sibling){.fd = -1};
}

us_status us_file_write(const char *path, const char *bytes, size_t length, us_error *err)
{
    US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
    US_TRY(us_sibling_open(path, &sibling, err));
    US_TRY(us_sibling_write(&sibling, bytes, length, err));
    return us_sibling_put(&sibling, err);
}

us_status us_file_write_new(const char *path, const char *bytes, size_t length, us_error *err)
{
    US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
    US_TRY(us_sibling_open(path, &sibling, err));
    US_TRY(us_sibling_write(&sibling, bytes, length, err));
    US_TRY(us_sibling_sync(&sibling, err));
    return us_sibling_put_exclusive(&sibling, err);
}

us_status us_file_sync(const char *path, us_error *err)
{
    US_AUTO(us_file_close) int fd = us_file_open(path, err);
    if (fd < 0)
        return US_BAD_INPUT;
    return us_file_sync_open(fd) == 0 ? US_OK : fail_write(path, err);
}

us_status us_file_put(const char *from, const char *to, us_error *err)
{
    US_TRY(us_file_sync(from, err));
    if (rename(from, to) != 0)
        return fail_write(to, err);
    us_file_sync_folder(to);
    return US_OK;
}

/* ---- files that must not be replaced */

/* Renames on a file system without hard links. If the system has no RENAME_NOREPLACE either, an
 * empty file reserves the name first, so that the rename replaces no other program's file. */
static int rename_once(const char *from, const char *to)
{
#ifdef __linux__
    if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
#endif
    int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno;
    close(fd);
    if (rename(from, to) == 0)
        return 0;
    int code = errno;
    unlink(to);
    return code;
}

us_status us_file_rename_exclusive(const char *from, const char *to, us_error *err)
{
    int code = link(from, to) == 0 ? 0 : errno;
    if (code == 0)
        unlink(from);
    else if (code != EEXIST)
        code = rename_once(from, to);
    if (code == EEXIST)
        return us_error_set(
            err, US_BAD_INPUT, to, 0, 0,
            "another program has made it meanwhile, nothing was written; try again");
    if (code != 0)
        return us_error_set_system(err, US_BAD_INPUT, to, code, "cannot write");
    us_file_sync_folder(to);
    return US_OK;
}

/* ---- checks before a file is replaced */

us_status us_file_check_replaceable(const char *path, const char *first, const char *what,
                                    us_error *err)
{
    char found[64];
    size_t length = strlen(first);
    struct stat old;
    bool there;
    us_assert(length <= sizeof(found));
    US_TRY(check_place(path, &old, &there, err));
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return errno == ENOENT
                   ? US_OK
                   : us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write");
    int64_t count = us_file_read_at(fd, found, length, 0);
    int code = errno;
    close(fd);
    if (count < 0)
        return us_error_set_system(err, US_BAD_INPUT, path, code, "cannot write");
    if (count == 0 || (count == (int64_t)length && memcmp(found, first, length) == 0))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                        "cannot write: expected a new file, or %s to replace, found another file",
                        what);
}

us_status us_file_check_writable(const char *path, us_error *err)
{
    US_AUTOSTR(name);
    struct stat old;
    bool there;
    US_TRY(check_place(path, &old, &there, err));
    if (there && access(path, W_OK) != 0)
        return fail_write(path, err);
    US_AUTO(free_real) char *real = realpath(path, NULL);
    if (!real && errno != ENOENT)
        return fail_write(path, err);
    US_AUTO(us_file_close) int fd = open_beside(real ? real : path, &name);
    if (fd < 0)
        return fail_write(path, err);
    unlink(name.text);
    return US_OK;
}

/* ---- folders */

int us_file_open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    US_AUTOSTR(folder);
    if (slash)
        us_str_add_bytes(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    else
        us_str_add_char(&folder, '.');
    return open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

void us_file_sync_folder(const char *path)
{
    US_AUTO(us_file_close) int fd = us_file_open_folder(path);
    if (fd >= 0)
        fsync(fd);
}
