/* A player of one's own: every unit that can attack goes for the nearest enemy. own_player MAP
 * TRACE plays it against idle, records the game, and prints how it ended. */
#include <stdio.h>
#include <stdlib.h>

#include "understudy/agent.h"
#include "understudy/trace.h"

typedef struct raider {
    us_player base; /* first */
    const us_domain *domain;
    int attack; /* index of the action */
} raider;

static us_status open_raider(const us_player_kind *kind, const us_player_def *def, us_player **out,
                             us_error *err)
{
    const us_domain *domain = us_scenario_domain(def->scenario);
    int attack = us_domain_find_action(domain, "attack");
    if (attack < 0)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "%s has no action \"attack\"",
                            us_domain_name(domain));
    raider *made = malloc(sizeof *made);
    if (!made)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "out of memory");
    *made = (raider){{kind}, domain, attack};
    *out = &made->base;
    return US_OK;
}

static void close_raider(us_player *player)
{
    free(player);
}

static const us_entity *nearest_enemy(const raider *r, const us_view *view, const us_entity *from)
{
    const us_entity *best = NULL;
    int least = 0;
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        if (e->owner == view->self || e->owner == US_NEUTRAL)
            continue;
        int distance = us_entity_distance(r->domain, from, e);
        if (!best || distance < least) {
            best = e;
            least = distance;
        }
    }
    return best;
}

static void think(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup)
{
    const raider *r = (const raider *)player;
    (void)events;
    for (int i = 0; i < view->world->count; i++) {
        const us_entity *e = &view->world->entity[i];
        if (e->owner != view->self || e->action == r->attack ||
            !us_type_can_do(r->domain, e->type, r->attack))
            continue;
        const us_entity *enemy = nearest_enemy(r, view, e);
        if (!enemy)
            continue;
        us_order *order = us_orders_add(orders, view->self, r->attack, &e->id, 1);
        order->arg[0] = (int32_t)enemy->id; /* the action's first parameter: the target */
    }
    wakeup->until = view->world->now + 30;
}

static const us_player_kind raider_kind = {
    .prefix = "raider", .open = open_raider, .think = think, .close = close_raider};

static us_status play(const us_scenario *scenario, const char *map, const char *trace,
                      us_error *err)
{
    const char *agent[US_SEATS_MAX] = {"raider", "idle"};
    us_match_def def = us_match_def_default();
    us_match_state state;
    us_recorder *recorder = NULL;
    us_player_def mine = {.scenario = scenario, .seat = 0, .seed = 7};
    def.scenario = scenario;
    def.seed = 7;
    us_status status = raider_kind.open(&raider_kind, &mine, &def.player[0], err);
    if (status == US_OK)
        status = us_agent_open(agent[1], scenario, 1, def.seed, &def.player[1], err);
    if (status != US_OK) {
        us_player_close(def.player[0]);
        return status;
    }
    us_match *match = us_match_new(&def); /* owns the players from now on */
    us_trace_header header = us_trace_header_from_game(us_match_game(match), map, agent);
    status = us_recorder_open(trace, &header, us_scenario_domain(scenario), &recorder, err);
    if (status == US_OK) {
        us_observer observer = us_recorder_observer(recorder);
        us_match_add_observer(match, &observer);
        us_match_run(match, &state);
        status = us_recorder_close(recorder, err);
    }
    if (status == US_OK)
        printf("%s in cycle %d: %s\n", state.outcome.reason, (int)state.now,
               state.outcome.kind == US_OUTCOME_WIN ? agent[state.outcome.winner] : "a draw");
    us_match_free(match);
    return status;
}

int main(int argc, char **argv)
{
    us_error err;
    char text[1024];
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    def.map = argc > 1 ? argv[1] : "open-1";
    us_status status = us_scenario_open(&def, &scenario, &err);
    if (status == US_OK) {
        status = play(scenario, def.map, argc > 2 ? argv[2] : "own_player.jsonl", &err);
        us_scenario_close(scenario);
    }
    if (status != US_OK)
        fprintf(stderr, "%s\n", us_error_print(&err, text, sizeof text));
    return status == US_OK ? 0 : 1;
}
