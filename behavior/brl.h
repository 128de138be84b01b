/* Files of behaviors: .brl text that people write, read and diff. docs/LANGUAGE.md is the manual.
 *
 * A us_brl owns its templates. After us_brl_link it is immutable, and threads may share it. */
#ifndef US_BEHAVIOR_BRL_H
#define US_BEHAVIOR_BRL_H

#include "base/hash.h"
#include "behavior/build.h"
#include "understudy/behavior.h"

enum {
    US_BRL_FILE_MAX = 256 * 1024 * 1024, /* bytes */
    US_BRL_SHARED_MAX = 1 << 18,         /* slots of the file, counted in each item that has them */
};

/* A feature of states in the head of a file: how the library behind the file measures it. Features
 * that are not listed keep the domain's declaration and weigh 100. */
typedef struct us_brl_feature {
    char name[US_NAME_MAX + 1]; /* may be unknown to the domain */
    int64_t low, high;          /* fit 32 bits */
    int64_t weight;             /* percent, up to US_WEIGHT_MAX */
    int64_t bandwidth;          /* of attempts (docs/OUTCOMES.md); 0: the feature does not count */
    int line, column;
} us_brl_feature;

/* A game from which a library was made. Evaluations of the library should play other games. */
typedef struct us_brl_game {
    us_hash map; /* hash of its content; 0: unknown */
    bool seeded; /* the seed is known; at least one of seed and map is */
    uint64_t seed;
    bool adapted; /* the game adapted a library; else it was a demonstration */
} us_brl_game;

struct us_brl {
    const us_domain *domain; /* borrowed */
    char *file;
    us_template *shared;     /* holds only the file's slots, the blackboard */
    us_brl_feature *feature; /* each name once */
    int features, feature_capacity;
    us_brl_game *game; /* games that the library saw */
    int games, game_capacity;
    bool named;         /* the first line names the domain: brl 1 arena */
    us_template **item; /* in the order of the file */
    int count, capacity;
    int *sorted; /* indexes by kind, name, index; made by us_brl_link */
};

/* To make a file without a text, call us_brl_new, us_brl_add, us_brl_link. The file owns `shared`
 * and the added templates. The shared slots of all templates are those of `shared`. */
us_brl *us_brl_new(const us_domain *domain, const char *file, us_template *shared);
void us_brl_add(us_brl *brl, us_template *template); /* owned from now on */
/* Returns whether a file of that many items would exceed US_BRL_SHARED_MAX. */
bool us_brl_is_full(const us_brl *brl, int items);
void us_brl_add_feature(us_brl *brl, const us_brl_feature *feature);
int us_brl_find_feature(const us_brl *brl, const char *name); /* or -1 */
void us_brl_add_game(us_brl *brl, const us_brl_game *game);
/* Sorts games by map and seed, and keeps each once. Returns how many are left. */
int us_brl_games_sort(us_brl_game *game, int count);
/* Checks the arguments of calls against the trees that they call. Call it once, after all items
 * were added. */
void us_brl_link(us_brl *brl, us_faults *faults);
/* Removes the faults about slots that nothing binds in `before` either. `before` is a template of a
 * case base: its cases describe such slots. */
void us_faults_drop_undescribed(us_faults *faults, const us_template *before);
/* Returns whether the text begins like a file of behaviors. out: the domain that it names, or
 * "". */
bool us_brl_detect(const char *text, size_t length, char out[US_NAME_MAX + 1]);
int us_brl_find_index(const us_brl *brl, us_template_kind kind, const char *name); /* or -1 */
/* Appends the item without cases and with this name. The hash of this text with its own name
 * identifies a behavior. Name "" serves to compare only what behaviors do. */
void us_template_print_body(const us_template *template, const char *name, us_str *out);
/* Appends the lines of a file above its items. */
void us_brl_print_head(const us_brl *brl, us_str *out);
/* Appends an item as us_template_print does, with cases that are added one by one instead of its
 * own. The first one has no done steps. `out` may be emptied meanwhile. */
typedef struct us_brl_printer {
    const us_template *of;
    us_str *out;
    bool begun; /* the first case was added */
} us_brl_printer;
us_brl_printer us_brl_printer_begin(const us_template *template, us_str *out);
void us_brl_printer_add_case(us_brl_printer *printer, const us_case *from);
void us_brl_printer_end(const us_brl_printer *printer);
/* Appends the item without cases; `remark` adds text to the ends of lines. index: of the slot,
 * condition, node or edge; the first node if a line has several. */
typedef enum us_template_part {
    US_TEMPLATE_PART_SLOT,
    US_TEMPLATE_PART_WHEN,
    US_TEMPLATE_PART_WHILE,
    US_TEMPLATE_PART_NODE,
    US_TEMPLATE_PART_BEFORE,
} us_template_part;
typedef void us_template_remark(void *context, us_template_part what, int index, us_str *out);
void us_template_print_remarked(const us_template *template, us_template_remark *remark,
                                void *context, us_str *out);
/* Number of hash digits that end the names of learned or repaired behaviors. The hash is that of
 * the body without its name. */
enum { US_BODY_DIGITS = 10 };
void us_template_print_hash(const us_template *template, us_str *out);
/* Appends a new name for a behavior whose body has changed: with the digits of its present body,
 * such as "BuildUnits infantry 6 3fa1b2c4d5". */
void us_template_print_new_name(const us_template *template, us_str *out);
/* Appends the value of a descriptor, as behind its key in `described` and `describe`. */
void us_brl_print_value(const us_domain *domain, const char *key, int64_t value, us_str *out);
/* Appends a slot as declared: "who: entity "footman" of self = ...". */
void us_slot_print(const us_slot_row *row, us_str *out);

#endif
