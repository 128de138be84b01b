/* Any bytes as an answer of the program that plays the real microRTS: numbers and a state, or an
 * error that shows a piece of it. */
#include "game/microrts/launcher.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    US_AUTO(mr_answer_clear) mr_answer answer = {.player = -1, .winner = -1};
    us_error err = {0};
    const char *text = (const char *)data;
    us_str_init(&answer.failed);
    us_status status = mr_answer_parse(text, size, &answer, &err);
    us_assert(status == US_OK || (status == US_FAILED && err.text[0]));
    if (status == US_OK && answer.state)
        us_assert(answer.state > text && answer.state + answer.state_length < text + size &&
                  answer.state[0] == '{' && answer.state[answer.state_length - 1] == '}');
    return 0;
}
