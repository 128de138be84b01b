/* Private to plan/: what queries ask of, in rows of numbers. */
#ifndef US_PLAN_QUERY_ENGINE_H
#define US_PLAN_QUERY_ENGINE_H

#include "plan/ask.h"
#include "retrieve/query.h"

enum { US_ASK_TABLE = 1024 };

/* A descriptor's column: of each behavior of a class its value, where it has one. */
typedef struct us_ask_column {
    const char *name;
    int64_t *value;
    uint32_t *has;   /* all bits, or none */
    uint16_t *index; /* the value less the least there may be; size + 1: it has none */
    int64_t low;
    int size;  /* of the range, at most US_ASK_TABLE; 0: it is larger */
    bool wide; /* some value is outside: there are no indexes */
} us_ask_column;

/* The types of entities that behaviors of a class take for a parameter of that name. */
typedef struct us_ask_takes {
    const char *name;
    us_type *type; /* US_NO_TYPE: any, or it has none */
} us_ask_takes;

/* The behaviors of the case base that serve a class, in its order. */
typedef struct us_ask_class {
    const char *name;
    int *behavior;
    uint64_t *lot; /* of each, see retrieve/ties.h */
    int count;
    us_ask_column *column;
    int columns;
    us_ask_takes *takes;
    int takings;
    const char *trouble; /* why some behavior can't be read; or NULL */
} us_ask_class;

typedef struct us_ask_value {
    const char *name;
    const us_expr *expr;
    int64_t weight;
    const us_ask_column *column; /* NULL: no behavior of the class has it */
    uint32_t *term; /* by how far two values are apart: what that adds; NULL: it is calculated */
    int size;       /* of the table less 1; what is farther apart counts as that */
} us_ask_value;

typedef struct us_ask_param {
    const us_arg *arg;
    us_value_kind kind;
    const us_ask_takes *takes; /* NULL: none of the class has it, or it is no entity */
    us_expr *type;             /* of the entity, to be watched; NULL: it can't be */
} us_ask_param;

/* What a node of a template asks. */
typedef struct us_ask {
    const us_template *template;
    const us_node *node;
    const us_ask_class *of; /* NULL: nobody serves it */
    us_ask_value *value;
    int values;
    us_ask_param *param;
    int params;
    bool *excluded; /* by place in the class: by name, or it takes another kind of thing */
    bool restless;  /* something can't be watched: it is looked at in every cycle */
} us_ask;

typedef struct us_ask_hash {
    const us_template *template;
    us_hash hash;
} us_ask_hash;

struct us_query_engine {
    const us_domain *domain;
    us_case_base *case_base;
    us_ties ties;
    us_arena *arena; /* of all that follows but the lists */
    us_ask_class **of;
    int classes, class_room;
    us_ask **ask; /* by template and node: open addressing, a power of two */
    int asks, ask_room;
    us_program **program; /* by behavior */
    us_program **tree;
    int trees, tree_room;
    us_ask_hash *hash; /* by template: open addressing, a power of two */
    int hashes, hash_room;
    uint8_t *fits;   /* by type: scratch */
    uint32_t *sum;   /* by place in a class: scratch */
    uint32_t *share; /* the same, of weights */
    uint8_t *unfit;  /* the same */
    int places;      /* that there is scratch for */
    us_ask_counts counts;
};

/* What the node asks, made ready when it is asked for the first time. */
const us_ask *us_query_engine_ask(us_query_engine *asker, const us_template *template, int node);
/* A behavior of some class, made ready to run. */
const us_program *us_query_engine_program(us_query_engine *asker, int behavior);

#endif
