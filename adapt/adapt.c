#include <string.h>

#include "adapt/adaptation_state.h"
#include "adapt/modop.h"
#include "retrieve/library.h"
#include "retrieve/provenance.h"

static const char *const ends[US_REPAIR_ENDS] = {"done",  "unsound",   "already",
                                                 "noise", "unrelated", "left"};

const char *us_repair_end_name(us_repair_end end)
{
    return ends[end];
}

us_adaptation_def us_adaptation_def_default(void)
{
    return (us_adaptation_def){.percent = 20, .chance = 10};
}

static const char *copy_text(us_adaptation_state *a, const char *text)
{
    return us_arena_strndup(a->out->arena, text, strlen(text));
}

const char *us_adaptation_state_move_text(us_adaptation_state *a, us_str *text)
{
    const char *kept = us_arena_strndup(a->out->arena, text->text, text->length);
    us_str_clear(text);
    return kept;
}

/* ---- the present library */

static bool is_listed(const char *key, const char *const *name, int names)
{
    for (int i = 0; i < names; i++)
        if (us_text_equal(name[i], key))
            return true;
    return false;
}

static bool is_appended(const us_adaptation_state *a, const us_template *parent)
{
    const us_adaptation_def *def = a->def;
    const char *const key[] = {parent->name, parent->goal_name};
    for (int i = 0; i < US_COUNT(key); i++) {
        if (is_listed(key[i], def->append_those, def->appends))
            return true;
        if (is_listed(key[i], def->substitute_those, def->substitutes))
            return false;
    }
    return def->append;
}

/* Lists the behaviors. Appending is decided by the original's name, since children have others. */
void us_adaptation_state_list(us_adaptation_state *a)
{
    const us_brl *library = a->def->library;
    a->line = US_NEW_ARRAY(us_adapted_behavior, library->count + 1);
    for (int i = 0; i < library->count; i++)
        if (library->item[i]->kind == US_TEMPLATE_BEHAVIOR)
            a->line[a->lines++] =
                (us_adapted_behavior){.original = us_template_hash(library->item[i]),
                                      .name = library->item[i]->name,
                                      .item = i,
                                      .append = is_appended(a, library->item[i])};
}

us_adapted_behavior *us_adaptation_state_find(const us_adaptation_state *a, us_hash original)
{
    for (int i = 0; i < a->lines; i++)
        if (a->line[i].original == original)
            return &a->line[i];
    return NULL;
}

/* Prints a library and parses the text, so the result is sound, or refused. */
us_status us_adaptation_state_compose(const us_brl *from, us_brl **out, us_error *err)
{
    US_AUTOSTR(text);
    us_brl_print(from, &text);
    us_status status =
        us_brl_parse(from->domain, "the repaired library", text.text, text.length, out, err);
    return status;
}

/* Makes a library with the child instead of the item, or behind all. US_FAILED: it is not sound. */
static us_status compose(const us_adaptation_state *a, int item, const us_template *child,
                         bool append, us_brl **out, us_error *err)
{
    const us_brl *from = a->library;
    us_brl with = *from;
    with.count = from->count + append;
    with.item = US_NEW_ARRAY(us_template *, with.count);
    for (int i = 0; i < from->count; i++)
        with.item[i] = from->item[i];
    with.item[append ? from->count : item] = (us_template *)(uintptr_t)child; /* only printed */
    us_error reason = {0};
    us_status status = us_adaptation_state_compose(&with, out, &reason);
    us_mem_free(with.item);
    return status == US_OK ? US_OK : us_error_set(err, US_FAILED, NULL, 0, 0, "%s", reason.text);
}

/* ---- one repair */

/* Returns the text, cut to the length of a BRL string; "": it is no BRL string. Clears it. */
static const char *phrase(us_adaptation_state *a, us_str *text)
{
    if (text->length > US_STRING_MAX) {
        us_str cut;
        us_str_init(&cut);
        us_str_add_bytes(&cut, text->text,
                         us_text_fitting_size(text->text, text->length, US_STRING_MAX - 3));
        us_str_add(&cut, "...");
        us_str_clear(text);
        *text = cut;
    }
    const char *kept = us_adaptation_state_move_text(a, text);
    return us_brl_is_string(kept) ? kept : "";
}

