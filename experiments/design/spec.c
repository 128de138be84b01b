#include "experiments/design/spec.h"

#include <string.h>

#include "adapt/pattern.h"
#include "base/file.h"
#include "experiments/run/search.h"
#include "game/game.h"
#include "learn/learn.h"
#include "players/identity.h"
#include "players/players.h"

typedef struct spec_reader {
    us_spec *spec;
    const us_json_node *root;
    const char **key, **value; /* set from outside, each key once; value trees: spec->more */
    us_error *err;
} spec_reader;

static const char *const members[] = {"experiment", "name",    "about",      "domain",   "seed",
                                      "libraries",  "players", "opponents",  "maps",     "seats",
                                      "games",      "fog",     "max_cycles", "factions", "timeout",
                                      "scope",      "model",   NULL};

/* ---- members of the root: of the file, or set in their place */

/* -1: it stands as in the file. */
static int find_set(const spec_reader *r, const char *key)
{
    int at = r->spec->mores - 1;
    while (at >= 0 && !us_text_equal(r->key[at], key))
        at--;
    return at;
}

static const us_json_node *find(const spec_reader *r, const char *key)
{
    int at = find_set(r, key);
    const us_json_node *node =
        at >= 0 ? us_json_root(r->spec->more[at]) : us_json_find(r->root, key);
    return node && us_json_type(node) == US_JSON_NULL ? NULL : node;
}

static us_status missing(const spec_reader *r, const char *key)
{
    return us_json_fail(r->root, r->err, "expected a member \"%s\"", key);
}

static us_status expect(const spec_reader *r, const us_json_node *node, us_json_kind kind,
                        const char *expected)
{
    return us_json_type(node) == kind ? US_OK : us_json_reject(node, r->err, expected);
}

static us_status read_int(const spec_reader *r, const char *key, int64_t low, int64_t high,
                          int64_t *out)
{
    const us_json_node *node = find(r, key);
    int64_t value;
    if (!node)
        return US_OK;
    US_TRY(expect(r, node, US_JSON_NUMBER, "a whole number"));
    if (!us_json_int(node, &value) || value < low || value > high)
        return us_json_fail(node, r->err, "\"%s\": expected a whole number from %lld to %lld", key,
                            (long long)low, (long long)high);
    *out = value;
    return US_OK;
}

static us_status read_text(const spec_reader *r, const char *key, const char **out)
{
    const us_json_node *node = find(r, key);
    if (!node)
        return US_OK;
    US_TRY(expect(r, node, US_JSON_STRING, "a string"));
    *out = us_json_string(node);
    return US_OK;
}

static us_status get_number(const spec_reader *r, const us_json_node *node, const char *key,
                            int low, int high, int *out)
{
    int64_t value = *out;
    US_TRY(us_json_get_int(node, key, low, high, &value, r->err));
    *out = (int)value;
    return US_OK;
}

static us_status check_list(const spec_reader *r, const us_json_node *node, const char *what)
{
    US_TRY(expect(r, node, US_JSON_ARRAY, "a list"));
    if (us_json_size(node) < 1 || us_json_size(node) > US_SPEC_LIST_MAX)
        return us_json_fail(node, r->err, "expected 1 to %d %s, found %d", (int)US_SPEC_LIST_MAX,
                            what, us_json_size(node));
    return US_OK;
}

static us_status check_name(const spec_reader *r, const us_json_node *node, const char *name)
{
    size_t length = strlen(name);
    bool good = length >= 1 && length <= 100 && us_text_is_plain(name);
    return good ? US_OK
                : us_json_fail(node, r->err,
                               "expected a name of 1 to 100 characters without control characters, "
                               "direction marks and line separators");
}

static us_status read_texts(const spec_reader *r, const us_json_node *list, const char *what,
                            const char ***out, int *count)
{
    US_TRY(check_list(r, list, what));
    *out = US_ARENA_ARRAY(r->spec->arena, const char *, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        US_TRY(expect(r, n, US_JSON_STRING, "a string"));
        (*out)[(*count)++] = us_json_string(n);
    }
    return US_OK;
}

/* ---- agents */

static us_status check_agent(const spec_reader *r, const us_json_node *node, const char *agent)
{
    us_error err = {0};
    if (us_agent_check(agent, &err) != US_OK)
        return us_json_fail(node, r->err, "%s", err.text);
    if (us_text_has_prefix(agent, "socket:"))
        return us_json_fail(node, r->err,
                            "found %s, where you start each game yourself: expected a player of "
                            "games that the experiment starts",
                            agent);
    return US_OK;
}

static us_status read_agent(const spec_reader *r, const us_json_node *node, bool player,
                            us_spec_agent *out)
{
    static const char *const keys[] = {"name", "agent", "group", "run", NULL};
    static const char *const fewer[] = {"name", "agent", NULL};
    *out = (us_spec_agent){.node = node, .run = -1};
    if (us_json_type(node) == US_JSON_STRING) {
        out->name = out->agent = us_json_string(node);
    } else {
        US_TRY(expect(r, node, US_JSON_OBJECT, "an agent, or {\"name\": ..., \"agent\": ...}"));
        US_TRY(us_json_check_keys(node, player ? keys : fewer, r->err));
        US_TRY(us_json_require_string(node, "agent", &out->agent, r->err));
        out->name = out->agent;
        US_TRY(us_json_get_string(node, "name", &out->name, r->err));
        US_TRY(us_json_get_string(node, "group", &out->group, r->err));
        US_TRY(us_json_get_int(node, "run", 0, INT32_MAX, &out->run, r->err));
        if (out->run >= 0 && !out->group)
            return us_json_fail(node, r->err, "a \"run\" needs the \"group\" that it is one of");
    }
    US_TRY(check_name(r, node, out->name));
    if (out->group)
        US_TRY(check_name(r, us_json_find(node, "group"), out->group));
    return check_agent(r, node, out->agent);
}

