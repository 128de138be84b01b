/* The tables of a domain, which the sources read directly: understudy/domain.h declares their rows.
 * Rooms above game/ know no name of a type, resource or action: they look it up here. */
#ifndef US_DOMAIN_DOMAIN_H
#define US_DOMAIN_DOMAIN_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"
#include "understudy/domain.h"

/* Fails at the byte `at` of the text. Returns US_BAD_INPUT. */
us_status us_source_fail(const us_source *source, size_t at, us_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A nearness: a distance from a cell to something that matters. See domain/describe.h. */
typedef struct us_nearness {
    const char *name, *about;
    int32_t low, high;           /* values outside count as the nearest bound */
    const struct us_expr *value; /* has the slot `spot`, the cell */
} us_nearness;

static inline int32_t us_nearness_clamp(const us_nearness *near, int64_t value)
{
    return value < near->low ? near->low : value > near->high ? near->high : (int32_t)value;
}

/* An end of the map frame: the first of these entities that exists. */
typedef struct us_map_frame_end {
    const struct us_expr *entity[US_FRAME_TRIES_MAX];
    int count;
} us_map_frame_end;

/* A class of behaviors in their taxonomy, named after their purpose. */
typedef struct us_class_def {
    const char *name, *about;
    int parent; /* index, or -1 */
} us_class_def;

/* A descriptor describes behaviors and queries for them by a number or a symbol. */
typedef struct us_descriptor {
    const char *name, *about; /* name may have dots: "this.aggressive" */
    int32_t low, high;      /* bounds, in units of the last decimal; of a symbol: 0 and count - 1 */
    int decimals;           /* decimals of a number; with 2, 30 is written 0.3 */
    us_names_table symbols; /* ordered; none: a number */
    const uint8_t *alike;   /* symbols * symbols similarities in percent; NULL: by their order */
    const struct us_expr *value; /* present value in the units above; NULL: undeclared */
} us_descriptor;

struct us_domain {
    const char *name, *file;
    us_hash part[US_DOMAIN_PARTS]; /* hashes of the loaded parts, whatever the text looks like */
    us_hash hash;                  /* of all these parts: traces are bound to it */
    us_hash players_hash;          /* of all else that players read: goals, features, conditions */
    us_hash features_hash;         /* of the names of the features, in order; 0: no features */
    int cycles_per_second;         /* tempo of the game, for players that wait in seconds */
    int neighbors;                 /* neighbors of a cell: the 8 around it, or 4 */
    bool reinforcements;           /* default for plans: they go on making attackers */
    us_names_table resources, statuses, movements, roles, factions;
    us_names_table tallies; /* resources, then counters, then one per upgrade */
    us_attribute attribute[US_ATTRIBUTES_MAX];
    int attribute_count;
    us_terrain terrain[US_TERRAINS_MAX];
    int terrain_count;
    us_type_def *type;
    int type_count;
    us_action_def action[US_ACTIONS_MAX];
    int action_count;
    us_goal_def *goal;
    int goal_count;
    const uint8_t *goal_likeness; /* goal_count * goal_count percentages; its diagonal is 100 */
    us_names_table feature_groups;
    us_feature *feature;
    int feature_count;
    us_map_frame_end home, away; /* home without entities: no frame */
    us_nearness nearness[US_NEARNESS_MAX];
    int nearness_count;
    us_class_def *class_def;
    int class_count; /* 0: any name is a class, and no class is above another */
    us_descriptor *descriptor;
    int descriptor_count;          /* 0: any name is a number from 0 to 100 */
    struct us_domain_index *index; /* private */
};

const char *us_domain_part_name(us_domain_part part);

/* Returns the index of the row of that name, or -1. The first member of a row is its name. */
int us_row_find(const void *row, int count, size_t size, const char *name);
#define US_ROW_FIND(rows, count, name) us_row_find(rows, count, sizeof(*(rows)), name)
/* The rows of the names of one kind, such as all terrains. */
typedef struct us_rows {
    const void *row;
    int count;
    size_t size; /* of a row */
} us_rows;
us_rows us_kind_rows(const us_domain *domain, us_value_kind kind); /* none for other kinds */
const char *us_row_name(us_rows rows, int64_t index);
static inline int us_names_find(const us_names_table *table, const char *name)
{
    return US_ROW_FIND(table->name, table->count, name);
}
int us_domain_find_terrain_symbol(const us_domain *domain, char symbol);
int us_domain_find_class(const us_domain *domain, const char *name);
int us_domain_find_descriptor(const us_domain *domain, const char *name);

/* A word of the domain that the rules of a game need. */
typedef struct us_required_word {
    int (*find)(const us_domain *domain, const char *name);
    const char *what, *name; /* "status", "idle" */
    int *to;                 /* receives its index */
} us_required_word;
/* Finds all words. An undeclared word is an error; `who` names the game in it: "skirmish". */
us_status us_domain_require(const us_domain *domain, const char *who, const us_required_word *word,
                            int count, us_error *err);

/* Return a hint for an unknown name in a message: `, such as "footman"` if a type or action of the
 * domain has a similar name, else "". The result is hint. */
enum { US_HINT_SIZE = 96 };
struct us_spelling;
const char *us_hint_print(const struct us_spelling *near, char hint[US_HINT_SIZE]);
const char *us_domain_hint_type(const us_domain *domain, const char *name, char hint[US_HINT_SIZE]);
const char *us_domain_hint_action(const us_domain *domain, const char *name,
                                  char hint[US_HINT_SIZE]);

/* Returns whether `above` is `below` or one of its ancestors. */
bool us_class_is_a(const us_domain *domain, int below, int above);
/* Returns the descriptor of that name. If the domain declares none at all, returns a whole number
 * from 0 to 100. If it declares others only, returns NULL. */
const us_descriptor *us_descriptor_find(const us_domain *domain, const char *name);
/* Print and read a value in the form of all files: a symbol, or a number with its decimals.
 * Printing appends. Reading returns false for a malformed value, and does not check the range. */
void us_descriptor_print(const us_descriptor *descriptor, int64_t value, us_str *out);
bool us_descriptor_parse(const us_descriptor *descriptor, const char *text, int64_t *out);
bool us_descriptor_has_value(const us_descriptor *descriptor,
                             int64_t value); /* value is in range */
/* Appends the range: "one of little, high", "a number from 0 to 1 with at most 2 decimals". */
void us_descriptor_print_range(const us_descriptor *descriptor, us_str *out);
/* Returns the number of steps from type up to kind, or -1 if kind is not above. */
int us_type_depth(const us_domain *domain, us_type type, us_type kind);
us_type us_type_common_ancestor(const us_domain *domain, us_type a,
                                us_type b); /* lowest shared ancestor */
const char *us_effect_kind_name(us_effect_kind kind);

#endif
