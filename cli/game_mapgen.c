#include "base/file.h"
#include "cli/commands.h"
#include "cli/game.h"
#include "cli/out.h"

enum { FAMILY, SIZE, SEED, FILE_OUT, DOMAIN };

static const us_option options[] = {
    [FAMILY] = {"--family", "NAME", "which kind of map", US_OPTION_TEXT, .needed = true},
    [SIZE] = {"--size", "N", "cells a side", US_OPTION_INT, 1, 1024, "64", false},
    [SEED] = {"--seed", "N", "another number, another map", US_OPTION_INT, 0, INT64_MAX, "1",
              false},
    [FILE_OUT] = {"-o", "FILE", "where to; standard output if not given", US_OPTION_TEXT},
    [DOMAIN] = US_OPTION_DOMAIN,
};

static us_status run(const us_args *args, us_error *err)
{
    const us_map_tools *maps = NULL;
    US_TRY(us_cli_maps(us_args_text(args, DOMAIN), &maps, err));
    us_str out;
    us_str_init(&out);
    us_status status = maps->generate(us_args_text(args, FAMILY), (int)us_args_int(args, SIZE),
                                      (uint64_t)us_args_int(args, SEED), &out, err);
    const char *file = us_args_text(args, FILE_OUT);
    if (status == US_OK)
        status = file ? us_file_write(file, out.text, out.length, err) : us_out(&out, err);
    us_str_clear(&out);
    return status;
}

const us_command us_command_game_mapgen = {
    .name = "game mapgen",
    .arguments = "",
    .about = "make a map",
    .example = "  understudy game mapgen --family ridge --size 96 --seed 7 -o ridge-7.map",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
