#include "learn/draft.h"

#include <string.h>

#include "base/sort.h"
#include "behavior/brl.h"
#include "learn/inferred_condition.h"

/* The state of writing one behavior. */
typedef struct writing {
    const us_draft *draft;
    us_builder *builder;
    us_arena *arena;   /* the draft's */
    us_str key, shown; /* of the entry that is being written */
} writing;

/* Returns a key for a step; keys are valid until the next call. */
static const char *key_of(writing *w, const char *form, int step)
{
    return us_key_format(form, w->draft->step[step].label, &w->key);
}

/* Returns a key for a condition, by its index. */
static const char *key_number(writing *w, const char *form, int condition)
{
    return us_key_format_number(form, condition + 1, &w->key);
}

/* ---- texts of an entry */

/* Writes a text as printable parts that fit between quotes. The text must not be w->shown. */
static void entry_text(writing *w, const char *key, const char *text)
{
    int parts = 0;
    us_str *shown = &w->shown;
    us_str_reset(shown);
    us_str_add_printable(shown, text, strlen(text));
    /* a part ends at most a character early */
    const char **part =
        US_ARENA_ARRAY(w->arena, const char *, shown->length / (US_STRING_MAX - 3) + 2);
    if (shown->length > 0 && shown->length <= US_STRING_MAX)
        part[parts++] = shown->text;
    for (size_t at = 0; shown->length > US_STRING_MAX && at < shown->length;) {
        size_t size = us_text_fitting_size(shown->text + at, shown->length - at, US_STRING_MAX);
        us_assert(size > 0);
        part[parts++] = us_arena_strndup(w->arena, shown->text + at, size);
        at += size;
    }
    if (parts)
        us_builder_add_text_entry(w->builder, key, part, parts);
}

/* ---- texts of a draft */

const char *us_draft_vformat(const us_draft *draft, const char *format, va_list args)
{
    US_AUTOSTR(text);
    us_str_vaddf(&text, format, args);
    return us_arena_strndup(draft->arena, text.text, text.length);
}

const char *us_draft_format(const us_draft *draft, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = us_draft_vformat(draft, format, args);
    va_end(args);
    return text;
}

const char *us_draft_name_set(const us_draft *draft, const us_type_set *set)
{
    US_AUTOSTR(text);
    us_type_set_print(draft->domain, set, &text);
    return us_arena_strndup(draft->arena, text.text, text.length);
}

const char *us_draft_step_name(const us_draft *draft, int step)
{
    const us_draft_step *of = &draft->step[step];
    return of->action >= 0 ? draft->domain->action[of->action].name
                           : draft->domain->goal[of->goal.type].name;
}

/* ---- arguments */

const char *us_draft_arg_print(const us_draft *draft, const us_draft_arg *arg)
{
    const us_domain *domain = draft->domain;
    int64_t value = arg->value;
    switch (arg->kind) {
    case US_DRAFT_LEFT_OUT:
        return NULL;
    case US_DRAFT_SLOT:
        return draft->slot[value].name;
    case US_DRAFT_NEAR_SLOT:
        return us_draft_format(draft, "near(%s)", draft->slot[value].name);
    case US_DRAFT_NEAR_ROLE:
        return us_draft_format(draft, "near(%s.%s)", us_owner_name(arg->owner),
                               domain->roles.name[value]);
    case US_DRAFT_CELL:
        return us_draft_format(draft, "(%d, %d)", US_CELL_X((int32_t)value),
                               US_CELL_Y((int32_t)value));
    case US_DRAFT_TYPE:
        return us_draft_format(draft, "\"%s\"", domain->type[value].name);
    case US_DRAFT_RESOURCE:
        return us_draft_format(draft, "\"%s\"", domain->resources.name[value]);
    case US_DRAFT_SEAT:
        return us_owner_name((int)value);
    default:
        return us_draft_format(draft, "%s%lld", arg->kind == US_DRAFT_ENTITY ? "#" : "",
                               (long long)value);
    }
}

static void write_arg(const writing *w, us_args_owner of, const char *name, const us_draft_arg *arg)
{
    const char *text = us_draft_arg_print(w->draft, arg);
    if (text)
        us_builder_add_arg(w->builder, of, name, text);
}

