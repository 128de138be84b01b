/* Private to traces/import/: a microRTS trace as it is read, whichever way it is written.
 *
 * The front ends (microrts_xml.c, microrts_json.c) tell what they find by the calls below; what
 * it means, and whether it can be, is decided behind them. The order of the calls:
 *
 *   table { type { product } } table_end { entry { state, terrain, player, unit, actor, action in
 * any order } entry_end } finish */
#ifndef US_TRACES_IMPORT_MICRORTS_H
#define US_TRACES_IMPORT_MICRORTS_H

#include "domain/world.h"
#include "traces/import/importer.h"

enum {
    US_MICRORTS_SIZE = 512,      /* cells of a side */
    US_MICRORTS_UNITS = 1 << 16, /* of a state, and actions of an entry */
    US_MICRORTS_FIELDS = 32,     /* of an element; more are passed over */
    US_MICRORTS_TERRAIN = US_MICRORTS_SIZE * US_MICRORTS_SIZE,
};

/* What units do, by the source's numbers. */
enum {
    US_MICRORTS_MOVE = 1,
    US_MICRORTS_HARVEST = 2,
    US_MICRORTS_PRODUCE = 4,
    US_MICRORTS_ATTACK = 5,
    US_MICRORTS_VERBS = 6,
};

/* A byte of a JSON text, or a line and a column of XML. */
typedef uint64_t us_microrts_place;

/* The attributes of an XML element, or the plain members of a JSON object. Texts are borrowed. */
typedef struct us_microrts_field {
    const char *name, *text;
    size_t name_length, length;
} us_microrts_field;

typedef struct us_microrts_fields {
    us_microrts_field field[US_MICRORTS_FIELDS];
    int count;
    us_microrts_place place;
} us_microrts_fields;

void us_microrts_field_add(us_microrts_fields *fields, const char *name, size_t name_length,
                           const char *text, size_t length);

/* What the source's table says of a type of the domain. */
typedef struct us_microrts_type {
    bool seen;
    int64_t cost, hit_points;
    bool can[5];       /* isResource, isStockpile, canHarvest, canMove, canAttack */
    uint64_t produces; /* bit per type of the domain */
    us_hash hash;      /* of all that is said of it but produces */
    us_microrts_place place;
} us_microrts_type;

typedef struct us_microrts_action {
    us_id unit;
    int type; /* 0 .. 5 */
    int32_t parameter, x, y;
    us_type product;
    us_microrts_place place;
} us_microrts_action;

typedef struct us_microrts {
    us_import *import;
    const char *json;            /* the text that places lie in; NULL for XML */
    int verb[US_MICRORTS_VERBS]; /* the domain's actions */
    us_microrts_type type[64];
    int last_type; /* whose products are told */
    us_hash rules; /* of the table */
    bool table_ended, begun;

    /* the entry that is being read */
    bool has_state, has_terrain;
    us_cycle time;
    us_microrts_place place;
    size_t cells; /* of the terrain */
    int players;
    int32_t resources[US_SEATS_MAX];
    us_entity *unit;
    int units, units_capacity;
    us_microrts_action *action;
    int actions, actions_capacity;
    us_id actor;

    /* of the whole trace */
    int width, height, seats;
    uint8_t *terrain, *spare; /* of the last state; being read */
    int8_t faction[US_SEATS_MAX];
    uint8_t alive[US_SEATS_MAX];
    us_cycle last; /* of the last state; -1: none yet */
    us_hash last_hash;
} us_microrts;

/* ---- microrts_table.c */
us_status us_microrts_fail(const us_microrts *m, us_microrts_place place, us_status status,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
const us_microrts_field *us_microrts_find(const us_microrts_fields *fields, const char *name);
us_status us_microrts_int(const us_microrts *m, const us_microrts_fields *fields, const char *name,
                          int64_t low, int64_t high, int64_t *out);
us_status us_microrts_type_of(const us_microrts *m, const us_microrts_fields *fields,
                              const char *name, us_type *out);

us_status us_microrts_table(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_type_add(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_product(us_microrts *m, const char *name, size_t length,
                              us_microrts_place place);
us_status us_microrts_table_end(us_microrts *m, us_microrts_place place);

/* ---- microrts_entry.c */
us_status us_microrts_entry(us_microrts *m, us_microrts_place place);
us_status us_microrts_time(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_state(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_terrain(us_microrts *m, const char *text, size_t length,
                              us_microrts_place place);
us_status us_microrts_player(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_unit(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_actor(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_action_add(us_microrts *m, const us_microrts_fields *fields);
us_status us_microrts_entry_end(us_microrts *m);
us_status us_microrts_finish(us_microrts *m, us_microrts_place place);

/* ---- front ends: read all of it, finish included */
us_status us_microrts_read_json(us_microrts *m);
/* next gives the text piece by piece, *length 0 at its end. */
typedef us_status us_microrts_next(void *context, const char **text, size_t *length, us_error *err);
us_status us_microrts_read_xml(us_microrts *m, us_microrts_next *next, void *context);

#endif
