#include "tests/unit/bad_inputs.h"
#include "tests/unit/imports.h"
#include "tests/unit/test.h"

#include <string.h>

/* Small games on 6 x 3 cells of free ground; seat 0 has 15 resources, seat 1 has none. */
#define UNIT(type, id, player, x, y, resources)                               \
    "{'type':'" type "','ID':" #id ",'player':" #player ",'x':" #x ",'y':" #y \
    ",'resources':" #resources ",'hitpoints':1}"
#define ASK(id, rest)      "{'unitID':" #id ",'action':{" rest "}}"
#define WAIT(id)           ASK(id, "'type':0,'parameter':10")
#define MOVE(id, to)       ASK(id, "'type':1,'parameter':" to)
#define HARVEST(id, to)    ASK(id, "'type':2,'parameter':" to)
#define RETURN(id, to)     ASK(id, "'type':3,'parameter':" to)
#define MAKE(id, to, type) ASK(id, "'type':4,'parameter':" to ",'unitType':'" type "'")
#define STRIKE(id, x, y)   ASK(id, "'type':5,'x':" #x ",'y':" #y)
#define RIGHT              "1"
#define DOWN               "2"
#define LEFT               "3"
#define AT(time, units, actions)                                                                \
    "{'time':" #time ",'pgs':{'width':6,'height':3,'terrain':'A18','players':"                  \
    "[{'ID':0,'resources':15},{'ID':1,'resources':0}],'units':[" units "]},'actions':[" actions \
    "]}"

static us_status note_order(void *context, const us_import_order *order, us_error *err)
{
    us_str *out = context;
    (void)err;
    const us_order *o = &order->order;
    us_str_addf(out, "%d: %u %d", (int)order->cycle, (unsigned)o->unit[0], o->action);
    for (int p = 0; p < 2; p++)
        us_str_addf(out, " %x", (unsigned)o->arg[p]);
    us_str_add(out, "\n");
    return US_OK;
}

/* What an order is expected to be. */
typedef struct expected {
    us_cycle cycle;
    us_id unit;
    const char *action;
    us_id target;
    const char *type;
    int x, y;
} expected;

static void expect(const us_domain *domain, const expected *e, us_str *out)
{
    int action = us_domain_find_action(domain, e->action);
    us_str_addf(out, "%d: %u %d", (int)e->cycle, (unsigned)e->unit, action);
    for (int p = 0; p < 2; p++) {
        const us_action_def *def = &domain->action[action];
        us_value_kind kind = p < def->param_count ? def->param[p].kind : US_VALUE_KINDS;
        us_str_addf(out, " %x",
                    kind == US_VALUE_ENTITY ? (unsigned)e->target
                    : kind == US_VALUE_TYPE ? (unsigned)us_domain_find_type(domain, e->type)
                    : kind == US_VALUE_CELL ? (unsigned)US_CELL(e->x, e->y)
                                            : 0);
    }
    us_str_add(out, "\n");
}

/* Converts entries, and holds all orders against a list that ends with a unit 0. */
static void check_orders(const char *entries, const expected *list, us_import_report *report)
{
    const us_importer *importer;
    US_AUTOPTR(us_domain) domain = NULL;
    us_error err = {0};
    US_AUTOSTR(text);
    US_AUTOSTR(found);
    US_AUTOSTR(wanted);
    us_import_sink sink = {.context = &found, .order = note_order};
    us_microrts_json(entries, &text);
    us_requote(&text, '\'', '"');
    REQUIRE(us_importer_get("microrts", &importer, &err) == US_OK);
    REQUIRE(us_importer_load_domain(importer, &domain, &err) == US_OK);
    us_status status = us_importer_convert_bytes(importer, domain, "t", text.text, text.length, 1,
                                                 &sink, report, &err);
    CHECK_INT(status, US_OK);
    CHECK_STR(err.text, "");
    for (; list->unit; list++)
        expect(domain, list, &wanted);
    CHECK_STR(found.text, wanted.text);
}

/* ---- gathering: worker 1, resources 2 and 3, a base 4 of its own, and a base 5 of the other */

