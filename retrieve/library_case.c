#include <string.h>

#include "base/json.h"
#include "base/sort.h"
#include "retrieve/library_internal.h"

/* ---- keys of entries */

static size_t digits_in(const char *text)
{
    size_t count = 0;
    while (text[count] >= '0' && text[count] <= '9')
        count++;
    return count;
}

/* Compares keys; numbers in keys count by their value: s2.place before s10.place. The order is
 * total: only equal keys are equal. */
static int compare_keys(const char *a, const char *b)
{
    const char *left = a, *right = b;
    while (*left && *right) {
        size_t m = digits_in(left), n = m ? digits_in(right) : 0;
        if (m > 0 && n > 0) {
            int order = m == n ? strncmp(left, right, m) : m < n ? -1 : 1;
            if (order)
                return order;
            left += m;
            right += n;
        } else if (*left != *right) {
            break;
        } else {
            left++;
            right++;
        }
    }
    return strcmp(left, right);
}

typedef struct place {
    const us_entry *entry;
} place;

static int by_key(const void *left, const void *right)
{
    const place *a = left, *b = right;
    return compare_keys(a->entry->key, b->entry->key);
}

/* ---- into the library */

static us_status refuse(const us_template *behavior, us_error *err, const char *key,
                        const char *expected)
{
    return us_error_set(err, US_BAD_INPUT, NULL, behavior->line, behavior->column,
                        "\"%.63s\": entry %.63s: expected %s", behavior->name, key, expected);
}

static us_status take_features(us_library *library, const us_template *behavior,
                               const us_entry *entry, us_error *err)
{
    const us_domain *domain = library->domain;
    if (entry->count != domain->feature_count || entry->texts > 0)
        return us_error_set(
            err, US_BAD_INPUT, NULL, behavior->line, behavior->column,
            "\"%.63s\": entry features: expected %d numbers, as many as the domain has "
            "features, found %d",
            behavior->name, domain->feature_count, entry->count);
    for (int i = 0; i < entry->count; i++)
        library->number[library->of_domain[i]] = us_feature_clamp(us_entry_number(entry, i));
    return US_OK;
}

static us_status take_feature(us_library *library, const us_template *behavior,
                              const us_entry *entry, const char *name, us_error *err)
{
    int found = us_library_find_feature(library, name);
    if (found < 0)
        return refuse(behavior, err, entry->key, "a feature that the library has");
    if (entry->count != 1)
        return refuse(behavior, err, entry->key, "a number");
    library->number[found] = us_feature_clamp(us_entry_number(entry, 0));
    return US_OK;
}

static us_status take_count(const us_template *behavior, const us_entry *entry,
                            us_case_counts *counts, us_error *err)
{
    if (us_text_equal(entry->key, US_KEY_GAMES))
        counts->games = entry;
    else if (us_text_equal(entry->key, US_KEY_GAME_TRIES))
        counts->game_tries = entry;
    else if (us_text_equal(entry->key, US_KEY_GAME_SUCCESSES))
        counts->game_successes = entry;
    else if (us_text_equal(entry->key, US_KEY_ATTEMPTS))
        counts->attempt.games = entry;
    else if (us_text_equal(entry->key, US_KEY_ATTEMPT_STATES))
        counts->attempt.states = entry;
    else if (us_text_equal(entry->key, US_KEY_ATTEMPT_FEATURES))
        counts->attempt.features = entry;
    else if (entry->count != 1 || us_entry_number(entry, 0) < 0 ||
             us_entry_number(entry, 0) > US_TRIES_MAX)
        return refuse(behavior, err, entry->key, "a number from 0 to 9007199254740992");
    else if (us_text_equal(entry->key, US_KEY_TRIES))
        counts->tries = us_entry_number(entry, 0);
    else
        counts->successes = us_entry_number(entry, 0);
    return US_OK;
}

static void write_entry(us_json_writer *writer, const us_entry *entry)
{
    us_json_write_key(writer, entry->key);
    us_json_write_open(writer, '[');
    for (int i = 0; i < entry->count; i++)
        us_json_write_int(writer, us_entry_number(entry, i));
    for (int i = 0; i < entry->texts; i++)
        us_json_write_string(writer, entry->text[i]);
    us_json_write_close(writer, ']');
}

