#include "behavior/keys.h"

#include <stdlib.h>
#include <string.h>

static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

typedef struct form {
    size_t head, word; /* bytes; word 0: the form is the key */
    const char *tail;
} form;

static form form_of(const char *text)
{
    size_t head = strcspn(text, capitals), word = strspn(text + head, capitals);
    return (form){head, word, text + head + word};
}

const char *us_key_format(const char *form_text, const char *part, us_str *out)
{
    form f = form_of(form_text);
    us_str_reset(out);
    us_str_add_bytes(out, form_text, f.head);
    us_str_add(out, f.word ? part : "");
    us_str_add(out, f.tail);
    return out->text;
}

const char *us_key_format_number(const char *form_text, int64_t number, us_str *out)
{
    form f = form_of(form_text);
    us_str_reset(out);
    us_str_add_bytes(out, form_text, f.head);
    us_str_add_int(out, number);
    us_str_add(out, f.tail);
    return out->text;
}

const char *us_key_format_edge(const char *first, const char *then, us_str *out)
{
    us_str_reset(out);
    us_str_addf(out, "why.%s.%s", first, then);
    return out->text;
}

const char *us_key_part(const char *key, const char *form_text)
{
    form f = form_of(form_text);
    size_t length = strlen(key), tail = strlen(f.tail);
    bool long_enough = f.word ? length > f.head + tail : length == f.head;
    bool fits = long_enough && strncmp(key, form_text, f.head) == 0 &&
                strcmp(key + length - tail, f.tail) == 0;
    return fits ? key + f.head : NULL;
}

us_key_kind us_key_kind_from_text(const char *key)
{
    static const struct {
        const char *form;
        us_key_kind kind;
    } rows[] = {
        {US_KEY_FEATURES, US_KEY_STATE},
        {US_KEY_FEATURE, US_KEY_STATE},
        {US_KEY_DEMO, US_KEY_ORIGIN},
        {US_KEY_MAP, US_KEY_ORIGIN},
        {US_KEY_SEED, US_KEY_ORIGIN},
        {US_KEY_SEAT, US_KEY_ORIGIN},
        {US_KEY_INSTANCE, US_KEY_ORIGIN},
        {US_KEY_STEP_INSTANCE, US_KEY_ORIGIN},
        {US_KEY_ACHIEVED, US_KEY_ORIGIN},
        {US_KEY_SUGGESTED, US_KEY_ORIGIN},
        {US_KEY_ORDERS, US_KEY_ORIGIN},
        {US_KEY_STEP_ORDERS, US_KEY_ORIGIN},
        {US_KEY_ORDER_ONCE, US_KEY_ORIGIN},
        {US_KEY_LEARNER, US_KEY_ORIGIN},
        {US_KEY_PARENT, US_KEY_ORIGIN},
        {US_KEY_MODOP, US_KEY_ORIGIN},
        {US_KEY_FAILURE, US_KEY_ORIGIN},
        {US_KEY_TRIES, US_KEY_COUNT},
        {US_KEY_SUCCESSES, US_KEY_COUNT},
        {US_KEY_GAMES, US_KEY_COUNT},
        {US_KEY_GAME_TRIES, US_KEY_COUNT},
        {US_KEY_GAME_SUCCESSES, US_KEY_COUNT},
        {US_KEY_ATTEMPTS, US_KEY_COUNT},
        {US_KEY_ATTEMPT_STATES, US_KEY_COUNT},
        {US_KEY_ATTEMPT_FEATURES, US_KEY_COUNT},
    };
    for (int i = 0; i < US_COUNT(rows); i++) /* all forms begin with a letter of their own */
        if (key[0] == rows[i].form[0] && us_key_part(key, rows[i].form))
            return rows[i].kind;
    return US_KEY_SEEN;
}

/* ---- entries by key */

/* Orders by key, and equal keys as they stand in the case. */
static int compare_keyed(const void *a, const void *b)
{
    const us_entry *one = ((const us_keyed *)a)->entry, *two = ((const us_keyed *)b)->entry;
    int order = strcmp(one->key, two->key);
    return order ? order : one < two ? -1 : one > two;
}

us_entries us_entries_from_case(const us_case *seen, us_arena *arena)
{
    int count = seen ? seen->entry_count : 0;
    us_keyed *keyed = US_ARENA_ARRAY(arena, us_keyed, count);
    for (int i = 0; i < count; i++)
        keyed[i].entry = &seen->entry[i];
    if (count > 1)
        qsort(keyed, (size_t)count, sizeof *keyed, compare_keyed); /* a total order */
    return (us_entries){keyed, count};
}

/* Compares, like strcmp, the key and the key of that form. */
static int compare(const char *key, const form *f, const char *form_text, const char *part)
{
    size_t length = f->word ? strlen(part) : 0;
    int order = strncmp(key, form_text, f->head);
    if (order == 0 && length > 0)
        order = strncmp(key + f->head, part, length);
    return order ? order : strcmp(key + f->head + length, f->tail);
}

const us_entry *us_entries_find(const us_entries *entries, const char *form_text, const char *part)
{
    form f = part ? form_of(form_text) : (form){strlen(form_text), 0, ""};
    int low = 0, high = entries->count; /* low: the first entry behind the key */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare(entries->by_key[middle].entry->key, &f, form_text, part) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    const us_entry *last = low > 0 ? entries->by_key[low - 1].entry : NULL;
    return last && compare(last->key, &f, form_text, part) == 0 ? last : NULL;
}
