#include "tests/unit/recorded_game.h"

#include "base/file.h"
#include "players/players.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/recorder.h"
#include "traces/states.h"
#include <string.h>

enum { TEXT_MAX = 16 << 20 };

static void note_cycle(void *context, us_game *game, us_cycle now)
{
    recorded_game *t = context;
    REQUIRE(now < TAKE_CYCLES);
    t->hash[now] = us_world_hash(us_game_world(game, US_NEUTRAL));
    t->seen[now] = us_world_hash(us_game_world(game, 1));
}

static void note_events(void *context, const us_event *event, int count)
{
    recorded_game *t = context;
    for (int i = 0; i < count; i++)
        us_events_add(&t->events, &event[i]);
}

void recorded_game_name(recorded_game *t)
{
    memset(t, 0, sizeof(*t));
    t->trace = scratch_new(".jsonl");
    t->states = scratch_beside(".states");
}

void recorded_game_load(recorded_game *t)
{
    REQUIRE(us_file_read(t->trace, TEXT_MAX, &t->text, &t->length, NULL) == US_OK);
    if (us_file_exists(t->states))
        REQUIRE(us_file_read(t->states, TEXT_MAX, &t->bytes, &t->size, NULL) == US_OK);
}

void recorded_game_record(recorded_game *t, const recorded_game_plan *p)
{
    us_scenario *scenario = NULL;
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    us_recorder *recorder = NULL;
    us_states_writer *writer = NULL;
    us_match_state state = {0};
    recorded_game_name(t);
    def.domain = p->domain ? p->domain : def.domain;
    def.map = p->map;
    def.max_cycles = p->max_cycles;
    def.fog = p->fog;
    REQUIRE(us_scenario_open(&def, &scenario, NULL) == US_OK);
    match_def.scenario = scenario;
    match_def.seed = 11;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(p->agent[seat], scenario, seat, 9, &match_def.player[seat], NULL) ==
                US_OK);
    us_match *match = us_match_new(&match_def);
    us_game *game = us_match_game(match);
    us_trace_header header = us_trace_header_from_game(game, p->map, p->agent);
    REQUIRE(us_recorder_open(t->trace, &header, scenario->domain, &recorder, NULL) == US_OK);
    if (p->events)
        us_recorder_enable_events(recorder);
    us_observer observer = us_recorder_observer(recorder);
    us_match_add_observer(match, &observer);
    observer = (us_observer){.context = t, .cycle = note_cycle, .events = note_events};
    note_cycle(t, game, 0);
    us_match_add_observer(match, &observer);
    if (p->every) {
        const us_world *world = us_game_world(game, US_NEUTRAL);
        us_states_header stored = us_states_header_from_trace(&header, world);
        REQUIRE(us_states_writer_open(t->states, &stored, scenario->domain, &writer, NULL) ==
                US_OK);
        us_states_writer_add(writer, world);
        observer = us_states_writer_observer(writer, p->every);
        us_match_add_observer(match, &observer);
    }
    us_match_run(match, &state);
    t->cycles = state.now;
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
    CHECK_INT(us_states_writer_close(writer, NULL), US_OK);
    us_match_free(match);
    us_scenario_close(scenario);
    recorded_game_load(t);
}

void recorded_game_drop(recorded_game *t)
{
    us_mem_free(t->text);
    us_mem_free(t->bytes);
    us_events_clear(&t->events);
}

void recorded_game_write_file(const char *path, const char *bytes, size_t length)
{
    REQUIRE(us_file_write(path, bytes, length, NULL) == US_OK);
}

const recorded_game_plan recorded_game_plain = {"open-2", {"ai:raid", "random"}, 1500, 0, false,
                                                false};
const recorded_game_plan recorded_game_with_states = {
    "open-2", {"ai:raid", "random"}, 1500, 7, true, false};

void recorded_game_forget_orders(recorded_game *t)
{
    US_AUTOSTR(text);
    char *seats = strstr(t->text, "\"seats\"");
    REQUIRE(seats);
    us_str_add_bytes(&text, t->text, (size_t)(seats - t->text));
    us_str_add(&text, "\"left_out\":[],\"seats\"");
    us_str_add(&text, seats + 7);
    char *list = strstr(text.text, "[]");
    US_AUTOSTR(whole);
    us_str_add_bytes(&whole, text.text, (size_t)(list - text.text));
    us_str_add(&whole, "[7]");
    us_str_add(&whole, list + 2);
    recorded_game_write_file(t->trace, whole.text, whole.length);
}
