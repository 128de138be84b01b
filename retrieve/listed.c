#include "retrieve/listed.h"

#include "retrieve/provenance.h"

typedef struct origins {
    us_str *out;
    int count;
} origins;

static void note_origin(void *context, const us_library_origin *row)
{
    origins *o = context;
    if (o->count++ == 0)
        us_origin_print(&row->about, o->out);
}

static void note_row(void *context, const us_library_behavior *row)
{
    us_listed *list = context;
    list->row = us_grow(list->row, list->count, &list->capacity, sizeof *list->row);
    us_library_behavior *copy = &list->row[list->count++];
    *copy = *row;
    copy->name = us_strdup(row->name);
    copy->goal_type = us_strdup(row->goal_type);
    copy->goal_text = us_strdup(row->goal_text);
    copy->classes = us_strdup(row->classes);
}

static us_status read_list(us_library *library, us_listed *out, us_error *err)
{
    us_status status = us_library_behaviors(library, note_row, out, err);
    out->origin = US_NEW_ARRAY(char *, out->count + 1);
    out->counts = US_NEW_ARRAY(us_library_counts, out->count + 1);
    for (int i = 0; i < out->count && status == US_OK; i++) {
        us_str text;
        us_str_init(&text);
        status = us_library_count(library, out->row[i].id, &out->counts[i], err);
        origins o = {.out = &text};
        if (status == US_OK)
            status = us_library_origins(library, out->row[i].id, note_origin, &o, err);
        if (o.count > 1)
            us_str_addf(&text, ", and %d more", o.count - 1);
        out->origin[i] = us_str_detach(&text);
    }
    return status;
}

us_status us_listed_read(us_library *library, us_listed *out, us_error *err)
{
    US_TRY(us_library_hold(library, err));
    return us_library_release(library, read_list(library, out, err), err);
}

void us_listed_clear(us_listed *list)
{
    for (int i = 0; i < list->count; i++) {
        us_free((char *)(uintptr_t)list->row[i].name);
        us_free((char *)(uintptr_t)list->row[i].goal_type);
        us_free((char *)(uintptr_t)list->row[i].goal_text);
        us_free((char *)(uintptr_t)list->row[i].classes);
        if (list->origin)
            us_free(list->origin[i]);
    }
    us_free(list->row);
    us_free(list->origin);
    us_free(list->counts);
    *list = (us_listed){0};
}

void us_listed_write(const us_listed *list, int i, us_json_writer *writer)
{
    const us_library_behavior *row = &list->row[i];
    us_write_open(writer, '{');
    us_write_key_string(writer, "name", row->name);
    us_write_key_string(writer, "kind", us_template_kind_name(row->kind));
    us_write_key_hash(writer, "hash", row->hash);
    us_write_key_string(writer, "goal", row->goal_text);
    us_write_key_int(writer, "cases", list->counts[i].cases);
    us_write_key_int(writer, "tries", row->tries);
    us_write_key_int(writer, "successes", row->successes);
    us_write_key_int(writer, "origins", list->counts[i].origins);
    us_write_key_string(writer, "origin", list->origin[i]);
    us_write_key_string(writer, "classes", row->classes);
    us_write_close(writer, '}');
}
