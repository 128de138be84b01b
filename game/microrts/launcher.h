/* Games of the real microRTS, played by our Java program (tools/microrts/), which is started once
 * and kept. A player is a bot of the game, or a program that listens on a port (link.h).
 *
 * The folder of the real microRTS is $UNDERSTUDY_MICRORTS if set. Else it is build/microrts if that
 * exists, else microrts or build/microrts beside the data (a folder of $UNDERSTUDY_DATA, or the
 * installed one). `make microrts` makes the first two. */
#ifndef US_GAME_MICRORTS_LAUNCHER_H
#define US_GAME_MICRORTS_LAUNCHER_H

#include "base/error.h"
#include "base/str.h"

void mr_home_print_path(us_str *out); /* appends it, whether it exists or not */
/* Like mr_home_print_path. Returns US_NO_ENGINE if microRTS, a part of it or Java is missing; the
 * message names the missing part and how to get it. */
us_status mr_home_find(us_str *out, us_error *err);

typedef struct mr_launcher mr_launcher;

/* Opens a launcher. The first game starts Java; if Java has died, the next game restarts it. */
us_status mr_launcher_open(mr_launcher **out, us_error *err);
void mr_launcher_close(mr_launcher *launcher); /* ends Java; NULL is fine */
US_AUTOPTR_DEFINE(mr_launcher, mr_launcher_close);

typedef struct mr_job {
    const char *map;       /* a file, or a name below the game's maps/; ".xml" is optional */
    const char *player[2]; /* the class of a bot; NULL: the listener on the port */
    int port;              /* where its player listens; if both do, it is asked for each in turn */
    bool xml;              /* players on ports speak XML */
    int32_t cycles;
    uint64_t seed;     /* of all randomness in reach */
    const char *trace; /* output file, .xml or .zip; NULL: none */
    bool every;        /* the trace has every cycle's state, not only those with orders */
} mr_job;

/* Starts a game: reads the map, makes the bots, then connects to ports. Returns US_FAILED with
 * Java's message if it cannot begin, US_INCOMPLETE if Java was late and therefore ended. */
us_status mr_launcher_play(mr_launcher *launcher, const mr_job *job, us_error *err);
/* Returns true if Java was started for the last game: connections from before it are gone. */
bool mr_launcher_is_new(const mr_launcher *launcher);

typedef struct mr_result {
    int winner; /* -1: none */
    int32_t cycles;
    us_str state; /* the last state, the game's JSON; initialized by the caller, appended to */
} mr_result;

/* Waits up to `within` milliseconds for the end of the game. Returns US_FAILED if a fault ended it,
 * which the message describes, or if Java has died; US_INCOMPLETE if it was late and Java was
 * ended. */
us_status mr_launcher_await_result(mr_launcher *launcher, int within, mr_result *out,
                                   us_error *err);

/* An answer of Java. Texts are borrowed from its line, except `failed`. Initialize `failed`, and
 * the numbers with what they are if the line has none. */
typedef struct mr_answer {
    us_str failed; /* "": no failure */
    int32_t player, winner, cycles;
    const char *state; /* or NULL */
    size_t state_length;
} mr_answer;

/* Reads a line of Java. US_FAILED: it is no answer. */
us_status mr_answer_parse(const char *text, size_t length, mr_answer *out, us_error *err);
void mr_answer_clear(mr_answer *answer);

/* An mr_on_wait (link.h) for a launcher: returns US_FAILED once Java has died. */
us_status mr_launcher_check_alive(void *launcher, us_error *err);

#endif
