#include "retrieve/library_diff.h"

#include <string.h>

#include "base/sort.h"
#include "retrieve/library_internal.h"
#include "retrieve/provenance.h"

/* Each row begins with a text. Rows are in the order of its bytes, and rows with equal text are
 * equal. */
static const char behaviors_sql[] =
    "SELECT b.hash, b.hash, b.kind, b.name, coalesce(g.text, ''), " US_SQL_TOTALS
    " FROM behaviors b LEFT JOIN goals g ON g.id = b.goal ORDER BY b.hash, b.id";
static const char cases_sql[] =
    "SELECT b.hash || ' ' || d.hash || ' ' || coalesce(a.hash, ''), b.hash "
    "FROM cases c JOIN details d ON d.id = c.id JOIN behaviors b ON b.id = c.behavior "
    "LEFT JOIN details a ON a.id = c.above ORDER BY 1, c.id";
#define PROVENANCE US_SQL_PROVENANCE("o.entries")
static const char origins_sql[] =
    "SELECT b.hash || ' ' || d.hash || ' ' || o.cycle || ' ' || o.map || ' ' || " PROVENANCE
    ", b.hash "
    "FROM origins o JOIN cases c ON c.id = o.case_id JOIN details d ON d.id = c.id "
    "JOIN behaviors b ON b.id = c.behavior ORDER BY 1, o.id";
static const char games_sql[] =
    "SELECT b.hash || ' ' || o.game || ' ' || o.tries || ' ' || o.successes, b.hash "
    "FROM outcomes o JOIN behaviors b ON b.id = o.behavior UNION ALL "
    "SELECT b.hash || ' ' || a.game || ' seat ' || a.seat || ' cycle ' || a.cycle || ' result ' || "
    "a.result || ' ' || hex(a.features), b.hash "
    "FROM attempts a JOIN behaviors b ON b.id = a.behavior ORDER BY 1, 2";
static const char features_sql[] =
    "SELECT 'feature ' || name || ': from ' || low || ' to ' || high || ', weight ' || weight || "
    "iif(bandwidth = 0, '', ', bandwidth ' || bandwidth), '' "
    "FROM features ORDER BY 1, id";
static const char seen_sql[] =
    "SELECT 'saw map ' || iif(map = '', 'unknown', map) || ', seed ' || iif(seed = '', 'unknown', "
    "seed) || ', by ' || how, '' FROM seen ORDER BY 1";
static const char slots_sql[] = "SELECT 'shared ' || text, '' FROM slots ORDER BY 1, id";

/* ---- the list of changes */

static int by_hash(const void *left, const void *right)
{
    const us_library_change *a = left, *b = right;
    return (a->behavior > b->behavior) - (a->behavior < b->behavior);
}

static void add_phrase(us_library_changes *changes, int side, const char *text)
{
    US_AUTOSTR(phrase);
    us_str_addf(&phrase, "%c %s", "-+"[side], text);
    changes->phrase = us_array_grow(changes->phrase, changes->phrases, &changes->phrase_capacity,
                                    sizeof *changes->phrase);
    changes->phrase[changes->phrases++] = us_arena_strdup(changes->arena, phrase.text);
}

/* ---- two lists side by side */

typedef struct pass {
    us_library *library[2];
    us_library_changes *changes; /* by hash until the comparison ends */
    sqlite3_stmt *stmt[2];
    bool row[2];
    void (*visit)(struct pass *pass, bool a, bool b);
    size_t counts; /* offset of the numbers that count_row counts up */
} pass;

