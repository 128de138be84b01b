#include <string.h>

#include "base/sums.h"
#include "retrieve/attempts.h"
#include "retrieve/library_internal.h"

static us_template_kind kind_of(const char *name)
{
    for (us_template_kind kind = 0; kind < US_TEMPLATE_KINDS; kind++)
        if (us_text_equal(name, us_template_kind_name(kind)))
            return kind;
    return US_TEMPLATE_KINDS;
}

/* ---- texts */

static us_status add_line(void *context, sqlite3_stmt *row, us_error *err)
{
    (void)err;
    us_str_addf(context, "%s\n", us_store_column_text(row, 0));
    return US_OK;
}

/* Adds the first lines of a file: its version and the shared slots. */
static us_status add_head(us_library *library, us_str *out, us_error *err)
{
    us_str_addf(out, "brl %d\n\n", US_BRL_VERSION);
    return us_library_visit_rows(library, US_SQL_SLOTS, add_line, out, err, "");
}

typedef struct body {
    us_str text;
    us_template_kind kind;
    char name[US_STRING_MAX + 1];
    int64_t tries, successes;
} body;

static void body_clear(body *of)
{
    us_str_clear(&of->text);
}

static us_status read_body(us_library *library, int64_t id, body *out, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_find_row(library, US_SQL_BEHAVIOR_BODY, &stmt, &row, err, "i", id));
    if (!row)
        return us_library_fail_damaged(library, err, "behavior %lld is not there", (long long)id);
    const char *name = us_store_column_text(stmt, 2);
    us_str_add(&out->text, us_store_column_text(stmt, 0));
    out->kind = kind_of(us_store_column_text(stmt, 1));
    out->tries = sqlite3_column_int64(stmt, 3);
    out->successes = sqlite3_column_int64(stmt, 4);
    bool good = out->kind < US_TEMPLATE_KINDS && us_brl_is_string(name);
    if (good)
        memcpy(out->name, name, strlen(name) + 1);
    sqlite3_reset(stmt);
    return good ? US_OK
                : us_library_fail_damaged(library, err, "a behavior of no kind, or without name");
}

/* Parses the body as the one item of a file; or returns NULL. */
static us_brl *parse_body(us_library *library, const us_str *head, const body *from,
                          us_faults *faults)
{
    US_AUTOSTR(text);
    us_str_addf(&text, "%s\n%s", head->text, from->text.text);
    US_AUTOPTR(us_brl)
    brl = us_brl_read(library->domain, library->path, text.text, text.length, faults);
    return us_brl_find(brl, from->kind, from->name) ? US_STEAL(brl) : NULL;
}

/* ---- cases */

typedef struct weaving {
    us_library *library;
    us_template_kind kind;
    us_library_origins_read origins;
    us_library_on_block *visit;
    void *context;
    us_arena *arena;
    us_case head;        /* the counts, as entries of the first case */
    const us_case *from; /* the case whose origins are read */
    int blocks, before;  /* of all cases; of those before this one */
    bool begun;          /* a block was visited */
    bool held;           /* the first block is blank: it is there only if a suffix case follows */
} weaving;

static bool is_blank(const us_case *block)
{
    return block->cycle < 0 && !block->map[0] && block->done_count == 0 && block->entry_count == 0;
}

static us_status emit(weaving *w, const us_case *block, us_error *err)
{
    static const us_case blank = {.cycle = -1, .map = ""};
    if (!w->begun && is_blank(block)) {
        w->held = true;
        return US_OK;
    }
    w->begun = true;
    if (w->held && block->done_count > 0)
        US_TRY(w->visit(w->context, &blank, err));
    w->held = false;
    return w->visit(w->context, block, err);
}

/* The first block has the counts, too. */
static us_status add_block(weaving *w, const us_case *block, us_error *err)
{
    bool first = w->blocks++ == 0, joined = first && block->done_count == 0;
    if (first && !joined)
        US_TRY(emit(w, &w->head, err));
    if (w->kind != US_TEMPLATE_BEHAVIOR && !joined)
        return US_OK; /* a tree has room for one appendix */
    if (!joined || w->head.entry_count == 0)
        return emit(w, block, err);
    us_case both = *block;
    int counts = w->head.entry_count;
    us_entry *entry = US_ARENA_ARRAY(w->arena, us_entry, counts + block->entry_count);
    memcpy(entry, w->head.entry, (size_t)counts * sizeof *entry);
    for (int i = 0; i < block->entry_count; i++)
        entry[counts + i] = block->entry[i];
    both.entry = entry;
    both.entry_count += counts;
    return emit(w, &both, err);
}

