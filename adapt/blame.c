#include "adapt/adapt.h"

#include <stdio.h>
#include <string.h>

#include "adapt/claim.h"
#include "adapt/games_internal.h"
#include "base/sort.h"

static const char *const ways[US_BLAME_WAYS] = {
    [US_BLAMED_STEP] = "it is the step that failed, or the nearest step above it",
    [US_BLAMED_COMMANDER] = "it commanded the unit last",
    [US_BLAMED_MAKER] = "it ordered the unit to be made, and no step commanded the unit afterward",
    [US_BLAMED_PURSUER] = "it was pursuing the goal",
    [US_BLAMED_ASKER] = "the goal is one of its steps",
    [US_BLAMED_ABOVE] = "what it asked for was blamed, but in too few games",
    [US_BLAMED_TOP] = "it was the highest behavior at work",
    [US_BLAMED_REPAIRED] = "the player repaired it in play",
};

const char *us_blame_way_text(us_blame_way way)
{
    return ways[way];
}

/* Queries; all but the first two for game ?1, seat ?2. NODE: number, kind, behavior, label. */
typedef enum question {
    SEATS,
    ACTIVE,
    ABOVE,
    COMMAND,
    MAKER,
    IDLE,
    PURSUER,
    ASKER,
    TOP,
    QUESTIONS
} question;

#define NODE "n.node, n.of, coalesce(n.behavior, ''), coalesce(n.label, '') "
#define AT   "n.game = ?1 AND n.seat = ?2 "
static const char *const questions[QUESTIONS] = {
    [SEATS] = "SELECT s.game, s.seat, g.file, s.player, n.behavior, s.planned = 0 AND "
              "(g.outcome <> 'cut' OR s.seat IN (SELECT seat FROM orders WHERE game = s.game)), "
              "coalesce(s.score, 0) = 1000, s.score IS NOT NULL, g.cycles "
              "FROM seats s JOIN games g ON g.game = s.game LEFT JOIN nodes n ON n.game = s.game "
              "AND n.seat = s.seat AND n.of = 'behavior' AND n.attempt IS NOT NULL "
              "GROUP BY s.game, s.seat, n.behavior ORDER BY s.game, s.seat, n.behavior",
    [ACTIVE] = "SELECT DISTINCT behavior, game, seat FROM nodes WHERE behavior IS NOT NULL "
               "ORDER BY behavior, game, seat",
    /* the nearest first */
    [ABOVE] = "SELECT " NODE "FROM below b JOIN nodes n ON n.game = b.game AND n.seat = b.seat "
              "AND n.node = b.above WHERE b.game = ?1 AND b.seat = ?2 AND b.node = ?3 "
              "ORDER BY b.distance",
    /* up to cycle ?4; unit ?3 */
    [COMMAND] = "SELECT node FROM commands WHERE game = ?1 AND seat = ?2 AND unit = ?3 "
                "AND since <= ?4 AND node IS NOT NULL ORDER BY since DESC, id DESC LIMIT 1",
    [MAKER] =
        "SELECT c.node FROM units u JOIN commands c ON c.game = u.game AND c.unit = u.maker "
        "WHERE u.game = ?1 AND c.seat = ?2 AND u.unit = ?3 AND c.since <= ?4 "
        "AND c.since <= u.born AND c.node IS NOT NULL ORDER BY c.since DESC, c.id DESC LIMIT 1",
    /* unit ?3, at cycle ?4 */
    [IDLE] = "SELECT 1 FROM idle WHERE game = ?1 AND seat = ?2 AND unit = ?3 "
             "AND since <= ?4 AND until > ?4",
    /* of the goal ?3, at cycle ?4: the last that began */
    [PURSUER] = "SELECT " NODE "FROM nodes n WHERE " AT "AND n.of = 'behavior' AND n.goal IN "
                "(SELECT goal FROM goals WHERE parent = ?3) AND n.started <= ?4 "
                "AND (n.ended IS NULL OR n.ended >= ?4) ORDER BY n.node DESC",
    [ASKER] = "SELECT " NODE "FROM nodes n WHERE " AT "AND n.of = 'goal' AND n.goal IN "
              "(SELECT goal FROM goals WHERE parent = ?3) AND n.behavior IS NOT NULL "
              "ORDER BY abs(coalesce(n.ready, n.started, 0) - ?4), n.node",
    /* the highest one that went on at cycle ?4; else that ended shortly before it, or that began
       after it, before the failure was over (?5): whichever is nearer */
    [TOP] = "SELECT " NODE "FROM nodes n JOIN below b ON b.game = n.game AND b.seat = n.seat "
            "AND b.node = n.node WHERE " AT "AND n.of = 'behavior' AND n.attempt IS NOT NULL "
            "AND coalesce(n.started, n.ready) <= ?5 GROUP BY n.node ORDER BY "
            "CASE WHEN coalesce(n.started, n.ready) > ?4 THEN coalesce(n.started, n.ready) - ?4 "
            "WHEN n.ended IS NULL OR n.ended > ?4 THEN 0 ELSE ?4 - n.ended + 1 END, "
            "max(b.distance), n.node",
};

