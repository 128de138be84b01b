#include "tests/unit/planned_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "players/planner.h"
#include "players/players.h"
#include "tests/unit/checked_notes.h"
#include "tests/unit/scratch.h"

const char planned_game_town[] =
    "seat 0 human gold 2000 wood 1000 oil 1000\nseat 1 orc\n"
    "entity gold-mine neutral 2 6 stock 30000\n"
    "entity town-hall 0 10 4\nentity peasant 0 7 4\n"
    "entity peasant 0 7 5\nentity peasant 0 7 6\nentity peasant 0 7 7\n"
    "entity great-hall 1 26 26\nentity peon 1 31 31\n";
const char planned_game_grove[] =
    "................TTTTTTTTTTTTTT..\n................TTTTTTTTTTTTTT..\n"
    "................TTTTTTTTTTTTTT..\n................TTTTTTTTTTTTTT..\n";

const char *planned_game_town_and(const char *more)
{
    static char town[2048];
    snprintf(town, sizeof town, "%s%s", planned_game_town, more);
    return town;
}

/* ---- what is told */

static planned_game_node *node_of(planned_game *k, uint32_t number)
{
    if ((int)number >= k->nodes) {
        int nodes = (int)number + 64;
        k->node = us_mem_realloc(k->node, (size_t)nodes * sizeof *k->node);
        memset(k->node + k->nodes, 0, (size_t)(nodes - k->nodes) * sizeof *k->node);
        k->nodes = nodes;
    }
    return &k->node[number];
}

static void name_node(planned_game_node *node, const us_note *note)
{
    char name[512];
    const char *label = note->label ? note->label : "";
    if (node->name)
        return;
    snprintf(name, sizeof name, "%s%s%s", label, label[0] ? ": " : "",
             note->text ? note->text : "");
    node->name = us_mem_strdup(name);
    node->aim = note->of == US_NOTE_GOAL || (note->of == US_NOTE_BEHAVIOR && note->above == 0);
}

static void log_units(planned_game *k, const us_id *unit, int units)
{
    for (int i = 0; i < units; i++)
        us_str_addf(&k->log, " %d", (int)unit[i]);
}

static void log_note(planned_game *k, const us_note *note, const planned_game_node *node)
{
    us_str_addf(&k->log, "%d %s %s %s", (int)note->cycle,
                us_note_kind_name((us_note_kind)note->kind),
                us_note_subject_name((us_note_subject)note->of), node->name);
    if (note->kind == US_NOTE_RETRIEVED)
        us_str_addf(&k->log, ": attempt %d%s%s", note->attempt, note->other[0] ? " not " : "",
                    note->other);
    if (note->kind == US_NOTE_BOUND) {
        us_str_addf(&k->log, ": %s =", note->slot);
        log_units(k, note->unit, note->units);
        if (note->units == 0)
            us_str_addf(&k->log, " %d,%d", US_CELL_X(note->cell), US_CELL_Y(note->cell));
    }
    if (note->why && note->why[0])
        us_str_addf(&k->log, ": %s", note->why);
    if (note->lacks.kind)
        us_str_addf(&k->log, "; lacks %s%s%s", us_note_lack_name(note->lacks.kind),
                    note->lacks.item[0] ? " " : "", note->lacks.item);
    us_str_add(&k->log, "\n");
}

static bool has_unit(const planned_game_node *node, us_id unit)
{
    for (int i = 0; i < node->units; i++)
        if (node->unit[i] == unit)
            return true;
    return false;
}

/* What goes on may be put off: its units are held loosely. */
static bool goes_on(const planned_game *k, const planned_game_node *node)
{
    const us_domain *domain = k->s.scenario->domain;
    const char *act = strstr(node->name, "act ");
    for (int i = 0; act && i < domain->action_count; i++) {
        size_t length = strlen(domain->action[i].name);
        if (strncmp(act + 4, domain->action[i].name, length) == 0 && act[4 + length] == '(')
            return domain->action[i].continues;
    }
    return false;
}

/* A step has begun: nobody else commands its units. */
static void check_units(planned_game *k, const planned_game_node *node)
{
    if (goes_on(k, node))
        return;
    for (int i = 0; i < k->nodes; i++)
        for (int u = 0; u < node->units && k->node[i].at_work && &k->node[i] != node; u++)
            if (has_unit(&k->node[i], node->unit[u]))
                FAIL("unit %d is commanded by two: %s, %s", (int)node->unit[u], node->name,
                     k->node[i].name);
}