#define HOME     UNIT("Base", 40, 0, 4, 0, 0) "," UNIT("Base", 50, 1, 5, 2, 0)
#define LEFT_ORE UNIT("Resource", 30, -1, 0, 2, 5) "," HOME
#define ORE      UNIT("Resource", 20, -1, 0, 0, 1) "," LEFT_ORE
#define TRIP                                                                                       \
    AT(0, UNIT("Worker", 10, 0, 2, 0, 0) "," ORE, MOVE(10, LEFT))                                  \
    "," AT(10, UNIT("Worker", 10, 0, 1, 0, 0) "," ORE, HARVEST(10, LEFT)) "," AT(                  \
        30, UNIT("Worker", 10, 0, 1, 0, 1) "," LEFT_ORE,                                           \
        MOVE(10, RIGHT)) "," AT(40,                                                                \
                                UNIT("Worker", 10, 0, 2, 0, 1) "," UNIT("Resource", 30, -1, 0, 2,  \
                                                                        5) "," HOME,               \
                                MOVE(10, RIGHT)) "," AT(50,                                        \
                                                        UNIT("Worker", 10, 0, 3, 0, 1) "," UNIT(   \
                                                            "Resource", 30, -1, 0, 2, 5) "," HOME, \
                                                        RETURN(10, RIGHT))

TEST(trips_are_one_harvest)
{
    us_import_report report;
    static const expected once[] = {{0, 1, "harvest", .target = 2}, {0}};
    check_orders(TRIP, once, &report);
    us_test_row("the resource has run out, and it goes on with the next one");
    US_AUTOSTR(longer);
    us_str_add(&longer, TRIP ",");
    us_str_add(&longer, AT(60, UNIT("Worker", 10, 0, 3, 0, 0) "," LEFT_ORE, MOVE(10, LEFT)) ",");
    us_str_add(&longer, AT(70, UNIT("Worker", 10, 0, 2, 0, 0) "," LEFT_ORE, MOVE(10, LEFT)) ",");
    us_str_add(&longer, AT(80, UNIT("Worker", 10, 0, 1, 0, 0) "," LEFT_ORE, MOVE(10, LEFT)));
    check_orders(longer.text, once, &report);
}

TEST(a_way_to_a_depot_alone_is_a_return)
{
    us_import_report report;
    static const expected list[] = {{0, 1, "return"}, {0}};
    check_orders(AT(0, UNIT("Worker", 10, 0, 2, 0, 1) "," HOME, MOVE(10, RIGHT)) "," AT(
                     10, UNIT("Worker", 10, 0, 3, 0, 1) "," HOME, RETURN(10, RIGHT)),
                 list, &report);
}

/* ---- making */

TEST(a_site_is_built_from_the_first_step_on)
{
    us_import_report report;
    static const expected list[] = {{0, 1, "build", .type = "Barracks", .x = 0, .y = 0}, {0}};
    check_orders(AT(0, UNIT("Worker", 10, 0, 3, 0, 0) "," HOME, MOVE(10, LEFT)) "," AT(
                     10, UNIT("Worker", 10, 0, 2, 0, 0) "," HOME,
                     MOVE(10, LEFT)) "," AT(20, UNIT("Worker", 10, 0, 1, 0, 0) "," HOME,
                                            MAKE(10, LEFT, "Barracks")),
                 list, &report);
}

TEST(what_is_asked_for_again_is_trained_once)
{
    us_import_report report;
    static const expected once[] = {{0, 1, "train", .type = "Worker"}, {0}};
    static const expected twice[] = {
        {0, 1, "train", .type = "Worker"}, {60, 1, "train", .type = "Worker"}, {0}};
    us_test_row("it came to nothing, and was tried again");
    check_orders(AT(0, HOME, MAKE(40, LEFT, "Worker")) "," AT(10, HOME, MAKE(40, DOWN, "Worker")),
                 once, &report);
    us_test_row("it was done, and another one is made");
    check_orders(AT(0, HOME, MAKE(40, LEFT, "Worker")) "," AT(60, HOME, MAKE(40, DOWN, "Worker")),
                 twice, &report);
}

/* ---- fighting: Light 1 of seat 0, those of seat 1 */

TEST(a_chase_is_a_hunt_from_its_first_step_on)
{
    us_import_report report;
    static const expected list[] = {{0, 1, "hunt"}, {0}};
    us_test_row("it comes to a blow, where the target went");
    check_orders(
        AT(0, UNIT("Light", 10, 0, 0, 0, 0) "," UNIT("Ranged", 20, 1, 3, 0, 0),
           MOVE(10,
                RIGHT)) "," AT(8, UNIT("Light", 10, 0, 1, 0, 0) "," UNIT("Ranged", 20, 1, 4, 0, 0),
                               MOVE(10,
                                    RIGHT)) "," AT(16,
                                                   UNIT("Light", 10, 0, 2, 0,
                                                        0) "," UNIT("Ranged", 20, 1, 4, 0, 0),
                                                   MOVE(10,
                                                        RIGHT)) "," AT(24,
                                                                       UNIT("Light", 10, 0, 3, 0,
                                                                            0) "," UNIT("Ranged",
                                                                                        20, 1, 4, 0,
                                                                                        0),
                                                                       STRIKE(10, 4, 0)),
        list, &report);
    us_test_row("it comes to none: who is nearest");
    check_orders(AT(0,
                    UNIT("Light", 10, 0, 0, 0, 0) "," UNIT("Ranged", 20, 1, 3, 0,
                                                           0) "," UNIT("Base", 30, 1, 5, 0, 0),
                    MOVE(10, RIGHT)),
                 list, &report);
}

