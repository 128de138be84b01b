/* Questions that take long to answer are answered aside: by chores, while games go on. What such
 * a chore reads is the question, the names of the folders, which never change, and files; what it
 * makes is the answer. It shares nothing else with anybody. */
#ifndef US_STUDIO_ASIDE_H
#define US_STUDIO_ASIDE_H

#include "studio/guest.h"

/* One question at a time in each lane, in the order in which they were asked. */
typedef enum us_lane {
    US_LANE_READ,  /* at most seconds */
    US_LANE_WRITE, /* minutes, too; it ends early where it asks us_chore_unwanted */
    US_ASIDE_LANES,
} us_lane;

enum {
    US_ASIDE_WAITING_MAX = 16,      /* questions of a guest that wait: more are refused */
    US_ASIDE_ANSWER_MAX = 24 << 20, /* bytes of an answer: a larger one is an error */
};

/* As us_verb_hear, in another thread: the members of the answer, or an error. */
typedef us_status us_aside_answer(const us_folders *folders, const us_json_node *message,
                                  us_json_writer *ok, us_error *err);

/* For a verb: the message that is being heard is answered later, by that. */
us_status us_aside(us_guest *guest, us_lane lane, us_aside_answer *by, us_error *err);

/* Sends what is done, and begins what waits. Returns in how many milliseconds it wants to go on
 * again. */
int us_aside_go_on(us_hall *hall);
/* Nobody waits for that guest's answers any more. */
void us_aside_leave(us_guest *guest);
/* Nothing else is begun; what is under way is over after us_chores_wait. After all guests have
 * left. */
void us_aside_close(us_hall *hall);

#endif
