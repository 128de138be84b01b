#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/unit/labeled_trace.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"
#include "traces/label_check.h"

TEST(suggestions_span_all_and_have_their_reason)
{
    labeled_trace s;
    us_remarks remarks = {0};
    labeled_trace_pair(&s, "expert:balanced", "ai:boom", 12000);
    us_annotation *made = labeled_trace_suggest(&s, 0);
    CHECK(made->count > 6);
    us_annotation_check_form(made, s.course, &remarks, NULL, NULL);
    CHECK_INT(remarks.errors, 0);
    for (int i = 0; i < made->count; i++) {
        CHECK(made->goal[i].suggested && made->goal[i].why[0]);
        CHECK_STR(made->goal[i].by, "auto");
    }
    us_remarks_clear(&remarks);
    us_annotation_free(made);
    labeled_trace_end(&s);
}

/* One label of each is met by a suggestion: same goal, most of the same orders. */
TEST(suggestions_meet_what_an_expert_says)
{
    static const char *const goals[] = {"WinWargus", "DefeatPlayer", "BuildUnits",
                                        "ResourceInfrastructure"};
    labeled_trace s;
    labeled_trace_pair(&s, "ai:boom", "expert:balanced", 12000);
    us_annotation *made = labeled_trace_suggest(&s, 1);
    for (int g = 0; g < US_COUNT(goals); g++) {
        int type = us_domain_find_goal(s.course->domain, goals[g]), met = 0;
        us_test_row(goals[g]);
        for (int i = 0; i < s.said->count; i++) {
            for (int k = 0; k < made->count && s.said->goal[i].goal.type == type; k++)
                met += us_review_is_same_goal(s.course, &s.said->goal[i], &made->goal[k]);
        }
        CHECK(met > 0);
    }
    us_annotation_free(made);
    labeled_trace_end(&s);
}

/* Of one pursuit that is never content there is one label, whatever stages it has. */
TEST(a_stage_that_begins_as_another_ends_is_the_same_pursuit)
{
    labeled_trace s;
    int stages = 0;
    labeled_trace_pair(&s, "expert:balanced", "ai:boom", 12000);
    int type = us_domain_find_goal(s.course->domain, "ResourceInfrastructure");
    for (int i = 0; i < s.said->count; i++) {
        const us_goal_instance *one = &s.said->goal[i];
        if (one->goal.type != type)
            continue;
        stages++;
        for (int k = i + 1; k < s.said->count; k++)
            CHECK(s.said->goal[k].goal.type != type || s.said->goal[k].opened != one->closed);
        if (one->achieved) /* the first two stages of the plan: 2 and 7, then 3 and 9 */
            CHECK(one->goal.arg[1].number >= 3 && one->goal.arg[2].number >= 9);
    }
    CHECK(stages > 1);
    labeled_trace_end(&s);
}

/* Most suggestions to make something are what the expert meant: it does not matter that a price
 * was there when there was no food, or when the maker was at work on something else. */
TEST(most_suggestions_to_make_are_right)
{
    labeled_trace s;
    int right = 0, made_up = 0;
    labeled_trace_pair(&s, "ai:boom", "expert:balanced", 12000);
    us_annotation *made = labeled_trace_suggest(&s, 1);
    int type = us_domain_find_goal(s.course->domain, "BuildUnits");
    for (int k = 0; k < made->count; k++) {
        bool met = false;
        for (int i = 0; i < s.said->count; i++)
            met |= us_review_is_same_goal(s.course, &s.said->goal[i], &made->goal[k]);
        right += met && made->goal[k].goal.type == type;
        made_up += !met && made->goal[k].goal.type == type;
    }
    CHECK(right >= 2 * made_up);
    us_annotation_free(made);
    labeled_trace_end(&s);
}

static bool is_ordered(const labeled_trace *s, const us_goal_instance *instance, const char *type)
{
    us_type wanted = us_domain_find_type(s->course->domain, type);
    for (int i = 0; i < s->course->orders; i++) {
        const us_order *order = &s->course->order[i].order;
        const us_action_def *action = &s->course->domain->action[order->action];
        if (order->seat != instance->seat || !us_goal_instance_has_order(instance, order->id))
            continue;
        for (int p = 0; p < action->param_count; p++) {
            if (action->param[p].kind == US_VALUE_TYPE &&
                us_type_is_a(s->course->domain, (us_type)order->arg[p], wanted))
                return true;
        }
    }
    return false;
}