static const char *describe_failure(us_adaptation_state *a, const us_cause *cause)
{
    us_str text;
    us_str_init(&text);
    const char *pattern = cause->pattern < 0 ? NULL : a->def->patterns->item[cause->pattern]->name;
    if (a->def->random)
        us_str_add(&text, "random change (control)");
    else if (!pattern)
        us_str_add(&text, "search");
    if (a->def->random && pattern)
        us_str_addf(&text, ": one of %s", pattern);
    else if (pattern && a->def->daemons)
        us_str_addf(&text, "put in whatever games show (control): one of %s", pattern);
    else if (pattern)
        us_str_addf(&text, "%s: %lld time%s in %d of %d game%s", pattern,
                    (long long)cause->failures, cause->failures == 1 ? "" : "s", cause->games,
                    cause->active, cause->active == 1 ? "" : "s");
    if (pattern && cause->repaired)
        us_str_addf(&text, "; repaired in play %d time%s, %d won", cause->repaired,
                    cause->repaired == 1 ? "" : "s", cause->won);
    if (a->note)
        us_str_addf(&text, "; %s", a->note);
    return phrase(a, &text);
}

static const char *describe_modop(us_adaptation_state *a, const us_cause *cause,
                                  const us_repair *repair)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, us_modop_name(repair->modop));
    bool whole = repair->root || repair->modop == US_MODOP_DAEMON;
    if (!whole && cause->label[0])
        us_str_addf(&text, " step %s", cause->label);
    if (repair->about[0])
        us_str_addf(&text, ": %s", repair->about);
    else if (repair->modop == US_MODOP_TUNE)
        us_str_addf(&text, ": %s by %d percent", repair->number, repair->percent);
    return phrase(a, &text);
}

/* Returns whether a behavior of the library may do for a goal of the type. */
static bool is_achieved(const us_brl *library, int goal)
{
    const us_domain *domain = library->domain;
    for (int i = 0; i < library->count; i++) {
        int other = library->item[i]->goal;
        if (other >= 0 && domain->goal_likeness[goal * domain->goal_count + other] > 0)
            return true;
    }
    return false;
}

/* Checks that the library has behaviors for the goals that the repair adds. */
us_status us_adaptation_state_check_goals(const us_adaptation_state *a, const us_template *parent,
                                          const us_template *child, us_error *err)
{
    for (int i = 0; i < child->node_count; i++) {
        int goal = child->node[i].what;
        if (us_repair_adds_goal(parent, child, i) && !is_achieved(a->library, goal))
            return us_error_set(err, US_FAILED, NULL, 0, 0,
                                "no behavior of the library achieves %s",
                                a->library->domain->goal[goal].name);
    }
    return US_OK;
}

static bool is_same_repair(const us_adapted_behavior *of, int repair, const char *modop,
                           const char *failure)
{
    size_t pattern = strcspn(of->failure[repair], ":");
    return us_text_equal(modop, of->modop[repair]) &&
           strncmp(failure, of->failure[repair], pattern + 1) == 0;
}

/* Returns whether the other behavior was made from the same parent by these repairs, perhaps with
 * more. Repairs are equal by modop and pattern; numbers of failures differ in other games. */
static bool has_repairs(const us_template *other, const us_adapted_behavior *of)
{
    us_ancestry from = us_ancestry_from_behavior(other);
    for (int wanted = 0; wanted <= of->repairs; wanted++) {
        int alike = 0; /* one pattern may repair it twice, for wood and for gold */
        for (int i = 0; i < from.repairs; i++)
            alike += us_ancestry_parent(&from, i) == of->original &&
                     is_same_repair(of, wanted, us_ancestry_modop(&from, i),
                                    us_ancestry_failure(&from, i));
        for (int i = 0; i <= wanted; i++)
            alike -= is_same_repair(of, wanted, of->modop[i], of->failure[i]);
        if (alike < 0)
            return false;
    }
    return true;
}

/* Returns the result of an earlier adaptation beside the behavior, or NULL: the child itself, or
 * one with the same repairs. */
static const us_template *find_child(const us_adaptation_state *a, const us_adapted_behavior *of,
                                     const us_template *child)
{
    us_hash hash = us_template_hash(child);
    for (int i = 0; i < a->library->count; i++) {
        const us_template *other = a->library->item[i];
        if (us_template_hash(other) == hash || (of->append && has_repairs(other, of)))
            return other;
    }
    return NULL;
}

us_status us_adaptation_state_patch(us_adaptation_state *a, us_adapted_behavior *of,
                                    const us_template *parent, const us_cause *cause,
                                    const us_repair *repair, us_template **out, bool *has,
                                    us_error *err)
{
    const us_failure_pattern *pattern =
        cause->pattern < 0 ? NULL : a->def->patterns->item[cause->pattern];
    us_piece_row row = {0};
    us_game_row game = {0};
    if (of->repairs == US_CAUSE_REPAIRS_MAX)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "it was repaired %d times already",
                            of->repairs);
    if (pattern)
        row = (us_piece_row){pattern->column, cause->worst->value, pattern->columns};
    if (pattern && !a->def->daemons) /* the daemons of the control have no game */
        US_TRY(us_games_read_row(a->def->games, cause->worst->game, cause->worst->seat,
                                 a->out->arena, &game, err));
    of->game[of->repairs] = game.game;
    of->failure[of->repairs] = describe_failure(a, cause);
    of->modop[of->repairs] = describe_modop(a, cause, repair);
    us_descent descent = {.parent = of->original,
                          .modop = of->modop,
                          .failure = of->failure,
                          .game = of->game,
                          .repairs = of->repairs + 1,
                          .replaced = of->append ? NULL : a->def->library->item[of->item]};
    us_modop_def mending = {repair, &row, cause->label, &descent};
    return us_modop_apply(parent, &mending, out, has, err);
}

