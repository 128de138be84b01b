#include "cli/commands.h"
#include "cli/library.h"
#include "cli/library_notes.h"
#include "cli/out.h"

enum { ALL, DOMAIN, JSON };
enum { TOLD = 10 }; /* cases that are listed without --all */

static const us_option options[] = {
    [ALL] = {"--all", NULL, "with all cases and what was seen in them", US_OPTION_FLAG},
    [DOMAIN] = {"--domain", "D", "the game; else as the library says", US_OPTION_TEXT},
    [JSON] = {"--json", NULL, "a list of objects", US_OPTION_FLAG},
};

typedef struct showing {
    const us_args *args;
    us_library *library;
    us_listed list;
    us_json_writer writer;
    us_str out;
} showing;

/* The text; notes: of the cases, or NULL: and no comments. */
static us_status print_text(showing *s, const us_library_behavior *row, us_str *notes, us_str *text,
                            us_error *err)
{
    us_brl *brl;
    us_str body;
    bool all = us_args_given(s->args, ALL);
    US_TRY(us_library_get_behavior(s->library, row->id, &brl, err));
    us_str_init(&body);
    if (all)
        us_template_print(brl->item[0], &body);
    else
        us_template_print_body(brl->item[0], row->name, &body);
    if (notes)
        us_notes_cases(brl->item[0], all ? INT32_MAX : TOLD, notes);
    if (notes && !all)
        us_notes_weave(brl->item[0], body.text, text);
    else
        us_str_add(text, body.text);
    us_str_clear(&body);
    us_brl_free(brl);
    return US_OK;
}

/* ---- text: a file of behaviors, with remarks */

static us_status show_text(showing *s, const us_library_behavior *row, us_error *err)
{
    us_str text, body;
    us_str_init(&text);
    us_str_init(&body);
    us_str_add(&text, "# ");
    us_str_add_hex(&text, row->hash, 16);
    us_str_add(&text, ": ");
    us_count_print(s->list.counts[row - s->list.row].cases, "case", "cases", &text);
    us_str_addf(&text, "; %lld of %lld tries succeeded", (long long)row->successes,
                (long long)row->tries);
    us_str_addf(&text, "%s\n", s->list.counts[row - s->list.row].origins ? "; from" : "");
    us_status status = print_text(s, row, &text, &body, err);
    us_str_add(&text, body.text);
    us_str_add_char(&s->out, '\n');
    us_out_lines(&s->out, &text);
    us_str_clear(&text);
    us_str_clear(&body);
    return status;
}

/* ---- JSON */

static void write_origin(void *context, const us_library_origin *row)
{
    showing *s = context;
    us_str text;
    us_str_init(&text);
    us_origin_print(&row->about, &text);
    us_write_open(&s->writer, '{');
    us_write_key_string(&s->writer, "text", text.text);
    us_write_key_int(&s->writer, "case", row->case_id);
    us_write_key_int(&s->writer, "cycle", row->about.cycle);
    us_write_key_string(&s->writer, "map", row->about.map);
    for (int i = 0; i < row->about.entry_count; i++) {
        const us_entry *entry = &row->about.entry[i];
        us_write_key(&s->writer, entry->key);
        us_write_open(&s->writer, '[');
        for (int k = 0; k < entry->count; k++)
            us_write_int(&s->writer, us_entry_number(entry, k));
        for (int k = 0; k < entry->texts; k++)
            us_write_string(&s->writer, entry->text[k]);
        us_write_close(&s->writer, ']');
    }
    us_write_close(&s->writer, '}');
    us_str_clear(&text);
}

static us_status show_json(showing *s, const us_library_behavior *row, us_error *err)
{
    us_str text;
    us_str_init(&text);
    us_write_open(&s->writer, '{');
    us_write_key_string(&s->writer, "name", row->name);
    us_write_key_string(&s->writer, "kind", us_template_kind_name(row->kind));
    us_write_key_hash(&s->writer, "hash", row->hash);
    us_write_key_string(&s->writer, "goal", row->goal_text);
    us_write_key_int(&s->writer, "cases", s->list.counts[row - s->list.row].cases);
    us_write_key_int(&s->writer, "tries", row->tries);
    us_write_key_int(&s->writer, "successes", row->successes);
    us_status status = print_text(s, row, NULL, &text, err);
    us_write_key_string(&s->writer, "text", text.text);
    us_write_key(&s->writer, "origins");
    us_write_open(&s->writer, '[');
    if (status == US_OK)
        status = us_library_origins(s->library, row->id, write_origin, s, err);
    us_write_close(&s->writer, ']');
    us_write_close(&s->writer, '}');
    us_str_clear(&text);
    return status;
}

/* ---- the command */

static us_status not_there(const showing *s, const char *what, us_error *err)
{
    const us_library_behavior *near = us_listed_near(&s->list, what);
    return us_fail(
        err, US_BAD_INPUT, s->args->argument[0], 0, 0,
        "no behavior \"%.64s\": expected a name or how it begins, or 4 or more digits of "
        "a hash, as in library list%s%.100s%s",
        what, near ? "; near is \"" : "", near ? near->name : "", near ? "\"" : "");
}

static us_status show(showing *s, us_error *err)
{
    const char *what = s->args->count > 1 ? s->args->argument[1] : NULL;
    bool json = us_args_given(s->args, JSON), exact = false;
    int shown = 0;
    US_TRY(us_listed_read(s->library, &s->list, err));
    for (int i = 0; what && i < s->list.count; i++)
        exact |= us_text_equal(s->list.row[i].name, what);
    us_write_init(&s->writer, &s->out);
    if (json)
        us_write_open(&s->writer, '[');
    else
        us_str_addf(&s->out, "brl %d\n", US_BRL_VERSION);
    for (int i = 0; i < s->list.count; i++) {
        const us_library_behavior *row = &s->list.row[i];
        if (what && (exact ? !us_text_equal(row->name, what) : !us_listed_is(row, what)))
            continue;
        shown++;
        US_TRY(json ? show_json(s, row, err) : show_text(s, row, err));
    }
    if (json) {
        us_write_close(&s->writer, ']');
        us_str_add_char(&s->out, '\n');
    }
    if (what && shown == 0)
        return not_there(s, what, err);
    return us_out(&s->out, err);
}

static us_status run(const us_args *args, us_error *err)
{
    us_opened opened;
    showing s = {.args = args};
    US_TRY(us_opened_open(&opened, args->argument[0], US_LIBRARY_READ, us_args_text(args, DOMAIN),
                          err));
    s.library = opened.library;
    us_str_init(&s.out);
    us_status status = show(&s, err);
    us_listed_clear(&s.list);
    us_str_clear(&s.out);
    us_opened_close(&opened);
    return status;
}

const us_command us_command_library_show = {
    .name = "library show",
    .arguments = "LIB [NAME|HASH]",
    .least = 1,
    .most = 2,
    .about = "print behaviors of a library to read",
    .more =
        "As a file of behaviors, with remarks on where each came from and, behind its lines, the\n"
        "orders of the first demonstration that a step stands for, or the goal that it is, where\n"
        "cells were, and reasons. NAME is a name or how it begins, HASH the first digits, 4 at\n"
        "least, of the hash or of the number in a name. What was seen in the cases is left out\n"
        "unless --all asks for it; library export writes a file to keep.",
    .example = "  understudy library show lib.db\n"
               "  understudy library show lib.db \"rush from two barracks\" --all",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