TEST(labels_of_infrastructure_hold_orders_for_farms_and_workers)
{
    labeled_trace s;
    int labels = 0;
    labeled_trace_pair(&s, "expert:rush", "ai:land-attack", 16000);
    int type = us_domain_find_goal(s.course->domain, "ResourceInfrastructure");
    for (int i = 0; i < s.said->count; i++) {
        if (s.said->goal[i].goal.type != type)
            continue;
        labels++;
        CHECK(is_ordered(&s, &s.said->goal[i], "farmhouse"));
        CHECK(is_ordered(&s, &s.said->goal[i], "worker"));
    }
    CHECK(labels > 0);
    labeled_trace_end(&s);
}

static const us_event *find_gone(const us_review *course, us_id id)
{
    for (int i = 0; i < course->gone.count; i++) {
        if (course->gone.event[i].entity == id)
            return &course->gone.event[i];
    }
    return NULL;
}

static bool is_price(const us_domain *domain, const us_goal *goal)
{
    for (us_type t = 0; t < domain->type_count; t++) {
        bool same = true;
        for (int r = 0; r < domain->resources.count; r++)
            same &= domain->type[t].cost[r] == goal->arg[1 + r].number;
        if (same)
            return true;
    }
    return false;
}

/* What was there already is no reason to gather. */
static bool explains_growth(const char *why)
{
    int told = 0;
    for (const char *at = strstr(why, " from "); at; at = strstr(at + 1, " from "), told++) {
        char *end;
        long before = strtol(at + 6, &end, 10);
        if (!us_text_has_prefix(end, " to ") || before >= strtol(end + 4, NULL, 10))
            return false;
    }
    return told > 0;
}

/* Blows are for who died of them, gathering is for the price of what was made next. */
static void check_what_came_of(us_seat seat, us_cycle cycles)
{
    static const char *const agent[] = {"expert:balanced", "ai:footman-rush"};
    labeled_trace s;
    int kills = 0, gatherings = 0;
    us_test_row(seat ? "of the second seat" : "of the first seat");
    labeled_trace_pair(&s, agent[seat], agent[1 - seat], cycles);
    us_annotation *made = labeled_trace_suggest(&s, seat);
    int kill = us_domain_find_goal(s.course->domain, "KillUnit");
    int get = us_domain_find_goal(s.course->domain, "GetResources");
    for (int i = 0; i < made->count; i++) {
        const us_goal_instance *one = &made->goal[i];
        if (one->goal.type == kill) {
            const us_event *gone = find_gone(s.course, (us_id)one->goal.arg[1].number);
            REQUIRE(gone != NULL);
            CHECK(gone->seat == 1 - seat && one->closed == gone->cycle &&
                  one->opened < one->closed);
            kills++;
        } else if (one->goal.type == get) {
            CHECK(is_price(s.course->domain, &one->goal));
            CHECK(explains_growth(one->why));
            gatherings++;
        }
    }
    CHECK(kills > 0);
    CHECK(gatherings > 0);
    us_annotation_free(made);
    labeled_trace_end(&s);
}

TEST(fights_and_gathering_are_suggested_by_what_came_of_them)
{
    check_what_came_of(0, 16000);
    check_what_came_of(1, 8000); /* whose foe is seat 0 */
}

/* ---- other domains and maps */

enum { FILE_LIMIT = 8 << 20 };

/* A shipped file with a text put in front of the first place of another one. Appended. */
static void read_with(const char *path, const char *place, const char *added, us_str *out)
{
    char *text = NULL;
    size_t length = 0;
    REQUIRE(us_file_read(path, FILE_LIMIT, &text, &length, NULL) == US_OK);
    const char *at = strstr(text, place);
    REQUIRE(at != NULL);
    us_str_add_bytes(out, text, (size_t)(at - text));
    us_str_add(out, added);
    us_str_add(out, at);
    us_mem_free(text);
}

/* More goals than anybody would declare: half of them are about what nobody makes here. */
static void add_many_goals(us_str *out)
{
    for (int i = 0; i < 50; i++) {
        us_str_addf(out, "{\"name\":\"Many%d\",\"about\":\"of many\",\"kind\":\"increase\",", i);
        us_str_add(out, "\"rank\":1,\"params\":{\"player\":\"seat\",\"type\":\"type\"");
        for (int p = 0; p < 6; p++)
            us_str_addf(out, ",\"n%d\":\"number\"", p);
        us_str_add(out, "},\"test\":\"");
        for (int p = 0; p < 6; p++)
            us_str_addf(out, "%scount(player, %s) >= n%d", p ? " and " : "",
                        i % 2 ? "type" : "\\\"gryphon-aviary\\\"", p);
        us_str_add(out, "\"},");
    }
    us_str_add(out, "{\"name\":\"Last\",\"about\":\"behind all those\",\"kind\":\"increase\","
                    "\"rank\":1,\"params\":{\"player\":\"seat\",\"n\":\"number\"},"
                    "\"test\":\"count(player, \\\"worker\\\") >= n\"},");
}

