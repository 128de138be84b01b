#include "adapt/adapt.h"

#include <stdio.h>
#include <string.h>

#include "adapt/games_internal.h"
#include "base/sort.h"

static const char *const ways[US_BLAME_WAYS] = {
    [US_BLAMED_STEP] = "it is the step that failed, or the nearest step above it",
    [US_BLAMED_COMMANDER] = "it commanded the unit last",
    [US_BLAMED_MAKER] = "it ordered the unit to be made, and no step commanded the unit afterward",
    [US_BLAMED_PURSUER] = "it was pursuing the goal",
    [US_BLAMED_ASKER] = "the goal is one of its steps",
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
              "coalesce(s.score, 0) = 1000 "
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
    bool won;
    const char *file, *player;
} seat_row;

typedef struct blaming {
    us_games *games;
    const us_blame_def *def;
    us_causes *out;
    us_hash *known; /* of the library, sorted */
    int *active;    /* by index in known: games in which a seat of the library had it at work */
    int knowns;
    seat_row *seat; /* by game and seat */
    int seats, seat_capacity;
    bool *used; /* by pattern and column: some repair uses the value */
    int *slot;  /* causes by their keys: open addressing, index + 1 */
    int slots;  /* a power of two */
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
    b->active = US_NEW_ARRAY(int, library->count + 1);
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

typedef struct blamed {
    us_hash behavior;
    char label[US_NAME_MAX + 1];
    uint32_t node;
    us_blame_way way;
    bool found;
} blamed;

static us_status bind(blaming *b, question which, const us_failure *failure, int64_t third)
{
    int parameters = sqlite3_bind_parameter_count(b->stmt[which]);
    return us_store_bind(&b->games->store, b->stmt[which], b->err, parameters == 3 ? "iii" : "iiii",
                         failure->game, (int64_t)failure->seat, third, (int64_t)failure->cycle);
}

/* Takes the first row whose behavior is the library's. */
static us_status take_known(blaming *b, question which, us_blame_way way, blamed *out)
{
    bool row;
    for (;;) {
        US_TRY(step(b, which, &row));
        if (!row)
            return US_OK;
        sqlite3_stmt *stmt = b->stmt[which];
        if (!is_known(b, us_store_column_text(stmt, 2), &out->behavior))
            continue;
        const char *label = strcmp(us_store_column_text(stmt, 1), "behavior") == 0
                                ? ""
                                : us_store_column_text(stmt, 3);
        size_t length = strlen(label);
        length = length < sizeof out->label ? length : 0;
        memcpy(out->label, label, length);
        out->label[length] = '\0';
        out->node = (uint32_t)sqlite3_column_int64(stmt, 0);
        out->way = way;
        out->found = true;
        sqlite3_reset(stmt);
        return US_OK;
    }
}

static us_status blame_node(blaming *b, const us_failure *failure, int64_t node, us_blame_way way,
                            blamed *out)
{
    US_TRY(bind(b, ABOVE, failure, node));
    return take_known(b, ABOVE, way, out);
}

static us_status blame_unit(blaming *b, const us_failure *failure, question which, us_blame_way way,
                            blamed *out)
{
    bool row;
    US_TRY(bind(b, which, failure, (int64_t)failure->unit));
    US_TRY(step(b, which, &row));
    if (!row)
        return US_OK;
    int64_t node = sqlite3_column_int64(b->stmt[which], 0);
    sqlite3_reset(b->stmt[which]);
    return blame_node(b, failure, node, way, out);
}

static us_status blame_goal(blaming *b, const us_failure *failure, question which, us_blame_way way,
                            blamed *out)
{
    US_TRY(us_store_bind(&b->games->store, b->stmt[which], b->err, "iiti", failure->game,
                         (int64_t)failure->seat, failure->goal, (int64_t)failure->cycle));
    return take_known(b, which, way, out);
}

static us_status blame_top(blaming *b, const us_failure *failure, blamed *out)
{
    US_TRY(us_store_bind(&b->games->store, b->stmt[TOP], b->err, "iinii", failure->game,
                         (int64_t)failure->seat, (int64_t)failure->cycle, (int64_t)failure->until));
    return take_known(b, TOP, US_BLAMED_TOP, out);
}

/* Blames a behavior for the failure. Ways are tried from the one that the pattern names, without
 * those whose column the failure lacks; the top comes last. */
static us_status blame_one(blaming *b, const us_failure *failure, blamed *out)
{
    us_blame where = b->def->patterns->item[failure->pattern]->blame;
    *out = (blamed){.found = false};
    if (failure->repaired) {
        *out = (blamed){.behavior = failure->repaired,
                        .node = failure->node,
                        .way = US_BLAMED_REPAIRED,
                        .found = find_known(b, failure->repaired) >= 0};
        snprintf(out->label, sizeof out->label, "%s", failure->label);
        return US_OK;
    }
    if (where == US_BLAME_STEP && failure->node)
        US_TRY(blame_node(b, failure, failure->node, US_BLAMED_STEP, out));
    if (!out->found && where <= US_BLAME_UNIT && failure->unit)
        US_TRY(blame_unit(b, failure, COMMAND, US_BLAMED_COMMANDER, out));
    if (!out->found && where <= US_BLAME_UNIT && failure->unit)
        US_TRY(blame_unit(b, failure, MAKER, US_BLAMED_MAKER, out));
    if (!out->found && where <= US_BLAME_GOAL && failure->goal)
        US_TRY(blame_goal(b, failure, PURSUER, US_BLAMED_PURSUER, out));
    if (!out->found && where <= US_BLAME_GOAL && failure->goal)
        US_TRY(blame_goal(b, failure, ASKER, US_BLAMED_ASKER, out));
    return out->found ? US_OK : blame_top(b, failure, out);
}

/* ---- causes */

/* Returns whether a repair of the pattern uses the column's value. */
static bool is_used(const us_failure_pattern *pattern, int column)
{
    char hole[US_PATTERN_NAME_MAX + 3];
    size_t length = strlen(pattern->column[column]);
    hole[0] = '{';
    memcpy(hole + 1, pattern->column[column], length);
    memcpy(hole + 1 + length, "}", 2);
    for (int i = 0; i < pattern->repairs; i++) {
        const us_repair *repair = &pattern->repair[i];
        for (int k = 0; k < repair->lines; k++)
            if (strstr(repair->line[k].text, hole))
                return true;
        for (int k = 0; k < repair->slots; k++)
            if (strstr(repair->slot[k].text, hole))
                return true;
        if (repair->when.text && strstr(repair->when.text, hole))
            return true;
    }
    return false;
}

static bool is_number(const char *text)
{
    const char *digits = text + (text[0] == '-');
    return digits[0] && digits[strspn(digits, "0123456789")] == '\0';
}

/* Returns the value as far as it distinguishes repairs: "" if no repair uses it, "0" for any
 * number, since a repair takes the numbers of the worst failure. */
static const char *value_of(const blaming *b, const us_failure *failure, int column)
{
    const char *value = failure->value[column];
    if (!value || !b->used[failure->pattern * US_PATTERN_COLUMNS_MAX + column])
        return "";
    return is_number(value) ? "0" : value;
}

static void list_used(blaming *b)
{
    const us_patterns *patterns = b->def->patterns;
    b->used = US_NEW_ARRAY(bool, patterns->count *US_PATTERN_COLUMNS_MAX + 1);
    for (int i = 0; i < patterns->count; i++)
        for (int k = 0; k < patterns->item[i]->columns; k++)
            b->used[i * US_PATTERN_COLUMNS_MAX + k] = is_used(patterns->item[i], k);
}

/* Returns whether a repair for one failure is a repair for the other. */
static bool same_values(const blaming *b, const us_failure *one, const us_failure *two)
{
    for (int i = 0; i < b->def->patterns->item[one->pattern]->columns; i++)
        if (strcmp(value_of(b, one, i), value_of(b, two, i)) != 0)
            return false;
    return true;
}

static us_hash key_of(const blaming *b, const us_failure *failure, us_hash behavior,
                      const char *label)
{
    us_hash key = us_hash_add(us_hash_add(US_HASH_START, (uint64_t)failure->pattern), behavior);
    key = us_hash_add_text(key, label);
    for (int i = 0; i < b->def->patterns->item[failure->pattern]->columns; i++)
        key = us_hash_add_text(key, value_of(b, failure, i));
    return key;
}

/* The table is at most half full, so the search ends. */
static void put_slot(blaming *b, us_hash key, int cause)
{
    int at = (int)(key & (us_hash)(b->slots - 1));
    while (b->slot[at])
        at = (at + 1) & (b->slots - 1);
    b->slot[at] = cause + 1;
}

static void widen(blaming *b)
{
    const us_causes *causes = b->out;
    if (2 * (causes->count + 1) <= b->slots)
        return;
    us_mem_free(b->slot);
    b->slots = b->slots ? 2 * b->slots : 64;
    b->slot = US_NEW_ARRAY(int, b->slots);
    for (int i = 0; i < causes->count; i++) {
        const us_cause *cause = &causes->item[i];
        put_slot(b, key_of(b, cause->worst, cause->behavior, cause->label), i);
    }
}

static us_cause *cause_of(blaming *b, const us_failure *failure, const blamed *who)
{
    us_causes *causes = b->out;
    us_hash key = key_of(b, failure, who->behavior, who->label);
    widen(b);
    for (int at = (int)(key & (us_hash)(b->slots - 1)); b->slot[at];
         at = (at + 1) & (b->slots - 1)) {
        us_cause *cause = &causes->item[b->slot[at] - 1];
        if (cause->pattern == failure->pattern && cause->behavior == who->behavior &&
            strcmp(cause->label, who->label) == 0 && same_values(b, cause->worst, failure))
            return cause;
    }
    causes->item =
        us_array_grow(causes->item, causes->count, &causes->capacity, sizeof *causes->item);
    us_cause *made = &causes->item[causes->count];
    *made = (us_cause){.pattern = failure->pattern,
                       .behavior = who->behavior,
                       .label = us_arena_strndup(causes->arena, who->label, strlen(who->label)),
                       .worst = failure,
                       .node = who->node};
    put_slot(b, key, causes->count++);
    return made;
}

/* Counts a repair in play, which each game and seat has once at most for one cause. */
static void add_repair(us_cause *cause, const us_failure *failure, const seat_row *row)
{
    cause->repaired += failure->repaired != 0;
    cause->won += failure->repaired && row->won;
}

/* Adds the failure's game and seat, once. Failures come sorted by game, but not by seat. */
static void add_play(us_cause *cause, const us_failure *failure, us_arena *arena)
{
    bool same = false;
    for (int i = cause->plays; i > 0 && cause->play[i - 1].game == failure->game; i--) {
        same = true;
        if (cause->play[i - 1].seat == failure->seat)
            return;
    }
    if ((cause->plays & (cause->plays - 1)) == 0) { /* full at each power of two */
        us_blame_game *more =
            US_ARENA_ARRAY(arena, us_blame_game, cause->plays ? 2 * cause->plays : 1);
        if (cause->plays)
            memcpy(more, cause->play, (size_t)cause->plays * sizeof *more);
        cause->play = more;
    }
    cause->play[cause->plays++] = (us_blame_game){failure->game, failure->seat};
    cause->games += !same;
}

static us_status add_failure(blaming *b, const us_failure *failure)
{
    blamed who;
    const seat_row *row = seat_of(b, failure->game, failure->seat);
    if (!row || !played(row)) {
        bool silent = row && row->silent && us_text_has_prefix(row->player, "library:");
        ++*(silent ? &b->out->unblamed : &b->out->others);
        return US_OK;
    }
    b->out->own[b->out->owns++] = failure;
    US_TRY(blame_one(b, failure, &who));
    if (!who.found) {
        b->out->unblamed++;
        return US_OK;
    }
    us_cause *cause = cause_of(b, failure, &who);
    cause->failures++;
    cause->badness += failure->badness;
    cause->way[who.way]++;
    if (failure->badness > cause->worst->badness) {
        cause->worst = failure;
        cause->node = who.node;
    }
    add_play(cause, failure, b->out->arena);
    add_repair(cause, failure, row);
    return US_OK;
}

static int by_weight(const void *left, const void *right)
{
    const us_cause *a = left, *b = right;
    if (a->noise != b->noise)
        return a->noise - b->noise;
    if (a->games != b->games)
        return b->games - a->games;
    if (a->failures != b->failures)
        return a->failures < b->failures ? 1 : -1;
    if (a->pattern != b->pattern)
        return a->pattern - b->pattern;
    if (a->behavior != b->behavior)
        return a->behavior < b->behavior ? -1 : 1;
    int order = strcmp(a->label, b->label);
    return order ? order : a->worst < b->worst ? -1 : a->worst > b->worst;
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
        b->active[find_known(b, behavior)] += behavior != before || game != last;
        before = behavior;
        last = game;
    }
}

