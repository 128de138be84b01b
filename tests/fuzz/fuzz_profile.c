/* Any bytes as a profile: what is read is written in one form and read again the same, and is like
 * itself; else an error with its place. */
#include "experiments/run/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold_list(const us_profile_list *list)
{
    us_assert(list->count <= US_PROFILE_ROWS_MAX);
    for (int i = 0; i < list->count; i++) {
        us_assert(list->row[i].name[0]);
        for (int k = 0; k < US_PROFILE_BINS; k++)
            us_assert(list->row[i].count[k] >= 0 && list->row[i].count[k] <= US_PROFILE_COUNT_MAX);
    }
}

static void write(const us_profile *profile, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_profile_write(profile, &writer);
}

static void turn_around(const us_profile *profile)
{
    us_profile again;
    us_str text, other;
    us_str_init(&text);
    us_str_init(&other);
    write(profile, &text);
    us_status status = us_profile_parse("again", text.text, text.length, &again, NULL);
    us_assert(status == US_OK);
    write(&again, &other);
    us_assert(us_text_equal(text.text, other.text));
    us_likeness same = us_profile_likeness(profile, &again);
    us_assert(same.orders == US_LIKENESS_ONE && same.goals == US_LIKENESS_ONE);
    us_profile_lengthen(&again, US_CYCLES_LIMIT);
    us_likeness one = us_profile_likeness(profile, &again);
    us_likeness other_way = us_profile_likeness(&again, profile);
    us_assert(one.orders == other_way.orders && one.goals == other_way.goals);
    us_assert(one.orders >= 0 && one.orders <= US_LIKENESS_ONE);
    us_profile_clear(&again);
    us_str_clear(&text);
    us_str_clear(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_profile profile;
    us_error err = {0};
    us_status status = us_profile_parse("fuzz", (const char *)data, size, &profile, &err);
    if (status != US_OK) {
        us_assert(status == US_BAD_INPUT && err.text[0] && err.line > 0);
        return 0;
    }
    hold_list(&profile.orders);
    hold_list(&profile.goals);
    turn_around(&profile);
    us_profile_clear(&profile);
    return 0;
}
