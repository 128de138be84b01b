#include "traces/recorder.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "traces/aside.h"
#include "traces/output.h"

struct us_recorder {
    int fd;
    char *path;
    const us_domain *domain;
    us_str line;  /* bytes not yet written; ends with the line being built */
    us_str tags;  /* of the cycles since the last tags line */
    int lines;    /* written */
    int synced;   /* of these, on the disk */
    bool events;  /* wanted */
    bool plan;    /* wanted */
    bool squads;  /* squad lines, too */
    bool repairs; /* repair lines, too */
    us_status status;
    us_error error;
    us_aside aside; /* the labels of the trace that it replaced */
};

us_trace_header us_trace_header_from_game(us_game *game, const char *map, const char *const *agent)
{
    const us_scenario *scenario = game->scenario;
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_trace_header header = {
        .rules_hash = scenario->rules_hash,
        .map_hash = scenario->map_hash,
        .map = map,
        .from = "",
        .source = scenario->kind->capabilities & US_CAN_REPLAY ? "" : scenario->kind->name,
        .minor = US_TRACE_MINOR_PLAIN,
        .seed = game->seed,
        .max_cycles = scenario->max_cycles,
        .fog = scenario->fog,
        .seats = scenario->seats,
    };
    us_trace_header_set_domain(&header, scenario->domain);
    for (int seat = 0; seat < scenario->seats; seat++) {
        int faction = world->faction[seat];
        header.seat[seat].player = agent && agent[seat] ? agent[seat] : "";
        header.seat[seat].faction = faction >= 0 && faction < scenario->domain->factions.count
                                        ? scenario->domain->factions.name[faction]
                                        : "";
    }
    return header;
}

/* ---- lines */

/* Bytes that can't be written stay for another try. */
static void write_out(us_recorder *recorder)
{
    us_str *line = &recorder->line;
    size_t done = 0;
    while (recorder->status == US_OK && done < line->length) {
        ssize_t wrote = write(recorder->fd, line->text + done, line->length - done);
        if (wrote >= 0)
            done += (size_t)wrote;
        else if (errno != EINTR)
            recorder->status = us_error_set_system(&recorder->error, US_FAILED, recorder->path,
                                                   errno, "cannot write");
    }
    if (done > 0)
        memmove(line->text, line->text + done, line->length - done + 1);
    line->length -= done;
}

static void write_line(us_recorder *recorder)
{
    bool good = recorder->status == US_OK;
    us_str_add_char(&recorder->line, '\n');
    write_out(recorder);
    recorder->lines++;
    if (good && recorder->status != US_OK)
        recorder->error.line = recorder->lines;
}

static us_json_writer begin_line(us_recorder *recorder)
{
    return us_json_writer_begin(&recorder->line, '{');
}

static void end_line(us_recorder *recorder, us_json_writer *writer)
{
    us_json_write_close(writer, '}');
    write_line(recorder);
}

us_status us_recorder_retry(us_recorder *recorder, us_error *err)
{
    int line = recorder->error.line;
    recorder->status = US_OK;
    write_out(recorder);
    recorder->error.line = line;
    return us_recorder_status(recorder, err);
}

us_status us_recorder_sync(us_recorder *recorder, us_error *err)
{
    US_TRY(us_recorder_status(recorder, err));
    if (recorder->synced == recorder->lines)
        return US_OK;
    if (us_file_sync_open(recorder->fd) != 0 &&
        errno != EINVAL) /* EINVAL: the file system has no sync */
        return us_error_set_system(err, US_FAILED, recorder->path, errno, "cannot write");
    recorder->synced = recorder->lines;
    return US_OK;
}

static void write_tags(us_recorder *recorder, us_game *game, us_cycle now)
{
    us_json_writer writer = begin_line(recorder);
    us_json_write_key_int(&writer, "cycle", now);
    us_json_write_key_hash(&writer, "hash", us_game_hash(game));
    us_json_write_key_string(&writer, "tags", recorder->tags.text);
    end_line(recorder, &writer);
    us_str_reset(&recorder->tags);
}

/* ---- the observer */

static void on_order(void *context, us_cycle now, const us_order *order, us_reason reason)
{
    us_recorder *recorder = context;
    us_json_writer writer = begin_line(recorder);
    us_json_write_key_int(&writer, "cycle", now);
    us_json_write_key_int(&writer, "id", order->id);
    us_json_write_key_int(&writer, "seat", order->seat);
    us_order_write(recorder->domain, order, &writer);
    if (order->goal)
        us_json_write_key_int(&writer, "goal", order->goal);
    if (order->step)
        us_json_write_key_int(&writer, "step", order->step);
    if (reason != US_REASON_NONE)
        us_json_write_key_string(&writer, "refused", us_reason_name(reason));
    end_line(recorder, &writer);
}

