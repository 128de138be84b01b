#include "studio/viewing.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/guard.h"
#include "base/progress.h"

/* ---- faults */

static void find(us_viewing *viewing, us_trace_fault fault, int line, int column, const char *text)
{
    viewing->faults++;
    if (viewing->findings == US_FINDINGS_MAX)
        return;
    if (!viewing->finding)
        viewing->finding = US_NEW_ARRAY(us_finding, US_FINDINGS_MAX);
    us_finding *finding = &viewing->finding[viewing->findings++];
    *finding = (us_finding){.fault = fault, .line = line, .column = column};
    memcpy(finding->text, text,
           us_text_fitting_size(text, strlen(text), sizeof(finding->text) - 1));
}

/* Owned by the background job until it is over. */
typedef struct us_second_look {
    char *path, *map; /* map: or NULL */
    us_trace_check check;
    us_status status;
} us_second_look;

static void check(void *context)
{
    us_second_look *look = context;
    us_trace_check_def def = {
        .path = look->path, .map = look->map, .stop = us_background_job_is_unwanted};
    look->status = us_trace_check_run(&def, &look->check, NULL);
}

static void run_check(void *context)
{
    us_second_look *look = context;
    if (!us_guard_run(check, look))
        look->status = US_FAILED;
}

static void drop_check(void *context)
{
    US_AUTOFREE us_second_look *look = context;
    us_trace_check_clear(&look->check);
    us_mem_free(look->path);
    us_mem_free(look->map);
}

static void begin_check(us_viewing *viewing)
{
    us_second_look *look = US_NEW(us_second_look);
    look->path = us_mem_strdup(viewing->path);
    look->map = viewing->map ? us_mem_strdup(viewing->map) : NULL;
    if (us_background_job_begin(run_check, drop_check, look, 0, &viewing->job, NULL) == US_OK)
        viewing->look = look;
    else
        drop_check(look);
}

static void take_findings(us_viewing *viewing, const us_trace_check *check)
{
    viewing->findings = 0;
    for (int i = 0; i < check->findings; i++) {
        const us_finding *finding = &check->finding[i];
        find(viewing, finding->fault, finding->line, finding->column, finding->text);
    }
    viewing->faults = 0;
    for (int i = 0; i < US_TRACE_FAULTS; i++)
        viewing->faults += check->count[i];
    viewing->checked = true;
}

bool us_viewing_check(us_viewing *viewing)
{
    if (viewing->checked || viewing->broken || viewing->length > US_VIEWING_CHECK_MAX)
        return true;
    if (!viewing->job)
        begin_check(viewing);
    if (!viewing->job)
        return true;
    if (!us_background_job_is_over(viewing->job))
        return false;
    if (viewing->look->status == US_OK)
        take_findings(viewing, &viewing->look->check);
    us_background_job_release(viewing->job);
    viewing->job = NULL;
    return true;
}

/* ---- reading */

/* Returns whether the error is about a line of this trace. Errors cut the front of a long path. */
static bool is_of_line(const us_error *fault, const char *file)
{
    size_t whole = strlen(file), kept = strlen(fault->file);
    size_t tail = kept < whole ? kept / 2 : whole;
    return fault->status == US_BAD_INPUT && fault->line > 1 && kept > 0 && kept >= tail &&
           us_text_equal(fault->file + kept - tail, file + whole - tail);
}

/* Returns the number of bytes before that line. */
static size_t before_line(const char *text, size_t length, int line)
{
    const char *at = text, *end = text + length;
    for (; line > 1 && at < end; line--) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    return (size_t)(at - text);
}

static us_status open_text(const us_viewing *viewing, us_trace **out, us_error *err)
{
    return us_trace_open_text(viewing->file, viewing->text, viewing->length, out, err);
}

static us_status read_log(us_viewing *viewing, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    US_TRY(open_text(viewing, &trace, err));
    US_TRY(us_log_read_trace(&viewing->log, trace, viewing->map, err));
    trace = NULL; /* the log's from now on */
    return US_OK;
}

