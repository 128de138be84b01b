/* The domain: all that a game is made of, read from domains/X/domain.json.
 *
 * A us_domain is immutable once loaded and may be shared by any number of games and threads. It
 * owns its texts and arrays. Indexes into its tables follow the order of the file and are stable.
 * Rooms above game/ know no name of a type, resource or action: they look it up here. */
#ifndef US_DOMAIN_DOMAIN_H
#define US_DOMAIN_DOMAIN_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"

typedef int32_t us_cycle; /* game time; nothing else is time */
typedef uint32_t us_id;   /* id of an entity; 0: none; never reused within a game */
typedef int8_t us_seat;   /* 0 .. seats - 1 */
typedef int16_t us_type;  /* index into us_domain.type */

enum {
    US_SEATS_MAX = 8,
    US_NEUTRAL = -1, /* owner of entities that belong to no seat */
    US_NO_TYPE = -1,
    US_RESOURCES_MAX = 8,
    US_ATTRIBUTES_MAX = 12,
    US_ROLES_MAX = 32,
    US_PARAMS_MAX = 4,
    US_EFFECTS_MAX = 4,
    US_MOVEMENTS_MAX = 8,
    US_TERRAINS_MAX = 32,
    US_ACTIONS_MAX = 64,
    US_TYPES_MAX = 1024,
    US_FACTIONS_MAX = 8,
    US_NAMES_MAX = 64,       /* entries of a table: statuses, counters, ... */
    US_TAXONOMY_MAX = 16,    /* types above one another */
    US_ALTERNATIVES_MAX = 8, /* alternatives of a requirement, and types in each */
    US_PRODUCTS_MAX = 128,   /* products of a type, of all its actions */
    US_GOALS_MAX = 64,
    US_GOAL_PARAMS_MAX = 8,
    US_FEATURES_MAX = 256,
    US_WEIGHT_MAX = 10000, /* percent */
    US_NEARNESS_MAX = 16,
    US_FRAME_TRIES_MAX = 4,
    US_CLASSES_MAX = 256,
    US_DESCRIPTORS_MAX = 64,
    US_SYMBOLS_MAX = 32, /* symbols of a descriptor */
};

/* A text to compile, and its place for errors. For a text from a JSON string, node is that string,
 * so that escapes in it do not shift the places. */
typedef struct us_source {
    const char *file, *text;
    int line, column;         /* place of its first character */
    const struct cJSON *node; /* us_json_node of base/json.h, or NULL */
} us_source;

