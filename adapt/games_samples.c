#include "adapt/games_internal.h"
#include "domain/watch.h"

/* ---- tallies of seats */

void us_game_history_sample_stock(us_game_history *course, const us_world *world)
{
    int tallies = course->domain->tallies.count;
    for (int i = 0; i < world->seats * tallies; i++) {
        us_game_span *last = course->level[i] < 0 ? NULL : &course->stock.item[course->level[i]];
        if (last && last->amount == world->tally[i])
            continue;
        if (last)
            last->until = world->now;
        *US_LIST_ADD(course->stock) =
            (us_game_span){(us_seat)(i / tallies), i % tallies, world->now, -1, world->tally[i]};
        course->level[i] = course->stock.count - 1;
    }
}

/* ---- conditions */

static us_watch *watch_of(us_game_history *course, us_seat seat)
{
    int count = course->games->conditions;
    if (!course->watch[seat] && count > 0) {
        US_AUTOFREE const us_expr **expr = US_NEW_ARRAY(const us_expr *, count);
        for (int i = 0; i < count; i++)
            expr[i] = course->games->condition[i].expr;
        course->watch[seat] = us_watch_new(expr, NULL, count);
    }
    return course->watch[seat];
}

void us_game_history_sample_conditions(us_game_history *course, const us_view *view)
{
    us_watch *watch = watch_of(course, view->self);
    bool alive = view->world->alive[view->self];
    const int64_t *holds = watch && alive ? us_watch_update(watch, view) : NULL;
    for (int i = 0; i < course->games->conditions; i++) {
        int *lapse = &course->lapse[view->self * course->games->conditions + i];
        bool fine = !holds || holds[i] != 0; /* seats that are out are skipped */
        if (fine == (*lapse < 0))
            continue;
        if (fine) {
            course->lapses.item[*lapse].until = view->world->now;
            *lapse = -1;
        } else {
            *US_LIST_ADD(course->lapses) = (us_game_span){view->self, i, view->world->now, -1, 0};
            *lapse = course->lapses.count - 1;
        }
    }
}

/* ---- rows */

static us_status put_stock(us_games *games, int64_t game, const us_game_span *span, us_cycle until,
                           us_error *err)
{
    return US_TABLE_PUT(games, US_TABLE_STOCK, err, us_put_int(game), us_put_int(span->seat),
                        us_put_text(games->domain->tallies.name[span->what]),
                        us_put_int(span->since), us_put_int(until), us_put_int(span->amount));
}

static us_status put_lapse(us_games *games, int64_t game, const us_game_span *span, us_cycle until,
                           us_error *err)
{
    return US_TABLE_PUT(games, US_TABLE_LAPSES, err, us_put_int(game), us_put_int(span->seat),
                        us_put_int(span->what + 1), us_put_int(span->since), us_put_int(until));
}

us_status us_game_history_insert_samples(us_game_history *course, us_games *games, int64_t game,
                                         us_error *err)
{
    us_cycle end = course->cycles;
    for (int i = 0; i < course->stock.count; i++) {
        const us_game_span *span = &course->stock.item[i];
        us_cycle until = span->until < 0 ? end : span->until;
        if (span->since < until)
            US_TRY(put_stock(games, game, span, until, err));
    }
    for (int i = 0; i < course->lapses.count; i++) {
        const us_game_span *span = &course->lapses.item[i];
        us_cycle until = span->until < 0 ? end : span->until;
        if (span->since < until)
            US_TRY(put_lapse(games, game, span, until, err));
    }
    return US_OK;
}
