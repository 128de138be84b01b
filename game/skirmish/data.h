/* The files that skirmish is shipped with, found by us_data_find_domain_file, and the domain words
 * that the code needs. */
#ifndef US_GAME_SKIRMISH_DATA_H
#define US_GAME_SKIRMISH_DATA_H

#include "game/skirmish/rules.h"

/* Indexes into the domain. */
typedef struct sk_words {
    int gold, wood;                                          /* resources */
    int food_used, food_supply, kills, losses, razed, score; /* tallies */
    int idle, moving, attacking, gathering, carrying, building, repairing, training, researching,
        upgrading, constructing, dead, guarding; /* statuses */
    int carried, carries, stock, queue, orders, auto_repair, rally, range,
        min_range; /* attributes */
    int move, attack, attack_move, attack_ground, patrol, follow, defend, harvest, chop, deliver,
        build, repair, train, research, upgrade, cancel, dismiss, set_repair,
        set_rally; /* actions */
    int land;      /* movement kind */
} sk_words;
/* Finds the words. Returns US_BAD_INPUT if the domain lacks one, since it is no skirmish domain
 * then. */
us_status sk_words_find(const us_domain *domain, sk_words *words, us_error *err);

/* Loads the shipped domain and checks that it has all words. */
us_status sk_data_load_domain(us_domain **out, us_error *err);
us_status sk_data_load_rules(const us_domain *domain, sk_rules **out, us_error *err);

#endif
