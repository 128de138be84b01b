/* Games of the real microRTS, played by a Java program of ours (tools/microrts/) that is started
 * once and kept. A player is a bot of the game, or whoever listens on a port, see link.h.
 *
 * Which microRTS: the folder that $UNDERSTUDY_MICRORTS names, else build/microrts, else
 * microrts or build/microrts beside the data (a folder of $UNDERSTUDY_DATA, or what is installed).
 * `make microrts` makes the first two. */
#ifndef US_GAME_MICRORTS_LAUNCHER_H
#define US_GAME_MICRORTS_LAUNCHER_H

#include "base/error.h"
#include "base/str.h"

void mr_home_folder(us_str *out); /* appended, be it there or not */
/* The same. US_NO_ENGINE: nothing of it is there, or a part is missing, Java itself too;
 * the message says which, and what brings it. */
us_status mr_home_find(us_str *out, us_error *err);

typedef struct mr_launcher mr_launcher;

/* Java is started by the first game, and again by the next one after it has died. */
us_status mr_launcher_open(mr_launcher **out, us_error *err);
void mr_launcher_close(mr_launcher *launcher); /* ends Java; NULL is fine */

typedef struct mr_job {
    const char *map;       /* a file, or a name below the game's maps/, with or without ".xml" */
    const char *player[2]; /* the class of a bot; NULL: who listens on the port */
    int port;              /* who plays both sides is asked for each in turn */
    bool xml;              /* those on ports speak XML */
    int32_t cycles;
    uint64_t seed;     /* of all chance that can be reached */
    const char *trace; /* a file to be written, .xml or .zip; NULL: none */
    bool every; /* it has the state of every cycle, not only where somebody ordered something */
} mr_job;

/* The game begins: the map has been read, bots are made; now ports are connected to. US_FAILED: it
 * can't begin, and the message is Java's. US_INCOMPLETE: Java is late, and was ended. */
us_status mr_launcher_play(mr_launcher *launcher, const mr_job *job, us_error *err);
/* Java was started for the last game: who was connected before it is gone. */
bool mr_launcher_is_new(const mr_launcher *launcher);

typedef struct mr_result {
    int winner; /* -1: nobody */
    int32_t cycles;
    us_str state; /* the last one, the game's JSON; initialized by the caller, appended */
} mr_result;

/* Waits for the end of the game, so many milliseconds. US_FAILED: it ended by somebody's fault,
 * which the message tells, or Java has died. US_INCOMPLETE: it is late, and Java was ended. */
us_status mr_launcher_result(mr_launcher *launcher, int within, mr_result *out, us_error *err);

/* An mr_look (link_wire.h) of a launcher: US_FAILED once Java has died. */
us_status mr_launcher_look(void *launcher, us_error *err);

#endif
