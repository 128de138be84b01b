#include "behavior/builder.h"

#include <string.h>

#define BIT(kind) ((uint64_t)1 << (kind))

static const us_node_row rows[US_NODE_KINDS] = {
    [US_NODE_ACT] = {"act", .named = true, .args = true, .product = true},
    [US_NODE_CHECK] = {"check", 0, 1, .effect = US_ASKS},
    [US_NODE_GOAL] = {"goal", .named = true, .args = true, .product = true},
    [US_NODE_CALL] = {"call", .named = true, .args = true, .effect = US_ASKS},
    [US_NODE_QUERY] = {"query", .named = true, .args = true},
    [US_NODE_EMIT] = {"emit", .named = true, .effect = US_CHANGES},
    [US_NODE_SET] = {"set", .product = true, .effect = US_CHANGES},
    [US_NODE_POP] = {"pop", .named = true, .effect = US_CHANGES},
    [US_NODE_FLUSH] = {"flush", .named = true, .effect = US_CHANGES},
    [US_NODE_GOTO] = {"goto", .named = true},
    [US_NODE_INVERT] = {"invert", 1, 1, .effect = US_ASKS},
    [US_NODE_SUCCEED] = {"succeed", 1, 1, .effect = US_ASKS},
    [US_NODE_FAIL] = {"fail", 1, 1, .effect = US_ASKS},
    [US_NODE_RETRY] = {"retry", 1, 1, US_NUMBER_MAY},
    [US_NODE_REPEAT] = {"repeat", 1, 1, US_NUMBER_MAY},
    [US_NODE_UNTIL_FAIL] = {"until-fail", 1, 1},
    [US_NODE_ONCE] = {"once", 1, 1},
    [US_NODE_LIMIT] = {"limit", 1, 1, US_NUMBER_MUST},
    [US_NODE_GUARD] = {"guard", 1, 1, .named = true},
    [US_NODE_TIMEOUT] = {"timeout", 1, 1, US_NUMBER_MUST},
    [US_NODE_DELAY] = {"delay", 1, 1, US_NUMBER_MUST},
    [US_NODE_COOLDOWN] = {"cooldown", 1, 1, US_NUMBER_MUST},
    [US_NODE_SQUAD] = {"squad", 1, 1},
    [US_NODE_OPTION] = {"option", 1, 1, .args = true},
    [US_NODE_RULE] = {"on", 1, 1},
    [US_NODE_PUSH] = {"push", 1, 1, .named = true, .effect = US_CHANGES},
    [US_NODE_POP_TO] = {"pop-to", 1, 1, .named = true, .effect = US_CHANGES},
    [US_NODE_SEQUENCE] = {"sequence", 1, -1, .effect = US_ASKS},
    [US_NODE_SELECTOR] = {"selector", 1, -1, .effect = US_ASKS},
    [US_NODE_ORDER] = {"order", 1, US_TREE_CHILDREN_MAX, .effect = US_ASKS},
    [US_NODE_PARALLEL] = {"parallel", 1, -1, .effect = US_ASKS},
    [US_NODE_CHOOSE] = {"choose", 1, -1},
    [US_NODE_MACHINE] = {"machine", 1, -1},
    [US_NODE_STATE] = {"state", 1, -1, .named = true},
    [US_NODE_STACKS] = {"stacks", 1, -1},
    [US_NODE_MONITOR] = {"monitor", 2, -1},
};

static const char *const memories[] = {"none", "resume", "latch", "scan", "keep", NULL};
static const char *const rounds[] = {"apart", "joined", NULL};
static const char *const scores[] = {"order", "p",          "utility", "emotion",
                                     "q",     "similarity", "hint",    NULL};
static const char *const picks[] = {"first",     "argmax",        "proportional",
                                    "geometric", "residual-idle", NULL};
static const char *const rechecks[] = {"entry", "tick", "event", NULL};
static const char *const weights[] = {"literal", "renormalize", NULL};

