/* Locks of a folder, asked about and taken by the process that holds them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/run/journal.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

/* Whether another process would get it. */
static bool is_free(const char *path)
{
    int status = -1;
    fflush(NULL);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        us_folder_lock *lock = NULL;
        us_status got = us_folder_lock_open(path, 0, 1, &lock, NULL);
        us_folder_lock_close(lock);
        _exit(got == US_OK ? 0 : 1);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid);
    return WEXITSTATUS(status) == 0;
}

TEST(asking_about_an_own_lock_keeps_it)
{
    US_AUTOPTR(us_folder_lock) lock = NULL;
    REQUIRE(us_folder_lock_open(scratch("lock"), 0, 1, &lock, NULL) == US_OK);
    for (int i = 0; i < 3; i++)
        CHECK(us_folder_lock_is_held(scratch("lock")));
    CHECK(!is_free(scratch("lock")));
}

TEST(a_process_does_not_get_its_own_lock_twice_and_keeps_it)
{
    us_folder_lock *lock = NULL, *second = NULL;
    us_error err = {0};
    REQUIRE(us_folder_lock_open(scratch("lock"), 0, 2, &lock, NULL) == US_OK);
    CHECK_INT(us_folder_lock_open(scratch("lock"), 0, 2, &second, &err), US_INCOMPLETE);
    CHECK_CONTAINS(err.text, "another run is at work here");
    CHECK(!second && !is_free(scratch("lock")));
    us_folder_lock_close(lock);
    CHECK(is_free(scratch("lock")) && !us_folder_lock_is_held(scratch("lock")));
    CHECK_INT(us_folder_lock_open(scratch("lock"), 0, 1, &second, NULL), US_OK);
    us_folder_lock_close(second);
}

/* A link to the folder is another name of the same file. */
TEST(a_lock_is_known_by_its_file_and_not_by_its_name)
{
    US_AUTOPTR(us_folder_lock) lock = NULL;
    REQUIRE(us_folder_lock_open(scratch("lock"), 0, 1, &lock, NULL) == US_OK);
    char *other = strdup(scratch("other"));
    REQUIRE(symlink(scratch("lock"), other) == 0);
    CHECK(us_folder_lock_is_held(other));
    CHECK(!is_free(scratch("lock")));
    free(other);
}
