#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file.h"
#include "base/rng.h"
#include "domain/goal.h"
#include "studio/editing.h"
#include "tests/unit/labeled_page.h"
#include "traces/label_check.h"

static us_editing *edit(const labeled_page *d)
{
    us_editing *editing;
    us_error err;
    REQUIRE(us_editing_open(d->trace, NULL, d->path, -1, NULL, &editing, &err) == US_OK);
    REQUIRE(editing->orders > 20 && editing->annotation->count > 5);
    return editing;
}

static const char attack[] = "maintain BuildUnits(player: self, type: \"infantry\", number: 3)";

/* The first goal of so many orders at least that stands below another one. */
static us_goal_instance *some_goal(const us_editing *editing, int orders)
{
    for (int i = 0; i < editing->annotation->count; i++) {
        us_goal_instance *goal = &editing->annotation->goal[i];
        us_span *span;
        int held = 0;
        us_arena *arena = us_arena_new();
        int spans = us_editing_spans(editing, goal, arena, &span);
        for (int k = 0; k < spans; k++)
            held += (int)(span[k].to - span[k].from);
        us_arena_free(arena);
        if (goal->parent && goal->seat == editing->seat && held >= orders &&
            held < editing->orders / 2)
            return goal;
    }
    REQUIRE(!"there is such a goal");
    return NULL;
}

static int place_in(const us_editing *editing, const us_goal_instance *goal, bool last)
{
    uint32_t order = last ? goal->span[goal->spans - 1].to : goal->span[0].from;
    return us_editing_place(editing, order);
}

/* What the file holds is what is shown. */
static void check_saved(const us_editing *editing)
{
    US_AUTOFREE char *text = NULL;
    size_t length;
    CHECK(editing->saved);
    REQUIRE(us_file_read(editing->path.text, 64 << 20, &text, &length, NULL) == US_OK);
    CHECK(us_text_equal(text, us_editing_text(editing)));
}

/* Whatever is left is about orders that nobody has labeled. */
static void check_form(const us_editing *editing)
{
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    us_annotation_check_form(editing->annotation, editing->course, &remarks, NULL, NULL);
    for (int i = 0; i < remarks.count; i++) {
        const char *text = remarks.remark[i].text;
        bool bare = strstr(text, "has no goal") || strstr(text, "have no goal") ||
                    strstr(text, "spans all") || strstr(text, "no goals");
        if (remarks.remark[i].error && !bare)
            FAIL("%s", text);
    }
}

/* ---- each change */

/* What a row needs to know of the labels; it fills the change. */
typedef struct change_row {
    const char *name;
    us_edit_kind kind;
    int orders; /* of the goal that is changed, at least */
} change_row;

static const change_row rows[] = {
    {"a goal over some orders", US_EDIT_ADD, 1},
    {"another goal", US_EDIT_GOAL, 1},
    {"its first order later", US_EDIT_FROM, 2},
    {"its last order earlier", US_EDIT_TO, 2},
    {"in two", US_EDIT_SPLIT, 2},
    {"without an order", US_EDIT_EXCLUDE, 2},
    {"with one more", US_EDIT_INCLUDE, 1},
    {"away", US_EDIT_DELETE, 1},
    {"its end is not known", US_EDIT_CLOSE, 1},
    {"to the top", US_EDIT_PARENT, 1},
};

static us_edit change_of(const us_editing *editing, const change_row *row)
{
    const us_goal_instance *goal = some_goal(editing, row->orders);
    int first = place_in(editing, goal, false), last = place_in(editing, goal, true);
    us_edit change = {.kind = row->kind, .id = goal->id, .closed = -1};
    change.goal = labeled_page_goal(editing->course->domain, attack);
    switch (row->kind) {
    case US_EDIT_ADD:
        change.first = 3;
        change.end = 7;
        break;
    case US_EDIT_TO:
        change.end = last - 1;
        break;
    case US_EDIT_EXCLUDE:
        change.first = first;
        change.end = first + 1;
        break;
    case US_EDIT_INCLUDE:
        change.first = 0;
        change.end = editing->orders;
        break;
    default:
        change.first = first + 1;
    }
    return change;
}

