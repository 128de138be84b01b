/* This feature macro declares realpath and syscall. */
#define _DEFAULT_SOURCE

#include "base/file.h"

#include <dirent.h>
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

#include "base/sort.h"

static us_status read_all(int fd, const char *path, size_t limit, us_str *out, us_error *err)
{
    char block[64 * 1024];
    for (;;) {
        ssize_t got = read(fd, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot read");
        if (got == 0)
            return US_OK;
        if ((size_t)got > limit - out->length)
            return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                                "expected at most %zu bytes, found a larger file", limit);
        us_str_add_bytes(out, block, (size_t)got);
    }
}

/* Opens a regular file. Returns -1 with an error for anything else. */
static int open_file(const char *path, us_error *err)
{
    /* Without O_NONBLOCK, opening a named pipe would wait for its writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info;
    if (fd < 0 && !path[0]) {
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "cannot open: the name of a file is empty");
        return -1;
    }
    if (fd < 0) {
        us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot open");
        return -1;
    }
    if (fstat(fd, &info) != 0)
        us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot read");
    else if (!S_ISREG(info.st_mode))
        us_error_set(err, US_BAD_INPUT, path, 0, 0, "expected a regular file, found %s",
                     S_ISDIR(info.st_mode) ? "a folder" : "a special file");
    else
        return fd;
    close(fd);
    return -1;
}

us_status us_file_read(const char *path, size_t limit, char **text, size_t *length, us_error *err)
{
    us_str out;
    int fd = open_file(path, err);
    if (fd < 0)
        return US_BAD_INPUT;
    us_str_init(&out);
    us_status status = read_all(fd, path, limit, &out, err);
    close(fd);
    if (status == US_OK) {
        *length = out.length;
        *text = us_str_detach(&out);
    }
    us_str_clear(&out);
    return status;
}

size_t us_file_read_head(const char *path, char *out, size_t most)
{
    size_t length = 0;
    ssize_t got = 1;
    int fd = open_file(path, NULL);
    if (fd < 0)
        return 0;
    while (length < most && got != 0) {
        got = read(fd, out + length, most - length);
        if (got < 0 && errno != EINTR)
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    return length;
}

us_status us_file_hash(const char *path, us_hash *out, us_error *err)
{
    char block[64 * 1024];
    size_t filled = 0;
    us_hash hash = US_HASH_START;
    ssize_t got = 1;
    int fd = open_file(path, err);
    if (fd < 0)
        return US_BAD_INPUT;
    while (got != 0) {
        got = read(fd, block + filled, sizeof block - filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            break;
        filled += (size_t)got;
        if (filled == sizeof block || got == 0) { /* hashed in whole blocks, however reads come */
            hash = us_hash_add_bytes(hash, block, filled);
            filled = 0;
        }
    }
    us_status status =
        got < 0 ? us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot read") : US_OK;
    close(fd);
    if (status == US_OK)
        *out = hash;
    return status;
}

/* Creates a file beside path. Its name has the process number and a counter, which skips the names
 * that killed runs left behind. Returns the descriptor, or -1 with errno. */
