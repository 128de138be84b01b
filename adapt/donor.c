#include "adapt/donor.h"

#include "adapt/games_internal.h"
#include "traces/suggest.h"
#include "understudy/learn.h"

/* ---- the seat that won */

/* Finds whether a behavior of the library was at work on the seat. */
static us_status check_played(us_games *games, int64_t game, us_seat seat, const us_brl *library,
                              bool *played, us_error *err)
{
    us_store *store = &games->store;
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row = true;
    *played = false;
    US_TRY(us_store_prepare(store,
                            "SELECT DISTINCT behavior FROM nodes WHERE game = ?1 AND seat = ?2 "
                            "AND of = 'behavior' AND behavior IS NOT NULL",
                            &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "ii", game, (int64_t)seat));
    for (;;) {
        us_hash hash;
        US_TRY(us_store_step(store, stmt, &row, err));
        if (!row || *played)
            return US_OK;
        if (!us_hash_parse(us_store_column_text(stmt, 0), &hash))
            continue;
        for (int i = 0; i < library->count && !*played; i++)
            *played = us_template_hash(library->item[i]) == hash;
    }
}

static us_status read_winner(us_games *games, int64_t game, us_seat *out, us_error *err)
{
    us_store *store = &games->store;
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row;
    *out = US_NEUTRAL;
    US_TRY(us_store_prepare(store, "SELECT winner FROM games WHERE game = ?1 AND winner >= 0",
                            &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "i", game));
    US_TRY(us_store_step(store, stmt, &row, err));
    if (row)
        *out = (us_seat)sqlite3_column_int(stmt, 0);
    return US_OK;
}

us_status us_donor_find_winner(us_games *games, int64_t game, const us_brl *library,
                               us_arena *arena, us_seat *winner, const char **player, us_error *err)
{
    us_game_row row;
    us_seat won;
    bool own = false, other = false;
    *winner = US_NEUTRAL;
    US_TRY(read_winner(games, game, &won, err));
    if (won == US_NEUTRAL)
        return US_OK;
    US_TRY(check_played(games, game, won, library, &own, err));
    for (us_seat seat = 0; seat < US_SEATS_MAX && !own && !other; seat++)
        if (seat != won)
            US_TRY(check_played(games, game, seat, library, &other, err));
    if (own || !other)
        return US_OK;
    US_TRY(us_games_read_row(games, game, won, arena, &row, err));
    *winner = won;
    *player = row.player;
    return US_OK;
}

/* ---- learning */

static us_status suggest(const char *trace, const char *map, us_seat seat, bool (*stop)(void),
                         us_str *labels, us_error *err)
{
    US_AUTOPTR(us_review) course = NULL;
    US_TRY(us_review_open(trace, map, &course, err));
    US_AUTOPTR(us_annotation) made = us_annotation_new(course->domain);
    US_TRY(us_suggestions_make(course, trace, map, seat, made, stop, err));
    if (made->count == 0)
        return us_error_set(err, US_FAILED, trace, 0, 0, "the orders of seat %d show no goal",
                            seat);
    us_annotation_write(made, labels);
    return US_OK;
}

us_status us_donor_learn(const char *trace, const char *map, us_seat seat, const char *name,
                         const char *path, bool (*stop)(void), us_error *err)
{
    US_AUTOSTR(labels);
    us_learn_def def = us_learn_def_default();
    US_TRY(suggest(trace, map, seat, stop, &labels, err));
    def.labels = labels.text;
    def.map = map;
    def.name = name;
    def.seat = seat;
    def.suggested = true;
    def.relax = true;
    def.skip_unlabeled = true;
    def.stop = stop;
    return us_learn_to_library(&trace, 1, &def, path, NULL, err);
}
