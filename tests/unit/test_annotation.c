#include <string.h>

#include "base/file.h"
#include "tests/unit/labeled_trace.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/label_check.h"
#include "traces/label_tree.h"

static us_status parse(const us_domain *domain, const char *text, us_remarks *remarks,
                       us_annotation **out, us_error *err)
{
    return us_annotation_parse("a.json", text, strlen(text), domain, remarks, out, err);
}

static us_domain *load_domain(void)
{
    us_domain *domain = NULL;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    return domain;
}

#define HEAD "{\"understudy\":\"goals\",\"version\":1,\"domain\":\"skirmish\",\"goals\":[\n"
#define WIN  "\"seat\":0,\"goal\":\"WinWargus\",\"args\":{\"player\":0},\"opened\":0,"

TEST(the_fixture_of_version_1_prints_as_itself)
{
    US_AUTOSTR(path);
    US_AUTOSTR(text);
    char *file;
    size_t length;
    us_annotation *annotation = NULL;
    US_AUTOPTR(us_domain) domain = load_domain();
    REQUIRE(us_data_find_domain_file("skirmish", "../../tests/fixtures/goals-1/game.goals.json",
                                     &path, NULL) == US_OK);
    if (!us_file_exists(path.text)) {
        us_test_skip("no fixtures beside the data");
    } else {
        REQUIRE(us_file_read(path.text, 1 << 20, &file, &length, NULL) == US_OK);
        REQUIRE(parse(domain, file, NULL, &annotation, NULL) == US_OK);
        CHECK_INT(annotation->count, 4);
        CHECK(annotation->goal[3].suggested);
        CHECK_INT(annotation->goal[1].goal.kind, US_GOAL_ACHIEVE);
        us_annotation_write(annotation, &text);
        CHECK_STR(text.text, file);
        us_mem_free(file);
    }
    us_annotation_free(annotation);
}

static const struct {
    const char *text;
    int line, column;
    const char *says;
    us_status status; /* 0: US_BAD_INPUT */
} bad[] = {
    {"{\"understudy\":\"trace\"}", 1, 15, "expected \"goals\", found \"trace\""},
    {"{\"understudy\":\"goals\",\"version\":2}", 1, 33, "version 2 of annotations: expected 1"},
    {"{\"understudy\":\"goals\",\"version\":1,\"domain\":\"arena\",\"goals\":[]}", 1, 44,
     "goals of domain \"arena\": expected \"skirmish\"", US_MISMATCH},
    {HEAD "{\"id\":1," WIN "\"orders\":[[1,2]],\"color\":1}]}", 2, 85, "unknown member \"color\""},
    {HEAD "{\"id\":0," WIN "\"orders\":[[1,2]]}]}", 2, 7,
     "member \"id\": expected an integer from 1"},
    {HEAD "{\"id\":1," WIN "\"orders\":[]}]}", 2, 77, "expected a range of orders, found none"},
    {HEAD "{\"id\":1," WIN "\"orders\":[[2,2]]}]}", 2, 78,
     "expected a range of orders, [from, to)"},
    {HEAD "{\"id\":1," WIN "\"orders\":[[3,9],[5,7]]}]}", 2, 84, "expected a range of orders"},
    {HEAD "{\"id\":1,\"seat\":0,\"goal\":\"Win\",\"args\":{}}]}", 2, 25, "\"Win\" is not a goal"},
};

TEST(what_is_wrong_is_named_with_its_place)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_annotation *annotation = NULL;
        us_error err = {0};
        us_test_row(bad[i].text);
        CHECK_INT(parse(domain, bad[i].text, NULL, &annotation, &err),
                  bad[i].status ? bad[i].status : US_BAD_INPUT);
        CHECK_INT(err.line, bad[i].line);
        CHECK_INT(err.column, bad[i].column);
        if (!us_text_has_prefix(err.text, bad[i].says))
            FAIL("expected %s, found %s", bad[i].says, err.text);
        CHECK(annotation == NULL);
    }
}

TEST(all_goals_that_are_wrong_are_found_at_once)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTOPTR(us_annotation) annotation = NULL;
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    REQUIRE(parse(domain,
                  HEAD "{\"id\":0," WIN "\"orders\":[[1,2]]},\n{\"id\":1," WIN
                       "\"orders\":[[1,2]]},\n{\"id\":2," WIN "\"orders\":[[2,2]]}]}",
                  &remarks, &annotation, NULL) == US_OK);
    CHECK_INT(annotation->count, 1);
    CHECK_INT(remarks.count, 2);
    CHECK_INT(remarks.errors, 2);
    CHECK_INT(remarks.remark[1].line, 4);
}

