/* Queries in play: which behavior, when it is asked again, and what becomes of what runs. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "retrieve/query.h"
#include "tests/unit/library_file.h"
#include "tests/unit/query_run.h"

/* ---- the published example */

static void set_moment(query_run *s, const int moment[5])
{
    static const char *const own[] = {"aggressive", "defensive", "alarm"};
    for (int i = 0; i < 3; i++)
        arena_world_set(&s->a, s->actor, own[i], moment[i]);
    arena_world_tally(&s->a, 0, "bored", moment[3]);
    arena_world_tally(&s->a, 0, "difficulty", moment[4]);
}

static const int moments[2][5] = {{30, 10, 20, 60, 50}, {70, 30, 50, 30, 50}};

static void open_paper(query_run *s, const char *tree)
{
    US_AUTOSTR(path);
    US_AUTOSTR(text);
    us_error err;
    US_AUTOFREE char *page = NULL;
    size_t length;
    REQUIRE(us_data_find_domain_file("arena", "paper.brl", &path, &err) == US_OK);
    REQUIRE(us_file_read(path.text, 1 << 20, &page, &length, &err) == US_OK);
    us_str_add_bytes(&text, page, length);
    us_str_add(&text, tree);
    query_run_open(s, text.text);
}

static const char steal[] =
    "\nbehavior \"Walk up\" (entity: entity) is Move {\n    do act move(cell: near(entity))\n}\n"
    "\ntree Main {\n    slot victim: entity\n    do sequence {\n"
    "        set victim = first(enemy, \"PLAYER\")\n"
    "        query Attack(entity: victim) without \"Steal resources\" recheck event\n    }\n}\n";

TEST(the_published_choices_are_made_in_play)
{
    US_AUTO(query_run_close) query_run s;
    open_paper(&s, steal);
    us_id victim = arena_world_add(&s.a, "PLAYER", 0, 20, 20);
    set_moment(&s, moments[0]);
    CHECK_INT(query_run_tick(&s), US_RUNNING);
    CHECK_STR(query_run_runs(&s), "Persistent seek and attack");
    CHECK_INT((s.asking[0].similarity + 5000000) / 10000000, 93);
    uint32_t frame = us_run_node_frame(s.run, s.asking[0].node_ref);
    CHECK_INT(us_run_frame_binding(s.run, frame).value[0].number, victim);
    CHECK_INT(s.begun, 1); /* it goes to the victim */
    CHECK_INT(query_run_tick(&s), US_RUNNING);
    CHECK_INT(us_run_node_frame(s.run, s.asking[0].node_ref), frame);
    set_moment(&s, moments[1]);
    query_run_tick(&s);
    CHECK_STR(query_run_runs(&s), "Attack nearest");
    CHECK_INT((s.asking[0].similarity + 5000000) / 10000000, 94);
    us_query_counts counts = us_query_engine_get_counts(s.asker);
    CHECK_INT(counts.teardowns, 1);
}

TEST(what_runs_stays_while_it_is_the_answer)
{
    US_AUTO(query_run_close) query_run s;
    open_paper(&s, steal);
    arena_world_add(&s.a, "PLAYER", 0, 20, 20);
    set_moment(&s, moments[0]);
    query_run_tick(&s);
    uint32_t frame = us_run_node_frame(s.run, s.asking[0].node_ref);
    arena_world_set(&s.a, s.actor, "aggressive", 31); /* asked, and the same */
    query_run_tick(&s);
    CHECK_INT(us_query_engine_get_counts(s.asker).queries, 2);
    CHECK_INT(us_run_node_frame(s.run, s.asking[0].node_ref), frame);
    CHECK_INT(s.begun, 1);
    arena_world_set(&s.a, s.actor, "hit_points", 3); /* nothing that it reads */
    query_run_tick(&s);
    CHECK_INT(us_query_engine_get_counts(s.asker).queries, 2);
}

TEST(who_is_gone_keeps_the_type_that_he_had)
{
    US_AUTO(query_run_close) query_run s;
    open_paper(&s, steal);
    us_id victim = arena_world_add(&s.a, "PLAYER", 0, 20, 20);
    set_moment(&s, moments[0]);
    query_run_tick(&s);
    arena_world_remove(&s.a, victim);
    CHECK_INT(query_run_tick(&s), US_RUNNING); /* what runs finds out by itself */
    set_moment(&s, moments[1]);
    s.acts = US_SUCCESS;
    query_run_tick(&s);
    CHECK_INT(us_query_engine_get_counts(s.asker).teardowns, 1);
}

