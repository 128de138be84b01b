#define _DEFAULT_SOURCE
#include "tests/fuzz/folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

enum { PLACES = 8 };

static char root[64];

static void sweep(const char *folder)
{
    us_names names;
    US_AUTOSTR(path);
    us_str_addf(&path, "%s/", folder);
    if (us_file_list_all(path.text, "", &names, NULL) != US_OK)
        names = (us_names){0};
    for (int i = 0; i < names.count; i++) {
        struct stat info;
        us_str_reset(&path);
        us_str_addf(&path, "%s/%s", folder, names.name[i]);
        if (lstat(path.text, &info) == 0 && S_ISDIR(info.st_mode))
            sweep(path.text);
        remove(path.text);
    }
    us_names_free(&names);
    remove(folder);
}

static void sweep_all(void)
{
    sweep(root);
}

const char *fuzz_folder_place(const char *name)
{
    static char place[PLACES][256];
    static int next;
    const char *below = getenv("TMPDIR");
    char *path = place[next++ % PLACES];
    if (!root[0]) {
        snprintf(root, sizeof(root), "%.30s/understudy-fuzz.XXXXXX", below ? below : "/tmp");
        us_assert(mkdtemp(root));
        atexit(sweep_all);
    }
    snprintf(path, sizeof(place[0]), "%s/%s", root, name);
    return path;
}

void fuzz_folder_make(const char *name)
{
    us_assert(mkdir(fuzz_folder_place(name), 0700) == 0);
}

void fuzz_folder_put(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(fuzz_folder_place(name), "wb");
    us_assert(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
}

void fuzz_folder_link(const char *name)
{
    char real[PATH_MAX];
    us_assert(realpath(name, real) && symlink(real, fuzz_folder_place(name)) == 0);
}

void fuzz_folder_remove(const char *const *name, int count)
{
    for (int i = 0; i < count; i++)
        remove(fuzz_folder_place(name[i]));
}