/* ---- the head */

static void write_goal(const writing *w)
{
    const us_draft *draft = w->draft;
    const us_goal_def *def = &draft->domain->goal[draft->goal.type];
    us_builder_set_goal(w->builder, def->name);
    us_builder_set_goal_kind(w->builder, 1 + (int)draft->goal.kind);
    for (int i = 0; i < def->param_count; i++)
        write_arg(w, US_ARGS_GOAL, def->param[i].name, &draft->arg[i]);
    if (draft->episodes->literal)
        us_builder_set_literal(w->builder);
}

static void write_slots(const writing *w)
{
    const us_domain *domain = w->draft->domain;
    for (int i = 0; i < w->draft->slots; i++) {
        const us_draft_slot *slot = &w->draft->slot[i];
        us_slot_row row = us_slot_row_default(slot->name, slot->kind);
        row.owner = slot->owner;
        row.type_name = slot->type == US_NO_TYPE ? "" : domain->type[slot->type].name;
        row.role_name = slot->role < 0 ? "" : domain->roles.name[slot->role];
        us_builder_add_slot(w->builder, &row);
    }
}

static void write_conditions(const writing *w)
{
    for (int i = 0; i < w->draft->whens; i++)
        us_builder_add_arg(w->builder, US_ARGS_WHEN, NULL, w->draft->when[i].text);
    for (int i = 0; i < w->draft->alives; i++)
        us_builder_add_arg(w->builder, US_ARGS_ALIVE, NULL, w->draft->alive[i].text);
}

/* ---- steps */

static void write_act_args(const writing *w, const us_draft_step *step)
{
    const us_action_def *action = &w->draft->domain->action[step->action];
    for (int i = 0; i < action->param_count; i++)
        write_arg(w, US_ARGS_NODE, action->param[i].name, &step->arg[i]);
}

static void write_act(const writing *w, const us_draft_step *step, bool delivers)
{
    us_node node = us_node_default(US_NODE_ACT);
    node.label = step->label;
    node.name = w->draft->domain->action[step->action].name;
    if (delivers)
        node.product = w->draft->slot[step->product].name;
    us_builder_open_node(w->builder, &node);
    const us_draft_slot *actor = step->actor < 0 ? NULL : &w->draft->slot[step->actor];
    if (actor)
        us_builder_add_arg(w->builder, US_ARGS_NODE,
                           actor->kind == US_VALUE_GROUP ? "units" : "unit", actor->name);
    write_act_args(w, step);
    us_builder_close_node(w->builder);
}

/* Writes a literal step: one node for each unit. */
static void write_literal(writing *w, const us_draft_step *step)
{
    us_node around = us_node_default(US_NODE_PARALLEL);
    bool many = step->step->units > 1;
    around.label = step->label;
    if (many)
        us_builder_open_node(w->builder, &around);
    for (int i = 0; i < step->step->units || i == 0; i++) {
        us_node node = us_node_default(US_NODE_ACT);
        node.label = many ? "" : step->label;
        node.name = w->draft->domain->action[step->action].name;
        us_builder_open_node(w->builder, &node);
        if (step->step->units)
            us_builder_add_arg(w->builder, US_ARGS_NODE, "unit",
                               us_draft_format(w->draft, "#%u", (unsigned)step->step->unit[i]));
        write_act_args(w, step);
        us_builder_close_node(w->builder);
    }
    if (many)
        us_builder_close_node(w->builder);
}

static void write_pursuit(const writing *w, const us_draft_step *step, bool delivers)
{
    const us_goal_def *def = &w->draft->domain->goal[step->goal.type];
    us_node node = us_node_default(US_NODE_GOAL);
    node.label = step->label;
    node.name = def->name;
    if (step->goal.kind != def->kind)
        node.pursue = 1 + (int)step->goal.kind;
    if (delivers)
        node.product = w->draft->slot[step->product].name;
    us_builder_open_node(w->builder, &node);
    for (int i = 0; i < def->param_count; i++)
        write_arg(w, US_ARGS_NODE, def->param[i].name, &step->arg[i]);
    us_builder_close_node(w->builder);
}

