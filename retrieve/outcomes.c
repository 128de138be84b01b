#include "retrieve/outcomes.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/sort.h"
#include "domain/note.h"
#include "retrieve/library.h"
#include "retrieve/similarity.h"

_Static_assert((int)US_NOTE_ONE == (int)US_SIMILARITY_ONE, "traces tell similarities as they are");

enum { FILE_MAX = 1 << 30 };

typedef struct reading {
    const char *file;
    int line;
    US_LIST(us_outcome_sum) sum; /* one for each line, at first */
    US_LIST(us_attempt) attempt; /* without results before the end line */
    int features;
    us_arena *arena; /* of features */
    bool json;       /* some line begins an object */
    bool ended;
    int64_t winner; /* or -1 */
} reading;

/* The members of a line, at their values; kind END: missing. */
typedef struct members {
    us_pull behavior, plan, hash, features, seat, cycle, end, winner;
} members;

static const struct {
    const char *name;
    size_t at;
} rows[] = {
    {"behavior", offsetof(members, behavior)}, {"plan", offsetof(members, plan)},
    {"hash", offsetof(members, hash)},         {"features", offsetof(members, features)},
    {"seat", offsetof(members, seat)},         {"cycle", offsetof(members, cycle)},
    {"end", offsetof(members, end)},           {"winner", offsetof(members, winner)},
};

static us_status read_members(const reading *r, us_pull *pull, members *out, us_error *err)
{
    for (;;) {
        us_pull_kind kind = us_pull_next(pull);
        if (kind == US_PULL_OBJECT_END)
            return US_OK;
        if (kind != US_PULL_KEY)
            return us_pull_fail(pull, err, r->file, r->line);
        us_pull *kept = NULL;
        for (int i = 0; i < US_COUNT(rows) && !kept; i++)
            if (us_pull_equal(pull, rows[i].name))
                kept = (us_pull *)((char *)out + rows[i].at);
        us_pull value = *pull;
        if (!us_pull_skip(pull))
            return us_pull_fail(pull, err, r->file, r->line);
        us_pull_next(&value);
        if (kept)
            *kept = value;
    }
}

static bool is_kind(const us_pull *value, us_note_kind kind)
{
    return value->kind == US_PULL_STRING && us_pull_equal(value, us_note_kind_name(kind));
}

static bool parse_hash(const us_pull *value, us_hash *out)
{
    US_AUTOSTR(text);
    return value->kind == US_PULL_STRING && us_pull_unescape(value, &text) &&
           us_hash_parse(text.text, out);
}

/* Whether the line has a member "behavior" or "end"; most lines of a trace have neither. */
static bool is_of_interest(const char *text, size_t length)
{
    static const char behavior[] = "\"behavior\"", ending[] = "\"end\"";
    size_t size = sizeof ending - 1;
    for (const char *at = text, *end = text + length; (size_t)(end - at) >= size; at++) {
        at = memchr(at, '"', (size_t)(end - at) - size + 1);
        if (!at)
            return false;
        if (memcmp(at, ending, size) == 0 || ((size_t)(end - at) >= sizeof behavior - 1 &&
                                              memcmp(at, behavior, sizeof behavior - 1) == 0))
            return true;
    }
    return false;
}

/* Returns false if the value is missing or out of range. */
static bool read_int(const us_pull *value, int64_t low, int64_t high, int64_t *out)
{
    return value->kind == US_PULL_NUMBER && us_pull_int(value, out) && *out >= low && *out <= high;
}

static us_status read_features(reading *r, us_pull *at, us_attempt *out, us_error *err)
{
    int32_t feature[US_NOTE_FEATURES_MAX];
    int count = 0;
    for (us_pull_kind kind; (kind = us_pull_next(at)) != US_PULL_ARRAY_END; count++) {
        int64_t value = US_FEATURE_MISSING;
        bool sound = kind == US_PULL_NULL || read_int(at, -INT32_MAX, INT32_MAX, &value);
        if (!sound || count == US_COUNT(feature))
            return us_pull_reject(at, err, r->file, r->line,
                                  "at most 256 whole numbers of 32 bits or null");
        feature[count] = (int32_t)value;
    }
    if (count == 0 || (r->attempt.count > 0 && count != r->features))
        return us_pull_reject(at, err, r->file, r->line,
                              "as many features in each line that has some");
    r->features = count;
    out->feature = us_arena_copy(r->arena, feature, (size_t)count, sizeof *feature);
    return US_OK;
}

