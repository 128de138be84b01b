/* Games of random legal play over all maps: no fault, no unsound world, no unit stuck.
 *
 *   proof_play [-n GAMES] [-j JOBS] [-s SEED]
 *
 * A game goes in rounds: the players give orders at random, then they are silent for long enough
 * that what was begun comes to an end. A unit is stuck when it says that it is on its way but
 * has stood on one cell for LIMIT cycles: a unit that has no way must give up, one that has a
 * way must walk. Not stuck is who stands where its order sent it, who waits with a load for a
 * depot to be built, and who is held up: others stand on all ways there are.
 *
 * Units may give up for want of a way. Some of those that were sent to a cell are looked at: is
 * there really none around all that stands? Nearly always there must be none. */
#include "base/progress.h"
#include "game/maps.h"
#include "players/players.h"
#include "tests/last_words.h"
#include "tests/world_faults.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    GAMES = 2000,
    JOBS = 2,
    JOBS_MAX = 64,
    ROUNDS = 3,
    PLAY = 1500,    /* cycles of orders in a round */
    SILENCE = 2500, /* cycles without */
    LOOK = 25,      /* cycles between looks at who walks */
    LIMIT = 1500,
    IDS_MAX = 1 << 16,
    THERE = 2,         /* cells from where the order sent it */
    TARGET_NEAR = 5,   /* cells from the lowest cell of what it acts on */
    ROOM = 24,         /* cells that somebody who goes nowhere in particular can walk on */
    DOUBT_ONE_IN = 16, /* of those that gave up is looked at */
    WRONG_PERCENT = 1, /* of those may have a way: somebody has just gone */
};

/* What a job has to tell, in memory that all share. */
typedef struct tally {
    int games, faults, longest, held_up;
    int64_t cycles, orders, walks, gave_up, doubted, had_a_way;
    char told[1024]; /* the first fault */
} tally;

typedef struct stand {
    int16_t x, y;
    int8_t action;
    us_cycle since;
} stand;

typedef struct trial {
    us_game *game;
    us_player *player[US_SEATS_MAX];
    us_wakeup wakeup[US_SEATS_MAX];
    stand *stand;    /* by id */
    int32_t *sent;   /* by id: the cell of its last order, or -1 */
    uint32_t *order; /* by id: that order */
    int *queue;      /* of a search, a cell each */
    uint8_t *seen;
    int walking[2]; /* statuses: on its way, and with a load */
    int carries;    /* attribute: which resource, or -1 */
    int rally;      /* attribute: where the young go, or -1 */
    char name[128];
    tally *tally;
} trial;

static void fault(trial *t, const char *text)
{
    if (t->tally->faults++ == 0)
        snprintf(t->tally->told, sizeof(t->tally->told), "%s: %s", t->name, text);
}

/* ---- who is stuck */

/* Where it brings its load: the nearest of its depots, or NULL. */
static const us_entity *depot_of(const trial *t, const us_world *world, const us_entity *e)
{
    int resource = t->carries >= 0 ? e->attribute[t->carries] : 0;
    const us_entity *best = NULL;
    int least = 0;
    for (int i = 0; resource >= 0 && i < world->count; i++) {
        const us_entity *depot = &world->entity[i];
        int far = abs(depot->x - e->x) + abs(depot->y - e->y);
        if (depot->owner != e->owner || (depot->flags & US_ENTITY_UNFINISHED) ||
            !(world->domain->type[depot->type].stores >> resource & 1) || (best && far >= least))
            continue;
        best = depot;
        least = far;
    }
    return best;
}

/* Where a cell has four neighbors, two seats' units that ask for one cell both wait, in each cycle
 * anew. */
static bool another_wants_it(const trial *t, const us_world *world, const us_entity *e)
{
    for (int i = 0; i < world->count && world->domain->neighbors == 4; i++) {
        const us_entity *other = &world->entity[i];
        bool asks = other->owner >= 0 && other->owner != e->owner && other->action >= 0;
        if (asks && world->domain->type[other->type].movement >= 0 &&
            abs(other->x - e->x) + abs(other->y - e->y) == 2 && other->id < IDS_MAX &&
            t->stand[other->id].x == other->x && t->stand[other->id].y == other->y)
            return true;
    }
    return false;
}

