#include "learn/learner.h"

#include "base/shell.h"
#include "traces/suggest.h"

static us_seat_use use_of(const us_learn_result_seat *seat, us_seat number, const us_learn_def *def)
{
    if (def->seat >= 0 && def->seat != number)
        return US_SEAT_UNASKED;
    if (seat->goals == 0)
        return US_SEAT_BARE;
    if (def->seat == US_LEARN_UNBEATEN && seat->fate == US_FATE_LOST)
        return US_SEAT_BEATEN;
    return seat->withheld == seat->goals ? US_SEAT_SUGGESTED : US_SEAT_TAKEN;
}

void us_seats_choose(const us_log *log, const us_learn_def *def, us_annotation *annotation,
                     us_learn_result *out)
{
    for (us_seat number = 0; number < log->header->seats; number++) {
        us_learn_result_seat *seat = &out->seat[number];
        *seat = (us_learn_result_seat){.fate = us_log_fate(log, number)};
        for (int i = 0; i < annotation->count; i++)
            seat->goals += annotation->goal[i].seat == number;
        seat->withheld =
            def->suggested ? 0 : us_suggestions_count(annotation, number, US_SUGGESTIONS_ALL);
        seat->use = use_of(seat, number, def);
        if (seat->use == US_SEAT_TAKEN || seat->use == US_SEAT_SUGGESTED)
            out->withheld += seat->withheld;
        if (seat->use != US_SEAT_TAKEN)
            continue;
        out->taken++;
        if (seat->withheld > 0)
            us_suggestions_remove(annotation, number, US_SUGGESTIONS_ALL);
    }
}

/* ---- messages */

const us_learn_words us_learn_options = {"--seat ", "--seat all", "--suggested"};

static void print_ways(const us_learn_result_seat *seat, us_seat number, const char *trace,
                       const us_learn_words *words, us_str *out)
{
    const char *them = seat->withheld == 1 ? "it" : "them";
    us_str_addf(out, " (to accept %s: annotate ", them);
    us_shell_quote_path(trace, out);
    us_str_addf(out, " --accept all --seat %d; to learn from %s all the same: %s)", number, them,
                words->suggested);
}

const char *us_seat_use_name(us_seat_use use)
{
    static const char *const names[] = {[US_SEAT_BARE] = "no goals",
                                        [US_SEAT_TAKEN] = "taken",
                                        [US_SEAT_UNASKED] = "another seat",
                                        [US_SEAT_BEATEN] = "lost",
                                        [US_SEAT_SUGGESTED] = "suggested"};
    return names[use];
}

void us_learn_result_print_seat(const us_learn_result *learned, us_seat number, const char *trace,
                                const us_learn_words *words, us_str *out)
{
    const us_learn_result_seat *seat = &learned->seat[number];
    us_str_addf(out, "seat %d (%s, %s) is ", number, learned->log.header->seat[number].player,
                us_fate_name(seat->fate));
    us_str_add(out, seat->use == US_SEAT_TAKEN ? "taken" : "left out: ");
    switch (seat->use) {
    case US_SEAT_BARE:
        us_str_add(out, "it has no goals");
        break;
    case US_SEAT_TAKEN:
        if (seat->withheld == 0)
            break;
        us_str_add(out, ", without ");
        us_str_add_count(out, seat->withheld, "suggested goal", "suggested goals");
        print_ways(seat, number, trace, words, out);
        break;
    case US_SEAT_UNASKED:
        us_str_add(out, "another seat was asked for");
        break;
    case US_SEAT_BEATEN:
        us_str_addf(out, "it lost the game; %s%d or %s takes it", words->seat, number, words->all);
        break;
    case US_SEAT_SUGGESTED:
        us_str_add(out, "it has ");
        us_str_add_count(out, seat->withheld, "goal, a suggestion",
                         "goals, all of them suggestions");
        print_ways(seat, number, trace, words, out);
        break;
    }
}

us_status us_learn_result_fail_empty(const us_learn_result *learned, const char *trace,
                                     const us_learn_words *words, us_error *err)
{
    US_AUTOSTR(all);
    for (us_seat seat = 0; seat < learned->log.header->seats; seat++) {
        us_seat_use use = learned->seat[seat].use;
        if (use != US_SEAT_BEATEN && use != US_SEAT_SUGGESTED)
            continue;
        us_str_add(&all, all.length ? "; " : "");
        us_learn_result_print_seat(learned, seat, trace, words, &all);
    }
    us_error_set(err, US_BAD_INPUT, trace, 0, 0, "nothing is left to learn from: %s", all.text);
    return US_BAD_INPUT;
}
