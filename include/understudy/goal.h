/* Goals, the expressions that test them, and notes about a plan.
 *
 * domain.json declares goal types; a goal is a goal type with arguments.
 *
 *     BuildUnits(player: self, type: "footman", number: 6)
 *     maintain BuildUnits(player: self, type: "footman", number: 6) */
#ifndef UNDERSTUDY_GOAL_H
#define UNDERSTUDY_GOAL_H

#include "understudy/world.h"

/* Seat values beside the numbers of seats. Expressions and slots use them relative to the view;
 * evaluation turns them into numbers. */
enum {
    US_SEAT_NONE = -2, /* seat of a missing thing */
    US_SEAT_SELF = 100,
    US_SEAT_ENEMY = 101, /* any seat but self; a tally of it is the sum over those seats */
};

typedef struct us_value {
    int64_t number;  /* entity: id, 0: none; cell: us_cell_from_xy, -1: none; other kinds: index */
    const us_id *id; /* groups: borrowed */
    int count;       /* groups: number of ids */
} us_value;

typedef struct us_goal {
    int type;                         /* index into us_domain.goal */
    us_goal_kind kind;                /* declared by the type, or another one */
    uint32_t given;                   /* bit per parameter with an argument */
    us_value arg[US_GOAL_PARAMS_MAX]; /* without an argument: 0, none, nowhere */
} us_goal;

/* Returns a goal without arguments, of the kind that its type declares. */
US_API us_goal us_goal_make(const us_domain *domain, int type);
US_API void us_goal_set_arg(us_goal *goal, int param, int64_t value);
/* Returns the default goal: that of the highest rank, for seat self. The domain must have goals:
 * check goal_count first. */
US_API us_goal us_goal_default(const us_domain *domain);
/* Returns whether the test holds for the view of the pursuing seat. began: from us_goal_begin; it
 * may be NULL except for increases. */
US_API bool us_goal_is_reached(const us_domain *domain, const us_goal *goal, const us_view *view,
                               const int64_t *began);
/* Notes the values that an increase counts from: gained(x) is the present x minus x at
 * the beginning. began has room for US_GAINS_MAX. */
US_API void us_goal_begin(const us_domain *domain, const us_goal *goal, const us_view *view,
                          int64_t *began);

/* Reads "[kind] Name(param: value, ...)". Arguments are named, or in the domain's order. Seats are
 * self, enemy, neutral or a number. Types and resources are names, a cell is (x, y), an entity
 * #id. */
US_API us_status us_goal_parse(const us_domain *domain, const us_source *source, us_goal *out,
                               us_error *err);
US_API void us_goal_print(const us_domain *domain, const us_goal *goal,
                          us_str *out); /* canonical */
/* Replaces self and enemy in the arguments by seat numbers; enemy only in a game of two seats. */
US_API void us_goal_resolve_seats(const us_domain *domain, us_goal *goal, us_seat self, int seats);
US_API bool us_goal_equal(const us_domain *domain, const us_goal *a, const us_goal *b);

/* Orders by number: from `from` to `to` - 1. */
typedef struct us_span {
    uint32_t from, to;
} us_span;

/* A goal instance: one pursuit of a goal. Each pursuit of a goal is an instance of its own, also
 * for a maintained goal. */
typedef struct us_goal_instance {
    uint32_t id, parent; /* numbers per seat, from 1; parent 0: none */
    us_goal goal;
    us_seat seat;            /* pursuing seat; self in the arguments */
    us_cycle opened, closed; /* closed -1: unknown */
    bool achieved;           /* its test held at its end */
    bool suggested;          /* unconfirmed suggestion */
    /* The seat's orders for this goal and for the goals below it. Spans ascend and do not touch.
     * Orders of other seats within a span do not count. */
    us_span *span;
    int spans;
    const char *by;  /* author of the label: an agent's name, "hand", "auto" */
    const char *why; /* reason of a suggestion, or "" */
    int line;        /* line in its file; 0: none */
} us_goal_instance;

/* Returns the index of an id in a list ordered by id, or -1. */
US_API int us_goal_instance_find(const us_goal_instance *list, int count, uint32_t id);

/* ---- expressions: conditions and numbers of a view
 *
 *     gold(self) >= 400 and count(self, "footman") >= 4
 *     exists(owner: enemy, role: hall) and distance(unit, target) <= unit.range
 *
 * docs/EXPRESSION_REFERENCE.md is the manual. A text is compiled once against a domain and a scope,
 * which holds the slots that the text may name. An expression is immutable and may be shared by
 * threads. Evaluation allocates nothing and cannot fail. */

typedef struct us_expr us_expr;

/* A name that a text may use, and the kind of its value. */
typedef struct us_slot {
    const char *name;
    us_value_kind kind;
} us_slot;