static us_status read_where(us_library *library, sqlite3_stmt *stmt, int column, us_arena *arena,
                            us_case *out, us_error *err)
{
    int64_t cycle = sqlite3_column_int64(stmt, column);
    const char *map = us_store_column_text(stmt, column + 1);
    if (cycle < -1 || cycle > INT32_MAX || !us_brl_is_string(map))
        return us_library_fail_damaged(library, err, "an origin at no cycle, or on no map");
    out->cycle = (us_cycle)cycle;
    out->map = us_arena_strndup(arena, map, strlen(map));
    return us_library_read_entries(library, us_store_column_text(stmt, column + 2), arena, out,
                                   err);
}

static us_status add_origin(void *context, sqlite3_stmt *row, us_error *err)
{
    weaving *w = context;
    us_case block = *w->from;
    us_mark mark = us_arena_mark(w->arena);
    US_TRY(read_where(w->library, row, 0, w->arena, &block, err));
    US_TRY(add_block(w, &block, err));
    us_arena_release(w->arena, mark);
    return US_OK;
}

/* The first origin alone makes a block; the others are only read. */
static us_status check_origin(void *context, sqlite3_stmt *row, us_error *err)
{
    weaving *w = context;
    us_case other = {.cycle = -1, .map = ""};
    if (w->blocks == w->before)
        return add_origin(context, row, err);
    us_mark mark = us_arena_mark(w->arena);
    US_TRY(read_where(w->library, row, 0, w->arena, &other, err));
    us_arena_release(w->arena, mark);
    return US_OK;
}

static us_status read_case(us_library *library, sqlite3_stmt *stmt, int column, bool state,
                           us_arena *arena, us_case *out, us_error *err)
{
    *out = (us_case){.cycle = -1, .map = ""};
    US_TRY(
        us_library_read_done_labels(library, us_store_column_text(stmt, column), arena, out, err));
    if (state) {
        us_library_decode_features(library, sqlite3_column_blob(stmt, column + 1),
                                   sqlite3_column_bytes(stmt, column + 1));
        us_library_add_feature_entries(library, arena, out);
    }
    return us_library_read_entries(library, us_store_column_text(stmt, column + 2), arena, out,
                                   err);
}

/* Adds a block for each origin of a case; one block if it has no origin, or if only the first
 * counts.
 */
static us_status add_case(void *context, sqlite3_stmt *row, us_error *err)
{
    weaving *w = context;
    us_case from;
    us_mark mark = us_arena_mark(w->arena);
    US_TRY(read_case(w->library, row, 1, true, w->arena, &from, err));
    int64_t id = sqlite3_column_int64(row, 0);
    us_query_id query = w->origins == US_ORIGINS_FIRST ? US_SQL_ORIGIN_FIRST : US_SQL_ORIGINS;
    w->before = w->blocks;
    w->from = &from;
    US_TRY(us_library_visit_rows(w->library, query,
                                 w->origins == US_ORIGINS_CHECKED ? check_origin : add_origin, w,
                                 err, "i", id));
    if (w->blocks == w->before)
        US_TRY(add_block(w, &from, err));
    us_arena_release(w->arena, mark);
    return US_OK;
}

/* ---- tries and successes, in the first case */

typedef struct games {
    us_library *library;
    us_arena *arena;
    US_LIST(const char *) hash;
    US_LIST(int64_t) tries, successes; /* the last are of the other games */
} games;

static us_status read_game(void *context, sqlite3_stmt *row, us_error *err)
{
    games *list = context;
    us_hash hash;
    const char *text = us_store_column_text(row, 0);
    if (!us_hash_parse(text, &hash))
        return us_library_fail_damaged(list->library, err, "a game without hash");
    US_LIST_PUT(list->hash, us_arena_strdup(list->arena, text));
    US_LIST_PUT(list->tries, sqlite3_column_int64(row, 1));
    US_LIST_PUT(list->successes, sqlite3_column_int64(row, 2));
    return US_OK;
}

