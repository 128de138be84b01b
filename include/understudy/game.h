/* Games: scenarios, the game itself, maps, players, and the match that brings them together.
 *
 * A scenario is immutable: domain, rules, map, options. Any number of games share one. A game is
 * the mutable state: it publishes a world per seat, and orders and time change it.
 *
 * Time: players see the world at cycle t, orders apply at t, and a step takes the game to t + 1.
 * Scenario, seed and orders determine everything that happens. */
#ifndef UNDERSTUDY_GAME_H
#define UNDERSTUDY_GAME_H

#include "understudy/goal.h"

typedef struct us_scenario us_scenario;
typedef struct us_game us_game;

enum {
    US_CAN_SNAPSHOT = 1, /* save and load */
    US_CAN_REPLAY = 2,   /* deterministic: same orders, same bytes */
    US_CAN_HOST = 4,     /* seats may be played outside: us_scenario_def.outside */
    US_CAN_FOG = 8,      /* players may be limited to what is in sight: us_scenario_def.fog */
};

typedef enum us_outcome_kind {
    US_OUTCOME_NONE,   /* still going */
    US_OUTCOME_WIN,    /* winner is a seat */
    US_OUTCOME_DRAW,   /* cycle limit, or all seats defeated at once */
    US_OUTCOME_BROKEN, /* a player outside of this program failed: us_match_status */
} us_outcome_kind;

typedef struct us_outcome {
    us_outcome_kind kind;
    us_seat winner;     /* or US_NEUTRAL */
    const char *reason; /* static: "defeat", "limit", ... */
} us_outcome;

/* The parts of a scenario. Fill it with us_scenario_def_default, then change it. The texts are
 * borrowed while the scenario is opened, `read` as long as the scenario is open. */
typedef struct us_scenario_def {
    const char *domain;                /* preset: "skirmish" */
    const us_domain *read;             /* the domain if it was read already, borrowed; or NULL */
    const char *map;                   /* a shipped map's name or a path */
    const char *map_text;              /* the text of a map that is in no file; or NULL */
    const char *faction[US_SEATS_MAX]; /* a name, or NULL for the map's own */
    bool fog;                          /* only with US_CAN_FOG */
    us_cycle max_cycles;               /* then the game is a draw */
    /* The player of a seat within the program that plays the game elsewhere: ARGUMENT of an agent
     * bot:ARGUMENT, or socket:PORT for a program that is started by somebody else and connects
     * there. NULL: one of our players. Only with US_CAN_HOST. */
    const char *outside[US_SEATS_MAX];
} us_scenario_def;

enum {
    US_MAX_CYCLES = 54000,      /* default */
    US_CYCLES_LIMIT = 10000000, /* largest allowed value, in an option or a trace */
};
US_API us_scenario_def us_scenario_def_default(void);

/* Events that end a step early: a bit per event kind, for each seat that the event concerns. */
typedef struct us_wake {
    uint32_t events[US_SEATS_MAX];
} us_wake;

/* Opens a scenario. The caller closes it after all its games and players are freed. */
US_API us_status us_scenario_open(const us_scenario_def *def, us_scenario **out, us_error *err);
US_API void us_scenario_close(us_scenario *scenario); /* NULL is fine */
US_AUTOPTR_DEFINE(us_scenario, us_scenario_close);
US_API const us_domain *us_scenario_domain(const us_scenario *scenario);
US_API int us_scenario_seats(const us_scenario *scenario);
US_API const char *us_scenario_map_name(const us_scenario *scenario);

/* Starts a game. The scenario is borrowed until the game is freed. */
US_API us_game *us_game_new(const us_scenario *scenario, uint64_t seed);
US_API void us_game_free(us_game *game); /* NULL is fine */
US_AUTOPTR_DEFINE(us_game, us_game_free);

/* Returns the world as a seat knows it; US_NEUTRAL sees all. Valid until the game is acted on,
 * stepped, loaded or freed. */
US_API const us_world *us_game_world(us_game *game, us_seat seat);

/* Checks an order against a view. Returns NONE if the game would accept it, as far as the view
 * shows, else the reason. Changes nothing. */
US_API us_reason us_scenario_check(const us_scenario *scenario, const us_view *view,
                                   const us_order *order);

/* Gives an order at the present cycle. The order is copied; a match assigns its id.
 *
 * The seat's knowledge decides, as in us_scenario_check; obstacles that the seat cannot know show
 * later. The game skips units that cannot carry out the order. If no unit can, it refuses the order
 * without any effect and returns the first reason. */
