#include "base/fields.h"

#include <string.h>

/* ---- reading */

/* A value that was read. *out gets all values at the end, if none is faulty. */
typedef union held {
    const char *text;
    int64_t number;
    int32_t small;
    uint64_t big;
    us_hash hash;
    bool flag;
    int word;
} held;

static size_t size_of(us_field_kind kind)
{
    switch (kind) {
    case US_FIELD_TEXT:
    case US_FIELD_JSON:
        return sizeof(const char *);
    case US_FIELD_INT:
    case US_FIELD_U64:
    case US_FIELD_HASH:
        return sizeof(int64_t);
    case US_FIELD_INT32:
    case US_FIELD_WORD:
        return sizeof(int32_t);
    case US_FIELD_BOOL:
        return sizeof(bool);
    }
    return 0;
}

static us_status read_text(us_line *line, const us_field *field, us_arena *arena, const char **out)
{
    const us_pull *pull = &line->pull;
    if (us_pull_next(&line->pull) != US_PULL_STRING)
        return us_line_reject(line, "a string");
    const char *text = pull->text;
    size_t length = pull->length;
    if (pull->escaped) {
        us_str_reset(line->scratch);
        if (!us_pull_unescape(pull, line->scratch))
            return us_line_reject(line, "a string");
        text = line->scratch->text;
        length = line->scratch->length;
    }
    if (field->high > 0 && ((int64_t)length < field->low || (int64_t)length > field->high))
        return us_line_fail(line, "expected \"%s\" of %lld to %lld bytes", field->name,
                            (long long)field->low, (long long)field->high);
    *out = us_arena_strndup(arena, text, length);
    return US_OK;
}

static us_status read_number(us_line *line, const us_field *field, int64_t low, int64_t high,
                             int64_t *out)
{
    bool any = field->low == 0 && field->high == 0;
    return us_line_read_int(line, field->name, any ? low : field->low, any ? high : field->high,
                            out);
}

static us_status read_u64(us_line *line, const us_field *field, uint64_t *out)
{
    char text[32];
    US_TRY(us_line_read_text(line, field->name, text, sizeof(text)));
    return us_text_to_u64(text, out)
               ? US_OK
               : us_line_fail(line, "expected \"%s\", a string of decimals", field->name);
}