static void games_clear(games *list)
{
    us_mem_free(list->hash.item);
    us_mem_free(list->tries.item);
    us_mem_free(list->successes.item);
}

static int64_t sum(int64_t all, const int64_t *number, int count)
{
    for (int i = 0; i < count; i++)
        all = us_sums_add(all, number[i]); /* any numbers in a hostile file */
    return all < US_TRIES_MAX ? all : US_TRIES_MAX;
}

us_entry us_entry_from_texts(const char *key, const char *const *text, int count)
{
    us_entry entry = {.key = key, .text = text, .texts = (unsigned)count};
    us_assert((int)entry.texts == count);
    return entry;
}

/* Reads the counts as entries of the first case. */
static us_status read_counts(weaving *w, int64_t behavior, const body *from, us_error *err)
{
    enum { MOST = 5 + US_ATTEMPT_ENTRIES };
    US_AUTO(games_clear) games list = {.library = w->library, .arena = w->arena};
    US_TRY(us_library_visit_rows(w->library, US_SQL_OUTCOMES_OF, read_game, &list, err, "i",
                                 behavior));
    int count = list.hash.count, entries = 0;
    int64_t tries = sum(from->tries, list.tries.item, count);
    int64_t successes = sum(from->successes, list.successes.item, count);
    us_entry *entry = US_ARENA_ARRAY(w->arena, us_entry, MOST);
    if (tries != 0) {
        entry[entries++] = us_entry_make(w->arena, US_KEY_TRIES, &tries, 1);
        entry[entries++] = us_entry_make(w->arena, US_KEY_SUCCESSES, &successes, 1);
    }
    if (count > 0) {
        const char *const *hash =
            us_arena_copy(w->arena, list.hash.item, (size_t)count, sizeof *list.hash.item);
        entry[entries++] = us_entry_from_texts(US_KEY_GAMES, hash, count);
        entry[entries++] = us_entry_make(w->arena, US_KEY_GAME_TRIES, list.tries.item, count);
        entry[entries++] =
            us_entry_make(w->arena, US_KEY_GAME_SUCCESSES, list.successes.item, count);
    }
    int attempts = 0;
    US_TRY(
        us_library_read_attempts(w->library, behavior, w->arena, entry + entries, &attempts, err));
    entries += attempts;
    w->head = (us_case){.cycle = -1, .map = "", .entry = entry, .entry_count = entries};
    return US_OK;
}

/* ---- behaviors with their cases */

static us_status visit_blocks(us_library *library, int64_t id, const body *from,
                              us_library_origins_read origins, us_library_on_block *visit,
                              void *context, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    weaving w = {.library = library,
                 .kind = from->kind,
                 .origins = origins,
                 .visit = visit,
                 .context = context,
                 .arena = arena};
    US_TRY(read_counts(&w, id, from, err));
    US_TRY(us_library_visit_rows(library, US_SQL_CASES_OF, add_case, &w, err, "i", id));
    return w.blocks == 0 ? emit(&w, &w.head, err) : US_OK;
}

us_status us_library_visit_blocks(us_library *library, int64_t id, us_library_origins_read origins,
                                  us_library_on_block *visit, void *context, us_error *err)
{
    US_AUTO(body_clear) body from = {.name = ""};
    us_str_init(&from.text);
    US_TRY(read_body(library, id, &from, err));
    return visit_blocks(library, id, &from, origins, visit, context, err);
}

typedef struct copying {
    us_builder *builder;
    us_template_kind kind;
    bool begun;
} copying;

static us_status copy_block(void *context, const us_case *block, us_error *err)
{
    copying *c = context;
    (void)err;
    if (c->begun) {
        us_builder_copy_case(c->builder, block);
        return US_OK;
    }
    c->begun = true;
    if (c->kind == US_TEMPLATE_BEHAVIOR)
        us_builder_set_first_case(c->builder, block->cycle, block->map);
    for (int i = 0; i < block->entry_count; i++)
        us_builder_copy_entry(c->builder, &block->entry[i]);
    return US_OK;
}

