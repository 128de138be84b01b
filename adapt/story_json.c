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
    FIELD(story, INTEGER, round),  FIELD(story, INTEGER, games),
    FIELD(story, INTEGER, wins),   FIELD(story, INTEGER, failures),
    FIELD(story, INTEGER, least),  FIELD(story, INTEGER, percent),
    FIELD(story, INTEGER, played), FIELD(story, INTEGER, tries),
    FIELD(story, INTEGER, effect), FIELD(story, INTEGER, low),
    FIELD(story, INTEGER, high),   FIELD(story, INTEGER, level),
    FIELD(story, INTEGER, maps),   FIELD(story, INTEGER, proof_games),
    FIELD(story, FLAG, named),     FIELD(story, FLAG, differed),
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

static const field donor_fields[] = {
    FIELD(story_donor, TEXT, name),
    FIELD(story_donor, TEXT, about),
    FIELD(story_donor, INTEGER, attempts),
    FIELD(story_donor, INTEGER, points),
};

static const char *const hows[] = {
    [US_STORY_REPAIRS] = "repairs",         [US_STORY_DAEMONS] = "daemons",
    [US_STORY_SEARCH] = "search",           [US_STORY_RANDOM] = "random",
    [US_STORY_TRANSPLANTS] = "transplants",
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

/* Writes a list of objects. items: the structs of that size, one after another. */
static void write_list(const char *key, const field *fields, int field_count, const void *items,
                       int count, size_t size, us_json_writer *writer)
{
    us_json_write_key_open(writer, key, '[');
    for (int i = 0; i < count; i++) {
        us_json_write_open(writer, '{');
        write_fields(fields, field_count, (const char *)items + (size_t)i * size, writer);
        us_json_write_close(writer, '}');
    }
    us_json_write_close(writer, ']');
}

void us_story_write(const us_story *story, us_json_writer *writer)
{
    us_json_write_open(writer, '{');
    us_json_write_key_string(writer, "how", hows[story->how]);
    write_fields(story_fields, US_COUNT(story_fields), story, writer);
    write_list("causes", cause_fields, US_COUNT(cause_fields), story->cause, story->causes,
               sizeof(*story->cause), writer);
    write_list("changes", change_fields, US_COUNT(change_fields), story->change, story->changes,
               sizeof(*story->change), writer);
    write_list("donors", donor_fields, US_COUNT(donor_fields), story->donor, story->donors,
               sizeof(*story->donor), writer);
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

/* Checks that a value of a list is an object. what: "a cause, an object". */
static us_status check_object(const us_json_node *node, const char *what, us_error *err)
{
    return us_json_type(node) == US_JSON_OBJECT ? US_OK : us_json_reject(node, err, what);
}

static us_status read_causes(const us_json_node *list, us_story *out, us_error *err)
{
    for (const us_json_node *one = us_json_first(list); one; one = us_json_next(one)) {
        us_story_cause cause = {0};
        US_TRY(check_object(one, "a cause, an object", err));
        US_TRY(read_fields(cause_fields, US_COUNT(cause_fields), one, out->arena, &cause, err));
        out->cause = us_array_grow(out->cause, out->causes, &out->cause_room, sizeof *out->cause);
        out->cause[out->causes++] = cause;
    }
    return US_OK;
}

static us_status read_changes(const us_json_node *list, us_story *out, us_error *err)
{
    for (const us_json_node *one = us_json_first(list); one; one = us_json_next(one)) {
        us_story_change change = {.cause = -1, .diff = -1};
        US_TRY(check_object(one, "a change, an object", err));
        US_TRY(read_fields(change_fields, US_COUNT(change_fields), one, out->arena, &change, err));
        US_TRY(check_index(one, "cause", change.cause, out->causes, err));
        US_TRY(check_index(one, "diff", change.diff, out->diffs, err));
        *us_story_add_change(out) = change;
    }
    return US_OK;
}

static us_status read_donors(const us_json_node *list, us_story *out, us_error *err)
{
    for (const us_json_node *one = us_json_first(list); one; one = us_json_next(one)) {
        us_story_donor *donor = us_story_add_donor(out);
        US_TRY(check_object(one, "a donor, an object", err));
        US_TRY(read_fields(donor_fields, US_COUNT(donor_fields), one, out->arena, donor, err));
    }
    return US_OK;
}

/* A story has no donors if an older version wrote it. */
static us_status read_lists(const us_json_node *root, us_story *out, us_error *err)
{
    const us_json_node *list, *donors = NULL;
    US_TRY(us_json_require(root, "diffs", US_JSON_ARRAY, &list, err));
    US_TRY(read_diffs(list, out, err));
    US_TRY(us_json_require(root, "causes", US_JSON_ARRAY, &list, err));
    US_TRY(read_causes(list, out, err));
    US_TRY(us_json_require(root, "changes", US_JSON_ARRAY, &list, err));
    US_TRY(read_changes(list, out, err));
    US_TRY(us_json_get(root, "donors", US_JSON_ARRAY, &donors, err));
    return donors ? read_donors(donors, out, err) : US_OK;
}

static us_status read_how(const us_json_node *root, us_story_how *out, us_error *err)
{
    const char *name;
    US_TRY(us_json_require_string(root, "how", &name, err));
    for (int i = 0; i < US_COUNT(hows); i++)
        if (us_text_equal(hows[i], name)) {
            *out = (us_story_how)i;
            return US_OK;
        }
    return us_json_reject(us_json_find(root, "how"), err,
                          "repairs, daemons, search, random or transplants");
}

us_status us_story_read(const char *text, us_story *out, us_error *err)
{
    US_AUTOPTR(us_json) doc = NULL;
    US_AUTO(us_story_clear) us_story made = us_story_new(US_STORY_REPAIRS);
    US_TRY(us_json_parse(NULL, text, strlen(text), &doc, err));
    const us_json_node *root = us_json_root(doc);
    US_TRY(read_how(root, &made.how, err));
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
