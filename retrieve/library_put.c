#include <string.h>

#include "retrieve/goal_pattern.h"
#include "retrieve/library_internal.h"

typedef struct putting {
    us_library *library;
    const us_template *behavior;
    us_hash hash;
    char hex[17];
    int64_t id, above;
    us_case_counts counts;
    us_library_added *added;
} putting;

static us_status bound_run(us_library *library, sqlite3_stmt *stmt, us_status bound, us_error *err)
{
    return bound == US_OK ? us_store_run(&library->store, stmt, err) : bound;
}

/* Returns the id in the first column of a bound statement; 0 if there is no row. */
static us_status find_id(us_library *library, sqlite3_stmt *stmt, us_status bound, int64_t *out,
                         us_error *err)
{
    bool row;
    US_TRY(bound);
    US_TRY(us_store_step(&library->store, stmt, &row, err));
    *out = row ? sqlite3_column_int64(stmt, 0) : 0;
    sqlite3_reset(stmt);
    return US_OK;
}

/* ---- goals, slots and classes */

static us_status put_goal_text(putting *p, const char *text, const char *pattern, int64_t *out,
                               us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    US_TRY(us_library_get_statement(p->library, US_SQL_GOAL_FIND, &stmt, err));
    US_TRY(
        find_id(p->library, stmt, us_store_bind(store, stmt, err, "tt", text, pattern), out, err));
    if (*out)
        return US_OK;
    US_TRY(us_library_get_statement(p->library, US_SQL_GOAL_ADD, &stmt, err));
    US_TRY(bound_run(p->library, stmt,
                     us_store_bind(store, stmt, err, "ttt", p->behavior->goal_name, text, pattern),
                     err));
    *out = sqlite3_last_insert_rowid(store->db);
    return US_OK;
}

static us_status put_goal(putting *p, int64_t *out, us_error *err)
{
    const us_template *behavior = p->behavior;
    us_str text, fits;
    *out = 0;
    if (!behavior->goal_name[0])
        return US_OK;
    us_str_init(&text);
    us_str_init(&fits);
    us_template_print_goal(behavior, &text);
    us_goal_pattern pattern = us_goal_pattern_from_behavior(behavior);
    us_goal_pattern_print(behavior->domain, &pattern, &fits);
    us_status status = put_goal_text(p, text.text, fits.text, out, err);
    us_str_clear(&text);
    us_str_clear(&fits);
    return status;
}

static us_status put_slot(putting *p, const char *name, const char *text, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(p->library, US_SQL_SLOT_FIND, &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "t", name));
    US_TRY(us_store_step(store, stmt, &row, err));
    if (row) {
        bool same = us_text_equal(us_store_column_text(stmt, 0), text);
        sqlite3_reset(stmt);
        if (same)
            return US_OK;
        return us_error_set(
            err, US_MISMATCH, NULL, p->behavior->line, p->behavior->column,
            "\"%.63s\" has a shared slot \"%.63s\"; the library has another of that "
            "name; rename one",
            p->behavior->name, name);
    }
    US_TRY(us_library_get_statement(p->library, US_SQL_SLOT_ADD, &stmt, err));
    return bound_run(p->library, stmt, us_store_bind(store, stmt, err, "tt", name, text), err);
}

/* Puts the shared slots, each as its line in the head of a file. */
static us_status put_slots(putting *p, us_error *err)
{
    us_status status = US_OK;
    us_str text, line;
    if (p->behavior->shared == 0)
        return US_OK;
    us_str_init(&text);
    us_str_init(&line);
    us_brl head = {.domain = p->behavior->domain, .shared = (us_template *)(uintptr_t)p->behavior};
    us_brl_print(&head, &text);
    const char *at = strstr(text.text, "\nslot ");
    for (int i = 0; i < p->behavior->shared && status == US_OK; i++) {
        us_assert(at);
        us_str_reset(&line);
        us_str_add_bytes(&line, at + 1, strcspn(at + 1, "\n"));
        status = put_slot(p, p->behavior->slot[i].slot.name, line.text, err);
        at = strchr(at + 1, '\n');
    }
    p->library->together = true;
    us_str_clear(&text);
    us_str_clear(&line);
    return status;
}

