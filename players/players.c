#include "players/players.h"

#include "base/spelling.h"
#include "domain/clock.h"
#include "players/microrts/microrts_players.h"
#include "players/planner.h"
#include "players/shipped.h"
#include "players/skirmish/skirmish_players.h"
#include <stdio.h>
#include <string.h>

/* ---- players that give no orders here */

static us_status open_idle(const us_player_kind *kind, const us_player_def *def, us_player **out,
                           us_error *err)
{
    (void)def, (void)err;
    *out = US_NEW(us_player);
    (*out)->kind = kind;
    return US_OK;
}

static void think_idle(us_player *player, const us_view *view, const us_events *events,
                       us_orders *orders, us_wakeup *wakeup)
{
    (void)player, (void)events, (void)orders;
    *wakeup = (us_wakeup){us_cycle_after(view->world->now, US_WAKEUP_MAX), 0};
}

static void close_idle(us_player *player)
{
    us_mem_free(player);
}

/* It sits there while the game itself knows what it does. */
static us_status open_bot(const us_player_kind *kind, const us_player_def *def, us_player **out,
                          us_error *err)
{
    if (def->scenario->kind->capabilities & US_CAN_REPLAY)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "%s:%.64s plays only where the game is played by the real microRTS",
                            kind->prefix, def->argument);
    return open_idle(kind, def, out, err);
}

void us_agents_set_external(const char *const *agent, int seats, us_scenario_def *def)
{
    for (int seat = 0; seat < seats; seat++)
        if (agent[seat] && us_text_has_prefix(agent[seat], "bot:"))
            def->outside[seat] = agent[seat] + strlen("bot:");
        else if (agent[seat] && us_text_has_prefix(agent[seat], "socket:"))
            def->outside[seat] = agent[seat];
}

static us_status check_bot(const char *argument, us_error *err)
{
    return us_text_has_prefix(argument, "socket:")
               ? us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                              "found bot:%.64s, expected the class of a bot, or socket:PORT",
                              argument)
               : US_OK;
}

static us_status check_socket(const char *argument, us_error *err)
{
    int64_t port;
    return us_text_to_int(argument, 1, 65535, &port)
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                              "found socket:%.64s, expected socket:PORT, a port from 1 to 65535",
                              argument);
}

static us_status check_human(const char *argument, us_error *err)
{
    (void)argument;
    return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                        "a person plays in the browser: see understudy studio");
}

static us_status open_human(const us_player_kind *kind, const us_player_def *def, us_player **out,
                            us_error *err)
{
    (void)kind, (void)out;
    return check_human(def->argument, err);
}

const us_player_kind us_idle_kind = {"idle", open_idle, think_idle, NULL, close_idle};
const us_player_kind us_bot_kind = {"bot", open_bot, think_idle, NULL, close_idle};
const us_player_kind us_socket_kind = {"socket", open_bot, think_idle, NULL, close_idle};
const us_player_kind us_human_kind = {.prefix = "human", .open = open_human};

/* ---- all kinds */

/* One line a kind of player. */
static const us_agent_row rows[] = {
    {&us_expert_kind, "skirmish", "NAME", us_expert_name, us_expert_about, NULL,
     "a demonstrator that labels its goals"},
    {&us_ai_kind, "skirmish", "NAME", us_ai_name, us_ai_about, NULL, "a scripted opponent"},
    {&us_microrts_rush_kind, "microrts", "NAME", us_microrts_rush_name, us_microrts_rush_about,
     NULL, "a scripted opponent"},
    {&us_microrts_random_kind, "microrts", "NAME", us_microrts_random_name,
     us_microrts_random_about, NULL, "a scripted opponent"},
    {&us_library_kind.base, NULL, "FILE", NULL, NULL, us_planner_check,
     "a library plays; FILE?SETTING&... changes how"},
    {&us_tree_kind.base, NULL, "FILE", NULL, NULL, us_planner_check,
     "a file of behaviors plays; settings as above"},
    {&us_exec_kind, NULL, "COMMAND", NULL, NULL, NULL, "another program plays, by lines of JSON"},
    {&us_bot_kind, "microrts", "CLASS", NULL, NULL, check_bot, "a bot of the real microRTS",
     .silent = true},
    {&us_socket_kind, "microrts", "PORT", NULL, NULL, check_socket,
     "a microRTS that you start connects there, and its bot plays", .silent = true},
    {&us_human_kind, NULL, NULL, NULL, NULL, check_human, "a person plays, in the studio",
     .person = true, .silent = true},
    {&us_idle_kind, NULL, NULL, NULL, NULL, NULL, "gives no orders", .silent = true},
    {&us_random_kind, NULL, NULL, NULL, NULL, NULL, "any legal order, now and then"},
};

/* The agents of its prefix whose names are files. */
static const us_agent_row shipped = {&us_shipped_kind.base, NULL, "NAME", NULL, NULL, NULL,
                                     "a scripted opponent"};

int us_agent_rows(const us_agent_row **out)
{
    *out = rows;
    return US_COUNT(rows);
}

static bool is_named_before(int row)
{
    for (int i = 0; i < row; i++)
        if (us_text_equal(rows[i].kind->prefix, rows[row].kind->prefix))
            return true;
    return false;
}

