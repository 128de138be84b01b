/* Stories of adaptations as text: library_story.c. */
#ifndef US_CLI_STORY_H
#define US_CLI_STORY_H

#include "adapt/story.h"

/* Appends ranked stories. all: each entry in full; else the first ones, and a line for each other
 * one. Returns whether that left something out. */
bool us_stories_print(const us_story *story, int stories, bool all, us_str *out);

#endif
