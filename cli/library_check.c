#include "retrieve/library_check.h"

#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { DOMAIN, JSON };

static const us_option options[] = {
    [DOMAIN] = {"--domain", "D", "the game; else as the library says", US_OPTION_TEXT},
    [JSON] = {"--json", NULL, "the faults as one object", US_OPTION_FLAG},
};

static void write_json(const char *path, const us_library_faults *faults, us_str *out)
{
    us_json_writer writer;
    us_write_init(&writer, out);
    us_write_open(&writer, '{');
    us_write_key_string(&writer, "library", path);
    us_write_key_bool(&writer, "sound", faults->count == 0);
    us_write_key(&writer, "faults");
    us_write_open(&writer, '[');
    for (int i = 0; i < faults->count; i++)
        us_write_string(&writer, faults->text[i]);
    us_write_close(&writer, ']');
    us_write_key_int(&writer, "more", faults->more);
    us_write_close(&writer, '}');
    us_str_add_char(out, '\n');
}

static void write_text(const char *path, const us_library_faults *faults, us_str *out)
{
    us_str line;
    us_str_init(&line);
    for (int i = 0; i < faults->count; i++) {
        us_str_addf(&line, "%s: %s", path, faults->text[i]);
        us_out_line(out, &line);
    }
    if (faults->more > 0)
        us_str_addf(&line, "%s: %d more", path, faults->more);
    else if (faults->count == 0)
        us_str_addf(&line, "%s: sound", path);
    if (line.length > 0)
        us_out_line(out, &line);
    us_str_clear(&line);
}

static us_status run(const us_args *args, us_error *err)
{
    us_opened opened;
    us_library_faults faults = {0};
    us_str out;
    const char *path = args->argument[0];
    US_TRY(us_opened_open(&opened, path, US_LIBRARY_READ, us_args_text(args, DOMAIN), err));
    us_status status = us_library_check(opened.library, &faults, err);
    us_opened_close(&opened);
    US_TRY(status);
    us_str_init(&out);
    if (us_args_given(args, JSON))
        write_json(path, &faults, &out);
    else
        write_text(path, &faults, &out);
    status = us_out(&out, err);
    int count = faults.count + faults.more;
    us_str_clear(&out);
    us_library_faults_clear(&faults);
    if (status == US_OK && count > 0)
        return us_fail(err, US_FAILED, path, 0, 0, "%d fault%s", count, count == 1 ? "" : "s");
    return status;
}

const us_command us_command_library_check = {
    .name = "library check",
    .arguments = "LIB",
    .least = 1,
    .most = 1,
    .about = "find faults in a library",
    .more = "SQLite's own checks, hashes computed anew, bodies parsed and checked, goals, classes\n"
            "and cases held against them. A file that is truncated, newer, or none of ours can't\n"
            "be read.\n"
            "Exit 0: sound; 1: faults; 2: it can't be read; 4: it is about another domain.",
    .example = "  understudy library check lib.db",
    .options = options,
    .option_count = US_COUNT(options),
    .run = run,
};
