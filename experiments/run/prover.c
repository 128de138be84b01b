#include "experiments/run/prover.h"

#include "base/sort.h"
#include "experiments/run/results.h"
#include "players/identity.h"
#include "players/players.h"
#include "traces/replay.h"

enum { SEATS = 2 };

/* The setting of a recorded game. */
typedef struct venue {
    int ground, map, opponent; /* indices */
    us_seat seat;
} venue;

/* A game that a library played, or is to play. */
typedef struct outing {
    us_hash library;
    int game, turn; /* with `library` the key */
    int points;
    us_hash course;
    bool crashed, played;
} outing;

/* Games that differ in maps and opponents alone. */
struct ground {
    us_manifest manifest; /* it has players and games only while these are played */
    const char *settings; /* of both libraries: "?...", or "" */
};

struct us_prover {
    us_prover_def def;
    us_domain *domain;
    struct ground *ground;
    int grounds, ground_capacity;
    venue *venue;   /* by game */
    outing *outing; /* that was played; sorted by key */
    int outings, capacity;
    us_arena *texts;
};

/* ---- the prover's memory */

static int by_key(const void *left, const void *right)
{
    const outing *a = left, *b = right;
    if (a->library != b->library)
        return a->library < b->library ? -1 : 1;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return (a->turn > b->turn) - (a->turn < b->turn);
}

static const outing *remembered(const us_prover *prover, const outing *key)
{
    return us_array_find(key, prover->outing, prover->outings, sizeof(*key), by_key);
}

static void remember(us_prover *prover, const outing *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (!list[i].played)
            continue;
        prover->outing = us_array_grow(prover->outing, prover->outings, &prover->capacity,
                                       sizeof(*prover->outing));
        prover->outing[prover->outings++] = list[i];
    }
    us_array_sort(prover->outing, (size_t)prover->outings, sizeof(*prover->outing), by_key);
}

static uint64_t seed_of(const us_prover *prover, int game, int turn)
{
    return us_rng_derive_seed(prover->def.seed, "prove", (uint64_t)game << 32 | (uint32_t)turn);
}

/* ---- where they were played */

static bool same_text(const char *a, const char *b)
{
    return a && b ? us_text_equal(a, b) : a == b;
}

static const char *keep(us_prover *prover, const char *text)
{
    return us_arena_strdup(prover->texts, text);
}

static const char *faction_of(const us_trace_header *header, int seat)
{
    return header->seat[seat].faction[0] ? header->seat[seat].faction : NULL;
}

static int ground_of(us_prover *prover, const us_trace_header *header, const char *settings)
{
    for (int i = 0; i < prover->grounds; i++) {
        const us_manifest *m = &prover->ground[i].manifest;
        if (us_text_equal(prover->ground[i].settings, settings) && m->fog == header->fog &&
            m->max_cycles == header->max_cycles &&
            same_text(m->faction[0], faction_of(header, 0)) &&
            same_text(m->faction[1], faction_of(header, 1)))
            return i;
    }
    prover->ground = us_array_grow(prover->ground, prover->grounds, &prover->ground_capacity,
                                   sizeof(*prover->ground));
    prover->ground[prover->grounds].settings = keep(prover, settings);
    us_manifest *m = &prover->ground[prover->grounds].manifest;
    us_manifest_init(m);
    m->domain = prover->domain->name;
    m->fog = header->fog;
    m->max_cycles = header->max_cycles;
    for (int seat = 0; seat < SEATS; seat++)
        m->faction[seat] = faction_of(header, seat) ? keep(prover, faction_of(header, seat)) : NULL;
    return prover->grounds++;
}

static int map_of(us_prover *prover, us_manifest *m, const char *path, us_hash hash)
{
    for (int i = 0; i < m->maps; i++)
        if (us_text_equal(m->map[i].path, path))
            return i;
    const char *kept = keep(prover, path);
    *us_manifest_add_map(m) = (us_manifest_map){.name = kept, .path = kept, .hash = hash};
    return m->maps - 1;
}