/* Reads the line "retrieved" of a leading behavior. */
static us_status read_attempt(reading *r, members *m, us_hash behavior, us_error *err)
{
    us_attempt made = {.behavior = behavior};
    int64_t seat = 0, cycle = 0;
    if (m->features.kind != US_PULL_ARRAY)
        return us_pull_reject(&m->features, err, r->file, r->line, "\"features\", an array");
    if (!read_int(&m->seat, 0, US_SEATS_MAX - 1, &seat) ||
        !read_int(&m->cycle, 0, INT32_MAX, &cycle))
        return us_pull_reject(&m->features, err, r->file, r->line,
                              "\"features\" in a line with a seat and a cycle");
    US_TRY(read_features(r, &m->features, &made, err));
    made.seat = (us_seat)seat;
    made.cycle = (us_cycle)cycle;
    US_LIST_PUT(r->attempt, made);
    return US_OK;
}

/* The last end line counts. */
static us_status take_result(reading *r, members *m, us_error *err)
{
    r->winner = -1;
    r->ended = true;
    if (m->winner.kind == US_PULL_NULL || m->winner.kind == US_PULL_END ||
        read_int(&m->winner, 0, US_SEATS_MAX - 1, &r->winner))
        return US_OK;
    return us_pull_reject(&m->winner, err, r->file, r->line, "a seat or null as the winner");
}

static us_status read_line(reading *r, const char *text, size_t length, us_error *err)
{
    us_pull pull;
    members m = {.plan = {.kind = US_PULL_END}};
    us_outcome_sum sum = {.tries = 1};
    if (!is_of_interest(text, length))
        return US_OK;
    us_pull_init(&pull, text, length);
    us_pull_kind kind = us_pull_next(&pull);
    if (kind == US_PULL_ERROR)
        return us_pull_fail(&pull, err, r->file, r->line);
    if (kind != US_PULL_OBJECT)
        return us_pull_reject(&pull, err, r->file, r->line, "an object");
    US_TRY(read_members(r, &pull, &m, err));
    us_pull end = pull;
    if (us_pull_next(&pull) != US_PULL_END)
        return us_pull_fail(&pull, err, r->file, r->line);
    if (m.end.kind == US_PULL_STRING)
        US_TRY(take_result(r, &m, err));
    bool began = m.features.kind != US_PULL_END && is_kind(&m.plan, US_NOTE_RETRIEVED);
    sum.successes = is_kind(&m.plan, US_NOTE_SUCCEEDED);
    if (m.behavior.kind == US_PULL_END ||
        (!sum.successes && !began && !is_kind(&m.plan, US_NOTE_FAILED)))
        return US_OK; /* another kind of line */
    if (!parse_hash(&m.hash, &sum.behavior))
        return us_pull_reject(m.hash.kind == US_PULL_END ? &end : &m.hash, err, r->file, r->line,
                              "\"hash\", the 16 digits of the behavior");
    if (began)
        return read_attempt(r, &m, sum.behavior, err);
    US_LIST_PUT(r->sum, sum);
    return US_OK;
}

static int by_behavior(const void *left, const void *right)
{
    const us_outcome_sum *a = left, *b = right;
    if (a->behavior != b->behavior)
        return a->behavior < b->behavior ? -1 : 1;
    return (a->successes > b->successes) - (a->successes < b->successes);
}

static void add_up(reading *r)
{
    us_outcome_sum *sum = r->sum.item;
    int kept = 0;
    us_array_sort(sum, (size_t)r->sum.count, sizeof *sum, by_behavior);
    for (int i = 0; i < r->sum.count; i++) {
        if (kept == 0 || sum[kept - 1].behavior != sum[i].behavior) {
            sum[kept++] = sum[i];
            continue;
        }
        sum[kept - 1].tries += sum[i].tries;
        sum[kept - 1].successes += sum[i].successes;
    }
    r->sum.count = kept;
}

static bool begins_object(const char *text, const char *end)
{
    while (text < end && (*text == ' ' || *text == '\t' || *text == '\r'))
        text++;
    return text < end && *text == '{';
}

