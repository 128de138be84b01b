/* A recorded game that somebody else takes over in the middle: what is learned of it. */
#include <stdlib.h>
#include <string.h>

#include "learn/learn.h"
#include "players/play.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/annotation.h"
#include "traces/check.h"
#include "traces/label_check.h"
#include "traces/suggest.h"
#include "traces/worlds.h"

enum { TAKEN = 2000, END = 5000 };

/* ---- games */

static us_status play(const char *first, const char *second, const char *name, us_play_result *out,
                      us_error *err)
{
    us_play_def def = us_play_def_default();
    def.scenario.map = "open-1";
    def.scenario.max_cycles = END;
    def.seed = 1;
    def.agent[0] = first;
    def.agent[1] = second;
    def.trace = scratch(name);
    return us_play_run(&def, out, err);
}

static us_status go_on(const char *from, us_cycle cycle, us_cycle until, const char *first,
                       const char *second, const char *name)
{
    us_play_result result;
    us_error err = {0};
    us_play_def def = us_play_def_default();
    def.scenario.map = NULL;
    def.from = scratch(from);
    def.from_cycle = cycle;
    def.until = until;
    def.seed = 1;
    def.agent[0] = first;
    def.agent[1] = second;
    def.trace = scratch(name);
    us_status status = us_play_run(&def, &result, &err);
    if (status != US_OK && until > cycle)
        FAIL("%s", err.text);
    return status;
}

/* ai:raid against ai:boom, seat 0 taken over by expert:rush. */
static void record(us_cycle until)
{
    us_play_result result;
    REQUIRE(play("ai:raid", "ai:boom", "a.jsonl", &result, NULL) == US_OK);
    REQUIRE(go_on("a.jsonl", TAKEN, until, "expert:rush", NULL, "b.jsonl") == US_OK);
}

static us_learn_result learn(const char *name, const us_learn_def *def)
{
    us_learn_result learned = {.brl = NULL};
    us_learn_def plain = us_learn_def_default();
    us_error err = {0};
    if (us_learn_run(scratch(name), def ? def : &plain, &learned, &err) != US_OK) {
        FAIL("%s", err.text);
        REQUIRE(learned.brl != NULL);
    }
    return learned;
}

/* Cases of no earlier cycle, orders of no lower number. */
static void check_cases(const us_brl *brl, us_cycle least, uint32_t first)
{
    for (int i = 0; i < brl->count; i++) {
        const us_template *made = brl->item[i];
        for (int k = 0; k < made->case_count; k++) {
            CHECK(made->cases[k].cycle >= least);
            const us_entry *orders = us_case_find_entry(&made->cases[k], "orders");
            for (int o = 0; orders && o < orders->count; o++)
                CHECK(us_entry_number(orders, o) >= first);
        }
    }
}

/* ---- learning */

TEST(what_was_ordered_before_is_nobodys_lesson)
{
    record(0);
    us_learn_result learned = learn("b.jsonl", NULL);
    const us_log *log = &learned.log;
    int earlier = 0, later = 0;
    uint32_t first = 0;
    for (int i = 0; i < log->orders.count; i++) {
        bool own = log->orders.order[i].seat == 0;
        earlier += own && log->line[i].cycle < TAKEN;
        later += own && log->line[i].cycle >= TAKEN;
        if (own && log->line[i].cycle >= TAKEN && !first)
            first = log->orders.order[i].id;
        CHECK_INT(us_log_is_earlier(log, i), own && log->line[i].cycle < TAKEN);
    }
    CHECK(earlier > 5 && later > 5);
    CHECK_INT(learned.earlier, earlier);
    CHECK_INT(learned.orders, later);
    CHECK_INT(learned.unlabeled, 0);
    CHECK(learned.brl->count > 3);
    check_cases(learned.brl, TAKEN, first);
    us_learn_result_clear(&learned);
}

/* What the features were in the game that was taken over. */
static void check_features(const us_case *seen)
{
    us_log log;
    us_worlds *worlds = NULL;
    const us_world *world = NULL;
    const us_entry *features = us_case_find_entry(seen, "features");
    REQUIRE(us_log_read(&log, scratch("a.jsonl"), NULL, NULL) == US_OK);
    REQUIRE(us_worlds_open(&log, "", &worlds, NULL) == US_OK);
    REQUIRE(us_worlds_view_at(worlds, TAKEN, 0, &world, NULL) == US_OK);
    REQUIRE(features && features->count == log.domain->feature_count);
    us_view view = {world, 0};
    for (int f = 0; f < features->count; f++) {
        const us_feature *feature = &log.domain->feature[f];
        int64_t value = us_expr_eval(feature->value, &view, NULL);
        value = value < feature->low ? feature->low : value > feature->high ? feature->high : value;
        CHECK_INT(us_entry_number(features, f), value);
    }
    us_worlds_close(worlds);
    us_log_clear(&log);
}