TEST(each_change_is_saved_undone_and_done_again)
{
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 4000);
    US_AUTOPTR(us_editing) editing = edit(&d);
    US_AUTOFREE char *was = us_mem_strdup(us_editing_text(editing));
    for (int i = 0; i < US_COUNT(rows); i++) {
        uint32_t id;
        us_error err;
        us_test_row(rows[i].name);
        us_edit change = change_of(editing, &rows[i]);
        if (!CHECK_INT(us_editing_change(editing, &change, &id, &err), US_OK))
            FAIL("%s", err.text);
        US_AUTOFREE char *now = us_mem_strdup(us_editing_text(editing));
        CHECK(!us_text_equal(now, was));
        check_saved(editing);
        check_form(editing);
        CHECK_INT(us_editing_undo(editing, NULL), US_OK);
        CHECK_STR(us_editing_text(editing), was);
        check_saved(editing);
        CHECK_INT(us_editing_redo(editing, NULL), US_OK);
        CHECK_STR(us_editing_text(editing), now);
        CHECK_INT(us_editing_redo(editing, &err), US_BAD_INPUT);
        CHECK_INT(us_editing_undo(editing, NULL), US_OK);
    }
    CHECK_INT(us_editing_undos(editing), 0);
}

TEST(what_was_split_can_be_merged_again)
{
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 4000);
    US_AUTOPTR(us_editing) editing = edit(&d);
    us_goal_instance goal = *some_goal(editing, 3);
    int count = editing->annotation->count, first = place_in(editing, &goal, false);
    int last = place_in(editing, &goal, true);
    uint32_t id, made;
    us_edit split = {.kind = US_EDIT_SPLIT, .id = goal.id, .first = first + 1};
    REQUIRE(us_editing_change(editing, &split, &made, NULL) == US_OK);
    CHECK(made != goal.id);
    CHECK_INT(editing->annotation->count, count + 1);
    const us_goal_instance *one = us_annotation_find(editing->annotation, editing->seat, goal.id);
    CHECK_INT(place_in(editing, one, true), first + 1);
    CHECK_INT(one->closed, -1);
    us_edit merge = {.kind = US_EDIT_MERGE, .id = goal.id, .other = made};
    REQUIRE(us_editing_change(editing, &merge, &id, NULL) == US_OK);
    CHECK_INT(id, goal.id);
    CHECK_INT(editing->annotation->count, count);
    one = us_annotation_find(editing->annotation, editing->seat, goal.id);
    CHECK_INT(place_in(editing, one, false), first);
    CHECK_INT(place_in(editing, one, true), last);
    CHECK_INT(one->closed, goal.closed);
    CHECK_STR(one->by, "hand");
}

/* ---- against a model */

enum { MODEL_GOALS = 200 };

typedef struct model {
    uint32_t id[MODEL_GOALS];
    bool *held[MODEL_GOALS]; /* NULL: gone */
    int goals, orders;
} model;

static bool *flags_of(const us_editing *editing, const us_goal_instance *goal)
{
    bool *held = US_NEW_ARRAY(bool, editing->orders + 1);
    for (int i = 0; i < editing->orders; i++)
        held[i] = us_goal_instance_has_order(goal, editing->own[i]);
    return held;
}

static int model_find(const model *m, uint32_t id)
{
    for (int i = 0; i < m->goals; i++)
        if (m->held[i] && m->id[i] == id)
            return i;
    return -1;
}

static int count_held(const model *m, int g, int from, int to)
{
    int held = 0;
    for (int i = from; i < to; i++)
        held += m->held[g][i];
    return held;
}

static int edge_of(const model *m, int g, bool last)
{
    int at = last ? m->orders : 0;
    while (!m->held[g][last ? at - 1 : at])
        at += last ? -1 : 1;
    return at;
}

static void model_add(model *m, uint32_t id, bool *held)
{
    m->id[m->goals] = id;
    m->held[m->goals++] = held;
}