/* Names must distinguish all compared sides: players without a group, groups, runs of a group. */
static us_status check_apart(const spec_reader *r, const us_spec_agent *a, const us_spec_agent *b,
                             const char *key)
{
    const us_json_node *node = b->node;
    if (us_text_equal(a->name, b->name))
        return us_json_fail(node, r->err, "found \"%s\" again among the %s", b->name, key);
    if (a->group && b->group && a->run >= 0 && a->run == b->run &&
        us_text_equal(a->group, b->group))
        return us_json_fail(node, r->err, "found run %lld of the group \"%s\" again",
                            (long long)b->run, b->group);
    if ((a->group && us_text_equal(a->group, b->name)) ||
        (b->group && us_text_equal(b->group, a->name)))
        return us_json_fail(node, r->err, "a group and a player are both called \"%s\"",
                            a->group && us_text_equal(a->group, b->name) ? b->name : a->name);
    return US_OK;
}

static us_status read_agents(const spec_reader *r, const char *key, us_spec_agent **out, int *count)
{
    const us_json_node *list = find(r, key);
    if (!list)
        return missing(r, key);
    US_TRY(check_list(r, list, key));
    *out = US_ARENA_ARRAY(r->spec->arena, us_spec_agent, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        us_spec_agent *one = &(*out)[*count];
        US_TRY(read_agent(r, n, *key == 'p', one));
        for (int i = 0; i < *count; i++)
            US_TRY(check_apart(r, &(*out)[i], one, key));
        (*count)++;
    }
    return US_OK;
}

/* ---- maps */

static us_status read_map_request(const spec_reader *r, const us_json_node *node, us_spec_map *out)
{
    static const char *const keys[] = {"family", "size", "seed", "count", "fair", "start", NULL};
    const us_game_kind *kind = us_game_kind_find(r->spec->domain);
    const char *fair = "any", *start = NULL;
    int64_t seed = 1;
    int family = 0, how = 0;
    us_error err = {0};
    US_TRY(us_json_check_keys(node, keys, r->err));
    const us_map_tools *maps = us_game_kind_map_tools(kind, US_MAPS_GENERATE);
    if (!maps)
        return us_json_fail(node, r->err, "no maps are made for %s: expected a map's name or file",
                            r->spec->domain);
    US_TRY(us_json_require_string(node, "family", &out->request.family, r->err));
    US_TRY(us_json_get_string(node, "fair", &fair, r->err));
    US_TRY(us_json_get_string(node, "start", &start, r->err));
    out->request.size = 64;
    US_TRY(get_number(r, node, "size", 1, US_SPEC_MAP_SIZE_MAX, &out->request.size));
    US_TRY(us_json_get_int(node, "seed", 0, INT64_MAX - US_SPEC_LIST_MAX, &seed, r->err));
    US_TRY(get_number(r, node, "count", 1, US_SPEC_LIST_MAX, &out->count));
    if (us_map_choice_find(maps->families, "family", out->request.family, &family, &err) != US_OK ||
        us_map_choice_find(maps->fairness, "fair", fair, &how, &err) != US_OK ||
        (start &&
         us_map_choice_find_start(kind, "start", start, &out->request.start, &err) != US_OK))
        return us_json_fail(node, r->err, "%s", err.text);
    out->request.seed = (uint64_t)seed;
    out->request.fair = (us_map_fairness)how;
    return US_OK;
}

static us_status read_map_list(const spec_reader *r, const us_json_node *list, us_spec_map **out,
                               int *maps)
{
    US_TRY(check_list(r, list, "maps"));
    *out = US_ARENA_ARRAY(r->spec->arena, us_spec_map, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        us_spec_map *map = &(*out)[(*maps)++];
        *map = (us_spec_map){.node = n, .count = 1};
        if (us_json_type(n) == US_JSON_STRING) {
            map->map = us_json_string(n);
            continue;
        }
        US_TRY(expect(r, n, US_JSON_OBJECT, "a map's name or file, or {\"family\": ...}"));
        US_TRY(read_map_request(r, n, map));
    }
    return US_OK;
}

static us_status read_maps(const spec_reader *r)
{
    const us_json_node *list = find(r, "maps");
    return list ? read_map_list(r, list, &r->spec->map, &r->spec->maps) : missing(r, "maps");
}

/* ---- libraries */

/* In how many ways so many can be drawn; 1000 stands for more. */
static int64_t ways_to_draw(int of, int size)
{
    int64_t ways = 1;
    for (int i = 1; i <= size && ways < 1000000; i++)
        ways = ways * (of - size + i) / i;
    return ways < 1000 ? ways : 1000;
}

int us_spec_draws(const us_spec_library *library, int size)
{
    int64_t ways = size > 0 ? ways_to_draw(library->demos, size) : library->draws;
    return ways < library->draws ? (int)ways : library->draws;
}

