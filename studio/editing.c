#include "studio/editing.h"

#include <string.h>

#include "base/file.h"
#include "base/sort.h"

/* ---- places of orders */

int us_editing_place(const us_editing *editing, uint32_t order)
{
    return us_array_lower_bound(order, editing->own, editing->orders, sizeof(*editing->own));
}

int us_editing_spans(const us_editing *editing, const us_goal_instance *instance, us_arena *arena,
                     us_span **out)
{
    us_span *span = US_ARENA_ARRAY(arena, us_span, instance->spans + 1);
    int count = 0;
    for (int i = 0; i < instance->spans; i++) {
        uint32_t from = (uint32_t)us_editing_place(editing, instance->span[i].from);
        uint32_t to = (uint32_t)us_editing_place(editing, instance->span[i].to);
        if (from == to)
            continue;
        if (count > 0 && span[count - 1].to == from)
            span[count - 1].to = to;
        else
            span[count++] = (us_span){from, to};
    }
    *out = span;
    return count;
}

/* ---- editions */

const char *us_editing_text(const us_editing *editing)
{
    return editing->edition.item[editing->at].text;
}

int us_editing_undos(const us_editing *editing)
{
    return editing->at;
}

int us_editing_redos(const us_editing *editing)
{
    return editing->edition.count - 1 - editing->at;
}

static void drop_editions(us_editing *editing, int from)
{
    while (editing->edition.count > from)
        us_mem_free(editing->edition.item[--editing->edition.count].text);
}

/* Drops the oldest editions, except one undo step. */
static void bound_editions(us_editing *editing)
{
    us_edition *item = editing->edition.item;
    int count = editing->edition.count, gone = 0;
    size_t bytes = 0;
    for (int i = count - 1; i >= 0 && gone == 0; i--) {
        bytes += strlen(item[i].text);
        bool much = bytes > US_EDITING_BYTES_MAX || count - i > US_EDITING_BACK_MAX + 1;
        if (much && i < count - 2)
            gone = i + 1;
    }
    for (int i = 0; i < gone; i++)
        us_mem_free(item[i].text);
    memmove(item, item + gone, sizeof(*item) * (size_t)(count - gone));
    editing->edition.count -= gone;
    editing->at -= gone;
}

/* Makes a text that the program wrote the current annotation. */
static us_status show(us_editing *editing, const char *text, us_error *err)
{
    us_annotation *annotation;
    US_TRY(us_annotation_parse(editing->path.text, text, strlen(text), editing->course->domain,
                               NULL, &annotation, err));
    us_annotation_free(editing->annotation);
    editing->annotation = annotation;
    return US_OK;
}

/* A failed save becomes `trouble`; the change remains. */
static void changed(us_editing *editing)
{
    editing->version++;
    us_editing_save(editing, NULL);
}

/* Takes over the text. */
static us_status push(us_editing *editing, char *text, const char *what, us_error *err)
{
    us_status status = US_OK;
    if (strlen(text) > US_ANNOTATION_FILE_MAX)
        status = us_error_refuse(
            err, "these would be too many labels: expected at most %d bytes of them",
            US_ANNOTATION_FILE_MAX);
    if (status == US_OK)
        status = show(editing, text, err);
    if (status != US_OK) {
        us_mem_free(text);
        return status;
    }
    drop_editions(editing, editing->at + 1);
    US_LIST_PUT(editing->edition, ((us_edition){.text = text, .what = what}));
    editing->at++;
    bound_editions(editing);
    changed(editing);
    return US_OK;
}

/* Adds the changed annotation as an edition; on failure it is restored. */
static us_status commit(us_editing *editing, const char *what, us_error *err)
{
    us_str text;
    us_str_init(&text);
    us_annotation_write(editing->annotation, &text);
    us_status status = push(editing, us_str_detach(&text), what, err);
    if (status != US_OK)
        show(editing, us_editing_text(editing), NULL);
    return status;
}

static us_status may_change(const us_editing *editing, us_error *err)
{
    if (!editing->fixed.text[0])
        return US_OK;
    return us_error_refuse(err, "%s", editing->fixed.text);
}

/* ---- changing */