/* Reads the domain and the hash of its features; any other fault of the line is ignored. */
static void read_header(const char *text, size_t length, us_outcomes *out)
{
    us_pull pull;
    US_AUTOSTR(name);
    us_pull_init(&pull, text, length);
    us_pull_kind kind = us_pull_next(&pull);
    while (kind == US_PULL_OBJECT && us_pull_next(&pull) == US_PULL_KEY) {
        bool domain = us_pull_equal(&pull, "domain");
        bool features = us_pull_equal(&pull, "features_hash");
        us_pull value = pull;
        if (!us_pull_skip(&pull))
            break;
        if ((!domain && !features) || us_pull_next(&value) != US_PULL_STRING)
            continue;
        us_str_reset(&name);
        us_pull_unescape(&value, &name);
        if (domain)
            snprintf(out->domain, sizeof out->domain, "%s", name.text);
        else if (!us_hash_parse(name.text, &out->features_hash))
            out->features_hash = 0;
    }
}

us_status us_outcomes_parse(const char *file, const char *text, size_t length, bool (*stop)(void),
                            us_outcomes *out, us_error *err)
{
    reading r = {.file = file, .line = 1, .arena = us_arena_new()};
    const char *first = text, *end = text + length;
    us_hash game = us_hash_add_bytes(US_HASH_START, text, length);
    us_status status = US_OK;
    while (text < end && status == US_OK) {
        us_error why = {0};
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        r.json |= begins_object(text, newline ? newline : end);
        status =
            read_line(&r, text, (size_t)((newline ? newline : end) - text), newline ? err : &why);
        if (!newline) /* the last line is whole, or truncated */
            status = US_OK;
        if (status == US_OK && stop && stop())
            status = US_INTERRUPTED;
        text = newline ? newline + 1 : end;
        r.line++;
    }
    if (status == US_OK && length > 0 && !r.json)
        status = us_error_set(err, US_BAD_INPUT, file, 0, 0, "expected lines of JSON, found none");
    if (status != US_OK) {
        us_mem_free(r.sum.item);
        us_mem_free(r.attempt.item);
        us_arena_free(r.arena);
        return status;
    }
    add_up(&r);
    for (int i = 0; i < r.attempt.count; i++)
        r.attempt.item[i].result = r.winner < 0                         ? US_DRAWN
                                   : r.attempt.item[i].seat == r.winner ? US_WON
                                                                        : US_LOST;
    *out = (us_outcomes){.game = game,
                         .sum = r.sum.item,
                         .count = r.sum.count,
                         .attempt = r.attempt.item,
                         .attempts = r.ended ? r.attempt.count : 0,
                         .features = r.features,
                         .arena = r.arena};
    read_header(first, length, out);
    return US_OK;
}

us_status us_outcomes_read(const char *path, bool (*stop)(void), us_outcomes *out, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, FILE_MAX, &text, &length, err));
    return us_outcomes_parse(path, text, length, stop, out, err);
}

void us_outcomes_clear(us_outcomes *outcomes)
{
    us_mem_free(outcomes->sum);
    us_mem_free(outcomes->attempt);
    us_arena_free(outcomes->arena);
    *outcomes = (us_outcomes){0};
}

/* ---- confidence */

enum { COUNTED = 1000000000 }; /* more tries are scaled down to at most this: products fit */

static int64_t sum(int64_t a, int64_t b)
{
    return a < US_TRIES_MAX - b ? a + b : US_TRIES_MAX;
}

us_success_count us_success_count_add(us_success_count a, us_success_count b)
{
    return (us_success_count){sum(a.tries, b.tries), sum(a.successes, b.successes)};
}

static us_success_count scaled(us_success_count record)
{
    if (record.successes > record.tries)
        record.successes = record.tries;
    while (record.tries > COUNTED) {
        record.tries /= 2;
        record.successes /= 2;
    }
    return record;
}

int64_t us_confidence_prior(us_success_count all)
{
    all = scaled(all);
    return (all.successes + 1) * US_SIMILARITY_ONE / (all.tries + 2);
}

int64_t us_confidence_rate(us_success_count record, int64_t prior)
{
    record = scaled(record);
    return (record.successes * US_SIMILARITY_ONE + US_CONFIDENCE_USUAL * prior) /
           (record.tries + US_CONFIDENCE_USUAL);
}

int64_t us_confidence_adapted_rate(int64_t rate)
{
    return (rate + US_SIMILARITY_ONE) / 2;
}
