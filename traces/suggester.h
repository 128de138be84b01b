/* Private to traces/: parts of the suggester. */
#ifndef US_TRACES_SUGGESTER_H
#define US_TRACES_SUGGESTER_H

#include "traces/suggest.h"

/* An order of the seat. */
typedef struct us_suggester_order {
    const us_review_order *course;
    us_type made; /* type that its effects make, or US_NO_TYPE */
    bool learns, converts;
    int base_of; /* the order that converted this one's product; -1: none */
    bool taken;  /* a suggestion covers it */
} us_suggester_order;

/* A goal without its numbers: its measures, and the orders that raise them. Lists are by parameter;
 * NULL: the parameter is no number. */
typedef struct us_candidate {
    us_goal goal;
    us_type named; /* its type argument, or US_NO_TYPE */
    bool learning; /* no numbers: the test itself decides */
    const us_expr *measure[US_GOAL_PARAMS_MAX];
    us_question *curve[US_GOAL_PARAMS_MAX]; /* course of the measure */
    bool *moves[US_GOAL_PARAMS_MAX];        /* by index of made: making it raises the measure */
    us_question *test;
} us_candidate;

/* A goal about all entities of a type of another seat; the question: is it reached? */
typedef struct us_elimination {
    int goal;
    us_seat foe;
    us_type type;
    us_question *question;
} us_elimination;

/* The suggester. Lists have the greatest length for this domain and the seat's orders, so that
 * their elements never move. */
typedef struct us_suggester {
    us_review *course;
    const us_domain *domain;
    us_seat seat;
    us_annotation *out;
    us_arena *arena;           /* holds the lists */
    us_view view;              /* of the game's start, for analyzing expressions */
    us_suggester_order *order; /* of the seat */
    int orders;
    uint32_t *id, *own; /* numbers of all the seat's orders; scratch for those of one instance */
    us_type *made;      /* all types that the orders make */
    int mades;
    us_candidate *candidate;
    int candidates, candidates_max;
    us_question *question;
    int questions, questions_max;
    us_expr **measure; /* owned; at most as many as questions */
    int measures;
    us_expr *possible;                    /* the parameter is slot 0, a type */
    us_question **could;                  /* by index of made: its requirements were met */
    us_question *stock[US_RESOURCES_MAX]; /* of the seat, by resource */
    us_question *room;                    /* free food; NULL: the domain has no food */
    us_elimination *ending;
    int endings, endings_max;
} us_suggester;

/* Collects orders, candidates, and the questions that decide about them. */
us_status us_suggester_collect(us_suggester *s, us_error *err);

/* Returns the seat after `after`, without the suggester's own. -1 begins, and is the end. */
us_seat us_suggester_next_foe(const us_suggester *s, us_seat after);
/* Returns a goal of that type with its seats alone: the first seat parameter is the suggester's
 * seat, the others are the foe. */
us_goal us_suggester_make_goal(const us_suggester *s, int type, us_seat foe);
int us_suggester_count_seats(const us_goal_def *def);
/* Returns the number parameter whose measure the order raises, or -1. */
int us_suggester_find_param(const us_suggester *s, const us_candidate *c,
                            const us_suggester_order *order);
/* Returns whether the type's requirements were met at the cycle, food included. */
bool us_suggester_is_allowed(const us_suggester *s, us_type type, us_cycle cycle);
/* Returns whether the type's price was there at the cycle, beside the price of `other` (or
 * US_NO_TYPE). */
bool us_suggester_can_afford(const us_suggester *s, us_type type, us_type other, us_cycle cycle);

/* Adds an instance with the seat's orders of these indexes, ascending. */
us_goal_instance *us_suggester_add(us_suggester *s, const us_goal *goal, const int *index,
                                   int count, us_cycle closed, bool achieved, const char *why);

/* Returns the question of that ending, or NULL. */
us_question *us_suggester_find_elimination(const us_suggester *s, int goal, us_seat foe,
                                           us_type type);
/* Returns whether exactly one parameter is of that kind, and all others are seats or optional. */
bool us_suggester_has_single_param(const us_goal_def *def, us_value_kind kind, int *param);
/* Returns whether the goal is about all entities of a type of another seat; param: the type. */
bool us_suggester_is_about_all(const us_domain *domain, int goal, int *param);

/* Each takes orders that the functions before it have left. */
void us_suggester_add_making(us_suggester *s); /* suggest_make.c */
void us_suggester_add_fights(us_suggester *s); /* suggest_fight.c */

#endif
