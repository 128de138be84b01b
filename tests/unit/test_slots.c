#include "base/file.h"
#include "behavior/brl.h"
#include "tests/unit/converted_demo.h"
#include "tests/unit/test.h"

#include <string.h>

static us_template *build(converted_demo *book, int episode)
{
    US_AUTO(us_faults_clear) us_faults faults = {0};
    us_origin origin = {"t.jsonl", 7, "ridge-1", 0, "test", NULL};
    us_draft *draft = us_draft_new(book->extractor, episode, book->arena);
    us_template *made = us_draft_build(draft, &origin, &faults);
    for (int i = 0; i < faults.count; i++)
        FAIL("%s", faults.fault[i].what);
    return made;
}

#define ATTACK(cycle, id, units, target) \
    LINE(cycle, id, "attack", "'units':[" units "],'target':" #target, "")
#define TRAIN_FOOTMAN(cycle, id) LINE(cycle, id, "train", "'unit':3,'type':'footman'", "")
#define GOAL(id, goal, args, orders)                                    \
    "{'id':" #id ",'seat':0,'goal':'" goal "','args':{'player':0," args \
    "},'opened':0,'orders':[" orders "],'by':'hand'}"
#define KILL GOALS_HEAD GOAL(4, "KillUnitType", "'enemy':1,'type':'grunt'", "[1,999]") "]}"

/* Footman 16 comes of the training. */
static us_event birth(void)
{
    US_AUTOPTR(us_domain) domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    us_event event = {.cycle = 90,
                      .kind = US_EVENT_CREATED,
                      .type = us_domain_find_type(domain, "footman"),
                      .entity = 16,
                      .other = 3,
                      .x = 6,
                      .y = 9};
    return event;
}

typedef struct lecture {
    const char *orders, *goals;
    bool literal;
    int born; /* before this ordinal; 0: never */
} lecture;

/* The behavior that the first goal episode teaches, which is sound, as text. */
static void hold(const lecture *l, us_str *out)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    us_error err = {0};
    us_brl *again = NULL;
    us_event event = birth();
    converted_demo_open(&book, l->orders, l->goals, l->literal);
    converted_demo_see(&book, NULL, l->born ? &event : NULL, l->born);
    us_step_extractor_finish(book.extractor);
    US_AUTOPTR(us_template) made = build(&book, 0);
    us_str_reset(out);
    us_str_add(out, "brl 1\n\n");
    us_template_print(made, out);
    if (us_brl_parse(book.log.domain, "again", out->text, out->length, &again, &err) != US_OK)
        FAIL("%s", err.text);
    us_brl_free(again);
}

/* ---- golden texts */

static void check_file(const lecture *l, const char *path)
{
    US_AUTOSTR(text);
    US_AUTOFREE char *expected = NULL;
    size_t length;
    hold(l, &text);
    if (us_file_read(path, 1 << 20, &expected, &length, NULL) != US_OK)
        us_test_skip("no fixtures here");
    else if (!CHECK(us_text_equal(text.text, expected)))
        FAIL("%s: it is now\n%.3000s", path, text.text);
}

#define FEW             \
    TRAIN_FOOTMAN(0, 1) \
    MOVE(30, 2, "13")   \
    MOVE(31, 3, "2")    \
    MOVE(50, 4, "13")   \
    NO_MOVE(60, 5, "9") \
    STRIKE(100, 6, "16", 15, 18) BUILD(110, 7, "2") ATTACK(200, 8, "13,16", 21)

TEST(a_small_behavior_reads_like_this)
{
    static const lecture small = {FEW, KILL, false, 5};
    check_file(&small, "tests/fixtures/lessons/small.brl");
}

TEST(literally_it_reads_like_this)
{
    static const lecture literal = {FEW, KILL, true, 5};
    check_file(&literal, "tests/fixtures/lessons/literal.brl");
}

/* ---- slots */

typedef struct slot_row {
    const char *name;
    lecture lecture;
    const char *has[4], *lacks;
} slot_row;

