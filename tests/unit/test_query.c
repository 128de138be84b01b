#include "retrieve/query.h"

#include <string.h>

#include "base/file.h"
#include "tests/measured.h"
#include "tests/unit/test.h"

enum { VALUES = 5, CASES = 7 };

static const char *const keys[VALUES] = {"this.aggressive", "this.defensive", "this.alarm",
                                         "player.bored", "world.difficulty"};

typedef struct arena {
    us_domain *domain;
    us_brl *brl;
    us_case_base *case_base;
} arena;

static arena open_arena(void)
{
    arena a = {0};
    US_AUTOSTR(path);
    us_error err = {0};
    REQUIRE(us_domain_load_shipped("arena", &a.domain, &err) == US_OK);
    REQUIRE(us_data_find_domain_file("arena", "paper.brl", &path, &err) == US_OK);
    if (us_brl_load(a.domain, path.text, &a.brl, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(a.brl && us_case_base_from_brl(a.brl, &a.case_base, &err) == US_OK);
    return a;
}

static void close_arena(arena *a)
{
    us_case_base_free(a->case_base);
    us_brl_free(a->brl);
    us_domain_free(a->domain);
}

static const int64_t moment[2][VALUES] = {{30, 10, 20, 60, 50}, {70, 30, 50, 30, 50}};

typedef struct asked {
    us_class_query query;
    us_query_value value[VALUES];
    us_query_param param;
    const char *excluded;
} asked;

static void ask(const arena *a, int when, asked *q)
{
    *q = (asked){.query = us_class_query_default("Attack"), .excluded = "Steal resources"};
    for (int i = 0; i < VALUES; i++)
        q->value[i] = (us_query_value){keys[i], moment[when][i], US_SIMILARITY_ONE / VALUES};
    q->param = (us_query_param){"entity", us_domain_find_type(a->domain, "PLAYER")};
    q->query.value = q->value;
    q->query.values = VALUES;
    q->query.param = &q->param;
    q->query.params = 1;
    q->query.excluded = &q->excluded;
    q->query.excluded_count = 1;
}

static int percent(int64_t similarity)
{
    return (int)((similarity + US_SIMILARITY_ONE / 200) / (US_SIMILARITY_ONE / 100));
}

TEST(the_published_table_comes_out)
{
    static const int table[2][CASES] = {{0, 90, 93, 89, 45, 87, 88}, {0, 88, 91, 93, 39, 89, 94}};
    static const char *const chosen[2] = {"Persistent seek and attack", "Attack nearest"};
    int right = 0, best = 0;
    arena a = open_arena();
    for (int when = 0; when < 2; when++) {
        asked q;
        us_class_hit hit[CASES];
        int hits = 0;
        ask(&a, when, &q);
        REQUIRE(us_case_base_retrieve_class(a.case_base, &q.query, CASES, hit, &hits, NULL) ==
                US_OK);
        CHECK_INT(hits, CASES);
        for (int i = 0; i < hits; i++)
            right += CHECK_INT(percent(hit[i].similarity), table[when][hit[i].behavior]);
        best += CHECK_STR(us_case_base_behavior_name(a.case_base, hit[0].behavior), chosen[when]);
        CHECK_INT(hit[CASES - 1].behavior, 0); /* excluded: never the answer */
        CHECK_INT(hit[CASES - 1].unfit, US_EXCLUDED);
    }
    test_measured("published", right, "cells at t0 and t1");
    test_measured("chosen", best, "at t0 and t1");
    close_arena(&a);
}

TEST(what_cannot_take_a_parameter_is_unfit)
{
    arena a = open_arena();
    asked q;
    ask(&a, 0, &q);
    q.query.excluded_count = 0;
    q.param.type = us_domain_find_type(a.domain, "GUARD"); /* no player, yet an entity */
    us_class_hit hit = us_class_query_compare(&q.query, a.brl->item[0]);
    CHECK_INT(hit.unfit, US_BAD_PARAMETER);
    CHECK_INT(hit.similarity, 0);
    CHECK_INT(us_class_query_compare(&q.query, a.brl->item[1]).unfit, US_FITS);
    q.param.name = "other"; /* nothing is asked of what it doesn't take */
    CHECK_INT(us_class_query_compare(&q.query, a.brl->item[0]).unfit, US_FITS);
    close_arena(&a);
}

TEST(a_class_above_is_served_one_below_is_not)
{
    arena a = open_arena();
    us_class_query query = us_class_query_default("Confront");
    CHECK_INT(us_class_query_compare(&query, a.brl->item[1]).functionality, US_SIMILARITY_ONE);
    CHECK_INT(us_class_query_compare(&query, a.brl->item[4]).functionality, 0); /* Hunt */
    query.class_name = "Behavior";
    CHECK_INT(us_class_query_compare(&query, a.brl->item[4]).functionality, US_SIMILARITY_ONE);
    query.class_name = "Defend";
    CHECK_INT(us_class_query_compare(&query, a.brl->item[1]).functionality, 0);
    close_arena(&a);
}

/* What only one of them has counts for nothing, or the others count for it. */
TEST(weights_stay_as_they_are_or_are_made_to_add_up)
{
    arena a = open_arena();
    asked q;
    ask(&a, 0, &q);
    q.value[4].name = "this.strength"; /* no case has it */
    us_class_hit hit = us_class_query_compare(&q.query, a.brl->item[2]);
    CHECK_INT(hit.shared, 4);
    CHECK_INT(percent(hit.attributes), 66); /* 0.2 * (0.8 + 1 + 0.5 + 1) */
    q.query.renormalize = true;
    hit = us_class_query_compare(&q.query, a.brl->item[2]);
    CHECK_INT(percent(hit.attributes), 83); /* (0.8 + 1 + 0.5 + 1) / 4, rounded */
    q.query.values = 0;
    CHECK_INT(us_class_query_compare(&q.query, a.brl->item[2]).attributes, 0);
    close_arena(&a);
}

TEST(what_runs_stays_unless_another_is_better_by_enough)
{
    arena a = open_arena();
    asked q;
    us_class_hit hit[CASES];
    int hits = 0;
    ask(&a, 1, &q);
    q.query.running = "Stealth attack"; /* 0.93, the best has 0.94 */
    REQUIRE(us_case_base_retrieve_class(a.case_base, &q.query, 1, hit, &hits, NULL) == US_OK);
    CHECK_STR(us_case_base_behavior_name(a.case_base, hit[0].behavior), "Attack nearest");
    q.query.hysteresis = US_SIMILARITY_ONE / 50;
    REQUIRE(us_case_base_retrieve_class(a.case_base, &q.query, 1, hit, &hits, NULL) == US_OK);
    CHECK_STR(us_case_base_behavior_name(a.case_base, hit[0].behavior), "Stealth attack");
    q.query.running = "Steal resources"; /* is excluded by now */
    REQUIRE(us_case_base_retrieve_class(a.case_base, &q.query, 1, hit, &hits, NULL) == US_OK);
    CHECK_STR(us_case_base_behavior_name(a.case_base, hit[0].behavior), "Attack nearest");
    close_arena(&a);
}

static const char symbols[] =
    "brl 1\n\nbehavior \"b\" is Attack {\n    described (this.strength: \"high\")\n"
    "    do act stand()\n}\n";

TEST(symbols_are_as_far_apart_as_they_stand)
{
    arena a = open_arena();
    us_brl *brl = NULL;
    us_error err = {0};
    if (us_brl_parse(a.domain, "s.brl", symbols, strlen(symbols), &brl, &err) != US_OK)
        FAIL("%d:%d: %s", err.line, err.column, err.text);
    REQUIRE(brl);
    us_str text;
    us_str_init(&text);
    us_brl_print(brl, &text);
    CHECK_STR(text.text, symbols);
    us_class_query query = us_class_query_default("Attack");
    us_query_value value = {"this.strength", 0, US_SIMILARITY_ONE};
    query.value = &value;
    query.values = 1;
    for (int i = 0; i < 3; i++) {
        value.value = i;
        CHECK_INT(percent(us_class_query_local_similarity(&query, 0, brl->item[0])), 50 * i);
    }
    us_str_clear(&text);
    us_brl_free(brl);
    close_arena(&a);
}

TEST(values_of_descriptors_are_written_as_they_are_read)
{
    static const struct {
        const char *text;
        int64_t value;
        const char *again; /* NULL: is no value */
    } rows[] = {
        {"0.3", 30, "0.3"},       {"0.05", 5, "0.05"},
        {"-0.5", -50, "-0.5"},    {"1", 100, "1"},
        {"1.00", 100, "1"},       {"0.123", 0, NULL},
        {".5", 50, "0.5"},        {"-.05", -5, "-0.05"},
        {"1.", 0, NULL},          {"0..5", 0, NULL},
        {"1e2", 0, NULL},         {"", 0, NULL},
        {"-1.25", -125, "-1.25"}, {"99999999999999999999999999", 0, NULL},
    };
    us_descriptor descriptor = {.name = "d", .high = 100, .decimals = 2};
    US_AUTOSTR(text);
    for (int i = 0; i < US_COUNT(rows); i++) {
        int64_t value = -7;
        us_test_row(rows[i].text);
        bool good = us_descriptor_parse(&descriptor, rows[i].text, &value);
        CHECK(good == (rows[i].again != NULL));
        CHECK_INT(value, good ? rows[i].value : -7);
        us_str_reset(&text);
        us_descriptor_print(&descriptor, value, &text);
        if (good)
            CHECK_STR(text.text, rows[i].again);
    }
}

TEST(unknown_classes_and_descriptors_are_faults)
{
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"behavior \"b\" is Atack { do act stand() }", "no class of behaviors is called \"Atack\""},
        {"behavior \"b\" is Attack { described (this.agressive: 0.3) do act stand() }",
         "no descriptor is called \"this.agressive\""},
        {"behavior \"b\" is Attack { described (this.alarm: 1.5) do act stand() }",
         "this.alarm is out of its range"},
        {"behavior \"b\" is Attack { described (this.alarm: 0.123) do act stand() }",
         "\"0.123\" is no value of this.alarm"},
        {"behavior \"b\" is Attack { described (this.strength: \"huge\") do act stand() }",
         "\"huge\" is no value of this.strength"},
        {"behavior \"b\" is Attack { described (this.alarm: stand) do act stand() }",
         "expected a number, or a symbol in quotes"},
        {"behavior \"b\" is Attack { described (this.alarm: 0. 5) do act stand() }",
         "expected decimals"},
        {"behavior \"b\" is Attack { described (this.alarm: 1.) do act stand() }",
         "expected decimals"},
        {"behavior \"b\" is Attack { described (this.alarm: . 5) do act stand() }",
         "expected a number, or a symbol in quotes"},
        {"behavior \"b\" is Attack { described (this.alarm: -.5) do act stand() }",
         "this.alarm is out of its range"},
        {"behavior \"b\" is Attack { described (this.alarm: .5.5) do act stand() }",
         "expected decimals"},
        {"behavior \"b\" is Attack { described (this.alarm: 0.5, this.alarm: 0.6) do act stand() }",
         "descriptor \"this.alarm\" is given twice; leave one out"},
        {"tree T { do query Attack() describe (this.alarm: 700) }",
         "this.alarm is out of its range; write a number from 0 to 1 with at most 2 decimals"},
        {"tree T { do query Attack() describe (this.alarm: -.05) }",
         "this.alarm is out of its range"},
        {"tree T { do query Attack() describe (this.alarm: -5) }",
         "this.alarm is out of its range"},
        {"tree T { do query Attack() describe (this.alarm: 0.123) }",
         "\"0.123\" is no value of this.alarm"},
        {"tree T { do query Attack() describe (this.strength: 7) }",
         "\"7\" is no value of this.strength; write one of little, medium, high"},
    };
    arena a = open_arena();
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTOSTR(text);
        US_AUTOSTR(said);
        US_AUTO(us_faults_clear) us_faults faults = {0};
        us_test_row(rows[i].fault);
        us_str_addf(&text, "brl 1\n\n%s\n", rows[i].text);
        US_AUTOPTR(us_brl) brl = us_brl_read(a.domain, "f.brl", text.text, text.length, &faults);
        us_faults_print(&faults, "f.brl", &said);
        CHECK_CONTAINS(said.text, rows[i].fault);
        CHECK_CONTAINS(said.text, "f.brl:3:");
    }
    close_arena(&a);
}
