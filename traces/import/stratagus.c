/* The importer of Stratagus replay logs (people's Wargus games) for the skirmish domain.
 * domains/skirmish/imports/stratagus.json maps the words. */
#include "base/file.h"
#include "base/json.h"
#include "traces/import/importer.h"
#include "traces/import/stratagus_log.h"

#include <stdio.h>
#include <string.h>

#define DOMAIN "skirmish"

typedef struct reader {
    us_import *import;
    us_stratagus_log log;
    us_json *names;
    const us_json_node *actions, *types, *factions;
    int game;       /* number of the last statement's game, from 1 */
    us_cycle cycle; /* of the last command */
} reader;

/* ---- names */

static int find_type_index(const us_domain *domain, const char *name)
{
    return us_domain_find_type(domain, name);
}

/* Checks that each of the texts is a word of the domain. */
static us_status check_words(const us_domain *domain, const us_json_node *list,
                             int (*find)(const us_domain *domain, const char *name),
                             const char *what, us_error *err)
{
    for (const us_json_node *name = us_json_first(list); name; name = us_json_next(name))
        if (us_json_type(name) != US_JSON_STRING || find(domain, us_json_string(name)) < 0)
            return us_json_fail(name, err, "expected %s of the domain \"%s\"", what, domain->name);
    return US_OK;
}

static us_status load_names(reader *r)
{
    static const char *const keys[] = {"about", "factions", "actions", "types", NULL};
    us_error *err = r->import->err;
    const us_domain *domain = r->import->domain;
    US_AUTOSTR(path);
    US_TRY(us_data_find_domain_file(DOMAIN, "imports/stratagus.json", &path, err));
    US_TRY(us_json_load(path.text, &r->names, err));
    const us_json_node *root = us_json_root(r->names);
    US_TRY(us_json_require(root, "factions", US_JSON_ARRAY, &r->factions, err));
    US_TRY(us_json_require(root, "actions", US_JSON_OBJECT, &r->actions, err));
    US_TRY(us_json_require(root, "types", US_JSON_OBJECT, &r->types, err));
    US_TRY(us_json_check_keys(root, keys, err));
    for (const us_json_node *row = us_json_first(r->actions); row; row = us_json_next(row)) {
        if (us_json_type(row) != US_JSON_ARRAY)
            return us_json_fail(row, err, "expected a list of the domain's actions");
        US_TRY(check_words(domain, row, us_domain_find_action, "an action", err));
    }
    US_TRY(check_words(domain, r->types, find_type_index, "a type", err));
    return check_words(domain, r->factions, us_domain_find_faction, "a faction", err);
}

static us_type find_type(const reader *r, const char *ident)
{
    const us_json_node *name = us_json_find(r->types, ident);
    return name ? us_domain_find_type(r->import->domain, us_json_string(name)) : US_NO_TYPE;
}

/* ---- orders */

/* Sets the parameter's value from the log. False: the log lacks it, or the domain lacks the
 * word. */
static bool fill(const reader *r, us_value_kind kind, int32_t *out)
{
    const us_stratagus_command *c = &r->log.command;
    bool x = us_stratagus_command_has(c, US_STRATAGUS_X),
         y = us_stratagus_command_has(c, US_STRATAGUS_Y);
    switch (kind) {
    case US_VALUE_ENTITY:
        *out = (int32_t)c->number[US_STRATAGUS_TARGET];
        return us_stratagus_command_has(c, US_STRATAGUS_TARGET);
    case US_VALUE_CELL:
        *out = US_CELL(c->number[US_STRATAGUS_X], c->number[US_STRATAGUS_Y]);
        return x && y;
    case US_VALUE_TYPE:
        *out = find_type(r, us_stratagus_command_text(c, US_STRATAGUS_VALUE));
        return *out != US_NO_TYPE;
    case US_VALUE_NUMBER: /* the log has a switch in x */
        *out = (int32_t)c->number[US_STRATAGUS_X];
        return x;
    default:
        return false;
    }
}

