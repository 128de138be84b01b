#include "retrieve/evaluate.h"

#include <string.h>

#include "base/rng.h"
#include "retrieve/step_bag.h"
#include "tests/brl_text.h"
#include "tests/unit/library_file.h"
#include "tests/unit/test.h"

enum { CASES_MAX = 400 };

/* A file of behaviors that all achieve one thing, with cases of states; which demonstrations each
 * case was met in is kept beside it. Cases of a behavior stand together. */
typedef struct book {
    us_str text;
    us_brl *brl;
    us_case_base *case_base;
    int first[CASES_MAX + 1], of[CASES_MAX], cases;
    us_groups groups;
} book;

static void book_begin(book *b)
{
    memset(b, 0, sizeof *b);
    us_str_init(&b->text);
    us_str_add(&b->text, "brl 1\n");
}

/* deed: tells one behavior's doing from another's. */
static void book_behavior(book *b, int deed)
{
    us_str_addf(&b->text,
                "\nbehavior \"b%d\" achieves WinWargus(player: self) {\n"
                "    do goal BuildUnits(player: self, type: \"footman\", number: %d)\n",
                b->cases, deed);
}

/* groups: bits. */
static void book_case(book *b, const int *feature, unsigned groups)
{
    int count = brl_domain()->feature_count, at = b->first[b->cases];
    REQUIRE(b->cases < CASES_MAX);
    us_str_add(&b->text, "    case at 1 {\n        features:");
    for (int i = 0; i < count; i++)
        us_str_addf(&b->text, " %d", feature[i]);
    us_str_add(&b->text, "\n    }\n");
    for (int g = 0; g < 32; g++) {
        if (groups >> g & 1)
            b->of[at++] = g;
        b->groups.count = groups >> g & 1 && g >= b->groups.count ? g + 1 : b->groups.count;
    }
    b->first[++b->cases] = at;
}

static void book_finish(book *b)
{
    b->brl = brl_read(b->text.text, NULL);
    REQUIRE(us_case_base_from_brl(b->brl, &b->case_base, NULL) == US_OK);
    REQUIRE(us_case_base_case_count(b->case_base) == b->cases);
    b->groups.first = b->first;
    b->groups.of = b->of;
}

static void book_end(book *b)
{
    us_case_base_free(b->case_base);
    us_brl_free(b->brl);
    us_str_clear(&b->text);
}

static void book_add(book *b, int deed, const int *feature, unsigned groups)
{
    book_behavior(b, deed);
    book_case(b, feature, groups);
    us_str_add(&b->text, "}\n");
}

static us_evaluation evaluate(const book *b)
{
    us_evaluation result = {0};
    us_error err = {0};
    if (us_evaluation_run(b->case_base, &b->groups, ~0u, &result, &err) != US_OK)
        FAIL("%s", err.text);
    return result;
}

static void near_to(double value, double expected)
{
    double apart = value > expected ? value - expected : expected - value;
    if (apart > 1e-6)
        FAIL("%.9f, expected %.9f", value, expected);
}

/* ---- one feature decides */

enum { GAMES = 12, OF_A_GAME = 8, DECIDES = 10 };

/* What is done depends on one feature; the others say nothing. */
static void book_decided(book *b)
{
    const us_domain *domain = brl_domain();
    us_rng rng = us_rng_derive(7, "decided", 0);
    int *feature = US_NEW_ARRAY(int, domain->feature_count);
    book_begin(b);
    for (int deed = 1; deed <= 2; deed++) {
        book_behavior(b, deed);
        for (int i = 0; i < GAMES * OF_A_GAME / 2; i++) {
            for (int f = 0; f < domain->feature_count; f++) {
                const us_feature *def = &domain->feature[f];
                uint32_t range = (uint32_t)(def->high - def->low);
                feature[f] = def->low + (int)us_rng_next_below(&rng, range + 1);
            }
            const us_feature *def = &domain->feature[DECIDES];
            feature[DECIDES] = deed == 1 ? def->low : def->high;
            book_case(b, feature, 1u << (i % GAMES));
        }
        us_str_add(&b->text, "}\n");
    }
    us_mem_free(feature);
    book_finish(b);
}

