#include "base/fields.h"

/* A value as it is read: a number, also the bits of a hash or a flag, or a text. */
typedef struct held {
    const char *text;
    int64_t number;
} held;

static bool is_text(const us_field *field)
{
    return field->kind == US_FIELD_TEXT || field->kind == US_FIELD_JSON;
}

static held load(const us_field *field, const void *item)
{
    const void *at = (const char *)item + field->offset;
    switch (field->kind) {
    case US_FIELD_TEXT:
    case US_FIELD_JSON:
        return (held){.text = *(const char *const *)at};
    case US_FIELD_INT8:
        return (held){.number = *(const int8_t *)at};
    case US_FIELD_INT16:
        return (held){.number = *(const int16_t *)at};
    case US_FIELD_INT32:
    case US_FIELD_WORD:
        return (held){.number = *(const int32_t *)at};
    case US_FIELD_U32:
        return (held){.number = *(const uint32_t *)at};
    case US_FIELD_BOOL:
        return (held){.number = *(const bool *)at};
    default:
        return (held){.number = *(const int64_t *)at};
    }
}

static void store(const us_field *field, const held *value, void *item)
{
    void *at = (char *)item + field->offset;
    switch (field->kind) {
    case US_FIELD_TEXT:
    case US_FIELD_JSON:
        *(const char **)at = value->text;
        break;
    case US_FIELD_INT8:
        *(int8_t *)at = (int8_t)value->number;
        break;
    case US_FIELD_INT16:
        *(int16_t *)at = (int16_t)value->number;
        break;
    case US_FIELD_INT32:
    case US_FIELD_U32:
    case US_FIELD_WORD:
        *(int32_t *)at = (int32_t)value->number;
        break;
    case US_FIELD_BOOL:
        *(bool *)at = value->number != 0;
        break;
    default:
        *(int64_t *)at = value->number;
    }
}

/* ---- reading */

static us_status read_text(us_line *line, const us_field *field, us_arena *arena, const char **out)
{
    const us_pull *pull = &line->pull;
    const char *expected = field->said ? field->said : "a string";
    if (us_pull_next(&line->pull) != US_PULL_STRING)
        return us_line_reject(line, expected);
    const char *text = pull->text;
    size_t length = pull->length;
    if (pull->escaped) {
        us_str_reset(line->scratch);
        if (!us_pull_unescape(pull, line->scratch))
            return us_line_reject(line, expected);
        text = line->scratch->text;
        length = line->scratch->length;
    }
    if (field->said && (int64_t)length > field->high)
        return us_line_fail(line, "expected %s of at most %lld bytes", field->said,
                            (long long)field->high);
    if (field->high > 0 && ((int64_t)length < field->low || (int64_t)length > field->high))
        return us_line_fail(line, "expected \"%s\" of %lld to %lld bytes", field->name,
                            (long long)field->low, (long long)field->high);
    *out = us_arena_strndup(arena, text, length);
    return US_OK;
}

/* Without bounds of the field, the kind's hold. */
static us_status read_number(us_line *line, const us_field *field, int64_t *out)
{
    static const int64_t low[] = {[US_FIELD_INT] = INT64_MIN,
                                  [US_FIELD_INT8] = INT8_MIN,
                                  [US_FIELD_INT16] = INT16_MIN,
                                  [US_FIELD_INT32] = INT32_MIN,
                                  [US_FIELD_U32] = 0};
    static const int64_t high[] = {[US_FIELD_INT] = INT64_MAX,
                                   [US_FIELD_INT8] = INT8_MAX,
                                   [US_FIELD_INT16] = INT16_MAX,
                                   [US_FIELD_INT32] = INT32_MAX,
                                   [US_FIELD_U32] = UINT32_MAX};
    bool any = field->low == 0 && field->high == 0;
    return us_line_read_int(line, field->said ? field->said : field->name,
                            any ? low[field->kind] : field->low,
                            any ? high[field->kind] : field->high, out);
}

static us_status read_u64(us_line *line, const us_field *field, int64_t *out)
{
    char text[32];
    uint64_t value;
    US_TRY(us_line_read_text(line, field->name, text, sizeof(text)));
    if (!us_text_to_u64(text, &value))
        return us_line_fail(line, "expected \"%s\", a string of decimals", field->name);
    *out = (int64_t)value;
    return US_OK;
}

static us_status read_hash(us_line *line, const us_field *field, int64_t *out)
{
    us_hash hash;
    US_TRY(us_line_read_hash(line, field->said ? field->said : field->name, &hash));
    *out = (int64_t)hash;
    return US_OK;
}