typedef struct seat_row {
    int64_t game;
    us_seat seat;
    int known, unknown; /* behaviors that it played with */
    bool planless;      /* it played, and the trace has no plan of it */
    bool silent;        /* its game has a library, but no behavior was at work */
    bool ended, won;
    us_cycle middle; /* of its game */
    const char *file, *player;
} seat_row;

typedef struct blaming {
    us_games *games;
    const us_blame_def *def;
    us_causes *out;
    us_hash *known;       /* of the library, sorted */
    us_behavior_use *use; /* by index in known */
    int knowns;
    seat_row *seat; /* by game and seat */
    int seats, seat_capacity;
    US_LIST(us_claim) claims;
    US_LIST(us_suspect) found; /* for one failure */
    sqlite3_stmt *stmt[QUESTIONS];
    us_error *err;
} blaming;

/* ---- seats that played with the library */

static int by_hash(const void *left, const void *right)
{
    us_hash a = *(const us_hash *)left, b = *(const us_hash *)right;
    return (a > b) - (a < b);
}

static void list_known(blaming *b)
{
    const us_brl *library = b->def->library;
    b->known = US_NEW_ARRAY(us_hash, library->count + 1);
    for (int i = 0; i < library->count; i++)
        if (library->item[i]->kind == US_TEMPLATE_BEHAVIOR)
            b->known[b->knowns++] = us_template_hash(library->item[i]);
    us_array_sort(b->known, (size_t)b->knowns, sizeof *b->known, by_hash);
    b->out->uses = b->knowns;
    b->out->use = b->use = US_ARENA_ARRAY(b->out->arena, us_behavior_use, b->knowns + 1);
    for (int i = 0; i < b->knowns; i++)
        b->use[i] = (us_behavior_use){.behavior = b->known[i]};
}

/* Returns the index of the behavior in known; -1: the library has no such behavior. */
static int find_known(const blaming *b, us_hash behavior)
{
    const us_hash *found = us_array_find(&behavior, b->known, b->knowns, sizeof *b->known, by_hash);
    return found ? (int)(found - b->known) : -1;
}

static bool is_known(const blaming *b, const char *text, us_hash *out)
{
    return us_hash_parse(text, out) && find_known(b, *out) >= 0;
}

static us_status step(blaming *b, question which, bool *row)
{
    return us_store_step(&b->games->store, b->stmt[which], row, b->err);
}

static us_status list_seats(blaming *b)
{
    bool row;
    us_hash hash;
    for (;;) {
        US_TRY(step(b, SEATS, &row));
        if (!row)
            return US_OK;
        sqlite3_stmt *stmt = b->stmt[SEATS];
        int64_t game = sqlite3_column_int64(stmt, 0);
        us_seat seat = (us_seat)sqlite3_column_int(stmt, 1);
        seat_row *last = b->seats ? &b->seat[b->seats - 1] : NULL;
        if (!last || last->game != game || last->seat != seat) {
            const char *file = us_store_column_text(stmt, 2),
                       *player = us_store_column_text(stmt, 3);
            b->seat = us_array_grow(b->seat, b->seats, &b->seat_capacity, sizeof *b->seat);
            last = &b->seat[b->seats++];
            *last = (seat_row){.game = game,
                               .seat = seat,
                               .planless = sqlite3_column_int(stmt, 5) != 0,
                               .won = sqlite3_column_int(stmt, 6) != 0,
                               .ended = sqlite3_column_int(stmt, 7) != 0,
                               .middle = sqlite3_column_int(stmt, 8) / 2,
                               .file = us_arena_strndup(b->out->arena, file, strlen(file)),
                               .player = us_arena_strndup(b->out->arena, player, strlen(player))};
        }
        const char *behavior = us_store_column_text(stmt, 4);
        if (behavior[0] && is_known(b, behavior, &hash))
            last->known++;
        else if (behavior[0])
            last->unknown++;
    }
}

