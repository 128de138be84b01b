/* What a game is made of, read from domains/X/domain.json.
 *
 * A us_domain is immutable once loaded and may be shared by any number of games and threads.
 * All its texts and arrays belong to it. Indexes into its tables are stable: the order of the
 * file. Nothing above game/ may know the name of a type, a resource or an action; it asks here. */
#ifndef US_DOMAIN_DOMAIN_H
#define US_DOMAIN_DOMAIN_H

#include "base/error.h"
#include "base/hash.h"
#include "base/str.h"

typedef int32_t us_cycle; /* game time; nothing else is time */
typedef uint32_t us_id;   /* of an entity; 0: none; never reused within a game */
typedef int8_t us_seat;   /* 0 .. seats - 1 */
typedef int16_t us_type;  /* index into us_domain.type */

enum {
    US_SEATS_MAX = 8,
    US_NEUTRAL = -1, /* owner of what belongs to no seat */
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
    US_NAMES_MAX = 64,       /* of a table: statuses, counters, ... */
    US_TAXONOMY_MAX = 16,    /* types above one another */
    US_ALTERNATIVES_MAX = 8, /* of a requirement, and types in each */
    US_PRODUCTS_MAX = 128,   /* of a type, by all its actions */
    US_GOALS_MAX = 64,
    US_GOAL_PARAMS_MAX = 8,
    US_FEATURES_MAX = 256,
    US_WEIGHT_MAX = 10000, /* percent: of a feature */
    US_NEARNESS_MAX = 16,
    US_FRAME_TRIES_MAX = 4,
    US_CLASSES_MAX = 256,
    US_DESCRIPTORS_MAX = 64,
    US_SYMBOLS_MAX = 32, /* of a descriptor */
};

/* A text to be compiled, and where it stands: errors point into it. Where it was written as a
 * JSON string, node is that string, and escapes in it do not shift the places. */
typedef struct us_source {
    const char *file, *text;
    int line, column;                /* of its first character */
    const struct us_json_node *node; /* or NULL */
} us_source;

