/* Binds a trace to the domain and rules that are here, if its game plays by them as it was
 * recorded, and stores the states of that game. */
#ifndef US_TRACES_MIGRATE_H
#define US_TRACES_MIGRATE_H

#include "base/str.h"
#include "domain/clock.h"

typedef struct us_migrate_def {
    const char *path, *out;
    const char *map;    /* the map's present path, or NULL */
    us_cycle states;    /* store the world of every so many cycles and of the last one; 0: none */
    bool (*stop)(void); /* may be NULL */
    us_str *kept;       /* receives the name of kept labels of a replaced trace; may be NULL */
} us_migrate_def;

typedef struct us_migrate_report {
    us_cycle cycles;   /* of the game, all compared up to the last recorded hash */
    int64_t states;    /* stored beside the new trace */
    bool changed;      /* the domain or the rules had another hash in the old trace */
    bool labeled, fog; /* there are labels, copied beside the new trace; played in fog */
} us_migrate_report;

/* Plays the game again by the domain and rules that are here, and compares it with the recording to
 * its end. If both are equal, writes the trace with the hashes of this domain and these rules, its
 * states (those of `states`, else those beside the old trace), and its labels. All other lines stay
 * byte for byte. Otherwise writes nothing and returns US_MISMATCH. Labels beside the new trace that
 * are not those of the old one are an error. */
us_status us_trace_migrate(const us_migrate_def *def, us_migrate_report *out, us_error *err);

#endif