typedef struct us_scope {
    const us_slot *slot; /* names differ */
    int count;           /* at most 256 */
} us_scope;

enum { US_EXPR_DEPTH = 64, US_EXPR_NODES_MAX = 512, US_GAINS_MAX = 16 };

/* The values of the slots, by index in the scope, and the values that gained() counts from
 * (us_goal_begin). Either may be NULL if the expression needs none. */
typedef struct us_binding {
    const us_value *value;
    const int64_t *began;
} us_binding;

/* Compiles a text of the wanted kind. Errors point into the source and name the expected text. The
 * scope is used during the call only; the expression remembers slots by index. */
US_API us_status us_expr_compile(const us_domain *domain, const us_scope *scope,
                                 us_value_kind wanted, const us_source *source, us_expr **out,
                                 us_error *err);
US_API void us_expr_free(us_expr *expr); /* NULL is fine */
US_AUTOPTR_DEFINE(us_expr, us_expr_free);

/* Returns the value. A bool is 0 or 1; for other kinds see us_value_kind. */
US_API int64_t us_expr_eval(const us_expr *expr, const us_view *view, const us_binding *binding);
/* Appends the canonical text, which compiles to an equal expression and prints as itself. */
US_API void us_expr_print(const us_expr *expr, us_str *out);

/* ---- notes: reports of a player about its plan, with reasons, for the trace and for spectators
 *
 * A plan is a tree of nodes: goals, below each goal the behaviors tried for it, below each behavior
 * its steps (goals again, or actions). A player numbers its nodes from 1, in the order of their
 * creation. A second try is another node.
 *
 * The first note of a node, of whatever kind, introduces it: text, what, label, above. Later notes
 * leave these out. Goals stand below behaviors or at the top, behaviors below goals or at the top,
 * steps below behaviors.
 *
 * SUCCEEDED, FAILED and STOPPED end a node: no note of it follows. The end of a node ends all nodes
 * below it, too. Nothing begins there any more, and only their own ends may still be noted. */

typedef enum us_note_kind {
    US_NOTE_READY,     /* no node has to end before it any more */
    US_NOTE_STARTED,   /* goal is pursued, behavior runs, or step is done */
    US_NOTE_RETRIEVED, /* retrieval found the behavior for the goal above: similarity, margin, other
                        */
    US_NOTE_BOUND,     /* slot has these units, or this cell, as its value */
    US_NOTE_WAITING,   /* why: what it waits for */
    US_NOTE_HELD,      /* maintain goal: its test holds; WAITING and STARTED follow when it fails */
    US_NOTE_SUCCEEDED,
    US_NOTE_FAILED,  /* why: the reason */
    US_NOTE_STOPPED, /* ended early by the node above or by a competing node; why: the reason */
    US_NOTE_SQUAD,   /* no node's: the state of the seat's squad changed */
    US_NOTE_REPAIR,  /* no change of a node: a behavior was repaired in play, or could not be */
    US_NOTE_KINDS,
} us_note_kind;

/* The kind of a node's lack, for statistics and patterns. The text `why` is for people. */
typedef enum us_note_lack {
    US_LACKS_NONE, /* nothing, or unknown */
    US_LACKS_RESOURCE,
    US_LACKS_UNIT,        /* a unit that can do it */
    US_LACKS_FOOD,        /* item: type that would supply food */
    US_LACKS_REQUIREMENT, /* a type that must be there or known first */
    US_LACKS_PLACE,       /* a place or a target; item: type or role of the target */
    US_LACKS_WAY,
    US_LACKS_LIFE,      /* the unit that did it: it is gone */
    US_LACKS_BEHAVIOR,  /* a behavior for the goal */
    US_LACKS_CONDITION, /* a behavior's precondition or alive-condition did not hold */
    US_LACKS_TEST,      /* the goal's test: not yet, or not though the behavior ended */
    US_LACKS_OTHER,
    US_LACKS,
} us_note_lack;

/* The lack for which a node waits, or with which it ended. Zero-initialized: nothing, or
 * unknown. */
typedef struct us_lacking {
    us_note_lack kind;
    const char *item; /* name of the resource, type or role; "" or NULL: none, or unknown */
    int64_t amount;   /* needed amount of the resource; 0: unknown */
} us_lacking;

typedef enum us_note_subject {
    US_NOTE_GOAL,
    US_NOTE_BEHAVIOR,
    US_NOTE_STEP,
    US_NOTE_SUBJECTS
} us_note_subject;

/* The work of a squad (docs/SQUADS.md). */
typedef enum us_squad_phase {
    US_PHASE_FORMING, /* at home; why: the reason why it does not set out */
    US_PHASE_MARCHING,
    US_PHASE_FIGHTING,
    US_PHASE_HOME, /* on its way home; why: the reason why it turned back */
    US_PHASES,
} us_squad_phase;

