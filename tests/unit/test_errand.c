#include <signal.h>
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
    us_errand_def def = {.argv = argv, .within = within};
    us_errand errand = {.code = -2};
    us_error err = {0};
    us_status status = us_errand_run(&def, &errand, &err);
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
    CHECK_INT(errand.end, US_ERRAND_EXITED);
    us_errand_clear(&errand);
    errand = shell("kill -9 $$", 0);
    CHECK_INT(errand.end, US_ERRAND_KILLED);
    CHECK_INT(errand.code, 9);
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
    us_errand_def def = {.argv = argv};
    us_errand errand;
    REQUIRE(us_errand_run(&def, &errand, NULL) == US_OK);
    CHECK_STR(errand.said.text, "a b|'\"$HOME`x`||*|");
    us_errand_clear(&errand);
}

static void who_takes_too_long_is_ended_with_all_of_its_own(void)
{
    int64_t began = us_clock_ms();
    us_errand errand = shell("echo $$; sleep 60 & sleep 60", LATE);
    CHECK(us_clock_ms() - began < SOON);
    CHECK_INT(errand.end, US_ERRAND_LATE);
    CHECK_INT(errand.code, -1);
    errand.said.text[strcspn(errand.said.text, "\n")] = '\0';
    int64_t group = 0;
    CHECK(us_text_int(errand.said.text, 2, INT32_MAX, &group));
    /* Who is gone may still wait to be buried by somebody else. */
    for (int i = 0; i < 100 && kill((pid_t)-group, 0) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    CHECK(group <= 1 || kill((pid_t)-group, 0) != 0);
    us_errand_clear(&errand);
    errand = shell("while :; do echo no end of words; done", 0);
    CHECK_INT(errand.end, US_ERRAND_LOUD);
    CHECK_INT(errand.code, -1);
    CHECK(errand.said.length > US_ERRAND_MAX);
    us_errand_clear(&errand);
}

/* Nothing more to hear is not its end. */
static void who_says_no_more_has_no_more_time(void)
{
    int64_t began = us_clock_ms();
    us_errand errand = shell("exec >&- 2>&-; sleep 60", LATE);
    CHECK(us_clock_ms() - began < SOON);
    CHECK_INT(errand.end, US_ERRAND_LATE);
    us_errand_clear(&errand);
}

static bool unwanted(void)
{
    return true;
}

static void who_is_not_wanted_any_more_is_ended(void)
{
    static const char *const scripts[] = {"sleep 60", "exec >&- 2>&-; sleep 60"};
    for (int i = 0; i < US_COUNT(scripts); i++) {
        const char *const argv[] = {"sh", "-c", scripts[i], NULL};
        us_errand_def def = {.argv = argv, .stop = unwanted};
        us_errand errand = {.code = 77};
        us_error err = {0};
        int64_t began = us_clock_ms();
        CHECK_INT(us_errand_run(&def, &errand, &err), US_INTERRUPTED);
        CHECK(us_clock_ms() - began < SOON);
        CHECK_STR(err.text, "interrupted: sh was at work");
        CHECK_INT(errand.code, 77);
    }
}

static void it_runs_where_it_is_told_to(void)
{
    const char *const argv[] = {"sh", "-c", "pwd", NULL};
    us_errand_def def = {.argv = argv, .folder = "/"};
    us_errand errand = {.code = 77};
    us_error err = {0};
    REQUIRE(us_errand_run(&def, &errand, NULL) == US_OK);
    CHECK_STR(errand.said.text, "/\n");
    us_errand_clear(&errand);
    def.folder = "/no/such/folder";
    CHECK_INT(us_errand_run(&def, &errand, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "/no/such/folder");
    CHECK_STR(err.text, "sh can't run there: No such file or directory");
}

static void who_is_not_there_is_no_engine(void)
{
    const char *const none[] = {"no-such-program-anywhere", NULL};
    const char *const folder[] = {"/tmp", NULL};
    us_errand_def def = {.argv = none};
    us_errand errand = {.code = 77};
    us_error err = {0};
    CHECK_INT(us_errand_run(&def, &errand, &err), US_NO_ENGINE);
    CHECK_STR(err.text, "no-such-program-anywhere is not in PATH");
    def.argv = folder;
    CHECK_INT(us_errand_run(&def, &errand, &err), US_NO_ENGINE);
    CHECK_STR(err.text, "/tmp can't be run: Permission denied");
    CHECK_INT(errand.code, 77);
}

/* More words than a program can be given say nothing about whether it is there. */
static void what_cannot_be_started_is_not_missing(void)
{
    us_str word;
    us_str_init(&word);
    for (int i = 0; i < 8 << 20; i++)
        us_str_add_char(&word, 'x');
    const char *const argv[] = {"true", word.text, NULL};
    us_errand_def def = {.argv = argv};
    us_errand errand;
    us_error err = {0};
    CHECK_INT(us_errand_run(&def, &errand, &err), US_FAILED);
    CHECK_STR(err.text, "true can't be run: Argument list too long");
    us_str_clear(&word);
}

static void why_it_failed_is_one_line(void)
{
    static const struct {
        const char *script, *why;
        int64_t within;
    } rows[] = {
        {"echo said; echo one >&2; echo two >&2; exit 1", "one; two", SOON},
        {"echo said; exit 1", "said", SOON},
        {"exit 9", "exit 9", SOON},
        {"kill -9 $$", "signal 9", SOON},
        {"echo one >&2; kill -9 $$", "signal 9", SOON},
        {"sleep 60", "no answer", LATE},
        {"echo one; exec sleep 60", "no answer", LATE},
        {"exec yes", "no end of words", SOON},
        {"echo abcdefghijklmnopqrstuvwxyz >&2; exit 1", "abcdefghijklmnopqrs", SOON},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        char why[22];
        us_errand errand = shell(rows[i].script, rows[i].within);
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
    CHECK_INT(errand.end, US_ERRAND_KILLED);
    us_errand_clear(&errand);
}

static const us_test tests[] = {
    {"what it says and how it ends is told", what_it_says_and_how_it_ends_is_told},
    {"much is heard", much_is_heard},
    {"words are not for a shell", words_are_not_for_a_shell},
    {"who takes too long is ended with all of its own",
     who_takes_too_long_is_ended_with_all_of_its_own},
    {"who says no more has no more time", who_says_no_more_has_no_more_time},
    {"who is not wanted any more is ended", who_is_not_wanted_any_more_is_ended},
    {"it runs where it is told to", it_runs_where_it_is_told_to},
    {"who is not there is no engine", who_is_not_there_is_no_engine},
    {"what cannot be started is not missing", what_cannot_be_started_is_not_missing},
    {"why it failed is one line", why_it_failed_is_one_line},
    {"what we ignore it does not", what_we_ignore_it_does_not},
    {0},
};
const us_test_suite suite_errand = {"programs run once", tests};
