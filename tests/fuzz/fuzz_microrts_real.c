/* A game that is played by the real microRTS, over a link that was recorded: any states, as long as
 * each is one that a game can be in, in any order. Whoever of ours plays, it ends, and what is
 * published on the way is sound. Where the first byte is a J or an X, the rest is the whole
 * conversation, in JSON or XML. */
#include <stdio.h>
#include <string.h>

#include "game/microrts/real.h"
#include "game/microrts/rules.h"
#include "players/players.h"
#include "tests/microrts.h"
#include "tests/world_faults.h"
#include "understudy/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CYCLES = 60, UNITS = 40 };

static const char ground[] = "microrts 1\nresources 7 7\nmap\n"
                             "R.W....\n.B.#...\n...#.w.\n....R.l\n.L..b..\n"
                             "legend\nR Resource neutral resources 3\nB Base 0\nb Base 1\n"
                             "W Worker 0\nw Worker 1\nL Light 0\nl Light 1\n";

/* Bytes; behind their end there are zeros. */
typedef struct tape {
    const uint8_t *at, *end;
} tape;

static int take(tape *t)
{
    return t->at < t->end ? *t->at++ : 0;
}

static mr_scenario *scenario_of(us_seat ours)
{
    static us_scenario *scenario[MR_PLAYERS];
    us_scenario_def def = us_scenario_def_default();
    if (!scenario[ours]) {
        def.domain = "microrts";
        def.map = "fuzz";
        def.map_text = ground;
        def.max_cycles = CYCLES;
        def.outside[1 - ours] = "socket:9898";
        us_assert(us_scenario_open(&def, &scenario[ours], NULL) == US_OK);
    }
    return (mr_scenario *)scenario[ours];
}

/* ---- what the game says */

static void add_names(us_str *out, const char *key, const mr_table *table, uint32_t set)
{
    us_str_addf(out, ",\"%s\":[", key);
    for (int i = 0, n = 0; i < table->count; i++)
        if (set >> i & 1)
            us_str_addf(out, "%s\"%s\"", n++ ? "," : "", table->type[i].name);
    us_str_add(out, "]");
}

static void add_table(us_str *out, const mr_table *table)
{
    static const char *const no[] = {"false", "true"};
    us_str_addf(out, "utt\n{\"moveConflictResolutionStrategy\":%d,\"unitTypes\":[",
                (int)table->conflicts);
    for (int i = 0; i < table->count; i++) {
        const mr_type *t = &table->type[i];
        us_str_addf(out, "%s{\"ID\":%d,\"name\":\"%s\"", i ? "," : "", i, t->name);
        const struct {
            const char *name;
            int32_t value;
        } number[] = {
            {"cost", t->cost},
            {"hp", t->hit_points},
            {"minDamage", t->min_damage},
            {"maxDamage", t->max_damage},
            {"attackRange", t->range},
            {"produceTime", t->produce_time},
            {"moveTime", t->move_time},
            {"attackTime", t->attack_time},
            {"harvestTime", t->harvest_time},
            {"returnTime", t->return_time},
            {"harvestAmount", t->harvest_amount},
            {"sightRadius", t->sight},
        };
        for (int k = 0; k < US_COUNT(number); k++)
            us_str_addf(out, ",\"%s\":%d", number[k].name, (int)number[k].value);
        us_str_addf(out, ",\"isResource\":%s,\"isStockpile\":%s,\"canHarvest\":%s", no[t->resource],
                    no[t->stockpile], no[t->can_harvest]);
        us_str_addf(out, ",\"canMove\":%s,\"canAttack\":%s", no[t->can_move], no[t->can_attack]);
        add_names(out, "produces", table, t->produces);
        add_names(out, "producedBy", table, t->produced_by);
        us_str_add(out, "}");
    }
    us_str_add(out, "]}\n");
}

typedef struct group_world {
    mr_unit unit[UNITS];
    mr_running running[UNITS];
    int count;
} group_world;

static int32_t extreme(int byte)
{
    static const int32_t value[] = {0, 1, -1, INT32_MAX, INT32_MIN, 1000000, 1000001, 3};
    return value[byte % US_COUNT(value)];
}

