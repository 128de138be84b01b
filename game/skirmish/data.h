/* The files that skirmish ships with, wherever its data lies: see us_data_file; and the words of
 * their domain that the code knows. */
#ifndef US_GAME_SKIRMISH_DATA_H
#define US_GAME_SKIRMISH_DATA_H

#include "game/skirmish/rules.h"

/* Indexes in the domain. */
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
/* A domain without one of them is no skirmish domain: US_BAD_INPUT. */
us_status sk_data_words(const us_domain *domain, sk_words *words, us_error *err);

/* With all of these words. */
us_status sk_data_domain(us_domain **out, us_error *err);
us_status sk_data_rules(const us_domain *domain, sk_rules **out, us_error *err);

#endif
