#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/coprocess.h"
#include "base/file.h"
#include "base/str.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

enum { SOON = 5000, LATE = 100, MOST = 1 << 20 }; /* milliseconds; bytes */

static us_coprocess *start(const char *command)
{
    us_coprocess *coprocess = NULL;
    REQUIRE(us_coprocess_start(command, &coprocess, NULL) == US_OK);
    return coprocess;
}

static us_coprocess_state ask(us_coprocess *coprocess, const char *line, int within,
                              const char **answer, size_t *length)
{
    return us_coprocess_request(coprocess, line, strlen(line), within, MOST, answer, length);
}

TEST(a_line_is_answered_by_a_line)
{
    const char *answer;
    size_t length;
    us_coprocess *coprocess = start("while read -r line; do echo \"<$line>\"; done");
    for (int i = 0; i < 3; i++) {
        REQUIRE(ask(coprocess, "one two\n", SOON, &answer, &length) == US_COPROCESS_OK);
        CHECK_INT(length, 9);
        CHECK(length == 9 && memcmp(answer, "<one two>", 9) == 0);
    }
    us_coprocess_stop(coprocess, SOON);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD); /* no zombie */
    us_coprocess_stop(NULL, SOON);
}

/* Long both ways: more than pipes hold. */
TEST(long_lines_go_both_ways)
{
    const char *answer;
    size_t length;
    US_AUTOSTR(line);
    for (int i = 0; i < 400000; i++)
        us_str_add_char(&line, (char)('a' + i % 26));
    us_str_add_char(&line, '\n');
    us_coprocess *coprocess = start("while read -r line; do printf '%s\\n' \"$line\"; done");
    for (int i = 0; i < 2; i++) {
        REQUIRE(ask(coprocess, line.text, 6 * SOON, &answer, &length) == US_COPROCESS_OK);
        CHECK_INT(length, 400000);
        CHECK(length == 400000 && memcmp(answer, line.text, length) == 0);
    }
    us_coprocess_stop(coprocess, SOON);
}

TEST(a_line_that_comes_in_pieces_is_one_line)
{
    const char *answer;
    size_t length;
    us_coprocess *coprocess =
        start("read l; printf a; sleep 0.05; printf b; sleep 0.05; echo c; read l");
    REQUIRE(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_OK);
    CHECK(length == 3 && memcmp(answer, "abc", 3) == 0);
    us_coprocess_stop(coprocess, SOON);
}

TEST(who_greets_and_leaves_is_heard)
{
    static const struct timespec until_it_left = {0, 200000000};
    const char *answer;
    size_t length;
    us_coprocess *coprocess = start("echo abc");
    nanosleep(&until_it_left, NULL);
    REQUIRE(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_OK);
    CHECK(length == 3 && memcmp(answer, "abc", 3) == 0);
    CHECK(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_ENDED);
    us_coprocess_stop(coprocess, SOON);
    coprocess = start("printf abc");
    nanosleep(&until_it_left, NULL);
    CHECK(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_ENDED);
    us_coprocess_stop(coprocess, SOON);
}

/* Until it is seen, but not for ever. */
static us_coprocess_state await_state(us_coprocess *coprocess, us_coprocess_state awaited)
{
    us_coprocess_state state = US_COPROCESS_TIMEOUT;
    for (int i = 0; i < SOON && state != awaited; i++) {
        poll(NULL, 0, 1);
        state = us_coprocess_poll(coprocess);
    }
    return state;
}

TEST(who_leaves_or_speaks_unasked_is_seen_without_asking)
{
    const char *answer;
    size_t length;
    us_coprocess *coprocess = start("read l; echo well; read l; exit 0");
    CHECK_INT(us_coprocess_poll(coprocess), US_COPROCESS_OK);
    CHECK_INT(ask(coprocess, "x\n", SOON, &answer, &length), US_COPROCESS_OK);
    CHECK_INT(us_coprocess_poll(coprocess), US_COPROCESS_OK);
    CHECK_INT(us_coprocess_write(coprocess, "x\n", 2, SOON), US_COPROCESS_OK);
    CHECK_INT(await_state(coprocess, US_COPROCESS_ENDED), US_COPROCESS_ENDED);
    us_coprocess_stop(coprocess, SOON);
    coprocess = start("echo unasked; read l");
    CHECK_INT(await_state(coprocess, US_COPROCESS_UNEXPECTED), US_COPROCESS_UNEXPECTED);
    us_coprocess_stop(coprocess, SOON);
}

