#include "experiments/join.h"

#include <string.h>

#include "experiments/results.h"

typedef struct joining {
    us_manifest *to;
    const us_manifest *from;
    const char *path;             /* of from */
    int *player, *opponent, *map; /* indices of from in to */
    us_error *err;
} joining;

static const char *keep(const joining *j, const char *text)
{
    return text ? us_arena_text(j->to->arena, text, strlen(text)) : NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static us_status refuse(const joining *j, const char *what, const char *name)
{
    return us_fail(j->err, US_MISMATCH, j->path, 0, 0,
                   "%s%.200s than in what is compared with it: expected the same", what, name);
}

/* ---- what all games have in common */

static us_status check_head(const joining *j)
{
    const us_manifest *to = j->to, *from = j->from;
    if (!same_text(to->domain, from->domain))
        return refuse(j, "another game", "");
    if (to->engine != from->engine)
        return refuse(j, "played by other rules, by a program that plays otherwise,", "");
    if (to->max_cycles != from->max_cycles)
        return refuse(j, "another limit of cycles", "");
    if (to->fog != from->fog)
        return refuse(j, from->fog ? "fog, other" : "no fog, other", "");
    for (int seat = 0; seat < 2; seat++)
        if (!same_text(to->faction[seat], from->faction[seat]))
            return refuse(j, "other factions", "");
    return US_OK;
}

/* ---- maps and opponents: a name means one thing */

static us_status join_maps(const joining *j)
{
    us_manifest *to = j->to;
    for (int i = 0; i < j->from->maps; i++) {
        const us_place_of_play *map = &j->from->map[i];
        int at = 0;
        while (at < to->maps && !same_text(to->map[at].name, map->name))
            at++;
        if (at < to->maps && to->map[at].hash != map->hash)
            return refuse(j, "another map of the name ", map->name);
        if (at == to->maps)
            *us_manifest_add_map(to) = (us_place_of_play){keep(j, map->name), keep(j, map->family),
                                                          keep(j, map->path), map->hash};
        j->map[i] = at;
    }
    return US_OK;
}

static int find_entrant(const us_entrant *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (same_text(list[i].name, name))
            return i;
    return -1;
}

static us_entrant copy_entrant(const joining *j, const us_entrant *from)
{
    us_entrant made = *from;
    made.name = keep(j, from->name);
    made.agent = keep(j, from->agent);
    made.group = keep(j, from->group);
    made.seen = keep(j, from->seen);
    return made;
}

static us_status join_opponents(const joining *j)
{
    us_manifest *to = j->to;
    for (int i = 0; i < j->from->opponents; i++) {
        const us_entrant *opponent = &j->from->opponent[i];
        int at = find_entrant(to->opponent, to->opponents, opponent->name);
        if (at >= 0 && to->opponent[at].identity != opponent->identity)
            return refuse(j, "another opponent of the name ", opponent->name);
        if (at < 0) {
            at = to->opponents;
            *us_manifest_add_opponent(to) = copy_entrant(j, opponent);
        }
        j->opponent[i] = at;
    }
    return US_OK;
}

/* ---- players: the same name may be of another library */

static const char *own_name(const joining *j, const char *name)
{
    us_str text;
    us_str_init(&text);
    us_str_addf(&text, "%s (%s)", name, j->path);
    const char *kept = keep(j, text.text);
    us_str_clear(&text);
    return kept;
}

static bool same_player(const us_entrant *a, const us_entrant *b)
{
    return a->identity == b->identity && same_text(a->group, b->group) && a->run == b->run;
}

/* Runs of one number that are not the same, or are called otherwise, make it another group. */
static bool is_other_group(const joining *j, const char *group, int players)
{
    const us_manifest *to = j->to, *from = j->from;
    for (int i = 0; i < from->players; i++)
        for (int k = 0; same_text(from->player[i].group, group) && k < players; k++)
            if (same_text(to->player[k].group, group) && to->player[k].run == from->player[i].run &&
                (to->player[k].identity != from->player[i].identity ||
                 !same_text(to->player[k].name, from->player[i].name)))
                return true;
    return false;
}

static us_status join_players(const joining *j)
{
    us_manifest *to = j->to;
    int before = to->players;
    for (int i = 0; i < j->from->players; i++) {
        us_entrant player = copy_entrant(j, &j->from->player[i]);
        if (player.group && is_other_group(j, player.group, before))
            player.group = own_name(j, player.group);
        int at = find_entrant(to->player, before, player.name);
        if (at >= 0 && !same_player(&to->player[at], &player)) {
            player.name = own_name(j, player.name);
            at = find_entrant(to->player, to->players, player.name);
            if (at >= 0)
                return refuse(j, "another player of the name ", player.name);
        }
        if (at < 0) {
            at = to->players;
            *us_manifest_add_player(to) = player;
        }
        j->player[i] = at;
    }
    return to->players <= US_ENTRANTS_MAX && to->opponents <= US_ENTRANTS_MAX &&
                   to->maps <= US_MANIFEST_MAPS_MAX
               ? US_OK
               : us_fail(j->err, US_BAD_INPUT, j->path, 0, 0,
                         "more players, opponents or maps than one comparison can have");
}

/* ---- games */

static us_status join_games(const joining *j)
{
    us_manifest *to = j->to;
    const char *reason = NULL, *kept = NULL; /* of the last game that has one */
    if (to->games + j->from->games > US_MANIFEST_GAMES_MAX)
        return us_fail(j->err, US_BAD_INPUT, j->path, 0, 0, "more than %d games in one comparison",
                       (int)US_MANIFEST_GAMES_MAX);
    for (int64_t i = 0; i < j->from->games; i++) {
        us_row row = j->from->row[i];
        us_fixture *game = us_manifest_add_game(to);
        *game = j->from->game[i];
        game->player = (uint16_t)j->player[game->player];
        game->opponent = (uint16_t)j->opponent[game->opponent];
        game->map = (uint16_t)j->map[game->map];
        if (row.reason && !same_text(row.reason, reason)) {
            reason = row.reason;
            kept = keep(j, reason);
        }
        row.reason = row.reason ? kept : NULL;
        row.profile = keep(j, row.profile);
        to->row[to->games - 1] = row;
    }
    return US_OK;
}

static bool same_game(const us_fixture *a, const us_fixture *b)
{
    return a->id == b->id && a->player == b->player && a->opponent == b->opponent &&
           a->map == b->map;
}

/* What is known of two rows of one game. */
static us_status add_row(us_row *known, const us_row *row, const char *path, us_error *err)
{
    if (us_row_finished(known) && us_row_finished(row) && known->hash != row->hash)
        return us_fail(err, US_MISMATCH, path, 0, 0,
                       "game %016llx ended in another state than in what is compared with it",
                       (unsigned long long)row->game);
    if (known->end == US_ROW_NONE || (us_row_finished(row) && !us_row_finished(known)))
        *known = *row;
    return US_OK;
}

/* Of the same games the first stays. Those of one id stand together in the sorted list. */
static us_status drop_doubles(us_manifest *m, const char *path, us_error *err)
{
    int32_t *order = us_manifest_sorted(m);
    bool *dropped = US_NEW_ARRAY(bool, m->games + 1);
    us_status status = US_OK;
    for (int64_t first = 0, i = 1; i < m->games && status == US_OK; i++) {
        if (m->game[order[first]].id != m->game[order[i]].id)
            first = i;
        for (int64_t k = first; k < i && status == US_OK; k++) {
            if (dropped[order[k]] || !same_game(&m->game[order[k]], &m->game[order[i]]))
                continue;
            dropped[order[i]] = true;
            status = add_row(&m->row[order[k]], &m->row[order[i]], path, err);
        }
    }
    int64_t count = 0;
    for (int64_t i = 0; i < m->games; i++) {
        if (dropped[i])
            continue;
        m->game[count] = m->game[i];
        m->row[count++] = m->row[i];
    }
    m->games = count;
    us_free(dropped);
    us_free(order);
    return status;
}

/* ---- all */

static void join_remarks(const joining *j)
{
    us_str text;
    const us_manifest *from = j->from;
    if (!from->stopped || same_text(from->stopped, j->to->stopped))
        return;
    us_str_init(&text);
    us_str_addf(&text, "%s%s%s", j->to->stopped ? j->to->stopped : "", j->to->stopped ? " " : "",
                from->stopped);
    j->to->stopped = keep(j, text.text);
    us_str_clear(&text);
}

static us_status join(us_manifest *to, const us_manifest *from, const char *path, us_error *err)
{
    joining j = {
        .to = to,
        .from = from,
        .path = path,
        .player = US_NEW_ARRAY(int, from->players + 1),
        .opponent = US_NEW_ARRAY(int, from->opponents + 1),
        .map = US_NEW_ARRAY(int, from->maps + 1),
        .err = err,
    };
    us_status status = check_head(&j);
    if (status == US_OK)
        status = join_maps(&j);
    if (status == US_OK)
        status = join_opponents(&j);
    if (status == US_OK)
        status = join_players(&j);
    if (status == US_OK)
        status = join_games(&j);
    if (status == US_OK)
        status = drop_doubles(to, path, err);
    if (status == US_OK)
        join_remarks(&j);
    us_free(j.player);
    us_free(j.opponent);
    us_free(j.map);
    return status;
}

us_status us_results_join(const char *const *path, int count, us_manifest *out, us_error *err)
{
    us_manifest m;
    US_TRY(us_results_open(path[0], &m, err));
    us_status status = US_OK;
    for (int i = 1; i < count && status == US_OK; i++) {
        us_manifest next;
        status = us_results_open(path[i], &next, err);
        if (status != US_OK)
            break;
        status = join(&m, &next, path[i], err);
        us_manifest_clear(&next);
    }
    if (status == US_OK)
        *out = m;
    else
        us_manifest_clear(&m);
    return status;
}
