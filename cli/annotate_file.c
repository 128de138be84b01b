#include "base/file.h"
#include "base/json.h"
#include "base/shell.h"
#include "cli/annotate.h"
#include "cli/out.h"
#include "traces/suggest.h"

/* ---- loading */

us_status us_annotate_load(us_annotate_state *a, bool needed, us_error *err)
{
    US_TRY(us_review_open(a->trace, a->map, &a->course, err));
    bool check = us_args_is_given(a->args, US_ANNOTATE_CHECK);
    if (us_args_is_given(a->args, US_ANNOTATE_SEAT) &&
        us_args_int(a->args, US_ANNOTATE_SEAT) >= a->course->seats)
        return us_error_set(err, US_BAD_INPUT, "--seat", 0, 0,
                            "there is no seat %d: expected 0 to %d",
                            (int)us_args_int(a->args, US_ANNOTATE_SEAT), a->course->seats - 1);
    if (needed)
        US_TRY(us_annotation_check_file(a->course->domain, a->trace, a->path.text, err));
    else
        US_TRY(us_annotation_check_domain(a->course->domain, a->trace, err));
    US_TRY(us_annotation_hash_file(a->path.text, &a->state, err));
    if (us_file_exists(a->path.text))
        return us_annotation_load(a->path.text, a->course->domain, check ? &a->remarks : NULL,
                                  &a->annotation, err);
    a->annotation = us_annotation_new(a->course->domain);
    return US_OK;
}

static int count_suggested(const us_annotation *annotation)
{
    int count = 0;
    for (int i = 0; i < annotation->count; i++)
        count += annotation->goal[i].suggested;
    return count;
}

/* ---- seats */

bool us_annotate_has_seat(const us_annotate_state *a, us_seat seat)
{
    return !us_args_is_given(a->args, US_ANNOTATE_SEAT) ||
           us_args_int(a->args, US_ANNOTATE_SEAT) < 0 ||
           us_args_int(a->args, US_ANNOTATE_SEAT) == seat;
}

/* Returns why nothing was suggested for a seat; NULL: suggestions were searched. */
static const char *find_reason(const us_annotate_state *a, us_seat seat)
{
    int orders = 0;
    for (int i = 0; i < a->course->orders; i++)
        orders += a->course->order[i].order.seat == seat && !a->course->order[i].earlier;
    if (!us_annotate_has_seat(a, seat))
        return "another seat was asked for";
    return orders == 0 ? "it gave no orders" : NULL;
}

static void print_seats(const us_annotate_state *a)
{
    for (us_seat seat = 0; seat < a->course->seats; seat++) {
        const char *why = find_reason(a, seat);
        us_fate fate = us_log_fate(&a->course->log, seat);
        int suggested = us_suggestions_count(a->annotation, seat, US_SUGGESTIONS_ALL);
        US_AUTOSTR(line);
        us_str_addf(&line, "  seat %d (%s, %s) is ", seat, a->course->log.header->seat[seat].player,
                    us_fate_name(fate));
        if (why)
            us_str_addf(&line, "left out: %s", why);
        else
            us_str_addf(&line, "taken: %d suggestion%s", suggested, suggested == 1 ? "" : "s");
        if (!why && fate == US_FATE_LOST)
            us_str_addf(&line, "; learn leaves it out, since it lost, unless --seat %d asks for it",
                        seat);
        us_out_add_line(a->out, &line);
    }
    if (count_suggested(a->annotation) > 0) {
        US_AUTOSTR(line);
        us_str_add(&line, "learn leaves suggestions out until they are accepted: annotate ");
        us_shell_quote_path(a->trace, &line);
        us_str_add(&line, " --accept all; or learn with --suggested");
        us_out_add_line(a->out, &line);
    }
}

static void write_seats(const us_annotate_state *a, us_json_writer *writer)
{
    us_json_write_key_open(writer, "seats", '[');
    for (us_seat seat = 0; seat < a->course->seats; seat++) {
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "seat", seat);
        us_json_write_key_string(writer, "player", a->course->log.header->seat[seat].player);
        us_json_write_key_string(writer, "game", us_fate_name(us_log_fate(&a->course->log, seat)));
        us_json_write_key_int(writer, "suggested",
                              us_suggestions_count(a->annotation, seat, US_SUGGESTIONS_ALL));
        us_json_write_key_string(writer, "left_out", find_reason(a, seat));
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

/* ---- saving */

/* Writes the annotation. A file of another kind, named by a wrong -o, is not replaced. */
static us_status save(us_annotate_state *a, const char **path, us_error *err)
{
    *path = us_args_is_given(a->args, US_ANNOTATE_OUT) ? us_args_text(a->args, US_ANNOTATE_OUT)
                                                       : a->path.text;
    if (us_text_equal(*path, a->path.text) || us_file_is_same(*path, a->path.text))
        return us_annotation_replace(a->annotation, *path, &a->state, err);
    US_TRY(us_file_check_replaceable(*path, US_ANNOTATION_FIRST, "an annotation", err));
    return us_annotation_save(a->annotation, *path, err);
}

us_status us_annotate_save(us_annotate_state *a, const char *done, int changed, us_error *err)
{
    const char *path;
    int count = a->annotation->count, suggested = count_suggested(a->annotation);
    US_TRY(save(a, &path, err));
    if (us_args_is_given(a->args, US_ANNOTATE_JSON)) {
        us_json_writer writer = us_json_writer_begin(a->out, '{');
        us_json_write_key_string(&writer, "annotation", path);
        us_json_write_key_int(&writer, "goals", count);
        us_json_write_key_int(&writer, "suggested", suggested);
        us_json_write_key_int(&writer, done, changed);
        if (us_args_is_given(a->args, US_ANNOTATE_AUTO))
            write_seats(a, &writer);
        us_json_writer_end(&writer, '}');
        return US_OK;
    }
    us_out_add_linef(a->out, "%s: %d goal%s, %d suggested, %d %s now", path, count,
                     count == 1 ? "" : "s", suggested, changed, done);
    if (us_args_is_given(a->args, US_ANNOTATE_AUTO))
        print_seats(a);
    return US_OK;
}

void us_annotate_log_gap(const us_review *course)
{
    if (course->gap_to - course->gap_from > 1)
        us_out_log("from the stored states, of which there is none between cycles %d and %d: "
                   "events in such a gap are dated by its end",
                   (int)course->gap_from, (int)course->gap_to);
}