static us_status take_entry(us_library *library, const us_template *behavior, const us_entry *entry,
                            us_json_writer *seen, us_json_writer *origin, us_case_counts *counts,
                            us_error *err)
{
    const char *feature = us_key_part(entry->key, US_KEY_FEATURE);
    switch (us_key_kind_from_text(entry->key)) {
    case US_KEY_STATE:
        return feature ? take_feature(library, behavior, entry, feature, err)
                       : take_features(library, behavior, entry, err);
    case US_KEY_COUNT:
        return take_count(behavior, entry, counts, err);
    case US_KEY_ORIGIN:
        write_entry(origin, entry);
        return US_OK;
    case US_KEY_SEEN:
        break;
    }
    write_entry(seen, entry);
    return US_OK;
}

/* The caller frees. */
static place *sort_entries(const us_case *from)
{
    place *sorted = US_NEW_ARRAY(place, from->entry_count + 1);
    for (int i = 0; i < from->entry_count; i++)
        sorted[i].entry = &from->entry[i];
    us_array_sort(sorted, (size_t)from->entry_count, sizeof *sorted, by_key);
    return sorted;
}

void us_case_print_seen(const us_case *from, us_str *out)
{
    us_json_writer seen;
    US_AUTOFREE place *sorted = sort_entries(from);
    us_json_writer_init(&seen, out);
    us_json_write_open(&seen, '{');
    for (int i = 0; i < from->entry_count; i++)
        if (us_key_kind_from_text(sorted[i].entry->key) == US_KEY_SEEN)
            write_entry(&seen, sorted[i].entry);
    us_json_write_close(&seen, '}');
}

static us_status take_entries(us_library *library, const us_template *behavior, const us_case *from,
                              us_stored_case *out, us_case_counts *counts, us_error *err)
{
    us_json_writer seen, origin;
    US_AUTOFREE place *sorted = sort_entries(from);
    us_json_writer_init(&seen, &out->entries);
    us_json_writer_init(&origin, &out->origin);
    us_json_write_open(&seen, '{');
    us_json_write_open(&origin, '{');
    for (int i = 0; i < from->entry_count; i++) {
        const us_entry *entry = sorted[i].entry;
        if (i > 0 && us_text_equal(entry->key, sorted[i - 1].entry->key))
            return refuse(behavior, err, entry->key, "it once in a case");
        US_TRY(take_entry(library, behavior, entry, &seen, &origin, counts, err));
    }
    us_json_write_close(&seen, '}');
    us_json_write_close(&origin, '}');
    return US_OK;
}

void us_library_encode_features(const us_library *library, us_str *out)
{
    int count = library->features;
    while (count > 0 && library->number[count - 1] == US_FEATURE_MISSING)
        count--;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++)
            us_str_add_char(out, (char)((uint32_t)library->number[i] >> (8 * k) & 255));
}

void us_done_labels_join(const us_case *from, us_str *out)
{
    for (int i = 0; i < from->done_count; i++)
        us_str_addf(out, "%s%s", i ? " " : "", from->done[i]);
}

us_hash us_stored_case_hash_feature(us_hash hash, const char *name, int32_t value)
{
    if (value == US_FEATURE_MISSING)
        return hash;
    return us_hash_add(us_hash_add_text(hash, name), (uint64_t)(int64_t)value);
}

us_hash us_library_hash_case(const us_library *library, us_hash behavior, const char *done,
                             const int32_t *feature, const char *entries)
{
    us_hash hash = us_hash_add_text(us_hash_add(US_HASH_START, behavior), done);
    for (int i = 0; i < library->features; i++) {
        int at = library->by_name[i];
        hash = us_stored_case_hash_feature(hash, library->feature[at].name, feature[at]);
    }
    return us_hash_add_text(hash, entries);
}

void us_stored_case_init(us_stored_case *stored)
{
    *stored = (us_stored_case){.map = ""};
    us_str_init(&stored->done);
    us_str_init(&stored->features);
    us_str_init(&stored->entries);
    us_str_init(&stored->origin);
}

