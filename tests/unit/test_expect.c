#include <string.h>

#include "behavior/expectation.h"
#include "behavior/stage.h"
#include "tests/brl_text.h"
#include "tests/unit/near_equal.h"
#include "tests/unit/test.h"

enum { RUNS = 4000, CYCLES = 400 };

static const char leaves[] = "act stop: chance 9 of 10 success after 2 else failure after 1\n"
                             "act stand: chance 80 success after 3 else failure after 1\n"
                             "act explore: chance 1 of 2 success after 1 else failure after 4\n";

static us_brl *file_of(const char *body)
{
    US_AUTOSTR(text);
    us_str_addf(&text,
                "brl 1\n\ntree T {\n do %s\n}\n\ntree U {\n do selector {\n act explore()\n"
                "act stand()\n}\n}\n",
                body);
    us_brl *brl = brl_read(text.text, NULL);
    return brl;
}

static us_timeline *script_of(const us_brl *brl)
{
    us_timeline *script = NULL;
    us_str text;
    us_str_init(&text); /* of those that the file has */
    for (const char *line = leaves; *line; line = strchr(line, '\n') + 1) {
        const char *name = line + 4, *end = strchr(line, '\n') + 1;
        for (int i = 0, told = 0; i < brl->count && !told; i++)
            for (int k = 0; k < brl->item[i]->node_count && !told; k++)
                if (us_text_has_prefix(name, brl->item[i]->node[k].name) &&
                    brl->item[i]->node[k].kind == US_NODE_ACT && (told = 1))
                    us_str_add_bytes(&text, line, (size_t)(end - line));
    }
    REQUIRE(us_timeline_read(brl, brl->item[0], "leaves", text.text, text.length, &script, NULL) ==
            US_OK);
    us_str_clear(&text);
    return script;
}

static us_expectation measured(const us_brl *brl, const us_timeline *script)
{
    us_expectation sum = {0};
    for (int seed = 0; seed < RUNS; seed++) {
        us_stage *stage = us_stage_new(&(us_stage_def){
            .brl = brl, .root = brl->item[0], .timeline = script, .seed = (uint64_t)seed});
        us_answer answer = US_RUNNING;
        while (answer == US_RUNNING && us_stage_now(stage) <= CYCLES)
            answer = us_stage_tick(stage);
        sum.success += answer == US_SUCCESS;
        sum.failure += answer == US_FAILURE;
        sum.success_time += answer == US_SUCCESS ? us_stage_now(stage) - 1 : 0;
        sum.failure_time += answer == US_FAILURE ? us_stage_now(stage) - 1 : 0;
        us_stage_free(stage);
    }
    sum.success_time /= sum.success > 0 ? sum.success : 1;
    sum.failure_time /= sum.failure > 0 ? sum.failure : 1;
    sum.success /= RUNS;
    sum.failure /= RUNS;
    return sum;
}

TEST(a_calculated_value_is_the_mean_of_many_runs)
{
    static const char *const rows[] = {
        "sequence {\n act stop()\n act stand()\n act explore()\n}",
        "selector {\n act stop()\n act stand()\n act explore()\n}",
        "invert act stand()",
        "succeed act explore()",
        "fail act explore()",
        "retry 3 act explore()",
        "retry act explore()",
        "repeat 3 act stop()",
        "repeat act stop()",
        "until-fail act stand()",
        "timeout 3 sequence {\n act stop()\n act explore()\n}",
        "delay 5 act explore()",
        "parallel {\n act stop()\n act stand()\n act explore()\n}",
        "parallel succeed 2 {\n act stop()\n act stand()\n act explore()\n}",
        "parallel succeed 1 {\n act explore()\n retry 2 act explore()\n}",
        "parallel fail early {\n act stop()\n act stand()\n act explore()\n}",
        "parallel succeed 2 fail early {\n act stop()\n act stand()\n act explore()\n}",
        "parallel succeed 2 fail 2 {\n act stop()\n act stand()\n act explore()\n}",
        "sequence {\n call U()\n retry 2 call U()\n emit found\n}",
        "retry 3 timeout 4 sequence {\n act explore()\n delay 1 act stop()\n}",
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_expectation e;
        us_error err = {0};
        us_test_row(rows[i]);
        US_AUTOPTR(us_brl) brl = file_of(rows[i]);
        us_timeline *script = script_of(brl);
        if (us_expectation_compute(brl, brl->item[0], script, CYCLES, &e, &err) != US_OK)
            FAIL("%s", err.text);
        us_expectation m = measured(brl, script);
        CHECK_NEAR(m.success, e.success, 0.035);
        CHECK_NEAR(m.failure, e.failure, 0.035);
        if (m.success > 0.02)
            CHECK_NEAR(m.success_time, e.success_time, 0.05 * e.success_time + 0.05);
        if (m.failure > 0.02)
            CHECK_NEAR(m.failure_time, e.failure_time, 0.05 * e.failure_time + 0.05);
        us_timeline_free(script);
    }
}

