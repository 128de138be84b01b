#include "base/shell.h"
#include "cli/annotate.h"
#include "cli/out.h"
#include "traces/suggest.h"

/* ---- suggesting */

static us_status suggest_seat(us_annotate_state *a, us_seat seat, int *added, us_error *err)
{
    US_AUTOPTR(us_annotation) made = us_annotation_new(a->course->domain);
    US_TRY(
        us_suggestions_make(a->course, a->trace, a->map, seat, made, us_interrupt_is_pending, err));
    *added += us_suggestions_replace(a->annotation, a->course, seat, made);
    return US_OK;
}

us_status us_annotate_suggest(us_annotate_state *a, us_error *err)
{
    char text[1024];
    us_error why = {0};
    int added = 0;
    us_status status = US_OK;
    US_TRY(us_annotate_load(a, false, err));
    for (us_seat seat = 0; seat < a->course->seats && status == US_OK; seat++) {
        if (us_annotate_has_seat(a, seat))
            status = suggest_seat(a, seat, &added, &why);
    }
    if (status != US_OK && status != US_INTERRUPTED && !a->course->scenario)
        return us_error_set(
            err, status, NULL, 0, 0,
            "annotate: suggestions need the game itself, or states stored beside the trace: %s",
            us_error_print(&why, text, sizeof(text)));
    if (status != US_OK && err)
        *err = why;
    US_TRY(status);
    us_annotate_log_gap(a->course);
    return us_annotate_save(a, "added", added, err);
}

/* ---- accepting and rejecting */

static us_status no_suggestions(const us_annotate_state *a, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, a->path.text, 0, 0,
                        "there are no suggestions%s: annotate --auto makes some",
                        us_args_is_given(a->args, US_ANNOTATE_SEAT) ? " of that seat" : "");
}

/* Finds the seat of the goal numbers, which are counted per seat. */
static us_status need_seat(const us_annotate_state *a, us_seat *out, us_error *err)
{
    int seats = 0;
    for (us_seat seat = 0; seat < a->course->seats; seat++) {
        if (!us_annotate_has_seat(a, seat) ||
            us_suggestions_count(a->annotation, seat, US_SUGGESTIONS_ALL) == 0)
            continue;
        *out = seat;
        seats++;
    }
    if (seats == 0)
        return no_suggestions(a, err);
    return seats == 1
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, a->path.text, 0, 0,
                              "%d seats have suggestions: expected --seat N to choose one", seats);
}

static int judge_ids(us_annotate_state *a, int option, us_seat seat, us_span ids)
{
    return option == US_ANNOTATE_ACCEPT ? us_suggestions_accept(a->annotation, seat, ids)
                                        : us_suggestions_remove(a->annotation, seat, ids);
}

static us_status fail_range(const us_annotate_state *a, int option, us_seat seat, us_span ids,
                            us_error *err)
{
    US_AUTOSTR(command);
    us_str_add(&command, "annotate ");
    us_shell_quote_path(a->trace, &command);
    return us_error_set(err, US_BAD_INPUT, a->path.text, 0, 0,
                        "%s: seat %d has no suggestion from %u to %u; %s lists them",
                        us_annotate_options[option].name, seat, (unsigned)ids.from,
                        (unsigned)ids.to - 1, command.text);
}

/* Each range names a suggestion, before any is judged: ranges may overlap. */
static us_status check_ranges(const us_annotate_state *a, int option, us_seat seat, us_error *err)
{
    const char *at = us_args_text(a->args, option);
    while (*at) {
        us_span ids;
        US_TRY(us_annotate_parse_range(option, &at, &ids, err));
        if (us_suggestions_count(a->annotation, seat, ids) == 0)
            return fail_range(a, option, seat, ids, err);
    }
    return US_OK;
}

static us_status judge_listed(us_annotate_state *a, int option, int *judged, us_error *err)
{
    us_seat seat = 0;
    const char *at = us_args_text(a->args, option);
    US_TRY(need_seat(a, &seat, err));
    US_TRY(check_ranges(a, option, seat, err));
    while (*at) {
        us_span ids;
        US_TRY(us_annotate_parse_range(option, &at, &ids, err));
        *judged += judge_ids(a, option, seat, ids);
    }
    return US_OK;
}

us_status us_annotate_decide(us_annotate_state *a, int option, us_error *err)
{
    int judged = 0;
    US_TRY(us_annotate_load(a, true, err));
    if (us_text_equal(us_args_text(a->args, option), "all")) {
        for (us_seat seat = 0; seat < a->course->seats; seat++)
            if (us_annotate_has_seat(a, seat))
                judged += judge_ids(a, option, seat, US_SUGGESTIONS_ALL);
        if (judged == 0)
            return no_suggestions(a, err);
    } else {
        US_TRY(judge_listed(a, option, &judged, err));
    }
    return us_annotate_save(a, option == US_ANNOTATE_ACCEPT ? "accepted" : "rejected", judged, err);
}
