/* What a demonstrated goal was waited for with. */
#include "tests/unit/demo_text.h"
#include "tests/unit/test.h"

#define WIN   "WinWargus(self)"
#define BUILD "BuildUnits(self, \"worker\", 4)"

/* Orders of a goal may all be given long before it is reached. */
TEST(what_began_before_a_goal_was_reached_did_not_wait_for_it)
{
    static const char *const after[] = {"2 < 3; 3", "2; 3", "2 < 3; 3"};
    static const us_cycle closed[] = {-1, 200, 120};
    for (int i = 0; i < US_COUNT(closed); i++) {
        US_AUTO(demo_text_end) demo_text c = demo_text_begin();
        demo_text_orders(&c, 0, 6, 30); /* at 30, 60, ... 180 */
        demo_text_goal(&c, WIN, "1-6");
        uint32_t id = demo_text_goal(&c, BUILD, "1-3");
        demo_text_goal(&c, "BuildUnits(self, \"knight\", 2)", "4-6");
        us_annotation_find(c.annotation, 0, id)->closed = closed[i];
        demo_text_learn(&c, US_NEST_LABELS);
        CHECK_STR(demo_text_structure(c.episodes, demo_text_episode(&c, 1)), after[i]);
    }
}
