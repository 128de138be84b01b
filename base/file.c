#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/sort.h"

enum { LONG = 1 << 20 }; /* bytes of a file from which on reading it can be interrupted */

void us_file_close(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

/* Reads like read(), again if a signal comes. */
static ssize_t read_some(int fd, char *out, size_t most)
{
    ssize_t got;
    do
        got = read(fd, out, most);
    while (got < 0 && errno == EINTR);
    return got;
}

int64_t us_file_read_at(int fd, char *out, size_t size, int64_t from)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(fd, out + done, size - done, (off_t)from + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (int64_t)done;
}

static us_status fail_read(const char *path, us_error *err)
{
    return us_error_set_system(err, US_BAD_INPUT, path, errno, "cannot read");
}

int us_file_open(const char *path, us_error *err)
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
        fail_read(path, err);
    else if (!S_ISREG(info.st_mode))
        us_error_set(err, US_BAD_INPUT, path, 0, 0, "expected a regular file, found %s",
                     S_ISDIR(info.st_mode) ? "a folder" : "a special file");
    else
        return fd;
    close(fd);
    return -1;
}

static us_status fail_large(const char *path, size_t limit, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                        "expected at most %zu bytes, found a larger file", limit);
}

us_status us_file_read(const char *path, size_t limit, char **text, size_t *length, us_error *err)
{
    US_AUTOSTR(out);
    char block[64 * 1024];
    US_AUTO(us_file_close) int fd = us_file_open(path, err);
    struct stat info = {.st_size = 0};
    if (fd < 0)
        return US_BAD_INPUT;
    if (fstat(fd, &info) == 0 && (uint64_t)info.st_size > limit)
        return fail_large(path, limit, err);
    if (info.st_size > 0) /* once, so that the memory is that of the file */
        us_str_reserve(&out, (size_t)info.st_size);
    for (ssize_t got; (got = read_some(fd, block, sizeof block)) != 0;) {
        if (got < 0)
            return fail_read(path, err);
        if ((size_t)got > limit - out.length) /* it has grown, or has no size, as in /proc */
            return fail_large(path, limit, err);
        us_str_add_bytes(&out, block, (size_t)got);
        if (out.length > LONG)
            US_TRY(us_long_work_check(path, err));
    }
    *length = out.length;
    *text = us_str_detach(&out);
    return US_OK;
}

size_t us_file_read_head(const char *path, char *out, size_t most)
{
    size_t length = 0;
    US_AUTO(us_file_close) int fd = us_file_open(path, NULL);
    for (ssize_t got = 1; fd >= 0 && length < most && got > 0;) {
        got = read_some(fd, out + length, most - length);
        length += got > 0 ? (size_t)got : 0;
    }
    return length;
}

us_status us_file_hash(const char *path, us_hash *out, us_error *err)
{
    char block[64 * 1024];
    size_t filled = 0;
    us_hash hash = US_HASH_START;
    US_AUTO(us_file_close) int fd = us_file_open(path, err);
    struct stat info;
    if (fd < 0)
        return US_BAD_INPUT;
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, path, "bytes", fstat(fd, &info) == 0 ? (int64_t)info.st_size : -1);
    for (ssize_t got = 1; got != 0;) {
        got = read_some(fd, block + filled, sizeof block - filled);
        if (got > 0 && work.done + got > LONG)
            US_TRY(us_long_work_add(&work, got, err));
        else
            work.done += got;
        if (got < 0)
            return fail_read(path, err);
        filled += (size_t)got;
        if (filled == sizeof block || got == 0) { /* hashed in whole blocks, however reads come */
            hash = us_hash_add_bytes(hash, block, filled);
            filled = 0;
        }
    }
    *out = hash;
    return US_OK;
}

bool us_file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool us_file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && is_one_file(&x, &y);
}

bool us_file_is_at(int fd, const char *path)
{
    struct stat x, y;
    return fstat(fd, &x) == 0 && stat(path, &y) == 0 && is_one_file(&x, &y);
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

static void close_folder(DIR *const *dir)
{
    if (*dir)
        closedir(*dir);
}

static void pass_on(us_names *from, us_names *to)
{
    *to = *from;
    *from = (us_names){0};
}

static us_status list(const char *folder, const char *suffix, bool any, us_names *out,
                      us_error *err)
{
    US_AUTO(close_folder) DIR *dir = opendir(folder);
    if (!dir)
        return us_error_set_system(err, US_BAD_INPUT, folder, errno, "cannot list");
    US_AUTO(us_names_free) us_names names = {0};
    int capacity = 0;
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(dir))) {
        if (!is_called(entry->d_name, suffix) || (!any && !is_regular(dirfd(dir), entry->d_name)))
            continue;
        names.name = us_array_grow(names.name, names.count, &capacity, sizeof *names.name);
        names.name[names.count] = us_mem_strdup(entry->d_name);
        names.count++;
    }
    if (errno != 0)
        return us_error_set_system(err, US_BAD_INPUT, folder, errno, "cannot list");
    us_array_sort(names.name, (size_t)names.count, sizeof *names.name, by_name);
    pass_on(&names, out);
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

