#include <stdio.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/experiment.h"
#include "cli/library.h"
#include "cli/out.h"
#include "cli/training_options.h"
#include "experiments/run/practice.h"

enum {
    GAMES,
    ROUND,
    AGAINST,
    MAP,
    FAMILY,
    SIZE,
    SEED,
    MAX_CYCLES,
    FOG,
    JOBS,
    TIMEOUT,
    DOMAIN,
    JSON
};

static const us_option options[] = {
    [GAMES] = {"--games", "N", "games of the whole practice", 1, 1000000, "1024"},
    [ROUND] = {"--round", "N", "games after which the library changes", 1, 4096, "128"},
    [AGAINST] = {"--against", "AGENT",
                 "an opponent, or itself; else all ai: agents; may be repeated", .many = true},
    [MAP] = {"--map", "MAP", "a map; else each game has a generated map; may be repeated",
             .many = true},
    [FAMILY] = {"--family", "NAME", "a kind of generated maps; else all; may be repeated",
                .many = true},
    [SIZE] = {"--size", "N", "cells a side of generated maps; else 48, 64 and 80; may be repeated",
              1, 1024, .many = true},
    [SEED] = {"--seed", "N", "seed of all games and generated maps", 0, INT64_MAX, "1"},
    [MAX_CYCLES] = {"--max-cycles", "N",
                    "a game ends in a draw then; else the domain's limit, mostly 54000", 1,
                    US_CYCLES_LIMIT},
    [FOG] = {"--fog", NULL, "players see only what is in sight"},
    [JOBS] = US_OPTION_JOBS("workers; else one per core"),
    [TIMEOUT] = {"--timeout", "S", "seconds a game may take; 0: no limit", 0, 1000000, "300"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print the counts as one JSON object"},
};

typedef struct practicing {
    const us_args *args;
    us_library_handle opened;
    us_str path, settings; /* of the library */
    us_practice_def def;
    us_arena *arena;
    us_batch_bar bar;
} practicing;

static us_status take_options(practicing *p, us_error *err)
{
    static const us_training_options field = {.against = AGAINST,
                                              .map = MAP,
                                              .family = FAMILY,
                                              .size = SIZE,
                                              .seed = SEED,
                                              .max_cycles = MAX_CYCLES,
                                              .fog = FOG};
    const us_args *args = p->args;
    p->def.library = p->path.text;
    p->def.settings = p->settings.text;
    p->def.games = (int)us_args_int(args, GAMES);
    p->def.round = (int)us_args_int(args, ROUND);
    p->def.workers = us_args_jobs(args, JOBS);
    p->def.timeout_ms = us_args_int(args, TIMEOUT) * 1000;
    return us_args_read_training_field(args, &field, p->opened.domain, p->arena, &p->def.field,
                                       err);
}

/* ---- results */

static int count_games(const us_practice_score *score)
{
    return score->wins + score->draws + score->losses;
}

/* Appends the share of the points that were to be won: "70.3%". */
static void print_share(const us_practice_score *score, us_str *out)
{
    int64_t games = count_games(score), points = 2 * score->wins + score->draws;
    int64_t share = games > 0 ? (points * 1000 + games) / (2 * games) : 0;
    us_str_addf(out, "%d.%d%%", (int)(share / 10), (int)(share % 10));
}

static void print_table(const practicing *p, const us_practice *made, us_str *out)
{
    if (count_games(&made->all) == 0)
        return;
    us_str_addf(out, "%-24s %6s %6s %6s %7s\n", "opponent", "won", "drawn", "lost", "points");
    for (int i = 0; i < p->def.field.opponents; i++) {
        const us_practice_score *score = &made->score[i];
        US_AUTOSTR(share);
        if (count_games(score) == 0)
            continue;
        print_share(score, &share);
        us_out_add_linef(out, "%-24s %6d %6d %6d %7s", p->def.field.against[i], score->wins,
                         score->draws, score->losses, share.text);
    }
}

static void write_score(const us_practice_score *score, us_json_writer *writer)
{
    us_json_write_key_int(writer, "wins", score->wins);
    us_json_write_key_int(writer, "draws", score->draws);
    us_json_write_key_int(writer, "losses", score->losses);
}

static void write_json(const practicing *p, const us_practice *made, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", p->def.library);
    us_json_write_key_int(&writer, "games", p->def.games);
    us_json_write_key_int(&writer, "before", made->before);
    us_json_write_key_int(&writer, "played", made->played);
    write_score(&made->all, &writer);
    us_json_write_key_int(&writer, "crashed", made->crashed);
    us_json_write_key_int(&writer, "late", made->late);
    us_json_write_key_int(&writer, "attempts", made->counts.attempts);
    us_json_write_key_int(&writer, "tries", made->counts.tries);
    us_json_write_key_int(&writer, "successes", made->counts.successes);
    us_json_write_key_int(&writer, "unknown", made->counts.unknown);
    us_json_write_key_open(&writer, "opponents", '[');
    for (int i = 0; i < p->def.field.opponents; i++) {
        us_json_write_open(&writer, '{');
        us_json_write_key_string(&writer, "agent", p->def.field.against[i]);
        write_score(&made->score[i], &writer);
        us_json_write_close(&writer, '}');
    }
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
}

static void print_line(const practicing *p, const us_practice *made)
{
    US_AUTOSTR(text);
    if (made->played == 0) {
        us_out_log("%s: nothing was played: it has practiced %s before", p->def.library,
                   made->before == 1 ? "this game" : "these games");
        return;
    }
    us_str_add_count(&text, made->played, "game", "games");
    if (count_games(&made->all) > 0) {
        us_str_add(&text, ", ");
        print_share(&made->all, &text);
        us_str_add(&text, " of the points");
    }
    us_str_add(&text, "; ");
    us_str_add_count(&text, made->counts.attempts, "attempt; ", "attempts; ");
    us_str_add_count(&text, made->crashed, "game crashed", "games crashed");
    if (made->late > 0)
        us_str_addf(&text, ", %d took too long", made->late);
    if (made->before > 0)
        us_str_addf(&text, "; %d more %s practiced before", made->before,
                    made->before == 1 ? "was" : "were");
    us_out_log("%s: %s", p->def.library, text.text);
}

static void report_lock(void *context, const char *library)
{
    us_batch_bar_end(context);
    us_out_log("%s: locked by another program: waiting for it, to record a round; an interrupt "
               "drops this round",
               library);
}

static void clear(practicing *p)
{
    us_library_handle_close(&p->opened);
    us_str_clear(&p->path);
    us_str_clear(&p->settings);
    us_arena_free(p->arena);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_practice_clear) us_practice made = {0};
    US_AUTO(clear)
    practicing p = {
        .args = args, .path = us_str_empty(), .settings = us_str_empty(), .arena = us_arena_new()};
    US_TRY(us_args_split_library(args->argument[0], &p.path, &p.settings, err));
    US_TRY(us_library_handle_open(&p.opened, p.path.text, US_LIBRARY_READ,
                                  us_args_text(args, DOMAIN), err));
    us_library_close(p.opened.library); /* the workers must not share an open file */
    p.opened.library = NULL;
    US_TRY(take_options(&p, err));
    p.def.context = &p.bar;
    p.def.on_progress = us_batch_bar_on_progress;
    p.def.on_wait = report_lock;
    p.def.stop = us_interrupt_is_pending;
    us_status status = us_practice_run(&p.def, &made, err);
    us_batch_bar_end(&p.bar);
    US_TRY(status);
    if (us_args_is_given(args, JSON))
        write_json(&p, &made, out);
    else if (made.played > 0)
        print_table(&p, &made, out);
    print_line(&p, &made);
    return US_OK;
}

