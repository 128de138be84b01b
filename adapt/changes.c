#include "adapt/changes.h"

#include <string.h>

#include "adapt/adaptation_state.h"
#include "adapt/games_internal.h"
#include "adapt/modop.h"
#include "base/rng.h"
#include "retrieve/library.h"

enum {
    CAUSES = 4, /* of a pattern, at most: those of the most games */
    HALF = 2,
    TENTH = 10, /* parts of the games */
};

/* The values of a number that are tried, in percent of its present value. */
static const int tunings[] = {60, 160};

static const char *const kinds[US_CHANGE_KINDS] = {"repair", "tune", "drop", "order"};

const char *us_change_kind_name(us_change_kind kind)
{
    return kinds[kind];
}

void us_change_print(const us_change *change, us_str *out)
{
    us_str_addf(out, "%s %s%s%s: %s", us_change_kind_name(change->kind), change->name,
                change->step[0] ? ", step " : "", change->step, change->about);
}

typedef struct listing {
    us_adaptation_state state;
    us_adaptation sink; /* holds the arena that the state uses */
    us_changes *out;
    US_LIST(us_hash) made; /* hashes of the behaviors that single changes make */
} listing;

/* ---- one change */

/* Returns whether the change is among those to which the caller limits the list. */
static bool is_wanted(const listing *l, const us_change *change)
{
    const us_adaptation_def *def = l->state.def;
    US_AUTOSTR(line);
    us_change_print(change, &line);
    bool wanted = def->only_changes == 0;
    for (int i = 0; i < def->only_changes && !wanted; i++)
        wanted = strstr(line.text, def->only_change[i]) != NULL;
    return wanted;
}

/* Returns whether another change makes the same behavior. */
static bool is_made(listing *l, us_hash child)
{
    for (int i = 0; i < l->made.count; i++)
        if (l->made.item[i] == child)
            return true;
    US_LIST_PUT(l->made, child);
    return false;
}

/* Returns the library with another template in place of an item. The items are borrowed. */
static us_brl with_item(const us_brl *from, int item, const us_template *child)
{
    us_brl with = *from;
    with.item = US_NEW_ARRAY(us_template *, from->count + 1);
    for (int i = 0; i < from->count; i++)
        with.item[i] = from->item[i];
    with.item[item] = (us_template *)(uintptr_t)child; /* only printed */
    return with;
}

/* Adds the difference of two bodies under one name to the story. Returns its index, or -1. */
static int add_diff(listing *l, const char *name, const us_template *parent,
                    const us_template *child)
{
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    us_template_print_body(parent, name, &before);
    us_template_print_body(child, name, &after);
    return us_story_add_diff(&l->out->story, before.text, after.text);
}

/* Checks a repair alone, and sets its difference. A node that it adds may ask for goals and call
 * trees, so the whole library is checked then. US_FAILED: the change does not fit. */
static us_status check_repair(listing *l, us_change *change, us_error *err)
{
    us_adaptation_state *a = &l->state;
    US_AUTOPTR(us_template) child = NULL;
    US_AUTOPTR(us_brl) made = NULL;
    bool has;
    us_adapted_behavior *of = us_adaptation_state_find(a, change->cause->behavior);
    const us_template *parent = a->library->item[of->item];
    if (a->def->without >> change->repair->modop & 1)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "this modop is excluded");
    US_TRY(
        us_adaptation_state_patch(a, of, parent, change->cause, change->repair, &child, &has, err));
    if (is_made(l, us_template_hash(child)))
        return us_error_set(err, US_FAILED, NULL, 0, 0, "another change makes the same");
    if (change->kind != US_CHANGE_REPAIR) {
        change->diff = add_diff(l, of->name, parent, child);
        return US_OK;
    }
    US_TRY(us_adaptation_state_check_goals(a, parent, child, err));
    us_brl with = with_item(a->library, of->item, child);
    us_status status = us_adaptation_state_compose(&with, &made, err);
    us_mem_free(with.item);
    US_TRY(status == US_OK ? US_OK : US_FAILED);
    change->diff = add_diff(l, of->name, parent, child);
    return US_OK;
}

