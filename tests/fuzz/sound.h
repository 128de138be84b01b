/* Sound inputs, for targets that play, learn and adapt: a domain, rules, a map and behaviors that
 * the readers accept, with the settings of a game. The text of an input:
 *
 *   seed 7              settings, a line each, all optional; sound_settings lists them
 *   domain 17 100       the 17th number of the shipped domain.json is 100
 *   rules 3 0           the same for rules.json
 *   trace 40 7          the same for the trace of the game, after it was played
 *   goals 2 9           the same for the labels of that trace
 *   %%
 *   brl 1               a file of behaviors
 *   %%
 *   understudy map 1    a map
 *
 * The mutator of the targets changes numbers, words, lines and blocks, and keeps a change only if
 * the behaviors and the map are still sound. */
#ifndef US_TESTS_FUZZ_SOUND_H
#define US_TESTS_FUZZ_SOUND_H

#include "behavior/brl.h"
#include "players/play.h"

enum { SOUND_CYCLES_MAX = 1200, SOUND_EDITS_MAX = 16 };

/* Changes of numbers in a file. */
typedef struct sound_edits {
    struct {
        int64_t number, value;
    } item[SOUND_EDITS_MAX];
    int count;
} sound_edits;

typedef struct sound_settings {
    int64_t seed, cycles, fog, foe, states, settings, seat; /* foe, settings: rows of a table */
} sound_settings;

typedef struct sound_input {
    sound_settings set;
    sound_edits rules, root, trace, goals; /* root: of domain.json */
    us_domain *domain;
    us_brl *brl;
    us_scenario *scenario;
} sound_input;

/* Reads an input, and puts its files into the folder (folder.h): x.brl, x.map and the domain.
 * Returns false if a reader or the check of the map rejects a part. Clear after success. */
bool sound_read(const uint8_t *data, size_t size, sound_input *out);
void sound_clear(sound_input *input);
/* Plays the input with an agent in the input's seat and checks worlds, unless numbers of the domain
 * are changed. trace: a name, or NULL. Returns false if the agent has nothing that it can do. */
bool sound_play(const sound_input *input, const char *agent, const char *trace,
                us_play_result *out);
/* Changes the numbers of the trace and the labels that were recorded under these names. Returns
 * false if there is nothing to change. */
bool sound_change_recorded(const sound_input *input, const char *trace, const char *goals);
/* Asserts that the library at the path has no faults and gives the behaviors of its file. */
void sound_check_library(const us_domain *domain, const char *path);
/* Asserts that the behaviors have no faults, and that their text gives the same ones. */
void sound_check_behaviors(const us_brl *brl);

size_t sound_mutate(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
