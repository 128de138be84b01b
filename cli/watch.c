#include "cli/game.h"

struct us_watch {
    int speed;
};

us_watch *us_watch_new(const us_scenario *scenario, const char *const *agent, int speed,
                       bool to_stderr)
{
    (void)scenario, (void)agent, (void)to_stderr;
    us_watch *watch = US_NEW(us_watch);
    watch->speed = speed;
    return watch;
}
void us_watch_free(us_watch *watch)
{
    us_free(watch);
}
us_observer us_watch_observer(us_watch *watch)
{
    return (us_observer){.context = watch};
}
