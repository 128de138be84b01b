#include "base/file.h"
#include "game/microrts/play.h"
#include "tests/unit/test.h"

#include <string.h>

/* A game of microRTS on a small map, and what it told. */
typedef struct field {
    us_scenario *scenario;
    us_game *game;
    mr_game *g;
    us_events events;
    uint32_t ids;
} field;

static field begin(const char *rows)
{
    field f = {.ids = 0};
    US_AUTOSTR(text);
    us_error err = {0};
    us_str_addf(&text,
                "microrts 1\nresources 5 5\nmap\n%s\nlegend\nR Resource neutral resources 2\n"
                "B Base 0\nW Worker 0\nL Light 0\nA Ranged 0\nK Barracks 0\nb Base 1\nw Worker 1\n"
                "l Light 1\n",
                rows);
    us_scenario_def def = us_scenario_def_default();
    def.domain = "microrts";
    def.map = "field";
    def.map_text = text.text;
    def.max_cycles = 5000;
    if (us_scenario_open(&def, &f.scenario, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(f.scenario);
    f.game = us_game_new(f.scenario, 1);
    f.g = (mr_game *)f.game;
    return f;
}

static void end(field *f)
{
    us_game_free(f->game);
    us_scenario_close(f->scenario);
    us_events_clear(&f->events);
}

static const us_entity *at(const field *f, int x, int y)
{
    const us_entity *e = us_world_at(us_game_world(f->game, 0), x, y);
    REQUIRE(e);
    return e;
}

static us_reason order(field *f, us_id unit, const char *name, int32_t first, int32_t second)
{
    const us_world *world = us_game_world(f->game, 0);
    US_AUTO(us_orders_clear) us_orders orders = {0};
    us_seat seat = us_world_find(world, unit)->owner;
    us_order *o =
        us_orders_add(&orders, seat, us_domain_find_action(world->domain, name), &unit, 1);
    o->id = ++f->ids;
    o->arg[0] = first;
    o->arg[1] = second;
    us_reason reason = us_game_act(f->game, o);
    return reason;
}

static void run(field *f, int cycles)
{
    us_game_step(f->game, us_game_world(f->game, 0)->now + cycles, NULL, &f->events);
}

/* The first of that kind about the entity since the beginning, or NULL. */
static const us_event *find_event(const field *f, us_event_kind kind, us_id entity)
{
    for (int i = 0; i < f->events.count; i++)
        if (f->events.event[i].kind == kind && f->events.event[i].entity == entity)
            return &f->events.event[i];
    return NULL;
}

static int32_t number(const field *f, us_id id, const char *attribute)
{
    const us_world *world = us_game_world(f->game, 0);
    const us_entity *e = us_world_find(world, id);
    REQUIRE(e);
    return e->attribute[us_domain_find_attribute(world->domain, attribute)];
}

static us_type type_of(const field *f, const char *name)
{
    return us_domain_find_type(f->scenario->domain, name);
}

static int32_t owned(const field *f, us_seat seat)
{
    return us_world_tally(us_game_world(f->game, 0), seat, f->g->scenario->words.resource);
}

static const char *status(const field *f, us_id id)
{
    const us_world *world = us_game_world(f->game, 0);
    return world->domain->statuses.name[us_world_find(world, id)->status];
}

/* ---- going */

TEST(who_is_sent_goes_around_what_stands_in_the_way)
{
    field f = begin("W#...\n.#.#.\n...#w");
    us_id worker = at(&f, 0, 0)->id;
    CHECK_INT(order(&f, worker, "move", US_CELL(4, 0), 0), US_REASON_NONE);
    run(&f, 1);
    CHECK_STR(status(&f, worker), "moving");
    run(&f, 78);
    CHECK(!find_event(&f, US_EVENT_DONE, worker));
    run(&f, 1);
    const us_entity *e = us_world_find(us_game_world(f.game, 0), worker);
    CHECK(e->x == 4 && e->y == 0 && e->action < 0);
    const us_event *done = find_event(&f, US_EVENT_DONE, worker);
    CHECK(done && done->cycle == 79 && done->value == 1);
    CHECK_STR(status(&f, worker), "idle");
    end(&f);
}

TEST(a_cell_where_somebody_stands_is_reached_beside_it)
{
    field f = begin("W..B.\n.....\n....w");
    us_id worker = at(&f, 0, 0)->id;
    order(&f, worker, "move", US_CELL(3, 0), 0);
    run(&f, 60);
    CHECK(find_event(&f, US_EVENT_DONE, worker));
    CHECK_INT(us_world_find(us_game_world(f.game, 0), worker)->x, 2);
    end(&f);
}

TEST(another_order_takes_the_place_of_the_first)
{
    field f = begin("W....\n.....\n....w");
    us_id worker = at(&f, 0, 0)->id;
    order(&f, worker, "move", US_CELL(4, 0), 0);
    run(&f, 5);
    order(&f, worker, "move", US_CELL(0, 2), 0);
    run(&f, 100);
    const us_event *failed = find_event(&f, US_EVENT_FAILED, worker);
    CHECK(failed && failed->value == 1 && failed->type == US_REASON_INTERRUPTED);
    const us_event *done = find_event(&f, US_EVENT_DONE, worker);
    CHECK(done && done->value == 2);
    order(&f, worker, "move", US_CELL(4, 0), 0);
    run(&f, MR_IDLE_WAIT + 1); /* it may be waiting */
    order(&f, worker, "stop", 0, 0);
    run(&f, 100); /* the step that was under way is done */
    const us_entity *e = us_world_find(us_game_world(f.game, 0), worker);
    CHECK_INT(e->x + 2 - e->y, 1);
    end(&f);
}

/* ---- work */

TEST(a_worker_gathers_until_there_is_nothing_left)
{
    field f = begin("BWR..\n.....\nR...w");
    us_id worker = at(&f, 1, 0)->id, near = at(&f, 2, 0)->id;
    CHECK_INT(order(&f, worker, "harvest", (int32_t)near, 0), US_REASON_NONE);
    CHECK_INT(order(&f, worker, "return", 0, 0), US_REASON_NOTHING);
    run(&f, 1);
    CHECK(find_event(&f, US_EVENT_DONE, worker)); /* it is under way */
    CHECK_STR(status(&f, worker), "gathering");
    run(&f, 20);
    CHECK_INT(number(&f, worker, "carried"), 1);
    CHECK_INT(number(&f, near, "stock"), 1);
    CHECK_STR(status(&f, worker), "carrying");
    run(&f, 10);
    const us_event *gained = find_event(&f, US_EVENT_GAINED, worker);
    CHECK(gained && gained->value == 1 && gained->cycle == 29);
    CHECK_INT(owned(&f, 0), 6);
    run(&f, 500);
    CHECK_INT(owned(&f, 0), 9); /* of the other resource, too */
    CHECK_STR(status(&f, worker), "idle");
    const us_event *gone = find_event(&f, US_EVENT_GONE, near);
    CHECK(gone && gone->value == US_GONE_SPENT && !gone->other);
    CHECK(!find_event(&f, US_EVENT_FAILED, worker));
    end(&f);
}

TEST(a_building_is_put_up_and_paid_for_when_it_stands)
{
    field f = begin("W....\n.....\nB...w");
    us_id worker = at(&f, 0, 0)->id;
    int32_t barracks = type_of(&f, "Barracks");
    CHECK_INT(order(&f, worker, "build", type_of(&f, "Base"), US_CELL(3, 0)),
              US_REASON_NO_RESOURCES);
    CHECK_INT(order(&f, worker, "build", type_of(&f, "Light"), US_CELL(3, 0)), US_REASON_CANNOT);
    CHECK_INT(order(&f, worker, "build", barracks, US_CELL(0, 2)), US_REASON_BAD_PLACE);
    CHECK_INT(order(&f, worker, "build", barracks, US_CELL(3, 0)), US_REASON_NONE);
    run(&f, 21);
    CHECK_STR(status(&f, worker), "building");
    CHECK_INT(us_world_find(us_game_world(f.game, 0), worker)->product, barracks);
    CHECK_INT(owned(&f, 0), 5);
    run(&f, 100);
    const us_entity *site = at(&f, 3, 0);
    CHECK_INT(site->type, barracks);
    CHECK_INT(owned(&f, 0), 0);
    const us_event *created = find_event(&f, US_EVENT_CREATED, site->id);
    CHECK(created && created->other == worker);
    CHECK(find_event(&f, US_EVENT_DONE, worker));
    end(&f);
}

TEST(who_stands_on_its_site_steps_aside)
{
    field f = begin("W....\n.....\nB...w");
    us_id worker = at(&f, 0, 0)->id;
    CHECK_INT(order(&f, worker, "build", type_of(&f, "Barracks"), US_CELL(0, 0)), US_REASON_NONE);
    run(&f, 120);
    CHECK(find_event(&f, US_EVENT_DONE, worker));
    CHECK_INT(at(&f, 0, 0)->type, type_of(&f, "Barracks"));
    end(&f);
}

static void run_by(field *f, int cycles, int step)
{
    for (int i = 0; i < cycles; i += step)
        run(f, cycles - i < step ? cycles - i : step);
}

/* From cycle 0 on, so that cycle 40 is the first one too many; however a game is stepped. */
TEST(whoever_stands_on_a_site_is_waited_for_forty_cycles)
{
    static const char rows[] = "W....\n.....\nB..w.";
    static const int steps[] = {1, 7, 1000};
    us_hash hash = 0;
    for (int i = 0; i < US_COUNT(steps); i++) {
        field f = begin(rows);
        us_id worker = at(&f, 0, 0)->id, other = at(&f, 3, 2)->id;
        int32_t barracks = type_of(&f, "Barracks");
        us_test_row("it stays");
        CHECK_INT(order(&f, worker, "build", barracks, US_CELL(3, 2)), US_REASON_NONE);
        run_by(&f, 40, steps[i]);
        CHECK(!find_event(&f, US_EVENT_FAILED, worker));
        run_by(&f, 60, steps[i]);
        const us_event *failed = find_event(&f, US_EVENT_FAILED, worker);
        CHECK(failed && failed->cycle == 40 && failed->type == US_REASON_BAD_PLACE);
        hash = i == 0 ? us_game_hash(f.game) : hash;
        CHECK_HASH(us_game_hash(f.game), hash);
        end(&f);
        us_test_row("it goes in time");
        f = begin(rows);
        order(&f, worker, "build", barracks, US_CELL(3, 2));
        run_by(&f, 30, steps[i]);
        order(&f, other, "move", US_CELL(4, 2), 0);
        run_by(&f, 150, steps[i]);
        CHECK(!find_event(&f, US_EVENT_FAILED, worker));
        CHECK_INT(at(&f, 3, 2)->type, barracks);
        end(&f);
    }
}

TEST(what_is_trained_comes_out_one_by_one)
{
    field f = begin(".B..R\n.....\n....w");
    us_id base = at(&f, 1, 0)->id;
    int32_t type = type_of(&f, "Worker");
    for (int i = 0; i < MR_QUEUE; i++)
        CHECK_INT(order(&f, base, "train", type, 0), US_REASON_NONE);
    CHECK_INT(order(&f, base, "train", type, 0), US_REASON_BUSY);
    CHECK_INT(number(&f, base, "queue"), MR_QUEUE);
    run(&f, 50);
    const us_event *done = find_event(&f, US_EVENT_DONE, base);
    CHECK(done && done->value == 1 && done->cycle == 49);
    CHECK_INT(at(&f, 2, 0)->type, type); /* beside the resource */
    run(&f, 1);
    CHECK_INT(number(&f, base, "queue"), MR_QUEUE - 1);
    order(&f, base, "stop", 0, 0);
    run(&f, 200);
    CHECK_INT(us_world_count(us_game_world(f.game, 0), 0, (us_type)type), 2);
    int failed = 0;
    for (int i = 0; i < f.events.count; i++)
        failed += f.events.event[i].kind == US_EVENT_FAILED;
    CHECK_INT(failed, MR_QUEUE - 1); /* the one that was begun comes out all the same */
    end(&f);
}

/* ---- fights */

TEST(an_attacker_goes_after_its_target_until_it_is_gone)
{
    field f = begin("L...w\n.....\n....b");
    us_id light = at(&f, 0, 0)->id, worker = at(&f, 4, 0)->id;
    CHECK_INT(order(&f, light, "attack", (int32_t)light, 0), US_REASON_BAD_TARGET);
    CHECK_INT(order(&f, light, "attack", (int32_t)worker, 0), US_REASON_NONE);
    run(&f, 24);
    CHECK_STR(status(&f, light), "attacking");
    CHECK(!find_event(&f, US_EVENT_ATTACKED, worker));
    run(&f, 5);
    const us_event *hit = find_event(&f, US_EVENT_ATTACKED, worker),
                   *gone = find_event(&f, US_EVENT_GONE, worker);
    CHECK(hit && hit->other == light && hit->value == 2 && hit->cycle == 28);
    CHECK(gone && gone->other == light && gone->value == US_GONE_KILLED);
    CHECK(find_event(&f, US_EVENT_DONE, light));
    const us_world *world = us_game_world(f.game, 0);
    CHECK_INT(us_world_tally(world, 0, f.g->scenario->words.kills), 1);
    CHECK_INT(us_world_tally(world, 1, f.g->scenario->words.losses), 1);
    CHECK(!us_world_find(world, worker));
    end(&f);
}

TEST(who_strikes_from_afar_does_not_come_nearer)
{
    field f = begin("A....\n.....\n...b.");
    us_id ranged = at(&f, 0, 0)->id, base = at(&f, 3, 2)->id;
    order(&f, ranged, "attack", (int32_t)base, 0);
    run(&f, 60);
    const us_entity *e = us_world_find(us_game_world(f.game, 0), ranged);
    int dx = e->x - 3, dy = e->y - 2;
    CHECK(dx * dx + dy * dy <= 9 && dx * dx + dy * dy > 4);
    CHECK(number(&f, base, "hit_points") < 10);
    end(&f);
}

TEST(an_assault_strikes_whom_it_meets)
{
    field f = begin("L.........\n....w.....\n..........\n.........b");
    us_id light = at(&f, 0, 0)->id, worker = at(&f, 4, 1)->id;
    order(&f, light, "attack-move", US_CELL(0, 3), 0);
    run(&f, 200);
    CHECK(find_event(&f, US_EVENT_GONE, worker));
    const us_event *done = find_event(&f, US_EVENT_DONE, light);
    CHECK(done && done->cycle > find_event(&f, US_EVENT_GONE, worker)->cycle);
    const us_entity *e = us_world_find(us_game_world(f.game, 0), light);
    CHECK(e->x == 0 && e->y == 3);
    end(&f);
}

static us_id prey(const field *f, us_id hunter)
{
    return us_world_find(us_game_world(f->game, 0), hunter)->target;
}

TEST(a_hunter_goes_after_one_after_another)
{
    field f = begin("L..w....b");
    us_id hunter = at(&f, 0, 0)->id, worker = at(&f, 3, 0)->id, base = at(&f, 8, 0)->id;
    CHECK_INT(order(&f, hunter, "hunt", 0, 0), US_REASON_NONE);
    run(&f, 1);
    CHECK_STR(status(&f, hunter), "attacking");
    CHECK_INT(prey(&f, hunter), worker);
    run(&f, 21);
    const us_event *gone = find_event(&f, US_EVENT_GONE, worker);
    CHECK(gone && gone->other == hunter && gone->cycle == 20);
    CHECK_INT(prey(&f, hunter), base);
    CHECK_STR(status(&f, hunter), "attacking");
    run(&f, 100);
    gone = find_event(&f, US_EVENT_GONE, base);
    CHECK(gone && gone->other == hunter);
    CHECK(!find_event(&f, US_EVENT_DONE, hunter) && !find_event(&f, US_EVENT_FAILED, hunter));
    end(&f);
}

TEST(a_hunter_turns_to_who_has_come_nearer)
{
    field f = begin("L......w\n........\n........\n....l...");
    us_id hunter = at(&f, 0, 0)->id, worker = at(&f, 7, 0)->id, light = at(&f, 4, 3)->id;
    order(&f, hunter, "hunt", 0, 0);
    order(&f, light, "move", US_CELL(0, 3), 0);
    run(&f, 1);
    CHECK_INT(prey(&f, hunter), worker); /* of equals the first */
    run(&f, 7);
    CHECK_INT(prey(&f, hunter), worker); /* it thinks when it is idle */
    run(&f, 1);
    CHECK_INT(prey(&f, hunter), light);
    CHECK(us_world_find(us_game_world(f.game, 0), worker));
    end(&f);
}

/* The prey of a hunter falls to another one, who was told after it. */
static void check_places(const char *rows, int falls, bool keeps, bool turns)
{
    field f = begin(rows);
    us_id killer = at(&f, 0, 0)->id, hunter = at(&f, 3, 4)->id, victim = at(&f, 1, 0)->id,
          base = at(&f, 11, 4)->id;
    order(&f, hunter, "hunt", 0, 0);
    order(&f, killer, "hunt", 0, 0);
    run(&f, falls - 1);
    CHECK_INT(prey(&f, hunter), victim);
    run(&f, 1);
    const mr_task *theirs = &f.g->task[mr_game_find(f.g, hunter)];
    CHECK(find_event(&f, US_EVENT_GONE, victim));
    CHECK_INT(theirs->rank, keeps ? 1 : 0);
    CHECK_INT(theirs->target, turns ? base : 0);
    run(&f, 10);
    CHECK_INT(theirs->rank, keeps ? 1 : 3);
    CHECK_INT(theirs->target, base);
    CHECK_INT(f.g->task[mr_game_find(f.g, killer)].rank, 2);
    end(&f);
}

TEST(a_hunter_keeps_its_place_if_it_can_think_at_once)
{
    us_test_row("a soldier thinks when its step is done");
    check_places("Lw..........\n............\n............\n............\n...L.......b", 5, false,
                 false);
    us_test_row("the step is done just then");
    check_places("Ll..........\n............\n............\n............\n...A.......b", 10, true,
                 true);
    us_test_row("a worker thinks in each cycle");
    check_places("Lw..........\n............\n............\n............\n...W.......b", 5, true,
                 false);
}

TEST(who_dies_gives_up_its_orders_first)
{
    field f = begin("l.W.B\n.....\n.....");
    us_id light = at(&f, 0, 0)->id, worker = at(&f, 2, 0)->id;
    order(&f, worker, "build", type_of(&f, "Barracks"), US_CELL(2, 2));
    order(&f, light, "attack", (int32_t)worker, 0);
    run(&f, 300);
    const us_event *failed = find_event(&f, US_EVENT_FAILED, worker),
                   *gone = find_event(&f, US_EVENT_GONE, worker);
    CHECK(failed && failed->type == US_REASON_DEAD && gone && failed < gone);
    end(&f);
}

TEST(whoever_has_nobody_left_has_lost)
{
    field f = begin("L...w\n.....\n.....");
    order(&f, at(&f, 0, 0)->id, "attack", (int32_t)at(&f, 4, 0)->id, 0);
    run(&f, 200);
    us_outcome outcome = us_game_outcome(f.game);
    CHECK(outcome.kind == US_OUTCOME_WIN && outcome.winner == 0);
    CHECK_STR(outcome.reason, "defeat");
    const us_world *world = us_game_world(f.game, 0);
    CHECK(world->alive[0] && !world->alive[1]);
    CHECK_INT(world->now, 29);
    CHECK_INT(order(&f, at(&f, 3, 0)->id, "stop", 0, 0), US_REASON_OVER);
    end(&f);
}

static const char *status_seen(const field *f, us_seat seat, us_id id)
{
    const us_world *world = us_game_world(f->game, seat);
    return world->domain->statuses.name[us_world_find(world, id)->status];
}

/* The real game tells the steps of both, and nobody's orders. */
TEST(what_the_other_seat_was_told_to_do_is_not_known)
{
    field f = begin(".B...\n.....\nL...w");
    us_id light = at(&f, 0, 2)->id, base = at(&f, 1, 0)->id, worker = at(&f, 4, 2)->id;
    us_type type = type_of(&f, "Worker");
    int queue = us_domain_find_attribute(f.scenario->domain, "queue");
    CHECK_INT(order(&f, light, "attack", (int32_t)worker, 0), US_REASON_NONE);
    CHECK_INT(order(&f, base, "train", type, 0), US_REASON_NONE);
    CHECK_INT(order(&f, base, "train", type, 0), US_REASON_NONE);
    run(&f, 3);
    const us_entity *own = us_world_find(us_game_world(f.game, 0), light);
    const us_entity *others = us_world_find(us_game_world(f.game, 1), light);
    CHECK_STR(status_seen(&f, 0, light), "attacking");
    CHECK_STR(status_seen(&f, US_NEUTRAL, light), "attacking");
    CHECK_STR(status_seen(&f, 1, light), "moving");
    CHECK_INT(own->target, worker);
    CHECK_INT(others->target, 0);
    CHECK(own->action >= 0);
    CHECK_INT(others->action, -1);
    CHECK_INT(others->until, own->until);
    CHECK_INT(us_world_find(us_game_world(f.game, 0), base)->attribute[queue], 2);
    CHECK_INT(us_world_find(us_game_world(f.game, 1), base)->attribute[queue], 0);
    CHECK_INT(us_world_find(us_game_world(f.game, 1), base)->product, type);
    CHECK_STR(status_seen(&f, 1, base), "training");
    end(&f);
}

TEST(one_seat_has_to_be_ours)
{
    us_scenario *scenario = NULL;
    us_scenario_part part;
    us_error err = {0};
    us_scenario_def def = us_scenario_def_default();
    def.domain = "microrts";
    def.map = "bases-8";
    def.outside[0] = def.outside[1] = "ai.PassiveAI";
    CHECK_INT(us_scenario_open_part(&def, &scenario, &part, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "expected a player of ours");
    CHECK(!scenario && part == US_PART_OUTSIDE + 1);
    def.domain = US_GAME_PRESET;
    CHECK_INT(us_scenario_open_part(&def, &scenario, &part, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "skirmish has no bots of its own");
}

/* Each edit of the shipped domain is one that a researcher may make; the table is left as it was.
 */
TEST(a_domain_that_the_table_contradicts_is_refused)
{
    static const struct {
        const char *from, *to, *text;
    } rows[] = {
        {"{\"name\": \"Light\"",
         "{\"name\": \"Tank\", \"parent\": \"soldier\", \"attributes\": {\"hit_points\": 9}}, "
         "{\"name\": \"Light\"",
         "on Tank: no such row"},
        {"\"train\": [\"Worker\"]", "\"train\": [\"Worker\", \"Light\"]", "on Base: what it makes"},
        {"\"build\": [\"Base\", \"Barracks\"]", "\"build\": [\"Base\"]",
         "on Worker: what it makes"},
        {"\"gathers\": [\"ore\"],", "", "on Worker: who harvests"},
        {"\"size\": [1, 1], \"movement\"", "\"size\": [2, 1], \"movement\"", "on Worker: size"},
        {"\"cost\": {\"ore\": 3}", "\"cost\": {\"ore\": 4}", "on Heavy: cost"},
        {"\"range\": 3", "\"range\": 4", "on Ranged: range"},
    };
    US_AUTOSTR(text);
    US_AUTOSTR(path);
    US_AUTOFREE char *whole = NULL;
    size_t length = 0;
    REQUIRE(us_data_find_domain_file("microrts", "domain.json", &path, NULL) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 20, &whole, &length, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_error err = {0};
        US_AUTOPTR(us_domain) domain = NULL;
        us_scenario *scenario = NULL;
        const char *at = strstr(whole, rows[i].from);
        REQUIRE(at != NULL);
        us_str_reset(&text);
        us_str_addf(&text, "%.*s%s%s", (int)(at - whole), whole, rows[i].to,
                    at + strlen(rows[i].from));
        us_status read = us_domain_parse("edited", text.text, text.length, &domain, &err);
        if (read != US_OK)
            FAIL("%s: %s", rows[i].to, err.text);
        us_scenario_def def = us_scenario_def_default();
        def.domain = "microrts";
        def.map = "bases-8";
        def.read = domain;
        CHECK_INT(us_scenario_open(&def, &scenario, &err), US_MISMATCH);
        CHECK_CONTAINS(err.text, rows[i].text);
        CHECK(!scenario);
    }
}
