#include "tests/unit/schooling.h"
#include "tests/unit/test.h"
#include "tests/unit/twin.h"

#include <stdlib.h>
#include <string.h>

static const twin_plan twins[] = {
    {.name = "the same, converted"},
    {.name = "seats swapped", .seats = true},
    {.name = "mirrored in x", .flip_x = true},
    {.name = "mirrored in y", .flip_y = true},
    {.name = "x and y swapped", .swap_xy = true},
    {.name = "turned, seats swapped", .flip_x = true, .swap_xy = true, .seats = true},
    {.name = "of the other people", .types = true},
    {.name = "all at once",
     .flip_x = true,
     .flip_y = true,
     .swap_xy = true,
     .seats = true,
     .types = true},
};

static void learn(const demo *d, us_str *out)
{
    schooling s;
    us_str_reset(out);
    schooling_begin(&s, d->trace, d->goals, false);
    schooling_print(&s, out);
    schooling_end(&s);
}

/* The line in which they differ. */
static void compare(const us_str *a, const us_str *b, const char *name)
{
    const char *x = a->text, *y = b->text;
    int line = 1;
    if (us_text_equal(x, y))
        return;
    while (*x && *x == *y) {
        line += *x == '\n';
        x++;
        y++;
    }
    while (x > a->text && x[-1] != '\n') {
        x--;
        y--;
    }
    FAIL("%s: line %d differs: \"%.*s\" and \"%.*s\"", name, line, (int)strcspn(x, "\n"), x,
         (int)strcspn(y, "\n"), y);
}

static void check_twins(const demo_plan *plan, const twin_plan *twin, int count)
{
    demo d, other;
    us_str own, learned;
    us_str_init(&own);
    us_str_init(&learned);
    demo_record(&d, plan);
    learn(&d, &own);
    CHECK(own.length > 1000);
    for (int i = 0; i < count; i++) {
        us_test_row(twin[i].name);
        demo_twin(&d, &twin[i], &other);
        learn(&other, &learned);
        compare(&own, &learned, twin[i].name);
        demo_drop(&other);
    }
    us_test_row(NULL);
    demo_drop(&d);
    us_str_clear(&own);
    us_str_clear(&learned);
}

static void a_demonstration_and_its_twins_teach_the_same(void)
{
    static const demo_plan plans[] = {
        {"ridge-1", {"expert:rush", "ai:passive"}, 12000},
        {"choke-2", {"expert:knights", "ai:raid"}, 16000},
        {"open-3", {"expert:siege", "ai:footman-rush"}, 16000},
        {"scattered-4", {"expert:towers", "ai:boom"}, 12000},
        {"open-1", {"expert:economy", "ai:turtle"}, 12000},
        {"choke-5", {"expert:balanced", "ai:worker-rush"}, 12000},
        {"open-5", {"ai:worker-rush", "expert:balanced"}, 12000},
    };
    for (int i = 0; i < US_COUNT(plans); i++)
        check_twins(&plans[i], twins, US_COUNT(twins));
}

static const us_test tests[] = {
    {"a demonstration and its twins teach the same", a_demonstration_and_its_twins_teach_the_same},
    {0},
};
const us_test_suite suite_twin = {"twins", tests};
