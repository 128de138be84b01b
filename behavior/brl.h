/* A file of behaviors: .brl text that people write, read and diff. docs/LANGUAGE.md is its manual.
 *
 * A us_brl owns its templates. After us_brl_link it is immutable and may be shared by threads. */
#ifndef US_BEHAVIOR_BRL_H
#define US_BEHAVIOR_BRL_H

#include "base/hash.h"
#include "behavior/build.h"

enum {
    US_BRL_FILE_MAX = 256 * 1024 * 1024, /* bytes */
    US_BRL_SHARED_MAX = 1 << 18,         /* slots of the file, counted in each item that has them */
};

/* What the head of a file says of a feature of states: how the library that the file was written
 * from measures it. Those that it doesn't name are as the domain has them, and weigh 100. */
typedef struct us_brl_feature {
    char name[US_NAME_MAX + 1]; /* the domain may have none of that name */
    int64_t low, high;          /* fit 32 bits */
    int64_t weight;             /* percent, up to US_WEIGHT_MAX */
    int line, column;
} us_brl_feature;

/* A game that led to what a library holds: whoever judges the library plays others. */
typedef struct us_brl_game {
    us_hash map; /* of its content; 0: not known */
    bool seeded; /* the seed is known; it is, or the map */
    uint64_t seed;
    bool adapted; /* a library was adapted by it; else it was demonstrated */
} us_brl_game;

typedef struct us_brl {
    const us_domain *domain; /* borrowed */
    char *file;
    us_template *shared;     /* has the file's slots, the blackboard, and nothing else */
    us_brl_feature *feature; /* each name once */
    int features, feature_capacity;
    us_brl_game *game; /* that it saw */
    int games, game_capacity;
    bool named;         /* the first line says of which domain: brl 1 arena */
    us_template **item; /* as they stand in the file */
    int count, capacity;
    int *sorted; /* indexes by kind, name, index; made by us_brl_link */
} us_brl;

/* Without a text: new, add, link. The templates' shared slots are those of `shared`. */
us_brl *us_brl_new(const us_domain *domain, const char *file, us_template *shared);
void us_brl_add(us_brl *brl, us_template *template); /* both templates: owned from now on */
/* So many items would have more than US_BRL_SHARED_MAX slots of the file. */
bool us_brl_is_full(const us_brl *brl, int items);
void us_brl_add_feature(us_brl *brl, const us_brl_feature *feature);
int us_brl_feature_index(const us_brl *brl, const char *name); /* or -1 */
void us_brl_add_game(us_brl *brl, const us_brl_game *game);
/* Once, after all were added: arguments of calls are held against the trees they call. */
void us_brl_link(us_brl *brl, us_faults *faults);
void us_brl_free(us_brl *brl); /* NULL is fine */

/* Whatever can be understood of any bytes, and all that is wrong: syntax, names, and what
 * us_brl_check finds; sorted by place. Never NULL. After a fault of syntax reading goes on with
 * the next statement. */
us_brl *us_brl_read(const us_domain *domain, const char *file, const char *text, size_t length,
                    us_faults *faults);
/* The same for those who want a sound file or none: the first fault is the error. */
us_status us_brl_parse(const us_domain *domain, const char *file, const char *text, size_t length,
                       us_brl **out, us_error *err);
/* The text begins as a file of behaviors does. out: the domain that it names, or "". */
bool us_brl_about(const char *text, size_t length, char out[US_NAME_MAX + 1]);
us_status us_brl_load(const us_domain *domain, const char *path, us_brl **out, us_error *err);

/* What is wrong beyond names and kinds: shapes, conditions that could be running, nodes that can
 * never be reached, recursion without an end, semaphores never released, slots used before they
 * can be bound. Asked when a file is read, and again before it runs. Sorts the faults. */
void us_brl_check(const us_brl *brl, us_faults *faults);
/* What is sound, and yet may not do what it says: scores that nothing in play has. Sorted. */
void us_brl_notes(const us_brl *brl, us_faults *notes);

/* The tree, behavior or archetype of that name, borrowed, or NULL. After us_brl_link. */
const us_template *us_brl_find(const us_brl *brl, us_template_kind kind, const char *name);
int us_brl_index(const us_brl *brl, us_template_kind kind, const char *name); /* or -1 */
bool us_brl_equal(const us_brl *a, const us_brl *b); /* but for file names and places */

/* Canonical text: parses to an equal file, prints as itself. Appended. Comments are not kept. */
void us_brl_print(const us_brl *brl, us_str *out);
void us_template_print(const us_template *template, us_str *out); /* one item of a file */
/* The same without cases, and with this name. A behavior is known by the hash of this text with its
 * own name; whoever wants to compare what is done alone gives "". */
void us_template_print_body(const us_template *template, const char *name, us_str *out);
/* The same with its own name; remark adds to the ends of lines. index: of the slot, condition, node
 * or edge; of several nodes on a line the first. */
typedef enum us_printed {
    US_PRINTED_SLOT,
    US_PRINTED_WHEN,
    US_PRINTED_WHILE,
    US_PRINTED_NODE,
    US_PRINTED_BEFORE,
} us_printed;
typedef void us_print_remark(void *context, us_printed what, int index, us_str *out);
void us_template_print_with(const us_template *template, us_print_remark *remark, void *context,
                            us_str *out);
us_hash us_template_hash(const us_template *template);
/* What the names of behaviors end with that were learned or repaired: so many digits of a hash of
 * the body without its name. */
enum { US_BODY_DIGITS = 10 };
void us_template_print_digits(const us_template *template, us_str *out);
/* What a behavior achieves, as behind `achieves`: "maintain BuildUnits(player: self, ...)". */
void us_template_print_goal(const us_template *template, us_str *out);
/* Of a descriptor, as behind its key in `described` and `describe`. Appended. */
void us_value_print(const us_domain *domain, const char *key, int64_t value, us_str *out);
/* A slot as it is declared: "who: entity "footman" of self = ...". Appended. */
void us_slot_print(const us_slot_row *row, us_str *out);
/* The first line of a node, without its label: "act move(cell: (3, 4))". */
void us_node_print(const us_template *template, int index, us_str *out);

#endif