/* Makes the library with the repaired behavior. US_FAILED: the repair does not fit, the behavior
 * has it (*has), or the library has the result (*held), and then no other repair is tried. */
static us_status make(us_adaptation_state *a, const us_cause *cause, const us_repair *repair,
                      us_brl **out, bool *has, bool *held, us_error *err)
{
    US_AUTOPTR(us_template) child = NULL;
    us_adapted_behavior *of = us_adaptation_state_find(a, cause->behavior);
    US_TRY(us_adaptation_state_patch(a, of, a->library->item[of->item], cause, repair, &child, has,
                                     err));
    bool append = of->append && !of->appended;
    *held = false;
    US_TRY(us_adaptation_state_check_goals(a, a->library->item[of->item], child, err));
    const us_template *there = find_child(a, of, child);
    *held = there != NULL;
    return there ? us_error_set(err, US_FAILED, NULL, 0, 0, "the library has \"%s\" already",
                                there->name)
                 : compose(a, of->item, child, append, out, err);
}

static void accept(us_adaptation_state *a, us_repair_result *result, int repair, us_brl *made)
{
    us_adapted_behavior *of = us_adaptation_state_find(a, result->cause->behavior);
    us_str before, after;
    us_str_init(&before);
    us_str_init(&after);
    us_template_print_body(a->library->item[of->item], of->name, &before);
    result->append = of->appended || made->count > a->library->count;
    if (made->count > a->library->count)
        of->item = a->library->count;
    of->appended = result->append;
    of->repairs++;
    us_template_print_body(made->item[of->item], of->name, &after);
    result->before = us_adaptation_state_move_text(a, &before);
    result->after = us_adaptation_state_move_text(a, &after);
    result->end = US_REPAIR_DONE;
    result->repair = repair;
    us_brl_free(a->own);
    a->library = a->own = made;
    a->out->done++;
}

/* ---- one cause */

us_status us_adaptation_state_try_repair(us_adaptation_state *a, us_repair_result *result,
                                         int index, us_str *why, bool *more)
{
    us_error reason = {0};
    us_brl *made = NULL;
    const us_repair *repair = &a->def->patterns->item[result->cause->pattern]->repair[index];
    *more = true;
    if (a->def->stop && a->def->stop())
        return us_error_set(a->err, US_INTERRUPTED, NULL, 0, 0, "interrupted");
    if (a->def->without >> repair->modop & 1) {
        us_str_addf(why, "repair %d, %s: this modop is excluded\n", index + 1,
                    us_modop_name(repair->modop));
        return US_OK;
    }
    bool has = false, held = false;
    us_status status = make(a, result->cause, repair, &made, &has, &held, &reason);
    if (status == US_FAILED) {
        *more = !held;
        if ((has || held) && result->end == US_REPAIR_UNSOUND)
            result->end = US_REPAIR_PRESENT;
        us_str_addf(why, "repair %d, %s: %s\n", index + 1, us_modop_name(repair->modop),
                    reason.text);
        return US_OK;
    }
    if (status != US_OK) {
        if (a->err)
            *a->err = reason;
        return status;
    }
    accept(a, result, index, made);
    *more = false;
    return US_OK;
}

static us_status repair_cause(us_adaptation_state *a, us_repair_result *result)
{
    us_str why;
    bool more = true;
    us_status status = US_OK;
    const us_failure_pattern *pattern = a->def->patterns->item[result->cause->pattern];
    result->end = US_REPAIR_UNSOUND;
    us_str_init(&why);
    if (pattern->repairs == 0)
        us_str_add(&why, "the pattern has no repair\n");
    for (int i = 0; i < pattern->repairs && more && status == US_OK; i++)
        status = us_adaptation_state_try_repair(a, result, i, &why, &more);
    result->why = us_adaptation_state_move_text(a, &why);
    return status;
}