TEST(how_the_behavior_ends_the_query_ends)
{
    US_AUTO(query_run_close) query_run s;
    query_run_open(&s, "brl 1 arena\n\nbehavior \"b\" is Attack {\n    do act hide()\n}\n\n"
                       "tree Main {\n    do query Attack()\n}\n");
    query_run_tick(&s);
    CHECK_STR(query_run_runs(&s), "b");
    s.acts = US_SUCCESS;
    us_run_wake(s.run, (us_node_ref){us_run_node_frame(s.run, s.asking[0].node_ref), 0});
    CHECK_INT(query_run_tick(&s), US_SUCCESS);
    s.acts = US_FAILURE;
    CHECK_INT(query_run_tick(&s), US_FAILURE);
}

/* ---- what can't be answered */

TEST(what_nothing_answers_fails_with_a_reason)
{
    static const char two[] =
        "brl 1 arena\n\nbehavior \"b\" (who: entity \"PLAYER\", n: number = 1) is Attack {\n"
        "    do act hide()\n}\n\ntree Main {\n    slot it: entity\n    do sequence {\n"
        "        set it = this\n        %s\n    }\n}\n";
    static const struct {
        const char *query, *why;
    } rows[] = {
        {"query Hunt()", "no behavior is of that class"},
        {"query Attack(who: it)", "takes what is passed"}, /* a thief */
        {"query Attack(who: nearest(it, enemy))", "takes what is passed"},
        {"query Attack() without \"b\"", "excluded"},
        {"query Attack(n: it)", "takes what is passed"}, /* no number */
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(query_run_close) query_run s;
        US_AUTOSTR(text);
        const char *gap = strstr(two, "%s");
        us_str_addf(&text, "%.*s%s%s", (int)(gap - two), two, rows[i].query, gap + 2);
        us_test_row(rows[i].query);
        query_run_open(&s, text.text);
        CHECK_INT(query_run_tick(&s), US_FAILURE);
        REQUIRE(s.why);
        CHECK_CONTAINS(s.why, rows[i].why);
    }
}

static char first_why[128];

static void keep_why(query_run *s, const us_active_query *asking, int ran, us_answer answer)
{
    (void)s, (void)ran, (void)answer;
    if (!first_why[0])
        snprintf(first_why, sizeof first_why, "%s", asking->why);
}

/* Of a library in which "broken" can't be read. */
TEST(what_cannot_be_read_is_told_where_nothing_else_is_there)
{
    static const char both[] =
        "brl 1 arena\n\nbehavior \"broken\" is Hunt {\n    do act hide()\n}\n\n"
        "behavior \"b\" is Defend {\n    do act hide()\n}\n\n"
        "tree Main {\n    do selector {\n        query Hunt()\n"
        "        query Defend() without \"b\"\n    }\n}\n";
    query_run s;
    us_error err;
    us_case_base *case_base = NULL;
    query_run_open(&s, both);
    us_library *library = library_file_open("ask.db", US_LIBRARY_CREATE, s.a.domain);
    library_file_put(library, both);
    us_library_close(library);
    CHECK_INT(library_file_sql("ask.db", "UPDATE behaviors SET body = 'x' WHERE name = 'broken'"),
              1);
    library = library_file_open("ask.db", US_LIBRARY_READ, s.a.domain);
    REQUIRE(us_case_base_load(library, &case_base, &err) == US_OK);
    us_query_engine_free(s.asker);
    s.asker = us_query_engine_new(s.a.domain, case_base, 0);
    s.answered = keep_why;
    first_why[0] = '\0';
    CHECK_INT(query_run_tick(&s), US_FAILURE);
    CHECK_CONTAINS(first_why, "the body of \"broken\" is none");
    CHECK_CONTAINS(s.why, "excluded");
    us_case_base_free(s.case_base);
    s.case_base = case_base;
    query_run_close(&s);
    us_library_close(library);
}

TEST(what_takes_another_kind_of_thing_is_never_the_answer)
{
    static const char three[] =
        "brl 1 arena\n\nbehavior \"number\" (n: number) is Attack {\n"
        "    described (this.alarm: 0.9)\n    do act hide()\n}\n\n"
        "behavior \"somebody\" (n: entity) is Attack {\n    described (this.alarm: 0.6)\n"
        "    do act hide()\n}\n\nbehavior \"place\" (n: cell) is Attack {\n"
        "    described (this.alarm: 0.1)\n    do act hide()\n}\n\n"
        "tree Main {\n    do query Attack(n: %s) describe (this.alarm) recheck event\n}\n";
    static const struct {
        const char *passed, *answer;
    } rows[] = {{"this", "somebody"}, {"5", "number"}, {"there", "place"}};
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(query_run_close) query_run s;
        US_AUTOSTR(text);
        const char *gap = strstr(three, "%s");
        us_str_addf(&text, "%.*s%s%s", (int)(gap - three), three, rows[i].passed, gap + 2);
        us_test_row(rows[i].passed);
        query_run_open(&s, text.text);
        arena_world_set(&s.a, s.actor, "alarm", 90);
        CHECK_INT(query_run_tick(&s), US_RUNNING);
        CHECK_STR(query_run_runs(&s), rows[i].answer);
        arena_world_set(&s.a, s.actor, "alarm", 10);
        CHECK_INT(query_run_tick(&s), US_RUNNING);
        CHECK_STR(query_run_runs(&s), rows[i].answer);
    }
}

