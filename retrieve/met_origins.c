/* Origins that cases have already, found by a hash table: a case that was met a million times gets
 * the next origin as fast as the first. */
#include <string.h>

#include "base/json.h"
#include "retrieve/library_internal.h"

typedef struct origin_row {
    us_hash hash; /* of the case, the cycle, the map and the identity */
    int64_t id;   /* 0: a free place */
} origin_row;

/* Open addressing; the size is a power of two, at least twice the count. Of equal origins, the one
 * that was added first is found first. */
typedef struct table {
    origin_row *place;
    size_t size, count;
} table;

struct us_met_origins {
    table origins;
    table cases;  /* those whose origins are here; the hash is that of the id */
    us_hash last; /* the hash that was looked for last */
    us_str identity, other;
};

/* ---- tables */

static size_t place_of(const table *t, us_hash hash)
{
    return (size_t)(hash ^ hash >> 29) & (t->size - 1);
}

static void insert(table *t, origin_row row)
{
    size_t at = place_of(t, row.hash);
    while (t->place[at].id)
        at = (at + 1) & (t->size - 1);
    t->place[at] = row;
}

/* Moves rows in the order in which a search meets them, so that equal ones keep their order: the
 * pass begins behind a free place. */
static void grow(table *t)
{
    enum { FIRST = 64 };
    table larger = {.size = t->size ? 2 * t->size : FIRST, .count = t->count};
    size_t from = 0;
    larger.place = us_mem_alloc_array(larger.size, sizeof *larger.place);
    while (t->size && t->place[from].id)
        from++;
    for (size_t i = 0; i < t->size; i++) {
        origin_row row = t->place[(from + i) & (t->size - 1)];
        if (row.id)
            insert(&larger, row);
    }
    us_mem_free(t->place);
    *t = larger;
}

static void add(table *t, us_hash hash, int64_t id)
{
    if (2 * t->count >= t->size)
        grow(t);
    insert(t, (origin_row){hash, id});
    t->count++;
}

/* ---- identities */

static void add_value(us_json_writer *writer, const us_json_node *value)
{
    int64_t number = 0;
    if (us_json_type(value) == US_JSON_STRING)
        us_json_write_string(writer, us_json_string(value));
    else if (us_json_int(value, &number))
        us_json_write_int(writer, number);
}

/* Whether all is as an origin is written: arrays of whole numbers and texts. */
static bool is_plain(const us_json_node *root)
{
    int64_t number;
    if (us_json_type(root) != US_JSON_OBJECT)
        return false;
    for (const us_json_node *member = us_json_first(root); member; member = us_json_next(member)) {
        if (us_json_type(member) != US_JSON_ARRAY)
            return false;
        for (const us_json_node *value = us_json_first(member); value; value = us_json_next(value))
            if (us_json_type(value) != US_JSON_STRING &&
                (us_json_type(value) != US_JSON_NUMBER || !us_json_int(value, &number)))
                return false;
    }
    return true;
}

/* Returns the hash of the trace, or NULL. */
static const us_json_node *trace_of(const us_json_node *root)
{
    const us_json_node *demo = us_json_find(root, US_KEY_DEMO);
    const us_json_node *hash = demo ? us_json_first(demo) : NULL;
    hash = hash ? us_json_next(hash) : NULL;
    return hash && us_json_type(hash) == US_JSON_STRING ? hash : NULL;
}

/* The entries by which origins are compared, as US_SQL_PROVENANCE has them. For a demonstration
 * with a hash, the hash stands for its file name, and its seed and the lines of its orders are left
 * out. */
static void print_identity(const char *entries, us_str *out)
{
    US_AUTOPTR(us_json) doc = NULL;
    us_str_reset(out);
    bool parsed = strstr(entries, "\"" US_KEY_DEMO "\"") != NULL &&
                  us_json_parse("entries", entries, strlen(entries), &doc, NULL) == US_OK;
    const us_json_node *root = parsed ? us_json_root(doc) : NULL;
    const us_json_node *trace = parsed && is_plain(root) ? trace_of(root) : NULL;
    if (!trace)
        us_str_add(out, entries);
    for (const us_json_node *m = trace ? us_json_first(root) : NULL; m; m = us_json_next(m)) {
        const char *key = us_json_key(m);
        us_json_writer writer;
        if (us_text_equal(key, US_KEY_SEED) || us_text_has_prefix(key, "order."))
            continue;
        us_str_addf(out, "%s ", key);
        us_json_writer_init(&writer, out);
        us_json_write_open(&writer, '[');
        for (const us_json_node *value = us_json_first(m); value; value = us_json_next(value))
            if (!us_text_equal(key, US_KEY_DEMO) || value == trace)
                add_value(&writer, value);
        us_json_write_close(&writer, ']');
    }
}

