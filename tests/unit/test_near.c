#include "base/near.h"
#include "tests/unit/test.h"
#include <string.h>

static void the_nearest_is_found(void)
{
    static const struct {
        const char *text, *best;
    } rows[] = {
        {"--sed", "--seed"},
        {"--tarce", "--trace"},
        {"--json", "--json"},
        {"-json", "--json"},
        {"--max-cycle", "--max-cycles"},
        {"--maxcycles", "--max-cycles"},
        {"--nothing-alike", ""},
        {"", ""},
        {"x", ""},
    };
    static const char *const offered[] = {"--seed", "--trace", "--json", "--max-cycles"};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        us_near near = us_near_start(rows[i].text);
        for (int k = 0; k < US_COUNT(offered); k++)
            us_near_offer(&near, offered[k]);
        CHECK_STR(near.best, rows[i].best);
    }
}

static void a_text_may_be_how_a_longer_one_begins(void)
{
    static const struct {
        const char *text, *best;
    } rows[] = {
        {"rush with tow", "rush with two barracks"},
        {"rsh", "rush with two barracks"},
        {"Boom", "boom"},
        {"bo", "boom"},
        {"zz", ""},
        {"defend the gold mien", "defend the gold mine that lies farthest from all that we have"},
    };
    static const char *const offered[] = {
        "rush with two barracks", "boom",
        "defend the gold mine that lies farthest from all that we have, and do so for long"};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        us_near near = us_near_start(rows[i].text);
        for (int k = 0; k < US_COUNT(offered); k++)
            us_near_offer_longer(&near, offered[k]);
        CHECK_INT(strncmp(near.best, rows[i].best, strlen(rows[i].best)), 0);
        CHECK_INT(near.best[0] != '\0', rows[i].best[0] != '\0');
    }
}

static void of_equally_near_ones_the_first_is_taken(void)
{
    us_near near = us_near_start("cat");
    us_near_offer(&near, "car");
    us_near_offer(&near, "cap");
    CHECK_STR(near.best, "car");
}

static void long_texts_are_never_near(void)
{
    char text[200];
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    us_near near = us_near_start(text);
    us_near_offer(&near, text);
    CHECK_STR(near.best, "");
    near = us_near_start("aaa");
    us_near_offer(&near, text);
    CHECK_STR(near.best, "");
}

static const us_test tests[] = {
    {"the nearest is found", the_nearest_is_found},
    {"a text may be how a longer one begins", a_text_may_be_how_a_longer_one_begins},
    {"of equally near ones the first is taken", of_equally_near_ones_the_first_is_taken},
    {"long texts are never near", long_texts_are_never_near},
    {0},
};
const us_test_suite suite_near = {"did you mean", tests};
