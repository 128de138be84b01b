/* Any lines as the messages of a page, with time passing between them: nothing is read or written
 * outside the shipped folder, each message has one answer, and what is said is JSON. */
#include <string.h>

#include "base/json.h"
#include "studio/hall.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MESSAGES = 64, TICK = 17 };

static void read_all(us_guest *guest)
{
    const char *bytes;
    size_t length;
    bool binary;
    while (us_guest_next(guest, &bytes, &length, &binary)) {
        us_json *doc;
        if (binary)
            continue;
        us_assert(us_json_parse("said", bytes, length, &doc, NULL) == US_OK);
        us_json_free(doc);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_hall *hall;
    int64_t now = 0;
    us_assert(us_hall_open(NULL, 0, &hall, NULL) == US_OK);
    us_guest *guest = us_hall_enter(hall), *other = us_hall_enter(hall);
    const char *at = (const char *)data, *end = at + size;
    for (int i = 0; i < MESSAGES && at < end; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline ? (size_t)(newline - at) : (size_t)(end - at);
        /* A line that begins with a blank is another page's. */
        us_guest_hear(length > 0 && at[0] == ' ' ? other : guest, at, length);
        bool told = us_guest_waits(guest) || us_guest_waits(other);
        us_assert(told || us_guest_lost(guest) || us_guest_lost(other) || hall->asks > 0);
        us_hall_go_on(hall, now += TICK);
        read_all(guest);
        read_all(other);
        at = newline ? newline + 1 : end;
    }
    us_hall_close(hall, NULL);
    return 0;
}
