/* Private to traces/: the suggester's parts. */
#ifndef US_TRACES_SUGGEST_PARTS_H
#define US_TRACES_SUGGEST_PARTS_H

#include "traces/suggest.h"

/* An order of the seat. */
typedef struct us_suggest_order {
    const us_review_order *course;
    us_type made; /* by its effects, or US_NO_TYPE */
    bool learns, converts;
    int base_of; /* the order that changed what this one made; -1: none */
    bool taken;  /* a suggestion says what it was for */
} us_suggest_order;

/* A goal without its numbers: what they count, and who raises that. The lists are by parameter;
 * NULL: that is no number. */
typedef struct us_candidate {
    us_goal goal;
    us_type named; /* its argument, or US_NO_TYPE */
    bool learning; /* no numbers: the test is what is raised */
    const us_expr *measure[US_GOAL_PARAMS_MAX];
    us_question *curve[US_GOAL_PARAMS_MAX]; /* how the measure went */
    bool *moves[US_GOAL_PARAMS_MAX];        /* by what is made: it raises the measure; NULL: none */
    us_question *test;
} us_candidate;

/* Whether a goal about all of a type of another seat is reached. */
typedef struct us_ending {
    int goal;
    us_seat foe;
    us_type type;
    us_question *question;
} us_ending;

/* The lists are as long as they can get in this domain for this seat's orders: their elements stay
 * where they are. */
typedef struct us_suggester {
    us_review *course;
    const us_domain *domain;
    us_seat seat;
    us_annotation *out;
    us_arena *arena;         /* holds the lists */
    us_view view;            /* of its start: for what expressions read */
    us_suggest_order *order; /* the seat's */
    int orders;
    uint32_t *id, *own; /* numbers of all of them; room for those of one instance */
    us_type *made;      /* all that its orders make */
    int mades;
    us_candidate *candidate;
    int candidates, candidates_max;
    us_question *question;
    int questions, questions_max;
    us_expr **measure; /* owned; so many as there are questions at most */
    int measures;
    us_expr *possible;                    /* slot 0: a type */
    us_question **could;                  /* by what is made: all but its price was there */
    us_question *stock[US_RESOURCES_MAX]; /* of the seat */
    us_question *room;                    /* for who eats; NULL: nobody does */
    us_ending *ending;
    int endings, endings_max;
} us_suggester;

/* Orders, candidates, and the questions that decide them. */
us_status us_suggest_ask(us_suggester *s, us_error *err);

/* Another seat: the one behind `after`; -1 begins, and ends it. */
us_seat us_suggest_foe(const us_suggester *s, us_seat after);
/* A goal of that type, but for its other arguments: its first seat is the seat's own, a second one
 * the foe. */
us_goal us_suggest_goal(const us_suggester *s, int type, us_seat foe);
int us_suggest_seats(const us_goal_def *def);
/* The number parameter whose measure the order raises; -1: none. */
int us_suggest_param(const us_suggester *s, const us_candidate *c, const us_suggest_order *order);
/* What it requires was there then, food too. */
bool us_suggest_allowed(const us_suggester *s, us_type type, us_cycle cycle);
/* Its price was there then, and the other type's beside it; other: or US_NO_TYPE. */
bool us_suggest_affords(const us_suggester *s, us_type type, us_type other, us_cycle cycle);
/* Both: it could have been ordered. */
bool us_suggest_could(const us_suggester *s, us_type type, us_type other, us_cycle cycle);

/* The seat's orders of the indexes, ascending, as one instance. */
us_goal_instance *us_suggest_add(us_suggester *s, const us_goal *goal, const int *index, int count,
                                 us_cycle closed, bool achieved, const char *why);

/* The question of that ending; NULL: nobody asked. */
us_question *us_suggest_end(const us_suggester *s, int goal, us_seat foe, us_type type);
/* The only parameter besides seats is of that kind, but for those that may be left out. */
bool us_suggest_asks_for(const us_goal_def *def, us_value_kind kind, int *param);
/* A goal about all of a type, which is that parameter, of another seat. */
bool us_suggest_about_all(const us_domain *domain, int goal, int *param);

/* Each takes the orders that those before it have left. */
void us_suggest_roots(us_suggester *s);      /* suggest_top.c */
void us_suggest_makings(us_suggester *s);    /* suggest_make.c */
void us_suggest_fights(us_suggester *s);     /* suggest_fight.c */
void us_suggest_gatherings(us_suggester *s); /* suggest_gain.c */

#endif
