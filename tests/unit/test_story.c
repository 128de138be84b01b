#include "adapt/story.h"

#include <string.h>

#include "tests/unit/test.h"

/* ---- stories */

static us_story_cause *add_cause(us_story *story, const char *pattern, int games, int wins,
                                 int failures)
{
    story->cause =
        us_array_grow(story->cause, story->causes, &story->cause_room, sizeof *story->cause);
    us_story_cause *cause = &story->cause[story->causes++];
    *cause = (us_story_cause){.pattern = pattern,
                              .about = "what failed",
                              .behavior = "base",
                              .step = "",
                              .goal = "",
                              .games = games,
                              .active = 10,
                              .wins = wins,
                              .failures = failures,
                              .trace = "",
                              .game = 1,
                              .values = "",
                              .blamed = "it is the step that failed (1 of 1)",
                              .end = "searched",
                              .tried = ""};
    return cause;
}

static us_story_change *add_change(us_story *story, const char *about, int cause, int diff)
{
    us_story_change *change = us_story_add_change(story);
    change->about = about;
    change->behavior = "base";
    change->cause = cause;
    change->diff = diff;
    change->games = 8;
    return change;
}

static us_telling tell(const us_story *story, int stories, bool all)
{
    us_telling telling;
    us_stories_tell(story, stories, all, &telling);
    return telling;
}

/* Returns how many parts of that kind contain the text. */
static int count(const us_telling *telling, us_told_kind kind, const char *text)
{
    int found = 0;
    for (int i = 0; i < telling->count; i++)
        found += telling->item[i].kind == kind && strstr(telling->item[i].text, text);
    return found;
}

static void write(const us_story *story, us_str *out)
{
    us_json_writer writer;
    us_str_reset(out);
    us_json_writer_init(&writer, out);
    us_story_write(story, &writer);
}

/* ---- the order */

TEST(causes_are_ranked_by_games_then_by_games_that_were_not_won_then_by_failures)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    add_cause(&story, "noise", 9, 0, 90)->end = us_repair_end_name(US_REPAIR_NOISE);
    add_cause(&story, "rare", 2, 0, 99);
    add_cause(&story, "won", 5, 5, 50);
    add_cause(&story, "lost", 5, 1, 7);
    add_cause(&story, "lost more often", 5, 1, 8);
    add_change(&story, "of rare", 1, -1);
    add_change(&story, "of lost", 3, -1);
    us_story_rank(&story);
    CHECK_STR(story.cause[0].pattern, "lost more often");
    CHECK_STR(story.cause[1].pattern, "lost");
    CHECK_STR(story.cause[2].pattern, "won");
    CHECK_STR(story.cause[3].pattern, "rare");
    CHECK_STR(story.cause[4].pattern, "noise");
    CHECK_STR(story.change[0].about, "of lost");
    CHECK_INT(story.change[0].cause, 1);
    CHECK_STR(story.change[1].about, "of rare");
    CHECK_INT(story.change[1].cause, 3);
}

TEST(changes_are_ranked_kept_ones_first_then_by_effect)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    add_change(&story, "bad", -1, -1)->effect = -300;
    add_change(&story, "unplayed", -1, -1)->games = 0;
    add_change(&story, "good", -1, -1)->effect = 400;
    us_story_change *tried = add_change(&story, "tried", -1, -1);
    tried->tried = true;
    us_story_change *kept = add_change(&story, "kept", -1, -1);
    kept->kept = kept->tried = true;
    us_story_rank(&story);
    CHECK_STR(story.change[0].about, "kept");
    CHECK_STR(story.change[1].about, "tried");
    CHECK_STR(story.change[2].about, "good");
    CHECK_STR(story.change[3].about, "bad");
    CHECK_STR(story.change[4].about, "unplayed");
}

/* ---- differences */

TEST(equal_differences_are_one)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    int one = us_story_add_diff(&story, "a\nb\n", "a\nc\n");
    CHECK_INT(one, 0);
    CHECK_INT(us_story_add_diff(&story, "a\nb\n", "a\nd\n"), 1);
    CHECK_INT(us_story_add_diff(&story, "a\nb\n", "a\nc\n"), one);
    CHECK_INT(us_story_add_diff(&story, "a\n", "a\n"), -1);
    CHECK_INT(story.diffs, 2);
    CHECK_STR(story.diff[0], "  a\n- b\n+ c\n");
}

