#define _GNU_SOURCE
#include "game/microrts/real.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "game/microrts/launcher.h"

/* Timeouts in milliseconds: for the last state, for the reason of a failure, for a connection. */
enum { LAST = 30000, REASON = 2000, CONNECT = 60000 };

struct mr_engine {
    us_str bot[MR_PLAYERS]; /* "": our player */
    int64_t port;           /* for a game that somebody else starts; 0: the launcher starts it */
    mr_launcher *launcher;
    mr_link *link;
    pid_t owner; /* process that owns launcher and link; a fork opens its own */
    bool busy;   /* in use by a game */
};

struct mr_real {
    mr_engine *stable;
    mr_launcher
        *launcher; /* its own if the stable's was in use; NULL: somebody else starts the game */
    mr_link *link;
    bool borrowed;
    us_error error;
    bool broken, over;
};

us_status mr_engine_open(const char *const bot[MR_PLAYERS], mr_engine **out, us_error *err)
{
    static const char socket[] = "socket:";
    US_AUTOSTR(home);
    US_AUTOPTR(mr_engine) stable = US_NEW(mr_engine);
    for (int p = 0; p < MR_PLAYERS; p++) {
        us_str_init(&stable->bot[p]);
        us_str_add(&stable->bot[p], bot[p] ? bot[p] : "");
    }
    for (int p = 0; p < MR_PLAYERS; p++)
        if (us_text_has_prefix(stable->bot[p].text, socket) &&
            !us_text_to_int(stable->bot[p].text + strlen(socket), 1, 65535, &stable->port))
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "found %.64s, expected socket:PORT",
                                stable->bot[p].text);
    if (!stable->port)
        US_TRY(mr_home_find(&home, err));
    *out = US_STEAL(stable);
    return US_OK;
}

void mr_engine_close(mr_engine *stable)
{
    if (!stable)
        return;
    if (stable->owner == getpid()) {
        mr_link_close(stable->link);
        mr_launcher_close(stable->launcher);
    }
    for (int p = 0; p < MR_PLAYERS; p++)
        us_str_clear(&stable->bot[p]);
    us_mem_free(stable);
}

const char *mr_engine_bot(const mr_engine *stable, int player)
{
    return stable && stable->bot[player].length > 0 ? stable->bot[player].text : NULL;
}

void mr_engine_set_link(mr_engine *stable, mr_link *link)
{
    us_assert(stable->port && !stable->busy && stable->owner != getpid());
    stable->link = link;
    stable->owner = getpid();
}

static us_status open_link(mr_real *real, const mr_map *map, const mr_table *table, us_error *err)
{
    mr_link_def def = mr_link_def_default();
    def.table = table;
    def.map = map;
    if (real->launcher) {
        def.on_wait = mr_launcher_check_alive;
        def.context = real->launcher;
    } else {
        def.port = (int)real->stable->port;
        def.xml = true;
        def.connect = CONNECT;
    }
    return mr_link_open(&def, &real->link, err);
}

/* Gets Java and the socket: those of the stable, or new ones if they are in use. */
static us_status equip(mr_real *real, const mr_map *map, const mr_table *table, us_error *err)
{
    mr_engine *stable = real->stable;
    real->borrowed = !stable->busy;
    if (real->borrowed && stable->owner == getpid()) {
        real->launcher = stable->launcher;
        real->link = stable->link;
        stable->busy = true;
        return US_OK;
    }
    if (!stable->port)
        US_TRY(mr_launcher_open(&real->launcher, err));
    US_TRY(open_link(real, map, table, err));
    if (real->borrowed) {
        stable->launcher = real->launcher;
        stable->link = real->link;
        stable->owner = getpid();
        stable->busy = true;
    }
    return US_OK;
}

/* Writes an unnamed file, which vanishes with this process. */
static us_status write_map(const mr_map *map, const mr_table *table, int *fd, us_error *err)
{
    US_AUTOSTR(text);
    mr_map_print_xml(map, table, &text);
    *fd = memfd_create("map", MFD_CLOEXEC);
    bool well = *fd >= 0;
    for (size_t at = 0; at < text.length && well;) {
        ssize_t put = write(*fd, text.text + at, text.length - at);
        well = put > 0;
        at += well ? (size_t)put : 0;
    }
    return well
               ? US_OK
               : us_error_set_system(err, US_FAILED, NULL, errno, "the map can't be given to Java");
}

static void clear_result(mr_result *result)
{
    us_str_clear(&result->state);
}

static us_status read_last(mr_real *real, mr_state *state, us_error *err)
{
    US_AUTO(clear_result) mr_result result = {0};
    us_str_init(&result.state);
    US_TRY(mr_launcher_await_result(real->launcher, LAST, &result, err));
    return mr_state_read(state, "microRTS", 1, result.state.text, result.state.length, NULL, err);
}

/* Asks the launcher why the game closed the connection. */
static us_status find_reason(mr_real *real, us_status status, us_error *err)
{
    US_AUTO(clear_result) mr_result result = {0};
    us_error why = {0};
    us_str_init(&result.state);
    if (status == US_FAILED && real->launcher &&
        mr_launcher_await_result(real->launcher, REASON, &result, &why) == US_FAILED)
        *err = why;
    return status;
}

