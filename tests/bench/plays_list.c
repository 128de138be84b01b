#include <stdio.h>
#include <string.h>

#include "players/planner.h"
#include "players/players.h"
#include "tests/bench/plays.h"

static us_status need_array(const us_json_node *in, const char *key, int most,
                            const us_json_node **out, us_error *err)
{
    US_TRY(us_json_require(in, key, US_JSON_ARRAY, out, err));
    if (us_json_size(*out) < 1 || us_json_size(*out) > most)
        return us_json_fail(*out, err, "expected 1 to %d, found %d", most, us_json_size(*out));
    return US_OK;
}

static us_status read_names(const us_json_node *in, const char *key, int most, const char **name,
                            int *count, us_error *err)
{
    const us_json_node *array;
    US_TRY(need_array(in, key, most, &array, err));
    for (const us_json_node *at = us_json_first(array); at; at = us_json_next(at)) {
        if (us_json_type(at) != US_JSON_STRING)
            return us_json_reject(at, err, "a name");
        name[(*count)++] = us_json_string(at);
    }
    return US_OK;
}

static us_status read_numbers(const us_json_node *in, const char *key, int most, int *number,
                              int *count, us_error *err)
{
    const us_json_node *array;
    US_TRY(need_array(in, key, most, &array, err));
    for (const us_json_node *at = us_json_first(array); at; at = us_json_next(at)) {
        int64_t value;
        if (!us_json_int(at, &value) || value < 0 || value > INT16_MAX)
            return us_json_reject(at, err, "a number");
        number[(*count)++] = (int)value;
    }
    return US_OK;
}

static us_status read_learners(const us_json_node *root, plays_list *list, us_error *err)
{
    static const char *const keys[] = {"name", "relax", "practice", NULL};
    const us_json_node *array;
    US_TRY(need_array(root, "learners", PLAYS_LEARNERS_MAX, &array, err));
    for (const us_json_node *at = us_json_first(array); at; at = us_json_next(at)) {
        plays_learner *learner = &list->learner[list->learners++];
        US_TRY(us_json_require_string(at, "name", &learner->name, err));
        US_TRY(us_json_get_bool(at, "relax", &learner->relax, err));
        US_TRY(us_json_get_int(at, "practice", 0, PLAYS_PRACTICE_MAX, &learner->practice, err));
        US_TRY(us_json_check_keys(at, keys, err));
    }
    return US_OK;
}

static us_status read_libraries(const us_json_node *root, plays_list *list, us_error *err)
{
    static const char *const keys[] = {"name", "demos", NULL};
    const us_json_node *array;
    US_TRY(need_array(root, "libraries", PLAYS_LIBRARIES_MAX, &array, err));
    for (const us_json_node *at = us_json_first(array); at; at = us_json_next(at)) {
        plays_library *library = &list->library[list->libraries++];
        US_TRY(us_json_require_string(at, "name", &library->name, err));
        US_TRY(read_names(at, "demos", PLAYS_DEMOS_MAX, library->demo, &library->demos, err));
        US_TRY(us_json_check_keys(at, keys, err));
    }
    return US_OK;
}

/* ---- groups */

/* The same map of two groups is one. */
static int map_of(plays_list *list, const us_map_request *wish)
{
    char name[64];
    snprintf(name, sizeof(name), "%s-%d-%d", wish->family, wish->size, (int)wish->seed);
    for (int m = 0; m < list->maps; m++)
        if (strcmp(list->map[m].name, name) == 0)
            return m;
    us_assert(list->maps < PLAYS_MAPS_MAX);
    plays_map *map = &list->map[list->maps];
    map->request = *wish;
    snprintf(map->name, sizeof(map->name), "%s", name);
    snprintf(map->path, sizeof(map->path), "build/plays/%s.map", name);
    return list->maps++;
}