static us_status read_trace(us_viewing *viewing, us_error *err)
{
    us_error fault = {0};
    us_status status =
        us_file_read(viewing->path, US_VIEWING_BYTES_MAX, &viewing->text, &viewing->length, &fault);
    if (status != US_OK)
        return us_error_set(err, status, viewing->file, 0, 0, "%s", fault.text);
    status = read_log(viewing, &fault);
    if (status != US_OK && is_of_line(&fault, viewing->file)) {
        find(viewing, US_TRACE_FAULT_LINE, fault.line, fault.column, fault.text);
        viewing->broken = true;
        viewing->length = before_line(viewing->text, viewing->length, fault.line);
        status = read_log(viewing, &fault);
    }
    if (status != US_OK && err)
        *err = fault;
    return status;
}

static us_status read_notes(us_viewing *viewing, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    us_trace_record record = {.kind = US_TRACE_STOP};
    us_error fault;
    US_TRY(open_text(viewing, &trace, err));
    us_trace_set_domain(trace, viewing->log.domain);
    us_status status;
    while ((status = us_trace_next(trace, &record, err)) == US_OK && record.kind != US_TRACE_STOP) {
        if (record.kind != US_TRACE_NOTE && record.kind != US_TRACE_SQUAD &&
            record.kind != US_TRACE_REPAIR)
            continue;
        us_viewing_plan *plan = &viewing->plan[record.note.seat];
        us_notes_add(&plan->notes, &record.note);
        if (us_plan_tree_add(&plan->whole, &record.note, &fault) != US_OK)
            find(viewing, US_TRACE_FAULT_PLAN, record.line, record.column, fault.text);
    }
    return status;
}

/* A game can be watched even if its labels are wrong. */
static void read_labels(us_viewing *viewing, const char *path)
{
    US_AUTO(us_remarks_clear) us_remarks remarks = {0};
    if (path[0])
        (void)us_annotation_load(path, viewing->log.domain, &remarks, &viewing->labels, NULL);
}

/* ---- sources of states */

/* Without fog these planes hold no information and cost as much as all others. */
#define FOG_PLANES (1u << US_PLANE_SEEN | 1u << US_PLANE_EXPLORED)

static us_status open_states(us_viewing *viewing, const char *path, us_error *err)
{
    us_error fault = {0};
    us_status status = us_worlds_open(&viewing->log, path, &viewing->worlds, &fault);
    if (status == US_OK)
        return US_OK;
    viewing->worlds = NULL;
    if (!viewing->log.scenario)
        return us_error_set(err, fault.status, viewing->file, 0, 0, "its stored states: %s",
                            fault.text);
    find(viewing, US_TRACE_FAULT_STATES, 0, 0, fault.text);
    return US_OK;
}

static us_states *states_of(const us_viewing *viewing)
{
    return viewing->worlds ? us_worlds_states(viewing->worlds) : NULL;
}

static us_status open_film(us_viewing *viewing, const us_viewing_def *def, us_error *err)
{
    const us_log *log = &viewing->log;
    unsigned planes = def->planes & (log->header->fog ? ~0u : ~FOG_PLANES);
    US_TRY(open_states(viewing, def->states, err));
    if (log->scenario) {
        US_AUTOPTR(us_trace) trace = NULL;
        US_TRY(open_text(viewing, &trace, err));
        US_TRY(us_replay_new(trace, viewing->map, &viewing->replay, err));
        trace = NULL; /* the replay's from now on */
        viewing->played = true;
        viewing->width = log->scenario->width;
        viewing->height = log->scenario->height;
    } else if (states_of(viewing) && us_states_count(states_of(viewing)) > 0) {
        const us_states_header *header = us_states_get_header(states_of(viewing));
        viewing->width = header->width;
        viewing->height = header->height;
        planes &= header->planes;
    } else {
        return us_error_set(err, US_MISMATCH, viewing->file, log->why.line, log->why.column,
                            "no states are stored beside it, and it cannot be played again: %s",
                            log->why.text);
    }
    us_packer_init(&viewing->packer, log->domain, viewing->width, viewing->height,
                   log->header->seats, planes);
    return US_OK;
}