US_API us_reason us_game_act(us_game *game, const us_order *order);

/* Steps until cycle `until`, the end of the first cycle with an event that `wake` asks for, or the
 * end of the game. wake may be NULL. Events are appended to `events`, which may be NULL. Returns
 * the cycle reached. */
US_API us_cycle us_game_step(us_game *game, us_cycle until, const us_wake *wake, us_events *events);

/* Returns how the game ended, or US_OUTCOME_NONE. */
US_API us_outcome us_game_outcome(const us_game *game);
/* Returns why the game is broken: US_NO_ENGINE if it never began, US_BROKEN later, US_OK if it is
 * not. */
US_API us_status us_game_status(const us_game *game, us_error *err);
US_API us_hash us_game_hash(const us_game *game); /* of the whole state */
/* Saves and loads the whole state; only with US_CAN_SNAPSHOT (asserted). us_game_save appends to
 * `out`. us_game_load needs a game on an equal scenario with the same seed; else it returns
 * US_MISMATCH and leaves the game unchanged. */
US_API void us_game_save(const us_game *game, us_str *out);
US_API us_status us_game_load(us_game *game, const char *bytes, size_t length, us_error *err);

/* ---- kinds of games, and their maps */

typedef struct us_game_kind us_game_kind;
US_API const us_game_kind *us_game_kind_find(const char *name); /* may be NULL */
US_API int us_game_kind_list(const us_game_kind *const **out); /* all kinds; returns their number */
US_API const char *us_game_kind_name(const us_game_kind *kind);      /* also that of its domain */
US_API unsigned us_game_kind_capabilities(const us_game_kind *kind); /* bits US_CAN_* */

/* The symmetry of a generated map. The order is that of us_map_tools.fairness. */
typedef enum us_map_fairness {
    US_MAP_UNFAIR, /* one seat is favored; the map's note says how */
    US_MAP_FAIR,   /* turned or mirrored, drawn from the seed */
    US_MAP_TURNED,
    US_MAP_MIRRORED,
} us_map_fairness;

enum { US_MAP_FAMILY_SIZE = 48 }; /* with the '\0' */

typedef struct us_map_info {
    char name[64];
    char family[US_MAP_FAMILY_SIZE]; /* map family, for statistics */
    int width, height, seats;
    bool fair;           /* equal for both seats, mirrored or turned */
    us_map_fairness how; /* turned, mirrored, or US_MAP_UNFAIR */
    us_error broken;     /* US_OK; else the file can't be read as a map, and only the name is set */
} us_map_info;

typedef struct us_map_request {
    const char *family;
    int size; /* cells per side */
    uint64_t seed;
    us_map_fairness fair;
    int start; /* a row of us_map_tools.starts; 0 if the game has one kind of start */
} us_map_request;

typedef struct us_map_choice {
    const char *name, *about;
} us_map_choice;

/* The map tools of a game. Each member may be NULL. */
typedef struct us_map_tools {
    /* Returns all shipped maps, broken ones too, sorted by name. The caller frees *out with
     * us_mem_free. */
    us_status (*list)(us_map_info **out, int *count, us_error *err);
    /* Appends facts and a picture as text; json: the facts as one object. */
    us_status (*show)(const char *map, bool json, us_str *out, us_error *err);
    /* Appends the faults of a map under the shipped rules, one per line, or the number of ways if
     * it has no faults; json: as one object. Returns US_FAILED with the complete report if there
     * are faults. */
    us_status (*check)(const char *map, bool json, us_str *report, us_error *err);
    /* Generates a map and appends its text. info may be NULL. */
    us_status (*generate)(const us_map_request *request, us_map_info *info, us_str *out,
                          us_error *err);
    /* With generate only. */
    const us_map_choice *families; /* ends in a row without a name */
    const us_map_choice *fairness;
    const us_map_choice *starts; /* the default comes first; NULL: one kind of start */
    const char *sizes;           /* "a multiple of ..." */
    const char *first;           /* the first characters of a map's text */
    /* Appends the path of a map that the game has beside the shipped ones. Returns false if it has
     * no map of that name. Names may contain '/' and '.'. `brings` is a hint how to get these maps,
     * `called` one how they are named. */
    bool (*find)(const char *name, us_str *path);
    const char *brings, *called;
} us_map_tools;