/* The domain of the skirmish with those goals, as the data that programs read. */
static void use_many_goals(void)
{
    static const char *const shared[] = {"rules.json", "maps"};
    char here[512];
    us_str goals, text;
    us_str_init(&goals);
    us_str_init(&text);
    add_many_goals(&goals);
    read_with("domains/skirmish/domain.json", "{\"name\": \"WinWargus\"", goals.text, &text);
    REQUIRE(getcwd(here, sizeof(here)) != NULL);
    scratch_folder("domains");
    scratch_folder("domains/skirmish");
    scratch_put("domains/skirmish/domain.json", text.text);
    for (int i = 0; i < US_COUNT(shared); i++) {
        char name[64], target[600];
        snprintf(name, sizeof(name), "domains/skirmish/%s", shared[i]);
        snprintf(target, sizeof(target), "%s/%s", here, name);
        REQUIRE(symlink(target, scratch(name)) == 0);
    }
    us_str_clear(&goals);
    us_str_clear(&text);
    setenv("UNDERSTUDY_DATA", scratch(""), 1);
}

TEST(no_goal_is_left_out_of_very_many)
{
    char old[512] = "";
    const char *before = getenv("UNDERSTUDY_DATA");
    labeled_trace s;
    int found = 0;
    if (before)
        snprintf(old, sizeof(old), "%s", before);
    use_many_goals();
    labeled_trace_pair(&s, "expert:balanced", "ai:boom", 9000);
    us_annotation *made = labeled_trace_suggest(&s, 0);
    int last = us_domain_find_goal(s.course->domain, "Last");
    for (int i = 0; i < made->count; i++)
        found += made->goal[i].goal.type == last;
    CHECK(found > 0);
    us_annotation_free(made);
    labeled_trace_end(&s);
    unsetenv("UNDERSTUDY_DATA");
    if (before)
        setenv("UNDERSTUDY_DATA", old, 1);
}

/* open-1, where the second seat is the third, with soldiers near the first one, and the one between
 * them has nothing but a hall in the middle. */
static void write_map_of_three(const char *path)
{
    static const char *const names[] = {"town-hall 1 ", "peasant 1 "};
    static const char others[] = "seat 2 human\n"
                                 "entity footman 2 16 22\nentity footman 2 17 22\n"
                                 "entity footman 2 18 22\nentity grunt 0 12 16\n"
                                 "entity grunt 0 12 17\nentity grunt 0 12 18\n"
                                 "entity grunt 0 13 16\nentity grunt 0 13 17\n";
    us_str text;
    us_str_init(&text);
    read_with("domains/skirmish/maps/open-1.map", "entity gold-mine", others, &text);
    memcpy(strstr(text.text, "fair yes"), "fair no\n", 8);
    for (int i = 0; i < US_COUNT(names); i++) {
        for (char *at = text.text; (at = strstr(at, names[i]));)
            memcpy(strchr(at, ' '), " 2 ", 3);
    }
    REQUIRE(us_file_write(path, text.text, text.length, NULL) == US_OK);
    us_str_reset(&text);
    read_with(path, "entity town-hall 2", "entity town-hall 1 30 30\n", &text);
    REQUIRE(us_file_write(path, text.text, text.length, NULL) == US_OK);
    us_str_clear(&text);
}

/* Of more than two seats any but the own one may be fought. */
TEST(who_is_fought_may_be_any_other_seat)
{
    static const char *const agent[] = {"expert:rush", "idle", "ai:land-attack"};
    const char *path = scratch("three.map");
    labeled_trace s;
    int killed[3] = {0}, beaten[3] = {0};
    write_map_of_three(path);
    labeled_trace_begin(&s, path, agent, US_COUNT(agent), 4000);
    us_annotation *made = labeled_trace_suggest(&s, 0);
    int kill = us_domain_find_goal(s.course->domain, "KillUnit");
    int beat = us_domain_find_goal(s.course->domain, "KillUnitType");
    for (int i = 0; i < made->count; i++) {
        const us_goal *goal = &made->goal[i].goal;
        const us_event *gone = find_gone(s.course, (us_id)goal->arg[1].number);
        REQUIRE(goal->type != kill || (gone && gone->seat >= 0));
        if (goal->type == kill)
            killed[gone->seat]++;
        else if (goal->type == beat)
            beaten[goal->arg[1].number]++;
    }
    CHECK_INT(killed[0] + beaten[0], 0);
    CHECK(killed[2] > 0);
    CHECK(beaten[1] > 0 && beaten[2] > 0);
    us_annotation_free(made);
    labeled_trace_end(&s);
}