static void add_change(us_changes *out, const us_change *change)
{
    out->item = us_array_grow(out->item, out->count, &out->capacity, sizeof *out->item);
    out->item[out->count++] = *change;
}

/* Adds the change if the caller wants it and it makes a sound behavior. */
static us_status add_sound(listing *l, us_change *change)
{
    us_error why = {0};
    if (!is_wanted(l, change))
        return US_OK;
    us_status status = check_repair(l, change, &why);
    if (status == US_OK)
        add_change(l->out, change);
    if (status == US_OK || status == US_FAILED)
        return US_OK;
    if (l->state.err)
        *l->state.err = why;
    return status;
}

static us_status check_stop(const listing *l)
{
    const us_adaptation_def *def = l->state.def;
    return def->stop && def->stop()
               ? us_error_set(l->state.err, US_INTERRUPTED, NULL, 0, 0, "interrupted")
               : US_OK;
}

/* ---- repairs of causes */

static us_status add_repairs(listing *l, const us_cause *cause)
{
    us_changes *out = l->out;
    int before = out->count;
    const us_failure_pattern *pattern = l->state.def->patterns->item[cause->pattern];
    const us_adapted_behavior *of = us_adaptation_state_find(&l->state, cause->behavior);
    US_TRY(check_stop(l));
    for (int i = 0; i < pattern->repairs; i++) {
        us_change change = {.kind = US_CHANGE_REPAIR,
                            .place = out->places,
                            .cause = cause,
                            .repair = &pattern->repair[i],
                            .name = us_arena_strdup(l->out->arena, of->name),
                            .step = cause->label,
                            .about = pattern->repair[i].about};
        US_TRY(add_sound(l, &change));
    }
    out->places += out->count > before;
    return US_OK;
}

/* ---- changes that no failure asked for */

static us_cause *make_cause(listing *l, const us_adapted_behavior *of, const char *label)
{
    us_cause *cause = US_ARENA_ARRAY(l->out->arena, us_cause, 1);
    cause->pattern = -1;
    cause->behavior = of->original;
    cause->label = us_arena_strdup(l->out->arena, label);
    return cause;
}

static us_status add_free(listing *l, us_change_kind kind, int place, const us_cause *cause,
                          const us_repair *repair)
{
    us_repair *kept = US_ARENA_ARRAY(l->out->arena, us_repair, 1);
    const us_adapted_behavior *of = us_adaptation_state_find(&l->state, cause->behavior);
    *kept = *repair;
    us_change change = {.kind = kind,
                        .place = place,
                        .cause = cause,
                        .repair = kept,
                        .name = us_arena_strdup(l->out->arena, of->name),
                        .step = cause->label,
                        .about = kept->about};
    return add_sound(l, &change);
}

/* Appends a value of a number, or its word. */
static void print_value(const us_tunable *number, int64_t value, us_str *out)
{
    const us_setting *setting;
    int count = us_setting_list(&setting);
    for (int i = 0; i < count && number->word; i++)
        if (us_text_equal(setting[i].word, number->number) && setting[i].value) {
            us_str_add(out, setting[i].value[value]);
            return;
        }
    us_str_addf(out, "%lld", (long long)value);
}

static const char *describe_tuning(const listing *l, const us_tunable *number, int percent)
{
    US_AUTOSTR(about);
    us_str_addf(&about, "%s ", number->number);
    print_value(number, number->value, &about);
    us_str_add(&about, " to ");
    print_value(number, us_tunable_scale(number, percent), &about);
    return us_arena_strndup(l->out->arena, about.text, about.length);
}

/* Returns the place of a pattern's repair that changes this number, or a new place. */
static int place_of(const listing *l, const us_adapted_behavior *of, const us_tunable *number)
{
    for (int i = 0; i < l->out->count; i++) {
        const us_change *other = &l->out->item[i];
        const char *label = !other->repair || other->repair->root ? "" : other->step;
        if (other->repair && other->repair->modop == US_MODOP_TUNE &&
            other->cause->behavior == of->original && us_text_equal(label, number->label) &&
            us_text_equal(other->repair->number, number->number))
            return other->place;
    }
    return l->out->places;
}

