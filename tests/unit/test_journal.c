#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "experiments/run/journal.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

static us_journal *open_journal(void)
{
    us_journal *journal = NULL;
    REQUIRE(us_journal_open(scratch("j"), &journal, NULL) == US_OK);
    return journal;
}

static us_status append(us_journal *journal, const char *line, us_error *err)
{
    return us_journal_append(journal, line, strlen(line), err);
}

static void holds(const char *expected)
{
    US_AUTOFREE char *text = scratch_text("j");
    CHECK_STR(text, expected);
}

TEST(lines_are_appended_across_openings)
{
    us_journal *journal = open_journal();
    CHECK_INT(append(journal, "one", NULL), US_OK);
    CHECK_INT(append(journal, "", NULL), US_OK);
    CHECK_INT(us_journal_sync(journal, NULL), US_OK);
    CHECK_INT(append(journal, "two", NULL), US_OK);
    holds("one\n\ntwo\n"); /* before it is closed */
    CHECK_INT(us_journal_close(journal, NULL), US_OK);
    journal = open_journal();
    CHECK_INT(append(journal, "three", NULL), US_OK);
    CHECK_INT(us_journal_close(journal, NULL), US_OK);
    holds("one\n\ntwo\nthree\n");
    CHECK_INT(us_journal_close(NULL, NULL), US_OK);
}

TEST(what_a_kill_left_behind_the_last_whole_line_is_cut)
{
    static const struct {
        const char *before, *after;
    } rows[] = {
        {"", "x\n"},     {"half", "x\n"},     {"one\n", "one\nx\n"}, {"one\nhalf", "one\nx\n"},
        {"\n", "\nx\n"}, {"\nhalf", "\nx\n"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].before);
        scratch_put("j", rows[i].before);
        us_journal *journal = open_journal();
        CHECK_INT(append(journal, "x", NULL), US_OK);
        us_journal_close(journal, NULL);
        holds(rows[i].after);
    }
}

/* The end is searched block by block: a newline before, at and behind each border. */
TEST(a_long_cut_line_is_cut_wherever_it_begins)
{
    static char text[3 * 4096 + 2];
    for (int whole = 4090; whole < 4102; whole++) {
        for (int half = 4090; half < 4102; half++) {
            memset(text, 'a', sizeof text);
            text[whole - 1] = '\n';
            text[whole + half] = '\0';
            scratch_put("j", text);
            us_journal_close(open_journal(), NULL);
            text[whole] = '\0';
            holds(text);
        }
    }
}

TEST(what_is_no_plain_file_is_refused)
{
    us_journal *journal = NULL;
    us_error err = {0};
    CHECK_INT(us_journal_open(scratch(""), &journal, &err), US_BAD_INPUT);
    CHECK_INT(us_journal_open(scratch("no/such"), &journal, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "cannot open: No such file or directory");
    CHECK_STR(err.file, scratch("no/such"));
    REQUIRE(mkfifo(scratch("pipe"), 0600) == 0);
    CHECK_INT(us_journal_open(scratch("pipe"), &journal, &err), US_BAD_INPUT);
    CHECK_STR(err.text, "expected a regular file");
    CHECK(!journal);
}

static void set_limit(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Where the limit lies within a line, before its newline, and behind it. */
TEST(a_full_disk_takes_back_the_line_that_found_no_room)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    struct rlimit old;
    sigaction(SIGXFSZ, &ignore, &before);
    getrlimit(RLIMIT_FSIZE, &old);
    for (rlim_t limit = 4; limit <= 9; limit++) {
        us_error err = {0};
        scratch_put("j", "one\n");
        us_journal *journal = open_journal();
        set_limit(limit);
        us_status full = append(journal, "four", &err);
        set_limit(old.rlim_cur);
        CHECK_INT(full, limit == 9 ? US_OK : US_INCOMPLETE);
        holds(limit == 9 ? "one\nfour\n" : "one\n");
        if (limit < 9) {
            CHECK_STR(err.text, "cannot write: File too large");
            CHECK_STR(err.file, scratch("j"));
        }
        CHECK_INT(append(journal, "x", NULL), US_OK); /* there is room again */
        CHECK_INT(us_journal_close(journal, NULL), US_OK);
        holds(limit == 9 ? "one\nfour\nx\n" : "one\nx\n");
    }
    sigaction(SIGXFSZ, &before, NULL);
}

/* ---- who is at work */

/* Whether another process would get it. */
static bool other_gets(int part, int parts)
{
    int status = -1;
    fflush(NULL);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        us_folder_lock *lock = NULL;
        us_error err = {0};
        us_status got = us_folder_lock_open(scratch("lock"), part, parts, &lock, &err);
        bool well = got == US_OK || (got == US_INCOMPLETE && !lock &&
                                     strstr(err.text, "another run is at work here"));
        us_folder_lock_close(lock);
        _exit(!well ? 9 : got == US_OK ? 0 : 1);
    }
    REQUIRE(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status) == 0;
}

