#include "adapt/suggest.h"

#include <string.h>

#include "adapt/games_inside.h"

enum { BEFORE = 600 }; /* cycles in which an expert still does something about it */

/* The behavior at work in the game when it failed, the latest that began before. */
static const char sql[] =
    "SELECT coalesce(n.started, n.ready, 0), coalesce(a.name, n.name), g.file FROM nodes n "
    "JOIN games g ON g.game = n.game LEFT JOIN nodes a ON a.game = n.game AND a.seat = n.seat "
    "AND a.node = n.above WHERE n.game = ?1 AND n.seat = ?2 AND n.of = 'behavior' "
    "AND n.behavior = ?3 ORDER BY coalesce(n.started, n.ready, 0) > ?4, "
    "abs(coalesce(n.started, n.ready, 0) - ?4), n.node LIMIT 1";

static us_status ask(us_games *games, sqlite3_stmt *stmt, const us_mend *mend, us_stretches *out,
                     us_error *err)
{
    bool row;
    char hex[17];
    const us_failure *worst = mend->cause->worst;
    us_hash_print(mend->cause->behavior, hex);
    US_TRY(us_store_bind(&games->store, stmt, err, "iiti", worst->game, (int64_t)worst->seat, hex,
                         (int64_t)worst->cycle));
    US_TRY(us_store_step(&games->store, stmt, &row, err));
    if (!row)
        return US_OK;
    us_cycle began = sqlite3_column_int(stmt, 0), since = worst->cycle - BEFORE;
    const char *goal = us_store_text(stmt, 1), *file = us_store_text(stmt, 2);
    since = since > began ? since : began < worst->cycle ? began : worst->cycle;
    out->item[out->count++] = (us_stretch){.mend = mend,
                                           .file = us_arena_text(out->arena, file, strlen(file)),
                                           .seat = worst->seat,
                                           .since = since > 0 ? since : 0,
                                           .until = worst->until,
                                           .goal = us_arena_text(out->arena, goal, strlen(goal))};
    sqlite3_reset(stmt);
    return US_OK;
}

us_status us_suggest_stretches(us_games *games, const us_adapted *adapted, us_stretches *out,
                               us_error *err)
{
    sqlite3_stmt *stmt;
    us_stretches made = {.arena = us_arena_new()};
    us_status status = us_store_prepare(&games->store, sql, &stmt, err);
    made.item = US_ARENA_ARRAY(made.arena, us_stretch, adapted->mends + 1);
    for (int done = 0; done < 2; done++)
        for (int i = 0; i < adapted->mends && status == US_OK; i++)
            if (adapted->mend[i].end != US_MEND_NOISE &&
                (adapted->mend[i].end == US_MEND_DONE) == (done == 1))
                status = ask(games, stmt, &adapted->mend[i], &made, err);
    sqlite3_finalize(stmt);
    if (status == US_OK)
        *out = made;
    else
        us_stretches_clear(&made);
    return status;
}

void us_stretches_clear(us_stretches *stretches)
{
    us_arena_free(stretches->arena);
    *stretches = (us_stretches){0};
}
