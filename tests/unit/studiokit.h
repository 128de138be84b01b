/* A studio without sockets: a hall over the test's scratch folder, which pages call "it", and a
 * guest in it. */
#ifndef US_TESTS_UNIT_STUDIOKIT_H
#define US_TESTS_UNIT_STUDIOKIT_H

#include "base/json.h"
#include "studio/server.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

typedef struct studiokit {
    us_studio_server *hall;
    us_client *guest;
    int64_t now; /* milliseconds */
    int messages;
    us_json *answer; /* to the last question */
    us_str said;     /* what was said unasked since the last studiokit_forget, a line each */
    us_str film;     /* all bytes since then, without their first ones */
} studiokit;

void studiokit_begin(studiokit *kit);
void studiokit_end(studiokit *kit); /* hall NULL: the test has closed it */
/* Sends {"do":verb,"n":...,members}, and waits for the answer; members: "" or "\"a\":1,...", '\''
 * stands for '"'. The members of what was answered well; NULL: it was an error. Borrowed until the
 * next one. */
const us_json_node *studiokit_ask(studiokit *kit, const char *verb, const char *members);
/* The same; the error's text. A good answer fails the test. */
const char *studiokit_refused(studiokit *kit, const char *verb, const char *members);
void studiokit_send(studiokit *kit, const char *text); /* as it is; what comes back is read */
void studiokit_go_on(studiokit *kit, int milliseconds);
void studiokit_forget(studiokit *kit);
/* The last thing of that kind that was said since then: {"say":word,...; NULL: none. */
const char *studiokit_said(const studiokit *kit, const char *word);
/* A member of the answer, asserted to be a whole number. */
int64_t studiokit_int(const us_json_node *answer, const char *key);

#endif