/* Fails at the byte `at` of the text. Returns US_BAD_INPUT. */
us_status us_source_fail(const us_source *source, size_t at, us_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

typedef struct us_names_table {
    const char *const *name;
    const char *const *about; /* a phrase for each name; "": none */
    int count;
} us_names_table;

/* A number that every entity publishes. attribute[0] is always the hit points. */
typedef struct us_attribute {
    const char *name, *about;
    int32_t low, high; /* range over all types */
    int32_t initial;   /* value of types that state none */
    bool private;      /* in fog only its seat knows it; other seats see its value at birth */
} us_attribute;

typedef struct us_terrain {
    const char *name;
    char symbol;       /* symbol in map files */
    uint32_t passable; /* bit per movement kind */
    bool buildable;
    int resource;   /* resource that can be gathered here, or -1 */
    int amount;     /* initial amount, 0..255: of the resource, or hit points of a wall */
    int becomes;    /* terrain once the amount is used up, or -1: never used up */
    bool breakable; /* amount is hit points, and attacks open the way */
} us_terrain;

typedef enum us_type_kind {
    US_KIND_UNIT,     /* moves */
    US_KIND_BUILDING, /* stays */
    US_KIND_RESOURCE, /* stays, neutral, is gathered */
    US_KIND_UPGRADE,  /* no entity, but knowledge of a seat */
    US_TYPE_KINDS,
} us_type_kind;

/* An alternative of a requirement: types that must all be owned (complete) or known. */
typedef struct us_requirement {
    const us_type *type;
    int count;
} us_requirement;

typedef struct us_product_list {
    int action; /* action by which the type makes these */
    const us_type *type;
    int count;
} us_product_list;

typedef struct us_type_def {
    const char *name, *about;
    const char *archetype; /* archetype that such a character runs; or "" */
    us_type parent;        /* parent in the taxonomy, or US_NO_TYPE */
    us_type counterpart;   /* equivalent type of the other faction, or US_NO_TYPE */
    us_type_kind kind;
    bool abstract;     /* exists only as a parent */
    int faction;       /* index, or -1: any faction */
    uint32_t roles;    /* role bits, including those of all ancestors */
    int width, height; /* cells */
    int movement;      /* movement kind, or -1: never moves */
    int32_t cost[US_RESOURCES_MAX];
    int food_use, food_supply;
    int32_t attribute[US_ATTRIBUTES_MAX]; /* values at birth, complete; [0]: full hit points */
    const us_requirement *requires;       /* alternatives; none: no requirement */
    int requires_count;
    const us_product_list *produces; /* lists of products, by action */
    int produces_count;
    uint32_t stores;    /* bit per resource that units may deliver here */
    uint32_t gathers;   /* bit per resource that the type can gather */
    int yields;         /* resource that is gathered from it, or -1 */
    int tally;          /* upgrades: tally of a seat's level; else -1 */
    us_type apart_from; /* type from which it keeps the distance `apart`, or US_NO_TYPE */
    int apart;          /* least distance in king's moves between edges; 1: touching */
} us_type_def;

/* The kind of a value: of parameters (the kinds before US_VALUE_PARAMS), slots and expressions. */
typedef enum us_value_kind {
    US_VALUE_ENTITY,
    US_VALUE_TYPE, /* type of an entity, or an upgrade */
    US_VALUE_CELL, /* written as x and y in orders */
    US_VALUE_RESOURCE,
    US_VALUE_SEAT,
    US_VALUE_NUMBER,
    US_VALUE_PARAMS, /* kinds from here on are not for parameters */
    US_VALUE_BOOL = US_VALUE_PARAMS,
    US_VALUE_GROUP, /* several entities */
    US_VALUE_ROLE,
    US_VALUE_STATUS,
    US_VALUE_ACTION,
    US_VALUE_TERRAIN,
    US_VALUE_MOVEMENT,
    US_VALUE_ATTRIBUTE,
    US_VALUE_KINDS,
} us_value_kind;

typedef struct us_param {
    const char *name;
    us_value_kind kind;
    bool optional; /* goals only: the kind is followed by '?' */
} us_param;

/* An effect of a successful action. The table of effects gives the producers of a type. */
typedef enum us_effect_kind {
    US_EFFECT_CREATE,  /* an entity of the type in `param` appears, owned by the actor's seat */
    US_EFFECT_CONVERT, /* the actor becomes the type in `param` */
    US_EFFECT_LEARN,   /* the seat learns the upgrade in `param` */
    US_EFFECT_GAIN,    /* the seat gains a resource */
    US_EFFECT_HARM,    /* the target loses hit points and may die */
    US_EFFECT_HEAL,    /* the target gains hit points */
    US_EFFECT_MOVE,    /* the actor's place changes */
    US_EFFECT_OPEN,    /* the terrain of a cell changes and opens a way */
    US_EFFECT_LOSE,    /* the actor itself disappears */
    US_EFFECT_KINDS,
} us_effect_kind;

typedef struct us_effect {
    us_effect_kind kind;
    int param;    /* index into the action's parameters, or -1 */
    int resource; /* GAIN: the resource, or -1: that of the target */
} us_effect;

typedef struct us_action_def {
    const char *name, *about;
    uint32_t by;    /* role bits: a type with any of these roles does the action */
    bool group;     /* an order may have many units */
    bool continues; /* succeeds as soon as it is under way: harvest, patrol */
    bool queues;    /* orders may be queued behind others (us_order.queued) */
    us_param param[US_PARAMS_MAX];
    int param_count;
    us_effect effect[US_EFFECTS_MAX];
    int effect_count;
    /* Texts about one unit. Slots: `unit`, the parameters (a cell also as `x` and `y`), and in
     * `done` also `product`, the entity that the order made, or none. */
    const struct us_expr *when; /* precondition of the order */
    const struct us_expr *done; /* success: holds when the game emits US_EVENT_DONE; players
                                   recognize success by it */
    us_cycle patience;          /* limit of the wait for a beginning */
} us_action_def;

/* The kind of a goal: how long a seat pursues it. */
typedef enum us_goal_kind {
    US_GOAL_ACHIEVE,  /* until the test holds */
    US_GOAL_INCREASE, /* until the test's values have grown by so much since the beginning */
    US_GOAL_MAINTAIN, /* again whenever the test fails */
    US_GOAL_KINDS,
} us_goal_kind;

typedef struct us_goal_def {
    const char *name, *about;
    us_goal_kind kind; /* used unless a goal names another kind */
    int parent;        /* goal type of which it is a special case, or -1 */
    int rank;          /* of two goals over the same interval, the higher rank is above */
    us_param param[US_GOAL_PARAMS_MAX];
    int param_count;
    /* Tests over the slots of the parameters. gain_test is for increases: its values that are
     * compared with a number count from the beginning of the pursuit (us_expr_compile_gain). */
    const struct us_expr *test, *gain_test;
} us_goal_def;

/* A feature: a number that describes a state, from the view of a seat. */
typedef struct us_feature {
    const char *name, *about;
    int group;         /* index into us_domain.feature_groups */
    int32_t low, high; /* values outside count as the nearest bound */
    const struct us_expr *value;
} us_feature;

/* A nearness: a distance from a cell to something that matters. See domain/describe.h. */
typedef struct us_nearness {
    const char *name, *about;
    int32_t low, high;           /* values outside count as the nearest bound */
    const struct us_expr *value; /* has the slot `spot`, the cell */
} us_nearness;

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

typedef struct us_domain {
    const char *name, *file;
    us_hash hash;          /* hash of the file's bytes */
    int cycles_per_second; /* tempo of the game, for players that wait in seconds */
    int neighbors;         /* neighbors of a cell: the 8 around it, or 4 */
    bool reinforcements;   /* default for plans: they go on making attackers */
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
} us_domain;

/* Loads a domain file.
 *
 * The file is one object. The tables ("resources", "counters", "statuses", "movements", "roles",
 * "factions", "feature_groups") map a name to a phrase about it. "attributes", "terrains",
 * "actions", "types", "goals", "features", "nearness", "classes" and "descriptors" are lists of
 * objects. "frame" is an object. Optional are resources, counters, movements, feature groups,
 * factions, and all from goals on. Without factions, all types are of one faction, "all". An
 * action's "params" map a name to a kind. Orders write a cell as "x" and "y", so an action has at
 * most one cell parameter. "neighbors" is 8 by default. docs/DOMAIN_REFERENCE.md lists all members.
 * docs/RETRIEVAL.md explains classes and descriptors.
 *
 * Types. A parent stands before its children. A type inherits all members of its parent, except
 * "abstract", a "faction" of its own, and "counterpart". Its own members override inherited ones;
 * roles add up. "requires" is a list of alternatives, each a list of types. "makes" maps an action
 * to types. For a type with a faction, an abstract name in either stands for the one type of that
 * faction below it. If "requires" finds several such types, any of them will do. A building keeps
 * "apart" from buildings or resources, never from units. */
us_status us_domain_load(const char *path, us_domain **out, us_error *err);
us_status us_domain_parse(const char *file, const char *text, size_t length, us_domain **out,
                          us_error *err);
/* Loads the domain that is shipped under that name: see us_data_find_domain_file. */
us_status us_domain_load_shipped(const char *name, us_domain **out, us_error *err);
void us_domain_free(us_domain *domain); /* NULL is fine */

/* Return the index of a name, or -1 (US_NO_TYPE). */
us_type us_domain_find_type(const us_domain *domain, const char *name);
int us_domain_find_action(const us_domain *domain, const char *name);
int us_domain_find_resource(const us_domain *domain, const char *name);
int us_domain_find_status(const us_domain *domain, const char *name);
int us_domain_find_role(const us_domain *domain, const char *name);
int us_domain_find_terrain(const us_domain *domain, const char *name);
int us_domain_find_terrain_symbol(const us_domain *domain, char symbol);
int us_domain_find_attribute(const us_domain *domain, const char *name);
int us_domain_find_tally(const us_domain *domain, const char *name);
int us_domain_find_faction(const us_domain *domain, const char *name);
int us_domain_find_movement(const us_domain *domain, const char *name);
int us_domain_find_goal(const us_domain *domain, const char *name);
int us_domain_find_feature(const us_domain *domain, const char *name);
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

/* Returns whether type is kind or one of its descendants. */
bool us_type_is_a(const us_domain *domain, us_type type, us_type kind);
/* Returns the number of steps from type up to kind, or -1 if kind is not above. */
int us_type_depth(const us_domain *domain, us_type type, us_type kind);
us_type us_type_common_ancestor(const us_domain *domain, us_type a,
                                us_type b); /* lowest shared ancestor */
/* Returns the equivalent type of a faction: the type itself, its counterpart, or US_NO_TYPE. For an
 * abstract type, returns the one descendant of that faction, if there is exactly one. */
us_type us_type_for_faction(const us_domain *domain, us_type type, int faction);
bool us_type_can_do(const us_domain *domain, us_type type, int action);
/* Concrete types: those that are `kind`, or have the role. Borrowed. The children of each parent
 * stand together. */
typedef struct us_types {
    const us_type *type;
    int count;
} us_types;
us_types us_domain_subtypes(const us_domain *domain, us_type kind);
us_types us_domain_role_types(const us_domain *domain, int role);
/* Returns whether type may make product by the action (train, build, research, ...). An abstract
 * type or product stands for any type below it. */
bool us_type_can_make(const us_domain *domain, us_type type, int action, us_type product);

/* A producer: a concrete actor type and an action that create, convert into, or learn a product.
 * us_domain_producers returns those of a product, borrowed, in order of actor, then action. An
 * abstract product stands for any type below it. */
typedef struct us_producer {
    us_type actor;
    int action;
} us_producer;
int us_domain_producers(const us_domain *domain, us_type product, const us_producer **out);

const char *us_type_kind_name(us_type_kind kind);
const char *us_value_kind_name(us_value_kind kind);
const char *us_goal_kind_name(us_goal_kind kind);
const char *us_effect_kind_name(us_effect_kind kind);

#endif