static void model_drop(model *m, int g)
{
    us_mem_free(m->held[g]);
    m->held[g] = NULL;
}

/* Would it be refused, as far as orders go? If not, the model changes too; id is what came of the
 * change. */
static bool model_may(const model *m, const us_edit *change, int g)
{
    int first = edge_of(m, g, false), last = edge_of(m, g, true);
    int in = count_held(m, g, change->first, change->end), all = count_held(m, g, 0, m->orders);
    switch (change->kind) {
    case US_EDIT_FROM:
        return change->first < last;
    case US_EDIT_TO:
        return change->end > first;
    case US_EDIT_SPLIT:
        return change->first > first && change->first < last;
    case US_EDIT_EXCLUDE:
        return in > 0 && in < all;
    case US_EDIT_INCLUDE:
        return in < change->end - change->first;
    default:
        return true;
    }
}

static void model_change(model *m, const us_edit *change, int g, uint32_t id)
{
    int first = edge_of(m, g, false), last = edge_of(m, g, true);
    bool *held = m->held[g], *rest;
    switch (change->kind) {
    case US_EDIT_FROM:
        for (int i = 0; i < first || i < change->first; i++)
            held[i] = i >= change->first && (i < first || held[i]);
        break;
    case US_EDIT_TO:
        for (int i = change->end < last ? change->end : last; i < m->orders; i++)
            held[i] = i < change->end;
        break;
    case US_EDIT_SPLIT:
        rest = US_NEW_ARRAY(bool, m->orders + 1);
        for (int i = change->first; i < m->orders; i++) {
            rest[i] = held[i];
            held[i] = false;
        }
        model_add(m, id, rest);
        break;
    case US_EDIT_EXCLUDE:
    case US_EDIT_INCLUDE:
        for (int i = change->first; i < change->end; i++)
            held[i] = change->kind == US_EDIT_INCLUDE;
        break;
    case US_EDIT_DELETE:
        model_drop(m, g);
        break;
    default:
        break;
    }
}

static void check_model(const model *m, const us_editing *editing)
{
    int goals = 0;
    for (int i = 0; i < m->goals; i++) {
        if (!m->held[i])
            continue;
        goals++;
        const us_goal_instance *goal =
            us_annotation_find(editing->annotation, editing->seat, m->id[i]);
        REQUIRE(goal != NULL);
        for (int k = 0; k < m->orders; k++)
            if (us_goal_instance_has_order(goal, editing->own[k]) != m->held[i][k])
                FAIL("goal %u, order at %d", m->id[i], k);
        CHECK(goal->opened <= editing->given[edge_of(m, i, false)]);
        CHECK(goal->closed < 0 || goal->closed >= goal->opened);
    }
    CHECK_INT(goals, editing->annotation->count);
}

static us_edit random_change(us_rng *rng, const model *m, const us_editing *editing, int g)
{
    static const us_edit_kind kinds[] = {US_EDIT_ADD,     US_EDIT_FROM,   US_EDIT_TO,
                                         US_EDIT_SPLIT,   US_EDIT_MERGE,  US_EDIT_EXCLUDE,
                                         US_EDIT_INCLUDE, US_EDIT_DELETE, US_EDIT_PARENT};
    us_edit change = {.kind = kinds[us_rng_next_below(rng, US_COUNT(kinds))], .id = m->id[g]};
    int a = (int)us_rng_next_below(rng, (uint32_t)m->orders);
    int b = (int)us_rng_next_below(rng, (uint32_t)m->orders);
    change.goal = labeled_page_goal(
        editing->course->domain, us_rng_next_bool(rng, 1, 2) ? attack : "WinWargus(player: self)");
    change.first = a < b ? a : b;
    change.end = (a < b ? b : a) + 1;
    change.other = m->id[us_rng_next_below(rng, (uint32_t)m->goals)];
    return change;
}

