/* A game of a sound domain, map and file of behaviors is learned from, by the labels that its
 * players gave and by each learner. What is learned is sound, and so is the library of it, which
 * plays a game in turn. */
#include "tests/fuzz/folder.h"
#include "tests/fuzz/sound.h"
#include "understudy/learn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static us_learn_def def_of(const sound_input *input)
{
    us_learn_def def = us_learn_def_default();
    uint64_t bits = (uint64_t)input->set.seed;
    def.learner = us_learner_name((int)(bits % (uint64_t)us_learner_count()));
    def.seat = US_LEARN_ALL;
    def.skip_unlabeled = true;
    def.suggested = true;
    def.literal = bits / 3 % 4 == 3;
    def.conditions = bits / 12 % 2 == 0;
    def.relax = bits / 24 % 2 == 0;
    return def;
}

static void learn(const sound_input *input, bool changed)
{
    us_learn_def def = def_of(input);
    us_learn_result learned;
    us_play_result played;
    us_error err = {0};
    us_faults faults = {0};
    US_AUTOSTR(agent);
    US_AUTOSTR(text);
    const char *trace = fuzz_folder_place("game.jsonl"), *library = fuzz_folder_place("x.db");
    us_status status = us_learn_run(trace, &def, &learned, &err);
    if (status != US_OK) {
        us_assert((status == US_BAD_INPUT || (changed && status == US_MISMATCH)) && err.text[0]);
        return;
    }
    us_brl_print(learned.brl, &text);
    us_brl_check(learned.brl, &faults);
    for (int i = 0; i < faults.count; i++)
        us_assert(faults.fault[i].kind == US_FAULT_NAME); /* a body that was learned twice */
    us_faults_clear(&faults);
    us_learn_result_clear(&learned);
    us_assert(us_learn_to_library(&trace, 1, &def, library, NULL, &err) == US_OK);
    sound_check_library(input->domain, library);
    us_str_addf(&agent, "library:%s", library);
    sound_play(input, agent.text, NULL, &played);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const made[] = {"game.jsonl", "game.states", "game.goals.json", "x.db"};
    sound_input input;
    us_play_result played;
    US_AUTOSTR(agent);
    if (!sound_read(data, size, &input))
        return 0;
    us_str_addf(&agent, "tree:%s", fuzz_folder_place("x.brl"));
    fuzz_folder_remove(made, US_COUNT(made));
    if (sound_play(&input, agent.text, "game.jsonl", &played))
        learn(&input, sound_change_recorded(&input, "game.jsonl", "game.goals.json"));
    sound_clear(&input);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return sound_mutate(data, size, most, seed);
}
