#include "base/spelling.h"
#include "tests/unit/test.h"
#include <string.h>

TEST(the_nearest_is_found)
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
        us_spelling near = us_spelling_start(rows[i].text);
        for (int k = 0; k < US_COUNT(offered); k++)
            us_spelling_add(&near, offered[k]);
        CHECK_STR(near.best, rows[i].best);
    }
}

TEST(a_text_may_be_how_a_longer_one_begins)
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
        us_spelling near = us_spelling_start(rows[i].text);
        for (int k = 0; k < US_COUNT(offered); k++)
            us_spelling_add_longer(&near, offered[k]);
        CHECK_INT(strncmp(near.best, rows[i].best, strlen(rows[i].best)), 0);
        CHECK_INT(near.best[0] != '\0', rows[i].best[0] != '\0');
    }
}

TEST(of_equally_near_ones_the_first_is_taken)
{
    us_spelling near = us_spelling_start("cat");
    us_spelling_add(&near, "car");
    us_spelling_add(&near, "cap");
    CHECK_STR(near.best, "car");
}

TEST(long_texts_are_never_near)
{
    char text[200];
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    us_spelling near = us_spelling_start(text);
    us_spelling_add(&near, text);
    CHECK_STR(near.best, "");
    near = us_spelling_start("aaa");
    us_spelling_add(&near, text);
    CHECK_STR(near.best, "");
}

static const char *name_at(const void *of, int i)
{
    const char *const *names = of;
    return names[i];
}

TEST(help_names_the_nearest_or_all)
{
    static const char *const some[] = {"rush", "", "boom", NULL}, *const none[] = {"", NULL};
    static const char *const nine[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", NULL};
    static const struct {
        const char *text, *all;
        const char *const *names;
        const char *help;
    } rows[] = {
        {"rsh", "there are", some, "; did you mean \"rush\"?"},
        {"rsh", NULL, some, "; did you mean \"rush\"?"},
        {"towers", "there are", some, "; there are rush, boom"},
        {"towers", NULL, some, ""},
        {"towers", "it has", none, "; it has none"},
        {"towers", "it has", nine + 1, "; it has b, c, d, e, f, g, h, i"},
        {"towers", "it has", nine, "; it has a, b, c, d, e, f, g, h, ..."},
    };
    US_AUTOSTR(help);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].help);
        us_str_reset(&help);
        us_spelling_print_hint(rows[i].text, name_at, rows[i].names, rows[i].all, &help);
        CHECK_STR(help.text, rows[i].help);
    }
}
