#include "tests/unit/draft_text.h"

#include <string.h>

static const char prelude[] = "    slot w1: entity \"worker\" of self\n"
                              "    slot w2: entity \"worker\" of self\n"
                              "    slot b1: entity \"barracks\" of self\n"
                              "    slot b2: entity \"barracks\" of self\n"
                              "    slot mill: entity \"lumber-mill\" of self\n"
                              "    slot smith: entity \"blacksmith\" of self\n"
                              "    slot base: entity \"base-hall\" of self\n"
                              "    slot mine: entity \"gold-mine\"\n"
                              "    slot army: group \"infantry\" of self\n"
                              "    slot band: group \"infantry\" of self\n"
                              "    slot foe: entity \"hall\" of enemy\n"
                              "    slot c1: cell\n    slot c2: cell\n    slot c3: cell\n"
                              "    slot made: entity of self\n    slot m2: entity of self\n"
                              "    slot m3: entity of self\n"
                              "    slot yard: entity \"barracks\" of self\n"
                              "    slot squad: group \"infantry\" of self\n"
                              "    slot pit: entity \"barracks\" of enemy\n"
                              "    slot late: group \"infantry\" of self\n"
                              "    slot victim: entity of enemy\n";
static const char places[] =
    "    appendix {\n        c1.place: 0 0\n        c2.place: 1 0\n        c3.place: 2 0\n    }\n";

static void fill_slots(us_draft *draft, const us_template *from)
{
    us_id next = 1;
    draft->slots = from->slot_count;
    draft->slot = US_ARENA_ARRAY(draft->arena, us_draft_slot, draft->slots + 1);
    for (int i = 0; i < draft->slots; i++) {
        const us_slot_row *row = &from->slot[i];
        us_draft_slot *slot = &draft->slot[i];
        int ids = row->slot.kind == US_VALUE_GROUP ? 4 : row->slot.kind == US_VALUE_ENTITY;
        us_id *id = US_ARENA_ARRAY(draft->arena, us_id, ids + 1);
        for (int k = 0; k < ids; k++)
            id[k] = next++;
        *slot = (us_draft_slot){.name = row->slot.name,
                                .kind = row->slot.kind,
                                .owner = row->owner,
                                .type = row->type,
                                .role = row->role,
                                .id = id,
                                .ids = ids,
                                .cell = -1,
                                .maker = -1};
        if (us_text_equal(slot->name, "late"))
            slot->later = ids;
        if (us_text_equal(slot->name, "mine"))
            slot->owner = US_NEUTRAL;
    }
}

static int slot_index(const us_draft *draft, const char *text)
{
    for (int i = 0; text && i < draft->slots; i++)
        if (us_text_equal(draft->slot[i].name, text))
            return i;
    return -1;
}

/* "near(foe)" names foe. */
static int named_slot(const us_draft *draft, const char *text)
{
    char name[64];
    size_t length = strlen(text);
    if (!us_text_has_prefix(text, "near(") || length - 6 >= sizeof(name))
        return slot_index(draft, text);
    memcpy(name, text + 5, length - 6);
    name[length - 6] = '\0';
    return slot_index(draft, name);
}

static us_draft_arg arg_of(const us_draft *draft, us_value_kind kind, const us_arg *arg)
{
    int slot = named_slot(draft, arg->text);
    bool bare = slot_index(draft, arg->text) >= 0;
    us_assert(slot >= 0 || (kind != US_VALUE_ENTITY && kind != US_VALUE_CELL));
    if (slot >= 0)
        return (us_draft_arg){bare ? US_DRAFT_SLOT : US_DRAFT_NEAR_SLOT, .value = slot};
    return (us_draft_arg){kind == US_VALUE_TYPE       ? US_DRAFT_TYPE
                          : kind == US_VALUE_RESOURCE ? US_DRAFT_RESOURCE
                          : kind == US_VALUE_SEAT     ? US_DRAFT_SEAT
                                                      : US_DRAFT_NUMBER,
                          .value = us_expr_eval(arg->expr, NULL, NULL)};
}

static us_goal goal_of(const us_draft *draft, int type, int pursue, const us_arg *arg, int args,
                       us_draft_arg *out)
{
    us_goal goal = us_goal_make(draft->domain, type);
    goal.kind = pursue ? (us_goal_kind)(pursue - 1) : goal.kind;
    for (int i = 0; i < args; i++) {
        us_value_kind kind = draft->domain->goal[type].param[arg[i].param].kind;
        out[arg[i].param] = arg_of(draft, kind, &arg[i]);
        bool place = kind == US_VALUE_ENTITY || kind == US_VALUE_CELL;
        us_goal_set_arg(&goal, arg[i].param, place ? 1 : us_expr_eval(arg[i].expr, NULL, NULL));
        if (kind == US_VALUE_TYPE)
            goal.arg[arg[i].param].number =
                us_type_generalize(draft->domain, (us_type)goal.arg[arg[i].param].number);
    }
    return goal;
}

