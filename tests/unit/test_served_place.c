/* An opened file of the studio lies below a chosen folder, whatever its path has become since. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "studio/folders.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static void put(const char *path)
{
    REQUIRE(us_file_write(path, "x", 1, NULL) == US_OK);
}

static bool is_in(const us_folders *folders, const char *opened, const char *path)
{
    int fd = open(opened, O_RDONLY);
    REQUIRE(fd >= 0);
    bool in = us_folders_have_opened(folders, path, fd);
    close(fd);
    return in;
}

TEST(a_file_that_is_swapped_after_it_was_found_is_noticed)
{
    US_AUTO(us_folders_clear) us_folders folders = {0};
    char chosen[512], file[600], deep[600], link[600], secret[512];
    snprintf(chosen, sizeof chosen, "%s", scratch("chosen"));
    snprintf(secret, sizeof secret, "%s", scratch("secret"));
    snprintf(file, sizeof file, "%s/a.svg", chosen);
    snprintf(deep, sizeof deep, "%s/b/c", chosen);
    snprintf(link, sizeof link, "%s/b/c/d.svg", chosen);
    mkdir(chosen, 0777);
    snprintf(deep, sizeof deep, "%s/b", chosen);
    mkdir(deep, 0777);
    snprintf(deep, sizeof deep, "%s/b/c", chosen);
    mkdir(deep, 0777);
    put(file);
    put(link);
    put(secret);
    const char *const path[] = {chosen};
    REQUIRE(us_folders_open(&folders, path, 1, NULL) == US_OK);
    CHECK(is_in(&folders, file, file));
    CHECK(is_in(&folders, link, link));
    CHECK(!is_in(&folders, secret, file)); /* the link was there when the file was opened */
    CHECK(!is_in(&folders, secret, secret));
    CHECK(!is_in(&folders, link, file));
    REQUIRE(unlink(file) == 0 && symlink(secret, file) == 0);
    CHECK(!is_in(&folders, file, file)); /* it leads out */
    REQUIRE(unlink(file) == 0 && symlink("b/c/d.svg", file) == 0);
    CHECK(is_in(&folders, file, file)); /* it leads to another file below */
}
