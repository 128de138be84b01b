#include "behavior/runner.h"

static bool depends_on_event(const us_template *t, int index)
{
    const us_node *node = &t->node[index];
    if (node->kind == US_NODE_QUERY || node->kind == US_NODE_CHOOSE)
        return node->recheck == US_RECHECK_EVENT || node->score == US_SCORE_HINT;
    if (node->kind != US_NODE_STACKS && node->kind != US_NODE_MONITOR &&
        node->kind != US_NODE_MACHINE)
        return false;
    for (int i = index + 1; i < node->end; i++)
        if (t->node[i].kind == US_NODE_RULE && t->node[i].what >= US_RULE_EVENT)
            return true;
    return false;
}

#define BIT(kind) ((uint64_t)1 << US_NODE_##kind)

/* Kinds by what a tick needs of them. Sequences and the like that have settings of influence stand
 * in flags_of. */
static const uint64_t leaves = BIT(ACT) | BIT(GOAL) | BIT(QUERY),
                      halting = BIT(ORDER) | BIT(MONITOR) | BIT(MACHINE) | BIT(STATE) |
                                BIT(CHOOSE) | BIT(TIMEOUT) | BIT(STACKS) | BIT(SEQUENCE) |
                                BIT(SELECTOR),
                      cleaned = BIT(ACT) | BIT(GOAL) | BIT(QUERY) | BIT(CALL) | BIT(GUARD) |
                                BIT(MACHINE) | BIT(MONITOR) | BIT(STACKS),
                      /* the answer depends on those of the children alone */
    dependent = BIT(CHECK) | BIT(INVERT) | BIT(SUCCEED) | BIT(FAIL) | BIT(ORDER) | BIT(OPTION) |
                BIT(SQUAD) | BIT(SEQUENCE) | BIT(SELECTOR) | BIT(PARALLEL);

static uint8_t flags_of(const us_template *t, int index)
{
    const us_node *node = &t->node[index];
    uint64_t kind = (uint64_t)1 << node->kind;
    bool line = kind & (BIT(SEQUENCE) | BIT(SELECTOR)), listens = depends_on_event(t, index);
    bool locks = node->kind == US_NODE_PARALLEL && node->list_count > 0;
    bool cleans = (kind & cleaned) || (line && node->memory == US_MEMORY_NONE) || listens || locks;
    bool stays = node->memory == US_MEMORY_LATCH || node->memory == US_MEMORY_KEEP;
    bool alone = !(kind & dependent) || (line && stays) || locks;
    return (uint8_t)((cleans ? US_STEP_CLEANS : 0) | (kind & halting ? US_STEP_HALTS : 0) |
                     (listens ? US_STEP_LISTENS : 0) | (kind & leaves ? US_STEP_LEAF : 0) |
                     (alone ? US_STEP_ALONE : 0));
}

static us_program_step step_of(us_program *program, int index)
{
    const us_template *t = program->template;
    const us_node *node = &t->node[index];
    us_program_step step = {.kind = (uint8_t)node->kind,
                            .flags = flags_of(t, index),
                            .memory = (uint8_t)node->memory,
                            .parent = node->parent < 0 ? US_NO_NODE : (uint16_t)node->parent,
                            .end = (uint16_t)node->end,
                            .count = node->count,
                            .fail = node->fail};
    for (int i = index + 1; i < node->end; i = t->node[i].end)
        step.children += t->node[i].kind != US_NODE_RULE;
    if (node->kind == US_NODE_RETRY || node->kind == US_NODE_REPEAT ||
        node->kind == US_NODE_UNTIL_FAIL)
        step.memory = (uint8_t)node->rounds;
    if (node->kind == US_NODE_PARALLEL && node->count == 0)
        step.count = step.children;
    if (node->kind == US_NODE_STACKS) {
        step.count = program->stacks;
        program->stacks += node->list_count;
    }
    if (node->kind == US_NODE_CHECK || node->kind == US_NODE_RULE)
        us_assert(node->arg_count == 0 || node->arg[0].expr);
    step.level = node->kind == US_NODE_RULE && node->what <= US_RULE_ALWAYS && node->arg_count > 0;
    return step;
}

/* Lists the steps that each child of an order waits for, one list behind the other. */
static void list_before(us_program *program)
{
    const us_template *t = program->template;
    program->before = US_NEW_ARRAY(uint16_t, t->before_count + 1);
    for (int i = 0; i < t->before_count; i++)
        program->step[t->before[i].then].waits++;
    uint32_t at = 0;
    for (int i = 0; i < t->node_count; i++) {
        at += program->step[i].waits; /* end of the list, which is filled from its end */
        program->step[i].before = at;
    }
    for (int i = 0; i < t->before_count; i++) {
        us_program_step *then = &program->step[t->before[i].then];
        program->before[--then->before] = (uint16_t)t->before[i].first;
    }
}

static void list_uses(us_program *program)
{
    const us_template *t = program->template;
    program->conditions = t->when_count + t->alive_count;
    program->uses = US_NEW_ARRAY(us_slots, program->conditions + 1);
    for (int i = 0; i < program->conditions; i++) {
        const us_expr *condition = us_program_condition(program, i)->expr;
        us_assert(condition);
        for (int slot = 0; slot < t->slot_count; slot++)
            if (us_expr_has_slot(condition, slot))
                us_slots_add(&program->uses[i], slot);
    }
}

/* Hashes the shared slots. Templates of one file share the slots of its head. A library keeps each
 * behavior apart, but with that head, so equal heads mean one blackboard. */
static us_hash hash_board(const us_template *t)
{
    us_hash hash = us_hash_add(US_HASH_START, (uint64_t)t->shared);
    for (int i = 0; i < t->shared; i++) {
        hash = us_hash_add_text(us_hash_add(hash, t->slot[i].slot.kind), t->slot[i].slot.name);
        hash = us_hash_add_text(hash, t->slot[i].initial ? t->slot[i].initial->text : "");
    }
    return hash;
}

us_program *us_program_new(const us_template *template)
{
    us_program *program = US_NEW(us_program);
    us_assert(template->node_count > 0 && template->node_count < US_NO_NODE);
    program->template = template;
    program->step = US_NEW_ARRAY(us_program_step, template->node_count);
    for (int i = 0; i < template->node_count; i++)
        program->step[i] = step_of(program, i);
    list_before(program);
    list_uses(program);
    program->board = hash_board(template);
    return program;
}

void us_program_free(us_program *program)
{
    if (!program)
        return;
    us_mem_free(program->step);
    us_mem_free(program->before);
    us_mem_free(program->uses);
    us_mem_free(program);
}

const us_template *us_program_template(const us_program *program)
{
    return program->template;
}

void us_program_set_tag(us_program *program, int tag)
{
    program->tag = tag;
}