static void watch_step(planned_game *k, const us_note *note, planned_game_node *node)
{
    if (note->kind == US_NOTE_BOUND && node->fresh) {
        node->units = 0;
        while (node->units < note->units && node->units < US_COUNT(node->unit)) {
            node->unit[node->units] = note->unit[node->units];
            node->units++;
        }
    }
    node->fresh = note->kind != US_NOTE_BOUND;
    node->at_work = note->kind == US_NOTE_STARTED && !goes_on(k, node);
    if (node->at_work)
        check_units(k, node);
}

/* "CYCLE squad PHASE UNITS", and the target, the step and the reason if there are any. */
static void log_squad(planned_game *k, const us_note *note)
{
    const us_squad_state *squad = &note->squad;
    us_str_addf(&k->log, "%d squad %s %d", (int)note->cycle,
                us_squad_phase_name((us_squad_phase)squad->phase), squad->units);
    if (note->what && note->what[0])
        us_str_addf(&k->log, " to %s %u", note->what, (unsigned)squad->target);
    if (squad->step)
        us_str_addf(&k->log, " step %u", (unsigned)squad->step);
    if (note->why && note->why[0])
        us_str_addf(&k->log, ": %s", note->why);
    us_str_add_char(&k->log, '\n');
}

static void log_repair(planned_game *k, const us_note *note)
{
    us_str_addf(&k->log, "%d repair %s %d row %d", (int)note->cycle, note->repair.pattern,
                note->repair.number, note->repair.row);
    if (note->label && note->label[0])
        us_str_addf(&k->log, " step %s", note->label);
    if (note->why && note->why[0])
        us_str_addf(&k->log, ": %s", note->why);
    us_str_add_char(&k->log, '\n');
}

static void see_notes(void *context, const us_note *note, int count)
{
    planned_game *k = context;
    for (int i = 0; i < count && note[i].seat == 0; i++) {
        if (note[i].kind == US_NOTE_SQUAD) {
            checked_notes_add(k->checker, &note[i]);
            log_squad(k, &note[i]);
            continue;
        }
        if (note[i].kind == US_NOTE_REPAIR) {
            checked_notes_add(k->checker, &note[i]);
            log_repair(k, &note[i]);
            continue;
        }
        planned_game_node *node = node_of(k, note[i].node);
        name_node(node, &note[i]);
        checked_notes_add(k->checker, &note[i]);
        if (note[i].of == US_NOTE_STEP)
            watch_step(k, &note[i], node);
        log_note(k, &note[i], node);
    }
}

static void log_arguments(planned_game *k, const us_order *order)
{
    const us_domain *domain = k->s.scenario->domain;
    const us_action_def *def = &domain->action[order->action];
    us_str_add(&k->log, " (");
    for (int p = 0; p < def->param_count; p++) {
        int32_t value = order->arg[p];
        us_str_add(&k->log, p ? ", " : "");
        if (def->param[p].kind == US_VALUE_TYPE)
            us_str_add(&k->log, domain->type[value].name);
        else if (def->param[p].kind == US_VALUE_CELL)
            us_str_addf(&k->log, "%d,%d", US_CELL_X(value), US_CELL_Y(value));
        else
            us_str_addf(&k->log, "%d", (int)value);
    }
    us_str_add(&k->log, ")");
}

static void check_goal(planned_game *k, const us_order *order)
{
    if (!node_of(k, order->goal)->aim)
        FAIL("order %d is for node %d, which is no goal", (int)order->id, (int)order->goal);
}

static void see_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    planned_game *k = context;
    if (order->seat != 0)
        return;
    k->orders++;
    k->refused += reason != US_REASON_NONE;
    check_goal(k, order);
    us_str_addf(&k->log, "%d order %s", (int)now,
                k->s.scenario->domain->action[order->action].name);
    log_units(k, order->unit, order->unit_count);
    log_arguments(k, order);
    if (order->step)
        us_str_addf(&k->log, " step %u", (unsigned)order->step);
    if (reason != US_REASON_NONE)
        us_str_addf(&k->log, ": %s", us_reason_name(reason));
    us_str_add(&k->log, "\n");
}

/* ---- games */

const char *planned_game_write(const char *text)
{
    const char *path = scratch_new(".brl");
    REQUIRE(us_file_write(path, text, strlen(text), NULL) == US_OK);
    return path;
}

static void begin(planned_game *k, us_player *first, us_player *second, uint64_t seed)
{
    us_match_def def = us_match_def_default();
    def.scenario = k->s.scenario;
    def.seed = seed;
    def.player[0] = first;
    def.player[1] = second;
    def.observer = (us_observer){.context = k, .order = see_order, .notes = see_notes};
    k->plan = ((us_planner *)first)->plan;
    k->checker = checked_notes_new();
    us_str_init(&k->log);
    us_str_add(&k->log, "");
    k->match = us_match_new(&def);
    k->s.game = us_match_game(k->match);
    k->s.g = (sk_game *)k->s.game;
}