static us_status weave(us_library *library, int64_t id, const us_template *shared,
                       const us_template *bare, const body *from, us_library_origins_read origins,
                       us_faults *faults, us_template **out, us_error *err)
{
    US_AUTOPTR(us_builder)
    builder = us_builder_new(library->domain, from->kind, from->name, shared, faults);
    copying c = {.builder = builder, .kind = from->kind};
    us_builder_copy_head(builder, bare);
    if (origins != US_ORIGINS_NONE)
        US_TRY(visit_blocks(library, id, from, origins, copy_block, &c, err));
    if (bare->node_count > 0)
        us_builder_copy_node(builder, bare, 0);
    *out = us_builder_finish(US_STEAL(builder));
    return US_OK;
}

static us_status get_one(us_library *library, int64_t id, const us_str *head,
                         const us_template *shared, us_library_origins_read origins,
                         us_faults *faults, us_template **out, us_error *err)
{
    US_AUTO(us_faults_clear) us_faults ignored = {0};
    US_AUTO(body_clear) body from = {.name = ""};
    us_str_init(&from.text);
    US_TRY(read_body(library, id, &from, err));
    US_AUTOPTR(us_brl) brl = parse_body(library, head, &from, &ignored);
    const us_template *bare = brl ? us_brl_find(brl, from.kind, from.name) : NULL;
    if (!bare || bare->broken || brl->count != 1 || bare->case_count > 0)
        return us_library_fail_damaged(library, err, "the body of \"%.63s\" is none", from.name);
    return weave(library, id, shared, bare, &from, origins, faults, out, err);
}

static void note_id(void *context, const us_library_behavior *row)
{
    us_library_ids *list = context;
    US_LIST_PUT(*list, row->id);
}

void us_library_ids_clear(us_library_ids *ids)
{
    us_mem_free(ids->item);
    *ids = (us_library_ids){0};
}

static us_status start(us_library *library, us_str *head, us_faults *faults, us_brl **out,
                       us_error *err)
{
    US_AUTO(us_faults_clear) us_faults found = {0};
    US_TRY(add_head(library, head, err));
    US_AUTOPTR(us_brl)
    empty = us_brl_read(library->domain, library->path, head->text, head->length, &found);
    for (int i = 0; i < found.count; i++)
        if (found.fault[i].kind != US_FAULT_UNBOUND) /* its binder is still to come */
            us_faults_add(faults, found.fault[i].kind, found.fault[i].line, found.fault[i].column,
                          "%s|%s", found.fault[i].what, found.fault[i].fix);
    *out = us_brl_new(library->domain, library->path, US_STEAL(empty->shared));
    us_library_export_features(library, *out);
    return US_OK;
}

static us_status gather(us_library *library, const us_library_ids *list,
                        us_library_origins_read origins, us_faults *faults, us_brl **out,
                        us_error *err)
{
    US_AUTOSTR(head);
    US_AUTOPTR(us_brl) brl = NULL;
    US_TRY(start(library, &head, faults, &brl, err));
    for (int i = 0; i < list->count; i++) {
        us_template *template = NULL;
        US_TRY(
            get_one(library, list->item[i], &head, brl->shared, origins, faults, &template, err));
        us_brl_add(brl, template);
    }
    *out = US_STEAL(brl);
    return US_OK;
}

static us_status gather_all(us_library *library, us_library_origins_read origins, us_faults *faults,
                            us_library_ids *ids, us_brl **out, us_error *err)
{
    US_TRY(us_library_visit_behaviors(library, note_id, ids, err));
    US_TRY(gather(library, ids, origins, faults, out, err));
    return us_library_export_games(library, *out, err);
}

us_status us_library_build_file(us_library *library, us_library_origins_read origins,
                                us_faults *faults, us_library_ids *ids, us_brl **out, us_error *err)
{
    US_AUTOPTR(us_brl) brl = NULL;
    US_AUTO(us_library_ids_clear) us_library_ids own = {0};
    US_TRY(us_library_begin_read(library, err));
    US_TRY(us_library_end_read(
        library, gather_all(library, origins, faults, ids ? ids : &own, &brl, err), err));
    us_brl_link(brl, faults);
    us_brl_check(brl, faults);
    *out = US_STEAL(brl);
    return US_OK;
}

us_status us_library_get_sound(us_library *library, us_library_origins_read origins,
                               us_library_ids *ids, us_brl **out, us_error *err)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    US_TRY(us_library_build_file(library, origins, &faults, ids, &brl, err));
    if (faults.count > 0)
        return us_error_set(err, US_BAD_INPUT, library->path, 0, 0, "not sound: %.200s; %.150s",
                            faults.fault[0].what, faults.fault[0].fix);
    *out = US_STEAL(brl);
    return US_OK;
}

