#include "domain/action.h"
#include "tests/unit/drawn_skirmish.h"
#include "tests/unit/test.h"

/* Every order that can be thought of in one crowded place: rules and domain agree on each. The
 * conformance suite does the same over whole games, where some of this is rare. */

static const char base[] = "seat 0 human gold 90000 wood 90000 oil 90000\nseat 1 orc\n"
                           "entity town-hall 0 10 2\n"
                           "entity human-barracks 0 16 2\n"
                           "entity peasant 0 7 4\n"
                           "entity peasant 0 7 5\n"
                           "entity gold-mine neutral 2 2 stock 5000\n"
                           "entity great-hall 1 26 26\n";

static drawn_skirmish crowd(void)
{
    static const struct {
        const char *type;
        us_seat owner;
        int x, y;
    } cast[] = {
        {"farm", 0, 2, 20},
        {"farm", 0, 5, 20},
        {"farm", 0, 8, 20},
        {"human-guard-tower", 0, 14, 14},
        {"human-cannon-tower", 0, 17, 14},
        {"human-watch-tower", 0, 20, 14},
        {"human-lumber-mill", 0, 11, 20},
        {"human-blacksmith", 0, 15, 20},
        {"human-blacksmith", 0, 19, 20},
        {"keep", 0, 2, 24},
        {"ballista", 0, 12, 12},
        {"knight", 0, 13, 12},
        {"grunt", 1, 16, 14},
        {"grunt", 1, 19, 14},
        {"grunt", 1, 23, 14},
        {"peon", 1, 24, 16},
        {"axethrower", 1, 26, 18},
        {"ogre", 1, 28, 20},
        {"pig-farm", 1, 28, 10},
    };
    drawn_skirmish s = drawn_skirmish_begin(base, "TTT\nTTT", 1);
    for (int i = 0; i < US_COUNT(cast); i++)
        CHECK(drawn_skirmish_add(&s, cast[i].type, cast[i].owner, cast[i].x, cast[i].y));
    us_id barracks = drawn_skirmish_find(&s, "human-barracks", 0, 0);
    for (int i = 0; i < 6; i++)
        CHECK_INT(drawn_skirmish_order_make(&s, barracks, "train", "footman"), US_REASON_NONE);
    drawn_skirmish_order_make(&s, drawn_skirmish_find(&s, "human-blacksmith", 0, 0), "research",
                              "sword-1");
    drawn_skirmish_order_make(&s, drawn_skirmish_find(&s, "town-hall", 0, 0), "upgrade", "keep");
    drawn_skirmish_order_make(&s, drawn_skirmish_find(&s, "human-watch-tower", 0, 0), "upgrade",
                              "human-guard-tower");
    drawn_skirmish_order(&s, drawn_skirmish_find(&s, "peasant", 0, 0), "harvest",
                         drawn_skirmish_find(&s, "gold-mine", US_NEUTRAL, 0));
    drawn_skirmish_order_build(&s, drawn_skirmish_find(&s, "peasant", 0, 1), "farm", 8, 8);
    return s;
}

typedef struct tally {
    int yes, no, faults;
} tally;

static void hold(drawn_skirmish *s, const us_order *order, tally *t)
{
    us_view view = {us_game_world(s->game, US_NEUTRAL), order->seat};
    us_reason rules = us_scenario_check(s->scenario, &view, order);
    bool domain = us_action_is_allowed(&view, order, order->unit[0]);
    t->yes += domain;
    t->no += !domain;
    if (domain == (rules == US_REASON_NONE) || t->faults++ > 5)
        return;
    const us_entity *unit = us_world_find(view.world, order->unit[0]);
    FAIL("cycle %d: %s of %s %u with %d %d: the rules say %s, the domain %s", (int)view.world->now,
         s->scenario->domain->action[order->action].name,
         unit ? s->scenario->domain->type[unit->type].name : "nobody", (unsigned)order->unit[0],
         (int)order->arg[0], (int)order->arg[1], us_reason_name(rules), domain ? "yes" : "no");
}

/* All arguments of the action, cells on a grid that moves with the action. */
static void hold_all_arguments(drawn_skirmish *s, us_order *order, tally *t)
{
    const us_domain *domain = s->scenario->domain;
    const us_action_def *action = &domain->action[order->action];
    const us_world *world = us_game_world(s->game, US_NEUTRAL);
    if (action->param_count == 0) {
        hold(s, order, t);
        return;
    }
    bool build = action->param_count == 2;
    for (int type = -1; action->param[0].kind == US_VALUE_TYPE && type < domain->type_count;
         type++) {
        order->arg[0] = type;
        if (!build)
            hold(s, order, t);
        for (int cell = type & 3; build && cell < world->width * world->height; cell += 5) {
            order->arg[1] = US_CELL(cell % world->width, cell / world->width);
            hold(s, order, t);
        }
    }
    for (int i = -1; action->param[0].kind == US_VALUE_ENTITY && i < world->count; i++) {
        order->arg[0] = i < 0 ? 9999 : (int32_t)world->entity[i].id;
        hold(s, order, t);
    }
    for (int cell = -1; action->param[0].kind == US_VALUE_CELL && cell < 40 * 40; cell++) {
        order->arg[0] = cell < 0 ? US_CELL(-1, 3) : US_CELL(cell % 40, cell / 40);
        hold(s, order, t);
    }
}

TEST(rules_and_domain_agree_on_every_order_in_a_crowd)
{
    US_AUTO(drawn_skirmish_end) drawn_skirmish s = crowd();
    tally t = {0};
    for (int moment = 0; moment < 4; moment++) {
        const us_world *world = us_game_world(s.game, US_NEUTRAL);
        for (int i = 0; i < world->count; i++) {
            us_id id = world->entity[i].id;
            bool builder = world->entity[i].type == us_domain_find_type(world->domain, "peasant");
            for (int a = 0; a < world->domain->action_count; a++) {
                us_order order = {.id = 99, .action = (int8_t)a, .unit = &id, .unit_count = 1};
                if (builder || world->domain->action[a].param_count < 2)
                    hold_all_arguments(&s, &order, &t);
            }
        }
        drawn_skirmish_run(&s, moment == 1 ? 250 : 90);
    }
    CHECK(t.yes > 1000 && t.no > 1000);
}
