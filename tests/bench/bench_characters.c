/* What characters that run trees cost: 1,000 of them in the arena, on patrol and answering what
 * they hear, then each with a query that is asked again whenever its mood changes. The game's own
 * time is told apart. */
#include <stdio.h>

#include "behavior/brl.h"
#include "plan/character_group.h"
#include "tests/bench/bench.h"
#include "tests/measured.h"

enum { SIDE = 160, CHARACTERS = 1000, WARM = 60, CYCLES = 1200, EACH_SECOND = 60 };

static const char reactive[] =
    "tree Patrol {\n    do repeat sequence {\n"
    "        act move(cell: nearest(this, neutral, \"POST_A\").cell)\n"
    "        act move(cell: nearest(this, neutral, \"POST_B\").cell)\n    }\n}\n\n"
    "tree Investigate(place: cell) {\n    do timeout 300 act search(cell: place)\n}\n\n"
    "tree Attack(foe: entity) {\n    do sequence memory none {\n        check exists(foe)\n"
    "        act attack(target: foe)\n    }\n}\n\n"
    "tree TakeCover {\n    do timeout 120 act hide()\n}\n\n"
    "archetype Guard {\n    do stacks long-term, reactive {\n        call Patrol()\n"
    "        on noise -> push reactive call Investigate(place: there)\n"
    "        on seen -> push reactive call Attack(foe: that)\n"
    "        on shot -> push reactive call TakeCover()\n    }\n}\n";

static const char dynamic[] =
    "tree Live {\n    do repeat succeed query Behavior() recheck event\n}\n\n"
    "archetype Guard {\n    do stacks main {\n        call Live()\n    }\n}\n";

static us_brl *make_file(const us_domain *domain, bool asks)
{
    static const char *const acts[] = {"stand()", "hide()", "move(cell: near(this, 3, 2))",
                                       "sneak(cell: near(this, -3, 1))"};
    us_str text;
    us_error err;
    us_brl *brl = NULL;
    us_str_init(&text);
    us_str_add(&text, "brl 1 arena\n\n");
    for (int i = 0; asks && i < CHARACTERS; i++)
        us_str_addf(&text,
                    "behavior \"b%d\" is Behavior {\n    described (this.aggressive: 0.%02d, "
                    "this.defensive: 0.%02d, this.alarm: 0.%02d, player.bored: 0.%02d)\n"
                    "    do sequence {\n        act %s\n        act stand()\n    }\n}\n\n",
                    i, i * 37 % 100, i * 53 % 100, i * 71 % 100, i * 89 % 100, acts[i % 4]);
    us_str_add(&text, asks ? dynamic : reactive);
    bench_need(us_brl_parse(domain, "bench.brl", text.text, text.length, &brl, &err), &err);
    us_str_clear(&text);
    return brl;
}

/* A field with posts, and among the guards visitors who stand; one is behind walls, so that the
 * game goes on without the others. */
static void make_map(us_str *out)
{
    int guards = 0;
    us_str_add(out, "arena 1\nfamily bench\ndifficulty 50\nloot 10\nmap\n");
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            bool edge = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1 ||
                        (x <= 6 && y <= 6 && (x == 6 || y == 6));
            int cell = y * SIDE + x;
            char c = edge                                    ? '#'
                     : x == 1 && y == 1                      ? 'P'
                     : x < 6 && y < 6                        ? '.'
                     : cell % 22 == 0 && guards < CHARACTERS ? 'g'
                     : x % 20 == 11 && y % 20 == 11          ? 'P'
                     : x % 16 == 4 && y % 16 == 4            ? 'A'
                     : x % 16 == 12 && y % 16 == 12          ? 'B'
                     : x % 9 == 5 && y % 7 == 5              ? 'c'
                     : x == 8 && y == 8                      ? 'E'
                     : x == 9 && y == 8                      ? '$'
                                                             : '.';
            guards += c == 'g';
            us_str_add_char(out, c);
        }
        us_str_add_char(out, '\n');
    }
    us_str_add(out, "legend\ng GUARD 1\nP PLAYER 0\nA POST_A neutral\nB POST_B neutral\n"
                    "E EXIT neutral\n$ RESOURCE neutral stock 20\n");
}

static void apply(us_character_group *group, us_game *game, us_orders *orders, uint32_t *id)
{
    for (int i = 0; i < orders->count; i++) {
        us_order *order = &orders->order[i];
        order->id = ++*id;
        us_reason reason = us_game_act(game, order);
        if (group)
            us_character_group_on_order(group, order, reason);
    }
}

static void time_it(const us_scenario *scenario, bool asks, const char *about, const char *measured)
{
    us_case_base *case_base = NULL;
    us_error err;
    us_brl *brl = make_file(scenario->domain, asks);
    bench_need(us_case_base_from_brl(brl, &case_base, &err), &err);
    us_character_group *group = NULL;
    us_character_group_def def = {scenario, 1, 1, case_base};
    bench_need(us_character_group_new(&def, &group, &err), &err);
    us_game *game = us_game_new(scenario, 1);
    us_events events = {0};
    us_orders orders = {0};
    uint32_t id = 0;
    int64_t thinking = 0, playing = 0;
    us_character_group_counts before = {0};
    for (int cycle = 0; cycle < WARM + CYCLES; cycle++) {
        if (cycle == WARM) {
            thinking = playing = 0;
            before = us_character_group_get_counts(group);
        }
        us_view view = {.world = us_game_world(game, 1), .self = 1};
        us_orders_reset(&orders);
        int64_t begun = bench_ns();
        us_character_group_think(group, &view, &events, &orders);
        int64_t thought = bench_ns();
        us_events_reset(&events);
        apply(group, game, &orders, &id);
        us_game_step(game, cycle + 1, NULL, &events);
        thinking += thought - begun;
        playing += bench_ns() - thought;
    }
    us_character_group_counts c = us_character_group_get_counts(group);
    double seconds = (double)CYCLES / EACH_SECOND;
    double share = (double)thinking / 1e7 / seconds, game_share = (double)playing / 1e7 / seconds;
    double each = (double)CYCLES * c.characters;
    printf(
        "characters: %d characters, %s, %d cycles: %.2f%% of a core at %d cycles a second (the "
        "game "
        "%.2f%%), %.3f ticks, %.4f queries and %.4f orders a character and cycle, %.4f torn down\n",
        c.characters, about, CYCLES, share, EACH_SECOND, game_share,
        (double)(c.ticks - before.ticks) / each,
        (double)(c.ask.queries - before.ask.queries) / each,
        (double)(c.orders - before.orders) / each,
        (double)(c.ask.teardowns - before.ask.teardowns) / each);
    if (measured)
        test_measured(measured, share, "%d characters at %d cycles a second", c.characters,
                      EACH_SECOND);
    us_game_free(game);
    us_character_group_free(group);
    us_case_base_free(case_base);
    us_brl_free(brl);
    us_events_clear(&events);
    us_orders_clear(&orders);
}

void bench_characters(void)
{
    us_str map;
    us_error err;
    us_scenario *scenario = NULL;
    us_str_init(&map);
    make_map(&map);
    us_scenario_def def = us_scenario_def_default();
    def.domain = "arena";
    def.map = "bench";
    def.map_text = map.text;
    bench_need(us_scenario_open(&def, &scenario, &err), &err);
    time_it(scenario, false, "reactive", NULL);
    time_it(scenario, true, "asking among 1000 behaviors", "dynamic-characters");
    us_scenario_close(scenario);
    us_str_clear(&map);
}