static us_status add_tunings(listing *l, const us_adapted_behavior *of, const us_tunable *number)
{
    int before = l->out->count, place = place_of(l, of, number);
    int64_t last = number->value;
    const us_cause *cause = make_cause(l, of, number->label);
    for (int i = 0; i < US_COUNT(tunings); i++) {
        int64_t value = us_tunable_scale(number, tunings[i]);
        us_repair repair = {.modop = US_MODOP_TUNE,
                            .number = number->number,
                            .percent = tunings[i],
                            .about = describe_tuning(l, number, tunings[i])};
        if (value == last || value == number->value)
            continue;
        last = value;
        US_TRY(add_free(l, US_CHANGE_TUNE, place, cause, &repair));
    }
    l->out->places += l->out->count > before && place == l->out->places;
    return US_OK;
}

static us_status add_step_changes(listing *l, const us_adapted_behavior *of, const us_node *step)
{
    int before = l->out->count;
    const us_cause *cause = make_cause(l, of, step->label);
    US_TRY(add_free(l, US_CHANGE_DROP, l->out->places, cause,
                    &(us_repair){.modop = US_MODOP_REMOVE, .about = "leave out the step"}));
    US_TRY(add_free(l, US_CHANGE_ORDER, l->out->places, cause,
                    &(us_repair){.modop = US_MODOP_FIRST,
                                 .about = "start the step without waiting for its siblings"}));
    l->out->places += l->out->count > before;
    return US_OK;
}

/* Reads which goal steps of a behavior began in at least half of the games in which it was at work:
 * a change of the others would hardly show. begun: by node. */
static us_status find_begun(const listing *l, const us_adapted_behavior *of, int games, bool *begun)
{
    const us_template *body = l->state.library->item[of->item];
    us_error *err = l->state.err;
    us_store *store = &l->state.def->games->store;
    US_AUTOPTR(sqlite3_stmt) stmt = NULL;
    bool row = true;
    char hex[17];
    us_hash_print(of->original, hex);
    US_TRY(us_store_prepare(store,
                            "SELECT label, count(DISTINCT game * 256 + seat) FROM nodes "
                            "WHERE of = 'goal' AND behavior = ?1 AND label IS NOT NULL "
                            "AND started IS NOT NULL GROUP BY label",
                            &stmt, err));
    US_TRY(us_store_bind(store, stmt, err, "t", hex));
    for (;;) {
        US_TRY(us_store_step(store, stmt, &row, err));
        if (!row)
            return US_OK;
        int node = us_template_find_node(body, us_store_column_text(stmt, 0));
        if (node >= 0)
            begun[node] = 2 * sqlite3_column_int64(stmt, 1) >= games;
    }
}

static us_status add_changes_of(listing *l, const us_behavior_use *use)
{
    us_tunable *number;
    const us_adapted_behavior *of = us_adaptation_state_find(&l->state, use->behavior);
    const us_template *body = l->state.library->item[of->item];
    US_AUTOFREE bool *begun = US_NEW_ARRAY(bool, body->node_count + 1);
    int numbers = us_tunables_list(body, l->out->arena, &number);
    US_TRY(check_stop(l));
    US_TRY(find_begun(l, of, use->games, begun));
    for (int i = 0; i < numbers; i++) {
        int node = number[i].label[0] ? us_template_find_node(body, number[i].label) : -1;
        if (node < 0 || begun[node])
            US_TRY(add_tunings(l, of, &number[i]));
    }
    for (int i = 0; i < body->node_count; i++)
        if (begun[i])
            US_TRY(add_step_changes(l, of, &body->node[i]));
    return US_OK;
}