/* Merging and standing below depend on goals, not only on orders: the model follows the answer. */
static void take_answer(model *m, const us_edit *change, int g, const us_editing *editing,
                        us_status status, uint32_t id)
{
    int other = model_find(m, change->other);
    if (change->kind == US_EDIT_ADD && status == US_OK) {
        bool *held = US_NEW_ARRAY(bool, m->orders + 1);
        memset(held + change->first, true, (size_t)(change->end - change->first));
        model_add(m, id, held);
    } else if (change->kind == US_EDIT_MERGE && status == US_OK) {
        REQUIRE(other >= 0 && other != g);
        for (int i = 0; i < m->orders; i++)
            m->held[g][i] |= m->held[other][i];
        model_drop(m, other);
    } else if (change->kind == US_EDIT_PARENT && status == US_OK) {
        const us_goal_instance *goal =
            us_annotation_find(editing->annotation, editing->seat, change->id);
        CHECK_INT(goal->parent, change->other);
    } else if (change->kind != US_EDIT_ADD && change->kind != US_EDIT_MERGE &&
               change->kind != US_EDIT_PARENT) {
        CHECK_INT(status == US_OK, model_may(m, change, g));
        if (status == US_OK)
            model_change(m, change, g, id);
    }
}

TEST(random_changes_keep_the_labels_sound)
{
    enum { CHANGES = 400 };
    US_AUTO(labeled_page_end) labeled_page d;
    labeled_page_begin(&d, 3000);
    us_rng rng = us_rng_derive(3, "label", 0);
    US_AUTOPTR(us_editing) editing = edit(&d);
    model m = {.orders = editing->orders};
    for (int i = 0; i < editing->annotation->count; i++)
        model_add(&m, editing->annotation->goal[i].id,
                  flags_of(editing, &editing->annotation->goal[i]));
    check_form(editing);
    int done = 0;
    for (int i = 0; i < CHANGES && m.goals < MODEL_GOALS - 1; i++) {
        int g = (int)us_rng_next_below(&rng, (uint32_t)m.goals);
        uint32_t id = 0;
        if (!m.held[g])
            continue;
        us_edit change = random_change(&rng, &m, editing, g);
        us_status status = us_editing_change(editing, &change, &id, NULL);
        take_answer(&m, &change, g, editing, status, id);
        check_model(&m, editing);
        check_form(editing);
        check_saved(editing);
        done += status == US_OK;
        if (status == US_OK && us_rng_next_bool(&rng, 1, 4)) { /* and back and forth */
            US_AUTOFREE char *text = us_mem_strdup(us_editing_text(editing));
            CHECK_INT(us_editing_undo(editing, NULL), US_OK);
            CHECK_INT(us_editing_redo(editing, NULL), US_OK);
            CHECK_STR(us_editing_text(editing), text);
        }
    }
    CHECK(done > 100);
    for (int i = 0; i < m.goals; i++)
        us_mem_free(m.held[i]);
}

/* ---- the file */

TEST(what_another_has_written_stays)
{
    US_AUTO(labeled_page_end) labeled_page d;
    us_error err;
    uint32_t id;
    labeled_page_begin(&d, 3000);
    us_editing *mine = edit(&d), *theirs = edit(&d);
    us_edit add = {.kind = US_EDIT_ADD,
                   .goal = labeled_page_goal(mine->course->domain, attack),
                   .first = 1,
                   .end = 4};
    us_edit drop = {.kind = US_EDIT_DELETE, .id = some_goal(mine, 1)->id};
    CHECK_INT(us_editing_change(theirs, &add, &id, NULL), US_OK);
    check_saved(theirs);
    CHECK_INT(us_editing_change(mine, &drop, &id, NULL), US_OK);
    CHECK(!mine->saved && mine->conflict);
    CHECK_CONTAINS(mine->failure.text, "nothing was written over them");
    check_saved(theirs);
    CHECK_INT(us_editing_save(mine, &err), US_BAD_INPUT);
    US_AUTOFREE char *own = us_mem_strdup(us_editing_text(mine));
    CHECK_INT(us_editing_reload(mine, NULL), US_OK);
    CHECK(mine->saved && !mine->conflict);
    CHECK_STR(us_editing_text(mine), us_editing_text(theirs));
    CHECK_INT(us_editing_undo(mine, NULL), US_OK); /* what was mine is not lost either */
    CHECK_STR(us_editing_text(mine), own);
    check_saved(mine);
    us_editing_close(mine);
    us_editing_close(theirs);
}

