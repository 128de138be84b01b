/* Private to learn/: what the pass keeps while it goes. steps.c joins orders to steps, scenes.c
 * describes what they name. */
#ifndef US_LEARN_SCENE_H
#define US_LEARN_SCENE_H

#include "learn/scenes.h"

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
    us_scene scene;
    us_seen *unit; /* the same as scene.unit */
    int unit_capacity;
    int lesson;
    int first;      /* ordinal of its first source that was taken */
    us_cycle last;  /* when its last source that was taken was given */
    int head, tail; /* sources: ordinals, linked */
    int sources;
    int next; /* of the same lesson, or -1 */
} us_act;

/* Of a lesson. */
typedef struct us_lesson_course {
    int first, last; /* acts; -1 */
    int acts;
    int held;      /* refused orders: ordinals, linked by held_next, the last one first; -1. Those
                      that got into a step have an act */
    us_seen *goal; /* by parameter; NULL: its first order wasn't given yet */
} us_lesson_course;

/* An order that shall make something and has not yet. */
typedef struct us_making {
    int ordinal, next; /* -1 */
    us_id maker;
    int32_t cell; /* where; -1: beside its maker */
    us_box box;   /* of its maker */
    bool placed;  /* the box is known */
} us_making;

struct us_scenes {
    us_lessons *lessons;
    us_arena *arena;
    us_act *act;
    int acts, capacity;
    us_lesson_course *course; /* by lesson */
    int *act_of;              /* by ordinal: -1: in none */
    bool *vain;               /* by ordinal: taken back before anything came of it */
    int *next;                /* by ordinal: the next of its list, or -1 */
    int *held_next;           /* by ordinal: the refused order of its lesson before it, or -1 */
    int *like_next;    /* by ordinal: the refused order before it that may be the same, or -1 */
    us_id_map like;    /* by what an order of a lesson says: its last refused order; -1 */
    us_id_map doing;   /* by unit: the act of its last order; -1: of no lesson */
    us_id_map told_of; /* by lesson and unit: the act of its last order of that lesson */
    us_id_map made;    /* by entity: the ordinal of the order that made it */
    us_id_map born;    /* by entity: the first ordinal at which it was there, complete */
    int told;          /* the ordinal of the next order */
    us_making *making;
    int makings, making_capacity;
    int free_making; /* list of those that are done with; -1 */
    int *pending;    /* by type: the oldest; -1 */
    us_frame frame;
    us_describer *describer;
    us_cycle framed; /* the frame is of this cycle; -1: of none */
    int *begins;     /* lessons by their first order */
    int begun;       /* how many of these have begun */
    us_step *step;   /* what us_scenes_acts answered last */
};

static inline const us_order *us_scenes_taken(const us_scenes *scenes, int ordinal)
{
    return &scenes->lessons->log->orders.order[scenes->lessons->order[ordinal]];
}
static inline const us_log_line *us_scenes_line(const us_scenes *scenes, int ordinal)
{
    return &scenes->lessons->log->line[scenes->lessons->order[ordinal]];
}

/* ---- scenes.c */
/* Describes units and arguments of a new step. */
void us_scene_begin(us_scenes *scenes, us_act *act, int ordinal, const us_view *view);
/* Further units. */
void us_scene_join(us_scenes *scenes, us_act *act, int ordinal, const us_view *view);
/* Who is harmed at that cell, for the lesson of that order: whom its goal names, else the nearest
 * of another seat; 0: nobody within US_ANCHOR_WITHIN. */
us_id us_scene_harmed(const us_scenes *scenes, int ordinal, const us_view *view, int32_t cell);
/* The goals of lessons that begin with this order. */
void us_scene_goals(us_scenes *scenes, int ordinal, const us_view *view);
/* The order was taken and makes something. */
void us_scene_making(us_scenes *scenes, int ordinal, const us_view *view);

#endif