static us_hash hash_of(int64_t case_id, int64_t cycle, const char *map, const char *identity)
{
    us_hash hash = us_hash_add(us_hash_add(US_HASH_START, (uint64_t)case_id), (uint64_t)cycle);
    return us_hash_add_text(us_hash_add_text(hash, map), identity);
}

/* ---- origins of a case */

typedef struct reading {
    struct us_met_origins *met;
    int64_t case_id;
} reading;

static us_status note_origin(void *context, sqlite3_stmt *row, us_error *err)
{
    const reading *r = context;
    (void)err;
    print_identity(us_store_column_text(row, 3), &r->met->other);
    us_hash hash = hash_of(r->case_id, sqlite3_column_int64(row, 1), us_store_column_text(row, 2),
                           r->met->other.text);
    add(&r->met->origins, hash, sqlite3_column_int64(row, 0));
    return US_OK;
}

static us_status read_origins(us_library *library, int64_t case_id, bool fresh, us_error *err)
{
    struct us_met_origins *met = library->met;
    reading r = {met, case_id};
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)case_id);
    for (size_t at = met->cases.size ? place_of(&met->cases, hash) : 0;
         met->cases.size && met->cases.place[at].id; at = (at + 1) & (met->cases.size - 1))
        if (met->cases.place[at].id == case_id)
            return US_OK;
    if (!fresh)
        US_TRY(
            us_library_visit_rows(library, US_SQL_ORIGINS_MET, note_origin, &r, err, "i", case_id));
    add(&met->cases, hash, case_id);
    return US_OK;
}

/* Whether the origin of that id is the one looked for, not only of its hash. */
static us_status compare(us_library *library, int64_t id, const us_stored_case *from, bool *same,
                         us_error *err)
{
    sqlite3_stmt *row;
    struct us_met_origins *met = library->met;
    US_TRY(us_library_find_row(library, US_SQL_ORIGIN_ROW, &row, same, err, "i", id));
    if (!*same)
        return US_OK;
    print_identity(us_store_column_text(row, 2), &met->other);
    *same = sqlite3_column_int64(row, 0) == from->cycle &&
            us_text_equal(us_store_column_text(row, 1), from->map) &&
            us_text_equal(met->other.text, met->identity.text);
    sqlite3_reset(row);
    return US_OK;
}

us_status us_met_origins_find(us_library *library, int64_t case_id, bool fresh,
                              const us_stored_case *from, int64_t *id, us_error *err)
{
    if (!library->met) {
        library->met = US_NEW(struct us_met_origins);
        us_str_init(&library->met->identity);
        us_str_init(&library->met->other);
    }
    struct us_met_origins *met = library->met;
    const table *t = &met->origins;
    US_TRY(read_origins(library, case_id, fresh, err));
    print_identity(from->origin.text, &met->identity);
    met->last = hash_of(case_id, from->cycle, from->map, met->identity.text);
    *id = 0;
    for (size_t at = t->size ? place_of(t, met->last) : 0; t->size && t->place[at].id;
         at = (at + 1) & (t->size - 1)) {
        bool same = false;
        if (t->place[at].hash == met->last)
            US_TRY(compare(library, t->place[at].id, from, &same, err));
        if (same) {
            *id = t->place[at].id;
            return US_OK;
        }
    }
    return US_OK;
}

void us_met_origins_add(us_library *library, int64_t id)
{
    add(&library->met->origins, library->met->last, id);
}

void us_met_origins_clear(us_library *library)
{
    struct us_met_origins *met = library->met;
    if (!met)
        return;
    us_mem_free(met->origins.place);
    us_mem_free(met->cases.place);
    us_str_clear(&met->identity);
    us_str_clear(&met->other);
    us_mem_free(met);
    library->met = NULL;
}