/* Each answers the first line well; then something is wrong with it. */
TEST(what_is_wrong_is_said)
{
    static const struct {
        const char *then;
        us_coprocess_state state;
        const char *why;
        int within;
        int big; /* what it is asked is more than a pipe holds */
    } rows[] = {
        {"exit 0", US_COPROCESS_ENDED, "it ended with status 0", SOON, 0},
        {"read l; exit 3", US_COPROCESS_ENDED, "it ended with status 3", SOON, 0},
        {"read l; printf half; exit 3", US_COPROCESS_ENDED, "it ended with status 3", SOON, 0},
        {"read l; kill -9 $$", US_COPROCESS_ENDED, "it was ended by signal 9", SOON, 0},
        {"read l; no-such-command-at-all 2>&-", US_COPROCESS_ENDED,
         "it ended with status 127: the shell found no such command", SOON, 0},
        {"read l; /dev/null 2>&-", US_COPROCESS_ENDED,
         "it ended with status 126: the shell could not run it", SOON, 0},
        {"exec >&-; read l; read l", US_COPROCESS_ENDED, "it closed its input or output", SOON, 0},
        {"exec <&-; sleep 60", US_COPROCESS_ENDED, "it closed its input or output", SOON, 1},
        {"sleep 60", US_COPROCESS_TIMEOUT, "it took too long", LATE, 0},
        {"sleep 60", US_COPROCESS_TIMEOUT, "it took too long", LATE, 1},
        {"read l; printf half; sleep 60", US_COPROCESS_TIMEOUT, "it took too long", LATE, 0},
        {"read l; head -c 3000000 /dev/zero | tr '\\0' x; sleep 60", US_COPROCESS_TOO_LONG,
         "its line is too long", SOON, 0},
        {"yes", US_COPROCESS_UNEXPECTED, "it wrote without being asked", SOON,
         1}, /* both pipes are full */
    };
    US_AUTOSTR(big);
    for (int i = 0; i < 300000; i++)
        us_str_add_char(&big, 'x');
    us_str_add_char(&big, '\n');
    for (int i = 0; i < US_COUNT(rows); i++) {
        const char *answer;
        size_t length;
        char why[128];
        US_AUTOSTR(command);
        us_str_addf(&command, "read l; echo well; %s", rows[i].then);
        us_test_row(rows[i].then);
        us_coprocess *coprocess = start(command.text);
        REQUIRE(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_OK);
        us_coprocess_state state =
            ask(coprocess, rows[i].big ? big.text : "y\n", rows[i].within, &answer, &length);
        CHECK_INT(state, rows[i].state);
        CHECK_STR(us_coprocess_describe(coprocess, state, why, sizeof why), rows[i].why);
        us_coprocess_stop(coprocess, 0);
    }
}

TEST(who_answers_twice_is_caught_when_asked_again)
{
    const char *answer;
    size_t length;
    us_coprocess *coprocess = start("printf 'early\\n'; read l; read l; printf 'a\\nb\\n'; read l");
    CHECK_INT(ask(coprocess, "x\n", SOON, &answer, &length),
              US_COPROCESS_OK); /* a greeting may be early */
    CHECK_INT(ask(coprocess, "x\n", SOON, &answer, &length), US_COPROCESS_OK);
    CHECK_INT(ask(coprocess, "x\n", SOON, &answer, &length), US_COPROCESS_UNEXPECTED);
    us_coprocess_stop(coprocess, 0);
}

/* ---- its end */

static bool alive(long pid)
{
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'X';
    fclose(file);
    return state != 'Z' && state != 'X';
}

static bool goes(long pid)
{
    for (int i = 0; i < 400 && alive(pid); i++)
        poll(NULL, 0, 5);
    return !alive(pid);
}

TEST(nobody_is_left_of_it)
{
    static const char *const commands[] = {
        "read l; sleep 60 & echo $$ $!; wait",
        "trap '' TERM; read l; sleep 60 & echo $$ $!; wait; sleep 60; sleep 60",
        "read l; sleep 60 & echo $$ $!; kill -STOP $$",
        "read l; sleep 60 >&- <&- & echo $$ $!", /* it ends by itself, its child does not */
        "read l; sleep 60 & echo $$ $!; exec yes 2>/dev/null >&2",
    };
    for (int i = 0; i < US_COUNT(commands); i++) {
        const char *answer;
        size_t length;
        char text[64], *rest;
        us_test_row(commands[i]);
        us_coprocess *coprocess = start(commands[i]);
        REQUIRE(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_OK);
        snprintf(text, sizeof text, "%.*s", (int)length, answer);
        long pid = strtol(text, &rest, 10), child = strtol(rest, NULL, 10);
        REQUIRE(pid > 1 && child > 1);
        us_coprocess_stop(coprocess, 50);
        CHECK(goes(pid));
        CHECK(goes(child));
        CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    }
}

