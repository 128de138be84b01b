#include "experiments/spec_inside.h"

#include <string.h>

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

static us_status read_sizes(const us_spec_reading *r, const us_json_node *node,
                            us_spec_library *out)
{
    const us_json_node *list = us_json_find(node, "sizes");
    int64_t draws = 1;
    out->draws = 1;
    if (!list)
        return us_json_find(node, "draws")
                   ? us_json_fail(us_json_find(node, "draws"), r->err, "\"draws\" needs \"sizes\"")
                   : US_OK;
    US_TRY(us_spec_list(r, list, "sizes"));
    US_TRY(us_json_want_int(node, "draws", 1, 1000, &draws, r->err));
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

static us_status read_learned(const us_spec_reading *r, const us_json_node *node,
                              us_spec_library *out)
{
    static const char *const keys[] = {"name",    "learn", "learner", "relax",
                                       "literal", "sizes", "draws",   NULL};
    const char *learner = us_learner_name(0);
    US_TRY(us_json_only(node, keys, r->err));
    const us_json_node *learn = us_json_find(node, "learn");
    US_TRY(us_spec_texts(r, learn, "demonstrations", &out->demo, &out->demos));
    for (int i = 0; i < out->demos; i++)
        for (int k = 0; k < i; k++)
            if (us_text_equal(out->demo[i], out->demo[k]))
                return us_json_fail(us_json_at(learn, i), r->err, "found \"%.200s\" again",
                                    out->demo[i]);
    US_TRY(us_json_want_string(node, "learner", &learner, r->err));
    US_TRY(us_json_want_bool(node, "relax", &out->relax, r->err));
    US_TRY(us_json_want_bool(node, "literal", &out->literal, r->err));
    out->learner = learner;
    for (int i = 0; i < us_learner_count(); i++)
        if (us_text_equal(us_learner_name(i), learner))
            return read_sizes(r, node, out);
    return us_json_fail(us_json_find(node, "learner"), r->err,
                        "there is no learner \"%.64s\"; see understudy learn --help", learner);
}

static const us_spec_library *library_above(const us_spec_reading *r, const char *name)
{
    for (int i = 0; i < r->spec->libraries; i++)
        if (us_text_equal(r->spec->library[i].name, name))
            return &r->spec->library[i];
    return NULL;
}

static us_status read_shuffled(const us_spec_reading *r, const us_json_node *node,
                               us_spec_library *out)
{
    static const char *const keys[] = {"name", "shuffle", "what", "seed", "draws", NULL};
    const char *what = "goals";
    int64_t draws = 1;
    out->seed = 1;
    US_TRY(us_json_only(node, keys, r->err));
    US_TRY(us_json_need_string(node, "shuffle", &out->of, r->err));
    US_TRY(us_json_want_string(node, "what", &what, r->err));
    US_TRY(us_json_want_int(node, "seed", 0, INT64_MAX / 2, &out->seed, r->err));
    US_TRY(us_json_want_int(node, "draws", 1, 1000, &draws, r->err));
    const us_spec_library *of = library_above(r, out->of);
    if (!of || of->sizes > 0)
        return us_json_fail(us_json_find(node, "shuffle"), r->err,
                            "expected the name of a library above, of which there is one");
    out->states = us_text_equal(what, "states");
    if (!out->states && !us_text_equal(what, "goals"))
        return us_json_fail(us_json_find(node, "what"), r->err, "expected \"goals\" or \"states\"");
    out->demos = of->demos;
    out->demo = of->demo;
    out->draws = (int)draws;
    if (draws > 1) {
        out->size = US_ARENA_ARRAY(r->spec->arena, int, 1);
        out->sizes = 1;
    }
    return US_OK;
}

static us_status read_library(const us_spec_reading *r, const us_json_node *node,
                              us_spec_library *out)
{
    US_TRY(us_spec_expect(r, node, US_JSON_OBJECT, "a library, {\"name\": ..., \"learn\": [...]}"));
    *out = (us_spec_library){.node = node};
    US_TRY(us_json_need_string(node, "name", &out->name, r->err));
    US_TRY(us_spec_name(r, us_json_find(node, "name"), out->name));
    if (strpbrk(out->name, "/?") || out->name[0] == '.')
        return us_json_fail(us_json_find(node, "name"), r->err,
                            "expected a name without \"/\" and \"?\" that begins with no dot: a "
                            "file is called so");
    if (library_above(r, out->name))
        return us_json_fail(node, r->err, "found a library \"%s\" again", out->name);
    if (us_json_find(node, "shuffle"))
        return read_shuffled(r, node, out);
    if (!us_json_find(node, "learn"))
        return us_json_fail(node, r->err, "expected a member \"learn\" or \"shuffle\"");
    return read_learned(r, node, out);
}

us_status us_spec_libraries(const us_spec_reading *r, const us_json_node *list)
{
    us_spec *spec = r->spec;
    US_TRY(us_spec_list(r, list, "libraries"));
    spec->library = US_ARENA_ARRAY(spec->arena, us_spec_library, us_json_size(list));
    for (const us_json_node *n = us_json_first(list); n; n = us_json_next(n)) {
        US_TRY(read_library(r, n, &spec->library[spec->libraries]));
        spec->libraries++;
    }
    return US_OK;
}
