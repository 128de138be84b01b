/* Private to traces/: what stands in the lines of a trace. */
#ifndef US_TRACES_LINES_H
#define US_TRACES_LINES_H

#include "base/lines.h"
#include "traces/reader.h"

/* ---- event_line.c: what follows the key "event", up to the line's end. The cycle is left as it
 * is. newer: members that are not known are passed over. */
us_status us_line_event(us_line *line, const us_domain *domain, int seats, bool newer,
                        us_event *event);

/* ---- note_line.c: what follows the key "plan", up to the line's end. Cycle and seat are left as
 * they are; texts and units lie in parts. minor: the trace's; of a newer one members that are not
 * known are passed over. */
typedef struct us_note_parts {
    us_str texts;
    us_id unit[US_NOTE_UNITS_MAX];
    int column; /* of the node's number */
} us_note_parts;
us_status us_line_note(us_line *line, int minor, us_note_parts *parts, us_note *note);

/* ---- header.c: texts go to the arena */
us_status us_line_header(us_line *line, us_arena *arena, us_trace_header *out);

#endif
