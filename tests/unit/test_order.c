#include "base/file.h"
#include "domain/order.h"
#include "tests/unit/bad_inputs.h"
#include "tests/unit/test.h"

static us_domain *skirmish;

static const us_domain *domain(void)
{
    if (!skirmish) {
        REQUIRE(us_domain_load_shipped("skirmish", &skirmish, NULL) == US_OK);
    }
    return skirmish;
}

/* Read text, with ' for ", as an order of seat 1. */
static us_status read_order(const char *text, us_orders *orders, us_error *err)
{
    us_str scratch;
    US_AUTOSTR(json);
    us_line line = {"orders", 1, {0}, &scratch, err};
    us_str_init(&scratch);
    us_mutate(text, NULL, &json);
    us_pull_init(&line.pull, json.text, json.length);
    us_status status = us_order_read(&line, domain(), 1, orders);
    us_str_clear(&scratch);
    return status;
}

/* What is written of an order, with ' for ". */
static void write_order(const us_order *order, us_str *out)
{
    us_json_writer writer;
    us_str_reset(out);
    us_json_writer_init(&writer, out);
    us_json_write_open(&writer, '{');
    us_order_write(domain(), order, &writer);
    us_json_write_close(&writer, '}');
    us_requote(out, '"', '\'');
}

TEST(a_cell_is_packed_into_one_number)
{
    static const int16_t sides[] = {0, 1, 63, 127, 255, 256, INT16_MAX, -1, INT16_MIN};
    for (int i = 0; i < US_COUNT(sides); i++) {
        for (int k = 0; k < US_COUNT(sides); k++) {
            int32_t cell = US_CELL(sides[i], sides[k]);
            CHECK_INT(US_CELL_X(cell), sides[i]);
            CHECK_INT(US_CELL_Y(cell), sides[k]);
        }
    }
    CHECK_INT(US_CELL(3, 0), 3);
}

TEST(reasons_have_names_that_lead_back)
{
    for (int i = 0; i < US_REASONS; i++)
        CHECK_INT(us_reason_from_name(us_reason_name((us_reason)i)), i);
    CHECK_INT(us_reason_from_name("whim"), -1);
    CHECK_STR(us_reason_name(US_REASONS), "?");
}

TEST(a_list_owns_the_units_of_its_orders)
{
    us_orders orders = {0};
    us_id units[5] = {1, 2, 3, 4, 5};
    for (int i = 0; i < 400; i++) {
        units[0] = (us_id)i;
        us_order *order = us_orders_add(&orders, 1, 3, units, i % 6);
        CHECK_INT(order->arg[0], 0);
        order->arg[0] = i;
    }
    units[0] = units[1] = 99;
    REQUIRE(orders.count == 400);
    for (int i = 0; i < 400; i++) {
        const us_order *order = &orders.order[i];
        CHECK_INT(order->unit_count, i % 6);
        CHECK_INT(order->arg[0], i);
        CHECK_INT(order->id, 0);
        if (order->unit_count > 0)
            CHECK_INT(order->unit[0], i);
        for (int k = 1; k < order->unit_count; k++)
            CHECK_INT(order->unit[k], k + 1);
    }
    uint64_t before = us_mem_alloc_count();
    us_orders_reset(&orders);
    for (int i = 0; i < 400; i++)
        us_orders_add(&orders, 1, 3, units, i % 6);
    CHECK_INT(us_mem_alloc_count() - before, 0);
    us_orders_clear(&orders);
    CHECK(orders.order == NULL && orders.pool == NULL);
}

