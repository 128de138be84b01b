/* Random behaviors, played in short games: nothing crashes, what is told of the plan is sound, no
 * two steps command one unit (planned_game.h), and the same seed plays the same game. */
#include <string.h>

#include "base/rng.h"
#include "retrieve/retrieve.h"
#include "tests/brl_text.h"
#include "tests/unit/planned_game.h"

static const char *const settings[] = {
    "",        "producers=off&pace=off",      "interference=units", "revision=off&suffixes=off",
    "article", "retrieval=random&attempts=5", "squads=off"};

/* ---- of all that the language has */

static const char fillers[] =
    "behavior \"fills\" achieves BuildUnits(player: self, type: t, number: n) {\n"
    "slot t: type\nslot n: number\nslot w: entity role worker of self\nslot all: group of self\n"
    "do selector {\nact train(unit: near(self.producer), type: \"worker\")\n"
    "act move(units: all, cell: near(enemy.hall))\n}\n}\n"
    "behavior \"again\" achieves DefeatPlayer(player: enemy) {\nslot all: group of self\n"
    "do timeout 90 act attack-move(units: all, cell: near(enemy.hall))\n}\n";

/* The file without its first line, and behaviors for its goals; false: it has a fault. */
static bool random_file(uint64_t seed, us_str *out)
{
    us_faults faults = {0};
    us_brl *brl = brl_random(seed, &faults);
    char *text = brl_text(brl);
    us_brl_free(brl);
    us_faults_clear(&faults);
    us_str_addf(out, "%s%s", text, fillers);
    us_mem_free(text);
    brl = brl_read(out->text, &faults);
    us_case_base *case_base = NULL; /* features that are no numbers are sound BRL, but no state */
    bool sound = faults.count == 0 && us_case_base_from_brl(brl, &case_base, NULL) == US_OK;
    us_case_base_free(case_base);
    us_brl_free(brl);
    us_faults_clear(&faults);
    US_AUTOFREE char *rest = us_mem_strdup(strchr(out->text, '\n') + 1);
    us_str_reset(out);
    us_str_add(out, rest);
    return sound;
}

TEST(any_sound_tree_can_be_played)
{
    int played = 0, orders = 0;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        US_AUTOSTR(text);
        if (random_file(seed, &text)) {
            US_AUTO(planned_game_close) planned_game k;
            us_test_row(text.text);
            planned_game_open(&k, planned_game_town, planned_game_grove, text.text,
                              settings[seed % US_COUNT(settings)]);
            planned_game_run(&k, 400);
            orders += k.orders;
            played++;
        }
    }
    us_test_row(NULL);
    CHECK(played > 100);
    CHECK(orders > 0);
}

/* ---- of what is done in a game: goals, actions, several at once */

typedef struct writer {
    us_rng rng;
    us_str text;
    int depth, labels;
    const char *own; /* what the behavior achieves */
} writer;

static int draw(writer *w, int bound)
{
    return (int)us_rng_next_below(&w->rng, (uint32_t)bound);
}

static const char *const goals[] = {
    "BuildUnits(player: self, type: \"farmhouse\", number: 1)",
    "BuildUnits(player: self, type: \"infantry\", number: 2)",
    "BuildUnits(player: self, type: \"barracks\", number: 1)",
    "GetResources(player: self, gold: 300)",
    "GetResources(player: self, gold: 100, wood: 100)",
    "ResourceInfrastructure(player: self, farms: 2, peasants: 5)",
    "KillUnitType(player: self, enemy: enemy, type: \"peon\")",
    "Research(player: self, type: \"melee-weapon-1\")",
};

static const char *const acts[] = {
    "act build(unit: w, type: \"farmhouse\", cell: spot)",
    "act build(unit: v, type: \"barracks\", cell: spot2)",
    "act harvest(units: all, target: mine)",
    "act harvest(units: some, target: mine)",
    "act chop(units: some, cell: wood)",
    "act train(unit: hall, type: \"worker\")",
    "act train(unit: camp, type: \"footman\")",
    "act train(unit: camp, type: \"archer\")",
    "act research(unit: forge, type: \"melee-weapon-1\")",
    "act attack-move(units: army, cell: near(enemy.hall))",
    "act attack(units: army, target: foe)",
    "act move(units: all, cell: spot2)",
    "act patrol(units: army, cell: spot)",
    "act stop(units: all)",
    "act dismiss(units: w)",
    "act cancel(unit: hall)",
    "act repair(units: v, target: hall)",
};

/* Not what the behavior is for: it would have no end. */
static const char *some_goal(writer *w)
{
    const char *goal;
    do {
        goal = goals[draw(w, US_COUNT(goals))];
    } while (w->own && strcspn(w->own, "(") == strcspn(goal, "(") && w->own[0] == goal[0]);
    return goal;
}

static void write_node(writer *w);

static void write_children(writer *w)
{
    for (int i = 1 + draw(w, 4); i > 0; i--)
        write_node(w);
    us_str_add(&w->text, "}\n");
}

