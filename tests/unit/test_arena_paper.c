/* The published example of dynamic trees, played: its behaviors reach their ends in the arena, and
 * its walk-through is a log (tests/golden/steal-resources.txt). */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "behavior/brl.h"
#include "plan/character_group.h"
#include "tests/unit/drawn_arena.h"
#include "tests/unit/test.h"

enum { NODES = 1024, LONG = 3000, AT_T1 = 60 };

/* A thief that runs an archetype of the test, by the behaviors of the paper, in a game. */
typedef struct drawn_skirmish {
    drawn_arena p;
    us_brl *brl;
    us_case_base *case_base;
    us_character_group *group;
    us_id thief, victim;
    const char *name[NODES]; /* by node of the notes: a behavior or a step */
    us_arena *names;
    us_str log;     /* all that was told */
    us_str states;  /* of machines, as told last */
    uint32_t query; /* node of the archetype's */
    bool well;      /* it succeeded */
} drawn_skirmish;

/* The paper's behaviors, with another archetype in place of those of its file. */
static void read_paper(drawn_skirmish *s, const char *query)
{
    US_AUTOSTR(text);
    us_error err = {0};
    US_AUTOFREE char *page = NULL;
    size_t length;
    REQUIRE(us_data_find_domain_file("arena", "paper.brl", &text, &err) == US_OK);
    REQUIRE(us_file_read(text.text, 1 << 20, &page, &length, &err) == US_OK);
    const char *end = strstr(page, "\narchetype ");
    REQUIRE(end);
    us_str_reset(&text);
    us_str_add_bytes(&text, page, (size_t)(end - page));
    us_str_addf(&text, "\narchetype Thief {\n    do stacks one {\n        %s\n    }\n}\n", query);
    if (us_brl_parse(s->p.scenario->domain, "paper", text.text, text.length, &s->brl, &err) !=
        US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(s->brl && us_case_base_from_brl(s->brl, &s->case_base, &err) == US_OK);
}

/* The victim is the player Q, with little life left. */
static void open_stage(drawn_skirmish *s, const char *rows, const char *query)
{
    memset(s, 0, sizeof *s);
    s->p = drawn_arena_begin_hard(rows, 50, 0);
    s->thief = drawn_arena_find(&s->p, "THIEF", 0);
    for (int n = 0; !s->victim; n++)
        if (drawn_arena_value(&s->p, drawn_arena_find(&s->p, "PLAYER", n), "carried") > 0)
            s->victim = drawn_arena_find(&s->p, "PLAYER", n);
    drawn_arena_set(&s->p, s->thief, "carried", 0);
    drawn_arena_set(&s->p, s->victim, "hit_points", 30);
    read_paper(s, query);
    us_character_group_def def = {s->p.scenario, 1, 5, s->case_base};
    REQUIRE(us_character_group_new(&def, &s->group, &(us_error){0}) == US_OK && s->group);
    s->names = us_arena_new();
    us_str_init(&s->log);
    us_str_init(&s->states);
}

static void close_stage(drawn_skirmish *s)
{
    us_character_group_free(s->group);
    us_case_base_free(s->case_base);
    us_brl_free(s->brl);
    us_arena_free(s->names);
    us_str_clear(&s->log);
    us_str_clear(&s->states);
    drawn_arena_end(&s->p);
}

static void log_note(drawn_skirmish *s, const us_note *note)
{
    static const char *const of[] = {"goal", "behavior", "step"};
    if (note->kind == US_NOTE_BOUND)
        return;
    REQUIRE(note->node < NODES);
    if (note->text && note->text[0])
        s->name[note->node] = us_arena_strndup(s->names, note->text, strlen(note->text));
    const char *name = s->name[note->node];
    bool behavior = note->of == US_NOTE_BEHAVIOR;
    us_str_addf(&s->log, "%6d  %-9s  %s %s%s%s", note->cycle,
                us_note_kind_name((us_note_kind)note->kind), of[note->of], behavior ? "\"" : "",
                name, behavior ? "\"" : "");
    if (note->kind == US_NOTE_RETRIEVED)
        us_str_addf(&s->log, ": %.2f", (double)note->similarity / US_NOTE_ONE);
    if (note->why && note->why[0])
        us_str_addf(&s->log, ": %s", note->why);
    us_str_add_char(&s->log, '\n');
    if (!s->query && !behavior)
        s->query = note->node;
    s->well |= note->kind == US_NOTE_SUCCEEDED && note->node == s->query;
}

/* In which states the machines are that run, the outermost first. */
static void log_states(drawn_skirmish *s, us_cycle now)
{
    enum { FRAMES = 16 };
    const us_run *run = us_character_group_run(s->group, s->thief);
    uint32_t frame[FRAMES];
    US_AUTOSTR(states);
    int count = us_run_list_frames(run, frame, FRAMES);
    for (int i = 0; i < count && i < FRAMES; i++) {
        const us_template *t = us_run_frame_template(run, frame[i]);
        for (int n = 0; n < t->node_count; n++)
            if (t->node[n].kind == US_NODE_STATE &&
                us_run_node_answer(run, (us_node_ref){frame[i], n}) == US_RUNNING)
                us_str_addf(&states, "%s%s", states.length ? " > " : "", t->node[n].name);
    }
    if (states.length && (!s->states.text || strcmp(states.text, s->states.text) != 0)) {
        us_str_addf(&s->log, "%6d  is in      %s\n", now, states.text);
        us_str_reset(&s->states);
        us_str_add(&s->states, states.text);
    }
}

static void give(drawn_skirmish *s, us_order *order)
{
    order->id = ++s->p.orders;
    us_character_group_on_order(s->group, order, us_game_act(s->p.game, order));
}

/* One cycle. */
static void play(drawn_skirmish *s)
{
    us_view view = {.world = us_game_world(s->p.game, 1), .self = 1};
    us_orders orders = {0};
    const us_note *note;
    us_cycle now = view.world->now;
    us_character_group_think(s->group, &view, &s->p.events, &orders);
    int count = us_character_group_notes(s->group, &note);
    for (int i = 0; i < count; i++)
        log_note(s, &note[i]);
    log_states(s, now);
    for (int i = 0; i < orders.count; i++)
        give(s, &orders.order[i]);
    us_orders_clear(&orders);
    us_events_reset(&s->p.events);
    drawn_arena_run(&s->p, 1);
}

static void play_until_well(drawn_skirmish *s)
{
    for (int n = 0; n < LONG && !s->well; n++)
        play(s);
}

/* ---- each of the seven */

static const char *const seven[] = {
    "Steal resources", "Non-persistent seek and attack", "Persistent seek and attack",
    "Stealth attack",  "Basic hunt resources",           "Angry",
    "Attack nearest"};

/* A query that only that one can answer. */
static void ask_for(const char *name, us_str *out)
{
    const char *before = " without";
    us_str_addf(out, "query %s(entity: nearest(this, enemy, \"PLAYER\"))",
                strcmp(name, "Basic hunt resources") == 0 ? "Hunt" : "Attack");
    for (int i = 0; i < US_COUNT(seven); i++) {
        bool answers = strcmp(seven[i], name) == 0 || /* what it asks for itself is left to it */
                       (strcmp(name, "Basic hunt resources") == 0 && i != 0);
        if (answers)
            continue;
        us_str_addf(out, "%s \"%s\"", before, seven[i]);
        before = ",";
    }
}

TEST(each_of_the_seven_reaches_its_end)
{
    static const char rows[] = "t.......Q\n...c.....\n.........\n#########\n........X";
    for (int i = 0; i < US_COUNT(seven); i++) {
        drawn_skirmish s;
        us_str query;
        us_str_init(&query);
        us_test_row(seven[i]);
        ask_for(seven[i], &query);
        open_stage(&s, rows, query.text);
        drawn_arena_face(&s.p, s.thief, 8, 0);
        play_until_well(&s);
        if (!CHECK(s.well))
            FAIL("%s", s.log.text);
        us_str_reset(&query);
        us_str_addf(&query, "succeeded  behavior \"%s\"", seven[i]);
        CHECK_CONTAINS(s.log.text, query.text);
        bool stolen = i == 0, taken = i == 4;
        CHECK((drawn_arena_entity(&s.p, s.victim) == NULL) == !taken);
        CHECK_INT(drawn_arena_value(&s.p, s.thief, "carried"), stolen || taken ? 5 : 0);
        us_str_clear(&query);
        close_stage(&s);
    }
}

TEST(the_nearest_is_attacked_whoever_is_named)
{
    drawn_skirmish s;
    open_stage(&s, "t..X....Q",
               "query Attack(entity: first(enemy, \"PLAYER\", near: (8, 0), within: 1)) describe "
               "(this.defensive: 0.4, this.alarm: 0.5, world.difficulty: 0.3)");
    us_id other = drawn_arena_find(&s.p, "PLAYER", 0);
    drawn_arena_set(&s.p, other, "hit_points", 10);
    drawn_arena_face(&s.p, s.thief, 8, 0);
    play_until_well(&s);
    CHECK_CONTAINS(s.log.text, "succeeded  behavior \"Attack nearest\"");
    CHECK(!drawn_arena_entity(&s.p, other) && drawn_arena_entity(&s.p, s.victim));
    close_stage(&s);
}

/* ---- the walk-through */

/* Figure 3. */
static void set_moment(drawn_skirmish *s, const char *name, const int moment[5])
{
    static const char *const own[] = {"aggressive", "defensive", "alarm"};
    us_cycle now = us_game_world(s->p.game, 1)->now;
    us_str_addf(&s->log, "%6d  %s:", now, name);
    for (int i = 0; i < 3; i++) {
        drawn_arena_set(&s->p, s->thief, own[i], moment[i]);
        us_str_addf(&s->log, " %s %.1f,", own[i], moment[i] / 100.0);
    }
    int bored = s->p.g->words->bored;
    ar_tally_add(s->p.g, 0, bored, moment[3] - drawn_arena_tally(&s->p, 0, "bored"));
    us_str_addf(&s->log, " bored %.1f, difficulty %.1f\n", moment[3] / 100.0,
                drawn_arena_tally(&s->p, 0, "difficulty") / 100.0);
    CHECK_INT(drawn_arena_tally(&s->p, 0, "difficulty"), moment[4]);
}

static void compare(const char *path, const us_str *log)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    if (getenv("UNDERSTUDY_GOLDEN")) /* make golden */
        REQUIRE(us_file_write(path, log->text, log->length, NULL) == US_OK);
    REQUIRE(us_file_read(path, 1 << 20, &text, &length, NULL) == US_OK);
    CHECK_STR(log->text, text);
}

TEST(the_published_walk_through_is_played)
{
    static const int moments[2][5] = {{30, 10, 20, 60, 50}, {70, 30, 50, 30, 50}};
    drawn_skirmish s;
    open_stage(&s,
               "t........................Q\n##########################\n.........................X",
               "query Hunt(entity: nearest(this, enemy, \"PLAYER\")) without \"Basic hunt "
               "resources\"");
    set_moment(&s, "t0", moments[0]);
    for (int n = 0; n < AT_T1; n++)
        play(&s);
    set_moment(&s, "t1", moments[1]);
    play_until_well(&s);
    CHECK_CONTAINS(s.log.text, "retrieved  behavior \"Persistent seek and attack\": 0.93\n");
    CHECK_CONTAINS(s.log.text, "is in      approach-and-attack > go-to\n");
    CHECK_CONTAINS(s.log.text, "retrieved  behavior \"Attack nearest\": 0.94\n");
    CHECK_CONTAINS(s.log.text, "succeeded  behavior \"Steal resources\"\n");
    CHECK_INT(drawn_arena_value(&s.p, s.thief, "carried"), 5);
    compare("tests/golden/steal-resources.txt", &s.log);
    close_stage(&s);
}
