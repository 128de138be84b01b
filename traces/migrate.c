#include "traces/migrate.h"

#include <string.h>

#include "base/file.h"
#include "traces/annotation.h"
#include "traces/output.h"
#include "traces/replay.h"

enum { TRACE_FILE_MAX = INT32_MAX };

typedef struct migration {
    const us_migrate_def *def;
    us_replay *replay;
    us_trace_header header; /* of the new trace */
    us_output output;
    us_states_writer *writer; /* of the output; NULL: no states from the replay */
    us_str text;              /* of the new trace */
    us_str labels;            /* bytes of the annotation */
    us_migrate_report report;
} migration;

/* ---- labels */

/* Appends a file's bytes, if it exists. */
static us_status read_if_there(const char *path, bool *there, us_str *out, us_error *err)
{
    US_AUTOFREE char *bytes = NULL;
    size_t length = 0;
    *there = us_file_exists(path);
    if (!*there)
        return US_OK;
    US_TRY(us_file_read(path, US_ANNOTATION_FILE_MAX, &bytes, &length, err));
    us_str_add_bytes(out, bytes, length);
    return US_OK;
}

static us_status read_labels(migration *m, us_error *err)
{
    US_AUTOSTR(path);
    US_AUTOSTR(other);
    bool there;
    us_annotation_path(m->def->path, &path);
    US_TRY(read_if_there(path.text, &m->report.labeled, &m->labels, err));
    us_str_reset(&path);
    us_annotation_path(m->def->out, &path);
    US_TRY(read_if_there(path.text, &there, &other, err));
    if (!there || (m->report.labeled && other.length == m->labels.length &&
                   memcmp(other.text, m->labels.text, other.length) == 0))
        return US_OK;
    return us_error_set(err, US_BAD_INPUT, path.text, 0, 0,
                        "other labels than those of %.200s: expected another name for the new "
                        "trace",
                        m->def->path);
}

static us_status write_labels(migration *m, us_error *err)
{
    US_AUTOSTR(path);
    if (!m->report.labeled)
        return US_OK;
    us_annotation_path(m->def->out, &path);
    US_TRY(us_file_write(path.text, m->labels.text, m->labels.length, err));
    us_aside_drop_equal(&m->output.aside);
    return US_OK;
}

/* ---- states */

static us_status begin_states(migration *m, us_error *err)
{
    us_game *game = us_match_game(us_replay_match(m->replay));
    const us_world *world = us_game_world(game, US_NEUTRAL);
    us_states_header header = us_states_header_from_trace(&m->header, world);
    return us_output_begin_states(&m->output, &header, world->domain, &m->writer, err);
}

static us_status copy_states(migration *m, us_states *states, us_error *err)
{
    const us_world *world = NULL;
    for (;;) {
        US_TRY(us_states_next(states, &world, err));
        if (!world)
            return US_OK;
        us_states_writer_add(m->writer, world);
        m->report.states++;
    }
}

/* Copies the states beside the old trace, if there are any. */
static us_status keep_states(migration *m, us_error *err)
{
    US_AUTOPTR(us_states) states = NULL;
    US_AUTOSTR(path);
    us_states_path(m->def->path, &path);
    if (!us_file_exists(path.text))
        return US_OK;
    US_TRY(us_states_open(path.text, us_replay_scenario(m->replay)->domain, &states, err));
    US_TRY(us_states_check_trace(states, us_replay_header(m->replay), err));
    US_TRY(begin_states(m, err));
    return copy_states(m, states, err);
}

static void store(migration *m)
{
    us_game *game = us_match_game(us_replay_match(m->replay));
    us_states_writer_add(m->writer, us_game_world(game, US_NEUTRAL));
    m->report.states++;
}

static void on_cycle(void *context, us_game *game, us_cycle now)
{
    migration *m = context;
    (void)game;
    if (now % m->def->states == 0)
        store(m);
}

/* Stores states while the replay goes on. */
static us_status store_states(migration *m, us_error *err)
{
    const us_observer observer = {.context = m, .cycle = on_cycle};
    US_TRY(begin_states(m, err));
    store(m);
    us_match_add_observer(us_replay_match(m->replay), &observer);
    return US_OK;
}

