#include <string.h>

#include "tests/unit/converted_demo.h"
#include "tests/unit/test.h"

TEST(orders_become_steps)
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
        {"who is sent where it was sent is reminded", MOVE(0, 1, "5") MOVE(500, 2, "5"),
         "move 5 [1 2]", "move 5 [1]; move 5 [2]"},
        {"so are some of a group", MOVE(0, 1, "1,5") MOVE(300, 2, "1"), "move 1,5 [1 2]", NULL},
        {"but not one more", MOVE(0, 1, "1") MOVE(300, 2, "1,5"), "move 1 [1]; move 1,5 [2]", NULL},
        {"and not behind another order", MOVE(0, 1, "1") MOVE_ON(40, 2, "2") MOVE(300, 3, "1"),
         "move 1 [1]; move 2 [2]; move 1 [3]", NULL},
        {"where harm is done, who is near says what is the same",
         STRIKE(0, 1, "13", 19, 19) STRIKE(90, 2, "13", 21, 22) STRIKE(180, 3, "13", 25, 25),
         "attack-move 13 [1 2]; attack-move 13 [3]",
         "attack-move 13 [1]; attack-move 13 [2]; attack-move 13 [3]"},
        {"also of those who join", STRIKE(0, 1, "13", 19, 19) STRIKE(9, 2, "14", 21, 22),
         "attack-move 13,14 [1 2]", NULL},
        {"where nobody is, the cell does",
         STRIKE(0, 1, "13", 5, 5) STRIKE(90, 2, "13", 5, 6) STRIKE(180, 3, "13", 5, 6),
         "attack-move 13 [1]; attack-move 13 [2 3]", NULL},
        {"what goes on by itself is begun once",
         CHOP(0, 1, "1") CHOP(90, 2, "2") CHOP(500, 3, "1") CHOP(600, 4, "2"),
         "chop 1 [1 3]; chop 2 [2 4]", NULL},
        {"but not where the goal had something else for it",
         CHOP(0, 1, "1") MOVE(90, 2, "1") CHOP(500, 3, "1"), "chop 1 [1]; move 1 [2]; chop 1 [3]",
         NULL},
        {"what is built anew is another building", BUILD(0, 1, "1") BUILD(300, 2, "1"),
         "build 1 [1]; build 1 [2]", NULL},
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
    static const converted_demo_work work = {.until = {[5] = 400, [6] = 400}};
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        for (int literal = 0; literal < (rows[i].literally ? 2 : 1); literal++) {
            US_AUTO(converted_demo_close) converted_demo book = {0};
            us_test_row(rows[i].name);
            converted_demo_open(&book, rows[i].orders, ALL_OF_ONE, literal);
            converted_demo_see(&book, &work, NULL, 0);
            converted_demo_print(&book, 0, &said);
            CHECK_STR(said.text, literal ? rows[i].literally : rows[i].steps);
        }
    }
    us_test_row(NULL);
}

/* The town hall is told to train twice, and takes the first back; who is sent elsewhere in the
 * same cycle never went. */
TEST(what_is_taken_back_is_no_step)
{
    static const struct {
        const char *name, *orders, *steps, *literally;
        us_event event;
    } rows[] = {
        {"nothing came of it",
         TRAIN(0, 1) TRAIN(20, 2) MOVE(40, 3, "1"),
         "train 3 [2]; move 1 [3] | 1",
         "train 3 [1]; train 3 [2]; move 1 [3]",
         {.entity = 3, .value = 1, .type = US_REASON_INTERRUPTED, .cycle = 20}},
        {"it was not taken back",
         TRAIN(0, 1) TRAIN(20, 2) MOVE(40, 3, "1"),
         "train 3 [1]; train 3 [2]; move 1 [3]",
         NULL,
         {.entity = 3, .value = 1, .type = US_REASON_DEAD, .cycle = 20}},
        {"it had no time",
         MOVE(0, 1, "1") MOVE_ON(0, 2, "1") MOVE(40, 3, "2"),
         "move 1 [2]; move 2 [3] | 1",
         "move 1 [1]; move 1 [2]; move 2 [3]",
         {.entity = 1, .value = 1, .type = US_REASON_INTERRUPTED, .cycle = 0}},
        {"it was under way",
         MOVE(0, 1, "1") MOVE_ON(20, 2, "1") MOVE(40, 3, "2"),
         "move 1 [1]; move 1 [2]; move 2 [3]",
         NULL,
         {.entity = 1, .value = 1, .type = US_REASON_INTERRUPTED, .cycle = 20}},
        {"by one of two",
         MOVE(0, 1, "1,2") MOVE_ON(0, 2, "1") MOVE(40, 3, "2"),
         "move 1,2 [1]; move 1 [2]; move 2 [3]",
         NULL,
         {.entity = 1, .value = 1, .type = US_REASON_INTERRUPTED, .cycle = 0}},
    };
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(rows); i++) {
        for (int literal = 0; literal < (rows[i].literally ? 2 : 1); literal++) {
            US_AUTO(converted_demo_close) converted_demo book = {0};
            us_event event = rows[i].event;
            us_test_row(rows[i].name);
            event.kind = US_EVENT_FAILED;
            converted_demo_open(&book, rows[i].orders, ALL_OF_ONE, literal);
            converted_demo_see(&book, NULL, &event, 2);
            converted_demo_print(&book, 0, &said);
            CHECK_STR(said.text, literal ? rows[i].literally : rows[i].steps);
        }
    }
    us_test_row(NULL);
}

