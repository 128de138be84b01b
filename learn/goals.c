#include <stdio.h>
#include <string.h>

#include "base/crew.h"
#include "base/sort.h"
#include "learn/draft.h"
#include "learn/learner.h"
#include "learn/outline.h"
#include "learn/suffix.h"

/* One seat of a demonstration. */
typedef struct pupil {
    const us_demo *demo;
    const us_learner *learner;
    us_seat seat;
    us_lessons *lessons;
    us_scenes *scenes;
    us_outlines *outlines; /* where orders are relaxed */
    us_suffix *suffix;     /* of all lessons */
    int *first;            /* by lesson: its first suffix; one more ends */
    us_cycle *cycle;       /* of which features are known: ascending */
    int cycles;
    const int64_t *feature; /* by these; or NULL */
    const us_present *present;
    us_arena *arena;
} pupil;

/* ---- labels */

static us_status check_labels(const pupil *p, us_error *err)
{
    const us_lessons *lessons = p->lessons;
    us_learned *out = p->demo->out;
    out->orders += lessons->orders;
    out->unlabeled += lessons->unlabeled;
    for (int o = 0; o < lessons->orders && !p->demo->def->skip_unlabeled; o++) {
        const us_log *log = lessons->log;
        if (lessons->owner[o] < 0)
            return us_fail(err, US_BAD_INPUT, p->demo->file, log->line[lessons->order[o]].line, 0,
                           "order %u of seat %d has no goal (%d of its %d orders have none): "
                           "expected each to have one; --unlabeled skip leaves them out",
                           (unsigned)log->orders.order[lessons->order[o]].id, p->seat,
                           lessons->unlabeled, lessons->orders);
    }
    int tops = 0;
    for (int i = 0; i < lessons->count; i++)
        tops += lessons->lesson[i].parent < 0;
    if (tops > 1)
        us_remarks_add(&out->doubts, false, 0, 0,
                       "seat %d: %d goals have none above them: nothing tells how they go together",
                       p->seat, tops);
    return US_OK;
}

/* ---- watching: orders become steps */

static us_status watch(const pupil *p, us_error *err)
{
    const us_lessons *lessons = p->lessons;
    us_demo_events state = {.at = 0};
    const us_world *world = NULL;
    us_status status = US_OK;
    us_cycle last = -1;
    for (int o = 0; o < lessons->orders && status == US_OK; o++) {
        us_cycle cycle = lessons->log->line[lessons->order[o]].cycle;
        if (cycle != last) {
            status = us_demo_ask(p->demo, err);
            if (status == US_OK)
                status = us_demo_next(p->demo, &state, cycle, err);
            if (status == US_OK)
                status = us_demo_seen(p->demo, p->seat, cycle, &world, err);
            if (status != US_OK)
                break;
            us_scenes_events(p->scenes, state.events.event, state.events.count);
            last = cycle;
        }
        us_view view = {world, p->seat};
        us_scenes_order(p->scenes, o, world ? &view : NULL);
    }
    us_demo_events_clear(&state);
    return status;
}

static void add_spares(us_lessons *lessons, us_lesson *to, const us_lesson *from)
{
    int *all = US_ARENA_ARRAY(lessons->arena, int, to->spares + from->spares + 1);
    int count = 0, a = 0, b = 0;
    while (a < to->spares || b < from->spares) {
        bool mine = b == from->spares || (a < to->spares && to->spare[a] < from->spare[b]);
        all[count++] = mine ? to->spare[a++] : from->spare[b++];
    }
    to->spare = all;
    to->spares = count;
}

static void drop_step(us_lesson *above, int lesson)
{
    int kept = 0;
    for (int i = 0; i < above->steps; i++)
        if (above->step[i].kind != US_STEP_GOAL || above->step[i].lesson != lesson)
            above->step[kept++] = above->step[i];
    above->steps = kept;
}

/* A goal whose orders were all refused was not pursued: they are its parent's spare ones. Children
 * stand behind their parents, so going back settles them first. */
static void join(pupil *p)
{
    us_lessons *lessons = p->lessons;
    for (int i = 0; i < lessons->count; i++) {
        const us_step *act;
        us_lesson *lesson = &lessons->lesson[i];
        int acts = us_scenes_acts(p->scenes, i, &act);
        us_lesson_acts(lessons, i, act, acts);
        lesson->spares = us_scenes_spare(p->scenes, i, &lesson->spare);
    }
    us_lessons_absorb(lessons);
    for (int i = lessons->count - 1; i >= 0; i--) {
        us_lesson *lesson = &lessons->lesson[i];
        if (lesson->steps > 0 || lesson->spares == 0 || lesson->parent < 0)
            continue;
        add_spares(lessons, &lessons->lesson[lesson->parent], lesson);
        drop_step(&lessons->lesson[lesson->parent], i);
    }
    us_lessons_order(lessons);
}

