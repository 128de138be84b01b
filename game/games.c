#include "game/game.h"

#include <string.h>

int us_game_kind_list(const us_game_kind *const **out)
{
    int count = 0;
    while (us_game_table[count])
        count++;
    *out = us_game_table;
    return count;
}

const us_game_kind *us_game_kind_find(const char *name)
{
    for (int i = 0; us_game_table[i]; i++) {
        if (us_text_equal(us_game_table[i]->name, name))
            return us_game_table[i];
    }
    return NULL;
}

us_scenario_def us_scenario_def_default(void)
{
    return (us_scenario_def){.domain = US_GAME_PRESET, .map = "", .max_cycles = US_MAX_CYCLES};
}

us_status us_game_kind_require(const char *name, const us_game_kind **out, us_error *err)
{
    const us_game_kind *kind = us_game_kind_find(name);
    if (kind) {
        *out = kind;
        return US_OK;
    }
    US_AUTOSTR(known);
    for (int i = 0; us_game_table[i]; i++)
        us_str_addf(&known, "%s%s", i > 0 ? ", " : "", us_game_table[i]->name);
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "there is no domain \"%.64s\"; expected one of: %s", name, known.text);
}

us_cycle us_game_kind_max_cycles(const us_game_kind *kind)
{
    return kind && kind->max_cycles > 0 ? kind->max_cycles : US_MAX_CYCLES;
}

us_status us_game_kind_check_fog(const us_game_kind *kind, bool fog, us_error *err)
{
    if (!fog || (kind->capabilities & US_CAN_FOG))
        return US_OK;
    return kind->fogless ? us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "%s", kind->fogless)
                         : us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                        "%s has no fog: its players see everything", kind->name);
}

us_status us_scenario_open(const us_scenario_def *def, us_scenario **out, us_error *err)
{
    us_scenario_part part;
    return us_scenario_open_part(def, out, &part, err);
}

us_status us_scenario_open_part(const us_scenario_def *def, us_scenario **out,
                                us_scenario_part *part, us_error *err)
{
    const us_game_kind *kind = NULL;
    *part = US_PART_DOMAIN;
    US_TRY(us_game_kind_require(def->domain, &kind, err));
    *part = US_PART_NONE;
    if (def->max_cycles < 1 || def->max_cycles > US_CYCLES_LIMIT)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "expected a game of 1 to %d cycles, found %d", (int)US_CYCLES_LIMIT,
                            (int)def->max_cycles);
    for (int seat = 0; seat < US_SEATS_MAX && !(kind->capabilities & US_CAN_HOST); seat++) {
        *part = (us_scenario_part)(US_PART_OUTSIDE + seat);
        if (def->outside[seat])
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "%s has no bots of its own, as %.64s: expected a player of ours",
                                kind->name, def->outside[seat]);
    }
    *part = US_PART_FOG;
    US_TRY(us_game_kind_check_fog(kind, def->fog, err));
    *part = US_PART_NONE;
    return kind->open(def, out, part, err);
}

void us_scenario_close(us_scenario *scenario)
{
    if (scenario)
        scenario->kind->close(scenario);
}

us_game *us_game_new(const us_scenario *scenario, uint64_t seed)
{
    return scenario->kind->start(scenario, seed);
}

void us_game_free(us_game *game)
{
    if (game)
        game->scenario->kind->end(game);
}

const us_world *us_game_world(us_game *game, us_seat seat)
{
    us_assert(seat >= US_NEUTRAL && seat < game->scenario->seats);
    return game->scenario->kind->world(game, seat);
}

us_reason us_scenario_check(const us_scenario *scenario, const us_view *view, const us_order *order)
{
    return scenario->kind->check(scenario, view, order);
}

us_reason us_game_act(us_game *game, const us_order *order)
{
    return game->scenario->kind->act(game, order);
}

us_cycle us_game_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events)
{
    return game->scenario->kind->step(game, until, wake, events);
}

bool us_wake_is_triggered(const us_wake *wake, const us_events *events, int from)
{
    for (int i = from; i < events->count; i++) {
        const us_event *event = &events->event[i];
        uint32_t bit = US_EVENT_BIT(event->kind);
        for (int seat = 0; seat < US_SEATS_MAX; seat++) {
            if ((wake->events[seat] & bit) && us_event_is_relevant(event, (us_seat)seat))
                return true;
        }
    }
    return false;
}

us_outcome us_game_outcome(const us_game *game)
{
    return game->scenario->kind->outcome(game);
}

us_status us_game_status(const us_game *game, us_error *err)
{
    return game->scenario->kind->status ? game->scenario->kind->status(game, err) : US_OK;
}

us_hash us_game_hash(const us_game *game)
{
    return game->scenario->kind->hash(game);
}

uint32_t us_game_tag(const us_game *game)
{
    return game->scenario->kind->tag(game);
}

void us_game_save(const us_game *game, us_str *out)
{
    us_assert(game->scenario->kind->capabilities & US_CAN_SNAPSHOT);
    us_str_add_bytes(out, (const char *)&game->seed, sizeof(game->seed));
    game->scenario->kind->save(game, out);
}

us_status us_game_load(us_game *game, const char *bytes, size_t length, us_error *err)
{
    us_assert(game->scenario->kind->capabilities & US_CAN_SNAPSHOT);
    uint64_t seed;
    if (length < sizeof(seed))
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "expected a snapshot, found %zu bytes",
                            length);
    memcpy(&seed, bytes, sizeof(seed));
    if (seed != game->seed)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0,
                            "expected a snapshot of a game with seed %llu, found one with %llu",
                            (unsigned long long)game->seed, (unsigned long long)seed);
    return game->scenario->kind->load(game, bytes + sizeof(seed), length - sizeof(seed), err);
}

const us_domain *us_scenario_domain(const us_scenario *scenario)
{
    return scenario->domain;
}

int us_scenario_seats(const us_scenario *scenario)
{
    return scenario->seats;
}

const char *us_scenario_map_name(const us_scenario *scenario)
{
    return scenario->map_name;
}

const char *us_game_kind_name(const us_game_kind *kind)
{
    return kind->name;
}

unsigned us_game_kind_capabilities(const us_game_kind *kind)
{
    return kind->capabilities;
}
