/* Programs that were started: what their end says if SIGCHLD is ignored, and how long it is waited
 * for. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/subprocess.h"
#include "tests/unit/test.h"

static us_subprocess run_shell(const char *script)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    us_subprocess_def def = {.argv = argv, .within = 20000};
    us_subprocess subprocess = {.code = -2};
    REQUIRE(us_subprocess_run(&def, &subprocess, NULL) == US_OK);
    return subprocess;
}

TEST(a_program_that_failed_has_failed_even_if_its_signal_is_ignored)
{
    struct sigaction before, ignore = {.sa_handler = SIG_IGN};
    char why[256];
    sigaction(SIGCHLD, &ignore, &before);
    us_subprocess subprocess = run_shell("exit 3");
    sigaction(SIGCHLD, &before, NULL);
    CHECK_INT(subprocess.end, US_SUBPROCESS_LOST);
    CHECK_INT(subprocess.code, -1);
    CHECK_CONTAINS(us_subprocess_describe(&subprocess, why, sizeof why), "SIGCHLD");
    us_subprocess_clear(&subprocess);
}

/* `trap '' CHLD` in a shell, and a program that runs others. */
TEST(a_program_gets_the_default_handling_of_its_children)
{
    struct sigaction before, ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGCHLD, &ignore, &before);
    us_subprocess subprocess = run_shell("grep SigIgn /proc/self/status 2>&1");
    sigaction(SIGCHLD, &before, NULL);
    const char *mask = strstr(subprocess.output.text, "SigIgn:"); /* elsewhere not shown */
    if (mask)
        CHECK_INT(strtoull(mask + strlen("SigIgn:"), NULL, 16) >> (SIGCHLD - 1) & 1, 0);
    us_subprocess_clear(&subprocess);
}

TEST(the_wait_for_an_end_is_bounded)
{
    int status = 0;
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0)
        for (;;)
            pause();
    int64_t began = us_clock_ms();
    CHECK(!us_process_bury(child, 50, &status));
    int64_t took = us_clock_ms() - began;
    CHECK(took >= 50 && took < 5000);
    kill(child, SIGKILL);
    CHECK(us_process_bury(child, US_BURIAL_MS, &status));
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    CHECK(!us_process_bury(child, US_BURIAL_MS, &status)); /* there is no such child */
}
