#include <string.h>

#include "base/sums.h"
#include "retrieve/library_internal.h"

static us_template_kind kind_of(const char *name)
{
    for (us_template_kind kind = 0; kind < US_TEMPLATE_KINDS; kind++)
        if (us_text_equal(name, us_template_kind_name(kind)))
            return kind;
    return US_TEMPLATE_KINDS;
}

/* ---- texts */

static us_status add_rows(us_library *library, us_query_id query, us_str *out, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, query, &stmt, err));
    for (;;) {
        US_TRY(us_store_step(&library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        us_str_addf(out, "%s\n", us_store_column_text(stmt, 0));
    }
}

/* Adds the first lines of a file: its version and the shared slots. */
static us_status add_head(us_library *library, us_str *out, us_error *err)
{
    us_str_addf(out, "brl %d\n\n", US_BRL_VERSION);
    return add_rows(library, US_SQL_SLOTS, out, err);
}

typedef struct body {
    us_str text;
    us_template_kind kind;
    char name[US_STRING_MAX + 1];
    int64_t tries, successes;
} body;

static us_status read_body(us_library *library, int64_t id, body *out, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, US_SQL_BEHAVIOR_BODY, &stmt, err));
    US_TRY(us_store_bind(&library->store, stmt, err, "i", id));
    US_TRY(us_store_step(&library->store, stmt, &row, err));
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
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "%s\n%s", head->text, from->text.text);
    us_brl *brl = us_brl_read(library->domain, library->path, text.text, text.length, faults);
    us_str_clear(&text);
    if (us_brl_find(brl, from->kind, from->name))
        return brl;
    us_brl_free(brl);
    return NULL;
}

/* ---- cases */

typedef struct weaving {
    us_library *library;
    us_builder *builder;
    us_template_kind kind;
    us_arena *arena;
    int blocks;
} weaving;

static void add_block(weaving *w, const us_case *block)
{
    bool first = w->blocks++ == 0 && block->done_count == 0;
    if (w->kind != US_TEMPLATE_BEHAVIOR && !first)
        return; /* a tree has room for one appendix */
    if (!first) {
        us_builder_copy_case(w->builder, block);
        return;
    }
    if (w->kind == US_TEMPLATE_BEHAVIOR)
        us_builder_set_first_case(w->builder, block->cycle, block->map);
    for (int i = 0; i < block->entry_count; i++)
        us_builder_copy_entry(w->builder, &block->entry[i]);
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

/* Adds a block for each origin of the case; one block if it has no origin. */
static us_status add_origins(weaving *w, int64_t id, const us_case *from, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(w->library, US_SQL_ORIGINS, &stmt, err));
    US_TRY(us_store_bind(&w->library->store, stmt, err, "i", id));
    for (int count = 0;; count++) {
        us_case block = *from;
        US_TRY(us_store_step(&w->library->store, stmt, &row, err));
        if (!row && count > 0)
            return US_OK;
        if (row)
            US_TRY(read_where(w->library, stmt, 0, w->arena, &block, err));
        add_block(w, &block);
        if (!row)
            return US_OK;
    }
}

static us_status read_case(us_library *library, sqlite3_stmt *stmt, int column, us_arena *arena,
                           us_case *out, us_error *err)
{
    *out = (us_case){.cycle = -1, .map = ""};
    us_library_decode_features(library, sqlite3_column_blob(stmt, column + 1),
                               sqlite3_column_bytes(stmt, column + 1));
    US_TRY(
        us_library_read_done_labels(library, us_store_column_text(stmt, column), arena, out, err));
    us_library_add_feature_entries(library, arena, out);
    return us_library_read_entries(library, us_store_column_text(stmt, column + 2), arena, out,
                                   err);
}