/* Read and written again; NULL: as it was. */
static const struct {
    const char *text, *written;
} good[] = {
    {"{'order':'move','args':{'units':[4,2],'x':3,'y':5}}", NULL},
    {"{'order':'move','args':{'unit':4,'x':0,'y':32767}}",
     "{'order':'move','args':{'units':[4],'x':0,'y':32767}}"},
    {"{'order':'stop','args':{'units':[4294967295]}}", NULL},
    {"{'order':'attack','args':{'units':[1],'target':4294967295}}", NULL},
    {"{'order':'build','args':{'unit':150,'type':'farm','x':16,'y':113}}", NULL},
    {"{ 'args': {'y': 113, 'x': 16, 'type': 'farm', 'unit': 150}, 'order': 'build' }",
     "{'order':'build','args':{'unit':150,'type':'farm','x':16,'y':113}}"},
    {"{'order':'train','args':{'unit':3,'type':'footman'}}", NULL},
    {"{'order':'research','args':{'unit':3,'type':'sword-1'}}", NULL},
    {"{'order':'harvest','args':{'units':[3,4,9],'target':7}}", NULL},
    {"{'order':'cancel','args':{'unit':3}}", NULL},
    {"{'order':'move','args':{'units':[4],'x':3,'y':5,'queued':true}}", NULL},
    {"{'order':'move','args':{'queued':false,'units':[4],'x':3,'y':5}}",
     "{'order':'move','args':{'units':[4],'x':3,'y':5}}"},
    {"{'order':'return','args':{'units':[8]}}", NULL},
};

TEST(an_order_reads_and_writes_as_in_a_trace)
{
    US_AUTO(us_orders_clear) us_orders orders = {0};
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(good); i++) {
        us_error err = {0};
        us_test_row(good[i].text);
        if (read_order(good[i].text, &orders, &err) != US_OK) {
            FAIL("refused: %d:%d: %s", err.line, err.column, err.text);
            continue;
        }
        const us_order *order = &orders.order[orders.count - 1];
        write_order(order, &text);
        CHECK_STR(text.text, good[i].written ? good[i].written : good[i].text);
        CHECK_INT(order->seat, 1);
        CHECK_INT(order->id, 0);
        CHECK_INT(order->goal, 0);
    }
    CHECK_INT(orders.count, US_COUNT(good));
}

TEST(what_was_read_can_be_acted_on)
{
    US_AUTO(us_orders_clear) us_orders orders = {0};
    REQUIRE(read_order(good[4].text, &orders, NULL) == US_OK);
    const us_order *order = &orders.order[0];
    CHECK_INT(order->action, us_domain_find_action(domain(), "build"));
    CHECK_INT(order->unit_count, 1);
    CHECK_INT(order->unit[0], 150);
    CHECK_INT(order->arg[0], us_domain_find_type(domain(), "farm"));
    CHECK_INT(order->arg[1], US_CELL(16, 113));
}