static void visit_behavior(pass *p, bool a, bool b)
{
    us_hash hash = 0;
    sqlite3_stmt *stmt = p->stmt[a ? 0 : 1];
    us_hash_parse(us_store_column_text(stmt, 1), &hash);
    us_library_changes *changes = p->changes;
    changes->change =
        us_array_grow(changes->change, changes->count, &changes->capacity, sizeof *changes->change);
    us_library_change *change = &changes->change[changes->count++];
    *change =
        (us_library_change){.behavior = hash,
                            .kind = us_arena_strdup(changes->arena, us_store_column_text(stmt, 2)),
                            .name = us_arena_strdup(changes->arena, us_store_column_text(stmt, 3)),
                            .goal = us_arena_strdup(changes->arena, us_store_column_text(stmt, 4))};
    for (int side = 0; side < 2; side++) {
        change->in[side] = side == 0 ? a : b;
        if (!change->in[side])
            continue;
        change->tries[side] = sqlite3_column_int64(p->stmt[side], 5);
        change->successes[side] = sqlite3_column_int64(p->stmt[side], 6);
    }
}

/* Counts a row that only one side has, in the change of its behavior. */
static void count_row(pass *p, bool a, bool b)
{
    int side = a ? 0 : 1;
    us_library_change wanted = {.behavior = 0};
    if (a == b)
        return;
    us_hash_parse(us_store_column_text(p->stmt[side], 1), &wanted.behavior);
    us_library_change *change =
        us_array_find(&wanted, p->changes->change, p->changes->count, sizeof wanted, by_hash);
    if (change)
        ((int64_t *)(void *)((char *)change + p->counts))[side]++;
}

static void visit_phrase(pass *p, bool a, bool b)
{
    if (a != b)
        add_phrase(p->changes, a ? 0 : 1, us_store_column_text(p->stmt[a ? 0 : 1], 0));
}

static us_status next(pass *p, int side, us_error *err)
{
    return us_store_step(&p->library[side]->store, p->stmt[side], &p->row[side], err);
}

static us_status walk(pass *p, us_error *err)
{
    US_TRY(next(p, 0, err));
    US_TRY(next(p, 1, err));
    while (p->row[0] || p->row[1]) {
        int order = !p->row[0]   ? 1
                    : !p->row[1] ? -1
                                 : strcmp(us_store_column_text(p->stmt[0], 0),
                                          us_store_column_text(p->stmt[1], 0));
        p->visit(p, order <= 0, order >= 0);
        if (order <= 0)
            US_TRY(next(p, 0, err));
        if (order >= 0)
            US_TRY(next(p, 1, err));
    }
    return US_OK;
}

static us_status side_by_side(us_library *a, us_library *b, const char *sql,
                              void (*visit)(pass *, bool, bool), size_t counts,
                              us_library_changes *out, us_error *err)
{
    US_AUTOPTR(sqlite3_stmt) one = NULL;
    US_AUTOPTR(sqlite3_stmt) other = NULL;
    US_TRY(us_library_ensure_open(a, err));
    US_TRY(us_library_ensure_open(b, err));
    US_TRY(us_store_prepare(&a->store, sql, &one, err));
    US_TRY(us_store_prepare(&b->store, sql, &other, err));
    pass p = {
        .library = {a, b}, .changes = out, .stmt = {one, other}, .visit = visit, .counts = counts};
    return walk(&p, err);
}

/* ---- ancestry of changes */

typedef struct descent {
    us_hash *parent; /* by repair */
    const char **modop, **failure;
    int repairs;
    bool told;
    us_arena *arena;
} descent;

static void note_descent(void *context, const us_library_origin *row)
{
    descent *of = context;
    us_ancestry from = us_ancestry_from_case(&row->about);
    if (of->told || us_ancestry_parent(&from, 0) == 0)
        return;
    of->told = true;
    of->repairs = from.repairs;
    of->parent = US_ARENA_ARRAY(of->arena, us_hash, from.repairs + 1);
    of->modop = US_ARENA_ARRAY(of->arena, const char *, from.repairs + 1);
    of->failure = US_ARENA_ARRAY(of->arena, const char *, from.repairs + 1);
    for (int i = 0; i <= from.repairs; i++)
        of->parent[i] = us_ancestry_parent(&from, i);
    for (int i = 0; i < from.repairs; i++) {
        of->modop[i] = us_arena_strdup(of->arena, us_ancestry_modop(&from, i));
        of->failure[i] = us_arena_strdup(of->arena, us_ancestry_failure(&from, i));
    }
}

