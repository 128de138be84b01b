#include "traces/replay.h"

#include "domain/clock.h"

#include <stdio.h>
#include <string.h>

typedef struct us_awaited {
    uint32_t id;
    us_reason refused;
    int line;
} us_awaited;

struct us_replay {
    us_trace *trace;
    us_scenario *scenario;
    us_match *match;
    us_trace_record record; /* was read, but is not due yet */
    bool pending;
    bool taken[US_SEATS_MAX], any_taken;
    US_LIST(us_awaited) expected; /* orders that the match has not yet applied */
    int expected_next;
    uint16_t tag[2 * US_TRACE_TAGS]; /* of the last cycles */
    us_replay_report report;
    void (*line)(void *context, const us_trace_record *record); /* or NULL */
    void *context;
};

/* ---- opening */

static int column_of(const us_trace_header *header, us_scenario_part part)
{
    if (part >= US_PART_FACTION)
        return header->faction_column[part - US_PART_FACTION];
    return part == US_PART_MAP      ? header->map_column
           : part == US_PART_DOMAIN ? header->domain_column
                                    : 0;
}

static us_status open_scenario(const us_trace_header *header, const char *file,
                               const us_scenario_def *def, us_scenario **out, us_error *err)
{
    us_error why = {0};
    us_scenario_part part;
    us_status status = us_scenario_open_part(def, out, &part, &why);
    if (status == US_OK)
        return US_OK;
    bool other_map = part == US_PART_MAP && def->map != header->map;
    int column = column_of(header, part);
    /* If the error has no place of its own, the header's member is its place. */
    if (column > 0 && why.line == 0 && !other_map)
        us_error_set(err, status, file, 1, column, "%s%s%s%s", why.file, why.file[0] ? ": " : "",
                     why.text, part == US_PART_MAP ? US_REPLAY_MAP_HINT : "");
    else if (err)
        *err = why;
    return status;
}

static us_status cannot_repeat(const us_trace_header *header, const char *file, us_error *err)
{
    if (header->left_out)
        return us_error_set(err, US_MISMATCH, file, 1, 0,
                            "orders were left out: this game cannot be played again");
    return us_error_set(err, US_MISMATCH, file, 1, 0,
                        "%s %.100s: not a %s this program, so that it cannot be played again",
                        header->unknown ? "converted from" : "played by", header->source,
                        header->unknown ? "recording of" : "game of");
}

/* Opens the header's scenario by the domain and the rules that are here, and compares nothing. */
static us_status open_here(const us_trace_header *header, const char *file, const char *map,
                           us_scenario **out, us_error *err)
{
    if (header->left_out || header->source[0] || header->unknown)
        return cannot_repeat(header, file, err);
    us_scenario_def def = us_scenario_def_default();
    def.domain = header->domain;
    def.map = map ? map : header->map;
    def.fog = header->fog;
    def.max_cycles = header->max_cycles;
    for (int seat = 0; seat < header->seats; seat++)
        def.faction[seat] = header->seat[seat].faction[0] ? header->seat[seat].faction : NULL;
    return open_scenario(header, file, &def, out, err);
}

bool us_trace_header_has_other_rules(const us_trace_header *header, const char *file,
                                     const char *map)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    return open_here(header, file, map, &scenario, NULL) == US_OK &&
           (scenario->domain->hash != header->domain_hash ||
            scenario->rules_hash != header->rules_hash);
}

static us_status check_map(const us_trace_header *header, const char *file, const char *map,
                           const us_scenario *scenario, us_error *err)
{
    if (scenario->map_hash == header->map_hash && scenario->seats == header->seats)
        return US_OK;
    return us_error_set(err, US_MISMATCH, file, 1, 0,
                        "recorded with another map than what is here: expected the map %.96s with "
                        "hash %016llx, found %.96s with hash %016llx",
                        header->map, (unsigned long long)header->map_hash, map ? map : header->map,
                        (unsigned long long)scenario->map_hash);
}

/* Appends the parts of the domain that have changed, as far as the header tells: "its types and
 * actions". */