static void write_step(writing *w, int at)
{
    const us_draft_step *step = &w->draft->step[at];
    bool delivers = step->product >= 0 && us_draft_is_product_ready(w->draft, at);
    if (step->action < 0)
        write_pursuit(w, step, delivers);
    else if (w->draft->episodes->literal)
        write_literal(w, step);
    else
        write_act(w, step, delivers);
}

static void write_steps(writing *w)
{
    const us_draft *draft = w->draft;
    us_node order = us_node_default(US_NODE_ORDER);
    if (draft->squad)
        us_builder_open_node(w->builder, draft->squad);
    us_builder_open_node(w->builder, &order);
    for (int i = 0; i < draft->steps; i++)
        write_step(w, i);
    for (int i = 0; i < draft->pairs; i++)
        us_builder_add_child_precedence(w->builder, draft->pair[i].first, draft->pair[i].then);
    us_builder_close_node(w->builder);
    if (draft->squad)
        us_builder_close_node(w->builder);
}

/* ---- the case */

static void write_descriptions(const writing *w)
{
    for (int i = 0; i < w->draft->slots; i++) {
        const us_draft_slot *slot = &w->draft->slot[i];
        if (slot->seen)
            us_slot_description_write(slot->seen, slot->name, w->builder);
    }
}

/* Writes the labels of the steps that a precondition is for. */
static void write_steps_of(writing *w, int when)
{
    const us_draft_condition *condition = &w->draft->when[when];
    const char **label = US_ARENA_ARRAY(w->arena, const char *, condition->steps + 1);
    for (int i = 0; i < condition->steps; i++)
        label[i] = w->draft->step[condition->step[i]].label;
    if (condition->steps)
        us_builder_add_text_entry(w->builder, key_number(w, US_KEY_WHEN_STEPS, when), label,
                                  condition->steps);
}

static void write_reasons(writing *w)
{
    const us_draft *draft = w->draft;
    for (int i = 0; i < draft->whens; i++)
        write_steps_of(w, i);
    for (int i = 0; i < draft->whens; i++)
        if (draft->when[i].why)
            entry_text(w, key_number(w, US_KEY_WHY_WHEN, i), draft->when[i].why);
    for (int i = 0; i < draft->alives; i++)
        if (draft->alive[i].why)
            entry_text(w, key_number(w, US_KEY_WHY_WHILE, i), draft->alive[i].why);
    for (int i = 0; i < draft->pairs; i++) {
        const us_draft_pair *pair = &draft->pair[i];
        const char *first = draft->step[pair->first].label, *then = draft->step[pair->then].label;
        if (pair->why)
            entry_text(w, us_key_format_edge(first, then, &w->key), pair->why);
    }
    for (int i = 0; i < draft->steps; i++)
        if (draft->step[i].useless)
            entry_text(w, key_of(w, US_KEY_WHY_USELESS, i), draft->step[i].useless);
}

/* Lists the ordinals of all orders of the goal episode, with those of no step. */
static int list_orders(const writing *w, int **out)
{
    const us_goal_episode *episode = w->draft->episode;
    int count = episode->spares, filled = 0;
    for (int i = 0; i < episode->steps; i++)
        count += episode->step[i].kind == US_STEP_ACT ? episode->step[i].sources : 0;
    int *list = US_ARENA_ARRAY(w->arena, int, count + 1);
    for (int i = 0; i < episode->spares; i++)
        list[filled++] = episode->spare[i];
    for (int i = 0; i < episode->steps; i++)
        for (int k = 0; episode->step[i].kind == US_STEP_ACT && k < episode->step[i].sources; k++)
            list[filled++] = episode->step[i].source[k];
    *out = list;
    return filled;
}

static void write_orders(writing *w)
{
    const us_log *log = w->draft->episodes->log;
    int *list, count = list_orders(w, &list);
    int64_t *id = US_ARENA_ARRAY(w->arena, int64_t, count + 1);
    us_array_sort_ints(list, count);
    for (int i = 0; i < count; i++)
        id[i] = log->orders.order[w->draft->episodes->order[list[i]]].id;
    if (count)
        us_builder_add_entry(w->builder, US_KEY_ORDERS, id, count);
}

