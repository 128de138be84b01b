#include "retrieve/shuffle.h"

#include <stdio.h>

#include "base/progress.h"
#include "base/rng.h"
#include "retrieve/outcomes.h"

typedef struct shuffling {
    const us_brl *brl;
    const us_shuffle_def *def;
    us_rng rng;
    int *behavior; /* indexes of behaviors with a goal */
    int behaviors;
    int *donor;         /* by item of the file: the item whose goal it has */
    const us_case **of; /* by case, of all items in their order: the case whose state it has */
    int *first;         /* by item: its first case in `of` */
    us_template **made; /* by item; NULL: unchanged */
    char modop[64];
} shuffling;

static void mix(us_rng *rng, int *list, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int at = (int)us_rng_next_below(rng, (uint32_t)i + 1), held = list[i];
        list[i] = list[at];
        list[at] = held;
    }
}

/* ---- a behavior with another goal, or with other states */

static bool is_state(const us_entry *entry)
{
    return us_key_kind_from_text(entry->key) == US_KEY_STATE;
}

/* Whether the entry is about the success or the ancestry of the original. */
static bool is_past(const us_entry *entry)
{
    return us_key_kind_from_text(entry->key) == US_KEY_COUNT ||
           us_text_equal(entry->key, US_KEY_PARENT) || us_text_equal(entry->key, US_KEY_MODOP) ||
           us_text_equal(entry->key, US_KEY_FAILURE);
}

static void copy_case(const shuffling *s, us_builder *b, int item, int index)
{
    const us_template *of = s->brl->item[item];
    const us_case *own = &of->cases[index], *state = s->of[s->first[item] + index];
    if (index == 0)
        us_builder_set_first_case(b, own->cycle, own->map);
    else
        us_builder_add_case(b, own->cycle, own->map);
    for (int i = 0; i < own->done_count; i++)
        us_builder_add_done(b, own->done[i]);
    for (int i = 0; i < state->entry_count; i++)
        if (is_state(&state->entry[i]))
            us_builder_copy_entry(b, &state->entry[i]);
    for (int i = 0; i < own->entry_count; i++)
        if (!is_state(&own->entry[i]) && !is_past(&own->entry[i]))
            us_builder_copy_entry(b, &own->entry[i]);
    const char *modop = s->modop;
    if (state != own)
        us_builder_add_text_entry(b, US_KEY_MODOP, &modop, 1);
}

/* Records the parent in the first case. */
static void add_parent(const shuffling *s, us_builder *b, const us_template *parent)
{
    char digits[17];
    const char *hash = digits, *modop = s->modop;
    us_hash_print(us_template_hash(parent), digits);
    us_builder_add_text_entry(b, US_KEY_PARENT, &hash, 1);
    us_builder_add_text_entry(b, US_KEY_MODOP, &modop, 1);
}

/* Makes a name that no slot of the behavior has. */
static void name_slot(const us_template *of, int *number, char out[24])
{
    do
        snprintf(out, 24, "g%d", ++*number);
    while (us_template_find_slot(of, out) >= 0);
}

/* Copies the donor's goal. Slots that the goal binds get other names and no description. */
static void copy_goal(us_builder *b, const us_template *of, const us_template *donor)
{
    char name[US_GOAL_PARAMS_MAX][24];
    int number = 0;
    for (int i = 0; i < donor->goal_args && donor != of; i++) {
        int slot = us_template_find_slot(donor, donor->goal_arg[i].text);
        if (slot < 0)
            continue;
        name_slot(of, &number, name[i]);
        us_slot_row row = us_slot_row_default(name[i], donor->slot[slot].slot.kind);
        us_builder_add_slot(b, &row);
    }
    us_builder_set_goal(b, donor->goal_name);
    us_builder_set_goal_kind(b, donor->pursue);
    for (int i = 0; i < donor->goal_args; i++) {
        const us_arg *arg = &donor->goal_arg[i];
        bool slot = donor != of && us_template_find_slot(donor, arg->text) >= 0;
        us_builder_add_arg(b, US_ARGS_GOAL, arg->name, slot ? name[i] : arg->text);
    }
}

static us_template *remake(const shuffling *s, int item, const us_template *donor)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    const us_template *of = s->brl->item[item];
    us_builder *b = us_builder_new(of->domain, of->kind, of->name, s->brl->shared, &faults);
    for (int i = of->shared; i < of->slot_count; i++)
        us_builder_add_slot(b, &of->slot[i]);
    if (donor->goal_name[0])
        copy_goal(b, of, donor);
    us_builder_copy_conditions(b, of);
    if (donor != of)
        add_parent(s, b, of);
    for (int i = 0; i < of->case_count; i++)
        copy_case(s, b, item, i);
    us_builder_copy_node(b, of, 0);
    us_template *made = us_builder_finish(b);
    if (faults.count > 0) {
        us_template_free(made);
        made = NULL;
    }
    return made;
}

