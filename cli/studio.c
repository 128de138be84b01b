#include <stdio.h>

#include "cli/commands.h"
#include "cli/out.h"
#include "understudy/studio.h"

enum { PORT, TOKEN };

static const us_option options[] = {
    [PORT] = {"--port", "N", "the port; 0: any free one", 0, 65535, "0"},
    [TOKEN] = {"--token", "TEXT", "letters and digits in the address; else random"},
};

static void print_address(void *context, const char *address)
{
    (void)context;
    printf("%s\n", address);
    fflush(stdout);
    us_out_log("open that address in a browser on this machine; Ctrl-C ends the studio");
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    static const char *const here[] = {"."};
    (void)out;
    us_studio_def def = us_studio_def_default();
    def.folder = args->count ? args->argument : here;
    def.folders = args->count ? args->count : 1;
    def.port = (int)us_args_int(args, PORT);
    def.token = us_args_text(args, TOKEN);
    def.ready = print_address;
    def.stop = us_interrupt_is_pending;
    return us_studio_run(&def, err);
}

const us_command us_command_studio = {
    .name = "studio",
    .arguments = "[FOLDER...]",
    .about = "play, label, watch and compare in a browser",
    .more =
        "Serves pages on this machine only, at the address that it prints. The pages read and\n"
        "write files below the folders, and nothing else; without a folder, the present one is\n"
        "used. Shipped data can be read, too. Anybody who has the address can use the pages.",
    .example = "  understudy studio traces libraries\n",
    US_OPTIONS(options),
    .run = run,
};
