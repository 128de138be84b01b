#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/subprocess.h"
#include "tests/unit/test.h"

enum { SOON = 20000, LATE = 200 }; /* milliseconds */

static us_subprocess shell(const char *script, int64_t within)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    us_subprocess_def def = {.argv = argv, .within = within};
    us_subprocess subprocess = {.code = -2};
    us_error err = {0};
    us_status status = us_subprocess_run(&def, &subprocess, &err);
    if (status != US_OK)
        FAIL("%s: %s", script, err.text);
    REQUIRE(status == US_OK);
    return subprocess;
}

TEST(what_it_says_and_how_it_ends_is_told)
{
    us_subprocess subprocess =
        shell("echo one; echo two >&2; read -r line || echo empty; exit 3", SOON);
    CHECK_STR(subprocess.output.text, "one\nempty\n");
    CHECK_STR(subprocess.error_output.text, "two\n");
    CHECK_INT(subprocess.code, 3);
    CHECK_INT(subprocess.end, US_SUBPROCESS_EXITED);
    us_subprocess_clear(&subprocess);
    subprocess = shell("kill -9 $$", 0);
    CHECK_INT(subprocess.end, US_SUBPROCESS_KILLED);
    CHECK_INT(subprocess.code, 9);
    us_subprocess_clear(&subprocess);
    subprocess = shell("exec >&- 2>&-; sleep 0.2; exit 4", SOON);
    CHECK_INT(subprocess.code, 4);
    us_subprocess_clear(&subprocess);
}

/* More than a pipe holds, on both at once. */
TEST(much_is_heard)
{
    us_subprocess subprocess =
        shell("yes abcdefg | head -c 1000000 & yes abcdefg | head -c 1000000 >&2; wait", SOON);
    CHECK_INT(subprocess.output.length, 1000000);
    CHECK_INT(subprocess.error_output.length, 1000000);
    CHECK_INT(subprocess.code, 0);
    us_subprocess_clear(&subprocess);
}

TEST(words_are_not_for_a_shell)
{
    const char *const argv[] = {"printf", "%s|", "a b", "'\"$HOME`x`", "", "*", NULL};
    us_subprocess_def def = {.argv = argv};
    US_AUTO(us_subprocess_clear) us_subprocess subprocess;
    REQUIRE(us_subprocess_run(&def, &subprocess, NULL) == US_OK);
    CHECK_STR(subprocess.output.text, "a b|'\"$HOME`x`||*|");
}

TEST(who_takes_too_long_is_ended_with_all_of_its_own)
{
    int64_t began = us_clock_ms();
    us_subprocess subprocess = shell("echo $$; sleep 60 & sleep 60", LATE);
    CHECK(us_clock_ms() - began < SOON);
    CHECK_INT(subprocess.end, US_SUBPROCESS_TIMEOUT);
    CHECK_INT(subprocess.code, -1);
    subprocess.output.text[strcspn(subprocess.output.text, "\n")] = '\0';
    int64_t group = 0;
    CHECK(us_text_to_int(subprocess.output.text, 2, INT32_MAX, &group));
    /* Who is gone may still wait to be buried by somebody else. */
    for (int i = 0; i < 100 && kill((pid_t)-group, 0) == 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    CHECK(group <= 1 || kill((pid_t)-group, 0) != 0);
    us_subprocess_clear(&subprocess);
    subprocess = shell("yes no end of words", 0);
    CHECK_INT(subprocess.end, US_SUBPROCESS_TOO_LONG);
    CHECK_INT(subprocess.code, -1);
    CHECK(subprocess.output.length > US_SUBPROCESS_MAX);
    us_subprocess_clear(&subprocess);
}

/* Nothing more to hear is not its end. */
TEST(who_says_no_more_has_no_more_time)
{
    int64_t began = us_clock_ms();
    US_AUTO(us_subprocess_clear) us_subprocess subprocess = shell("exec >&- 2>&-; sleep 60", LATE);
    CHECK(us_clock_ms() - began < SOON);
    CHECK_INT(subprocess.end, US_SUBPROCESS_TIMEOUT);
}

static bool unwanted(void)
{
    return true;
}

TEST(who_is_not_wanted_any_more_is_ended)
{
    static const char *const scripts[] = {"sleep 60", "exec >&- 2>&-; sleep 60"};
    for (int i = 0; i < US_COUNT(scripts); i++) {
        const char *const argv[] = {"sh", "-c", scripts[i], NULL};
        us_subprocess_def def = {.argv = argv, .stop = unwanted};
        us_subprocess subprocess = {.code = 77};
        us_error err = {0};
        int64_t began = us_clock_ms();
        CHECK_INT(us_subprocess_run(&def, &subprocess, &err), US_INTERRUPTED);
        CHECK(us_clock_ms() - began < SOON);
        CHECK_STR(err.text, "interrupted: sh was at work");
        CHECK_INT(subprocess.code, 77);
    }
}

TEST(it_runs_where_it_is_told_to)
{
    const char *const argv[] = {"sh", "-c", "pwd", NULL};
    us_subprocess_def def = {.argv = argv, .folder = "/"};
    us_subprocess subprocess = {.code = 77};
    us_error err = {0};
    REQUIRE(us_subprocess_run(&def, &subprocess, NULL) == US_OK);
    CHECK_STR(subprocess.output.text, "/\n");
    us_subprocess_clear(&subprocess);
    def.folder = "/no/such/folder";
    CHECK_INT(us_subprocess_run(&def, &subprocess, &err), US_BAD_INPUT);
    CHECK_STR(err.file, "/no/such/folder");
    CHECK_STR(err.text, "sh can't run there: No such file or directory");
}

TEST(who_is_not_there_is_no_engine)
{
    const char *const none[] = {"no-such-program-anywhere", NULL};
    const char *const folder[] = {"/tmp", NULL};
    us_subprocess_def def = {.argv = none};
    us_subprocess subprocess = {.code = 77};
    us_error err = {0};
    CHECK_INT(us_subprocess_run(&def, &subprocess, &err), US_NO_ENGINE);
    CHECK_STR(err.text, "no-such-program-anywhere is not in PATH");
    def.argv = folder;
    CHECK_INT(us_subprocess_run(&def, &subprocess, &err), US_NO_ENGINE);
    CHECK_STR(err.text, "/tmp can't be run: Permission denied");
    CHECK_INT(subprocess.code, 77);
}

/* More words than a program can be given say nothing about whether it is there. */
TEST(what_cannot_be_started_is_not_missing)
{
    US_AUTOSTR(word);
    for (int i = 0; i < 8 << 20; i++)
        us_str_add_char(&word, 'x');
    const char *const argv[] = {"true", word.text, NULL};
    us_subprocess_def def = {.argv = argv};
    us_subprocess subprocess;
    us_error err = {0};
    CHECK_INT(us_subprocess_run(&def, &subprocess, &err), US_FAILED);
    CHECK_STR(err.text, "true can't be run: Argument list too long");
}

TEST(why_it_failed_is_one_line)
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
        US_AUTO(us_subprocess_clear)
        us_subprocess subprocess = shell(rows[i].script, rows[i].within);
        CHECK_STR(us_subprocess_describe(&subprocess, why, sizeof(why)), rows[i].why);
    }
}

TEST(what_we_ignore_it_does_not)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    US_AUTO(us_subprocess_clear)
    us_subprocess subprocess = shell("kill -PIPE $$; echo ignored", SOON);
    sigaction(SIGPIPE, &before, NULL);
    CHECK_STR(subprocess.output.text, "");
    CHECK_INT(subprocess.end, US_SUBPROCESS_KILLED);
}