/* Something happens that no rule knows. */
static void meddle(mr_state *s, group_world *c, tape *t)
{
    int what = take(t), a = c->count ? take(t) % c->count : 0, b = take(t);
    mr_unit *u = &c->unit[a], was = *u;
    switch (c->count ? what % 12 : 11) {
    case 0:
        u->type = (int16_t)(b % s->table->count);
        break;
    case 1:
        u->player = (int16_t)(b % 3 - 1);
        break;
    case 2:
        u->x = (int16_t)(b % s->width);
        u->y = (int16_t)(b / 16 % s->height);
        break;
    case 3:
        u->hit_points = extreme(b);
        break;
    case 4:
        u->resources = extreme(b);
        break;
    case 5:
        u->id = b;
        break;
    case 6:
        memmove(u, u + 1, (size_t)(--c->count - a) * sizeof(*u));
        memmove(&c->running[a], &c->running[a + 1], (size_t)(c->count - a) * sizeof(mr_running));
        break;
    case 7:
        b %= c->count;
        *u = c->unit[b];
        c->unit[b] = was;
        break;
    case 8:
        c->running[a] = (mr_running){.rank = 1, .issued = s->core->time};
        c->running[a].action = (mr_action){(int16_t)(b % 7), (int16_t)(b / 7 % s->table->count),
                                           b % 5, b % s->width, b % s->height};
        break;
    case 9:
        s->core->resources[b % 2] = extreme(b / 2);
        break;
    case 10:
        s->core->time += extreme(b) % 3;
        break;
    default:
        if (c->count == UNITS)
            return;
        c->running[c->count] = (mr_running){0};
        c->unit[c->count++] = (mr_unit){b,
                                        0,
                                        1,
                                        (int16_t)(b % s->width),
                                        (int16_t)(b / 16 % s->height),
                                        (int16_t)(b % 7),
                                        (int16_t)(b % 3 - 1)};
    }
}

/* Those of the cast for whom there is room, and what they can do there. */
static void put(mr_state *s, const group_world *c)
{
    mr_core before = *s->core;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            if (s->at[mr_state_cell(s, x, y)] != MR_WALL)
                s->at[mr_state_cell(s, x, y)] = MR_FREE;
    mr_state_clear(s, 0, s->core->count);
    *s->core = (mr_core){.time = before.time, .next_id = before.next_id, .next_end = MR_NEVER};
    memcpy(s->core->resources, before.resources, sizeof before.resources);
    for (int k = 0; k < c->count; k++)
        if (mr_state_find(s, c->unit[k].id) == MR_NONE &&
            s->at[mr_state_cell(s, c->unit[k].x, c->unit[k].y)] == MR_FREE)
            mr_state_add(s, &c->unit[k]);
    for (int k = 0; k < c->count; k++) {
        const mr_running *r = &c->running[k];
        int i = mr_state_find(s, c->unit[k].id);
        if (i == MR_NONE || !r->rank || s->unit[i].player < 0 || !mr_unit_is_idle(s, i))
            continue;
        int cell = mr_unit_neighbor(s, i, r->action.parameter);
        bool takes = r->action.type == MR_MOVE || r->action.type == MR_PRODUCE;
        bool goes = r->action.type != MR_WAIT && r->action.type != MR_ATTACK;
        if (r->action.type < MR_ACTIONS && r->issued <= s->core->time && (!goes || cell >= 0) &&
            (!takes || s->at[cell] == MR_FREE) &&
            (r->action.type != MR_PRODUCE || mr_type_is_valid(s, r->action.unit_type)))
            mr_action_begin(s, i, &r->action, r->issued);
    }
}

/* Both sides play at random, and now and then a byte is in their way. */
static void go_on(mr_state *s, tape *t, us_rng *rng)
{
    group_world c = {.count = 0};
    int edits = take(t);
    for (int player = 0; player < MR_PLAYERS; player++) {
        mr_orders orders = {0};
        microrts_random_orders(s, player, rng, &orders);
        us_assert(mr_state_issue(s, &orders, NULL) == US_OK);
        us_mem_free(orders.item);
    }
    mr_state_advance_cycle(s);
    if (edits < 128)
        return;
    for (; c.count < s->core->count && c.count < UNITS; c.count++) {
        c.unit[c.count] = s->unit[c.count];
        c.running[c.count] = s->running[c.count];
    }
    for (int k = 0; k < edits % 4 + 1; k++)
        meddle(s, &c, t);
    put(s, &c);
}

static void converse(const mr_scenario *scenario, us_seat ours, tape *t, us_str *out)
{
    mr_state *s = mr_state_new(scenario->map, &scenario->table);
    us_rng rng = us_rng_derive((uint64_t)take(t), "fuzz", 0);
    int cycles = take(t) % (CYCLES + 4);
    us_str_add(out, "budget 100 -1\n");
    add_table(out, &scenario->table);
    for (int i = 0; i < cycles; i++) {
        us_str_addf(out, "getAction %d\n", take(t) == 255 ? 1 - ours : ours);
        mr_state_print(s, out);
        us_str_add(out, "\n");
        go_on(s, t, &rng);
    }
    us_str_addf(out, "gameOver %d\n", take(t) % MR_PLAYERS - 1);
    mr_state_free(s);
}

