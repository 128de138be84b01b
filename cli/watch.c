/* For nanosleep and terminal sizes. */
#include "cli/game.h"
#include "cli/out.h"
#include "base/progress.h"
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum {
    FRAMES_A_SECOND = 20,
    PLAIN_FRAME_EVERY = 900, /* cycles, where there is no terminal */
    SIDE_MAX = 512,
};

struct us_watch {
    const us_scenario *scenario;
    char agent[US_SEATS_MAX][64];
    int speed, fd;
    bool terminal, drawn, closed;
    us_cycle next;   /* the cycle of the next frame */
    int64_t began;   /* us_clock_us of cycle 0 */
    us_str frame;
    char title[128]; /* the last event worth a word */
};

static const char *const colors[] = {"\033[34;1m", "\033[31;1m", "\033[32;1m", "\033[35;1m",
                                     "\033[36;1m", "\033[33;1m", "\033[37;1m", "\033[30;1m"};

us_watch *us_watch_new(const us_scenario *scenario, const char *const *agent, int speed,
                       bool to_stderr)
{
    us_watch *watch = US_NEW(us_watch);
    watch->scenario = scenario;
    watch->speed = speed;
    watch->fd = to_stderr ? STDERR_FILENO : STDOUT_FILENO;
    watch->terminal = isatty(watch->fd);
    watch->began = us_clock_us();
    us_str_init(&watch->frame);
    for (int seat = 0; seat < scenario->seats; seat++)
        snprintf(watch->agent[seat], sizeof(watch->agent[seat]), "%s",
                 agent[seat] ? agent[seat] : "nobody");
    return watch;
}