static void on_events(void *context, const us_event *event, int count)
{
    us_recorder *recorder = context;
    for (int i = 0; i < count; i++) {
        us_json_writer writer = begin_line(recorder);
        us_json_write_key_int(&writer, "cycle", event[i].cycle);
        us_event_write(recorder->domain, &event[i], &writer);
        end_line(recorder, &writer);
    }
}

static void on_notes(void *context, const us_note *note, int count)
{
    us_recorder *recorder = context;
    for (int i = 0; i < count; i++) {
        if ((note[i].kind == US_NOTE_SQUAD && !recorder->squads) ||
            (note[i].kind == US_NOTE_REPAIR && !recorder->repairs))
            continue;
        us_json_writer writer = begin_line(recorder);
        us_note_write(&note[i], &writer);
        end_line(recorder, &writer);
    }
}

void us_recorder_disable_plan(us_recorder *recorder)
{
    recorder->plan = false;
}

void us_recorder_enable_events(us_recorder *recorder)
{
    recorder->events = true;
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    us_recorder *recorder = context;
    us_str_add_hex(&recorder->tags, us_trace_tag(game), 4);
    if (now % US_TRACE_TAGS == 0)
        write_tags(recorder, game, now);
}

void us_recorder_write_tags(us_recorder *recorder, us_game *game)
{
    if (recorder->tags.length > 0)
        write_tags(recorder, game, us_game_world(game, US_NEUTRAL)->now);
}

static void on_over(void *context, us_game *game, const us_outcome *outcome)
{
    us_recorder *recorder = context;
    us_recorder_write_tags(recorder, game);
    us_json_writer writer = begin_line(recorder);
    us_trace_end_write(outcome, us_game_world(game, US_NEUTRAL)->now, &writer);
    us_json_write_key_hash(&writer, "hash", us_game_hash(game));
    end_line(recorder, &writer);
}

us_observer us_recorder_observer(us_recorder *recorder)
{
    return (us_observer){.context = recorder,
                         .order = on_order,
                         .events = recorder->events ? on_events : NULL,
                         .cycle = on_cycle,
                         .over = on_over,
                         .notes = recorder->plan ? on_notes : NULL};
}

/* ---- life */

/* Fails on a text that no reader would accept. */
static us_status check_text(const char *what, const char *text, us_error *err)
{
    size_t length = strlen(text);
    if (length >= US_TRACE_TEXT_MAX)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "cannot be recorded: expected %s of at most %d bytes, found %zu", what,
                            (int)US_TRACE_TEXT_MAX - 1, length);
    for (size_t at = 0, size; at < length; at += size) {
        size = (size_t)us_text_utf8_size(text + at, length - at);
        if (size == 0)
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "cannot be recorded: expected %s in UTF-8, found \"%.200s\"", what,
                                text);
    }
    return US_OK;
}

static us_status check_header(const us_trace_header *header, us_error *err)
{
    US_TRY(check_text("a map's name or path", header->map, err));
    US_TRY(check_text("a trace to go on from", header->from, err));
    for (int seat = 0; seat < header->seats; seat++)
        US_TRY(check_text("a player", header->seat[seat].player, err));
    return US_OK;
}

static us_status fail_system(const char *path, int code, us_error *err)
{
    return us_error_set_system(err, US_BAD_INPUT, path, code, "cannot write a trace there");
}

static us_status refuse(const char *path, const char *found, us_error *err)
{
    return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                        "cannot write a trace there: expected a new file, or a trace to replace, "
                        "found %s",
                        found);
}

static us_status check_kind(const char *path, const struct stat *info, us_error *err)
{
    if (S_ISREG(info->st_mode))
        return US_OK;
    return refuse(path, S_ISDIR(info->st_mode) ? "a folder" : "a special file", err);
}

/* Compares the first bytes with a trace's, as far as the file has them: a recording may have been
 * killed within them. No other file is replaced. */
static us_status check_begin(const char *path, int fd, us_error *err)
{
    static const char first[] = US_TRACE_FIRST;
    char found[sizeof(first) - 1];
    int64_t count = us_file_read_at(fd, found, sizeof(found), 0);
    if (count < 0)
        return fail_system(path, errno, err);
    if (memcmp(found, first, (size_t)count) != 0)
        return refuse(path, "a file that is no trace", err);
    return US_OK;
}