us_status us_viewing_open(const us_viewing_def *def, us_viewing **out, us_error *err)
{
    US_AUTOPTR(us_viewing) viewing = US_NEW(us_viewing);
    viewing->file = us_mem_strdup(def->file);
    viewing->path = us_mem_strdup(def->path);
    viewing->map = def->map ? us_mem_strdup(def->map) : NULL;
    viewing->filmed = -1;
    US_TRY(read_trace(viewing, err));
    US_TRY(open_film(viewing, def, err));
    US_TRY(read_notes(viewing, err));
    read_labels(viewing, def->labels);
    *out = US_STEAL(viewing);
    return US_OK;
}

void us_viewing_close(us_viewing *viewing)
{
    if (!viewing)
        return;
    for (int seat = 0; seat < US_SEATS_MAX; seat++) {
        us_notes_clear(&viewing->plan[seat].notes);
        us_plan_tree_clear(&viewing->plan[seat].whole);
        us_plan_tree_clear(&viewing->plan[seat].tree);
    }
    us_background_job_release(viewing->job);
    us_packer_clear(&viewing->packer);
    us_replay_free(viewing->replay);
    us_worlds_close(viewing->worlds);
    us_annotation_free(viewing->labels);
    us_log_clear(&viewing->log);
    us_mem_free(viewing->finding);
    us_mem_free(viewing->text);
    us_mem_free(viewing->map);
    us_mem_free(viewing->path);
    us_mem_free(viewing->file);
    us_mem_free(viewing);
}

/* ---- the film */

/* Ends the replay: the game is over, or differs from the recording. */
static void end_replay(us_viewing *viewing)
{
    us_replay_report report = us_replay_get_report(viewing->replay);
    us_replay_free(viewing->replay);
    viewing->replay = NULL;
    if (report.differs < 0) {
        viewing->whole = true;
        return;
    }
    char text[256];
    snprintf(text, sizeof(text), "cycle %d is the first that differs: %s", (int)report.differs,
             report.what);
    find(viewing, US_TRACE_FAULT_HASH, report.line, 0, text);
    viewing->whole = !states_of(viewing);
}

static const us_world *next_played(us_viewing *viewing)
{
    us_error err;
    us_status status = US_OK;
    if (viewing->filmed >= 0)
        status = us_replay_advance(viewing->replay, viewing->filmed + 1, &err);
    const us_world *world =
        us_game_world(us_match_game(us_replay_match(viewing->replay)), US_NEUTRAL);
    if (status == US_OK && world->now > viewing->filmed)
        return world;
    end_replay(viewing);
    return NULL;
}

static const us_world *next_stored(us_viewing *viewing)
{
    us_error err;
    const us_world *world = NULL;
    if (us_states_next(states_of(viewing), &world, &err) != US_OK) {
        find(viewing, US_TRACE_FAULT_STATES, 0, 0, err.text);
        return NULL;
    }
    viewing->whole = !world;
    return world && world->now > viewing->filmed ? world : NULL;
}

void us_viewing_make_film(us_viewing *viewing, size_t most, int64_t until, us_str *out)
{
    enum { LOOK = 8 }; /* states between looks at the clock */
    for (int i = 1; !viewing->whole; i++) {
        us_error err;
        const us_world *world = viewing->replay ? next_played(viewing) : next_stored(viewing);
        if (world) {
            viewing->filmed = world->now;
            if (us_packer_add(&viewing->packer, world, out, &err) != US_OK)
                find(viewing, US_TRACE_FAULT_STATES, 0, 0, err.text);
        }
        if (out->length >= most || (i % LOOK == 0 && us_clock_ms() >= until))
            return;
    }
}

/* ---- plans */

const us_plan_tree *us_viewing_get_plan(us_viewing *viewing, us_seat seat, us_cycle cycle)
{
    US_WHOLE;
    us_viewing_plan *plan = &viewing->plan[seat];
    const us_notes *notes = &plan->notes;
    if (plan->notes_applied > 0 && notes->note[plan->notes_applied - 1].cycle > cycle) {
        us_plan_tree_clear(&plan->tree);
        plan->notes_applied = 0;
    }
    us_error ignored; /* already among the faults */
    for (; plan->notes_applied < notes->count && notes->note[plan->notes_applied].cycle <= cycle;
         plan->notes_applied++)
        (void)us_plan_tree_add(&plan->tree, &notes->note[plan->notes_applied], &ignored);
    return &plan->tree;
}
