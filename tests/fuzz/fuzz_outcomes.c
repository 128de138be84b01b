/* Any bytes as lines that tell how behaviors fared: an error, with its place unless it is about the
 * whole file, or sums and attempts. */
#include "retrieve/outcomes.h"
#include "retrieve/similarity.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_outcomes outcomes;
    us_error err = {0};
    if (us_outcomes_parse("fuzz", (const char *)data, size, NULL, &outcomes, &err) != US_OK) {
        us_assert((err.line > 0) == (err.column > 0) && err.text[0]);
        return 0;
    }
    for (int i = 0; i < outcomes.count; i++)
        us_assert(outcomes.sum[i].successes <= outcomes.sum[i].tries &&
                  (i == 0 || outcomes.sum[i - 1].behavior < outcomes.sum[i].behavior));
    for (int i = 0; i < outcomes.attempts; i++)
        us_assert(outcomes.attempt[i].result >= US_LOST && outcomes.attempt[i].result <= US_WON &&
                  outcomes.attempt[i].cycle >= 0 && outcomes.features > 0 &&
                  outcomes.attempt[i].feature[outcomes.features - 1] >= US_FEATURE_MISSING);
    us_outcomes_clear(&outcomes);
    return 0;
}
