#include "experiments/run/results.h"

#include <string.h>

#include "experiments/design/manifest.h"
#include "players/identity.h"

/* A player's name in its own experiment, and the conditions of that experiment, by the player's
 * index in the joined one. */
typedef struct plain {
    const char *name, *group;
    us_hash conditions;
} plain;

typedef struct joined {
    us_manifest manifest;
    plain *plain;
    int capacity;
    const char *path;           /* of the first one */
    bool differing;             /* is taken */
    bool has[US_PLAY_WAYS];     /* one of them has an agent that plays so */
    int32_t play[US_PLAY_WAYS]; /* the version in which the first of those plays it */
} joined;

typedef struct joining {
    joined *all;
    us_manifest *to; /* all->manifest */
    const us_manifest *from;
    const char *path;             /* of from */
    us_hash conditions;           /* of from */
    int *player, *opponent, *map; /* indices of from in to */
    us_error *err;
} joining;

static const char *keep(const joining *j, const char *text)
{
    return us_arena_strdup(j->to->arena, text);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static us_status refuse(const joining *j, const char *what, const char *name)
{
    return us_error_set(j->err, US_MISMATCH, j->path, 0, 0,
                        "%s%.200s than in what is compared with it: expected the same", what, name);
}

/* ---- the common conditions of all games */

static us_hash conditions_of(const us_manifest *m)
{
    us_hash hash = us_hash_add(US_HASH_START, m->engine);
    hash = us_hash_add(hash, (uint64_t)m->max_cycles);
    hash = us_hash_add(hash, m->fog);
    for (int seat = 0; seat < 2; seat++)
        hash = us_hash_add_text(hash, m->faction[seat] ? m->faction[seat] : "");
    return us_hash_add(hash, (uint64_t)m->timeout_ms);
}

/* Finds an agent that is played in that way; *play: the version. */
static bool find_play(const us_manifest *m, us_play_way way, int32_t *play)
{
    for (int i = 0; i < m->players + m->opponents; i++) {
        const us_entrant *e = i < m->players ? &m->player[i] : &m->opponent[i - m->players];
        us_play_way now = us_agent_way(e->agent, m->domain);
        *play = e->play;
        /* only libraries and trees had numbers when a tree that is no longer shipped was played */
        if (now == way || (now == US_PLAY_UNNUMBERED && e->play > 0 && way == US_PLAY_PLANNED))
            return true;
    }
    return false;
}

static void begin_difference(us_str *out, const char *what)
{
    us_str_addf(out, "%s%s", out->length > 0 ? "; " : "", what);
}

static void print_time(int64_t ms, us_str *out)
{
    if (ms > 0)
        us_str_addf(out, "%g s", (double)ms / 1000);
    else
        us_str_add(out, "any");
}

static void print_play(const char *begin, int32_t play, us_str *out)
{
    us_str_add(out, begin);
    if (play > 0)
        us_str_addf(out, "%d", (int)play);
    else
        us_str_add(out, "none");
}

/* Appends whether agents play in another way than in those before. */
static void print_way(joined *all, const us_manifest *from, us_play_way way, us_hash *conditions,
                      us_str *out)
{
    static const char *const otherwise[US_PLAY_WAYS] = {
        "played by a program in which libraries and trees play otherwise",
        "played by a program in which scripted players play otherwise"};
    int32_t play = 0;
    if (!find_play(from, way, &play))
        return;
    bool other = all->has[way] && all->play[way] != play;
    if (!all->has[way])
        all->play[way] = play;
    all->has[way] = true;
    if (!other)
        return;
    *conditions = us_hash_add(*conditions, (uint64_t)play + 1);
    begin_difference(out, otherwise[way]);
    print_play(" (play version ", play, out);
    print_play(", not ", all->play[way], out);
    us_str_add_char(out, ')');
}

/* Appends the differences of `from` from `to`. */
static void print_differences(const us_manifest *to, const us_manifest *from, us_str *out)
{
    if (to->engine != from->engine) {
        begin_difference(out,
                         "played by other rules, or by a program that plays otherwise (engine ");
        us_str_add_hex(out, from->engine, 16);
        us_str_add(out, ", not ");
        us_str_add_hex(out, to->engine, 16);
        us_str_add_char(out, ')');
    }
    if (to->max_cycles != from->max_cycles) {
        begin_difference(out, "another limit of cycles");
        us_str_addf(out, " (%d, not %d)", (int)from->max_cycles, (int)to->max_cycles);
    }
    if (to->fog != from->fog)
        begin_difference(out, from->fog ? "fog, not none" : "no fog");
    for (int seat = 0; seat < 2; seat++) {
        if (same_text(to->faction[seat], from->faction[seat]))
            continue;
        begin_difference(out, "another faction");
        us_str_addf(out, " in seat %d (%.64s, not %.64s)", seat,
                    from->faction[seat] ? from->faction[seat] : "the map's",
                    to->faction[seat] ? to->faction[seat] : "the map's");
    }
    if (to->timeout_ms != from->timeout_ms) {
        begin_difference(out, "another time that a game may take (");
        print_time(from->timeout_ms, out);
        us_str_add(out, ", not ");
        print_time(to->timeout_ms, out);
        us_str_add_char(out, ')');
    }
}

static void take_differences(const joining *j, const char *what)
{
    us_manifest *to = j->to;
    US_AUTOSTR(text);
    if (to->differing)
        us_str_addf(&text, "%s ", to->differing);
    us_str_addf(&text, "%s is not as %s: %s.", j->path, j->all->path, what);
    to->differing = keep(j, text.text);
}

static us_status check_head(const joining *j, const char *differences)
{
    const us_manifest *to = j->to, *from = j->from;
    if (!same_text(to->domain, from->domain))
        return refuse(j, "another game", "");
    if (to->stopped || from->stopped)
        return us_error_set(j->err, US_MISMATCH, j->path, 0, 0,
                            "a sequential test stopped %s: expected to be compared alone",
                            from->stopped ? "it" : "what is compared with it");
    if (!same_text(to->scope, from->scope)) /* the wider claim, which has the wider interval */
        j->to->scope = us_map_scope_name(US_MAP_SCOPE_MAPS);
    if (differences[0] && !j->all->differing)
        return us_error_set(j->err, US_MISMATCH, j->path, 0, 0,
                            "%s: expected the same as in what is compared with it, or --differing",
                            differences);
    return US_OK;
}

/* ---- maps and opponents: a name means one thing */

/* A map that was made for both has the place and the name of its seed. */
static us_status refuse_map(const joining *j, const us_manifest_map *map,
                            const us_manifest_map *other)
{
    bool made = map->path[0] != '/' && strchr(map->path, '/') && same_text(map->path, other->path);
    return us_error_set(
        j->err, US_MISMATCH, j->path, 0, 0,
        "another map of the name %.200s than in what is compared with it%s: expected "
        "the same",
        map->name, made ? ", since versions of this program draw its seed otherwise" : "");
}

static us_status join_maps(const joining *j)
{
    us_manifest *to = j->to;
    for (int i = 0; i < j->from->maps; i++) {
        const us_manifest_map *map = &j->from->map[i];
        int at = 0;
        while (at < to->maps && !same_text(to->map[at].name, map->name))
            at++;
        if (at < to->maps && to->map[at].hash != map->hash)
            return refuse_map(j, map, &to->map[at]);
        const char *family = keep(j, map->family);
        if (at == to->maps)
            *us_manifest_add_map(to) =
                (us_manifest_map){keep(j, map->name), family, keep(j, map->path), map->hash};
        to->map[at].family = us_map_family_merge(to->map[at].family, family);
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
    US_AUTOSTR(text);
    us_str_addf(&text, "%s (%s)", name, j->path);
    return keep(j, text.text);
}

static bool is_taken(const joining *j, const char *name)
{
    for (int i = 0; i < j->to->players; i++)
        if (same_text(j->to->player[i].name, name) || same_text(j->to->player[i].group, name))
            return true;
    return false;
}

/* Its members would be runs of that group: none has the number of another one. */
static bool fits_group(const joining *j, const char *plain_group, const char *group)
{
    const us_manifest *to = j->to, *from = j->from;
    for (int i = 0; i < from->players; i++)
        for (int k = 0; same_text(from->player[i].group, plain_group) && k < to->players; k++)
            if (same_text(to->player[k].group, group) &&
                (j->all->plain[k].conditions != j->conditions ||
                 (to->player[k].run == from->player[i].run &&
                  (to->player[k].identity != from->player[i].identity ||
                   !same_text(j->all->plain[k].name, from->player[i].name)))))
                return false;
    return true;
}

/* Returns the group's name among those that are joined already. */
static const char *group_name(const joining *j, const char *group)
{
    const us_manifest *to = j->to;
    if (!group)
        return NULL;
    for (int k = 0; k < to->players; k++)
        if (same_text(j->all->plain[k].group, group) && fits_group(j, group, to->player[k].group))
            return to->player[k].group;
    return is_taken(j, group) ? own_name(j, group) : group;
}

static int find_player(const joining *j, const us_entrant *player)
{
    const us_manifest *to = j->to;
    for (int k = 0; k < to->players; k++)
        if (j->all->plain[k].conditions == j->conditions &&
            to->player[k].identity == player->identity && to->player[k].run == player->run &&
            same_text(to->player[k].group, player->group) &&
            same_text(j->all->plain[k].name, player->name))
            return k;
    return -1;
}

static us_status add_player(const joining *j, us_entrant player, const plain *called)
{
    joined *all = j->all;
    us_manifest *to = j->to;
    if (is_taken(j, player.name))
        player.name = own_name(j, player.name);
    if (is_taken(j, player.name))
        return refuse(j, "another player of the name ", player.name);
    all->plain = us_array_grow(all->plain, to->players, &all->capacity, sizeof(*all->plain));
    all->plain[to->players] = *called;
    *us_manifest_add_player(to) = player;
    return US_OK;
}

static us_status join_players(const joining *j)
{
    us_manifest *to = j->to;
    US_AUTOFREE const char **group = US_NEW_ARRAY(const char *, j->from->players + 1);
    for (int i = 0; i < j->from->players; i++) /* before any of its players is joined */
        group[i] = group_name(j, keep(j, j->from->player[i].group));
    for (int i = 0; i < j->from->players; i++) {
        us_entrant player = copy_entrant(j, &j->from->player[i]);
        plain called = {player.name, player.group, j->conditions};
        player.group = group[i];
        j->player[i] = find_player(j, &player);
        if (j->player[i] >= 0)
            continue;
        j->player[i] = to->players;
        US_TRY(add_player(j, player, &called));
    }
    return to->players <= US_ENTRANTS_MAX && to->opponents <= US_ENTRANTS_MAX &&
                   to->maps <= US_MANIFEST_MAPS_MAX
               ? US_OK
               : us_error_set(j->err, US_BAD_INPUT, j->path, 0, 0,
                              "more players, opponents or maps than one comparison can have");
}

/* ---- games */

static us_status join_games(const joining *j)
{
    us_manifest *to = j->to;
    const char *reason = NULL, *kept = NULL; /* of the last game that has one */
    const char *host = NULL, *journal = NULL;
    if (to->games + j->from->games > US_MANIFEST_GAMES_MAX)
        return us_error_set(j->err, US_BAD_INPUT, j->path, 0, 0,
                            "more than %d games in one comparison", (int)US_MANIFEST_GAMES_MAX);
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
        row.host = host = same_text(row.host, host) ? host : keep(j, row.host);
        row.journal = journal = same_text(row.journal, journal) ? journal : keep(j, row.journal);
        to->row[to->games - 1] = row;
    }
    return US_OK;
}

/* ---- all */

static us_status join(joined *all, const us_manifest *from, const char *path, us_error *err)
{
    US_AUTOPTR(us_arena) arena = us_arena_new();
    joining j = {
        .all = all,
        .to = &all->manifest,
        .from = from,
        .path = path,
        .conditions = conditions_of(from),
        .player = US_ARENA_ARRAY(arena, int, from->players + 1),
        .opponent = US_ARENA_ARRAY(arena, int, from->opponents + 1),
        .map = US_ARENA_ARRAY(arena, int, from->maps + 1),
        .err = err,
    };
    int64_t games = all->manifest.games;
    US_AUTOSTR(differences);
    print_differences(&all->manifest, from, &differences);
    for (int way = 0; way < US_PLAY_WAYS; way++)
        print_way(all, from, (us_play_way)way, &j.conditions, &differences);
    US_TRY(check_head(&j, differences.text));
    US_TRY(join_maps(&j));
    US_TRY(join_opponents(&j));
    US_TRY(join_players(&j));
    US_TRY(join_games(&j));
    US_TRY(us_results_remove_duplicates(&all->manifest, path, err));
    if (differences.length > 0 && all->manifest.games > games)
        take_differences(&j, differences.text);
    return US_OK;
}

/* The first one's players are called as they are. */
static us_status begin(joined *all, const char *path, bool differing, us_error *err)
{
    *all = (joined){.path = path, .differing = differing};
    US_TRY(us_results_read_path(path, &all->manifest, err));
    for (int way = 0; way < US_PLAY_WAYS; way++)
        all->has[way] = find_play(&all->manifest, (us_play_way)way, &all->play[way]);
    all->capacity = all->manifest.players + 1;
    all->plain = US_NEW_ARRAY(plain, all->capacity);
    for (int i = 0; i < all->manifest.players; i++)
        all->plain[i] = (plain){all->manifest.player[i].name, all->manifest.player[i].group,
                                conditions_of(&all->manifest)};
    return US_OK;
}

/* Appends "a has scope maps". */
static void add_scope(us_str *out, const char *path, const char *scope)
{
    us_str_addf(out, "%s%s has %s%s", out->length > 0 ? ", " : "", path,
                scope ? "scope " : "no scope", scope ? scope : "");
}

static void joined_clear(joined *all)
{
    us_mem_free(all->plain);
    us_manifest_clear(&all->manifest);
}

us_status us_results_join(const char *const *path, int count, bool differing, us_manifest *out,
                          us_error *err)
{
    US_AUTO(joined_clear) joined all = {0};
    US_TRY(begin(&all, path[0], differing, err));
    US_TRY(us_results_remove_duplicates(&all.manifest, path[0], err));
    int32_t limit = all.manifest.max_cycles; /* the largest */
    const char *scope = all.manifest.scope;
    bool scopes = false;
    US_AUTOSTR(said);
    add_scope(&said, path[0], scope);
    for (int i = 1; i < count; i++) {
        US_AUTO(us_manifest_clear) us_manifest next = {0};
        US_TRY(us_results_read_path(path[i], &next, err));
        US_TRY(join(&all, &next, path[i], err));
        limit = next.max_cycles > limit ? next.max_cycles : limit;
        add_scope(&said, path[i], next.scope);
        scopes |= !same_text(next.scope, scope);
    }
    us_str_add_char(&said, '.');
    if (scopes)
        all.manifest.scopes = us_arena_strndup(all.manifest.arena, said.text, said.length);
    *out = all.manifest;
    out->max_cycles = limit; /* so that no margin is out of range */
    all.manifest = (us_manifest){0};
    return US_OK;
}

/* ---- shards */

int32_t *us_shards_assign(const us_manifest *m, int shards)
{
    US_AUTOFREE int32_t *first = us_manifest_find_equals(m);
    int32_t *shard = US_NEW_ARRAY(int32_t, m->games + 1);
    int64_t key = 0;
    for (int64_t i = 0; i < m->games && shards > 1; i++) {
        key += i > 0 && us_fixture_compare(&m->game[i - 1], &m->game[i]) != 0;
        shard[i] = first[i] == i ? (int32_t)((key + key / shards) % shards) : shard[first[i]];
    }
    return shard;
}

us_shard *us_shards_tally(const us_manifest *m, int shards)
{
    US_AUTOFREE int32_t *of = us_shards_assign(m, shards), *first = us_manifest_find_equals(m);
    us_shard *shard = US_NEW_ARRAY(us_shard, shards);
    for (int64_t i = 0; i < m->games; i++) {
        shard[of[i]].games += first[i] == i;
        shard[of[i]].played += first[i] == i && m->row[i].end != US_ROW_NONE;
    }
    return shard;
}