static bool played(const seat_row *row)
{
    return row->known > 0 && row->unknown == 0;
}

/* Checks that each game has a seat that played with the library, or is silent; and that not all
 * games are silent. */
static us_status check_seats(const blaming *b)
{
    int games = 0;
    const seat_row *untold = NULL; /* first seat of the first planless game */
    for (int i = 0; i < b->seats; games++) {
        seat_row *first = &b->seat[i];
        const seat_row *nearest = first;
        bool any = false, named = false, planless = false;
        for (; i < b->seats && b->seat[i].game == first->game; i++) {
            any = any || played(&b->seat[i]);
            bool library = us_text_has_prefix(b->seat[i].player, "library:");
            named = named || library;
            planless = planless || (library && b->seat[i].planless);
            if (b->seat[i].known + b->seat[i].unknown > nearest->known + nearest->unknown)
                nearest = &b->seat[i];
        }
        if (!any && nearest->known + nearest->unknown > 0)
            return us_error_set(
                b->err, US_MISMATCH, nearest->file, 0, 0,
                "played with another library: seat %d (%s) used %d behaviors, of which "
                "%d are in this one; expected a game of this library",
                nearest->seat, nearest->player, nearest->known + nearest->unknown, nearest->known);
        if (!any && !named)
            return us_error_set(
                b->err, US_MISMATCH, first->file, 0, 0,
                "no seat has the plan of a library: expected a trace of a game of library:FILE");
        b->out->silent += !any;
        b->out->planless += !any && planless;
        untold = !any && planless && !untold ? first : untold;
        for (seat_row *row = first; !any && row < &b->seat[i]; row++)
            row->silent = true;
    }
    if (games > 0 && b->out->silent == games && untold)
        return us_error_set(
            b->err, US_MISMATCH, untold->file, 0, 0,
            "the trace has no plan, as if recorded with --no-plan: expected at least "
            "one trace with a plan");
    if (games > 0 && b->out->silent == games)
        return us_error_set(
            b->err, US_MISMATCH, b->seat[0].file, 0, 0,
            "no behavior of a library had begun, here or in another game: expected a longer game");
    return US_OK;
}

static int by_seat(const void *left, const void *right)
{
    const seat_row *a = left, *b = right;
    int order = (a->game > b->game) - (a->game < b->game);
    return order ? order : a->seat - b->seat;
}

/* Returns the seat's row, or NULL. */
static const seat_row *seat_of(const blaming *b, int64_t game, us_seat seat)
{
    seat_row wanted = {.game = game, .seat = seat};
    return us_array_find(&wanted, b->seat, b->seats, sizeof wanted, by_seat);
}

/* ---- blame for one failure */

/* Lists a row of a node whose behavior is the library's. */
static void add_suspect(blaming *b, sqlite3_stmt *stmt, us_hash behavior, bool whole)
{
    const char *label = whole ? "" : us_store_column_text(stmt, 3);
    size_t length = strlen(label);
    length = length <= US_NAME_MAX ? length : 0;
    us_suspect one = {.behavior = behavior,
                      .label = us_arena_strndup(b->out->arena, label, length),
                      .node = (uint32_t)sqlite3_column_int64(stmt, 0)};
    US_LIST_PUT(b->found, one);
}

/* Lists, of a node of the plan and those above it, the first one whose behavior is the library's,
 * and then the behaviors of the library, as a whole. */
static us_status list_above(blaming *b, const us_failure *failure, int64_t node)
{
    bool row;
    us_hash behavior;
    b->found.count = 0;
    US_TRY(us_store_bind(&b->games->store, b->stmt[ABOVE], b->err, "iii", failure->game,
                         (int64_t)failure->seat, node));
    for (;;) {
        US_TRY(step(b, ABOVE, &row));
        if (!row)
            return US_OK;
        sqlite3_stmt *stmt = b->stmt[ABOVE];
        bool whole = strcmp(us_store_column_text(stmt, 1), "behavior") == 0;
        if ((whole || b->found.count == 0) && is_known(b, us_store_column_text(stmt, 2), &behavior))
            add_suspect(b, stmt, behavior, whole);
    }
}