void us_stored_case_clear(us_stored_case *stored)
{
    us_str_clear(&stored->done);
    us_str_clear(&stored->features);
    us_str_clear(&stored->entries);
    us_str_clear(&stored->origin);
}

us_status us_library_encode_case(us_library *library, const us_template *behavior, us_hash hash,
                                 const us_case *from, us_stored_case *out, us_case_counts *counts,
                                 us_error *err)
{
    us_str_reset(&out->done);
    us_str_reset(&out->features);
    us_str_reset(&out->entries);
    us_str_reset(&out->origin);
    for (int i = 0; i < library->features; i++)
        library->number[i] = US_FEATURE_MISSING;
    US_TRY(take_entries(library, behavior, from, out, counts, err));
    us_done_labels_join(from, &out->done);
    us_library_encode_features(library, &out->features);
    out->cycle = from->cycle < 0 ? -1 : from->cycle;
    out->map = from->map ? from->map : "";
    out->met = out->cycle >= 0 || out->map[0] || !us_text_equal(out->origin.text, "{}");
    out->blank = !out->met && !out->features.length && !out->done.length &&
                 us_text_equal(out->entries.text, "{}");
    out->hash =
        us_library_hash_case(library, hash, out->done.text, library->number, out->entries.text);
    return US_OK;
}

/* ---- from the library */