/* With a load and no depot for it, a worker waits until one is built. */
static bool may_wait(const trial *t, const us_world *world, const us_entity *e)
{
    bool laden = e->status == t->walking[1] && (t->carries < 0 || e->attribute[t->carries] >= 0);
    return (laden && !depot_of(t, world, e)) || another_wants_it(t, world, e);
}

/* Where it wants to be: within range of the cell; range < 0: anywhere but here. */
typedef struct aim {
    int32_t cell;
    int range;
} aim;

static bool is_open(const us_world *world, int movement, int x, int y, int taken)
{
    if (!us_world_is_inside(world, x, y))
        return false;
    int at = us_world_cell(world, x, y);
    const us_terrain *terrain = &world->domain->terrain[world->plane[US_PLANE_TERRAIN][at]];
    return (terrain->passable >> movement & 1) && !(world->plane[US_PLANE_TAKEN][at] & taken);
}

/* Where a cell has four neighbors, who goes to somebody must come beside it, and who goes to a cell
 * must come there, or beside it where somebody stands. */
static aim aim_of(const trial *t, const us_world *world, const us_entity *e)
{
    bool four = world->domain->neighbors == 4;
    const us_entity *target = e->target ? us_world_find(world, e->target) : NULL;
    int32_t sent = t->sent[e->id];
    if (four && e->status == t->walking[1])
        target = depot_of(t, world, e);
    if (target)
        return (aim){US_CELL(target->x, target->y), four ? 1 : TARGET_NEAR};
    if (sent < 0)
        return (aim){0, -1};
    bool open = is_open(world, world->domain->type[e->type].movement, US_CELL_X(sent),
                        US_CELL_Y(sent), US_TAKEN_BUILDING | US_TAKEN_UNIT);
    return (aim){sent, four ? !open : THERE};
}

/* Nobody squeezes through between two corners. */
static bool is_step(const us_world *world, int movement, int x, int y, int dx, int dy)
{
    bool corner = !dx || !dy || is_open(world, movement, x + dx, y, US_TAKEN_BUILDING) ||
                  is_open(world, movement, x, y + dy, US_TAKEN_BUILDING);
    return corner && is_open(world, movement, x + dx, y + dy, US_TAKEN_BUILDING | US_TAKEN_UNIT);
}

/* A way over terrain and around all that stands. */
static bool has_way(trial *t, const us_world *world, int movement, int32_t from, aim to)
{
    bool four = world->domain->neighbors == 4;
    int count = 0;
    memset(t->seen, 0, (size_t)world->width * (size_t)world->height);
    t->queue[count++] = from;
    t->seen[us_world_cell(world, US_CELL_X(from), US_CELL_Y(from))] = 1;
    for (int i = 0; i < count; i++) {
        int x = US_CELL_X(t->queue[i]), y = US_CELL_Y(t->queue[i]);
        int far_x = abs(x - US_CELL_X(to.cell)), far_y = abs(y - US_CELL_Y(to.cell));
        bool near = four ? far_x + far_y <= to.range : far_x <= to.range && far_y <= to.range;
        if (to.range < 0 ? i >= ROOM : near)
            return true;
        for (int d = 0; d < 9; d++) {
            int dx = d % 3 - 1, dy = d / 3 - 1, at = us_world_cell(world, x + dx, y + dy);
            if (dx && dy && four)
                continue;
            if (!is_step(world, movement, x, y, dx, dy) || t->seen[at])
                continue;
            t->seen[at] = 1;
            t->queue[count++] = US_CELL(x + dx, y + dy);
        }
    }
    return false;
}

static bool is_there(const trial *t, const us_entity *e)
{
    int32_t cell = t->sent[e->id];
    return cell >= 0 && e->action >= 0 && abs(US_CELL_X(cell) - e->x) <= THERE &&
           abs(US_CELL_Y(cell) - e->y) <= THERE;
}