TEST(ranges_join_over_the_orders_of_others)
{
    static const uint32_t all[] = {1, 3, 4, 8, 9}, own[] = {1, 3, 8};
    US_AUTOPTR(us_arena) arena = us_arena_new();
    us_span *span;
    CHECK_INT(us_spans_make(own, 3, all, 5, arena, &span), 2);
    CHECK_INT(span[0].from, 1);
    CHECK_INT(span[0].to, 4);
    CHECK_INT(span[1].from, 8);
    us_goal_instance instance = {.span = span, .spans = 2};
    CHECK(us_goal_instance_has_order(&instance, 3) && us_goal_instance_has_order(&instance, 8));
    CHECK(!us_goal_instance_has_order(&instance, 4) && !us_goal_instance_has_order(&instance, 9));
}

TEST(the_annotation_lies_beside_the_trace)
{
    US_AUTOSTR(path);
    us_annotation_path("a/b.jsonl", &path);
    CHECK_STR(path.text, "a/b.goals.json");
    us_str_reset(&path);
    us_annotation_path("b.trace", &path);
    CHECK_STR(path.text, "b.trace.goals.json");
}

TEST(the_labels_of_an_expert_are_sound)
{
    US_AUTO(labeled_trace_end) labeled_trace s;
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    labeled_trace_pair(&s, "expert:balanced", "ai:boom", 20000);
    REQUIRE(s.said != NULL);
    for (int i = 0; i < s.said->count; i++)
        CHECK_STR(s.said->goal[i].by, "expert:balanced");
    us_annotation_check_form(s.said, s.course, &remarks, NULL, NULL);
    for (int i = 0; i < remarks.count; i++)
        FAIL("%s", remarks.remark[i].text);
}

static bool is_found(const us_remarks *remarks, const char *text)
{
    for (int i = 0; i < remarks->count; i++) {
        if (strstr(remarks->remark[i].text, text))
            return true;
    }
    return false;
}

TEST(each_fault_of_form_is_found)
{
    US_AUTO(labeled_trace_end) labeled_trace s;
    us_remarks remarks = {0};
    labeled_trace_pair(&s, "expert:balanced", "ai:boom", 3000);
    REQUIRE(s.said->count > 2);
    us_goal_instance *root = &s.said->goal[0], *second = &s.said->goal[1];
    root->span[0].from++; /* the first order: no longer the root's */
    us_annotation_check_form(s.said, s.course, &remarks, NULL, NULL);
    CHECK(remarks.errors >= 1);
    CHECK(is_found(&remarks, "is not one of its parent 1"));
    us_remarks_clear(&remarks);
    root->span[0].from--;
    second->parent = 77;
    us_annotation_check_form(s.said, s.course, &remarks, NULL, NULL);
    CHECK(is_found(&remarks, "its parent 77 is not there"));
    CHECK(is_found(&remarks, "and neither is above the other"));
    us_remarks_clear(&remarks);
    second->parent = second->id;
    us_annotation_check_form(s.said, s.course, &remarks, NULL, NULL);
    CHECK(is_found(&remarks, "stands above its own parent"));
    us_remarks_clear(&remarks);
}

/* Twins, circles, what hangs below them, and a parent that is not there. */
TEST(the_tree_holds_whatever_parents_are_told)
{
    static const struct {
        uint32_t id, parent;
        int above, depth;
        bool lost, circle;
    } rows[] = {
        {1, 0, -1, 0, false, false}, {2, 1, 0, 1, false, false},  {2, 1, 0, 1, false, false},
        {3, 2, 1, 2, false, false},  {4, 5, -1, 0, false, true},  {5, 4, -1, 0, false, true},
        {6, 4, 4, 1, false, false},  {7, 99, -1, 0, true, false}, {8, 8, -1, 0, false, true},
    };
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTOPTR(us_annotation) annotation = us_annotation_new(domain);
    US_AUTO(us_label_tree_clear) us_label_tree tree;
    us_span span = {1, 2};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_goal_instance instance = {.id = rows[i].id, .parent = rows[i].parent};
        instance.span = &span;
        instance.spans = 1;
        us_annotation_add(annotation, &instance);
    }
    us_label_tree_init(&tree, annotation);
    CHECK_INT(tree.count, US_COUNT(rows));
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(i ? "one of the others" : "the first");
        CHECK_INT(tree.place[i].parent, rows[i].above);
        CHECK_INT(tree.place[i].depth, rows[i].depth);
        CHECK(tree.place[i].lost == rows[i].lost && tree.place[i].circle == rows[i].circle);
        CHECK_INT(tree.order[tree.place[i].first], i);
        for (int k = 0; k < US_COUNT(rows); k++) {
            int at = k;
            while (at >= 0 && at != i)
                at = rows[at].above;
            CHECK(us_label_tree_is_ancestor(&tree, i, k) == (at == i));
        }
    }
}

