#include "base/json.h"

#include <stdio.h>
#include <string.h>

void us_json_writer_init(us_json_writer *writer, us_str *out)
{
    *writer = (us_json_writer){.out = out};
}

us_json_writer us_json_writer_begin(us_str *out, char bracket)
{
    us_json_writer writer = {.out = out};
    us_json_write_open(&writer, bracket);
    return writer;
}

void us_json_writer_end(us_json_writer *writer, char bracket)
{
    us_json_write_close(writer, bracket);
    us_str_add_char(writer->out, '\n');
}

static void separate(us_json_writer *writer, bool comma_after)
{
    if (writer->comma)
        us_str_add_char(writer->out, ',');
    writer->comma = comma_after;
}

void us_json_write_open(us_json_writer *writer, char bracket)
{
    us_assert(bracket == '{' || bracket == '[');
    separate(writer, false);
    us_str_add_char(writer->out, bracket);
}

void us_json_write_close(us_json_writer *writer, char bracket)
{
    us_assert(bracket == '}' || bracket == ']');
    us_str_add_char(writer->out, bracket);
    writer->comma = true;
}

static void add_escape(us_str *out, unsigned code)
{
    static const char values[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *value = code < 0x80 ? strchr(values, (int)code) : NULL;
    us_str_add_char(out, '\\');
    if (value) {
        us_str_add_char(out, names[value - values]);
    } else {
        us_str_add(out, "u");
        us_str_add_hex(out, code, 4);
    }
}

/* Escapes all that is not printable: the program prints JSON to terminals. */
static void add_quoted(us_str *out, const char *text)
{
    const char *end = text + strlen(text), *run = text;
    us_str_add_char(out, '"');
    while (text < end) {
        unsigned char c = (unsigned char)*text;
        if (c >= ' ' && c <= '~' && c != '"' && c != '\\') { /* most characters are plain */
            text++;
            continue;
        }
        int size = us_text_printable_size(text, (size_t)(end - text));
        if (size > 0 && c != '"' && c != '\\') {
            text += size;
            continue;
        }
        us_str_add_bytes(out, run, (size_t)(text - run));
        size = us_text_utf8_size(text, (size_t)(end - text));
        if (size > 0)
            add_escape(out, us_text_code(text, size)); /* below U+10000 */
        else
            us_str_add(out, "\xef\xbf\xbd");
        run = text += size > 0 ? size : 1;
    }
    us_str_add_bytes(out, run, (size_t)(text - run));
    us_str_add_char(out, '"');
}

void us_json_write_key(us_json_writer *writer, const char *key)
{
    separate(writer, false);
    add_quoted(writer->out, key);
    us_str_add_char(writer->out, ':');
}

void us_json_write_string(us_json_writer *writer, const char *text)
{
    separate(writer, true);
    if (text)
        add_quoted(writer->out, text);
    else
        us_str_add(writer->out, "null");
}

void us_json_write_int(us_json_writer *writer, int64_t value)
{
    separate(writer, true);
    us_str_add_int(writer->out, value);
}

void us_json_write_bool(us_json_writer *writer, bool value)
{
    separate(writer, true);
    us_str_add(writer->out, value ? "true" : "false");
}

void us_json_write_raw(us_json_writer *writer, const char *json)
{
    separate(writer, true);
    us_str_add(writer->out, json);
}

void us_json_write_null(us_json_writer *writer)
{
    us_json_write_raw(writer, "null");
}

void us_json_write_key_open(us_json_writer *writer, const char *key, char bracket)
{
    us_json_write_key(writer, key);
    us_json_write_open(writer, bracket);
}

void us_json_write_key_null(us_json_writer *writer, const char *key)
{
    us_json_write_key(writer, key);
    us_json_write_null(writer);
}

void us_json_write_key_strings(us_json_writer *writer, const char *key, const char *const *text,
                               int count)
{
    us_json_write_key_open(writer, key, '[');
    for (int i = 0; i < count; i++)
        us_json_write_string(writer, text[i]);
    us_json_write_close(writer, ']');
}

void us_json_write_key_string(us_json_writer *writer, const char *key, const char *text)
{
    us_json_write_key(writer, key);
    us_json_write_string(writer, text);
}

void us_json_write_key_int(us_json_writer *writer, const char *key, int64_t value)
{
    us_json_write_key(writer, key);
    us_json_write_int(writer, value);
}

void us_json_write_key_decimal(us_json_writer *writer, const char *key, int64_t value, int decimals)
{
    us_json_write_key(writer, key);
    separate(writer, true);
    us_str_add_decimal(writer->out, value, decimals);
}

void us_json_write_key_bool(us_json_writer *writer, const char *key, bool value)
{
    us_json_write_key(writer, key);
    us_json_write_bool(writer, value);
}

void us_json_write_key_hash(us_json_writer *writer, const char *key, us_hash hash)
{
    char text[17];
    us_hash_print(hash, text);
    us_json_write_key_string(writer, key, text);
}

void us_json_write_key_u64(us_json_writer *writer, const char *key, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    us_json_write_key_string(writer, key, text);
}

void us_json_write_members(us_json_writer *writer, const us_json_member *member, int count)
{
    for (const us_json_member *m = member; m < member + count; m++) {
        if (m->kind == US_MEMBER_STRING)
            us_json_write_key_string(writer, m->key, m->text);
        else if (m->kind == US_MEMBER_INT)
            us_json_write_key_int(writer, m->key, (int64_t)m->value);
        else if (m->kind == US_MEMBER_BOOL)
            us_json_write_key_bool(writer, m->key, m->value != 0);
        else if (m->kind == US_MEMBER_HASH)
            us_json_write_key_hash(writer, m->key, m->value);
        else
            us_json_write_key_u64(writer, m->key, m->value);
    }
}

void us_json_write_object(us_json_writer *writer, const us_json_member *member, int count)
{
    us_json_write_open(writer, '{');
    us_json_write_members(writer, member, count);
    us_json_write_close(writer, '}');
}