TEST(a_full_disk_keeps_the_old_labels_and_is_told)
{
    US_AUTO(labeled_page_end) labeled_page d;
    uint32_t id;
    struct rlimit old, small;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    labeled_page_begin(&d, 3000);
    US_AUTOPTR(us_editing) editing = edit(&d);
    char *text;
    US_AUTOFREE char *was = us_mem_strdup(us_editing_text(editing));
    size_t length;
    us_edit add = {.kind = US_EDIT_ADD,
                   .goal = labeled_page_goal(editing->course->domain, attack),
                   .first = 1,
                   .end = 4};
    sigaction(SIGXFSZ, &ignore, &before);
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = 100;
    setrlimit(RLIMIT_FSIZE, &small);
    us_status status = us_editing_change(editing, &add, &id, NULL);
    setrlimit(RLIMIT_FSIZE, &old);
    sigaction(SIGXFSZ, &before, NULL);
    CHECK_INT(status, US_OK);
    CHECK(!editing->saved && !editing->conflict);
    CHECK_CONTAINS(editing->failure.text, "cannot write");
    REQUIRE(us_file_read(d.path, 64 << 20, &text, &length, NULL) == US_OK);
    CHECK_STR(text, was);
    us_mem_free(text);
    CHECK_INT(us_editing_save(editing, NULL), US_OK);
    check_saved(editing);
}

TEST(a_file_with_faults_can_only_be_looked_at)
{
    US_AUTO(labeled_page_end) labeled_page d;
    us_editing *editing;
    uint32_t id;
    labeled_page_begin(&d, 3000);
    static const char text[] =
        "{\"understudy\":\"goals\",\"version\":1,\"domain\":\"skirmish\",\"goals\":[\n"
        "{\"id\":1,\"seat\":0,\"goal\":\"WinWargus\",\"args\":{\"player\":0},\"opened\":0,"
        "\"orders\":[[1,9]]},\n"
        "{\"id\":2,\"seat\":0,\"goal\":\"NoSuchGoal\",\"args\":{},\"opened\":0,"
        "\"orders\":[[1,9]]}\n]}\n";
    scratch_put("it/game.goals.json", text);
    REQUIRE(us_editing_open(d.trace, NULL, d.path, -1, NULL, &editing, NULL) == US_OK);
    CHECK_CONTAINS(editing->fixed.text, "cannot be read");
    CHECK_INT(editing->faults.errors, 1);
    CHECK_INT(editing->faults.remark[0].line, 3);
    us_edit drop = {.kind = US_EDIT_DELETE, .id = 1};
    CHECK_INT(us_editing_change(editing, &drop, &id, NULL), US_BAD_INPUT);
    CHECK_INT(us_editing_save(editing, NULL), US_BAD_INPUT);
    us_editing_close(editing);
    US_AUTOFREE char *after = scratch_text("it/game.goals.json");
    CHECK_STR(after, text);
}

TEST(labels_are_begun_where_there_are_none)
{
    US_AUTO(labeled_page_end) labeled_page d;
    US_AUTOPTR(us_editing) editing = NULL;
    uint32_t id;
    labeled_page_begin(&d, 3000);
    REQUIRE(remove(d.path) == 0);
    REQUIRE(us_editing_open(d.trace, NULL, d.path, 1, NULL, &editing, NULL) == US_OK);
    CHECK_INT(editing->annotation->count, 0);
    CHECK(!us_file_exists(d.path)); /* to look is to change nothing */
    us_edit add = {.kind = US_EDIT_ADD,
                   .goal = labeled_page_goal(editing->course->domain, "WinWargus(player: self)"),
                   .end = editing->orders};
    CHECK_INT(us_editing_change(editing, &add, &id, NULL), US_OK);
    CHECK_INT(id, 1);
    check_saved(editing);
    CHECK_INT(editing->annotation->goal[0].seat, 1);
}