static us_status read_word(us_line *line, const us_field *field, int *out)
{
    if (us_pull_next(&line->pull) == US_PULL_STRING)
        for (int i = 0; field->word[i]; i++)
            if (us_pull_equal(&line->pull, field->word[i])) {
                *out = i;
                return US_OK;
            }
    us_str expected;
    us_str_init(&expected);
    us_str_addf(&expected, "\"%s\": one of", field->name);
    for (int i = 0; field->word[i]; i++)
        us_str_addf(&expected, " %s", field->word[i]);
    us_status status = us_line_reject(line, expected.text);
    us_str_clear(&expected);
    return status;
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

static us_status read_field(us_line *line, const us_field *field, us_arena *arena, held *out)
{
    int64_t number = 0;
    switch (field->kind) {
    case US_FIELD_TEXT:
        return read_text(line, field, arena, &out->text);
    case US_FIELD_INT:
        return read_number(line, field, INT64_MIN, INT64_MAX, &out->number);
    case US_FIELD_INT32:
        US_TRY(read_number(line, field, INT32_MIN, INT32_MAX, &number));
        out->small = (int32_t)number;
        return US_OK;
    case US_FIELD_U64:
        return read_u64(line, field, &out->big);
    case US_FIELD_HASH:
        return us_line_read_hash(line, field->name, &out->hash);
    case US_FIELD_BOOL:
        if (us_pull_next(&line->pull) != US_PULL_TRUE && line->pull.kind != US_PULL_FALSE)
            return us_line_reject(line, "true or false");
        out->flag = line->pull.kind == US_PULL_TRUE;
        return US_OK;
    case US_FIELD_WORD:
        return read_word(line, field, &out->word);
    case US_FIELD_JSON:
        return read_json(line, arena, &out->text);
    }
    return US_OK;
}

static void set_absent(const us_field *field, held *out)
{
    switch (field->kind) {
    case US_FIELD_TEXT:
    case US_FIELD_JSON:
        out->text = NULL;
        break;
    case US_FIELD_INT:
    case US_FIELD_U64:
    case US_FIELD_HASH:
        out->number = field->absent;
        break;
    case US_FIELD_INT32:
    case US_FIELD_WORD:
        out->small = (int32_t)field->absent;
        break;
    case US_FIELD_BOOL:
        out->flag = field->absent != 0;
        break;
    }
}

us_status us_fields_read(us_line *line, const us_field *field, int fields, const char *what,
                         us_arena *arena, void *out)
{
    const char *name[US_FIELDS_MAX];
    held value[US_FIELDS_MAX];
    unsigned seen = 0;
    us_assert(fields <= US_FIELDS_MAX);
    for (int i = 0; i < fields; i++)
        name[i] = field[i].name;
    us_str expected;
    us_str_init(&expected);
    us_str_addf(&expected, "%s, an object", what);
    us_status status = us_line_expect(line, US_PULL_OBJECT, expected.text);
    us_str_clear(&expected);
    for (bool more = true; status == US_OK;) {
        int member = 0;
        US_TRY(us_line_next_key(line, &more));
        if (!more)
            break;
        US_TRY(us_line_find_member(line, name, fields, what, &seen, &member));
        status = read_field(line, &field[member], arena, &value[member]);
    }
    US_TRY(status);
    for (int i = 0; i < fields; i++) {
        if (seen & (1u << i))
            continue;
        if (!field[i].optional)
            return us_line_fail(line, "expected \"%s\" in %s", field[i].name, what);
        set_absent(&field[i], &value[i]);
    }
    US_TRY(us_line_finish(line));
    for (int i = 0; i < fields; i++)
        memcpy((char *)out + field[i].offset, &value[i], size_of(field[i].kind));
    return US_OK;
}

/* ---- writing */

static bool is_absent(const us_field *field, const char *at)
{
    int64_t number = 0;
    switch (field->kind) {
    case US_FIELD_TEXT:
    case US_FIELD_JSON:
        return !*(const char *const *)(const void *)at;
    case US_FIELD_INT:
    case US_FIELD_U64:
    case US_FIELD_HASH:
        memcpy(&number, at, sizeof(number));
        return number == field->absent;
    case US_FIELD_INT32:
    case US_FIELD_WORD:
        return *(const int32_t *)(const void *)at == field->absent;
    case US_FIELD_BOOL:
        return *(const bool *)at == (field->absent != 0);
    }
    return false;
}

void us_fields_write(const us_field *field, int fields, const void *item, us_json_writer *writer)
{
    for (int i = 0; i < fields; i++) {
        const us_field *f = &field[i];
        const void *at = (const char *)item + f->offset;
        if (f->optional && is_absent(f, at))
            continue;
        switch (f->kind) {
        case US_FIELD_TEXT:
            us_json_write_key_string(writer, f->name, *(const char *const *)at);
            break;
        case US_FIELD_INT:
            us_json_write_key_int(writer, f->name, *(const int64_t *)at);
            break;
        case US_FIELD_INT32:
            us_json_write_key_int(writer, f->name, *(const int32_t *)at);
            break;
        case US_FIELD_U64:
            us_json_write_key_u64(writer, f->name, *(const uint64_t *)at);
            break;
        case US_FIELD_HASH:
            us_json_write_key_hash(writer, f->name, *(const us_hash *)at);
            break;
        case US_FIELD_BOOL:
            us_json_write_key_bool(writer, f->name, *(const bool *)at);
            break;
        case US_FIELD_WORD:
            us_json_write_key_string(writer, f->name, f->word[*(const int *)at]);
            break;
        case US_FIELD_JSON:
            us_json_write_key(writer, f->name);
            us_json_write_raw(writer, *(const char *const *)at);
            break;
        }
    }
}
