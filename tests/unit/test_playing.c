#include "experiments/run/games.h"

#include "experiments/design/probe.h"
#include "tests/unit/test.h"

typedef struct heard {
    int64_t tells, given_at_first, given_at_last, kept;
} heard;

static void note_progress(void *listener, const us_game_pool_state *state)
{
    heard *h = listener;
    if (h->tells++ == 0)
        h->given_at_first = state->given;
    h->given_at_last = state->given;
}

static us_status keep(void *context, int64_t at, const us_row *row, us_error *err)
{
    heard *h = context;
    (void)at;
    (void)row;
    (void)err;
    h->kept++;
    return US_OK;
}

/* So that whoever measures how long games take begins before the first. */
TEST(it_is_told_before_the_first_game_is_given_out)
{
    us_scenario *scenario;
    us_scenario_part part;
    US_AUTO(us_manifest_clear) us_manifest m;
    int64_t game[] = {0, 1, 2};
    heard h = {.given_at_first = -1};
    us_game_pool_state state = {.wanted = US_COUNT(game)};
    us_manifest_init(&m);
    m.domain = "skirmish";
    m.max_cycles = 32;
    *us_manifest_add_player(&m) = (us_entrant){.name = "a", .agent = "idle", .run = -1};
    *us_manifest_add_opponent(&m) = (us_entrant){.name = "b", .agent = "idle", .run = -1};
    us_manifest_map *map = us_manifest_add_map(&m);
    *map = (us_manifest_map){.name = "open-1", .family = "open", .path = "open-1"};
    REQUIRE(us_manifest_open_map(&m, NULL, "open-1", ".", NULL, &scenario, &part, NULL) == US_OK);
    map->hash = scenario->map_hash;
    us_scenario_close(scenario);
    for (int i = 0; i < US_COUNT(game); i++)
        us_manifest_add_game(&m)->seed = (uint64_t)i;
    us_game_pool_def def = {
        .manifest = &m,
        .folder = ".",
        .game = game,
        .games = US_COUNT(game),
        .workers = 1,
        .state = &state,
        .context = &h,
        .played = keep,
        .listener = &h,
        .on_progress = note_progress,
    };
    us_error err = {0};
    CHECK_INT(us_game_pool_run(&def, &err), US_OK);
    CHECK_STR(err.text, "");
    CHECK_INT(h.given_at_first, 0);
    CHECK_INT(h.given_at_last, 3);
    CHECK_INT(h.kept, 3);
}