/* Reads the node of the first row whose behavior is the library's; 0: there is none. */
static us_status find_node(blaming *b, question which, int64_t *node)
{
    bool row;
    us_hash behavior;
    *node = 0;
    for (;;) {
        US_TRY(step(b, which, &row));
        if (!row)
            return US_OK;
        if (!is_known(b, us_store_column_text(b->stmt[which], 2), &behavior))
            continue;
        *node = sqlite3_column_int64(b->stmt[which], 0);
        sqlite3_reset(b->stmt[which]);
        return US_OK;
    }
}

/* Reads the node of the step that commanded the unit last or, if no step did, had it made. */
static us_status find_commander(blaming *b, const us_failure *failure, us_blame_way *way,
                                int64_t *node)
{
    static const question asked[] = {COMMAND, MAKER};
    static const us_blame_way ways_of[] = {US_BLAMED_COMMANDER, US_BLAMED_MAKER};
    bool row = false;
    *node = 0;
    for (int i = 0; i < US_COUNT(asked) && !row; i++) {
        sqlite3_stmt *stmt = b->stmt[asked[i]];
        US_TRY(us_store_bind(&b->games->store, stmt, b->err, "iiii", failure->game,
                             (int64_t)failure->seat, (int64_t)failure->unit,
                             (int64_t)failure->cycle));
        US_TRY(step(b, asked[i], &row));
        if (!row)
            continue;
        *node = sqlite3_column_int64(stmt, 0);
        *way = ways_of[i];
        sqlite3_reset(stmt);
    }
    return US_OK;
}

/* Blames the step that commands the unit, or that had it made. Nothing commands a unit that is idle
 * when the failure is half over: no step is blamed for it. */
static us_status blame_unit(blaming *b, const us_failure *failure, us_blame_way *way)
{
    bool row;
    int64_t node;
    us_cycle middle = failure->cycle + (failure->until - failure->cycle) / 2;
    US_TRY(us_store_bind(&b->games->store, b->stmt[IDLE], b->err, "iiii", failure->game,
                         (int64_t)failure->seat, (int64_t)failure->unit, (int64_t)middle));
    US_TRY(step(b, IDLE, &row));
    if (row) {
        sqlite3_reset(b->stmt[IDLE]);
        return US_OK;
    }
    US_TRY(find_commander(b, failure, way, &node));
    return node ? list_above(b, failure, node) : US_OK;
}

static us_status blame_goal(blaming *b, const us_failure *failure, us_blame_way *way)
{
    static const question asked[] = {PURSUER, ASKER};
    static const us_blame_way ways_of[] = {US_BLAMED_PURSUER, US_BLAMED_ASKER};
    int64_t node = 0;
    for (int i = 0; i < US_COUNT(asked) && !node; i++) {
        US_TRY(us_store_bind(&b->games->store, b->stmt[asked[i]], b->err, "iiti", failure->game,
                             (int64_t)failure->seat, failure->goal, (int64_t)failure->cycle));
        US_TRY(find_node(b, asked[i], &node));
        *way = ways_of[i];
    }
    return node ? list_above(b, failure, node) : US_OK;
}

static us_status blame_top(blaming *b, const us_failure *failure)
{
    int64_t node;
    US_TRY(us_store_bind(&b->games->store, b->stmt[TOP], b->err, "iinii", failure->game,
                         (int64_t)failure->seat, (int64_t)failure->cycle, (int64_t)failure->until));
    US_TRY(find_node(b, TOP, &node));
    return node ? list_above(b, failure, node) : US_OK;
}

/* Lists the behavior that the player repaired, if the library has it. */
static void list_repaired(blaming *b, const us_failure *failure)
{
    if (find_known(b, failure->repaired) < 0)
        return;
    us_suspect one = {.behavior = failure->repaired,
                      .label = us_arena_strdup(b->out->arena, failure->label),
                      .node = failure->node};
    US_LIST_PUT(b->found, one);
}

/* Lists the suspects of the failure. Ways are tried from the one that the pattern names, without
 * those whose column the failure lacks; the top comes last. */
