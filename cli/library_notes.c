#include "cli/library.h"

#include "behavior/slot_description.h"

enum { LISTED = 8 }; /* numbers or labels listed in a row */

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

/* Adds the conditions that a suffix case has beside its behavior's, each with its reason. */
static void add_conditions(const us_case *from, us_str *out)
{
    const us_entry *when = us_case_find_entry(from, US_KEY_WHEN);
    US_AUTOSTR(key);
    for (int i = 0; when && i < when->texts; i++) {
        const us_entry *why =
            us_case_find_entry(from, us_key_format_number(US_KEY_WHY_WHEN, i + 1, &key));
        us_str_addf(out, "#       when %s", when->text[i]);
        for (int k = 0; why && k < why->texts; k++) {
            us_str_add(out, k ? "" : "  # ");
            us_str_add(out, why->text[k]);
        }
        us_str_add_char(out, '\n');
    }
}

/* Adds a line for each repair. Repairs of an earlier round had another parent. */
static void add_repairs(const us_ancestry *from, us_str *out)
{
    for (int i = 0; i < from->repairs; i++) {
        if (i > 0 && us_ancestry_parent(from, i) != us_ancestry_parent(from, i - 1))
            us_str_addf(out, "#     then, from %016llx:\n",
                        (unsigned long long)us_ancestry_parent(from, i));
        us_str_add(out, "#     ");
        us_ancestry_print_repair(us_ancestry_modop(from, i), us_ancestry_failure(from, i), out);
        us_str_add_char(out, '\n');
    }
}

void us_library_case_notes_add(us_library_case_notes *notes, const us_case *from)
{
    us_ancestry descent = us_ancestry_from_case(from);
    US_AUTOSTR(met);
    us_str *out = notes->out;
    if (descent.adapted)
        us_ancestry_print(from, &descent, &met);
    else
        us_provenance_print(from, &met);
    if (met.length == 0 || notes->count++ >= notes->most)
        return;
    us_str_add(out, from->done_count ? "#     " : "#   ");
    if (from->done_count)
        add_done(from, out);
    us_str_add(out, met.text);
    us_str_add(out, descent.adapted ? ":\n" : "\n");
    if (descent.adapted)
        add_repairs(&descent, out);
    add_conditions(from, out);
}

void us_library_case_notes_end(const us_library_case_notes *notes)
{
    if (notes->count > notes->most)
        us_str_addf(notes->out, "#   and %d more\n", notes->count - notes->most);
}

/* ---- comments */

typedef struct noting {
    const us_template *behavior;
    us_entries entries; /* of its first case */
    us_str *out;
    us_str key; /* of the entry that is searched */
    bool begun; /* this line has a comment already */
} noting;

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

/* Adds numbers: " 4 5 9". */
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

static void note_edge(noting *n, const char *first, const char *then, const char *before)
{
    note_reason(n, us_entries_find(&n->entries, us_key_format_edge(first, then, &n->key), NULL),
                before);
}

/* Adds the reasons of orderings, unless `before` lines of the behavior have them. */
static void note_edges(noting *n, const char *label)
{
    if (n->behavior->before_count > 0)
        return;
    US_AUTOSTR(after);
    for (int i = 0; i < n->behavior->node_count; i++) {
        const char *earlier = n->behavior->node[i].label;
        us_str_reset(&after);
        us_str_addf(&after, "after %s: ", earlier);
        if (earlier[0])
            note_edge(n, earlier, label, after.text);
    }
}

static void note_step(noting *n, const char *label)
{
    note_numbers(n, us_entries_find(&n->entries, US_KEY_STEP_ORDERS, label), "order", "orders");
    note_numbers(n, us_entries_find(&n->entries, US_KEY_STEP_INSTANCE, label), "goal", "goals");
    note_edges(n, label);
    note_reason(n, us_entries_find(&n->entries, US_KEY_WHY_USELESS, label), "useless: ");
}

static void note_cell(noting *n, int slot)
{
    const us_domain *domain = n->behavior->domain;
    us_slot_description at;
    int best = 0;
    us_slot_description_read(n->behavior, slot, &n->entries, &at);
    if (at.placed) {
        begin_note(n);
        us_str_addf(n->out, "along %d across %d", at.along, at.across);
    }
    if (at.nears == 0 || at.nears != domain->nearness_count)
        return;
    for (int i = 1; i < at.nears; i++)
        best = at.near[i] < at.near[best] ? i : best;
    begin_note(n);
    us_str_addf(n->out, "%s %d away", domain->nearness[best].name, (int)at.near[best]);
}

static void note_condition(noting *n, const char *form, int index)
{
    const char *key = us_key_format_number(form, index + 1, &n->key);
    note_reason(n, us_entries_find(&n->entries, key, NULL), "");
}

/* Adds the comment of a printed line. The root has none. */
static void remark(void *context, us_template_part what, int index, us_str *out)
{
    noting *n = context;
    const us_template *of = n->behavior;
    n->out = out;
    n->begun = false;
    if (what == US_TEMPLATE_PART_SLOT && of->slot[index].slot.kind == US_VALUE_CELL)
        note_cell(n, index);
    else if (what == US_TEMPLATE_PART_WHEN)
        note_condition(n, US_KEY_WHY_WHEN, index);
    else if (what == US_TEMPLATE_PART_WHILE)
        note_condition(n, US_KEY_WHY_WHILE, index);
    else if (what == US_TEMPLATE_PART_BEFORE)
        note_edge(n, of->node[of->before[index].first].label,
                  of->node[of->before[index].then].label, "");
    else if (what == US_TEMPLATE_PART_NODE && index > 0 && of->node[index].label[0])
        note_step(n, of->node[index].label);
}

void us_library_notes_print(const us_template *behavior, const us_case *first, us_str *out)
{
    noting n = {.behavior = behavior};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_str_init(&n.key);
    if (first)
        n.entries = us_entries_from_case(first, arena);
    us_template_print_remarked(behavior, first ? remark : NULL, &n, out);
    us_str_clear(&n.key);
}
