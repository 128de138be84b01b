/* A sound domain, map and file of behaviors: a game is played. Each world is sound, the same game
 * comes again with and without a recording, and the recording can be played again. */
#include <stdio.h>

#include "tests/fuzz/folder.h"
#include "tests/fuzz/sound.h"
#include "traces/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static void read_trace(const char *path)
{
    us_log log;
    us_error err = {0};
    us_worlds *worlds = NULL;
    const us_world *world = NULL;
    us_events events = {0};
    us_assert(us_log_read(&log, path, NULL, &err) == US_OK);
    us_assert(!log.cut && log.scenario);
    us_assert(us_worlds_open(&log, path, &worlds, &err) == US_OK);
    us_assert(us_worlds_verify(worlds, log.cycles, &err) == US_OK);
    us_assert(us_worlds_at(worlds, log.cycles / 2, &world, &err) == US_OK);
    us_assert(world->now == log.cycles / 2);
    us_assert(us_worlds_read_events(worlds, 0, log.cycles, &events, &err) == US_OK);
    us_events_clear(&events);
    us_worlds_close(worlds);
    us_log_clear(&log);
}

static void play(const sound_input *input)
{
    static const char *const made[] = {"game.jsonl", "game.states", "game.goals.json"};
    us_play_result first, second;
    US_AUTOSTR(agent);
    us_str_addf(&agent, "tree:%s", fuzz_folder_place("x.brl"));
    fuzz_folder_remove(made, US_COUNT(made));
    if (!sound_play(input, agent.text, "game.jsonl", &first))
        return;
    us_assert(sound_play(input, agent.text, NULL, &second));
    us_assert(first.hash == second.hash && first.state.now == second.state.now);
    us_assert(first.state.orders == second.state.orders &&
              first.state.refused == second.state.refused);
    read_trace(fuzz_folder_place("game.jsonl"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sound_input input;
    if (sound_read(data, size, &input)) {
        play(&input);
        sound_clear(&input);
    }
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return sound_mutate(data, size, most, seed);
}
