/* Private to domain/: the functions behind the table of sensors. Each evaluates one call. */
#ifndef US_DOMAIN_SENSOR_H
#define US_DOMAIN_SENSOR_H

#include "domain/node.h"

/* sensor_map.c */
int64_t us_sensor_eval_now(const us_call *call);
int64_t us_sensor_eval_width(const us_call *call);
int64_t us_sensor_eval_height(const us_call *call);
int64_t us_sensor_eval_seats(const us_call *call);
int64_t us_sensor_eval_inside(const us_call *call);
int64_t us_sensor_eval_terrain(const us_call *call);
int64_t us_sensor_eval_resource(const us_call *call);
int64_t us_sensor_eval_amount(const us_call *call);
int64_t us_sensor_eval_passable(const us_call *call);
int64_t us_sensor_eval_buildable(const us_call *call);
int64_t us_sensor_eval_breakable(const us_call *call);
int64_t us_sensor_eval_taken(const us_call *call);
int64_t us_sensor_eval_seen(const us_call *call);
int64_t us_sensor_eval_explored(const us_call *call);
int64_t us_sensor_eval_cells(const us_call *call);
int64_t us_sensor_eval_stock(const us_call *call);
int64_t us_sensor_eval_path(const us_call *call);
int64_t us_sensor_eval_distance(const us_call *call);
int64_t us_sensor_eval_near(const us_call *call);
int64_t us_sensor_eval_min(const us_call *call);
int64_t us_sensor_eval_max(const us_call *call);
int64_t us_sensor_eval_abs(const us_call *call);
int64_t us_sensor_eval_percent(const us_call *call);

/* sensor_ground.c */
int64_t us_sensor_eval_cells_to(const us_call *call);
int64_t us_sensor_eval_gap(const us_call *call);

/* sensor_seat.c */
int64_t us_sensor_eval_alive(const us_call *call);
int64_t us_sensor_eval_rivals(const us_call *call);
int64_t us_sensor_eval_known(const us_call *call);
int64_t us_sensor_eval_meets(const us_call *call);
int64_t us_sensor_eval_affords(const us_call *call);
int64_t us_sensor_eval_feeds(const us_call *call);
int64_t us_sensor_eval_making(const us_call *call);
int64_t us_sensor_eval_cost(const us_call *call);
int64_t us_sensor_eval_concrete(const us_call *call);
int64_t us_sensor_eval_fits(const us_call *call);

/* sensor_entity.c */
int64_t us_sensor_eval_this(const us_call *call);
int64_t us_sensor_eval_that(const us_call *call);
int64_t us_sensor_eval_there(const us_call *call);
int64_t us_sensor_eval_told(const us_call *call);
int64_t us_sensor_eval_is_there(const us_call *call);
int64_t us_sensor_eval_finished(const us_call *call);
int64_t us_sensor_eval_damaged(const us_call *call);
int64_t us_sensor_eval_hidden(const us_call *call);
int64_t us_sensor_eval_hostile(const us_call *call);
int64_t us_sensor_eval_is(const us_call *call);
int64_t us_sensor_eval_does(const us_call *call);
int64_t us_sensor_eval_makes(const us_call *call);
int64_t us_sensor_eval_gathers(const us_call *call);

/* sensor_set.c */
int64_t us_sensor_eval_exists(const us_call *call);
int64_t us_sensor_eval_count(const us_call *call);
int64_t us_sensor_eval_sites(const us_call *call);
int64_t us_sensor_eval_sum(const us_call *call);
int64_t us_sensor_eval_least(const us_call *call);
int64_t us_sensor_eval_most(const us_call *call);
int64_t us_sensor_eval_nearest(const us_call *call);
int64_t us_sensor_eval_first(const us_call *call);
int64_t us_sensor_eval_worth(const us_call *call);

#endif
