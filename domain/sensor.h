/* Private to domain/: the functions behind the table of sensors. Each evaluates one call. */
#ifndef US_DOMAIN_SENSOR_H
#define US_DOMAIN_SENSOR_H

#include "domain/node.h"

/* sensor_map.c */
int64_t us_ask_now(const us_call *call);
int64_t us_ask_width(const us_call *call);
int64_t us_ask_height(const us_call *call);
int64_t us_ask_seats(const us_call *call);
int64_t us_ask_inside(const us_call *call);
int64_t us_ask_terrain(const us_call *call);
int64_t us_ask_resource(const us_call *call);
int64_t us_ask_amount(const us_call *call);
int64_t us_ask_passable(const us_call *call);
int64_t us_ask_buildable(const us_call *call);
int64_t us_ask_breakable(const us_call *call);
int64_t us_ask_taken(const us_call *call);
int64_t us_ask_seen(const us_call *call);
int64_t us_ask_explored(const us_call *call);
int64_t us_ask_cells(const us_call *call);
int64_t us_ask_stock(const us_call *call);
int64_t us_ask_path(const us_call *call);
int64_t us_ask_distance(const us_call *call);
int64_t us_ask_near(const us_call *call);
int64_t us_ask_min(const us_call *call);
int64_t us_ask_max(const us_call *call);
int64_t us_ask_abs(const us_call *call);
int64_t us_ask_percent(const us_call *call);

/* sensor_ground.c */
int64_t us_ask_cells_to(const us_call *call);
int64_t us_ask_gap(const us_call *call);

/* sensor_seat.c */
int64_t us_ask_alive(const us_call *call);
int64_t us_ask_rivals(const us_call *call);
int64_t us_ask_known(const us_call *call);
int64_t us_ask_meets(const us_call *call);
int64_t us_ask_affords(const us_call *call);
int64_t us_ask_feeds(const us_call *call);
int64_t us_ask_making(const us_call *call);
int64_t us_ask_cost(const us_call *call);
int64_t us_ask_concrete(const us_call *call);
int64_t us_ask_fits(const us_call *call);

/* sensor_entity.c */
int64_t us_ask_this(const us_call *call);
int64_t us_ask_that(const us_call *call);
int64_t us_ask_there(const us_call *call);
int64_t us_ask_told(const us_call *call);
int64_t us_ask_is_there(const us_call *call);
int64_t us_ask_finished(const us_call *call);
int64_t us_ask_damaged(const us_call *call);
int64_t us_ask_hidden(const us_call *call);
int64_t us_ask_hostile(const us_call *call);
int64_t us_ask_is(const us_call *call);
int64_t us_ask_does(const us_call *call);
int64_t us_ask_makes(const us_call *call);
int64_t us_ask_gathers(const us_call *call);

/* sensor_set.c */
int64_t us_ask_exists(const us_call *call);
int64_t us_ask_count(const us_call *call);
int64_t us_ask_sites(const us_call *call);
int64_t us_ask_sum(const us_call *call);
int64_t us_ask_least(const us_call *call);
int64_t us_ask_most(const us_call *call);
int64_t us_ask_nearest(const us_call *call);
int64_t us_ask_first(const us_call *call);
int64_t us_ask_worth(const us_call *call);

#endif