us_status us_library_find_behavior(us_library *library, us_hash behavior, int64_t *id,
                                   us_error *err)
{
    char hex[17];
    us_hash_print(behavior, hex);
    return us_library_find_id(library, US_SQL_BEHAVIOR_BY_HASH, id, err, "t", hex);
}

us_status us_library_print_body(us_library *library, us_hash behavior, us_str *out, us_error *err)
{
    char hex[17];
    sqlite3_stmt *stmt;
    bool row;
    us_hash_print(behavior, hex);
    US_TRY(us_library_find_row(library, US_SQL_BEHAVIOR_BY_HASH, &stmt, &row, err, "t", hex));
    if (row)
        us_str_add(out, us_store_column_text(stmt, 1));
    sqlite3_reset(stmt);
    return US_OK;
}

us_status us_library_change_print_bodies(us_library *const *library,
                                         const us_library_change *change, us_str *before,
                                         us_str *after, us_error *err)
{
    if (change->parent == 0)
        return US_OK;
    for (int side = 0; side < 2 && !before->text[0]; side++)
        US_TRY(us_library_print_body(library[side], change->parent, before, err));
    return us_library_print_body(library[change->in[0] ? 0 : 1], change->behavior, after, err);
}

/* Finds the first repair of the latest parent that the library has; if it has none, *since
 * stays. */
static us_status find_latest(us_library *library, const descent *of, int *since, bool *found,
                             us_error *err)
{
    for (int i = of->repairs > 0 ? of->repairs - 1 : 0; i >= 0 && !*found; i--) {
        int64_t id;
        US_TRY(us_library_find_behavior(library, of->parent[i], &id, err));
        *found = id != 0;
        if (*found)
            for (*since = i; *since > 0 && of->parent[*since - 1] == of->parent[i];)
                (*since)--;
    }
    return US_OK;
}

static us_status find_parent(us_library *const library[2], us_library_change *change,
                             us_arena *arena, us_error *err)
{
    int64_t id;
    int owner = change->in[0] ? 0 : 1, since = 0;
    bool found = false;
    descent of = {.arena = arena};
    US_TRY(us_library_find_behavior(library[owner], change->behavior, &id, err));
    US_TRY(us_library_visit_origins(library[owner], id, note_descent, &of, err));
    for (int side = 0; side < 2 && of.told; side++)
        US_TRY(find_latest(library[side == 0 ? !owner : owner], &of, &since, &found, err));
    if (of.told) {
        change->parent = of.parent[since];
        change->repairs = of.repairs - since;
        change->modops = of.modop + since;
        change->failures = of.failure + since;
    }
    return US_OK;
}

static us_status find_parents(us_library *const library[2], us_library_changes *changes,
                              us_error *err)
{
    for (int i = 0; i < changes->count; i++)
        if (changes->change[i].in[0] != changes->change[i].in[1])
            US_TRY(find_parent(library, &changes->change[i], changes->arena, err));
    return US_OK;
}

/* ---- comparison */

static bool is_equal(const us_library_change *change)
{
    return change->in[0] && change->in[1] && change->tries[0] == change->tries[1] &&
           change->successes[0] == change->successes[1] && change->cases[0] == 0 &&
           change->cases[1] == 0 && change->origins[0] == 0 && change->origins[1] == 0 &&
           change->games[0] == 0 && change->games[1] == 0;
}

static int rank(const us_library_change *change)
{
    return change->in[0] && change->in[1] ? 2 : change->in[0] ? 0 : 1;
}

static int by_side(const void *left, const void *right)
{
    const us_library_change *a = left, *b = right;
    int order = rank(a) - rank(b);
    if (order == 0)
        order = strcmp(a->goal, b->goal);
    if (order == 0)
        order = strcmp(a->name, b->name);
    return order ? order : by_hash(a, b);
}

