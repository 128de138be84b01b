/* Private to domain/: the nodes of a compiled expression, and sensors.
 *
 * An expression is an array of nodes, each of which names its children. Node 0 is unused. The same
 * array serves evaluation, printing, and us_expr_add_reads. */
#ifndef US_DOMAIN_NODE_H
#define US_DOMAIN_NODE_H

#include "domain/expr.h"

typedef enum us_op {
    US_OP_LITERAL, /* value, of the node's kind */
    US_OP_NAME,    /* while compiling only: a name of unknown kind */
    US_OP_SLOT,    /* value: slot index in the scope */
    US_OP_CELL,    /* has two numbers */
    US_OP_OR,      /* has two or more children */
    US_OP_AND,
    US_OP_NOT,
    US_OP_EQUAL,
    US_OP_DIFFERS,
    US_OP_LESS,
    US_OP_AT_MOST,
    US_OP_MORE,
    US_OP_AT_LEAST,
    US_OP_ADD,
    US_OP_SUBTRACT,
    US_OP_MULTIPLY,
    US_OP_DIVIDE,
    US_OP_REMAINDER,
    US_OP_NEGATE,
    US_OP_MEMBER, /* value: us_member, or US_MEMBERS + attribute */
    US_OP_TALLY,  /* value: index of the tally; has a seat */
    US_OP_CALL,   /* value: index of the sensor; children carry their parameter */
    US_OP_GAINED, /* value: index in us_binding.began */
} us_op;

typedef struct us_expr_node {
    uint8_t op, kind;     /* us_op, us_value_kind */
    uint8_t param;        /* parameter of a sensor's argument */
    uint8_t height;       /* number of levels, including its own */
    uint16_t first, next; /* first child, next sibling; 0: none */
    int64_t value;
} us_expr_node;

typedef struct us_expr_name {
    const char *name;
    int slot;
    bool used; /* false: the text must quote this name */
} us_expr_name;

struct us_expr {
    const us_domain *domain;
    /* Slots that the expression uses, and slots whose names its text must quote. The array keeps no
     * other slots: a scope may have hundreds, and most expressions are an argument of one word. */
    us_expr_name *name;
    uint16_t names, count, root, gains;
    bool names_ids;
    bool moves; /* what it reads depends on entities or the event */
    us_expr_node node[];
};

/* Members of an entity beside its attributes. */
typedef enum us_member {
    US_MEMBER_X, /* x of the lowest cell; -1: nowhere */
    US_MEMBER_Y,
    US_MEMBER_CELL, /* the lowest cell */
    US_MEMBER_TYPE,
    US_MEMBER_OWNER,
    US_MEMBER_STATUS,
    US_MEMBER_ACTION,  /* action of the order that it carries out */
    US_MEMBER_TARGET,  /* entity on which it acts */
    US_MEMBER_PRODUCT, /* type that it makes now */
    US_MEMBER_FULL,    /* full hit points of its type */
    US_MEMBERS,
} us_member;
typedef struct us_member_row {
    const char *name;
    us_value_kind kind;
} us_member_row;
extern const us_member_row us_member_rows[US_MEMBERS];
/* Returns the index for a node, or -1. Attributes of a domain may not hide a member. */
int us_member_find(const us_domain *domain, const char *name);

/* ---- sensors */

enum { US_CALL_OWN = 4, US_CALL_ARGS = 16, US_NEARNESS = 3 };

/* The filters of a set follow a sensor's own parameters, always with the same numbers. */
enum {
    US_SET_OWNER = US_CALL_OWN,
    US_SET_TYPE,
    US_SET_ROLE,
    US_SET_STATUS,
    US_SET_ACTION,
    US_SET_PRODUCT,
    US_SET_TARGET,
    US_SET_IN,
    US_SET_NEAR,
    US_SET_WITHIN,
    US_SET_YIELDS,
    US_SET_UNFINISHED,
};

/* One call of a sensor, with its arguments. */
typedef struct us_call {
    const us_domain *domain;
    const us_view *view;
    const us_world *world;
    const us_binding *binding;
    uint32_t given;             /* bit per parameter */
    uint8_t kind[US_CALL_ARGS]; /* kinds of the given arguments */
    int64_t arg[US_CALL_ARGS];  /* value; of a group: the index of its slot */
} us_call;

static inline bool us_call_has_arg(const us_call *call, int param)
{
    return call->given >> param & 1;
}

