#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "studio/folders.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* Two chosen folders of the same name, one outside, and links that lead about. */
static void make_folders(us_folders *folders)
{
    static const char *const names[] = {"it", "it/sub", "other", "other/it", "outside"};
    for (int i = 0; i < US_COUNT(names); i++)
        scratch_folder(names[i]);
    scratch_put("it/a.txt", "a");
    scratch_put("it/.hidden", "h");
    scratch_put("it/sub/b.txt", "b");
    scratch_put("other/it/c.txt", "c");
    scratch_put("outside/secret", "s");
    const char *secret = scratch("outside/secret"), *inner = scratch("it/a.txt");
    REQUIRE(symlink(secret, scratch("it/leak")) == 0);
    REQUIRE(symlink(scratch("outside"), scratch("it/door")) == 0);
    REQUIRE(symlink(scratch("outside/new"), scratch("it/dangling")) == 0);
    REQUIRE(symlink(inner, scratch("it/sub/within")) == 0);
    const char *chosen[] = {scratch("it"), scratch("other/it")};
    us_error err;
    REQUIRE(us_folders_open(folders, chosen, 2, &err) == US_OK);
}

TEST(a_file_is_found_by_how_pages_call_it)
{
    static const struct {
        const char *file, *end;
    } rows[] = {
        {"it/a.txt", "/it/a.txt"},
        {"it/sub/b.txt", "/it/sub/b.txt"},
        {"it-2/c.txt", "/other/it/c.txt"},
        {"it/sub/within", "/it/sub/within"}, /* a link within the folder is fine */
        {"shipped/skirmish/domain.json", "/skirmish/domain.json"},
    };
    us_folders folders;
    make_folders(&folders);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str path, back;
        us_error err = {0};
        us_test_row(rows[i].file);
        us_str_init(&path);
        us_str_init(&back);
        CHECK_INT(us_folders_find(&folders, rows[i].file, false, &path, &err), US_OK);
        size_t length = strlen(rows[i].end);
        CHECK(path.length > length && us_text_equal(path.text + path.length - length, rows[i].end));
        CHECK(us_folders_print_name(&folders, path.text, &back));
        if (!strstr(rows[i].file, "within"))
            CHECK_STR(back.text, rows[i].file);
        us_str_clear(&path);
        us_str_clear(&back);
    }
    us_test_row(NULL);
    us_folders_clear(&folders);
}

TEST(nothing_outside_can_be_named)
{
    static const struct {
        const char *file, *text;
        bool write;
    } rows[] = {
        {"", "FOLDER/PATH", false},
        {"it", "FOLDER/PATH", false},
        {"it/", "FOLDER/PATH", false},
        {"/it/a.txt", "no folder", false},
        {"/etc/passwd", "no folder", false},
        {"it/../outside/secret", "begin with a dot", false},
        {"it/sub/../../outside/secret", "begin with a dot", false},
        {"it/sub/..", "begin with a dot", false},
        {"../it/a.txt", "no folder", false},
        {"it//a.txt", "begin with a dot", false},
        {"it/./a.txt", "begin with a dot", false},
        {"it/.hidden", "begin with a dot", false},
        {"it/a\nb", "begin with a dot", false},
        {"it\\..\\outside", "FOLDER/PATH", false},
        {"outside/secret", "no folder", false},
        {"it/leak", "leads out", false},
        {"it/door/secret", "leads out", false},
        {"it/leak", "leads out", true},
        {"it/door/new", "leads out", true},
        {"it/dangling", "link to nothing", true},
        {"it/none/x", "folder", true},
        {"it/none", "No such file", false},
        {"shipped/x", "read only", true},
    };
    us_folders folders;
    make_folders(&folders);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_str path;
        us_error err = {0};
        us_test_row(rows[i].file);
        us_str_init(&path);
        CHECK_INT(us_folders_find(&folders, rows[i].file, rows[i].write, &path, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows[i].text);
        CHECK_STR(path.text, "");
        us_str_clear(&path);
    }
    us_test_row(NULL);
    us_folders_clear(&folders);
}

TEST(a_new_file_may_be_named_where_its_folder_is)
{
    us_folders folders;
    us_str path;
    us_error err;
    make_folders(&folders);
    us_str_init(&path);
    CHECK_INT(us_folders_find(&folders, "it/sub/new.jsonl", true, &path, &err), US_OK);
    CHECK_STR(path.text, scratch("it/sub/new.jsonl"));
    us_str_clear(&path);
    us_folders_clear(&folders);
}

static bool gather(void *context, const char *path, const char *file)
{
    (void)path;
    if (!us_text_has_prefix(file, US_SHIPPED_FOLDER))
        us_str_addf(context, "%s ", file);
    return true;
}

TEST(a_walk_meets_what_lies_there_and_follows_no_link)
{
    us_folders folders;
    us_str met;
    make_folders(&folders);
    us_str_init(&met);
    us_folders_walk(&folders, gather, &met);
    CHECK_STR(met.text, "it/a.txt it/sub/b.txt it-2/c.txt ");
    us_str_clear(&met);
    us_folders_clear(&folders);
}

TEST(what_is_no_folder_is_not_chosen)
{
    us_folders folders = {0};
    us_error err;
    scratch_put("file", "x");
    const char *chosen[] = {scratch("file"), scratch("nowhere")};
    CHECK_INT(us_folders_open(&folders, &chosen[0], 1, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "found a file");
    CHECK_INT(us_folders_open(&folders, &chosen[1], 1, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "expected a folder");
    CHECK_INT(folders.count, 0);
}