static const struct {
    const char *text, *message;
} bad[] = {
    {"[1]", "1:1: expected an order, an object, found '['"},
    {"{'args':{'unit':3}}", "1:19: expected 'order' in an order"},
    {"{'order':7,'args':{'unit':3}}", "1:10: expected an action's name, found '7'"},
    {"{'order':'atack','args':{'units':[3],'target':4}}",
     "1:10: 'atack' is not an action: expected one of domain 'skirmish', such as 'attack'"},
    {"{'order':'stop'}", "1:16: expected 'args' in an order"},
    {"{'order':'stop','args':[3]}", "1:24: expected 'args', an object, found '['"},
    {"{'order':'stop','args':{}}", "1:25: expected 'unit' or 'units' among the arguments"},
    {"{'order':'stop','args':{'unit':3,'units':[3]}}",
     "1:34: found the units again, expected them once"},
    {"{'order':'cancel','args':{}}", "1:27: expected 'unit' among the arguments"},
    {"{'order':'cancel','args':{'units':[3]}}",
     "1:27: 'cancel' takes no such argument: expected unit, found 'units'"},
    {"{'order':'stop','args':{'units':[]}}",
     "1:34: expected 'units', an array of 1 to 2048 ids, found none"},
    {"{'order':'stop','args':{'units':3}}", "1:33: expected 'units', an array of ids, found '3'"},
    {"{'order':'stop','args':{'units':[3,0]}}",
     "1:36: expected a unit's id, a whole number from 1 to 4294967295, found '0'"},
    {"{'order':'stop','args':{'units':[3,4294967296]}}",
     "1:36: expected a unit's id, a whole number from 1 to 4294967295, found '4294967296'"},
    {"{'order':'stop','args':{'units':[3,'4']}}",
     "1:36: expected a unit's id, a whole number from 1 to 4294967295"},
    {"{'order':'stop','args':{'units':[3,4,3]}}",
     "1:38: unit 3 stands here twice: expected it once"},
    {"{'order':'stop','args':{'unit':3.5}}",
     "1:32: expected a unit's id, a whole number from 1 to 4294967295, found '3.5'"},
    {"{'order':'stop','args':{'unit':3,'x':1}}",
     "1:34: 'stop' takes no such argument: expected unit, units, found 'x'"},
    {"{'order':'stand','args':{'unit':3,'x':1}}",
     "1:35: 'stand' takes no such argument: expected unit, units, queued, found 'x'"},
    {"{'order':'move','args':{'unit':3,'x':1}}", "1:39: expected 'y' among the arguments"},
    {"{'order':'move','args':{'unit':3,'x':1,'x':1,'y':2}}",
     "1:40: found this argument again, expected it once"},
    {"{'order':'move','args':{'unit':3,'x':1,'y':-1}}",
     "1:44: expected 'y', a whole number from 0 to 32767, found '-1'"},
    {"{'order':'move','args':{'unit':3,'x':32768,'y':1}}",
     "1:38: expected 'x', a whole number from 0 to 32767, found '32768'"},
    {"{'order':'attack','args':{'unit':3,'target':0}}",
     "1:45: expected 'target', a whole number from 1 to 4294967295, found '0'"},
    {"{'order':'attack','args':{'unit':3,'target':'x'}}",
     "1:45: expected 'target', a whole number from 1 to 4294967295, found '"},
    {"{'order':'train','args':{'unit':3,'type':'footmann'}}",
     "1:42: 'footmann' is not a type: expected one of domain 'skirmish', such as 'footman'"},
    {"{'order':'train','args':{'unit':3,'type':6}}",
     "1:42: expected 'type', a type's name, found '6'"},
    {"{'order':'train','args':{'unit':3,'type':null}}",
     "1:42: expected 'type', a type's name, found 'null'"},
    {"{'order':'train','args':{'unit':3}}", "1:34: expected 'type' among the arguments"},
    {"{'order':'stand','args':{'unit':3,'queued':1}}",
     "1:44: expected 'queued', true or false, found '1'"},
    {"{'order':'stop','args':{'unit':3,'queued':true}}",
     "1:34: 'stop' takes no such argument: expected unit, units, found 'queued'"},
    {"{'order':'return','args':{'units':[8]},'goal':3}",
     "1:40: found 'goal', expected a member of an order: order, args"},
    {"{'order':'return','order':'return','args':{'units':[8]}}",
     "1:19: found 'order' again, expected it once"},
};

TEST(a_bad_order_is_refused_with_its_place)
{
    US_AUTO(us_orders_clear) us_orders orders = {0};
    US_AUTOSTR(said);
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_error err = {0};
        us_test_row(bad[i].text);
        CHECK_INT(read_order(bad[i].text, &orders, &err), US_BAD_INPUT);
        if (!us_error_has_message(&err, bad[i].message, &said))
            FAIL("expected %s, found %s", bad[i].message, said.text);
        CHECK_INT(orders.count, 0);
        CHECK_INT(orders.pool_count, 0);
    }
}