/* The game's clock must advance by one, or a game might never end. */
static us_status check_cycle(int32_t found, int32_t due, us_error *err)
{
    return found == due
               ? US_OK
               : us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                              "microRTS is in cycle %d: expected cycle %d", (int)found, (int)due);
}

/* Rejects numbers that no rule can cause and for which the domain has no range. */
static us_status check_units(const mr_state *state, us_error *err)
{
    for (int i = 0; i < state->core->count; i++) {
        const mr_unit *u = &state->unit[i];
        if (u->hit_points < 1 || u->hit_points > MR_AMOUNT_MAX || u->resources < 0 ||
            u->resources > MR_AMOUNT_MAX)
            return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                                "microRTS has unit %d with %d hit points and %d resources",
                                (int)u->id, (int)u->hit_points, (int)u->resources);
    }
    return US_OK;
}

/* Listens until it is our turn or the game is over, at cycle `due`. */
static us_status await_turn(mr_real *real, int32_t due, mr_state *state, us_error *err)
{
    mr_link_turn turn;
    US_TRY(find_reason(real, mr_link_next(real->link, &turn, err), err));
    real->over = turn == MR_LINK_OVER;
    if (real->over && due == 0)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0, "microRTS ended before its first turn");
    if (real->over && real->launcher) {
        US_TRY(read_last(real, state, err));
        US_TRY(check_units(state, err));
        return check_cycle(state->core->time, due, err);
    }
    if (real->over) {
        state->core->time++;
        return US_OK;
    }
    if (mr_engine_bot(real->stable, mr_link_player(real->link)))
        return us_error_set(
            err, US_MISMATCH, NULL, 0, 0,
            "microRTS asks what player %d does, who is not ours: expected the players "
            "in the other seats",
            mr_link_player(real->link));
    US_TRY(check_cycle(mr_link_state(real->link)->core->time, due, err));
    US_TRY(check_units(mr_link_state(real->link), err));
    us_error other = {0};
    if (due == 0 &&
        mr_state_compare(mr_link_state(real->link), state, MR_IDS_RENAMED, &other) != US_OK)
        return us_error_set(err, US_MISMATCH, NULL, 0, 0, "microRTS plays another map: %s",
                            other.text);
    mr_state_copy(state, mr_link_state(real->link));
    return US_OK;
}

/* state: that of the map. */
static us_status begin(mr_real *real, const mr_map *map, const mr_table *table, us_cycle max_cycles,
                       uint64_t seed, mr_state *state, us_error *err)
{
    int fd = -1;
    US_AUTOSTR(path);
    US_TRY(equip(real, map, table, err));
    if (!real->launcher)
        return await_turn(real, 0, state, err);
    us_status status = write_map(map, table, &fd, err);
    us_str_addf(&path, "/proc/%d/fd/%d", (int)getpid(), fd);
    mr_job job = {
        .map = path.text, .port = mr_link_port(real->link), .cycles = max_cycles, .seed = seed};
    for (int p = 0; p < MR_PLAYERS; p++)
        job.player[p] = mr_engine_bot(real->stable, p);
    if (status == US_OK)
        status = mr_launcher_play(real->launcher, &job, err);
    if (fd >= 0)
        close(fd);
    US_TRY(status);
    if (mr_launcher_is_new(real->launcher))
        mr_link_drop(real->link);
    return await_turn(real, 0, state, err);
}

mr_real *mr_real_begin(mr_engine *stable, const mr_map *map, const mr_table *table,
                       us_cycle max_cycles, uint64_t seed, mr_state *state)
{
    mr_real *real = US_NEW(mr_real);
    real->stable = stable;
    if (begin(real, map, table, max_cycles, seed, state, &real->error) != US_OK)
        real->broken = real->over = true;
    return real;
}

static us_status cycle(mr_real *real, const mr_orders orders[MR_PLAYERS], mr_state *state,
                       us_error *err)
{
    if (real->over)
        return us_error_set(err, US_BAD_INPUT, NULL, 0, 0,
                            "microRTS ended the game in cycle %d, where it goes on",
                            (int)state->core->time);
    const mr_orders *ours = &orders[mr_link_player(real->link)];
    US_TRY(find_reason(real, mr_link_send_orders(real->link, ours, err), err));
    return await_turn(real, state->core->time + 1, state, err);
}

void mr_real_play_cycle(mr_real *real, const mr_orders orders[MR_PLAYERS], mr_state *state)
{
    if (cycle(real, orders, state, &real->error) != US_OK)
        real->broken = real->over = true;
}

/* Java and the socket of a running game cannot be used again. */
void mr_real_end(mr_real *real)
{
    if (!real)
        return;
    mr_engine *stable = real->stable;
    bool spent = !real->over || real->broken || !real->borrowed || !real->launcher;
    if (spent) {
        mr_link_close(real->link);
        mr_launcher_close(real->launcher);
    }
    if (real->borrowed) {
        stable->busy = false;
        stable->owner = spent ? 0 : stable->owner;
    }
    us_mem_free(real);
}

bool mr_real_has_winner(const mr_real *real, int *winner)
{
    bool told = real && real->over && !real->broken && !real->launcher;
    if (told)
        *winner = mr_link_winner(real->link);
    return told;
}

const us_error *mr_real_error(const mr_real *real)
{
    return real && real->broken ? &real->error : NULL;
}
