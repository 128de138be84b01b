/* Private to plan/: the data of the query engine, as columns of numbers. */
#ifndef US_PLAN_QUERY_ENGINE_H
#define US_PLAN_QUERY_ENGINE_H

#include "plan/ask.h"
#include "retrieve/query.h"

enum { US_QUERY_TABLE_MAX = 1024 };

/* A descriptor's column: its value in each behavior of a class that has it. */
typedef struct us_query_column {
    const char *name;
    int64_t *value;
    uint32_t *has;   /* by place: all bits, or none */
    uint16_t *index; /* value - low; size + 1: no value */
    int64_t low;
    int size;  /* of the range, at most US_QUERY_TABLE_MAX; 0: the range is larger */
    bool wide; /* size is 0 or a value is outside the range: index is not used */
} us_query_column;

/* The entity types that behaviors of a class take for a parameter of that name. */
typedef struct us_query_class_param {
    const char *name;
    us_type *type; /* by place; US_NO_TYPE: any type, or no such parameter */
} us_query_class_param;

/* The behaviors of the case base that serve a class, in its order. */
typedef struct us_query_class {
    const char *name;
    int *behavior;
    uint64_t *lot; /* of each behavior, see retrieve/ties.h */
    int count;
    us_query_column *column;
    int columns;
    us_query_class_param *takes;
    int takings;
    const char *trouble; /* why some behavior can't be read; or NULL */
} us_query_class;

typedef struct us_prepared_query_value {
    const char *name;
    const us_expr *expr;
    int64_t weight;
    const us_query_column *column; /* NULL: no behavior of the class has it */
    uint32_t *term; /* its addend, by difference of two values; NULL: it is computed */
    int size;       /* of the table less 1; larger differences count as this */
} us_prepared_query_value;

typedef struct us_prepared_query_param {
    const us_arg *arg;
    us_value_kind kind;
    const us_query_class_param
        *takes;    /* NULL: no behavior of the class has it, or it is no entity */
    us_expr *type; /* of the entity, to watch; NULL: it can't be watched */
} us_prepared_query_param;

/* The query of a template's node, prepared. */
typedef struct us_prepared_query {
    const us_template *template;
    const us_node *node;
    const us_query_class *of; /* NULL: there is no case base */
    us_prepared_query_value *value;
    int values;
    us_prepared_query_param *param;
    int params;
    bool *excluded; /* by place in the class: excluded by name, or by the kind of a parameter */
    bool restless;  /* a type can't be watched: the query is checked in every cycle */
} us_prepared_query;

typedef struct us_query_template_hash {
    const us_template *template;
    us_hash hash;
} us_query_template_hash;

struct us_query_engine {
    const us_domain *domain;
    us_case_base *case_base;
    us_ties ties;
    us_arena *arena; /* holds all that follows but the lists */
    us_query_class **of;
    int classes, class_room;
    us_prepared_query **ask; /* by template and node: open addressing, a power of two */
    int asks, ask_room;
    us_program **program; /* by behavior */
    us_program **tree;
    int trees, tree_room;
    us_query_template_hash *hash; /* by template: open addressing, a power of two */
    int hashes, hash_room;
    uint8_t *fits;   /* scratch, by type */
    uint32_t *sum;   /* scratch, by place in a class */
    uint32_t *share; /* the same, of weights */
    uint8_t *unfit;  /* the same */
    int places;      /* size of the scratch */
    us_query_counts counts;
};

/* Returns the query of a node, prepared at the first call. */
const us_prepared_query *us_query_engine_prepare_query(us_query_engine *asker,
                                                       const us_template *template, int node);
/* Returns the program of a behavior that serves some class. */
const us_program *us_query_engine_get_program(us_query_engine *asker, int behavior);

#endif
