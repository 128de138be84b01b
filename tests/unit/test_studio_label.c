#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/unit/labeled_page.h"

static const char *wait_for(studio_page *kit, const char *word)
{
    const char *said = NULL;
    for (int i = 0; i < 4000 && !said; i++) {
        struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
        nanosleep(&pause, NULL);
        studio_page_go_on(kit, 5);
        said = studio_page_find_reply(kit, word);
    }
    REQUIRE(said != NULL);
    return said;
}

TEST(findings_and_behaviors_follow_the_labels)
{
    labeled_page d;
    labeled_page_begin(&d, 4000);
    const us_json_node *ok = studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl'");
    REQUIRE(ok != NULL);
    CHECK_INT(studio_page_int(ok, "seat"), 0);
    CHECK(us_json_size(us_json_find(ok, "orders")) > 20);
    CHECK_INT(us_json_size(us_json_find(ok, "goals")), d.s.said->count);
    REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    const char *said = wait_for(&d.kit, "study");
    CHECK_CONTAINS(said, "\"errors\":0");
    CHECK_CONTAINS(said, "achieves WinWargus(player: self)");
    CHECK_CONTAINS(said, "\"unlearned\":null");
    studio_page_forget(&d.kit);
    REQUIRE(studio_page_ask(&d.kit, "label.edit", "'change':'delete','id':1") != NULL);
    REQUIRE(studio_page_ask(&d.kit, "label.edit", "'change':'delete','id':2") != NULL);
    REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    said = wait_for(&d.kit, "study");
    CHECK_CONTAINS(said, "no goal of seat 0 spans all its");
    CHECK_CONTAINS(said, "has no goal: expected at least one\",\"order\":");
    CHECK(!strstr(said, "achieves WinWargus"));
    labeled_page_end(&d);
}

