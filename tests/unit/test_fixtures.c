/* Old files stay readable. What they hold is told by name here, not by a hash: the domain may grow
 * and the rules may change, and then they are read all the same, though not played again. A
 * fixture is never written anew; a new version of a format adds one. */
#include "retrieve/library.h"
#include "retrieve/outcomes.h"
#include "tests/unit/test.h"
#include "traces/lives.h"
#include "traces/plan_tree.h"
#include <string.h>

static const char file_v1[] = "tests/fixtures/game-v1.jsonl";

typedef struct fixture {
    us_log log;
    us_worlds *worlds;
} fixture;

static void open_v1(fixture *f)
{
    us_error err = {0};
    if (us_log_read(&f->log, file_v1, NULL, &err) != US_OK ||
        us_worlds_open(&f->log, file_v1, &f->worlds, &err) != US_OK)
        FAIL("%s:%d: %s", err.file, err.line, err.text);
    REQUIRE(f->worlds);
}

static void close_v1(fixture *f)
{
    us_worlds_close(f->worlds);
    us_log_clear(&f->log);
}

static int count(const us_world *world, us_seat seat, const char *type)
{
    int n = 0;
    for (int i = 0; i < world->count; i++)
        n += world->entity[i].owner == seat &&
             us_text_equal(world->domain->type[world->entity[i].type].name, type);
    return n;
}

TEST(the_lines_of_version_1_read_on)
{
    fixture f;
    open_v1(&f);
    const us_trace_header *header = f.log.header;
    CHECK_STR(header->map, "open-2");
    CHECK_HASH(header->domain_hash, 0x17bb42669875e128);
    CHECK(header->seed == 7 && header->seats == 2 && header->max_cycles == 900);
    CHECK_STR(header->seat[0].player, "expert:rush");
    CHECK_STR(header->seat[1].faction, "orc");
    CHECK_INT(f.log.orders.count, 15);
    CHECK_INT(f.log.events.count, 76);
    CHECK_INT(f.log.cycles, 900);
    CHECK(f.log.outcome.kind == US_OUTCOME_DRAW && !f.log.cut);
    CHECK_STR(f.log.reason, "cycle limit");
    const us_order *order = &f.log.orders.order[12];
    const us_action_def *action = &f.log.domain->action[order->action];
    CHECK_STR(action->name, "build");
    CHECK(order->id == 13 && order->seat == 1 && order->unit_count == 1 && order->unit[0] == 12);
    for (int p = 0; p < action->param_count; p++) {
        if (action->param[p].kind == US_VALUE_CELL)
            CHECK_INT(order->arg[p], US_CELL(11, 25));
        if (action->param[p].kind == US_VALUE_TYPE)
            CHECK_STR(f.log.domain->type[order->arg[p]].name, "pig-farm");
    }
    CHECK(f.log.orders.order[14].goal == 6 && f.log.line[14].cycle == 864);
    const us_event *last = &f.log.events.event[75];
    CHECK_STR(us_event_name((us_event_kind)last->kind), "over");
    close_v1(&f);
}

TEST(the_lines_of_version_1_1_read_on)
{
    static const char file[] = "tests/fixtures/game-v1.1.jsonl";
    US_AUTO(us_log_clear) us_log log;
    US_AUTO(us_plans_clear) us_plans plans;
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    CHECK(log.header->minor == 1 && log.orders.count == 10 && log.cycles == 637);
    us_plans_def def = {.path = file, .domain = log.domain, .to = 240};
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    const us_plan_tree *plan = &plans.plan[0];
    CHECK(plans.notes == 15 && plan->count == 6 && plan->open == 3);
    const us_plan_node *rush = &plan->node[us_plan_tree_find(plan, 2)];
    CHECK_STR(rush->text, "rush from \"two\" barracks");
    CHECK_STR(rush->why, "step 4: no-way");
    CHECK_STR(rush->other, "siege");
    CHECK(rush->state == US_NOTE_FAILED && rush->since == 200 && rush->attempt == 1);
    CHECK(rush->behavior == 0x3fa1b2c3d4e5f601 && rush->case_id == 5);
    CHECK(rush->similarity == 930000001 && rush->margin == 40000000);
    const us_plan_slot *slot = &plan->slot[plan->node[us_plan_tree_find(plan, 4)].slot];
    CHECK(slot->units == 14 && slot->unit[13] == 19);
    CHECK_INT(plan->slot[slot->next].cell, US_CELL(12, 0));
}

static const us_plan_node *node_of(const us_plan_tree *plan, uint32_t number)
{
    return &plan->node[us_plan_tree_find(plan, number)];
}

