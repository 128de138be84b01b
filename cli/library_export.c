#include "base/file.h"
#include "behavior/brl.h"
#include "cli/commands.h"
#include "cli/library.h"
#include "cli/out.h"

enum { OUT, BEHAVIOR, DOMAIN };

static const us_option options[] = {
    [OUT] = {"-o", "F.brl", "the file to write; else standard output"},
    [BEHAVIOR] = {"--behavior", "NAME", "write this behavior alone, with its cases"},
    [DOMAIN] = {"--domain", "D", "the domain; else the library names it"},
};

/* ---- a behavior */

typedef struct search {
    const char *name;
    int64_t id; /* 0: not found */
} search;

static void find_row(void *context, const us_library_behavior *row)
{
    search *s = context;
    if (row->kind == US_TEMPLATE_BEHAVIOR && us_text_equal(row->name, s->name))
        s->id = row->id;
}

static us_status add_block(void *context, const us_case *block, us_error *err)
{
    (void)err;
    us_brl_printer_add_case(context, block);
    return US_OK;
}

static us_status print_one(us_library *library, const char *name, us_str *out,
                           us_library_printed *printed, us_error *err)
{
    US_AUTOPTR(us_brl) brl = NULL;
    search found = {.name = name};
    US_TRY(us_library_visit_behaviors(library, find_row, &found, err));
    if (found.id == 0)
        return us_error_set(err, US_BAD_INPUT, us_library_path(library), 0, 0,
                            "no behavior \"%.64s\": expected a name, as in library list", name);
    US_TRY(us_library_get_body(library, found.id, &brl, err));
    us_brl_print_head(brl, out);
    us_str_add_char(out, '\n');
    us_brl_printer printer = us_brl_printer_begin(brl->item[0], out);
    US_TRY(us_library_visit_blocks(library, found.id, US_ORIGINS_ALL, add_block, &printer, err));
    us_brl_printer_end(&printer);
    *printed = (us_library_printed){.items = 1, .length = out->length};
    return US_OK;
}

/* ---- the command */

static us_status export(const us_args *args, us_library *library, us_str *out, us_error *err)
{
    const char *file = us_args_text(args, OUT);
    us_library_print_def def = {.named = !us_domain_is_preset(us_library_domain(library)),
                                .games = true,
                                .most = US_BRL_FILE_MAX};
    us_library_printed printed;
    if (file)
        US_TRY(us_file_check_replaceable(file, "brl ", "a file of behaviors", err));
    const char *name = us_args_text(args, BEHAVIOR);
    US_TRY(name ? print_one(library, name, out, &printed, err)
                : us_library_print_all(library, &def, out, &printed, err));
    us_status status = US_OK;
    if (printed.length > US_BRL_FILE_MAX)
        status = us_error_set(
            err, US_BAD_INPUT, us_library_path(library), 0, 0,
            "would be a file of %llu bytes, library import reads up to %d; use library "
            "merge to copy it, or library prune before",
            (unsigned long long)printed.length, US_BRL_FILE_MAX);
    else if (file)
        status = us_file_write(file, out->text, out->length, err);
    if (status == US_OK && file)
        us_out_log("%s: %d item%s, %zu bytes", file, printed.items, printed.items == 1 ? "" : "s",
                   out->length);
    if (status != US_OK || file)
        us_str_reset(out);
    return status;
}

static us_status run(const us_args *args, us_str *out, us_error *err)
{
    US_AUTO(us_library_handle_close) us_library_handle opened = {0};
    US_TRY(us_library_handle_open(&opened, args->argument[0], US_LIBRARY_READ,
                                  us_args_text(args, DOMAIN), err));
    return export(args, opened.library, out, err);
}

const us_command us_command_library_export = {
    .name = "library export",
    .arguments = "LIB",
    .about = "write a library as a file of behaviors",
    .more =
        "Writes the contents of a library: behaviors, cases, origins, tries and successes, and\n"
        "the ranges and weights of features that are not the domain's. A case that was met in\n"
        "several places is written once for each. library import of the file gives a library\n"
        "with the same contents. The stories of adaptations are left out (library story).\n\n"
        "With --behavior, the file holds one behavior, such as for game play --edit0.",
    .example = "  understudy library export lib.db -o lib.brl",
    US_OPTIONS(options),
    .run = run,
};
