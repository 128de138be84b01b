#include "base/file.h"
#include "players/players.h"
#include "tests/unit/scratch.h"
#include "tests/unit/small_world.h"
#include "traces/states.h"
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <zstd.h>

enum { FILE_MAX = 16 << 20, WORLDS_MAX = 4096 };

/* What was stored, in bytes, and what it should be. */
typedef struct stored {
    const char *path;
    char *bytes;
    size_t length;
    us_cycle cycle[WORLDS_MAX];
    us_hash hash[WORLDS_MAX];
    int count;
} stored;

static const us_states_header small_header = {.domain = "small",
                                              .domain_hash = 1,
                                              .rules_hash = 2,
                                              .map_hash = 3,
                                              .seed = UINT64_MAX,
                                              .width = SMALL_WIDTH,
                                              .height = SMALL_HEIGHT,
                                              .seats = SMALL_SEATS,
                                              .planes = (1 << US_PLANES) - 1};

static us_states_writer *begin(stored *s, const us_states_header *header, const us_domain *domain)
{
    us_states_writer *writer = NULL;
    s->count = 0;
    s->path = scratch_new(".states");
    REQUIRE(us_states_writer_open(s->path, header, domain, &writer, NULL) == US_OK);
    return writer;
}

static void add(stored *s, us_states_writer *writer, const us_world *world)
{
    REQUIRE(s->count < WORLDS_MAX);
    us_states_writer_add(writer, world);
    s->cycle[s->count] = world->now;
    s->hash[s->count++] = us_world_hash(world);
}