static us_status opponent_of(us_prover *prover, us_manifest *m, const char *agent,
                             const char *trace, int *out, us_error *err)
{
    us_error why = {0};
    us_hash identity;
    if (!agent[0]) /* an empty seat */
        agent = us_idle_kind.prefix;
    if (!prover->def.programs && !us_agent_is_deterministic(agent))
        return us_error_set(err, US_BAD_INPUT, trace, 1, 0,
                            "its other player is a program, which --prove would start: \"%.200s\"; "
                            "expected a game against another player",
                            agent);
    for (*out = 0; *out < m->opponents; ++*out)
        if (us_text_equal(m->opponent[*out].agent, agent))
            return US_OK;
    us_status status = us_agent_compute_identity(agent, prover->domain, &identity, &why);
    if (status != US_OK)
        return us_error_set(err, status, trace, 1, 0, "against \"%.200s\": %s%s%s", agent, why.file,
                            why.file[0] ? ": " : "", why.text);
    us_entrant *opponent = us_manifest_add_opponent(m);
    opponent->name = opponent->agent = keep(prover, agent);
    opponent->identity = identity;
    return US_OK;
}

static us_status need_domain(us_prover *prover, const us_trace_header *header, const char *trace,
                             us_error *err)
{
    if (!prover->domain)
        return us_domain_load_shipped(header->domain, &prover->domain, err);
    return us_text_equal(prover->domain->name, header->domain)
               ? US_OK
               : us_error_set(err, US_MISMATCH, trace, 1, 0,
                              "expected a game of %.64s, as before, found one of %.64s",
                              prover->domain->name, header->domain);
}

/* Finds the setting of the library, from the trace's header. */
static us_status find_ground(us_prover *prover, const us_trace_header *header,
                             const us_prove_game *game, int *out, us_error *err)
{
    US_AUTOSTR(file);
    US_AUTOSTR(settings);
    us_error why = {0};
    const char *agent = header->seat[game->seat].player;
    (void)us_agent_parse_file(agent, &file, &settings);
    us_status status = settings.length > 0 ? us_agent_check(agent, &why) : US_OK;
    if (status != US_OK)
        return us_error_set(err, status, game->trace, 1, 0, "%s", why.text);
    *out = ground_of(prover, header, settings.text);
    return US_OK;
}

static us_status add_venue(us_prover *prover, const us_prove_game *game, const us_trace *trace,
                           venue *out, us_error *err)
{
    const us_trace_header *header = us_trace_get_header(trace);
    US_AUTOPTR(us_scenario) scenario = NULL;
    US_TRY(us_trace_header_open_scenario_new(header, game->trace, game->map, &scenario, err));
    if (header->seats != SEATS)
        return us_error_set(err, US_BAD_INPUT, game->trace, 1, 0,
                            "expected a game of %d seats, found %d", (int)SEATS, header->seats);
    US_TRY(need_domain(prover, header, game->trace, err));
    venue v = {.seat = game->seat};
    US_TRY(find_ground(prover, header, game, &v.ground, err));
    us_manifest *m = &prover->ground[v.ground].manifest;
    v.map = map_of(prover, m, game->map ? game->map : header->map, header->map_hash);
    US_TRY(
        opponent_of(prover, m, header->seat[1 - game->seat].player, game->trace, &v.opponent, err));
    *out = v;
    return US_OK;
}

us_status us_prover_open(const us_prover_def *def, us_prover **out, us_error *err)
{
    US_AUTOPTR(us_prover) prover = US_NEW(us_prover);
    us_assert(def->games > 0 && def->workers > 0);
    prover->def = *def;
    prover->texts = us_arena_new();
    prover->venue = US_NEW_ARRAY(venue, def->games);
    for (int i = 0; i < def->games; i++) {
        US_AUTOPTR(us_trace) trace = NULL;
        us_assert(def->game[i].seat >= 0 && def->game[i].seat < SEATS);
        US_TRY(us_trace_open(def->game[i].trace, &trace, err));
        US_TRY(add_venue(prover, &def->game[i], trace, &prover->venue[i], err));
    }
    *out = US_STEAL(prover);
    return US_OK;
}

void us_prover_close(us_prover *prover)
{
    if (!prover)
        return;
    for (int i = 0; i < prover->grounds; i++)
        us_manifest_clear(&prover->ground[i].manifest);
    us_domain_free(prover->domain);
    us_arena_free(prover->texts);
    us_mem_free(prover->ground);
    us_mem_free(prover->venue);
    us_mem_free(prover->outing);
    us_mem_free(prover);
}