static void check_world(trial *t)
{
    const us_world *world = us_game_world(t->game, US_NEUTRAL);
    us_str text;
    us_str_init(&text);
    if (us_world_faults(world, &text) > 0)
        fault(t, text.text);
    for (int i = 0; i < world->count; i++) {
        const us_entity *e = &world->entity[i];
        if (e->id >= IDS_MAX || world->domain->type[e->type].movement < 0)
            continue;
        stand *s = &t->stand[e->id];
        bool walks = (e->status == t->walking[0] || e->status == t->walking[1]) &&
                     !(e->flags & US_ENTITY_INSIDE);
        if (!walks || may_wait(t, world, e) || is_there(t, e) || s->x != e->x || s->y != e->y ||
            s->action != e->action) {
            *s = (stand){e->x, e->y, e->action, world->now};
            continue;
        }
        int stood = world->now - s->since;
        if (stood > t->tally->longest && stood <= LIMIT)
            t->tally->longest = stood;
        if (stood <= LIMIT)
            continue;
        if (!has_way(t, world, world->domain->type[e->type].movement, US_CELL(e->x, e->y),
                     aim_of(t, world, e))) {
            t->tally->held_up++;
            s->since = world->now;
            continue;
        }
        us_str_reset(&text);
        us_str_addf(&text, "cycle %d: %s %u of seat %d stands at %d,%d since %d, on its way (%s)",
                    (int)world->now, world->domain->type[e->type].name, (unsigned)e->id, e->owner,
                    e->x, e->y, (int)s->since,
                    e->action >= 0 ? world->domain->action[e->action].name : "of its own accord");
        fault(t, text.text);
        s->since = world->now;
    }
    us_str_clear(&text);
}

/* ---- one game */

static void think(trial *t, us_seat seat, us_orders *orders)
{
    static const us_events none;
    us_view view = {us_game_world(t->game, seat), seat};
    us_cycle now = view.world->now;
    us_orders_reset(orders);
    if (now < t->wakeup[seat].until || !view.world->alive[seat])
        return;
    t->wakeup[seat] = (us_wakeup){now + 1, 0};
    t->player[seat]->kind->think(t->player[seat], &view, &none, orders, &t->wakeup[seat]);
}

/* Of orders behind one another the last counts: whoever stands for long has come to it. */
static void note_cell(trial *t, const us_order *order)
{
    const us_action_def *action = &t->game->scenario->domain->action[order->action];
    int32_t cell = -1;
    if (action->effect_count == 0) /* sends nobody anywhere */
        return;
    for (int p = 0; p < action->param_count; p++) {
        if (action->param[p].kind == US_VALUE_CELL)
            cell = order->arg[p];
    }
    for (int i = 0; i < order->unit_count; i++) {
        if (order->unit[i] >= IDS_MAX)
            continue;
        t->sent[order->unit[i]] = cell;
        t->order[order->unit[i]] = order->id;
    }
}

/* It gave up an order for want of a way. */
static void doubt(trial *t, const us_event *event)
{
    const us_world *world = us_game_world(t->game, US_NEUTRAL);
    const us_entity *e = us_world_find(world, event->entity);
    const us_action_def *action = &world->domain->action[event->extra];
    if (t->tally->gave_up % DOUBT_ONE_IN != 0 || !e || e->id >= IDS_MAX || t->sent[e->id] < 0 ||
        t->order[e->id] != (uint32_t)event->value || action->effect[0].kind != US_EFFECT_MOVE)
        return;
    t->tally->doubted++;
    if (has_way(t, world, world->domain->type[e->type].movement, US_CELL(event->x, event->y),
                (aim){t->sent[e->id], 0}))
        t->tally->had_a_way++;
}

/* Who is born goes where its house sends the young. */
static void note_young(trial *t, const us_event *event)
{
    const us_world *world = us_game_world(t->game, US_NEUTRAL);
    const us_entity *house = us_world_find(world, event->other);
    int cell = house && t->rally >= 0 ? house->attribute[t->rally] : -1;
    if (cell >= 0 && event->entity < IDS_MAX)
        t->sent[event->entity] = US_CELL(cell % world->width, cell / world->width);
}

static void count_events(trial *t, const us_events *events)
{
    for (int i = 0; i < events->count; i++) {
        const us_event *event = &events->event[i];
        t->tally->walks += event->kind == US_EVENT_ACCEPTED;
        if (event->kind == US_EVENT_CREATED)
            note_young(t, event);
        if (event->kind == US_EVENT_FAILED && event->type == US_REASON_NO_WAY) {
            t->tally->gave_up++;
            doubt(t, event);
        }
    }
}