/* Returns whether another behavior of the library, which may have gaps, has the goal type. */
static bool has_other(const us_brl *library, int item)
{
    for (int i = 0; i < library->count; i++)
        if (i != item && library->item[i] && library->item[i]->goal >= 0 &&
            library->item[i]->goal == library->item[item]->goal)
            return true;
    return false;
}

/* Adds that the behavior is left out, once, if another one has its goal. */
static void add_leaving_out(listing *l, const us_adapted_behavior *of)
{
    bool listed = l->state.def->without >> US_MODOP_REMOVE & 1;
    for (int i = 0; i < l->out->count && !listed; i++)
        listed = !l->out->item[i].repair && l->out->item[i].cause->behavior == of->original;
    if (listed || !has_other(l->state.library, of->item))
        return;
    us_change change = {.kind = US_CHANGE_DROP,
                        .place = l->out->places,
                        .cause = make_cause(l, of, ""),
                        .name = us_arena_strdup(l->out->arena, of->name),
                        .step = "",
                        .about = "leave out the behavior",
                        .diff = -1};
    if (is_wanted(l, &change)) {
        l->out->places++;
        add_change(l->out, &change);
    }
}

/* Returns whether a behavior was at work in one of `part` games or more. */
static bool is_at_work(const us_causes *causes, const us_behavior_use *use, int part)
{
    return use->games > 0 && part * use->games >= causes->seats;
}

static us_status add_all(listing *l)
{
    const us_causes *causes = &l->out->causes;
    US_AUTOFREE int *seen = US_NEW_ARRAY(int, l->state.def->patterns->count + 1);
    for (int i = 0; i < causes->count; i++) /* those of the most games first */
        if (!causes->item[i].noise && seen[causes->item[i].pattern]++ < CAUSES)
            US_TRY(add_repairs(l, &causes->item[i]));
    for (int i = 0; i < causes->uses; i++) {
        if (is_at_work(causes, &causes->use[i], HALF))
            US_TRY(add_changes_of(l, &causes->use[i]));
        if (is_at_work(causes, &causes->use[i], TENTH))
            add_leaving_out(l, us_adaptation_state_find(&l->state, causes->use[i].behavior));
    }
    return US_OK;
}

/* ---- the control: random changes */

/* Draws an item of so many; -1: there is none. */
static int draw(us_rng *rng, int count)
{
    return count > 0 ? (int)us_rng_next_below(rng, (uint32_t)count) : -1;
}

/* Draws a repair of a random pattern that failed. Returns false if the pattern has none. */
static bool draw_repair(listing *l, us_rng *rng, us_cause *cause, const us_repair **out)
{
    const us_causes *causes = &l->out->causes;
    int first = 0, count = 0, pattern = draw(rng, l->state.def->patterns->count);
    for (int i = 0; i < causes->owns; i++) { /* sorted by pattern */
        first += causes->own[i]->pattern < pattern;
        count += causes->own[i]->pattern == pattern;
    }
    int failure = draw(rng, count);
    int repair = failure < 0 ? -1 : draw(rng, l->state.def->patterns->item[pattern]->repairs);
    if (repair < 0)
        return false;
    cause->pattern = pattern;
    cause->worst = causes->own[first + failure];
    *out = &l->state.def->patterns->item[pattern]->repair[repair];
    return true;
}

/* Draws another value of a random number of the behavior. */
static bool draw_tuning(listing *l, us_rng *rng, const us_template *body, us_cause *cause,
                        us_repair *out)
{
    us_tunable *number;
    int which = draw(rng, us_tunables_list(body, l->out->arena, &number));
    int percent = tunings[draw(rng, US_COUNT(tunings))];
    if (which < 0 || us_tunable_scale(&number[which], percent) == number[which].value)
        return false;
    cause->label = us_arena_strdup(l->out->arena, number[which].label);
    *out = (us_repair){.modop = US_MODOP_TUNE,
                       .number = number[which].number,
                       .percent = percent,
                       .about = describe_tuning(l, &number[which], percent)};
    return true;
}

