#include "tests/unit/paired_games.h"

#include "base/str.h"

void paired_games_begin(us_manifest *m)
{
    static const char *const name[] = {"a", "b"};
    us_manifest_init(m);
    m->name = "an experiment";
    m->domain = "skirmish";
    m->max_cycles = 1000;
    m->scope = "maps";
    for (int p = 0; p < 2; p++)
        *us_manifest_add_player(m) = (us_entrant){
            .name = name[p], .agent = "random", .run = -1, .size = -1, .identity = (us_hash)p + 1};
}

void paired_games_begin_runs(us_manifest *m, int runs)
{
    paired_games_begin(m);
    m->players = 1;
    for (int r = 0; r < runs; r++) {
        US_AUTOSTR(name);
        us_str_addf(&name, "g-%d", r);
        *us_manifest_add_player(m) = (us_entrant){
            .name = us_arena_strndup(m->arena, name.text, name.length),
            .agent = "random",
            .group = "g",
            .run = r,
            .size = -1,
            .identity = (us_hash)r + 2,
        };
    }
}

void paired_games_add_foe(us_manifest *m, const char *name)
{
    *us_manifest_add_opponent(m) = (us_entrant){.name = name,
                                                .agent = "idle",
                                                .run = -1,
                                                .size = -1,
                                                .identity = 0xf0 + (us_hash)m->opponents};
}

void paired_games_add_map(us_manifest *m, const char *name, const char *family, us_hash hash)
{
    *us_manifest_add_map(m) =
        (us_manifest_map){.name = name, .family = family, .path = "x", .hash = hash};
}

static void add_game(us_manifest *m, int player, int map, int opponent, uint64_t seed, int points)
{
    static const us_row_end ends[] = {US_ROW_LOSS, US_ROW_DRAW, US_ROW_WIN};
    us_fixture *game = us_manifest_add_game(m);
    *game = (us_fixture){.seed = seed,
                         .player = (uint16_t)player,
                         .opponent = (uint16_t)opponent,
                         .map = (uint16_t)map};
    game->id = us_fixture_id(m, game);
    m->row[m->games - 1] =
        (us_row){.game = game->id, .end = ends[points], .cycles = 500, .hash = 7};
}

void paired_games_play(us_manifest *m, int map, int opponent, const char *signs)
{
    for (int i = 0; signs[i]; i++) {
        int effect = (signs[i] == '+') - (signs[i] == '-');
        uint64_t seed = (uint64_t)m->games + 1;
        for (int p = 0; p < m->players; p++)
            add_game(m, p, map, opponent, seed, p == 0 ? 1 - effect : 1 + effect);
    }
}

void paired_games_play_maps(us_manifest *m, const char *const *signs, int maps, int pairs)
{
    static const char *const name[] = {"m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7"};
    paired_games_add_foe(m, "foe");
    for (int i = 0; i < maps; i++) {
        US_AUTOSTR(some);
        us_str_addf(&some, "%.*s", pairs, signs[i]);
        paired_games_add_map(m, name[i], i % 2 ? "ridge" : "open", 0xe0 + (us_hash)i);
        paired_games_play(m, i, 0, some.text);
    }
}