void us_library_decode_features(us_library *library, const void *bytes, int length)
{
    const unsigned char *at = bytes;
    for (int i = 0; i < library->features; i++) {
        library->number[i] = US_FEATURE_MISSING;
        if (4 * i + 4 > length)
            continue;
        const unsigned char *b = at + (size_t)4 * (size_t)i;
        uint32_t value =
            (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        library->number[i] = (int32_t)value;
    }
}

/* Makes room for so many more entries behind the present ones. */
static us_entry *more_entries(us_arena *arena, us_case *out, int count)
{
    us_entry *entry = US_ARENA_ARRAY(arena, us_entry, out->entry_count + count + 1);
    for (int i = 0; i < out->entry_count; i++)
        entry[i] = out->entry[i];
    out->entry = entry;
    return entry + out->entry_count;
}

static void write_named_features(const us_library *library, us_arena *arena, us_case *out)
{
    US_AUTOSTR(key);
    us_entry *entry = more_entries(arena, out, library->features);
    for (int i = 0; i < library->features; i++) {
        if (library->number[i] == US_FEATURE_MISSING)
            continue;
        if (!us_brl_is_name(library->feature[i].name))
            continue; /* no domain has such names; see us_library_check */
        us_key_format(US_KEY_FEATURE, library->feature[i].name, &key);
        int64_t value = library->number[i];
        *entry++ = us_entry_make(arena, us_arena_strndup(arena, key.text, key.length), &value, 1);
        out->entry_count++;
    }
}

void us_library_add_feature_entries(const us_library *library, us_arena *arena, us_case *out)
{
    int count = library->domain->feature_count, there = 0, lacking = 0;
    for (int i = 0; i < library->features; i++) {
        bool missing = library->number[i] == US_FEATURE_MISSING;
        there += !missing;
        lacking += missing == (library->feature[i].index >= 0);
    }
    for (int i = 0; i < count; i++)
        lacking += library->of_domain[i] < 0;
    if (there == 0)
        return;
    if (there != count || lacking > 0) {
        write_named_features(library, arena, out);
        return;
    }
    int64_t *number = US_ARENA_ARRAY(arena, int64_t, count);
    for (int i = 0; i < count; i++)
        number[i] = library->number[library->of_domain[i]];
    *more_entries(arena, out, 1) = us_entry_make(arena, US_KEY_FEATURES, number, count);
    out->entry_count++;
}

/* Buffers of reading entries. */
typedef struct entry_reader {
    us_pull pull;
    us_arena *arena;
    us_str text;
    US_LIST(us_entry) entry;
    US_LIST(int64_t) number;
    US_LIST(const char *) string;
} entry_reader;

static void entry_reader_clear(entry_reader *r)
{
    us_str_clear(&r->text);
    us_mem_free(r->entry.item);
    us_mem_free(r->number.item);
    us_mem_free(r->string.item);
}

static const char *read_text(entry_reader *r)
{
    us_str_reset(&r->text);
    us_pull_unescape(&r->pull, &r->text);
    return r->text.text;
}

static bool read_value(entry_reader *r)
{
    int64_t number;
    if (us_pull_int(&r->pull, &number)) {
        US_LIST_PUT(r->number, number);
        return true;
    }
    const char *string = r->pull.kind == US_PULL_STRING ? read_text(r) : NULL;
    size_t length = string ? strlen(string) : 0;
    if (!string || length > US_STRING_MAX || !us_brl_is_string(string))
        return false;
    US_LIST_PUT(r->string, us_arena_strndup(r->arena, string, length));
    return true;
}

static bool read_values(entry_reader *r, const char *key)
{
    r->number.count = r->string.count = 0;
    if (us_pull_next(&r->pull) != US_PULL_ARRAY)
        return false;
    while (us_pull_next(&r->pull) != US_PULL_ARRAY_END)
        if (!read_value(r))
            return false;
    if (r->string.count == 0) {
        US_LIST_PUT(r->entry, us_entry_make(r->arena, key, r->number.item, r->number.count));
        return true;
    }
    const char *const *text =
        us_arena_copy(r->arena, r->string.item, (size_t)r->string.count, sizeof *r->string.item);
    US_LIST_PUT(r->entry, us_entry_from_texts(key, text, r->string.count));
    return r->number.count == 0;
}

/* Whether a key is there twice. The program writes keys in their order. */
static bool has_twice(const us_entry *entry, int count)
{
    int sorted = 1;
    while (sorted < count && compare_keys(entry[sorted - 1].key, entry[sorted].key) < 0)
        sorted++;
    if (sorted >= count)
        return false;
    US_AUTOFREE place *by = US_NEW_ARRAY(place, count);
    for (int i = 0; i < count; i++)
        by[i].entry = &entry[i];
    us_array_sort(by, (size_t)count, sizeof *by, by_key);
    for (int i = 1; i < count; i++)
        if (us_text_equal(by[i - 1].entry->key, by[i].entry->key))
            return true;
    return false;
}

static bool read_entries(entry_reader *r)
{
    if (us_pull_next(&r->pull) != US_PULL_OBJECT)
        return false;
    while (us_pull_next(&r->pull) == US_PULL_KEY) {
        const char *key = read_text(r);
        if (!us_brl_is_key(key) || !read_values(r, us_arena_strndup(r->arena, key, r->text.length)))
            return false;
    }
    return r->pull.kind == US_PULL_OBJECT_END && us_pull_next(&r->pull) == US_PULL_END &&
           !has_twice(r->entry.item, r->entry.count);
}

us_status us_library_read_entries(const us_library *library, const char *json, us_arena *arena,
                                  us_case *out, us_error *err)
{
    US_AUTO(entry_reader_clear) entry_reader r = {.arena = arena, .text = us_str_empty()};
    us_pull_init(&r.pull, json, strlen(json));
    if (!read_entries(&r))
        return us_library_fail_damaged(library, err, "entries that BRL could not write");
    us_entry *entry = more_entries(arena, out, r.entry.count);
    for (int i = 0; i < r.entry.count; i++)
        entry[i] = r.entry.item[i];
    out->entry_count += r.entry.count;
    return US_OK;
}

int us_done_labels_split(const char *done, us_arena *arena, const char *const **out)
{
    int count = 0;
    const char **label = US_ARENA_ARRAY(arena, const char *, strlen(done) / 2 + 2);
    while (*done) {
        size_t length = strcspn(done, " ");
        label[count++] = us_arena_strndup(arena, done, length);
        done += length + (done[length] == ' ');
    }
    *out = label;
    return count;
}

us_status us_library_read_done_labels(const us_library *library, const char *done, us_arena *arena,
                                      us_case *out, us_error *err)
{
    out->done_count = us_done_labels_split(done, arena, &out->done);
    for (int i = 0; i < out->done_count; i++)
        if (strlen(out->done[i]) > US_NAME_MAX || !us_brl_is_name(out->done[i]))
            return us_library_fail_damaged(library, err, "a case with a label that is no name");
    return US_OK;
}