TEST(one_is_at_work_alone_or_many_of_one_division)
{
    static const struct {
        int part, parts, other, others;
        bool gets;
    } rows[] = {
        {0, 1, 0, 1, false},
        {0, 1, 0, 2, false},
        {0, 1, 99999, 100000, false},
        {0, 2, 0, 1, false},
        {99999, 100000, 0, 1, false},
        {0, 2, 0, 2, false},
        {99999, 100000, 99999, 100000, false},
        {0, 2, 1, 2, true},
        {1, 2, 0, 2, true},
        {99998, 100000, 99999, 100000, true},
        {0, 2, 1, 3, false},
        {0, 3, 1, 2, false},
        {1, 2, 99999, 100000, false},
        {99999, 100000, 0, 99999, false},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_folder_lock *lock = NULL;
        char row[32];
        snprintf(row, sizeof row, "row %d", i);
        us_test_row(row);
        REQUIRE(us_folder_lock_open(scratch("lock"), rows[i].part, rows[i].parts, &lock, NULL) ==
                US_OK);
        CHECK_INT(other_gets(rows[i].other, rows[i].others), rows[i].gets);
        CHECK_INT(other_gets(rows[i].other, rows[i].others), rows[i].gets); /* nothing is lost */
        us_folder_lock_close(lock);
        CHECK(other_gets(rows[i].other, rows[i].others));
    }
    us_folder_lock_close(NULL);
}

/* Who takes the file away, as a plan that fails does, is not at work there. */
TEST(a_lock_that_is_taken_away_is_made_again)
{
    scratch_put("lock", "");
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0)
        for (;;) {
            unlink(scratch("lock"));
            nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL); /* so that others get it, too */
        }
    while (access(scratch("lock"), F_OK) == 0)
        ; /* until it has begun */
    for (int i = 0; i < 5000; i++) {
        us_error err = {0};
        us_folder_lock *lock = NULL;
        if (us_folder_lock_open(scratch("lock"), 0, 1, &lock, &err) != US_OK)
            FAIL("time %d: %s", i, err.text);
        us_folder_lock_close(lock);
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* As a worker that lives on when the run was killed. */
TEST(a_lock_is_not_handed_to_who_is_forked)
{
    us_folder_lock *lock = NULL;
    int ends[2];
    char byte;
    REQUIRE(pipe(ends) == 0);
    REQUIRE(us_folder_lock_open(scratch("lock"), 0, 1, &lock, NULL) == US_OK);
    fflush(NULL);
    pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        close(ends[1]);
        _exit(read(ends[0], &byte, 1) != 0);
    }
    close(ends[0]);
    CHECK(!other_gets(0, 1));
    us_folder_lock_close(lock);
    CHECK(other_gets(0, 1));
    close(ends[1]);
    waitpid(pid, NULL, 0);
}

TEST(reading_the_journals_beside_it_gives_no_lock_up)
{
    us_folder_lock *lock = NULL;
    REQUIRE(us_folder_lock_open(scratch("lock"), 3, 4, &lock, NULL) == US_OK);
    us_journal *journal = open_journal();
    append(journal, "one", NULL);
    holds("one\n");
    CHECK(!other_gets(3, 4));
    us_journal_close(journal, NULL);
    CHECK(!other_gets(3, 4));
    us_folder_lock_close(lock);
}