static us_status read_sizes(const spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    const us_json_node *list = us_json_find(node, "sizes");
    out->draws = 1;
    if (!list)
        return us_json_find(node, "draws")
                   ? us_json_fail(us_json_find(node, "draws"), r->err, "\"draws\" needs \"sizes\"")
                   : US_OK;
    US_TRY(check_list(r, list, "sizes"));
    US_TRY(get_number(r, node, "draws", 1, 1000, &out->draws));
    out->size = US_ARENA_ARRAY(r->spec->arena, int, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        int64_t size;
        if (us_json_type(n) != US_JSON_NUMBER || !us_json_int(n, &size) || size < 1 ||
            size > out->demos)
            return us_json_fail(n, r->err, "expected a number of demonstrations from 1 to %d",
                                out->demos);
        for (int i = 0; i < out->sizes; i++)
            if (out->size[i] == size)
                return us_json_fail(n, r->err, "found size %d again", (int)size);
        out->size[out->sizes++] = (int)size;
    }
    return US_OK;
}

/* Reads a number, or "all"; without it, the seats that did not lose. */
static us_status read_seat(const spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    const us_json_node *named = us_json_find(node, "seat");
    int64_t seat = US_LEARN_UNBEATEN;
    bool word = named && us_json_type(named) == US_JSON_STRING;
    if (word && !us_text_equal(us_json_string(named), "all"))
        return us_json_fail(named, r->err, "expected an integer from 0 to %d, or \"all\"",
                            US_SEATS_MAX - 1);
    if (!word)
        US_TRY(us_json_get_int(node, "seat", 0, US_SEATS_MAX - 1, &seat, r->err));
    out->seat = word ? US_LEARN_ALL : (int)seat;
    return US_OK;
}

static us_status read_learned(const spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    static const char *const keys[] = {"name",    "learn", "learner", "relax",     "seat",
                                       "literal", "sizes", "draws",   "suggested", NULL};
    const char *learner = us_learner_name(0);
    US_TRY(us_json_check_keys(node, keys, r->err));
    const us_json_node *learn = us_json_find(node, "learn");
    US_TRY(read_texts(r, learn, "demonstrations", &out->demo, &out->demos));
    for (int i = 0; i < out->demos; i++)
        for (int k = 0; k < i; k++)
            if (us_text_equal(out->demo[i], out->demo[k]))
                return us_json_fail(us_json_at(learn, i), r->err, "found \"%.200s\" again",
                                    out->demo[i]);
    US_TRY(us_json_get_string(node, "learner", &learner, r->err));
    US_TRY(us_json_get_bool(node, "relax", &out->relax, r->err));
    US_TRY(us_json_get_bool(node, "literal", &out->literal, r->err));
    US_TRY(us_json_get_bool(node, "suggested", &out->suggested, r->err));
    US_TRY(read_seat(r, node, out));
    out->learner = learner;
    for (int i = 0; i < us_learner_count(); i++)
        if (us_text_equal(us_learner_name(i), learner))
            return read_sizes(r, node, out);
    return us_json_fail(us_json_find(node, "learner"), r->err,
                        "there is no learner \"%.64s\"; see understudy learn --help", learner);
}

const us_spec_library *us_spec_find_library(const us_spec *spec, const char *name)
{
    for (int i = 0; i < spec->libraries; i++)
        if (us_text_equal(spec->library[i].name, name))
            return &spec->library[i];
    return NULL;
}

/* The library of that name above, or the one that it was adapted from, in however many steps. */
static const us_spec_library *original_of(const spec_reader *r, const char *name)
{
    const us_spec_library *library = us_spec_find_library(r->spec, name);
    while (library->training)
        library = us_spec_find_library(r->spec, library->of);
    return library;
}

static int runs_of(const us_spec_library *library)
{
    return library && library->training ? library->draws : 0;
}

/* The library of which another one is made: `key` names it. Run by run, where both have runs. An
 * `of` that is set already is the name without settings. */
static us_status read_of(const spec_reader *r, const us_json_node *node, const char *key,
                         us_spec_library *out)
{
    if (!out->of)
        US_TRY(us_json_require_string(node, key, &out->of, r->err));
    const us_spec_library *of = us_spec_find_library(r->spec, out->of);
    bool runs = out->draws > 1 && runs_of(of) >= out->draws && us_text_equal(key, "adapt");
    if (!of || (of->sizes > 0 && !runs))
        return us_json_fail(
            us_json_find(node, key), r->err,
            "expected the name of a library above, of which there is one%s",
            us_text_equal(key, "adapt") ? ", or an adapted one of as many runs or more" : "");
    out->demos = of->demos;
    out->demo = of->demo;
    return US_OK;
}

/* So many that differ by their seed. */
static us_status read_draws(const spec_reader *r, const us_json_node *node, const char *key,
                            us_spec_library *out)
{
    out->draws = 1;
    out->seed = 1;
    US_TRY(us_json_get_int(node, "seed", 0, INT64_MAX / 2, &out->seed, r->err));
    US_TRY(get_number(r, node, key, 1, 1000, &out->draws));
    if (out->draws > 1) {
        out->size = US_ARENA_ARRAY(r->spec->arena, int, 1);
        out->sizes = 1;
    }
    return US_OK;
}

