/* Private to plan/: what the sources of revision share. */
#ifndef US_PLAN_INTERNAL_H
#define US_PLAN_INTERNAL_H

#include "plan/places.h"
#include "plan/revise.h"

/* How much each part of a description counts. */
typedef struct us_weights {
    int place, near, window;
    bool alike; /* terrains of like use differ little; false: terrains are equal or not */
} us_weights;

struct us_reviser {
    const us_domain *domain;
    const us_revision_rule *rule;
    us_view view;
    us_map_frame frame;
    bool framed; /* frame is that of the view */
    bool looked; /* places are those of the view */
    us_places *places;
    uint16_t *bound; /* scratch, two for each block */
    int bounds;
};

/* Updates the places to the view. Returns false if the view has no terrain; then only the describer
 * is updated. */
bool us_reviser_update_places(us_reviser *reviser);
void us_reviser_measure(us_reviser *reviser, int32_t spot, int32_t *near);

extern const us_weights us_joint_weights, us_window_weights;

/* revise_units.c */
int us_reviser_find_units_joint(us_reviser *reviser, const us_unit_query *query, us_id *out,
                                int room);
int us_reviser_find_units_article(us_reviser *reviser, const us_unit_query *query, us_id *out,
                                  int room);
int us_reviser_find_units_first(us_reviser *reviser, const us_unit_query *query, us_id *out,
                                int room);

/* revise_cell.c */
int32_t us_reviser_search_cell(us_reviser *reviser, const us_cell_query *query,
                               const us_weights *weights);
int32_t us_reviser_find_cell_placed(us_reviser *reviser, const us_cell_query *query);

/* likeness.c: how unlike the present description of something is to the described one; 0: equal. */
int32_t us_dissimilarity_compute_place(const us_slot_description *described, int along, int across);
/* Maps a distance to 0 to 1000: one more cell counts much if close and little if far. */
int us_nearness_scale(const us_nearness *of, int32_t value);
int32_t us_dissimilarity_compute_near(const us_domain *domain, const us_slot_description *described,
                                      const int32_t *near);
/* How unlike one terrain is to another; -1 stands for cells off the map. */
int us_dissimilarity_compute_terrain(const us_domain *domain, int one, int other, bool alike);
us_dissimilarity us_dissimilarity_compute(const us_domain *domain,
                                          const us_slot_description *described,
                                          const us_description *now, const us_weights *weights);

#endif
