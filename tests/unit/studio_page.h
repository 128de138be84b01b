/* A studio without sockets: a hall over the test's scratch folder, which pages call "it", and a
 * guest in it. */
#ifndef US_TESTS_UNIT_STUDIO_PAGE_H
#define US_TESTS_UNIT_STUDIO_PAGE_H

#include "base/json.h"
#include "studio/server.h"
#include "tests/unit/scratch.h"
#include "tests/unit/test.h"

typedef struct studio_page {
    us_studio_server *server;
    us_client *client;
    int64_t now; /* milliseconds */
    int messages;
    us_json *answer;      /* to the last question */
    us_str messages_text; /* what was said unasked since the last studio_page_forget, a line each */
    us_str film;          /* all bytes since then, without their first ones */
} studio_page;

void studio_page_begin(studio_page *kit);
void studio_page_end(studio_page *kit); /* hall NULL: the test has closed it */
/* Sends {"do":verb,"n":...,members}, and waits for the answer; members: "" or "\"a\":1,...", '\''
 * stands for '"'. The members of what was answered well; NULL: it was an error. Borrowed until the
 * next one. */
const us_json_node *studio_page_ask(studio_page *kit, const char *verb, const char *members);
/* The same; the error's text. A good answer fails the test. */
const char *studio_page_refused(studio_page *kit, const char *verb, const char *members);
void studio_page_send(studio_page *kit, const char *text); /* as it is; what comes back is read */
void studio_page_go_on(studio_page *kit, int milliseconds);
void studio_page_forget(studio_page *kit);
/* The last thing of that kind that was said since then: {"say":word,...; NULL: none. */
const char *studio_page_find_reply(const studio_page *kit, const char *word);
/* A member of the answer, asserted to be a whole number. */
int64_t studio_page_int(const us_json_node *answer, const char *key);

#endif