static us_status read_maps(const us_json_node *node, us_map_fairness fair, const plays_cut *cut,
                           plays_list *list, plays_group *group, us_error *err)
{
    static const char *const keys[] = {"size", "seed", NULL};
    const us_json_node *array;
    US_TRY(need_array(node, "maps", PLAYS_NAMES_MAX, &array, err));
    for (const us_json_node *at = us_json_first(array); at; at = us_json_next(at)) {
        int64_t size, seed;
        US_TRY(us_json_require_int(at, "size", 1, 1024, &size, err));
        US_TRY(us_json_require_int(at, "seed", 0, 1000000000, &seed, err));
        US_TRY(us_json_check_keys(at, keys, err));
        us_map_request wish = {group->family, (int)size, (uint64_t)(seed + cut->shift), fair};
        if (cut->maps == 0 || group->maps < cut->maps)
            group->map[group->maps++] = map_of(list, &wish);
    }
    return US_OK;
}

/* Nobody waits for hours to hear that a setting was misspelled. */
static us_status check_players(const plays_list *list, const plays_group *group, us_error *err)
{
    for (int p = 0; p < group->players; p++) {
        const char *player = group->player[p];
        us_plan_settings settings;
        us_str text;
        us_str_init(&text);
        us_status status = US_OK;
        if (plays_learner_of(list, player))
            status = us_planner_parse_argument(player, &text, &settings, err);
        else if (strcmp(player, "expert") == 0 && !group->expert)
            status = us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "player \"expert\": who is it?");
        else
            status = us_agent_check(strcmp(player, "expert") == 0 ? group->expert : player, err);
        us_str_clear(&text);
        US_TRY(status);
    }
    for (int o = 0; o < group->opponents; o++)
        US_TRY(us_agent_check(group->opponent[o], err));
    return US_OK;
}

static us_status find_library(const plays_list *list, const us_json_node *node, int *out,
                              us_error *err)
{
    const char *name;
    US_TRY(us_json_require_string(node, "library", &name, err));
    for (*out = 0; *out < list->libraries; (*out)++)
        if (strcmp(list->library[*out].name, name) == 0)
            return US_OK;
    return us_json_fail(us_json_find(node, "library"), err, "expected a library of this list");
}

static us_status read_group(const us_json_node *node, us_map_fairness fair, const plays_cut *cut,
                            plays_list *list, us_error *err)
{
    static const char *const keys[] = {"part",      "library",     "family", "expert", "players",
                                       "opponents", "round_robin", "maps",   NULL};
    plays_group *group = &list->group[list->groups];
    const char *part;
    US_TRY(us_json_check_keys(node, keys, err));
    US_TRY(us_json_require_string(node, "part", &part, err));
    if (strlen(part) != 1 || part[0] < 'A' || part[0] > 'D')
        return us_json_reject(us_json_find(node, "part"), err, "A, B, C or D");
    *group = (plays_group){.part = part[0]};
    US_TRY(find_library(list, node, &group->library, err));
    if ((cut->part && strcmp(cut->part, part) != 0) ||
        (cut->only && strcmp(cut->only, list->library[group->library].name) != 0))
        return US_OK;
    US_TRY(us_json_require_string(node, "family", &group->family, err));
    US_TRY(us_json_get_string(node, "expert", &group->expert, err));
    US_TRY(read_names(node, "players", PLAYS_NAMES_MAX, group->player, &group->players, err));
    US_TRY(read_names(node, "opponents", PLAYS_NAMES_MAX, group->opponent, &group->opponents, err));
    US_TRY(check_players(list, group, err));
    US_TRY(read_maps(node, fair, cut, list, group, err));
    list->groups++;
    return US_OK;
}

/* ---- games */

static void add_seats(plays_list *list, int g, int m, int seed)
{
    const plays_group *group = &list->group[g];
    for (int o = 0; o < group->opponents; o++) {
        for (int s = 0; s < list->sides; s++) {
            list->seat[list->seats++] = (plays_seat){(int16_t)g, (int16_t)group->map[m],
                                                     (int16_t)o, (int16_t)list->side[s],
                                                     seed,       list->games};
            for (int p = 0; p < group->players; p++)
                list->whose[list->games++] = list->seats - 1;
        }
    }
}

