#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/errand.h"
#include "base/progress.h"
#include "tests/unit/test.h"

enum { SOON = 20000, LATE = 200 }; /* milliseconds */

static us_errand shell(const char *script, int64_t within)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    us_errand errand = {.code = -2};
    us_error err = {0};
    us_status status = us_errand_run(argv, within, &errand, &err);
    if (status != US_OK)
        FAIL("%s: %s", script, err.text);
    REQUIRE(status == US_OK);
    return errand;
}

static void what_it_says_and_how_it_ends_is_told(void)
{
    us_errand errand = shell("echo one; echo two >&2; read -r line || echo empty; exit 3", SOON);
    CHECK_STR(errand.said.text, "one\nempty\n");
    CHECK_STR(errand.complained.text, "two\n");
    CHECK_INT(errand.code, 3);
    us_errand_clear(&errand);
    errand = shell("kill -9 $$", 0);
    CHECK_INT(errand.code, -1);
    us_errand_clear(&errand);
    errand = shell("exec >&- 2>&-; sleep 0.2; exit 4", SOON);
    CHECK_INT(errand.code, 4);
    us_errand_clear(&errand);
}

/* More than a pipe holds, on both at once. */
static void much_is_heard(void)
{
    us_errand errand =
        shell("yes abcdefg | head -c 1000000 & yes abcdefg | head -c 1000000 >&2; wait", SOON);
    CHECK_INT(errand.said.length, 1000000);
    CHECK_INT(errand.complained.length, 1000000);
    CHECK_INT(errand.code, 0);
    us_errand_clear(&errand);
}

static void words_are_not_for_a_shell(void)
{
    const char *const argv[] = {"printf", "%s|", "a b", "'\"$HOME`x`", "", "*", NULL};
    us_errand errand;
    REQUIRE(us_errand_run(argv, SOON, &errand, NULL) == US_OK);
    CHECK_STR(errand.said.text, "a b|'\"$HOME`x`||*|");
    us_errand_clear(&errand);
}

static void who_takes_too_long_is_ended_with_all_of_its_own(void)
{
    int64_t began = us_clock_ms();
    us_errand errand = shell("echo $$; sleep 60 & sleep 60", LATE);
    CHECK(us_clock_ms() - began < SOON);
    CHECK_INT(errand.code, -1);
    long group = 0;
    CHECK(sscanf(errand.said.text, "%ld", &group) == 1 && group > 1);
    /* Who is gone may still wait to be buried by somebody else. */
    for (int i = 0; i < 100 && kill((pid_t)-group, 0) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    CHECK(group <= 1 || kill((pid_t)-group, 0) != 0);
    us_errand_clear(&errand);
    began = us_clock_ms();
    errand = shell("while :; do echo no end of words; done", 0);
    CHECK_INT(errand.code, -1);
    CHECK(errand.said.length > US_ERRAND_MAX);
    us_errand_clear(&errand);
}

static void who_is_not_there_is_no_engine(void)
{
    const char *const none[] = {"no-such-program-anywhere", NULL};
    const char *const folder[] = {"/tmp", NULL};
    us_errand errand = {.code = 77};
    us_error err = {0};
    CHECK_INT(us_errand_run(none, SOON, &errand, &err), US_NO_ENGINE);
    CHECK_STR(err.text, "no-such-program-anywhere is not in PATH");
    CHECK_INT(us_errand_run(folder, SOON, &errand, &err), US_NO_ENGINE);
    CHECK_STR(err.text, "/tmp can't be run: Permission denied");
    CHECK_INT(errand.code, 77);
}

static void why_it_failed_is_one_line(void)
{
    static const struct {
        const char *script, *why;
    } rows[] = {
        {"echo said; echo one >&2; echo two >&2; exit 1", "one; two"},
        {"echo said; exit 1", "said"},
        {"exit 9", "exit 9"},
        {"kill -9 $$", "no answer"},
        {"echo abcdefghijklmnopqrstuvwxyz >&2; exit 1", "abcdefghijklmnopqrs"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        char why[22];
        us_errand errand = shell(rows[i].script, SOON);
        CHECK_STR(us_errand_why(&errand, why, sizeof(why)), rows[i].why);
        us_errand_clear(&errand);
    }
}

static void what_we_ignore_it_does_not(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    us_errand errand = shell("kill -PIPE $$; echo ignored", SOON);
    sigaction(SIGPIPE, &before, NULL);
    CHECK_STR(errand.said.text, "");
    CHECK_INT(errand.code, -1);
    us_errand_clear(&errand);
}

static const us_test tests[] = {
    {"what it says and how it ends is told", what_it_says_and_how_it_ends_is_told},
    {"much is heard", much_is_heard},
    {"words are not for a shell", words_are_not_for_a_shell},
    {"who takes too long is ended with all of its own",
     who_takes_too_long_is_ended_with_all_of_its_own},
    {"who is not there is no engine", who_is_not_there_is_no_engine},
    {"why it failed is one line", why_it_failed_is_one_line},
    {"what we ignore it does not", what_we_ignore_it_does_not},
    {0},
};
const us_test_suite suite_errand = {"programs run once", tests};
