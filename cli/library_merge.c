#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"
#include "retrieve/outcomes.h"

enum { OUT, DOMAIN, JSON };

static const us_option options[] = {
    [OUT] = {"-o", "LIB", "the library to make or add to; may be one of the merged ones",
             .needed = true},
    [DOMAIN] = {"--domain", "D", "the domain; else the first library names it"},
    [JSON] = {"--json", NULL, "print what was added as one JSON object"},
};

static us_status add(const char *path, us_library *to, us_domain *domain, us_library_added *added,
                     us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle from = {0};
    us_error why = {0};
    US_TRY(us_library_handle_open_borrowed(&from, path, US_LIBRARY_READ, domain, err));
    us_status status = us_library_merge(to, from.library, added, &why);
    /* the error's line is in a text that does not exist as a file */
    return status == US_OK
               ? US_OK
               : us_error_set(err, status, why.file[0] ? why.file : path, 0, 0, "%s", why.text);
}

static us_status merge(const us_args *args, us_domain *domain, us_library_added *added,
                       us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle to = {0};
    const char *path = us_args_text(args, OUT);
    US_TRY(us_library_handle_open_borrowed(&to, path, US_LIBRARY_CREATE, domain, err));
    US_TRY(us_library_begin(to.library, err));
    for (int i = 0; i < args->count; i++) {
        if (us_interrupt_is_pending())
            return us_interrupt_fail(err, path);
        US_TRY(add(args->argument[i], to.library, domain, added, err));
    }
    US_TRY(us_library_fit_worth(to.library, us_interrupt_is_pending, err));
    return us_library_commit(to.library, err);
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTOPTR(us_domain) domain = NULL;
    us_library_added added = {0};
    US_TRY(us_file_open_domain(args->argument[0], us_args_text(args, DOMAIN), &domain, err));
    us_status status = merge(args, domain, &added, err);
    if (status == US_INTERRUPTED)
        return us_interrupt_fail(err, us_args_text(args, OUT));
    US_TRY(status);
    if (us_args_is_given(args, JSON))
        us_library_added_write(us_args_text(args, OUT), &added, out);
    us_library_added_log(us_args_text(args, OUT), &added);
    return US_OK;
}

const us_command us_command_library_merge = {
    .name = "library merge",
    .arguments = "LIB...",
    .about = "merge libraries",
    .more =
        "A behavior that several libraries hold is stored once, with all its origins, and so are\n"
        "games. A new library gets the ranges and weights of features of the first. A name with\n"
        "two different bodies is an error (exit 4), and nothing is written.",
    .example = "  understudy library merge mine.db yours.db -o ours.db",
    US_OPTIONS(options),
    .run = run,
};