static void write_node(writer *w)
{
    static const char *const lines[] = {"sequence {\n", "parallel {\n", "order {\n",
                                        "parallel succeed 1 {\n"};
    static const char *const pursue[] = {"goal", "goal", "achieve", "maintain", "increase"};
    static const char *const around[] = {"succeed ",  "timeout 300 ", "delay 20 ",
                                         "repeat 3 ", "retry 2 ",     "limit 2 "};
    if (draw(w, 6) == 0)
        us_str_add(&w->text, around[draw(w, US_COUNT(around))]);
    us_str_addf(&w->text, "s%d: ", w->labels++);
    if (w->depth < 3 && draw(w, 3) == 0) {
        w->depth++;
        us_str_add(&w->text, lines[draw(w, US_COUNT(lines))]);
        write_children(w);
        w->depth--;
    } else if (draw(w, 3) == 0) {
        us_str_addf(&w->text, "%s %s\n", pursue[draw(w, US_COUNT(pursue))], some_goal(w));
    } else {
        us_str_addf(&w->text, "%s\n", acts[draw(w, US_COUNT(acts))]);
    }
}

static void write_behavior(writer *w, int number)
{
    const char *goal = w->own = goals[draw(w, US_COUNT(goals))];
    us_str_addf(&w->text, "behavior \"b%d\" achieves %s {\n", number, goal);
    us_str_add(&w->text,
               "slot w: entity \"worker\" of self\nslot v: entity \"worker\" of self\n"
               "slot all: group \"worker\" of self\nslot some: group \"worker\" of self\n"
               "slot army: group role fighter of self\nslot foe: entity of enemy\n"
               "slot hall: entity role hall of self\nslot camp: entity \"barracks\" of self\n"
               "slot forge: entity \"blacksmith\" of self\n"
               "slot mine: entity \"gold-mine\" of neutral\n"
               "slot spot: cell\nslot spot2: cell\nslot wood: cell\n");
    if (draw(w, 4) == 0)
        us_str_add(&w->text, "while count(self, \"worker\") >= 3\n");
    w->labels = w->depth = 0;
    us_str_add(&w->text, "do sequence {\n");
    write_children(w);
    us_str_addf(&w->text, "appendix {\nspot.place: %d %d\nspot2.place: %d %d\nwood.place: %d %d\n",
                draw(w, 1000), draw(w, 600) - 300, draw(w, 400), draw(w, 400) - 200, draw(w, 300),
                draw(w, 900) - 450);
    us_str_addf(&w->text, "some.number: %d\n", 1 + draw(w, 3));
    for (int i = draw(w, 3); i > 0; i--)
        us_str_addf(&w->text, "pace.s%d: %d %d\n", i, draw(w, 200), 200 + draw(w, 300));
    if (draw(w, 3) == 0)
        us_str_addf(&w->text, "next: %d\n", 1 + draw(w, 200));
    us_str_add(&w->text, "}\n}\n");
}

static bool write_file(writer *w, uint64_t seed)
{
    w->rng = us_rng_derive(seed, "plan.random", 0);
    us_str_reset(&w->text);
    us_str_add(&w->text, "brl 1\ntree Root {\ndo repeat succeed parallel {\n");
    for (int i = 1 + draw(w, 3); i > 0; i--)
        us_str_addf(&w->text, "succeed goal %s\n", goals[draw(w, US_COUNT(goals))]);
    us_str_add(&w->text, "}\n}\n");
    for (int i = 3 + draw(w, 8); i > 0; i--)
        write_behavior(w, i);
    US_AUTO(us_faults_clear) us_faults faults = {0};
    US_AUTOPTR(us_brl) brl = brl_read(w->text.text, &faults);
    bool sound = faults.count == 0;
    return sound;
}

static us_hash play(const char *text, const char *setting, int *orders)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town, planned_game_grove, text, setting);
    for (int minute = 0; minute < 2; minute++) {
        planned_game_run(&k, 700);
        us_id peasant = drawn_skirmish_find(&k.s, "peasant", 0, 1);
        if (peasant)
            planned_game_destroy(&k, peasant);
    }
    us_hash hash = us_hash_add_text(US_HASH_START, k.log.text);
    *orders += k.orders;
    return hash;
}

TEST(any_behaviors_can_be_played_and_play_the_same_again)
{
    writer w = {0};
    int played = 0, orders = 0;
    us_str_init(&w.text);
    for (uint64_t seed = 1; seed <= 120; seed++) {
        if (!write_file(&w, seed))
            continue;
        const char *text = strchr(w.text.text, '\n') + 1;
        const char *setting = settings[seed % US_COUNT(settings)];
        us_test_row(text);
        us_hash hash = play(text, setting, &orders);
        if (++played % 8 == 0)
            CHECK_HASH(play(text, setting, &orders), hash);
    }
    us_test_row(NULL);
    CHECK(played > 60);
    CHECK(orders > 4 * played);
    us_str_clear(&w.text);
}
