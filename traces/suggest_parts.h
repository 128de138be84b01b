/* Private to traces/: the suggester's parts. */
#ifndef US_TRACES_SUGGEST_PARTS_H
#define US_TRACES_SUGGEST_PARTS_H

#include "traces/suggest.h"

enum { CANDIDATES_MAX = 160, MADES_MAX = 96, QUESTIONS_MAX = 768, ENDINGS_MAX = 256 };

/* An order of the seat. */
typedef struct us_suggest_order {
    const us_review_order *course;
    us_type made; /* by its effects, or US_NO_TYPE */
    bool learns, converts;
    int base_of; /* the order that changed what this one made; -1: none */
    bool taken;  /* a suggestion says what it was for */
} us_suggest_order;

/* A goal without its numbers: what they count, and who raises that. */
typedef struct us_candidate {
    us_goal goal;
    us_type named;                              /* its argument, or US_NO_TYPE */
    bool learning;                              /* no numbers: the test is what is raised */
    const us_expr *measure[US_GOAL_PARAMS_MAX]; /* by number parameter; NULL: none */
    us_question *curve[US_GOAL_PARAMS_MAX];     /* how it went */
    us_question *test;
    bool moves[US_GOAL_PARAMS_MAX][MADES_MAX]; /* what is made raises it */
} us_candidate;

/* Whether a goal about all of a type of the enemy's is reached. */
typedef struct us_ending {
    int goal;
    us_type type;
    us_question *question;
} us_ending;

typedef struct us_suggester {
    us_review *course;
    const us_domain *domain;
    us_seat seat, foe;
    us_annotation *out;
    us_game *game; /* at its start: for what expressions read */
    us_view view;
    us_suggest_order *order; /* the seat's */
    int orders;
    uint32_t *id, *own; /* numbers of all of them; room for those of one instance */
    bool *made_seen;
    us_type *made; /* all that its orders make */
    int mades;
    us_candidate candidate[CANDIDATES_MAX];
    int candidates;
    us_question question[QUESTIONS_MAX];
    int questions;
    us_expr *measure[CANDIDATES_MAX * US_GOAL_PARAMS_MAX + US_RESOURCES_MAX + 1];
    int measures;
    us_expr *possible;             /* slot 0: a type */
    us_question *could[MADES_MAX]; /* by what is made: all but its price was there */
    us_question *stock[US_RESOURCES_MAX];
    us_question *room; /* for who eats; NULL: nobody does */
    us_ending ending[ENDINGS_MAX];
    int endings;
} us_suggester;

us_type us_suggest_neutral(const us_domain *domain, us_type type);
/* The number parameter whose measure the order raises; -1: none. */
int us_suggest_param(const us_suggester *s, const us_candidate *c, const us_suggest_order *order);
/* What it requires was there then, food too. */
bool us_suggest_allowed(const us_suggester *s, us_type type, us_cycle cycle);
/* The same, and its price, and the other type's beside it. */
bool us_suggest_could(const us_suggester *s, us_type type, us_type other, us_cycle cycle);

/* The seat's orders of the indexes, ascending, as one instance. */
us_goal_instance *us_suggest_add(us_suggester *s, const us_goal *goal, const int *index, int count,
                                 us_cycle closed, bool achieved, const char *why);

/* The question of that ending; NULL: nobody asked. */
us_question *us_suggest_end(us_suggester *s, int goal, us_type type);
/* A goal about the enemy's of a type, which is that parameter. */
bool us_suggest_about_all(const us_domain *domain, int goal, int *param);

/* Each takes the orders that those before it have left. */
void us_suggest_roots(us_suggester *s);      /* suggest_top.c */
void us_suggest_makings(us_suggester *s);    /* suggest_make.c */
void us_suggest_fights(us_suggester *s);     /* suggest_fight.c */
void us_suggest_gatherings(us_suggester *s); /* suggest_gain.c */

#endif