/* A use of the map tools. */
typedef enum us_map_task {
    US_MAPS_LIST,
    US_MAPS_SHOW,
    US_MAPS_CHECK,
    US_MAPS_GENERATE, /* needs families, fairness, sizes and first, too */
} us_map_task;

/* Returns the map tools of a game that support the task; the error names what the game lacks. */
US_API us_status us_game_kind_require_map_tools(const us_game_kind *kind, us_map_task task,
                                                const us_map_tools **out, us_error *err);

/* ---- players: a player reads one view and adds orders; it never touches a game */

typedef struct us_player us_player;
typedef struct us_player_kind us_player_kind;

/* Filled by think: when the player thinks again. */
typedef struct us_wakeup {
    us_cycle until;  /* not before, unless an event wakes it; at most now + US_WAKEUP_MAX */
    uint32_t events; /* bits of events that wake it earlier */
} us_wakeup;
enum { US_WAKEUP_MAX = 1024 };

/* The parts of a player. scenario is borrowed and outlives the player. */
typedef struct us_player_def {
    const us_scenario *scenario;
    us_seat seat;
    uint64_t seed;
    const char *argument; /* text after the colon: the name, the file, the command */
    void *prepared; /* by its kind, for this argument and the scenario's domain; borrowed, by one
                       player at a time. NULL: the player reads its files itself */
} us_player_def;

/* The interface. A concrete player starts with struct us_player. open and prepare get the kind,
 * since several kinds may share them. */
struct us_player_kind {
    const char *prefix; /* "ai", "expert", "random", ... */
    us_status (*open)(const us_player_kind *kind, const us_player_def *def, us_player **out,
                      us_error *err);
    /* events: all since this player's last think, of all seats, that its view may know of. wakeup
     * comes filled with "next cycle, no events". */
    void (*think)(us_player *player, const us_view *view, const us_events *events,
                  us_orders *orders, us_wakeup *wakeup);
    /* Called by the match with the result of each order of the last think, in their order. May be
     * NULL. */
    void (*on_order)(us_player *player, const us_order *order, us_reason reason);
    void (*close)(us_player *player);
    /* Returns the count of goal instances that label the player's orders (us_order.goal is the id
     * of the innermost one). They are sorted by id, each after its parent, without their orders,
     * which the trace holds. If the player reports its plan in notes, the ids are nodes of the
     * notes and may have gaps. Borrowed until its next think or the next call. May be NULL: it
     * labels nothing. */
    int (*labels)(const us_player *player, const us_goal_instance **out);
    /* Returns the count of notes about the plan that its last think, or over, made: of its own seat
     * and of that cycle, in their order. Borrowed until its next think. Called only if an observer
     * wants notes; the player's orders must not depend on it. May be NULL: it has no plan. */
    int (*notes)(us_player *player, const us_note **out);
    /* Called once at the end of the game instead of a think, so that a plan learns its result. May
     * be NULL. */
    void (*over)(us_player *player, const us_view *view, const us_outcome *outcome);
    /* Returns US_BROKEN with a reason if the player cannot go on, which breaks the match, and the
     * same reason from then on. Called only after each of its thinks: a player that owes no answer
     * when the game ends never breaks it. May be NULL: it never fails. */
    us_status (*status)(us_player *player, us_cycle now, us_error *err);
    /* Returns US_BAD_INPUT, with the place, if nothing in its file can ever be done. May be NULL:
     * it can do something. */
    us_status (*check)(const us_player *player, us_error *err);
    /* Returns true if the player has done nothing of its own so far, whatever it ordered: its plan
     * filled no goal, or the game accepted no order of the plan's nodes. May be NULL: the orders
     * alone decide. */
    bool (*idle)(const us_player *player);
    /* Reads once the files that the player needs for each game. The domain is borrowed until
     * unprepare. Both may be NULL: there is nothing to read. */
    us_status (*prepare)(const us_player_kind *kind, const char *argument, const us_domain *domain,
                         void **out, us_error *err);
    void (*unprepare)(void *prepared);
};

struct us_player {
    const us_player_kind *kind;
};

US_API void us_player_close(us_player *player); /* NULL is fine */
US_AUTOPTR_DEFINE(us_player, us_player_close);
/* Calls us_player_kind.able. A player that can do something need not do so: see us_match_is_idle
 * after the game. */
US_API us_status us_player_check(const us_player *player, us_error *err);

