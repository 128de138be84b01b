/* Private to traces/states*.c: the bytes of stored states. Numbers are little-endian. */
#ifndef US_TRACES_STATES_FORMAT_H
#define US_TRACES_STATES_FORMAT_H

#include "traces/lines.h"
#include "traces/pack.h"
#include "traces/states.h"

/* Magic numbers of zstd's skippable frames, and the last bytes of an index. */
#define US_STATES_MAGIC_HEADER 0x184d2a50u
#define US_STATES_MAGIC_HEAD   0x184d2a51u
#define US_STATES_MAGIC_INDEX  0x184d2a52u
#define US_STATES_MAGIC_END    0x78695355u /* "USix" */

enum {
    US_STATES_SKIP = 8,           /* magic, size of the rest */
    US_STATES_CHECK = 8,          /* us_hash_add_bytes of the header's text, after the text */
    US_STATES_HEAD = 20,          /* states, first cycle, last cycle, bytes raw and packed */
    US_STATES_ENTRY = 20,         /* offset (8 bytes), states, first cycle, last cycle */
    US_STATES_END = 8,            /* entries, US_STATES_MAGIC_END */
    US_STATES_FLUSH = 256 * 1024, /* a frame ends once it is larger */
};

/* One frame. Its head begins at offset. */
typedef struct us_states_frame {
    uint64_t offset;
    uint32_t states, raw, packed;
    us_cycle first, last;
} us_states_frame;

/* ---- a state: the difference of two worlds, as us_packer_add appends it
 *
 *   varint   cycles since the previous state (of the first: since 0)
 *   byte     parts that differ: bit per plane, PART_TALLIES, PART_ENTITIES, PART_SEATS
 *   seats    of each: faction + 1, alive
 *   tallies  count; of each: number of skipped ones, difference
 *   entities count; of each: number of skipped ones, ENTITY_* that differ, those fields
 *   planes   of each: number of runs; of each: number of skipped cells, length, bytes */
enum { PART_TALLIES = 1 << 5, PART_ENTITIES = 1 << 6, PART_SEATS = 1 << 7 };
_Static_assert(US_PLANES == 5, "a new plane needs a bit");

/* Fields in this order. 0: the entity is gone. The common ones fit one byte. */
enum {
    ENTITY_PLACE = 1 << 0,      /* differences of x and y */
    ENTITY_UNTIL = 1 << 1,      /* 0: none; else cycles from now, + 1 */
    ENTITY_STATUS = 1 << 2,     /* a byte */
    ENTITY_TARGET = 1 << 3,     /* the target's id */
    ENTITY_ACTION = 1 << 4,     /* + 1 */
    ENTITY_ATTRIBUTES = 1 << 5, /* a varint with a bit per changed attribute; their differences */
    ENTITY_FLAGS = 1 << 6,      /* a byte */
    ENTITY_PRODUCT = 1 << 7,    /* + 1 */
    ENTITY_TYPE = 1 << 8,
    ENTITY_OWNER = 1 << 9, /* + 1 */
    ENTITY_NEW = 1 << 10,  /* comes first: id minus the previous id; the base is an empty entity */
    ENTITY_ALL = (1 << 11) - 1,
    ENTITY_BORN = ENTITY_NEW | ENTITY_TYPE | ENTITY_STATUS, /* written even where 0 */
};

static inline uint32_t us_zigzag_encode(int32_t value)
{
    return ((uint32_t)value << 1) ^ (value < 0 ? UINT32_MAX : 0);
}
static inline int32_t us_zigzag_decode(uint32_t value)
{
    return (int32_t)((value >> 1) ^ (value & 1 ? UINT32_MAX : 0));
}

/* ---- states_pack.c */

/* Maps stored indexes to the domain's. */
typedef struct us_states_names {
    int16_t *index;
    int count;
} us_states_names;
/* The stored tables: the first kinds of words. */
enum { US_STATES_TABLES = US_TABLE_FACTION + 1 };

typedef struct us_unpacker {
    const us_states_names *names; /* by us_table_kind; borrowed */
    us_world world;
    us_entity *entity, *spare; /* room for capacity entities each */
    int capacity;
    uint8_t *plane[US_PLANES];
    int32_t *tally;
    int8_t *faction;
    uint8_t *alive;
    uint16_t *census;
} us_unpacker;

void us_unpacker_init(us_unpacker *unpacker, const us_domain *domain,
                      const us_states_header *header, const us_states_names *names);
void us_unpacker_clear(us_unpacker *unpacker);
void us_unpacker_restart(us_unpacker *unpacker);
/* Returns the cycle of the state that begins at `at`, or -1 if the bytes are no state. */
us_cycle us_unpacker_peek(const us_unpacker *unpacker, const uint8_t *at, const uint8_t *end);
/* Reads the state at *at and moves *at behind it. Returns false if the bytes are no state; then
 * only restart helps. */
bool us_unpacker_next(us_unpacker *unpacker, const uint8_t **at, const uint8_t *end);

void us_states_write_u32(us_str *out, uint32_t value);

#endif
