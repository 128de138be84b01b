/* Private to plan/: what revision's sources share. */
#ifndef US_PLAN_INTERNAL_H
#define US_PLAN_INTERNAL_H

#include "plan/places.h"
#include "plan/revise.h"

/* How much a task of the description counts. */
typedef struct us_weights {
    int place, near, window;
    bool alike; /* terrains that serve alike are alike; else they are the same or not */
} us_weights;

struct us_reviser {
    const us_domain *domain;
    const us_revision_rule *rule;
    us_view view;
    us_frame frame;
    bool framed; /* frame is that of the view */
    bool looked; /* so are the places */
    us_places *places;
    uint16_t *bound; /* scratch, twice by block */
    int bounds;
};

/* The places are those of the view. false: it has no ground, and only the describer looks at it. */
bool us_reviser_settle(us_reviser *reviser);
void us_reviser_near(us_reviser *reviser, int32_t spot, int32_t *near);

extern const us_weights us_joint_weights, us_window_weights;

/* revise_units.c */
int us_units_joint(us_reviser *reviser, const us_unit_query *query, us_id *out, int room);
int us_units_article(us_reviser *reviser, const us_unit_query *query, us_id *out, int room);
int us_units_first(us_reviser *reviser, const us_unit_query *query, us_id *out, int room);

/* revise_cell.c */
int32_t us_cell_search(us_reviser *reviser, const us_cell_query *query, const us_weights *weights);
int32_t us_cell_placed(us_reviser *reviser, const us_cell_query *query);

/* likeness.c: of a thing's description now to what was described; 0 is the same. */
int32_t us_unlike_place(const us_described *described, int along, int across);
/* 0 to 1000: a cell more counts much beside a thing and little far from it. */
int us_nearness_felt(const us_nearness *of, int32_t value);
int32_t us_unlike_near(const us_domain *domain, const us_described *described, const int32_t *near);
/* One terrain in place of another; -1 lies off the map. */
int us_unlike_terrain(const us_domain *domain, int one, int other, bool alike);
us_unlikeness us_unlike(const us_domain *domain, const us_described *described,
                        const us_description *now, const us_weights *weights);

#endif
