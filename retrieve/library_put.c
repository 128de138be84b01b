#include <string.h>

#include "base/progress.h"
#include "base/sums.h"
#include "retrieve/attempts.h"
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
    us_arena *arena;       /* of the counts */
    us_stored_case stored; /* the case at hand */
    int64_t last;          /* the case before, and what makes it the one it is; 0: none */
    us_hash last_hash;
    us_str last_done, last_entries, last_features;
} putting;

/* ---- goals, slots and classes */

static us_status put_goal_text(putting *p, const char *text, const char *pattern, int64_t *out,
                               us_error *err)
{
    US_TRY(us_library_find_id(p->library, US_SQL_GOAL_FIND, out, err, "tt", text, pattern));
    if (*out)
        return US_OK;
    US_TRY(us_library_run(p->library, US_SQL_GOAL_ADD, err, "ttt", p->behavior->goal_name, text,
                          pattern));
    *out = sqlite3_last_insert_rowid(p->library->store.db);
    return US_OK;
}

static us_status put_goal(putting *p, int64_t *out, us_error *err)
{
    const us_template *behavior = p->behavior;
    US_AUTOSTR(text);
    US_AUTOSTR(fits);
    *out = 0;
    if (!behavior->goal_name[0])
        return US_OK;
    us_template_print_goal(behavior, &text);
    us_goal_pattern pattern = us_goal_pattern_from_behavior(behavior);
    us_goal_pattern_print(behavior->domain, &pattern, &fits);
    return put_goal_text(p, text.text, fits.text, out, err);
}

static us_status put_slot(putting *p, const char *name, const char *text, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_find_row(p->library, US_SQL_SLOT_FIND, &stmt, &row, err, "t", name));
    if (!row)
        return us_library_run(p->library, US_SQL_SLOT_ADD, err, "tt", name, text);
    bool same = us_text_equal(us_store_column_text(stmt, 0), text);
    sqlite3_reset(stmt);
    return same ? US_OK
                : us_error_set(
                      err, US_MISMATCH, NULL, p->behavior->line, p->behavior->column,
                      "\"%.63s\" has a shared slot \"%.63s\"; the library has another of that "
                      "name; rename one",
                      p->behavior->name, name);
}

/* Puts the shared slots, each as its line in the head of a file. */
static us_status put_slots(putting *p, us_error *err)
{
    US_AUTOSTR(line);
    for (int i = 0; i < p->behavior->shared; i++) {
        us_str_reset(&line);
        us_str_add(&line, "slot ");
        us_slot_print(&p->behavior->slot[i], &line);
        US_TRY(put_slot(p, p->behavior->slot[i].slot.name, line.text, err));
        p->library->together = true;
    }
    return US_OK;
}

static us_status put_classes(putting *p, us_error *err)
{
    for (int i = 0; i < p->behavior->class_count; i++)
        US_TRY(us_library_run(p->library, US_SQL_CLASS_ADD, err, "it", p->id,
                              p->behavior->classes[i]));
    return US_OK;
}

/* ---- the body */

static us_status check_name(putting *p, us_error *err)
{
    sqlite3_stmt *stmt;
    char theirs[17] = "";
    bool row;
    US_TRY(us_library_find_row(p->library, US_SQL_BEHAVIOR_BY_NAME, &stmt, &row, err, "tt",
                               us_template_kind_name(p->behavior->kind), p->behavior->name));
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
    int64_t goal;
    US_TRY(check_name(p, err));
    US_TRY(put_goal(p, &goal, err));
    US_TRY(us_library_run(p->library, US_SQL_BEHAVIOR_ADD, err, "tttit",
                          us_template_kind_name(p->behavior->kind), p->behavior->name, p->hex, goal,
                          body));
    p->id = sqlite3_last_insert_rowid(p->library->store.db);
    p->added->behaviors++;
    US_TRY(put_slots(p, err));
    return put_classes(p, err);
}

static us_status put_body(putting *p, const char *body, us_error *err)
{
    sqlite3_stmt *stmt;
    bool row;
    US_TRY(us_library_find_row(p->library, US_SQL_BEHAVIOR_BY_HASH, &stmt, &row, err, "t", p->hex));
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
    if (us_case_find_entry(from, US_KEY_SEED)) {
        US_TRY(us_library_run(p->library, US_SQL_ORIGIN_SEED, err, "it", id, stored->origin.text));
        if (sqlite3_changes(p->library->store.db) == 0)
            return US_OK;
    }
    us_library_record_case_maps(p->library, from);
    return US_OK;
}