us_status us_library_get_all(us_library *library, us_brl **out, us_error *err)
{
    return us_library_get_sound(library, US_ORIGINS_ALL, NULL, out, err);
}

static us_status get_behavior(us_library *library, int64_t id, us_library_origins_read origins,
                              us_brl **out, us_error *err)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    us_library_ids list = {&id, 1, 1};
    US_TRY(us_library_begin_read(library, err));
    US_TRY(us_library_end_read(library, gather(library, &list, origins, &faults, &brl, err), err));
    *out = US_STEAL(brl);
    return US_OK;
}

us_status us_library_get_behavior(us_library *library, int64_t id, us_brl **out, us_error *err)
{
    return get_behavior(library, id, US_ORIGINS_ALL, out, err);
}

us_status us_library_get_body(us_library *library, int64_t id, us_brl **out, us_error *err)
{
    return get_behavior(library, id, US_ORIGINS_NONE, out, err);
}

/* ---- behaviors to run */

static bool is_grave(us_fault_kind kind)
{
    return kind == US_FAULT_SYNTAX || kind == US_FAULT_LIMIT || kind == US_FAULT_NAME ||
           kind == US_FAULT_ARGUMENT || kind == US_FAULT_EXPRESSION;
}

static us_status parse_template(us_library *library, us_str *head, body *from, us_template **out,
                                us_error *err)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = parse_body(library, head, from, &faults);
    if (brl && us_template_has_call(us_brl_find(brl, from->kind, from->name))) {
        us_brl_free(US_STEAL(brl));
        us_faults_clear(&faults);
        us_str_add_char(head, '\n');
        if (from->kind == US_TEMPLATE_TREE) /* the tree is among the trees */
            us_str_reset(&from->text);
        US_TRY(us_library_visit_rows(library, US_SQL_TREES, add_line, head, err, ""));
        brl = parse_body(library, head, from, &faults);
    }
    if (!brl)
        return us_library_fail_damaged(library, err, "the body of \"%.63s\" is none", from->name);
    for (int i = 0; i < faults.count; i++)
        if (is_grave(faults.fault[i].kind))
            return us_library_fail_damaged(library, err, "\"%.63s\": %.200s", from->name,
                                           faults.fault[i].what);
    *out = US_STEAL(brl->item[us_brl_find_index(brl, from->kind, from->name)]);
    return US_OK;
}

us_status us_library_read_template(us_library *library, int64_t id, us_template **out,
                                   us_error *err)
{
    US_AUTOSTR(head);
    US_AUTO(body_clear) body from = {.name = ""};
    us_str_init(&from.text);
    US_TRY(read_body(library, id, &from, err));
    US_TRY(add_head(library, &head, err));
    return parse_template(library, &head, &from, out, err);
}

us_status us_library_read_tree(us_library *library, us_template_kind kind, const char *name,
                               us_template **out, us_error *err)
{
    int64_t id;
    *out = NULL;
    US_TRY(us_library_find_id(library, US_SQL_TREE, &id, err, "tt", us_template_kind_name(kind),
                              name));
    return id ? us_library_read_template(library, id, out, err) : US_OK;
}

/* ---- rows */

/* A caller's visit of behaviors, cases or origins. */
typedef struct visitor {
    us_library *library;
    us_library_on_behavior *on_behavior;
    us_library_on_case *on_case;
    us_library_on_origin *on_origin;
    void *context;
    us_arena *arena;
} visitor;

static us_status visit_behavior(void *context, sqlite3_stmt *row, us_error *err)
{
    const visitor *v = context;
    us_library_behavior b = {.kind = kind_of(us_store_column_text(row, 1))};
    if (b.kind == US_TEMPLATE_KINDS || !us_hash_parse(us_store_column_text(row, 3), &b.hash))
        return us_library_fail_damaged(v->library, err, "a behavior of no kind, or without hash");
    b.id = sqlite3_column_int64(row, 0);
    b.goal = sqlite3_column_int64(row, 4);
    b.tries = sqlite3_column_int64(row, 7);
    b.successes = sqlite3_column_int64(row, 8);
    b.name = us_store_column_text(row, 2); /* texts are last: they stay valid until the next step */
    b.goal_type = us_store_column_text(row, 5);
    b.goal_text = us_store_column_text(row, 6);
    b.classes = us_store_column_text(row, 9);
    v->on_behavior(v->context, &b);
    return US_OK;
}

