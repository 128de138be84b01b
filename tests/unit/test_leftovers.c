#include "base/leftovers.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

TEST(remembered_files_go_with_their_journals_and_folders)
{
    scratch_folder("made");
    scratch_put("left.db", "x");
    scratch_put("left.db-journal", "x");
    scratch_put("made/inner", "x");
    scratch_put("own", "x");
    us_leftovers_add(scratch("made")); /* before its file: the newest goes first */
    us_leftovers_add(scratch("made/inner"));
    us_leftovers_add(scratch("left.db"));
    us_leftovers_add(scratch("never made"));
    us_leftovers_remove();
    CHECK(!us_file_exists(scratch("left.db")) && !us_file_exists(scratch("left.db-journal")));
    CHECK(!us_file_exists(scratch("made")));
    CHECK(us_file_exists(scratch("own")));
}

TEST(a_folder_that_holds_something_else_stays)
{
    scratch_folder("made");
    scratch_put("made/own", "x");
    us_leftovers_add(scratch("made"));
    us_leftovers_remove();
    CHECK(us_file_exists(scratch("made/own")));
}

TEST(a_folder_of_temporary_files_goes_with_all_of_them)
{
    char name[32];
    scratch_folder("round");
    scratch_folder("nested");
    scratch_folder("nested/own");
    scratch_put("nested/file", "x");
    for (int i = 0; i < 2000; i++) { /* more than the ring and a page of names hold */
        snprintf(name, sizeof name, "round/%d.jsonl", i);
        scratch_put(name, "x");
    }
    us_leftovers_add_folder(scratch("round"));
    us_leftovers_add_folder(scratch("nested"));
    us_leftovers_add_folder(scratch("never made"));
    us_leftovers_remove();
    CHECK(!us_file_exists(scratch("round")) && !us_file_exists(scratch("nested/file")));
    CHECK(us_file_exists(scratch("nested/own")));
}

TEST(a_forked_process_removes_its_own_files_alone)
{
    int status = -1;
    scratch_put("parent", "x");
    scratch_put("child", "x");
    us_leftovers_add(scratch("parent"));
    pid_t pid = fork();
    if (pid == 0) {
        us_leftovers_add(scratch("child"));
        us_leftovers_remove();
        _exit(0);
    }
    waitpid(pid, &status, 0);
    CHECK_INT(status, 0);
    CHECK(us_file_exists(scratch("parent")) && !us_file_exists(scratch("child")));
}

TEST(many_files_and_too_long_a_path_are_forgotten_not_overrun)
{
    char name[5000] = "";
    scratch_put("first", "x");
    us_leftovers_add(scratch("first"));
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "/nowhere/%d", i);
        us_leftovers_add(name);
    }
    memset(name, 'a', sizeof name - 1);
    name[0] = '/';
    us_leftovers_add(name);
    us_leftovers_remove();
    CHECK(us_file_exists(scratch("first")));
}