/* Returns the label of a random step; "": none has a label. */
static const char *draw_step(us_rng *rng, const us_template *body, bool goals)
{
    int count = 0;
    for (int i = 0; i < body->node_count; i++)
        count += body->node[i].label[0] && (!goals || body->node[i].kind == US_NODE_GOAL);
    int which = draw(rng, count);
    for (int i = 0; i < body->node_count; i++)
        if (body->node[i].label[0] && (!goals || body->node[i].kind == US_NODE_GOAL) &&
            which-- == 0)
            return body->node[i].label;
    return "";
}

static const char *number_of(const us_repair *repair)
{
    return repair->number ? repair->number : "";
}

/* Returns the place of a change of the same step or number, or a new place. */
static int random_place(const listing *l, const us_cause *cause, const us_repair *repair)
{
    for (int i = 0; i < l->out->count; i++) {
        const us_change *other = &l->out->item[i];
        if (other->repair && other->cause->behavior == cause->behavior &&
            us_text_equal(other->step, cause->label) &&
            us_text_equal(number_of(other->repair), number_of(repair)))
            return other->place;
    }
    return l->out->places;
}

/* Draws a change, and adds it if it makes a sound behavior. */
static us_status add_random(listing *l, us_rng *rng)
{
    static const us_change_kind drawn_kinds[] = {US_CHANGE_REPAIR, US_CHANGE_TUNE, US_CHANGE_DROP,
                                                 US_CHANGE_ORDER};
    const us_adapted_behavior *of = &l->state.line[draw(rng, l->state.lines)];
    const us_template *body = l->state.library->item[of->item];
    us_change_kind kind = drawn_kinds[draw(rng, US_COUNT(drawn_kinds))];
    const us_repair *repair = NULL;
    if (kind == US_CHANGE_DROP && draw(rng, 2) == 0) {
        add_leaving_out(l, of);
        return US_OK;
    }
    us_repair made = {.modop = US_MODOP_REMOVE, .about = "leave out the step"};
    us_cause *cause = make_cause(l, of, draw_step(rng, body, kind != US_CHANGE_REPAIR));
    if (kind == US_CHANGE_ORDER)
        made = (us_repair){.modop = US_MODOP_FIRST,
                           .about = "start the step without waiting for its siblings"};
    bool drawn = kind == US_CHANGE_REPAIR ? draw_repair(l, rng, cause, &repair)
                 : kind == US_CHANGE_TUNE ? draw_tuning(l, rng, body, cause, &made)
                                          : cause->label[0] != '\0';
    if (!drawn)
        return US_OK;
    int before = l->out->count, place = random_place(l, cause, repair ? repair : &made);
    US_TRY(add_free(l, kind, place, cause, repair ? repair : &made));
    l->out->places += l->out->count > before && place == l->out->places;
    return US_OK;
}

static us_status add_all_random(listing *l)
{
    enum { TRIES = 50 }; /* of each change */
    const us_adaptation_def *def = l->state.def;
    us_rng rng = us_rng_derive(def->seed, "changes.random", 0);
    for (int i = 0; i / TRIES < def->random && l->out->count < def->random && l->state.lines > 0;
         i++) {
        US_TRY(check_stop(l));
        US_TRY(add_random(l, &rng));
    }
    return US_OK;
}

/* Puts the changes of a place together. */
static void sort_by_place(us_changes *out)
{
    us_change *sorted = US_NEW_ARRAY(us_change, out->count + 1);
    int count = 0;
    for (int place = 0; place < out->places; place++)
        for (int i = 0; i < out->count; i++)
            if (out->item[i].place == place)
                sorted[count++] = out->item[i];
    us_mem_free(out->item);
    out->item = sorted;
    out->capacity = out->count + 1;
}

/* ---- the story */

/* Returns the index of a change's cause in the list; -1: no failure asked for the change. */
static int cause_of(const us_changes *changes, const us_change *change)
{
    for (int i = 0; i < changes->causes.count; i++)
        if (change->cause == &changes->causes.item[i])
            return i;
    return -1;
}