static int open_beside(const char *path, us_str *name)
{
    for (int i = 0; i < 1000; i++) {
        us_str_reset(name);
        us_str_addf(name, "%s.%ld.%d.tmp", path, (long)getpid(), i);
        int fd = open(name->text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t put = write(fd, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}

int us_file_open_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    us_str folder;
    us_str_init(&folder);
    if (slash)
        us_str_add_bytes(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    else
        us_str_add_char(&folder, '.');
    int fd = open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    us_str_clear(&folder);
    return fd;
}

void us_file_sync_folder(const char *path)
{
    int fd = us_file_open_folder(path);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static us_status replace(const char *path, const struct stat *old, const char *bytes, size_t length,
                         us_error *err)
{
    us_str name;
    us_str_init(&name);
    int fd = open_beside(path, &name);
    if (fd < 0) {
        us_status status = us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write");
        us_str_clear(&name);
        return status;
    }
    bool good = write_all(fd, bytes, length) && (!old || fchmod(fd, old->st_mode & 0777) == 0) &&
                fsync(fd) == 0;
    int code = errno;
    if (close(fd) != 0 && good) {
        good = false;
        code = errno;
    }
    if (good && rename(name.text, path) != 0) {
        good = false;
        code = errno;
    }
    if (good)
        us_file_sync_folder(path);
    else
        unlink(name.text);
    us_str_clear(&name);
    return good ? US_OK : us_error_set_system(err, US_BAD_INPUT, path, code, "cannot write");
}

us_status us_file_write(const char *path, const char *bytes, size_t length, us_error *err)
{
    struct stat old;
    if (stat(path, &old) != 0 && lstat(path, &old) == 0)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "cannot write: expected a file or a new one, found a link to nothing");
    if (stat(path, &old) != 0)
        return replace(path, NULL, bytes, length, err);
    if (!S_ISREG(old.st_mode))
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "cannot write: expected a regular file, found %s",
                            S_ISDIR(old.st_mode) ? "a folder" : "a special file");
    /* A symbolic link stays; what it points to is replaced. */
    char *real = realpath(path, NULL);
    us_status status = replace(real ? real : path, &old, bytes, length, err);
    free(real);
    return status;
}

us_status us_file_check_writable(const char *path, us_error *err)
{
    us_str name;
    if (us_file_exists(path) && access(path, W_OK) != 0)
        return us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write");
    char *real = realpath(path, NULL);
    us_str_init(&name);
    int fd = open_beside(real ? real : path, &name);
    us_status status =
        fd < 0 ? us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write") : US_OK;
    if (fd >= 0) {
        close(fd);
        unlink(name.text);
    }
    us_str_clear(&name);
    free(real);
    return status;
}

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

us_status us_file_check_replaceable(const char *path, const char *first, const char *what,
                                    us_error *err)
{
    char found[64];
    size_t length = strlen(first);
    us_assert(length <= sizeof(found));
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return errno == ENOENT
                   ? US_OK
                   : us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot write");
    ssize_t count = read(fd, found, length);
    close(fd);
    if (count == 0 || (count == (ssize_t)length && memcmp(found, first, length) == 0))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                        "cannot write: expected a new file, or %s to replace, found another file",
                        what);
}

bool us_file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool us_file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

void us_file_temp_path(const char *path, us_str *out)
{
    struct stat info;
    us_str name;
    us_str_init(&name);
    for (int i = 0; i < 1000; i++) {
        us_str_reset(&name);
        us_str_addf(&name, "%s.%ld.%d.tmp", path, (long)getpid(), i);
        if (lstat(name.text, &info) != 0)
            break;
    }
    us_str_add_bytes(out, name.text, name.length);
    us_str_clear(&name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_regular(int folder, const char *name)
{
    struct stat info;
    return fstatat(folder, name, &info, 0) == 0 && S_ISREG(info.st_mode);
}

static bool is_called(const char *name, const char *suffix)
{
    return name[0] != '.' && us_text_has_suffix(name, suffix);
}

static us_status list(const char *folder, const char *suffix, bool any, us_names *out,
                      us_error *err)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return us_error_set_system(err, US_BAD_INPUT, folder, errno, "cannot list");
    us_names names = {0};
    int capacity = 0;
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(dir))) {
        if (!is_called(entry->d_name, suffix) || (!any && !is_regular(dirfd(dir), entry->d_name)))
            continue;
        if (names.count == capacity) {
            capacity = capacity > 0 ? capacity * 2 : 16;
            names.name = us_mem_realloc(names.name, (size_t)capacity * sizeof *names.name);
        }
        names.name[names.count++] = us_mem_strdup(entry->d_name);
    }
    int code = errno;
    closedir(dir);
    if (code != 0) {
        us_names_free(&names);
        return us_error_set_system(err, US_BAD_INPUT, folder, code, "cannot list");
    }
    us_array_sort(names.name, (size_t)names.count, sizeof *names.name, by_name);
    *out = names;
    return US_OK;
}

us_status us_file_list(const char *folder, const char *suffix, us_names *out, us_error *err)
{
    return list(folder, suffix, false, out, err);
}

us_status us_file_list_all(const char *folder, const char *suffix, us_names *out, us_error *err)
{
    return list(folder, suffix, true, out, err);
}

void us_names_free(us_names *names)
{
    for (int i = 0; i < names->count; i++)
        us_mem_free(names->name[i]);
    us_mem_free(names->name);
    *names = (us_names){0};
}

static bool has_domain(const char *folder, const char *domain)
{
    us_str path;
    us_str_init(&path);
    us_str_addf(&path, "%s/domains/%s/domain.json", folder, domain);
    bool there = us_file_exists(path.text);
    us_str_clear(&path);
    return there;
}

/* Finds PREFIX/share/understudy for a program in PREFIX/bin, wherever it was moved or linked. False
 * if the system does not report the program's path. */
static bool find_share(char *out, size_t size)
{
    static const char below[] = "share/understudy";
    ssize_t length = readlink("/proc/self/exe", out, size);
    if (length <= 0 || (size_t)length >= size)
        return false;
    out[length] = '\0';
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(out, '/');
        if (!slash)
            return false;
        *slash = '\0';
    }
    size_t used = strlen(out);
    if (used + 1 + sizeof below > size)
        return false;
    snprintf(out + used, size - used, "/%s", below);
    return true;
}

