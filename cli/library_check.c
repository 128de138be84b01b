#include "understudy/library.h"

#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
    [JSON] = {"--json", NULL, "print the faults as one JSON object"},
};

static void write_json(const char *path, const us_library_faults *faults, us_str *out)
{
    us_json_writer writer = us_json_writer_begin(out, '{');
    us_json_write_key_string(&writer, "library", path);
    us_json_write_key_bool(&writer, "sound", faults->count == 0);
    us_json_write_key_strings(&writer, "faults", (const char *const *)faults->text, faults->count);
    us_json_write_key_int(&writer, "more", faults->more);
    us_json_writer_end(&writer, '}');
}

static void write_text(const char *path, const us_library_faults *faults, us_str *out)
{
    for (int i = 0; i < faults->count; i++)
        us_out_add_linef(out, "%s: %s", path, faults->text[i]);
    if (faults->more > 0)
        us_out_add_linef(out, "%s: %d more", path, faults->more);
    else if (faults->count == 0)
        us_out_add_linef(out, "%s: sound", path);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    US_AUTO(us_library_faults_clear) us_library_faults faults = {0};
    const char *path = args->argument[0];
    US_TRY(us_library_handle_open(&opened, path, US_LIBRARY_READ, us_args_text(args, DOMAIN), err));
    US_TRY(us_library_check(opened.library, &faults, err));
    if (us_args_is_given(args, JSON))
        write_json(path, &faults, out);
    else
        write_text(path, &faults, out);
    int count = faults.count + faults.more;
    if (count > 0)
        return us_error_set(err, US_FAILED, path, 0, 0, "%d fault%s", count, count == 1 ? "" : "s");
    return US_OK;
}

const us_command us_command_library_check = {
    .name = "library check",
    .arguments = "LIB",
    .about = "find faults in a library",
    .more =
        "Runs SQLite's own checks, computes hashes anew, parses and checks bodies, and compares\n"
        "goals, classes and cases with them. A file that is truncated, newer, or no library can't\n"
        "be read.\n"
        "Exit 0: sound; 1: faults; 2: it can't be read; 4: the library has another domain.",
    .example = "  understudy library check lib.db",
    US_OPTIONS(options),
    .run = run,
};