static us_status put_classes(putting *p, us_error *err)
{
    sqlite3_stmt *stmt;
    for (int i = 0; i < p->behavior->class_count; i++) {
        US_TRY(us_library_get_statement(p->library, US_SQL_CLASS_ADD, &stmt, err));
        US_TRY(bound_run(
            p->library, stmt,
            us_store_bind(&p->library->store, stmt, err, "it", p->id, p->behavior->classes[i]),
            err));
    }
    return US_OK;
}

/* ---- the body */

static us_status check_name(putting *p, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    char theirs[17] = "";
    bool row;
    US_TRY(us_library_get_statement(p->library, US_SQL_BEHAVIOR_BY_NAME, &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "tt", us_template_kind_name(p->behavior->kind),
                         p->behavior->name));
    US_TRY(us_store_step(store, stmt, &row, err));
    if (!row)
        return US_OK;
    memcpy(theirs, us_store_column_text(stmt, 0), strnlen(us_store_column_text(stmt, 0), 16));
    sqlite3_reset(stmt);
    return us_error_set(
        err, US_MISMATCH, NULL, p->behavior->line, p->behavior->column,
        "%s \"%.63s\" (%s) is in the library already with another body (%s); give one "
        "of them another name",
        us_template_kind_name(p->behavior->kind), p->behavior->name, p->hex, theirs);
}

static us_status add_body(putting *p, const char *body, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    int64_t goal;
    US_TRY(check_name(p, err));
    US_TRY(put_goal(p, &goal, err));
    US_TRY(us_library_get_statement(p->library, US_SQL_BEHAVIOR_ADD, &stmt, err));
    US_TRY(
        bound_run(p->library, stmt,
                  us_store_bind(store, stmt, err, "tttit", us_template_kind_name(p->behavior->kind),
                                p->behavior->name, p->hex, goal, body),
                  err));
    p->id = sqlite3_last_insert_rowid(store->db);
    p->added->behaviors++;
    US_TRY(put_slots(p, err));
    return put_classes(p, err);
}

static us_status put_body(putting *p, const char *body, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_get_statement(p->library, US_SQL_BEHAVIOR_BY_HASH, &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "t", p->hex));
    US_TRY(us_store_step(store, stmt, &row, err));
    if (!row)
        return add_body(p, body, err);
    bool same = us_text_equal(us_store_column_text(stmt, 1), body);
    p->id = sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    if (!same)
        return us_error_set(
            err, US_FAILED, NULL, p->behavior->line, p->behavior->column,
            "\"%.63s\" and another behavior of the library have one hash, %s; change "
            "its name",
            p->behavior->name, p->hex);
    return put_slots(p, err);
}

/* ---- cases */

/* The origin was there. If only one of the two has a seed, the seed is kept. */
static us_status update_known(putting *p, const us_stored_case *stored, const us_case *from,
                              int64_t id, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    if (us_case_find_entry(from, US_KEY_SEED)) {
        US_TRY(us_library_get_statement(p->library, US_SQL_ORIGIN_SEED, &stmt, err));
        US_TRY(bound_run(p->library, stmt,
                         us_store_bind(store, stmt, err, "it", id, stored->origin.text), err));
        if (sqlite3_changes(store->db) == 0)
            return US_OK;
    }
    us_library_record_case_maps(p->library, from);
    return US_OK;
}

static us_status put_origin(putting *p, const us_stored_case *stored, const us_case *from,
                            int64_t case_id, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    int64_t id, cycle = stored->cycle;
    US_TRY(us_library_get_statement(p->library, US_SQL_ORIGIN_FIND, &stmt, err));
    US_TRY(find_id(
        p->library, stmt,
        us_store_bind(store, stmt, err, "iitt", case_id, cycle, stored->map, stored->origin.text),
        &id, err));
    if (id > 0)
        return update_known(p, stored, from, id, err);
    p->added->origins++;
    US_TRY(us_library_get_statement(p->library, US_SQL_ORIGIN_ADD, &stmt, err));
    return bound_run(
        p->library, stmt,
        us_store_bind(store, stmt, err, "iitt", case_id, cycle, stored->map, stored->origin.text),
        err);
}

