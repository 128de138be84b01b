#include "retrieve/attempts.h"

#include <string.h>

#include "behavior/brl.h"
#include "retrieve/nearest.h"

/* ---- putting */

/* Sets library->number to these features of the domain. */
static void take_features(us_library *library, const int32_t *feature)
{
    for (int i = 0; i < library->features; i++)
        library->number[i] = US_FEATURE_MISSING;
    for (int i = 0; i < library->domain->feature_count; i++)
        library->number[library->of_domain[i]] = feature[i];
}

/* Puts an attempt with the features in library->number. */
static us_status put(us_library *library, int64_t behavior, const char *game,
                     const us_attempt *from, us_error *err)
{
    US_AUTOSTR(bytes);
    us_library_encode_features(library, &bytes);
    return us_library_run(library, US_SQL_ATTEMPT_ADD, err, "itiiib", behavior, game,
                          (int64_t)from->seat, (int64_t)from->cycle, (int64_t)from->result,
                          (const void *)bytes.text, bytes.length);
}

static us_status check(const us_library *library, const char *file, const us_outcomes *outcomes,
                       us_error *err)
{
    const us_domain *domain = library->domain;
    if (outcomes->domain[0] && !us_text_equal(outcomes->domain, domain->name))
        return us_error_set(err, US_MISMATCH, file, 1, 0,
                            "a game of \"%.64s\", expected one of \"%.64s\"", outcomes->domain,
                            domain->name);
    return US_OK;
}

/* Returns whether the states of the attempts have the domain's features, in its order. */
static bool has_features(const us_outcomes *outcomes, const us_domain *domain)
{
    return outcomes->features == domain->feature_count &&
           (!outcomes->features_hash || outcomes->features_hash == domain->features_hash);
}

static us_status put_attempts(us_library *library, const us_outcomes *outcomes, const char *game,
                              us_outcome_counts *counts, us_error *err)
{
    for (int i = 0; i < outcomes->attempts; i++) {
        const us_attempt *from = &outcomes->attempt[i];
        char hash[17];
        int64_t id;
        us_hash_print(from->behavior, hash);
        US_TRY(us_library_find_id(library, US_SQL_BEHAVIOR_BY_HASH, &id, err, "t", hash));
        if (id == 0)
            continue;
        take_features(library, from->feature);
        US_TRY(put(library, id, game, from, err));
        counts->attempts++;
    }
    return US_OK;
}

us_status us_library_put_outcomes(us_library *library, const char *file,
                                  const us_outcomes *outcomes, us_outcome_counts *counts,
                                  us_error *err)
{
    char game[17];
    us_assert(library->begun);
    US_TRY(check(library, file, outcomes, err));
    us_hash_print(outcomes->game, game);
    US_TRY(us_library_run(library, US_SQL_OUTCOMES_DROP, err, "t", game));
    US_TRY(us_library_run(library, US_SQL_ATTEMPTS_DROP, err, "t", game));
    for (int i = 0; i < outcomes->count; i++) {
        const us_outcome_sum *sum = &outcomes->sum[i];
        bool known = false;
        US_TRY(us_library_put_outcome(library, sum->behavior, outcomes->game, sum->tries,
                                      sum->successes, &known, err));
        counts->tries += known ? sum->tries : 0;
        counts->successes += known ? sum->successes : 0;
        counts->unknown += known ? 0 : sum->tries;
    }
    if (has_features(outcomes, library->domain))
        return put_attempts(library, outcomes, game, counts, err);
    counts->left_out += outcomes->attempts;
    return US_OK;
}

/* ---- as entries */

/* The numbers of an attempt in "attempts.states": these, and then its features. */
enum { SEAT, CYCLE, RESULT, HEAD };

static int further_of(const us_attempt_entries *entries)
{
    return entries->features ? (int)entries->features->texts : 0;
}

/* Returns how many numbers an attempt has. */
static int width_of(const us_attempt_entries *entries, const us_domain *domain)
{
    return HEAD + domain->feature_count + further_of(entries);
}

static int64_t number_at(const us_attempt_entries *entries, const us_domain *domain, int i, int at)
{
    return us_entry_number(entries->states, i * width_of(entries, domain) + at);
}

