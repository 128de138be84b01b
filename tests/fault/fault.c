/* A layer between a program and the C library, preloaded (LD_PRELOAD), that makes calls fail. It
 * reads two variables of the environment:
 *
 *     FAULT=CALL:N:HOW    the Nth call fails, counted from 1 in each process
 *     FAULT=CALL:N+:HOW   the Nth call and all calls after it fail
 *     FAULT=storm         each second read and write is interrupted, and the others are short
 *     FAULT_MARK=PATH     PATH is made when a call has failed
 *
 * CALL is open, read, write, fsync, rename (also link), close, unlink, mmap, memory (malloc,
 * calloc, realloc), or any for all but memory. HOW is ENOSPC, EIO, EINTR, ENOMEM,
 * EMFILE, EACCES, or short: a read or write of half the bytes. FAULT_PROGRAM=NAME restricts the
 * layer to programs of that name, so that the programs that they start are left alone. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Defines the function of the C library of that name, without repeating its declaration. */
#define EXPORT(type, name, ...)                                                           \
    type fault_##name(__VA_ARGS__) __asm__(#name) __attribute__((visibility("default"))); \
    type fault_##name(__VA_ARGS__)

/* glibc's malloc, calloc and realloc under other names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

enum { SHORT = -1 };

typedef enum call {
    OPEN,
    READ,
    WRITE,
    FSYNC,
    RENAME,
    CLOSE,
    UNLINK,
    MMAP,
    ANY, /* of those above */
    MEMORY,
} call;

static const char *const call_names[] = {"open",  "read",   "write", "fsync", "rename",
                                         "close", "unlink", "mmap",  "any",   "memory"};

static const struct {
    const char *name;
    int value;
} hows[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EINTR", EINTR}, {"ENOMEM", ENOMEM},
            {"EMFILE", EMFILE}, {"EACCES", EACCES}, {"short", SHORT}};

static bool on, storm, lasting;
static call failing;
static int how;
static long wanted;
static const char *mark;
static atomic_long counted;

/* ---- what is to fail */

static bool is_this_program(const char *name)
{
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size <= 0)
        return false;
    path[size] = 0;
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, name) == 0;
}

__attribute__((noreturn)) static void complain(void)
{
    static const char text[] = "fault: expected FAULT=CALL:N:HOW or FAULT=storm\n";
    syscall(SYS_write, STDERR_FILENO, text, sizeof text - 1);
    _exit(99);
}

static void parse(const char *text)
{
    const char *colon = strchr(text, ':');
    char *end;
    size_t i = 0, count = sizeof call_names / sizeof call_names[0];
    if (!colon)
        complain();
    while (i < count && (strlen(call_names[i]) != (size_t)(colon - text) ||
                         memcmp(call_names[i], text, (size_t)(colon - text)) != 0))
        i++;
    if (i == count)
        complain();
    failing = (call)i;
    wanted = strtol(colon + 1, &end, 10);
    lasting = *end == '+';
    end += lasting;
    if (*end != ':' || wanted < 1)
        complain();
    count = sizeof hows / sizeof hows[0];
    for (i = 0; i < count && strcmp(hows[i].name, end + 1) != 0; i++)
        ;
    if (i == count)
        complain();
    how = hows[i].value;
}

__attribute__((constructor)) static void start(void)
{
    const char *fault = getenv("FAULT"), *program = getenv("FAULT_PROGRAM");
    mark = getenv("FAULT_MARK");
    if (!fault || (program && !is_this_program(program)))
        return;
    storm = strcmp(fault, "storm") == 0;
    if (!storm)
        parse(fault);
    on = true;
}

static void leave_mark(void)
{
    int code = errno;
    long fd = mark ? syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0666) : -1;
    if (fd >= 0)
        syscall(SYS_close, fd);
    errno = code;
}

/* Returns how this call fails: a number of errno, SHORT, or 0 for a call that is left alone. */
static int fault_of(call which)
{
    if (!on || storm || !(which == failing || (failing == ANY && which < ANY)))
        return 0;
    long now = atomic_fetch_add(&counted, 1) + 1;
    if (now != wanted && !(lasting && now > wanted))
        return 0;
    leave_mark();
    return how;
}