/* Writes the orders, or the goal instance, of each step. */
static void write_sources(writing *w)
{
    const us_log *log = w->draft->episodes->log;
    for (int i = 0; i < w->draft->steps; i++) {
        const us_step *step = w->draft->step[i].step;
        if (step->kind == US_STEP_GOAL) {
            int64_t instance = w->draft->episodes->episode[step->episode].instance->id;
            us_builder_add_entry(w->builder, key_of(w, US_KEY_STEP_INSTANCE, i), &instance, 1);
            continue;
        }
        int64_t *id = US_ARENA_ARRAY(w->arena, int64_t, step->sources + 1);
        for (int k = 0; k < step->sources; k++)
            id[k] = log->orders.order[w->draft->episodes->order[step->source[k]]].id;
        us_builder_add_entry(w->builder, key_of(w, US_KEY_STEP_ORDERS, i), id, step->sources);
    }
}

static void write_origin(writing *w, const us_origin *origin)
{
    const us_goal_instance *of = w->draft->episode->instance;
    int64_t seat = w->draft->episodes->seat, instance = of->id;
    int64_t achieved = us_goal_instance_result(of), suggested = 1;
    char hash[17];
    us_hash_print(origin->hash, hash);
    us_str_reset(&w->shown);
    us_str_add_printable(&w->shown, origin->demo, strlen(origin->demo));
    size_t size = us_text_fitting_size(w->shown.text, w->shown.length, US_STRING_MAX);
    const char *demo[] = {us_arena_strndup(w->arena, w->shown.text, size), hash};
    us_builder_add_text_entry(w->builder, US_KEY_DEMO, demo, 2);
    if (origin->map_hash) {
        us_hash_print(origin->map_hash, hash);
        entry_text(w, US_KEY_MAP, hash);
    }
    if (origin->seeded)
        entry_text(w, US_KEY_SEED,
                   us_draft_format(w->draft, "%llu", (unsigned long long)origin->seed));
    us_builder_add_entry(w->builder, US_KEY_SEAT, &seat, 1);
    us_builder_add_entry(w->builder, US_KEY_INSTANCE, &instance, 1);
    if (achieved >= 0)
        us_builder_add_entry(w->builder, US_KEY_ACHIEVED, &achieved, 1);
    if (of->suggested)
        us_builder_add_entry(w->builder, US_KEY_SUGGESTED, &suggested, 1);
    write_orders(w);
    write_sources(w);
    if (origin->learner && origin->learner[0])
        entry_text(w, US_KEY_LEARNER, origin->learner);
}

/* Writes a suffix case. */
static void write_suffix(writing *w, const us_remaining_plan *suffix,
                         const us_draft_remainder *remainder, const char *map)
{
    const us_draft *draft = w->draft;
    int done = 0;
    for (int i = 0; i < draft->steps; i++)
        done += us_remaining_plan_is_done(suffix, draft->step[i].step);
    if (done == 0 || done == draft->steps) /* the other steps were left out */
        return;
    us_builder_add_case(w->builder, suffix->cycle, map);
    for (int i = 0; i < draft->steps; i++)
        if (us_remaining_plan_is_done(suffix, draft->step[i].step))
            us_builder_add_done(w->builder, draft->step[i].label);
    if (suffix->feature)
        us_builder_add_entry(w->builder, US_KEY_FEATURES, suffix->feature,
                             draft->domain->feature_count);
    const char *text[US_COUNT(remainder->when)];
    int texts = 0;
    for (int i = 0; remainder && i < remainder->whens; i++)
        text[texts++] = remainder->when[i].text;
    if (texts)
        us_builder_add_text_entry(w->builder, US_KEY_WHEN, text, texts);
    for (int i = 0; i < texts; i++)
        if (remainder->when[i].why)
            entry_text(w, key_number(w, US_KEY_WHY_WHEN, i), remainder->when[i].why);
}

/* ---- the name */

static void add_word(us_str *name, const char *word)
{
    if (name->length + 1 + strlen(word) > 200 || !us_brl_is_string(word))
        return;
    us_str_add_char(name, ' ');
    us_str_add(name, word);
}