TEST(a_copy_of_an_order_says_the_same)
{
    us_orders orders = {0}, copies = {0};
    REQUIRE(read_order(good[0].text, &orders, NULL) == US_OK);
    us_order *order = &orders.order[0];
    order->id = 7;
    order->goal = 9;
    order->queued = true;
    const us_order *copy = us_orders_add_copy(&copies, order);
    us_str text;
    US_AUTOSTR(again);
    us_str_init(&text);
    write_order(order, &text);
    write_order(copy, &again);
    CHECK_STR(again.text, text.text);
    CHECK(copy->unit != order->unit && copy->id == 7 && copy->goal == 9 && copy->seat == 1);
    us_str_clear(&text);
    us_orders_clear(&orders);
    us_orders_clear(&copies);
}

TEST(the_largest_group_reads_and_one_more_does_not)
{
    US_AUTO(us_orders_clear) us_orders orders = {0};
    us_error err = {0};
    for (int more = 0; more < 2; more++) {
        US_AUTOSTR(text);
        us_str_add(&text, "{'order':'stop','args':{'units':[1");
        for (int i = 2; i <= US_ORDER_UNITS_MAX + more; i++)
            us_str_addf(&text, ",%d", i);
        us_str_add(&text, "]}}");
        CHECK_INT(read_order(text.text, &orders, &err), more ? US_BAD_INPUT : US_OK);
    }
    REQUIRE(orders.count == 1);
    CHECK_INT(orders.order[0].unit_count, US_ORDER_UNITS_MAX);
    CHECK_INT(orders.order[0].unit[US_ORDER_UNITS_MAX - 1], US_ORDER_UNITS_MAX);
}

TEST(an_order_in_bad_shape_is_told_without_rules)
{
    static const uint8_t alive[] = {1, 0};
    const us_world world = {
        .domain = domain(), .width = 8, .height = 4, .seats = 2, .alive = alive};
    const int8_t move = (int8_t)us_domain_find_action(domain(), "move"),
                 build = (int8_t)us_domain_find_action(domain(), "build"),
                 stop = (int8_t)us_domain_find_action(domain(), "stop");
    const us_order fine = {.action = move, .unit_count = 2, .queued = true};
    us_order order = fine;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_NONE);
    order.seat = 1; /* is out of the game */
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_OVER);
    order.seat = 2;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
    order.seat = US_NEUTRAL;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
    order = fine;
    order.action = -1;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
    order.action = (int8_t)domain()->action_count;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
    order = fine;
    order.unit_count = 0;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
    order = fine;
    order.action = build; /* one builds, not two */
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
    order.unit_count = 1;
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_NONE);
    order.action = stop; /* not after others */
    CHECK_INT(us_order_check_shape(&world, &order), US_REASON_BAD_ARGUMENT);
}

TEST(arguments_lie_in_the_world_and_in_the_domain)
{
    const us_world world = {.domain = domain(), .width = 8, .height = 4, .seats = 2};
    us_order order = {.action = (int8_t)us_domain_find_action(domain(), "build"), .unit_count = 1};
    us_type concrete = 0;
    while (domain()->type[concrete].abstract)
        concrete++;
    const struct {
        int32_t type, cell;
        us_reason reason;
    } rows[] = {
        {concrete, US_CELL(7, 3), US_REASON_NONE},
        {concrete, US_CELL(8, 3), US_REASON_BAD_ARGUMENT},
        {concrete, US_CELL(7, 4), US_REASON_BAD_ARGUMENT},
        {concrete, US_CELL(-1, 0), US_REASON_BAD_ARGUMENT},
        {-1, US_CELL(0, 0), US_REASON_BAD_ARGUMENT},
        {domain()->type_count, US_CELL(0, 0), US_REASON_BAD_ARGUMENT},
        {us_domain_find_type(domain(), "soldier"), US_CELL(0, 0), US_REASON_BAD_ARGUMENT},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        order.arg[0] = rows[i].type;
        order.arg[1] = rows[i].cell;
        CHECK_INT(us_order_check_args(&world, &order), rows[i].reason);
    }
}
