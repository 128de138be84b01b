#include <string.h>

#include "adapt/story.h"

/* A member of a struct, and its name in JSON. */
typedef enum field_kind { TEXT, INTEGER, FLAG } field_kind;

typedef struct field {
    const char *key;
    field_kind kind;
    size_t at;
} field;

#define FIELD(type, kind, name)                \
    {                                          \
#name, kind, offsetof(us_##type, name) \
    }

static const field story_fields[] = {
    FIELD(story, TEXT, how),
    FIELD(story, INTEGER, round),
    FIELD(story, INTEGER, games),
    FIELD(story, INTEGER, wins),
    FIELD(story, INTEGER, failures),
    FIELD(story, INTEGER, least),
    FIELD(story, INTEGER, percent),
    FIELD(story, INTEGER, played),
    FIELD(story, INTEGER, tries),
    FIELD(story, INTEGER, effect),
    FIELD(story, INTEGER, low),
    FIELD(story, INTEGER, high),
    FIELD(story, INTEGER, level),
    FIELD(story, INTEGER, maps),
    FIELD(story, INTEGER, proof_games),
    FIELD(story, FLAG, named),
    FIELD(story, FLAG, differed),
    FIELD(story, FLAG, kept),
};

static const field cause_fields[] = {
    FIELD(story_cause, TEXT, pattern),
    FIELD(story_cause, TEXT, about),
    FIELD(story_cause, TEXT, behavior),
    FIELD(story_cause, TEXT, step),
    FIELD(story_cause, TEXT, goal),
    FIELD(story_cause, INTEGER, games),
    FIELD(story_cause, INTEGER, active),
    FIELD(story_cause, INTEGER, wins),
    FIELD(story_cause, INTEGER, failures),
    FIELD(story_cause, INTEGER, share),
    FIELD(story_cause, INTEGER, lost),
    FIELD(story_cause, INTEGER, won),
    FIELD(story_cause, INTEGER, failed_lost),
    FIELD(story_cause, INTEGER, failed_won),
    FIELD(story_cause, INTEGER, in_play),
    FIELD(story_cause, INTEGER, in_play_won),
    FIELD(story_cause, TEXT, trace),
    FIELD(story_cause, INTEGER, game),
    FIELD(story_cause, INTEGER, cycle),
    FIELD(story_cause, INTEGER, until),
    FIELD(story_cause, TEXT, values),
    FIELD(story_cause, TEXT, blamed),
    FIELD(story_cause, TEXT, end),
    FIELD(story_cause, TEXT, tried),
};

static const field change_fields[] = {
    FIELD(story_change, TEXT, kind),     FIELD(story_change, TEXT, modop),
    FIELD(story_change, TEXT, behavior), FIELD(story_change, TEXT, step),
    FIELD(story_change, TEXT, about),    FIELD(story_change, TEXT, child_name),
    FIELD(story_change, FLAG, append),   FIELD(story_change, INTEGER, cause),
    FIELD(story_change, INTEGER, diff),  FIELD(story_change, INTEGER, effect),
    FIELD(story_change, INTEGER, error), FIELD(story_change, INTEGER, games),
    FIELD(story_change, INTEGER, rungs), FIELD(story_change, FLAG, tried),
    FIELD(story_change, FLAG, kept),
};

/* ---- writing */

static void write_fields(const field *list, int count, const void *from, us_json_writer *writer)
{
    for (int i = 0; i < count; i++) {
        const char *at = (const char *)from + list[i].at;
        if (list[i].kind == TEXT)
            us_json_write_key_string(writer, list[i].key, *(const char *const *)(const void *)at);
        else if (list[i].kind == INTEGER)
            us_json_write_key_int(writer, list[i].key, *(const int64_t *)(const void *)at);
        else
            us_json_write_key_bool(writer, list[i].key, *(const bool *)(const void *)at);
    }
}