/* Returns the name: goal, arguments and hash of the body: "BuildUnits infantry 6 3fa1b2c4d5". */
static const char *name_of(const us_draft *draft, const us_template *template)
{
    const us_domain *domain = draft->domain;
    const us_goal_def *def = &domain->goal[draft->goal.type];
    US_AUTOSTR(name);
    us_str_add(&name, def->name);
    for (int i = 0; i < def->param_count; i++) {
        int64_t value = draft->goal.arg[i].number;
        if (!(draft->goal.given >> i & 1))
            continue;
        if (def->param[i].kind == US_VALUE_TYPE && value >= 0 && value < domain->type_count)
            add_word(&name, domain->type[value].name);
        else if (def->param[i].kind == US_VALUE_RESOURCE && value >= 0 &&
                 value < domain->resources.count)
            add_word(&name, domain->resources.name[value]);
        else if (def->param[i].kind == US_VALUE_SEAT && value != US_SEAT_SELF)
            add_word(&name, value == US_NEUTRAL ? "neutral" : "enemy");
        else if (def->param[i].kind == US_VALUE_NUMBER)
            add_word(&name, us_draft_format(draft, "%lld", (long long)value));
    }
    us_str_add_char(&name, ' ');
    us_template_print_hash(template, &name);
    return us_arena_strndup(template->arena, name.text, name.length);
}

/* Whether the demonstrator gave the goal up while it went on with the goal above. A goal that ended
 * with that one, or with the game, was not given up. */
static bool is_given_up(const us_goal_episode *goal, const us_goal_episode *above)
{
    us_cycle closed = goal->instance->closed, end = above->instance->closed;
    return us_goal_instance_result(goal->instance) == 0 && closed >= goal->began &&
           (end < 0 || closed < end);
}

/* Writes the cycle at which each step began, since the first step began. For a goal that was given
 * up the cycle of that follows: later steps went on without it. */
static void write_pace(writing *w)
{
    const us_draft *draft = w->draft;
    us_cycle zero = draft->episode->began;
    for (int i = 0; i < draft->steps; i++) {
        const us_step *step = draft->step[i].step;
        bool act = step->kind == US_STEP_ACT;
        const us_goal_episode *below = act ? NULL : &w->draft->episodes->episode[step->episode];
        int64_t pace[2] = {(act ? step->cycle : below->began) - zero, 0};
        bool dropped = below && is_given_up(below, draft->episode);
        if (dropped)
            pace[1] = below->instance->closed - zero;
        us_builder_add_entry(w->builder, key_of(w, US_KEY_PACE, i), pace, 1 + dropped);
    }
}

us_template *us_draft_build(const us_draft *draft, const us_origin *origin, us_faults *faults)
{
    if (draft->steps == 0)
        return NULL;
    const char *map = origin->map && us_brl_is_string(origin->map) ? origin->map : "";
    writing w = {.draft = draft,
                 .builder = us_builder_new(draft->domain, US_TEMPLATE_BEHAVIOR, "", NULL, faults),
                 .arena = draft->arena};
    us_str_init(&w.key);
    us_str_init(&w.shown);
    write_goal(&w);
    write_slots(&w);
    write_conditions(&w);
    us_builder_set_first_case(w.builder, draft->episode->began, map);
    if (origin->feature)
        us_builder_add_entry(w.builder, US_KEY_FEATURES, origin->feature,
                             draft->domain->feature_count);
    write_descriptions(&w);
    write_pace(&w);
    int64_t next = origin->next;
    if (next > 0)
        us_builder_add_entry(w.builder, US_KEY_NEXT, &next, 1);
    write_reasons(&w);
    write_origin(&w, origin);
    for (int i = 0; i < origin->suffixes; i++)
        write_suffix(&w, &origin->suffix[i], draft->remainder ? &draft->remainder[i] : NULL, map);
    write_steps(&w);
    us_template *template = us_builder_finish(w.builder);
    template->name = name_of(draft, template);
    us_str_clear(&w.key);
    us_str_clear(&w.shown);
    return template;
}