TEST(a_query_that_leads_into_itself_has_an_end)
{
    US_AUTO(query_run_close) query_run s;
    query_run_open(
        &s, "brl 1 arena\n\nbehavior \"b\" is Attack {\n    do machine {\n"
            "        state a {\n            query Attack()\n            on failure -> goto c\n"
            "        }\n        state c {\n            query Attack() recheck tick\n"
            "            on failure -> goto a\n        }\n    }\n}\n\n"
            "tree Main {\n    do query Attack() recheck event\n}\n");
    for (int i = 0; i < 3; i++)
        CHECK_INT(query_run_tick(&s), US_RUNNING);
    CHECK_CONTAINS(s.why, "too deep");
    CHECK_INT(us_run_read_counts(s.run).frames_most, 64);
}

TEST(the_more_similar_answer_is_chosen)
{
    US_AUTO(query_run_close) query_run s;
    query_run_open(&s, "brl 1 arena\nbehavior \"b\" is Attack {\ndescribed (this.alarm: 0.1)\n"
                       "do act hide()\n}\ntree Main {\ndo choose score similarity pick argmax {\n"
                       "query Hunt()\nquery Attack() describe (this.alarm)\n}\n}\n");
    us_query_value value = {"this.alarm", 20, US_SIMILARITY_ONE};
    us_class_query query = us_class_query_default("Attack");
    query.value = &value;
    query.values = 1;
    arena_world_set(&s.a, s.actor, "alarm", 20);
    query_run_tick(&s);
    CHECK_STR(query_run_runs(&s), "b");
    CHECK_INT(s.alike[1], 0); /* nothing is of that class */
    CHECK_INT(s.alike[2], us_class_query_compare(&query, s.brl->item[0]).similarity);
}

/* ---- hysteresis and threshold */

static const char pair[] = "brl 1 arena\n\n"
                           "behavior \"low\" is Attack {\n    described (this.alarm: 0.2)\n"
                           "    do act hide()\n}\n\n"
                           "behavior \"high\" is Attack {\n    described (this.alarm: 0.8)\n"
                           "    do act hide()\n}\n\ntree Main {\n    do query Attack() describe "
                           "(this.alarm) recheck event %s\n}\n";

static void open_pair(query_run *s, const char *settings)
{
    US_AUTOSTR(text);
    const char *gap = strstr(pair, "%s");
    us_str_addf(&text, "%.*s%s%s", (int)(gap - pair), pair, settings, gap + 2);
    query_run_open(s, text.text);
}

static const char *at_alarm(query_run *s, int alarm)
{
    arena_world_set(&s->a, s->actor, "alarm", alarm);
    query_run_tick(s);
    return query_run_runs(s);
}

TEST(what_runs_stays_within_the_hysteresis)
{
    query_run s;
    open_pair(&s, "hysteresis 2");
    CHECK_STR(at_alarm(&s, 40), "low");
    CHECK_STR(at_alarm(&s, 51), "low"); /* 0.49 - 0.48 of 0.5 is 0.01 */
    CHECK_STR(at_alarm(&s, 52), "low"); /* 0.02 */
    CHECK_INT(s.asking[0].margin, -20000000);
    CHECK_STR(at_alarm(&s, 53), "high");
    CHECK_STR(at_alarm(&s, 49), "high");
    CHECK_STR(at_alarm(&s, 47), "low");
    query_run_close(&s);
    open_pair(&s, "");
    CHECK_STR(at_alarm(&s, 50), "low"); /* of equals the first */
    CHECK_STR(at_alarm(&s, 51), "high");
    CHECK_STR(at_alarm(&s, 50), "low");
    query_run_close(&s);
}