static us_status put_origin(putting *p, const us_stored_case *stored, const us_case *from,
                            int64_t case_id, bool fresh, us_error *err)
{
    int64_t id, cycle = stored->cycle;
    US_TRY(us_met_origins_find(p->library, case_id, fresh, stored, &id, err));
    if (id > 0)
        return update_known(p, stored, from, id, err);
    p->added->origins++;
    US_TRY(us_library_run(p->library, US_SQL_ORIGIN_ADD, err, "iitt", case_id, cycle, stored->map,
                          stored->origin.text));
    us_met_origins_add(p->library, sqlite3_last_insert_rowid(p->library->store.db));
    return US_OK;
}

static us_status add_case(putting *p, const us_stored_case *stored, const char *hex, int64_t above,
                          int64_t *out, us_error *err)
{
    US_TRY(us_library_run(p->library, US_SQL_CASE_ADD, err, "iitb", p->id, above, stored->done.text,
                          (const void *)stored->features.text, stored->features.length));
    *out = sqlite3_last_insert_rowid(p->library->store.db);
    p->added->cases++;
    return us_library_run(p->library, US_SQL_DETAIL_ADD, err, "itt", *out, hex,
                          stored->entries.text);
}

/* Whether the case is the one before, met elsewhere. */
static bool is_last(const putting *p, const us_stored_case *stored)
{
    return p->last > 0 && stored->hash == p->last_hash &&
           us_text_equal(stored->done.text, p->last_done.text) &&
           us_text_equal(stored->entries.text, p->last_entries.text) &&
           stored->features.length == p->last_features.length &&
           memcmp(stored->features.text, p->last_features.text, stored->features.length) == 0;
}

static void keep_last(putting *p, const us_stored_case *stored, int64_t id)
{
    p->last = id;
    p->last_hash = stored->hash;
    us_str_reset(&p->last_done);
    us_str_reset(&p->last_entries);
    us_str_reset(&p->last_features);
    us_str_add(&p->last_done, stored->done.text);
    us_str_add(&p->last_entries, stored->entries.text);
    us_str_add_bytes(&p->last_features, stored->features.text, stored->features.length);
}

static us_status find_case(putting *p, const us_stored_case *stored, int64_t *id, bool *fresh,
                           us_error *err)
{
    char hex[17];
    us_hash_print(stored->hash, hex);
    US_TRY(us_library_find_id(p->library, US_SQL_CASE_FIND, id, err, "titbt", hex, p->id,
                              stored->done.text, (const void *)stored->features.text,
                              stored->features.length, stored->entries.text));
    *fresh = *id == 0;
    if (*fresh)
        US_TRY(add_case(p, stored, hex, stored->done.length > 0 ? p->above : 0, id, err));
    keep_last(p, stored, *id);
    return US_OK;
}

static us_status put_stored(putting *p, const us_stored_case *stored, const us_case *from,
                            us_error *err)
{
    int64_t id = p->last;
    bool fresh = false;
    if (!is_last(p, stored))
        US_TRY(find_case(p, stored, &id, &fresh, err));
    if (stored->done.length == 0)
        p->above = id;
    return stored->met ? put_origin(p, stored, from, id, fresh, err) : US_OK;
}

/* Keeps an entry beyond the visit of its case. */
static const us_entry *keep_entry(putting *p, const us_entry *entry)
{
    if (!entry)
        return NULL;
    us_entry *copy = US_ARENA_ARRAY(p->arena, us_entry, 1);
    *copy = *entry;
    if (entry->texts > 0) {
        const char **text = US_ARENA_ARRAY(p->arena, const char *, entry->texts);
        for (unsigned i = 0; i < entry->texts; i++)
            text[i] = us_arena_strdup(p->arena, entry->text[i]);
        copy->text = text;
    } else {
        copy->number = us_arena_copy(p->arena, entry->number, (size_t)entry->count,
                                     entry->width ? entry->width : 1);
    }
    return copy;
}

static us_attempt_entries keep_attempts(putting *p, const us_attempt_entries *from)
{
    return (us_attempt_entries){.games = keep_entry(p, from->games),
                                .states = keep_entry(p, from->states),
                                .features = keep_entry(p, from->features)};
}