TEST(relief_weighs_the_feature_that_decides)
{
    book b;
    book_decided(&b);
    int percent[US_FEATURES_MAX] = {0}, fold[US_FEATURES_MAX] = {0};
    REQUIRE(us_evaluation_learn_weights(b.case_base, &b.groups, -1, percent, NULL) == US_OK);
    REQUIRE(us_evaluation_learn_weights(b.case_base, &b.groups, 3, fold, NULL) == US_OK);
    bool differs = false;
    for (int i = 0; i < brl_domain()->feature_count; i++) {
        us_test_row(brl_domain()->feature[i].name);
        if (i == DECIDES)
            CHECK(percent[i] == 100 && fold[i] == 100);
        else
            CHECK(percent[i] <= 25 && fold[i] <= 25);
        differs |= percent[i] != fold[i];
    }
    us_test_row(NULL);
    CHECK(differs); /* a demonstration less was looked at */
    book_end(&b);
}

TEST(learned_weights_beat_what_does_not_know)
{
    book b;
    book_decided(&b);
    us_evaluation e = evaluate(&b);
    CHECK_INT(e.groups, GAMES);
    CHECK_INT(e.cases, GAMES * OF_A_GAME);
    CHECK(e.mean[US_METHOD_RELIEF] > 0.95);
    CHECK(e.mean[US_METHOD_RELIEF] > e.mean[US_METHOD_UNWEIGHTED] + 0.1);
    CHECK(e.mean[US_METHOD_RELIEF] > e.mean[US_METHOD_GOAL] + 0.1);
    CHECK(e.mean[US_METHOD_RELIEF] > e.mean[US_METHOD_RANDOM] + 0.1);
    CHECK(e.better[US_METHOD_RELIEF] > e.better_half[US_METHOD_RELIEF]);
    near_to(e.mean[US_METHOD_LIBRARY], e.mean[US_METHOD_UNWEIGHTED]);
    near_to(e.mean[US_METHOD_STATE], e.mean[US_METHOD_UNWEIGHTED]); /* one goal only */
    near_to(e.mean[US_METHOD_CEILING], 1.0);
    for (int m = 0; m < US_METHODS; m++) {
        us_test_row(us_method_name((us_method)m));
        CHECK(e.mean[m] >= 0.0 && e.mean[m] <= e.mean[US_METHOD_CEILING] + 1e-9);
    }
    us_test_row(NULL);
    const us_space *space = us_case_base_space(b.case_base); /* left as it was */
    for (int i = 0; i < space->count; i++)
        CHECK_INT(space->dimension[i].weight, 100);
    book_end(&b);
}

TEST(weights_that_cannot_be_learned_are_even)
{
    book b;
    int feature[US_FEATURES_MAX] = {0}, percent[US_FEATURES_MAX] = {0};
    book_begin(&b);
    for (int g = 0; g < 4; g++)
        book_add(&b, 1, feature, 1u << g); /* all do the same in the same state */
    book_finish(&b);
    REQUIRE(us_evaluation_learn_weights(b.case_base, &b.groups, -1, percent, NULL) == US_OK);
    for (int i = 0; i < brl_domain()->feature_count; i++)
        CHECK_INT(percent[i], 100);
    book_end(&b);
}

/* ---- what is left out */

TEST(a_game_never_answers_for_itself)
{
    book b;
    int feature[US_FEATURES_MAX] = {0};
    book_begin(&b);
    for (int g = 0; g < 3; g++) /* the same is done twice in a game, nowhere else */
        for (int i = 0; i < 2; i++)
            book_add(&b, g + 1, feature, 1u << g);
    book_finish(&b);
    us_evaluation e = evaluate(&b);
    for (int m = 0; m < US_METHODS; m++)
        near_to(e.mean[m], 0.0);
    book_end(&b);
}

