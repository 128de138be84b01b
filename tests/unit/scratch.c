/* For mkdtemp and realpath. */
#define _DEFAULT_SOURCE

#include "tests/unit/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tests/unit/test.h"

enum { BASE_MAX = 200, ROOM = 1 << 20 };

static char folder[BASE_MAX + 32];
static char paths[ROOM]; /* one after the other */
static size_t used;
static int number;

static void make_folder(void)
{
    char real[PATH_MAX];
    const char *base = getenv("TMPDIR");
    if (!realpath(base && base[0] ? base : "/tmp", real))
        us_test_give_up("TMPDIR is no folder", __FILE__, __LINE__);
    int length = snprintf(folder, sizeof folder, "%s/us-scratch-XXXXXX", real);
    if (length < 0 || (size_t)length >= sizeof folder)
        us_test_give_up("the path of TMPDIR is longer than 200 bytes", __FILE__, __LINE__);
    if (!mkdtemp(folder)) {
        folder[0] = '\0';
        us_test_give_up("no folder can be made in TMPDIR", __FILE__, __LINE__);
    }
}

const char *scratch(const char *name)
{
    if (!folder[0])
        make_folder();
    char *out = paths + used;
    size_t left = sizeof paths - used;
    size_t length = (size_t)snprintf(out, left, "%s%s%s", folder, name[0] ? "/" : "", name);
    REQUIRE(length < left);
    for (char *at = paths; at < out; at += strlen(at) + 1)
        if (strcmp(at, out) == 0)
            return at;
    used += length + 1;
    return out;
}

const char *scratch_beside(const char *end)
{
    char name[64];
    snprintf(name, sizeof name, "new-%d%s", number, end);
    return scratch(name);
}

const char *scratch_new(const char *end)
{
    number++;
    return scratch_beside(end);
}

void scratch_folder(const char *name)
{
    REQUIRE(mkdir(scratch(name), 0777) == 0);
}

void scratch_put(const char *name, const char *text)
{
    REQUIRE(us_file_write(scratch(name), text, strlen(text), NULL) == US_OK);
}

char *scratch_text(const char *name)
{
    char *text = NULL;
    size_t length;
    REQUIRE(us_file_read(scratch(name), 1 << 26, &text, &length, NULL) == US_OK);
    return text;
}

static char remains[PATH_MAX + 128];

static void drop(const char *path)
{
    struct stat info;
    struct dirent *entry;
    DIR *dir = lstat(path, &info) == 0 && S_ISDIR(info.st_mode) ? opendir(path) : NULL;
    while (dir && (entry = readdir(dir))) {
        char inner[PATH_MAX];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        drop(inner);
    }
    if (dir)
        closedir(dir);
    if (remove(path) != 0 && !remains[0])
        snprintf(remains, sizeof remains, "cannot remove %s: %s", path, strerror(errno));
}

const char *scratch_drop(void)
{
    remains[0] = '\0';
    if (folder[0])
        drop(folder);
    folder[0] = '\0';
    used = 0;
    number = 0;
    return remains[0] ? remains : NULL;
}

void scratch_clean(void)
{
    CHECK_STR(scratch_drop(), NULL);
}