static void go_on(trial *t, us_cycle until, bool play)
{
    int seats = t->game->scenario->seats;
    us_orders orders[US_SEATS_MAX] = {{0}};
    us_events events = {0};
    us_cycle now = us_game_world(t->game, US_NEUTRAL)->now;
    while (now < until && us_game_outcome(t->game).kind == US_OUTCOME_NONE) {
        us_cycle next = (now / LOOK + 1) * LOOK;
        for (us_seat seat = 0; seat < seats && play; seat++) {
            think(t, seat, &orders[seat]);
            if (t->wakeup[seat].until < next)
                next = t->wakeup[seat].until;
        }
        for (us_seat seat = 0; seat < seats && play; seat++) {
            for (int i = 0; i < orders[seat].count; i++) {
                orders[seat].order[i].id = (uint32_t)++t->tally->orders;
                if (us_game_act(t->game, &orders[seat].order[i]) == US_REASON_NONE)
                    note_cell(t, &orders[seat].order[i]);
            }
        }
        us_events_reset(&events);
        now = us_game_step(t->game, next < until ? next : until, NULL, &events);
        count_events(t, &events);
        if (now % LOOK == 0)
            check_world(t);
    }
    us_events_clear(&events);
    for (int seat = 0; seat < seats; seat++)
        us_orders_clear(&orders[seat]);
}

static void play_game(const us_scenario *scenario, uint64_t seed, tally *sum)
{
    trial t = {.tally = sum};
    snprintf(t.name, sizeof(t.name), "%s%s, seed %llu", scenario->map_name,
             scenario->fog ? " in fog" : "", (unsigned long long)seed);
    us_last_words(t.name);
    t.walking[0] = us_domain_find_status(scenario->domain, "moving");
    t.walking[1] = us_domain_find_status(scenario->domain, "carrying");
    t.carries = us_domain_find_attribute(scenario->domain, "carries");
    t.rally = us_domain_find_attribute(scenario->domain, "rally");
    t.stand = US_NEW_ARRAY(stand, IDS_MAX);
    t.sent = US_NEW_ARRAY(int32_t, IDS_MAX);
    t.order = US_NEW_ARRAY(uint32_t, IDS_MAX);
    t.queue = US_NEW_ARRAY(int, scenario->width * scenario->height);
    t.seen = US_NEW_ARRAY(uint8_t, scenario->width * scenario->height);
    memset(t.sent, -1, IDS_MAX * sizeof(*t.sent));
    t.game = us_game_new(scenario, seed);
    for (us_seat seat = 0; seat < scenario->seats; seat++)
        us_assert(us_agent_open("random", scenario, seat, seed, &t.player[seat], NULL) == US_OK);
    for (int round = 0; round < ROUNDS; round++) {
        us_cycle begin = round * (PLAY + SILENCE);
        go_on(&t, begin + PLAY, true);
        go_on(&t, begin + PLAY + SILENCE, false);
    }
    sum->cycles += us_game_world(t.game, US_NEUTRAL)->now;
    sum->games++;
    for (int seat = 0; seat < scenario->seats; seat++)
        us_player_close(t.player[seat]);
    us_game_free(t.game);
    us_mem_free(t.stand);
    us_mem_free(t.sent);
    us_mem_free(t.order);
    us_mem_free(t.queue);
    us_mem_free(t.seen);
    us_last_words(NULL);
}

/* ---- all of them, shared among jobs */

/* Every kind of game, every map, in turn; each eighth game in fog. */
static void run_job(int job, int jobs, int games, uint64_t seed, tally *sum)
{
    const us_game_kind *const *kind;
    int kinds = us_game_kind_list(&kind), game = 0;
    us_map_info *map = NULL;
    int maps = 0;
    while (game < games) {
        for (int k = 0; k < kinds; k++) {
            us_assert(kind[k]->maps->list(&map, &maps, NULL) == US_OK && maps > 0);
            for (int m = 0; m < maps && game < games; m++, game++) {
                us_scenario *scenario = NULL;
                us_scenario_def def = us_scenario_def_default();
                if (game % jobs != job)
                    continue;
                def.domain = kind[k]->name;
                def.map = map[m].name;
                def.fog = game % 8 == 7;
                us_status status = us_scenario_open(&def, &scenario, NULL);
                def.fog = false; /* some have none */
                if (status != US_OK)
                    status = us_scenario_open(&def, &scenario, NULL);
                us_assert(status == US_OK);
                play_game(scenario, seed + (uint64_t)game, sum);
                us_scenario_close(scenario);
            }
            us_mem_free(map);
        }
    }
}

