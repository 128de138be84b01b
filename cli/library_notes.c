#include "cli/library_notes.h"

#include <string.h>

#include "cli/library.h"

enum { LISTED = 8 }; /* numbers or labels in a row */

/* ---- cases */

static void add_done(const us_case *from, us_str *out)
{
    us_str_add(out, "done");
    for (int i = 0; i < from->done_count && i < LISTED; i++)
        us_str_addf(out, " %s", from->done[i]);
    if (from->done_count > LISTED)
        us_str_addf(out, " and %d more", from->done_count - LISTED);
    us_str_add(out, ": ");
}

/* What a suffix case asks beside its behavior's conditions, a line each, with its reason. */
static void add_asked(const us_case *from, us_str *out)
{
    const us_entry *when = us_case_find(from, "when");
    us_str key;
    us_str_init(&key);
    for (int i = 0; when && i < when->texts; i++) {
        us_str_reset(&key);
        us_str_addf(&key, "why.when.%d", i + 1);
        const us_entry *why = us_case_find(from, key.text);
        us_str_addf(out, "#       when %s", when->text[i]);
        for (int k = 0; why && k < why->texts; k++) {
            us_str_add(out, k ? "" : "  # ");
            us_str_add(out, why->text[k]);
        }
        us_str_add_char(out, '\n');
    }
    us_str_clear(&key);
}

/* A line each. What was repaired in an earlier round had another parent then. */
static void add_repairs(const us_ancestry *from, us_str *out)
{
    for (int i = 0; i < from->repairs; i++) {
        if (i > 0 && us_ancestry_parent(from, i) != us_ancestry_parent(from, i - 1))
            us_str_addf(out, "#     then, from %016llx:\n",
                        (unsigned long long)us_ancestry_parent(from, i));
        us_str_add(out, "#     ");
        us_repair_print(us_ancestry_modop(from, i), us_ancestry_failure(from, i), out);
        us_str_add_char(out, '\n');
    }
}

void us_notes_cases(const us_template *behavior, int most, us_str *out)
{
    int told = 0;
    us_str met;
    us_str_init(&met);
    for (int i = 0; i < behavior->case_count; i++) {
        const us_case *from = &behavior->cases[i];
        us_ancestry descent = us_ancestry_of(from);
        us_str_reset(&met);
        if (descent.adapted)
            us_descent_print(from, &descent, &met);
        else
            us_origin_print(from, &met);
        if (met.length == 0 || told++ >= most)
            continue;
        us_str_add(out, from->done_count ? "#     " : "#   ");
        if (from->done_count)
            add_done(from, out);
        us_str_add(out, met.text);
        us_str_add(out, descent.adapted ? ":\n" : "\n");
        if (descent.adapted)
            add_repairs(&descent, out);
        add_asked(from, out);
    }
    if (told > most)
        us_str_addf(out, "#   and %d more\n", told - most);
    us_str_clear(&met);
}

/* ---- comments */

typedef struct weaving {
    const us_template *behavior;
    const us_case *first;
    const char *text;
    us_str key, note;
    int whens, whiles;
} weaving;

static const us_entry *find(weaving *w, const char *head, const char *middle, size_t middle_length,
                            const char *tail, size_t tail_length)
{
    us_str_reset(&w->key);
    us_str_add(&w->key, head);
    us_str_add_bytes(&w->key, middle, middle_length);
    us_str_add_bytes(&w->key, tail, tail_length);
    return us_case_find(w->first, w->key.text);
}

static void begin_note(weaving *w)
{
    us_str_add(&w->note, w->note.length ? "; " : "  # ");
}

static void note_reason(weaving *w, const us_entry *why, const char *before)
{
    if (!why || why->texts == 0)
        return;
    begin_note(w);
    us_str_add(&w->note, before);
    for (int i = 0; i < why->texts; i++)
        us_str_add(&w->note, why->text[i]);
}

/* " 4 5 9": the reader sees runs. */
static void note_numbers(weaving *w, const us_entry *entry, const char *one, const char *many)
{
    if (!entry || entry->count == 0)
        return;
    begin_note(w);
    us_str_add(&w->note, entry->count == 1 ? one : many);
    for (int i = 0; i < entry->count && i < LISTED; i++)
        us_str_addf(&w->note, " %lld", (long long)us_entry_number(entry, i));
    if (entry->count > LISTED)
        us_str_addf(&w->note, " and %d more", entry->count - LISTED);
}