static void drop_equal(us_library_changes *changes)
{
    int kept = 0;
    for (int i = 0; i < changes->count; i++) {
        if (!is_equal(&changes->change[i]))
            changes->change[kept++] = changes->change[i];
    }
    changes->count = kept;
    us_array_sort(changes->change, (size_t)kept, sizeof *changes->change, by_side);
}

static us_status compare(us_library *a, us_library *b, us_library_changes *out, us_error *err)
{
    us_library *const both[2] = {a, b};
    const struct {
        const char *sql;
        void (*visit)(pass *, bool, bool);
        size_t counts;
    } passes[] = {{behaviors_sql, visit_behavior, 0},
                  {cases_sql, count_row, offsetof(us_library_change, cases)},
                  {origins_sql, count_row, offsetof(us_library_change, origins)},
                  /* different games with equal sums are a difference, too */
                  {games_sql, count_row, offsetof(us_library_change, games)},
                  {features_sql, visit_phrase, 0},
                  {slots_sql, visit_phrase, 0},
                  {seen_sql, visit_phrase, 0}};
    for (int i = 0; i < US_COUNT(passes); i++)
        US_TRY(side_by_side(a, b, passes[i].sql, passes[i].visit, passes[i].counts, out, err));
    drop_equal(out);
    return find_parents(both, out, err);
}

us_status us_library_compare(us_library *a, us_library *b, us_library_changes *out, us_error *err)
{
    US_AUTO(us_library_changes_clear) us_library_changes made = {.arena = us_arena_new()};
    US_TRY(us_library_begin_read(a, err));
    us_status status = us_library_begin_read(b, err);
    if (status == US_OK)
        status = us_library_end_read(b, compare(a, b, &made, err), err);
    US_TRY(us_library_end_read(a, status, err));
    *out = made;
    made = (us_library_changes){0};
    return US_OK;
}

void us_library_changes_clear(us_library_changes *changes)
{
    us_arena_free(changes->arena);
    us_mem_free(changes->change);
    us_mem_free(changes->phrase);
    *changes = (us_library_changes){0};
}

/* ---- JSON */

static void write_pair(us_json_writer *writer, const char *key, const int64_t *pair)
{
    us_json_write_key_open(writer, key, '[');
    us_json_write_int(writer, pair[0]);
    us_json_write_int(writer, pair[1]);
    us_json_write_close(writer, ']');
}

static us_status write_descent(us_library *const *library, const us_library_change *change,
                               us_json_writer *writer, us_error *err)
{
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    US_AUTOSTR(trees);
    us_status status = us_library_change_print_bodies(library, change, &before, &after, err);
    if (status == US_OK && before.text[0])
        us_line_diff_print(before.text, after.text, &trees);
    us_json_write_key_hash(writer, "parent", change->parent);
    us_json_write_key_string(writer, "modop", change->repairs > 0 ? change->modops[0] : "");
    us_json_write_key_string(writer, "failure", change->repairs > 0 ? change->failures[0] : "");
    us_json_write_key_string(writer, "trees", trees.text);
    us_json_write_key_strings(writer, "modops", change->modops, change->repairs);
    us_json_write_key_strings(writer, "failures", change->failures, change->repairs);
    return status;
}

us_status us_library_change_write(us_library *const *library, const us_library_change *change,
                                  us_json_writer *writer, us_error *err)
{
    us_json_write_key_string(writer, "name", change->name);
    us_json_write_key_string(writer, "kind", change->kind);
    us_json_write_key_hash(writer, "hash", change->behavior);
    us_json_write_key_string(writer, "goal", change->goal);
    us_json_write_key_string(writer, "in",
                             change->in[0] && change->in[1] ? "both"
                             : change->in[0]                ? "first"
                                                            : "second");
    write_pair(writer, "cases", change->cases);
    write_pair(writer, "origins", change->origins);
    write_pair(writer, "games", change->games);
    write_pair(writer, "tries", change->tries);
    write_pair(writer, "successes", change->successes);
    return change->parent != 0 ? write_descent(library, change, writer, err) : US_OK;
}