us_status us_editing_change(us_editing *editing, const us_edit *change, uint32_t *id, us_error *err)
{
    uint32_t made = 0;
    US_TRY(may_change(editing, err));
    US_TRY(us_edit_apply(editing, change, &made, err));
    US_TRY(commit(editing, us_edit_kind_name(change->kind), err));
    *id = made;
    return US_OK;
}

us_status us_editing_replace(us_editing *editing, const char *text, const char *what, us_error *err)
{
    US_TRY(may_change(editing, err));
    return push(editing, us_mem_strdup(text), what, err);
}

us_status us_editing_set_endings(us_editing *editing, const us_goal_ending *known, int count,
                                 us_error *err)
{
    int noted = 0;
    US_TRY(may_change(editing, err));
    for (int i = 0; i < count; i++) {
        us_goal_instance *goal =
            us_annotation_find(editing->annotation, editing->seat, known[i].id);
        if (!goal || goal->closed >= 0 ||
            known[i].closed < us_editing_earliest_end(editing, goal) ||
            known[i].closed > editing->course->cycles)
            continue;
        goal->closed = known[i].closed;
        goal->achieved = known[i].achieved;
        noted++;
    }
    if (noted == 0)
        return us_error_refuse(err, "the end of each goal is noted already");
    return commit(editing, "note", err);
}

static us_status go_to(us_editing *editing, int at, us_error *err)
{
    US_TRY(may_change(editing, err));
    if (at < 0 || at >= editing->edition.count)
        return us_error_refuse(err, "there is nothing to %s", at < 0 ? "undo" : "redo");
    US_TRY(show(editing, editing->edition.item[at].text, err));
    editing->at = at;
    changed(editing);
    return US_OK;
}

us_status us_editing_undo(us_editing *editing, us_error *err)
{
    return go_to(editing, editing->at - 1, err);
}

us_status us_editing_redo(us_editing *editing, us_error *err)
{
    return go_to(editing, editing->at + 1, err);
}

/* ---- the file */

us_status us_editing_save(us_editing *editing, us_error *err)
{
    us_error why = {0};
    us_hash now;
    const char *path = editing->path.text;
    US_TRY(may_change(editing, err));
    us_status status = us_annotation_replace(editing->annotation, path, &editing->state, &why);
    editing->saved = status == US_OK;
    editing->conflict = status != US_OK && us_annotation_hash_file(path, &now, NULL) == US_OK &&
                        now != editing->state;
    if (editing->conflict)
        us_error_refuse(
            &why, "another page or program has changed the labels: nothing was written over them");
    editing->failure = why;
    if (status != US_OK && err)
        *err = why;
    return status;
}

/* A missing file counts as an empty one. */
static us_status read_file(us_editing *editing, us_hash *state, us_annotation **out, us_error *err)
{
    const us_domain *domain = editing->course->domain;
    US_TRY(us_annotation_hash_file(editing->path.text, state, err));
    us_remarks_clear(&editing->faults);
    if (us_file_exists(editing->path.text))
        return us_annotation_load(editing->path.text, domain, &editing->faults, out, err);
    *out = us_annotation_new(domain);
    return US_OK;
}

/* Changes name goals by their ids, so ids must be unique. */
static const char twice[] = "Two goals have the same number: mend that with an editor first";

static bool has_twice(const us_annotation *annotation)
{
    const us_goal_instance *goal = annotation->goal;
    for (int i = 1; i < annotation->count; i++)
        if (goal[i - 1].seat == goal[i].seat && goal[i - 1].id == goal[i].id)
            return true;
    return false;
}

us_status us_editing_reload(us_editing *editing, us_error *err)
{
    us_hash state;
    US_AUTOPTR(us_annotation) theirs = NULL;
    US_TRY(may_change(editing, err));
    US_TRY(read_file(editing, &state, &theirs, err));
    us_status status = US_OK;
    if (editing->faults.errors > 0)
        status = us_error_set(err, US_BAD_INPUT, editing->path.text, editing->faults.remark[0].line,
                              0, "%s", editing->faults.remark[0].text);
    else if (has_twice(theirs))
        status = us_error_set(err, US_BAD_INPUT, editing->path.text, 0, 0, "%s", twice);
    us_remarks_clear(&editing->faults);
    US_TRY(status);
    US_AUTOSTR(text);
    us_annotation_write(theirs, &text);
    editing->state = state;
    return push(editing, us_str_detach(&text), "reload", err);
}

