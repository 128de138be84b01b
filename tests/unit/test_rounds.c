#include "experiments/run/training.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "learn/learn.h"
#include "retrieve/library.h"
#include "tests/unit/library_file.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/learn.h"

static const char *const maps[] = {"open-1", "choke-2"}, *const against[] = {"ai:raid"};

/* Who repairs: each round weighs the first feature otherwise, so that libraries differ. */
typedef struct smith {
    int rounds, games[4], fail_at;
    char library[512];
    int64_t weight; /* that the library came with */
    us_hash first;  /* of what the first round recorded */
} smith;

static us_domain *skirmish(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

static us_status repair(void *context, const us_round *round, us_error *err)
{
    smith *s = context;
    int count;
    CHECK_INT(round->round, s->rounds);
    s->games[s->rounds++] = round->training->games;
    for (int i = 0; i < round->training->games && round->round == 0; i++) {
        us_hash trace = 0;
        CHECK_INT(us_file_hash(round->training->game[i].trace, &trace, NULL), US_OK);
        s->first = us_hash_add(s->first, trace);
    }
    if (s->fail_at == s->rounds)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "no such metal");
    snprintf(s->library, sizeof s->library, "%s", round->library);
    us_domain *domain = skirmish();
    us_library *library;
    REQUIRE(us_library_open(round->library, US_LIBRARY_WRITE, domain, &library, NULL) == US_OK);
    s->weight = us_library_features(library, &count)[0].weight;
    CHECK_INT(us_library_begin(library, NULL), US_OK);
    CHECK_INT(us_library_set_weight(library, 0, s->weight - 1, NULL), US_OK);
    CHECK_INT(us_library_commit(library, NULL), US_OK);
    us_library_close(library);
    us_domain_free(domain);
    return US_OK;
}

static us_rounds_def begin(smith *s)
{
    const char *parent = scratch("a.db");
    us_str demo;
    us_learn_def learn = us_learn_def_default();
    us_str_init(&demo);
    REQUIRE(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &demo, NULL) == US_OK);
    REQUIRE(us_learn_to_library((const char *const *)&demo.text, 1, &learn, parent, NULL, NULL) ==
            US_OK);
    us_str_clear(&demo);
    return (us_rounds_def){
        .training = {.library = parent,
                     .domain = "skirmish",
                     .map = maps,
                     .maps = US_COUNT(maps),
                     .against = against,
                     .opponents = US_COUNT(against),
                     .games = 4,
                     .seed = 8,
                     .max_cycles = 400,
                     .workers = 2},
        .rounds = 1,
        .folder = scratch("traces"),
        .out = scratch("adapted.db"),
        .context = s,
        .repair = repair,
    };
}

typedef struct seen {
    int demonstrated, adapted;
    uint64_t seed[64];
} seen;

static void on_game(void *context, const us_brl_game *game)
{
    seen *s = context;
    CHECK(game->map != 0 && game->seeded);
    s->demonstrated += !game->adapted;
    if (game->adapted)
        s->seed[s->adapted++] = game->seed;
}

static seen seen_by(const char *path, int64_t *weight)
{
    US_AUTOPTR(us_domain) domain = skirmish();
    US_AUTOPTR(us_library) library = NULL;
    seen s = {.adapted = 0};
    int count;
    REQUIRE(us_library_open(path, US_LIBRARY_READ, domain, &library, NULL) == US_OK);
    REQUIRE(us_library_visit_games(library, on_game, &s, NULL) == US_OK);
    *weight = us_library_features(library, &count)[0].weight;
    return s;
}

static bool has_seed(const seen *s, uint64_t seed)
{
    for (int i = 0; i < s->adapted; i++)
        if (s->seed[i] == seed)
            return true;
    return false;
}

/* The parent stays, traces go, and the library knows its games. */
TEST(each_round_plays_with_what_the_last_one_repaired)
{
    smith s = {.rounds = 0};
    us_rounds_def def = begin(&s);
    us_error err = {0};
    int64_t weight = 0;
    us_hash before, after;
    def.rounds = 3;
    REQUIRE(us_file_hash(def.training.library, &before, NULL) == US_OK);
    if (us_rounds_play(&def, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    CHECK_INT(s.rounds, 3);
    CHECK_INT(s.games[2], 4);
    CHECK_INT(s.weight, 98);
    CHECK(us_file_hash(def.training.library, &after, NULL) == US_OK && after == before);
    seen saw = seen_by(def.out, &weight);
    CHECK_INT(weight, 97);
    CHECK_INT(saw.demonstrated, 1);
    CHECK_INT(saw.adapted, 12);
    for (int round = 0; round < 3; round++)
        for (int game = 0; game < 4; game++)
            CHECK(has_seed(&saw, us_training_seed(8, round, game)));
    CHECK(!us_file_exists(def.folder));
    CHECK(!us_file_exists(s.library));
}

/* On any number of workers. */
TEST(two_rounds_begin_as_one_does)
{
    us_hash first[2] = {0};
    for (int i = 0; i < 2; i++) {
        smith s = {.rounds = 0};
        us_rounds_def def = begin(&s);
        def.rounds = 1 + i;
        def.training.workers = 1 + i;
        def.out = scratch(i ? "two.db" : "one.db");
        CHECK_INT(us_rounds_play(&def, NULL), US_OK);
        first[i] = s.first;
    }
    CHECK_HASH(first[1], first[0]);
}

/* Neither a library nor anything else is left of what fails. */
TEST(what_fails_leaves_nothing)
{
    static const char *const bad[] = {"exec:kill -USR1 $PPID"};
    static const struct {
        us_status status;
        const char *said;
    } rows[] = {
        {US_MISMATCH, "no such metal"},
        {US_FAILED, "none of 4 training games was played to its end"},
        {US_BAD_INPUT, ""},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        smith s = {.fail_at = 2};
        us_rounds_def def = begin(&s);
        us_error err = {0};
        us_names left;
        us_test_row(rows[i].said);
        def.rounds = 2;
        if (i == 1)
            def.training.against = bad;
        if (i == 2)
            def.training.library = scratch("none.db");
        CHECK_INT(us_rounds_play(&def, &err), rows[i].status);
        CHECK_CONTAINS(err.text, rows[i].said);
        CHECK(!us_file_exists(def.folder));
        REQUIRE(us_file_list(scratch(""), "", &left, NULL) == US_OK);
        CHECK_INT(left.count, 1);
        CHECK_STR(left.name[0], "a.db");
        us_names_free(&left);
        scratch_clean();
    }
}