us_attempt_entries us_attempt_entries_of(const us_template *behavior)
{
    us_attempt_entries found = {NULL};
    for (int i = behavior->case_count - 1; i >= 0; i--) {
        found.games = us_case_find_entry(&behavior->cases[i], US_KEY_ATTEMPTS);
        found.states = us_case_find_entry(&behavior->cases[i], US_KEY_ATTEMPT_STATES);
        found.features = us_case_find_entry(&behavior->cases[i], US_KEY_ATTEMPT_FEATURES);
        if (found.games || found.states || found.features)
            break;
    }
    return found;
}

int us_attempt_entries_count(const us_attempt_entries *entries)
{
    return entries->games ? (int)entries->games->texts : 0;
}

us_hash us_attempt_entries_game(const us_attempt_entries *entries, int i)
{
    us_hash game = 0;
    us_hash_parse(entries->games->text[i], &game);
    return game;
}

int us_attempt_entries_further(const us_attempt_entries *entries, const char *const **name)
{
    *name = entries->features ? entries->features->text : NULL;
    return further_of(entries);
}

us_attempt us_attempt_entries_get(const us_attempt_entries *entries, const us_domain *domain, int i,
                                  int32_t *feature)
{
    us_attempt out = {
        .seat = (us_seat)number_at(entries, domain, i, SEAT),
        .cycle = (us_cycle)number_at(entries, domain, i, CYCLE),
        .result = (int)number_at(entries, domain, i, RESULT),
        .feature = feature,
    };
    for (int k = 0; HEAD + k < width_of(entries, domain); k++) {
        int64_t value = number_at(entries, domain, i, HEAD + k);
        feature[k] = value == US_FEATURE_MISSING ? US_FEATURE_MISSING : us_feature_clamp(value);
    }
    return out;
}

/* Whether the further features have names that the domain does not have, each once. */
static bool are_further(const us_entry *features, const us_domain *domain)
{
    if (features->count > 0 || features->texts > US_DIMENSIONS_MAX)
        return false;
    for (int i = 0; i < (int)features->texts; i++) {
        if (us_domain_find_feature(domain, features->text[i]) >= 0)
            return false;
        for (int k = 0; k < i; k++)
            if (us_text_equal(features->text[k], features->text[i]))
                return false;
    }
    return true;
}

static bool is_sound(const us_attempt_entries *entries, const us_domain *domain)
{
    const us_entry *games = entries->games, *states = entries->states;
    us_hash hash;
    if (!games || !states)
        return !games && !states && !entries->features;
    if (games->count > 0 || states->texts > 0 ||
        (entries->features && !are_further(entries->features, domain)) ||
        states->count != (int64_t)games->texts * width_of(entries, domain))
        return false;
    for (int i = 0; i < (int)games->texts; i++) {
        int64_t seat = number_at(entries, domain, i, SEAT);
        int64_t cycle = number_at(entries, domain, i, CYCLE);
        int64_t result = number_at(entries, domain, i, RESULT);
        if (!us_hash_parse(games->text[i], &hash) || seat < 0 || seat >= US_SEATS_MAX ||
            cycle < 0 || cycle > INT32_MAX || result < US_LOST || result > US_WON)
            return false;
    }
    return true;
}

us_status us_attempt_entries_check(const us_attempt_entries *entries, const us_template *behavior,
                                   const char *file, us_error *err)
{
    if (is_sound(entries, behavior->domain))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, file, behavior->line, behavior->column,
                        "\"%.63s\": expected attempts and attempts.states that fit: for each game "
                        "a seat, a cycle, a result from 0 to 2, the %d features of the domain, and "
                        "those of attempts.features, which the domain does not have",
                        behavior->name, behavior->domain->feature_count);
}

us_status us_library_put_attempts(us_library *library, const us_template *behavior, int64_t id,
                                  const us_attempt_entries *entries, us_error *err)
{
    const char *const *name;
    int further = us_attempt_entries_further(entries, &name);
    int known = library->domain->feature_count;
    US_AUTOFREE int *at = US_NEW_ARRAY(int, further + 1);
    US_AUTOFREE int32_t *feature = US_NEW_ARRAY(int32_t, known + further + 1);
    for (int k = 0; k < further; k++) {
        at[k] = us_library_find_feature(library, name[k]);
        if (at[k] < 0)
            return us_error_set(err, US_MISMATCH, NULL, behavior->line, behavior->column,
                                "\"%.63s\": entry " US_KEY_ATTEMPT_FEATURES
                                ": expected features that the library has, found \"%.63s\"",
                                behavior->name, name[k]);
    }
    for (int i = 0; i < us_attempt_entries_count(entries); i++) {
        us_attempt from = us_attempt_entries_get(entries, library->domain, i, feature);
        take_features(library, feature);
        for (int k = 0; k < further; k++)
            library->number[at[k]] = feature[known + k];
        US_TRY(put(library, id, entries->games->text[i], &from, err));
    }
    return US_OK;
}

