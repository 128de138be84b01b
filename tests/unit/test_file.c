/* For realpath beside POSIX. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static const char *folder;

static void make_folder(void)
{
    scratch_folder("own");
    folder = scratch("own");
}

static const char *in_folder(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "own/%s", name);
    return scratch(path);
}

static int count_entries(void)
{
    us_names names;
    int count = -1;
    if (us_file_list(folder, "", &names, NULL) == US_OK) {
        count = names.count;
        us_names_free(&names);
    }
    return count;
}

/* Removes its files, and fails when something else was left there. */
static void drop_folder(const char *const *names)
{
    for (; *names; names++)
        remove(in_folder(*names));
    CHECK_INT(rmdir(folder), 0);
}

#define DROP_FOLDER(...) drop_folder((const char *const[]){__VA_ARGS__, NULL})

static void put(const char *name, const char *text)
{
    CHECK_INT(us_file_write(in_folder(name), text, strlen(text), NULL), US_OK);
}

static void check_holds(const char *name, const char *expected)
{
    US_AUTOFREE char *text = NULL;
    size_t length = 0;
    us_status status = us_file_read(in_folder(name), 1 << 20, &text, &length, NULL);
    CHECK_INT(status, US_OK);
    if (status != US_OK)
        return;
    CHECK_STR(text, expected);
    CHECK_INT((int64_t)length, (int64_t)strlen(expected));
}

TEST(what_was_written_is_read)
{
    make_folder();
    put("a", "first");
    check_holds("a", "first");
    put("a", "second, longer");
    check_holds("a", "second, longer");
    put("a", "");
    check_holds("a", "");
    CHECK_INT(count_entries(), 1);
    DROP_FOLDER("a");
}

TEST(bytes_of_every_value_survive)
{
    enum { SIZE = 200000 };
    make_folder();
    char *bytes = us_mem_alloc(SIZE), *text = NULL;
    size_t length = 0;
    for (int i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 31 >> 3);
    CHECK_INT(us_file_write(in_folder("b"), bytes, SIZE, NULL), US_OK);
    CHECK_INT(us_file_read(in_folder("b"), SIZE, &text, &length, NULL), US_OK);
    CHECK_INT((int64_t)length, SIZE);
    CHECK(length == SIZE && memcmp(bytes, text, SIZE) == 0 && text[SIZE] == '\0');
    us_mem_free(text);
    us_mem_free(bytes);
    DROP_FOLDER("b");
}

TEST(a_file_over_the_limit_is_refused)
{
    make_folder();
    put("a", "12345");
    char *text = NULL;
    size_t length = 77;
    us_error err;
    CHECK_INT(us_file_read(in_folder("a"), 4, &text, &length, &err), US_BAD_INPUT);
    CHECK(!text && length == 77);
    CHECK_STR(err.text, "expected at most 4 bytes, found a larger file");
    CHECK_STR(err.file, in_folder("a"));
    CHECK_INT(us_file_read(in_folder("a"), 5, &text, &length, &err), US_OK);
    us_mem_free(text);
    DROP_FOLDER("a");
}