static void hold_rows(const slot_row *row, int rows)
{
    US_AUTOSTR(text);
    for (int i = 0; i < rows; i++) {
        us_test_row(row[i].name);
        hold(&row[i].lecture, &text);
        for (int k = 0; k < US_COUNT(row[i].has) && row[i].has[k]; k++)
            CHECK_CONTAINS(text.text, row[i].has[k]);
        if (row[i].lacks)
            CHECK(!strstr(text.text, row[i].lacks));
    }
    us_test_row(NULL);
}

TEST(harm_is_done_near_to_somebody)
{
    static const slot_row rows[] = {
        {"who is nearest",
         {STRIKE(0, 1, "13", 15, 15), KILL, false, 0},
         {"cell: near(s2)"},
         "cell: s2"},
        {"whom the goal names, where that is near enough",
         {STRIKE(0, 1, "13", 22, 22), GOALS_HEAD GOAL(1, "KillUnit", "'unit':22", "[1,2]") "]}",
          false, 0},
         {"slot s1: entity \"base-hall\" of enemy", "cell: near(s1)"},
         "s3"},
        {"who is nearest, where that is far",
         {STRIKE(0, 1, "13", 9, 20), GOALS_HEAD GOAL(1, "KillUnit", "'unit':22", "[1,2]") "]}",
          false, 0},
         {"slot s3: entity \"infantry\" of enemy", "cell: near(s3)"},
         NULL},
        {"nobody is within twelve cells",
         {STRIKE(0, 1, "13", 4, 4), KILL, false, 0},
         {"slot s2: cell", "cell: s2"},
         "near("},
    };
    hold_rows(rows, US_COUNT(rows));
}

TEST(slots_are_what_the_demonstration_named)
{
    static const slot_row rows[] = {
        {"an entity has one slot",
         {ATTACK(0, 1, "13", 21) ATTACK(99, 2, "14", 21), KILL, false, 0},
         {"slot s2: entity \"infantry\" of enemy", "attack(unit: s1, target: s2)",
          "attack(unit: s3, target: s2)"},
         "s4"},
        {"a group of several types has a role",
         {ATTACK(0, 1, "1,13", 21), KILL, false, 0},
         {"slot s1: group role attacker of self", "attack(units: s1, target: s2)"},
         NULL},
        {"what a goal is about is bound by it",
         {ATTACK(0, 1, "13", 21), GOALS_HEAD GOAL(1, "KillUnit", "'unit':21", "[1,2]") "]}", false,
          0},
         {"achieves KillUnit(player: self, unit: s1)", "slot s1: entity \"infantry\" of enemy",
          "attack(unit: s2, target: s1)"},
         NULL},
        {"who leaves the view is told by what was done",
         {ATTACK(0, 1, "99", 98), KILL, false, 0},
         {"slot s1: entity of self", "slot s2: entity of enemy"},
         NULL},
        {"a step's product is its product",
         {TRAIN_FOOTMAN(0, 1) ATTACK(99, 2, "16", 21), KILL, false, 1},
         {"train(unit: s1, type: \"infantry\") -> s2", "attack(unit: s2"},
         NULL},
        {"a goal's product is the product of its pursuit",
         {TRAIN_FOOTMAN(0, 1) ATTACK(99, 2, "16", 21),
          GOALS_HEAD GOAL(4, "KillUnitType", "'enemy':1,'type':'grunt'", "[1,9]") ",\n" GOAL(
              5, "BuildUnits", "'type':'footman','number':1", "[1,2]") "]}",
          false, 1},
         {"a: goal BuildUnits(player: self, type: \"infantry\", number: 1) -> s1",
          "b: act attack(unit: s1"},
         NULL},
        {"products of a goal below the same goal are its own",
         {TRAIN_FOOTMAN(0, 1) ATTACK(99, 2, "16", 21) MOVE(150, 3, "13"),
          GOALS_HEAD GOAL(4, "KillUnitType", "'enemy':1,'type':'grunt'", "[1,9]") ",\n" GOAL(
              5, "KillUnitType", "'enemy':1,'type':'grunt'", "[1,3]") "]}",
          false, 1},
         {"train(unit: s1, type: \"infantry\") -> s2", "attack(unit: s2", "move("},
         NULL},
        {"but not where it may come too late",
         {TRAIN_FOOTMAN(0, 1) ATTACK(99, 2, "16", 21) TRAIN_FOOTMAN(200, 3),
          GOALS_HEAD GOAL(4, "KillUnitType", "'enemy':1,'type':'grunt'", "[1,9]") ",\n" GOAL(
              5, "BuildUnits", "'type':'footman','number':2", "[1,2],[3,4]") "]}",
          false, 1},
         {"parallel", "number: 2)\n", "act attack(unit: s1"},
         "->"},
    };
    hold_rows(rows, US_COUNT(rows));
}