const us_command us_command_library_practice = {
    .name = "library practice",
    .arguments = "LIB",
    .about = "play games with a library to learn which of its behaviors win",
    .more =
        "The library plays in rounds, with library:LIB?explore=on. LIB may have more settings:\n"
        "'lib.db?article'. All games of a round are played with the library as it was when the\n"
        "round began. Then their outcomes are added to it. Retrieval uses them\n"
        "(docs/OUTCOMES.md).\n\n"
        "LIB remembers the games that it practiced, and never plays one again. After an\n"
        "interrupt, the same command plays the missing rounds. A larger --games plays only the\n"
        "additional games, another --seed plays new ones. A game that crashes or takes too long\n"
        "leaves no outcomes and is not repeated.\n\n"
        "From game to game, the map, the seat and the opponent take turns. Each game has a\n"
        "generated map of its own, or one of the maps that --map names. With --against itself,\n"
        "the library plays both seats, and both give outcomes.",
    .example = "  understudy library practice lib.db\n"
               "  understudy library practice lib.db --games 256 --round 64 -j 8\n"
               "  understudy library practice lib.db --against ai:raid --against itself\n"
               "  understudy library practice lib.db --map ridge-1 --map open-2 --seed 7",
    US_OPTIONS(options),
    .run = run,
};