static us_status add_case(putting *p, const us_stored_case *stored, const char *hex, int64_t above,
                          int64_t *out, us_error *err)
{
    us_store *store = &p->library->store;
    sqlite3_stmt *stmt;
    US_TRY(us_library_get_statement(p->library, US_SQL_CASE_ADD, &stmt, err));
    US_TRY(bound_run(p->library, stmt,
                     us_store_bind(store, stmt, err, "iitb", p->id, above, stored->done.text,
                                   (const void *)stored->features.text, stored->features.length),
                     err));
    *out = sqlite3_last_insert_rowid(store->db);
    p->added->cases++;
    US_TRY(us_library_get_statement(p->library, US_SQL_DETAIL_ADD, &stmt, err));
    return bound_run(p->library, stmt,
                     us_store_bind(store, stmt, err, "itt", *out, hex, stored->entries.text), err);
}

static us_status put_stored(putting *p, const us_stored_case *stored, const us_case *from,
                            us_error *err)
{
    char hex[17];
    int64_t id;
    sqlite3_stmt *stmt;
    bool suffix = stored->done.length > 0;
    us_hash_print(stored->hash, hex);
    US_TRY(us_library_get_statement(p->library, US_SQL_CASE_FIND, &stmt, err));
    US_TRY(find_id(p->library, stmt,
                   us_store_bind(&p->library->store, stmt, err, "titbt", hex, p->id,
                                 stored->done.text, (const void *)stored->features.text,
                                 stored->features.length, stored->entries.text),
                   &id, err));
    if (id == 0)
        US_TRY(add_case(p, stored, hex, suffix ? p->above : 0, &id, err));
    if (!suffix)
        p->above = id;
    return stored->met ? put_origin(p, stored, from, id, err) : US_OK;
}

static us_status put_cases(putting *p, us_error *err)
{
    us_status status = US_OK;
    us_stored_case stored;
    us_stored_case_init(&stored);
    for (int i = 0; i < p->behavior->case_count && status == US_OK; i++) {
        status = us_library_encode_case(p->library, p->behavior, p->hash, &p->behavior->cases[i],
                                        &stored, &p->counts, err);
        if (status == US_OK && !stored.blank)
            status = put_stored(p, &stored, &p->behavior->cases[i], err);
        if (status == US_OK && stored.met)
            status = us_library_record_case_games(p->library, &p->behavior->cases[i], err);
    }
    us_stored_case_clear(&stored);
    return status;
}

/* ---- tries and successes */

static us_status bad_counts(const putting *p, us_error *err)
{
    return us_error_set(
        err, US_BAD_INPUT, NULL, p->behavior->line, p->behavior->column,
        "\"%.63s\": expected as many games, games.tries and games.successes, no more "
        "successes than tries, and tries that are at least those of the games",
        p->behavior->name);
}

/* The behavior's tries and successes count all games. Stores those of each game, and leaves the
 * rest in counts. */
static us_status put_games(putting *p, us_error *err)
{
    const us_case_counts *counts = &p->counts;
    int games = counts->games ? counts->games->texts : 0;
    sqlite3_stmt *stmt;
    if ((counts->game_tries ? counts->game_tries->count : 0) != games ||
        (counts->game_successes ? counts->game_successes->count : 0) != games)
        return bad_counts(p, err);
    for (int i = 0; i < games; i++) {
        us_hash hash;
        int64_t tries = us_entry_number(counts->game_tries, i);
        int64_t successes = us_entry_number(counts->game_successes, i);
        if (!us_hash_parse(counts->games->text[i], &hash) || tries < 0 || tries > US_TRIES_MAX ||
            successes < 0 || successes > tries)
            return bad_counts(p, err);
        p->counts.tries -= tries;
        p->counts.successes -= successes;
        US_TRY(us_library_get_statement(p->library, US_SQL_OUTCOME_ADD, &stmt, err));
        US_TRY(bound_run(p->library, stmt,
                         us_store_bind(&p->library->store, stmt, err, "itii", p->id,
                                       counts->games->text[i], tries, successes),
                         err));
    }
    return US_OK;
}