static void fill_step(us_draft *draft, const us_template *from, int at, int index)
{
    const us_node *node = &from->node[at];
    us_draft_step *step = &draft->step[index];
    int *uses = US_ARENA_ARRAY(draft->arena, int, node->arg_count + 1);
    *step = (us_draft_step){.label = node->label,
                            .action = -1,
                            .actor = -1,
                            .goal = {.type = -1},
                            .actor_type = US_NO_TYPE,
                            .product = -1,
                            .uses = uses};
    for (int i = 0; i < node->arg_count; i++) {
        int slot = named_slot(draft, node->arg[i].text);
        if (slot >= 0)
            uses[step->used++] = slot;
    }
    if (node->product[0]) {
        step->product = slot_index(draft, node->product);
        draft->slot[step->product].maker = index;
    }
    if (node->kind == US_NODE_GOAL) {
        step->goal =
            goal_of(draft, node->what, node->pursue, node->arg, node->arg_count, step->arg);
        return;
    }
    us_assert(node->kind == US_NODE_ACT);
    step->action = node->what;
    for (int i = 0; i < node->arg_count; i++) {
        const us_arg *arg = &node->arg[i];
        if (arg->param >= 0) {
            us_value_kind kind = draft->domain->action[node->what].param[arg->param].kind;
            step->arg[arg->param] = arg_of(draft, kind, arg);
            continue;
        }
        step->actor = slot_index(draft, arg->text);
        step->actor_type = draft->slot[step->actor].type;
    }
}

static void add_pair(us_draft *draft, int first, int then)
{
    draft->pair[draft->pairs++] = (us_draft_pair){first, then, NULL};
}

static void fill_order(us_draft *draft, const us_template *from, const int *step_of)
{
    us_node_kind kind = from->node[0].kind;
    draft->pair =
        US_ARENA_ARRAY(draft->arena, us_draft_pair, draft->steps + from->before_count + 1);
    for (int i = 1; kind == US_NODE_SEQUENCE && i < draft->steps; i++)
        add_pair(draft, i - 1, i);
    for (int i = 0; i < from->before_count; i++)
        add_pair(draft, step_of[from->before[i].first], step_of[from->before[i].then]);
}

draft_case draft_of(const char *goal, const char *body)
{
    us_str text;
    us_faults faults = {0};
    us_str_init(&text);
    us_str_addf(&text, "brl 1\n\nbehavior \"t\" achieves %s {\n%s    do %s\n%s}\n", goal, prelude,
                body, places);
    draft_case d = {us_brl_read(brl_domain(), "t.brl", text.text, text.length, &faults), NULL};
    if (faults.count) {
        us_str_reset(&text);
        us_faults_print(&faults, "t.brl", &text);
        us_assert_fail(text.text, __FILE__, __LINE__);
    }
    us_faults_clear(&faults);
    us_str_clear(&text);
    const us_template *from = d.brl->item[0];
    us_arena *arena = us_arena_new();
    d.draft = US_ARENA_ARRAY(arena, us_draft, 1);
    *d.draft = (us_draft){.domain = brl_domain(), .arena = arena};
    fill_slots(d.draft, from);
    d.draft->goal =
        goal_of(d.draft, from->goal, from->pursue, from->goal_arg, from->goal_args, d.draft->arg);
    for (int i = 0; i < US_GOAL_PARAMS_MAX; i++)
        if (us_draft_arg_slot(&d.draft->arg[i]) >= 0)
            d.draft->slot[us_draft_arg_slot(&d.draft->arg[i])].given = true;
    int *step_of = US_ARENA_ARRAY(arena, int, from->node_count);
    bool single = from->node[0].end == 1;
    d.draft->step = US_ARENA_ARRAY(arena, us_draft_step, from->node_count);
    for (int at = single ? 0 : 1; at < from->node_count; at = from->node[at].end) {
        step_of[at] = d.draft->steps;
        fill_step(d.draft, from, at, d.draft->steps++);
    }
    fill_order(d.draft, from, step_of);
    return d;
}

void draft_drop(draft_case *d)
{
    us_arena_free(d->draft->arena);
    us_brl_free(d->brl);
    *d = (draft_case){NULL, NULL};
}

void draft_pairs_text(const us_draft *draft, us_str *out)
{
    for (int i = 0; i < draft->pairs; i++)
        us_str_addf(out, "%s%s-%s", i ? " " : "", draft->step[draft->pair[i].first].label,
                    draft->step[draft->pair[i].then].label);
}

void draft_useless_text(const us_draft *draft, us_str *out)
{
    const char *space = "";
    for (int i = 0; i < draft->steps; i++) {
        if (!draft->step[i].useless)
            continue;
        us_str_addf(out, "%s%s", space, draft->step[i].label);
        space = " ";
    }
}

void draft_conditions_text(const us_draft_condition *condition, int count, us_str *out)
{
    for (int i = 0; i < count; i++)
        us_str_addf(out, "%s%s", i ? "\n" : "", condition[i].text);
}
