/* A demonstration in a few lines of a converted trace, with ' for ", and a plain world that shows
 * who is at what. */
#ifndef US_TESTS_UNIT_CONVERTED_DEMO_H
#define US_TESTS_UNIT_CONVERTED_DEMO_H

#include "learn/draft.h"

typedef struct converted_demo {
    us_log log;
    us_annotation *goals;
    us_goal_episodes *episodes;
    us_step_extractor *extractor;
    us_arena *arena;
} converted_demo;

#define GOALS_HEAD "{'understudy':'goals','version':1,'domain':'skirmish','goals':[\n"
#define ALL_OF_ONE                                                                               \
    GOALS_HEAD "{'id':1,'seat':0,'goal':'GetResources','args':{'player':0,'gold':5},'opened':0," \
               "'orders':[[1,99]],'by':'hand'}]}"

#define LINE(cycle, id, order, args, rest) \
    "{'cycle':" #cycle ",'id':" #id ",'seat':0,'order':'" order "','args':{" args "}" rest "}\n"
#define MOVE(cycle, id, units)    LINE(cycle, id, "move", "'units':[" units "],'x':9,'y':9", "")
#define MOVE_ON(cycle, id, units) LINE(cycle, id, "move", "'units':[" units "],'x':8,'y':9", "")
#define NO_MOVE(cycle, id, units) \
    LINE(cycle, id, "move", "'units':[" units "],'x':9,'y':9", ",'refused':'busy'")
#define TRAIN(cycle, id) LINE(cycle, id, "train", "'unit':3,'type':'peasant'", "")
#define BUILD(cycle, id, unit) \
    LINE(cycle, id, "build", "'unit':" unit ",'type':'farm','x':9,'y':9", "")
#define STRIKE(cycle, id, units, x, y) \
    LINE(cycle, id, "attack-move", "'units':[" units "],'x':" #x ",'y':" #y, "")
#define CHOP(cycle, id, units) LINE(cycle, id, "chop", "'units':[" units "],'x':9,'y':9", "")

/* Until when a unit does what it was told last; by its number. */
typedef struct converted_demo_work {
    us_cycle until[16];
} converted_demo_work;

/* Goals of seat 0. */
void converted_demo_open(converted_demo *book, const char *orders, const char *goals, bool literal);
void converted_demo_close(converted_demo *book);
/* Tells the step extractor of all orders. The world is 32 cells of grass either way. Of seat 0:
 * peasants 1 to 12 in a row from (3, 4) on, but 3 is a town hall at (2, 6), footmen 13 to 15 behind
 * them. Of seat 1: grunt 21 at (20, 20), great hall 22 at (26, 25). A gold mine, 23, at (9, 2).
 * With an event, which is told before the order of that ordinal, there is footman 16 at (6, 9) from
 * then on. */
void converted_demo_see(converted_demo *book, const converted_demo_work *work,
                        const us_event *event, int ordinal);
/* "chop 1,2 [1 3]; move 3 [2] | 4": units and sources of each step, then the spare orders. */
void converted_demo_print(const converted_demo *book, int episode, us_str *out);

#endif
