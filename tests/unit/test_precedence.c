/* What a demonstrated goal was waited for with. */
#include "tests/unit/classroom.h"
#include "tests/unit/test.h"

#define WIN   "WinWargus(self)"
#define BUILD "BuildUnits(self, \"worker\", 4)"

/* Orders of a goal may all be given long before it is reached. */
TEST(what_began_before_a_goal_was_reached_did_not_wait_for_it)
{
    static const char *const after[] = {"2 < 3; 3", "2; 3", "2 < 3; 3"};
    static const us_cycle closed[] = {-1, 200, 120};
    for (int i = 0; i < US_COUNT(closed); i++) {
        classroom c = classroom_begin();
        classroom_orders(&c, 0, 6, 30); /* at 30, 60, ... 180 */
        classroom_goal(&c, WIN, "1-6");
        uint32_t id = classroom_goal(&c, BUILD, "1-3");
        classroom_goal(&c, "BuildUnits(self, \"knight\", 2)", "4-6");
        us_annotation_find(c.annotation, 0, id)->closed = closed[i];
        classroom_learn(&c, US_NEST_LABELS);
        CHECK_STR(classroom_structure(c.episodes, classroom_episode(&c, 1)), after[i]);
        classroom_end(&c);
    }
}