us_repair_result *us_adaptation_state_add_result(us_adaptation_state *a, const us_cause *cause)
{
    us_adaptation *out = a->out;
    const us_adapted_behavior *of = us_adaptation_state_find(a, cause->behavior);
    us_str goal;
    us_str_init(&goal);
    us_template_print_goal(a->library->item[of->item], &goal);
    us_repair_result *result = &out->result[out->results++];
    *result = (us_repair_result){.cause = cause,
                                 .end = US_REPAIR_NOISE,
                                 .repair = -1,
                                 .parent_name = copy_text(a, of->name),
                                 .child_name = "",
                                 .goal = us_adaptation_state_move_text(a, &goal),
                                 .before = "",
                                 .after = "",
                                 .why = ""};
    return result;
}

static us_status repair_all(us_adaptation_state *a)
{
    const us_causes *causes = &a->out->causes;
    a->out->result = US_ARENA_ARRAY(a->out->arena, us_repair_result, causes->count + 1);
    for (int i = 0; i < causes->count; i++) {
        us_repair_result *result = us_adaptation_state_add_result(a, &causes->item[i]);
        if (a->def->on_progress)
            a->def->on_progress(a->def->context, i, causes->count);
        if (result->cause->noise)
            continue;
        result->end = US_REPAIR_UNRELATED;
        if (!us_cause_explains_losses(result->cause, a->def->chance))
            continue;
        result->end = US_REPAIR_OMITTED;
        if (a->def->most == 0 || a->out->done < a->def->most)
            US_TRY(repair_cause(a, result));
    }
    return US_OK;
}

/* ---- the whole */

/* Sets the child of each mend. Several repairs of a behavior make one child. */
static void name_children(us_adaptation_state *a)
{
    for (int i = 0; i < a->out->results; i++) {
        us_repair_result *result = &a->out->result[i];
        if (result->end != US_REPAIR_DONE)
            continue;
        const us_template *child =
            a->library->item[us_adaptation_state_find(a, result->cause->behavior)->item];
        result->child = us_template_hash(child);
        result->child_name = copy_text(a, child->name);
    }
}

/* Notes the games as seen in the library, so that an evaluation plays other games. */
static us_status note_games(us_adaptation_state *a)
{
    for (int64_t game = 1;; game++) {
        us_game_row row;
        US_TRY(us_games_read_row(a->def->games, game, 0, a->out->arena, &row, a->err));
        if (!row.file[0])
            return US_OK;
        if (row.game.map != 0 || row.game.seeded)
            us_brl_add_game(a->own, &row.game);
    }
}

us_status us_adaptation_state_least(const us_adaptation_state *a, int *out)
{
    enum { LEAST = 2, PERCENT = 8 };
    int64_t games;
    *out = a->def->least;
    if (*out > 0)
        return US_OK;
    US_TRY(us_games_count(a->def->games, &games, a->err));
    *out = (int)(games * PERCENT / 100);
    *out = *out > LEAST ? *out : LEAST;
    return US_OK;
}

static us_status adapt(us_adaptation_state *a)
{
    const us_adaptation_def *def = a->def;
    if (def->daemons) {
        a->out->daemons = true;
        us_adaptation_state_list(a);
        US_TRY(us_adaptation_state_run_daemons(a));
        name_children(a);
        return a->own ? US_OK : us_adaptation_state_compose(def->library, &a->own, a->err);
    }
    us_blame_def blame = {def->patterns, &a->out->failures, def->library, 0, def->percent};
    US_TRY(us_adaptation_state_least(a, &blame.least));
    a->out->least = blame.least;
    a->out->percent = def->percent;
    a->out->chance = def->chance;
    US_TRY(us_failures_find(def->games, def->patterns, &a->out->failures, a->err));
    US_TRY(us_blame_assign(def->games, &blame, &a->out->causes, a->err));
    us_adaptation_state_list(a);
    US_TRY(repair_all(a));
    name_children(a);
    if (!a->own)
        US_TRY(us_adaptation_state_compose(def->library, &a->own, a->err));
    return note_games(a);
}

us_status us_adaptation_run(const us_adaptation_def *def, us_adaptation *out, us_error *err)
{
    us_adaptation made = {.arena = us_arena_new()};
    us_adaptation_state a = {.def = def,
                             .out = &made,
                             .library = def->library,
                             .note = def->daemons ? NULL : "not proved",
                             .err = err};
    us_status status = adapt(&a);
    us_mem_free(a.line);
    made.library = a.own;
    if (status == US_OK)
        *out = made;
    else
        us_adaptation_clear(&made);
    return status;
}

void us_adaptation_clear(us_adaptation *adapted)
{
    us_brl_free(adapted->library);
    us_failures_clear(&adapted->failures);
    us_causes_clear(&adapted->causes);
    us_arena_free(adapted->arena);
    *adapted = (us_adaptation){0};
}