static void finish(stored *s, us_states_writer *writer)
{
    us_error err = {0};
    if (us_states_writer_close(writer, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(us_file_read(s->path, FILE_MAX, &s->bytes, &s->length, NULL) == US_OK);
}

static void drop(stored *s)
{
    us_mem_free(s->bytes);
}

/* ---- worlds of a game */

static void store_game(stored *s, const char *map, bool fog, us_cycle every, us_scenario **scenario)
{
    us_scenario_def def = us_scenario_def_default();
    def.map = map;
    def.fog = fog;
    REQUIRE(us_scenario_open(&def, scenario, NULL) == US_OK);
    us_match_def match_def = us_match_def_default();
    match_def.scenario = *scenario;
    match_def.seed = 5;
    for (us_seat seat = 0; seat < 2; seat++)
        REQUIRE(us_agent_open(seat ? "random" : "ai:raid", *scenario, seat, 3,
                              &match_def.player[seat], NULL) == US_OK);
    US_AUTOPTR(us_match) match = us_match_new(&match_def);
    us_game *game = us_match_game(match);
    us_trace_header trace = us_trace_header_from_game(game, map, NULL);
    us_states_header header = us_states_header_from_trace(&trace, us_game_world(game, US_NEUTRAL));
    us_states_writer *writer = begin(s, &header, (*scenario)->domain);
    us_match_state state = {0};
    while (s->count < 2500 && state.outcome.kind == US_OUTCOME_NONE) {
        add(s, writer, us_game_world(game, US_NEUTRAL));
        us_match_step(match, every, &state);
    }
    finish(s, writer);
}

static us_states *open_bytes(const char *bytes, size_t length, const us_domain *domain)
{
    us_states *states = NULL;
    us_error err = {0};
    if (us_states_open_bytes("s", bytes, length, domain, &states, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(states);
    return states;
}

static void read_in_order(const stored *s, us_states *states)
{
    const us_world *world = NULL;
    for (int i = 0; i < s->count; i++) {
        REQUIRE(us_states_next(states, &world, NULL) == US_OK && world);
        if (!CHECK_INT(world->now, s->cycle[i]) || !CHECK_HASH(us_world_hash(world), s->hash[i]))
            return;
        CHECK(!world->revision);
    }
    REQUIRE(us_states_next(states, &world, NULL) == US_OK);
    CHECK(!world);
}

TEST(the_states_of_a_game_read_back)
{
    static const struct {
        const char *map;
        bool fog;
        us_cycle every;
    } rows[] = {{"open-2", false, 1}, {"choke-2", true, 3}, {"ridge-1", true, 16}};
    for (int i = 0; i < US_COUNT(rows); i++) {
        stored s;
        US_AUTOPTR(us_scenario) scenario = NULL;
        us_states *states = NULL;
        us_test_row(rows[i].map);
        store_game(&s, rows[i].map, rows[i].fog, rows[i].every, &scenario);
        REQUIRE(us_states_open(s.path, scenario->domain, &states, NULL) == US_OK);
        CHECK_INT(us_states_count(states), s.count);
        CHECK_INT(us_states_last_cycle(states), s.cycle[s.count - 1]);
        CHECK(!us_states_is_cut(states));
        read_in_order(&s, states);
        us_states_close(states);
        drop(&s);
    }
}

TEST(any_cycle_has_the_last_state_before_it)
{
    stored s;
    US_AUTOPTR(us_scenario) scenario = NULL;
    const us_world *world = NULL;
    store_game(&s, "open-2", true, 3, &scenario);
    us_states *states = open_bytes(s.bytes, s.length, scenario->domain);
    us_rng rng = us_rng_derive(1, "test.states", 0);
    for (int i = 0; i < 300; i++) {
        us_cycle cycle = (us_cycle)us_rng_next_below(&rng, (uint32_t)(3 * s.count + 50));
        int at = cycle / 3 < s.count ? cycle / 3 : s.count - 1;
        REQUIRE(us_states_at(states, cycle, &world, NULL) == US_OK && world);
        CHECK_INT(world->now, s.cycle[at]);
        CHECK_HASH(us_world_hash(world), s.hash[at]);
        if (i % 3 || at + 1 == s.count)
            continue;
        REQUIRE(us_states_next(states, &world, NULL) == US_OK && world);
        CHECK_HASH(us_world_hash(world), s.hash[at + 1]);
    }
    us_states_close(states);
    drop(&s);
}

TEST(reading_allocates_nothing_after_the_first_frame)
{
    stored s;
    US_AUTOPTR(us_scenario) scenario = NULL;
    const us_world *world = NULL;
    store_game(&s, "open-2", false, 1, &scenario);
    us_states *states = open_bytes(s.bytes, s.length, scenario->domain);
    CHECK_INT(us_states_at(states, s.cycle[s.count - 1], &world, NULL), US_OK);
    CHECK_INT(us_states_at(states, 1, &world, NULL), US_OK);
    uint64_t before = us_mem_alloc_count();
    for (us_cycle cycle = 2; cycle < 2000; cycle++)
        CHECK_INT(us_states_at(states, cycle, &world, NULL), US_OK);
    CHECK(us_mem_alloc_count() - before < 8); /* buffers may grow a few times */
    us_states_close(states);
    drop(&s);
}

/* ---- worlds made by hand */

/* Anything may change: ids between others, extreme numbers, everything gone. */
static void disturb(small_world *small, us_rng *rng)
{
    us_world *world = &small->world;
    world->now += 1 + (us_cycle)us_rng_next_below(rng, 5);
    for (int i = 0; i < world->count; i++) {
        us_entity *e = &small->entity[i];
        switch (us_rng_next_below(rng, 12)) {
        case 0:
            world->count--;
            memmove(e, e + 1, (size_t)(world->count - i) * sizeof(*e));
            i--;
            break;
        case 1:
            e->x = (int16_t)us_rng_next_below(rng, SMALL_WIDTH);
            e->y = (int16_t)us_rng_next_below(rng, SMALL_HEIGHT);
            break;
        case 2:
            e->until = us_rng_next_below(rng, 3) ? INT32_MAX : world->now;
            e->target = UINT32_MAX - us_rng_next_below(rng, 2);
            break;
        case 3:
            e->attribute[0] = us_rng_next_below(rng, 2) ? INT32_MIN : INT32_MAX;
            e->attribute[1]++;
            break;
        case 4:
            e->type = (us_type)us_rng_next_below(rng, (uint32_t)small->domain->type_count);
            e->product = (us_type)((int)us_rng_next_below(rng, 3) - 1);
            e->owner = (us_seat)((int)us_rng_next_below(rng, 3) - 1);
            break;
        case 5:
            e->action = (int8_t)((int)us_rng_next_below(rng, 3) - 1);
            e->status ^= 1;
            e->flags = (uint8_t)us_rng_next_below(rng, 256);
            break;
        default:
            break;
        }
    }
    if (us_rng_next_below(rng, 2) && world->count < SMALL_ENTITIES) {
        us_id id = us_rng_next_below(rng, 5) ? 1 + us_rng_next_below(rng, 40) : UINT32_MAX;
        int at = 0;
        while (at < world->count && small->entity[at].id < id)
            at++;
        if (at == world->count || small->entity[at].id != id) {
            memmove(&small->entity[at + 1], &small->entity[at],
                    (size_t)(world->count - at) * sizeof(us_entity));
            small->entity[at] = (us_entity){.id = id, .product = -1, .action = -1};
            world->count++;
        }
    }
    small->plane[us_rng_next_below(rng, US_PLANES)]
                [us_rng_next_below(rng, SMALL_WIDTH * SMALL_HEIGHT)] =
        (uint8_t)us_rng_next_below(rng, 2);
    small->tally[us_rng_next_below(rng, 2 * (uint32_t)small->domain->tallies.count)] =
        (int32_t)us_rng_next_below(rng, 2) * INT32_MIN;
    small->alive[us_rng_next_below(rng, 2)] = (uint8_t)us_rng_next_below(rng, 2);
    small->faction[0] = (int8_t)((int)us_rng_next_below(rng, 3) - 1);
}

static void store_small(stored *s, small_world *small, int count)
{
    us_rng rng = us_rng_derive(1, "test.small", 0);
    us_states_writer *writer = begin(s, &small_header, small->domain);
    for (int i = 0; i < count; i++) {
        add(s, writer, &small->world);
        disturb(small, &rng);
    }
    finish(s, writer);
}

TEST(whatever_changes_reads_back)
{
    stored s;
    small_world small;
    small_begin(&small);
    store_small(&s, &small, WORLDS_MAX);
    us_states *states = open_bytes(s.bytes, s.length, small.domain);
    read_in_order(&s, states);
    CHECK(us_states_get_header(states)->seed == UINT64_MAX);
    us_states_close(states);
    drop(&s);
    small_end(&small);
}

TEST(planes_that_are_not_stored_are_not_read)
{
    stored s;
    small_world small;
    us_states_header header = small_header;
    const us_world *world = NULL;
    header.planes = 1u << US_PLANE_TERRAIN;
    small_begin(&small);
    us_states_writer *writer = begin(&s, &header, small.domain);
    add(&s, writer, &small.world);
    finish(&s, writer);
    us_states *states = open_bytes(s.bytes, s.length, small.domain);
    CHECK_INT(us_states_next(states, &world, NULL), US_OK);
    CHECK(world && world->plane[US_PLANE_TERRAIN] && !world->plane[US_PLANE_SEEN]);
    us_states_close(states);
    drop(&s);
    small_end(&small);
}

/* The same names in another order, with new ones among them. */
TEST(states_are_read_by_names)
{
    static const us_mutation changes[] = {
        {"'idle': 'nothing to do', 'busy': 'at work'", "'new': '', 'busy': '', 'idle': ''", ""},
        {"  {'name': 'redhand',",
         "  {'name': 'greenhand', 'parent': 'unit'},\n  {'name': 'redhand',", ""},
        {"'kills': 'enemies killed'", "'age': 'new', 'kills': 'enemies killed'", ""}};
    stored s;
    small_world small;
    us_domain *grown = NULL;
    us_str text;
    const us_world *world = NULL;
    us_str_init(&text);
    small_begin(&small);
    us_entity *e = small_add(&small, 4, "redhand", 0, 1, 1);
    e->status = 1;
    small_tally(&small, 1, "kills", 7);
    us_states_writer *writer = begin(&s, &small_header, small.domain);
    add(&s, writer, &small.world);
    finish(&s, writer);
    char *now = us_mem_strdup(us_small);
    for (int i = 0; i < US_COUNT(changes); i++) {
        REQUIRE(us_mutate(now, &changes[i], &text));
        us_requote(&text, '"', '\'');
        us_mem_free(now);
        now = us_mem_strdup(text.text);
    }
    us_requote(&text, '\'', '"');
    us_error err = {0};
    if (us_domain_parse("grown", text.text, text.length, &grown, &err) != US_OK)
        FAIL("%s", err.text);
    REQUIRE(grown);
    us_states *states = open_bytes(s.bytes, s.length, grown);
    REQUIRE(us_states_next(states, &world, NULL) == US_OK && world && world->count == 1);
    CHECK_STR(grown->type[world->entity[0].type].name, "redhand");
    CHECK_STR(grown->statuses.name[world->entity[0].status], "busy");
    CHECK_INT(us_world_tally(world, 1, us_domain_find_tally(grown, "kills")), 7);
    us_states_close(states);
    us_mem_free(now);
    us_str_clear(&text);
    us_domain_free(grown);
    drop(&s);
    small_end(&small);
}

/* ---- damage */

TEST(states_cut_at_any_byte_read_to_their_last_whole_frame)
{
    stored s;
    US_AUTOPTR(us_scenario) scenario = NULL;
    const us_world *world = NULL;
    store_game(&s, "open-2", false, 1, &scenario);
    int most = 0;
    for (int i = 0; i <= 200; i++) {
        US_AUTOPTR(us_states) states = NULL;
        size_t length = s.length * (size_t)i / 200;
        us_error err = {0};
        if (us_states_open_bytes("s", s.bytes, length, scenario->domain, &states, &err) != US_OK) {
            CHECK(length < 8192 && err.status == US_INCOMPLETE && err.text[0]);
            continue;
        }
        int64_t count = us_states_count(states);
        CHECK(count >= most && us_states_is_cut(states) == (length < s.length));
        most = (int)count;
        for (int64_t k = 0; k < count; k++) {
            REQUIRE(us_states_next(states, &world, NULL) == US_OK && world);
            CHECK_HASH(us_world_hash(world), s.hash[k]);
        }
        CHECK(us_states_next(states, &world, NULL) == US_OK && !world);
    }
    CHECK_INT(most, s.count);
    drop(&s);
}

/* Told, or harmless: no changed byte gives another world. */
TEST(no_changed_byte_goes_unnoticed)
{
    stored s;
    small_world small;
    small_begin(&small);
    store_small(&s, &small, 60);
    int told = 0;
    for (size_t i = 0; i < s.length; i++) {
        us_states *states = NULL;
        const us_world *world = NULL;
        s.bytes[i] ^= 1 << (i % 8);
        us_status status =
            us_states_open_bytes("s", s.bytes, s.length, small.domain, &states, NULL);
        int k = 0;
        bool by_name = false; /* a name of the header became another known one */
        while (status == US_OK && k < s.count) {
            status = us_states_next(states, &world, NULL);
            if (status != US_OK || !world)
                break;
            by_name |= us_world_hash(world) != s.hash[k++];
        }
        told += status != US_OK || k < s.count;
        if (by_name)
            FAIL("byte %zu of %zu changes what is read", i, s.length);
        us_states_close(states);
        s.bytes[i] ^= 1 << (i % 8);
    }
    CHECK(told > (int)s.length / 2);
    drop(&s);
    small_end(&small);
}

static void put32(char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(uint8_t)(value >> 8 * i);
}

/* A frame of some bytes, many times what its head says, or as many as it may not say. */
TEST(a_bomb_is_not_unpacked)
{
    stored s;
    small_world small;
    small_begin(&small);
    store_small(&s, &small, 1);
    uint32_t header = 8;
    for (int i = 0; i < 4; i++)
        header += (uint32_t)(uint8_t)s.bytes[4 + i] << 8 * i;
    size_t large = 64 << 20, room = 1 << 20;
    char *zeros = us_mem_alloc(large), *file = us_mem_alloc(header + 28 + room);
    size_t packed = ZSTD_compress(file + header + 28, room, zeros, large, 1);
    us_mem_free(zeros);
    REQUIRE(!ZSTD_isError(packed));
    static const uint32_t raws[] = {10, US_STATES_RAW_MAX, US_STATES_RAW_MAX + 1, UINT32_MAX};
    memcpy(file, s.bytes, header);
    for (int i = 0; i < US_COUNT(raws); i++) {
        const uint32_t head[] = {0x184d2a51, 20, 1, 0, 0, raws[i], (uint32_t)packed};
        us_error err = {0};
        const us_world *world = NULL;
        for (int k = 0; k < US_COUNT(head); k++)
            put32(file + header + 4 * k, head[k]);
        US_AUTOPTR(us_states) states = open_bytes(file, header + 28 + packed, small.domain);
        us_status status = us_states_next(states, &world, &err);
        CHECK(!world && us_states_is_cut(states));
        CHECK_INT(status, i < 2 ? US_BAD_INPUT : US_OK);
    }
    us_mem_free(file);
    drop(&s);
    small_end(&small);
}

TEST(what_is_no_file_of_states_is_refused)
{
    small_world small;
    us_states *states = NULL;
    us_error err = {0};
    small_begin(&small);
    static const char *const rows[] = {"x", "{\"understudy\":\"trace\"}",
                                       "\x50\x2a\x4d\x18\xff\xff\xff\xff",
                                       "\x50\x2a\x4d\x18\x08\x01\x01\x01{}"};
    for (int i = 0; i < US_COUNT(rows); i++) {
        CHECK_INT(us_states_open_bytes("s", rows[i], strlen(rows[i]), small.domain, &states, &err),
                  US_BAD_INPUT);
        CHECK_CONTAINS(err.text, "expected");
        CHECK_STR(err.file, "s");
    }
    CHECK_INT(us_states_open("/nowhere/at/all", small.domain, &states, &err), US_BAD_INPUT);
    CHECK_INT(us_states_open(scratch(""), small.domain, &states, &err), US_BAD_INPUT);
    CHECK_INT(us_states_writer_open("/nowhere/x", &small_header, small.domain, NULL, &err),
              US_BAD_INPUT);
    small_end(&small);
}

/* ---- writing */

TEST(a_world_that_no_reader_takes_is_told)
{
    stored s;
    small_world small;
    us_error err = {0};
    small_begin(&small);
    us_entity *e = small_add(&small, 4, "redhand", 0, 1, 1);
    e->x = -1;
    us_states_writer *writer = begin(&s, &small_header, small.domain);
    us_states_writer_add(writer, &small.world);
    e->x = 1;
    us_states_writer_add(writer, &small.world);
    CHECK_INT(us_states_writer_close(writer, &err), US_FAILED);
    CHECK_CONTAINS(err.text, "cannot store: cycle 0: entity 4 is off the map: -1,1");
    CHECK_STR(err.file, s.path);
    small_end(&small);
}

TEST(a_full_disk_is_told)
{
    stored s;
    small_world small;
    us_error err = {0};
    struct rlimit old, little;
    us_rng rng = us_rng_derive(1, "test.small", 0);
    const us_world *world = NULL;
    small_begin(&small);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    us_states_writer *writer = begin(&s, &small_header, small.domain);
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
    little = old;
    little.rlim_cur = 120000;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &little) == 0);
    for (int i = 0; i < 20000; i++) {
        us_states_writer_add(writer, &small.world);
        disturb(&small, &rng);
    }
    us_status status = us_states_writer_close(writer, &err);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, handler);
    CHECK_INT(status, US_FAILED);
    CHECK_CONTAINS(err.text, "cannot write: ");
    CHECK_STR(err.file, s.path);
    us_states *states = NULL;
    REQUIRE(us_states_open(s.path, small.domain, &states, NULL) == US_OK);
    CHECK(us_states_is_cut(states) && us_states_count(states) >= US_STATES_FRAME);
    while (us_states_next(states, &world, NULL) == US_OK && world)
        ;
    CHECK(!world);
    us_states_close(states);
    small_end(&small);
}

/* ---- where the first state is not of cycle 0 */

static void store_late(stored *s, small_world *small)
{
    us_rng rng = us_rng_derive(1, "test.small", 0);
    small_begin(small);
    while (small->world.now < 5)
        disturb(small, &rng);
    store_small(s, small, 3);
}

TEST(before_the_first_state_is_none)
{
    stored s;
    small_world small;
    const us_world *world = NULL;
    store_late(&s, &small);
    us_states *states = open_bytes(s.bytes, s.length, small.domain);
    for (int i = 0; i < s.count; i++) {
        REQUIRE(us_states_at(states, s.cycle[i], &world, NULL) == US_OK && world);
        CHECK_INT(world->now, s.cycle[i]);
        CHECK_INT(us_states_at(states, 2, &world, NULL), US_OK);
        CHECK(!world);
        read_in_order(&s, states);
    }
    us_states_close(states);
    drop(&s);
    small_end(&small);
}

/* The frame's head says that its first state is of cycle 0. */
TEST(a_head_that_lies_is_told)
{
    stored s;
    small_world small;
    const us_world *world = NULL;
    us_error err = {0};
    store_late(&s, &small);
    uint32_t header = 8;
    for (int i = 0; i < 4; i++)
        header += (uint32_t)(uint8_t)s.bytes[4 + i] << 8 * i;
    put32(s.bytes + header + 12, 0);
    s.bytes[s.length - 1] ^= 1; /* no index */
    us_states *states = open_bytes(s.bytes, s.length, small.domain);
    CHECK_INT(us_states_at(states, 2, &world, &err), US_BAD_INPUT);
    CHECK_CONTAINS(err.text, "makes no sense");
    us_states_close(states);
    drop(&s);
    small_end(&small);
}
