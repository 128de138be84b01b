#include "plan/internal.h"

#include "base/str.h"

static int32_t cell_joint(us_reviser *reviser, const us_cell_query *query)
{
    return us_reviser_search_cell(reviser, query, &us_joint_weights);
}

static int32_t cell_window(us_reviser *reviser, const us_cell_query *query)
{
    return us_reviser_search_cell(reviser, query, &us_window_weights);
}

static us_dissimilarity weigh(us_reviser *reviser, const us_slot_description *described, us_box box,
                              const us_weights *weights)
{
    us_description now;
    us_reviser_update_places(reviser);
    us_describer_describe(reviser->places->describer, us_reviser_frame(reviser), &reviser->view,
                          box, &now);
    return us_dissimilarity_compute(reviser->domain, described, &now, weights);
}

static us_dissimilarity weigh_joint(us_reviser *reviser, const us_slot_description *described,
                                    us_box box)
{
    return weigh(reviser, described, box, &us_joint_weights);
}

static us_dissimilarity weigh_window(us_reviser *reviser, const us_slot_description *described,
                                     us_box box)
{
    return weigh(reviser, described, box, &us_window_weights);
}

static us_dissimilarity weigh_place(us_reviser *reviser, const us_slot_description *described,
                                    us_box box)
{
    static const us_weights place = {.place = 1};
    return weigh(reviser, described, box, &place);
}

static const us_revision_rule rules[] = {
    /* by place, nearness, ground, type, hit points and status, if the action can be done there */
    {"joint", us_reviser_find_units_joint, cell_joint, weigh_joint},
    /* units by owner, type, place, hit points and status; cells by the window of 5x5 alone */
    {"article", us_reviser_find_units_article, cell_window, weigh_window},
    /* the first units of the type; cells at the described place along the way, without
     * conditions */
    {"off", us_reviser_find_units_first, us_reviser_find_cell_placed, weigh_place},
    {0},
};

const us_revision_rule *us_revision_rules(void)
{
    return rules;
}

const us_revision_rule *us_revision_rule_find(const char *name)
{
    for (const us_revision_rule *rule = rules; rule->name; rule++)
        if (us_text_equal(rule->name, name))
            return rule;
    return NULL;
}