static const char *const joins[] = {"wave", "follow", NULL};

#define AT(field) offsetof(us_node, field)
#define RECHECKS  (BIT(US_NODE_CHOOSE) | BIT(US_NODE_QUERY))

/* Defaults that are not 0. */
enum { MEMORY = US_MEMORY_RESUME, RETRIES = 3, GATHER = 9, LAUNCH = 130, RETREAT = 130, LEASH = 8 };

static const us_setting settings[] = {
    {"memory", BIT(US_NODE_SEQUENCE) | BIT(US_NODE_SELECTOR), memories, AT(memory), 0, 4, MEMORY},
    {"rounds", BIT(US_NODE_RETRY) | BIT(US_NODE_REPEAT), rounds, AT(rounds), 0, 1, US_ROUNDS_APART},
    {"succeed", BIT(US_NODE_PARALLEL), NULL, AT(count), 1, US_TREE_NODES_MAX, 0},
    {"fail", BIT(US_NODE_PARALLEL), NULL, AT(fail), 1, US_TREE_NODES_MAX, US_FAIL_ALL, "early"},
    {"score", BIT(US_NODE_CHOOSE), scores, AT(score), 0, 6, US_SCORE_ORDER},
    {"pick", BIT(US_NODE_CHOOSE), picks, AT(pick), 0, 4, US_PICK_FIRST},
    {"share", BIT(US_NODE_CHOOSE), NULL, AT(share), 50, 99, US_SHARE_PRESET},
    {"recheck", RECHECKS, rechecks, AT(recheck), 0, 2, US_RECHECK_ENTRY},
    {"again", BIT(US_NODE_CHOOSE), NULL, AT(again), 0, 1000, 0},
    {"interrupt", BIT(US_NODE_CHOOSE), NULL, AT(interrupt), 0, 1000000, 0},
    {"hysteresis", RECHECKS, NULL, AT(hysteresis), 0, 1000000, 0},
    {"threshold", BIT(US_NODE_QUERY), NULL, AT(threshold), 0, 100, 0},
    {"weights", BIT(US_NODE_QUERY), weights, AT(weights), 0, 1, US_WEIGHTS_LITERAL},
    {"retries", BIT(US_NODE_GOAL), NULL, AT(retries), 1, 1000, RETRIES},
    {"gather", BIT(US_NODE_SQUAD), NULL, AT(squad.gather), 0, 64, GATHER},
    {"launch", BIT(US_NODE_SQUAD), NULL, AT(squad.launch), 0, 10000, LAUNCH},
    {"retreat", BIT(US_NODE_SQUAD), NULL, AT(squad.retreat), 0, 10000, RETREAT},
    {"join", BIT(US_NODE_SQUAD), joins, AT(squad.join), 0, 1, US_JOIN_WAVE},
    {"leash", BIT(US_NODE_SQUAD), NULL, AT(squad.leash), 0, 64, LEASH},
    {"workers", BIT(US_NODE_SQUAD), NULL, AT(squad.workers), 0, 1000, 0},
};

const us_node_row *us_node_kind_row(us_node_kind kind)
{
    us_assert(kind < US_NODE_KINDS);
    return &rows[kind];
}

const char *us_template_kind_name(us_template_kind kind)
{
    static const char *const names[US_TEMPLATE_KINDS] = {"behavior", "tree", "archetype"};
    return names[kind];
}

int us_node_kind_from_word(const char *word)
{
    for (int i = 0; i < US_NODE_KINDS; i++)
        if (us_text_equal(rows[i].word, word))
            return i;
    return -1;
}

int us_setting_list(const us_setting **out)
{
    *out = settings;
    return US_COUNT(settings);
}

us_node us_node_default(us_node_kind kind)
{
    return (us_node){
        .kind = kind,
        .parent = -1,
        .label = "",
        .name = "",
        .product = "",
        .what = -1,
        .slot = -1,
        .memory = MEMORY,
        .share = US_SHARE_PRESET,
        .retries = RETRIES,
        .squad = {.gather = GATHER, .launch = LAUNCH, .retreat = RETREAT, .leash = LEASH}};
}