TEST(suggestions_are_accepted_and_rejected)
{
    labeled_page d;
    labeled_page_begin(&d, 4000);
    REQUIRE(remove(d.path) == 0);
    REQUIRE(studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl','seat':0") != NULL);
    CHECK_CONTAINS(studio_page_refused(&d.kit, "label.edit", "'change':'accept'"),
                   "there are no suggestions");
    REQUIRE(studio_page_ask(&d.kit, "label.suggest", "") != NULL);
    const char *said = wait_for(&d.kit, "suggested");
    CHECK_CONTAINS(said, "\"suggested\":true");
    CHECK_CONTAINS(said, "\"by\":\"auto\"");
    const us_json_node *ok = studio_page_ask(&d.kit, "label.edit", "'change':'accept','id':1");
    REQUIRE(ok != NULL);
    const us_json_node *row = us_json_first(us_json_find(ok, "goals"));
    CHECK(!us_json_bool(us_json_find(row, "suggested")));
    CHECK_STR(us_json_string(us_json_find(row, "by")), "hand");
    CHECK_CONTAINS(studio_page_refused(&d.kit, "label.edit", "'change':'reject','id':1"),
                   "no suggestion");
    ok = studio_page_ask(&d.kit, "label.edit", "'change':'reject'");
    REQUIRE(ok != NULL);
    CHECK(us_json_size(us_json_find(ok, "gone")) > 2);
    us_annotation *left;
    REQUIRE(us_annotation_load(d.path, d.s.course->domain, NULL, &left, NULL) == US_OK);
    CHECK_INT(left->count, 1);
    us_annotation_free(left);
    ok = studio_page_ask(&d.kit, "label.undo", "");
    REQUIRE(ok != NULL);
    CHECK(us_json_size(us_json_find(ok, "goals")) > 2);
    REQUIRE(studio_page_ask(&d.kit, "label.edit", "'change':'accept'") != NULL);
    CHECK_CONTAINS(studio_page_refused(&d.kit, "label.edit", "'change':'accept'"),
                   "there are no suggestions");
    labeled_page_end(&d);
}

TEST(nothing_is_learned_from_suggestions_until_they_are_accepted)
{
    labeled_page d;
    labeled_page_begin(&d, 4000);
    REQUIRE(remove(d.path) == 0);
    const us_json_node *ok =
        studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl','seat':0");
    REQUIRE(ok != NULL);
    const us_json_node *seat = us_json_first(us_json_find(ok, "seats"));
    CHECK_STR(us_json_string(us_json_find(seat, "game")), "undecided");
    REQUIRE(studio_page_ask(&d.kit, "label.suggest", "") != NULL);
    wait_for(&d.kit, "suggested");
    us_annotation *made;
    REQUIRE(us_annotation_load(d.path, d.s.course->domain, NULL, &made, NULL) == US_OK);
    CHECK(made->count > 2);
    for (int i = 0; i < made->count; i++)
        CHECK(made->goal[i].suggested);
    char withheld[32];
    snprintf(withheld, sizeof withheld, "\"withheld\":%d,", made->count);
    us_annotation_free(made);
    REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    const char *said = wait_for(&d.kit, "study");
    CHECK_CONTAINS(said, withheld);
    CHECK_CONTAINS(said, "\"learned\":0,");
    CHECK_CONTAINS(said, "all goals of this seat are suggestions: accept those that are right");
    studio_page_forget(&d.kit);
    REQUIRE(studio_page_ask(&d.kit, "label.edit", "'change':'accept'") != NULL);
    REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    said = wait_for(&d.kit, "study");
    CHECK_CONTAINS(said, "\"withheld\":0,");
    CHECK_CONTAINS(said, "achieves WinWargus(player: self)");
    labeled_page_end(&d);
}

TEST(asking_twice_for_suggestions_brings_them_once)
{
    labeled_page d;
    labeled_page_begin(&d, 3000);
    REQUIRE(studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl','seat':1") != NULL);
    REQUIRE(studio_page_ask(&d.kit, "label.suggest", "") != NULL);
    REQUIRE(studio_page_ask(&d.kit, "label.suggest", "") != NULL);
    wait_for(&d.kit, "suggested");
    studio_page_forget(&d.kit);
    REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    wait_for(&d.kit, "study");
    CHECK(studio_page_find_reply(&d.kit, "suggested") == NULL);
    labeled_page_end(&d);
}

TEST(what_could_not_be_saved_is_tried_once_more_at_the_end)
{
    labeled_page d;
    labeled_page_begin(&d, 3000);
    REQUIRE(remove(d.path) == 0);
    REQUIRE(studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl','seat':0") != NULL);
    scratch_folder("it/game.goals.json"); /* in the way */
    const us_json_node *ok =
        studio_page_ask(&d.kit, "label.edit",
                        "'change':'add','goal':'WinWargus','args':{'player':0},'first':0,'end':3");
    REQUIRE(ok != NULL);
    CHECK(!us_json_bool(us_json_find(ok, "saved")));
    CHECK(!us_json_bool(us_json_find(ok, "conflict")));
    REQUIRE(remove(d.path) == 0);
    REQUIRE(studio_page_ask(&d.kit, "label.leave", "") != NULL);
    us_annotation *left;
    REQUIRE(us_annotation_load(d.path, d.s.course->domain, NULL, &left, NULL) == US_OK);
    CHECK_INT(left->count, 1);
    us_annotation_free(left);
    labeled_page_end(&d);
}

/* Whoever goes away, or begins something else, waits for nothing. */
TEST(work_is_given_up_with_its_page)
{
    labeled_page d;
    labeled_page_begin(&d, 4000);
    for (int i = 0; i < 4; i++) {
        REQUIRE(studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl'") != NULL);
        REQUIRE(studio_page_ask(&d.kit, i % 2 ? "label.study" : "label.suggest", "") != NULL);
        REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    }
    REQUIRE(studio_page_ask(&d.kit, "label.leave", "") != NULL);
    CHECK_CONTAINS(studio_page_refused(&d.kit, "label.study", ""), "label.open comes first");
    REQUIRE(studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl'") != NULL);
    REQUIRE(studio_page_ask(&d.kit, "label.study", "") != NULL);
    labeled_page_end(&d);
}

TEST(what_was_shipped_stays_as_it_is)
{
    labeled_page d;
    labeled_page_begin(&d, 3000);
    const us_json_node *ok = studio_page_ask(
        &d.kit, "label.open", "'file':'shipped/skirmish/demos/balanced-choke-1.jsonl'");
    REQUIRE(ok != NULL);
    CHECK_CONTAINS(us_json_string(us_json_find(ok, "fixed")), "read only");
    static const char *const verbs[] = {"label.undo", "label.redo", "label.save", "label.reload",
                                        "label.suggest"};
    for (int i = 0; i < US_COUNT(verbs); i++) {
        us_test_row(verbs[i]);
        CHECK_CONTAINS(studio_page_refused(&d.kit, verbs[i], ""), "read only");
    }
    CHECK_CONTAINS(studio_page_refused(&d.kit, "label.edit", "'change':'delete','id':1"),
                   "read only");
    labeled_page_end(&d);
}

TEST(hostile_members_are_refused)
{
    static const struct {
        const char *verb, *members, *why;
    } rows_of[] = {
        {"label.open", "", "file"},
        {"label.open", "'file':7", "string"},
        {"label.open", "'file':'it/../../etc/passwd'", "expected FOLDER/PATH"},
        {"label.open", "'file':'it/none.jsonl'", "cannot open"},
        {"label.open", "'file':'it/game.goals.json'", ""},
        {"label.open", "'file':'it/game.jsonl','seat':7", "seat"},
        {"label.open", "'file':'it/game.jsonl','seat':-9", "seat"},
        {"label.edit", "", "change"},
        {"label.edit", "'change':'explode'", "there is no change"},
        {"label.edit", "'change':'delete'", "id"},
        {"label.edit", "'change':'delete','id':999999999999", "id"},
        {"label.edit", "'change':'delete','id':4000000000", "there is no goal"},
        {"label.edit", "'change':'from','id':3,'first':-1", "first"},
        {"label.edit", "'change':'from','id':3,'first':200000", "no such order"},
        {"label.edit", "'change':'to','id':3,'end':0", "no such order"},
        {"label.edit", "'change':'split','id':3,'first':0", "between two"},
        {"label.edit", "'change':'merge','id':3,'other':3", "itself"},
        {"label.edit", "'change':'exclude','id':3,'first':5,'end':2", "expected some"},
        {"label.edit", "'change':'exclude','id':1,'first':0,'end':200000", "expected some"},
        {"label.edit", "'change':'close','id':1,'closed':2000000000", "where the game ends"},
        {"label.edit", "'change':'close','id':1,'closed':-1,'achieved':true", "at which"},
        {"label.edit", "'change':'parent','id':1,'other':2", "below itself"},
        {"label.edit", "'change':'accept','id':1", "no suggestion"},
        {"label.edit", "'change':'add','first':0,'end':3", "goal"},
        {"label.edit", "'change':'add','goal':'Nonsense','args':{},'first':0,'end':3",
         "is not a goal"},
        {"label.edit", "'change':'add','goal':'WinWargus','args':{'player':5},'first':0,'end':3",
         "seat"},
        {"label.edit", "'change':'add','goal':'WinWargus','args':[],'first':0,'end':3", "args"},
        {"label.note", "", "endings"},
        {"label.note", "'endings':[1,2]", ""},
        {"label.note", "'endings':[{'id':1,'closed':-4}]", "closed"},
        {"label.note", "'endings':[]", "noted already"},
        {"label.undo", "", "nothing to undo"},
        {"label.redo", "", "nothing to redo"},
    };
    labeled_page d;
    labeled_page_begin(&d, 3000);
    CHECK_CONTAINS(studio_page_refused(&d.kit, "label.undo", ""), "label.open comes first");
    REQUIRE(studio_page_ask(&d.kit, "label.open", "'file':'it/game.jsonl'") != NULL);
    for (int i = 0; i < US_COUNT(rows_of); i++) {
        us_test_row(rows_of[i].members);
        CHECK_CONTAINS(studio_page_refused(&d.kit, rows_of[i].verb, rows_of[i].members),
                       rows_of[i].why);
    }
    us_annotation *left;
    REQUIRE(us_annotation_load(d.path, d.s.course->domain, NULL, &left, NULL) == US_OK);
    CHECK_INT(left->count, d.s.said->count);
    us_annotation_free(left);
    labeled_page_end(&d);
}