/* Case 0 was met in two games, case 1 in the second of them: neither may answer for the other. */
TEST(a_case_of_two_games_is_left_out_with_either)
{
    book b;
    int feature[US_FEATURES_MAX] = {0};
    book_begin(&b);
    book_add(&b, 1, feature, 3);
    book_add(&b, 1, feature, 2);
    book_add(&b, 2, feature, 4);
    book_finish(&b);
    us_evaluation e = evaluate(&b);
    CHECK_INT(e.groups, 3);
    CHECK_INT(e.cases, 4); /* the first one with each of its games */
    for (int m = 0; m < US_METHODS; m++)
        near_to(e.mean[m], 0.0);
    book_end(&b);
}

TEST(what_is_of_no_game_answers_and_is_not_asked_for)
{
    book b;
    int feature[US_FEATURES_MAX] = {0};
    book_begin(&b);
    book_add(&b, 1, feature, 0);
    book_add(&b, 1, feature, 1);
    book_add(&b, 1, feature, 2);
    book_finish(&b);
    us_evaluation e = evaluate(&b);
    CHECK_INT(e.cases, 2);
    near_to(e.mean[US_METHOD_LIBRARY], 1.0);
    book_end(&b);
}

TEST(one_demonstration_is_too_few)
{
    book b;
    us_evaluation e = {.cases = 77};
    us_error err = {0};
    int feature[US_FEATURES_MAX] = {0};
    book_begin(&b);
    book_add(&b, 1, feature, 1);
    book_finish(&b);
    CHECK_INT(us_evaluation_run(b.case_base, &b.groups, ~0u, &e, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "1 demonstration: expected at least 2");
    CHECK_INT(e.cases, 77);
    book_end(&b);
}

/* ---- numbers by hand */

/* Games 0 and 1 do the same in the same state, game 2 does another thing in another state. So
 * retrieval finds 1, 1 and 0: mean 2/3, standard deviation 0.577350, Student's t of 2 degrees
 * 4.302653, half the interval 4.302653 * 0.577350 / sqrt(3) = 1.434218. Random is right in 1/2,
 * 1/2 and 0: apart from retrieval by -1/2, -1/2 and 0. */
TEST(means_and_intervals_are_those_of_the_hand)
{
    book b;
    int feature[US_FEATURES_MAX] = {0}, other[US_FEATURES_MAX] = {0};
    for (int i = 0; i < brl_domain()->feature_count; i++)
        other[i] = brl_domain()->feature[i].high;
    book_begin(&b);
    book_add(&b, 1, feature, 1);
    book_add(&b, 1, feature, 2);
    book_add(&b, 2, other, 4);
    book_finish(&b);
    us_evaluation e = evaluate(&b);
    near_to(e.mean[US_METHOD_LIBRARY], 2.0 / 3);
    near_to(e.half[US_METHOD_LIBRARY], 1.434218);
    near_to(e.mean[US_METHOD_RANDOM], 1.0 / 3);
    near_to(e.half[US_METHOD_RANDOM], 0.717109);
    near_to(e.better[US_METHOD_RANDOM], -1.0 / 3);
    near_to(e.better_half[US_METHOD_RANDOM], 0.717109);
    near_to(e.better[US_METHOD_STATE], 0.0);
    near_to(e.better_half[US_METHOD_STATE], 0.0);
    near_to(e.better[US_METHOD_LIBRARY], 0.0);
    book_end(&b);
}

/* Games count the same, however many cases they have. */
TEST(the_mean_is_over_games)
{
    book b;
    int feature[US_FEATURES_MAX] = {0}, other[US_FEATURES_MAX] = {0};
    for (int i = 0; i < brl_domain()->feature_count; i++)
        other[i] = brl_domain()->feature[i].high;
    book_begin(&b);
    for (int i = 0; i < 8; i++)
        book_add(&b, 1, feature, 1);
    book_add(&b, 1, feature, 2);
    book_add(&b, 2, other, 4);
    book_finish(&b);
    near_to(evaluate(&b).mean[US_METHOD_LIBRARY], 2.0 / 3);
    book_end(&b);
}

/* ---- groups from a library */

static const char two_games[] =
    "brl 1\n\n"
    "behavior \"w\" achieves WinWargus(player: self) {\n"
    "    do sequence {\n        a: act stop()\n        b: act stand()\n    }\n"
    "    case at 1 {\n        s.place: 1 2\n        demo: \"a.jsonl\" \"00000000000000aa\"\n    }\n"
    "    case at 2 done a {\n        s.place: 3 4\n    }\n"
    "    case at 9 {\n        s.place: 1 2\n        demo: \"copy.jsonl\" \"00000000000000bb\"\n    "
    "}\n"
    "    case at 3 {\n        s.place: 5 6\n        demo: \"moved.jsonl\" \"00000000000000aa\"\n   "
    " }\n"
    "    case at 4 {\n        s.place: 7 8\n        demo: \"named.jsonl\"\n    }\n"
    "    case at 5 {\n        s.place: 9 9\n    }\n"
    "}\n\n"
    "behavior \"none\" achieves WinWargus(player: self) {\n    do act stop()\n}\n";

TEST(a_library_tells_the_games_of_its_cases)
{
    US_AUTOPTR(us_library) library = library_file_open("g.db", US_LIBRARY_CREATE, brl_domain());
    US_AUTOPTR(us_case_base) case_base = NULL;
    US_AUTO(us_groups_clear) us_groups groups = {0};
    library_file_put(library, two_games);
    REQUIRE(us_case_base_load(library, &case_base, NULL) == US_OK);
    REQUIRE(us_groups_read(library, case_base, &groups, NULL) == US_OK);
    CHECK_INT(us_case_base_case_count(case_base), 6);
    CHECK_INT(us_case_base_get_case(case_base, 5).id, 0); /* of the behavior that has none */
    CHECK_INT(groups.count, 3); /* aa, bb, named.jsonl: a trace under two names is one */
    CHECK(us_groups_has_group(&groups, 0, 0) && us_groups_has_group(&groups, 0, 1));
    CHECK(us_groups_has_group(&groups, 1, 0) &&
          us_groups_has_group(&groups, 1, 1)); /* by its whole case */
    CHECK(us_groups_has_group(&groups, 2, 0) && !us_groups_has_group(&groups, 2, 1));
    CHECK(us_groups_has_group(&groups, 3, 2));
    CHECK(!us_groups_has_any(&groups, 4) && !us_groups_has_any(&groups, 5));
    CHECK(us_groups_has_common(&groups, 0, 2) && !us_groups_has_common(&groups, 2, 3));
    CHECK(!us_groups_has_common(&groups, 4, 4));
}

static int64_t alike(const us_brl *brl, int a, int b)
{
    us_step_bag one = us_step_bag_from_behavior(brl->item[a], NULL, 0),
                two = us_step_bag_from_behavior(brl->item[b], NULL, 0);
    int64_t likeness = us_step_bag_similarity(&one, &two);
    us_step_bag_clear(&one);
    us_step_bag_clear(&two);
    return likeness;
}

/* BuildUnits is an increase where nothing else is said. */
TEST(goals_of_two_kinds_are_two_deeds)
{
    static const char *const step[] = {"goal", "increase", "achieve", "maintain", "goal"};
    US_AUTOSTR(text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < US_COUNT(step); i++)
        us_str_addf(&text,
                    "\nbehavior \"b%d\" achieves WinWargus(player: self) {\n    do sequence {\n"
                    "        act stop()\n        %s BuildUnits(player: self, type: \"footman\", "
                    "number: %d)\n    }\n}\n",
                    i, step[i], i == 4 ? 7 : 6);
    US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
    CHECK_INT(alike(brl, 0, 1), US_SIMILARITY_ONE);
    for (int i = 2; i < US_COUNT(step); i++)
        CHECK_INT(alike(brl, 0, i), US_SIMILARITY_ONE / 3); /* to stop, of three deeds */
    CHECK_INT(alike(brl, 2, 3), US_SIMILARITY_ONE / 3);
}
