#include "behavior/runner.h"

#include <string.h>

enum { IDLE = -1, NOBODY = 0 };

static const int64_t HINT = 4 * US_SCORE_MOST; /* above any score of a host */
static const int64_t OUT = INT64_MIN;

/* ---- scores */

static int64_t within(int64_t score)
{
    return score < -US_SCORE_MOST ? -US_SCORE_MOST : score > US_SCORE_MOST ? US_SCORE_MOST : score;
}

static int64_t score_of(us_run *run, us_run_frame *f, int choose, int child, int place)
{
    const us_node *at = us_run_frame_node(f, choose), *option = us_run_frame_node(f, child);
    int64_t sum = 0;
    switch (at->score) {
    case US_SCORE_ORDER:
        return f->program->step[choose].children - place;
    case US_SCORE_P:
    case US_SCORE_UTILITY:
    case US_SCORE_EMOTION: /* risk + time + plan; the least is the best */
        for (int i = 0; i < option->arg_count; i++)
            sum += within(us_expr_eval(option->arg[i].expr, run->view, &f->binding));
        return at->score == US_SCORE_EMOTION ? -sum : sum;
    default:
        if (run->host.score)
            sum = within(run->host.score(run->context, run, us_node_ref_from_frame(f, child)));
        return f->node[child].flags & US_HINTED ? sum + HINT : sum;
    }
}

/* Lists the scores by place; failed candidates are out. Picks work on a copy behind the list.
 * Returns the number of candidates left. */
static int list_scores(us_run *run, us_run_frame *f, int choose)
{
    const us_program_step *all = f->program->step;
    int place = 0, left = 0;
    while (run->score_room < 2 * all[choose].children) {
        run->score_room = run->score_room ? 2 * run->score_room : 16;
        run->score = us_mem_realloc(run->score, (size_t)run->score_room * sizeof *run->score);
    }
    for (int i = choose + 1; i < all[choose].end; i = all[i].end, place++) {
        bool out = f->node[i].flags & US_FIRED;
        run->score[place] = out ? OUT : score_of(run, f, choose, i, place);
        left += !out;
    }
    memcpy(run->score + place, run->score, (size_t)place * sizeof *run->score);
    return left;
}

/* ---- picks: a place, or -1 */

static int best(const int64_t *score, int count)
{
    int found = -1;
    for (int i = 0; i < count; i++)
        if (score[i] != OUT && (found < 0 || score[i] > score[found]))
            found = i;
    return found;
}

/* Picks with probabilities a, (1 - a) a, (1 - a)^2 a, ... from the best on; the last candidate gets
 * the rest. */
static int geometric(us_run *run, int64_t *score, int count, int left, int share)
{
    int at = best(score, count);
    while (left-- > 1 && !us_rng_next_bool(&run->rng, (uint32_t)share, 100)) {
        score[at] = OUT;
        at = best(score, count);
    }
    return at;
}

static uint64_t draw(us_rng *rng, uint64_t bound)
{
    uint64_t most = UINT64_MAX - UINT64_MAX % bound, value;
    do {
        uint64_t high = us_rng_next(rng);
        value = high << 32 | us_rng_next(rng);
    } while (value >= most);
    return value % bound;
}

/* Picks in proportion to the scores: shares of `total`, or of their sum if that is larger. Scores
 * that only rank begin at 1. Returns `count` if the draw falls into the unused rest, -1 if all
 * shares are 0. */
static int proportional(us_run *run, int64_t *score, int count, bool ranks, uint64_t total)
{
    int64_t least = INT64_MAX;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        if (score[i] != OUT && score[i] < least)
            least = score[i];
    for (int i = 0; i < count; i++) {
        int64_t weight = score[i] == OUT ? 0 : ranks ? score[i] - least + 1 : score[i];
        score[i] = weight < 0 ? 0 : weight;
        sum += (uint64_t)score[i];
    }
    total = total > sum ? total : sum;
    if (total == 0)
        return -1;
    uint64_t drawn = draw(&run->rng, total);
    for (int i = 0; i < count; i++) {
        if (drawn < (uint64_t)score[i])
            return i;
        drawn -= (uint64_t)score[i];
    }
    return count;
}

