/* Private to traces/import/: a microRTS trace while it is read, from either of its formats.
 *
 * The front ends (microrts_xml.c, microrts_json.c) report their elements by the calls below; the
 * code behind the calls checks and interprets them. The order of the calls:
 *
 *   table { type { product } } table_end { entry { state, terrain, player, unit, actor, action in
 *   any order } entry_end } finish */
#ifndef US_TRACES_IMPORT_MICRORTS_H
#define US_TRACES_IMPORT_MICRORTS_H

#include "domain/world.h"
#include "traces/import/importer.h"

enum {
    US_MICRORTS_SIZE = 512,      /* cells of a side */
    US_MICRORTS_UNITS = 1 << 16, /* units of a state, and actions of an entry */
    US_MICRORTS_FIELDS = 32,     /* of an element; further ones are skipped */
    US_MICRORTS_TERRAIN = US_MICRORTS_SIZE * US_MICRORTS_SIZE,
};

/* Action types, numbered as in the source. */
enum {
    US_MICRORTS_WAIT,
    US_MICRORTS_MOVE,
    US_MICRORTS_HARVEST,
    US_MICRORTS_RETURN,
    US_MICRORTS_PRODUCE,
    US_MICRORTS_ATTACK,
    US_MICRORTS_VERBS,
};

/* The domain's orders that explain steps. */
typedef enum us_microrts_order_kind {
    US_MICRORTS_TO_MOVE,
    US_MICRORTS_TO_STOP,
    US_MICRORTS_TO_HARVEST,
    US_MICRORTS_TO_RETURN,
    US_MICRORTS_TO_BUILD,
    US_MICRORTS_TO_TRAIN,
    US_MICRORTS_TO_ATTACK,
    US_MICRORTS_TO_HUNT,
    US_MICRORTS_ORDER_KINDS,
} us_microrts_order_kind;

/* An offset in a JSON text, or a line and a column of XML. */
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

void us_microrts_fields_add(us_microrts_fields *fields, const char *name, size_t name_length,
                            const char *text, size_t length);

/* A type of the domain as the source's table defines it. */
typedef struct us_microrts_type {
    bool seen;
    int64_t cost, hit_points, make_time, move_time;
    bool can[5];       /* isResource, isStockpile, canHarvest, canMove, canAttack */
    uint64_t produces; /* bit per type of the domain */
    us_hash hash;      /* of all facts except produces */
    us_microrts_place place;
} us_microrts_type;

typedef struct us_microrts_action {
    us_id unit; /* the source's id */
    int type;   /* 0 .. 5 */
    int32_t parameter, x, y;
    us_type product;
    us_microrts_place place;
} us_microrts_action;

/* A unit of a state. While its entry is read, its id is the source's; then it is this trace's. Ids
 * are given from 1 in order of appearance, as in games of game/microrts/. */
typedef struct us_microrts_unit_state {
    us_id id;
    int32_t resources, hit_points;
    int16_t x, y;
    us_type type;
    us_seat owner;
} us_microrts_unit_state;

typedef struct us_microrts_id_pair {
    us_id theirs, ours;
    int32_t at; /* index in the list of units being read */
    us_type type;
    us_seat owner;
} us_microrts_id_pair;

/* A legal action, with this trace's ids. */
typedef struct us_microrts_step {
    us_id unit, target; /* target: the unit on the cell, or 0 */
    int32_t cell;       /* cell of the action */
    int32_t next;       /* index of the unit's next step, or -1 */
    int16_t x, y;       /* place of the unit */
    us_type product;
    int8_t type; /* 0 .. 5 */
} us_microrts_step;

/* A cycle whose state is in the trace. Its units (by id) and its steps (in the trace's order) are
 * ranges of the lists of the whole trace. */
typedef struct us_microrts_moment {
    us_cycle time;
    int unit, units, step, steps;
    int32_t resources[US_SEATS_MAX];
} us_microrts_moment;

/* An order that explains steps. */
typedef struct us_microrts_order {
    int moment, number;
    int64_t key; /* sorts the orders of one moment */
    int ends;    /* the first moment at which it is over */
    us_id unit, target;
    int32_t cell;
    us_type type, product; /* type: of the unit */
    us_seat seat;
    us_microrts_order_kind kind;
} us_microrts_order;

typedef struct us_microrts_trace {
    us_import *import;
    const char *json;                       /* the text that places refer to; NULL for XML */
    int action_of[US_MICRORTS_ORDER_KINDS]; /* indexes of the domain's actions */
    us_microrts_type type[64];
    int last_type; /* type that the next product belongs to */
    us_hash rules; /* hash of the table */
    bool table_ended;

    /* the entry being read */
    bool has_state, has_terrain;
    us_cycle time;
    us_microrts_place place;
    size_t cells; /* of the terrain */
    int players;
    int32_t resources[US_SEATS_MAX];
    US_LIST(us_microrts_unit_state) unit;
    US_LIST(us_microrts_action) action;
    us_id actor;

    /* of the whole trace */
    int width, height, seats;
    uint8_t *terrain, *spare;                   /* of all states (NULL: none yet); being read */
    int32_t *stand;                             /* by cell: index + 1 of the unit there, or 0 */
    US_LIST(us_microrts_id_pair) name, renamed; /* of the last state, by source id; scratch */
    us_id last_id;
    us_hash last_hash; /* of the last state */
    US_LIST(us_microrts_unit_state) all;
    US_LIST(us_microrts_step) step;
    US_LIST(us_microrts_moment) moment;
    US_LIST(us_microrts_order) order; /* in the order of giving */
} us_microrts_trace;

/* Returns the units of a moment, sorted by id. */
static inline const us_microrts_unit_state *us_microrts_moment_units(
    const us_microrts_trace *m, const us_microrts_moment *moment)
{
    return moment->units > 0 ? m->all.item + moment->unit : NULL;
}

/* ---- microrts_read.c */
us_status us_microrts_fail(const us_microrts_trace *m, us_microrts_place place, us_status status,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
us_status us_microrts_begin_table(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_add_type(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_add_product(us_microrts_trace *m, const char *name, size_t length,
                                  us_microrts_place place);
us_status us_microrts_end_table(us_microrts_trace *m, us_microrts_place place);
us_status us_microrts_begin_entry(us_microrts_trace *m, us_microrts_place place);
us_status us_microrts_set_time(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_begin_state(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_add_terrain(us_microrts_trace *m, const char *text, size_t length,
                                  us_microrts_place place);
us_status us_microrts_add_player(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_add_unit(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_set_actor(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_add_action(us_microrts_trace *m, const us_microrts_fields *fields);
us_status us_microrts_end_entry(us_microrts_trace *m);
/* Passes the whole trace to the sink. */
us_status us_microrts_finish(us_microrts_trace *m, us_microrts_place place);

/* ---- microrts_orders.c: fills the orders from moments and steps */
void us_microrts_find_orders(us_microrts_trace *m);

/* ---- front ends: read the whole file, and call finish too */
us_status us_microrts_read_json(us_microrts_trace *m);
/* A function that returns the text piece by piece; *length is 0 at its end. */
typedef us_status us_microrts_source(void *context, const char **text, size_t *length,
                                     us_error *err);
us_status us_microrts_read_xml(us_microrts_trace *m, us_microrts_source *next, void *context);

#endif
