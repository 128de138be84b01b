/* Variables that are released when their block ends, the last one first:
 *
 *     OWN_TEXT(text);                                a us_str, empty
 *     OWN(us_brl) brl = NULL;                        a pointer to one of the types below
 *     US_AUTO(us_manifest_clear) us_manifest made;   any other variable, and its release */
#ifndef US_TESTS_UNIT_OWN_H
#define US_TESTS_UNIT_OWN_H

#include "base/arena.h"
#include "base/json.h"
#include "behavior/template.h"
#include "understudy/adapt.h"
#include "understudy/annotation.h"
#include "understudy/game.h"
#include "understudy/goal.h"
#include "understudy/library.h"

static inline us_str own_new_text(void)
{
    us_str text;
    us_str_init(&text);
    return text;
}
#define OWN_TEXT(name) US_AUTO(us_str_clear) us_str name = own_new_text()

#define OWN(type) US_AUTO(own_##type##_release) own_##type
#define OWN_DEFINE(type, release)                                        \
    static inline void own_##type##_release(__typeof__(type) **variable) \
    {                                                                    \
        release(*variable);                                              \
    }                                                                    \
    typedef __typeof__(type) *own_##type

OWN_DEFINE(us_annotation, us_annotation_free);
OWN_DEFINE(us_arena, us_arena_free);
OWN_DEFINE(us_brl, us_brl_free);
OWN_DEFINE(us_case_base, us_case_base_free);
OWN_DEFINE(us_domain, us_domain_free);
OWN_DEFINE(us_expr, us_expr_free);
OWN_DEFINE(us_game, us_game_free);
OWN_DEFINE(us_games, us_games_close);
OWN_DEFINE(us_json, us_json_free);
OWN_DEFINE(us_library, us_library_close);
OWN_DEFINE(us_match, us_match_free);
OWN_DEFINE(us_scenario, us_scenario_close);
OWN_DEFINE(us_template, us_template_free);

#endif
