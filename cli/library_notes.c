#include "cli/library_notes.h"

#include <stdio.h>

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

typedef struct noting {
    const us_template *behavior;
    const us_case *first;
    us_str *out;
    bool begun; /* a comment, on this line */
} noting;

/* HEAD MIDDLE TAIL */
static const us_entry *find(const noting *n, const char *head, const char *middle, const char *tail)
{
    us_str key;
    us_str_init(&key);
    us_str_addf(&key, "%s%s%s", head, middle, tail);
    const us_entry *found = us_case_find(n->first, key.text);
    us_str_clear(&key);
    return found;
}

static void begin_note(noting *n)
{
    us_str_add(n->out, n->begun ? "; " : "  # ");
    n->begun = true;
}

static void note_reason(noting *n, const us_entry *why, const char *before)
{
    if (!why || why->texts == 0)
        return;
    begin_note(n);
    us_str_add(n->out, before);
    for (int i = 0; i < why->texts; i++)
        us_str_add(n->out, why->text[i]);
}

/* " 4 5 9": the reader sees runs. */
static void note_numbers(noting *n, const us_entry *entry, const char *one, const char *many)
{
    if (!entry || entry->count == 0)
        return;
    begin_note(n);
    us_str_add(n->out, entry->count == 1 ? one : many);
    for (int i = 0; i < entry->count && i < LISTED; i++)
        us_str_addf(n->out, " %lld", (long long)us_entry_number(entry, i));
    if (entry->count > LISTED)
        us_str_addf(n->out, " and %d more", entry->count - LISTED);
}

/* Reasons of what comes before the step, where no line of its own says that it does. */
static void note_edges(noting *n, const char *label)
{
    us_str after;
    if (n->behavior->before_count > 0)
        return;
    us_str_init(&after);
    for (int i = 0; i < n->behavior->node_count; i++) {
        const char *earlier = n->behavior->node[i].label;
        us_str_reset(&after);
        us_str_addf(&after, "%s.%s", earlier, label);
        const us_entry *why = earlier[0] ? find(n, "why.", after.text, "") : NULL;
        us_str_reset(&after);
        us_str_addf(&after, "after %s: ", earlier);
        note_reason(n, why, after.text);
    }
    us_str_clear(&after);
}

static void note_step(noting *n, const char *label)
{
    note_numbers(n, find(n, "orders.", label, ""), "order", "orders");
    note_numbers(n, find(n, "instance.", label, ""), "goal", "goals");
    note_edges(n, label);
    note_reason(n, find(n, "why.useless.", label, ""), "useless: ");
}

static void note_cell(noting *n, const char *name)
{
    const us_domain *domain = n->behavior->domain;
    const us_entry *place = find(n, "", name, ".place"), *near = find(n, "", name, ".near");
    int best = 0;
    if (place && place->count == 2) {
        begin_note(n);
        us_str_addf(n->out, "along %lld across %lld", (long long)us_entry_number(place, 0),
                    (long long)us_entry_number(place, 1));
    }
    if (!near || near->count == 0 || near->count != domain->nearness_count)
        return;
    for (int i = 1; i < near->count; i++)
        best = us_entry_number(near, i) < us_entry_number(near, best) ? i : best;
    begin_note(n);
    us_str_addf(n->out, "%s %lld away", domain->nearness[best].name,
                (long long)us_entry_number(near, best));
}

static void note_condition(noting *n, const char *head, int index)
{
    char number[16];
    snprintf(number, sizeof number, "%d", index + 1);
    note_reason(n, find(n, head, number, ""), "");
}

static void note_before(noting *n, const us_before *before)
{
    us_str first;
    us_str_init(&first);
    us_str_addf(&first, "why.%s.", n->behavior->node[before->first].label);
    note_reason(n, find(n, first.text, n->behavior->node[before->then].label, ""), "");
    us_str_clear(&first);
}

/* Of the root, the whole, nothing is told. */
static void remark(void *context, us_printed what, int index, us_str *out)
{
    noting *n = context;
    const us_template *of = n->behavior;
    n->out = out;
    n->begun = false;
    if (what == US_PRINTED_SLOT && of->slot[index].slot.kind == US_VALUE_CELL)
        note_cell(n, of->slot[index].slot.name);
    else if (what == US_PRINTED_WHEN)
        note_condition(n, "why.when.", index);
    else if (what == US_PRINTED_WHILE)
        note_condition(n, "why.while.", index);
    else if (what == US_PRINTED_BEFORE)
        note_before(n, &of->before[index]);
    else if (what == US_PRINTED_NODE && index > 0 && of->node[index].label[0])
        note_step(n, of->node[index].label);
}

void us_notes_print(const us_template *behavior, us_str *out)
{
    noting n = {.behavior = behavior};
    if (behavior->case_count > 0)
        n.first = &behavior->cases[0];
    us_template_print_with(behavior, n.first ? remark : NULL, &n, out);
}