static us_status read_shuffled(const spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    static const char *const keys[] = {"name", "shuffle", "what", "seed", "draws", NULL};
    const char *what = "goals";
    US_TRY(us_json_check_keys(node, keys, r->err));
    US_TRY(us_json_get_string(node, "what", &what, r->err));
    US_TRY(read_draws(r, node, "draws", out));
    US_TRY(read_of(r, node, "shuffle", out));
    out->states = us_text_equal(what, "states");
    return out->states || us_text_equal(what, "goals")
               ? US_OK
               : us_json_fail(us_json_find(node, "what"), r->err,
                              "expected \"goals\" or \"states\"");
}

/* ---- adapted libraries */

static us_status read_against(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "against");
    if (!list)
        return us_json_fail(node, r->err, "expected a member \"against\"");
    out->opponents = list;
    US_TRY(read_texts(r, list, "opponents", &out->against, &out->against_count));
    for (int i = 0; i < out->against_count; i++)
        if (out->budget == 0 || !us_text_equal(out->against[i], US_TRAINING_ITSELF))
            US_TRY(check_agent(r, us_json_at(list, i), out->against[i]));
    return US_OK;
}

/* Reads "NAME?SETTINGS": the library to adapt, and its settings in the games. */
static us_status read_adapt(const spec_reader *r, const us_json_node *node, us_spec_library *out,
                            us_spec_training *training)
{
    US_AUTOSTR(agent);
    const char *name;
    us_error fault = {0};
    US_TRY(us_json_require_string(node, "adapt", &name, r->err));
    size_t length = strcspn(name, "?"); /* a library's name has none */
    out->of = us_arena_strndup(r->spec->arena, name, length);
    if (name[length]) {
        training->settings = name + length;
        us_agent_print_library(out->of, training->settings, &agent);
        if (us_agent_check(agent.text, &fault) != US_OK)
            return us_json_fail(us_json_find(node, "adapt"), r->err, "%s", fault.text);
    }
    return read_of(r, node, "adapt", out);
}

static us_status read_grounds(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "maps");
    int64_t maps = 0;
    if (!list)
        return us_json_fail(node, r->err, "expected a member \"maps\"");
    US_TRY(read_map_list(r, list, &out->map, &out->map_count));
    for (int i = 0; i < out->map_count; i++)
        maps += out->map[i].count;
    if (out->budget == 0 && maps > out->games)
        return us_json_fail(list, r->err, "expected no more maps than games, %d, found %lld",
                            out->games, (long long)maps);
    out->maps = (int)maps;
    return US_OK;
}

static us_status read_patterns(const spec_reader *r, const us_json_node *node,
                               us_spec_training *out)
{
    out->pattern_node = us_json_find(node, "patterns");
    out->without_node = us_json_find(node, "without");
    if (out->pattern_node)
        US_TRY(read_texts(r, out->pattern_node, "patterns", &out->patterns, &out->pattern_count));
    return out->without_node
               ? read_texts(r, out->without_node, "patterns", &out->without, &out->without_count)
               : US_OK;
}

/* Refuses members about games: daemons are added without games. */
static us_status refuse_training(const spec_reader *r, const us_json_node *node,
                                 us_spec_training *out)
{
    static const char *const needless[] = {"against", "maps", "games", "rounds", "budget",
                                           "most",    "like", "seed",  "runs",   "chance"};
    if (out->settings)
        return us_json_fail(us_json_find(node, "adapt"), r->err,
                            "\"repairs\": \"daemons\" plays no games: expected no settings, found "
                            "\"%.64s\"",
                            out->settings);
    for (int i = 0; i < US_COUNT(needless); i++)
        if (us_json_find(node, needless[i]))
            return us_json_fail(us_json_find(node, needless[i]), r->err,
                                "\"repairs\": \"daemons\" plays no games: expected no \"%s\"",
                                needless[i]);
    out->games = 0;
    return US_OK;
}

/* Reads the library whose search a random one is like. */
static us_status read_like(const spec_reader *r, const us_json_node *node,
                           const us_spec_library *library, us_spec_training *out)
{
    US_TRY(us_json_require_string(node, "like", &out->like, r->err));
    const us_json_node *at = us_json_find(node, "like");
    const us_spec_library *like = us_spec_find_library(r->spec, out->like);
    if (runs_of(like) != library->draws || like->training->budget != out->budget)
        return us_json_fail(at, r->err,
                            "expected the name of a library above that a search adapts, with the "
                            "same \"budget\" and as many runs");
    const char *original = original_of(r, library->of)->name;
    const char *other = original_of(r, like->of)->name;
    return us_text_equal(original, other)
               ? US_OK
               : us_json_fail(at, r->err,
                              "found \"%.64s\", which comes from \"%.64s\", and \"adapt\" comes "
                              "from \"%.64s\": expected a library adapted from the same original",
                              out->like, other, original);
}

static us_status read_control(const spec_reader *r, const us_json_node *node,
                              const us_spec_library *library, us_spec_training *out)
{
    const char *repairs = "blamed";
    US_TRY(us_json_get_string(node, "repairs", &repairs, r->err));
    bool random = us_text_equal(repairs, "random");
    out->daemons = us_text_equal(repairs, "daemons");
    if (!random && !out->daemons && !us_text_equal(repairs, "blamed"))
        return us_json_fail(us_json_find(node, "repairs"), r->err,
                            "expected \"blamed\", \"random\" or \"daemons\"");
    if (out->daemons)
        return refuse_training(r, node, out);
    if (random && out->budget == 0)
        return us_json_fail(us_json_find(node, "repairs"), r->err,
                            "random changes are searched: expected a \"budget\", too");
    if (random && us_json_find(node, "donors"))
        return us_json_fail(us_json_find(node, "donors"), r->err,
                            "random changes are never those of a donor: expected no \"donors\"");
    if (random)
        return read_like(r, node, library, out);
    return us_json_find(node, "like") ? us_json_fail(us_json_find(node, "like"), r->err,
                                                     "expected it beside \"repairs\": \"random\"")
                                      : US_OK;
}