static void print_changes(const us_trace_header *header, const us_domain *domain, us_str *out)
{
    us_domain_part changed[US_DOMAIN_PARTS];
    int count = 0;
    for (int part = 0; part < US_DOMAIN_PARTS; part++)
        if (header->domain_part[part] && header->domain_part[part] != domain->part[part])
            changed[count++] = (us_domain_part)part;
    for (int i = 0; i < count; i++)
        us_str_addf(out, "%s%s",
                    i == 0          ? "its "
                    : i + 1 < count ? ", "
                                    : " and ",
                    us_domain_part_name(changed[i]));
    us_str_add(out, count ? " changed" : "the trace does not tell which part changed");
}

static us_status check_rules(const us_trace_header *header, const char *file,
                             const us_scenario *scenario, us_error *err)
{
    static const char hint[] = "; see understudy trace migrate --help";
    US_AUTOSTR(changes);
    if (scenario->domain->hash != header->domain_hash) {
        if (header->minor < US_TRACE_MINOR_PARTS)
            return us_error_set(err, US_MISMATCH, file, 1, 0,
                                "a trace of minor version %d, which has hashes of another kind: "
                                "expected %d or more; understudy trace migrate makes it usable",
                                header->minor, US_TRACE_MINOR_PARTS);
        print_changes(header, scenario->domain, &changes);
        return us_error_set(err, US_MISMATCH, file, 1, 0,
                            "recorded with another domain than what is here: %s; expected the "
                            "domain %.64s with hash %016llx, found %016llx%s",
                            changes.text, header->domain, (unsigned long long)header->domain_hash,
                            (unsigned long long)scenario->domain->hash, hint);
    }
    if (scenario->rules_hash == header->rules_hash)
        return US_OK;
    return us_error_set(err, US_MISMATCH, file, 1, 0,
                        "recorded with another set of rules than what is here: expected the rules "
                        "of %.64s with hash %016llx, found %016llx%s",
                        header->domain, (unsigned long long)header->rules_hash,
                        (unsigned long long)scenario->rules_hash, hint);
}

us_status us_trace_header_open_scenario(const us_trace_header *header, const char *file,
                                        const char *map, us_scenario **out, us_error *err)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    US_TRY(open_here(header, file, map, &scenario, err));
    us_assert(scenario);
    US_TRY(check_rules(header, file, scenario, err));
    US_TRY(check_map(header, file, map, scenario, err));
    *out = US_STEAL(scenario);
    return US_OK;
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason);
static void on_cycle(void *context, us_game *game, us_cycle now);

/* The trace belongs to the caller until the replay is made. */
static void free_unmade(us_replay *const *replay)
{
    if (*replay)
        (*replay)->trace = NULL;
    us_replay_free(*replay);
}

/* Replays in this scenario, which the replay owns after success. */
static void begin(us_trace *trace, us_scenario **scenario, us_replay **out)
{
    const us_trace_header *header = us_trace_get_header(trace);
    us_trace_set_domain(trace, (*scenario)->domain);
    US_AUTO(free_unmade) us_replay *replay = US_NEW(us_replay);
    replay->trace = trace;
    replay->scenario = US_STEAL(*scenario);
    replay->report.differs = replay->report.compared = -1;
    us_match_def def = us_match_def_default();
    def.scenario = replay->scenario;
    def.seed = header->seed;
    def.observer = (us_observer){.context = replay, .order = on_order, .cycle = on_cycle};
    replay->match = us_match_new(&def);
    us_match_step(replay->match, 0, &replay->report.state);
    *out = US_STEAL(replay);
}

us_status us_replay_new(us_trace *trace, const char *map, us_replay **out, us_error *err)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    US_TRY(us_trace_header_open_scenario(us_trace_get_header(trace), us_trace_file(trace), map,
                                         &scenario, err));
    begin(trace, &scenario, out);
    return US_OK;
}