static int wait_for(int jobs, int games, const tally *sum)
{
    us_progress progress;
    us_str line;
    int failed = 0, left = jobs;
    us_str_init(&line);
    us_progress_start(&progress, "games", games, us_clock_ms());
    while (left > 0) {
        int status = 0, done = 0;
        while (left > 0 && waitpid(-1, &status, WNOHANG) > 0) {
            left--;
            failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        }
        for (int job = 0; job < jobs; job++)
            done += sum[job].games;
        if (us_progress_update(&progress, done, us_clock_ms(), 15000, &line)) {
            printf("  %s\n", line.text);
            fflush(stdout);
        }
        if (left > 0)
            nanosleep(&(struct timespec){0, 100000000}, NULL);
    }
    us_str_clear(&line);
    return failed;
}

static int64_t argument(int argc, char **argv, const char *name, int64_t preset, int64_t high)
{
    for (int i = 1; i + 1 < argc; i++) {
        if (us_text_equal(argv[i], name) && !us_text_to_int(argv[i + 1], 0, high, &preset)) {
            fprintf(stderr, "proof_play: %s: expected a number up to %lld\n", name,
                    (long long)high);
            exit(2);
        }
    }
    return preset;
}

/* Zeroed memory that is the same in all jobs. */
static void *share(size_t size)
{
    FILE *file = tmpfile();
    us_assert(file && ftruncate(fileno(file), (off_t)size) == 0);
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    us_assert(memory != MAP_FAILED);
    fclose(file);
    return memory;
}

int main(int argc, char **argv)
{
    int games = (int)argument(argc, argv, "-n", GAMES, 1000000);
    int jobs = (int)argument(argc, argv, "-j", JOBS, JOBS_MAX);
    uint64_t seed = (uint64_t)argument(argc, argv, "-s", 1, INT64_MAX);
    us_last_words_start();
    jobs = jobs < 1 ? 1 : jobs;
    tally *sum = share(JOBS_MAX * sizeof(*sum));
    for (int job = 0; job < jobs; job++) {
        pid_t child = fork();
        us_assert(child >= 0);
        if (child == 0) {
            run_job(job, jobs, games, seed, &sum[job]);
            exit(0);
        }
    }
    int crashed = wait_for(jobs, games, sum);
    tally all = {0};
    for (int job = 0; job < jobs; job++) {
        all.games += sum[job].games;
        all.faults += sum[job].faults;
        all.cycles += sum[job].cycles;
        all.orders += sum[job].orders;
        all.walks += sum[job].walks;
        all.gave_up += sum[job].gave_up;
        all.held_up += sum[job].held_up;
        all.doubted += sum[job].doubted;
        all.had_a_way += sum[job].had_a_way;
        all.longest = sum[job].longest > all.longest ? sum[job].longest : all.longest;
        if (sum[job].faults)
            printf("  %d faults; the first: %s\n", sum[job].faults, sum[job].told);
    }
    bool wrong = all.had_a_way * 100 > all.doubted * WRONG_PERCENT;
    printf("random legal play: %d games, %lld cycles, %lld orders to %lld units\n"
           "  the longest stand on the way: %d cycles; held up by others: %d\n"
           "  gave up for want of a way: %lld; of %lld looked at, %lld had a way%s\n"
           "  %d faults, %d crashes\n",
           all.games, (long long)all.cycles, (long long)all.orders, (long long)all.walks,
           all.longest, all.held_up, (long long)all.gave_up, (long long)all.doubted,
           (long long)all.had_a_way, wrong ? ": too many" : "", all.faults, crashed);
    return all.faults || wrong || crashed || all.games != games;
}
