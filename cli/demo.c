#include "cli/commands.h"
static us_status run(const us_args *args, us_error *err)
{
    (void)args;
    return us_fail(err, US_FAILED, NULL, 0, 0, "not yet");
}
const us_command us_command_demo = {.name = "demo", .arguments = "", .about = "the whole loop", .example = "  understudy demo", .run = run};