/* Computes noise and the share of each cause in its pattern's badness, and sorts the causes. */
static void compute_shares(blaming *b)
{
    us_causes *causes = b->out;
    US_AUTOFREE int64_t *total = US_NEW_ARRAY(int64_t, b->def->patterns->count + 1);
    for (int i = 0; i < causes->count; i++)
        total[causes->item[i].pattern] += causes->item[i].badness;
    for (int i = 0; i < causes->count; i++) {
        us_cause *cause = &causes->item[i];
        cause->active = b->active[find_known(b, cause->behavior)];
        if (total[cause->pattern] > 0)
            cause->share =
                (cause->badness * 100 + total[cause->pattern] / 2) / total[cause->pattern];
        cause->noise = cause->games < b->def->least ||
                       (int64_t)cause->games * 100 < (int64_t)cause->active * b->def->percent;
    }
    if (causes->count > 0)
        us_array_sort(causes->item, (size_t)causes->count, sizeof *causes->item, by_weight);
}

static void list_uses(blaming *b)
{
    us_causes *out = b->out;
    out->use = US_ARENA_ARRAY(out->arena, us_behavior_use, b->knowns + 1);
    out->uses = b->knowns;
    for (int i = 0; i < b->knowns; i++)
        out->use[i] = (us_behavior_use){b->known[i], b->active[i]};
    for (int i = 0; i < b->seats; i++)
        out->seats += played(&b->seat[i]);
}

static us_status assign(blaming *b)
{
    for (int i = 0; i < QUESTIONS; i++)
        US_TRY(us_store_prepare(&b->games->store, questions[i], &b->stmt[i], b->err));
    US_TRY(list_seats(b));
    US_TRY(check_seats(b));
    list_used(b);
    b->out->own = US_ARENA_ARRAY(b->out->arena, const us_failure *, b->def->failures->count + 1);
    for (int i = 0; i < b->def->failures->count; i++) {
        if (b->games->stop && b->games->stop())
            return us_error_set(b->err, US_INTERRUPTED, NULL, 0, 0, "interrupted");
        US_TRY(add_failure(b, &b->def->failures->item[i]));
    }
    US_TRY(count_active(b));
    compute_shares(b);
    list_uses(b);
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
    us_mem_free(b.active);
    us_mem_free(b.seat);
    us_mem_free(b.used);
    us_mem_free(b.slot);
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
