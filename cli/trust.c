#include "cli/trust.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/out.h"
#include "experiments/design/planning.h"
#include "players/identity.h"

enum { FOLDER_MAX = 4096, STATE_MAX = 16 << 20 };

/* Programs, and whether each is trusted. */
typedef struct programs {
    US_LIST(const char *) agent;
    char here[FOLDER_MAX]; /* where they would run */
    us_str state;          /* path of the file of trusted programs; "": unknown */
    us_str known;          /* its text */
} programs;

static void programs_clear(programs *p)
{
    us_mem_free(p->agent.item);
    us_str_clear(&p->state);
    us_str_clear(&p->known);
}

static void find_state(us_str *out)
{
    const char *state = us_env_get("XDG_STATE_HOME"), *home = us_env_get("HOME");
    if (state && state[0] == '/')
        us_str_addf(out, "%s/understudy/trusted.jsonl", state);
    else if (home && home[0] == '/')
        us_str_addf(out, "%s/.local/state/understudy/trusted.jsonl", home);
}

/* Reads the file of trusted programs. No file is no text. */
static us_status read_known(const char *path, us_str *out, us_error *err)
{
    size_t length;
    US_AUTOFREE char *text = NULL;
    us_str_reset(out);
    if (!us_file_exists(path))
        return US_OK;
    US_TRY(us_file_read(path, STATE_MAX, &text, &length, err));
    us_str_add_bytes(out, text, length);
    if (length > 0 && text[length - 1] != '\n')
        us_str_add_char(out, '\n'); /* an editor left the last line open */
    return US_OK;
}

static us_status programs_open(programs *p, us_error *err)
{
    *p = (programs){.state = us_str_empty(), .known = us_str_empty()};
    if (!getcwd(p->here, sizeof(p->here)))
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "cannot tell the present folder");
    find_state(&p->state);
    if (p->state.length > 0)
        read_known(p->state.text, &p->known, NULL); /* unreadable: nothing is trusted */
    return US_OK;
}

/* Appends the line that the state has for a trusted program. A program of the same command in
 * another folder may be another one. */
static void add_line(const programs *p, const char *agent, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "folder", p->here);
    us_json_write_key_string(&writer, "agent", agent);
    us_json_writer_end(&writer, '}');
}

static bool is_known(const programs *p, const char *agent)
{
    US_AUTOSTR(line);
    add_line(p, agent, &line);
    for (const char *at = p->known.text; (at = strstr(at, line.text)); at++)
        if (at == p->known.text || at[-1] == '\n')
            return true;
    return false;
}

static void add(programs *p, const char *agent)
{
    for (int i = 0; i < p->agent.count; i++)
        if (us_text_equal(p->agent.item[i], agent))
            return;
    if (!us_agent_is_deterministic(agent)) /* another program plays */
        US_LIST_PUT(p->agent, agent);
}

/* Adds the programs to the file. A file that can't be read stays as it is. */
static us_status save(programs *p, us_error *err)
{
    US_AUTOSTR(folder);
    const char *slash = strrchr(p->state.text, '/');
    if (!slash)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "expected a full path in HOME or XDG_STATE_HOME");
    us_str_add_bytes(&folder, p->state.text, (size_t)(slash - p->state.text));
    US_TRY(us_folder_make_parents(folder.text, err));
    /* With the lock, two commands lose no line of each other. */
    US_AUTO(us_file_close) int lock = us_file_open_folder(p->state.text);
    if (lock >= 0)
        flock(lock, LOCK_EX);
    US_TRY(read_known(p->state.text, &p->known, err));
    for (int i = 0; i < p->agent.count; i++)
        if (!is_known(p, p->agent.item[i]))
            add_line(p, p->agent.item[i], &p->known);
    return us_file_write(p->state.text, p->known.text, p->known.length, err);
}

/* Trusts all programs, now and later. */
static void remember(programs *p)
{
    us_error fault = {0};
    bool unknown = false;
    for (int i = 0; i < p->agent.count && !unknown; i++)
        unknown = !is_known(p, p->agent.item[i]);
    if (unknown && save(p, &fault) != US_OK)
        us_out_log("that these programs are trusted is not remembered: %s", fault.text);
}