TEST(the_lines_of_version_1_2_read_on)
{
    static const char file[] = "tests/fixtures/game-v1.2.jsonl";
    US_AUTO(us_log_clear) us_log log;
    us_plans then, all;
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    CHECK(log.header->minor == 2 && log.orders.count == 10 && log.cycles == 637);
    us_plans_def def = {.path = file, .domain = log.domain, .to = 150};
    REQUIRE(us_plans_read(&def, &then, NULL) == US_OK);
    def.to = INT32_MAX;
    REQUIRE(us_plans_read(&def, &all, NULL) == US_OK);
    const us_plan_node *waits = node_of(&then.plan[0], 4), *failed = node_of(&all.plan[0], 4);
    const us_plan_node *stopped = node_of(&all.plan[0], 9), *goal = node_of(&all.plan[0], 8);
    CHECK(waits->state == US_NOTE_WAITING && waits->lacks.kind == US_LACKS_RESOURCE);
    CHECK_STR(waits->lacks.item, "gold");
    CHECK(failed->state == US_NOTE_FAILED && failed->lacks.kind == US_LACKS_WAY);
    CHECK_STR(failed->lacks.item, "");
    CHECK(stopped->state == US_NOTE_STOPPED && stopped->lacks.kind == US_LACKS_LIFE);
    CHECK_STR(stopped->lacks.item, "peasant");
    CHECK(goal->state == US_NOTE_STARTED &&
          goal->lacks.kind == US_LACKS_NONE); /* it waits no more */
    CHECK_STR(waits->what, "attack");         /* found in its text */
    CHECK_STR(goal->what, "ResourceInfrastructure");
    us_plans_clear(&then);
    us_plans_clear(&all);
}

TEST(the_lines_of_version_1_3_read_on)
{
    static const char file[] = "tests/fixtures/game-v1.3.jsonl";
    US_AUTO(us_log_clear) us_log log;
    US_AUTO(us_plans_clear) us_plans plans;
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    CHECK(log.header->minor == 3 && log.orders.count == 10 && log.cycles == 637);
    CHECK(log.orders.order[9].step == 4 && log.orders.order[8].step == 0);
    us_plans_def def = {.path = file, .domain = log.domain, .to = 150};
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    const us_plan_node *waits = node_of(&plans.plan[0], 4);
    CHECK_STR(waits->what, "attack");
    CHECK_STR(waits->lacks.item, "gold");
    CHECK(waits->lacks.kind == US_LACKS_RESOURCE && waits->lacks.amount == 600);
    CHECK_STR(node_of(&plans.plan[0], 3)->what, "BuildUnits");
}

/* Events of what entities perceive, of another domain. */
TEST(the_lines_of_version_1_4_read_on)
{
    US_AUTO(us_log_clear) us_log log;
    int count[US_EVENT_KINDS] = {0};
    REQUIRE(us_log_read(&log, "tests/fixtures/game-v1.4.jsonl", NULL, NULL) == US_OK);
    CHECK(log.header->minor == 4 && log.cycles == 64);
    CHECK_STR(log.domain->name, "arena");
    for (int i = 0; i < log.events.count; i++) {
        const us_event *e = &log.events.event[i];
        count[e->kind]++;
        if (e->kind == US_EVENT_NOISE)
            CHECK(e->entity == 11 && e->other == 2 && e->value == 24 && e->x == 3 && e->y == 2);
    }
    for (int kind = US_EVENT_NOISE; kind <= US_EVENT_BUMPED; kind++)
        CHECK_INT(count[kind], 1);
}

/* The states of leading behaviors. */
TEST(the_lines_of_version_1_5_read_on)
{
    static const char file[] = "tests/fixtures/game-v1.5.jsonl";
    US_AUTO(us_log_clear) us_log log;
    US_AUTO(us_outcomes_clear) us_outcomes outcomes = {0};
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    CHECK(log.header->minor == 5 && log.cycles == 40);
    REQUIRE(us_outcomes_read(file, NULL, &outcomes, NULL) == US_OK);
    CHECK(outcomes.attempts == 2 && outcomes.features == 56);
    CHECK_INT(outcomes.attempt[1].result, US_DRAWN);
    CHECK_INT(outcomes.attempt[1].feature[0], 64);
}

/* Squads. */
TEST(the_lines_of_version_1_6_read_on)
{
    static const char file[] = "tests/fixtures/game-v1.6.jsonl";
    US_AUTO(us_log_clear) us_log log;
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    CHECK(log.header->minor == 6 && log.cycles == 8280);
    US_AUTO(us_plans_clear) us_plans plans = {0};
    us_plans_def def = {.path = file, .domain = log.domain, .to = 7410};
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    const us_plan_tree *plan = &plans.plan[0];
    REQUIRE(plan->squads && plan->count > 0);
    CHECK(plan->squad.squad.phase == US_PHASE_MARCHING && plan->squad_since == 7395);
    CHECK(plan->squad.squad.units == 7 && plan->squad.squad.target == 23);
    CHECK_STR(plan->squad.what, "human-barracks");
    CHECK(!plans.plan[1].squads);
}

