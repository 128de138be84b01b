/* Repairs in play, and live editing: what a plan changes in its behaviors while the game goes on.
 */
#include "base/file.h"
#include "behavior/brl.h"
#include "plan/repair_book.h"
#include "tests/unit/planned_game.h"
#include "tests/unit/scratch.h"
#include "understudy/agent.h"

#define BARE "gathering=off&reactions=off&producers=off&pace=off"
#define ROOT "tree Root {\ndo a: goal BuildUnits(player: self, type: \"farmhouse\", number: 2)\n}\n"
#define HEAD                                                                               \
    "behavior \"b\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 2) {\n" \
    "slot w: entity \"worker\" of self\nslot spot: cell\n"
#define TAIL "appendix {\nspot.place: 100 100\n}\n}\n"
#define FARM "act build(unit: w, type: \"farmhouse\", cell: spot)\n"
#define HALT "act stop(unit: w)\n"

static void begin(planned_game *k, const char *brl, const char *settings)
{
    planned_game_open(k, planned_game_town, planned_game_grove, brl, settings);
}

/* Four peasants: one builds, three are idle. */
static const char builder[] =
    ROOT HEAD "do sequence {\none: " FARM "two: delay 3000 " FARM "}\n" TAIL;

TEST(without_the_setting_idle_workers_stay_idle_and_nothing_is_repaired)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, builder, BARE);
    planned_game_run(&k, 1200);
    CHECK_INT(planned_game_lines(&k, " repair "), 0);
    CHECK_INT(planned_game_lines(&k, "order harvest"), 0);
}

TEST(a_condition_that_lasts_puts_its_daemon_into_the_behavior_at_work)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, builder, BARE "&repairs=on");
    planned_game_run(&k, 1200);
    us_cycle when = planned_game_when(&k, "repair worker-idle 1", 0);
    CHECK(when >= 300 && when <= 330);
    CHECK_INT(planned_game_lines(&k, "repair worker-idle"), 1);
    CHECK(planned_game_when(&k, "order harvest", 0) > when);
    CHECK(planned_game_lines(&k, "order harvest") >= 3);
    /* The farm that was being built is neither ordered again nor given up. */
    CHECK(planned_game_when(&k, "order build", 0) < when);
    CHECK(planned_game_when(&k, "succeeded step one", 0) > when);
    CHECK_INT(planned_game_lines(&k, "order build"), 1);
    CHECK_INT(planned_game_lines(&k, "stopped step"), 0);
    CHECK_INT(drawn_skirmish_count(&k.s, "farmhouse", 0), 1);
    planned_game_run(&k, 3000);
    CHECK_INT(planned_game_lines(&k, "order build"), 2);
}

TEST(a_game_with_repairs_takes_the_same_course_again)
{
    US_AUTO(planned_game_close) planned_game one;
    US_AUTO(planned_game_close) planned_game two;
    begin(&one, builder, BARE "&repairs=on");
    begin(&two, builder, BARE "&repairs=on");
    planned_game_run(&one, 3000);
    planned_game_run(&two, 3000);
    CHECK(planned_game_lines(&one, " repair ") > 0);
    CHECK_STR(one.log.text, two.log.text);
}

/* The third one asks for more wood than there is, and no worker brings any. */
static const char poor[] =
    "tree Root {\ndo a: maintain BuildUnits(player: self, type: \"barracks\", number: 3)\n}\n"
    "behavior \"b\" achieves maintain BuildUnits(player: self, type: \"barracks\", number: 3) {\n"
    "slot w: entity \"worker\" of self\nslot spot: cell\n"
    "do sequence {\none: act build(unit: w, type: \"barracks\", cell: spot)\n"
    "two: act build(unit: w, type: \"barracks\", cell: spot)\n"
    "three: act build(unit: w, type: \"barracks\", cell: spot)\n}\n"
    "appendix {\nspot.place: 100 100\n}\n}\n"
    "behavior \"g\" achieves GetResources(player: self, gold: 500) {\n"
    "slot w: group \"worker\" of self\nslot m: entity \"gold-mine\" of neutral\n"
    "do all: act harvest(units: w, target: m)\n}\n";