/* A fighter at a place, and others behind it. */
#define FIGHTER(type, x, y)        UNIT(type, 10, 0, x, y, 0) ","
#define FOE(x, y)                  UNIT("Ranged", 20, 1, x, y, 0) ","
#define FAR                        UNIT("Base", 30, 1, 5, 1, 0)
#define THEN(time, units, actions) "," AT(time, units, actions)

TEST(who_passes_by_the_nearest_attacks_another_one)
{
    us_import_report report;
    static const expected list[] = {{0, 1, "attack", .target = 3}, {0}};
    check_orders(AT(0, FIGHTER("Light", 2, 1) FOE(1, 1) FAR, MOVE(10, RIGHT))
                     THEN(8, FIGHTER("Light", 3, 1) FOE(2, 1) FAR, MOVE(10, RIGHT))
                         THEN(16, FIGHTER("Light", 4, 1) FOE(3, 1) FAR, STRIKE(10, 5, 1)),
                 list, &report);
}

TEST(a_hunt_turns_to_whoever_is_nearest)
{
    us_import_report report;
    static const expected list[] = {{0, 1, "hunt"}, {0}};
    us_test_row("another one comes near, and falls as its hunter is idle");
    check_orders(AT(0, FIGHTER("Light", 0, 1) FAR, MOVE(10, RIGHT))
                     THEN(8, FIGHTER("Light", 1, 1) FOE(3, 0) FAR, MOVE(10, RIGHT))
                         THEN(16, FIGHTER("Light", 2, 1) FOE(2, 0) FAR, STRIKE(10, 2, 0))
                             THEN(21, FIGHTER("Light", 2, 1) FAR, MOVE(10, RIGHT)),
                 list, &report);
}

TEST(a_soldier_whose_prey_falls_as_it_steps_is_told_anew)
{
    us_import_report report;
    static const expected once[] = {{0, 1, "hunt"}, {0}};
    static const expected again[] = {{0, 1, "hunt"}, {8, 1, "hunt"}, {0}};
    static const expected stops[] = {{0, 1, "hunt"}, {8, 1, "stop"}, {0}};
    check_orders(AT(0, FIGHTER("Light", 0, 1) FOE(3, 1) FAR, MOVE(10, RIGHT))
                     THEN(5, FIGHTER("Light", 0, 1) FAR, "")
                         THEN(8, FIGHTER("Light", 1, 1) FAR, MOVE(10, RIGHT)),
                 again, &report);
    us_test_row("it waits: it would have gone on by itself");
    check_orders(AT(0, FIGHTER("Light", 0, 1) FOE(3, 1) FAR, MOVE(10, RIGHT))
                     THEN(5, FIGHTER("Light", 0, 1) FAR, "")
                         THEN(8, FIGHTER("Light", 1, 1) FAR, WAIT(10)),
                 stops, &report);
    us_test_row("a worker goes on");
    check_orders(AT(0, FIGHTER("Worker", 0, 1) FOE(3, 1) FAR, MOVE(10, RIGHT))
                     THEN(5, FIGHTER("Worker", 0, 1) FAR, "")
                         THEN(10, FIGHTER("Worker", 1, 1) FAR, MOVE(10, RIGHT)),
                 once, &report);
}

/* Light 1 is shut in by 2 and 3. */
#define SHUT_IN(x) \
    FIGHTER("Light", 0, 0) UNIT("Ranged", 20, 0, x, 0, 0) "," UNIT("Base", 30, 0, 0, 1, 0) ","
#define CORNER UNIT("Base", 40, 1, 5, 0, 0)

TEST(who_waited_was_told_first_where_it_steps_first)
{
    us_import_report report;
    static const expected first[] = {{0, 1, "hunt"}, {0, 2, "hunt"}, {0}};
    static const expected second[] = {{0, 2, "hunt"}, {0, 1, "hunt"}, {0}};
    check_orders(AT(0, SHUT_IN(1) CORNER, MOVE(20, RIGHT) "," WAIT(10))
                     THEN(10, SHUT_IN(2) CORNER, MOVE(10, RIGHT) "," STRIKE(20, 5, 0)),
                 first, &report);
    check_orders(AT(0, SHUT_IN(1) CORNER, MOVE(20, RIGHT) "," WAIT(10))
                     THEN(10, SHUT_IN(2) CORNER, STRIKE(20, 5, 0) "," MOVE(10, RIGHT)),
                 second, &report);
}

