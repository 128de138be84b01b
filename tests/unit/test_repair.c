#include "experiments/run/training.h"

#include <stdio.h>

#include "base/file.h"
#include "experiments/compare/repairs.h"
#include "learn/learn.h"
#include "players/identity.h"
#include "retrieve/provenance.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "understudy/learn.h"

static const char *const maps[] = {"open-2", "choke-2"}, *const against[] = {"ai:raid"};

typedef struct shop {
    us_domain *domain;
    us_patterns patterns;
    us_repair_def how;
    int rounds;
    const char *parent, *out, *folder;
} shop;

/* Short games have failures of these, too. */
static const char *const strict[] = {
    "army-idle.army=2",           "army-idle.patience=90",       "no-answer.patience=30",
    "producer-idle.patience=60",  "resource-hoarded.plenty=400", "resource-hoarded.patience=90",
    "supply-blocked.patience=90", "worker-idle.patience=60",     "workers-few.patience=60",
};

static void open_shop(shop *s)
{
    US_AUTOSTR(demo);
    us_learn_def learn = us_learn_def_default();
    *s = (shop){.rounds = 1,
                .parent = scratch("a.db"),
                .out = scratch("b.db"),
                .folder = scratch("training")};
    REQUIRE(us_domain_load_shipped("skirmish", &s->domain, NULL) == US_OK);
    REQUIRE(us_patterns_load(s->domain, NULL, &s->patterns, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(strict); i++)
        REQUIRE(us_patterns_set(&s->patterns, strict[i], NULL) == US_OK);
    s->how.patterns = &s->patterns;
    s->how.chance = 100;
    REQUIRE(us_data_find_domain_file("skirmish", "demos/rush-open-1.jsonl", &demo, NULL) == US_OK);
    REQUIRE(us_learn_to_library((const char *const *)&demo.text, 1, &learn, s->parent, NULL,
                                NULL) == US_OK);
}

static void close_shop(shop *s)
{
    us_patterns_clear(&s->patterns);
    us_domain_free(s->domain);
}

static us_hash identity_of(const shop *s, const char *library)
{
    us_hash hash = 0;
    US_AUTOSTR(agent);
    us_agent_print_library(library, "", &agent);
    CHECK_INT(us_agent_compute_identity(agent.text, s->domain, &hash, NULL), US_OK);
    return hash;
}

static us_status repair(void *context, const us_round *round, us_error *err)
{
    return us_round_repair(context, round, err);
}

/* What came of it. */
static us_hash adapt(shop *s, int workers)
{
    us_error err = {0};
    us_rounds_def def = {
        .training = {.library = s->parent,
                     .domain = "skirmish",
                     .map = maps,
                     .maps = US_COUNT(maps),
                     .against = against,
                     .opponents = US_COUNT(against),
                     .games = 6,
                     .seed = 8,
                     .max_cycles = 5000,
                     .workers = workers},
        .rounds = s->rounds,
        .folder = s->folder,
        .out = s->out,
        .context = &s->how,
        .repair = repair,
    };
    remove(s->out);
    if (us_rounds_play(&def, &err) != US_OK)
        FAIL("%s: %s", err.file, err.text);
    return identity_of(s, s->out);
}

TEST(a_library_is_repaired_alike_on_any_number_of_workers)
{
    shop s;
    open_shop(&s);
    us_hash before = identity_of(&s, s.parent), after = adapt(&s, 1);
    CHECK(after != before);
    CHECK_HASH(adapt(&s, 3), after);
    s.how.append = true;
    CHECK(adapt(&s, 2) != after);
    close_shop(&s);
}

TEST(without_patterns_nothing_is_repaired)
{
    shop s;
    const us_patterns none = {0};
    open_shop(&s);
    s.how.patterns = &none;
    CHECK_HASH(adapt(&s, 2), identity_of(&s, s.parent));
    close_shop(&s);
}

TEST(a_modop_that_is_left_out_repairs_nothing)
{
    shop s;
    open_shop(&s);
    us_hash all = adapt(&s, 2), one = all;
    for (int i = 0; i < US_MODOPS && one == all; i++) { /* some are used */
        s.how.without = UINT32_C(1) << i;
        one = adapt(&s, 2);
    }
    CHECK(one != all);
    s.how.without = (UINT32_C(1) << US_MODOPS) - 1;
    CHECK_HASH(adapt(&s, 2), identity_of(&s, s.parent));
    close_shop(&s);
}

static int repairs_of(const shop *s, const char *path)
{
    us_library *library;
    US_AUTO(us_lineage_clear) us_lineage lineage;
    REQUIRE(us_library_open(path, US_LIBRARY_READ, s->domain, &library, NULL) == US_OK);
    REQUIRE(us_lineage_read(library, &lineage, NULL) == US_OK);
    us_library_close(library);
    int repairs = 0;
    for (int i = 0; i < lineage.count; i++) {
        const us_descendant *one = &lineage.item[i];
        CHECK(one->parent != 0 && one->repairs > 0);
        for (int k = 0; k < one->repairs; k++)
            CHECK(one->repair[k][0] && one->failure[k][0]);
        repairs += one->repairs;
    }
    CHECK_INT(lineage.repairs, repairs);
    return repairs;
}

TEST(repairs_are_no_more_than_asked_for)
{
    shop s;
    open_shop(&s);
    CHECK_INT(repairs_of(&s, s.parent), 0);
    adapt(&s, 2);
    CHECK(repairs_of(&s, s.out) > 1);
    s.how.most = 1;
    adapt(&s, 2);
    CHECK_INT(repairs_of(&s, s.out), 1);
    close_shop(&s);
}

static us_brl *read_brl(const shop *s, const char *path)
{
    US_AUTOPTR(us_library) library = NULL;
    us_brl *brl = NULL;
    REQUIRE(us_library_open(path, US_LIBRARY_READ, s->domain, &library, NULL) == US_OK);
    REQUIRE(us_library_get_all(library, &brl, NULL) == US_OK);
    return brl;
}

/* How many behaviors of a library were repaired in more rounds than one; each goes back to the
 * library that was first. */
static int count_repaired_again(const shop *s)
{
    int again = 0;
    us_brl *first = read_brl(s, s->parent), *last = read_brl(s, s->out);
    for (int i = 0; i < last->count; i++) {
        bool there = false;
        us_ancestry of = us_ancestry_from_behavior(last->item[i]);
        for (int k = 0; k < first->count; k++)
            there |= us_template_hash(first->item[k]) == us_ancestry_parent(&of, 0);
        CHECK(there == of.adapted);
        again += of.adapted && us_ancestry_parent(&of, of.repairs) != us_ancestry_parent(&of, 0);
    }
    us_brl_free(first);
    us_brl_free(last);
    return again;
}

TEST(what_is_repaired_in_several_rounds_tells_of_all_of_them)
{
    shop s;
    open_shop(&s);
    s.how.most = 1;
    s.rounds = 2;
    adapt(&s, 2);
    CHECK_INT(repairs_of(&s, s.out), 2);
    CHECK(count_repaired_again(&s) > 0);
    close_shop(&s);
}