TEST(the_values_of_the_article_come_out)
{
    static const struct {
        const char *body;
        double success, success_time;
    } rows[] = {
        {"sequence {\n act stop()\n act stand()\n act explore()\n}", 0.36, 6},
        {"selector {\n act stop()\n act stand()\n act explore()\n}", 0.99, 2.15 / 0.99},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_expectation e;
        US_AUTOPTR(us_brl) brl = file_of(rows[i].body);
        us_timeline *script = script_of(brl);
        REQUIRE(us_expectation_compute(brl, brl->item[0], script, CYCLES, &e, NULL) == US_OK);
        CHECK_NEAR(e.success, rows[i].success, 1e-12);
        CHECK_NEAR(e.success_time, rows[i].success_time, 1e-12);
        CHECK_NEAR(e.success + e.failure, 1, 1e-12);
        us_timeline_free(script);
    }
}

TEST(nodes_that_cant_be_calculated_are_refused_by_name)
{
    static const char *const rows[][2] = {
        {"sequence {\n check gold(self) > 3\n act stop()\n}", "check: "},
        {"sequence memory none {\n act stop()\n act stand()\n}", "sequence: "},
        {"choose {\n act stop()\n act stand()\n}", "choose: "},
        {"retry 2 once act stop()", "once: "},
        {"parallel succeed 2 fail 1 {\n act stop()\n act stand()\n act explore()\n}", "parallel: "},
        {"goal DefeatPlayer(player: enemy)", "goal: nobody says"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_expectation e = {.success = 7};
        us_error err = {0};
        us_test_row(rows[i][0]);
        US_AUTOPTR(us_brl) brl = file_of(rows[i][0]);
        CHECK_INT(us_expectation_compute(brl, brl->item[0], NULL, CYCLES, &e, &err), US_BAD_INPUT);
        CHECK(err.line > 0 && strstr(err.text, rows[i][1]) != NULL);
        CHECK(e.success > 6);
    }
}

static us_status chain_of(int trees, us_expectation *out, us_error *err)
{
    us_str text;
    us_str_init(&text);
    us_str_add(&text, "brl 1\n");
    for (int i = 0; i < trees - 1; i++)
        us_str_addf(&text, "tree T%d {\ndo call T%d()\n}\n", i, i + 1);
    us_str_addf(&text, "tree T%d {\ndo act stop()\n}\n", trees - 1);
    US_AUTOPTR(us_brl) brl = brl_read(text.text, NULL);
    us_str_clear(&text);
    us_status status =
        us_expectation_compute(brl, us_brl_find(brl, US_TEMPLATE_TREE, "T0"), NULL, 9, out, err);
    us_stage *stage =
        us_stage_new(&(us_stage_def){.brl = brl, .root = us_brl_find(brl, US_TEMPLATE_TREE, "T0")});
    us_stage_tick(stage);
    CHECK_INT(us_stage_tick(stage) == US_SUCCESS, status == US_OK);
    us_stage_free(stage);
    return status;
}

TEST(trees_are_calculated_as_deep_as_they_run)
{
    us_expectation e = {0};
    us_error err = {0};
    CHECK_INT(chain_of(64, &e, &err), US_OK);
    CHECK_NEAR(e.success, 1, 1e-12);
    CHECK_INT(chain_of(65, &e, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "lies too deep");
}

static int64_t allocations_of(int children)
{
    us_str text;
    us_expectation e;
    us_str_init(&text);
    us_str_add(&text, "sequence {\n");
    for (int i = 0; i < children; i++)
        us_str_add(&text, "succeed invert emit found\n");
    us_str_add(&text, "}");
    us_brl *brl = file_of(text.text);
    us_str_clear(&text);
    uint64_t before = us_mem_alloc_count();
    REQUIRE(us_expectation_compute(brl, brl->item[0], NULL, US_EXPECT_MOST, &e, NULL) == US_OK);
    before = us_mem_alloc_count() - before;
    us_brl_free(brl);
    return (int64_t)before;
}

TEST(a_long_sequence_takes_no_more_memory_than_a_short_one)
{
    CHECK_INT(allocations_of(300), allocations_of(3));
}
