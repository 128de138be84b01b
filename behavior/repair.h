/* Repairs of a failure pattern: changes of a behavior. After games, adapt/ applies them to a
 * library; in play, plan/ applies them to a behavior that runs. */
#ifndef US_BEHAVIOR_REPAIR_H
#define US_BEHAVIOR_REPAIR_H

#include "behavior/template.h"

enum {
    US_PATTERN_NAME_MAX = 63,    /* of patterns, params and columns */
    US_PATTERN_COLUMNS_MAX = 32, /* of the query */
    US_PATTERN_SLOTS_MAX = 16,   /* of a repair */
    US_PATTERN_LINES_MAX = 64,   /* of its `do` */
    US_TUNE_PERCENT_MAX = 1000,  /* of a tune */
};

#define US_PATTERN_VALUE_MAX INT64_C(1000000000000) /* of a number, either sign */

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

/* The values of a row, by the column's name, as texts. A number is in decimals; NULL: no value. */
typedef struct us_piece_row {
    const char *const *name;
    const char *const *value;
    int count;
} us_piece_row;

/* Makes the patched template, of the same name and head. label: of the step; "": the behavior as a
 * whole, of a tune its squad. undescribed: see us_patch. US_FAILED, with the reason: the behavior
 * has no such step, has this repair already (*has is true), or the result is not sound. The caller
 * frees *out. */
us_status us_repair_patch(const us_template *behavior, const us_repair *repair, const char *label,
                          const us_piece_row *row, bool undescribed, us_template **out, bool *has,
                          us_error *err);

/* A number of a behavior that a tune can change. */
typedef struct us_tunable {
    const char *label;        /* of the step; "": the behavior's squad */
    const char *number;       /* name of the setting or of the argument */
    int64_t value, low, high; /* a value outside low and high is special: no tune changes it */
    bool word;                /* the values are words; value is the index of the word */
} us_tunable;

/* Lists the numbers: all settings of the first squad node, with their presets where none is
 * written, then the integer arguments of labeled goals and acts, in the order of the nodes. A label
 * of a node with one child, such as retry, counts for the child. Returns the count; *out is in the
 * arena, and the texts are the behavior's. */
int us_tunables_list(const us_template *behavior, us_arena *arena, us_tunable **out);
/* Returns the value after a tune by percent, which is 1 to US_TUNE_PERCENT_MAX. The value is
 * rounded half up; unless percent is 100, it moves by at least 1. Then it is clamped to low and
 * high. A word becomes the next one, the last word the first, by any percent. */
int64_t us_tunable_scale(const us_tunable *tunable, int percent);

/* Returns whether the node of the repaired template asks for a goal type that it has more often
 * than the template before. */
bool us_repair_adds_goal(const us_template *before, const us_template *after, int node);

#endif
