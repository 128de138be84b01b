#include "adapt/suggest.h"

#include <string.h>

#include "adapt/games_internal.h"

enum { BEFORE = 600 }; /* cycles before a failure in which an expert can still prevent it */

/* The blamed behavior, above the blamed node, and its goal. */
static const char goal_sql[] =
    "SELECT coalesce(n.started, n.ready, 0), coalesce(a.name, n.name), coalesce(a.node, n.node) "
    "FROM below b JOIN nodes n ON n.game = b.game AND n.seat = b.seat AND n.node = b.above "
    "LEFT JOIN nodes a ON a.game = n.game AND a.seat = n.seat AND a.node = n.above "
    "WHERE b.game = ?1 AND b.seat = ?2 AND b.node = ?3 AND n.of = 'behavior' "
    "ORDER BY b.distance LIMIT 1";

static const char unit_sql[] = "SELECT t.name FROM units u JOIN types t ON t.type = u.type "
                               "WHERE u.game = ?1 AND u.unit = ?2";

typedef struct suggesting {
    us_games *games;
    const us_adaptation *adapted;
    us_stretches *out;
    sqlite3_stmt *goal, *unit;
    us_error *err;
} suggesting;

static const char *keep(const suggesting *s, const char *text, size_t length)
{
    return us_arena_strndup(s->out->arena, text, length);
}

/* Sets `about` from the goal: "#50" becomes "peasant #50". */
static us_status name_units(suggesting *s, us_stretch *stretch)
{
    us_status status = US_OK;
    US_AUTOSTR(text);
    for (const char *at = stretch->goal; *at && status == US_OK; at++) {
        size_t digits = *at == '#' ? strspn(at + 1, "0123456789") : 0;
        uint64_t id;
        bool row = false;
        const char *number = keep(s, at + 1, digits);
        if (digits > 0 && us_text_to_u64(number, &id)) {
            status =
                us_store_bind(&s->games->store, s->unit, s->err, "ii", stretch->game, (int64_t)id);
            if (status == US_OK)
                status = us_store_step(&s->games->store, s->unit, &row, s->err);
        }
        if (row)
            us_str_addf(&text, "%s ", us_store_column_text(s->unit, 0));
        sqlite3_reset(s->unit);
        us_str_add_char(&text, *at);
    }
    stretch->about = keep(s, text.text, text.length);
    return status;
}

static us_status name_players(suggesting *s, us_stretch *stretch)
{
    for (us_seat seat = 0; seat < US_SEATS_MAX; seat++) {
        us_game_row row;
        US_TRY(us_games_read_row(s->games, stretch->game, seat, s->out->arena, &row, s->err));
        if (!row.file[0])
            return US_OK;
        stretch->file = row.file;
        stretch->player[stretch->players++] = row.player;
    }
    return US_OK;
}

static void add_reason(const suggesting *s, us_stretch *stretch, const us_repair_result *result)
{
    if (!stretch->reason)
        stretch->reason =
            US_ARENA_ARRAY(s->out->arena, const us_repair_result *, s->adapted->results);
    stretch->reason[stretch->reasons++] = result;
    if (result->cause->worst->until > stretch->until)
        stretch->until = result->cause->worst->until;
}

static us_stretch *find_same(const us_stretches *among, const us_stretch *stretch)
{
    for (int i = 0; i < among->count; i++) {
        us_stretch *other = &among->item[i];
        if (other->game == stretch->game && other->seat == stretch->seat &&
            other->node == stretch->node && other->since == stretch->since)
            return other;
    }
    return NULL;
}

/* Adds the stretch of a mend. A random repair adds none: its cause has no node. */
static us_status add(suggesting *s, const us_repair_result *result)
{
    bool row;
    const us_failure *worst = result->cause->worst;
    us_stretch made = {.game = worst->game, .seat = worst->seat};
    US_TRY(us_store_bind(&s->games->store, s->goal, s->err, "iii", worst->game,
                         (int64_t)worst->seat, (int64_t)result->cause->node));
    US_TRY(us_store_step(&s->games->store, s->goal, &row, s->err));
    if (!row)
        return US_OK;
    us_cycle began = sqlite3_column_int(s->goal, 0), since = worst->cycle - BEFORE;
    const char *goal = us_store_column_text(s->goal, 1);
    since = since > began ? since : began < worst->cycle ? began : worst->cycle;
    made.since = since > 0 ? since : 0;
    made.goal = keep(s, goal, strlen(goal));
    made.node = (uint32_t)sqlite3_column_int64(s->goal, 2);
    sqlite3_reset(s->goal);
    us_stretch *same = find_same(s->out, &made);
    if (!same) {
        US_TRY(name_units(s, &made));
        US_TRY(name_players(s, &made));
        same = &s->out->item[s->out->count++];
        *same = made;
    }
    add_reason(s, same, result);
    return US_OK;
}

static us_status add_all(suggesting *s)
{
    const us_adaptation *adapted = s->adapted;
    US_TRY(us_store_prepare(&s->games->store, goal_sql, &s->goal, s->err));
    US_TRY(us_store_prepare(&s->games->store, unit_sql, &s->unit, s->err));
    s->out->item = US_ARENA_ARRAY(s->out->arena, us_stretch, adapted->results + 1);
    for (int done = 0; done < 2; done++)
        for (int i = 0; i < adapted->results; i++)
            if (adapted->result[i].end != US_REPAIR_NOISE &&
                adapted->result[i].end != US_REPAIR_UNRELATED &&
                (adapted->result[i].end == US_REPAIR_DONE) == (done == 1))
                US_TRY(add(s, &adapted->result[i]));
    return US_OK;
}

us_status us_stretches_find(us_games *games, const us_adaptation *adapted, int most,
                            us_stretches *out, us_error *err)
{
    us_stretches made = {.arena = us_arena_new()};
    suggesting s = {.games = games, .adapted = adapted, .out = &made, .err = err};
    us_status status = add_all(&s);
    sqlite3_finalize(s.goal);
    sqlite3_finalize(s.unit);
    if (status != US_OK) {
        us_stretches_clear(&made);
        return status;
    }
    made.left = most > 0 && made.count > most ? made.count - most : 0;
    made.count -= made.left;
    *out = made;
    return US_OK;
}

void us_stretches_clear(us_stretches *stretches)
{
    us_arena_free(stretches->arena);
    *stretches = (us_stretches){0};
}