TEST(a_goal_begun_at_the_takeover_is_a_whole_case_of_that_state)
{
    record(0);
    us_learn_result learned = learn("b.jsonl", NULL);
    static const char *const goals[] = {"WinWargus", "DefeatPlayer"};
    for (int i = 0; i < US_COUNT(goals); i++) {
        const us_template *found = NULL;
        for (int k = 0; k < learned.brl->count && !found; k++)
            if (us_text_equal(learned.brl->item[k]->goal_name, goals[i]))
                found = learned.brl->item[k];
        us_test_row(goals[i]);
        REQUIRE(found != NULL);
        CHECK_INT(found->cases[0].cycle, TAKEN);
        CHECK_INT(found->cases[0].done_count, 0);
        CHECK(!us_case_find_entry(&found->cases[0], "achieved") ||
              us_entry_number(us_case_find_entry(&found->cases[0], "achieved"), 0) == 0);
        check_features(&found->cases[0]);
    }
    us_learn_result_clear(&learned);
}

TEST(all_learners_leave_out_what_was_ordered_before)
{
    record(0);
    for (int i = 0; i < us_learner_count(); i++) {
        us_learn_def def = us_learn_def_default();
        def.learner = us_learner_name(i);
        def.relax = i == 0;
        us_test_row(def.learner);
        us_learn_result learned = learn("b.jsonl", &def);
        CHECK(learned.brl->count > 0 && learned.earlier > 5);
        check_cases(learned.brl, TAKEN, 0);
        us_learn_result_clear(&learned);
    }
}

TEST(a_short_stretch_is_learned)
{
    record(TAKEN + 1500);
    us_learn_result learned = learn("b.jsonl", NULL);
    CHECK_INT(learned.log.cycles, TAKEN + 1500);
    CHECK_INT(learned.log.header->max_cycles, TAKEN + 1500);
    CHECK_INT(learned.log.outcome.kind, US_OUTCOME_DRAW);
    CHECK(learned.brl->count > 1 && learned.unreached > 0);
    check_cases(learned.brl, TAKEN, 0);
    us_learn_result_clear(&learned);
    us_replay *replay = NULL;
    REQUIRE(us_replay_open(scratch("b.jsonl"), NULL, &replay, NULL) == US_OK);
    CHECK_INT(us_replay_advance(replay, END, NULL), US_OK);
    us_replay_report report = us_replay_get_report(replay);
    CHECK(report.differs < 0 && report.ended && report.state.now == TAKEN + 1500);
    us_replay_free(replay);
    CHECK_INT(go_on("a.jsonl", TAKEN, TAKEN, "idle", NULL, "c.jsonl"), US_BAD_INPUT);
    CHECK_INT(go_on("a.jsonl", TAKEN, 1, "idle", NULL, "c.jsonl"), US_BAD_INPUT);
}

TEST(each_seat_has_its_own_beginning)
{
    record(0);
    REQUIRE(go_on("b.jsonl", 3000, 0, NULL, "expert:economy", "c.jsonl") == US_OK);
    REQUIRE(go_on("c.jsonl", 3500, 0, "expert:siege", NULL, "d.jsonl") == US_OK);
    static const struct {
        const char *trace;
        us_cycle since[2];
        int seat; /* that labels */
    } rows[] = {
        {"b.jsonl", {2000, 0}, 0}, {"c.jsonl", {2000, 3000}, 1}, {"d.jsonl", {3500, 3000}, 0}};
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_test_row(rows[i].trace);
        us_learn_result learned = learn(rows[i].trace, NULL);
        const us_trace_header *header = learned.log.header;
        CHECK_INT(header->seat[0].since, rows[i].since[0]);
        CHECK_INT(header->seat[1].since, rows[i].since[1]);
        CHECK(learned.brl->count > 0);
        for (int k = 0; k < learned.brl->count; k++) {
            const us_entry *seat = us_case_find_entry(&learned.brl->item[k]->cases[0], "seat");
            CHECK(seat && us_entry_number(seat, 0) == rows[i].seat);
        }
        check_cases(learned.brl, rows[i].since[rows[i].seat], 0);
        us_learn_result_clear(&learned);
    }
}

/* ---- labels */

static us_annotation *labels_of(const char *name, const us_domain *domain)
{
    us_annotation *annotation = NULL;
    us_str path;
    us_str_init(&path);
    us_annotation_path(scratch(name), &path);
    REQUIRE(us_annotation_load(path.text, domain, NULL, &annotation, NULL) == US_OK);
    us_str_clear(&path);
    return annotation;
}