static void tell_change(us_changes *out, const us_change *from)
{
    us_story_change *change = us_story_add_change(&out->story);
    us_arena *arena = out->story.arena;
    change->kind = us_change_kind_name(from->kind);
    change->modop = from->repair ? us_modop_name(from->repair->modop) : "";
    change->behavior = us_arena_strdup(arena, from->name);
    change->step = us_arena_strdup(arena, from->step);
    change->about = us_arena_strdup(arena, from->about);
    change->cause = out->story.causes > 0 ? cause_of(out, from) : -1;
    change->diff = from->diff;
    if (change->cause >= 0)
        out->story.cause[change->cause].end = "searched";
}

/* Returns the outcome of a cause of which no change was listed. tried: all its repairs were. */
static us_repair_end end_of(const us_cause *cause, bool tried)
{
    return cause->noise ? US_REPAIR_NOISE : tried ? US_REPAIR_UNSOUND : US_REPAIR_OMITTED;
}

static us_status tell_causes(listing *l)
{
    us_story *story = &l->out->story;
    const us_adaptation_def *def = l->state.def;
    US_AUTOFREE int *seen = US_NEW_ARRAY(int, def->patterns->count + 1);
    for (int i = 0; i < l->out->causes.count; i++) {
        const us_cause *cause = &l->out->causes.item[i];
        const us_adapted_behavior *of = us_adaptation_state_find(&l->state, cause->behavior);
        US_AUTOSTR(goal);
        us_template_print_goal(l->state.library->item[of->item], &goal);
        US_TRY(us_story_add_cause(story, def->patterns->item[cause->pattern], cause, of->name,
                                  def->games, l->state.err));
        story->cause[i].goal = us_arena_strndup(story->arena, goal.text, goal.length);
        bool tried = seen[cause->pattern]++ < CAUSES && def->only_changes == 0;
        story->cause[i].end = us_repair_end_name(end_of(cause, tried));
    }
    return US_OK;
}

/* Tells causes and changes, before any game decides. Random changes have no causes. */
static us_status make_story(listing *l, const us_blame_def *blame)
{
    us_story *story = &l->out->story;
    US_TRY(us_games_count(l->state.def->games, &story->games, l->state.err));
    story->failures = l->out->failures.count;
    story->least = blame->least;
    story->percent = blame->percent;
    if (!l->state.def->random)
        US_TRY(tell_causes(l));
    for (int i = 0; i < l->out->count; i++)
        tell_change(l->out, &l->out->item[i]);
    return US_OK;
}

us_status us_changes_list(const us_adaptation_def *def, us_changes *out, us_error *err)
{
    US_AUTO(us_changes_clear)
    us_changes made = {.story = us_story_new(def->random ? US_STORY_RANDOM : US_STORY_SEARCH),
                       .arena = us_arena_new()};
    listing l = {.out = &made,
                 .sink = {.arena = made.arena},
                 .state = {.def = def, .library = def->library, .err = err}};
    l.state.out = &l.sink;
    us_blame_def blame = {def->patterns, &made.failures, def->library, 0, def->percent};
    US_TRY(us_adaptation_state_least(&l.state, &blame.least));
    US_TRY(us_failures_find(def->games, def->patterns, &made.failures, err));
    US_TRY(us_blame_assign(def->games, &blame, &made.causes, err));
    us_adaptation_state_list(&l.state);
    us_status status = def->random ? add_all_random(&l) : add_all(&l);
    sort_by_place(&made);
    if (status == US_OK)
        status = make_story(&l, &blame);
    us_mem_free(l.state.line);
    us_mem_free(l.made.item);
    US_TRY(status);
    *out = made;
    made = (us_changes){0};
    return US_OK;
}

void us_changes_clear(us_changes *changes)
{
    us_mem_free(changes->item);
    us_failures_clear(&changes->failures);
    us_causes_clear(&changes->causes);
    us_story_clear(&changes->story);
    us_arena_free(changes->arena);
    *changes = (us_changes){0};
}

/* ---- several changes */