TEST(a_step_that_fails_for_want_of_a_resource_gathers_it_first_from_then_on)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, poor, BARE "&repairs=on&passing=off");
    planned_game_run(&k, 12000);
    us_cycle failed = planned_game_when(&k, "failed step three", 0);
    us_cycle when = planned_game_when(&k, "repair step-lacks-resource 1 row 0 step three", 0);
    CHECK(failed > 0);
    CHECK_INT(when, failed);
    CHECK_INT(planned_game_lines(&k, "repair step-lacks-resource 1 row 0 step three"), 1);
    /* The behavior is retrieved again, and has the new step before the one that failed. */
    CHECK(planned_game_when(&k, "ready goal n2: GetResources(player: 0, wood: 450)", failed) >
          failed);
}

TEST(a_repair_that_fits_nowhere_is_told_with_the_reasons_and_the_game_goes_on)
{
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(alone);
    us_str_add_bytes(&alone, poor, (size_t)(strstr(poor, "behavior \"g\"") - poor));
    begin(&k, alone.text, BARE "&repairs=on&passing=off");
    planned_game_run(&k, 12000);
    CHECK_INT(planned_game_lines(&k, "repair step-lacks-resource 0 row 0 step three: beside: no "
                                     "other behavior achieves GetResources"),
              1);
    CHECK(planned_game_lines(&k, "failed step") > 1);
}

/* Nobody trains a footman without barracks. */
static const char homeless[] =
    "tree Root {\ndo a: maintain BuildUnits(player: self, type: \"footman\", number: 1)\n}\n"
    "behavior \"b\" achieves maintain BuildUnits(player: self, type: \"footman\", number: 1) {\n"
    "slot c: entity \"barracks\" of self\ndo one: act train(unit: c, type: \"footman\")\n}\n"
    "behavior \"h\" achieves BuildUnits(player: self, type: \"barracks\", number: 1) {\n"
    "slot w: entity \"worker\" of self\nslot spot: cell\n"
    "do make: act build(unit: w, type: \"barracks\", cell: spot)\n"
    "appendix {\nspot.place: 100 100\n}\n}\n"
    "behavior \"f\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) {\n"
    "slot w: entity \"worker\" of self\nslot spot: cell\n"
    "do make: act build(unit: w, type: \"farmhouse\", cell: spot)\n"
    "appendix {\nspot.place: 100 100\n}\n}\n";

/* The first repair of the pattern has the time of the failure, which only its query knows. */
TEST(a_step_that_fails_for_want_of_a_unit_makes_it_from_then_on)
{
    US_AUTO(planned_game_close) planned_game k;
    planned_game_open(&k, planned_game_town_and("entity farm 0 18 10\nentity farm 0 20 10\n"),
                      planned_game_grove, homeless, BARE "&repairs=on&passing=off");
    planned_game_run(&k, 6000);
    us_cycle when = planned_game_when(&k, "repair step-lacks-unit 2 row 0 step one", 0);
    CHECK(when > 0);
    CHECK_INT(planned_game_lines(&k, "repair step-lacks-unit"), 1);
    CHECK(planned_game_when(&k, "ready goal BuildUnits(player: 0, type: \"barracks\"", 0) >= when);
    CHECK(drawn_skirmish_count(&k.s, "human-barracks", 0) > 0);
}

/* ---- live editing */

/* From that cycle on. */
static us_status edit_from(planned_game *k, us_cycle from, const char *text, us_error *err)
{
    us_brl *brl = NULL;
    US_AUTOSTR(whole);
    us_str_addf(&whole, "brl 1\n%s", text);
    REQUIRE(us_brl_parse(k->s.scenario->domain, "edit", whole.text, whole.length, &brl, err) ==
            US_OK);
    us_template *template = US_STEAL(brl->item[0]);
    brl->count = 0;
    us_brl_free(brl);
    return us_plan_edit(k->plan, template, from, err);
}