/* Returns a child, IDLE or NOBODY. */
static int pick(us_run *run, us_run_frame *f, int choose)
{
    const us_node *at = us_run_frame_node(f, choose);
    const us_program_step *all = f->program->step;
    int count = all[choose].children, left = list_scores(run, f, choose);
    bool ranks = at->score == US_SCORE_ORDER || at->score == US_SCORE_EMOTION;
    int64_t *score = run->score + count;
    if (left == 0)
        return NOBODY;
    int place = at->pick == US_PICK_GEOMETRIC       ? geometric(run, score, count, left, at->share)
                : at->pick == US_PICK_PROPORTIONAL  ? proportional(run, score, count, ranks, 0)
                : at->pick == US_PICK_RESIDUAL_IDLE ? proportional(run, score, count, ranks, 100)
                                                    : best(score, count);
    if (place < 0)
        return NOBODY;
    if (place == count)
        return IDLE;
    int child = choose + 1;
    while (place-- > 0)
        child = all[child].end;
    return child;
}

/* ---- running */

static void forget_failures(us_run_frame *f, int node)
{
    const us_program_step *all = f->program->step;
    for (int i = node + 1; i < all[node].end; i = all[i].end)
        f->node[i].flags &= (uint8_t)~US_FIRED;
}

static int labeled(const us_run_frame *f, int choose, const char *label)
{
    const us_program_step *all = f->program->step;
    for (int i = choose + 1; i < all[choose].end; i = all[i].end)
        if (strcmp(us_run_frame_node(f, i)->label, label) == 0)
            return i;
    return NOBODY;
}

bool us_choose_apply_hint(us_run_frame *f, int choose, const char *event)
{
    const us_program_step *all = f->program->step;
    const us_node *at = us_run_frame_node(f, choose);
    if (f->node[choose].flags & US_DORMANT)
        return false;
    int child = at->score == US_SCORE_HINT ? labeled(f, choose, event) : NOBODY;
    if (child == NOBODY)
        return at->recheck == US_RECHECK_EVENT;
    for (int i = choose + 1; i < all[choose].end; i = all[i].end)
        f->node[i].flags &= (uint8_t)~US_HINTED;
    f->node[child].flags = (uint8_t)((f->node[child].flags & ~US_FIRED) | US_HINTED);
    return true;
}

/* Visits a candidate. A hinted candidate that fails at once refuses the hint. */
static us_answer visit_candidate(us_run *run, us_run_frame *f, int node, int child)
{
    bool asked = (f->node[child].flags & US_HINTED) && f->node[child].answer != US_RUNNING;
    us_answer answer = us_node_visit_child(run, f, node, child);
    if (asked && answer == US_FAILURE) {
        us_run_report_notice(run, f, child, US_REFUSES);
        us_run_emit(run, US_REFUSED, NULL);
    }
    return answer;
}

static int place_of(const us_run_frame *f, int choose, int child)
{
    const us_program_step *all = f->program->step;
    int place = 0;
    for (int i = choose + 1; i < child; i = all[i].end)
        place++;
    return place;
}

/* Compares two candidates by the scores listed for the pick. */
static bool better(const us_run *run, const us_run_frame *f, int choose, int child, int than)
{
    const us_node *at = us_run_frame_node(f, choose);
    int64_t a = run->score[place_of(f, choose, child)], b = run->score[place_of(f, choose, than)];
    bool drawn = at->pick != US_PICK_FIRST && at->pick != US_PICK_ARGMAX && at->hysteresis == 0;
    return (drawn || a > b + at->hysteresis) && (at->interrupt == 0 || a > at->interrupt);
}

static void take(us_run_frame *f, int choose, int child)
{
    us_node_state *state = &f->node[choose];
    state->cursor = (uint16_t)child;
    state->count = us_run_frame_node(f, choose)->again;
    state->inside = 0;
}

/* Waits for the next cycle after a failed try or a draw of nothing, whatever event comes in this
 * cycle. */
static us_answer hold_on(us_run *run, us_node_state *state)
{
    state->inside = 1 + (uint32_t)run->now;
    us_node_state_wake_at(run, state, run->now + 1);
    return US_RUNNING;
}

/* Resumes the best of the interrupted candidates. Returns false if there is none. */
static bool resume(us_run *run, us_run_frame *f, int choose)
{
    const us_program_step *all = f->program->step;
    int found = NOBODY, place = 0;
    int64_t most = 0;
    for (int i = choose + 1; i < all[choose].end; i = all[i].end, place++) {
        if (f->node[i].answer != US_RUNNING || !(f->node[i].flags & US_DORMANT))
            continue;
        int64_t score = score_of(run, f, choose, i, place);
        if (found == NOBODY || score > most) {
            found = i;
            most = score;
        }
    }
    if (found == NOBODY)
        return false;
    take(f, choose, found);
    us_node_set_dormant(run, f, found, false);
    return true;
}

