#include "tests/unit/labeled_trace.h"

#include "players/players.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/labels.h"
#include "traces/recorder.h"

void labeled_trace_begin(labeled_trace *s, const char *map, const char *const *agent, int seats,
                         us_cycle cycles)
{
    us_scenario_def def = us_scenario_def_default();
    us_match_def match_def = us_match_def_default();
    us_recorder *recorder;
    *s = (labeled_trace){0};
    def.domain = "skirmish";
    def.map = map;
    def.max_cycles = cycles;
    REQUIRE(us_scenario_open(&def, &s->scenario, NULL) == US_OK);
    REQUIRE(s->scenario->seats == seats);
    match_def.scenario = s->scenario;
    match_def.seed = 5;
    for (us_seat seat = 0; seat < seats; seat++)
        REQUIRE(us_agent_open(agent[seat], s->scenario, seat, 5, &match_def.player[seat], NULL) ==
                US_OK);
    us_match *match = us_match_new(&match_def);
    us_trace_header header = us_trace_header_from_game(us_match_game(match), map, agent);
    s->path = scratch_new(".jsonl");
    REQUIRE(us_recorder_open(s->path, &header, s->scenario->domain, &recorder, NULL) == US_OK);
    us_labels *labels = us_labels_new();
    us_observer observer[] = {us_recorder_observer(recorder), us_labels_observer(labels)};
    us_match_add_observer(match, &observer[0]);
    us_match_add_observer(match, &observer[1]);
    us_match_run(match, NULL);
    s->said = us_labels_make_annotation(labels, match, agent);
    CHECK_INT(us_recorder_close(recorder, NULL), US_OK);
    us_labels_free(labels);
    us_match_free(match);
    REQUIRE(us_review_open(s->path, NULL, &s->course, NULL) == US_OK);
}

void labeled_trace_pair(labeled_trace *s, const char *first, const char *second, us_cycle cycles)
{
    const char *const agent[] = {first, second};
    labeled_trace_begin(s, "open-1", agent, US_COUNT(agent), cycles);
}

void labeled_trace_end(labeled_trace *s)
{
    us_review_free(s->course);
    us_annotation_free(s->said);
    us_scenario_close(s->scenario);
}

us_annotation *labeled_trace_suggest(const labeled_trace *s, us_seat seat)
{
    us_annotation *made = us_annotation_new(s->course->domain);
    REQUIRE(us_suggestions_make(s->course, s->path, NULL, seat, made, NULL, NULL) == US_OK);
    return made;
}
