#include "cli/play.h"

#include <string.h>

#include "cli/options.h"
#include "cli/out.h"

enum { SLICE = 256 }; /* cycles between checks for interrupts */

us_status us_trace_moment_parse(const char *option, const char *text, us_trace_moment *out,
                                us_error *err)
{
    const char *at = strrchr(text, '@');
    int64_t cycle = 0;
    if (!at || at == text || !us_text_to_int(at + 1, 0, INT32_MAX, &cycle))
        return us_error_refuse(
            err, "%s: expected TRACE@CYCLE, as in game.jsonl@600, found \"%.128s\"", option, text);
    size_t length = (size_t)(at - text);
    if (length >= sizeof(out->file))
        return us_error_refuse(err, "%s: the path is too long", option);
    memcpy(out->file, text, length);
    out->file[length] = '\0';
    out->cycle = (us_cycle)cycle;
    return US_OK;
}

bool us_play_is_interrupted(void *context)
{
    (void)context;
    return us_interrupt_is_pending();
}

void us_play_note_kept(void *context, const char *labels)
{
    (void)context;
    if (labels && labels[0])
        us_out_log("the labels of the trace that was there before are kept in %s", labels);
}

void us_winner_write(const us_outcome *outcome, us_json_writer *writer)
{
    if (outcome->kind == US_OUTCOME_WIN)
        us_json_write_key_int(writer, "winner", outcome->winner);
    else
        us_json_write_key_null(writer, "winner");
}

void us_play_write(const us_play_result *result, const char *trace, us_json_writer *writer)
{
    const us_match_state *state = &result->state;
    us_winner_write(&state->outcome, writer);
    us_json_write_key_string(writer, "reason", state->outcome.reason);
    us_json_write_key_int(writer, "cycles", state->now);
    us_json_write_key_hash(writer, "hash", result->hash);
    us_json_write_key_u64(writer, "seed", result->seed);
    us_json_write_key_string(writer, "map", result->map);
    us_json_write_key_open(writer, "players", '[');
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        us_json_write_string(writer, result->agent[seat]);
    us_json_write_close(writer, ']');
    us_json_write_key_open(writer, "idle", '[');
    for (int seat = 0; seat < US_PLAY_SEATS; seat++)
        if (result->idle[seat])
            us_json_write_int(writer, seat);
    us_json_write_close(writer, ']');
    us_json_write_key_int(writer, "orders", state->orders);
    us_json_write_key_int(writer, "refused", state->refused);
    us_json_write_key_int(writer, "thinks", state->thinks);
    if (trace)
        us_json_write_key_string(writer, "trace", trace);
}

us_status us_play_verify(const char *file, const char *map, us_replay_report *out, us_error *err)
{
    US_AUTOPTR(us_replay) replay = NULL;
    US_TRY(us_replay_open(file, map, &replay, err));
    us_replay_report report = us_replay_get_report(replay);
    us_status status = US_OK;
    while (status == US_OK && !report.stopped) {
        us_cycle now = report.state.now;
        status = us_replay_advance(replay, now > INT32_MAX - SLICE ? INT32_MAX : now + SLICE, err);
        report = us_replay_get_report(replay);
        if (status == US_OK && us_interrupt_is_pending())
            status = us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted at cycle %d",
                                  (int)report.state.now);
    }
    if (status == US_OK)
        *out = report;
    return status;
}
