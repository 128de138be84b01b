#include <stdio.h>
#include <string.h>

#include "base/parallel.h"
#include "base/sort.h"
#include "learn/draft.h"
#include "learn/learner.h"
#include "learn/outline.h"
#include "learn/remaining_plan.h"

/* The state of learning from one seat of a demonstration. */
typedef struct pupil {
    const us_demo *demo;
    const us_learner *learner;
    us_seat seat;
    us_goal_episodes *episodes;
    us_step_extractor *extractor;
    us_outlines *outlines;     /* where orders are relaxed */
    us_node squad;             /* the seat's, see learn/squads.h */
    bool squads;               /* the seat has one */
    us_remaining_plan *suffix; /* of all goal episodes */
    int *first;                /* by goal episode: its first suffix; one more ends */
    us_moments moments;
    const us_moment **begins; /* by goal episode: the moment of its first order */
    us_arena *arena;
} pupil;

/* ---- labels */

/* Rejects orders that name entity 0: no behavior may name it. */
static us_status check_names(const pupil *p, int ordinal, us_error *err)
{
    const us_log *log = p->episodes->log;
    int index = p->episodes->order[ordinal];
    const us_order *order = &log->orders.order[index];
    const us_action_def *action = &log->domain->action[order->action];
    bool sound = true;
    if (p->episodes->owner[ordinal] < 0 || log->line[index].refused != US_REASON_NONE)
        return US_OK;
    for (int i = 0; i < order->unit_count; i++)
        sound = sound && order->unit[i] > 0;
    for (int i = 0; i < action->param_count; i++)
        sound = sound && (action->param[i].kind != US_VALUE_ENTITY || order->arg[i] != 0);
    if (sound)
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, p->demo->file, log->line[index].line, 0,
                        "order %u of seat %d names entity 0: expected ids from 1",
                        (unsigned)order->id, p->seat);
}

static us_status check_labels(const pupil *p, us_error *err)
{
    const us_goal_episodes *episodes = p->episodes;
    us_learn_result *out = p->demo->out;
    out->orders += episodes->orders;
    out->unlabeled += episodes->unlabeled;
    for (int o = 0; o < episodes->orders; o++)
        US_TRY(check_names(p, o, err));
    for (int o = 0; o < episodes->orders && !p->demo->def->skip_unlabeled; o++) {
        const us_log *log = episodes->log;
        int withheld = out->seat[p->seat].withheld;
        if (episodes->owner[o] < 0)
            return us_error_set(err, US_BAD_INPUT, p->demo->file,
                                log->line[episodes->order[o]].line, 0,
                                "order %u of seat %d has no goal (%d of its %d orders have none): "
                                "expected each to have one; --unlabeled skip leaves them out%s",
                                (unsigned)log->orders.order[episodes->order[o]].id, p->seat,
                                episodes->unlabeled, episodes->orders,
                                withheld > 0 ? "; suggested goals do not count: accept them with "
                                               "annotate --accept, or learn with --suggested"
                                             : "");
    }
    int tops = 0;
    for (int i = 0; i < episodes->count; i++)
        tops += episodes->episode[i].parent < 0;
    if (tops > 1)
        us_remarks_add(&out->remarks, false, 0, 0,
                       "seat %d: %d goals have none above them: nothing tells how they go together",
                       p->seat, tops);
    return US_OK;
}

/* ---- states of cases: at the beginnings of goal episodes, and at suffixes */

static void list_suffixes(pupil *p)
{
    const us_goal_episodes *episodes = p->episodes;
    int total = 0;
    p->first = US_ARENA_ARRAY(p->arena, int, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++) {
        int most = episodes->episode[i].steps;
        total += most < US_SUFFIXES_MAX ? most : US_SUFFIXES_MAX;
    }
    /* Each call may write the maximum. */
    p->suffix = US_ARENA_ARRAY(p->arena, us_remaining_plan, total + US_SUFFIXES_MAX);
    for (int i = 0; i < episodes->count; i++)
        p->first[i + 1] =
            p->first[i] + us_remaining_plan_list(episodes, i, p->suffix + p->first[i]);
}