/* ---- the game and the trace */

static us_status check_replay(migration *m, us_error *err)
{
    us_replay_report report;
    const char *file = m->def->path;
    US_TRY(us_replay_run(m->replay, m->def->stop, &report, err));
    m->report.cycles = report.state.now;
    if (m->def->states && report.state.now % m->def->states != 0)
        store(m); /* the last one */
    if (report.differs >= 0)
        return us_error_set(err, US_MISMATCH, file, report.line, 0,
                            "with this domain and these rules, the game differs from cycle %d on: "
                            "%s; set UNDERSTUDY_DATA to the folder with the domain and rules of "
                            "the recording",
                            (int)report.differs, report.what);
    if (report.compared < 0)
        return us_error_set(err, US_MISMATCH, file, 0, 0,
                            "it has no hash to compare with: nothing shows whether the game plays "
                            "as it was recorded");
    return US_OK;
}

static us_status make_text(migration *m, us_error *err)
{
    US_AUTOFREE char *text = NULL;
    size_t length = 0;
    US_TRY(us_file_read(m->def->path, TRACE_FILE_MAX, &text, &length, err));
    const char *body = memchr(text, '\n', length), *end = text + length;
    us_trace_header_write(&m->header, &m->text);
    while (us_replay_get_report(m->replay).cut && end > body && end[-1] != '\n')
        end--;
    us_str_add_bytes(&m->text, body ? body : "\n", body ? (size_t)(end - body) : 1);
    return US_OK;
}

static us_status check_header(const us_trace_header *header, const char *file, us_error *err)
{
    if (header->source[0] || header->left_out)
        return us_error_set(err, US_MISMATCH, file, 1, 0,
                            "a game that cannot be played again: commands read it from its stored "
                            "states, whatever the rules are");
    if (header->minor > US_TRACE_MINOR)
        return us_error_set(err, US_MISMATCH, file, 1, 0,
                            "minor version %d: expected at most %d, whose header is known whole",
                            header->minor, (int)US_TRACE_MINOR);
    return US_OK;
}

static us_status open_replay(migration *m, us_error *err)
{
    US_AUTOPTR(us_trace) trace = NULL;
    US_TRY(us_trace_open(m->def->path, &trace, err));
    m->header = *us_trace_get_header(trace);
    US_TRY(check_header(&m->header, m->def->path, err));
    US_TRY(us_replay_new_here(trace, m->def->map, &m->replay, err));
    (void)US_STEAL(trace); /* the replay's */
    const us_scenario *scenario = us_replay_scenario(m->replay);
    m->report.fog = m->header.fog;
    m->report.changed = scenario->domain->hash != m->header.domain_hash ||
                        scenario->rules_hash != m->header.rules_hash;
    us_hash features = m->header.features_hash; /* its plan lines keep theirs */
    us_trace_header_set_domain(&m->header, scenario->domain);
    m->header.features_hash = features;
    m->header.rules_hash = scenario->rules_hash;
    if (m->header.minor < US_TRACE_MINOR_PLAIN)
        m->header.minor = US_TRACE_MINOR_PLAIN;
    return US_OK;
}

static us_status migrate_all(migration *m, us_error *err)
{
    US_TRY(read_labels(m, err));
    US_TRY(open_replay(m, err));
    US_TRY(m->def->states ? store_states(m, err) : keep_states(m, err));
    US_TRY(check_replay(m, err));
    US_TRY(make_text(m, err));
    US_TRY(us_output_finish(&m->output, m->text.text, m->text.length, err));
    return write_labels(m, err);
}

us_status us_trace_migrate(const us_migrate_def *def, us_migrate_report *out, us_error *err)
{
    migration m = {.def = def, .text = us_str_empty(), .labels = us_str_empty()};
    US_TRY(us_output_open(&m.output, def->out, def->path, err));
    us_status status = migrate_all(&m, err);
    if (status == US_OK && def->kept && m.output.aside.kept)
        us_str_add(def->kept, m.output.aside.kept);
    us_output_close(&m.output);
    us_replay_free(m.replay);
    us_str_clear(&m.text);
    us_str_clear(&m.labels);
    if (status == US_OK)
        *out = m.report;
    return status;
}
