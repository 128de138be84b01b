#include "retrieve/library_diff.h"

#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else the first library names it"},
    [JSON] = {"--json", NULL, "print the differences as one JSON object"},
};

typedef struct comparing {
    us_library *library[2];
    us_library_changes changes;
    us_str *out;
} comparing;

/* ---- text */

static void add_count(const int64_t *pair, int side, const char *one, const char *many,
                      us_str *line)
{
    static const char *const signs[] = {" only in the first", " only in the second"};
    if (pair[side] == 0)
        return;
    us_str_add(line, "; ");
    us_str_add_count(line, pair[side], one, many);
    us_str_add(line, signs[side]);
}

static void add_both(const us_library_change *change, us_str *line)
{
    for (int side = 0; side < 2; side++) {
        add_count(change->cases, side, "case", "cases", line);
        add_count(change->origins, side, "origin", "origins", line);
        add_count(change->games, side, "game", "games", line);
    }
    if (change->tries[0] != change->tries[1] || change->successes[0] != change->successes[1])
        us_str_addf(line, "; succeeded %lld/%lld, then %lld/%lld", (long long)change->successes[0],
                    (long long)change->tries[0], (long long)change->successes[1],
                    (long long)change->tries[1]);
}

/* Prints "    worker-idle: 10 times in 2 of 3 games; so daemon: send idle workers ..." */
static void show_repair(const us_library_change *change, int i, us_str *out)
{
    US_AUTOSTR(line);
    us_str_add(&line, "    ");
    us_ancestry_print_repair(change->modops[i], change->failures[i], &line);
    us_out_add_line(out, &line);
}

static us_status show_bodies(comparing *c, const us_library_change *change, us_error *err)
{
    US_AUTOSTR(before);
    US_AUTOSTR(after);
    US_AUTOSTR(text);
    us_status status = us_library_change_print_bodies(c->library, change, &before, &after, err);
    if (status == US_OK && before.text[0])
        us_columns_print(before.text, after.text, us_out_columns(), &text);
    us_out_add_lines(c->out, &text);
    return status;
}

static us_status show_change(comparing *c, const us_library_change *change, us_error *err)
{
    US_AUTOSTR(line);
    int side = change->in[0] ? 0 : 1;
    us_str_add(&line, change->in[0] && change->in[1] ? "~ " : change->in[0] ? "- " : "+ ");
    us_str_addf(&line, "%s \"%s\" ", change->kind, change->name);
    us_str_add_hex(&line, change->behavior, 16);
    if (change->goal[0])
        us_str_addf(&line, " for %s", change->goal);
    if (change->in[0] && change->in[1]) {
        add_both(change, &line);
    } else {
        us_str_add(&line, "; ");
        us_str_add_count(&line, change->cases[side], "case", "cases");
    }
    if (change->parent != 0) {
        us_str_add(&line, "; from ");
        us_str_add_hex(&line, change->parent, 16);
    }
    us_out_add_line(c->out, &line);
    for (int i = 0; i < change->repairs; i++)
        show_repair(change, i, c->out);
    return show_bodies(c, change, err);
}

static us_status show_text(comparing *c, us_error *err)
{
    for (int i = 0; i < c->changes.phrases; i++)
        us_out_add_linef(c->out, "%s", c->changes.phrase[i]);
    for (int i = 0; i < c->changes.count; i++)
        US_TRY(show_change(c, &c->changes.change[i], err));
    return US_OK;
}

/* ---- JSON */

static us_status write_change(comparing *c, const us_library_change *change, us_json_writer *writer,
                              us_error *err)
{
    us_json_write_open(writer, '{');
    us_status status = us_library_change_write(c->library, change, writer, err);
    us_json_write_close(writer, '}');
    return status;
}

static us_status write_json(comparing *c, us_error *err)
{
    us_json_writer writer = us_json_writer_begin(c->out, '{');
    us_json_write_key_bool(&writer, "equal", c->changes.count + c->changes.phrases == 0);
    us_json_write_key_strings(&writer, "features", (const char *const *)c->changes.phrase,
                              c->changes.phrases);
    us_json_write_key_open(&writer, "behaviors", '[');
    for (int i = 0; i < c->changes.count; i++)
        US_TRY(write_change(c, &c->changes.change[i], &writer, err));
    us_json_write_close(&writer, ']');
    us_json_writer_end(&writer, '}');
    return US_OK;
}

/* ---- the command */

static us_status compare(const us_args *args, comparing *c, us_error *err)
{
    US_TRY(us_library_compare(c->library[0], c->library[1], &c->changes, err));
    return us_args_is_given(args, JSON) ? write_json(c, err) : show_text(c, err);
}

/* Compares snapshots and prints after their release, since a slow reader must not block writers. */
static us_status compare_snapshots(const us_args *args, comparing *c, us_error *err)
{
    US_TRY(us_library_begin_read(c->library[0], err));
    us_status status = us_library_begin_read(c->library[1], err);
    if (status == US_OK)
        status = us_library_end_read(c->library[1], compare(args, c, err), err);
    return us_library_end_read(c->library[0], status, err);
}

static us_status print_diff(const us_args *args, comparing *c, us_error *err)
{
    us_status status = compare_snapshots(args, c, err);
    if (status != US_OK)
        us_str_reset(c->out);
    US_TRY(status);
    int count = c->changes.count + c->changes.phrases;
    if (count > 0)
        return us_error_set(err, US_FAILED, NULL, 0, 0, "%s and %s: %d difference%s",
                            args->argument[0], args->argument[1], count, count == 1 ? "" : "s");
    us_out_log("%s and %s are equal", args->argument[0], args->argument[1]);
    return US_OK;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle a = {0}, b = {0};
    comparing c = {.out = out};
    US_TRY(us_library_handle_open(&a, args->argument[0], US_LIBRARY_READ,
                                  us_args_text(args, DOMAIN), err));
    us_status status =
        us_library_handle_open_borrowed(&b, args->argument[1], US_LIBRARY_READ, a.domain, err);
    if (status == US_OK) {
        c.library[0] = a.library;
        c.library[1] = b.library;
        status = print_diff(args, &c, err);
        us_library_changes_clear(&c.changes);
    }
    return status;
}

const us_command us_command_library_diff = {
    .name = "library diff",
    .arguments = "A B",
    .about = "list the differences between two libraries",
    .more =
        "Prints one line for each behavior that differs: - only A has it, + only B has it, ~ both\n"
        "have it, with other cases, origins, games or tries. For an adapted behavior, it prints\n"
        "each failure and repair since the latest ancestor that the other library has, and shows\n"
        "its tree beside the ancestor's.\n"
        "Exit 0: equal; 1: they differ.",
    .example = "  understudy library diff original.db adapted.db",
    US_OPTIONS(options),
    .run = run,
};