TEST(an_annotation_of_what_came_after_is_sound)
{
    us_review *course = NULL;
    us_remarks remarks = {0};
    us_trace_check check;
    record(0);
    us_trace_check_def def = {.path = scratch("b.jsonl")};
    REQUIRE(us_review_open(scratch("b.jsonl"), NULL, &course, NULL) == US_OK);
    us_annotation *labels = labels_of("b.jsonl", course->domain);
    CHECK_INT(us_annotation_check(labels, course, scratch("b.jsonl"), NULL, &remarks, NULL, NULL),
              US_OK);
    CHECK_INT(remarks.errors, 0);
    REQUIRE(us_trace_check_run(&def, &check, NULL) == US_OK);
    CHECK_INT(check.findings, 0);
    us_trace_check_clear(&check);
    us_remarks_clear(&remarks);
    us_annotation_free(labels);
    us_review_free(course);
}

TEST(goals_of_earlier_orders_teach_nothing_and_are_told)
{
    us_review *course = NULL;
    us_remarks remarks = {0};
    us_str path;
    record(0);
    REQUIRE(us_review_open(scratch("b.jsonl"), NULL, &course, NULL) == US_OK);
    us_annotation *labels = labels_of("b.jsonl", course->domain);
    us_goal_instance *top = &labels->goal[0], made = *top;
    us_span before = {1, top->span[0].from}, both = {1, top->span[0].to};
    int count = labels->count;
    made.id = 900;
    made.parent = 0;
    made.opened = 0;
    made.closed = TAKEN;
    made.spans = 1;
    made.span = &before;
    us_annotation_add(labels, &made);
    us_goal_instance *wide = &labels->goal[0];
    wide->span = &both;
    wide->spans = 1;
    wide->opened = 0;
    us_str_init(&path);
    us_annotation_path(scratch("b.jsonl"), &path);
    REQUIRE(us_annotation_save(labels, path.text, NULL) == US_OK);
    us_learn_result learned = learn("b.jsonl", NULL);
    CHECK_INT(learned.goals, count + 1);
    check_cases(learned.brl, TAKEN, before.to);
    int told = 0;
    for (int i = 0; i < learned.remarks.count; i++)
        told += strstr(learned.remarks.remark[i].text, "before the seat was taken over") != NULL;
    CHECK_INT(told, 2);
    us_learn_result_clear(&learned);
    CHECK_INT(us_annotation_check_form(labels, course, &remarks, NULL, NULL), US_OK);
    told = 0;
    for (int i = 0; i < remarks.count; i++)
        told += strstr(remarks.remark[i].text, "before seat 0 was taken over") != NULL;
    CHECK_INT(told, 2);
    us_str_clear(&path);
    us_remarks_clear(&remarks);
    us_annotation_free(labels);
    us_review_free(course);
}

TEST(suggestions_begin_where_the_seat_was_taken_over)
{
    us_review *course = NULL;
    record(0);
    REQUIRE(us_review_open(scratch("b.jsonl"), NULL, &course, NULL) == US_OK);
    us_annotation *out = us_annotation_new(course->domain);
    REQUIRE(us_suggestions_make(course, scratch("b.jsonl"), NULL, 0, out, NULL, NULL) == US_OK);
    CHECK(out->count > 3);
    for (int i = 0; i < out->count; i++) {
        CHECK(out->goal[i].opened >= TAKEN);
        for (int k = 0; k < course->orders; k++)
            if (course->order[k].earlier)
                CHECK(!us_goal_instance_has_order(&out->goal[i], course->order[k].order.id));
    }
    us_annotation_free(out);
    us_review_free(course);
}

/* The context: how often it may be asked yet. */
static bool stops(void *context)
{
    int *left = context;
    return --*left < 0;
}

/* The cycle in which it was; -1: it was not. */
static int stopped_at(us_play_def *def, int asks)
{
    us_play_result result;
    us_error err = {0};
    static const char said[] = "interrupted at cycle ";
    def->stop = stops;
    def->context = &asks;
    CHECK_INT(us_play_run(def, &result, &err), US_INTERRUPTED);
    bool told = strncmp(err.text, said, strlen(said)) == 0;
    CHECK(told);
    return told ? (int)strtol(err.text + strlen(said), NULL, 10) : -1;
}

/* However long a think takes. */
TEST(a_game_is_stopped_before_the_next_think)
{
    us_play_result result;
    us_play_def def = us_play_def_default();
    def.scenario.map = "open-1";
    def.scenario.max_cycles = 900;
    def.agent[0] = def.agent[1] = "random";
    int at = stopped_at(&def, 5);
    CHECK(at > 0 && at < 200);
    def.trace = scratch("a.jsonl");
    REQUIRE(us_play_run(&(us_play_def){.scenario = def.scenario,
                                       .agent = {"random", "random"},
                                       .trace = def.trace},
                        &result, NULL) == US_OK);
    def.scenario.map = NULL;
    def.from = def.trace;
    def.from_cycle = 300;
    def.trace = NULL;
    at = stopped_at(&def, 20); /* some on the way there */
    CHECK(at >= 300 && at < 400);
}