static us_status read_modops(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "without_modops");
    const char **name;
    int names = 0;
    if (!list)
        return US_OK;
    US_TRY(read_texts(r, list, "modops", &name, &names));
    for (int i = 0; i < names; i++) {
        us_error fault = {0};
        if (us_modops_parse(name[i], &out->without_modops, &fault) != US_OK)
            return us_json_fail(us_json_at(list, i), r->err, "%s", fault.text);
    }
    return US_OK;
}

/* ---- libraries that a search adapts */

/* Refuses members that a search decides by itself, or that it does not know. */
static us_status refuse_repairs(const spec_reader *r, const us_json_node *node)
{
    static const char *const needless[] = {"games", "most", "chance"};
    for (int i = 0; i < US_COUNT(needless); i++)
        if (us_json_find(node, needless[i]))
            return us_json_fail(us_json_find(node, needless[i]), r->err,
                                "a search with \"budget\" chooses its games and repairs itself: "
                                "expected no \"%s\"",
                                needless[i]);
    if (find(r, "factions"))
        return us_json_fail(us_json_find(node, "budget"), r->err,
                            "a search with \"budget\" plays the factions of its maps: expected no "
                            "\"factions\" in the experiment");
    return US_OK;
}

static us_status read_families(const spec_reader *r, const us_json_node *list,
                               const us_map_tools *tools, us_spec_training *out)
{
    const char **name;
    US_TRY(read_texts(r, list, "families", &name, &out->families));
    out->family = name;
    for (int i = 0; i < out->families; i++) {
        us_error fault = {0};
        int found;
        if (us_map_choice_find(tools->families, "family", out->family[i], &found, &fault) != US_OK)
            return us_json_fail(us_json_at(list, i), r->err, "%s", fault.text);
        for (int k = 0; k < i; k++)
            if (us_text_equal(out->family[i], out->family[k]))
                return us_json_fail(us_json_at(list, i), r->err, "found \"%s\" again",
                                    out->family[i]);
    }
    return US_OK;
}

static us_status read_map_sizes(const spec_reader *r, const us_json_node *list,
                                us_spec_training *out)
{
    US_TRY(check_list(r, list, "sizes"));
    int *size = US_ARENA_ARRAY(r->spec->arena, int, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        int64_t cells;
        if (us_json_type(n) != US_JSON_NUMBER || !us_json_int(n, &cells) || cells < 1 ||
            cells > US_SPEC_MAP_SIZE_MAX)
            return us_json_fail(n, r->err, "expected a whole number from 1 to %d",
                                (int)US_SPEC_MAP_SIZE_MAX);
        for (int i = 0; i < out->sizes; i++)
            if (size[i] == cells)
                return us_json_fail(n, r->err, "found size %d again", size[i]);
        size[out->sizes++] = (int)cells;
    }
    out->size = size;
    return US_OK;
}

/* Reads the named maps of a search. */
static us_status read_named_maps(const spec_reader *r, const us_json_node *node,
                                 us_spec_training *out)
{
    static const char *const generated[] = {"families", "sizes"};
    for (int i = 0; i < US_COUNT(generated); i++)
        if (us_json_find(node, generated[i]))
            return us_json_fail(us_json_find(node, generated[i]), r->err,
                                "\"%s\" is of generated maps: expected none beside \"maps\"",
                                generated[i]);
    US_TRY(read_grounds(r, node, out));
    for (int i = 0; i < out->map_count; i++)
        if (!out->map[i].map)
            return us_json_fail(out->map[i].node, r->err,
                                "expected a map's name or file: \"families\" and \"sizes\" in "
                                "place of \"maps\" let a search generate maps");
    return US_OK;
}

static us_status read_kinds(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    const us_game_kind *kind = us_game_kind_find(r->spec->domain);
    const us_map_tools *tools = us_game_kind_map_tools(kind, US_MAPS_GENERATE);
    const us_json_node *families = us_json_find(node, "families");
    const us_json_node *sizes = us_json_find(node, "sizes");
    if (!tools)
        return us_json_fail(us_json_find(node, "budget"), r->err,
                            "no maps are generated for %s: expected \"maps\" beside \"budget\"",
                            r->spec->domain);
    if (families)
        US_TRY(read_families(r, families, tools, out));
    if (sizes)
        US_TRY(read_map_sizes(r, sizes, out));
    us_training_field field = {
        .family = out->family, .families = out->families, .size = out->size, .sizes = out->sizes};
    us_training_field_set_kinds(&field, tools, r->spec->arena);
    out->family = field.family;
    out->families = field.families;
    out->size = field.size;
    out->sizes = field.sizes;
    return US_OK;
}

/* Reads the libraries whose behaviors a search may add; "none" excludes the players that won,
 * too. */
