/* The domain: all that a game is made of, read from domains/NAME/domain.json.
 *
 * A us_domain is immutable once loaded and may be shared by any number of games and threads. It
 * owns its texts and rows. Indexes follow the order of the file and are stable. A program that
 * knows no name of a type, resource or action plays any game: it looks them up here. */
#ifndef UNDERSTUDY_DOMAIN_H
#define UNDERSTUDY_DOMAIN_H

#include "understudy/base.h"

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
    const struct cJSON *node; /* a string of a JSON document of the library, or NULL */
} us_source;

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
     * compared with a number count from the beginning of the pursuit. */
    const struct us_expr *test, *gain_test;
} us_goal_def;

/* A feature: a number that describes a state, from the view of a seat. */
typedef struct us_feature {
    const char *name, *about;
    int group;         /* index into us_domain.feature_groups */
    int32_t low, high; /* values outside count as the nearest bound */
    const struct us_expr *value;
} us_feature;

/* Parts of a domain file that decide the course of a recorded game. docs/DOMAIN_REFERENCE.md lists
 * their members. */
typedef enum us_domain_part {
    US_DOMAIN_BASICS, /* tempo, neighbors, attributes, and the tables of names */
    US_DOMAIN_TERRAINS,
    US_DOMAIN_TYPES,
    US_DOMAIN_ACTIONS,
    US_DOMAIN_PARTS,
} us_domain_part;

typedef struct us_domain us_domain;

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
US_API us_status us_domain_load(const char *path, us_domain **out, us_error *err);
US_API us_status us_domain_parse(const char *file, const char *text, size_t length, us_domain **out,
                                 us_error *err);
/* Loads the domain that is shipped under that name: see us_data_find_domain_file. */
US_API us_status us_domain_load_shipped(const char *name, us_domain **out, us_error *err);
US_API void us_domain_free(us_domain *domain); /* NULL is fine */
US_AUTOPTR_DEFINE(us_domain, us_domain_free);

/* Return the rows of a table and their number. The index of a row is the number that worlds, orders
 * and goals hold. */
US_API int us_domain_types(const us_domain *domain, const us_type_def **out);
US_API int us_domain_actions(const us_domain *domain, const us_action_def **out);
US_API int us_domain_goals(const us_domain *domain, const us_goal_def **out);
US_API int us_domain_features(const us_domain *domain, const us_feature **out);
US_API int us_domain_terrains(const us_domain *domain, const us_terrain **out);
US_API int us_domain_attributes(const us_domain *domain, const us_attribute **out);

typedef enum us_names_kind {
    US_NAMES_RESOURCES,
    US_NAMES_STATUSES,
    US_NAMES_MOVEMENTS,
    US_NAMES_ROLES,
    US_NAMES_FACTIONS,
    US_NAMES_TALLIES, /* resources, then counters, then one per upgrade */
} us_names_kind;
/* Returns a table of names; its content is borrowed. */
US_API us_names_table us_domain_names(const us_domain *domain, us_names_kind kind);
US_API const char *us_domain_name(const us_domain *domain);

/* Return the index of a name, or -1 (US_NO_TYPE). */
US_API us_type us_domain_find_type(const us_domain *domain, const char *name);
US_API int us_domain_find_action(const us_domain *domain, const char *name);
US_API int us_domain_find_resource(const us_domain *domain, const char *name);
US_API int us_domain_find_status(const us_domain *domain, const char *name);
US_API int us_domain_find_role(const us_domain *domain, const char *name);
US_API int us_domain_find_terrain(const us_domain *domain, const char *name);
US_API int us_domain_find_attribute(const us_domain *domain, const char *name);
US_API int us_domain_find_tally(const us_domain *domain, const char *name);
US_API int us_domain_find_faction(const us_domain *domain, const char *name);
US_API int us_domain_find_movement(const us_domain *domain, const char *name);
US_API int us_domain_find_goal(const us_domain *domain, const char *name);
US_API int us_domain_find_feature(const us_domain *domain, const char *name);

/* Returns whether type is kind or one of its descendants. */
US_API bool us_type_is_a(const us_domain *domain, us_type type, us_type kind);
/* Returns the equivalent type of a faction: the type itself, its counterpart, or US_NO_TYPE. For an
 * abstract type, returns the one descendant of that faction, if there is exactly one. */
US_API us_type us_type_for_faction(const us_domain *domain, us_type type, int faction);
US_API bool us_type_can_do(const us_domain *domain, us_type type, int action);
/* Concrete types: those that are `kind`, or have the role. Borrowed. The children of each parent
 * stand together. */
typedef struct us_types {
    const us_type *type;
    int count;
} us_types;
US_API us_types us_domain_subtypes(const us_domain *domain, us_type kind);
US_API us_types us_domain_role_types(const us_domain *domain, int role);
/* Returns whether type may make product by the action (train, build, research, ...). An abstract
 * type or product stands for any type below it. */
US_API bool us_type_can_make(const us_domain *domain, us_type type, int action, us_type product);

/* A producer: a concrete actor type and an action that create, convert into, or learn a product.
 * us_domain_producers returns those of a product, borrowed, in order of actor, then action. An
 * abstract product stands for any type below it. */
typedef struct us_producer {
    us_type actor;
    int action;
} us_producer;
US_API int us_domain_producers(const us_domain *domain, us_type product, const us_producer **out);

US_API const char *us_type_kind_name(us_type_kind kind);
US_API const char *us_value_kind_name(us_value_kind kind);
US_API const char *us_goal_kind_name(us_goal_kind kind);

#endif