TEST(below_the_threshold_nobody_asks)
{
    US_AUTO(query_run_close) query_run s;
    open_pair(&s, "threshold 10");
    CHECK_STR(at_alarm(&s, 45), "low");
    CHECK_STR(at_alarm(&s, 54), "low"); /* it has moved by 0.09 */
    CHECK_INT(us_query_engine_get_counts(s.asker).queries, 1);
    CHECK_STR(at_alarm(&s, 55), "high");
    CHECK_INT(us_query_engine_get_counts(s.asker).queries, 2);
    CHECK_STR(at_alarm(&s, 47), "high"); /* counted from when it was asked last */
}

TEST(a_value_that_is_asked_for_is_written_as_behaviors_are_described)
{
    static const struct {
        const char *value, *runs;
    } rows[] = {
        {"this.alarm: 0", "low"},
        {"this.alarm: 1", "high"},
        {"this.alarm: 0.5", "low"},
        {"this.alarm: 0.51", "high"},
        {"this.alarm: .5", "low"},
        {"this.alarm: .51", "high"},
        {"this.alarm: 50 + 1", "high"},
        {"this.strength: \"medium\"", "low"},
        {"this.strength: \"high\"", "high"},
    };
    for (int i = 0; i < US_COUNT(rows); i++) {
        US_AUTO(query_run_close) query_run s;
        US_AUTOSTR(text);
        us_test_row(rows[i].value);
        us_str_addf(&text,
                    "brl 1 arena\n\nbehavior \"low\" is Attack {\n    described (this.alarm: 0.2, "
                    "this.strength: \"little\")\n    do act hide()\n}\n\n"
                    "behavior \"high\" is Attack {\n    described (this.alarm: .8, "
                    "this.strength: \"high\")\n    do act hide()\n}\n\n"
                    "tree Main {\n    do query Attack() describe (%s)\n}\n",
                    rows[i].value);
        query_run_open(&s, text.text);
        query_run_tick(&s);
        CHECK_STR(query_run_runs(&s), rows[i].runs);
    }
}

TEST(on_entry_it_is_asked_once)
{
    US_AUTO(query_run_close) query_run s;
    query_run_open(&s, "brl 1 arena\n\nbehavior \"b\" is Attack {\n    do act hide()\n}\n\n"
                       "tree Main {\n    do query Attack()\n}\n");
    for (int i = 0; i < 5; i++)
        at_alarm(&s, 10 * i);
    CHECK_INT(us_query_engine_get_counts(s.asker).queries, 1);
    CHECK(!us_run_has_watches(s.run));
}

TEST(what_an_event_told_is_over_in_the_next_cycle)
{
    static const char *const rechecks[] = {"tick", "event"};
    for (int i = 0; i < US_COUNT(rechecks); i++) {
        US_AUTO(query_run_close) query_run s;
        US_AUTOSTR(text);
        us_str_addf(&text,
                    "brl 1 arena\n\nbehavior \"loud\" is Attack {\n    described (this.alarm: "
                    "0.24)\n    do act hide()\n}\n\nbehavior \"still\" is Attack {\n"
                    "    described (this.alarm: 0)\n    do act hide()\n}\n\n"
                    "tree Main {\n    do monitor {\n        act stand()\n        on noise -> "
                    "query Attack() describe (this.alarm: told) recheck %s\n    }\n}\n",
                    rechecks[i]);
        us_test_row(rechecks[i]);
        query_run_open(&s, text.text);
        query_run_tick(&s);
        us_event event = query_run_noise(&s, 24);
        query_run_on_events(&s, &event, 1);
        CHECK_STR(query_run_runs(&s), "loud");
        CHECK_INT(us_run_next_cycle(s.run), s.a.world.now);
        query_run_tick(&s);
        CHECK_STR(query_run_runs(&s), "still");
        query_run_tick(&s);
        CHECK_INT(us_run_next_cycle(s.run), i ? US_NEVER : s.a.world.now);
        int64_t queries = us_query_engine_get_counts(s.asker).queries;
        for (int k = 0; i == 1 && k < 5; k++)
            query_run_tick(&s);
        CHECK_INT(us_query_engine_get_counts(s.asker).queries, queries);
    }
}

TEST(asking_allocates_nothing_once_it_has_been_asked)
{
    US_AUTO(query_run_close) query_run s;
    open_pair(&s, "");
    for (int i = 0; i < 8; i++)
        at_alarm(&s, i % 2 ? 10 : 90);
    uint64_t before = us_mem_alloc_count();
    for (int i = 0; i < 100; i++)
        at_alarm(&s, i % 2 ? 10 : 90);
    CHECK_INT(us_mem_alloc_count() - before, 0);
    CHECK_INT(us_query_engine_get_counts(s.asker).teardowns, 107);
}
