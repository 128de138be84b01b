/* Private to learn/: the state of the step extractor. steps.c joins orders to steps,
 * step_extractor.c describes the entities and cells that they name. */
#ifndef US_LEARN_EXTRACTOR_STATE_H
#define US_LEARN_EXTRACTOR_STATE_H

#include "learn/step_extractor.h"

/* A map from keys, mostly ids of entities, to numbers. */
typedef struct us_id_map {
    uint64_t *key; /* open addressing; 0: free */
    int *value;
    int slots, count;
} us_id_map;

void us_id_map_set(us_id_map *map, uint64_t key, int value); /* ignores key 0 */
int us_id_map_get(const us_id_map *map, uint64_t key, int otherwise);
void us_id_map_clear(us_id_map *map);

/* A step that is being made. */
typedef struct us_act {
    us_step_referents referents;
    us_referent *unit; /* the same as referents.unit */
    int unit_capacity;
    int episode;
    int first;      /* ordinal of its first accepted source */
    us_cycle last;  /* cycle of its last accepted source */
    int head, tail; /* sources: ordinals, linked */
    int sources;
    int next; /* next act of the same goal episode, or -1 */
} us_act;

/* The acts and refused orders of a goal episode. */
typedef struct us_goal_episode_course {
    int first, last; /* acts; -1 */
    int acts;
    int held; /* refused orders: ordinals, linked by held_next, the last one first; -1. An order
                 that became a source of a step has an act */
    us_referent *goal; /* by parameter; NULL before its first order */
} us_goal_episode_course;

/* A pending order to make something. */
typedef struct us_making {
    int ordinal, next; /* next: of its list, or -1 */
    us_id maker;
    int32_t cell; /* of the product; -1: beside its maker */
    us_box box;   /* of the maker */
    bool placed;  /* the box is known */
} us_making;

struct us_step_extractor {
    us_goal_episodes *episodes;
    us_arena *arena;
    us_act *act;
    int acts, capacity;
    us_goal_episode_course *course; /* by goal episode */
    int *act_of;                    /* by ordinal: index of its act, or -1 */
    bool *vain;                     /* by ordinal: taken back before it had an effect */
    int *next;                      /* by ordinal: the next source of its act, or -1 */
    int *held_next;  /* by ordinal: the previous refused order of its goal episode, or -1 */
    int *like_next;  /* by ordinal: the previous refused order of equal hash, or -1 */
    us_id_map like;  /* by hash of goal episode, action and arguments: last refused order, or -1 */
    us_id_map doing; /* by unit: the act of its last order; -1: of no goal episode */
    us_id_map
        last_act_of;  /* by goal episode and unit: the act of its last order of that goal episode */
    us_id_map made;   /* by entity: the ordinal of the order that made it */
    us_id_map born;   /* by entity: the first ordinal at which it was there, complete */
    int next_ordinal; /* the ordinal of the next order */
    us_making *making;
    int makings, making_capacity;
    int free_making; /* list of unused entries of `making`; -1: empty */
    int *pending;    /* by type: the oldest pending order; -1: none */
    us_map_frame frame;
    us_describer *describer;
    us_cycle framed; /* cycle of the frame; -1: there is no frame */
    int *begins;     /* goal episodes by their first order */
    int begun;       /* number of these that have begun */
    us_step *step;   /* result of the last us_step_extractor_list_acts */
};

static inline const us_order *us_step_extractor_get_order(const us_step_extractor *extractor,
                                                          int ordinal)
{
    return &extractor->episodes->log->orders.order[extractor->episodes->order[ordinal]];
}
static inline const us_log_line *us_step_extractor_get_line(const us_step_extractor *extractor,
                                                            int ordinal)
{
    return &extractor->episodes->log->line[extractor->episodes->order[ordinal]];
}

/* ---- step_extractor.c */

/* Describes the units and arguments of a new step. */
void us_step_extractor_begin_act(us_step_extractor *extractor, us_act *act, int ordinal,
                                 const us_view *view);
/* Adds the order's units to a step, with their descriptions. */
void us_step_extractor_add_units(us_step_extractor *extractor, us_act *act, int ordinal,
                                 const us_view *view);
/* Returns the entity that the order harms at the cell: a hostile one that the order's goal names,
 * else the nearest hostile one. 0: none within US_ANCHOR_WITHIN. */
us_id us_step_extractor_find_harmed(const us_step_extractor *extractor, int ordinal,
                                    const us_view *view, int32_t cell);
/* Describes the goals of goal episodes that begin with this order. */
void us_step_extractor_describe_goals(us_step_extractor *extractor, int ordinal,
                                      const us_view *view);
/* Notes an accepted order, if it makes something. */
void us_step_extractor_add_making(us_step_extractor *extractor, int ordinal, const us_view *view);

#endif
