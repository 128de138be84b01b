#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "tests/unit/studio_page.h"
#include "traces/label_check.h"

#define PERSON "'domain':'skirmish','map':'open-2','seed':3,'seat':0,'agents':[null,'idle']"

/* ---- whatever is labeled while playing, the validator takes */

static void do_one(studio_page *kit, us_rng *rng, int *ids)
{
    static const char *const orders[] = {"'order':'stop','args':{'units':[7]}",
                                         "'order':'harvest','args':{'units':[6,7,8],'target':1}"};
    char members[200];
    int id = 1 + (int)us_rng_next_below(rng, (uint32_t)(*ids + 1)),
        k = (int)us_rng_next_below(rng, 5);
    switch (us_rng_next_below(rng, 8)) {
    case 0:
        snprintf(members, sizeof(members),
                 "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':%d},'back':%d",
                 1 + (int)us_rng_next_below(rng, 3), k);
        *ids += studio_page_ask(kit, "goal.open", members) != NULL;
        return;
    case 1:
        snprintf(members, sizeof(members), "'id':%d,'back':%d", id, k);
        studio_page_ask(kit, "goal.close", members);
        return;
    case 2:
        snprintf(members, sizeof(members), "'id':%d,'orders':%d", id, k);
        studio_page_ask(kit, "goal.back", members);
        return;
    case 3:
        snprintf(members, sizeof(members), "'id':%d", id);
        if (us_rng_next_below(rng, 4) == 0)
            studio_page_ask(kit, "goal.drop", members);
        return;
    case 4:
        snprintf(members, sizeof(members),
                 "'goal':'GetResources','args':{'player':0,'gold':%d},'back':%d",
                 1 + (int)us_rng_next_below(rng, 300), k);
        *ids += studio_page_ask(kit, "goal.open", members) != NULL;
        return;
    default:
        snprintf(members, sizeof(members), "'give':{%s}", orders[us_rng_next_below(rng, 2)]);
        studio_page_ask(kit, "play.order", members);
        studio_page_ask(kit, "play.step", us_rng_next_below(rng, 2) ? "'cycles':2" : "'cycles':60");
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

/* Goals that have an end, of which the game, played again, says whether they were reached there.
 * Returns how many were. */
static int count_reached(const char *trace, const char *labels)
{
    us_review *review;
    us_annotation *annotation;
    us_error err;
    int reached = 0;
    REQUIRE(us_review_open(trace, NULL, &review, NULL) == US_OK);
    REQUIRE(us_annotation_load(labels, review->domain, NULL, &annotation, NULL) == US_OK);
    us_question *question = US_NEW_ARRAY(us_question, annotation->count + 1);
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *goal = &annotation->goal[i];
        question[i] = (us_question){.expr = us_goal_test(review->domain, &goal->goal),
                                    .seat = goal->seat,
                                    .opened = goal->opened};
        memcpy(question[i].arg, goal->goal.arg, sizeof(question[i].arg));
    }
    REQUIRE(us_review_answer(review, trace, NULL, question, annotation->count, NULL, &err) ==
            US_OK);
    for (int i = 0; i < annotation->count; i++) {
        const us_goal_instance *goal = &annotation->goal[i];
        if (goal->closed < 0)
            continue;
        CHECK_INT(goal->achieved, us_question_at(&question[i], goal->closed));
        reached += goal->achieved;
    }
    us_questions_clear(question, annotation->count);
    us_mem_free(question);
    us_annotation_free(annotation);
    us_review_free(review);
    return reached;
}

TEST(the_validator_takes_whatever_was_labeled_while_playing)
{
    int reached = 0;
    for (int round = 0; round < 12; round++) {
        studio_page kit;
        us_rng rng = us_rng_derive(11, "labels", (uint64_t)round);
        int ids = 0;
        studio_page_begin(&kit);
        REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
        for (int i = 0; i < 120; i++)
            do_one(&kit, &rng, &ids);
        CHECK_INT(errors_of(scratch("it/g.jsonl"), scratch("it/g.goals.json")), 0); /* as it goes */
        studio_page_ask(&kit, "play.end", "");
        CHECK_INT(errors_of(scratch("it/g.jsonl"), scratch("it/g.goals.json")), 0);
        reached += count_reached(scratch("it/g.jsonl"), scratch("it/g.goals.json"));
        CHECK(ids > 3);
        studio_page_end(&kit);
        scratch_clean();
    }
    CHECK(reached > 12);
}

/* Said late, it is judged by what was then. */
TEST(a_goal_is_judged_by_the_cycles_in_which_it_began_and_ended)
{
    static const char *const cycles[] = {"'cycles':50", "'cycles':200", "'cycles':50"};
    static const struct {
        const char *open, *close;
        bool achieved;
    } rows[] = {
        {"'gold':100},'back':3", "'back':1", true},  /* from cycle 0 to 250 */
        {"'gold':101},'back':3", "'back':2", false}, /* to 50: it was reached later */
        {"'gold':102},'back':2", "'back':0", true},
        {"'gold':103},'back':1", "'back':0",
         false}, /* from 250: what was gained before is not its */
        {"'gold':104},'back':0", "'back':0", false},
    };
    studio_page kit;
    us_annotation *labels;
    us_domain *domain;
    studio_page_begin(&kit);
    REQUIRE(us_domain_load_shipped("skirmish", &domain, NULL) == US_OK);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    for (int i = 0; i < US_COUNT(cycles); i++) {
        studio_page_ask(&kit, "play.order",
                        i ? "'give':{'order':'stop','args':{'units':[8]}}"
                          : "'give':{'order':'harvest','args':{'units':[6,7,8],'target':1}}");
        studio_page_ask(&kit, "play.step", cycles[i]);
    }
    for (int i = 0; i < US_COUNT(rows); i++) {
        char members[200];
        snprintf(members, sizeof(members), "'goal':'GetResources','args':{'player':0,%s",
                 rows[i].open);
        REQUIRE(studio_page_ask(&kit, "goal.open", members) != NULL);
        snprintf(members, sizeof(members), "'id':%d,%s", 2 + i, rows[i].close);
        REQUIRE(studio_page_ask(&kit, "goal.close", members) != NULL);
    }
    REQUIRE(us_annotation_load(scratch("it/g.goals.json"), domain, NULL, &labels, NULL) == US_OK);
    for (int i = 0; i < US_COUNT(rows) - 1; i++) { /* the last one holds no order */
        us_test_row(rows[i].open);
        const us_goal_instance *goal = us_annotation_find(labels, 0, 2 + (uint32_t)i);
        REQUIRE(goal != NULL);
        CHECK_INT(goal->achieved, rows[i].achieved);
    }
    us_test_row(NULL);
    /* Its beginning moves, and so does what it is measured against. */
    CHECK(studio_page_ask(&kit, "goal.back", "'id':5,'orders':3") != NULL);
    CHECK_CONTAINS(strstr(studio_page_find_reply(&kit, "goals"), "\"id\":5"),
                   "\"open\":false,\"achieved\":true,\"orders\":3}");
    us_annotation_free(labels);
    studio_page_ask(&kit, "play.end", "");
    CHECK_INT(count_reached(scratch("it/g.jsonl"), scratch("it/g.goals.json")), 3);
    us_domain_free(domain);
    studio_page_end(&kit);
}

TEST(orders_of_several_goals_belong_to_each)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    studio_page_ask(&kit, "goal.open", "'goal':'DefeatPlayer','args':{'player':1}");
    studio_page_ask(&kit, "goal.open",
                    "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':2}");
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "play.step", "'cycles':2");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "order"), "\"goal\":3");
    const char *goals = studio_page_find_reply(&kit, "goals");
    CHECK_CONTAINS(goals, "\"id\":2,\"parent\":1");
    CHECK_CONTAINS(goals, "\"id\":3,\"parent\":2"); /* of equals the one of the higher rank */
    CHECK_CONTAINS(goals, "\"unlabeled\":0");
    studio_page_end(&kit);
}