/* ---- the match: a game and its players, stepped without blocking
 *
 * Each round, all players think against the same cycle if their wake-up has come or an event woke
 * them. Then orders from outside apply (us_match_add_order: a person, a replay), in the order
 * given. Then the players' orders apply, one by one, seats taking turns; seed and cycle determine
 * which seat begins. Then the game steps, at most to the next wake-up.
 *
 * If a player or a game played elsewhere fails, the match is broken: its outcome is
 * US_OUTCOME_BROKEN. The other players of that round still think, so that all failures of the round
 * are known. No order of that round applies, and no player's `over` is called.
 *
 * The course of a match depends only on scenario, seed, players, and the cycles of orders from
 * outside. Step sizes and observers do not change it. */

typedef struct us_match us_match;

enum { US_OBSERVERS_MAX = 4 };

/* Sees everything; any function may be NULL. An observer may give orders from outside
 * (us_match_add_order) and changes nothing else. */
typedef struct us_observer {
    void *context;
    void (*order)(void *context, us_cycle now, const us_order *order, us_reason reason);
    void (*events)(void *context, const us_event *event, int count);
    /* Called after each cycle, after its events. If it is set, the match steps one cycle at a time.
     */
    void (*cycle)(void *context, us_game *game, us_cycle now);
    /* Called once; never for a broken match, which has no result. */
    void (*over)(void *context, us_game *game, const us_outcome *outcome);
    /* Notes of a player about its plan. Called after its think, before any order of that round
     * applies, and once more at the end of the game, before `over`. count is above 0. */
    void (*notes)(void *context, const us_note *note, int count);
} us_observer;

typedef struct us_match_def {
    const us_scenario *scenario; /* borrowed; outlives the match */
    uint64_t seed;
    us_player *player[US_SEATS_MAX]; /* NULL: no player; owned by the match once it exists */
    us_observer observer;            /* the first; see us_match_add_observer */
    /* Called before each round. If it returns true, us_match_step comes back early. May be NULL. */
    bool (*stop)(void *context);
    void *stop_context;
} us_match_def;

US_API us_match_def us_match_def_default(void);

typedef struct us_match_state {
    us_cycle now;
    us_outcome outcome;
    int64_t orders, refused, thinks;
} us_match_state;

/* Starts a match, which owns the players of the definition from now on. */
US_API us_match *us_match_new(const us_match_def *def);
US_API void us_match_free(us_match *match); /* closes the players; NULL is fine */
US_AUTOPTR_DEFINE(us_match, us_match_free);
/* Adds an observer, at most US_OBSERVERS_MAX in all; it is copied and called after the others. Its
 * context must outlive the match's steps. */
US_API void us_match_add_observer(us_match *match, const us_observer *observer);
/* Removes the observers with that context. Not to be called by an observer. */
US_API void us_match_remove_observer(us_match *match, const void *context);

/* Advances by at most `cycles`; comes back early at the end of the game. No player has thought yet
 * at the cycle reached. With 0 cycles it only fills *state. state may be NULL. */
US_API void us_match_step(us_match *match, us_cycle cycles, us_match_state *state);
US_API void us_match_run(
    us_match *match,
    us_match_state *state); /* to the end of the game; for a match without `stop` */

/* Returns why the outcome is US_OUTCOME_BROKEN: the reasons of all players that failed, or the
 * game's. Else US_OK. */
US_API us_status us_match_status(const us_match *match, us_error *err);
/* Returns the seat of the player that broke the match, or US_NEUTRAL if none did, several did in
 * the same round, or the game broke. */
US_API us_seat us_match_failed_seat(const us_match *match);

US_API us_game *us_match_game(
    us_match *match); /* read only: the match steps it and gives it orders */
US_API const us_player *us_match_player(const us_match *match, us_seat seat); /* NULL: no player */
/* Returns true if the seat's player has been idle since it took the seat: the game has accepted
 * none of its orders, or its kind reports that it idled. False for an empty seat. */
US_API bool us_match_is_idle(const us_match *match, us_seat seat);
/* Gives an order from outside, for the next cycle to be stepped. The order is copied and gets its
 * id later. The action must be one of the domain and the units at most US_ORDER_UNITS_MAX. The
 * game may still refuse it. */
US_API void us_match_add_order(us_match *match, const us_order *order);
/* Replaces the player of a seat and closes the former one. NULL empties the seat. The new player
 * thinks at the next cycle to be stepped and has seen no events. Not to be called by an observer.
 */
US_API void us_match_set_player(us_match *match, us_seat seat, us_player *player);

#endif