us_status us_library_visit_behaviors(us_library *library, us_library_on_behavior *visit,
                                     void *context, us_error *err)
{
    visitor v = {.library = library, .on_behavior = visit, .context = context};
    return us_library_visit_rows(library, US_SQL_BEHAVIORS, visit_behavior, &v, err, "");
}

us_status us_library_count(us_library *library, int64_t behavior, us_library_counts *out,
                           us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_find_row(library, US_SQL_COUNTS, &stmt, &row, err, "i", behavior));
    us_assert(row);
    *out = (us_library_counts){.cases = sqlite3_column_int64(stmt, 0),
                               .suffixes = sqlite3_column_int64(stmt, 1),
                               .origins = sqlite3_column_int64(stmt, 2),
                               .games = sqlite3_column_int64(stmt, 3),
                               .attempts = sqlite3_column_int64(stmt, 4)};
    sqlite3_reset(stmt);
    return US_OK;
}

static us_status visit_case(void *context, sqlite3_stmt *row, us_error *err)
{
    const visitor *v = context;
    (void)err;
    us_library_decode_features(v->library, sqlite3_column_blob(row, 4),
                               sqlite3_column_bytes(row, 4));
    us_library_case c = {.id = sqlite3_column_int64(row, 0),
                         .behavior = sqlite3_column_int64(row, 1),
                         .above = sqlite3_column_int64(row, 2),
                         .done = us_store_column_text(row, 3),
                         .feature = v->library->number};
    v->on_case(v->context, &c);
    return US_OK;
}

us_status us_library_visit_cases(us_library *library, us_library_on_case *visit, void *context,
                                 us_error *err)
{
    visitor v = {.library = library, .on_case = visit, .context = context};
    return us_library_visit_rows(library, US_SQL_CASES, visit_case, &v, err, "");
}

static us_status need_case(us_library *library, int64_t id, bool state, us_arena *arena,
                           us_case *out, us_error *err)
{
    sqlite3_stmt *stmt;
    bool found;
    us_case made;
    US_TRY(us_library_find_row(library, US_SQL_CASE, &stmt, &found, err, "i", id));
    if (!found)
        return us_library_fail_damaged(library, err, "case %lld is not there", (long long)id);
    us_status status = read_case(library, stmt, 0, state, arena, &made, err);
    sqlite3_reset(stmt);
    if (status == US_OK)
        *out = made;
    return status;
}

us_status us_library_read_case(us_library *library, int64_t id, us_arena *arena, us_case *out,
                               us_error *err)
{
    return need_case(library, id, true, arena, out, err);
}

us_status us_library_read_observations(us_library *library, int64_t id, us_arena *arena,
                                       us_case *out, us_error *err)
{
    return need_case(library, id, false, arena, out, err);
}

static us_status visit_origin(void *context, sqlite3_stmt *row, us_error *err)
{
    const visitor *v = context;
    us_mark mark = us_arena_mark(v->arena);
    us_library_origin origin = {.case_id = sqlite3_column_int64(row, 0),
                                .about = {.cycle = -1, .map = ""}};
    US_TRY(read_where(v->library, row, 1, v->arena, &origin.about, err));
    v->on_origin(v->context, &origin);
    us_arena_release(v->arena, mark);
    return US_OK;
}

us_status us_library_visit_origins(us_library *library, int64_t behavior,
                                   us_library_on_origin *visit, void *context, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    visitor v = {.library = library, .on_origin = visit, .context = context, .arena = arena};
    return us_library_visit_rows(library, US_SQL_ORIGINS_OF, visit_origin, &v, err, "i", behavior);
}

us_status us_library_read_all(const char *path, const us_domain *domain, us_brl **out,
                              us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(path, US_LIBRARY_READ, domain, &library, err));
    return us_library_get_all(library, out, err);
}

us_status us_library_copy_file(const char *from, const us_domain *domain, const char *to,
                               us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_TRY(us_library_open(from, US_LIBRARY_READ, domain, &library, err));
    return us_library_copy(library, to, err);
}