/* Finds the first of the mapped actions that the unit's type can do and whose parameters are all
 * there. A unit of a type that the domain lacks counts as able. */
static bool translate(const reader *r, us_type actor, us_order *order)
{
    const us_domain *domain = r->import->domain;
    const char *said = us_stratagus_command_text(&r->log.command, US_STRATAGUS_ACTION);
    const us_json_node *row = us_json_find(r->actions, said);
    const us_json_node *name = row ? us_json_first(row) : NULL;
    for (; name; name = us_json_next(name)) {
        int index = us_domain_find_action(domain, us_json_string(name));
        const us_action_def *action = &domain->action[index];
        bool good = actor == US_NO_TYPE || us_type_can_do(domain, actor, index);
        for (int p = 0; good && p < action->param_count; p++)
            good = fill(r, action->param[p].kind, &order->arg[p]);
        if (good) {
            order->action = (int8_t)index;
            return true;
        }
    }
    return false;
}

static void keep_foreign(const us_stratagus_command *c, bool queued, us_import_order *order)
{
    static const struct {
        us_stratagus_member member;
        const char *name;
    } rows[] = {
        {US_STRATAGUS_UNIT, "unit"},   {US_STRATAGUS_TARGET, "target"},
        {US_STRATAGUS_X, "x"},         {US_STRATAGUS_Y, "y"},
        {US_STRATAGUS_VALUE, "value"}, {US_STRATAGUS_NUMBER, "number"},
    };
    order->foreign = us_stratagus_command_text(c, US_STRATAGUS_ACTION);
    for (int i = 0; i < US_COUNT(rows); i++) {
        us_stratagus_member member = rows[i].member;
        if (!us_stratagus_command_has(c, member))
            continue;
        us_import_arg *arg = &order->arg[order->args++];
        arg->name = rows[i].name;
        if (member < US_STRATAGUS_NUMBERS)
            arg->number = c->number[member];
        else
            arg->text = us_stratagus_command_text(c, member);
    }
    if (queued)
        order->arg[order->args++] = (us_import_arg){.name = "queued", .number = 1};
}

static void skip(reader *r, us_stratagus_kind kind, const char *why)
{
    us_import_row *row = us_import_count(r->import, US_IMPORT_SKIPPED, why);
    if (row->count == 1)
        us_stratagus_log_place(&r->log, kind, &row->line, &row->column);
}

static us_status add_command(reader *r)
{
    const us_stratagus_command *c = &r->log.command;
    const char *ident = us_stratagus_command_text(c, US_STRATAGUS_IDENT);
    if (!us_stratagus_command_has(c, US_STRATAGUS_UNIT)) {
        char why[64];
        snprintf(why, sizeof(why), "%.40s: no order to a unit",
                 us_stratagus_command_text(c, US_STRATAGUS_ACTION));
        skip(r, US_STRATAGUS_COMMAND, why);
        return US_OK;
    }
    us_id unit = (us_id)c->number[US_STRATAGUS_UNIT];
    us_type actor = find_type(r, ident);
    us_import_order order = {.cycle = r->cycle, .order = {.unit = &unit, .unit_count = 1}};
    bool queued =
        us_stratagus_command_has(c, US_STRATAGUS_FLUSH) && c->number[US_STRATAGUS_FLUSH] == 0;
    order.unit_type = actor == US_NO_TYPE ? ident : r->import->domain->type[actor].name;
    if (!translate(r, actor, &order.order))
        keep_foreign(c, queued, &order);
    else
        order.order.queued = queued && r->import->domain->action[order.order.action].queues;
    return us_import_add_order(r->import, &order);
}

/* ---- games */

