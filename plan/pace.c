/* The pace of a demonstration: no step begins earlier than it was shown, unless nothing else is
 * being done. */
#include "plan/part.h"
#include "retrieve/likeness.h"

bool us_step_is_maintained(const us_template *template, const char *label)
{
    int at = us_template_find(template, label);
    const us_node *node = at < 0 ? NULL : &template->node[at];
    return node && node->kind == US_NODE_GOAL && node->what >= 0 &&
           us_pursued_kind(template->domain, node->what, node->pursue) == US_GOAL_MAINTAIN;
}

/* Else nothing is known of its pace: it was written by hand. */
static bool was_shown(const us_template *template, const us_known *known)
{
    for (int i = 0; i < template->node_count; i++)
        if (known->step[i].begin >= 0)
            return true;
    return false;
}

/* A step within another one (delay, retry, sequence) was shown when that was. */
static us_shown shown_around(const us_template *template, const us_known *known, int node)
{
    while (node >= 0 && known->step[node].begin < 0)
        node = template->node[node].parent;
    return node < 0 ? (us_shown){-1, -1} : known->step[node];
}

/* What is still to be done and begins first, is begun now: the others as long after it as they
 * were. What is maintained goes on where others are done already. */
static us_cycle first_shown(const us_template *template, const us_known *known, const us_fill *fill)
{
    us_cycle first = US_CYCLES_LIMIT;
    for (int i = 0; i < template->node_count; i++) {
        const char *label = template->node[i].label;
        us_cycle begin = known->step[i].begin;
        if (begin >= 0 && begin < first && !us_done_has(fill->done, fill->done_count, label) &&
            !(fill->done_count && us_step_is_maintained(template, label)))
            first = begin;
    }
    return first;
}

void us_pace_keep(us_plan *plan, us_acting *acting, const us_template *template,
                  const us_known *known, const us_fill *fill)
{
    us_cycle first = first_shown(template, known, fill), now = plan->view->world->now;
    bool any = was_shown(template, known);
    acting->nodes = template->node_count;
    acting->pace = US_ARENA_ARRAY(acting->arena, us_pace, acting->nodes);
    for (int i = 0; i < template->node_count; i++) {
        us_shown shown = shown_around(template, known, i);
        acting->pace[i] = (us_pace){.drop = US_NEVER, .added = any && shown.begin < 0};
        if (shown.begin > first)
            acting->pace[i].begin = now + shown.begin - first;
        if (shown.drop > first)
            acting->pace[i].drop = now + shown.drop - first;
    }
}

us_pace us_part_pace(const us_plan *plan, us_spot spot)
{
    const us_acting *acting = us_acting_find(plan, spot.frame);
    bool known = acting && acting->pace && spot.node < acting->nodes;
    return known ? acting->pace[spot.node] : (us_pace){.drop = US_NEVER};
}

/* What was added later was shown by nobody: it counts as shown when it was begun. */
us_rank us_part_rank(const us_plan *plan, us_spot spot)
{
    us_rank rank = {.depth = 0};
    us_cycle begin[US_RANK_DEPTH], born = 0;
    int depth = 0;
    for (; spot.frame; spot = us_run_above(plan->run, spot.frame)) {
        const us_part *part = us_part_find(plan, spot);
        us_pace pace = us_part_pace(plan, spot);
        born = part ? part->born : born; /* a tree that is called has no part */
        if (us_acting_find(plan, spot.frame))
            begin[depth++ % US_RANK_DEPTH] = pace.added ? born : pace.begin;
    }
    rank.depth = depth < US_RANK_DEPTH ? depth : US_RANK_DEPTH;
    for (int i = 0; i < rank.depth; i++)
        rank.begin[i] = begin[(depth - 1 - i) % US_RANK_DEPTH];
    return rank;
}

/* In the frame, or in what its leaves are filled with. */
static bool has_parts(const us_plan *plan, uint32_t frame)
{
    for (int i = 0; i < plan->parts; i++)
        for (us_spot at = plan->part[i]->spot; at.frame; at = us_run_above(plan->run, at.frame))
            if (at.frame == frame)
                return true;
    return false;
}

/* Something is being done, or waited for that will come. */
static bool is_done(const us_part *part)
{
    return part->spot.frame && !part->early && part->kind == US_NODE_ACT &&
           (part->step.state != US_STEP_WANTS || !part->step.busy);
}

static bool is_pursued(const us_plan *plan, const us_part *part)
{
    if (!part->spot.frame || part->early || part->kind != US_NODE_GOAL || part->pursuit.grace)
        return false;
    return !part->pursuit.held && (!part->pursuit.frame || !has_parts(plan, part->pursuit.frame));
}

static bool is_at_work(const us_plan *plan)
{
    for (int i = 0; i < plan->parts; i++) /* the cheaper question first */
        if (is_done(plan->part[i]))
            return true;
    for (int i = 0; i < plan->parts; i++)
        if (is_pursued(plan, plan->part[i]))
            return true;
    return false;
}

static us_cycle earlier(us_cycle at, us_cycle first, us_cycle now)
{
    return at == US_NEVER || at < first ? at : at - (first - now);
}

/* All that is still to come in the behavior, from `first` on, comes so much earlier that this is
 * now. */
static void advance(us_plan *plan, us_acting *acting, us_cycle first)
{
    us_cycle now = plan->view->world->now;
    for (int i = 0; i < acting->nodes; i++) {
        us_pace *pace = &acting->pace[i];
        if (pace->begin > now) /* what began keeps its rank */
            pace->begin = pace->begin < first ? now : earlier(pace->begin, first, now);
        pace->drop = earlier(pace->drop, first, now);
    }
    for (int i = 0; i < plan->parts; i++) {
        us_part *part = plan->part[i];
        if (part->spot.frame != acting->frame)
            continue;
        if (part->kind == US_NODE_GOAL && !part->early)
            part->pursuit.drop = earlier(part->pursuit.drop, first, now);
        if (part->kind == US_NODE_GOAL || part->early)
            us_run_wake(plan->run, part->spot);
    }
}

void us_pace_advance(us_plan *plan)
{
    us_acting *acting = NULL;
    us_cycle first = US_NEVER, now = plan->view->world->now;
    if (is_at_work(plan))
        return;
    for (int i = 0; i < plan->parts; i++) {
        const us_part *part = plan->part[i];
        us_cycle begin = part->early ? us_part_pace(plan, part->spot).begin : US_NEVER;
        if (part->spot.frame && begin > now && begin < first) {
            first = begin;
            acting = us_acting_find(plan, part->spot.frame);
        }
    }
    if (acting)
        advance(plan, acting, first);
}