void us_template_free(us_template *template)
{
    if (template)
        us_arena_free(template->arena);
}

static bool same_arg(const us_arg *a, const us_arg *b)
{
    if (!a || !b)
        return a == b;
    return us_text_equal(a->name, b->name) && us_text_equal(a->text, b->text) &&
           a->descriptor == b->descriptor && a->anchor == b->anchor;
}

static bool same_args(const us_arg *a, int a_count, const us_arg *b, int b_count)
{
    for (int i = 0; a_count == b_count && i < a_count; i++)
        if (!same_arg(&a[i], &b[i]))
            return false;
    return a_count == b_count;
}

static bool same_names(const char *const *a, int a_count, const char *const *b, int b_count)
{
    for (int i = 0; a_count == b_count && i < a_count; i++)
        if (!us_text_equal(a[i], b[i]))
            return false;
    return a_count == b_count;
}

static bool same_entries(const us_entry *a, int a_count, const us_entry *b, int b_count)
{
    for (int i = 0; a_count == b_count && i < a_count; i++) {
        if (!us_text_equal(a[i].key, b[i].key) || a[i].count != b[i].count ||
            !same_names(a[i].text, a[i].texts, b[i].text, b[i].texts))
            return false;
        for (int k = 0; k < a[i].count; k++)
            if (us_entry_number(&a[i], k) != us_entry_number(&b[i], k))
                return false;
    }
    return a_count == b_count;
}

static bool same_cases(const us_template *a, const us_template *b)
{
    for (int i = 0; a->case_count == b->case_count && i < a->case_count; i++) {
        const us_case *one = &a->cases[i], *two = &b->cases[i];
        if (one->cycle != two->cycle || !us_text_equal(one->map, two->map) ||
            !same_names(one->done, one->done_count, two->done, two->done_count) ||
            !same_entries(one->entry, one->entry_count, two->entry, two->entry_count))
            return false;
    }
    return a->case_count == b->case_count;
}

static bool same_slots(const us_template *a, const us_template *b)
{
    if (a->slot_count != b->slot_count || a->shared != b->shared || a->params != b->params)
        return false;
    for (int i = 0; i < a->slot_count; i++) {
        const us_slot_row *one = &a->slot[i], *two = &b->slot[i];
        if (!us_text_equal(one->slot.name, two->slot.name) || one->slot.kind != two->slot.kind ||
            one->owner != two->owner || one->param != two->param ||
            !us_text_equal(one->type_name, two->type_name) ||
            !us_text_equal(one->role_name, two->role_name) || !same_arg(one->initial, two->initial))
            return false;
    }
    return true;
}

static bool same_node(const us_node *a, const us_node *b)
{
    us_node one = *a, two = *b;
    for (int i = 0; i < US_COUNT(settings); i++)
        if (*us_setting_value(&settings[i], &one) != *us_setting_value(&settings[i], &two))
            return false;
    return a->kind == b->kind && a->parent == b->parent && a->end == b->end &&
           a->count == b->count && a->pursue == b->pursue && us_text_equal(a->label, b->label) &&
           us_text_equal(a->name, b->name) && us_text_equal(a->product, b->product) &&
           a->what == b->what && a->slot == b->slot &&
           same_args(a->arg, a->arg_count, b->arg, b->arg_count) &&
           same_names(a->list, a->list_count, b->list, b->list_count);
}

static bool same_nodes(const us_template *a, const us_template *b)
{
    if (a->node_count != b->node_count || a->before_count != b->before_count)
        return false;
    for (int i = 0; i < a->node_count; i++)
        if (!same_node(&a->node[i], &b->node[i]))
            return false;
    for (int i = 0; i < a->before_count; i++)
        if (a->before[i].first != b->before[i].first || a->before[i].then != b->before[i].then)
            return false;
    return true;
}