/* Hashes of the parts of the domain, and of the names of its features. */
TEST(the_header_of_version_1_7_reads_on)
{
    static const char file[] = "tests/fixtures/game-v1.7.jsonl";
    US_AUTO(us_log_clear) us_log log;
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    const us_trace_header *header = log.header;
    CHECK(header->minor == 7 && log.cycles == 64 && log.orders.count > 0);
    CHECK_HASH(header->domain_hash, 0xa9c71bb2998ea16a);
    CHECK_HASH(header->domain_part[US_DOMAIN_BASICS], 0xa67f4929e3c46f80);
    CHECK_HASH(header->domain_part[US_DOMAIN_TERRAINS], 0x25f93eaf30abee03);
    CHECK_HASH(header->domain_part[US_DOMAIN_TYPES], 0x72d1e77ff35edfc5);
    CHECK_HASH(header->domain_part[US_DOMAIN_ACTIONS], 0x13a0ed1281522dc9);
    CHECK(header->features_hash != 0);
}

/* Repairs in play. */
TEST(the_lines_of_version_1_8_read_on)
{
    static const char file[] = "tests/fixtures/game-v1.8.jsonl";
    US_AUTO(us_log_clear) us_log log;
    REQUIRE(us_log_read(&log, file, NULL, NULL) == US_OK);
    CHECK(log.header->minor == 8 && log.cycles == 1100);
    US_AUTO(us_plans_clear) us_plans plans = {0};
    us_plans_def def = {.path = file, .domain = log.domain, .to = 1100};
    REQUIRE(us_plans_read(&def, &plans, NULL) == US_OK);
    const us_plan_tree *plan = &plans.plan[0];
    int at = us_plan_tree_find(plan, 2);
    REQUIRE(at != US_PLAN_NONE);
    CHECK(plan->node[at].repairs == 1 && plan->node[at].repaired == 1005);
    CHECK_STR(plan->node[at].pattern, "workers-few");
}

TEST(the_states_of_version_1_read_on)
{
    fixture f;
    const us_world *world = NULL;
    open_v1(&f);
    us_states *states = us_worlds_states(f.worlds);
    REQUIRE(states);
    CHECK_INT(us_states_count(states), 16);
    CHECK_INT(us_states_last_cycle(states), 900);
    CHECK(!us_states_is_cut(states));
    REQUIRE(us_states_at(states, 0, &world, NULL) == US_OK && world);
    CHECK(world->width == 32 && world->height == 32 && world->seats == 2);
    CHECK_INT(count(world, 0, "town-hall"), 1);
    CHECK_INT(count(world, 1, "pig-farm"), 0);
    REQUIRE(us_states_at(states, 900, &world, NULL) == US_OK && world);
    CHECK_INT(world->now, 900);
    CHECK_INT(count(world, 1, "pig-farm"), 2);
    CHECK_INT(count(world, 0, "human-barracks"), 1);
    CHECK_INT(count(world, -1, "gold-mine"), 4);
    const us_entity *farm = us_world_find(world, 15);
    REQUIRE(farm);
    CHECK(farm->x == 19 && farm->y == 5 && farm->owner == 0);
    CHECK_STR(world->domain->type[farm->type].name, "farm");
    CHECK(us_world_tally(world, 0, us_domain_find_tally(world->domain, "gold")) > 0);
    close_v1(&f);
}

TEST(a_newer_version_is_refused_in_words)
{
    static const char text[] = "{\"understudy\":\"trace\",\"version\":2,\"domain\":\"x\"}\n";
    us_trace *trace = NULL;
    us_error err = {0};
    CHECK_INT(us_trace_open_text("t", text, strlen(text), &trace, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "version 1");
    CHECK_CONTAINS(err.text, "found 2");
}

static void note_behavior(void *context, const us_library_behavior *row)
{
    us_library_behavior *rush = context;
    if (us_text_equal(row->name, "rush"))
        *rush = *row;
}

TEST(a_library_of_version_1_reads_on)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(us_library) library = NULL;
    us_library_behavior rush = {0};
    us_library_counts counts = {0};
    US_AUTOPTR(us_brl) brl = NULL;
    us_str text;
    us_error err = {0};
    REQUIRE(us_domain_load_shipped("skirmish", &domain, &err) == US_OK);
    if (us_library_open("tests/fixtures/library-1/sample.db", US_LIBRARY_READ, domain, &library,
                        &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    REQUIRE(library);
    CHECK(us_library_visit_behaviors(library, note_behavior, &rush, &err) == US_OK);
    CHECK(rush.tries == 5 && rush.successes == 3);
    CHECK(us_library_count(library, rush.id, &counts, &err) == US_OK);
    CHECK(counts.cases == 3 && counts.suffixes == 1 && counts.origins == 3);
    REQUIRE(us_library_get_behavior(library, rush.id, &brl, &err) == US_OK);
    us_str_init(&text);
    us_template_print(brl->item[0], &text);
    CHECK_CONTAINS(text.text, "kept.key: -9223372036854775808\n");
    CHECK_CONTAINS(text.text, "case at 420 in \"ridge-1\" done a {\n");
    CHECK_CONTAINS(text.text, "games.successes: 1\n");
    us_str_clear(&text);
}