static void warn_unknown(const pupil *p)
{
    int asked = 0, unknown = 0;
    for (int i = 0; i < p->moments.count; i++) {
        asked += p->moments.item[i].asked;
        unknown += p->moments.item[i].asked && !p->moments.item[i].present;
    }
    p->demo->out->seen |= unknown < asked;
    if (unknown > 0 && p->demo->worlds)
        us_remarks_add(
            &p->demo->out->remarks, false, 0, 0,
            "seat %d: of the %d states that cases are about nobody knows %d: these cases "
            "have no features",
            p->seat, asked, unknown);
}

static void see_moments(pupil *p)
{
    const us_goal_episodes *episodes = p->episodes;
    p->begins = US_ARENA_ARRAY(p->arena, const us_moment *, episodes->count + 1);
    for (int i = 0; i < episodes->count; i++)
        p->begins[i] = us_moments_ask(&p->moments, episodes->episode[i].began);
    for (int i = 0; i < p->first[episodes->count]; i++) {
        us_remaining_plan *suffix = &p->suffix[i];
        const us_moment *moment = us_moments_ask(&p->moments, suffix->cycle);
        suffix->feature = moment->feature;
        suffix->present = moment->present;
        suffix->status = moment->status;
    }
    warn_unknown(p);
}

/* ---- behaviors */

static void remark(const pupil *p, const us_goal_episode *episode, const char *what)
{
    US_AUTOSTR(name);
    us_goal_print(p->demo->log->domain, &episode->instance->goal, &name);
    us_remarks_add(&p->demo->out->remarks, false, episode->instance->line, 0,
                   "goal %u of seat %d, %s: %s", (unsigned)episode->instance->id, p->seat,
                   name.text, what);
}

static void remark_number(const pupil *p, const us_goal_episode *episode, int number,
                          const char *what)
{
    char text[96];
    snprintf(text, sizeof(text), "%d %s", number, what);
    if (number > 0)
        remark(p, episode, text);
}

/* The behavior made from a goal episode. */
typedef struct result {
    us_template *made; /* NULL: it has no steps */
    us_faults faults;
    int crowded, unasked, silent; /* see us_draft */
} result;

/* A batch of goal episodes. */
enum { AT_ONCE = 512, TOGETHER = 16, TASKS = AT_ONCE / TOGETHER };
typedef struct batch {
    const pupil *pupil;
    int from, count;
    result *result;
    us_arena *arena[TASKS]; /* for drafts */
} batch;

/* Gives the draft its sights: the types present at the beginning and at suffixes. */
static void show_sights(const pupil *p, int index, us_draft *draft)
{
    int from = p->first[index], to = p->first[index + 1];
    const us_goal_episode *episode = &p->episodes->episode[index];
    const us_present *first = p->begins[index]->present;
    if (!first)
        return;
    us_draft_sight *sight = US_ARENA_ARRAY(draft->arena, us_draft_sight, to - from + 1);
    sight[draft->sights++] = (us_draft_sight){episode->from, first};
    for (int i = from; i < to; i++)
        if (p->suffix[i].present)
            sight[draft->sights++] = (us_draft_sight){p->suffix[i].at, p->suffix[i].present};
    draft->sight = sight;
}

/* Whether the goal episode has an order that harms, or a child has. */
static bool has_attack(const us_goal_episodes *episodes, int index)
{
    const us_goal_episode *episode = &episodes->episode[index];
    for (int i = 0; i < episode->steps; i++) {
        const us_step *step = &episode->step[i];
        if (step->kind == US_STEP_ACT ? step->harms : has_attack(episodes, step->episode))
            return true;
    }
    return false;
}

