/* Any bytes as the story of an adaptation: what is read is told, and written as the same story;
 * else an error. */
#include <string.h>

#include "adapt/story.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write(const us_story *story, us_str *out)
{
    us_json_writer writer;
    us_json_writer_init(&writer, out);
    us_story_write(story, &writer);
}

/* In short or in full: each part has a text, and an entry stands in front of each line about it. */
static int hold_telling(const us_story *story, bool all)
{
    US_AUTO(us_telling_clear) us_telling telling = {0};
    bool entry = false;
    us_stories_tell(story, 1, all, &telling);
    us_assert(telling.count >= 2 || story->changes == 0);
    for (int i = 0; i < telling.count; i++) {
        const us_told *told = &telling.item[i];
        entry = told->kind == US_TOLD_ENTRY || (entry && told->kind > US_TOLD_ENTRY);
        us_assert(told->text && (entry || told->kind < US_TOLD_ENTRY));
        us_assert(!told->rest || told->kind >= US_TOLD_ENTRY);
    }
    return telling.count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    us_story story, again;
    us_error err = {0};
    US_AUTOSTR(text);
    US_AUTOSTR(first);
    US_AUTOSTR(second);
    us_str_add_bytes(&text, (const char *)data, size);
    if (us_story_read(text.text, &story, &err) != US_OK) {
        us_assert(err.text[0] != '\0');
        return 0;
    }
    us_assert(hold_telling(&story, false) <= hold_telling(&story, true) + 2);
    write(&story, &first);
    us_assert(us_story_read(first.text, &again, &err) == US_OK);
    write(&again, &second);
    us_assert(us_text_equal(first.text, second.text));
    us_story_clear(&again);
    us_story_clear(&story);
    return 0;
}
