/* The files that skirmish ships with, wherever its data lies: see us_data_file. */
#ifndef US_GAME_SKIRMISH_DATA_H
#define US_GAME_SKIRMISH_DATA_H

#include "game/skirmish/rules.h"

us_status sk_data_domain(us_domain **out, us_error *err);
us_status sk_data_rules(const us_domain *domain, sk_rules **out, us_error *err);

#endif