/* ---- goals */

static bool same_goal(const us_template *a, const us_template *b)
{
    US_AUTOSTR(other);
    US_AUTOSTR(one);
    us_template_print_goal(a, &one);
    us_template_print_goal(b, &other);
    return us_text_equal(one.text, other.text);
}

/* Checks the behavior with the trees that it may call. */
static bool is_sound(const shuffling *s, us_template *made)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_str text;
    us_brl alone = {.domain = s->brl->domain, .shared = s->brl->shared};
    alone.item = US_NEW_ARRAY(us_template *, s->brl->count + 1);
    alone.item[alone.count++] = made;
    for (int i = 0; i < s->brl->count; i++)
        if (s->brl->item[i]->kind == US_TEMPLATE_TREE)
            alone.item[alone.count++] = s->brl->item[i];
    us_str_init(&text);
    us_brl_print(&alone, &text);
    us_brl_free(us_brl_read(s->brl->domain, "shuffled", text.text, text.length, &faults));
    bool sound = faults.count == 0;
    us_str_clear(&text);
    us_mem_free(alone.item);
    return sound;
}

/* Makes the item with the donor's goal; NULL: the result is not sound, or the same. */
static us_template *with_goal(const shuffling *s, int item, int donor)
{
    if (same_goal(s->brl->item[item], s->brl->item[donor]))
        return NULL;
    us_template *made = remake(s, item, s->brl->item[donor]);
    if (made && is_sound(s, made))
        return made;
    us_template_free(made);
    return NULL;
}

static bool exchange(shuffling *s, int one, int other)
{
    int a = s->donor[one], b = s->donor[other];
    us_template *made = one == other ? NULL : with_goal(s, one, b);
    us_template *back = made ? with_goal(s, other, a) : NULL;
    if (!back) {
        us_template_free(made);
        return false;
    }
    us_template_free(s->made[one]);
    us_template_free(s->made[other]);
    s->made[one] = made;
    s->made[other] = back;
    s->donor[one] = b;
    s->donor[other] = a;
    return true;
}

/* Each exchange leaves both with another goal than their own, so each behavior is visited once. */
static void shuffle_goals(shuffling *s)
{
    int count = s->behaviors;
    US_AUTOFREE int *other = US_NEW_ARRAY(int, count + 1);
    mix(&s->rng, s->behavior, count);
    for (int i = 0; i < count; i++)
        other[i] = s->behavior[i];
    for (int i = 0; i < count; i++) {
        if (s->donor[s->behavior[i]] != s->behavior[i])
            continue;
        mix(&s->rng, other, count);
        for (int k = 0; k < count; k++)
            if (exchange(s, s->behavior[i], other[k]))
                break;
    }
}

/* ---- states */

static bool has_state(const us_case *of)
{
    for (int i = 0; i < of->entry_count; i++)
        if (is_state(&of->entry[i]))
            return true;
    return false;
}

/* Exchanges the states of one goal type, in one round of all in a random order. */
static void shuffle_type(shuffling *s, int type)
{
    int count = 0, *list = US_NEW_ARRAY(int, s->first[s->brl->count] + 1);
    for (int b = 0; b < s->behaviors; b++) {
        int item = s->behavior[b];
        for (int i = 0; i < s->brl->item[item]->case_count; i++)
            if (s->brl->item[item]->goal == type && has_state(&s->brl->item[item]->cases[i]))
                list[count++] = s->first[item] + i;
    }
    mix(&s->rng, list, count);
    const us_case *held = count ? s->of[list[0]] : NULL;
    for (int i = 0; i + 1 < count; i++)
        s->of[list[i]] = s->of[list[i + 1]];
    if (count)
        s->of[list[count - 1]] = held;
    us_mem_free(list);
}

static void shuffle_states(shuffling *s)
{
    for (int type = 0; type < s->brl->domain->goal_count; type++)
        shuffle_type(s, type);
    for (int b = 0; b < s->behaviors; b++)
        s->made[s->behavior[b]] = remake(s, s->behavior[b], s->brl->item[s->behavior[b]]);
}

/* ---- shuffling */

