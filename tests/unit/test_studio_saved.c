#include <stdio.h>
#include <string.h>

#include "studio/session.h"
#include "tests/unit/studio_page.h"
#include "traces/annotation.h"

#define PERSON                                                                     \
    "'domain':'skirmish','map':'open-2','seed':3,'seat':0,'agents':[null,'idle']," \
    "'file':'it/g.jsonl'"

static void order(studio_page *kit)
{
    studio_page_ask(kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
}

/* The orders in the spans of that goal in the file of labels; 0: the file is missing. */
static int orders_on_disk(uint32_t id)
{
    us_domain *domain;
    us_annotation *labels = NULL;
    int orders = 0;
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    if (us_annotation_load(scratch("it/g.goals.json"), domain, NULL, &labels, NULL) == US_OK) {
        const us_goal_instance *goal = us_annotation_find(labels, 0, id);
        for (int i = 0; goal && i < goal->spans; i++)
            orders += (int)(goal->span[i].to - goal->span[i].from);
    }
    us_annotation_free(labels);
    us_domain_free(domain);
    return orders;
}

/* Whether the last report of the goals says so; the report counts that many orders. */
static bool says(const studio_page *kit, const char *text, int orders)
{
    char counted[32];
    const char *goals = studio_page_find_reply(kit, "goals");
    REQUIRE(goals != NULL);
    snprintf(counted, sizeof counted, "\"orders\":%d,", orders);
    US_AUTOSTR(line);
    us_str_add_bytes(&line, goals, strcspn(goals, "\n"));
    return strstr(line.text, text) && strstr(line.text, counted);
}

#define SAVED     "\"recorded\":true,\"saved\":true"
#define NOT_SAVED "\"recorded\":true,\"saved\":false"

TEST(saved_is_said_when_the_labels_are_on_the_disk)
{
    studio_page kit;
    int told = 0;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    studio_page_ask(&kit, "goal.open", "'goal':'DefeatPlayer','args':{'player':1}");
    studio_page_ask(&kit, "play.pace", "'cycles':100");
    for (int i = 0, given = 0; i < 200; i++) {
        if (i % 7 == 0) {
            order(&kit);
            given++;
        }
        studio_page_forget(&kit);
        studio_page_go_on(&kit, 20);
        if (!studio_page_find_reply(&kit, "goals") || !says(&kit, SAVED, given))
            continue;
        CHECK_INT(orders_on_disk(2), given);
        told++;
    }
    CHECK(told >= 3);
    studio_page_end(&kit);
}

TEST(an_order_that_waits_for_the_next_cycle_is_not_saved)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    order(&kit);
    studio_page_go_on(&kit, 1000);
    CHECK(says(&kit, NOT_SAVED, 1));
    CHECK_INT(orders_on_disk(1), 0);
    studio_page_ask(&kit, "play.step", "'cycles':1");
    CHECK(says(&kit, SAVED, 1));
    CHECK_INT(orders_on_disk(1), 1);
    studio_page_end(&kit);
}

TEST(saved_follows_by_itself_after_the_last_order)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    studio_page_ask(&kit, "play.pace", "'cycles':100");
    for (int i = 0; i < 2;
         i++) { /* the second comes too soon after the first to be saved at once */
        order(&kit);
        studio_page_go_on(&kit, 20);
    }
    CHECK(says(&kit, NOT_SAVED, 2));
    CHECK_INT(orders_on_disk(1), 1);
    studio_page_go_on(&kit, 500);
    CHECK(says(&kit, SAVED, 2));
    CHECK_INT(orders_on_disk(1), 2);
    studio_page_end(&kit);
}

TEST(a_game_without_a_recording_is_never_saved)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open",
                            "'domain':'skirmish','map':'open-2','seat':0,'agents':[null,'idle']") !=
            NULL);
    order(&kit);
    studio_page_ask(&kit, "play.step", "'cycles':1");
    CHECK(says(&kit, "\"recorded\":false,\"saved\":false", 1));
    studio_page_end(&kit);
}