us_status us_replay_new_here(us_trace *trace, const char *map, us_replay **out, us_error *err)
{
    US_AUTOPTR(us_scenario) scenario = NULL;
    const us_trace_header *header = us_trace_get_header(trace);
    const char *file = us_trace_file(trace);
    US_TRY(open_here(header, file, map, &scenario, err));
    us_assert(scenario);
    US_TRY(check_map(header, file, map, scenario, err));
    begin(trace, &scenario, out);
    return US_OK;
}

us_status us_replay_open(const char *path, const char *map, us_replay **out, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    US_TRY(us_trace_open(path, &trace, err));
    US_TRY(us_replay_new(trace, map, out, err));
    (void)US_STEAL(trace);
    return US_OK;
}

void us_replay_free(us_replay *replay)
{
    if (!replay)
        return;
    us_match_free(replay->match);
    us_scenario_close(replay->scenario);
    us_trace_close(replay->trace);
    us_mem_free(replay->expected.item);
    us_mem_free(replay);
}

void us_replay_set_limit(us_replay *replay, us_cycle max_cycles)
{
    us_assert(!replay->any_taken && max_cycles > replay->report.state.now);
    replay->scenario->max_cycles = max_cycles;
}

const us_trace_header *us_replay_header(const us_replay *replay)
{
    return us_trace_get_header(replay->trace);
}

const us_scenario *us_replay_scenario(const us_replay *replay)
{
    return replay->scenario;
}

us_match *us_replay_match(us_replay *replay)
{
    return replay->match;
}

void us_replay_set_listener(us_replay *replay,
                            void (*line)(void *context, const us_trace_record *record),
                            void *context)
{
    replay->line = line;
    replay->context = context;
}

us_replay_report us_replay_get_report(us_replay *replay)
{
    us_match_step(replay->match, 0, &replay->report.state);
    replay->report.hash = us_game_hash(us_match_game(replay->match));
    return replay->report;
}

/* ---- comparing */

static void differ(us_replay *replay, us_cycle cycle, int line, const char *what)
{
    us_replay_report *report = &replay->report;
    if ((report->differs >= 0 && report->differs <= cycle) || replay->any_taken)
        return;
    report->differs = cycle;
    report->line = line;
    snprintf(report->what, sizeof(report->what), "%s", what);
}

static void expect(us_replay *replay, const us_trace_record *record)
{
    if (replay->expected_next == replay->expected.count)
        replay->expected_next = replay->expected.count = 0;
    US_LIST_PUT(replay->expected, ((us_awaited){record->order.id, record->refused, record->line}));
}

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_replay *replay = context;
    (void)order;
    if (replay->any_taken || replay->expected_next == replay->expected.count)
        return;
    const us_awaited *expected = &replay->expected.item[replay->expected_next++];
    if (reason == expected->refused)
        return;
    char what[160];
    snprintf(what, sizeof(what), "order %u is %s%s now, it was %s%s", (unsigned)expected->id,
             reason == US_REASON_NONE ? "taken" : "refused: ",
             reason == US_REASON_NONE ? "" : us_reason_name(reason),
             expected->refused == US_REASON_NONE ? "taken" : "refused: ",
             expected->refused == US_REASON_NONE ? "" : us_reason_name(expected->refused));
    differ(replay, now, expected->line, what);
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    us_replay *replay = context;
    replay->tag[now % (2 * US_TRACE_TAGS)] = us_trace_tag(game);
}

static void compare_hashes(us_replay *replay, const us_trace_record *record)
{
    for (int i = 0; i < record->tags; i++) {
        us_cycle cycle = record->cycle - record->tags + 1 + i;
        if (cycle > replay->report.state.now)
            return;
        if (replay->tag[cycle % (2 * US_TRACE_TAGS)] != record->tag[i]) {
            differ(replay, cycle, record->line, "the game took another course");
            return;
        }
    }
    replay->report.compared = record->cycle;
    if (us_game_hash(us_match_game(replay->match)) != record->hash)
        differ(replay, record->cycle, record->line, "the game is in another state");
}