/* Opens and locks the trace that is to be replaced; *out is -1 if nothing is there. Each recorder
 * locks its file, so that no other takes the place. */
static us_status open_former(const char *path, int *out, us_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return US_OK; /* us_sibling_open finds the reason if nothing can be made there */
    US_TRY(check_kind(path, &info, err));
    if (access(path, R_OK | W_OK) != 0)
        return fail_system(path, errno, err);
    int fd = us_file_open(path, err);
    if (fd < 0)
        return US_BAD_INPUT;
    us_status status = check_begin(path, fd, err);
    if (status == US_OK && (!us_output_lock_former(fd) || !us_file_is_at(fd, path)))
        status = refuse(path, "one that is being recorded", err);
    if (status == US_OK)
        *out = fd;
    else
        us_file_close(&fd);
    return status;
}

/* The name of the temporary file in errors is the trace's; so is what could not be written. */
static us_status open_sibling(const char *path, us_sibling *out, us_error *err)
{
    static const char what[] = "cannot write";
    us_error why = {0};
    us_status status = us_sibling_open(path, out, &why);
    if (status != US_OK)
        return us_error_set(err, status, path, 0, 0, "cannot write a trace there%s",
                            why.text + (us_text_has_prefix(why.text, what) ? strlen(what) : 0));
    flock(out->fd, LOCK_EX | LOCK_NB);
    return US_OK;
}

/* Gives the new trace its place as soon as its header is on the disk. Up to the rename, the former
 * trace, its labels and its states are as they were. */
static us_status put(us_recorder *recorder, us_sibling *sibling, bool former, us_error *err)
{
    US_TRY(us_recorder_status(recorder, err));
    US_TRY(us_sibling_sync(sibling, err));
    US_TRY(us_aside_begin(recorder->path, &recorder->aside, err));
    US_TRY(former ? us_sibling_rename(sibling, err) : us_sibling_put_exclusive(sibling, err));
    us_status status = us_aside_finish(&recorder->aside, err);
    us_status removed = us_output_delete_states(recorder->path, true, status == US_OK ? err : NULL);
    us_file_sync_folder(recorder->path);
    return status == US_OK ? removed : status;
}

us_status us_recorder_open(const char *path, const us_trace_header *header, const us_domain *domain,
                           us_recorder **out, us_error *err)
{
    US_AUTO(us_file_close) int former = -1;
    US_AUTO(us_sibling_close) us_sibling sibling = {.fd = -1};
    US_TRY(check_header(header, err));
    US_TRY(us_output_check_link(path, err));
    US_TRY(us_output_delete_states(path, false, err));
    US_TRY(open_former(path, &former, err));
    US_TRY(open_sibling(path, &sibling, err));
    us_recorder *recorder = US_NEW(us_recorder);
    *recorder = (us_recorder){.fd = sibling.fd,
                              .path = us_mem_strdup(path),
                              .domain = domain,
                              .plan = header->minor >= 1,
                              .squads = header->minor >= 6,
                              .repairs = header->minor >= 8,
                              .line = us_str_empty(),
                              .tags = us_str_empty(),
                              .aside = {.folder = -1}};
    us_trace_header_write(header, &recorder->line);
    write_line(recorder);
    us_status status = put(recorder, &sibling, former >= 0, err);
    sibling.fd = -1;
    if (status == US_OK)
        *out = recorder;
    else
        us_recorder_close(recorder, NULL);
    return status;
}

const char *us_recorder_settle_kept(us_recorder *recorder)
{
    us_aside_drop_equal(&recorder->aside);
    return recorder->aside.kept;
}

us_status us_recorder_status(const us_recorder *recorder, us_error *err)
{
    return recorder->status == US_OK ? US_OK : us_error_copy(&recorder->error, err);
}

us_status us_recorder_close(us_recorder *recorder, us_error *err)
{
    if (!recorder)
        return US_OK;
    int closed = close(recorder->fd);
    if (closed != 0 && recorder->status == US_OK)
        recorder->status =
            us_error_set(&recorder->error, US_FAILED, recorder->path, recorder->lines, 0,
                         "cannot write: the system refused to close the file");
    us_status status = us_recorder_status(recorder, err);
    us_str_clear(&recorder->line);
    us_str_clear(&recorder->tags);
    us_aside_clear(&recorder->aside);
    us_mem_free(recorder->path);
    us_mem_free(recorder);
    return status;
}