/* Reasons of what comes before the step, where no line of its own says that it does. */
static void note_edges(weaving *w, const char *label, size_t length)
{
    if (strstr(w->text, " before "))
        return;
    for (int i = 0; i < w->first->entry_count; i++) {
        const us_entry *entry = &w->first->entry[i];
        size_t size = strlen(entry->key);
        if (!us_text_starts(entry->key, "why.") || us_text_starts(entry->key, "why.useless.") ||
            us_text_starts(entry->key, "why.when.") || us_text_starts(entry->key, "why.while.") ||
            size < length + 1 || entry->key[size - length - 1] != '.' ||
            strncmp(entry->key + size - length, label, length) != 0)
            continue;
        us_str after;
        us_str_init(&after);
        us_str_add(&after, "after ");
        us_str_add_bytes(&after, entry->key + 4, size - length - 5);
        us_str_add(&after, ": ");
        note_reason(w, entry, after.text);
        us_str_clear(&after);
    }
}

static void note_step(weaving *w, const char *label, size_t length)
{
    note_numbers(w, find(w, "orders.", label, length, "", 0), "order", "orders");
    note_numbers(w, find(w, "instance.", label, length, "", 0), "goal", "goals");
    note_edges(w, label, length);
    note_reason(w, find(w, "why.useless.", label, length, "", 0), "useless: ");
}

static void note_cell(weaving *w, const char *name, size_t length)
{
    const us_domain *domain = w->behavior->domain;
    const us_entry *place = find(w, "", name, length, ".place", 6);
    if (place && place->count == 2) {
        begin_note(w);
        us_str_addf(&w->note, "along %lld across %lld", (long long)us_entry_number(place, 0),
                    (long long)us_entry_number(place, 1));
    }
    const us_entry *near = find(w, "", name, length, ".near", 5);
    int best = 0;
    if (!near || near->count == 0 || near->count != domain->nearness_count)
        return;
    for (int i = 1; i < near->count; i++)
        best = us_entry_number(near, i) < us_entry_number(near, best) ? i : best;
    begin_note(w);
    us_str_addf(&w->note, "%s %lld away", domain->nearness[best].name,
                (long long)us_entry_number(near, best));
}

static void note_condition(weaving *w, const char *head, int number)
{
    char digits[16];
    us_str text;
    us_str_init(&text);
    us_str_add_int(&text, number);
    memcpy(digits, text.text, text.length + 1);
    us_str_clear(&text);
    note_reason(w, find(w, head, digits, strlen(digits), "", 0), "");
}

static size_t word_of(const char *at)
{
    return strcspn(at, " :,(\n");
}

static void note_line(weaving *w, const char *at)
{
    at += strspn(at, " ");
    size_t word = word_of(at);
    if (us_text_starts(at, "slot ") && us_text_starts(at + 5 + word_of(at + 5), ": cell"))
        note_cell(w, at + 5, word_of(at + 5));
    else if (us_text_starts(at, "when "))
        note_condition(w, "why.when.", ++w->whens);
    else if (us_text_starts(at, "while "))
        note_condition(w, "why.while.", ++w->whiles);
    else if (us_text_starts(at + word, " before ")) {
        us_str pair;
        us_str_init(&pair);
        us_str_add_bytes(&pair, at, word);
        us_str_add_char(&pair, '.');
        const char *then = at + word + strlen(" before ");
        note_reason(w, find(w, "why.", pair.text, pair.length, then, word_of(then)), "");
        us_str_clear(&pair);
    } else if (word > 0 && at[word] == ':') {
        note_step(w, at, word);
    }
}

void us_notes_weave(const us_template *behavior, const char *text, us_str *out)
{
    if (behavior->case_count == 0) {
        us_str_add(out, text);
        return;
    }
    weaving w = {.behavior = behavior, .first = &behavior->cases[0], .text = text};
    us_str_init(&w.key);
    us_str_init(&w.note);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        us_str_reset(&w.note);
        note_line(&w, at);
        us_str_add_bytes(out, at, length);
        us_str_add(out, w.note.text);
        us_str_add_char(out, '\n');
        at += length + (at[length] == '\n');
    }
    us_str_clear(&w.key);
    us_str_clear(&w.note);
}