/* ---- reading those of a behavior */

/* Attempts as rows of numbers, each with all features that it may have; columns that no attempt
 * knows are left out later. */
typedef struct reading {
    us_library *library;
    us_arena *arena;
    US_LIST(const char *) game;
    US_LIST(int64_t) number;
    US_LIST(int) further; /* features of the library that the domain does not have */
} reading;

static void reading_clear(reading *r)
{
    us_mem_free(r->game.item);
    us_mem_free(r->number.item);
    us_mem_free(r->further.item);
}

static void list_further(reading *r)
{
    for (int i = 0; i < r->library->features; i++) /* no domain has other names */
        if (r->library->feature[i].index < 0 && us_brl_is_name(r->library->feature[i].name))
            US_LIST_PUT(r->further, i);
}

/* Reads an attempt from the columns game, seat, cycle, result and features, which begin at `first`;
 * its features into library->number. */
static us_status read_row(us_library *library, sqlite3_stmt *row, int first, us_hash *game,
                          us_attempt *out, us_error *err)
{
    int64_t seat = sqlite3_column_int64(row, first + 1);
    int64_t cycle = sqlite3_column_int64(row, first + 2);
    int64_t result = sqlite3_column_int64(row, first + 3);
    int length = sqlite3_column_bytes(row, first + 4);
    if (length % 4 != 0 || length > 4 * library->features ||
        !us_hash_parse(us_store_column_text(row, first), game) || seat < 0 ||
        seat >= US_SEATS_MAX || cycle < 0 || cycle > INT32_MAX || result < US_LOST ||
        result > US_WON)
        return us_library_fail_damaged(library, err,
                                       "an attempt has no sound game, seat, cycle, result or "
                                       "features");
    us_library_decode_features(library, sqlite3_column_blob(row, first + 4), length);
    *out = (us_attempt){.seat = (us_seat)seat,
                        .cycle = (us_cycle)cycle,
                        .result = (int)result,
                        .feature = library->number};
    return US_OK;
}

static us_status add_row(void *context, sqlite3_stmt *row, us_error *err)
{
    reading *r = context;
    const us_library *library = r->library;
    us_hash game;
    us_attempt read = {.seat = 0};
    US_TRY(read_row(r->library, row, 0, &game, &read, err));
    US_LIST_PUT(r->game, us_arena_strdup(r->arena, us_store_column_text(row, 0)));
    US_LIST_PUT(r->number, read.seat);
    US_LIST_PUT(r->number, read.cycle);
    US_LIST_PUT(r->number, read.result);
    for (int i = 0; i < library->domain->feature_count; i++) {
        int at = library->of_domain[i];
        US_LIST_PUT(r->number, at < 0 ? US_FEATURE_MISSING : library->number[at]);
    }
    for (int i = 0; i < r->further.count; i++)
        US_LIST_PUT(r->number, library->number[r->further.item[i]]);
    return US_OK;
}

/* Leaves out further features that no attempt knows. */
static void drop_unknown(reading *r)
{
    int first = HEAD + r->library->domain->feature_count, width = first + r->further.count;
    int further = 0, kept = 0;
    US_AUTOFREE bool *known = US_NEW_ARRAY(bool, width);
    memset(known, 1, (size_t)first * sizeof *known);
    for (int i = 0; i < r->number.count; i++)
        known[i % width] |= r->number.item[i] != US_FEATURE_MISSING;
    for (int i = 0; i < r->number.count; i++)
        if (known[i % width])
            r->number.item[kept++] = r->number.item[i];
    for (int i = 0; i < r->further.count; i++)
        if (known[first + i])
            r->further.item[further++] = r->further.item[i];
    r->number.count = kept;
    r->further.count = further;
}