static us_status add_cases(weaving *w, int64_t behavior, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(w->library, US_SQL_CASES_OF, &stmt, err));
    US_TRY(us_store_bind(&w->library->store, stmt, err, "i", behavior));
    for (;;) {
        us_case from;
        us_mark mark = us_arena_mark(w->arena);
        US_TRY(us_store_step(&w->library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        US_TRY(read_case(w->library, stmt, 1, w->arena, &from, err));
        US_TRY(add_origins(w, sqlite3_column_int64(stmt, 0), &from, err));
        us_arena_release(w->arena, mark);
    }
}

/* ---- tries and successes, in the first case */

typedef struct games {
    const char **hash;
    int64_t *tries, *successes;
    int count, capacity;
} games;

static us_status read_game(us_library *library, sqlite3_stmt *stmt, us_arena *arena, games *list,
                           us_error *err)
{
    us_hash hash;
    const char *text = us_store_column_text(stmt, 0);
    if (!us_hash_parse(text, &hash))
        return us_library_fail_damaged(library, err, "a game without hash");
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        size_t count = (size_t)list->capacity;
        list->hash = us_mem_realloc(list->hash, count * sizeof *list->hash);
        list->tries = us_mem_realloc(list->tries, count * sizeof *list->tries);
        list->successes = us_mem_realloc(list->successes, count * sizeof *list->successes);
    }
    list->hash[list->count] = us_arena_strndup(arena, text, strlen(text));
    list->tries[list->count] = sqlite3_column_int64(stmt, 1);
    list->successes[list->count] = sqlite3_column_int64(stmt, 2);
    list->count++;
    return US_OK;
}

