/* Repairs of a failure pattern. */
#ifndef US_ADAPT_REPAIR_H
#define US_ADAPT_REPAIR_H

#include "domain/domain.h"

enum {
    US_PATTERN_NAME_MAX = 63,    /* of patterns, params and columns */
    US_PATTERN_COLUMNS_MAX = 32, /* of the query */
    US_PATTERN_SLOTS_MAX = 16,   /* of a repair */
    US_PATTERN_LINES_MAX = 64,   /* of its `do` */
    US_TUNE_PERCENT_MAX = 1000,  /* of a tune */
};

/* Modification operators: changes of a behavior. */
typedef enum us_modop {
    US_MODOP_BEFORE,  /* puts a node before the step */
    US_MODOP_AFTER,   /* puts a node behind the step */
    US_MODOP_BESIDE,  /* puts a node beside the step, at the same time */
    US_MODOP_REPLACE, /* replaces the step by a node */
    US_MODOP_REMOVE,  /* removes the step */
    US_MODOP_RETRY,   /* retries the step when it fails */
    US_MODOP_FIRST,   /* begins the step before its siblings */
    US_MODOP_DAEMON,  /* adds a monitor that runs a node whenever a condition holds */
    US_MODOP_TUNE,    /* changes a number of the step or of the behavior's squad */
    US_MODOPS,
} us_modop;

/* Returns whether the modop puts in a node. */
static inline bool us_modop_has_node(us_modop modop)
{
    return modop != US_MODOP_REMOVE && modop != US_MODOP_RETRY && modop != US_MODOP_FIRST &&
           modop != US_MODOP_TUNE;
}

typedef struct us_repair {
    us_modop modop;
    bool root;             /* at the root of the behavior; else at the step */
    const char *about;     /* "" for none */
    const us_source *slot; /* BRL: "slot w: entity role worker of self" */
    int slots;
    us_source when; /* of a daemon; text NULL: none */
    bool unless;    /* `when` is the pattern's maintain: the daemon acts while it doesn't hold */
    const us_source *line; /* BRL of one node, line by line */
    int lines;
    const char *number; /* of a tune: the name of the setting or argument; else NULL */
    int percent;        /* of a tune: 1 to US_TUNE_PERCENT_MAX, not 100; see us_tunable_scale */
} us_repair;

#endif