static us_entry name_further(const reading *r)
{
    const char **name = US_ARENA_ARRAY(r->arena, const char *, r->further.count);
    for (int i = 0; i < r->further.count; i++)
        name[i] = us_arena_strdup(r->arena, r->library->feature[r->further.item[i]].name);
    return us_entry_from_texts(US_KEY_ATTEMPT_FEATURES, name, r->further.count);
}

us_status us_library_read_attempts(us_library *library, int64_t behavior, us_arena *arena,
                                   us_entry out[US_ATTEMPT_ENTRIES], int *count, us_error *err)
{
    US_AUTO(reading_clear) reading r = {.library = library, .arena = arena};
    *count = 0;
    list_further(&r);
    US_TRY(us_library_visit_rows(library, US_SQL_ATTEMPTS_OF, add_row, &r, err, "i", behavior));
    if (r.game.count == 0)
        return US_OK;
    drop_unknown(&r);
    const char *const *text =
        us_arena_copy(arena, r.game.item, (size_t)r.game.count, sizeof *r.game.item);
    out[0] = us_entry_from_texts(US_KEY_ATTEMPTS, text, r.game.count);
    out[1] = us_entry_make(arena, US_KEY_ATTEMPT_STATES, r.number.item, r.number.count);
    if (r.further.count > 0)
        out[2] = name_further(&r);
    *count = r.further.count > 0 ? 3 : 2;
    return US_OK;
}

/* ---- reading all */

typedef struct visitor {
    us_library *library;
    us_library_on_attempt *visit;
    void *context;
} visitor;

static us_status visit_row(void *context, sqlite3_stmt *row, us_error *err)
{
    const visitor *v = context;
    us_attempt read = {.seat = 0};
    us_worth_attempt made = {.behavior = sqlite3_column_int64(row, 0)};
    US_TRY(read_row(v->library, row, 1, &made.game, &read, err));
    made.seat = read.seat;
    made.cycle = read.cycle;
    made.result = read.result;
    made.feature = read.feature;
    v->visit(v->context, &made);
    return US_OK;
}

us_status us_library_visit_attempts(us_library *library, us_library_on_attempt *visit,
                                    void *context, us_error *err)
{
    visitor v = {library, visit, context};
    return us_library_visit_rows(library, US_SQL_ATTEMPTS, visit_row, &v, err, "");
}

/* ---- how near states must be */

static void add(void *context, const us_worth_attempt *attempt)
{
    us_worth_add(context, attempt);
}

us_status us_library_fit_worth(us_library *library, bool (*stop)(void), us_error *err)
{
    US_AUTOFREE int64_t *bandwidth = US_NEW_ARRAY(int64_t, library->features + 1);
    US_AUTOFREE bool *counts = US_NEW_ARRAY(bool, library->features + 1);
    US_AUTOPTR(us_worth) worth = us_worth_new(NULL, library->features);
    us_assert(library->begun);
    for (int i = 0; i < library->features; i++)
        counts[i] = library->feature[i].index >= 0;
    US_TRY(us_library_visit_attempts(library, add, worth, err));
    if (!us_worth_fit(worth, counts, stop, bandwidth))
        return US_INTERRUPTED;
    for (int i = 0; i < library->features; i++) {
        US_TRY(us_library_run(library, US_SQL_BANDWIDTH, err, "ii", (int64_t)i, bandwidth[i]));
        library->feature[i].bandwidth = bandwidth[i];
    }
    return US_OK;
}

/* ---- sums */

typedef struct summing {
    us_library_on_attempt_sum *visit;
    void *context;
} summing;

static us_status visit_sum(void *context, sqlite3_stmt *row, us_error *err)
{
    const summing *s = context;
    us_attempt_sum sum = {.attempts = sqlite3_column_int64(row, 1),
                          .halves = sqlite3_column_int64(row, 2)};
    (void)err;
    if (us_hash_parse(us_store_column_text(row, 0), &sum.behavior))
        s->visit(s->context, &sum);
    return US_OK;
}

us_status us_library_visit_attempt_sums(us_library *library, us_library_on_attempt_sum *visit,
                                        void *context, us_error *err)
{
    summing s = {visit, context};
    return us_library_visit_rows(library, US_SQL_ATTEMPT_SUMS, visit_sum, &s, err, "");
}