static us_status read_games(us_library *library, int64_t behavior, us_arena *arena, games *list,
                            us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, US_SQL_OUTCOMES_OF, &stmt, err));
    US_TRY(us_store_bind(&library->store, stmt, err, "i", behavior));
    for (;;) {
        US_TRY(us_store_step(&library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        US_TRY(read_game(library, stmt, arena, list, err));
    }
}

static int64_t sum(int64_t all, const int64_t *number, int count)
{
    for (int i = 0; i < count; i++)
        all = us_sums_add(all, number[i]); /* any numbers in a hostile file */
    return all < US_TRIES_MAX ? all : US_TRIES_MAX;
}

static us_status add_counts(weaving *w, int64_t behavior, const body *from, us_error *err)
{
    games list = {0};
    us_status status = read_games(w->library, behavior, w->arena, &list, err);
    int64_t tries = sum(from->tries, list.tries, list.count);
    int64_t successes = sum(from->successes, list.successes, list.count);
    if (status == US_OK && tries != 0) {
        us_builder_add_entry(w->builder, US_KEY_TRIES, &tries, 1);
        us_builder_add_entry(w->builder, US_KEY_SUCCESSES, &successes, 1);
    }
    if (status == US_OK && list.count > 0) {
        us_builder_add_text_entry(w->builder, US_KEY_GAMES, list.hash, list.count);
        us_builder_add_entry(w->builder, US_KEY_GAME_TRIES, list.tries, list.count);
        us_builder_add_entry(w->builder, US_KEY_GAME_SUCCESSES, list.successes, list.count);
    }
    us_mem_free(list.hash);
    us_mem_free(list.tries);
    us_mem_free(list.successes);
    return status;
}

/* ---- behaviors with their cases */

static us_status weave(us_library *library, int64_t id, const us_template *shared,
                       const us_template *bare, const body *from, us_faults *faults,
                       us_template **out, us_error *err)
{
    weaving w = {.library = library, .kind = from->kind};
    w.builder = us_builder_new(library->domain, from->kind, from->name, shared, faults);
    w.arena = us_arena_new();
    us_builder_copy_head(w.builder, bare);
    us_status status = add_counts(&w, id, from, err);
    if (status == US_OK)
        status = add_cases(&w, id, err);
    us_arena_free(w.arena);
    if (status != US_OK) {
        us_builder_free(w.builder);
        return status;
    }
    if (bare->node_count > 0)
        us_builder_copy_node(w.builder, bare, 0);
    *out = us_builder_finish(w.builder);
    return US_OK;
}

static us_status get_one(us_library *library, int64_t id, const us_str *head,
                         const us_template *shared, us_faults *faults, us_template **out,
                         us_error *err)
{
    us_faults ignored = {0};
    us_brl *brl = NULL;
    body from = {.name = ""};
    us_str_init(&from.text);
    us_status status = read_body(library, id, &from, err);
    if (status == US_OK)
        brl = parse_body(library, head, &from, &ignored);
    const us_template *bare = brl ? us_brl_find(brl, from.kind, from.name) : NULL;
    if (status == US_OK && (!bare || bare->broken || brl->count != 1 || bare->case_count > 0))
        status = us_library_fail_damaged(library, err, "the body of \"%.63s\" is none", from.name);
    if (status == US_OK && bare)
        status = weave(library, id, shared, bare, &from, faults, out, err);
    us_faults_clear(&ignored);
    us_brl_free(brl);
    us_str_clear(&from.text);
    return status;
}

typedef struct ids {
    int64_t *id;
    int count, capacity;
} ids;

static void note_id(void *context, const us_library_behavior *row)
{
    ids *list = context;
    list->id = us_array_grow(list->id, list->count, &list->capacity, sizeof *list->id);
    list->id[list->count++] = row->id;
}

static us_status start(us_library *library, us_str *head, us_faults *faults, us_brl **out,
                       us_error *err)
{
    us_faults found = {0};
    US_TRY(add_head(library, head, err));
    us_brl *empty = us_brl_read(library->domain, library->path, head->text, head->length, &found);
    for (int i = 0; i < found.count; i++)
        if (found.fault[i].kind != US_FAULT_UNBOUND) /* its binder is still to come */
            us_faults_add(faults, found.fault[i].kind, found.fault[i].line, found.fault[i].column,
                          "%s|%s", found.fault[i].what, found.fault[i].fix);
    us_faults_clear(&found);
    *out = us_brl_new(library->domain, library->path, empty->shared);
    empty->shared = NULL;
    us_library_export_features(library, *out);
    us_brl_free(empty);
    return US_OK;
}

static us_status gather(us_library *library, const ids *list, us_faults *faults, us_brl **out,
                        us_error *err)
{
    us_str head;
    us_brl *brl = NULL;
    us_str_init(&head);
    us_status status = start(library, &head, faults, &brl, err);
    for (int i = 0; i < list->count && status == US_OK; i++) {
        us_template *template = NULL;
        status = get_one(library, list->id[i], &head, brl->shared, faults, &template, err);
        if (status == US_OK)
            us_brl_add(brl, template);
    }
    us_str_clear(&head);
    if (status == US_OK)
        *out = brl;
    else
        us_brl_free(brl);
    return status;
}

static us_status gather_all(us_library *library, us_faults *faults, us_brl **out, us_error *err)
{
    ids list = {0};
    us_brl *brl = NULL;
    us_status status = us_library_visit_behaviors(library, note_id, &list, err);
    if (status == US_OK)
        status = gather(library, &list, faults, &brl, err);
    if (status == US_OK)
        status = us_library_export_games(library, brl, err);
    if (status == US_OK)
        *out = brl;
    else
        us_brl_free(brl);
    us_mem_free(list.id);
    return status;
}

us_status us_library_build_file(us_library *library, us_faults *faults, us_brl **out, us_error *err)
{
    us_brl *brl = NULL;
    US_TRY(us_library_begin_read(library, err));
    us_status status = gather_all(library, faults, &brl, err);
    status = us_library_end_read(library, status, err);
    if (status != US_OK) {
        us_brl_free(brl);
        return status;
    }
    us_brl_link(brl, faults);
    us_brl_check(brl, faults);
    *out = brl;
    return US_OK;
}

us_status us_library_get_all(us_library *library, us_brl **out, us_error *err)
{
    us_faults faults = {0};
    us_brl *brl = NULL;
    us_status status = us_library_build_file(library, &faults, &brl, err);
    if (status == US_OK && faults.count > 0)
        status = us_error_set(err, US_BAD_INPUT, library->path, 0, 0, "not sound: %.200s; %.150s",
                              faults.fault[0].what, faults.fault[0].fix);
    us_faults_clear(&faults);
    if (status == US_OK)
        *out = brl;
    else
        us_brl_free(brl);
    return status;
}

us_status us_library_get_behavior(us_library *library, int64_t id, us_brl **out, us_error *err)
{
    us_faults faults = {0};
    ids list = {&id, 1, 1};
    US_TRY(us_library_begin_read(library, err));
    us_status status = gather(library, &list, &faults, out, err);
    us_faults_clear(&faults);
    return us_library_end_read(library, status, err);
}

/* ---- behaviors to run */

static bool is_grave(us_fault_kind kind)
{
    return kind == US_FAULT_SYNTAX || kind == US_FAULT_LIMIT || kind == US_FAULT_NAME ||
           kind == US_FAULT_ARGUMENT || kind == US_FAULT_EXPRESSION;
}

static us_status take_template(us_library *library, us_brl *brl, const body *from,
                               const us_faults *faults, us_template **out, us_error *err)
{
    for (int i = 0; i < faults->count; i++)
        if (is_grave(faults->fault[i].kind))
            return us_library_fail_damaged(library, err, "\"%.63s\": %.200s", from->name,
                                           faults->fault[i].what);
    int index = us_brl_find_index(brl, from->kind, from->name);
    *out = brl->item[index];
    brl->item[index] = NULL;
    return US_OK;
}

static us_status parse_template(us_library *library, us_str *head, body *from, us_template **out,
                                us_error *err)
{
    us_faults faults = {0};
    us_status status = US_OK;
    us_brl *brl = parse_body(library, head, from, &faults);
    if (brl && us_template_has_call(us_brl_find(brl, from->kind, from->name))) {
        us_brl_free(brl);
        brl = NULL;
        us_faults_clear(&faults);
        us_str_add_char(head, '\n');
        if (from->kind == US_TEMPLATE_TREE) /* the tree is among the trees */
            us_str_reset(&from->text);
        status = add_rows(library, US_SQL_TREES, head, err);
        if (status == US_OK)
            brl = parse_body(library, head, from, &faults);
    }
    if (status == US_OK && !brl)
        status = us_library_fail_damaged(library, err, "the body of \"%.63s\" is none", from->name);
    if (status == US_OK && brl)
        status = take_template(library, brl, from, &faults, out, err);
    us_faults_clear(&faults);
    us_brl_free(brl);
    return status;
}

us_status us_library_read_template(us_library *library, int64_t id, us_template **out,
                                   us_error *err)
{
    us_str head;
    body from = {.name = ""};
    us_str_init(&head);
    us_str_init(&from.text);
    us_status status = read_body(library, id, &from, err);
    if (status == US_OK)
        status = add_head(library, &head, err);
    if (status == US_OK)
        status = parse_template(library, &head, &from, out, err);
    us_str_clear(&head);
    us_str_clear(&from.text);
    return status;
}

us_status us_library_read_tree(us_library *library, us_template_kind kind, const char *name,
                               us_template **out, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    *out = NULL;
    US_TRY(us_library_get_statement(library, US_SQL_TREE, &stmt, err));
    US_TRY(us_store_bind(&library->store, stmt, err, "tt", us_template_kind_name(kind), name));
    US_TRY(us_store_step(&library->store, stmt, &row, err));
    if (!row)
        return US_OK;
    int64_t id = sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return us_library_read_template(library, id, out, err);
}

/* ---- rows */

us_status us_library_visit_behaviors(us_library *library, us_library_on_behavior *visit,
                                     void *context, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, US_SQL_BEHAVIORS, &stmt, err));
    for (;;) {
        us_library_behavior b = {0};
        US_TRY(us_store_step(&library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        b.kind = kind_of(us_store_column_text(stmt, 1));
        if (b.kind == US_TEMPLATE_KINDS || !us_hash_parse(us_store_column_text(stmt, 3), &b.hash))
            return us_library_fail_damaged(library, err, "a behavior of no kind, or without hash");
        b.id = sqlite3_column_int64(stmt, 0);
        b.goal = sqlite3_column_int64(stmt, 4);
        b.tries = sqlite3_column_int64(stmt, 7);
        b.successes = sqlite3_column_int64(stmt, 8);
        b.name =
            us_store_column_text(stmt, 2); /* texts are last: they stay valid until the next step */
        b.goal_type = us_store_column_text(stmt, 5);
        b.goal_text = us_store_column_text(stmt, 6);
        b.classes = us_store_column_text(stmt, 9);
        visit(context, &b);
    }
}

us_status us_library_count(us_library *library, int64_t behavior, us_library_counts *out,
                           us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, US_SQL_COUNTS, &stmt, err));
    US_TRY(us_store_bind(&library->store, stmt, err, "i", behavior));
    US_TRY(us_store_step(&library->store, stmt, &row, err));
    us_assert(row);
    *out = (us_library_counts){sqlite3_column_int64(stmt, 0), sqlite3_column_int64(stmt, 1),
                               sqlite3_column_int64(stmt, 2)};
    sqlite3_reset(stmt);
    return US_OK;
}

