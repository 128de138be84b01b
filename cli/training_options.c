#include "cli/training_options.h"

#include "cli/experiment.h"
#include "game/maps.h"
#include "players/identity.h"
#include "players/players.h"
#include "players/shipped.h"

typedef struct reading {
    const us_args *args;
    const us_training_options *option;
    us_arena *arena;
    us_training_field field;
} reading;

/* Copies the values of an option into the arena. */
static const char *const *take_list(const reading *r, int option, int *count)
{
    US_AUTOFREE const char **list = us_args_list(r->args, option, count);
    const char **kept = US_ARENA_ARRAY(r->arena, const char *, *count + 1);
    for (int i = 0; i < *count; i++)
        kept[i] = list[i];
    return kept;
}

/* ---- maps */

static us_status take_maps(reading *r, us_error *err)
{
    const us_args *args = r->args;
    if (us_args_is_given(args, r->option->family) || us_args_is_given(args, r->option->size))
        return us_error_refuse(err,
                               "%s: --family and --size are of generated maps: expected none "
                               "beside --map",
                               args->command->name);
    US_TRY(us_args_check_values(args, r->option->map, err));
    r->field.map = take_list(r, r->option->map, &r->field.maps);
    return US_OK;
}

static us_status take_families(reading *r, const us_map_choice *families, us_error *err)
{
    int found;
    US_TRY(us_args_check_values(r->args, r->option->family, err));
    r->field.family = take_list(r, r->option->family, &r->field.families);
    for (int i = 0; i < r->field.families; i++)
        US_TRY(us_map_choice_find(families, "--family", r->field.family[i], &found, err));
    return US_OK;
}

static us_status take_sizes(reading *r, us_error *err)
{
    int count;
    US_TRY(us_args_check_values(r->args, r->option->size, err));
    US_AUTOFREE const char **text = us_args_list(r->args, r->option->size, &count);
    int *size = US_ARENA_ARRAY(r->arena, int, count + 1);
    for (int i = 0; i < count; i++) {
        int64_t number = 0;
        us_text_to_int(text[i], 1, INT32_MAX, &number); /* the parser has checked it */
        size[i] = (int)number;
    }
    r->field.size = size;
    r->field.sizes = count;
    return US_OK;
}

static us_status take_generator(reading *r, const us_game_kind *kind, us_error *err)
{
    const us_map_tools *tools = us_game_kind_map_tools(kind, US_MAPS_GENERATE);
    if (!tools)
        return us_error_refuse(err, "%s: no maps are generated for %s: expected --map MAP",
                               r->args->command->name, kind->name);
    US_TRY(take_families(r, tools->families, err));
    US_TRY(take_sizes(r, err));
    us_training_field_set_kinds(&r->field, tools, r->arena);
    return US_OK;
}

/* ---- opponents */

static void add_opponent(reading *r, const char **list, const char *name)
{
    US_AUTOSTR(agent);
    us_str_addf(&agent, "ai:%s", name);
    list[r->field.opponents++] = us_arena_strndup(r->arena, agent.text, agent.length);
}

/* Lists the scripted opponents of the domain: data files, and rows of the table of agents. */
static void add_scripted(reading *r)
{
    enum { MOST = 256 };
    const us_agent_row *row;
    int rows = us_agent_rows(&row);
    const char *domain = r->field.domain->name, *name;
    const char **list = US_ARENA_ARRAY(r->arena, const char *, MOST);
    US_AUTO(us_names_free) us_names names = us_shipped_ai_list(domain);
    for (int i = 0; i < names.count && r->field.opponents < MOST; i++)
        add_opponent(r, list, names.name[i]);
    for (int i = 0; i < rows; i++) {
        bool plays = row[i].name && us_text_equal(row[i].kind->prefix, "ai") &&
                     (!row[i].domain || us_text_equal(row[i].domain, domain));
        for (int n = 0; plays && r->field.opponents < MOST && (name = row[i].name(n)); n++)
            add_opponent(r, list, name);
    }
    r->field.against = list;
}

static us_status take_opponents(reading *r, us_error *err)
{
    US_TRY(us_args_check_values(r->args, r->option->against, err));
    r->field.against = take_list(r, r->option->against, &r->field.opponents);
    if (r->field.opponents == 0)
        add_scripted(r);
    return r->field.opponents > 0
               ? US_OK
               : us_error_refuse(err, "%s: %s has no ai: agents: expected --against AGENT",
                                 r->args->command->name, r->field.domain->name);
}

/* ---- the library */

us_status us_args_split_library(const char *argument, us_str *path, us_str *settings, us_error *err)
{
    US_AUTOSTR(agent);
    us_agent_print_library(argument, "", &agent);
    us_agent_parse_file(agent.text, path, settings);
    return us_agent_check(agent.text, err);
}

/* ---- a field */

us_status us_args_read_training_field(const us_args *args, const us_training_options *options,
                                      const us_domain *domain, us_arena *arena,
                                      us_training_field *out, us_error *err)
{
    const us_game_kind *kind;
    US_TRY(us_game_kind_require(domain->name, &kind, err));
    reading r = {.args = args, .option = options, .arena = arena, .field = {.domain = domain}};
    r.field.seed = (uint64_t)us_args_int(args, options->seed);
    r.field.max_cycles = us_args_is_given(args, options->max_cycles)
                             ? (us_cycle)us_args_int(args, options->max_cycles)
                             : us_game_kind_max_cycles(kind);
    r.field.fog = us_args_is_given(args, options->fog);
    US_TRY(us_game_kind_check_fog(kind, r.field.fog, err));
    US_TRY(us_args_is_given(args, options->map) ? take_maps(&r, err)
                                                : take_generator(&r, kind, err));
    US_TRY(take_opponents(&r, err));
    *out = r.field;
    return US_OK;
}