/* ---- cases: where each begins, and from where there is less to do */

static void list_suffixes(pupil *p)
{
    const us_lessons *lessons = p->lessons;
    int total = 0;
    p->first = US_ARENA_ARRAY(p->arena, int, lessons->count + 1);
    for (int i = 0; i < lessons->count; i++) {
        int most = lessons->lesson[i].steps;
        total += most < US_SUFFIXES_MAX ? most : US_SUFFIXES_MAX;
    }
    /* Each call may write the maximum. */
    p->suffix = US_ARENA_ARRAY(p->arena, us_suffix, total + US_SUFFIXES_MAX);
    for (int i = 0; i < lessons->count; i++)
        p->first[i + 1] = p->first[i] + us_lesson_suffixes(lessons, i, p->suffix + p->first[i]);
}

static int by_cycle(const void *one, const void *two)
{
    us_cycle a = *(const us_cycle *)one, b = *(const us_cycle *)two;
    return (a > b) - (a < b);
}

static int find_cycle(const pupil *p, us_cycle cycle)
{
    int low = 0, high = p->cycles;
    while (low < high) {
        int middle = (low + high) / 2;
        if (p->cycle[middle] < cycle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const int64_t *features_at(const pupil *p, us_cycle cycle)
{
    size_t features = (size_t)p->demo->log->domain->feature_count;
    return p->feature ? p->feature + (size_t)find_cycle(p, cycle) * features : NULL;
}

static us_status see_features(pupil *p, us_error *err)
{
    const us_lessons *lessons = p->lessons;
    int suffixes = p->first[lessons->count], count = 0;
    int64_t *value = NULL;
    us_present *present = NULL;
    p->cycle = US_ARENA_ARRAY(p->arena, us_cycle, lessons->count + suffixes + 1);
    for (int i = 0; i < lessons->count; i++)
        p->cycle[count++] = lessons->lesson[i].began;
    for (int i = 0; i < suffixes; i++)
        p->cycle[count++] = p->suffix[i].cycle;
    us_sort(p->cycle, (size_t)count, sizeof(*p->cycle), by_cycle);
    for (int i = 0; i < count; i++)
        if (p->cycles == 0 || p->cycle[p->cycles - 1] != p->cycle[i])
            p->cycle[p->cycles++] = p->cycle[i];
    US_TRY(
        us_demo_features(p->demo, p->seat, p->cycle, p->cycles, p->arena, &value, &present, err));
    p->feature = value;
    p->present = present;
    for (int i = 0; i < suffixes; i++) {
        us_suffix *suffix = &p->suffix[i];
        suffix->feature = features_at(p, suffix->cycle);
        suffix->present = present ? &present[find_cycle(p, suffix->cycle)] : NULL;
    }
    return US_OK;
}

/* ---- behaviors */

static void doubt(const pupil *p, const us_lesson *lesson, const char *what)
{
    us_str name;
    us_str_init(&name);
    us_goal_print(p->demo->log->domain, &lesson->instance->goal, &name);
    us_remarks_add(&p->demo->out->doubts, false, lesson->instance->line, 0,
                   "goal %u of seat %d, %.120s: %s", (unsigned)lesson->instance->id, p->seat,
                   name.text, what);
    us_str_clear(&name);
}

/* What became of a lesson. */
typedef struct result {
    us_template *made; /* NULL: it has no steps */
    us_faults faults;
    int left_out, crowded;
} result;

/* Some lessons. */
typedef struct batch {
    const pupil *pupil;
    int from, count;
    result *result;
} batch;
enum { AT_ONCE = 512, TOGETHER = 16 };

static void make_behavior(const pupil *p, int index, us_arena *arena, result *out)
{
    const us_learn_def *def = p->demo->def;
    us_draft *draft = us_draft_new(p->lessons, index, p->scenes, p->demo->literal, arena);
    if (p->outlines)
        us_outlines_tell(p->outlines, draft);
    if (def->relax)
        us_draft_relax(draft);
    const us_suffix *suffix = p->suffix + p->first[index];
    int suffixes = p->first[index + 1] - p->first[index];
    if (def->conditions) {
        us_draft_conditions(draft);
        us_draft_remainders(draft, suffix, suffixes);
    }
    us_origin origin = {.demo = p->demo->name,
                        .hash = p->demo->hash,
                        .map = p->demo->log->header->map,
                        .learner = p->learner->name,
                        .feature = features_at(p, p->lessons->lesson[index].began),
                        .suffix = suffix,
                        .suffixes = suffixes};
    out->made = us_draft_build(draft, p->lessons, &origin, &out->faults);
    out->left_out = draft->left_out;
    out->crowded = draft->crowded;
}

/* Some lessons that follow each other share the memory for their drafts. */
static void make_some(void *context, int task)
{
    const batch *b = context;
    int end = task * TOGETHER + TOGETHER;
    us_arena *arena = us_arena_new();
    us_mark empty = us_arena_mark(arena);
    for (int i = task * TOGETHER; i < end && i < b->count; i++) {
        make_behavior(b->pupil, b->from + i, arena, &b->result[i]);
        us_arena_release(arena, empty);
    }
    us_arena_free(arena);
}

static us_status take_behavior(const pupil *p, int index, result *from, us_error *err)
{
    const us_lesson *lesson = &p->lessons->lesson[index];
    char text[96];
    if (from->faults.count > 0)
        return us_fail(err, US_FAILED, p->demo->labels, lesson->instance->line, 0,
                       "goal %u makes no sound behavior: %.200s; %.150s",
                       (unsigned)lesson->instance->id, from->faults.fault[0].what,
                       from->faults.fault[0].fix);
    if (!from->made) {
        doubt(p, lesson,
              lesson->absorbed     ? "the goal above it is the same and has its steps: no behavior"
              : lesson->spares > 0 ? "all its orders were refused: no behavior"
                                   : "all its orders belong to smaller goals: no behavior");
        return US_OK;
    }
    us_brl_add(p->demo->out->brl, from->made);
    from->made = NULL;
    if (from->left_out > 0) {
        snprintf(text, sizeof(text), "%d steps found no room in a behavior", from->left_out);
        doubt(p, lesson, text);
    }
    if (from->crowded > 0) {
        snprintf(text, sizeof(text), "%d names found no room among the slots of a behavior",
                 from->crowded);
        doubt(p, lesson, text);
    }
    return US_OK;
}

/* Batch by batch, so that an interrupt is seen. */
static us_status make_behaviors(const pupil *p, us_error *err)
{
    us_status status = US_OK;
    batch b = {.pupil = p, .result = US_NEW_ARRAY(result, AT_ONCE)};
    for (; b.from < p->lessons->count && status == US_OK; b.from += AT_ONCE) {
        int left = p->lessons->count - b.from;
        b.count = left < AT_ONCE ? left : AT_ONCE;
        status = us_demo_ask(p->demo, err);
        if (status != US_OK)
            break;
        memset(b.result, 0, AT_ONCE * sizeof(*b.result));
        us_crew_run((b.count + TOGETHER - 1) / TOGETHER, make_some, &b);
        for (int i = 0; i < b.count; i++) {
            if (status == US_OK)
                status = take_behavior(p, b.from + i, &b.result[i], err);
            us_template_free(b.result[i].made);
            us_faults_clear(&b.result[i].faults);
        }
    }
    us_free(b.result);
    return status;
}

static us_status learn_seat(pupil *p, us_error *err)
{
    US_TRY(check_labels(p, err));
    p->scenes = us_scenes_new(p->lessons, p->demo->literal);
    US_TRY(watch(p, err));
    join(p);
    list_suffixes(p);
    US_TRY(see_features(p, err));
    if (p->demo->def->relax)
        p->outlines = us_outlines_new(p->lessons, p->scenes, p->demo->def->literal);
    return make_behaviors(p, err);
}

static us_status learn(const us_demo *demo, const us_learner *learner, us_seat seat, us_error *err)
{
    pupil p = {.demo = demo, .learner = learner, .seat = seat, .arena = us_arena_new()};
    p.lessons = us_lessons_new(demo->log, demo->annotation, seat, (us_nesting)learner->variant);
    us_status status = learn_seat(&p, err);
    us_outlines_free(p.outlines);
    us_scenes_free(p.scenes);
    us_lessons_free(p.lessons);
    us_arena_free(p.arena);
    return status;
}

const us_learner us_learner_goals = {
    "goals", "a goal is below the smallest that encloses it in time and has all its orders", learn,
    US_NEST_LABELS};
const us_learner us_learner_time = {
    "time", "a goal is below the smallest that encloses it in time, whatever the labels", learn,
    US_NEST_TIME};