us_status us_library_visit_cases(us_library *library, us_library_on_case *visit, void *context,
                                 us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(library, US_SQL_CASES, &stmt, err));
    for (;;) {
        US_TRY(us_store_step(&library->store, stmt, &row, err));
        if (!row)
            return US_OK;
        us_library_decode_features(library, sqlite3_column_blob(stmt, 4),
                                   sqlite3_column_bytes(stmt, 4));
        us_library_case c = {.id = sqlite3_column_int64(stmt, 0),
                             .behavior = sqlite3_column_int64(stmt, 1),
                             .above = sqlite3_column_int64(stmt, 2),
                             .done = us_store_column_text(stmt, 3),
                             .feature = library->number};
        visit(context, &c);
    }
}

/* Reads the one row of a query with an id. */
static us_status find_case(us_library *library, us_query_id query, int64_t id, us_arena *arena,
                           bool *found, us_case *out, us_error *err)
{
    sqlite3_stmt *stmt;
    US_TRY(us_library_get_statement(library, query, &stmt, err));
    US_TRY(us_store_bind(&library->store, stmt, err, "i", id));
    US_TRY(us_store_step(&library->store, stmt, found, err));
    if (!*found)
        return US_OK;
    us_case made;
    us_status status = read_case(library, stmt, 0, arena, &made, err);
    sqlite3_reset(stmt);
    if (status == US_OK)
        *out = made;
    return status;
}