static us_status read_donors(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "donors");
    if (list && us_json_type(list) == US_JSON_STRING) {
        out->no_winners = us_text_equal(us_json_string(list), "none");
        return out->no_winners ? US_OK : us_json_fail(list, r->err, "expected \"none\", or a list");
    }
    out->donor_list = list;
    if (list)
        US_TRY(read_texts(r, list, "donors", &out->donor, &out->donors));
    return out->donors <= US_SEARCH_DONORS
               ? US_OK
               : us_json_fail(list, r->err, "found %d donors, expected at most %d", out->donors,
                              (int)US_SEARCH_DONORS);
}

static us_status read_search(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    int64_t seconds;
    const us_json_node *budget = us_json_find(node, "budget");
    if (us_json_type(budget) == US_JSON_STRING &&
        us_text_to_seconds(us_json_string(budget), US_SEARCH_SECONDS_MOST, &seconds))
        return us_json_fail(budget, r->err,
                            "found the time \"%s\", which gives other games on each machine: "
                            "expected the number of games that \"adapt --budget %s\" prints",
                            us_json_string(budget), us_json_string(budget));
    US_TRY(get_number(r, node, "budget", US_SEARCH_LEAST, US_SPEC_BUDGET_MAX, &out->budget));
    US_TRY(refuse_repairs(r, node));
    US_TRY(us_json_find(node, "maps") ? read_named_maps(r, node, out) : read_kinds(r, node, out));
    out->games = 0;
    return read_donors(r, node, out);
}

static int64_t search_games(const us_spec_training *training)
{
    return (int64_t)training->budget * training->rounds;
}

/* Refuses more games than a plan can list, of this search and of those that made the library. */
static us_status check_budget(const spec_reader *r, const us_json_node *node,
                              const us_spec_library *library, const us_spec_training *training)
{
    int64_t games = search_games(training);
    const us_spec_library *of = us_spec_find_library(r->spec, library->of);
    for (; training->budget > 0 && of && of->training; of = us_spec_find_library(r->spec, of->of))
        games += search_games(of->training);
    return games <= US_SPEC_BUDGET_MAX
               ? US_OK
               : us_json_fail(us_json_find(node, "budget"), r->err,
                              "found %lld games of all rounds and searches: expected at most %d, "
                              "since the plan lists their maps",
                              (long long)games, (int)US_SPEC_BUDGET_MAX);
}

/* Reads the members of a search, and refuses them without one. */
static us_status read_budget(const spec_reader *r, const us_json_node *node, us_spec_training *out)
{
    static const char *const needy[] = {"families", "sizes", "donors"};
    if (us_json_find(node, "budget"))
        return read_search(r, node, out);
    for (int i = 0; i < US_COUNT(needy); i++)
        if (us_json_find(node, needy[i]))
            return us_json_fail(us_json_find(node, needy[i]), r->err, "\"%s\" needs \"budget\"",
                                needy[i]);
    return US_OK;
}

static us_status read_adapted(const spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    static const char *const keys[] = {
        "name", "adapt",    "against",  "maps",           "games",   "rounds", "mode",
        "most", "patterns", "without",  "without_modops", "repairs", "like",   "seed",
        "runs", "budget",   "families", "sizes",          "donors",  "chance", NULL};
    us_spec_training *training = US_ARENA_ARRAY(r->spec->arena, us_spec_training, 1);
    const char *mode = "substitute";
    *training = (us_spec_training){.games = 100, .rounds = 1, .chance = 10};
    US_TRY(us_json_check_keys(node, keys, r->err));
    US_TRY(read_budget(r, node, training));
    US_TRY(read_draws(r, node, "runs", out));
    US_TRY(get_number(r, node, "games", 1, US_SPEC_TRAINING_MAX, &training->games));
    US_TRY(get_number(r, node, "rounds", 1, US_SPEC_ROUNDS_MAX, &training->rounds));
    US_TRY(us_json_get_string(node, "mode", &mode, r->err));
    US_TRY(get_number(r, node, "most", 0, 1000, &training->most));
    US_TRY(get_number(r, node, "chance", 0, 100, &training->chance));
    training->append = us_text_equal(mode, "append");
    if (!training->append && !us_text_equal(mode, "substitute"))
        return us_json_fail(us_json_find(node, "mode"), r->err,
                            "expected \"append\" or \"substitute\"");
    US_TRY(read_adapt(r, node, out, training));
    US_TRY(check_budget(r, node, out, training));
    US_TRY(read_control(r, node, out, training));
    US_TRY(read_patterns(r, node, training));
    US_TRY(read_modops(r, node, training));
    if (!training->daemons)
        US_TRY(read_against(r, node, training));
    if (!training->daemons && training->budget == 0)
        US_TRY(read_grounds(r, node, training));
    out->training = training;
    return US_OK;
}

static us_status read_library(const spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    US_TRY(expect(r, node, US_JSON_OBJECT, "a library, {\"name\": ..., \"learn\": [...]}"));
    *out = (us_spec_library){.node = node};
    US_TRY(us_json_require_string(node, "name", &out->name, r->err));
    US_TRY(check_name(r, us_json_find(node, "name"), out->name));
    if (strpbrk(out->name, "/?") || out->name[0] == '.')
        return us_json_fail(us_json_find(node, "name"), r->err,
                            "expected a name without \"/\" and \"?\" that begins with no dot: a "
                            "file is called so");
    if (us_spec_find_library(r->spec, out->name))
        return us_json_fail(node, r->err, "found a library \"%s\" again", out->name);
    if (us_json_find(node, "shuffle"))
        return read_shuffled(r, node, out);
    if (us_json_find(node, "adapt"))
        return read_adapted(r, node, out);
    if (!us_json_find(node, "learn"))
        return us_json_fail(node, r->err, "expected a member \"learn\", \"shuffle\" or \"adapt\"");
    return read_learned(r, node, out);
}