/* Why a squad does not set out, or turned back. */
typedef enum us_squad_reason {
    US_SQUAD_NO_REASON,
    US_SQUAD_NO_FIGHTERS,
    US_SQUAD_HOME_IN_DANGER,
    US_SQUAD_TOO_WEAK,
    US_SQUAD_NO_WAY,
    US_SQUAD_NOT_TOGETHER,
    US_SQUAD_TOO_STRONG,
    US_SQUAD_NOTHING_TO_ATTACK,
    US_SQUAD_ALL_LOST,
    US_SQUAD_REASONS,
} us_squad_reason;

/* A squad's state. Strengths are those that it compared last: at home of all fighters and all foes
 * seen, else of those around it. */
typedef struct us_squad_state {
    uint8_t phase;  /* us_squad_phase */
    uint8_t reason; /* us_squad_reason; the text of an unknown one is in a note's `why` */
    int units;      /* that are out; at home and on the way home: all fighters */
    us_id target;   /* of the attack; 0: none */
    uint32_t step;  /* node that it carries out, or that waits for it; 0: none */
    int64_t ours, theirs;
    int needs; /* percent of `theirs` without which it does not set out; 0: unknown */
} us_squad_state;

#define US_NOTE_EDIT "edit" /* the pattern of an edit */

/* A repair in play, or an edit (docs/PLAY_REPAIRS.md). */
typedef struct us_play_repair {
    const char *pattern; /* name of the failure pattern; US_NOTE_EDIT: another text was put in */
    int number;          /* of the pattern's repair, from 1; 0: none fits */
    int row;             /* of the pattern's defaults, from 0 */
    uint32_t step;       /* node of the step that failed; 0: none */
} us_play_repair;

enum {
    US_NOTE_DECIMALS = 9,     /* decimals of similarities */
    US_NOTE_ONE = 1000000000, /* similarity 1 */
    US_NOTE_TEXT_MAX = 4096,  /* bytes of a written text; a longer text is cut */
    US_NOTE_UNITS_MAX = US_ORDER_UNITS_MAX,
    US_NOTE_FEATURES_MAX = 256,
    US_SQUAD_UNITS_MAX = 1 << 20,
};

/* An unknown feature of a state. */
#define US_FEATURE_MISSING INT32_MIN

/* Texts may be NULL, which means "". */
typedef struct us_note {
    us_cycle cycle;
    us_seat seat;
    uint8_t kind, of;
    uint32_t node, above; /* above 0: none, or introduced earlier */
    /* In the first note of a node: the goal as text, the behavior's name, or the step's line. */
    const char *text;
    const char *what;  /* goal's type or step's action; "" for behaviors */
    const char *label; /* label of the step or subgoal in its behavior */
    us_hash behavior;  /* hash of a behavior, in all its notes */
    /* RETRIEVED */
    int64_t case_id;    /* case in the library; 0: none */
    int64_t similarity; /* 0 to US_NOTE_ONE */
    int64_t margin;     /* similarity minus the other's; negative if another criterion decided */
    const char *other;  /* name of the runner-up; "": none */
    int attempt;        /* attempt at the goal, from 1 */
    const int32_t *feature; /* of a leading behavior (docs/OUTCOMES.md): the state, by feature of
                               the domain; or US_FEATURE_MISSING */
    int features;           /* 0: not recorded */
    /* BOUND */
    const char *slot;
    const us_id *unit;
    int units;
    int32_t cell; /* value if units is 0; -1: the slot has no unit */
    /* All kinds */
    const char *why;
    us_lacking lacks; /* WAITING, FAILED, STOPPED; of a step that is repaired */
    /* SQUAD: node is 0, what is the target's type, cell that of the target, or -1 */
    us_squad_state squad;
    /* REPAIR: of a behavior, by its hash; node is 0 if it is not at work. label: of the step, or
     * ""; what: the modop, text: the repair in words, why: the reason why none fits */
    us_play_repair repair;
} us_note;

US_API const char *us_note_kind_name(us_note_kind kind);
US_API const char *us_squad_phase_name(us_squad_phase phase); /* "forming", ... */
/* Returns the reason as in traces, "no fighters", ...; "" for US_SQUAD_NO_REASON. */
US_API const char *us_squad_reason_name(us_squad_reason reason);
US_API const char *us_note_subject_name(us_note_subject of); /* "goal", "behavior", "step" */
/* Returns whether such a note ends its node. */
US_API bool us_note_kind_is_final(us_note_kind kind);
US_API const char *us_note_lack_name(us_note_lack lack); /* "resource", ...; "" for NONE */
/* Returns whether the note may be written: its numbers are in range, and it has the data of its
 * kind. Earlier notes are not considered. */
US_API bool us_note_is_valid(const us_note *note);

#endif