/* ---- playing */

struct side {
    us_str agent;
    us_hash identity;
};

/* A question: the players, and the games that are not remembered. */
typedef struct question {
    us_prover *prover;
    struct side (*side)[2]; /* by ground: parent and repaired */
    outing *wanted;         /* sorted by key, each once */
    int wants;
    int *at; /* of the ground that is played: the index in `wanted`, by game of its manifest */
    us_game_pool_state state;
} question;

static outing outing_of(const question *q, int library, const int *game, int games, int pair)
{
    int place = pair % games, number = game ? game[place] : place;
    const struct side *side = q->side[q->prover->venue[number].ground];
    return (outing){.library = side[library].identity, .game = number, .turn = pair / games};
}

static void list_wanted(question *q, const int *game, int games, int pairs)
{
    outing *list = US_NEW_ARRAY(outing, 2 * pairs);
    int count = 0, kept = 0;
    for (int library = 0; library < 2; library++)
        for (int i = 0; i < pairs; i++)
            list[count++] = outing_of(q, library, game, games, i);
    us_array_sort(list, (size_t)count, sizeof(*list), by_key);
    for (int i = 0; i < count; i++) {
        if (kept > 0 && by_key(&list[kept - 1], &list[i]) == 0)
            continue;
        if (remembered(q->prover, &list[i]))
            q->state.before++;
        else
            list[kept++] = list[i];
    }
    q->wanted = list;
    q->wants = kept;
    q->state.wanted = kept + q->state.before;
}

static us_status take_result(void *context, int64_t at, const us_row *row, us_error *err)
{
    question *q = context;
    outing *o = &q->wanted[q->at[at]];
    if (q->state.broken > 0) /* libraries run inside this program */
        return us_error_set(err, US_FAILED, q->prover->def.game[o->game].trace, 1, 0,
                            "its other player failed, so that nothing can be proved: %s",
                            row->reason);
    o->points = us_row_points(row);
    o->course = row->course;
    o->crashed = !us_row_is_finished(row);
    o->played = true;
    return US_OK;
}

static void list_games(question *q, int ground, us_manifest *m)
{
    const us_prover *prover = q->prover;
    const struct side *side = q->side[ground];
    for (int i = 0; i < 2; i++) {
        us_entrant *player = us_manifest_add_player(m);
        player->name = player->agent = side[i].agent.text;
        player->identity = side[i].identity;
    }
    for (int i = 0; i < q->wants; i++) {
        const outing *o = &q->wanted[i];
        const venue *v = &prover->venue[o->game];
        if (v->ground != ground)
            continue;
        q->at[m->games] = i;
        *us_manifest_add_game(m) = (us_fixture){
            .seed = seed_of(prover, o->game, o->turn),
            .player = o->library != side[0].identity,
            .opponent = (uint16_t)v->opponent,
            .map = (uint16_t)v->map,
            .seat = (uint8_t)v->seat,
        };
    }
}

static us_status play_ground(question *q, int ground, us_error *err)
{
    const us_prover_def *def = &q->prover->def;
    us_manifest *m = &q->prover->ground[ground].manifest;
    us_error fault = {0};
    list_games(q, ground, m);
    us_game_pool_def playing = {
        .manifest = m,
        .folder = ".",
        .games = m->games,
        .workers = def->workers,
        .timeout_ms = def->timeout_ms,
        .state = &q->state,
        .context = q,
        .played = take_result,
        .listener = def->context,
        .on_progress = def->on_progress,
        .stop = def->stop,
    };
    us_status status = us_game_pool_run(&playing, &fault);
    m->players = 0;
    m->games = 0;
    if (status == US_MISMATCH) /* "... when the experiment was planned" does not fit here */
        return us_error_set(err, status, fault.file, 0, 0,
                            "it was changed while a repair was proved by games");
    if (status != US_OK && err)
        *err = fault;
    return status;
}