/* Waits until a line can be read, or until the user asks to stop. An interrupt that comes before
 * fgets would not end it. */
static bool wait_for_line(void)
{
    enum { LOOK_MS = 100 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!us_interrupt_is_pending())
        if (poll(&input, 1, LOOK_MS) > 0)
            return true;
    return false;
}

static bool answers_yes(void)
{
    char answer[16] = "";
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return false;
    us_out_log_text("Run them? They can do all that you can. Type yes or no:");
    if (!wait_for_line() || !fgets(answer, sizeof(answer), stdin))
        return false;
    answer[strcspn(answer, "\r\n")] = '\0';
    return us_text_equal(answer, "yes") || us_text_equal(answer, "y");
}

static us_status decide(programs *p, const char *path, bool trusted, us_error *err)
{
    int count = 0;
    for (int i = 0; i < p->agent.count && !trusted; i++) {
        if (is_known(p, p->agent.item[i]))
            continue;
        if (count++ == 0)
            us_out_log("%s runs programs, in %s:", path, p->here);
        us_out_log("  %s", p->agent.item[i]);
    }
    bool trusts = count == 0 || answers_yes();
    if (us_interrupt_is_pending())
        return us_interrupt_fail(err, "nothing was written");
    if (!trusts)
        return us_error_set(err, US_BAD_INPUT, path, 0, 0,
                            "it runs %d program%s that you have not trusted yet: expected --trust, "
                            "once you have read %s; see docs/SECURITY.md",
                            count, count == 1 ? "" : "s", count == 1 ? "it" : "them");
    remember(p);
    return US_OK;
}

/* ---- specs */

/* Whether the value that --set gave has the text. */
static bool has_text(const us_json_node *node, const char *text)
{
    if (us_json_type(node) == US_JSON_STRING)
        return us_text_equal(us_json_string(node), text);
    for (const us_json_node *n = us_json_first(node); n; n = us_json_next(n))
        if (has_text(n, text))
            return true;
    return false;
}

static bool is_set(const us_spec *spec, const char *agent)
{
    for (int i = 0; i < spec->mores; i++)
        if (has_text(us_json_root(spec->more[i]), agent))
            return true;
    return false;
}

/* Lists programs of one origin: of the user (--set), or of the spec's author. */
static void add_spec(programs *p, const us_spec *spec, bool own)
{
    p->agent.count = 0;
    for (int i = 0; i < spec->players; i++)
        if (is_set(spec, spec->player[i].agent) == own)
            add(p, spec->player[i].agent);
    for (int i = 0; i < spec->opponents; i++)
        if (is_set(spec, spec->opponent[i].agent) == own)
            add(p, spec->opponent[i].agent);
    for (int i = 0; i < spec->libraries; i++) {
        const us_spec_training *training = spec->library[i].training;
        for (int k = 0; training && k < training->against_count; k++)
            if (is_set(spec, training->against[k]) == own)
                add(p, training->against[k]);
    }
}

us_status us_trust_spec(const char *path, const us_spec *spec, bool trusted, us_error *err)
{
    US_AUTO(programs_clear) programs p;
    US_TRY(programs_open(&p, err));
    add_spec(&p, spec, false);
    US_TRY(decide(&p, path, trusted, err));
    add_spec(&p, spec, true);
    return decide(&p, path, true, err);
}

/* ---- plans */

us_status us_trust_plan(const char *folder, bool trusted, bool *any, us_error *err)
{
    US_AUTO(us_manifest_clear) us_manifest m = {0};
    US_AUTO(us_str_clear) us_str path = us_folder_make_path(folder, "manifest.jsonl");
    US_AUTO(programs_clear) programs p;
    if (any)
        *any = false;
    US_TRY(programs_open(&p, err));
    if (us_manifest_read(path.text, &m, NULL) != US_OK)
        return US_OK; /* the command reports why */
    for (int i = 0; i < m.players; i++)
        add(&p, m.player[i].agent);
    for (int i = 0; i < m.opponents; i++)
        add(&p, m.opponent[i].agent);
    if (any)
        *any = p.agent.count > 0;
    return decide(&p, folder, trusted, err);
}
