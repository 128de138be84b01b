#include "cli/experiment.h"

#include <ctype.h>

#include "cli/out.h"
#include "experiments/run/results.h"
#include "experiments/run/slurm.h"

typedef struct standing {
    us_jobs jobs;
    us_shard *shard;
    us_job_states states;
    bool answers;
    us_error why; /* why Slurm gives no states */
} standing;

/* Asks Slurm for the states. false: no jobs, or their record cannot be read, which is noted. */
static bool ask(const char *folder, const us_manifest *m, standing *out)
{
    us_error err;
    *out = (standing){.answers = false};
    if (us_jobs_read(folder, &out->jobs, &err) != US_OK) {
        char text[1024];
        us_out_log("%s", us_error_print(&err, text, sizeof(text)));
        return false;
    }
    if (out->jobs.shards == 0)
        return false;
    out->shard = us_shards_tally(m, out->jobs.shards);
    out->answers = us_job_states_read(&out->jobs, true, &out->states, &out->why) == US_OK;
    if (!out->answers)
        out->states.shard = US_NEW_ARRAY(us_job_state, out->jobs.shards);
    return true;
}

static void clear(standing *s)
{
    us_mem_free(s->shard);
    us_job_states_clear(&s->states);
}

static bool is_done(const us_shard *shard)
{
    return shard->played == shard->games;
}

/* Returns whether the shard is queued and not started. */
static bool is_waiting(const standing *s, int shard)
{
    return us_text_equal(s->states.shard[shard].state, "PENDING") && s->shard[shard].played == 0;
}

static void add_state(const us_job_state *state, us_str *out)
{
    for (const char *c = state->state; *c; c++)
        us_str_add_char(out, *c == '_' ? ' ' : (char)tolower((unsigned char)*c));
    if (state->node[0])
        us_str_addf(out, " on %s", state->node);
    if (state->why[0] && !us_text_equal(state->why, "None"))
        us_str_addf(out, " (%s)", state->why);
}

static void print_shard(const standing *s, int i, us_str *out)
{
    US_AUTOSTR(line);
    us_str_addf(&line, "  shard %-18d %7lld of %7lld   ", i, (long long)s->shard[i].played,
                (long long)s->shard[i].games);
    if (s->states.shard[i].state[0])
        add_state(&s->states.shard[i], &line);
    else if (s->answers)
        us_str_add(&line, "not in the queue");
    us_out_add_line(out, &line);
}

static void print_jobs(const standing *s, us_str *out)
{
    int finished = 0, waiting = 0, lost = 0;
    for (int i = 0; i < s->jobs.shards; i++)
        finished += is_done(&s->shard[i]);
    us_out_add_linef(out, "slurm job %s: %d of %d shards are done", s->jobs.work, finished,
                     s->jobs.shards);
    for (int i = 0; i < s->jobs.shards; i++) {
        if (is_done(&s->shard[i]))
            continue;
        if (is_waiting(s, i))
            waiting++;
        else
            print_shard(s, i, out);
        lost += s->answers && !s->states.shard[i].state[0];
    }
    if (waiting > 0)
        us_str_addf(out, "  %d shards wait for their turn\n", waiting);
    if (s->jobs.merge[0] && s->states.merge.state[0]) {
        US_AUTOSTR(line);
        us_str_addf(&line, "  merge is job %s: ", s->jobs.merge);
        add_state(&s->states.merge, &line);
        us_out_add_line(out, &line);
    }
    if (!s->answers)
        us_out_add_linef(out, "  the jobs' states are not known: %s", s->why.text);
    if (lost > 0 && s->states.known == 0)
        us_str_add(out, "  no job plays the games left: experiment submit goes on with them\n");
}

void us_jobs_print(const char *folder, const us_manifest *m, us_str *out)
{
    standing s;
    if (!ask(folder, m, &s))
        return;
    print_jobs(&s, out);
    clear(&s);
}

static void write_state(const us_job_state *state, us_json_writer *writer)
{
    if (state->state[0])
        us_json_write_key_string(writer, "state", state->state);
    if (state->node[0])
        us_json_write_key_string(writer, "node", state->node);
    if (state->why[0])
        us_json_write_key_string(writer, "reason", state->why);
}

void us_jobs_write_json(const char *folder, const us_manifest *m, us_json_writer *writer)
{
    standing s;
    if (!ask(folder, m, &s))
        return;
    us_json_write_key_open(writer, "slurm", '{');
    us_json_write_key_bool(writer, "answers", s.answers);
    us_json_write_key_open(writer, "work", '{');
    us_json_write_key_string(writer, "job", s.jobs.work);
    us_json_write_close(writer, '}');
    us_json_write_key_open(writer, "merge", '{');
    us_json_write_key_string(writer, "job", s.jobs.merge);
    write_state(&s.states.merge, writer);
    us_json_write_close(writer, '}');
    us_json_write_key_open(writer, "shards", '[');
    for (int i = 0; i < s.jobs.shards; i++) {
        us_json_write_open(writer, '{');
        us_json_write_key_int(writer, "shard", i);
        us_json_write_key_int(writer, "games", s.shard[i].games);
        us_json_write_key_int(writer, "played", s.shard[i].played);
        write_state(&s.states.shard[i], writer);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    us_json_write_close(writer, '}');
    clear(&s);
}
