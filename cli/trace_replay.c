#include "cli/commands.h"
static us_status run(const us_args *args, us_error *err)
{
    (void)args;
    return us_fail(err, US_FAILED, NULL, 0, 0, "not yet");
}
const us_command us_command_trace_replay = {.name = "trace replay", .arguments = "FILE", .about = "run a trace again and compare", .example = "  understudy trace replay t.jsonl", .run = run, .least=1,.most=1};