static void begin(shuffling *s)
{
    int items = s->brl->count, cases = 0;
    s->rng = us_rng_derive(s->def->seed, "shuffle", (uint64_t)s->def->what);
    s->behavior = US_NEW_ARRAY(int, items + 1);
    s->donor = US_NEW_ARRAY(int, items + 1);
    s->first = US_NEW_ARRAY(int, items + 1);
    s->made = US_NEW_ARRAY(us_template *, items + 1);
    for (int i = 0; i < items; i++) {
        const us_template *item = s->brl->item[i];
        s->donor[i] = i;
        s->first[i] = cases;
        cases += item->case_count;
        if (item->kind == US_TEMPLATE_BEHAVIOR && item->goal >= 0)
            s->behavior[s->behaviors++] = i;
    }
    s->first[items] = cases;
    s->of = US_NEW_ARRAY(const us_case *, cases + 1);
    for (int i = 0; i < items; i++)
        for (int k = 0; k < s->brl->item[i]->case_count; k++)
            s->of[s->first[i] + k] = &s->brl->item[i]->cases[k];
    snprintf(s->modop, sizeof s->modop, "shuffle %s, seed %llu",
             s->def->what == US_SHUFFLE_GOALS ? "goals" : "states",
             (unsigned long long)s->def->seed);
}

static void end(shuffling *s)
{
    for (int i = 0; i < s->brl->count; i++)
        us_template_free(s->made[i]);
    us_mem_free(s->behavior);
    us_mem_free(s->donor);
    us_mem_free(s->first);
    us_mem_free(s->made);
    us_mem_free((void *)s->of);
}

static void count_moved(const shuffling *s, us_shuffle_result *out)
{
    for (int b = 0; b < s->behaviors; b++) {
        int item = s->behavior[b];
        bool states = s->def->what == US_SHUFFLE_STATES;
        for (int i = 0; i < (states ? s->brl->item[item]->case_count : 1); i++) {
            int at = s->first[item] + i;
            bool moved =
                states ? s->of[at] != &s->brl->item[item]->cases[i] : s->donor[item] != item;
            out->moved += moved;
            out->kept += !moved;
        }
    }
}

/* Builds the file by its text, which is read like any other. */
static us_status assemble(const shuffling *s, us_shuffle_result *out, us_error *err)
{
    US_AUTOSTR(text);
    us_brl all = *s->brl;
    all.item = US_NEW_ARRAY(us_template *, all.count + 1);
    for (int i = 0; i < all.count; i++)
        all.item[i] = s->made[i] ? s->made[i] : s->brl->item[i];
    us_brl_print(&all, &text);
    us_mem_free(all.item);
    return us_brl_parse(all.domain, "shuffled", text.text, text.length, &out->brl, err);
}

us_status us_shuffle_run(const us_brl *brl, const us_shuffle_def *def, us_shuffle_result *out,
                         us_error *err)
{
    US_AUTO(end) shuffling s = {.brl = brl, .def = def};
    us_shuffle_result made = {0};
    begin(&s);
    if (def->what == US_SHUFFLE_GOALS)
        shuffle_goals(&s);
    else
        shuffle_states(&s);
    count_moved(&s, &made);
    if (made.moved == 0)
        return us_error_set(
            err, US_FAILED, NULL, 0, 0, "nothing to exchange: expected %s",
            def->what == US_SHUFFLE_GOALS
                ? "behaviors with different goals, of which each may have the other's"
                : "cases with features, two or more of one goal");
    US_TRY(assemble(&s, &made, err));
    *out = made;
    return US_OK;
}

/* ---- files */

static us_status write_library(const char *path, const us_domain *domain, const us_brl *brl,
                               us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    us_library_added added = {0};
    US_TRY(us_library_open(path, US_LIBRARY_CREATE, domain, &library, err));
    US_TRY(us_library_begin(library, err));
    US_TRY(us_library_put_all(library, brl, &added, err));
    US_TRY(us_library_fit_worth(library, us_long_work_is_stopped, err)); /* attempts are gone */
    return us_library_commit(library, err);
}

us_status us_shuffle_run_file(const char *from, const us_domain *domain, const us_shuffle_def *def,
                              const char *to, us_shuffle_result *out, us_error *err)
{
    US_AUTOPTR(us_library) library = NULL;
    US_AUTOPTR(us_brl) brl = NULL;
    us_error why = {0};
    US_TRY(us_library_open(from, US_LIBRARY_READ, domain, &library, err));
    US_TRY(us_library_get_all(library, &brl, err));
    us_library_close(US_STEAL(library));
    us_shuffle_result made = {0};
    us_status status = us_shuffle_run(brl, def, &made, &why);
    if (status != US_OK)
        return us_error_set(err, status, from, 0, 0, "%s", why.text);
    US_AUTOPTR(us_brl) shuffled = US_STEAL(made.brl);
    US_TRY(write_library(to, domain, shuffled, err));
    *out = made;
    return US_OK;
}