/* All of it happens within one cycle. */
TEST(an_order_belongs_to_the_goals_that_were_open_when_it_was_given)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON) != NULL);
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "goal.open",
                    "'goal':'BuildUnits','args':{'player':0,'type':'grunt','number':2}");
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[8]}}");
    studio_page_ask(&kit, "goal.close", "'id':2");
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[9]}}");
    studio_page_ask(&kit, "play.step", "'cycles':1");
    const char *goals = studio_page_find_reply(&kit, "goals");
    CHECK_CONTAINS(goals, "\"orders\":3,\"unlabeled\":2");
    CHECK_CONTAINS(strstr(goals, "\"id\":2"), "\"orders\":1}");
    studio_page_end(&kit);
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

TEST(a_full_disk_is_told_and_the_game_stands_still_until_there_is_room)
{
    studio_page kit;
    us_replay *replay;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studio_page_ask(&kit, "play.step", "'cycles':500");
    rlim_t before = limit_files(4096);
    for (int i = 0; i < 40 && !studio_page_find_reply(&kit, "trouble"); i++) {
        studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studio_page_ask(&kit, "play.step", "'cycles':100");
    }
    CHECK_CONTAINS(studio_page_find_reply(&kit, "trouble"),
                   "\"text\":\"it/g."); /* as pages call it */
    CHECK_CONTAINS(studio_page_find_reply(&kit, "trouble"), "cannot write");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.step", "'cycles':1"), "cannot write");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.end", ""), "cannot write");
    limit_files(before);
    CHECK(studio_page_ask(&kit, "play.step", "'cycles':50") != NULL);
    CHECK(studio_page_ask(&kit, "play.end", "") != NULL);
    REQUIRE(us_replay_open(scratch("it/g.jsonl"), NULL, &replay, NULL) == US_OK);
    CHECK_INT(us_replay_advance(replay, INT32_MAX, NULL), US_OK);
    CHECK(us_replay_get_report(replay).state.now >= 500);
    CHECK_INT(us_replay_get_report(replay).differs, -1);
    us_replay_free(replay);
    studio_page_end(&kit);
}