/* ---- the folders of the data */

static void add_folder(us_names *folders, const char *path, int length, const char *below)
{
    us_str folder;
    us_str_init(&folder);
    us_str_addf(&folder, "%.*s%s", length, path, below);
    folders->name =
        us_mem_realloc(folders->name, (size_t)(folders->count + 1) * sizeof *folders->name);
    folders->name[folders->count++] = us_str_detach(&folder);
}

/* Adds PREFIX/share/understudy for a program in PREFIX/bin, then the folder of the program and the
 * two above it, which hold build/KIND/. The system reports the program's path without links. */
static void add_beside(us_names *folders)
{
    char path[4096];
    int length[3] = {0};
    ssize_t size = readlink("/proc/self/exe", path, sizeof path);
    if (size <= 0 || (size_t)size >= sizeof path)
        return;
    for (int i = 0; i < US_COUNT(length); i++) {
        while (size > 0 && path[--size] != '/')
            ;
        length[i] = (int)size;
    }
    add_folder(folders, path, length[1], "/share/understudy");
    for (int i = 0; i < US_COUNT(length); i++)
        if (length[i] > 0)
            add_folder(folders, path, length[i], "");
}

/* Adds the folders of a list "a:b". */
static void add_listed(us_names *folders, const char *list)
{
    while (*(list += strspn(list, ":"))) {
        int length = (int)strcspn(list, ":");
        add_folder(folders, list, length, "");
        list += length;
    }
}

static void add_installed(us_names *folders)
{
    add_beside(folders);
    if (us_installed_data[0])
        add_folder(folders, us_installed_data, (int)strlen(us_installed_data), "");
}

static bool has_domain(const char *folder, const char *domain)
{
    US_AUTOSTR(path);
    us_str_addf(&path, "%s/domains/%s/domain.json", folder, domain);
    return us_file_exists(path.text);
}

/* Rejects a folder that has only other files of a domain, such as patterns: they would be ignored
 * silently. */
static us_status check_no_part(const char *folder, const char *domain, us_error *err)
{
    US_AUTOSTR(path);
    us_str_addf(&path, "%s/domains/%s", folder, domain);
    if (!us_file_exists(path.text))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, path.text, 0, 0,
                        "UNDERSTUDY_DATA names it, but there is no domain.json in it: all files "
                        "of a domain are read from one folder, so nothing here would be");
}

static us_status fail_data(const us_names *folders, const char *domain, us_error *err)
{
    US_AUTOSTR(all);
    for (int i = 0; i < folders->count; i++)
        us_str_addf(&all, "%s%s", i > 0 ? ", " : "",
                    us_text_equal(folders->name[i], ".") ? "the present folder" : folders->name[i]);
    us_status status =
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                     "no domains/%s/domain.json: expected UNDERSTUDY_DATA to name the "
                     "folder that holds domains/; looked in %s",
                     domain, all.text);
    return status;
}

us_status us_data_find_domain_file(const char *domain, const char *name, us_str *out, us_error *err)
{
    US_AUTO(us_names_free) us_names folders = {0};
    const char *found = NULL, *listed = us_env_get("UNDERSTUDY_DATA");
    if (listed)
        add_listed(&folders, listed);
    bool told = folders.count > 0;
    if (!told) {
        add_folder(&folders, ".", 1, "");
        add_installed(&folders);
    }
    for (int i = 0; i < folders.count && (told || !found); i++) {
        bool there = has_domain(folders.name[i], domain);
        if (told && !there)
            US_TRY(check_no_part(folders.name[i], domain, err));
        found = there && !found ? folders.name[i] : found;
    }
    if (!found)
        return fail_data(&folders, domain, err);
    us_str_addf(out, "%s/domains/%s/%s", found, domain, name);
    return US_OK;
}

bool us_data_find_file(const char *const *names, us_str *out)
{
    US_AUTO(us_names_free) us_names folders = {0};
    US_AUTOSTR(path);
    add_listed(&folders, us_env_get("UNDERSTUDY_DATA") ? us_env_get("UNDERSTUDY_DATA") : "");
    add_installed(&folders);
    for (int i = 0; i < folders.count; i++) {
        for (const char *const *name = names; *name; name++) {
            us_str_reset(&path);
            us_str_addf(&path, "%s/%s", folders.name[i], *name);
            if (us_file_exists(path.text)) {
                us_str_add(out, path.text);
                return true;
            }
        }
    }
    return false;
}