static us_status put_counts(putting *p, us_error *err)
{
    sqlite3_stmt *stmt;
    bool bounded = p->counts.tries == US_TRIES_MAX; /* games may sum up to more than this total */
    US_TRY(put_games(p, err));
    if (bounded && p->counts.tries < 0)
        p->counts.tries = 0;
    if (bounded && p->counts.successes < 0)
        p->counts.successes = 0;
    if (bounded && p->counts.successes > p->counts.tries)
        p->counts.successes = p->counts.tries;
    if (p->counts.successes < 0 || p->counts.tries < p->counts.successes)
        return bad_counts(p, err);
    if (p->counts.tries == 0)
        return US_OK;
    US_TRY(us_library_get_statement(p->library, US_SQL_BEHAVIOR_COUNT, &stmt, err));
    return bound_run(p->library, stmt,
                     us_store_bind(&p->library->store, stmt, err, "iii", p->id, p->counts.tries,
                                   p->counts.successes),
                     err);
}

/* ---- putting */

us_status us_library_put(us_library *library, const us_template *behavior, us_library_added *added,
                         us_error *err)
{
    us_library_added before = *added;
    us_str body;
    us_assert(library->begun && !behavior->broken);
    us_assert(us_text_equal(behavior->domain->name, library->domain->name));
    us_str_init(&body);
    us_template_print_body(behavior, behavior->name, &body);
    putting p = {.library = library,
                 .behavior = behavior,
                 .hash = us_hash_add_text(US_HASH_START, body.text), /* its us_template_hash */
                 .added = added};
    us_hash_print(p.hash, p.hex);
    us_status status = put_body(&p, body.text, err);
    if (status == US_OK)
        status = put_cases(&p, err);
    if (status == US_OK)
        status = put_counts(&p, err);
    us_str_clear(&body);
    if (us_template_has_call(behavior))
        library->together = true;
    if (status != US_OK)
        *added = before;
    return status;
}

us_status us_library_put_all(us_library *library, const us_brl *brl, us_library_added *added,
                             us_error *err)
{
    us_library_added before = *added;
    US_TRY(us_library_import_features(library, brl, err));
    US_TRY(us_library_import_games(library, brl, err));
    for (int i = 0; i < brl->count; i++) {
        us_status status = us_library_put(library, brl->item[i], added, err);
        if (status != US_OK) {
            *added = before;
            return status;
        }
    }
    return US_OK;
}

us_status us_library_put_outcome(us_library *library, us_hash behavior, us_hash game, int64_t tries,
                                 int64_t successes, bool *known, us_error *err)
{
    char hash[17], other[17];
    int64_t id;
    sqlite3_stmt *stmt;
    us_assert(library->begun && tries >= 0 && successes >= 0 && successes <= tries);
    us_hash_print(behavior, hash);
    us_hash_print(game, other);
    US_TRY(us_library_get_statement(library, US_SQL_BEHAVIOR_BY_HASH, &stmt, err));
    US_TRY(find_id(library, stmt, us_store_bind(&library->store, stmt, err, "t", hash), &id, err));
    *known = id > 0;
    if (id == 0)
        return US_OK;
    US_TRY(us_library_get_statement(library, US_SQL_OUTCOME_SET, &stmt, err));
    return bound_run(library, stmt,
                     us_store_bind(&library->store, stmt, err, "itii", id, other, tries, successes),
                     err);
}

us_status us_library_drop_behavior(us_library *library, int64_t id, us_error *err)
{
    sqlite3_stmt *stmt;
    us_assert(library->begun);
    US_TRY(us_library_get_statement(library, US_SQL_BEHAVIOR_DROP, &stmt, err));
    US_TRY(bound_run(library, stmt, us_store_bind(&library->store, stmt, err, "i", id), err));
    US_TRY(us_library_get_statement(library, US_SQL_GOAL_DROP, &stmt, err));
    return us_store_run(&library->store, stmt, err);
}

us_status us_library_drop_case(us_library *library, int64_t id, us_error *err)
{
    sqlite3_stmt *stmt;
    us_assert(library->begun);
    US_TRY(us_library_get_statement(library, US_SQL_CASE_DROP, &stmt, err));
    return bound_run(library, stmt, us_store_bind(&library->store, stmt, err, "i", id), err);
}

us_status us_library_commit(us_library *library, us_error *err)
{
    us_assert(library->begun);
    US_TRY(us_library_drop_seedless_games(library, err));
    if (library->together) {
        us_brl *all;
        US_TRY(us_library_get_all(library, &all, err));
        us_brl_free(all);
    }
    return us_library_commit_transaction(library, err);
}