static void compare_end(us_replay *replay, const us_trace_record *record)
{
    us_outcome now = us_game_outcome(us_match_game(replay->match));
    us_cycle at = replay->report.state.now;
    if (now.kind == US_OUTCOME_NONE)
        differ(replay, at, record->line, "the recorded game is over, this one goes on");
    else if (now.kind != record->outcome.kind || now.winner != record->outcome.winner)
        differ(replay, at, record->line, "the game ended another way");
    else if (us_game_hash(us_match_game(replay->match)) != record->hash)
        differ(replay, at, record->line, "the game is in another state");
    replay->report.ended = true;
    replay->report.compared = at;
}

/* ---- going on */

static bool is_over(const us_replay *replay)
{
    return replay->report.state.outcome.kind != US_OUTCOME_NONE;
}

/* The game stands at the record's cycle. */
static void take_record(us_replay *replay)
{
    const us_trace_record *record = &replay->record;
    replay->pending = false;
    if (replay->line)
        replay->line(replay->context, record);
    switch (record->kind) {
    case US_TRACE_ORDER:
        if (replay->taken[record->order.seat] || is_over(replay))
            break;
        if (!replay->any_taken)
            expect(replay, record);
        us_match_add_order(replay->match, &record->order);
        break;
    case US_TRACE_FOREIGN: /* only in traces that can't be replayed */
        break;
    case US_TRACE_HASHES:
        compare_hashes(replay, record);
        /* Stops no earlier: a refused order may follow from the difference that the tags show. */
        replay->report.stopped = replay->report.differs >= 0;
        break;
    case US_TRACE_END:
        compare_end(replay, record);
        break;
    case US_TRACE_EVENT: /* follows from the orders */
    case US_TRACE_NOTE:  /* the players that wrote it are absent */
    case US_TRACE_SQUAD:
    case US_TRACE_REPAIR:
        break;
    case US_TRACE_STOP:
        replay->report.stopped = true;
        replay->report.cut = us_trace_is_cut(replay->trace);
        break;
    }
}

/* Steps towards the record's cycle. False: not reached, because `cycle` or the end of the game came
 * first. */
static bool reach_record(us_replay *replay, us_cycle cycle)
{
    us_replay_report *report = &replay->report;
    const us_trace_record *record = &replay->record;
    if (record->kind == US_TRACE_STOP)
        return true;
    us_cycle until = record->cycle < cycle ? record->cycle : cycle;
    if (until > report->state.now)
        us_match_step(replay->match, until - report->state.now, &report->state);
    if (report->state.now == record->cycle)
        return record->kind != US_TRACE_ORDER || record->cycle < cycle;
    if (!is_over(replay))
        return false;
    differ(replay, report->state.now, record->line, "the game is over, the recorded one goes on");
    return true;
}

us_status us_replay_advance(us_replay *replay, us_cycle cycle, us_error *err)
{
    us_replay_report *report = &replay->report;
    while (!report->stopped) {
        if (!replay->pending) {
            US_TRY(us_trace_next(replay->trace, &replay->record, err));
            replay->pending = true;
        }
        if (!reach_record(replay, cycle))
            return US_OK;
        take_record(replay);
    }
    if (replay->any_taken && !is_over(replay) && report->state.now < cycle)
        us_match_step(replay->match, cycle - report->state.now, &report->state);
    return US_OK;
}

us_status us_replay_run(us_replay *replay, bool (*stop)(void), us_replay_report *out, us_error *err)
{
    enum { SLICE = 256 }; /* cycles between looks at interrupts */
    while (*out = us_replay_get_report(replay), !out->stopped) {
        us_cycle now = out->state.now;
        US_TRY(us_replay_advance(replay, us_cycle_after(now, SLICE), err));
        if (stop && stop())
            return us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted at cycle %d",
                                (int)us_replay_get_report(replay).state.now);
    }
    return US_OK;
}

void us_replay_set_player(us_replay *replay, us_seat seat, us_player *player)
{
    us_match_set_player(replay->match, seat, player);
    replay->taken[seat] = replay->any_taken = true;
}