TEST(the_greatest_number_has_one_behind_it)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTOPTR(us_annotation) annotation = us_annotation_new(domain);
    us_goal_instance instance = {.id = 1};
    us_annotation_add(annotation, &instance);
    instance.id = UINT32_MAX;
    us_annotation_add(annotation, &instance);
    instance.id = 0;
    CHECK_INT(us_annotation_add(annotation, &instance)->id, 2);
}

TEST(of_very_many_remarks_the_first_are_kept)
{
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    for (int i = 0; i < 3 * US_REMARKS_MAX; i++)
        us_remarks_add(&remarks, i % 3 == 0, 1, 0, "remark %d", i);
    CHECK_INT(remarks.count, US_REMARKS_MAX);
    CHECK_INT(remarks.errors, US_REMARKS_MAX);
    CHECK_INT(remarks.warnings, 2 * US_REMARKS_MAX);
}

TEST(what_was_reached_is_no_warning)
{
    US_AUTO(labeled_trace_end) labeled_trace s;
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    labeled_trace_pair(&s, "expert:balanced", "ai:boom", 6000);
    REQUIRE(us_annotation_check(s.said, s.course, s.path, NULL, &remarks, NULL, NULL) == US_OK);
    CHECK_INT(remarks.errors, 0);
    int root = 0;
    for (int i = 0; i < remarks.count; i++)
        root += strstr(remarks.remark[i].text, "WinWargus") != NULL;
    CHECK_INT(root, 1); /* cut off: nobody has won */
    CHECK(remarks.count < s.said->count);
}

/* Both label; the game is played to its end. */
TEST(what_is_open_at_the_end_is_judged_there)
{
    US_AUTO(labeled_trace_end) labeled_trace s;
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    const char *const agent[] = {"expert:rush", "expert:economy"};
    labeled_trace_begin(&s, "open-3", agent, US_COUNT(agent), 60000);
    REQUIRE(us_annotation_check(s.said, s.course, s.path, NULL, &remarks, NULL, NULL) == US_OK);
    REQUIRE(s.course->outcome.kind == US_OUTCOME_WIN);
    int roots = 0, missed = 0, told = 0;
    for (int i = 0; i < s.said->count; i++) {
        const us_goal_instance *goal = &s.said->goal[i];
        CHECK(goal->closed >= 0);
        missed += us_goal_instance_result(goal) == 0;
        if (goal->parent == 0) {
            roots++;
            CHECK_INT(goal->closed, s.course->cycles);
            CHECK_INT(goal->achieved, goal->seat == s.course->outcome.winner);
        }
    }
    for (int i = 0; i < remarks.count; i++)
        told += strstr(remarks.remark[i].text, "was not reached") != NULL;
    CHECK_INT(roots, 2);
    CHECK_INT(told, missed);
}

TEST(what_another_has_written_meanwhile_stays)
{
    US_AUTOPTR(us_domain) domain = load_domain();
    US_AUTOPTR(us_annotation) own = us_annotation_new(domain);
    us_hash nothing, old, state, found_state;
    us_error err = {0};
    const char *path = scratch("t.goals.json");
    REQUIRE(us_annotation_hash_file(path, &nothing, &err) == US_OK);
    old = state = nothing;
    CHECK_INT(us_annotation_replace(own, path, &state, &err), US_OK);
    REQUIRE(us_annotation_hash_file(path, &found_state, &err) == US_OK);
    CHECK(state != nothing && state == found_state);
    CHECK_INT(us_annotation_replace(own, path, &old, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "another program has written it meanwhile");
    CHECK(old == nothing);
    CHECK_INT(us_annotation_replace(own, path, &state, &err), US_OK);
    CHECK(us_file_write(path, "mine", 4, NULL) == US_OK);
    CHECK_INT(us_annotation_replace(own, path, &state, &err), US_BAD_INPUT);
    CHECK(state == found_state);
    US_AUTOFREE char *found = NULL;
    size_t length;
    REQUIRE(us_file_read(path, 99, &found, &length, NULL) == US_OK);
    CHECK_STR(found, "mine");
}
