/* For mkdtemp. */
#define _DEFAULT_SOURCE

#include "tests/unit/scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/test.h"

static char folder[256];

const char *scratch(const char *name)
{
    static char path[8][512];
    static int next;
    const char *base = getenv("TMPDIR");
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "%s/us-scratch-XXXXXX", base && base[0] ? base : "/tmp");
        REQUIRE(mkdtemp(folder) != NULL);
    }
    char *out = path[next++ % 8];
    snprintf(out, sizeof path[0], "%s%s%s", folder, name[0] ? "/" : "", name);
    return out;
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

/* What lies in a folder below. */
static void drop(const char *name)
{
    DIR *dir = opendir(scratch(name));
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char inner[512];
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s%s%s", name, name[0] ? "/" : "", entry->d_name);
        bool is_folder = lstat(scratch(inner), &info) == 0 && S_ISDIR(info.st_mode);
        if (is_folder)
            drop(inner);
        CHECK(remove(scratch(inner)) == 0);
    }
    if (dir)
        closedir(dir);
}

void scratch_clean(void)
{
    if (!folder[0])
        return;
    drop("");
    CHECK(rmdir(folder) == 0);
    folder[0] = '\0';
}