/* Whoever started it was killed, and could do nothing any more. */
TEST(nobody_is_left_of_whom_nobody_stopped)
{
    static const char *const commands[] = {
        "read l; (while :; do :; done) & echo $$ $!; while :; do :; done",
        "trap '' HUP INT TERM; read l; sleep 600 & echo $$ $!; wait; sleep 600",
        "trap 'kill 0' TERM; read l; sleep 600 & echo $$ $!; wait",
        "read l; (trap '' TERM; sleep 600) & echo $$ $!; kill -TERM 0; wait",
    };
    for (int i = 0; i < US_COUNT(commands); i++) {
        int ends[2];
        char text[64] = "", *rest;
        us_test_row(commands[i]);
        REQUIRE(pipe(ends) == 0);
        fflush(NULL);
        pid_t us = fork();
        REQUIRE(us >= 0);
        if (us == 0) {
            const char *answer = "";
            size_t length = 0;
            us_coprocess *coprocess = start(commands[i]);
            ask(coprocess, "x\n", SOON, &answer, &length);
            if (write(ends[1], answer, length) < 0)
                _exit(9);
            for (;;)
                pause();
        }
        REQUIRE(read(ends[0], text, sizeof text - 1) > 0);
        long pid = strtol(text, &rest, 10), child = strtol(rest, NULL, 10);
        REQUIRE(pid > 1 && child > 1);
        kill(us, SIGKILL);
        waitpid(us, NULL, 0);
        CHECK(goes(pid));
        CHECK(goes(child));
        close(ends[0]);
        close(ends[1]);
    }
}

/* It writes on after its input ended: more than a pipe holds, and then what it is for. */
TEST(who_ends_by_itself_may_finish)
{
    const char *path = scratch("done");
    US_AUTOSTR(command);
    us_str_addf(&command, "while read l; do :; done; head -c 300000 /dev/zero; echo > '%s'", path);
    us_coprocess *first = start(command.text), *second = start("sleep 60");
    CHECK_INT(us_coprocess_write(first, "x\n", 2, SOON), US_COPROCESS_OK);
    us_coprocess_stop(first, SOON); /* the second holds none of its pipes */
    CHECK(access(path, F_OK) == 0);
    us_coprocess_stop(second, 0);
}

static int open_files(void)
{
    int count = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir))
        count++;
    if (dir)
        closedir(dir);
    return count;
}

/* What a program finds open: whoever started us may have left it something. */
static void list_open(us_str *out)
{
    const char *answer;
    size_t length;
    us_coprocess *coprocess = start("read l; cd /proc/$$/fd; echo *; read l");
    REQUIRE(ask(coprocess, "x\n", SOON, &answer, &length) == US_COPROCESS_OK);
    us_str_add_bytes(out, answer, length);
    us_coprocess_stop(coprocess, SOON);
}

TEST(no_file_is_left_open_or_handed_on)
{
    US_AUTOSTR(alone);
    US_AUTOSTR(beside);
    int before = open_files();
    list_open(&alone);
    us_coprocess *other = start("sleep 60");
    list_open(&beside);
    CHECK_STR(beside.text, alone.text);
    us_coprocess_stop(other, 0);
    CHECK_INT(open_files(), before);
}

TEST(signals_are_as_they_were)
{
    const char *answer;
    size_t length;
    char why[64];
    struct sigaction standard = {.sa_handler = SIG_DFL}, pipe, child;
    sigset_t pending;
    sigaction(SIGPIPE, &standard, &pipe);
    us_coprocess *coprocess = start("exec <&-; echo well; sleep 60");
    us_coprocess_state state = ask(coprocess, "x\n", SOON, &answer, &length);
    for (int i = 0; i < 200 && state == US_COPROCESS_OK; i++) { /* until its input is closed */
        state = us_coprocess_write(coprocess, "x\n", 2, SOON);
        poll(NULL, 0, 5);
    }
    CHECK_INT(state, US_COPROCESS_ENDED); /* and we live */
    sigpending(&pending);
    CHECK(!sigismember(&pending, SIGPIPE));
    us_coprocess_stop(coprocess, 0);
    sigaction(SIGPIPE, &pipe, NULL);

    /* Ignored here, not there: a writer that nobody reads ends. */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, &pipe);
    coprocess = start("read l; yes | head -n 1; read l");
    CHECK_INT(ask(coprocess, "x\n", SOON, &answer, &length), US_COPROCESS_OK);
    us_coprocess_stop(coprocess, SOON);
    sigaction(SIGPIPE, &pipe, NULL);

    /* Where nobody may be waited for, nothing hangs, and how it ended stays unknown. */
    sigaction(SIGCHLD, &ignore, &child);
    coprocess = start("read l; exit 3");
    state = ask(coprocess, "x\n", SOON, &answer, &length);
    CHECK_INT(state, US_COPROCESS_ENDED);
    CHECK_STR(us_coprocess_describe(coprocess, state, why, sizeof why),
              "it closed its input or output");
    us_coprocess_stop(coprocess, SOON);
    coprocess = start("sleep 60");
    us_coprocess_stop(coprocess, 0);
    sigaction(SIGCHLD, &child, NULL);
}