static void list_games(plays_list *list)
{
    int seats = 0, games = 0;
    for (int g = 0; g < list->groups; g++) {
        const plays_group *group = &list->group[g];
        int here = group->opponents * group->maps * list->seeds * list->sides;
        seats += here;
        games += here * group->players;
    }
    list->seat = US_NEW_ARRAY(plays_seat, seats + 1);
    list->whose = US_NEW_ARRAY(int32_t, games + 1);
    list->result = US_NEW_ARRAY(plays_result, games + 1);
    for (int g = 0; g < list->groups; g++)
        for (int m = 0; m < list->group[g].maps; m++)
            for (int s = 0; s < list->seeds; s++)
                add_seats(list, g, m, list->seed[s]);
    us_assert(list->seats == seats && list->games == games);
}

static us_status read_list(const us_json_node *root, const plays_cut *cut, plays_list *list,
                           us_error *err)
{
    static const char *const keys[] = {"understudy", "version",   "domain", "max_cycles",
                                       "about",      "fair",      "seeds",  "seats",
                                       "learners",   "libraries", "groups", NULL};
    const us_map_tools *tools = us_game_kind_find("skirmish")->maps;
    const us_json_node *groups;
    const char *fair;
    int64_t number;
    int how;
    US_TRY(us_json_check_keys(root, keys, err));
    US_TRY(us_json_require_int(root, "version", 1, 1, &number, err));
    US_TRY(us_json_require_int(root, "max_cycles", 1, 1000000, &number, err));
    list->max_cycles = (us_cycle)number;
    US_TRY(us_json_require_string(root, "fair", &fair, err));
    US_TRY(us_map_choice_find(tools->fairness, "fairness", fair, &how, err));
    US_TRY(read_numbers(root, "seeds", PLAYS_SEEDS_MAX, list->seed, &list->seeds, err));
    US_TRY(read_numbers(root, "seats", 2, list->side, &list->sides, err));
    US_TRY(read_learners(root, list, err));
    US_TRY(read_libraries(root, list, err));
    US_TRY(need_array(root, "groups", PLAYS_GROUPS_MAX, &groups, err));
    for (const us_json_node *at = us_json_first(groups); at; at = us_json_next(at))
        US_TRY(read_group(at, (us_map_fairness)how, cut, list, err));
    list_games(list);
    return US_OK;
}

us_status plays_read(const char *path, const plays_cut *cut, plays_list *list, us_error *err)
{
    *list = (plays_list){0};
    US_TRY(us_json_load(path, &list->doc, err));
    us_status status = read_list(us_json_root(list->doc), cut, list, err);
    if (status != US_OK)
        plays_clear(list);
    return status;
}

void plays_clear(plays_list *list)
{
    us_mem_free(list->seat);
    us_mem_free(list->whose);
    us_mem_free(list->result);
    us_json_free(list->doc);
}

/* ---- players */

const plays_learner *plays_learner_of(const plays_list *list, const char *player)
{
    size_t length = strcspn(player, "?");
    for (int i = 0; i < list->learners; i++) {
        const char *name = list->learner[i].name;
        if (strlen(name) == length && strncmp(name, player, length) == 0)
            return &list->learner[i];
    }
    return NULL;
}

void plays_library_path(const plays_library *library, const plays_learner *learner, us_str *out)
{
    us_str_addf(out, "build/plays/%s.%s.db", library->name, learner->name);
}

void plays_agent(const plays_list *list, const plays_group *group, const char *player, us_str *out)
{
    const plays_learner *learner = plays_learner_of(list, player);
    if (learner) {
        us_str_add(out, "library:");
        plays_library_path(&list->library[group->library], learner, out);
        us_str_add(out, player + strlen(learner->name));
    } else {
        us_str_add(out, strcmp(player, "expert") == 0 ? group->expert : player);
    }
}
