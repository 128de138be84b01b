#include <stdio.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { OUT, DOMAIN, JSON };

static const us_option options[] = {
    [OUT] = {"-o", "LIB", "the library to make or add to", .needed = true},
    [DOMAIN] = {"--domain", "D",
                "the domain; else the library, or a new one's first file, names it"},
    [JSON] = {"--json", NULL, "print what was added as one JSON object"},
};

static us_status import(us_library *library, const char *file, us_library_added *added,
                        us_error *err)
{
    US_AUTOPTR(us_brl) brl = NULL;
    char named[US_NAME_MAX + 1];
    const char *expected = us_library_domain(library)->name;
    US_TRY(us_library_check_input(library, file, "a file of behaviors", err));
    if (us_file_read_domain_name(file, named) && named[0] && !us_text_equal(named, expected))
        return us_error_set(err, US_MISMATCH, file, 1, 0,
                            "behaviors of \"%.64s\", the library is about \"%.64s\"", named,
                            expected);
    US_TRY(us_brl_load(us_library_domain(library), file, &brl, err));
    us_status status = us_library_put_all(library, brl, added, err);
    if (status != US_OK && err && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s", file);
    return status;
}

static us_status import_all(const us_args *args, us_library *library, us_library_added *added,
                            us_error *err)
{
    US_TRY(us_library_begin(library, err));
    for (int i = 0; i < args->count; i++) {
        if (us_interrupt_is_pending())
            return us_interrupt_fail(err, us_library_path(library));
        US_TRY(import(library, args->argument[i], added, err));
    }
    return us_library_commit(library, err);
}

/* A new library takes the domain of its first file. */
static us_status open_library(const us_args *args, us_library_handle *opened, us_error *err)
{
    const char *path = us_args_text(args, OUT), *domain = us_args_text(args, DOMAIN);
    if (domain || us_file_exists(path))
        return us_library_handle_open(opened, path, US_LIBRARY_CREATE, domain, err);
    US_TRY(us_file_open_domain(args->argument[0], NULL, &opened->domain, err));
    return us_library_open(path, US_LIBRARY_CREATE, opened->domain, &opened->library, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    us_library_added added = {0};
    const char *path = us_args_text(args, OUT);
    US_TRY(open_library(args, &opened, err));
    us_status status = import_all(args, opened.library, &added, err);
    if (status == US_INTERRUPTED)
        return us_interrupt_fail(err, path);
    US_TRY(status);
    if (us_args_is_given(args, JSON))
        us_library_added_write(path, &added, out);
    us_library_added_log(path, &added);
    return US_OK;
}

const us_command us_command_library_import = {
    .name = "library import",
    .arguments = "F.brl...",
    .about = "add files of behaviors to a library",
    .more =
        "The command creates a missing library. Behaviors that the library holds already are not\n"
        "added again; a case met elsewhere gets another origin. Either all files go in, or none.\n"
        "A new library takes the domain that the first line of its first file names (brl 1\n"
        "arena), else skirmish, and the ranges and weights of features in the head of that file.",
    .example = "  understudy library import rush.brl -o lib.db",
    US_OPTIONS(options),
    .run = run,
};
