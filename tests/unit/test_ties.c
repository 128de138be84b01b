/* Equals are told apart by the game's seed and by what they are, not by where they stand. */
#include "retrieve/retrieve.h"

#include <stdio.h>
#include <string.h>

#include "retrieve/query.h"
#include "tests/brl_text.h"
#include "tests/unit/arena_world.h"
#include "tests/unit/library_file.h"
#include "tests/unit/test.h"

enum { EQUALS = 4, SEEDS = 400 };

/* Of one goal and one state: the first of the names is learned first. */
static us_case_base *case_base_of(const char *names, us_brl **brl)
{
    us_case_base *case_base = NULL;
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (const char *name = names; *name; name++)
        us_str_addf(&text,
                    "\nbehavior \"%c\" achieves WinWargus(player: self) {\n"
                    "    do sequence {\n        a: act stop()\n        b: act stand()\n    }\n"
                    "    case at 1 {\n        feature.gold: 7\n    }\n"
                    "    case at 2 done a {\n        feature.gold: 7\n    }\n}\n",
                    *name);
    *brl = brl_read(text.text, NULL);
    REQUIRE(*brl && us_case_base_from_brl(*brl, &case_base, NULL) == US_OK);
    us_str_clear(&text);
    return case_base;
}

/* The names of all cases, the best first; those of suffix cases in capitals. */
static void rank(us_case_base *case_base, us_ties ties, char out[2 * EQUALS + 1])
{
    us_goal goal = us_goal_default(brl_domain());
    us_query query = us_query_default(&goal);
    us_hit hit[2 * EQUALS];
    int hits = 0;
    query.feature = us_case_base_get_case(case_base, 0).feature;
    query.ties = ties;
    REQUIRE(us_case_base_retrieve(case_base, &query, 2 * EQUALS, hit, &hits, NULL) == US_OK);
    REQUIRE(hits == 2 * EQUALS);
    for (int i = 0; i < hits; i++) {
        us_indexed_case item = us_case_base_get_case(case_base, hit[i].found);
        char name = us_case_base_behavior_name(case_base, item.behavior)[0];
        CHECK_INT(hit[i].similarity, hit[0].similarity);
        out[i] = item.done_count ? (char)(name - 'a' + 'A') : name;
    }
    out[hits] = '\0';
}

TEST(equals_come_as_the_seed_says_in_whatever_order_they_were_learned)
{
    us_brl *brl[2];
    us_case_base *one = case_base_of("abcd", &brl[0]), *other = case_base_of("cadb", &brl[1]);
    int first[EQUALS] = {0};
    for (int seed = 0; seed < SEEDS; seed++) {
        char here[2 * EQUALS + 1], there[2 * EQUALS + 1];
        us_ties ties = us_ties_make((uint64_t)seed, 7, 0);
        CHECK(ties != 0 && ties != us_ties_make((uint64_t)seed, 7, 1) &&
              ties != us_ties_make((uint64_t)seed, 8, 0));
        rank(one, ties, here);
        rank(other, ties, there);
        CHECK_STR(here, there);
        first[here[0] - 'a']++;
    }
    for (int i = 0; i < EQUALS; i++) /* 100 each are expected, with a deviation below 9 */
        CHECK(first[i] > 60 && first[i] < 140);
    for (int i = 0; i < 2; i++) {
        us_case_base_free(i ? other : one);
        us_brl_free(brl[i]);
    }
}

TEST(of_equals_a_case_from_the_beginning_comes_before_suffix_cases)
{
    us_brl *brl;
    us_case_base *case_base = case_base_of("abcd", &brl);
    for (int seed = 0; seed < SEEDS; seed++) {
        char found[2 * EQUALS + 1];
        rank(case_base, us_ties_make((uint64_t)seed, 7, 0), found);
        for (int i = 0; i < 2 * EQUALS; i++)
            CHECK((found[i] >= 'a') == (i < EQUALS));
    }
    us_case_base_free(case_base);
    us_brl_free(brl);
}

TEST(without_a_game_equals_stand_by_id)
{
    us_brl *brl;
    us_case_base *case_base = case_base_of("cadb", &brl);
    char found[2 * EQUALS + 1];
    rank(case_base, 0, found);
    CHECK_STR(found, "cCaAdDbB");
    us_case_base_free(case_base);
    us_brl_free(brl);
}

TEST(a_case_has_one_content_in_a_file_and_in_its_library)
{
    static const char text[] =
        "brl 1\nfeature moons: 0 to 9\n\nbehavior \"b\" achieves WinWargus(player: self) {\n"
        "    do sequence {\n        a: act stop()\n        b: act stand()\n    }\n"
        "    case at 1 in \"ridge-1\" {\n        s10.place: 7 2\n        s2.place: 1 1\n"
        "        demo: \"x.jsonl\"\n        feature.gold: 3\n        feature.moons: 2\n    }\n"
        "    case at 2 done a, b {\n        feature.gold: 4\n        when: \"true\"\n    }\n"
        "    case at 3 {\n        s1.place: 9 9\n        tries: 2\n    }\n}\n"
        "behavior \"bare\" achieves WinWargus(player: self) {\n    do act stop()\n}\n";
    us_brl *brl = brl_read(text, NULL);
    us_case_base *file = NULL, *case_base = NULL;
    us_library *library = library_file_open("l.db", US_LIBRARY_CREATE, brl_domain());
    library_file_put(library, text);
    REQUIRE(brl && us_case_base_from_brl(brl, &file, NULL) == US_OK);
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    REQUIRE(us_case_base_case_count(file) == 4 && us_case_base_case_count(case_base) == 4);
    for (int i = 0; i < 4; i++) {
        CHECK_HASH(us_case_base_get_case(case_base, i).content,
                   us_case_base_get_case(file, i).content);
        for (int k = 0; k < i; k++)
            CHECK(us_case_base_get_case(file, i).content != us_case_base_get_case(file, k).content);
    }
    us_case_base_free(file);
    us_case_base_free(case_base);
    us_brl_free(brl);
    us_library_close(library);
}

/* Behaviors of a class, without descriptors: all fit equally. */
static char answer(const arena_world *a, const char *names, us_ties ties)
{
    us_case_base *case_base;
    us_class_hit hit;
    us_str text;
    int hits = 0;
    us_str_init(&text);
    us_str_add(&text, "brl 1 arena\n");
    for (const char *name = names; *name; name++)
        us_str_addf(&text, "\nbehavior \"%c\" is Attack {\n    do act stand()\n}\n", *name);
    us_brl *brl = arena_world_read(a, text.text, &case_base);
    us_class_query query = us_class_query_default("Attack");
    query.ties = ties;
    REQUIRE(us_case_base_retrieve_class(case_base, &query, 1, &hit, &hits, NULL) == US_OK &&
            hits == 1);
    char name = us_case_base_behavior_name(case_base, hit.behavior)[0];
    us_case_base_free(case_base);
    us_brl_free(brl);
    us_str_clear(&text);
    return name;
}

TEST(queries_are_answered_as_the_seed_says_too)
{
    arena_world a;
    int first[EQUALS] = {0};
    arena_world_open(&a);
    for (int seed = 0; seed < 40; seed++) {
        us_ties ties = us_ties_make((uint64_t)seed, 7, 0);
        char name = answer(&a, "abcd", ties);
        CHECK_INT(name, answer(&a, "dbca", ties));
        first[name - 'a']++;
    }
    for (int i = 0; i < EQUALS; i++)
        CHECK(first[i] > 0);
    CHECK_INT(answer(&a, "dbca", 0), 'd');
    arena_world_close(&a);
}