static us_status play_wanted(question *q, us_error *err)
{
    us_prover *prover = q->prover;
    us_status status = US_OK;
    q->at = US_NEW_ARRAY(int, q->wants + 1);
    for (int i = 0; i < prover->grounds && status == US_OK; i++)
        status = play_ground(q, i, err);
    remember(prover, q->wanted, q->wants);
    if (status == US_OK && q->state.played < q->wants)
        status =
            us_error_set(err, US_INTERRUPTED, NULL, 0, 0, "interrupted: %lld of %d games played",
                         (long long)q->state.played, q->wants);
    return status;
}

/* ---- asking */

/* The first recorded game that was where this one was. */
static int place_of(const us_prover *prover, int game)
{
    const venue *v = &prover->venue[game];
    int first = 0;
    for (const venue *f = prover->venue; f->ground != v->ground || f->map != v->map ||
                                         f->opponent != v->opponent || f->seat != v->seat;
         f++)
        first++;
    return first;
}

static us_proof weigh(const question *q, const int *game, int games, int pairs)
{
    us_proof proof = {.pairs = pairs};
    US_AUTOPTR(us_repeats) repeats = us_repeats_new(q->prover->def.games);
    US_AUTOFREE int *again = US_NEW_ARRAY(int, q->prover->def.games); /* by place */
    for (int i = 0; i < pairs; i++) {
        int points[2], place = place_of(q->prover, outing_of(q, 0, game, games, i).game);
        us_hash course[2];
        for (int library = 0; library < 2; library++) {
            outing key = outing_of(q, library, game, games, i);
            const outing *found = remembered(q->prover, &key);
            points[library] = found->points;
            course[library] = found->course;
            proof.score[library] += found->points;
            proof.crashed[library] += found->crashed;
        }
        proof.better += points[1] > points[0];
        proof.worse += points[1] < points[0];
        again[place] +=
            us_repeats_add(repeats, place, 0, us_repeats_combine_courses(course[0], course[1]), 0);
    }
    for (int i = 0; i < q->prover->def.games; i++)
        proof.repeats += us_repeats_is_deterministic(repeats, i) ? again[i] : 0;
    return proof;
}

static us_status name_sides(question *q, const char *const library[2], us_error *err)
{
    const us_prover *prover = q->prover;
    for (int i = 0; i < 2 * prover->grounds; i++) {
        struct side *side = &q->side[i / 2][i % 2];
        us_str_init(&side->agent);
        us_agent_print_library(library[i % 2], prover->ground[i / 2].settings, &side->agent);
        US_TRY(us_agent_compute_identity(side->agent.text, prover->domain, &side->identity, err));
    }
    return US_OK;
}

static void clear(question *q)
{
    for (int i = 0; i < 2 * q->prover->grounds; i++)
        us_str_clear(&q->side[i / 2][i % 2].agent);
    us_mem_free(q->side);
    us_mem_free(q->wanted);
    us_mem_free(q->at);
}

us_status us_prover_prove(us_prover *prover, const char *const library[2], const int *game,
                          int games, int pairs, us_proof *out, us_error *err)
{
    US_AUTO(clear) question q = {.prover = prover};
    games = game ? games : prover->def.games;
    us_assert(games > 0 && pairs >= 0);
    for (int i = 0; i < games && game; i++)
        us_assert(game[i] >= 0 && game[i] < prover->def.games);
    q.side = us_mem_alloc_array((size_t)prover->grounds, sizeof(*q.side));
    US_TRY(name_sides(&q, library, err));
    list_wanted(&q, game, games, pairs);
    US_TRY(play_wanted(&q, err));
    *out = weigh(&q, game, games, pairs);
    return US_OK;
}

/* ---- games played */

int64_t us_prover_count_games(const us_prover *prover)
{
    return prover->outings;
}

us_brl_game *us_prover_list_games(const us_prover *prover, int *count)
{
    us_brl_game *list = US_NEW_ARRAY(us_brl_game, prover->outings + 1);
    for (int i = 0; i < prover->outings; i++) {
        const outing *o = &prover->outing[i];
        const venue *v = &prover->venue[o->game];
        list[i] = (us_brl_game){.map = prover->ground[v->ground].manifest.map[v->map].hash,
                                .seeded = true,
                                .seed = seed_of(prover, o->game, o->turn),
                                .adapted = true};
    }
    *count = us_brl_games_sort(list, prover->outings);
    return list;
}