TEST(what_is_no_file_is_refused_with_its_reason)
{
    char *text = NULL;
    size_t length = 0;
    us_error err;
    make_folder();
    CHECK_INT(us_file_read(in_folder("absent"), 9, &text, &length, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot open: No such file or directory");
    CHECK_INT(us_file_read(folder, 9, &text, &length, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "expected a regular file, found a folder");
    CHECK_INT(us_file_read("/dev/null", 9, &text, &length, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "expected a regular file, found a special file");
    CHECK_INT(mkfifo(in_folder("pipe"), 0600), 0);
    CHECK_INT(us_file_read(in_folder("pipe"), 9, &text, &length, &err), US_BAD_INPUT);
    CHECK_INT(us_file_write(in_folder("pipe"), "x", 1, &err), US_BAD_INPUT);
    CHECK_INT(us_file_write(folder, "x", 1, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot write: expected a regular file, found a folder");
    CHECK_INT(us_file_write("/dev/null", "x", 1, &err), US_BAD_INPUT);
    CHECK_INT(us_file_write(in_folder("no/such"), "x", 1, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot write: No such file or directory");
    CHECK(!text && length == 0);
    DROP_FOLDER("pipe");
}

/* The checks before long work refuse what the writing at its end would refuse. */
TEST(what_is_no_file_is_refused_before_it_is_written)
{
    static const char *const says[] = {
        "cannot write: expected a regular file, found a folder",
        "cannot write: expected a regular file, found a special file",
        "cannot write: expected a file or a new one, found a link to nothing",
    };
    us_error err;
    make_folder();
    char path[3][512];
    snprintf(path[0], sizeof path[0], "%s", folder);
    snprintf(path[1], sizeof path[1], "%s", in_folder("pipe"));
    snprintf(path[2], sizeof path[2], "%s", in_folder("link"));
    REQUIRE(mkfifo(path[1], 0600) == 0 && symlink("nowhere", path[2]) == 0);
    for (int i = 0; i < US_COUNT(says); i++) {
        CHECK_INT(us_file_write(path[i], "x", 1, &err), US_BAD_INPUT);
        CHECK_STR(err.text, says[i]);
        CHECK_INT(us_file_check_replaceable(path[i], "brl ", "a file", &err), US_BAD_INPUT);
        CHECK_STR(err.text, says[i]);
        CHECK_INT(us_file_check_writable(path[i], &err), US_BAD_INPUT);
        CHECK_STR(err.text, says[i]);
    }
    DROP_FOLDER("pipe", "link");
}

TEST(a_full_disk_leaves_the_old_file_and_no_other)
{
    enum { SIZE = 100000, LIMIT = 4096 };
    make_folder();
    put("a", "old");
    char *bytes = us_mem_alloc(SIZE);
    us_error err;
    struct rlimit old, small;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGXFSZ, &ignore, &before);
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = LIMIT;
    setrlimit(RLIMIT_FSIZE, &small);
    us_status over = us_file_write(in_folder("a"), bytes, SIZE, &err);
    us_status fresh = us_file_write(in_folder("b"), bytes, SIZE, NULL);
    setrlimit(RLIMIT_FSIZE, &old);
    sigaction(SIGXFSZ, &before, NULL);

    CHECK_INT(over, US_BAD_INPUT);
    CHECK_STR(err.text, "cannot write: File too large");
    CHECK_STR(err.file, in_folder("a"));
    CHECK_INT(fresh, US_BAD_INPUT);
    check_holds("a", "old");
    CHECK_INT(count_entries(), 1);
    us_mem_free(bytes);
    DROP_FOLDER("a");
}

TEST(a_leftover_of_a_killed_run_is_in_nobodys_way)
{
    make_folder();
    char name[64];
    snprintf(name, sizeof name, "a.%ld.0.tmp", (long)getpid());
    put(name, "half");
    put("a", "whole");
    check_holds("a", "whole");
    check_holds(name, "half");
    CHECK_INT(count_entries(), 2);
    DROP_FOLDER("a", name);
}

TEST(a_replaced_file_keeps_its_mode)
{
    struct stat info = {0};
    make_folder();
    put("a", "old");
    CHECK_INT(chmod(in_folder("a"), 0751), 0);
    put("a", "new");
    CHECK_INT(stat(in_folder("a"), &info), 0);
    CHECK_INT(info.st_mode & 0777, 0751);
    DROP_FOLDER("a");
}

TEST(a_new_file_follows_the_umask)
{
    struct stat info = {0};
    make_folder();
    mode_t before = umask(0027);
    put("a", "new");
    umask(before);
    CHECK_INT(stat(in_folder("a"), &info), 0);
    CHECK_INT(info.st_mode & 0777, 0640);
    DROP_FOLDER("a");
}

TEST(a_link_stays_a_link)
{
    struct stat info = {0};
    make_folder();
    put("target", "old");
    CHECK_INT(symlink("target", in_folder("link")), 0);
    put("link", "new");
    check_holds("target", "new");
    CHECK_INT(lstat(in_folder("link"), &info), 0);
    CHECK(S_ISLNK(info.st_mode));
    DROP_FOLDER("link", "target");
}

TEST(a_file_takes_only_a_name_that_nothing_has)
{
    us_error err = {0};
    make_folder();
    put("mine", "mine");
    put("theirs", "theirs");
    const char *from = in_folder("mine");
    CHECK_INT(us_file_rename_exclusive(from, in_folder("theirs"), &err), US_BAD_INPUT);
    CHECK(strstr(err.text, "another program has made it meanwhile") != NULL);
    check_holds("mine", "mine");
    check_holds("theirs", "theirs");
    CHECK_INT(us_file_rename_exclusive(from, in_folder("new"), NULL), US_OK);
    check_holds("new", "mine");
    CHECK(!us_file_exists(from));
    DROP_FOLDER("new", "theirs");
}

/* Folders have no hard links: they show what is done where no file has. */
TEST(a_name_is_safe_where_there_are_no_hard_links)
{
    us_error err = {0};
    make_folder();
    CHECK_INT(mkdir(in_folder("theirs"), 0777), 0);
    CHECK_INT(mkdir(in_folder("mine"), 0777), 0);
    const char *from = in_folder("mine");
    CHECK_INT(us_file_rename_exclusive(from, in_folder("theirs"), &err), US_BAD_INPUT);
    CHECK(strstr(err.text, "another program has made it meanwhile") != NULL);
    CHECK(us_file_exists(from));
    CHECK_INT(us_file_rename_exclusive(from, in_folder("new"), NULL), US_OK);
    CHECK(!us_file_exists(from));
    DROP_FOLDER("new", "theirs");
}

TEST(existing_means_file_or_folder)
{
    make_folder();
    CHECK(us_file_exists(folder));
    CHECK(!us_file_exists(in_folder("a")));
    put("a", "");
    CHECK(us_file_exists(in_folder("a")));
    DROP_FOLDER("a");
}

TEST(a_list_holds_the_sorted_files_with_the_suffix)
{
    us_names names;
    make_folder();
    put("b.json", "");
    put("a.json", "");
    put("B.json", "");
    put("json", "");
    put(".json", "");
    put(".hidden.json", "");
    put("c.map", "");
    CHECK_INT(mkdir(in_folder("folder.json"), 0700), 0);
    CHECK_INT(us_file_list(folder, ".json", &names, NULL), US_OK);
    CHECK_INT(names.count, 3);
    if (names.count == 3) {
        CHECK_STR(names.name[0], "B.json");
        CHECK_STR(names.name[1], "a.json");
        CHECK_STR(names.name[2], "b.json");
    }
    us_names_free(&names);
    CHECK_INT(symlink("nowhere", in_folder("away.json")), 0);
    CHECK_INT(us_file_list_all(folder, ".json", &names, NULL), US_OK);
    CHECK_INT(names.count, 5);
    if (names.count == 5)
        CHECK_STR(names.name[4], "folder.json");
    us_names_free(&names);
    CHECK_INT(us_file_list(folder, ".none", &names, NULL), US_OK);
    CHECK_INT(names.count, 0);
    us_names_free(&names);
    DROP_FOLDER("a.json", "b.json", "B.json", "json", ".json", ".hidden.json", "c.map",
                "folder.json", "away.json");
}

TEST(listing_an_absent_folder_fails)
{
    us_names names = {.count = 77};
    us_error err;
    CHECK_INT(us_file_list("/no/such/folder", "", &names, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot list: No such file or directory");
    CHECK_INT(names.count, 77);
}

TEST(data_lies_where_the_environment_says_then_here_then_where_installed)
{
    make_folder();
    char here[512], old[512] = "";
    const char *before = getenv("UNDERSTUDY_DATA");
    if (before)
        snprintf(old, sizeof old, "%s", before);
    CHECK(getcwd(here, sizeof here) != NULL);

    us_str path;
    us_error err;
    us_str_init(&path);
    setenv("UNDERSTUDY_DATA", "/somewhere", 1);
    CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_BAD_INPUT);
    CHECK(strstr(err.text, "expected UNDERSTUDY_DATA to name") != NULL);
    CHECK(strstr(err.text, "; looked in /somewhere") != NULL);
    setenv("UNDERSTUDY_DATA", "", 1);
    CHECK_INT(chdir(folder), 0);
    CHECK_INT(mkdir("domains", 0700), 0);
    CHECK_INT(mkdir("domains/chess", 0700), 0);
    /* folders of these names are not yet the data */
    CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_BAD_INPUT);
    CHECK(strstr(err.text, "no domains/chess/domain.json: expected UNDERSTUDY_DATA to name") !=
          NULL);
    CHECK(strstr(err.text, "; looked in the present folder, /") != NULL);
    CHECK_STR(path.text, "");
    put("domains/chess/domain.json", "{}");
    CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_OK);
    CHECK_STR(path.text, "./domains/chess/rules.json");
    setenv("UNDERSTUDY_DATA", folder, 1);
    us_str_reset(&path);
    CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_OK);
    CHECK_STR(path.text, in_folder("domains/chess/rules.json"));
    /* of several folders the first that has the domain */
    us_str list;
    us_str_init(&list);
    us_str_addf(&list, "/somewhere::%s:/elsewhere", folder);
    setenv("UNDERSTUDY_DATA", list.text, 1);
    us_str_reset(&path);
    CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_OK);
    CHECK_STR(path.text, in_folder("domains/chess/rules.json"));
    /* a part of it elsewhere is not passed over */
    CHECK_INT(mkdir("part", 0700), 0);
    CHECK_INT(mkdir("part/domains", 0700), 0);
    CHECK_INT(mkdir("part/domains/chess", 0700), 0);
    for (int first = 0; first < 2; first++) {
        us_str_reset(&list);
        us_str_addf(&list, first ? "part:%s" : "%s:part", folder);
        setenv("UNDERSTUDY_DATA", list.text, 1);
        us_str_reset(&path);
        CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_BAD_INPUT);
        CHECK_STR(err.file, "part/domains/chess");
        CHECK(strstr(err.text, "there is no domain.json in it") != NULL);
        CHECK_STR(path.text, "");
    }
    remove("part/domains/chess");
    remove("part/domains");
    remove("part");
    setenv("UNDERSTUDY_DATA", "/somewhere:/elsewhere:", 1);
    us_str_reset(&path);
    CHECK_INT(us_data_find_domain_file("chess", "rules.json", &path, &err), US_BAD_INPUT);
    CHECK(strstr(err.text, "; looked in /somewhere, /elsewhere") != NULL);
    CHECK_STR(path.text, "");
    us_str_clear(&list);
    unsetenv("UNDERSTUDY_DATA");
    us_str_clear(&path);
    remove("domains/chess/domain.json");
    remove("domains/chess");

    CHECK_INT(chdir(here), 0);
    if (before)
        setenv("UNDERSTUDY_DATA", old, 1);
    DROP_FOLDER("domains");
}

/* The program that runs lies in no PREFIX/bin. */
TEST(what_is_not_installed_is_not_found)
{
    US_AUTOSTR(path);
    us_str_add(&path, "before");
    CHECK(!us_data_find_file((const char *const[]){"no-such-folder", NULL}, &path));
    CHECK_STR(path.text, "before");
}