/* The data that a sensor reads, beside the members of each entity among the arguments. */
typedef enum us_read {
    US_READS_TIME = 1,
    US_READS_TALLY = 2,    /* tallies of the seats among the arguments */
    US_READS_SEATS = 4,    /* tallies of all seats */
    US_READS_TERRAIN = 8,  /* the terrain */
    US_READS_HOUSES = 16,  /* members of all buildings and resources */
    US_READS_STATES = 32,  /* states of the entities among the arguments, and of the set */
    US_READS_SET = 64,     /* members of the set */
    US_READS_MAKING = 128, /* members and states of all entities of the seats among the arguments */
    US_READS_NEEDS = 256,  /* requirements of the type among the arguments */
    US_READS_ANY = 512,    /* anything with a revision */
    US_READS_EVENT = 1024, /* the event of the view, which the next view lacks */
} us_read;

/* A row of the table of sensors. The form is "name(a: kind, b: kind|kind, c: kind?, ...)". A kind
 * is a us_value_kind or "place" (an entity or a cell); '?' marks an optional parameter; "..."
 * stands for the filters of a set. eval is NULL for gained() only. */
typedef struct us_sensor {
    const char *form;
    us_value_kind kind;
    unsigned reads;
    int64_t (*eval)(const us_call *call);
    const char *about;
} us_sensor;
extern const us_sensor us_sensor_table[];
extern const int us_sensor_count;

typedef struct us_sensor_param {
    char name[16];
    uint32_t kinds; /* bit per us_value_kind; 0: no such parameter */
    bool optional;
} us_sensor_param;
/* Reads the parameters from the form, by number: see US_SET_OWNER. */
void us_sensor_parse_params(const us_sensor *sensor, us_sensor_param out[US_CALL_ARGS]);
/* Returns the number of the parameter of that name, or -1. */
int us_sensor_find_param(const us_sensor *sensor, const char *name);
/* us_sensor_find returns the first row of that name, or -1. us_sensor_name_length returns the
 * length of the name in the form. */
int us_sensor_find(const char *name);
size_t us_sensor_name_length(const us_sensor *sensor);
bool us_expr_node_calls(const us_expr_node *node, const char *name); /* a call of that sensor */
/* Writes a phrase for kinds: "a number", "an entity or a cell". Returns out. */
const char *us_value_kinds_print(uint32_t kinds, char out[160]);

/* ---- printing */

void us_expr_print_value(const us_domain *domain, us_value_kind kind, int64_t value, us_str *out);
void us_expr_print_name(const char *name, us_str *out); /* in quotes unless it is a word */

/* ---- evaluation, for sensors and the evaluator */

int64_t us_expr_node_eval(const us_expr *expr, int index, const us_view *view,
                          const us_binding *binding);
/* Returns whether the value means nothing: off the map, or of a missing entity. Numbers, conditions
 * and groups always mean something. An id may still be that of a dead entity: see us_world_find. */
static inline bool us_value_is_none(us_value_kind kind, int64_t value)
{
    switch (kind) {
    case US_VALUE_NUMBER:
    case US_VALUE_BOOL:
    case US_VALUE_GROUP:
        return false;
    case US_VALUE_ENTITY:
        return value == 0;
    case US_VALUE_SEAT:
        return value == US_SEAT_NONE;
    default: /* indexes; for a cell only -1 is none, though all negative ones lie off the map */
        return value == -1;
    }
}

/* Evaluates the arguments of a US_OP_CALL. */
void us_call_eval_args(const us_expr *expr, int index, const us_view *view,
                       const us_binding *binding, us_call *call);
/* Returns bit seat + 1 for each seat that a seat value means here, or 0. */
uint32_t us_seat_to_bits(const us_view *view, int64_t seat);
/* Computes the box of an entity or a cell. False: it is nowhere. */
bool us_call_box(const us_call *call, int param, us_box *out);
const us_entity *us_call_entity(const us_call *call, int param); /* may be NULL */
/* Returns the type of a parameter. An abstract type becomes the one type below it of the seat's
 * faction, if there is just one. */
us_type us_call_type(const us_call *call, int param, us_seat seat);
/* Returns the concrete types that cover the call's set, by its type filter or else its role. */
us_types us_call_types(const us_call *call);
/* Lists the boxes of the entities that pass the call's filters, by id, at most `room`. */
int us_call_list_boxes(const us_call *call, us_box *out, int room);

/* Exact arithmetic that stops at the ends of 64 bits; x / 0 is 0. */
static inline int64_t us_expr_multiply(int64_t a, int64_t b)
{
    int64_t out;
    bool over = __builtin_mul_overflow(a, b, &out);
    return over ? ((a < 0) == (b < 0) ? INT64_MAX : INT64_MIN) : out;
}
static inline int64_t us_expr_divide(int64_t a, int64_t b)
{
    return b == 0 ? 0 : b == -1 ? (a == INT64_MIN ? INT64_MAX : -a) : a / b;
}

#define US_KIND_BIT(kind) (1u << (kind))
enum { US_PLACES = 1 << US_VALUE_ENTITY | 1 << US_VALUE_CELL };

#endif
