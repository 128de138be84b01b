#include <stdio.h>

#include "studio/editing.h"
#include "tests/unit/labeled_page.h"

/* A file of somebody's hands: its goals are of seat 0, whose first order is not the trace's. */
static us_editing *edit_written(const labeled_page *d, const char *goals)
{
    us_editing *editing;
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, US_ANNOTATION_FIRST ",\"version\":1,\"domain\":\"skirmish\",\"goals\":[%s]}",
                goals);
    scratch_put("it/game.goals.json", text.text);
    us_str_clear(&text);
    REQUIRE(us_editing_open(d->trace, NULL, d->path, 0, NULL, &editing, NULL) == US_OK);
    REQUIRE(!editing->fixed.text[0] && editing->orders > 3 && editing->own[0] > 1);
    return editing;
}

#define WRITTEN(id, more)                                                                     \
    "{\"id\":" #id ",\"seat\":0,\"goal\":\"WinWargus\",\"args\":{\"player\":0},\"opened\":0," \
    "\"orders\":[[1,100000]]" more "}"

static const us_goal_instance *changed(us_editing *editing, us_edit change, uint32_t look)
{
    uint32_t id;
    us_error err;
    if (!CHECK_INT(us_editing_change(editing, &change, &id, &err), US_OK))
        FAIL("%s", err.text);
    return us_annotation_find(editing->annotation, 0, look);
}

/* Ranges of files may begin before the first order that they hold. */
TEST(a_goal_begins_elsewhere_only_with_another_first_order)
{
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 3000);
    us_editing *editing = edit_written(&d, WRITTEN(1, ""));
    int at = 1;
    while (at < editing->orders - 2 &&
           (editing->given[at] == 0 || editing->own[at - 1] + 1 == editing->own[at]))
        at++;
    REQUIRE(at < editing->orders - 2);
    char goal[200];
    snprintf(goal, sizeof(goal),
             "{\"id\":1,\"seat\":0,\"goal\":\"WinWargus\",\"args\":{\"player\":0},\"opened\":0,"
             "\"orders\":[[%d,100000]]}",
             (int)editing->own[at - 1] + 1);
    us_editing_close(editing);
    editing = edit_written(&d, goal);
    const us_goal_instance *made =
        changed(editing, (us_edit){US_EDIT_TO, .id = 1, .end = editing->orders - 1}, 1);
    CHECK_INT(made->opened, 0);
    made = changed(editing, (us_edit){US_EDIT_FROM, .id = 1, .first = at + 1}, 1);
    CHECK_INT(made->opened, editing->given[at + 1]);
    us_editing_close(editing);
}

TEST(whoever_stood_in_a_circle_stands_below_nobody)
{
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 3000);
    us_editing *editing =
        edit_written(&d, WRITTEN(1, ",\"parent\":2") "," WRITTEN(2, ",\"parent\":1"));
    const us_goal_instance *goal = changed(editing, (us_edit){US_EDIT_DELETE, .id = 1}, 2);
    CHECK_INT(goal->parent, 0);
    us_editing_close(editing);
}

TEST(whatever_is_changed_of_a_suggestion_accepts_it)
{
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 3000);
    US_AUTOPTR(us_editing)
    editing = edit_written(&d, WRITTEN(1, ",\"suggested\":true") "," WRITTEN(2, ""));
    us_goal goal = labeled_page_goal(editing->course->domain, "DefeatPlayer(player: 1)");
    const us_edit rows_of[] = {
        {US_EDIT_CLOSE, .id = 1, .closed = 3000},
        {US_EDIT_PARENT, .id = 1, .other = 2},
        {US_EDIT_PARENT, .id = 1},
        {US_EDIT_GOAL, .id = 1, .goal = goal},
        {US_EDIT_EXCLUDE, .id = 1, .end = 1},
    };
    for (int i = 0; i < US_COUNT(rows_of); i++) {
        us_test_row(us_edit_kind_name(rows_of[i].kind));
        const us_goal_instance *made = changed(editing, rows_of[i], 1);
        CHECK(!made->suggested);
        CHECK_STR(made->by, "hand");
        CHECK_INT(us_editing_undo(editing, NULL), US_OK);
    }
}

TEST(only_ends_that_can_be_are_noted)
{
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 3000);
    US_AUTOPTR(us_editing) editing = edit_written(&d, WRITTEN(1, ""));
    us_goal_ending known[] = {{1, editing->course->cycles + 1, true},
                              {1, editing->given[0] - 1, true},
                              {7, editing->given[0], true}};
    CHECK_INT(us_editing_set_endings(editing, known, US_COUNT(known), NULL), US_BAD_INPUT);
    known[2] = (us_goal_ending){1, editing->course->cycles, true};
    CHECK_INT(us_editing_set_endings(editing, known, US_COUNT(known), NULL), US_OK);
    CHECK_INT(editing->annotation->goal[0].closed, editing->course->cycles);
}

TEST(labels_that_cannot_be_edited_are_not_taken_from_the_file)
{
    static const struct {
        const char *goals, *why;
    } rows_of[] = {
        {WRITTEN(1, "") "," WRITTEN(1, ""), "the same number"},
        {WRITTEN(1, ",\"nonsense\":1"), "nonsense"},
    };
    US_AUTO(labeled_page_end) labeled_page d;
    us_error err;
    labeled_page_begin(&d, 3000);
    US_AUTOPTR(us_editing) editing = edit_written(&d, WRITTEN(1, ""));
    US_AUTOFREE char *was = us_mem_strdup(us_editing_text(editing));
    for (int i = 0; i < US_COUNT(rows_of); i++) {
        char text[1000];
        snprintf(text, sizeof(text),
                 US_ANNOTATION_FIRST ",\"version\":1,\"domain\":\"skirmish\",\"goals\":[%s]}",
                 rows_of[i].goals);
        us_test_row(rows_of[i].why);
        scratch_put("it/game.goals.json", text);
        CHECK_INT(us_editing_reload(editing, &err), US_BAD_INPUT);
        CHECK_CONTAINS(err.text, rows_of[i].why);
        CHECK_STR(us_editing_text(editing), was);
        CHECK_INT(us_editing_save(editing, NULL), US_BAD_INPUT);
        US_AUTOFREE char *after = scratch_text("it/game.goals.json");
        CHECK_STR(after, text);
    }
}