void us_story_write(const us_story *story, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    write_fields(story_fields, US_COUNT(story_fields), story, writer);
    us_json_write_key_open(writer, "causes", '[');
    for (int i = 0; i < story->causes; i++) {
        us_json_write_open(writer, '{');
        write_fields(cause_fields, US_COUNT(cause_fields), &story->cause[i], writer);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    us_json_write_key_open(writer, "changes", '[');
    for (int i = 0; i < story->changes; i++) {
        us_json_write_open(writer, '{');
        write_fields(change_fields, US_COUNT(change_fields), &story->change[i], writer);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
    us_json_write_key_strings(writer, "diffs", story->diff, story->diffs);
    us_json_write_close(writer, '}');
}

/* ---- reading */

/* Reads the members that are there. The others keep their values, texts are empty: a later version
 * may add members. */
static us_status read_fields(const field *list, int count, const us_json_node *node,
                             us_arena *arena, void *to, us_error *err)
{
    for (int i = 0; i < count; i++) {
        char *at = (char *)to + list[i].at;
        if (list[i].kind == TEXT) {
            const char *text = "";
            US_TRY(us_json_get_string(node, list[i].key, &text, err));
            *(const char **)(void *)at = us_arena_strdup(arena, text);
        } else if (list[i].kind == INTEGER) {
            US_TRY(us_json_get_int(node, list[i].key, INT32_MIN, INT64_MAX / 2,
                                   (int64_t *)(void *)at, err));
        } else {
            US_TRY(us_json_get_bool(node, list[i].key, (bool *)(void *)at, err));
        }
    }
    return US_OK;
}

static us_status read_diffs(const us_json_node *list, us_story *out, us_error *err)
{
    for (const us_json_node *one = us_json_first(list); one; one = us_json_next(one)) {
        if (us_json_type(one) != US_JSON_STRING)
            return us_json_reject(one, err, "lines of a difference");
        out->diff = us_array_grow(out->diff, out->diffs, &out->diff_room, sizeof *out->diff);
        out->diff[out->diffs++] = us_arena_strdup(out->arena, us_json_string(one));
    }
    return US_OK;
}

/* Checks that an index is -1 or of an item. */
static us_status check_index(const us_json_node *node, const char *key, int64_t index, int count,
                             us_error *err)
{
    return index >= -1 && index < count ? US_OK
                                        : us_json_fail(us_json_find(node, key), err,
                                                       "expected an index below %d, or -1", count);
}

static us_status read_lists(const us_json_node *root, us_story *out, us_error *err)
{
    const us_json_node *list;
    US_TRY(us_json_require(root, "diffs", US_JSON_ARRAY, &list, err));
    US_TRY(read_diffs(list, out, err));
    US_TRY(us_json_require(root, "causes", US_JSON_ARRAY, &list, err));
    for (const us_json_node *one = us_json_first(list); one; one = us_json_next(one)) {
        us_story_cause cause = {0};
        US_TRY(read_fields(cause_fields, US_COUNT(cause_fields), one, out->arena, &cause, err));
        out->cause = us_array_grow(out->cause, out->causes, &out->cause_room, sizeof *out->cause);
        out->cause[out->causes++] = cause;
    }
    US_TRY(us_json_require(root, "changes", US_JSON_ARRAY, &list, err));
    for (const us_json_node *one = us_json_first(list); one; one = us_json_next(one)) {
        us_story_change change = {.cause = -1, .diff = -1};
        US_TRY(read_fields(change_fields, US_COUNT(change_fields), one, out->arena, &change, err));
        US_TRY(check_index(one, "cause", change.cause, out->causes, err));
        US_TRY(check_index(one, "diff", change.diff, out->diffs, err));
        *us_story_add_change(out) = change;
    }
    return US_OK;
}

us_status us_story_read(const char *text, us_story *out, us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    US_AUTO(us_story_clear) us_story made = us_story_new("");
    US_TRY(us_json_parse(NULL, text, strlen(text), &doc, err));
    const us_json_node *root = us_json_root(doc);
    US_TRY(us_json_require_string(root, "how", &made.how, err));
    US_TRY(read_fields(story_fields, US_COUNT(story_fields), root, made.arena, &made, err));
    US_TRY(read_lists(root, &made, err));
    us_story_rank(&made);
    *out = made;
    made = (us_story){0};
    return US_OK;
}

static us_status add_story(void *context, const char *text, us_error *err)
{
    us_stories *list = context;
    list->item = us_array_grow(list->item, list->count, &list->capacity, sizeof *list->item);
    US_TRY(us_story_read(text, &list->item[list->count], err));
    list->count++;
    return US_OK;
}

us_status us_stories_read(us_library *library, us_stories *out, us_error *err)
{
    US_AUTO(us_stories_clear) us_stories made = {0};
    us_error why = {0};
    us_status status = us_library_visit_stories(library, add_story, &made, &why);
    if (status != US_OK)
        return us_error_set(err, status, us_library_path(library), 0, 0,
                            "story of adaptation %d: %s", made.count + 1, why.text);
    *out = made;
    made = (us_stories){0};
    return US_OK;
}

void us_stories_clear(us_stories *stories)
{
    for (int i = 0; i < stories->count; i++)
        us_story_clear(&stories->item[i]);
    us_mem_free(stories->item);
    *stories = (us_stories){0};
}