/* A library in the making. Its own templates are those that changes have made; NULL stands for a
 * behavior that is left out. */
typedef struct making {
    us_adaptation_state state;
    us_adaptation sink;
    us_brl with;
    bool *own;
} making;

static void replace_item(making *m, int item, us_template *child)
{
    if (m->own[item])
        us_template_free(m->with.item[item]);
    m->own[item] = child != NULL;
    m->with.item[item] = child;
}

static us_status make_repair(making *m, us_adapted_behavior *of, const us_change *change,
                             us_error *why)
{
    bool has;
    us_template *child;
    US_TRY(us_adaptation_state_patch(&m->state, of, m->with.item[of->item], change->cause,
                                     change->repair, &child, &has, why));
    of->repairs++;
    if (of->append && !of->appended) { /* the parent stays */
        of->appended = true;
        of->item = m->with.count++;
        m->with.item[of->item] = NULL;
    }
    replace_item(m, of->item, child);
    return US_OK;
}

/* Makes one change. Returns US_FAILED if it does not fit beside the others. */
static us_status make_change(making *m, const us_change *change, us_error *why)
{
    us_adapted_behavior *of = us_adaptation_state_find(&m->state, change->cause->behavior);
    if (!m->with.item[of->item])
        return us_error_set(why, US_FAILED, NULL, 0, 0, "the behavior is left out");
    if (change->repair)
        return make_repair(m, of, change, why);
    if (of->repairs > 0)
        return us_error_set(why, US_FAILED, NULL, 0, 0, "another change repairs the behavior");
    if (!has_other(&m->with, of->item))
        return us_error_set(why, US_FAILED, NULL, 0, 0, "no other behavior has its goal");
    replace_item(m, of->item, NULL);
    return US_OK;
}

static us_status make_all(making *m, const us_changes *changes, const us_change_choice *choice,
                          bool *made)
{
    m->state.note = choice->note;
    for (int i = 0; i < choice->count; i++) {
        us_error why = {0};
        us_status status = make_change(m, &changes->item[choice->change[i]], &why);
        made[i] = status == US_OK;
        if (status == US_OK || status == US_FAILED)
            continue;
        if (m->state.err)
            *m->state.err = why;
        return status;
    }
    return US_OK;
}

/* Writes the library, without the behaviors that are left out. */
static us_status write(making *m, const char *from, const char *path, us_error *err)
{
    US_AUTOPTR(us_brl) made = NULL;
    us_brl with = m->with;
    with.item = US_NEW_ARRAY(us_template *, m->with.count + 1);
    with.count = 0;
    for (int i = 0; i < m->with.count; i++)
        if (m->with.item[i])
            with.item[with.count++] = m->with.item[i];
    us_status status = us_adaptation_write(NULL, &with, from, path, err);
    if (status == US_BAD_INPUT && us_adaptation_state_compose(&with, &made, NULL) != US_OK)
        status = US_FAILED;
    us_mem_free(with.item);
    return status;
}

us_status us_changes_write(const us_adaptation_def *def, const us_changes *changes,
                           const us_change_choice *choice, bool *made, const char *from,
                           const char *path, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    const us_brl *library = def->library;
    making m = {.sink = {.arena = arena},
                .state = {.def = def, .library = library, .err = err},
                .with = *library};
    m.state.out = &m.sink;
    us_adaptation_state_list(&m.state);
    m.with.item = US_NEW_ARRAY(us_template *, library->count + m.state.lines + 1);
    m.own = US_NEW_ARRAY(bool, library->count + m.state.lines + 1);
    for (int i = 0; i < library->count; i++)
        m.with.item[i] = library->item[i];
    us_status status = make_all(&m, changes, choice, made);
    if (status == US_OK)
        status = write(&m, from, path, err);
    for (int i = 0; i < m.with.count; i++)
        if (m.own[i])
            us_template_free(m.with.item[i]);
    us_mem_free(m.with.item);
    us_mem_free(m.own);
    us_mem_free(m.state.line);
    return status;
}