/* Fails a call, if it is to fail. A short read or write is the caller's matter. */
static bool fails(call which)
{
    int code = fault_of(which);
    if (code <= 0)
        return false;
    errno = code;
    return true;
}

/* ---- reads and writes */

/* Changes *size for a short one. Returns false with errno for a call that fails. */
static bool allow_bytes(call which, size_t *size)
{
    if (on && storm) {
        long now = atomic_fetch_add(&counted, 1);
        leave_mark();
        if (now % 2 == 0) {
            errno = EINTR;
            return false;
        }
        *size = *size > 1 ? (*size + 2) / 3 : *size;
        return true;
    }
    int code = fault_of(which);
    if (code == SHORT)
        *size = *size > 1 ? *size / 2 : *size;
    else if (code != 0)
        errno = code;
    return code <= 0;
}

EXPORT(ssize_t, read, int fd, void *out, size_t size)
{
    return allow_bytes(READ, &size) ? syscall(SYS_read, fd, out, size) : -1;
}

EXPORT(ssize_t, pread, int fd, void *out, size_t size, off_t at)
{
    return allow_bytes(READ, &size) ? syscall(SYS_pread64, fd, out, size, at) : -1;
}

EXPORT(ssize_t, pread64, int fd, void *out, size_t size, off64_t at)
{
    return fault_pread(fd, out, size, at);
}

EXPORT(ssize_t, write, int fd, const void *bytes, size_t size)
{
    return allow_bytes(WRITE, &size) ? syscall(SYS_write, fd, bytes, size) : -1;
}

EXPORT(ssize_t, pwrite, int fd, const void *bytes, size_t size, off_t at)
{
    return allow_bytes(WRITE, &size) ? syscall(SYS_pwrite64, fd, bytes, size, at) : -1;
}

EXPORT(ssize_t, pwrite64, int fd, const void *bytes, size_t size, off64_t at)
{
    return fault_pwrite(fd, bytes, size, at);
}

/* ---- other calls of the system */

static int open_at(int folder, const char *path, int flags, va_list args)
{
    mode_t mode = 0;
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE)
        mode = va_arg(args, mode_t);
    return fails(OPEN) ? -1 : (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPENING(name)                                   \
    EXPORT(int, name, const char *path, int flags, ...) \
    {                                                   \
        va_list args;                                   \
        va_start(args, flags);                          \
        int fd = open_at(AT_FDCWD, path, flags, args);  \
        va_end(args);                                   \
        return fd;                                      \
    }
#define OPENING_AT(name)                                            \
    EXPORT(int, name, int folder, const char *path, int flags, ...) \
    {                                                               \
        va_list args;                                               \
        va_start(args, flags);                                      \
        int fd = open_at(folder, path, flags, args);                \
        va_end(args);                                               \
        return fd;                                                  \
    }
OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)

EXPORT(int, fsync, int fd)
{
    return fails(FSYNC) ? -1 : (int)syscall(SYS_fsync, fd);
}

EXPORT(int, fdatasync, int fd)
{
    return fails(FSYNC) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

EXPORT(int, rename, const char *from, const char *to)
{
    return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

EXPORT(int, renameat, int a, const char *from, int b, const char *to)
{
    return fails(RENAME) ? -1 : (int)syscall(SYS_renameat2, a, from, b, to, 0);
}

EXPORT(int, link, const char *from, const char *to)
{
    return fails(RENAME) ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

/* As in Linux, the descriptor is closed even if the call fails. */
EXPORT(int, close, int fd)
{
    bool failed = fails(CLOSE);
    int code = errno, closed = (int)syscall(SYS_close, fd);
    if (failed)
        errno = code;
    return failed ? -1 : closed;
}

EXPORT(int, unlink, const char *path)
{
    return fails(UNLINK) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

EXPORT(void *, mmap, void *at, size_t size, int protection, int flags, int fd, off_t from)
{
    if (fails(MMAP))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, from);
}

EXPORT(void *, mmap64, void *at, size_t size, int protection, int flags, int fd, off64_t from)
{
    return fault_mmap(at, size, protection, flags, fd, from);
}

/* ---- memory */

EXPORT(void *, malloc, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

EXPORT(void *, calloc, size_t count, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

EXPORT(void *, realloc, void *memory, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_realloc(memory, size);
}