/* An error at the byte `at` of the text. Returns US_BAD_INPUT. */
us_status us_source_fail(const us_source *source, size_t at, us_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

typedef struct us_names_table {
    const char *const *name;
    const char *const *about; /* a phrase each; "" where none is known */
    int count;
} us_names_table;

/* A number that every entity publishes. attribute[0] is always the hit points. */
typedef struct us_attribute {
    const char *name, *about;
    int32_t low, high; /* range over all types */
    int32_t initial;   /* of types that state none */
    bool private;      /* in fog only its seat knows it; others see what it is at birth */
} us_attribute;

typedef struct us_terrain {
    const char *name;
    char symbol;       /* in map files */
    uint32_t passable; /* bit per movement kind */
    bool buildable;
    int resource;   /* what can be gathered here, or -1 */
    int amount;     /* at the start, 0..255: of the resource, or hit points of a wall */
    int becomes;    /* terrain once amount is gone, or -1: it never goes */
    bool breakable; /* amount is hit points: attacks open the way */
} us_terrain;

typedef enum us_type_kind {
    US_KIND_UNIT,     /* moves */
    US_KIND_BUILDING, /* stays */
    US_KIND_RESOURCE, /* stays, neutral, is gathered */
    US_KIND_UPGRADE,  /* is no entity: something a seat knows */
    US_TYPE_KINDS,
} us_type_kind;

/* Alternatives, each a list of types of which all must be owned (complete) or known. */
typedef struct us_requirement {
    const us_type *type;
    int count;
} us_requirement;

typedef struct us_product_list {
    int action; /* with which this type makes ... */
    const us_type *type;
    int count;
} us_product_list;

typedef struct us_type_def {
    const char *name, *about;
    const char *archetype; /* what such an entity runs where characters play by themselves; or "" */
    us_type parent;        /* in the taxonomy, or US_NO_TYPE */
    us_type counterpart;   /* of the other faction, or US_NO_TYPE */
    us_type_kind kind;
    bool abstract;     /* exists only as a parent */
    int faction;       /* index, or -1: any */
    uint32_t roles;    /* bits; includes those of all ancestors */
    int width, height; /* cells */
    int movement;      /* movement kind, or -1: stays */
    int32_t cost[US_RESOURCES_MAX];
    int food_use, food_supply;
    int32_t attribute[US_ATTRIBUTES_MAX]; /* at birth, complete; [0]: full hit points */
    const us_requirement *requires;       /* any one of these; none: no requirement */
    int requires_count;
    const us_product_list *produces; /* by action */
    int produces_count;
    uint32_t stores;    /* bit per resource that may be delivered here */
    uint32_t gathers;   /* bit per resource that it can gather */
    int yields;         /* resource gathered from it, or -1: none */
    int tally;          /* upgrades: where a seat's level of it is tallied; else -1 */
    us_type apart_from; /* may not be built nearer than `apart` to such a one, or US_NO_TYPE */
    int apart;          /* king's moves between their edges, 1: touching */
} us_type_def;

/* What a value is: of parameters (those up to US_VALUE_PARAMS), slots and expressions. */
typedef enum us_value_kind {
    US_VALUE_ENTITY,
    US_VALUE_TYPE, /* of an entity, or an upgrade */
    US_VALUE_CELL, /* written as x and y */
    US_VALUE_RESOURCE,
    US_VALUE_SEAT,
    US_VALUE_NUMBER,
    US_VALUE_PARAMS, /* what follows is no parameter of actions and goals */
    US_VALUE_BOOL = US_VALUE_PARAMS,
    US_VALUE_GROUP, /* entities */
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
    bool optional; /* goals only: written with a '?' behind the kind */
} us_param;

/* What an action brings about when it succeeds: the table that tells who can produce what. */
typedef enum us_effect_kind {
    US_EFFECT_CREATE,  /* an entity of the type in parameter `param` appears, owned by the actor */
    US_EFFECT_CONVERT, /* the actor becomes the type in parameter `param` */
    US_EFFECT_LEARN,   /* the seat knows the upgrade in parameter `param` */
    US_EFFECT_GAIN,    /* the seat gains a resource */
    US_EFFECT_HARM,    /* the target loses hit points and may go */
    US_EFFECT_HEAL,    /* the target gains hit points */
    US_EFFECT_MOVE,    /* the actor's place changes */
    US_EFFECT_OPEN,    /* the terrain of a cell changes: a way opens */
    US_EFFECT_LOSE,    /* the actor itself goes */
    US_EFFECT_KINDS,
} us_effect_kind;

typedef struct us_effect {
    us_effect_kind kind;
    int param;    /* index into the action's parameters, or -1 */
    int resource; /* GAIN: which one, or -1: the target's */
} us_effect;

typedef struct us_action_def {
    const char *name, *about;
    uint32_t by;    /* role bits: a type with any of them may do it */
    bool group;     /* many units at once */
    bool continues; /* under way is success: harvest, patrol */
    bool queues;    /* an order of it may be given to come after others (us_order.queued) */
    us_param param[US_PARAMS_MAX];
    int param_count;
    us_effect effect[US_EFFECTS_MAX];
    int effect_count;
    /* Of one unit, with the slots `unit`, the parameters (a cell also as `x` and `y`), and for
     * done `product`: the entity that the order made, or none. */
    const struct us_expr *when; /* precondition: a seat may give the order */
    const struct us_expr *done; /* success: holds when a game tells US_EVENT_DONE, by which players
                                   know it */
    us_cycle patience;          /* gives up waiting to begin after so long */
} us_action_def;

/* What can be pursued. */
typedef enum us_goal_kind {
    US_GOAL_ACHIEVE,  /* until the test holds */
    US_GOAL_INCREASE, /* until so much more is there than when its pursuit began */
    US_GOAL_MAINTAIN, /* again whenever the test fails */
    US_GOAL_KINDS,
} us_goal_kind;

typedef struct us_goal_def {
    const char *name, *about;
    us_goal_kind kind; /* where nobody says otherwise */
    int parent;        /* the goal type that it is a kind of, or -1 */
    int rank;          /* of two over the same interval the one with the higher rank is above */
    us_param param[US_GOAL_PARAMS_MAX];
    int param_count;
    /* Slots: the parameters. The second is for increases: what is compared with a number is
     * measured from when the pursuit began (us_expr_compile_gain). */
    const struct us_expr *test, *gain_test;
} us_goal_def;

/* A number that tells one state of a game from another, from the view of a seat. */
typedef struct us_feature {
    const char *name, *about;
    int group;         /* index into us_domain.feature_groups */
    int32_t low, high; /* what lies outside counts as the end */
    const struct us_expr *value;
} us_feature;

/* How far a cell is from something that matters: see domain/describe.h. */
typedef struct us_nearness {
    const char *name, *about;
    int32_t low, high;           /* what lies outside counts as the end */
    const struct us_expr *value; /* slot: `spot`, the cell */
} us_nearness;

/* An end of the way that places are measured by: the first of these entities that is there. */
typedef struct us_frame_end {
    const struct us_expr *entity[US_FRAME_TRIES_MAX];
    int count;
} us_frame_end;

/* A class of behaviors in their taxonomy: what they are good for. */
typedef struct us_class_def {
    const char *name, *about;
    int parent; /* -1: none */
} us_class_def;

/* What behaviors are described by, and asked for with: a number, or a symbol. */
typedef struct us_descriptor {
    const char *name, *about; /* names with dots between them: "this.aggressive" */
    int32_t low, high; /* of a number, in units of its last decimal; of a symbol 0 and count - 1 */
    int decimals;      /* 2: 30 is written 0.3 */
    us_names_table symbols;      /* in their order; none: it is a number */
    const uint8_t *alike;        /* symbols * symbols: percent; NULL: by their order */
    const struct us_expr *value; /* what it is now, a number in the units above; NULL: not said */
} us_descriptor;

typedef struct us_domain {
    const char *name, *file;
    us_hash hash;          /* of the file's bytes */
    int cycles_per_second; /* the game's tempo: who plays it waits in seconds */
    int neighbors;         /* cells from which one is reached: the 8 around it, or 4 */
    bool reinforcements; /* of a plan: who strikes is joined by more of the same, unless it is told
                          */
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
    const uint8_t *goal_likeness; /* goal_count * goal_count: percent; its diagonal is 100 */
    us_names_table feature_groups;
    us_feature *feature;
    int feature_count;
    us_frame_end home, away; /* no home: the domain has no frame */
    us_nearness nearness[US_NEARNESS_MAX];
    int nearness_count;
    us_class_def *class_def;
    int class_count; /* 0: any name is a class, and no class is below another */
    us_descriptor *descriptor;
    int descriptor_count;          /* 0: any name is a number from 0 to 100 */
    struct us_domain_index *index; /* private */
} us_domain;

/* Load a domain file. *out is unchanged on failure.
 *
 * The file is one object. Tables ("resources", "counters", "statuses", "movements", "roles",
 * "factions", "feature_groups") map a name to a phrase about it; "attributes", "terrains",
 * "actions", "types", "goals", "features", "nearness", "classes" and "descriptors" are lists of
 * objects; "frame" is one. Left out may be resources, counters, movements, feature groups and all
 * from goals on; factions too: all are of one then, "all". An action's "params" map a name to a
 * kind; a cell among them is written as "x" and "y" in orders, so it may have one cell at most.
 * "neighbors" are 8 where it is left out. docs/LANGUAGE.md tells of the texts in them,
 * docs/RETRIEVAL.md of classes and descriptors.
 *
 * Types. A parent stands before its children. A type has all that its parent has, except
 * "abstract", "faction" of its own and "counterpart"; what it states goes first; roles add up.
 * "requires" is a list of alternatives, each a list of types; "makes" maps an action to types.
 * In both, an abstract name stands, for a type that has a faction, for the one type of that
 * faction below it; in "requires" where there are several, any of them will do. A building keeps
 * "apart" from buildings or resources, never from what moves. */
us_status us_domain_load(const char *path, us_domain **out, us_error *err);
us_status us_domain_parse(const char *file, const char *text, size_t length, us_domain **out,
                          us_error *err);
/* The domain that is shipped under that name: see us_data_file. */
us_status us_domain_shipped(const char *name, us_domain **out, us_error *err);
void us_domain_free(us_domain *domain); /* NULL is fine */

/* Indexes by name; -1 (US_NO_TYPE) where there is none. */
us_type us_domain_type(const us_domain *domain, const char *name);
int us_domain_action(const us_domain *domain, const char *name);
int us_domain_resource(const us_domain *domain, const char *name);
int us_domain_status(const us_domain *domain, const char *name);
int us_domain_role(const us_domain *domain, const char *name);
int us_domain_terrain(const us_domain *domain, const char *name);
int us_domain_terrain_symbol(const us_domain *domain, char symbol);
int us_domain_attribute(const us_domain *domain, const char *name);
int us_domain_tally(const us_domain *domain, const char *name);
int us_domain_faction(const us_domain *domain, const char *name);
int us_domain_movement(const us_domain *domain, const char *name);
int us_domain_goal(const us_domain *domain, const char *name);
int us_domain_feature(const us_domain *domain, const char *name);
int us_domain_class(const us_domain *domain, const char *name);
int us_domain_descriptor(const us_domain *domain, const char *name);

/* A word of the domain that a game's rules can't do without. */
typedef struct us_needed {
    int (*find)(const us_domain *domain, const char *name);
    const char *what, *name; /* "status", "idle" */
    int *to;                 /* its index goes there */
} us_needed;
/* Finds all. who: "skirmish", for the refusal where one is not declared. */
us_status us_domain_need(const us_domain *domain, const char *who, const us_needed *word, int count,
                         us_error *err);

/* For messages about an unknown name: `, such as "footman"` where one of the domain's types or
 * actions is near to it, else "". Returns hint. */
enum { US_HINT_SIZE = 96 };
const char *us_domain_hint_type(const us_domain *domain, const char *name, char hint[US_HINT_SIZE]);
const char *us_domain_hint_action(const us_domain *domain, const char *name,
                                  char hint[US_HINT_SIZE]);

/* A class is above itself. */
bool us_class_is(const us_domain *domain, int below, int above);
/* Of that name; where the domain declares none, a whole number from 0 to 100. NULL: it declares
 * others. */
const us_descriptor *us_domain_described(const us_domain *domain, const char *name);
/* A value as people write it, wherever they write one: a symbol or a number with its decimals;
 * appended. Reading gives the same, or false where it is no such value; whether it lies in range is
 * another question. */
void us_descriptor_print(const us_descriptor *descriptor, int64_t value, us_str *out);
bool us_descriptor_read(const us_descriptor *descriptor, const char *text, int64_t *out);
bool us_descriptor_holds(const us_descriptor *descriptor, int64_t value); /* it lies in range */
/* "one of little, high", "a number from 0 to 1 with at most 2 decimals"; appended. */
void us_descriptor_print_range(const us_descriptor *descriptor, us_str *out);

/* type is kind or one of its descendants. A type is itself. */
bool us_type_is(const us_domain *domain, us_type type, us_type kind);
/* Steps from type up to kind; -1 where kind is no ancestor. */
int us_type_depth(const us_domain *domain, us_type type, us_type kind);
us_type us_type_common(const us_domain *domain, us_type a, us_type b); /* lowest shared ancestor */
/* The same thing of a faction: itself, its counterpart, or US_NO_TYPE. Of an abstract type the
 * one descendant of that faction that stands for it, where there is exactly one. */
us_type us_type_for(const us_domain *domain, us_type type, int faction);
bool us_type_does(const us_domain *domain, us_type type, int action);
/* The concrete types that are kind, or have the role; borrowed, each parent's children together. */
typedef struct us_types {
    const us_type *type;
    int count;
} us_types;
us_types us_domain_kin(const us_domain *domain, us_type kind);
us_types us_domain_cast(const us_domain *domain, int role);
/* type may make product by action (train, build, research, ...). Of an abstract type or
 * product: some type below it may. */
bool us_type_makes(const us_domain *domain, us_type type, int action, us_type product);

/* Who can bring it about: the rows (concrete actor type, action) that create, convert into or
 * learn product; of an abstract product, some type below it. Borrowed, in order of actor then
 * action. */
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