static us_status edit(planned_game *k, const char *text, us_error *err)
{
    return edit_from(k, 0, text, err);
}

TEST(an_edited_behavior_goes_on_with_its_new_text)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT HEAD "do sequence {\none: " FARM "two: " HALT "three: delay 60 " FARM "}\n" TAIL,
          BARE);
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_lines(&k, "order build"), 1);
    us_error err = {0};
    CHECK_INT(edit(&k, HEAD "do sequence {\none: " FARM "three: delay 60 " FARM "}\n" TAIL, &err),
              US_OK);
    planned_game_run(&k, 1300);
    CHECK_INT(planned_game_lines(&k, "repair edit 1"), 1);
    CHECK_INT(planned_game_lines(&k, "order stop"), 0);
    CHECK_INT(planned_game_lines(&k, "succeeded step one"), 1);
    CHECK_INT(planned_game_lines(&k, "order build"), 2);
}

TEST(the_step_that_is_at_work_and_gone_is_stopped)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, ROOT HEAD "do sequence {\none: " FARM "two: delay 30 " FARM "}\n" TAIL, BARE);
    planned_game_run(&k, 60);
    CHECK_INT(edit(&k, HEAD "do sequence {\ntwo: delay 30 " FARM "}\n" TAIL, NULL), US_OK);
    planned_game_run(&k, 2400);
    CHECK_INT(planned_game_lines(&k, "stopped step one"), 1);
    CHECK(planned_game_lines(&k, "succeeded step two") >= 1);
}

TEST(an_edit_of_another_goal_or_name_is_refused)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, builder, BARE);
    planned_game_run(&k, 60);
    us_error err = {0};
    CHECK_INT(edit(&k,
                   "behavior \"b\" achieves GetResources(player: self, gold: 5) {\n"
                   "slot w: entity \"worker\" of self\nslot spot: cell\n do " HALT TAIL,
                   &err),
              US_FAILED);
    CHECK_CONTAINS(err.text, "another goal");
    CHECK_INT(edit(&k,
                   "behavior \"other\" achieves BuildUnits(player: self, type: \"farmhouse\", "
                   "number: 2) {\nslot w: entity \"worker\" of self\n do " HALT "}\n",
                   &err),
              US_FAILED);
    CHECK_CONTAINS(err.text, "no behavior \"other\"");
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_lines(&k, " repair "), 0);
}