static us_status blame_one(blaming *b, const us_failure *failure, us_blame_way *way)
{
    us_blame where = b->def->patterns->item[failure->pattern]->blame;
    b->found.count = 0;
    *way = US_BLAMED_STEP;
    if (failure->repaired) {
        *way = US_BLAMED_REPAIRED;
        list_repaired(b, failure);
        return US_OK;
    }
    if (where == US_BLAME_STEP && failure->node)
        US_TRY(list_above(b, failure, failure->node));
    if (!b->found.count && where <= US_BLAME_UNIT && failure->unit)
        US_TRY(blame_unit(b, failure, way));
    if (!b->found.count && where <= US_BLAME_GOAL && failure->goal)
        US_TRY(blame_goal(b, failure, way));
    if (b->found.count)
        return US_OK;
    *way = US_BLAMED_TOP;
    return blame_top(b, failure);
}

/* ---- all failures */

static us_status add_failure(blaming *b, const us_failure *failure)
{
    us_blame_way way;
    const seat_row *row = seat_of(b, failure->game, failure->seat);
    if (!row || !played(row)) {
        bool silent = row && row->silent && us_text_has_prefix(row->player, "library:");
        ++*(silent ? &b->out->unblamed : &b->out->others);
        return US_OK;
    }
    b->out->own[b->out->owns++] = failure;
    US_TRY(blame_one(b, failure, &way));
    if (b->found.count == 0) {
        b->out->unblamed++;
        return US_OK;
    }
    us_claim claim = {.failure = failure,
                      .early = row->ended && failure->cycle <= row->middle,
                      .won = row->won,
                      .way = way,
                      .suspects = b->found.count};
    claim.suspect = US_ARENA_ARRAY(b->out->arena, us_suspect, claim.suspects);
    memcpy(claim.suspect, b->found.item, (size_t)claim.suspects * sizeof *claim.suspect);
    US_LIST_PUT(b->claims, claim);
    return US_OK;
}

static us_status count_active(blaming *b)
{
    bool row;
    int64_t last = 0;
    us_hash behavior, before = 0;
    for (;;) {
        US_TRY(step(b, ACTIVE, &row));
        if (!row)
            return US_OK;
        sqlite3_stmt *stmt = b->stmt[ACTIVE];
        int64_t game = sqlite3_column_int64(stmt, 1);
        us_seat seat = (us_seat)sqlite3_column_int(stmt, 2);
        const seat_row *asked = seat_of(b, game, seat);
        if (!is_known(b, us_store_column_text(stmt, 0), &behavior) || !asked || !played(asked))
            continue;
        us_behavior_use *use = &b->use[find_known(b, behavior)];
        use->games += behavior != before || game != last;
        us_seat_results_count(&use->results, asked->ended, asked->won);
        before = behavior;
        last = game;
    }
}

static us_status assign(blaming *b)
{
    for (int i = 0; i < QUESTIONS; i++)
        US_TRY(us_store_prepare(&b->games->store, questions[i], &b->stmt[i], b->err));
    US_TRY(list_seats(b));
    US_TRY(check_seats(b));
    b->out->own = US_ARENA_ARRAY(b->out->arena, const us_failure *, b->def->failures->count + 1);
    for (int i = 0; i < b->def->failures->count; i++) {
        if (b->games->stop && b->games->stop())
            return us_error_set(b->err, US_INTERRUPTED, NULL, 0, 0, "interrupted");
        US_TRY(add_failure(b, &b->def->failures->item[i]));
    }
    US_TRY(count_active(b));
    for (int i = 0; i < b->seats; i++)
        b->out->seats += played(&b->seat[i]);
    us_causes_gather(b->def, b->claims.item, b->claims.count, b->out);
    return US_OK;
}

us_status us_blame_assign(us_games *games, const us_blame_def *def, us_causes *out, us_error *err)
{
    us_causes made = {.arena = us_arena_new()};
    blaming b = {.games = games, .def = def, .out = &made, .err = err};
    list_known(&b);
    us_status status = assign(&b);
    for (int i = 0; i < QUESTIONS; i++)
        sqlite3_finalize(b.stmt[i]);
    us_mem_free(b.known);
    us_mem_free(b.seat);
    us_mem_free(b.claims.item);
    us_mem_free(b.found.item);
    if (status == US_OK)
        *out = made;
    else
        us_causes_clear(&made);
    return status;
}

void us_causes_clear(us_causes *causes)
{
    us_mem_free(causes->item);
    us_arena_free(causes->arena);
    *causes = (us_causes){0};
}