TEST(arguments_read_as_the_language_has_them)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    converted_demo_open(&book, ATTACK(0, 1, "13", 21), KILL, false);
    converted_demo_see(&book, NULL, NULL, 0);
    us_step_extractor_finish(book.extractor);
    us_draft *draft = us_draft_new(book.extractor, 0, book.arena);
    const us_domain *domain = draft->domain;
    int role = us_domain_find_role(domain, "depot");
    const struct {
        us_draft_arg arg;
        const char *text;
    } rows[] = {
        {{US_DRAFT_SLOT, 0, 1}, "s2"},
        {{US_DRAFT_NEAR_SLOT, 0, 0}, "near(s1)"},
        {{US_DRAFT_NEAR_ROLE, US_SEAT_ENEMY, role}, "near(enemy.depot)"},
        {{US_DRAFT_NEAR_ROLE, US_NEUTRAL, role}, "near(neutral.depot)"},
        {{US_DRAFT_CELL, 0, US_CELL(7, 12)}, "(7, 12)"},
        {{US_DRAFT_ENTITY, 0, 21}, "#21"},
        {{US_DRAFT_TYPE, 0, us_domain_find_type(domain, "farmhouse")}, "\"farmhouse\""},
        {{US_DRAFT_RESOURCE, 0, 0}, "\"gold\""},
        {{US_DRAFT_SEAT, 0, US_SEAT_SELF}, "self"},
        {{US_DRAFT_SEAT, 0, US_NEUTRAL}, "neutral"},
        {{US_DRAFT_NUMBER, 0, -4}, "-4"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].text);
        CHECK_STR(us_draft_arg_print(draft, &rows[i].arg), rows[i].text);
        for (int k = 0; k < US_COUNT(rows); k++)
            CHECK_INT(us_draft_arg_equal(&rows[i].arg, &rows[k].arg), i == k);
    }
    us_test_row(NULL);
    CHECK(!us_draft_arg_print(draft, &(us_draft_arg){US_DRAFT_LEFT_OUT}));
}

TEST(too_many_slots_leave_some_places_as_they_are)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    US_AUTOSTR(orders);
    for (int i = 1; i <= 300; i++)
        us_str_addf(
            &orders,
            "{'cycle':%d,'id':%d,'seat':0,'order':'move','args':{'units':[%d],'x':%d,'y':%d}}\n",
            40 * i, i, i % 4 ? 13 : 100 + i, i % 30, i / 30);
    converted_demo_open(&book, orders.text, KILL, false);
    converted_demo_see(&book, NULL, NULL, 0);
    us_step_extractor_finish(book.extractor);
    US_AUTOPTR(us_template) made = build(&book, 0);
    us_draft *draft = us_draft_new(book.extractor, 0, book.arena);
    CHECK_INT(made->slot_count, 256);
    CHECK_INT(made->node_count, 301);
    CHECK_INT(draft->crowded, 120);
}

/* A stand-in for an entity is a place, too. */
TEST(harm_is_done_near_to_what_has_no_slot)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    US_AUTOSTR(orders);
    US_AUTOSTR(text);
    for (int i = 1; i <= 300; i++)
        us_str_addf(
            &orders,
            "{'cycle':%d,'id':%d,'seat':0,'order':'move','args':{'units':[%d],'x':%d,'y':%d}}\n",
            40 * i, i, i % 4 ? 13 : 100 + i, i % 30, i / 30);
    us_str_add(&orders, STRIKE(20000, 301, "13", 19, 19));
    converted_demo_open(&book, orders.text, KILL, false);
    converted_demo_see(&book, NULL, NULL, 0);
    us_step_extractor_finish(book.extractor);
    US_AUTOPTR(us_template) made = build(&book, 0);
    us_template_print(made, &text);
    CHECK_CONTAINS(text.text, ", cell: near(enemy.");
}