us_status us_library_read_case(us_library *library, int64_t id, us_arena *arena, us_case *out,
                               us_error *err)
{
    bool found;
    US_TRY(find_case(library, US_SQL_CASE, id, arena, &found, out, err));
    return found ? US_OK
                 : us_library_fail_damaged(library, err, "case %lld is not there", (long long)id);
}

us_status us_library_read_whole_case(us_library *library, int64_t behavior, us_arena *arena,
                                     us_case *out, us_error *err)
{
    bool found;
    us_case none = {.cycle = -1, .map = ""};
    US_TRY(find_case(library, US_SQL_CASE_WHOLE, behavior, arena, &found, &none, err));
    *out = none;
    return US_OK;
}

us_status us_library_visit_origins(us_library *library, int64_t behavior,
                                   us_library_on_origin *visit, void *context, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    us_arena *arena = us_arena_new();
    us_status status = us_library_get_statement(library, US_SQL_ORIGINS_OF, &stmt, err);
    if (status == US_OK)
        status = us_store_bind(&library->store, stmt, err, "i", behavior);
    while (status == US_OK) {
        us_mark mark = us_arena_mark(arena);
        us_library_origin origin = {.about = {.cycle = -1, .map = ""}};
        status = us_store_step(&library->store, stmt, &row, err);
        if (status != US_OK || !row)
            break;
        origin.case_id = sqlite3_column_int64(stmt, 0);
        status = read_where(library, stmt, 1, arena, &origin.about, err);
        if (status == US_OK)
            visit(context, &origin);
        us_arena_release(arena, mark);
    }
    us_arena_free(arena);
    return status;
}