TEST(a_difference_is_told_once_and_referred_to_in_all_stories)
{
    us_story story[2] = {us_story_new(US_STORY_SEARCH), us_story_new(US_STORY_SEARCH)};
    for (int i = 0; i < 2; i++) {
        us_story_add_diff(&story[i], "a\nb\n", "a\nc\n");
        add_cause(&story[i], "first", 5, 0, 5);
        add_cause(&story[i], "second", 4, 0, 4);
        add_change(&story[i], "one", 0, 0);
        add_change(&story[i], "other", 1, 0);
        us_story_rank(&story[i]);
    }
    us_telling telling = tell(story, 2, true);
    CHECK_INT(count(&telling, US_TOLD_DIFF, ""), 1);
    CHECK_INT(count(&telling, US_TOLD_DIFF, "- b\n+ c\n"), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "The same difference as 1.1."), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "The same difference as 1.1 of adaptation 1."), 2);
    us_telling_clear(&telling);
    us_story_clear(&story[0]);
    us_story_clear(&story[1]);
}

TEST(equal_differences_of_a_written_story_are_told_once)
{
    US_AUTO(us_story_clear) us_story story = {0};
    us_error err = {0};
    REQUIRE(us_story_read("{\"how\": \"search\", \"causes\": [],"
                          " \"changes\": [{\"diff\": 1}, {\"diff\": 0}, {\"diff\": 2}],"
                          " \"diffs\": [\"+ same\", \"+ same\", \"+ other\"]}",
                          &story, &err) == US_OK);
    us_telling telling = tell(&story, 1, true);
    CHECK_INT(count(&telling, US_TOLD_DIFF, "+ same"), 1);
    CHECK_INT(count(&telling, US_TOLD_DIFF, "+ other"), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "The same difference as 1."), 1);
    us_telling_clear(&telling);
}

/* ---- the changes of causes */

TEST(the_changes_of_each_cause_stand_below_it)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    for (int i = 0; i < 4; i++)
        add_cause(&story, "pattern", 9 - i, 0, 1);
    story.cause[3].end = us_repair_end_name(US_REPAIR_NOISE);
    add_change(&story, "of the noise", 3, -1);
    add_change(&story, "of none", -1, -1);
    add_change(&story, "of the third", 2, -1);
    add_change(&story, "of the first", 0, -1);
    add_change(&story, "also of the first", 0, -1);
    us_story_rank(&story);
    us_telling telling = tell(&story, 1, true);
    CHECK_INT(count(&telling, US_TOLD_LINE, "Repair 1.1, repair: of the first."), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "Repair 1.2, repair: also of the first."), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "Repair 3.1, repair: of the third."), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "Repair "), 3);
    CHECK_INT(count(&telling, US_TOLD_ENTRY, "2. pattern: what failed; in 8 games; not repaired"),
              1);
    us_telling_clear(&telling);
}

/* ---- the first five */

TEST(the_first_five_are_told_in_full_and_the_rest_on_request)
{
    enum { CAUSES = 20 };
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    for (int i = 0; i < CAUSES; i++)
        add_cause(&story, "pattern", CAUSES - i, 0, 1);
    add_cause(&story, "chance", 1, 0, 1)->end = us_repair_end_name(US_REPAIR_NOISE);
    us_telling some = tell(&story, 1, false), all = tell(&story, 1, true);
    CHECK_INT(count(&some, US_TOLD_LINE, "Blamed because"), US_STORY_FULL);
    CHECK_INT(count(&some, US_TOLD_ENTRY, ". pattern: "), US_STORY_BRIEF);
    CHECK_INT(count(&some, US_TOLD_ENTRY, "5 more"), 1);
    CHECK_INT(count(&some, US_TOLD_HEADING, "Noise, which may be chance (1)"), 1);
    CHECK_INT(count(&some, US_TOLD_ENTRY, "chance"), 0);
    CHECK_INT(count(&all, US_TOLD_LINE, "Blamed because"), CAUSES);
    CHECK_INT(count(&all, US_TOLD_ENTRY, "chance: "), 1);
    int folded = 0;
    for (int i = 0; i < all.count; i++)
        folded += all.item[i].kind == US_TOLD_ENTRY && all.item[i].rest;
    CHECK_INT(folded, CAUSES - US_STORY_FULL + 1);
    CHECK(some.less && !all.less);
    us_telling_clear(&some);
    us_telling_clear(&all);
}