/* Lets the child take over from the running candidate. */
static void replace(us_run *run, us_run_frame *f, int choose, int child)
{
    int now = f->node[choose].cursor;
    bool slept = f->node[child].flags & US_DORMANT;
    if (us_run_frame_node(f, choose)->interrupt > 0)
        us_node_set_dormant(run, f, now, true);
    else
        us_node_halt(run, f, now);
    take(f, choose, child);
    if (slept)
        us_node_set_dormant(run, f, child, false);
}

/* Lets a better candidate take over from the running one. */
static us_answer reconsider(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    if (us_run_frame_node(f, node)->pick == US_PICK_FIRST)
        forget_failures(f, node);
    for (;;) {
        int child = pick(run, f, node), now = state->cursor;
        if (child <= 0 || child == now || !better(run, f, node, child, now))
            return US_RUNNING;
        bool slept = f->node[child].answer == US_RUNNING;
        us_answer answer = slept ? US_RUNNING : visit_candidate(run, f, node, child);
        if (answer == US_SUCCESS)
            return us_run_frame_node(f, node)->interrupt > 0 ? US_RUNNING : US_SUCCESS;
        if (answer == US_RUNNING) {
            replace(run, f, node, child);
            return US_RUNNING;
        }
        f->node[child].flags |= US_FIRED;
    }
}

static us_answer go_on(us_run *run, us_run_frame *f, int node)
{
    us_node_state *state = &f->node[node];
    if (state->inside == 1 + (uint32_t)run->now)
        return hold_on(run, state);
    for (;;) {
        if (!state->cursor) {
            int child = pick(run, f, node);
            if (child == NOBODY)
                return US_FAILURE;
            if (child == IDLE)
                return hold_on(run, state);
            take(f, node, child);
        }
        us_answer answer = visit_candidate(run, f, node, state->cursor);
        if (answer == US_RUNNING || (answer == US_SUCCESS && !resume(run, f, node)))
            return answer;
        if (answer == US_SUCCESS)
            continue;
        if (state->count > 0) { /* tries the same candidate again */
            state->count--;
            return hold_on(run, state);
        }
        f->node[state->cursor].flags |= US_FIRED;
        if (!resume(run, f, node))
            state->cursor = 0;
    }
}

/* Returns whether the host has woken an act of the running candidate: the act may have ended. */
static bool may_have_ended(const us_run *run, const us_run_frame *f, int node)
{
    const us_program_step *all = f->program->step;
    for (int i = node; i < all[node].end; i++) {
        const us_node_state *state = &f->node[i];
        if (state->answer != US_RUNNING || (state->flags & US_DORMANT))
            continue;
        const us_run_frame *below = us_run_frame_child(run, f, i);
        if ((all[i].kind == US_NODE_ACT && (state->flags & US_WOKEN)) ||
            (below && may_have_ended(run, below, 0)))
            return true;
    }
    return false;
}

us_answer us_node_visit_choose(us_run *run, us_run_frame *f, int node, bool begins)
{
    us_node_state *state = &f->node[node];
    int recheck = us_run_frame_node(f, node)->recheck, child = begins ? 0 : state->cursor;
    bool woken = state->flags & US_WOKEN;
    bool due = child && (recheck == US_RECHECK_TICK || (recheck == US_RECHECK_EVENT && woken));
    state->flags &= (uint8_t)~US_WOKEN;
    if (begins) {
        forget_failures(f, node);
        state->cursor = 0;
        state->inside = 0;
        if (f->program->step[node].flags & US_STEP_LISTENS)
            us_listener_add(run, f, node);
    } else if (due && may_have_ended(run, f, child)) { /* an ended one is not replaced */
        us_answer answer = go_on(run, f, node);
        due = state->cursor == child && f->node[child].answer == US_RUNNING;
        if (answer != US_RUNNING)
            return answer;
    }
    if (due) {
        us_answer answer = reconsider(run, f, node);
        if (answer != US_RUNNING)
            return answer;
    }
    us_answer answer = go_on(run, f, node);
    if (answer == US_RUNNING && recheck == US_RECHECK_TICK)
        us_node_state_wake_at(run, state, run->now + 1);
    return answer;
}
