#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/rng.h"
#include "tests/unit/studiokit.h"
#include "traces/label_check.h"

#define PERSON "'domain':'skirmish','map':'open-2','seed':3,'seat':0,'agents':[null,'idle']"

/* ---- whatever is labeled while playing, the validator takes */

static void do_one(studiokit *kit, us_rng *rng, int *ids)
{
    char members[200];
    int id = 1 + (int)us_rng_below(rng, (uint32_t)(*ids + 1)), k = (int)us_rng_below(rng, 5);
    switch (us_rng_below(rng, 7)) {
    case 0:
        snprintf(members, sizeof(members),
                 "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':%d},'back':%d",
                 1 + (int)us_rng_below(rng, 3), k);
        *ids += studiokit_ask(kit, "goal.open", members) != NULL;
        return;
    case 1:
        snprintf(members, sizeof(members), "'id':%d,'back':%d", id, k);
        studiokit_ask(kit, "goal.close", members);
        return;
    case 2:
        snprintf(members, sizeof(members), "'id':%d,'orders':%d", id, k);
        studiokit_ask(kit, "goal.back", members);
        return;
    case 3:
        snprintf(members, sizeof(members), "'id':%d", id);
        if (us_rng_below(rng, 4) == 0)
            studiokit_ask(kit, "goal.drop", members);
        return;
    default:
        studiokit_ask(kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studiokit_ask(kit, "play.step", "'cycles':2");
    }
}

static int errors_of(const char *trace, const char *labels)
{
    us_review *review;
    us_annotation *annotation;
    us_remarks remarks = {0};
    REQUIRE(us_review_open(trace, NULL, &review, NULL) == US_OK);
    REQUIRE(us_annotation_load(labels, review->domain, NULL, &annotation, NULL) == US_OK);
    REQUIRE(us_annotation_check_form(annotation, review, &remarks, NULL, NULL) == US_OK);
    int errors = remarks.errors;
    for (int i = 0; i < remarks.count && errors; i++)
        FAIL("%s", remarks.remark[i].text);
    us_remarks_clear(&remarks);
    us_annotation_free(annotation);
    us_review_free(review);
    return errors;
}

static void the_validator_takes_whatever_was_labeled_while_playing(void)
{
    for (int round = 0; round < 12; round++) {
        studiokit kit;
        us_rng rng = us_rng_derive(11, "labels", (uint64_t)round);
        int ids = 0;
        studiokit_begin(&kit);
        REQUIRE(studiokit_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
        for (int i = 0; i < 120; i++)
            do_one(&kit, &rng, &ids);
        CHECK_INT(errors_of(scratch("it/g.jsonl"), scratch("it/g.goals.json")), 0); /* as it goes */
        studiokit_ask(&kit, "play.end", "");
        CHECK_INT(errors_of(scratch("it/g.jsonl"), scratch("it/g.goals.json")), 0);
        CHECK(ids > 3);
        studiokit_end(&kit);
        scratch_clean();
    }
}

static void orders_of_several_goals_belong_to_each(void)
{
    studiokit kit;
    studiokit_begin(&kit);
    REQUIRE(studiokit_ask(&kit, "play.open", PERSON) != NULL);
    studiokit_ask(&kit, "goal.open", "'goal':'DefeatPlayer','args':{'player':1}");
    studiokit_ask(&kit, "goal.open",
                  "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':2}");
    studiokit_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studiokit_ask(&kit, "play.step", "'cycles':2");
    CHECK_CONTAINS(studiokit_said(&kit, "order"), "\"goal\":3");
    const char *goals = studiokit_said(&kit, "goals");
    CHECK_CONTAINS(goals, "\"id\":2,\"parent\":1");
    CHECK_CONTAINS(goals, "\"id\":3,\"parent\":2"); /* of equals the one of the higher rank */
    CHECK_CONTAINS(goals, "\"unlabeled\":0");
    studiokit_end(&kit);
}

/* All of it happens within one cycle. */
static void an_order_belongs_to_the_goals_that_were_open_when_it_was_given(void)
{
    studiokit kit;
    studiokit_begin(&kit);
    REQUIRE(studiokit_ask(&kit, "play.open", PERSON) != NULL);
    studiokit_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studiokit_ask(&kit, "goal.open",
                  "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':2}");
    studiokit_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[8]}}");
    studiokit_ask(&kit, "goal.close", "'id':2");
    studiokit_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[9]}}");
    studiokit_ask(&kit, "play.step", "'cycles':1");
    const char *goals = studiokit_said(&kit, "goals");
    CHECK_CONTAINS(goals, "\"orders\":3,\"unlabeled\":2");
    CHECK_CONTAINS(strstr(goals, "\"id\":2"), "\"orders\":1}");
    studiokit_end(&kit);
}

/* ---- a full disk */

/* Returns the limit of before. */
static rlim_t limit_files(rlim_t bytes)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    rlim_t before = limit.rlim_cur;
    signal(SIGXFSZ, SIG_IGN);
    limit.rlim_cur = bytes;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    return before;
}

static void a_full_disk_is_told_and_the_game_stands_still_until_there_is_room(void)
{
    studiokit kit;
    us_replay *replay;
    studiokit_begin(&kit);
    REQUIRE(studiokit_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studiokit_ask(&kit, "play.step", "'cycles':500");
    rlim_t before = limit_files(4096);
    for (int i = 0; i < 40 && !studiokit_said(&kit, "trouble"); i++) {
        studiokit_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studiokit_ask(&kit, "play.step", "'cycles':100");
    }
    CHECK_CONTAINS(studiokit_said(&kit, "trouble"), "cannot write");
    CHECK_CONTAINS(studiokit_refused(&kit, "play.step", "'cycles':1"), "cannot write");
    CHECK_CONTAINS(studiokit_refused(&kit, "play.end", ""), "cannot write");
    limit_files(before);
    CHECK(studiokit_ask(&kit, "play.step", "'cycles':50") != NULL);
    CHECK(studiokit_ask(&kit, "play.end", "") != NULL);
    REQUIRE(us_replay_open(scratch("it/g.jsonl"), NULL, &replay, NULL) == US_OK);
    CHECK_INT(us_replay_to(replay, INT32_MAX, NULL), US_OK);
    CHECK(us_replay_tell(replay).state.now >= 500);
    CHECK_INT(us_replay_tell(replay).differs, -1);
    us_replay_free(replay);
    studiokit_end(&kit);
}

static const us_test tests[] = {
    {"the validator takes whatever was labeled while playing",
     the_validator_takes_whatever_was_labeled_while_playing},
    {"orders of several goals belong to each", orders_of_several_goals_belong_to_each},
    {"an order belongs to the goals that were open when it was given",
     an_order_belongs_to_the_goals_that_were_open_when_it_was_given},
    {"a full disk is told, and the game stands still until there is room",
     a_full_disk_is_told_and_the_game_stands_still_until_there_is_room},
    {0},
};
const us_test_suite suite_studio_book = {"labels while playing", tests};