TEST(causes_that_are_unrelated_to_losses_follow_in_a_line_each)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_REPAIRS);
    us_story_cause *cause = add_cause(&story, "often", 9, 5, 20);
    cause->end = us_repair_end_name(US_REPAIR_UNRELATED);
    cause->failed_lost = 4;
    cause->lost = 6;
    cause->failed_won = 5;
    cause->won = 8;
    add_cause(&story, "chance", 10, 0, 1)->end = us_repair_end_name(US_REPAIR_NOISE);
    add_cause(&story, "seldom", 2, 0, 2)->end = us_repair_end_name(US_REPAIR_DONE);
    us_story_rank(&story);
    CHECK_STR(story.cause[0].pattern, "seldom");
    CHECK_STR(story.cause[1].pattern, "often");
    us_telling telling = tell(&story, 1, false);
    CHECK_INT(count(&telling, US_TOLD_HEADING, "in which they occurred (1)"), 1);
    CHECK_INT(
        count(&telling, US_TOLD_HEADING, "not shown to be more frequent early in lost games (1)"),
        1);
    CHECK_INT(count(&telling, US_TOLD_ENTRY,
                    "often: what failed; \"base\", early in 4 of 6 lost and 5 of "
                    "8 won games"),
              1);
    CHECK_INT(count(&telling, US_TOLD_HEADING, "Noise, which may be chance (1)"), 1);
    us_telling_clear(&telling);
}

/* Returns whether a telling of so many causes and donors leaves something out. */
static bool tells_less(int causes, bool noise, int donors)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    for (int i = 0; i < causes; i++)
        add_cause(&story, "pattern", 9, 0, 1);
    if (noise)
        add_cause(&story, "chance", 1, 0, 1)->end = us_repair_end_name(US_REPAIR_NOISE);
    for (int i = 0; i < donors; i++)
        us_story_add_donor(&story);
    us_telling telling = tell(&story, 1, false);
    bool less = telling.less;
    us_telling_clear(&telling);
    return less;
}

TEST(a_telling_has_whether_it_leaves_something_out)
{
    CHECK(!tells_less(US_STORY_FULL, false, 0));
    CHECK(tells_less(US_STORY_FULL + 1, false, 0));
    CHECK(tells_less(0, true, 0));
    CHECK(!tells_less(0, false, US_STORY_BRIEF));
    CHECK(tells_less(0, false, US_STORY_BRIEF + 1));
}

TEST(donors_are_ranked_by_points_and_share_the_result_of_their_proof)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_TRANSPLANTS);
    us_story_donor *worse = us_story_add_donor(&story);
    *worse = (us_story_donor){"ai:raid", "the behaviors of game 3", 12, 3450};
    us_story_donor *better = us_story_add_donor(&story);
    *better = (us_story_donor){"old.db", "its behaviors", 1, 6000};
    story.tries = 1;
    story.kept = true;
    us_story_rank(&story);
    us_telling telling = tell(&story, 1, false);
    CHECK_INT(count(&telling, US_TOLD_HEADING, "Transplants, by their points in practice (2)"), 1);
    CHECK_INT(count(&telling, US_TOLD_ENTRY,
                    "1. old.db: its behaviors: estimated 60.0% of the points in 1 attempt, kept"),
              1);
    CHECK_INT(count(&telling, US_TOLD_ENTRY,
                    "2. ai:raid: the behaviors of game 3: estimated 34.5% of the points in 12 "
                    "attempts, kept"),
              1);
    CHECK_INT(count(&telling, US_TOLD_NOTE, "the behaviors of other players or libraries"), 1);
    us_telling_clear(&telling);
}

TEST(each_change_has_its_games_its_effect_and_the_interval_of_its_proof)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    story.tries = 1;
    story.kept = true;
    story.effect = 1110;
    story.low = 790;
    story.high = 1420;
    story.level = 9875;
    story.maps = 384;
    story.proof_games = 1536;
    us_story_change *kept = add_change(&story, "launch 110 to 138", -1, -1);
    kept->kept = kept->tried = true;
    kept->effect = 680;
    kept->error = 160;
    add_change(&story, "left", -1, -1)->effect = -100;
    us_story_rank(&story);
    us_telling telling = tell(&story, 1, true);
    CHECK_INT(count(&telling, US_TOLD_LINE,
                    "Screening: +6.8 +- 1.6 in 8 games. Proof: kept; all changes of the proof "
                    "together +11.1 points [+7.9, +14.2] on 384 maps (98.75%), in 1536 games."),
              1);
    CHECK_INT(count(&telling, US_TOLD_LINE,
                    "Screening: -1.0 +- 0.0 in 8 games. The last proof was without it."),
              1);
    us_telling_clear(&telling);
    story.how = US_STORY_REPAIRS;
    telling = tell(&story, 1, true);
    CHECK_INT(count(&telling, US_TOLD_NOTE, "No game proved these repairs."), 1);
    CHECK_INT(count(&telling, US_TOLD_LINE, "Not proved: no game was played with it."), 2);
    us_telling_clear(&telling);
}

