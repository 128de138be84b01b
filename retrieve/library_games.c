#include <stdio.h>

#include "retrieve/library_internal.h"

static const char *const hows[] = {"demonstration", "adaptation"};

us_status us_library_put_game(us_library *library, const us_brl_game *game, us_error *err)
{
    char map[17] = "", seed[24] = "";
    us_assert(library->begun && (game->map != 0 || game->seeded));
    if (game->map != 0)
        us_hash_print(game->map, map);
    if (game->seeded)
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)game->seed);
    return us_library_run(library, US_SQL_SEEN_ADD, err, "ttt", map, seed, hows[game->adapted]);
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
        int count = library->pending.count;
        if (!us_hash_parse(map->text[i], &game.map))
            continue;
        last = count ? &library->pending.item[count - 1] : NULL;
        if (!last || last->map != game.map || last->adapted != game.adapted)
            US_LIST_PUT(library->pending, game);
    }
}

us_status us_library_drop_seedless_games(us_library *library, us_error *err)
{
    for (int i = 0; i < library->pending.count; i++) {
        const us_brl_game *game = &library->pending.item[i];
        char map[17];
        us_hash_print(game->map, map);
        US_TRY(us_library_run(library, US_SQL_SEEN_SETTLE, err, "tt", map, hows[game->adapted]));
    }
    library->pending.count = 0;
    return US_OK;
}

us_status us_library_import_games(us_library *library, const us_brl *from, us_error *err)
{
    for (int i = 0; i < from->games; i++)
        US_TRY(us_library_put_game(library, &from->game[i], err));
    return US_OK;
}

typedef struct visitor {
    us_library *library;
    us_library_on_game *visit;
    void *context;
} visitor;

static us_status visit_game(void *context, sqlite3_stmt *row, us_error *err)
{
    const visitor *v = context;
    const char *map = us_store_column_text(row, 0), *seed = us_store_column_text(row, 1);
    us_brl_game game = {.adapted = us_text_equal(us_store_column_text(row, 2), hows[1])};
    game.seeded = us_text_to_u64(seed, &game.seed);
    bool mapped = us_hash_parse(map, &game.map) && game.map != 0;
    if ((map[0] && !mapped) || (seed[0] && !game.seeded) || (!mapped && !game.seeded))
        return us_library_fail_damaged(
            v->library, err, "a game it saw has the map \"%.32s\", seed \"%.32s\"", map, seed);
    v->visit(v->context, &game);
    return US_OK;
}

us_status us_library_visit_games(us_library *library, us_library_on_game *visit, void *context,
                                 us_error *err)
{
    visitor v = {library, visit, context};
    return us_library_visit_rows(library, US_SQL_SEEN, visit_game, &v, err, "");
}

static void add_game(void *context, const us_brl_game *game)
{
    us_brl_add_game(context, game);
}

us_status us_library_export_games(us_library *library, us_brl *out, us_error *err)
{
    return us_library_visit_games(library, add_game, out, err);
}

/* ---- stories of adaptations */

us_status us_library_put_story(us_library *library, const char *story, us_error *err)
{
    us_assert(library->begun);
    return us_library_run(library, US_SQL_STORY_ADD, err, "t", story);
}

typedef struct story_visitor {
    us_library_on_story *visit;
    void *context;
} story_visitor;

static us_status visit_story(void *context, sqlite3_stmt *row, us_error *err)
{
    const story_visitor *v = context;
    return v->visit(v->context, us_store_column_text(row, 0), err);
}

us_status us_library_visit_stories(us_library *library, us_library_on_story *visit, void *context,
                                   us_error *err)
{
    story_visitor v = {visit, context};
    return us_library_visit_rows(library, US_SQL_STORIES, visit_story, &v, err, "");
}