static us_status read_word(us_line *line, const us_field *field, int64_t *out)
{
    if (us_pull_next(&line->pull) == US_PULL_STRING)
        for (int i = 0; field->word[i]; i++)
            if (us_pull_equal(&line->pull, field->word[i])) {
                *out = i;
                return US_OK;
            }
    US_AUTOSTR(expected);
    us_str_addf(&expected, "\"%s\": one of", field->name);
    for (int i = 0; field->word[i]; i++)
        us_str_addf(&expected, " %s", field->word[i]);
    return us_line_reject(line, expected.text);
}

static us_status read_json(us_line *line, us_arena *arena, const char **out)
{
    us_pull *pull = &line->pull;
    us_pull_kind kind = us_pull_next(pull);
    const char *from = pull->place;
    if (kind == US_PULL_ERROR || kind == US_PULL_END)
        return us_line_reject(line, "a value");
    if ((kind == US_PULL_OBJECT || kind == US_PULL_ARRAY) && !us_pull_skip(pull))
        return us_line_reject(line, "a value");
    *out = us_arena_strndup(arena, from, (size_t)(pull->at - from));
    return US_OK;
}

static us_status read_value(us_line *line, const us_field *field, us_arena *arena, held *out)
{
    switch (field->kind) {
    case US_FIELD_TEXT:
        return read_text(line, field, arena, &out->text);
    case US_FIELD_JSON:
        return read_json(line, arena, &out->text);
    case US_FIELD_U64:
        return read_u64(line, field, &out->number);
    case US_FIELD_HASH:
        return read_hash(line, field, &out->number);
    case US_FIELD_WORD:
        return read_word(line, field, &out->number);
    case US_FIELD_BOOL:
        if (us_pull_next(&line->pull) != US_PULL_TRUE && line->pull.kind != US_PULL_FALSE)
            return us_line_reject(line, "true or false");
        out->number = line->pull.kind == US_PULL_TRUE;
        return US_OK;
    default:
        us_assert(field->kind != US_FIELD_OTHER);
        return read_number(line, field, &out->number);
    }
}

us_status us_field_read(us_line *line, const us_field *field, us_arena *arena, void *item)
{
    held value = {0};
    US_TRY(read_value(line, field, arena, &value));
    store(field, &value, item);
    return US_OK;
}

us_status us_fields_next(us_line *line, const us_field *field, int fields, const char *what,
                         bool newer, unsigned *seen, int *member)
{
    return us_line_next_row(line, field, sizeof(*field), fields, what, newer, seen, member);
}

us_status us_fields_read(us_line *line, const us_field *field, int fields, const char *what,
                         us_arena *arena, void *out)
{
    held value[US_FIELDS_MAX] = {0};
    unsigned seen = 0;
    US_AUTOSTR(expected);
    us_assert(fields <= US_FIELDS_MAX);
    us_str_addf(&expected, "%s, an object", what);
    US_TRY(us_line_expect(line, US_PULL_OBJECT, expected.text));
    for (;;) {
        int member;
        US_TRY(us_fields_next(line, field, fields, what, false, &seen, &member));
        if (member < 0)
            break;
        US_TRY(read_value(line, &field[member], arena, &value[member]));
    }
    for (int i = 0; i < fields; i++) {
        if (seen & (1u << i))
            continue;
        if (!field[i].optional)
            return us_line_fail(line, "expected \"%s\" in %s", field[i].name, what);
        value[i].number = field[i].absent;
    }
    US_TRY(us_line_finish(line));
    for (int i = 0; i < fields; i++)
        store(&field[i], &value[i], out);
    return US_OK;
}

/* ---- writing */

void us_fields_write(const us_field *field, int fields, const void *item, us_json_writer *writer)
{
    for (const us_field *f = field; f < field + fields; f++) {
        held value = load(f, item);
        if (f->optional && (is_text(f) ? !value.text : value.number == f->absent))
            continue;
        switch (f->kind) {
        case US_FIELD_TEXT:
            us_json_write_key_string(writer, f->name, value.text);
            break;
        case US_FIELD_JSON:
            us_json_write_key(writer, f->name);
            us_json_write_raw(writer, value.text);
            break;
        case US_FIELD_WORD:
            us_json_write_key_string(writer, f->name, f->word[value.number]);
            break;
        case US_FIELD_BOOL:
            us_json_write_key_bool(writer, f->name, value.number);
            break;
        case US_FIELD_U64:
            us_json_write_key_u64(writer, f->name, (uint64_t)value.number);
            break;
        case US_FIELD_HASH:
            us_json_write_key_hash(writer, f->name, (us_hash)value.number);
            break;
        default:
            us_json_write_key_int(writer, f->name, value.number);
        }
    }
}