/* ---- JSON */

TEST(a_story_is_read_as_it_was_written)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH), again = {0};
    US_AUTOSTR(text);
    US_AUTOSTR(same);
    us_error err = {0};
    us_story_add_diff(&story, "a\n", "b \"<&\n");
    add_cause(&story, "hostile \x1b[31m \"<script>\"", 3, 1, 4);
    us_story_change *change = add_change(&story, "x", 0, 0);
    change->effect = -12345;
    change->kept = true;
    story.wins = -1;
    story.level = 9500;
    write(&story, &text);
    REQUIRE(us_story_read(text.text, &again, &err) == US_OK);
    write(&again, &same);
    CHECK_STR(same.text, text.text);
    CHECK_INT(again.change[0].effect, -12345);
    CHECK_STR(again.cause[0].pattern, "hostile \x1b[31m \"<script>\"");
}

TEST(donors_are_read_as_they_were_written)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_TRANSPLANTS), again = {0};
    US_AUTOSTR(text);
    US_AUTOSTR(same);
    us_error err = {0};
    *us_story_add_donor(&story) = (us_story_donor){"ai:raid", "the behaviors", 12, 3450};
    write(&story, &text);
    CHECK_CONTAINS(text.text, "\"how\":\"transplants\"");
    CHECK_CONTAINS(text.text, "\"changes\":[],\"donors\":[{\"name\":\"ai:raid\","
                              "\"about\":\"the behaviors\",\"attempts\":12,\"points\":3450}]");
    REQUIRE(us_story_read(text.text, &again, &err) == US_OK);
    CHECK_INT(again.how, US_STORY_TRANSPLANTS);
    CHECK_INT(again.donors, 1);
    CHECK_INT(again.donor[0].points, 3450);
    write(&again, &same);
    CHECK_STR(same.text, text.text);
}

TEST(members_that_a_story_lacks_have_presets)
{
    US_AUTO(us_story_clear) us_story story = {0};
    us_error err = {0};
    REQUIRE(
        us_story_read("{\"how\": \"search\", \"causes\": [{}], \"changes\": [{}], \"diffs\": []}",
                      &story, &err) == US_OK);
    CHECK_INT(story.wins, -1);
    CHECK_STR(story.cause[0].pattern, "");
    CHECK_INT(story.change[0].cause, -1);
    CHECK_INT(story.change[0].diff, -1);
    us_telling telling = tell(&story, 1, true);
    CHECK(telling.count > 3);
    us_telling_clear(&telling);
}

TEST(a_broken_story_is_refused)
{
    US_AUTO(us_story_clear) us_story story = us_story_new(US_STORY_SEARCH);
    US_AUTOSTR(text);
    us_error err = {0};
    add_cause(&story, "p", 1, 0, 1);
    us_story_change *change = add_change(&story, "x", 0, -1);
    us_story read;
    change->cause = 1;
    write(&story, &text);
    CHECK_INT(us_story_read(text.text, &read, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "below 1");
    change->cause = 0;
    change->diff = 0;
    write(&story, &text);
    CHECK_INT(us_story_read(text.text, &read, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "below 0");
    CHECK_INT(us_story_read("[]", &read, &err), US_BAD_INPUT);
    CHECK_INT(us_story_read("{\"how\": 1}", &read, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "how");
    CHECK_INT(us_story_read("", &read, &err), US_BAD_INPUT);
    CHECK_INT(us_story_read("{\"how\": \"search\"}", &read, &err), US_BAD_INPUT);
    CHECK_INT(us_story_read("{\"how\": \"other\"}", &read, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "expected repairs, daemons, search, random or transplants");
}

TEST(a_list_of_a_story_has_only_objects)
{
    static const struct {
        const char *lists, *wanted;
    } bad[] = {
        {"\"causes\": [{}, 1, \"x\"], \"changes\": []", "expected a cause, an object"},
        {"\"causes\": [], \"changes\": [[]]", "expected a change, an object"},
        {"\"causes\": [], \"changes\": [], \"donors\": [{}, null]", "expected a donor, an object"},
        {"\"causes\": [], \"changes\": [], \"donors\": 3", "donors"},
        {"\"causes\": {}, \"changes\": []", "causes"},
    };
    for (int i = 0; i < US_COUNT(bad); i++) {
        us_story read;
        us_error err = {0};
        US_AUTOSTR(text);
        us_str_addf(&text, "{\"how\": \"search\", \"diffs\": [], %s}", bad[i].lists);
        CHECK_INT(us_story_read(text.text, &read, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, bad[i].wanted);
    }
}