/* ---- opening */

static void fix(us_editing *editing, const char *why)
{
    if (why && !editing->fixed.text[0])
        us_str_add(&editing->fixed, why);
}

/* Saving would lose goals that cannot be read. */
static void check_faults(us_editing *editing)
{
    if (editing->faults.errors > 0)
        fix(editing, "Some goals of the file cannot be read: mend them with an editor first");
    if (has_twice(editing->annotation))
        fix(editing, twice);
}

static us_status choose_seat(us_editing *editing, int seat, us_error *err)
{
    const us_review *course = editing->course;
    if (seat >= course->seats)
        return us_error_refuse(err, "there is no seat %d: expected 0 to %d", seat,
                               course->seats - 1);
    if (seat < 0 && editing->annotation->count > 0 &&
        editing->annotation->goal[0].seat < course->seats)
        seat = editing->annotation->goal[0].seat;
    for (int i = 0; i < course->orders && seat < 0; i++)
        if (!course->order[i].earlier)
            seat = course->order[i].order.seat;
    editing->seat = (us_seat)(seat < 0 ? 0 : seat);
    return US_OK;
}

static us_status take_orders(us_editing *editing, us_error *err)
{
    const us_review *course = editing->course;
    editing->own = US_NEW_ARRAY(uint32_t, course->orders + 1);
    editing->orders = us_review_list_orders(course, editing->seat, editing->own);
    editing->given = US_NEW_ARRAY(us_cycle, editing->orders + 1);
    for (int i = 0, at = 0; i < course->orders; i++)
        if (course->order[i].order.seat == editing->seat && !course->order[i].earlier)
            editing->given[at++] = course->order[i].cycle;
    if (editing->orders > US_EDITING_ORDERS_MAX)
        return us_error_refuse(err, "seat %d gave %d orders: expected at most %d here",
                               editing->seat, editing->orders, (int)US_EDITING_ORDERS_MAX);
    return US_OK;
}

static us_status open_all(us_editing *editing, int seat, us_error *err)
{
    us_str text;
    US_TRY(us_review_open(editing->trace.text, editing->map.length ? editing->map.text : NULL,
                          &editing->course, err));
    US_TRY(us_annotation_check_domain(editing->course->domain, editing->trace.text, err));
    US_TRY(read_file(editing, &editing->state, &editing->annotation, err));
    US_TRY(choose_seat(editing, seat, err));
    US_TRY(take_orders(editing, err));
    check_faults(editing);
    us_str_init(&text);
    us_annotation_write(editing->annotation, &text);
    US_LIST_PUT(editing->edition, ((us_edition){.text = us_str_detach(&text), .what = ""}));
    return show(editing, us_editing_text(editing), err);
}

us_status us_editing_open(const char *trace, const char *map, const char *path, int seat,
                          const char *fixed, us_editing **out, us_error *err)
{
    US_AUTOPTR(us_editing) editing = US_NEW(us_editing);
    us_str_init(&editing->trace);
    us_str_init(&editing->map);
    us_str_init(&editing->path);
    us_str_init(&editing->fixed);
    us_str_add(&editing->trace, trace);
    us_str_add(&editing->map, map ? map : "");
    us_str_add(&editing->path, path);
    editing->saved = true;
    fix(editing, fixed);
    US_TRY(open_all(editing, seat, err));
    *out = US_STEAL(editing);
    return US_OK;
}

void us_editing_close(us_editing *editing)
{
    if (!editing)
        return;
    drop_editions(editing, 0);
    us_mem_free(editing->edition.item);
    us_annotation_free(editing->annotation);
    us_review_free(editing->course);
    us_remarks_clear(&editing->faults);
    us_mem_free(editing->own);
    us_mem_free(editing->given);
    us_str_clear(&editing->trace);
    us_str_clear(&editing->map);
    us_str_clear(&editing->path);
    us_str_clear(&editing->fixed);
    us_mem_free(editing);
}
