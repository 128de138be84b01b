/* For mkdtemp and nftw. */
#define _XOPEN_SOURCE 700

#include "tests/unit/scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static int drop(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

void scratch_clean(void)
{
    if (folder[0])
        CHECK(nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS) == 0);
    folder[0] = '\0';
}