/* Fails with all names, and the nearest of them to the wrong one. */
static us_status fail_unknown(const char *agent, us_error *err)
{
    us_spelling near = us_spelling_start(agent);
    US_AUTOSTR(all);
    for (int i = 0; i < US_COUNT(rows); i++) {
        const char *name;
        if (!rows[i].argument)
            us_spelling_add(&near, rows[i].kind->prefix);
        if (!is_named_before(i))
            us_str_addf(&all, "%s%s%s%s", i > 0 ? ", " : "", rows[i].kind->prefix,
                        rows[i].argument ? ":" : "", rows[i].argument ? rows[i].argument : "");
        for (int n = 0; rows[i].name && (name = rows[i].name(n)) != NULL; n++) {
            char text[128];
            int length = snprintf(text, sizeof(text), "%s:%s", rows[i].kind->prefix, name);
            us_assert(length < (int)sizeof(text));
            us_spelling_add(&near, text);
        }
    }
    if (near.best[0])
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                     "there is no agent \"%.64s\"; did you mean \"%s\"?", agent, near.best);
    else
        us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                     "there is no agent \"%.64s\"; expected one of: %s", agent, all.text);
    return US_BAD_INPUT;
}

static bool is_in(const char *name, const us_agent_row *row)
{
    for (int n = 0; row->name(n) != NULL; n++)
        if (us_text_equal(row->name(n), name))
            return true;
    return false;
}

/* The row of the prefix, if the argument is one that it takes; of several the one of the domain,
 * which may be NULL. */
static const us_agent_row *find_row(const char *agent, const us_domain *domain,
                                    const char **argument)
{
    const us_agent_row *found = NULL;
    size_t length = strcspn(agent, ":");
    *argument = agent[length] ? agent + length + 1 : "";
    for (int i = 0; i < US_COUNT(rows); i++) {
        const char *prefix = rows[i].kind->prefix;
        if (strlen(prefix) != length || memcmp(prefix, agent, length) != 0)
            continue;
        if (!rows[i].argument)
            return agent[length] ? NULL : &rows[i];
        if (!rows[i].name)
            return **argument ? &rows[i] : NULL;
        if (!is_in(*argument, &rows[i]))
            continue;
        if (!domain || us_text_equal(rows[i].domain, domain->name))
            return &rows[i];
        found = &rows[i];
    }
    if (found)
        return found;
    US_AUTOSTR(path);
    bool file = us_text_has_prefix(agent, "ai:") && us_shipped_ai_find(NULL, *argument, &path);
    return file ? &shipped : NULL;
}

us_status us_agent_check(const char *agent, us_error *err)
{
    const char *argument;
    const us_agent_row *row = find_row(agent, NULL, &argument);
    if (!row)
        return fail_unknown(agent, err);
    return row->check ? row->check(argument, err) : US_OK;
}

bool us_agent_is_silent(const char *agent)
{
    const char *argument;
    const us_agent_row *row = find_row(agent, NULL, &argument);
    return row && row->silent;
}

bool us_agent_repairs(const char *agent)
{
    const char *argument;
    const us_agent_row *row = find_row(agent, NULL, &argument);
    return row && (row->check == us_planner_check || row == &shipped) &&
           us_planner_repairs(argument);
}

bool us_agent_is_editable(const char *agent)
{
    const char *argument;
    const us_agent_row *row = find_row(agent, NULL, &argument);
    return row && row->check == us_planner_check;
}

us_status us_agent_open(const char *agent, const us_scenario *scenario, us_seat seat, uint64_t seed,
                        us_player **out, us_error *err)
{
    return us_agent_open_prepared(agent, NULL, scenario, seat, seed, out, err);
}

/* ---- once for many games */

struct us_prepared_agent {
    const us_player_kind *kind;
    const us_domain *domain;
    void *own;
};

us_status us_agent_prepare(const char *agent, const us_domain *domain, us_prepared_agent **out,
                           us_error *err)
{
    const char *argument;
    const us_agent_row *row = find_row(agent, domain, &argument);
    void *own;
    if (!row)
        return fail_unknown(agent, err);
    if (!row->kind->prepare) {
        *out = NULL;
        return US_OK;
    }
    US_TRY(row->kind->prepare(row->kind, argument, domain, &own, err));
    *out = US_NEW(us_prepared_agent);
    **out = (us_prepared_agent){row->kind, domain, own};
    return US_OK;
}

void us_prepared_agent_free(us_prepared_agent *prepared)
{
    if (!prepared)
        return;
    prepared->kind->unprepare(prepared->own);
    us_mem_free(prepared);
}

us_status us_agent_open_prepared(const char *agent, const us_prepared_agent *prepared,
                                 const us_scenario *scenario, us_seat seat, uint64_t seed,
                                 us_player **out, us_error *err)
{
    us_assert(seat >= 0 && seat < scenario->seats);
    const char *argument;
    const us_agent_row *row = find_row(agent, scenario->domain, &argument);
    if (!row)
        return fail_unknown(agent, err);
    us_assert(!prepared || (prepared->kind == row->kind && prepared->domain == scenario->domain));
    us_player_def def = {scenario, seat, seed, argument, prepared ? prepared->own : NULL};
    return row->kind->open(row->kind, &def, out, err);
}