TEST(each_order_is_told_of_once)
{
    static const lecture all = {MOVE(0, 1, "1") NO_MOVE(40, 2, "2") MOVE_ON(80, 3, "1")
                                    NO_MOVE(90, 4, "7"),
                                KILL, false, 0};
    US_AUTOSTR(text);
    hold(&all, &text);
    CHECK_CONTAINS(text.text, "orders: 1 2 3 4\n");
    CHECK(!strstr(text.text, "order."));
}

/* Literally each unit is a node of its own: what does not fit goes into a further behavior. */
TEST(no_step_of_large_groups_is_left_out)
{
    enum { ORDERS = 3 };
    US_AUTO(converted_demo_close) converted_demo book = {0};
    US_AUTOSTR(units);
    US_AUTOSTR(orders);
    int acts = 0;
    for (int i = 1; i <= US_ORDER_UNITS_MAX; i++)
        us_str_addf(&units, "%s%d", i > 1 ? "," : "", i);
    for (int i = 1; i <= ORDERS; i++)
        us_str_addf(&orders,
                    "{'cycle':%d,'id':%d,'seat':0,'order':'move','args':{'units':[%s],'x':%d,"
                    "'y':9}}\n"
                    "{'cycle':%d,'id':%d,'seat':0,'order':'move','args':{'units':[1],'x':%d,'y':9},"
                    "'refused':'busy'}\n",
                    100 * i, 2 * i, units.text, i, 100 * i + 50, 2 * i + 1, i);
    converted_demo_open(&book, orders.text, KILL, true);
    converted_demo_see(&book, NULL, NULL, 0);
    us_step_extractor_finish(book.extractor);
    CHECK_INT(book.episodes->count, ORDERS);
    for (int i = 0; i < book.episodes->count; i++) {
        US_AUTOPTR(us_template) made = build(&book, i);
        const us_goal_episode *part = &book.episodes->episode[i];
        CHECK_INT(part->spares, 1); /* each is told of by the part in which it lies */
        CHECK_INT(part->spare[0], part->from + 1);
        for (int n = 0; n < made->node_count; n++)
            acts += made->node[n].kind == US_NODE_ACT;
    }
    CHECK_INT(acts, ORDERS * US_ORDER_UNITS_MAX);
}

/* Three are trained; of the first nothing comes, the third is done before the second. */
TEST(what_is_made_comes_of_the_order_that_was_done)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    us_event born = birth();
    us_event gave_up = {.cycle = 60, .kind = US_EVENT_FAILED, .entity = 3, .value = 1};
    us_event done = {.cycle = 90, .kind = US_EVENT_DONE, .entity = 3, .value = 3};
    us_event all[] = {gave_up, born, done, born, born};
    all[3].entity = 17;
    all[4].entity = 18;
    converted_demo_open(&book, TRAIN_FOOTMAN(0, 1) TRAIN_FOOTMAN(10, 2) TRAIN_FOOTMAN(20, 3), KILL,
                        false);
    converted_demo_see(&book, NULL, NULL, 0);
    us_step_extractor_add_events(book.extractor, all, US_COUNT(all));
    CHECK_INT(us_step_extractor_find_maker(book.extractor, 16), 2);
    CHECK_INT(us_step_extractor_find_maker(book.extractor, 17), 1);
    CHECK_INT(us_step_extractor_find_maker(book.extractor, 18), -1);
}

/* Two are sent to build at one place. */
TEST(what_is_built_comes_of_who_builds_it)
{
    US_AUTO(converted_demo_close) converted_demo book = {0};
    us_event born = birth();
    converted_demo_open(&book, BUILD(0, 1, "5") BUILD(10, 2, "6"), KILL, false);
    converted_demo_see(&book, NULL, NULL, 0);
    born.type = us_domain_find_type(book.log.domain, "farm");
    born.x = born.y = 9;
    born.other = 6;
    us_step_extractor_add_events(book.extractor, &born, 1);
    CHECK_INT(us_step_extractor_find_maker(book.extractor, 16), 1);
}