static us_status begin(reader *r)
{
    us_import *import = r->import;
    const us_stratagus_head *head = &r->log.head;
    char source[64] = "stratagus";
    bool version = head->engine[0] || head->engine[1] || head->engine[2];
    if (version)
        snprintf(source, sizeof(source), "stratagus %d.%d.%d", (int)head->engine[0],
                 (int)head->engine[1], (int)head->engine[2]);
    us_trace_header header = {
        .map = head->map,
        .from = "",
        .source = source,
        .fog = head->fog,
        .seats = 1,
        .seat = {{.player = head->player, .faction = ""}},
        .unknown = US_TRACE_NO_RULES | US_TRACE_NO_MAP_HASH | US_TRACE_NO_SEED | US_TRACE_NO_LIMIT,
    };
    header.unknown |= head->map[0] ? 0 : US_TRACE_NO_MAP;
    header.unknown |= head->knows_fog ? 0 : US_TRACE_NO_FOG;
    if (head->race >= 0 && head->race < us_json_size(r->factions))
        header.seat[0].faction = us_json_string(us_json_at(r->factions, (int)head->race));
    static const char *const never[] = {
        "states",     "how it ended", "commands of computer players", "seed", "rules",
        "map's hash", "cycle limit"};
    for (int i = 0; i < US_COUNT(never); i++)
        us_import_count_absent(import, never[i]);
    if (!version)
        us_import_count_absent(import, "engine's version");
    if (!head->map[0])
        us_import_count_absent(import, "map");
    if (!head->knows_fog)
        us_import_count_absent(import, "fog");
    if (!header.seat[0].faction[0])
        us_import_count_absent(import, "faction");
    return us_import_begin(import, &header);
}

static us_status next_game(reader *r, us_stratagus_kind kind)
{
    us_import *import = r->import;
    r->cycle = 0;
    import->report->games = ++r->game;
    if (r->game != import->game)
        return US_OK;
    if (r->log.head.network) {
        int line, column;
        us_stratagus_log_place(&r->log, kind, &line, &column);
        return us_import_fail(import, line, column,
                              "expected a game of one person, found one of several over a network: "
                              "the log does not say whose each command is");
    }
    return begin(r);
}

static us_status read_statement(reader *r, us_stratagus_kind kind)
{
    us_import *import = r->import;
    if (kind == US_STRATAGUS_HEAD)
        return next_game(r, kind);
    if (r->game == 0) {
        int line, column;
        us_stratagus_log_place(&r->log, kind, &line, &column);
        return us_import_fail(import, line, column,
                              "expected a Stratagus log, which begins with ReplayLog( {...} )%s%s",
                              kind == US_STRATAGUS_BAD ? ": " : "",
                              kind == US_STRATAGUS_BAD ? r->log.expected : "");
    }
    if (kind == US_STRATAGUS_BAD) {
        if (r->game == import->game)
            skip(r, kind, r->log.lua.kind == US_LUA_END ? "cut off at the end" : r->log.expected);
        return US_OK;
    }
    us_cycle cycle = (us_cycle)r->log.command.number[US_STRATAGUS_CYCLE];
    if (cycle < r->cycle) /* a new start, which engines do not log */
        US_TRY(next_game(r, kind));
    r->cycle = cycle;
    if (r->game == import->game)
        return add_command(r);
    skip(r, kind, "a command of another game in the log");
    return US_OK;
}

static us_status read_log(reader *r)
{
    us_import *import = r->import;
    US_TRY(load_names(r));
    us_stratagus_log_open(&r->log, import->bytes, import->length);
    us_stratagus_kind kind;
    while ((kind = us_stratagus_log_next(&r->log)) != US_STRATAGUS_END)
        US_TRY(read_statement(r, kind));
    if (r->game == 0)
        return us_import_fail(import, 1, 1,
                              "expected a Stratagus log, which begins with ReplayLog( {...} ), "
                              "found nothing");
    if (r->game < import->game)
        return us_import_fail(import, 0, 0, "expected a game %d, found %d in the log", import->game,
                              r->game);
    return us_import_finish(import, NULL);
}

static us_status run(us_import *import)
{
    reader r = {.import = import};
    us_status status = read_log(&r);
    us_json_free(r.names);
    return status;
}

const us_importer us_import_stratagus = {
    .name = "stratagus",
    .about = "replay logs of Stratagus: people's games of Wargus; orders, no states",
    .domain = DOMAIN,
    .run = run,
};
