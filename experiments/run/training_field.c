#include "experiments/run/training_field.h"

#include "base/file.h"
#include "experiments/design/planning.h"
#include "game/maps.h"
#include "players/identity.h"
#include "players/play.h"

/* ---- games */

int us_training_field_kinds(const us_training_field *field)
{
    return field->maps > 0 ? field->maps : field->families * field->sizes;
}

us_training_game us_training_field_turn(const us_training_field *field, int game)
{
    return us_training_turn(us_training_field_kinds(field), field->opponents, game);
}

const char *us_training_field_opponent(const us_training_field *field, int opponent,
                                       const char *library)
{
    const char *agent = field->against[opponent];
    return us_text_equal(agent, US_TRAINING_ITSELF) ? library : agent;
}

/* ---- maps */

void us_training_field_set_kinds(us_training_field *field, const us_map_tools *tools,
                                 us_arena *arena)
{
    static const int sizes[] = {48, 64, 80};
    if (field->families == 0) {
        while (tools->families[field->families].name)
            field->families++;
        const char **name = US_ARENA_ARRAY(arena, const char *, field->families);
        for (int i = 0; i < field->families; i++)
            name[i] = tools->families[i].name;
        field->family = name;
    }
    if (field->sizes == 0) {
        field->size = sizes;
        field->sizes = US_COUNT(sizes);
    }
}

/* Libraries record these maps: the name of the random stream stays. */
us_map_request us_training_field_request(const us_training_field *field, int game)
{
    us_assert(field->maps == 0);
    int kind = us_training_field_turn(field, game).map;
    return (us_map_request){.family = field->family[kind % field->families],
                            .size = field->size[kind / field->families],
                            .seed = us_rng_derive_seed(field->seed, "practice.map", (uint64_t)game),
                            .fair = US_MAP_FAIR};
}

static us_status generate(const us_training_field *field, int game, us_str *text, us_error *err)
{
    const us_game_kind *kind;
    const us_map_tools *tools;
    us_map_request request = us_training_field_request(field, game);
    US_TRY(us_game_kind_require(field->domain->name, &kind, err));
    US_TRY(us_game_kind_require_map_tools(kind, US_MAPS_GENERATE, &tools, err));
    return tools->generate(&request, NULL, text, err);
}

us_status us_training_field_write_map(const us_training_field *field, int game, const char *path,
                                      us_error *err)
{
    US_AUTOSTR(text);
    US_TRY(generate(field, game, &text, err));
    return us_file_write(path, text.text, text.length, err);
}

us_status us_training_field_place_map(const us_training_field *field, int game, const char *folder,
                                      us_arena *arena, const char **out, us_error *err)
{
    US_AUTOSTR(name);
    if (field->maps > 0) {
        *out = field->map[us_training_field_turn(field, game).map];
        return US_OK;
    }
    us_str_addf(&name, "%d.map", game);
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, name.text);
    *out = us_arena_strndup(arena, path.text, path.length);
    return us_training_field_write_map(field, game, path.text, err);
}

/* Opens the named map, or the map of that text. */
static us_status open_map(const us_training_field *field, const char *name, const char *text,
                          us_scenario **out, us_error *err)
{
    us_scenario_def open = us_scenario_def_default();
    US_AUTOPTR(us_scenario) scenario = NULL;
    open.domain = field->domain->name;
    open.read = field->domain;
    open.map = name;
    open.map_text = text;
    open.fog = field->fog;
    open.max_cycles = field->max_cycles;
    US_TRY(us_scenario_open(&open, &scenario, err));
    US_TRY(us_play_check(scenario, err));
    *out = scenario;
    scenario = NULL;
    return US_OK;
}

/* Opens a map of a kind: see us_training_field_turn. */
static us_status open_kind(const us_training_field *field, int kind, us_scenario **out,
                           us_error *err)
{
    US_AUTOSTR(text);
    if (field->maps > 0)
        return open_map(field, field->map[kind], NULL, out, err);
    US_TRY(generate(field, kind, &text, err)); /* game N is the first one on a map of kind N */
    return open_map(field, "practice", text.text, out, err);
}

/* ---- checks before the first game */

/* A program is not started: each of its games shows whether it plays. */
static us_status check_agent(const us_training_field *field, const us_scenario *scenario,
                             const char *agent, us_seat seat, us_error *err)
{
    us_hash identity;
    us_player *player;
    US_TRY(us_agent_check(agent, err));
    US_TRY(us_agent_compute_identity(agent, field->domain, &identity, err));
    if (!us_agent_is_deterministic(agent))
        return US_OK;
    US_TRY(us_agent_open(agent, scenario, seat, 1, &player, err));
    us_player_close(player);
    return US_OK;
}

static us_status check_agents(const us_training_field *field, const us_scenario *scenario,
                              const char *library, us_error *err)
{
    US_TRY(check_agent(field, scenario, library, 0, err));
    for (int i = 0; i < field->opponents; i++)
        US_TRY(check_agent(field, scenario, us_training_field_opponent(field, i, library), 1, err));
    return US_OK;
}

us_status us_training_field_check(const us_training_field *field, const char *library,
                                  us_hash *hash, us_error *err)
{
    int kinds = us_training_field_kinds(field);
    US_AUTOFREE us_hash *found = US_NEW_ARRAY(us_hash, kinds);
    for (int kind = 0; kind < kinds; kind++) {
        US_AUTOPTR(us_scenario) scenario = NULL;
        US_TRY(open_kind(field, kind, &scenario, err));
        found[kind] = scenario->map_hash;
        if (kind == 0)
            US_TRY(check_agents(field, scenario, library, err));
    }
    for (int kind = 0; kind < kinds; kind++)
        hash[kind] = found[kind];
    return US_OK;
}