static us_status read_libraries(const spec_reader *r, const us_json_node *list)
{
    us_spec *spec = r->spec;
    US_TRY(check_list(r, list, "libraries"));
    spec->library = US_ARENA_ARRAY(spec->arena, us_spec_library, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        US_TRY(read_library(r, n, &spec->library[spec->libraries]));
        spec->libraries++;
    }
    return US_OK;
}

/* ---- the rest */

static us_status read_seats(const spec_reader *r)
{
    const us_json_node *list = find(r, "seats");
    r->spec->seat[0] = r->spec->seat[1] = !list;
    if (!list)
        return US_OK;
    US_TRY(expect(r, list, US_JSON_ARRAY, "a list"));
    if (us_json_size(list) == 0)
        return us_json_fail(list, r->err, "expected a seat, 0 or 1, or both");
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        int64_t seat;
        if (us_json_type(n) != US_JSON_NUMBER || !us_json_int(n, &seat) || seat < 0 || seat > 1)
            return us_json_fail(n, r->err, "expected a seat, 0 or 1");
        if (r->spec->seat[seat])
            return us_json_fail(n, r->err, "found seat %d again", (int)seat);
        r->spec->seat[seat] = true;
    }
    return US_OK;
}

static us_status read_factions(const spec_reader *r)
{
    const us_json_node *list = find(r, "factions");
    if (!list)
        return US_OK;
    US_TRY(expect(r, list, US_JSON_ARRAY, "two factions, one for each seat"));
    r->spec->factions = list;
    if (us_json_size(list) != 2)
        return us_json_fail(list, r->err, "expected two factions, one for each seat");
    for (int seat = 0; seat < 2; seat++) {
        const us_json_node *n = us_json_at(list, seat);
        US_TRY(expect(r, n, US_JSON_STRING, "a faction's name"));
        r->spec->faction[seat] = us_json_string(n);
    }
    return US_OK;
}

static us_status read_model(const spec_reader *r)
{
    us_spec *spec = r->spec;
    US_TRY(read_text(r, "model", &spec->model));
    for (int i = 0; spec->model && i < spec->players; i++)
        if (us_text_equal(spec->player[i].name, spec->model))
            return US_OK;
    return spec->model ? us_json_fail(find(r, "model"), r->err,
                                      "expected the name of a player, found \"%.64s\"", spec->model)
                       : US_OK;
}

static us_status read_scope(const spec_reader *r)
{
    const char *name = us_map_scope_name(US_MAP_SCOPE_MAPS);
    US_TRY(read_text(r, "scope", &name));
    return us_map_scope_find(name, &r->spec->scope)
               ? US_OK
               : us_json_fail(find(r, "scope"), r->err,
                              "expected \"maps\" or \"these maps\", found \"%.64s\"", name);
}

static us_status read_plain(const spec_reader *r)
{
    us_spec *spec = r->spec;
    const us_json_node *fog = find(r, "fog");
    int64_t version = 0, seed = 1001, games = 1, seconds = 0; /* not a demonstration's seed */
    us_error fault = {0};
    spec->domain = US_GAME_PRESET;
    US_TRY(read_int(r, "experiment", 0, INT32_MAX, &version));
    if (version != 1)
        return us_json_fail(find(r, "experiment") ? find(r, "experiment") : r->root, r->err,
                            "expected \"experiment\": 1, the version of this format");
    US_TRY(read_text(r, "name", &spec->name));
    if (!spec->name)
        return missing(r, "name");
    US_TRY(check_name(r, find(r, "name"), spec->name));
    US_TRY(read_text(r, "domain", &spec->domain));
    const us_game_kind *kind = us_game_kind_find(spec->domain);
    if (!kind)
        return us_json_fail(find(r, "domain"), r->err, "there is no game \"%.64s\"", spec->domain);
    spec->max_cycles = us_game_kind_max_cycles(kind);
    US_TRY(read_int(r, "seed", 0, INT64_MAX, &seed));
    US_TRY(read_int(r, "games", 1, US_SPEC_GAMES_MAX, &games));
    US_TRY(read_int(r, "max_cycles", 1, US_CYCLES_LIMIT, &spec->max_cycles));
    US_TRY(read_int(r, "timeout", 1, 1000000, &seconds));
    if (fog)
        US_TRY(expect(r, fog, US_JSON_BOOL, "true or false"));
    spec->fog = fog && us_json_bool(fog);
    if (us_game_kind_check_fog(kind, spec->fog, &fault) != US_OK)
        return us_json_fail(fog, r->err, "%s", fault.text);
    spec->seed = (uint64_t)seed;
    spec->games = (int)games;
    spec->timeout_ms = seconds * 1000;
    return US_OK;
}

static us_status read_all(const spec_reader *r)
{
    US_TRY(expect(r, r->root, US_JSON_OBJECT, "an experiment, {\"experiment\": 1, ...}"));
    US_TRY(us_json_check_keys(r->root, members, r->err));
    US_TRY(read_plain(r));
    if (find(r, "libraries"))
        US_TRY(read_libraries(r, find(r, "libraries")));
    US_TRY(read_agents(r, "players", &r->spec->player, &r->spec->players));
    US_TRY(read_agents(r, "opponents", &r->spec->opponent, &r->spec->opponents));
    US_TRY(read_maps(r));
    US_TRY(read_seats(r));
    US_TRY(read_factions(r));
    US_TRY(read_scope(r));
    return read_model(r);
}

