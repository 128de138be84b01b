/* Agents: the players that are opened by name, PREFIX or PREFIX:ARGUMENT, such as expert:rush or
 * library:all.db, and whole games between them. */
#ifndef UNDERSTUDY_AGENT_H
#define UNDERSTUDY_AGENT_H

#include "understudy/annotation.h"

/* A row of the table of agents (players.c). */
typedef struct us_agent_row {
    const us_player_kind *kind;
    const char *domain;   /* the domain that it plays; NULL: any */
    const char *argument; /* after the colon: "NAME", "FILE"; NULL: no argument */
    /* The index-th name that the argument may be, NULL behind the last; NULL: any argument. */
    const char *(*name)(int index);
    const char *(*name_about)(const char *name); /* a line about one of these names, or NULL */
    /* Checks an argument, without opening its file; NULL: any argument is valid. */
    us_status (*check)(const char *argument, us_error *err);
    const char *about;
    bool person; /* played by a person in the studio: no player is opened by this name */
    bool silent; /* see us_agent_is_silent */
} us_agent_row;

/* Lists the agents; returns their number. */
US_API int us_agent_rows(const us_agent_row **out);

/* Opens a player for the seat. A match owns it, or the caller closes it with us_player_close. The
 * scenario is borrowed as long as it plays. Its random streams depend on seed and seat. */
US_API us_status us_agent_open(const char *agent, const us_scenario *scenario, us_seat seat,
                               uint64_t seed, us_player **out, us_error *err);

/* The content of an agent's file, read once for many games. All games must be of one seat, on
 * scenarios with this very domain (us_scenario_def.read), while the file stays unchanged. *out is
 * NULL if the agent reads no file. The domain is borrowed until free. */
typedef struct us_prepared_agent us_prepared_agent;
US_API us_status us_agent_prepare(const char *agent, const us_domain *domain,
                                  us_prepared_agent **out, us_error *err);
US_API void us_prepared_agent_free(us_prepared_agent *prepared); /* NULL is fine */
US_AUTOPTR_DEFINE(us_prepared_agent, us_prepared_agent_free);
/* Calls us_agent_open with a prepared file of this agent; NULL: the file is read. */
US_API us_status us_agent_open_prepared(const char *agent, const us_prepared_agent *prepared,
                                        const us_scenario *scenario, us_seat seat, uint64_t seed,
                                        us_player **out, us_error *err);

/* Checks that the agent exists and that its settings are valid. Its file need not exist yet. The
 * error names the nearest agent. */
US_API us_status us_agent_check(const char *agent, us_error *err);

/* Returns whether the agent gives a match no orders by design: it does nothing, or it plays where
 * its orders cannot be seen. */
US_API bool us_agent_is_silent(const char *agent);

/* ---- one game between named agents, recorded if wanted */

enum { US_PLAY_SEATS = 2 };

/* A text that takes the place of a behavior of a library: or tree: while the game goes on. */
typedef struct us_play_edit {
    us_cycle cycle; /* from the player's think at or after this cycle */
    us_seat seat;
    const char *file; /* a file of the one behavior */
} us_play_edit;

typedef struct us_play_def {
    /* The agent of each seat: PREFIX:ARGUMENT. With from: NULL keeps the recorded orders. */
    const char *agent[US_PLAY_SEATS];
    const struct us_prepared_agent
        *prepared[US_PLAY_SEATS]; /* for a new game; NULL: not read yet */
    uint64_t seed;                /* with from: for the new players only */

    /* A new game on this borrowed scenario; if it is NULL, on the scenario that is defined here. */
    const us_scenario *open;
    us_scenario_def scenario;

    /* Or a game that continues from a trace's cycle. scenario.map: the present path of its map, or
     * NULL. */
    const char *from;
    us_cycle from_cycle; /* the game continues before this cycle's orders */
    us_cycle until;      /* after from_cycle, ends in a draw; 0: the trace's limit */

    const char *trace; /* path of the trace to write, or NULL */
    unsigned people;   /* bit per seat: a person plays it. No player is opened; the agent only names
                          the seat, and its orders come from outside (us_match_add_order) */
    us_cycle states;   /* with trace: cycles between stored states; 0: none */
    bool events;       /* with trace: events are recorded too */
    bool no_plan;      /* with trace: plan lines are left out */
    bool editable;     /* with trace: behaviors may be edited in the game, and the trace notes it */
    /* Texts that take the place of behaviors while the game goes on, by cycle. All files are read
     * and checked before the game begins, each against the text that it replaces. */
    const us_play_edit *edit;
    int edits;

    /* Both may be NULL. ready: called after all checks, when the game is about to begin, to observe
     * it. stop: called now and then; true ends the game with US_INTERRUPTED. */
    void *context;
    void (*ready)(void *context, us_match *match, const char *const *agent);
    bool (*stop)(void *context);
    /* Adds the labels that people give to their own orders, each time that labels are saved; or
     * NULL. */
    void (*label)(void *context, us_annotation *labels);
    /* Called when the recording ends, if the labels of a replaced trace were kept: in the file
     * `labels`. Or NULL. */
    void (*kept)(void *context, const char *labels);
} us_play_def;

/* Returns a definition without agents and without a recording, on the default scenario. */
US_API us_play_def us_play_def_default(void);

typedef struct us_play_result {
    us_match_state state;
    us_hash hash;
    uint64_t seed;  /* the game's seed */
    char map[4096]; /* as the definition or the trace names it */
    char agent[US_PLAY_SEATS][US_TRACE_TEXT_MAX + 16];
    /* The seat's agent gave no orders of its own (us_match_is_idle). Always false for a silent
     * agent (us_agent_is_silent), for recorded orders and for a person. */
    bool idle[US_PLAY_SEATS];
    /* Set on failure of us_play_run, too: the seat whose player could not be opened, or failed in
     * the game. US_NEUTRAL: no player failed, several failed in the same cycle, or the game itself
     * failed. */
    us_seat failed;
    /* Edits of each seat that its plan has taken, the first ones of the definition. The game ended
     * before the plan thought at the cycle of any other. */
    int edits[US_PLAY_SEATS];
    us_cycle tape; /* with from: the recording's last cycle, after which a seat with recorded orders
                      gives none; -1: a new game */
} us_play_result;

/* Plays one game. Maps in which the checker finds faults are played, as long as there
 * are two seats with something that can act. A trace file is created only after all other checks
 * have passed. On failure out->failed alone is set. US_MISMATCH: the game in `from` takes another
 * course when it is played again. US_INTERRUPTED leaves the trace without an end. */
US_API us_status us_play_run(const us_play_def *def, us_play_result *out, us_error *err);

#endif
