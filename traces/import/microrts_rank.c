/* Who was told earlier steps earlier: the game's folder has it so, as the bots do. So the list of
 * what is asked for in a cycle tells when whose order was given. */
#include "base/sort.h"
#include "traces/import/microrts_orders.h"

enum {
    KEY_BITS = 40,  /* of a rank; the upper ones are the moment */
    NEIGHBORS = 64, /* of a list, whose ranks are looked at */
};

bool us_microrts_was_there(const us_seeker *s, us_id id, int moment)
{
    const us_microrts_moment *then = &s->m->moment.item[moment];
    const us_microrts_who *list = us_microrts_units(s->m, then);
    int at = us_sort_place(id, list, then->units, sizeof(*list));
    return at < then->units && list[at].id == id;
}

int64_t us_microrts_key(int step)
{
    return (int64_t)step * US_RANK_ROOM + US_RANK_ROOM / 2;
}

static int64_t place_of(int moment, int step)
{
    return (int64_t)moment << KEY_BITS | us_microrts_key(step);
}

/* Does the rank of the unit of step k count for that of step index? Those of buildings are given
 * anew whenever they make something. */
static bool is_rival(const us_seeker *s, int k, int index)
{
    const us_microrts_step *list = s->m->step.item;
    if (k == index || list[k].type == US_MICRORTS_WAIT || s->track[list[k].unit].rank < 0)
        return false;
    const us_track *t = &s->track[list[k].unit];
    if (k > index && t->guess.count > 0 && us_microrts_best(t)->gone >= 0)
        return false; /* its next order may be told in this cycle, too */
    const us_microrts_who *other = &s->unit[us_microrts_index(s, list[k].unit)];
    return other->owner == s->unit[us_microrts_index(s, list[index].unit)].owner &&
           s->m->type[other->type].can[3];
}

/* Who steps before whom tells who was told first: would the rank fit into the list? */
static bool is_rank(us_seeker *s, int index, int64_t rank)
{
    const us_microrts_step *list = s->m->step.item;
    int end = s->moment->step + s->moment->steps;
    int first = index - NEIGHBORS > s->moment->step ? index - NEIGHBORS : s->moment->step;
    for (int k = first; k < end && k < index + NEIGHBORS; k++) {
        const us_track *other = &s->track[list[k].unit];
        if (is_rival(s, k, index) && (k < index ? other->rank > rank : other->rank < rank))
            return false;
    }
    return true;
}

static void be_unsure(us_track *t, int moment, int64_t key, int64_t rank)
{
    t->unsure = US_RANK_OPEN;
    t->other_moment = moment;
    t->other_key = key;
    t->other_rank = rank;
}

/* A later list tells better when it was told. */
void us_microrts_think_again(us_seeker *s, int index, us_track *t)
{
    if (t->unsure == US_RANK_NONE || is_rank(s, index, t->rank) ||
        !is_rank(s, index, t->other_rank))
        return;
    for (int k = t->asked; k != US_RANK_NONE; k = s->m->order.item[k].before)
        s->m->order.item[k].maybe = false;
    if (t->asked != US_RANK_NONE) {
        t->rank = t->other_rank;
        t->asked = t->unsure = US_RANK_NONE;
        return;
    }
    us_microrts_order *order = t->unsure == US_RANK_OPEN ? NULL : &s->m->order.item[t->unsure];
    if (order && order->target && !us_microrts_was_there(s, order->target, t->other_moment))
        return;
    us_microrts_order was = order ? *order : (us_microrts_order){.moment = t->moment};
    if (order) {
        order->moment = t->other_moment;
        order->key = t->other_key;
    } else {
        was.moment = t->early < 0 ? t->moment : t->early;
        was.key = t->early < 0 ? t->key : (int64_t)s->m->moment.item[t->early].step * US_RANK_ROOM;
        t->early = t->early < 0 ? t->other_moment : -1;
    }
    int64_t rank = t->rank;
    t->rank = t->other_rank;
    be_unsure(t, was.moment, was.key, rank);
    t->unsure = order ? was.number : US_RANK_OPEN;
}

/* Whose order ended in the midst of a step was told the next one at once, and keeps its rank, or
 * was told it when the step was done. */
void us_microrts_find_rank(us_seeker *s, int i, int index, us_track *t)
{
    int64_t next = place_of(s->at, index);
    bool moves = s->m->type[s->unit[i].type].can[3];
    t->chained = moves && t->chain != US_RANK_NONE;
    if (t->chained) {
        t->asked = t->chain;
        t->chain = US_RANK_NONE;
        be_unsure(t, s->at, us_microrts_key(index), t->chain_rank);
        t->rank = next;
        t->ranked = US_RANK_OPEN;
        t->told_waiting = s->m->step.item[index].type == US_MICRORTS_WAIT;
        return;
    }
    if (moves && t->rank >= 0 && (t->goes_on || t->freed == s->at))
        return;
    if (moves && t->rank >= 0 && t->freed >= 0 && t->freed < s->at && t->midst) {
        bool keeps = is_rank(s, index, t->rank), late = is_rank(s, index, next);
        bool tells = s->m->step.item[index].type != US_MICRORTS_WAIT;
        if (tells && keeps != late ? keeps : s->m->type[s->unit[i].type].can[2]) {
            t->early = t->freed;
            t->asked = US_RANK_NONE;
            be_unsure(t, s->at, us_microrts_key(index), next);
            return;
        }
        be_unsure(t, t->freed, (int64_t)s->m->moment.item[t->freed].step * US_RANK_ROOM, t->rank);
    } else {
        t->unsure = US_RANK_NONE;
    }
    t->asked = US_RANK_NONE;
    t->rank = next;
    t->ranked = US_RANK_OPEN;
    t->told_waiting = s->m->step.item[index].type == US_MICRORTS_WAIT;
}

/* Who waited when it was told is at the end of that list; those behind it now tell where it was. */
void us_microrts_move_up(us_seeker *s, int index, us_track *t)
{
    const us_microrts_step *list = s->m->step.item;
    int end = s->moment->step + s->moment->steps;
    int64_t first = t->rank;
    for (int k = index + 1; t->told_waiting && k < end && k < index + NEIGHBORS; k++) {
        const us_track *other = &s->track[list[k].unit];
        if (is_rival(s, k, index) && other->rank < first &&
            other->rank >> KEY_BITS == t->rank >> KEY_BITS)
            first = other->rank - 1;
    }
    if (first == t->rank)
        return;
    t->rank = first;
    int64_t key = first & (((int64_t)1 << KEY_BITS) - 1);
    if (t->ranked == US_RANK_OPEN)
        t->key = key;
    else
        s->m->order.item[t->ranked].key = key;
}