/* Returns the length of the next folder in a list "a:b", or 0 at the end. */
static int next_folder(const char **at, const char **out)
{
    *at += strspn(*at, ":");
    int length = (int)strcspn(*at, ":");
    *out = *at;
    *at += length;
    return length;
}

/* Rejects a folder that has only other files of a domain, such as patterns: they would be ignored
 * silently. */
static us_status check_no_part(const char *folder, const char *domain, us_error *err)
{
    us_str path;
    us_str_init(&path);
    us_str_addf(&path, "%s/domains/%s", folder, domain);
    us_status status = US_OK;
    if (us_file_exists(path.text))
        status =
            us_error_set(err, US_BAD_INPUT, path.text, 0, 0,
                         "UNDERSTUDY_DATA names it, but there is no domain.json in it: all files "
                         "of a domain are read from one folder, so nothing here would be");
    us_str_clear(&path);
    return status;
}

/* Searches the folders of the variable in order. */
static us_status told_file(const char *told, const char *domain, const char *name, us_str *out,
                           us_error *err)
{
    us_str path, all, found;
    const char *at = told, *folder;
    int count = 0, length;
    us_str_init(&path);
    us_str_init(&all);
    us_str_init(&found);
    us_status status = US_OK;
    while (status == US_OK && (length = next_folder(&at, &folder)) > 0) {
        us_str_reset(&path);
        us_str_addf(&path, "%.*s", length, folder);
        us_str_addf(&all, "%s%s", count++ > 0 ? ", " : "", path.text);
        if (!has_domain(path.text, domain))
            status = check_no_part(path.text, domain, err);
        else if (!found.length)
            us_str_addf(&found, "%s/domains/%s/%s", path.text, domain, name);
    }
    if (status == US_OK && found.length)
        us_str_add(out, found.text);
    else if (status != US_OK)
        us_str_clear(&found);
    else if (count == 1)
        us_error_set(
            err, US_BAD_INPUT, all.text, 0, 0,
            "no domains/%s/domain.json there: expected UNDERSTUDY_DATA to name the folder that "
            "holds domains/",
            domain);
    else
        us_error_set(
            err, US_BAD_INPUT, NULL, 0, 0,
            "no domains/%s/domain.json in any of %d folders (%s): expected UNDERSTUDY_DATA to "
            "name one that holds domains/",
            domain, count, all.text);
    status = found.length ? US_OK : US_BAD_INPUT;
    us_str_clear(&path);
    us_str_clear(&all);
    us_str_clear(&found);
    return status;
}

static us_status fail_data(const char *domain, const char *place, us_error *err)
{
    if (place)
        return us_error_set(
            err, US_BAD_INPUT, place, 0, 0,
            "no domains/%s/domain.json there, nor in the present folder: expected it, or "
            "UNDERSTUDY_DATA to name the folder that holds domains/",
            domain);
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "no domains/%s/domain.json in the present folder: expected it, or "
                        "UNDERSTUDY_DATA to name the folder that holds domains/",
                        domain);
}

us_status us_data_find_domain_file(const char *domain, const char *name, us_str *out, us_error *err)
{
    const char *told = us_env_get("UNDERSTUDY_DATA");
    char share[4096];
    if (told && told[strspn(told, ":")])
        return told_file(told, domain, name, out, err);
    const char *const folder[] = {
        ".",
        find_share(share, sizeof share) ? share : NULL,
        us_installed_data[0] ? us_installed_data : NULL,
    };
    const char *place = NULL;
    for (int i = 0; i < US_COUNT(folder); i++) {
        if (!folder[i])
            continue;
        if (has_domain(folder[i], domain)) {
            us_str_addf(out, "%s/domains/%s/%s", folder[i], domain, name);
            return US_OK;
        }
        if (i > 0)
            place = folder[i];
    }
    return fail_data(domain, place, err);
}

static bool is_beside(const char *folder, int length, const char *name, size_t before, us_str *out)
{
    us_str_addf(out, "%.*s/%s", length, folder, name);
    if (length > 0 && us_file_exists(out->text + before))
        return true;
    out->text[out->length = before] = '\0';
    return false;
}

bool us_data_find_file(const char *name, us_str *out)
{
    char share[4096];
    const char *told = us_env_get("UNDERSTUDY_DATA"), *folder;
    size_t before = out->length;
    int length;
    while (told && (length = next_folder(&told, &folder)) > 0)
        if (is_beside(folder, length, name, before, out))
            return true;
    return (find_share(share, sizeof share) &&
            is_beside(share, (int)strlen(share), name, before, out)) ||
           is_beside(us_installed_data, (int)strlen(us_installed_data), name, before, out);
}