static us_status put_case(void *context, const us_case *from, us_error *err)
{
    putting *p = context;
    us_case_counts counts = p->counts;
    counts.attempt = (us_attempt_entries){NULL}; /* the last ones count */
    US_TRY(
        us_library_encode_case(p->library, p->behavior, p->hash, from, &p->stored, &counts, err));
    if (counts.games != p->counts.games)
        counts.games = keep_entry(p, counts.games);
    if (counts.game_tries != p->counts.game_tries)
        counts.game_tries = keep_entry(p, counts.game_tries);
    if (counts.game_successes != p->counts.game_successes)
        counts.game_successes = keep_entry(p, counts.game_successes);
    bool attempts = counts.attempt.games || counts.attempt.states || counts.attempt.features;
    counts.attempt = attempts ? keep_attempts(p, &counts.attempt) : p->counts.attempt;
    p->counts = counts;
    if (!p->stored.blank)
        US_TRY(put_stored(p, &p->stored, from, err));
    return p->stored.met ? us_library_record_case_games(p->library, from, err) : US_OK;
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
        US_TRY(us_library_run(p->library, US_SQL_OUTCOME_ADD, err, "itii", p->id,
                              counts->games->text[i], tries, successes));
    }
    return US_OK;
}

static us_status put_counts(putting *p, us_error *err)
{
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
    return us_library_run(p->library, US_SQL_BEHAVIOR_COUNT, err, "iii", p->id, p->counts.tries,
                          p->counts.successes);
}

static us_status put_attempts(putting *p, us_error *err)
{
    const us_attempt_entries *entries = &p->counts.attempt;
    US_TRY(us_attempt_entries_check(entries, p->behavior, NULL, err));
    return us_library_put_attempts(p->library, p->behavior, p->id, entries, err);
}

/* ---- putting */

static us_status put(putting *p, const char *body, us_library_feed *feed, void *context,
                     us_error *err)
{
    US_TRY(put_body(p, body, err));
    US_TRY(feed(context, put_case, p, err));
    US_TRY(put_counts(p, err));
    return put_attempts(p, err);
}

static void putting_init(putting *p)
{
    p->arena = us_arena_new();
    us_stored_case_init(&p->stored);
    us_str_init(&p->last_done);
    us_str_init(&p->last_entries);
    us_str_init(&p->last_features);
}

static void putting_clear(putting *p)
{
    us_arena_free(p->arena);
    us_stored_case_clear(&p->stored);
    us_str_clear(&p->last_done);
    us_str_clear(&p->last_entries);
    us_str_clear(&p->last_features);
}

us_status us_library_put_fed(us_library *library, const us_template *behavior,
                             us_library_feed *feed, void *context, us_library_added *added,
                             us_error *err)
{
    us_library_added before = *added;
    US_AUTOSTR(body);
    us_assert(library->begun && !behavior->broken);
    us_assert(us_text_equal(behavior->domain->name, library->domain->name));
    us_template_print_body(behavior, behavior->name, &body);
    US_AUTO(putting_clear)
    putting p = {.library = library,
                 .behavior = behavior,
                 .hash = us_hash_add_text(US_HASH_START, body.text), /* its us_template_hash */
                 .added = added};
    putting_init(&p);
    us_hash_print(p.hash, p.hex);
    us_status status = put(&p, body.text, feed, context, err);
    if (us_template_has_call(behavior))
        library->together = true;
    if (status != US_OK)
        *added = before;
    return status;
}

typedef struct feeding {
    const us_template *behavior;
    us_long_work *work;
} feeding;

static us_status feed_cases(void *context, us_library_on_block *take, void *taker, us_error *err)
{
    const feeding *f = context;
    for (int i = 0; i < f->behavior->case_count; i++) {
        US_TRY(us_long_work_add(f->work, 1, err));
        US_TRY(take(taker, &f->behavior->cases[i], err));
    }
    return US_OK;
}

us_status us_library_put(us_library *library, const us_template *behavior, us_library_added *added,
                         us_error *err)
{
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    us_long_work_begin(&work, NULL, "cases", behavior->case_count);
    feeding f = {behavior, &work};
    return us_library_put_fed(library, behavior, feed_cases, &f, added, err);
}