/* A moment of 12 x 12 cells with so many of the other seat far below, who wait. */
static void add_crowded(us_str *out, int time, const char *units, const char *first, int crowd,
                        const char *last)
{
    us_str_addf(out, "{'time':%d,'pgs':{'width':12,'height':12,'terrain':'A144','players':", time);
    us_str_addf(out, "[{'ID':0,'resources':15},{'ID':1,'resources':0}],'units':[%s", units);
    for (int i = 0; i < crowd; i++)
        us_str_addf(out,
                    ",{'type':'Worker','ID':%d,'player':1,'x':%d,'y':%d,'resources':0,"
                    "'hitpoints':1}",
                    100 + i, i % 12, 6 + i / 12);
    us_str_addf(out, "]},'actions':[%s", first);
    for (int i = 0; i < crowd && last[0]; i++)
        us_str_addf(out, ",{'unitID':%d,'action':{'type':0,'parameter':10}}", 100 + i);
    us_str_addf(out, "%s]}", last);
}

/* As above, but others stand in the list between the two. */
TEST(who_steps_first_is_asked_of_sixty_three_behind)
{
    us_import_report report;
    static const expected first[] = {{0, 1, "hunt"}, {0, 2, "hunt"}, {0}};
    static const expected second[] = {{0, 2, "hunt"}, {0, 1, "hunt"}, {0}};
    for (int crowd = 62; crowd <= 63; crowd++) {
        US_AUTOSTR(entries);
        us_test_row(crowd == 62 ? "it is the last one" : "it is one too far behind");
        add_crowded(&entries, 0, SHUT_IN(1) CORNER, MOVE(20, RIGHT) "," WAIT(10), crowd, "");
        us_str_add(&entries, ",");
        add_crowded(&entries, 10, SHUT_IN(2) CORNER, MOVE(10, RIGHT), crowd, "," STRIKE(20, 5, 0));
        check_orders(entries.text, crowd == 62 ? first : second, &report);
    }
}

TEST(steps_without_sense_are_a_move_to_their_end)
{
    us_import_report report;
    static const expected list[] = {{0, 1, "move", .x = 0, .y = 2}, {0}};
    check_orders(
        AT(0, UNIT("Light", 10, 0, 1, 1, 0) "," UNIT("Base", 30, 1, 5, 0, 0),
           MOVE(10, LEFT)) "," AT(8, UNIT("Light", 10, 0, 0, 1, 0) "," UNIT("Base", 30, 1, 5, 0, 0),
                                  MOVE(10, DOWN)),
        list, &report);
}

TEST(who_waits_has_no_order_or_is_stopped)
{
    us_import_report report;
    static const expected none[] = {{0}};
    static const expected list[] = {{0, 1, "hunt"}, {8, 1, "stop"}, {0}};
    us_test_row("all the time");
    check_orders(
        AT(0, UNIT("Light", 10, 0, 1, 1, 0) "," UNIT("Base", 30, 1, 5, 0, 0), WAIT(10)) "," AT(
            10, UNIT("Light", 10, 0, 1, 1, 0) "," UNIT("Base", 30, 1, 5, 0, 0), WAIT(10)),
        none, &report);
    us_test_row("on its way");
    check_orders(
        AT(0, UNIT("Light", 10, 0, 1, 1, 0) "," UNIT("Base", 30, 1, 5, 1, 0),
           MOVE(10, RIGHT)) "," AT(8,
                                   UNIT("Light", 10, 0, 2, 1, 0) "," UNIT("Base", 30, 1, 5, 1, 0),
                                   WAIT(10)),
        list, &report);
}

TEST(what_is_not_legal_is_counted)
{
    us_import_report report;
    static const expected none[] = {{0}};
    check_orders(AT(0, UNIT("Light", 10, 0, 0, 0, 0) "," UNIT("Base", 30, 1, 5, 0, 0),
                    MOVE(10, LEFT) "," STRIKE(10, 5, 0) "," HARVEST(10, RIGHT) "," WAIT(30)),
                 none, &report);
    CHECK_INT(report.rows[US_IMPORT_SKIPPED], 1);
    CHECK_INT(report.row[US_IMPORT_SKIPPED][0].count, 3);
    CHECK_STR(report.row[US_IMPORT_SKIPPED][0].what, "an action that is not legal");
}
