#include <stdio.h>

#include "retrieve/library_internal.h"

static const char *const hows[] = {"demonstration", "adaptation"};

us_status us_library_put_game(us_library *library, const us_brl_game *game, us_error *err)
{
    char map[17] = "", seed[24] = "";
    sqlite3_stmt *stmt;
    us_assert(library->begun && (game->map != 0 || game->seeded));
    if (game->map != 0)
        us_hash_print(game->map, map);
    if (game->seeded)
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)game->seed);
    US_TRY(us_library_get_statement(library, US_SQL_SEEN_ADD, &stmt, err));
    US_TRY(us_store_bind(&library->store, stmt, err, "ttt", map, seed, hows[game->adapted]));
    return us_store_run(&library->store, stmt, err);
}

/* If there are several games, the n-th map goes with the n-th seed. */
us_status us_library_record_case_games(us_library *library, const us_case *from, us_error *err)
{
    const us_entry *map = us_case_find_entry(from, US_KEY_MAP),
                   *seed = us_case_find_entry(from, US_KEY_SEED);
    unsigned maps = map ? map->texts : 0, seeds = seed ? seed->texts : 0;
    for (unsigned i = 0; i < maps || i < seeds; i++) {
        us_brl_game game = {.adapted = us_case_find_entry(from, US_KEY_FAILURE) != NULL};
        if (i < maps && !us_hash_parse(map->text[i], &game.map))
            game.map = 0;
        game.seeded = i < seeds && us_text_to_u64(seed->text[i], &game.seed);
        if (game.map != 0 || game.seeded)
            US_TRY(us_library_put_game(library, &game, err));
    }
    return US_OK;
}

void us_library_record_case_maps(us_library *library, const us_case *from)
{
    const us_entry *map = us_case_find_entry(from, US_KEY_MAP);
    for (unsigned i = 0; map && i < map->texts; i++) {
        us_brl_game game = {.adapted = us_case_find_entry(from, US_KEY_FAILURE) != NULL}, *last;
        if (!us_hash_parse(map->text[i], &game.map))
            continue;
        last = library->pending_games ? &library->pending_game[library->pending_games - 1] : NULL;
        if (last && last->map == game.map && last->adapted == game.adapted)
            continue;
        library->pending_game =
            us_array_grow(library->pending_game, library->pending_games, &library->pending_capacity,
                          sizeof *library->pending_game);
        library->pending_game[library->pending_games++] = game;
    }
}

us_status us_library_drop_seedless_games(us_library *library, us_error *err)
{
    for (int i = 0; i < library->pending_games; i++) {
        char map[17];
        sqlite3_stmt *stmt;
        us_hash_print(library->pending_game[i].map, map);
        US_TRY(us_library_get_statement(library, US_SQL_SEEN_SETTLE, &stmt, err));
        US_TRY(us_store_bind(&library->store, stmt, err, "tt", map,
                             hows[library->pending_game[i].adapted]));
        US_TRY(us_store_run(&library->store, stmt, err));
    }
    library->pending_games = 0;
    return US_OK;
}

us_status us_library_import_games(us_library *library, const us_brl *from, us_error *err)
{
    for (int i = 0; i < from->games; i++)
        US_TRY(us_library_put_game(library, &from->game[i], err));
    return US_OK;
}

static us_status read_game(us_library *library, sqlite3_stmt *stmt, us_brl_game *out, us_error *err)
{
    const char *map = us_store_column_text(stmt, 0), *seed = us_store_column_text(stmt, 1);
    *out = (us_brl_game){.adapted = us_text_equal(us_store_column_text(stmt, 2), hows[1])};
    out->seeded = us_text_to_u64(seed, &out->seed);
    bool mapped = us_hash_parse(map, &out->map) && out->map != 0;
    if ((map[0] && !mapped) || (seed[0] && !out->seeded) || (!mapped && !out->seeded))
        return us_library_fail_damaged(
            library, err, "a game it saw has the map \"%.32s\", seed \"%.32s\"", map, seed);
    return US_OK;
}

us_status us_library_visit_games(us_library *library, us_library_on_game *visit, void *context,
                                 us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, US_SQL_SEEN, &stmt, err));
    for (;;) {
        us_brl_game game;
        US_TRY(us_store_step(&library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        us_status status = read_game(library, stmt, &game, err);
        if (status != US_OK) {
            sqlite3_reset(stmt);
            return status;
        }
        visit(context, &game);
    }
}

static void add_game(void *context, const us_brl_game *game)
{
    us_brl_add_game(context, game);
}

us_status us_library_export_games(us_library *library, us_brl *out, us_error *err)
{
    return us_library_visit_games(library, add_game, out, err);
}