bool us_template_equal(const us_template *a, const us_template *b)
{
    return a->kind == b->kind && us_text_equal(a->name, b->name) && same_slots(a, b) &&
           us_text_equal(a->goal_name, b->goal_name) && a->pursue == b->pursue &&
           same_args(a->goal_arg, a->goal_args, b->goal_arg, b->goal_args) &&
           same_args(a->when, a->when_count, b->when, b->when_count) &&
           same_args(a->alive, a->alive_count, b->alive, b->alive_count) &&
           same_names(a->classes, a->class_count, b->classes, b->class_count) &&
           same_entries(a->descriptor, a->descriptor_count, b->descriptor, b->descriptor_count) &&
           a->literal == b->literal && same_nodes(a, b) && same_cases(a, b);
}

bool us_template_has_call(const us_template *template)
{
    for (int i = 0; i < template->node_count; i++)
        if (template->node[i].kind == US_NODE_CALL)
            return true;
    return false;
}

us_template_info us_template_describe(const us_template *template)
{
    return (us_template_info){template->kind, template->name, template->goal_name,
                              template->node_count, template->case_count};
}

us_node_info us_template_describe_node(const us_template *template, int node)
{
    us_assert(node >= 0 && node < template->node_count);
    const us_node *of = &template->node[node];
    return (us_node_info){of->kind, of->parent, of->end, of->label, of->name};
}

const char *us_node_kind_word(us_node_kind kind)
{
    return us_node_kind_row(kind)->word;
}

int us_template_find_node(const us_template *template, const char *label)
{
    for (int i = 0; i < template->node_count; i++)
        if (us_text_equal(template->node[i].label, label))
            return i;
    return -1;
}

us_goal_kind us_goal_kind_from_pursue(const us_domain *domain, int goal, int pursue)
{
    us_assert(goal >= 0 && goal < domain->goal_count);
    return pursue == US_PURSUE_AS_DECLARED ? domain->goal[goal].kind : (us_goal_kind)(pursue - 1);
}

bool us_node_has_similarity(const us_template *template, int candidate)
{
    const us_node *node = &template->node[candidate];
    return (node->kind == US_NODE_GOAL || node->kind == US_NODE_QUERY) && node->parent >= 0 &&
           template->node[node->parent].kind == US_NODE_CHOOSE &&
           template->node[node->parent].score == US_SCORE_SIMILARITY;
}

bool us_template_has_class(const us_template *behavior, const char *class_name)
{
    const us_domain *domain = behavior->domain;
    int above = us_domain_find_class(domain, class_name);
    for (int i = 0; i < behavior->class_count; i++) {
        int below = us_domain_find_class(domain, behavior->classes[i]);
        if (us_text_equal(behavior->classes[i], class_name) ||
            (above >= 0 && below >= 0 && us_class_is_a(domain, below, above)))
            return true;
    }
    return false;
}

/* Returns the place of the name in the table, or the place for it. */
static int place_of(const us_slot_table *table, const us_slot_row *slot, const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    int place = (int)(hash ^ hash >> 15) & (table->size - 1);
    while (table->place[place] && !us_text_equal(slot[table->place[place] - 1].slot.name, name))
        place = (place + 1) & (table->size - 1);
    return place;
}

int us_slot_table_find(const us_slot_table *table, const us_slot_row *slot, const char *name)
{
    return table->size ? table->place[place_of(table, slot, name)] - 1 : -1;
}

void us_slot_table_add(us_slot_table *table, const us_slot_row *slot, int count, us_arena *arena)
{
    int first = count - 1;
    if (2 * count > table->size) { /* enters all again, in twice the room */
        table->size = table->size ? 2 * table->size : 16;
        table->place = US_ARENA_ARRAY(arena, uint16_t, table->size);
        first = 0;
    }
    uint16_t *place = (uint16_t *)(uintptr_t)table->place; /* writable until the template is made */
    for (int i = first; i < count; i++)
        place[place_of(table, slot, slot[i].slot.name)] = (uint16_t)(i + 1);
}