static void make_behavior(const pupil *p, int index, us_arena *arena, result *out)
{
    const us_learn_def *def = p->demo->def;
    us_draft *draft = us_draft_new(p->extractor, index, arena);
    if (p->outlines)
        us_outlines_apply(p->outlines, draft);
    show_sights(p, index, draft);
    if (def->relax)
        us_draft_relax(draft);
    const us_remaining_plan *suffix = p->suffix + p->first[index];
    int suffixes = p->first[index + 1] - p->first[index];
    if (def->conditions) {
        us_draft_infer_conditions(draft);
        us_draft_infer_suffix_conditions(draft, suffix, suffixes);
    }
    const us_goal_episode *episode = &p->episodes->episode[index];
    if (p->squads && episode->parent < 0 && has_attack(p->episodes, index))
        draft->squad = &p->squad;
    us_cycle next = 0;
    if (p->learner->cloning && index + 1 < p->episodes->count)
        next = episode[1].began > episode->began ? episode[1].began - episode->began : 1;
    us_origin origin = {.demo = p->demo->name,
                        .hash = p->demo->hash,
                        .map = p->demo->log->header->map,
                        .map_hash = p->demo->log->header->map_hash,
                        .seed = p->demo->log->header->seed,
                        .seeded = !(p->demo->log->header->unknown & US_TRACE_NO_SEED),
                        .learner = p->learner->name,
                        .feature = p->begins[index]->feature,
                        .suffix = suffix,
                        .suffixes = suffixes,
                        .next = next};
    out->made = us_draft_build(draft, &origin, &out->faults);
    out->crowded = draft->crowded;
    out->unasked = draft->unasked;
    out->silent = draft->silent;
}

static void make_some(void *context, int task)
{
    const batch *b = context;
    int end = task * TOGETHER + TOGETHER;
    us_arena *arena = b->arena[task];
    us_mark empty = us_arena_mark(arena);
    for (int i = task * TOGETHER; i < end && i < b->count; i++) {
        make_behavior(b->pupil, b->from + i, arena, &b->result[i]);
        us_arena_release(arena, empty);
    }
}

static us_status take_behavior(const pupil *p, int index, result *from, us_error *err)
{
    const us_goal_episode *episode = &p->episodes->episode[index];
    if (from->faults.count > 0)
        return us_error_set(err, US_FAILED, p->demo->labels, episode->instance->line, 0,
                            "goal %u makes no sound behavior: %.200s; %.150s",
                            (unsigned)episode->instance->id, from->faults.fault[0].what,
                            from->faults.fault[0].fix);
    if (!from->made) {
        remark(p, episode,
               episode->absorbed
                   ? "a goal above it is the same: the one right above has its steps, no behavior"
               : episode->spares > 0 ? episode->parent < 0
                                           ? "all its orders were refused and none is "
                                             "above it: no behavior, they are lost"
                                           : "all its orders were refused: no behavior"
                                     : "all its orders belong to smaller goals: no behavior");
        return US_OK;
    }
    us_brl_add(p->demo->out->brl, from->made);
    from->made = NULL;
    remark_number(p, episode, from->crowded, "names found no room among the slots of a behavior");
    remark_number(p, episode, from->unasked, "conditions found no room in a behavior");
    remark_number(p, episode, from->silent,
                  "steps are asked for nothing, they are of too many kinds");
    return US_OK;
}

/* Makes all behaviors, in batches, so that an interrupt is noticed. */
static us_status make_behaviors(const pupil *p, us_error *err)
{
    us_status status = US_OK;
    batch b = {.pupil = p, .result = US_NEW_ARRAY(result, AT_ONCE)};
    for (int i = 0; i < TASKS; i++)
        b.arena[i] = us_arena_new();
    for (; b.from < p->episodes->count && status == US_OK; b.from += AT_ONCE) {
        int left = p->episodes->count - b.from;
        b.count = left < AT_ONCE ? left : AT_ONCE;
        status = us_demo_check_stop(p->demo, err);
        if (status != US_OK)
            break;
        memset(b.result, 0, AT_ONCE * sizeof(*b.result));
        us_parallel_run((b.count + TOGETHER - 1) / TOGETHER, make_some, &b);
        for (int i = 0; i < b.count; i++) {
            if (status == US_OK)
                status = take_behavior(p, b.from + i, &b.result[i], err);
            us_template_free(b.result[i].made);
            us_faults_clear(&b.result[i].faults);
        }
    }
    for (int i = 0; i < TASKS; i++)
        us_arena_free(b.arena[i]);
    us_mem_free(b.result);
    return status;
}

