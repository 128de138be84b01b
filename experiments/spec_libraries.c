#include "experiments/spec_reader.h"

#include <string.h>

#include "adapt/pattern.h"
#include "learn/learn.h"
#include "players/players.h"

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

static us_status read_sizes(const us_spec_reader *r, const us_json_node *node, us_spec_library *out)
{
    const us_json_node *list = us_json_find(node, "sizes");
    int64_t draws = 1;
    out->draws = 1;
    if (!list)
        return us_json_find(node, "draws")
                   ? us_json_fail(us_json_find(node, "draws"), r->err, "\"draws\" needs \"sizes\"")
                   : US_OK;
    US_TRY(us_spec_reader_check_list(r, list, "sizes"));
    US_TRY(us_json_get_int(node, "draws", 1, 1000, &draws, r->err));
    out->draws = (int)draws;
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
static us_status read_seat(const us_spec_reader *r, const us_json_node *node, us_spec_library *out)
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

static us_status read_learned(const us_spec_reader *r, const us_json_node *node,
                              us_spec_library *out)
{
    static const char *const keys[] = {"name",    "learn", "learner", "relax",     "seat",
                                       "literal", "sizes", "draws",   "suggested", NULL};
    const char *learner = us_learner_name(0);
    US_TRY(us_json_check_keys(node, keys, r->err));
    const us_json_node *learn = us_json_find(node, "learn");
    US_TRY(us_spec_reader_read_texts(r, learn, "demonstrations", &out->demo, &out->demos));
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

static const us_spec_library *library_above(const us_spec_reader *r, const char *name)
{
    for (int i = 0; i < r->spec->libraries; i++)
        if (us_text_equal(r->spec->library[i].name, name))
            return &r->spec->library[i];
    return NULL;
}

/* The library of that name above, or the one that it was adapted from, in however many steps. */
static const us_spec_library *original_of(const us_spec_reader *r, const char *name)
{
    const us_spec_library *library = library_above(r, name);
    while (library->training)
        library = library_above(r, library->of);
    return library;
}

/* Returns the runs of an adapted library, else 0. */
static int runs_of(const us_spec_library *library)
{
    return library && library->training ? library->draws : 0;
}

/* The library of which another one is made: `key` names it. Run by run, where both have runs. */
static us_status read_of(const us_spec_reader *r, const us_json_node *node, const char *key,
                         us_spec_library *out)
{
    US_TRY(us_json_require_string(node, key, &out->of, r->err));
    const us_spec_library *of = library_above(r, out->of);
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
static us_status read_draws(const us_spec_reader *r, const us_json_node *node, const char *key,
                            us_spec_library *out)
{
    int64_t draws = 1;
    out->seed = 1;
    US_TRY(us_json_get_int(node, "seed", 0, INT64_MAX / 2, &out->seed, r->err));
    US_TRY(us_json_get_int(node, key, 1, 1000, &draws, r->err));
    out->draws = (int)draws;
    if (draws > 1) {
        out->size = US_ARENA_ARRAY(r->spec->arena, int, 1);
        out->sizes = 1;
    }
    return US_OK;
}

static us_status read_shuffled(const us_spec_reader *r, const us_json_node *node,
                               us_spec_library *out)
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

/* ---- adapted */

static us_status read_against(const us_spec_reader *r, const us_json_node *node,
                              us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "against");
    if (!list)
        return us_json_fail(node, r->err, "expected a member \"against\"");
    out->opponents = list;
    US_TRY(us_spec_reader_read_texts(r, list, "opponents", &out->against, &out->against_count));
    for (int i = 0; i < out->against_count; i++)
        US_TRY(us_spec_reader_check_agent(r, us_json_at(list, i), out->against[i]));
    return US_OK;
}

static us_status read_grounds(const us_spec_reader *r, const us_json_node *node,
                              us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "maps");
    int64_t maps = 0;
    if (!list)
        return us_json_fail(node, r->err, "expected a member \"maps\"");
    US_TRY(us_spec_reader_read_maps(r, list, &out->map, &out->map_count));
    for (int i = 0; i < out->map_count; i++)
        maps += out->map[i].count;
    if (maps > out->games)
        return us_json_fail(list, r->err, "expected no more maps than games, %d, found %lld",
                            out->games, (long long)maps);
    out->maps = (int)maps;
    return US_OK;
}

static us_status read_patterns(const us_spec_reader *r, const us_json_node *node,
                               us_spec_training *out)
{
    out->pattern_node = us_json_find(node, "patterns");
    out->without_node = us_json_find(node, "without");
    if (out->pattern_node)
        US_TRY(us_spec_reader_read_texts(r, out->pattern_node, "patterns", &out->patterns,
                                         &out->pattern_count));
    return out->without_node ? us_spec_reader_read_texts(r, out->without_node, "patterns",
                                                         &out->without, &out->without_count)
                             : US_OK;
}

/* Refuses members for training games: daemons are added without games. */
static us_status refuse_training(const us_spec_reader *r, const us_json_node *node,
                                 us_spec_training *out)
{
    static const char *const needless[] = {"against", "maps", "games", "rounds", "prove",
                                           "most",    "like", "seed",  "runs"};
    for (int i = 0; i < US_COUNT(needless); i++)
        if (us_json_find(node, needless[i]))
            return us_json_fail(us_json_find(node, needless[i]), r->err,
                                "\"repairs\": \"daemons\" plays no games: expected no \"%s\"",
                                needless[i]);
    out->games = 0;
    return US_OK;
}

static us_status read_random(const us_spec_reader *r, const us_json_node *node,
                             const us_spec_library *library, us_spec_training *out)
{
    const char *repairs = "blamed";
    US_TRY(us_json_get_string(node, "repairs", &repairs, r->err));
    out->random = us_text_equal(repairs, "random");
    out->daemons = us_text_equal(repairs, "daemons");
    if (!out->random && !out->daemons && !us_text_equal(repairs, "blamed"))
        return us_json_fail(us_json_find(node, "repairs"), r->err,
                            "expected \"blamed\", \"random\" or \"daemons\"");
    if (out->daemons)
        US_TRY(refuse_training(r, node, out));
    US_TRY(us_json_get_string(node, "like", &out->like, r->err));
    if (out->like && (!out->random || out->rounds > 1))
        return us_json_fail(us_json_find(node, "like"), r->err,
                            "expected it beside \"repairs\": \"random\", in one round");
    const us_spec_library *like = out->like ? library_above(r, out->like) : NULL;
    if (out->like && runs_of(like) != library->draws)
        return us_json_fail(us_json_find(node, "like"), r->err,
                            "expected the name of an adapted library above, of as many runs");
    if (like && original_of(r, like->of) != original_of(r, library->of))
        return us_json_fail(us_json_find(node, "like"), r->err,
                            "found \"%.64s\", which comes from \"%.64s\", and \"adapt\" comes "
                            "from \"%.64s\": expected a library adapted from the same original",
                            out->like, original_of(r, like->of)->name,
                            original_of(r, library->of)->name);
    if (!like || out->prove == 0 || out->prove == like->training->prove)
        return US_OK;
    return us_json_fail(
        us_json_find(node, "prove"), r->err,
        "found \"prove\": %d, and \"prove\": %d in \"%.64s\": expected the same "
        "number, or no \"prove\": a control is proved as what it is like, or not at "
        "all",
        out->prove, like->training->prove, out->like);
}

static us_status read_modops(const us_spec_reader *r, const us_json_node *node,
                             us_spec_training *out)
{
    const us_json_node *list = us_json_find(node, "without_modops");
    const char **name;
    int names = 0;
    if (!list)
        return US_OK;
    US_TRY(us_spec_reader_read_texts(r, list, "modops", &name, &names));
    for (int i = 0; i < names; i++) {
        us_error fault = {0};
        if (us_modops_parse(name[i], &out->without_modops, &fault) != US_OK)
            return us_json_fail(us_json_at(list, i), r->err, "%s", fault.text);
    }
    return US_OK;
}

static us_status read_adapted(const us_spec_reader *r, const us_json_node *node,
                              us_spec_library *out)
{
    static const char *const keys[] = {
        "name",    "adapt", "against", "maps",     "games",   "rounds",
        "prove",   "mode",  "most",    "patterns", "without", "without_modops",
        "repairs", "like",  "seed",    "runs",     NULL};
    us_spec_training *training = US_ARENA_ARRAY(r->spec->arena, us_spec_training, 1);
    const char *mode = "substitute";
    int64_t games = 100, rounds = 1, prove = 0, most = 0;
    *training = (us_spec_training){.games = 0};
    US_TRY(us_json_check_keys(node, keys, r->err));
    US_TRY(read_draws(r, node, "runs", out));
    US_TRY(us_json_get_int(node, "games", 1, US_SPEC_TRAINING_MAX, &games, r->err));
    US_TRY(us_json_get_int(node, "rounds", 1, US_SPEC_ROUNDS_MAX, &rounds, r->err));
    US_TRY(us_json_get_int(node, "prove", 0, US_SPEC_TRAINING_MAX, &prove, r->err));
    US_TRY(us_json_get_string(node, "mode", &mode, r->err));
    US_TRY(us_json_get_int(node, "most", 0, 1000, &most, r->err));
    training->games = (int)games;
    training->rounds = (int)rounds;
    training->prove = (int)prove;
    training->most = (int)most;
    training->append = us_text_equal(mode, "append");
    if (!training->append && !us_text_equal(mode, "substitute"))
        return us_json_fail(us_json_find(node, "mode"), r->err,
                            "expected \"append\" or \"substitute\"");
    US_TRY(read_of(r, node, "adapt", out));
    US_TRY(read_random(r, node, out, training));
    US_TRY(read_patterns(r, node, training));
    US_TRY(read_modops(r, node, training));
    if (!training->daemons) {
        US_TRY(read_against(r, node, training));
        US_TRY(read_grounds(r, node, training));
    }
    out->training = training;
    return US_OK;
}

/* ---- all */

static us_status read_library(const us_spec_reader *r, const us_json_node *node,
                              us_spec_library *out)
{
    US_TRY(us_spec_reader_expect(r, node, US_JSON_OBJECT,
                                 "a library, {\"name\": ..., \"learn\": [...]}"));
    *out = (us_spec_library){.node = node};
    US_TRY(us_json_require_string(node, "name", &out->name, r->err));
    US_TRY(us_spec_reader_check_name(r, us_json_find(node, "name"), out->name));
    if (strpbrk(out->name, "/?") || out->name[0] == '.')
        return us_json_fail(us_json_find(node, "name"), r->err,
                            "expected a name without \"/\" and \"?\" that begins with no dot: a "
                            "file is called so");
    if (library_above(r, out->name))
        return us_json_fail(node, r->err, "found a library \"%s\" again", out->name);
    if (us_json_find(node, "shuffle"))
        return read_shuffled(r, node, out);
    if (us_json_find(node, "adapt"))
        return read_adapted(r, node, out);
    if (!us_json_find(node, "learn"))
        return us_json_fail(node, r->err, "expected a member \"learn\", \"shuffle\" or \"adapt\"");
    return read_learned(r, node, out);
}

us_status us_spec_reader_read_libraries(const us_spec_reader *r, const us_json_node *list)
{
    us_spec *spec = r->spec;
    US_TRY(us_spec_reader_check_list(r, list, "libraries"));
    spec->library = US_ARENA_ARRAY(spec->arena, us_spec_library, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        US_TRY(read_library(r, n, &spec->library[spec->libraries]));
        spec->libraries++;
    }
    return US_OK;
}
