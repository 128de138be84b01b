#include "tests/unit/test.h"
#include "tests/unit/workbook.h"

static void orders_become_steps(void)
{
    static const struct {
        const char *name, *orders, *steps, *literally;
    } rows[] = {
        {"orders to others within a second join",
         MOVE(0, 1, "1") MOVE(20, 2, "2,3") MOVE(30, 3, "4"), "move 1,2,3,4 [1 2 3]",
         "move 1 [1]; move 2,3 [2]; move 4 [3]"},
        {"the second counts from the first", MOVE(0, 1, "1") MOVE(20, 2, "2") MOVE(31, 3, "4"),
         "move 1,2 [1 2]; move 4 [3]", NULL},
        {"another order in between parts them", MOVE(0, 1, "1") MOVE_ON(1, 2, "2") MOVE(2, 3, "3"),
         "move 1 [1]; move 2 [2]; move 3 [3]", NULL},
        {"what is ordered again at once is one", MOVE(0, 1, "1") MOVE(10, 2, "1") MOVE(39, 3, "1"),
         "move 1 [1 2 3]", "move 1 [1]; move 1 [2]; move 1 [3]"},
        {"so is what is ordered again of who is at it",
         MOVE(0, 1, "5,6") MOVE(300, 2, "6") MOVE(310, 3, "5,6"), "move 5,6 [1 2 3]", NULL},
        {"who has done it does it once more", MOVE(0, 1, "5") MOVE(500, 2, "5"),
         "move 5 [1]; move 5 [2]", NULL},
        {"one who has done it is enough", MOVE(0, 1, "1,5") MOVE(300, 2, "1,5"),
         "move 1,5 [1]; move 1,5 [2]", NULL},
        {"who was told something else begins anew",
         MOVE(0, 1, "5") MOVE_ON(40, 2, "5") MOVE(80, 3, "5"), "move 5 [1]; move 5 [2]; move 5 [3]",
         NULL},
        {"each training makes one more", TRAIN(0, 1) TRAIN(1, 2), "train 3 [1]; train 3 [2]", NULL},
        {"a building is put up once", BUILD(0, 1, "5") BUILD(10, 2, "5") BUILD(300, 3, "5"),
         "build 5 [1 2 3]", NULL},
        {"one builds, another builds there too", BUILD(0, 1, "5") BUILD(10, 2, "6"),
         "build 5 [1]; build 6 [2]", NULL},
        {"a refused order is part of the next that is the same",
         NO_MOVE(0, 1, "1") TRAIN(20, 2) MOVE(90, 3, "1"), "train 3 [2]; move 1 [1 3]",
         "train 3 [2]; move 1 [3] | 1"},
        {"or of the one that it repeats", MOVE(0, 1, "1") NO_MOVE(90, 2, "1"), "move 1 [1 2]",
         "move 1 [1] | 2"},
        {"or of none", TRAIN(0, 1) NO_MOVE(90, 2, "1"), "train 3 [1] | 2", NULL},
        {"all may be refused", NO_MOVE(0, 1, "1") NO_MOVE(90, 2, "1"), " | 1 2", NULL},
    };
    static const workbook_work work = {.until = {[5] = 400, [6] = 400}};
    us_str said;
    us_str_init(&said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        for (int literal = 0; literal < (rows[i].literally ? 2 : 1); literal++) {
            workbook book = {0};
            us_test_row(rows[i].name);
            workbook_open(&book, rows[i].orders, ALL_OF_ONE, literal);
            workbook_see(&book, &work, NULL, 0);
            workbook_print(&book, 0, &said);
            CHECK_STR(said.text, literal ? rows[i].literally : rows[i].steps);
            workbook_close(&book);
        }
    }
    us_test_row(NULL);
    us_str_clear(&said);
}

static void steps_of_two_goals_are_not_mixed(void)
{
    workbook book = {0};
    us_str said;
    us_str_init(&said);
    workbook_open(
        &book, MOVE(0, 1, "5") MOVE(1, 2, "6") MOVE(2, 3, "5") MOVE(3, 4, "6") MOVE(300, 5, "6"),
        GOALS_HEAD "{'id':1,'seat':0,'goal':'GetResources','args':{'player':0,'gold':5},'opened':0,"
                   "'orders':[[1,2],[3,4]],'by':'hand'},\n"
                   "{'id':2,'seat':0,'goal':'GetResources','args':{'player':0,'gold':6},'opened':0,"
                   "'orders':[[2,3],[4,6]],'by':'hand'}]}",
        false);
    static const workbook_work work = {.until = {[5] = 400, [6] = 400}};
    workbook_see(&book, &work, NULL, 0);
    workbook_print(&book, 0, &said);
    CHECK_STR(said.text, "move 5 [1 3]");
    workbook_print(&book, 1, &said);
    CHECK_STR(said.text, "move 6 [2 4 5]");
    us_str_clear(&said);
    workbook_close(&book);
}

/* ---- types */

static void types_are_told_for_both_peoples(void)
{
    static const struct {
        const char *type, *general;
    } rows[] = {
        {"footman", "infantry"},  {"grunt", "infantry"},     {"peon", "worker"},
        {"farm", "farmhouse"},    {"pig-farm", "farmhouse"}, {"gold-mine", "gold-mine"},
        {"infantry", "infantry"}, {"soldier", "soldier"},
    };
    us_domain *domain = NULL;
    REQUIRE(us_domain_shipped("skirmish", &domain, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(rows); i++)
        CHECK_STR(domain->type[us_type_general(domain, us_domain_type(domain, rows[i].type))].name,
                  rows[i].general);
    for (int i = 0; i < domain->type_count; i++) {
        us_type other = domain->type[i].counterpart;
        if (other != US_NO_TYPE)
            CHECK_INT(us_type_general(domain, (us_type)i), us_type_general(domain, other));
    }
    us_domain_free(domain);
}

static const us_test tests[] = {
    {"orders become steps", orders_become_steps},
    {"steps of two goals are not mixed", steps_of_two_goals_are_not_mixed},
    {"types are told for both peoples", types_are_told_for_both_peoples},
    {0},
};
const us_test_suite suite_steps = {"steps", tests};