TEST(steps_of_two_goals_are_not_mixed)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    US_AUTOSTR(said);
    converted_demo_open(
        &book, MOVE(0, 1, "5") MOVE(1, 2, "6") MOVE(2, 3, "5") MOVE(3, 4, "6") MOVE(300, 5, "6"),
        GOALS_HEAD "{'id':1,'seat':0,'goal':'GetResources','args':{'player':0,'gold':5},'opened':0,"
                   "'orders':[[1,2],[3,4]],'by':'hand'},\n"
                   "{'id':2,'seat':0,'goal':'GetResources','args':{'player':0,'gold':6},'opened':0,"
                   "'orders':[[2,3],[4,6]],'by':'hand'}]}",
        false);
    static const converted_demo_work work = {.until = {[5] = 400, [6] = 400}};
    converted_demo_see(&book, &work, NULL, 0);
    converted_demo_print(&book, 0, &said);
    CHECK_STR(said.text, "move 5 [1 3]");
    converted_demo_print(&book, 1, &said);
    CHECK_STR(said.text, "move 6 [2 4 5]");
}

TEST(what_another_goal_interrupts_goes_on)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    US_AUTOSTR(said);
    converted_demo_open(
        &book, CHOP(0, 1, "5") BUILD(40, 2, "5") CHOP(300, 3, "5") BUILD(600, 4, "5"),
        GOALS_HEAD "{'id':1,'seat':0,'goal':'GetResources','args':{'player':0,'gold':5},'opened':0,"
                   "'orders':[[1,2],[3,4]],'by':'hand'},\n"
                   "{'id':2,'seat':0,'goal':'GetResources','args':{'player':0,'gold':6},'opened':0,"
                   "'orders':[[2,3],[4,5]],'by':'hand'}]}",
        false);
    converted_demo_see(&book, NULL, NULL, 0);
    converted_demo_print(&book, 0, &said);
    CHECK_STR(said.text, "chop 5 [1 3]");
    converted_demo_print(&book, 1, &said);
    CHECK_STR(said.text, "build 5 [2]; build 5 [4]");
}

/* However many were refused before, and of whatever else. */
TEST(refused_orders_are_found_among_many)
{
    enum { OTHERS = 200 };
    US_AUTO(converted_demo_close) converted_demo book = {0};
    US_AUTOSTR(orders);
    US_AUTOSTR(said);
    for (int i = 1; i <= OTHERS; i++)
        us_str_addf(&orders,
                    "{'cycle':0,'id':%d,'seat':0,'order':'move','args':{'units':[1],'x':%d,'y':%d},"
                    "'refused':'busy'}\n",
                    i, i % 8, i / 8);
    us_str_add(&orders, NO_MOVE(0, 201, "1") MOVE(90, 202, "1"));
    converted_demo_open(&book, orders.text,
                        GOALS_HEAD
                        "{'id':1,'seat':0,'goal':'GetResources','args':{'player':0,'gold':5},"
                        "'opened':0,'orders':[[1,203]],'by':'hand'}]}",
                        false);
    converted_demo_see(&book, NULL, NULL, 0);
    converted_demo_print(&book, 0, &said);
    CHECK(strncmp(said.text, "move 1 [201 202] | 1 2 3 ", 25) == 0);
}

/* ---- types */

TEST(types_are_told_for_both_peoples)
{
    static const struct {
        const char *type, *general;
    } rows[] = {
        {"footman", "infantry"},  {"grunt", "infantry"},     {"peon", "worker"},
        {"farm", "farmhouse"},    {"pig-farm", "farmhouse"}, {"gold-mine", "gold-mine"},
        {"infantry", "infantry"}, {"soldier", "soldier"},
    };
    US_AUTOPTR(us_domain) domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(rows); i++)
        CHECK_STR(
            domain->type[us_type_generalize(domain, us_domain_find_type(domain, rows[i].type))]
                .name,
            rows[i].general);
    for (int i = 0; i < domain->type_count; i++) {
        us_type other = domain->type[i].counterpart;
        if (other != US_NO_TYPE)
            CHECK_INT(us_type_generalize(domain, (us_type)i), us_type_generalize(domain, other));
    }
}