static us_status put_items(us_library *library, const us_brl *brl, us_library_added *added,
                           us_error *err)
{
    int64_t cases = 0;
    US_AUTO(us_long_work_end) us_long_work work = {.file = NULL};
    for (int i = 0; i < brl->count; i++)
        cases += brl->item[i]->case_count;
    us_long_work_begin(&work, brl->file, "cases", cases);
    for (int i = 0; i < brl->count; i++) {
        feeding f = {brl->item[i], &work};
        US_TRY(us_library_put_fed(library, brl->item[i], feed_cases, &f, added, err));
    }
    return US_OK;
}

us_status us_library_put_all(us_library *library, const us_brl *brl, us_library_added *added,
                             us_error *err)
{
    us_library_added before = *added;
    US_TRY(us_library_import_features(library, brl, err));
    US_TRY(us_library_import_games(library, brl, err));
    us_status status = put_items(library, brl, added, err);
    if (status != US_OK)
        *added = before;
    return status;
}

/* Feeds a block that has the outcomes of games and no case. */
static us_status feed_outcomes(void *context, us_library_on_block *take, void *taker, us_error *err)
{
    static const char *const copied[] = {US_KEY_GAMES,          US_KEY_GAME_TRIES,
                                         US_KEY_GAME_SUCCESSES, US_KEY_ATTEMPTS,
                                         US_KEY_ATTEMPT_STATES, US_KEY_ATTEMPT_FEATURES};
    static const char *const summed[] = {US_KEY_TRIES, US_KEY_SUCCESSES};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    const us_template *behavior = context;
    us_entry entry[US_COUNT(copied) + US_COUNT(summed)];
    us_case block = {.cycle = -1, .map = "", .entry = entry};
    const us_entry *of[US_COUNT(copied)] = {NULL};
    for (int i = 0; i < US_COUNT(copied) && behavior->case_count > 0; i++)
        of[i] = us_case_find_entry(&behavior->cases[0], copied[i]);
    for (int i = 0; i < US_COUNT(copied); i++)
        if (of[i])
            entry[block.entry_count++] = *of[i];
    for (int i = 0; i < US_COUNT(summed); i++) { /* of these games alone */
        int64_t sum = 0;
        for (int k = 0; of[1 + i] && k < of[1 + i]->count; k++)
            sum = us_sums_add(sum, us_entry_number(of[1 + i], k));
        entry[block.entry_count++] = us_entry_make(arena, summed[i], &sum, 1);
    }
    return take(taker, &block, err);
}

us_status us_library_put_outcomes_of(us_library *library, const us_template *behavior,
                                     us_error *err)
{
    us_library_added added = {0};
    return us_library_put_fed(library, behavior, feed_outcomes, (void *)(uintptr_t)behavior, &added,
                              err);
}

us_status us_library_put_outcome(us_library *library, us_hash behavior, us_hash game, int64_t tries,
                                 int64_t successes, bool *known, us_error *err)
{
    char hash[17], other[17];
    int64_t id;
    us_assert(library->begun && tries >= 0 && successes >= 0 && successes <= tries);
    us_hash_print(behavior, hash);
    us_hash_print(game, other);
    US_TRY(us_library_find_id(library, US_SQL_BEHAVIOR_BY_HASH, &id, err, "t", hash));
    *known = id > 0;
    return id ? us_library_run(library, US_SQL_OUTCOME_SET, err, "itii", id, other, tries,
                               successes)
              : US_OK;
}

us_status us_library_drop_behavior(us_library *library, int64_t id, us_error *err)
{
    us_assert(library->begun);
    US_TRY(us_library_run(library, US_SQL_BEHAVIOR_DROP, err, "i", id));
    return us_library_run(library, US_SQL_GOAL_DROP, err, "");
}

us_status us_library_drop_case(us_library *library, int64_t id, us_error *err)
{
    us_assert(library->begun);
    return us_library_run(library, US_SQL_CASE_DROP, err, "i", id);
}

us_status us_library_check_together(us_library *library, us_error *err)
{
    us_brl *all;
    US_TRY(us_library_get_sound(library, US_ORIGINS_FIRST, NULL, &all, err));
    us_brl_free(all);
    library->together = false; /* the commit need not check it again */
    return US_OK;
}

us_status us_library_commit(us_library *library, us_error *err)
{
    us_assert(library->begun);
    US_TRY(us_library_drop_seedless_games(library, err));
    if (library->together)
        US_TRY(us_library_check_together(library, err));
    return us_library_commit_transaction(library, err);
}