TEST(edits_take_effect_at_their_cycles_and_each_is_compared_with_the_one_before)
{
    US_AUTO(planned_game_close) planned_game k;
    begin(&k, builder, BARE);
    us_error err = {0};
    CHECK_INT(edit_from(&k, 60, HEAD "slot more: cell\ndo one: " FARM TAIL, NULL), US_OK);
    CHECK_INT(edit_from(&k, 90, HEAD "do one: " FARM TAIL, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "the new one lacks a slot");
    CHECK_INT(edit_from(&k, 200, HEAD "slot more: cell\ndo two: " FARM TAIL, NULL), US_OK);
    planned_game_run(&k, 600);
    us_cycle first = planned_game_when(&k, "repair edit 1", 0);
    us_cycle second = planned_game_when(&k, "repair edit 1", first + 1);
    CHECK(first >= 60 && first < 200);
    CHECK(second >= 200 && second < 600);
    CHECK_INT(planned_game_lines(&k, " repair edit"), 2);
}

/* The first goal is reached, and its behavior ends, while the two others go on. */
TEST(the_behavior_that_is_longest_at_work_is_listed_first)
{
    static const char *const left[] = {"two", "three"};
    US_AUTO(planned_game_close) planned_game k;
    us_plan_behavior list[4];
    begin(&k,
          "tree Root {\ndo parallel {\n"
          "a: goal BuildUnits(player: self, type: \"farmhouse\", number: 1)\n"
          "b: goal BuildUnits(player: self, type: \"barracks\", number: 1)\n"
          "c: goal BuildUnits(player: self, type: \"footman\", number: 1)\n}\n}\n"
          "behavior \"one\" achieves BuildUnits(player: self, type: \"farmhouse\", number: 1) {\n"
          "slot w: entity \"worker\" of self\nslot spot: cell\ndo " FARM TAIL
          "behavior \"two\" achieves BuildUnits(player: self, type: \"barracks\", number: 1) {\n"
          "slot w: entity \"worker\" of self\ndo delay 90000 " HALT "}\n"
          "behavior \"three\" achieves BuildUnits(player: self, type: \"footman\", number: 1) {\n"
          "slot w: entity \"worker\" of self\ndo delay 90000 " HALT "}\n",
          BARE);
    planned_game_run(&k, 60);
    REQUIRE(us_plan_list_behaviors(k.plan, list, 4) == 3);
    CHECK_STR(list[0].template->name, "one");
    planned_game_run(&k, 2000);
    REQUIRE(us_plan_list_behaviors(k.plan, list, 4) == 2);
    for (int i = 0; i < 2; i++)
        CHECK_STR(list[i].template->name, left[i]);
    CHECK(list[0].node < list[1].node);
    CHECK_INT(us_plan_list_behaviors(k.plan, list, 1), 2);
    CHECK_STR(list[0].template->name, "two");
}

/* The behavior of the first goal has ended, but its goal waits for the gold. That of the second
 * goal, which begins later, is at work. */
TEST(a_behavior_that_has_ended_hides_no_other_place_where_it_is_at_work)
{
    static const char head[] = "behavior \"g\" achieves GetResources(player: self, gold: 5000) {\n"
                               "slot w: group \"worker\" of self\n"
                               "slot m: entity \"gold-mine\" of neutral\n";
    US_AUTO(planned_game_close) planned_game k;
    US_AUTOSTR(text);
    US_AUTOSTR(edited);
    us_plan_behavior list[4];
    us_str_addf(&text,
                "tree Root {\ndo parallel {\n"
                "a: goal GetResources(player: self, gold: 5000)\n"
                "b: delay 600 goal GetResources(player: self, gold: 5000)\n}\n}\n"
                "%sdo one: delay 300 act harvest(units: w, target: m)\n}\n",
                head);
    begin(&k, text.text, BARE);
    planned_game_run(&k, 590);
    CHECK_INT(planned_game_lines(&k, "waiting goal a: "), 1);
    CHECK_INT(us_plan_list_behaviors(k.plan, list, 4), 0);
    planned_game_run(&k, 60);
    REQUIRE(us_plan_list_behaviors(k.plan, list, 4) == 1);
    CHECK_STR(list[0].template->name, "g");
    us_str_addf(&edited, "%sdo sequence {\none: delay 300 act harvest(units: w, target: m)\n}\n}\n",
                head);
    CHECK_INT(edit(&k, edited.text, NULL), US_OK);
    planned_game_run(&k, 60);
    CHECK_INT(planned_game_lines(&k, "repair edit 1"), 1);
    REQUIRE(us_plan_list_behaviors(k.plan, list, 4) == 1);
    CHECK(list[0].replaced);
}

/* ---- edits of a whole game */

static void spoil(void *context, us_match *match, const char *const *agent)
{
    (void)match;
    (void)agent;
    REQUIRE(us_file_write(context, "", 0, NULL) == US_OK);
}

TEST(a_game_reads_the_files_of_its_edits_once)
{
    US_AUTOSTR(agent);
    US_AUTOSTR(text);
    us_play_def def = us_play_def_default();
    us_play_result result = {0};
    us_error err = {0};
    us_str_addf(&text, "brl 1\n%s", builder);
    us_str_addf(&agent, "tree:%s", planned_game_write(text.text));
    us_str_reset(&text);
    us_str_addf(&text, "brl 1\n%s", HEAD "do one: " FARM TAIL);
    us_play_edit edit = {30, 0, planned_game_write(text.text)};
    def.agent[0] = agent.text;
    def.agent[1] = "idle";
    def.scenario.domain = "skirmish";
    def.scenario.map = "open-1";
    def.scenario.max_cycles = 300;
    def.trace = scratch("once.jsonl");
    def.edit = &edit;
    def.edits = 1;
    def.context = (void *)(uintptr_t)edit.file;
    def.ready = spoil;
    CHECK_INT(us_play_run(&def, &result, &err), US_OK);
    CHECK_STR(err.text, "");
    CHECK_INT(result.edits[0], 1);
    CHECK_INT(result.edits[1], 0);
    US_AUTOFREE char *trace = scratch_text("once.jsonl");
    CHECK_CONTAINS(trace, "\"repair\":\"edit\",\"number\":1");
}

/* ---- the book */

TEST(the_book_watches_each_daemon_with_a_patience_and_each_row_of_its_defaults)
{
    US_AUTOPTR(us_domain) domain = NULL;
    US_AUTOPTR(us_repair_book) book = NULL;
    int idle = 0, producers = 0, fights = 0;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    REQUIRE(us_repair_book_load(domain, &book, NULL) == US_OK);
    for (int i = 0; i < book->row.count; i++) {
        const us_watched_row *row = &book->row.item[i];
        CHECK(us_watched_row_condition(row) != NULL);
        idle += us_text_equal(row->pattern->name, "worker-idle") && row->patience == 300;
        producers += us_text_equal(row->pattern->name, "producer-idle");
        fights += us_text_equal(row->pattern->name, "lost-without-fight");
    }
    US_AUTOPTR(us_domain) other = NULL;
    US_AUTOPTR(us_repair_book) its = NULL;
    REQUIRE(us_domain_load_shipped("microrts", &other, NULL) == US_OK);
    REQUIRE(us_repair_book_load(other, &its, NULL) == US_OK);
    for (int i = 0; i < its->patterns; i++) /* like those of skirmish, with its own params */
        if (us_text_equal(its->pattern[i]->name, "no-answer"))
            CHECK(us_repair_book_param(its->pattern[i], "patience", 0) == 30);
    CHECK(its->row.count > 0);
    CHECK_INT(idle, 1);
    CHECK_INT(producers, 3);
    CHECK_INT(fights, 0);
}

/* Whether some repair of the pattern can be made when a step lacks this. */
static bool repairs_lack(const us_domain *domain, const us_failure_pattern *pattern,
                         us_note_lack lack)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    bool resource = lack == US_LACKS_RESOURCE;
    us_lacking lacks = {.kind = lack,
                        .item = resource ? domain->resources.name[0] : domain->type[1].name,
                        .amount = resource ? 1 : 0};
    us_piece_row row = us_failure_pattern_play_row(pattern, 0, &lacks, arena);
    for (int i = 0; i < pattern->repairs; i++) {
        const us_repair *repair = &pattern->repair[i];
        US_AUTO(us_piece_clear) us_piece piece = {0};
        if (!us_modop_has_node(repair->modop) ||
            us_piece_make(domain, repair, &row, &piece, NULL) == US_OK)
            return true;
    }
    return false;
}

TEST(each_watched_pattern_has_a_repair_that_play_can_fill)
{
    static const char *const name[] = {"skirmish", "microrts"};
    for (int d = 0; d < US_COUNT(name); d++) {
        US_AUTOPTR(us_domain) domain = NULL;
        US_AUTOPTR(us_repair_book) book = NULL;
        int watched = 0;
        REQUIRE(us_domain_load_shipped(name[d], &domain, NULL) == US_OK);
        REQUIRE(us_repair_book_load(domain, &book, NULL) == US_OK);
        for (int i = 0; i < book->patterns; i++)
            for (int lack = 0; lack < US_LACKS; lack++)
                if (book->pattern[i]->watch.lacks >> lack & 1) {
                    us_test_row(book->pattern[i]->name);
                    CHECK(repairs_lack(domain, book->pattern[i], (us_note_lack)lack));
                    watched++;
                }
        us_test_row(NULL);
        CHECK(watched >= 3);
    }
}