bool us_template_can_fill(const us_node *query, const us_template *behavior)
{
    if (behavior->kind != US_TEMPLATE_BEHAVIOR || !us_template_has_class(behavior, query->name))
        return false;
    for (int i = 0; i < query->list_count; i++)
        if (us_text_equal(query->list[i], behavior->name))
            return false;
    for (int i = 0; i < query->arg_count; i++) {
        const us_arg *arg = &query->arg[i];
        int slot = arg->descriptor ? -1 : us_template_find_slot(behavior, arg->name);
        us_value_kind kind = arg->expr && !arg->anchor ? us_expr_kind(arg->expr) : US_VALUE_ENTITY;
        if (slot >= 0 && behavior->slot[slot].param && behavior->slot[slot].slot.kind != kind)
            return false;
    }
    return true;
}

int us_template_find_slot(const us_template *template, const char *name)
{
    return us_slot_table_find(&template->by_name, template->slot, name);
}

static void *pack_numbers(us_arena *arena, const int64_t *number, int count, unsigned width)
{
    void *packed = us_arena_alloc(arena, (size_t)count, width);
    for (int i = 0; i < count; i++) {
        if (width == 1)
            ((int8_t *)packed)[i] = (int8_t)number[i];
        else if (width == 2)
            ((int16_t *)packed)[i] = (int16_t)number[i];
        else
            ((int32_t *)packed)[i] = (int32_t)number[i];
    }
    return packed;
}

us_entry us_entry_make(us_arena *arena, const char *key, const int64_t *number, int count)
{
    int64_t low = 0, high = 0;
    for (int i = 0; i < count; i++) {
        low = number[i] < low ? number[i] : low;
        high = number[i] > high ? number[i] : high;
    }
    unsigned width = low >= INT8_MIN && high <= INT8_MAX     ? 1
                     : low >= INT16_MIN && high <= INT16_MAX ? 2
                     : low >= INT32_MIN && high <= INT32_MAX ? 4
                                                             : 8;
    const void *kept = width < 8 ? pack_numbers(arena, number, count, width)
                                 : us_arena_copy(arena, number, (size_t)count, sizeof *number);
    return (us_entry){.key = key, .number = kept, .count = count, .width = width};
}

/* Returns the index of the goal's parameter with that name and kind; -1: there is none, or it was
 * not given. */
static int given_as(const us_domain *domain, const us_goal *goal, const us_param *param)
{
    const us_goal_def *def = &domain->goal[goal->type];
    for (int i = 0; i < def->param_count; i++)
        if (def->param[i].kind == param->kind && us_text_equal(def->param[i].name, param->name))
            return goal->given >> i & 1 ? i : -1;
    return -1;
}

void us_template_bind_goal(const us_template *behavior, const us_goal *goal, us_value *value,
                           us_slots *bound)
{
    const us_domain *domain = behavior->domain;
    for (int i = 0; i < behavior->goal_args; i++) {
        const us_arg *arg = &behavior->goal_arg[i];
        int slot = us_template_find_slot(behavior, arg->text);
        if (slot < 0 || arg->param < 0)
            continue;
        int given = given_as(domain, goal, &domain->goal[behavior->goal].param[arg->param]);
        if (given < 0)
            continue;
        value[slot] = goal->arg[given];
        us_slots_add(bound, slot);
    }
}

const us_entry *us_case_find_entry(const us_case *from, const char *key)
{
    for (int i = 0; i < from->entry_count; i++)
        if (us_text_equal(from->entry[i].key, key))
            return &from->entry[i];
    return NULL;
}

int us_template_body(const us_template *template)
{
    int body = 0;
    while (body + 1 < template->node_count && (template->node[body].kind == US_NODE_MONITOR ||
                                               template->node[body].kind == US_NODE_SQUAD))
        body++;
    return body;
}