/* ---- values from outside */

/* The last value of a key counts. */
static void keep_set(const spec_reader *r, const char *key, const char *value, us_json *doc)
{
    us_spec *spec = r->spec;
    int at = find_set(r, key);
    if (at >= 0)
        us_json_free(spec->more[at]);
    else
        at = spec->mores++;
    r->key[at] = key;
    r->value[at] = us_arena_strdup(spec->arena, value);
    spec->more[at] = doc;
}

static us_status take_set(const spec_reader *r, const char *set)
{
    us_spec *spec = r->spec;
    const char *equal = strchr(set, '=');
    US_AUTOSTR(file);
    US_AUTOSTR(text);
    if (!equal)
        return us_error_set(r->err, US_BAD_INPUT, NULL, 0, 0,
                            "--set: expected KEY=VALUE, found \"%.64s\"", set);
    char *key = us_arena_strndup(spec->arena, set, (size_t)(equal - set));
    int known = 0;
    while (members[known] && !us_text_equal(members[known], key))
        known++;
    if (!members[known])
        return us_error_set(r->err, US_BAD_INPUT, NULL, 0, 0,
                            "--set: an experiment has no member \"%.64s\"", key);
    us_str_addf(&file, "--set %s=VALUE", key);
    us_json *doc = NULL;
    us_error fault;
    const char *json = equal + 1;
    us_status status = us_json_parse(file.text, json, strlen(json), &doc, &fault);
    if (status != US_OK && !memchr("[{\"", json[strspn(json, " \t\r\n")], 3)) {
        /* a text without its quotes */
        us_json_writer writer;
        us_json_writer_init(&writer, &text);
        us_json_write_string(&writer, json);
        status = us_json_parse(file.text, text.text, text.length, &doc, &fault);
    }
    if (status != US_OK && r->err)
        *r->err = fault;
    if (status == US_OK)
        keep_set(r, key, text.length > 0 ? text.text : json, doc);
    return status;
}

/* The file's text with what was set in place; the rest as it stands. */
static void put_text(const spec_reader *r, const char *text, size_t length)
{
    US_AUTOSTR(out);
    us_pull pull;
    const char *from = text;
    us_pull_init(&pull, text, length);
    us_pull_next(&pull);
    const char *end = pull.at;
    for (const us_json_node *n = us_json_first(r->root); n; n = us_json_next(n)) {
        us_pull_next(&pull);
        int at = find_set(r, us_json_key(n));
        const char *start = pull.at;
        us_pull_skip(&pull);
        end = pull.at;
        if (at < 0)
            continue;
        us_str_add_bytes(&out, from, (size_t)(start - from));
        us_str_addf(&out, " %s", r->value[at]);
        from = end;
    }
    us_str_add_bytes(&out, from, (size_t)(end - from));
    for (int i = 0; i < r->spec->mores; i++)
        if (!us_json_find(r->root, r->key[i]))
            us_str_addf(&out, ",\n  \"%s\": %s", r->key[i], r->value[i]);
    us_str_add_bytes(&out, end, (size_t)(text + length - end));
    r->spec->text = us_arena_strndup(r->spec->arena, out.text, out.length);
}

/* For an error in a value as a whole, the key is the place. */
static void name_set(us_error *err)
{
    if (err && us_text_has_prefix(err->file, "--set ") && err->line == 1 && err->column == 1)
        err->line = err->column = 0;
}

static us_status parse_sets(const spec_reader *r, const char *const *set, int sets)
{
    for (int i = 0; i < sets; i++)
        US_TRY(take_set(r, set[i]));
    return read_all(r);
}

us_status us_spec_parse(const char *file, const char *text, size_t length, const char *const *set,
                        int sets, us_spec **out, us_error *err)
{
    us_json *doc;
    US_TRY(us_json_parse(file, text, length, &doc, err));
    US_AUTOPTR(us_spec) spec = US_NEW(us_spec);
    spec->doc = doc;
    spec->arena = us_arena_new();
    spec->more = US_ARENA_ARRAY(spec->arena, us_json *, sets + 1);
    spec_reader r = {.spec = spec,
                     .root = us_json_root(doc),
                     .key = US_ARENA_ARRAY(spec->arena, const char *, sets + 1),
                     .value = US_ARENA_ARRAY(spec->arena, const char *, sets + 1),
                     .err = err};
    us_status status = parse_sets(&r, set, sets);
    if (status != US_OK) {
        name_set(err);
        return status;
    }
    put_text(&r, text, length);
    *out = US_STEAL(spec);
    return US_OK;
}

us_status us_spec_read(const char *path, const char *const *set, int sets, us_spec **out,
                       us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    US_TRY(us_file_read(path, US_SPEC_BYTES_MAX, &text, &length, err));
    return us_spec_parse(path, text, length, set, sets, out, err);
}

void us_spec_free(us_spec *spec)
{
    if (!spec)
        return;
    for (int i = 0; i < spec->mores; i++)
        us_json_free(spec->more[i]);
    us_json_free(spec->doc);
    us_arena_free(spec->arena);
    us_mem_free(spec);
}
