#include "base/file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool holds(const char *path, const char *text)
{
    US_AUTOFREE char *found = NULL;
    size_t length;
    return us_file_read(path, 1 << 20, &found, &length, NULL) == US_OK &&
           us_text_equal(found, text);
}

static void write_text(const char *path, const char *text)
{
    REQUIRE(us_file_write(path, text, strlen(text), NULL) == US_OK);
}

static int count_files(const char *folder)
{
    US_AUTO(us_names_free) us_names names = {0};
    REQUIRE(us_file_list_all(folder, "", &names, NULL) == US_OK);
    return names.count;
}

TEST(the_old_file_stays_until_its_sibling_is_put)
{
    scratch_folder("sibling");
    const char *folder = scratch("sibling"), *path = scratch("sibling/a");
    us_sibling sibling = {.fd = -1};
    us_error err = {0};
    struct stat info;
    write_text(path, "old");
    REQUIRE(chmod(path, 0640) == 0);
    for (int put = 0; put < 2; put++) {
        REQUIRE(us_sibling_open(path, &sibling, &err) == US_OK);
        CHECK_INT(us_sibling_write(&sibling, "new", 3, &err), US_OK);
        CHECK(holds(path, "old") && holds(sibling.name, "new"));
        if (put)
            CHECK_INT(us_sibling_put(&sibling, &err), US_OK);
        us_sibling_close(&sibling);
        CHECK(holds(path, put ? "new" : "old"));
        CHECK_INT(count_files(folder), 1);
    }
    REQUIRE(stat(path, &info) == 0);
    CHECK_INT(info.st_mode & 0777, 0640);
}

TEST(a_link_stays_and_its_target_is_replaced)
{
    scratch_folder("linked");
    const char *path = scratch("linked/a"), *name = scratch("linked/b");
    us_sibling sibling = {.fd = -1};
    struct stat info;
    write_text(path, "old");
    REQUIRE(symlink("a", name) == 0);
    REQUIRE(us_sibling_open(name, &sibling, NULL) == US_OK);
    CHECK_INT(us_sibling_write(&sibling, "new", 3, NULL), US_OK);
    CHECK_INT(us_sibling_put(&sibling, NULL), US_OK);
    us_sibling_close(&sibling);
    REQUIRE(lstat(name, &info) == 0);
    CHECK(S_ISLNK(info.st_mode) && holds(path, "new"));
}

TEST(a_sibling_for_a_free_place_replaces_nothing)
{
    scratch_folder("free");
    const char *folder = scratch("free"), *path = scratch("free/a");
    us_error err = {0};
    for (int taken = 0; taken < 2; taken++) {
        US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
        REQUIRE(us_sibling_open(path, &sibling, &err) == US_OK);
        CHECK_INT(us_sibling_write(&sibling, taken ? "second" : "first", 5, &err), US_OK);
        CHECK_INT(us_sibling_put_exclusive(&sibling, &err), taken ? US_BAD_INPUT : US_OK);
        CHECK(holds(path, "first"));
    }
    CHECK_CONTAINS(err.text, "another program has made it meanwhile");
    CHECK_INT(count_files(folder), 1);
}

TEST(a_new_file_is_written_whole_and_replaces_nothing)
{
    scratch_folder("new");
    const char *folder = scratch("new"), *path = scratch("new/a");
    us_error err = {0};
    CHECK_INT(us_file_write_new(path, "first", 5, &err), US_OK);
    CHECK_INT(us_file_write_new(path, "other", 5, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "another program has made it meanwhile");
    CHECK(holds(path, "first"));
    CHECK_INT(count_files(folder), 1);
}

TEST(a_finished_file_takes_anothers_place)
{
    scratch_folder("put");
    const char *folder = scratch("put"), *a = scratch("put/a"), *b = scratch("put/b");
    us_error err = {0};
    write_text(a, "new");
    write_text(b, "old");
    CHECK_INT(us_file_put(a, b, &err), US_OK);
    CHECK(!us_file_exists(a) && holds(b, "new"));
    CHECK_INT(us_file_put(a, b, &err), US_BAD_INPUT); /* it is gone */
    CHECK_CONTAINS(err.text, "cannot open: ");
    CHECK(holds(b, "new"));
    write_text(a, "newer");
    CHECK_INT(us_file_put(a, folder, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "cannot write: ");
    CHECK(holds(a, "newer"));
}

TEST(a_new_file_is_made_only_where_nothing_is)
{
    scratch_folder("fresh");
    const char *a = scratch("fresh/a"), *b = scratch("fresh/b");
    US_AUTO(us_file_close) int fd = us_file_create(a);
    CHECK(fd >= 0);
    CHECK_INT(us_file_create(a), -1);
    CHECK_INT(errno, EEXIST);
    CHECK(us_file_link(a, b) && us_file_is_same(a, b));
    CHECK(!us_file_link(a, b));
}
