/* Private to traces/: readers of the members of a trace's lines. */
#ifndef US_TRACES_LINES_H
#define US_TRACES_LINES_H

#include "base/lines.h"
#include "traces/reader.h"

/* ---- event_line.c */

/* The tables of a domain whose rows lines name. */
typedef enum us_table_kind {
    US_TABLE_TYPE,
    US_TABLE_ATTRIBUTE,
    US_TABLE_STATUS,
    US_TABLE_ACTION,
    US_TABLE_TERRAIN,
    US_TABLE_TALLY,
    US_TABLE_FACTION,
    US_TABLE_RESOURCE,
} us_table_kind;
int us_table_count(const us_domain *domain, us_table_kind kind);
const char *us_table_name(const us_domain *domain, us_table_kind kind, int index); /* in range */
int us_table_find(const us_domain *domain, us_table_kind kind, const char *name);  /* -1: unknown */

/* Reads what follows the key "event", up to the line's end. Leaves the cycle unchanged. newer:
 * skips unknown members. */
us_status us_line_read_event(us_line *line, const us_domain *domain, int seats, bool newer,
                             us_event *event);

/* ---- note_line.c
 *
 * Reads what follows the key "plan", up to the line's end. Leaves cycle and seat unchanged; texts
 * and units lie in parts. minor: the trace's; if it is newer than this program's, skips unknown
 * members. */
typedef struct us_note_parts {
    us_str texts;
    us_id unit[US_NOTE_UNITS_MAX];
    int32_t feature[US_NOTE_FEATURES_MAX];
    int column; /* column of the node's number */
} us_note_parts;
us_status us_line_read_note(us_line *line, int minor, us_note_parts *parts, us_note *note);

/* ---- squad_line.c: reads what follows the key "squad", up to the line's end. Leaves cycle and
 * seat unchanged; texts lie in parts. newer: skips unknown members. */
us_status us_line_read_squad(us_line *line, bool newer, us_note_parts *parts, us_note *note);
/* ---- repair_line.c: the same for the key "repair" */
us_status us_line_read_repair(us_line *line, bool newer, us_note_parts *parts, us_note *note);

/* ---- header.c: texts lie in the arena */
us_status us_line_read_header(us_line *line, us_arena *arena, us_trace_header *out);

#endif