TEST(a_full_disk_keeps_a_seat_until_there_is_room)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "play.step", "'cycles':10");
    rlim_t before = limit_files(64);
    studio_page_ask(&kit, "goal.open", "'goal':'DefeatPlayer','args':{'player':1}");
    CHECK_CONTAINS(studio_page_find_reply(&kit, "trouble"), "cannot write");
    CHECK_CONTAINS(studio_page_refused(&kit, "play.seat", "'agent':'idle'"), "cannot write");
    limit_files(before);
    CHECK(studio_page_ask(&kit, "play.seat", "'agent':'idle'") != NULL);
    CHECK_CONTAINS(studio_page_refused(&kit, "play.order", "'give':{}"), "only watched");
    studio_page_end(&kit);
}

TEST(a_full_disk_is_told_when_the_studio_ends)
{
    studio_page kit;
    us_error err = {0};
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
    studio_page_ask(&kit, "play.step", "'cycles':10");
    rlim_t before = limit_files(64);
    CHECK(us_studio_server_close(kit.server, &err) != US_OK);
    limit_files(before);
    CHECK_CONTAINS(err.text, "cannot write");
    kit.server = NULL;
    studio_page_end(&kit);
}

/* ---- when labels are saved */

/* Each time that they are written another file takes the name. */
TEST(a_live_game_waits_for_the_disk_twice_a_second_at_most)
{
    studio_page kit;
    struct stat info = {0};
    ino_t last = 0;
    int written = 0;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studio_page_ask(&kit, "play.pace", "'cycles':100");
    for (int i = 0; i < 150; i++) {
        studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studio_page_go_on(&kit, 20);
        if (stat(scratch("it/g.goals.json"), &info) == 0 && info.st_ino != last) {
            written++;
            last = info.st_ino;
        }
    }
    CHECK(written >= 3 && written <= 7);
    CHECK_CONTAINS(studio_page_find_reply(&kit, "goals"), "\"orders\":150");
    studio_page_end(&kit);
}

TEST(what_was_ordered_just_before_a_page_is_closed_is_labeled)
{
    studio_page kit;
    studio_page_begin(&kit);
    REQUIRE(studio_page_ask(&kit, "play.open", PERSON ",'file':'it/g.jsonl'") != NULL);
    studio_page_ask(&kit, "play.pace", "'cycles':100");
    for (int i = 0; i < 2; i++) {
        studio_page_ask(&kit, "play.order", "'give':{'order':'stop','args':{'units':[7]}}");
        studio_page_go_on(&kit, 20);
    }
    CHECK_CONTAINS(studio_page_find_reply(&kit, "goals"), "\"orders\":2");
    us_client_disconnect(kit.client);
    CHECK_INT(errors_of(scratch("it/g.jsonl"), scratch("it/g.goals.json")), 0);
    studio_page_end(&kit);
}