/* ---- what we make of it */

/* With what other games never have, and this one may: owned resources, units of nobody, hit points
 * by the map, and resources below zero. */
static void check_world(const us_world *world)
{
    us_world usual = *world;
    int tallies = world->seats * world->domain->tallies.count;
    int32_t *tally = US_NEW_ARRAY(int32_t, tallies);
    us_entity *entity = US_NEW_ARRAY(us_entity, world->count + 1);
    us_str faults;
    us_str_init(&faults);
    for (int i = 0; i < tallies; i++)
        tally[i] = world->tally[i] < 0 ? 0 : world->tally[i];
    for (int i = 0; i < world->count; i++) {
        us_entity *e = &entity[i];
        *e = world->entity[i];
        const us_type_def *type = &world->domain->type[e->type];
        e->owner = type->kind == US_KIND_RESOURCE ? US_NEUTRAL : e->owner < 0 ? 0 : e->owner;
        if (e->attribute[0] > type->attribute[0])
            e->attribute[0] = type->attribute[0];
    }
    usual.tally = tally;
    usual.entity = entity;
    if (us_world_faults(&usual, &faults))
        fprintf(stderr, "%s\n", faults.text);
    us_assert(faults.length == 0);
    us_str_clear(&faults);
    us_mem_free(entity);
    us_mem_free(tally);
}

static void check_game(void *context, us_game *game, us_cycle now)
{
    const mr_game *g = (const mr_game *)game;
    const us_world *world = us_game_world(game, US_NEUTRAL);
    size_t size = (size_t)us_census_size(world->domain, world->seats) * sizeof(*world->census);
    uint16_t *census = us_mem_alloc(size);
    us_cycle *last = context;
    us_assert(world->now == now && now > *last && now <= CYCLES);
    *last = now;
    check_world(world);
    us_world_compute_census(world, census);
    us_assert(memcmp(census, world->census, size) == 0);
    us_assert(world->count == g->state->core->count);
    for (int i = 0; i < world->count; i++)
        us_assert(world->entity[i].owner == g->state->unit[i].player &&
                  world->entity[i].type == g->scenario->type[g->state->unit[i].type]);
    for (us_seat seat = 0; seat < world->seats; seat++)
        us_assert(us_game_world(game, seat)->count == world->count);
    us_game_hash(game);
    us_mem_free(census);
}

static void play(mr_scenario *scenario, us_seat ours, const char *agent, mr_link *link)
{
    us_cycle last = -1;
    us_error err = {0};
    us_match_state state;
    us_match_def def = us_match_def_default();
    def.scenario = &scenario->base;
    def.seed = 7;
    def.observer = (us_observer){.context = &last, .cycle = check_game};
    us_assert(us_agent_open(agent, def.scenario, ours, 7, &def.player[ours], NULL) == US_OK);
    mr_engine_set_link(scenario->engine, link);
    us_match *match = us_match_new(&def);
    us_match_run(match, &state);
    us_assert(state.outcome.kind != US_OUTCOME_NONE && state.now <= CYCLES);
    us_status fault_status = us_game_status(us_match_game(match), &err);
    us_assert((fault_status == US_OK) == (state.outcome.kind != US_OUTCOME_BROKEN));
    us_assert(fault_status == US_OK ||
              ((fault_status == US_NO_ENGINE || fault_status == US_BROKEN) && err.text[0]));
    us_match_free(match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const agents[] = {"ai:worker-rush", "ai:light-rush", "ai:random-biased",
                                         "random", "ai:ranged-rush"};
    tape t = {data, data + size};
    us_str text;
    us_str_init(&text);
    int first = take(&t), which = take(&t);
    us_seat ours = (us_seat)(which % MR_PLAYERS);
    mr_scenario *scenario = scenario_of(ours);
    mr_link_def def = mr_link_def_default();
    def.table = &scenario->table;
    def.map = scenario->map;
    def.xml = first == 'X';
    def.line_max = 1 << 16;
    if (first == 'J' || first == 'X')
        us_str_add_bytes(&text, (const char *)t.at, (size_t)(t.end - t.at));
    else
        converse(scenario, ours, &t, &text);
    play(scenario, ours, agents[which / MR_PLAYERS % US_COUNT(agents)],
         mr_link_open_recorded(&def, text.text, text.length));
    us_str_clear(&text);
    return 0;
}
