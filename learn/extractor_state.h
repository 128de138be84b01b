/* Private to learn/: what the pass keeps while it goes. steps.c joins orders to steps, step
 * extractor.c describes what they name. */
#ifndef US_LEARN_EXTRACTOR_STATE_H
#define US_LEARN_EXTRACTOR_STATE_H

#include "learn/step_extractor.h"

/* Numbers by a key, mostly an entity's id. */
typedef struct us_id_map {
    uint64_t *key; /* open addressing; 0: free */
    int *value;
    int slots, count;
} us_id_map;

void us_id_map_set(us_id_map *map, uint64_t key, int value); /* of key 0 nothing is kept */
int us_id_map_get(const us_id_map *map, uint64_t key, int otherwise);
void us_id_map_clear(us_id_map *map);

/* A step in the making. */
typedef struct us_act {
    us_step_referents referents;
    us_referent *unit; /* the same as scene.unit */
    int unit_capacity;
    int episode;
    int first;      /* ordinal of its first source that was taken */
    us_cycle last;  /* when its last source that was taken was given */
    int head, tail; /* sources: ordinals, linked */
    int sources;
    int next; /* of the same goal episode, or -1 */
} us_act;

/* Of a goal episode. */
typedef struct us_goal_episode_course {
    int first, last; /* acts; -1 */
    int acts;
    int held; /* refused orders: ordinals, linked by held_next, the last one first; -1. Those
                 that got into a step have an act */
    us_referent *goal; /* by parameter; NULL: its first order wasn't given yet */
} us_goal_episode_course;

/* An order that shall make something and has not yet. */
typedef struct us_making {
    int ordinal, next; /* -1 */
    us_id maker;
    int32_t cell; /* where; -1: beside its maker */
    us_box box;   /* of its maker */
    bool placed;  /* the box is known */
} us_making;

struct us_step_extractor {
    us_goal_episodes *episodes;
    us_arena *arena;
    us_act *act;
    int acts, capacity;
    us_goal_episode_course *course; /* by goal episode */
    int *act_of;                    /* by ordinal: -1: in none */
    bool *vain;                     /* by ordinal: taken back before anything came of it */
    int *next;                      /* by ordinal: the next of its list, or -1 */
    int *held_next;  /* by ordinal: the refused order of its goal episode before it, or -1 */
    int *like_next;  /* by ordinal: the refused order before it that may be the same, or -1 */
    us_id_map like;  /* by what an order of a goal episode says: its last refused order; -1 */
    us_id_map doing; /* by unit: the act of its last order; -1: of no goal episode */
    us_id_map
        told_of;    /* by goal episode and unit: the act of its last order of that goal episode */
    us_id_map made; /* by entity: the ordinal of the order that made it */
    us_id_map born; /* by entity: the first ordinal at which it was there, complete */
    int told;       /* the ordinal of the next order */
    us_making *making;
    int makings, making_capacity;
    int free_making; /* list of those that are done with; -1 */
    int *pending;    /* by type: the oldest; -1 */
    us_frame frame;
    us_describer *describer;
    us_cycle framed; /* the frame is of this cycle; -1: of none */
    int *begins;     /* goal episodes by their first order */
    int begun;       /* how many of these have begun */
    us_step *step;   /* what us_step_extractor_acts answered last */
};

static inline const us_order *us_step_extractor_taken(const us_step_extractor *extractor,
                                                      int ordinal)
{
    return &extractor->episodes->log->orders.order[extractor->episodes->order[ordinal]];
}
static inline const us_log_line *us_step_extractor_line(const us_step_extractor *extractor,
                                                        int ordinal)
{
    return &extractor->episodes->log->line[extractor->episodes->order[ordinal]];
}

/* ---- step extractor.c */
/* Describes units and arguments of a new step. */
void us_step_extractor_begin(us_step_extractor *extractor, us_act *act, int ordinal,
                             const us_view *view);
/* Further units. */
void us_step_extractor_join(us_step_extractor *extractor, us_act *act, int ordinal,
                            const us_view *view);
/* Who is harmed at that cell, for the goal episode of that order: whom its goal names, else the
 * nearest of another seat; 0: nobody within US_ANCHOR_WITHIN. */
us_id us_step_extractor_harmed(const us_step_extractor *extractor, int ordinal, const us_view *view,
                               int32_t cell);
/* The goals of goal episodes that begin with this order. */
void us_step_extractor_goals(us_step_extractor *extractor, int ordinal, const us_view *view);
/* The order was taken and makes something. */
void us_step_extractor_making(us_step_extractor *extractor, int ordinal, const us_view *view);

#endif