/* Cloning and literal behaviors give the orders as they were: they have no squads. */
static us_status extract_steps(pupil *p, us_error *err)
{
    bool plain = p->learner->cloning || p->demo->out->literal;
    us_squad_watch *squads = plain ? NULL : us_squad_watch_new(p->demo->log->domain, p->seat);
    us_status status =
        us_demo_extract_steps(p->demo, p->extractor, squads, p->arena, &p->moments, err);
    p->squad = us_node_default(US_NODE_SQUAD);
    p->squads = status == US_OK && squads && us_squad_watch_finish(squads, &p->squad.squad);
    us_squad_watch_free(squads);
    return status;
}

static us_status learn_seat(pupil *p, us_error *err)
{
    US_TRY(check_labels(p, err));
    p->extractor = us_step_extractor_new(p->episodes);
    US_TRY(extract_steps(p, err));
    list_suffixes(p);
    see_moments(p);
    if (p->demo->def->relax)
        p->outlines = us_outlines_new(p->extractor);
    return make_behaviors(p, err);
}

/* Makes labels for cloning: one goal of all orders. It is the seat's instance of the top goal, or a
 * new one. */
static us_annotation *label_all(const us_demo *demo, us_seat seat)
{
    us_annotation *alone = us_annotation_new(demo->log->domain);
    us_span all = {0, UINT32_MAX};
    us_goal_instance top = {.id = 1,
                            .goal = us_goal_default(demo->log->domain),
                            .seat = seat,
                            .closed = -1,
                            .by = "",
                            .why = ""};
    us_goal_resolve_seats(demo->log->domain, &top.goal, seat, demo->log->header->seats);
    for (int i = demo->annotation->count - 1; i >= 0; i--) {
        const us_goal_instance *of = &demo->annotation->goal[i];
        if (of->seat == seat && us_goal_equal(demo->log->domain, &of->goal, &top.goal))
            top = *of;
    }
    top.parent = 0;
    top.span = &all;
    top.spans = 1;
    us_annotation_add(alone, &top);
    return alone;
}

static us_status learn(const us_demo *demo, const us_learner *learner, us_seat seat, us_error *err)
{
    us_goal_episodes_def def = {.nesting = learner->nesting,
                                .literal = demo->out->literal,
                                .most = learner->cloning ? 1 : 0};
    us_annotation *alone = learner->cloning ? label_all(demo, seat) : NULL;
    pupil p = {.demo = demo, .learner = learner, .seat = seat, .arena = us_arena_new()};
    p.episodes = us_goal_episodes_new(demo->log, alone ? alone : demo->annotation, seat, &def);
    us_status status = learn_seat(&p, err);
    us_outlines_free(p.outlines);
    us_step_extractor_free(p.extractor);
    us_goal_episodes_free(p.episodes);
    us_arena_free(p.arena);
    us_annotation_free(alone);
    return status;
}

const us_learner us_learner_goals = {
    "goals", "a goal is below the smallest that encloses it in time and has all its orders", learn,
    US_NEST_LABELS, false};
const us_learner us_learner_time = {
    "time", "a goal is below the smallest that encloses it in time, whatever the labels", learn,
    US_NEST_TIME, false};
const us_learner us_learner_orders = {
    "orders", "each step is a behavior for the top goal: cloning, without a plan", learn,
    US_NEST_TIME, true};