static us_player *seat(const us_scenario *scenario, us_seat self, const char *agent, uint64_t seed)
{
    us_player *player = NULL;
    us_error err = {0};
    if (us_agent_open(agent, scenario, self, seed, &player, &err) != US_OK) {
        FAIL("%s:%d:%d: %s", agent, err.line, err.column, err.text);
        REQUIRE(player != NULL);
    }
    return player;
}

static void open_scenario(planned_game *k, us_scenario *scenario, const char *agent)
{
    memset(k, 0, sizeof *k);
    k->s.scenario = scenario;
    begin(k, seat(scenario, 0, agent, 7), NULL, 3);
}

/* Returns the agent, which holds until the next call. */
static const char *write_agent(const char *brl, const char *settings)
{
    static char agent[512];
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "brl 1\n%s", brl);
    snprintf(agent, sizeof agent, "tree:%s%s%s", planned_game_write(text.text),
             settings[0] ? "?" : "", settings);
    us_str_clear(&text);
    return agent;
}

void planned_game_open(planned_game *k, const char *lines, const char *picture, const char *brl,
                       const char *settings)
{
    open_scenario(k, drawn_skirmish_open(lines, picture), write_agent(brl, settings));
}

void planned_game_open_fog(planned_game *k, const char *lines, const char *picture, const char *brl,
                           const char *settings)
{
    open_scenario(k, drawn_skirmish_open_fog(lines, picture), write_agent(brl, settings));
}

void planned_game_alone(planned_game *k, const char *lines, const char *picture, const char *agent)
{
    open_scenario(k, drawn_skirmish_open(lines, picture), agent);
}

void planned_game_agents(planned_game *k, const char *map, const char *first, const char *second,
                         uint64_t seed)
{
    us_scenario_def def = us_scenario_def_default();
    memset(k, 0, sizeof *k);
    def.map = map;
    REQUIRE(us_scenario_open(&def, &k->s.scenario, NULL) == US_OK);
    us_player *one = seat(k->s.scenario, 0, first, seed);
    begin(k, one, seat(k->s.scenario, 1, second, seed), seed);
}

void planned_game_close(planned_game *k)
{
    us_match_free(k->match);
    us_scenario_close(k->s.scenario);
    for (int i = 0; i < k->nodes; i++)
        us_mem_free(k->node[i].name);
    us_mem_free(k->node);
    us_str_clear(&k->log);
    checked_notes_free(k->checker);
}

void planned_game_run(planned_game *k, us_cycle cycles)
{
    us_match_step(k->match, cycles, &k->state);
}

/* ---- asking */

/* The first line from `at` on that holds the text; *end: where it ends. NULL: there is none. */
static const char *find(const planned_game *k, const char *at, const char *text, const char **end)
{
    const char *hit = strstr(at, text);
    if (!hit)
        return NULL;
    *end = strchr(hit, '\n') + 1;
    while (hit > k->log.text && hit[-1] != '\n')
        hit--;
    return hit;
}

int planned_game_lines(const planned_game *k, const char *text)
{
    int count = 0;
    for (const char *at = k->log.text; find(k, at, text, &at);)
        count++;
    return count;
}

us_cycle planned_game_when(const planned_game *k, const char *text, us_cycle from)
{
    const char *line;
    for (const char *at = k->log.text; (line = find(k, at, text, &at));) {
        us_cycle cycle = 0;
        for (const char *c = line; *c >= '0' && *c <= '9'; c++)
            cycle = cycle * 10 + (*c - '0');
        if (cycle >= from)
            return cycle;
    }
    return -1;
}

us_id planned_game_unit(const planned_game *k, const char *text, int n)
{
    const char *line;
    for (const char *at = k->log.text; (line = find(k, at, text, &at));) {
        const char *is = strstr(line, " = ");
        if (!is || is > at || n-- > 0)
            continue;
        us_id id = 0;
        for (const char *c = is + 3; *c >= '0' && *c <= '9'; c++)
            id = id * 10 + (us_id)(*c - '0');
        return id;
    }
    return 0;
}

void planned_game_destroy(planned_game *k, us_id id)
{
    CHECK_INT(drawn_skirmish_order(&k->s, id, "dismiss", 0), US_REASON_NONE);
    planned_game_run(k, 1);
}

int64_t planned_game_retrievals(const planned_game *k)
{
    return us_plan_get_counts(k->plan).retrievals;
}
