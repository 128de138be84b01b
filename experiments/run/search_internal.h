/* Private to the search: what its steps share. search.c plays the rounds, search_changes.c screens
 * changes, search_transplants.c adds donors, and search_proof.c decides. */
#ifndef US_EXPERIMENTS_RUN_SEARCH_INTERNAL_H
#define US_EXPERIMENTS_RUN_SEARCH_INTERNAL_H

#include "experiments/run/search.h"

typedef struct us_search_state {
    const us_search_def *def;
    us_training_field field; /* the definition's, with a seed that follows from the library, too */
    us_search *out;
    us_trials *trials;
    us_str base;     /* path of a copy of the definition's library, which others may change */
    us_brl *brl;     /* of the round */
    us_str library;  /* its path */
    us_stories past; /* of the library, from before this search */
    int game;        /* the next game of the field that no step has used */
    int left;        /* games of the round's budget */
    int practice;    /* of them, for practice with the round's donors */
    us_rng rng;
} us_search_state;

static inline us_search_round *us_search_present_round(const us_search_state *s)
{
    return &s->out->round[s->out->rounds - 1];
}

static inline void us_search_report(const us_search_state *s, const us_str *text)
{
    if (s->def->on_step)
        s->def->on_step(s->def->context, text->text);
}

/* Adds what decides the search's games, beside libraries and the content of maps, to the hash. */
us_hash us_search_hash_games(const us_search_state *s, us_hash hash);

/* Makes the library at path the library found, and adds the games that the search has noted. */
us_status us_search_take_library(us_search_state *s, const char *path, us_error *err);

/* Puts a library to the proof, with the games that are left. After a third of them, the proof ends
 * if the interval of 99.9 percent is above 0. It also ends if the library is worse: if `others`, so
 * that another library may be tried with the games, by its mean; else if that interval is below 0.
 */
us_status us_search_prove(us_search_state *s, const char *changed, bool others,
                          us_search_proof *proof, us_error *err);
enum { US_SEARCH_LEAST_MAPS = 8 }; /* of a proof of changes: fewer prove nothing */
/* Reports "proof of 4 changes: +4.9 points [+2.9, +7.0] on 384 maps: kept". */
void us_search_report_proof(const us_search_state *s, const char *what, int count,
                            const us_search_proof *proof);
/* Appends what us_story_print_proof appends. */
void us_search_print_proof(const us_search_proof *proof, us_str *out);
/* Gives a story the numbers of a proof. */
void us_search_tell_proof(us_story *story, const us_search_proof *proof);

/* Lists the changes of the round, screens them, and puts those that are left to the proof. */
us_status us_search_try_changes(us_search_state *s, const us_adaptation_def *adaptation,
                                us_error *err);

/* Returns the games that are put aside for transplants: practice and, at least, their proof. */
int us_search_reserve(us_search_state *s);
#define US_SEARCH_PRACTICE_PREFIX "practice-" /* of the names of libraries that practice */
/* Adds the behaviors of the round's donors, lets the library practice, and puts it to the proof. */
us_status us_search_try_transplants(us_search_state *s, us_error *err);

#endif
