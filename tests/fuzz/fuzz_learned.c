/* Any bytes as a table of learned values, or, without one, as the games that a player was learned
 * from: what is read is written in one form and read again the same. */
#include <string.h>

#include "behavior/q.h"
#include "experiments/design/entrants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void learn_on(us_q *q)
{
    us_q_update(q, "here", "a", US_Q_MOST, "there");
    us_q_update(q, "there", "b", -US_Q_MOST, NULL);
    us_assert(us_q_max_value(q, "a") >= us_q_value(q, "here", "a"));
}

static void turn_around(us_q *q)
{
    us_q *again = NULL;
    us_str text, other;
    us_str_init(&text);
    us_str_init(&other);
    us_q_write(q, &text);
    us_assert(us_q_read("again", text.text, text.length, &again, NULL) == US_OK);
    us_q_write(again, &other);
    us_assert(us_text_equal(text.text, other.text));
    learn_on(again);
    us_q_free(again);
    us_str_clear(&text);
    us_str_clear(&other);
}

static void read_seen(const char *text)
{
    us_seen_games seen;
    us_error err = {0};
    us_str sentence;
    if (us_seen_games_parse(text, &seen, &err) != US_OK) {
        us_assert(err.text[0]);
        return;
    }
    us_str_init(&sentence);
    us_assert(seen.maps >= 0 && seen.seeds >= 0 && seen.seedless >= 0);
    for (int i = 0; i < seen.maps; i++)
        us_assert(us_seen_games_has_map(&seen, seen.map[i]) &&
                  (i == 0 || seen.map[i - 1] < seen.map[i]));
    for (int i = 0; i < seen.seeds; i++)
        us_assert(us_seen_games_has_seed(&seen, seen.seed[i]) &&
                  (i == 0 || seen.seed[i - 1] < seen.seed[i]));
    us_seen_games_print_seedless(&seen, "name", &sentence);
    us_str_clear(&sentence);
    us_seen_games_clear(&seen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_q *q = NULL;
    us_error err = {0};
    us_str text;
    if (us_q_read("fuzz", (const char *)data, size, &q, &err) == US_OK) {
        turn_around(q);
        us_q_free(q);
        return 0;
    }
    us_assert(!q && err.line > 0 && err.column > 0 && err.text[0]);
    us_str_init(&text);
    us_str_add_bytes(&text, (const char *)data, size);
    read_seen(text.text);
    us_str_clear(&text);
    return 0;
}
